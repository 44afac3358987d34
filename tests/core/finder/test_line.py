"""What a typed line means: a table of lines, good, short, ambiguous, misspelt and bad, in all three systems."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.drafts.abilities import for_character
from gm_desk.core.drafts.draft import LEVELS, AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.line import MOST, read_line
from gm_desk.core.finder.meanings import (
    LONGEST,
    CharacterMeant,
    ConditionMeant,
    DiceMeant,
    ForSeveral,
    HarmMeant,
    Meaning,
    Prepared,
    Unclear,
)
from gm_desk.core.rules.health import Health
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system


def somebody(character_id: str, name: str, stats: dict[str, int], system: str, **skills: int) -> Character:
    known = load_system(system)
    owned = []
    for place, (key, rating) in enumerate(skills.items()):
        skill = key.replace("__", ": ").replace("_", " ")
        kind = known.skill_kind(skill)
        assert kind is not None, skill
        owned.append(Skill(id=f"{character_id}-{place}", name=skill, rating=rating, aptitude=kind.aptitude))
    return Character(id=character_id, name=name, stats=stats, skills=tuple(owned))


APTITUDES = {"COG": 15, "INT": 15, "REF": 20, "SAV": 10, "SOM": 20, "WIL": 15}
EP2_PEOPLE = (
    somebody("lao", "Lao Qing", APTITUDES, "ep2", Athletics=55, Fray=60, Guns=65, Know__Triads=60, Melee=65),
    somebody("jaqui", "Jaqui", APTITUDES, "ep2", Fray=55, Free_Fall=46, Perceive=50, Persuade=40),
    somebody("mook1", "Triad mook 1", {"REF": 15}, "ep2", Guns=45, Fray=40),
    somebody("mook2", "Triad mook 2", {"REF": 15}, "ep2", Guns=40, Fray=40),
    structs.replace(
        somebody("okoro", "Sergeant Okoro", {"WIL": 20}, "ep2", Guns=50), rep={"c": 60}, health=Health(wounds=1)
    ),
    somebody("unit", "Unit-7", {"REF": 10}, "ep2", Guns=30),
)
EP1_PEOPLE = (
    somebody("dav", "Dav", {**APTITUDES, "COO": 20}, "ep1", Kinetic_Weapons=55, Fray=25, Blades=40),
    somebody("ilse", "Ilse Brandt", {**APTITUDES, "COO": 10}, "ep1", Fray=35, Infosec=50),
    somebody("rat", "Rat", {"SOM": 10}, "ep1", Climbing=30),
)
KAISER_STATS = {"STR": 8, "DEX": 9, "AGI": 7, "PhR": 55}
KAISER_PEOPLE = (
    somebody("anna", "Anna", KAISER_STATS, "kaiser", Strike=10, Notice=6),
    somebody("bo", "Bo", {**KAISER_STATS, "PhR": 40}, "kaiser", Block=7, Dodge=9),
)
SYSTEMS = {"ep1": EP1_PEOPLE, "ep2": EP2_PEOPLE, "kaiser": KAISER_PEOPLE}


def a_book(system: str, people: tuple[Character, ...] = ()) -> RollableIndex:
    roster = Roster(id=system, name=system, system=system, characters=people or SYSTEMS[system])
    return RollableIndex(roster, load_system(system), RULES[system])


BOOKS = {system: a_book(system) for system in SYSTEMS}


def at_hand(book: RollableIndex, character_id: str = "") -> Draft:
    """Return the draft of a selected character, the first one unless another is named."""
    character = book.character(character_id) if character_id else book.roster.characters[0]
    return for_character(Draft(), character, book.system, book.rules)


def told(meaning: Meaning) -> str:
    """Write a meaning down: "Lao Qing: Guns 65 -20 vs Jaqui: Fray ÷ 2 28 (attack)", "go Jaqui", "2d10", "? why"."""
    match meaning:
        case Prepared(draft=draft, apart=apart):
            assert apart == (not draft.character)
            text = told_side(draft)
            if draft.opposed:
                assert draft.opponent is not None
                text += f" vs {told_side(draft.opponent)} ({draft.mode})"
            return text
        case DiceMeant(expression):
            return expression
        case CharacterMeant(_, name):
            return f"go {name}"
        case ConditionMeant(_, name, line):
            return f"{name} is {line}"
        case HarmMeant(_, name, track, line):
            return f"{name} takes {line} on {track}"
        case ForSeveral(meaning=one, ids=ids):
            return f"{told(one)} for {len(ids)}"
        case Unclear(says):
            return f"? {says}"


def told_side(side: Side) -> str:
    untrained = "untrained " if side.ability and side.ability.kind is AbilityKind.UNTRAINED else ""
    labels = ((chip.label if chip.label != "Typed" else "", chip.value) for chip in side.chips)
    chips = "".join(" ".join(("", *filter(None, (label, f"{value:+d}")))) for label, value in labels)
    levels = "".join(f" {level[0].upper()}{side.level(level)}" for level in LEVELS if side.level(level))
    return f"{side.name}: {untrained}{side.what} {side.base}{chips}{levels}".removeprefix(": ")


def first(line: str, system: str = "ep2", selected: str = "") -> str:
    book = BOOKS[system]
    return told(read_line(line, book, at_hand(book, selected)).meanings[0])


LAO, JAQUI = "Lao Qing: Guns 65", "Jaqui: Fray ÷ 2 28"
MOOKS = "Triad mook 1 or Triad mook 2"

EP2_LINES = {
    # as the interface has them
    "lao guns -20 vs jaqui fray": f"{LAO} -20 vs {JAQUI} (attack)",
    "45+20-10": "Target 45 +20 -10",
    "2d10+3": "2d10+3",
    # characters alone
    "lao": "go Lao Qing",
    "Qing": "go Lao Qing",
    "JAQUI": "go Jaqui",
    "okoro": "go Sergeant Okoro",
    "mook 2": "go Triad mook 2",
    "mook": "go Triad mook 1",
    "unit-7": "go Unit-7",
    # a character and what they roll, whole, begun, turned round, run together
    "lao guns": LAO,
    "la gu": LAO,
    "lao qing guns": LAO,
    "guns lao": LAO,
    "lq guns": LAO,
    "triads lao": "Lao Qing: Know: Triads 60",
    "lao know: triads": "Lao Qing: Know: Triads 60",
    "trimo 2 guns": "Triad mook 2: Guns 40",
    "mook 1 gun": "Triad mook 1: Guns 45",
    "jaqui freefall": "Jaqui: Free Fall 46",
    "unit-7 guns -20": "Unit-7: Guns 30 -20",
    "unit-7 guns": "Unit-7: Guns 30",
    # checks, rep, and skills that are not trained
    "okoro wil": "Sergeant Okoro: WIL check 60 Wounds -10",
    "okoro wil check": "Sergeant Okoro: WIL check 60 Wounds -10",
    "lao willpower": "Lao Qing: WIL check 45",
    "lao cog x3": "Lao Qing: COG check 45",
    "okoro c-rep": "Sergeant Okoro: c-rep 60 Wounds -10",
    "jaqui infosec": "Jaqui: untrained Infosec 15",
    "jaqui psi": "Jaqui: untrained Psi 15",
    "jaqui hardware": "Jaqui: untrained Hardware 15",
    "jaqui hardware robotics": "Jaqui: untrained Hardware: Robotics 15",
    "jaqui hardware: robotics -20": "Jaqui: untrained Hardware: Robotics 15 -20",
    "medicine: remote surgery lao": "Lao Qing: untrained Medicine: Remote Surgery 15",
    "lao know triads": "Lao Qing: Know: Triads 60",
    "lao know triasd": "Lao Qing: Know: Triads 60",
    "lao know the belt": "Lao Qing: untrained Know: The Belt 15",
    "hardware jaq": "Jaqui: untrained Hardware 15",
    "know lao qing": "Lao Qing: Know: Triads 60",
    "know smoke -30": "Lao Qing: Know: Triads 60 Smoke -30",
    "know: smoke -30": "Lao Qing: untrained Know: Smoke 15 -30",
    "pil air": "Lao Qing: untrained Pilot: Air 20",
    "guns vs jaqui pilot air": "Lao Qing: Guns 65 vs Jaqui: untrained Pilot: Air 20 (attack)",
    # whoever is selected is meant where nobody is named
    "guns": LAO,
    "guns -20": f"{LAO} -20",
    "fray": "Lao Qing: Fray 60",
    "free fall": "Lao Qing: untrained Free Fall 20",
    "wil check": "Lao Qing: WIL check 45",
    "-20": "Lao Qing: Athletics 55 -20",
    "vs jaqui": "Lao Qing: Athletics 55 vs Jaqui: Fray ÷ 2 28 (attack)",
    # modifiers, with and without labels, and by name
    "lao guns −20": f"{LAO} -20",
    "lao guns - 20 + 10": f"{LAO} -20 +10",
    "lao guns-20": f"{LAO} -20",
    "lao guns -20+10": f"{LAO} -20 +10",
    "lao -20 guns": f"{LAO} -20",
    "-20 lao guns": f"{LAO} -20",
    "lao guns -30 smoke": f"{LAO} Smoke -30",
    "lao guns smoke -30": f"{LAO} Smoke -30",
    "lao guns -30 thick smoke +10 aim": f"{LAO} Thick smoke -30 Aim +10",
    "lao guns smoke -30 aim +10": f"{LAO} Smoke -30 Aim +10",
    "lao guns hard": f"{LAO} Hard -20",
    "lao guns very hard": f"{LAO} Very Hard -30",
    "lao guns slightly easy -20": f"{LAO} Slightly Easy +10 -20",
    "lao guns major drawback": f"{LAO} Major Drawback -30",
    "lao guns eas": f"{LAO} Easy +20",
    "guns hard": f"{LAO} Hard -20",
    "45 -30 smoke": "Target 45 Smoke -30",
    "45 hard": "Target 45 Hard -20",
    # against somebody
    "lao guns vs jaqui": f"{LAO} vs {JAQUI} (attack)",
    "lao guns versus jaqui": f"{LAO} vs {JAQUI} (attack)",
    "lao guns gegen jaqui": f"{LAO} vs {JAQUI} (attack)",
    "lao guns v jaqui": f"{LAO} vs {JAQUI} (attack)",
    "LAO GUNS VS. JAQUI FRAY": f"{LAO} vs {JAQUI} (attack)",
    "lao guns vs jaqui fray -10": f"{LAO} vs {JAQUI} -10 (attack)",
    "lao guns -20 vs jaqui +10 cover": f"{LAO} -20 vs {JAQUI} Cover +10 (attack)",
    "lao guns vs jaqui hard": f"{LAO} vs {JAQUI} Hard -20 (attack)",
    "lao guns vs jaqui perceive": f"{LAO} vs Jaqui: Perceive 50 (attack)",
    "lao melee vs jaqui": "Lao Qing: Melee 65 vs Jaqui: Fray 55 (attack)",
    "jaqui persuade vs lao": "Jaqui: Persuade 40 vs Lao Qing: SAV check 30 (opposed)",
    "lao fray vs jaqui fray": "Lao Qing: Fray 60 vs Jaqui: Fray 55 (opposed)",
    "lao fray vs jaqui": "? Type a skill of Jaqui against Fray, after the name",
    "lao guns vs 40": f"{LAO} vs Target 40 (attack)",
    "lao guns vs 40-10": f"{LAO} vs Target 40 -10 (attack)",
    "45 vs 30+10": "Target 45 vs Target 30 +10 (opposed)",
    "45 vs jaqui fray": "Target 45 vs Jaqui: Fray 55 (opposed)",
    # numbers and dice
    "45": "Target 45",
    "0": "Target 0",
    "45 + 20 - 10": "Target 45 +20 -10",
    "45+": "Target 45",
    "2d6 + 1d10": "2d6+1d10",
    "d100": "d100",
    "3D10": "3D10",
    # misspelt
    "jaqi": "go Jaqui",
    "loa gnus": LAO,
    "lao gnus -20": f"{LAO} -20",
    "jaqui percieve": "Jaqui: Perceive 50",
    "lao athlectis vs jaqui fary": "Lao Qing: Athletics 55 vs Jaqui: Fray ÷ 2 28 (attack)",
    "seargent okoro guns": "Sergeant Okoro: Guns 50 Wounds -10",
    # two people, two skills, or nobody
    "mook guns": f"? “mook” could be {MOOKS}",
    "lao guns vs mook": f"? “mook” could be {MOOKS}",
    "lao guns vs mok fray": f"? “mok” could be {MOOKS}",
    "jaqui per": "? “per” could be Perceive or Persuade",
    "jaqui f": "? “f” could be Fray or Free Fall",
    "jaqx guns": "? Nobody is called “jaqx”: Jaqui?",
    "zzz": "? Nobody is called “zzz”",
    "lao guns vs zzz": "? Nobody is called “zzz”",
    "lao guns vs jakx fray": "? Nobody is called “jakx”: Jaqui?",
    "lao guns vs okoro": "? Sergeant Okoro has no Fray: Guns? Name another skill that opposes this",
    "lao guns vs okoro cog": "? Sergeant Okoro has no “cog”",
    "lao shoot -20": "? Lao Qing has no “shoot”",
    "lao guns vs jaqui juggling -10": "? Jaqui has no “juggling”",
    "lao juggling": "? Lao Qing has no “juggling”",
    "lao guns vs jaqui juggling": "? Jaqui has no “juggling”",
    "mook 1 athletics": "? Triad mook 1 has no Athletics",
    "lao melex vs jaqui frxxy": "? Jaqui has no “frxxy”: Fray?",
    # what is no test
    "lao guns 20": "? “20” has no sign: a modifier is written +20 or −20",
    "lao guns 65": "? “65” has no sign: a modifier is written +20 or −20",
    "lao guns vs lao": "? Lao Qing cannot oppose Lao Qing: name somebody else after “vs”",
    "lao guns vs lao fray": "? Lao Qing cannot oppose Lao Qing: name somebody else after “vs”",
    "mook 1 guns vs mook": "Triad mook 1: Guns 45 vs Triad mook 2: Fray ÷ 2 20 (attack)",
    "lao guns -5": "? −5 is not a multiple of ten",
    "lao guns -310": "? −310 is outside the range −300 to +300",
    "lao guns --10": "? “--10” is not a number",
    "lao guns -1.5": "? “-1.5” is not a number",
    "lao guns vs": "? Against whom? Type a name after “vs”",
    "lao guns vs jaqui vs okoro": "? One “vs” is enough: a test has two sides at most",
    "250": "? 250 is too high: a target is at most 200",
    "2d": "? “d” is not dice: write it like 2d10+3",
    "101d6": "? It has more than 100 dice",
    "0d6": "? It has no dice",
}

EP1_LINES = {
    "dav kinetic -20 vs ilse": "Dav: Kinetic Weapons 55 -20 vs Ilse Brandt: Fray ÷ 2 17 (attack)",
    "dav kiwe vs brandt fray": "Dav: Kinetic Weapons 55 vs Ilse Brandt: Fray ÷ 2 17 (attack)",
    "blades vs ilse": "Dav: Blades 40 vs Ilse Brandt: Fray 35 (attack)",
    "dav cog check": "Dav: COG × 3 45",
    "dav cog x2": "Dav: COG × 2 30",
    "dav cogx1": "Dav: COG × 1 15",
    "dav cog+som": "Dav: COG + SOM 35",
    "dav som + cog": "Dav: COG + SOM 35",
    "dav freerunning": "Dav: untrained Freerunning 20",
    "networking hypercorps": "Dav: untrained Networking: Hypercorps 10",
    "networking: hypercorps -20": "Dav: untrained Networking: Hypercorps 10 -20",
    "networking scientists": "Dav: untrained Networking: Scientists 10",
    "dav networking hypercorps": "Dav: untrained Networking: Hypercorps 10",
    "dav exotic melee weapon: whip": "Dav: untrained Exotic Melee Weapon: Whip 20",
    "dav fray challenging": "Dav: Fray 25 Challenging -20",
    "dav fray minor": "? “minor” could be +10 or −10",
    "dav infosec": "? Dav has no Infosec",
    "rat cog": "? Rat has no “cog”",
    "ilse inofsec": "Ilse Brandt: Infosec 50",
    "30-10 vs 40": "Target 30 -10 vs Target 40 (opposed)",
}

KAISER_LINES = {
    "anna strike -2 vs bo dodge": "Anna: Strike 10 -2 vs Bo: Dodge 9 (attack)",
    "anna strike vs bo": "Anna: Strike 10 vs Bo: Dodge 9 (attack)",
    "anna strike": "Anna: Strike 10",
    "anna strike 12": "Anna: Strike 10 Difficult +12",
    "anna strike vs 12": "Anna: Strike 10 Difficult +12",
    "strike +3 vs 14": "Anna: Strike 10 Difficulty +14 +3",
    "anna notice absurd": "Anna: Notice 6 Absurd +20",
    "anna notice vs very difficult": "Anna: Notice 6 Very Difficult +16",
    "anna notice 8": "Anna: Notice 6",
    "anna phr": "Anna: PhR 55",
    "anna phr resistance vs 60": "Anna: PhR 55 Legendary +60",
    "anna str": "Anna: STR check 8",
    "anna dexterity": "Anna: DEX check 9",
    "8+3 vs 12": "Bonus 8 Difficult +12 +3",
    "8+3": "Bonus 8 +3",
    "1d100+7": "1d100+7",
    "bo stealth": "? Bo has no Stealth",
    "bo strike": "? Bo has no Strike: Block, Dodge?",
    "anna strike vs 12+2": "? A difficulty has no modifiers: type them before “vs”",
    # levels of advantage and disadvantage, and the fumble degree
    "strike a2 d1 vs 14": "Anna: Strike 10 Difficulty +14 A2 D1",
    "anna strike A2 vs bo dodge d1": "Anna: Strike 10 A2 vs Bo: Dodge 9 D1 (attack)",
    "anna strike vs bo d3 f+2": "Anna: Strike 10 vs Bo: Dodge 9 D3 F2 (attack)",
    "strike f-2 +3 vs 14": "Anna: Strike 10 Difficulty +14 +3 F-2",
    "strike f1 a9 14": "Anna: Strike 10 Difficulty +14 A9 F1",
    "anna d98 strike absurd": "Anna: Strike 10 Absurd +20 D98",
    "a2 d1 vs 14": "Anna: Strike 10 Difficulty +14 A2 D1",
    "bo a1": "Bo: Block 7 A1",
    "8 d1 vs 14": "Bonus 8 Difficulty +14 D1",
    "a3 vs 30": "Anna: Strike 10 Difficulty +30 A3",
    "anna phr a1 vs 60": "Anna: PhR 55 Legendary +60 A1",
    "strike vs bo phr d2": "Anna: Strike 10 vs Bo: PhR 40 D2 (attack)",
    "anna phr f1 vs 60": "? PhR has no fumble degree",
    "anna str a1": "? STR check has no advantage",
    "strike vs bo str d1": "? STR check has no disadvantage",
    "strike a1 a2": "? Advantage is named twice: “a2” and another one",
    "strike d99": "? “d99” is above the highest disadvantage, 98",
    "strike f-21": "? “f-21” is above the highest fumble degree, 20",
    "strike vs 14 a2": "? A difficulty has no levels: type them before “vs”",
    "anna strike 900": "? 900 is above the highest difficulty, 200",
}


@pytest.mark.parametrize(("line", "means"), EP2_LINES.items())
def test_a_line_of_eclipse_phase_2_means_this(line: str, means: str) -> None:
    assert first(line) == means


@pytest.mark.parametrize(("line", "means"), EP1_LINES.items())
def test_a_line_of_eclipse_phase_1_means_this(line: str, means: str) -> None:
    assert first(line, "ep1") == means


@pytest.mark.parametrize(("line", "means"), KAISER_LINES.items())
def test_a_line_of_kaiser_means_this(line: str, means: str) -> None:
    assert first(line, "kaiser") == means


def test_a_level_may_be_part_of_a_name() -> None:
    people = (somebody("a", "Guard A2", KAISER_STATS, "kaiser", Strike=5), *KAISER_PEOPLE)
    book = a_book("kaiser", people)
    meant = [
        told(read_line(line, book, at_hand(book, "anna")).meanings[0]) for line in ("guard a2 strike", "a2 strike a1")
    ]
    assert meant == ["Guard A2: Strike 5", "Guard A2: Strike 5 A1"]
    assert told(read_line("a2", book, at_hand(book, "anna")).meanings[0]) == "go Guard A2"
    assert told(read_line("anna strike a2", book, at_hand(book, "anna")).meanings[0]) == "Anna: Strike 10 A2"


def test_a_lack_with_nothing_near_it_is_a_sentence_of_its_own() -> None:
    book = a_book("ep2", (EP2_PEOPLE[0], somebody("bot", "Bot", {"WIL": 20}, "ep2", Persuade=30)))
    meaning = read_line("lao guns vs bot", book, at_hand(book)).meanings[0]
    assert told(meaning) == "? Bot has no Fray. Name another skill that opposes this"


def test_eclipse_phase_knows_no_levels() -> None:
    assert first("lao guns a2").startswith("? ")


def test_there_are_lines_enough() -> None:
    assert len(EP2_LINES) + len(EP1_LINES) + len(KAISER_LINES) > 130


PIECES = sorted({word for table in (EP2_LINES, EP1_LINES, KAISER_LINES) for line in table for word in line.split()})
lines = st.text(max_size=40) | st.lists(
    st.sampled_from([*PIECES, "-", "+", "”", "9" * 30, "-" + "9" * 30]), max_size=8
).map(" ".join)


@pytest.mark.parametrize("system", SYSTEMS)
@given(line=lines)
def test_no_line_raises_and_each_says_something(system: str, line: str) -> None:
    book = BOOKS[system]
    meant = read_line(line, book, at_hand(book))
    assert len(meant.meanings) <= MOST + 1
    for meaning in meant.meanings:
        assert told(meaning)
        if isinstance(meaning, Prepared):
            assert book.rules.ask(meaning.draft) is not None


@pytest.mark.parametrize("line", ["", "   ", "guns", "45", "lao", "vs jaqui", "-20"])
def test_an_empty_roster_raises_nothing(line: str) -> None:
    book = RollableIndex(Roster(id="none", name="None"), load_system("ep2"), RULES["ep2"])
    assert all(told(meaning) for meaning in read_line(line, book, Draft()).meanings)


def test_nothing_means_nothing() -> None:
    book = BOOKS["ep2"]
    assert read_line("  ", book, at_hand(book)).meanings == ()


def test_a_line_that_is_too_long_says_so() -> None:
    book = BOOKS["ep2"]
    assert told(read_line("x" * (LONGEST + 1), book, Draft()).meanings[0]) == "? A line has at most 200 characters"


def test_a_name_alone_lists_what_they_roll_behind_them() -> None:
    book = BOOKS["ep2"]
    listed = [told(meaning) for meaning in read_line("okoro", book, at_hand(book)).meanings]
    assert listed[:3] == [
        "go Sergeant Okoro",
        "Sergeant Okoro: Guns 50 Wounds -10",
        "Sergeant Okoro: WIL check 60 Wounds -10",
    ]


def test_a_skill_alone_lists_whoever_is_selected_and_then_the_others_who_have_it() -> None:
    book = BOOKS["ep2"]
    listed = [told(meaning) for meaning in read_line("guns", book, at_hand(book, "okoro")).meanings]
    assert listed[0] == "Sergeant Okoro: Guns 50 Wounds -10"
    assert sorted(listed[1:]) == [LAO, "Triad mook 1: Guns 45", "Triad mook 2: Guns 40", "Unit-7: Guns 30"]


def test_while_nobody_is_selected_a_skill_asks_whose() -> None:
    says, *others = read_line("fray", BOOKS["ep2"], Draft()).meanings
    assert told(says) == "? Whose fray: Lao Qing, Jaqui, Triad mook 1 or Triad mook 2?"
    assert len(others) == 4


def test_who_is_selected_wins_a_tie() -> None:
    assert first("mook guns", selected="mook2") == "Triad mook 2: Guns 40"


def test_those_who_are_meant_equally_are_all_listed_behind_the_doubt() -> None:
    book = BOOKS["ep2"]
    meant = read_line("lao guns vs mook fray", book, at_hand(book))
    assert [told(meaning) for meaning in meant.meanings] == [
        f"? “mook” could be {MOOKS}",
        f"{LAO} vs Triad mook 1: Fray ÷ 2 20 (attack)",
        f"{LAO} vs Triad mook 2: Fray ÷ 2 20 (attack)",
    ]


def test_a_misspelling_counts_only_where_nothing_is_spelt_so() -> None:
    people = (
        somebody("a", "Loa", {"REF": 10}, "ep2", Guns=40),
        somebody("b", "Lao", {"REF": 10}, "ep2", Guns=50),
    )
    book = a_book("ep2", people)
    assert [told(one) for one in read_line("lao guns", book, Draft()).meanings] == ["Lao: Guns 50"]


def test_a_rating_is_no_name() -> None:
    people = tuple(somebody(f"t{n}", f"Topic {n}", {"REF": 10}, "ep2", Guns=39 if n != 39 else 80) for n in range(60))
    book = a_book("ep2", people)
    meanings = read_line("topic 39", book, Draft()).meanings
    assert [told(one) for one in meanings if isinstance(one, CharacterMeant)] == ["go Topic 39"]
    assert told(read_line("topic 39 guns", book, Draft()).meanings[0]) == "Topic 39: Guns 80"


def test_a_whole_name_comes_before_a_longer_one() -> None:
    people = (somebody("a", "Eva 2", {"REF": 10}, "ep2", Guns=40), somebody("b", "Eva", {"REF": 10}, "ep2", Guns=50))
    assert told(read_line("eva guns", a_book("ep2", people), Draft()).meanings[0]) == "Eva: Guns 50"


SMOKE = Chip("smoke", -30, "Smoke", pinned=True)
AIM = Chip("aim", 10, "Aim")


def test_the_modifiers_that_stand_count_with_those_typed() -> None:
    book = BOOKS["ep2"]
    standing = at_hand(book).with_chip(SMOKE).with_chip(AIM)
    assert told(read_line("jaqui fray -20", book, standing).meanings[0]) == "Jaqui: Fray 55 Smoke -30 Aim +10 -20"
    assert told(read_line("lao guns vs jaqui", book, standing).meanings[0]) == (
        f"{LAO} Smoke -30 Aim +10 vs {JAQUI} Smoke -30 (attack)"
    )


def test_a_bare_number_bears_nobodys_modifiers() -> None:
    book = BOOKS["ep2"]
    assert told(read_line("45+20", book, at_hand(book).with_chip(SMOKE)).meanings[0]) == "Target 45 +20"


def test_a_line_read_again_puts_its_modifiers_in_the_place_of_the_old_ones() -> None:
    book = BOOKS["ep2"]
    meaning = read_line("lao guns -20 vs jaqui -10", book, at_hand(book)).meanings[0]
    assert isinstance(meaning, Prepared)
    again = read_line("lao guns -30 vs jaqui +10", book, meaning.draft).meanings[0]
    assert told(again) == f"{LAO} -30 vs {JAQUI} +10 (attack)"


def test_a_typed_difficulty_takes_the_place_of_the_one_that_stands() -> None:
    book = BOOKS["ep2"]
    standing = at_hand(book).with_difficulty(-30, "Very Hard")
    assert told(read_line("lao guns easy", book, standing).meanings[0]) == f"{LAO} Easy +20"


def test_a_line_without_vs_is_rolled_alone_whatever_was_before() -> None:
    book = BOOKS["ep2"]
    standing = structs.replace(at_hand(book), mode=Mode.OPPOSED, opponent=Side())
    meaning = read_line("lao guns", book, standing).meanings[0]
    assert isinstance(meaning, Prepared)
    assert (meaning.draft.mode, meaning.draft.side("b").ability) == (Mode.ALONE, None)


def test_more_modifiers_than_a_test_can_have_are_refused() -> None:
    book, standing = BOOKS["ep2"], at_hand(BOOKS["ep2"])
    for number in range(49):
        standing = standing.with_chip(Chip(f"c{number}", 10, origin=Origin.FREE))
    assert isinstance(read_line("lao guns -20", book, standing).meanings[0], Prepared)
    assert told(read_line("lao guns -20 +10", book, standing).meanings[0]) == ("? A test can have at most 50 modifiers")


def test_a_name_may_begin_like_the_word_for_against() -> None:
    book = a_book("ep2", (somebody("v", "V", {"REF": 10}, "ep2", Guns=40), EP2_PEOPLE[1]))
    assert told(read_line("v guns v jaqui", book, Draft()).meanings[0]) == f"V: Guns 40 vs {JAQUI} (attack)"
    assert told(read_line("jaqui fray vs v fray", book, Draft()).meanings[0]) == (
        "Jaqui: Fray 55 vs V: untrained Fray 10 (opposed)"
    )


def test_what_a_roster_remembers_answers_in_the_finder_too() -> None:
    book = a_book("ep2", EP2_PEOPLE)
    remembering = RollableIndex(book.roster, book.system.remembering({"Fray": "Fray"}), book.rules)
    assert told(read_line("lao fray vs jaqui", remembering, Draft()).meanings[0]) == (
        "Lao Qing: Fray 60 vs Jaqui: Fray 55 (opposed)"
    )


def test_a_line_begins_a_test_without_the_net_that_was_set_by_hand_for_another() -> None:
    book = a_book("ep2", EP2_PEOPLE)
    [first, *_] = read_line("lao guns", book, Draft()).meanings
    assert isinstance(first, Prepared)
    standing = first.draft.eyeball(-20)
    same, other = (read_line(line, book, standing).meanings[0] for line in ("lao guns", "lao fray"))
    assert isinstance(same, Prepared)
    assert isinstance(other, Prepared)
    assert (same.draft.eyeballed, other.draft.eyeballed) == (-20, None)
