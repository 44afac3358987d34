"""Texts in which something disappeared, or stood on another creature's card."""

import pytest

from gm_desk.core.characters.roster import NewId
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.stat_blocks import reading
from gm_desk.core.stat_blocks.ep2 import read_ep2
from gm_desk.core.stat_blocks.sections import Labels
from gm_desk.core.stat_blocks.source import Block, SourceText, Span
from gm_desk.core.systems.definition import System
from pasting import one_block, read, skills_of, unaccounted

HEALTH = "Initiative 6; AV 1/2\nWT 5, DUR 25, DR 38\n"
APTITUDES = "COG 10, INT 10, REF 15, SAV 10, SOM 15, WIL 10\n"
OTHERS = "Initiative 9; AV 3/4\nWT 8, DUR 40, DR 60\n"
TABLES = "COG COO INT REF SAV SOM WIL MOX\n{} 15 20 25 10 15 10 {}\nINIT SPD LUC TT IR DUR WT DR\n6 1 30 6 60 30 6 45\n"
"""Of the first edition, with one number of each creature's own."""


def blocks(text: str) -> list[Block]:
    found = read(text).blocks
    for block in found:
        assert unaccounted(text, block) == set()
    return list(found)


@pytest.mark.parametrize("gap", ["", "\n"])
def test_labels_of_any_kind_may_stand_between_a_name_and_its_numbers(gap: str) -> None:
    pasted = read(f"Ash Monk\n{gap}Faction: Nomads\nHomeworld: Mars\n{gap}{HEALTH}{APTITUDES}Skills: Guns 50\n")
    (block,) = pasted.blocks
    assert (block.character.name, block.character.notes) == ("Ash Monk", "Faction: Nomads\nHomeworld: Mars")
    assert pasted.beside == ()


@pytest.mark.parametrize("skills", ["Guns 50, Fray 40, Know: Saints 30", "They fight.\n\nSkills: Guns 50, Fray 40"])
def test_skills_may_stand_behind_a_gap_and_behind_prose(skills: str) -> None:
    (block,) = blocks(f"Ash Monk\n{HEALTH}{APTITUDES}\n{skills}\n\nWare: Gills\n")
    assert {"Guns 50", "Fray 40"} <= set(skills_of(block.character))
    assert block.character.ware == ("Gills",)
    assert block.character.notes in {"", "They fight."}


@pytest.mark.parametrize("line", [f"`{APTITUDES.strip()}`", f"```\n{APTITUDES}```", f"- `{APTITUDES.strip()}`"])
def test_a_line_of_aptitudes_may_be_set_as_code(line: str) -> None:
    (block,) = blocks(f"### Ash Monk\n{HEALTH}{line}\nSkills: Guns 50, Fray 40\n")
    assert (block.character.stats["COG"], block.character.stats["WIL"]) == (10, 10)
    assert (block.character.notes, block.doubts) == ("", ())


@pytest.mark.parametrize("name", ["Name: Ash Monk", "**Name:** Ash Monk", "Ash Monk:", "**Ash Monk:**", "## Ash Monk:"])
def test_a_name_may_have_a_colon(name: str) -> None:
    pasted = read(f"{name}\nFaction: Nomads\n{HEALTH}{APTITUDES}Skills: Guns 50, Fray 40\n")
    assert [block.character.name for block in pasted.blocks] == ["Ash Monk"]
    assert pasted.beside == ()


@pytest.mark.parametrize(
    ("first", "between", "second"),
    [
        (f"Ash Monk\n{HEALTH}Skills: Guns 50, Fray 40\n", "", f"Mud Thief\n{APTITUDES}Skills: Guns 20\n"),
        (f"Ash Monk\n{HEALTH}", "\n", f"Mud Thief\n{APTITUDES}Skills: Guns 20\n"),
        (f"### Ash Monk\n{HEALTH}", "", f"#### Mud Thief\n{APTITUDES}Skills: Guns 20\n"),
        (f"Ash Monk\n{HEALTH}Skills: Guns 50, Fray 40,\n", "", f"Mud Thief\n{OTHERS}{APTITUDES}Skills: Guns 20\n"),
        (f"Ash Monk\n{HEALTH}Gear: Rope\n", "", f"Mud Thief:\n{OTHERS}{APTITUDES}Skills: Guns 20\n"),
    ],
)
def test_a_second_creature_is_never_swallowed_by_the_first(first: str, between: str, second: str) -> None:
    monk, thief = blocks(first + between + second)
    assert (monk.character.name, thief.character.name) == ("Ash Monk", "Mud Thief")
    assert "COG" not in monk.character.stats
    assert (monk.character.stats["WT"], thief.character.stats["COG"]) == (5, 10)
    assert thief.character.stats.get("WT", 8) == 8
    assert skills_of(thief.character) == ["Guns 20"]


@pytest.mark.parametrize(
    "more", ["Skills: Infiltrate 70\n", "COG COO INT\nImplants: Gills\nMovement Rate: 8/40\nSkills: Climbing 20\n"]
)
def test_of_a_second_creature_of_which_too_little_is_said_nothing_stands_on_the_first_ones_card(more: str) -> None:
    text = f"Ash Monk\n{HEALTH}{APTITUDES}Skills: Guns 50, Fray 40\nGear: Rope\nMud Thief\n{more}"
    pasted = read(text)
    (monk,) = pasted.blocks
    assert (skills_of(monk.character), monk.character.movement) == (["Guns 50", "Fray 40"], ())
    assert [text[span.start : span.end].strip() for span in pasted.beside] == [f"Mud Thief\n{more}".strip()]


def test_a_second_creature_without_a_name_stands_on_a_card_of_its_own() -> None:
    text = f"Ash Monk\n{HEALTH}{APTITUDES}Skills: Guns 50, Fray 40\n{OTHERS}{APTITUDES}Skills: Guns 20, Fray 30\n"
    monk, other = blocks(text)
    assert (monk.character.stats["WT"], other.character.stats["WT"]) == (5, 8)
    assert other.doubts == ("It has no name",)


def test_numbers_behind_the_skills_that_may_be_of_somebody_else_are_doubted() -> None:
    (block,) = blocks(f"Ash Monk\n{HEALTH}Skills: Guns 50, Fray 40\n{APTITUDES}")
    assert "COG, INT, REF, SAV, SOM, WIL below its skills may belong to another creature" in block.doubts[-1]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("WT: 5", "WT: 7"),
        ("COG: 10", "COG: 12"),
        ("AV: 1/2", "AV: 3/4"),
        ("Morph: Synth", "Morph: Case"),
        ("Concept: Guard", "Concept: Thief"),
        ("Stress Test: 1d6", "Stress Test: 2d6"),
        ("Threat Level: Red", "Threat Level: Yellow"),
        ("Rep: c-rep 40", "Rep: c-rep 50"),
        ("Insight: 3", "Insight: 2"),
        ("Guns: 50", "Guns: 60"),
        ("Number: 3", "Number: 4"),
    ],
)
def test_of_two_values_that_contradict_each_other_the_second_is_kept_and_told(first: str, second: str) -> None:
    text = f"Ash Monk\nInitiative 6\nDUR 25, DR 38\n{first}\n{second}\nSOM 15, WIL 10\nSkills: Fray 40, Melee 30\n"
    (block,) = blocks(text)
    assert second.split(": ")[1] in block.character.notes
    assert any(word in doubt for doubt in block.doubts for word in ("twice", "another"))


def test_what_is_said_twice_alike_is_said_once() -> None:
    (block,) = blocks(
        f"Ash Monk\n{HEALTH}WT: 5\nAV: 1/2\nMorph: Synth\nMorph: Synth\n{APTITUDES}Skills: Guns 50, Fray 40\n"
    )
    assert (block.character.notes, block.doubts) == ("", ())
    assert len(block.character.armor) == 1


@pytest.mark.parametrize("prose", ["They steal. And they run.\n", "\nThey steal.\n\n", ""])
def test_rows_of_a_table_belong_to_their_own_creature(prose: str) -> None:
    names = ("ASH MONK", "MUD THIEF", "FOG NUN")
    texts = [f"{name}\n{prose}{TABLES.format(10 + place, 1 + place)}" for place, name in enumerate(names)]
    texts[0] = texts[0].replace("10 1\n", "10 —\n")
    monk, thief, nun = blocks("".join(texts))
    assert [one.character.name for one in (monk, thief, nun)] == list(names)
    assert [one.character.stats["COG"] for one in (monk, thief, nun)] == [10, 11, 12]
    assert [one.character.stats.get("MOX") for one in (monk, thief, nun)] == [None, 2, 3]


def test_headings_without_numbers_take_nobody_elses() -> None:
    headings = TABLES.partition("\n")[0]
    pasted = read(f"ASH MONK\n{headings}\nMUD THIEF\n{TABLES.format(11, 3)}Skills: Fray 40\n")
    (thief,) = pasted.blocks
    assert (thief.character.name, thief.character.stats["COG"]) == ("MUD THIEF", 11)
    assert [pasted.text[span.start : span.end] for span in pasted.beside] == [f"ASH MONK\n{headings}\n"]


@pytest.mark.parametrize(
    ("numbers", "doubt"),
    [
        ("COG COO INT\nThe monks wait.\n5 6 7", "The headings COG, COO, INT have no numbers below them"),
        ("COG COO INT\nCOG COO INT\n5 6 7\n8 9 10", "appear twice"),
        ("SOM WIL MOX\n5 6 7\nSOM WIL MOX\n8 9 10", "A second table of SOM, WIL, MOX may belong to another creature"),
        ("INIT 7\n\n5 6 7 8", "“5 6 7 8” have no headings"),
    ],
)
def test_a_table_that_is_not_clear_is_refused_with_words(numbers: str, doubt: str) -> None:
    text = f"Ash Monk\nREF 20, SPD 1, LUC 30\n{numbers}\nSkills: Fray 40, Climbing 30\n"
    (block, *_) = read(text, "ep1").blocks
    assert any(doubt in one for one in block.doubts)
    assert unaccounted(text, block) == set()


@pytest.mark.parametrize("name", ["\uf0b7", "### \uf0b7", "\u202e", "**\uf0b7**", "\U0010fffd"])
def test_a_name_of_which_nothing_can_be_seen_is_none(name: str) -> None:
    block = one_block(f"{name}\n{HEALTH}{APTITUDES}Skills: Guns 50, Fray 40\n")
    assert (block.character.name, block.doubts) == ("Unnamed", ("It has no name",))


def test_the_bullets_of_a_pdf_are_bullets() -> None:
    (block,) = blocks("Ash Monk\n" + "".join(f"\uf0b7 {line}\n" for line in (HEALTH + APTITUDES).splitlines()))
    assert (block.character.name, len(block.character.stats), block.character.notes) == ("Ash Monk", 10, "")


def test_a_block_that_cannot_be_read_is_told_and_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    first = f"Ash Monk\n{HEALTH}{APTITUDES}"

    def broken(
        source: SourceText, pasted: str, span: Span, system: System, new_id: NewId, labels: Labels | None = None
    ) -> Block:
        if "Ash" in pasted[span.start : span.end]:
            raise ValueError("no such thing")
        return read_ep2(source, pasted, span, system, new_id, labels)

    monkeypatch.setattr(reading, "READERS", {"ep2": broken})
    pasted = read(f"{first}\nMud Thief\n{OTHERS}{APTITUDES}")
    assert [block.character.name for block in pasted.blocks] == ["Mud Thief"]
    assert [(one.name, one.why) for one in pasted.failed] == [("Ash Monk", "no such thing")]
    assert pasted.text[pasted.beside[0].start : pasted.beside[0].end].strip() == first.strip()


@pytest.mark.parametrize("words", ["<!-- He is a spy -->", "<Infected by 3 others>", "He <is> a spy", "☠ 🐙"])
def test_words_between_signs_are_words(words: str) -> None:
    pasted = read(f"{words}\n\n### Ash Monk\n{HEALTH}{words}\n{APTITUDES}Skills: Guns 50, Fray 40\n")
    (block,) = pasted.blocks
    (left,) = block.left
    assert pasted.text[left.start : left.end].strip("<!-> ") == words.strip("<!-> ")
    assert [pasted.text[span.start : span.end].strip() for span in pasted.beside] == [words]


PARAMEDIC = f"Doc Vale\n{APTITUDES}Initiative 4\nWT 6, DUR 30, DR 45\n"


@pytest.mark.parametrize("before", ["AV 2/2\n", "WT 6\nAV: 2/2\n", "Armor 2/2\n"])
@pytest.mark.parametrize(
    "lines",
    [
        "Medicine: Paramedic 65; Know: Biology 50; Fray 40; Perceive 45\nMove 4/12\nScalpel: 40, DV 1d6",
        "Medicine: Paramedic 65\nKnow: Biology 50\nFray 40\nPerceive 45\n",
        "Medicine: Paramedic 65, Know: Biology 50,\nFray 40, Perceive 45\n",
        "Fray 40\nMedicine: Paramedic 65; Know: Biology 50; Perceive 45\n",
    ],
)
def test_skills_below_armor_are_no_name_of_the_armor(before: str, lines: str) -> None:
    (block,) = blocks(f"{PARAMEDIC}{before}{lines}")
    (armor,) = block.character.armor
    assert (armor.values, armor.name) == ({"energy": 2, "kinetic": 2}, "")
    assert set(skills_of(block.character)) == {"Medicine: Paramedic 65", "Know: Biology 50", "Fray 40", "Perceive 45"}
    assert block.character.notes == ""


def test_an_attack_with_a_field_below_armor_is_no_name_of_the_armor() -> None:
    (block,) = blocks(f"{PARAMEDIC}AV 2/2\nExotic Skill: Whips 50, DV 1d10\nSkills: Fray 40\n")
    assert [one.name for one in block.character.armor] == [""]
    assert [(one.name, one.damage) for one in block.character.attacks] == [("Exotic Skill", "1d10")]


@pytest.mark.parametrize("dash", ["-", "–", "—"])
@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("AV 2/2\nSkills: Fray 40, Guns 35\n", ""),
        ("AV 2/2\nSkills: Fray 40, Guns 35\n", "\nWare: Gills"),
        ("AV 2/2\nFray 40\n", ""),
        ("AV 2/2\nGuns 35\nFray 40\n", ""),
        ("AV 2/2\nAttacks:\n", "\nSkills: Fray 40, Guns 35"),
        ("AV 2/2\nAttacks:\n- ", "\nSkills: Fray 40, Guns 35"),
    ],
)
def test_an_attack_may_have_dashes_between_its_values(before: str, behind: str, dash: str) -> None:
    line = f" {dash} ".join(["Stunner", "Guns 35", "1d6", "SA", "16"])
    (block,) = blocks(f"{PARAMEDIC}{before}{line}{behind}")
    (stunner,) = block.character.attacks
    assert (stunner.name, stunner.skill, stunner.damage, stunner.modes) == ("Stunner", "Guns", "1d6", "SA")
    assert (stunner.rating, stunner.ammo, stunner.notes) == (35, Points(now=16, max=16), "")
    assert set(skills_of(block.character)) == {"Fray 40", "Guns 35"}
    assert block.character.notes == ""


def test_two_attacks_with_dashes_keep_a_minus_of_their_dice() -> None:
    block = one_block(
        f"{PARAMEDIC}AV 2/2\nAttacks:\nStunner - Guns 35 - 1d6 - 1 - SA\nKnife - Melee 40 - 1d10 - AP -2\n"
    )
    found = [(one.name, one.skill, one.damage, one.modes, one.penetration) for one in block.character.attacks]
    assert found == [("Stunner", "Guns", "1d6-1", "SA", 0), ("Knife", "Melee", "1d10", "", 2)]
