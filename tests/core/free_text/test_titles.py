"""The title of a block: how many there are, and words about them, in every layout."""

import pytest

from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system_id) for system_id in RULES]
BLOCKS = {
    "printed ep2": "{}\nInitiative: 6\nAV 6/6, WT 6, DUR 30, DR 45\nCOG 15 INT 10 REF 15 SAV 10 SOM 15 WIL 10\n"
    "Skills: Guns 50\n",
    "printed ep1": "{}\nCOG COO INT REF SAV SOM WIL MOX\n15 20 10 15 10 15 10 0\n"
    "INIT SPD DUR WT\n5 1 30 6\nSkills: Clubs 45, Fray 40\n",
    "kaiser": "{}\nLP 120, STR 6, CON 7, DEX 8, AGI 6\nStrike 6, Block 5, Dodge 4\n",
    "two lines": "{}\nGuns 50, Fray 40\nDUR 30, WT 6\n",
    "one line": "{}: Guns 50, Fray 40, DUR 30, WT 6",
}


def title_of(layout: str, title: str) -> tuple[str, int, str, str]:
    pasted = read_blocks(BLOCKS[layout].format(title), ALL, numbered_ids())
    ((one,), beside) = [block.character for block in pasted.blocks], pasted.beside
    assert beside == ()
    return one.name, one.number, one.concept, one.notes


@pytest.mark.parametrize("layout", BLOCKS)
@pytest.mark.parametrize(
    ("title", "name", "concept"),
    [
        ("5x Thug (muscle)", "Thug", "muscle"),
        ("Thug (muscle) x5", "Thug", "muscle"),
        ("5 × Thug", "Thug", ""),
        ("Thug (x5)", "Thug", ""),
        ("Thug ×5", "Thug", ""),
        ("Thug (5 of them)", "Thug", ""),
        ("**5x Thug**", "Thug", ""),
        ("Thugs (5)", "Thugs", ""),
        ("5 Thugs", "Thugs", ""),
    ],
)
def test_a_number_beside_the_name_is_how_many_there_are(layout: str, title: str, name: str, concept: str) -> None:
    assert title_of(layout, title) == (name, 5, concept, "")


@pytest.mark.parametrize("layout", BLOCKS)
def test_the_words_in_brackets_of_one_character_stay_in_the_name(layout: str) -> None:
    assert title_of(layout, "Thug (muscle)") == ("Thug (muscle)", 1, "", "")


@pytest.mark.parametrize("layout", [one for one in BLOCKS if one != "one line"])
@pytest.mark.parametrize(
    ("title", "concept"),
    [
        ("Kasimir\nThug", "Thug"),
        ("Kasimir\nGang muscle", "Gang muscle"),
        ("Kasimir\n*Gang muscle, ex-cop*", "Gang muscle, ex-cop"),
        ("Name: Kasimir\nGang muscle", "Gang muscle"),
        ("# Kasimir\ngang muscle", "gang muscle"),
    ],
)
def test_a_line_below_the_name_says_who_it_is(layout: str, title: str, concept: str) -> None:
    assert title_of(layout, title) == ("Kasimir", 1, concept, "")


def test_the_title_of_a_scene_above_several_names_is_no_name() -> None:
    text = "Night at the docks\nKasimir\nGuns 50, Fray 40\nDUR 30\n\nMira\nGuns 40, Fray 30\nDUR 35\n"
    pasted = read_blocks(text, ALL, numbered_ids())
    assert [(one.character.name, one.character.concept) for one in pasted.blocks] == [("Kasimir", ""), ("Mira", "")]
    assert [text[span.start : span.end] for span in pasted.beside] == ["Night at the docks\n"]


def test_each_of_several_may_have_a_line_below_the_name() -> None:
    text = "Kasimir\nGang boss\nGuns 50, Fray 40\nDUR 30\n\nMira\nGang muscle\nGuns 40, Fray 30\nDUR 35\n"
    pasted = read_blocks(text, ALL, numbered_ids())
    assert [(one.character.name, one.character.concept) for one in pasted.blocks] == [
        ("Kasimir", "Gang boss"),
        ("Mira", "Gang muscle"),
    ]
    assert pasted.beside == ()
