"""Attacks in a typed line, and choices of the attack and common modifiers after commas."""

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, OwnModifier, OwnModifiers, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.attack_choices import with_use
from gm_desk.core.drafts.draft import Draft, Mode
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.line import read_line
from gm_desk.core.finder.meanings import CharacterMeant, Prepared, Unclear
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system

PISTOL = Attack(id="pistol", name="Heavy pistol", skill="Guns", damage="2d10+3", modes="SA/BF", range="50")
RIFLE = Attack(id="rifle", name="Assault rifle", skill="Guns", damage="2d10+6", modes="SA/BF/FA", range="150")
KNIFE = Attack(id="knife", name="Knife", skill="Melee", damage="1d10")
SPRAY = Attack(id="spray", name="Spray", rating=35, damage="1d10", range="5")


def one(character_id: str, name: str, *attacks: Attack, **skills: int) -> Character:
    owned = tuple(Skill(id=f"{character_id}-{known}", name=known, rating=skills[known]) for known in skills)
    return Character(id=character_id, name=name, stats={"REF": 15, "SOM": 15}, skills=owned, attacks=attacks)


THUGS = tuple(one(f"thug{place}", f"Thug {place}", PISTOL, KNIFE, Guns=45, Melee=40, Fray=30) for place in (1, 2))
LAO = one("lao", "Lao Qing", RIFLE, SPRAY, Guns=65, Melee=60, Fray=60)
JAQUI = one("jaqui", "Jaqui", KNIFE, Fray=55, Melee=50)
PEOPLE = (*THUGS, LAO, JAQUI)
ROSTER = Roster(id="r", name="R", characters=PEOPLE)


def a_book(system: str = "ep2", roster: Roster = ROSTER) -> RollableIndex:
    return RollableIndex(structs.replace(roster, system=system), load_system(system), RULES[system])


BOOK = a_book()


def read(line: str, book: RollableIndex = BOOK, standing: Draft | None = None) -> Draft:
    first = read_line(line, book, standing or Draft()).meanings[0]
    assert isinstance(first, Prepared), first
    return first.draft


def says(line: str, book: RollableIndex = BOOK) -> str:
    first = read_line(line, book, Draft()).meanings[0]
    assert isinstance(first, Unclear), first
    return first.says


def chips(draft: Draft) -> list[tuple[str, int]]:
    return [(chip.label, chip.value) for chip in draft.chips]


def test_an_attack_of_anybody_is_found_in_a_whole_line_with_choices() -> None:
    draft = read("thug 2 heavy pistol vs jaqui, burst, cover")
    assert (draft.character, draft.attack, draft.mode, draft.base) == ("thug2", "pistol", Mode.ATTACK, 45)
    assert (draft.side("b").character, draft.side("b").what, draft.side("b").base) == ("jaqui", "Fray ÷ 2", 28)
    assert chips(draft) == [("Burst fire", 10), ("Minor cover", -10)]
    assert (draft.setup.use, dict(draft.setup.options)) == ("BF-hit", {"cover": "minor"})


@pytest.mark.parametrize(
    ("piece", "chip"),
    [
        ("bf +10", ("Burst fire", 10)),
        ("bf 1d10", ("Burst fire", 0)),
        ("burst +1d10", ("Burst fire", 0)),
        ("BF", ("Burst fire", 10)),
        ("FA", ("Full automatic", 30)),
        ("full auto", ("Full automatic", 30)),
        ("cover minor", ("Minor cover", -10)),
        ("moderate cover", ("Moderate cover", -20)),
        ("cover major", ("Major cover", -30)),
        ("major", ("Major cover", -30)),
        ("range", ("Range", -10)),
        ("beyond", ("Beyond range", -20)),
        ("point-blank", ("Point-blank", 10)),
        ("2 m", ("Point-blank", 10)),
        ("aim", ("Aim, quick", 10)),
        ("aim complex", ("Aim, complex", 30)),
        ("called shot", ("Called shot", -10)),
        ("called", ("Called shot", -10)),
        ("hea smo", ("Dark or heavy smoke", -20)),
        ("small", ("Small target", -10)),
    ],
)
def test_each_choice_and_each_common_modifier_has_its_name(piece: str, chip: tuple[str, int]) -> None:
    usual = [] if chip[0] in {"Burst fire", "Full automatic"} else [chip]
    draft = read(f"lao assault rifle vs jaqui, sa, {piece}")
    assert chips(draft) == (usual or [chip])
    assert chips(read(f"lao assault rifle, sa, {piece} vs jaqui")) == chips(draft), "before “vs” as well"


def test_the_ranges_of_ep1_have_their_names() -> None:
    gun = structs.replace(PISTOL, skill="Kinetic Weapons")
    shooter = one("dav", "Dav", gun, **{"Kinetic Weapons": 55})
    book = a_book("ep1", structs.replace(ROSTER, characters=(shooter, JAQUI)))
    for piece, chip in (("range", ("Medium range", -10)), ("extreme", ("Extreme range", -30)), ("short", None)):
        found = [one for one in chips(read(f"dav heavy pistol vs jaqui, {piece}", book)) if "fire" not in one[0]]
        assert found == ([chip] if chip else []), piece


def test_a_modifier_of_the_one_who_defends_is_on_their_side() -> None:
    draft = read("thug 1 heavy pistol vs jaqui, full defense")
    assert chips(draft) == []
    assert [(chip.label, chip.value) for chip in draft.side("b").chips] == [("Full defense", 30)]


def test_modifiers_of_the_roster_are_found_and_hidden_ones_are_not() -> None:
    own = OwnModifiers(own=(OwnModifier(id="own", name="Sandstorm", value=-20),), hidden=("called-shot",))
    book = a_book(roster=structs.replace(ROSTER, modifiers=own))
    assert chips(read("lao assault rifle vs jaqui, sands", book))[-1] == ("Sandstorm", -20)
    assert says("lao assault rifle vs jaqui, called", book) == (
        "Assault rifle has no “called”: SA, BF, FA, range, cover, aim?"
    )


def test_tests_that_are_no_attacks_have_common_modifiers_too() -> None:
    draft = read("lao athletics, sustaining")
    assert (draft.attack, chips(draft)) == ("", [("Sustaining a sleight", -10)])


@pytest.mark.parametrize(
    ("piece", "chip"),
    [
        ("teamwork 2", ("Teamwork 2", 20)),
        ("teamwork", ("Teamwork 1", 10)),
        ("3 helpers", ("Teamwork 3", 30)),
        ("taking time 2", ("Taking time, 2 minutes", 20)),
        ("take time for 4 minutes", ("Taking time, 4 minutes", 40)),
        ("taking more time", ("Taking time, 1 minute", 10)),
        ("taking time 9", ("Taking time, 9 minutes", 60)),
    ],
)
def test_helpers_and_minutes_are_counted_behind_a_comma(piece: str, chip: tuple[str, int]) -> None:
    assert chips(read(f"lao guns, {piece}")) == [chip]
    assert says(f"lao guns, {piece}", a_book("kaiser")), "Kaiser has no such rule"


def test_levels_of_kaiser_may_stand_behind_a_comma() -> None:
    sword = Attack(id="sword", name="Sword", skill="Strike", damage="6 cut")
    isa = structs.replace(one("isa", "Isa", sword, Strike=5), stats={"STR": 5})
    people = (isa, one("gerlach", "Gerlach", Dodge=6))
    draft = read("isa sword vs gerlach, a2 d1", a_book("kaiser", Roster(id="k", name="K", characters=people)))
    assert (draft.advantage, draft.disadvantage, draft.side("b").advantage) == (2, 1, 0)
    assert (
        says("isa str vs 8, a1", a_book("kaiser", Roster(id="k", name="K", characters=people)))
        == "STR check has no advantage"
    )
    assert says("lao guns, a2") == "“a2” is not a modifier for this test"


@pytest.mark.parametrize(("typed", "helpers"), [("teamwork", 1), ("teamwork 2", 2), ("teamwork of 3", 3)])
def test_the_comma_before_teamwork_may_be_forgotten(typed: str, helpers: int) -> None:
    for line in (f"lao guns {typed}", f"lao guns {typed} vs jaqui", f"lao guns {typed}, sustaining"):
        draft = read(line)
        assert (draft.what, chips(draft)[0]) == ("Guns", (f"Teamwork {helpers}", 10 * helpers))
    hardware = structs.replace(LAO, stats={**LAO.stats, "INT": 15})
    book = a_book(roster=structs.replace(ROSTER, characters=(hardware, JAQUI)))
    assert says(f"lao hardware {typed}", book) == says(f"lao hardware, {typed}", book)


def test_teamwork_that_is_part_of_a_name_stays_there() -> None:
    skilled = one("ito", "Ito", **{"Profession: Teamwork": 50})
    draft = read("ito profession teamwork", a_book(roster=structs.replace(ROSTER, characters=(skilled,))))
    assert (draft.what, draft.chips) == ("Profession: Teamwork", ())


def test_nobody_helps_for_nothing() -> None:
    assert says("lao guns, teamwork 0") == "“teamwork 0” is not a modifier for this test"


def test_typed_modifiers_stand_beside_choices() -> None:
    draft = read("thug 2 heavy pistol -20 vs jaqui fray, minor")
    assert chips(draft) == [("Typed", -20), ("Minor cover", -10)]
    assert chips(read("thug 2 heavy pistol, dust -20")) == [("Dust", -20)]
    assert read("thug 2 heavy pistol vs jaqui, fray").side("b").what == "Fray ÷ 2"


@pytest.mark.parametrize(
    ("piece", "chip"),
    [
        ("cover", ("Minor cover", -10)),
        ("minor cover", ("Minor cover", -10)),
        ("moderate", ("Moderate cover", -20)),
        ("aim", ("Aim, quick", 10)),
        ("range", ("Range", -10)),
        ("point-blank", ("Point-blank", 10)),
        ("behind cover", ("Attacker behind cover", -10)),
        ("called", ("Called shot", -10)),
    ],
)
def test_a_skill_without_an_attack_line_has_range_cover_and_aim_too(piece: str, chip: tuple[str, int]) -> None:
    draft = read(f"lao guns vs jaqui, {piece}")
    assert (chips(draft), draft.side("b").chips) == ([chip], ())
    assert chips(read("lao guns vs jaqui, cover, major cover")) == [("Major cover", -30)], "one of each choice"
    assert says("thug 1 melee vs jaqui, cover") == "“cover” is not a modifier for this test"


@pytest.mark.parametrize(
    ("line", "own"),
    [
        ("lao assault rifle vs jaqui, -20", [("Typed", -20)]),
        ("lao assault rifle vs jaqui, burst, -20", [("Burst fire", 10), ("Typed", -20)]),
        ("lao assault rifle vs jaqui, burst -20", [("Burst fire", 10), ("Typed", -20)]),
        ("lao assault rifle vs jaqui, burst +10", [("Burst fire", 10)]),
        ("lao assault rifle vs jaqui, bf +10 -20", [("Burst fire", 10), ("Typed", -20)]),
        ("lao assault rifle -10 vs jaqui, -20", [("Typed", -10), ("Typed", -20)]),
        ("lao assault rifle vs jaqui, -20 -10, cover", [("Typed", -20), ("Typed", -10), ("Minor cover", -10)]),
        ("lao assault rifle vs jaqui, dust -20", [("Dust", -20)]),
        ("lao assault rifle vs jaqui, heavy fog -20", [("Heavy fog", -20)]),
        ("lao guns vs jaqui, +10", [("Typed", 10)]),
    ],
)
def test_a_number_behind_a_comma_is_a_modifier_of_the_attack(line: str, own: list[tuple[str, int]]) -> None:
    draft = read(line)
    assert (chips(draft), draft.side("b").chips) == (own, ())


@pytest.mark.parametrize(
    ("piece", "use", "own"),
    [
        ("fa +10", "FA-damage", [10]),
        ("fa+10", "FA-damage", [10]),
        ("fa +10 -20", "FA-damage", [10, -20]),
        ("fa -10", "FA-damage", [-10]),
        ("full auto +10", "FA-damage", [10]),
        ("fa +1d10+10", "FA-damage", []),
        ("fa +1d10+10 +10", "FA-damage", [10]),
        ("fa +1d10+10 -20 -10", "FA-damage", [-20, -10]),
        ("fa three +10", "FA-targets", [10]),
        ("bf +1d10 +10", "BF-damage", [10]),
        ("bf two-20", "BF-targets", [-20]),
        ("sa +10", "SA", [10]),
    ],
)
def test_a_number_behind_a_mode_that_adds_damage_is_a_modifier_to_hit(piece: str, use: str, own: list[int]) -> None:
    gun = structs.replace(PISTOL, skill="Kinetic Weapons", modes="SA/BF/FA")
    shooter = one("dav", "Dav", gun, **{"Kinetic Weapons": 55})
    book = a_book("ep1", structs.replace(ROSTER, characters=(shooter, JAQUI)))
    draft = read(f"dav heavy pistol vs jaqui, {piece}", book)
    assert (draft.setup.use, [chip.value for chip in draft.chips if chip.label == "Typed"]) == (use, own)


def test_a_number_of_the_defence_has_no_comma_before_it() -> None:
    draft = read("lao assault rifle vs jaqui -20")
    assert (chips(draft), [chip.value for chip in draft.side("b").chips]) == ([], [-20])


def test_a_number_that_is_no_modifier_is_refused_behind_a_comma() -> None:
    assert says("lao assault rifle vs jaqui, -15") == "−15 is not a multiple of ten"


@pytest.mark.parametrize(
    ("piece", "use"),
    [
        ("suppressive", "FA-suppress"),
        ("suppressive fire", "FA-suppress"),
        ("suppress", "FA-suppress"),
        ("automatic", "FA-hit"),
        ("auto", "FA-hit"),
        ("full auto", "FA-hit"),
        ("fa damage", "FA-damage"),
        ("full damage", "FA-damage"),
        ("fa hit", "FA-hit"),
        ("fa targets", "FA-targets"),
        ("fa three", "FA-targets"),
        ("bf damage", "BF-damage"),
        ("burst damage", "BF-damage"),
        ("semi", "SA"),
        ("semi automatic", "SA"),
        ("sa", "SA"),
    ],
)
def test_each_use_of_a_firing_mode_has_its_names(piece: str, use: str) -> None:
    assert read(f"lao assault rifle vs jaqui, {piece}").setup.use == use


def test_a_mode_that_a_weapon_lacks_is_not_another_one() -> None:
    assert says("thug 1 heavy pistol vs jaqui, automatic") == (
        "Heavy pistol has no “automatic”: SA, BF, range, cover, aim?"
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("thug 1 heavy pistol vs jaqui, FA", "Heavy pistol has no “FA”: SA, BF, range, cover, aim?"),
        ("thug 1 heavy pistol vs jaqui, 10", "Heavy pistol has no “10”: SA, BF, range, cover, aim?"),
        ("thug 1 knife vs jaqui, cover", "Knife has no “cover”"),
        ("lao guns vs jaqui, zzz", "“zzz” is not a modifier for this test"),
        ("lao assault rifle vs jaqui, smoke", "“smoke” could be Glare or light smoke or Dark or heavy smoke"),
        ("thug 1 cannon vs jaqui, burst", "Thug 1 has no “cannon”: Heavy pistol, Knife?"),
        ("2d10, burst", "Nobody is called “2d10”"),
        ("heavy pistol vs jaqui", "Whose heavy pistol: Thug 1 or Thug 2?"),
    ],
)
def test_what_is_not_understood_is_named(line: str, why: str) -> None:
    assert says(line) == why


def test_an_attack_with_a_rating_of_its_own_is_opposed_as_its_range_says() -> None:
    draft = read("lao spray vs jaqui")
    assert (draft.attack, draft.base, draft.side("b").what) == ("spray", 35, "Fray ÷ 2")


def test_a_skill_that_matches_as_well_as_an_attack_comes_first() -> None:
    both = one("x", "Xi", structs.replace(KNIFE, name="Melee"), Melee=40)
    book = a_book(roster=structs.replace(ROSTER, characters=(both, JAQUI)))
    found = [one.draft.attack for one in read_line("xi melee", book, Draft()).meanings if isinstance(one, Prepared)]
    assert found[:2] == ["", "knife"]


def test_the_attacks_of_a_character_alone_are_listed_first() -> None:
    first, *others = read_line("jaqui", BOOK, Draft()).meanings
    assert isinstance(first, CharacterMeant)
    assert [one.draft.attack for one in others if isinstance(one, Prepared)][:2] == ["knife", ""]


def test_a_skill_of_its_own_is_no_attack_even_after_one() -> None:
    standing = read("thug 1 heavy pistol vs jaqui")
    assert read("thug 1 guns vs jaqui", standing=standing).attack == ""
    assert read("-20", standing=standing).attack == "pistol"


def test_choices_that_were_made_stay_for_the_same_attack() -> None:
    standing = read("lao assault rifle vs jaqui")
    standing = with_use(standing, RIFLE, "FA-hit", BOOK.system)
    assert chips(read("lao assault rifle vs jaqui, cover", standing=standing)) == [
        ("Full automatic", 30),
        ("Minor cover", -10),
    ]


def test_a_comma_in_a_name_is_no_choice() -> None:
    ling = one("ling", "Ling, Mei", Guns=50)
    book = a_book(roster=structs.replace(ROSTER, characters=(ling, JAQUI)))
    assert read("ling, mei guns vs jaqui", book).character == "ling"
    meant = read_line("ling, mei", book, Draft()).meanings[0]
    assert meant == CharacterMeant("ling", "Ling, Mei")


@pytest.mark.parametrize("line", ["lao assault rifle vs jaqui,", "lao assault rifle, vs jaqui, ,"])
def test_a_comma_without_a_choice_yet_changes_nothing(line: str) -> None:
    assert read(line) == read("lao assault rifle vs jaqui")


def targets(line: str) -> tuple[str, ...]:
    first = read_line(line, BOOK, Draft()).meanings[0]
    assert isinstance(first, Prepared), first
    return first.targets


def test_names_behind_commas_are_further_targets_beside_choices() -> None:
    assert targets("lao rifle vs thug 1, thug 2, jaqui") == ("thug1", "thug2", "jaqui")
    assert targets("lao rifle vs thug 1, burst, jaqui, cover") == ("thug1", "jaqui")
    assert chips(read("lao rifle vs thug 1, burst, jaqui, cover")) == chips(read("lao rifle vs thug 1, burst, cover"))


def test_one_target_named_twice_and_the_attacker_are_no_further_targets() -> None:
    assert targets("lao rifle vs thug 1, thug 1, lao") == ()
    assert targets("lao rifle vs thug 1, thug 2, thug 2") == ("thug1", "thug2")


def test_a_name_that_fits_several_is_no_target_but_says_so() -> None:
    assert says("lao rifle vs jaqui, thug") == "“thug” could be Thug 1 or Thug 2"


def test_an_attack_without_a_skill_to_roll_says_so() -> None:
    plinker = Attack(id="plinker", name="Plinker", skill="Gnus", damage="2d10")
    book = a_book(roster=structs.replace(ROSTER, characters=(one("eva", "Eva", plinker, Guns=40), JAQUI)))
    assert says("eva plinker vs jaqui", book) == "Plinker of Eva has no skill to roll with: add one to its line"
