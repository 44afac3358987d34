"""Tables of any size and shape are read in little time, and nothing that looks like one breaks the reading."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_desk.core.stat_blocks.account import words_in
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.source import with_all
from gm_desk.core.systems.registry import RULES
from gm_desk.core.tables.grid import MOST_COLUMNS, MOST_ROWS, html_grids, piped, separated
from gm_desk.core.tables.reading import MOST_RECORDS
from gm_desk.store.shipped import load_system
from makers import numbered_ids
from thorough import tries

ALL = [load_system(system) for system in RULES]
HEADINGS = (
    "Name",
    "DUR",
    "WT",
    "Guns",
    "Fray",
    "Skills",
    "Weapon",
    "Damage",
    "Gear",
    "Notes",
    "AV",
    "HP",
    "Faction",
    "Init",
)
CELLS = (
    "30",
    "6/12",
    "Guns 40, Fray 30",
    "Pistol 2d10",
    "2d6+2",
    "knife, vest",
    "-",
    "",
    "x3",
    "40 (50 smell)",
    "12/30",
    "Red",
)


@given(
    st.lists(st.sampled_from(HEADINGS), min_size=3, max_size=8),
    st.lists(
        st.lists(st.one_of(st.sampled_from(CELLS), st.text("ab1 2,;|x\"'()/-", max_size=9)), max_size=8), max_size=5
    ),
    st.sampled_from("\t;,"),
)
@settings(max_examples=tries(300), deadline=None)
def test_no_word_of_a_table_is_lost(heads: list[str], rows: list[list[str]], mark: str) -> None:
    text = "\n".join(mark.join(_quoted(cell, mark) for cell in row) for row in [["Name", *heads], *rows])
    found = with_all(read_blocks(text, ALL, numbered_ids()))
    if not found.blocks:
        return
    said = {word for one in found.blocks for word in words_in(f"{one.character!r} {one.character.notes}")}
    for word in {word for row in rows for cell in row for word in words_in(cell)} - said:
        assert _is_implied(word, said), (word, text)


def _quoted(cell: str, mark: str) -> str:
    """Return a cell as a spreadsheet writes it."""
    special = {mark, '"', "\n"} & set(cell)
    return '"' + cell.replace('"', '""') + '"' if special else cell


def _is_implied(word: str, said: set[str]) -> bool:
    """Return whether a field says a word in another way."""
    return word in {"dv", "ap", "0"} or word.lstrip("0x") in said | {""}


@given(st.text('Name,DUR\tWT;|\n"<td>/r ab16', max_size=200))
@settings(max_examples=tries(600), deadline=None)
def test_no_text_breaks_the_reading(text: str) -> None:
    for block in read_blocks(f"Name,DUR,WT,Guns\n{text}", ALL, numbered_ids()).blocks:
        assert 0 <= block.span.start <= block.span.end
        assert block.character.name.strip()


@given(st.lists(st.lists(st.text("ab 1\"'\n,x", max_size=6), min_size=2, max_size=4), min_size=1, max_size=4))
@settings(max_examples=tries(300), deadline=None)
def test_cells_are_what_a_spreadsheet_wrote(rows: list[list[str]]) -> None:
    text = "\n".join("\t".join(_quoted(cell, "\t") for cell in row) for row in rows)
    cells = [cell.text for grid in separated(text, "\t") for row in grid.rows for cell in row]
    assert cells == [cell.strip() for row in rows for cell in row]


def test_cells_have_the_places_at_which_they_stand() -> None:
    text = "x\n| a | b\\|c |\n|---|---|\n| d | |\n"
    (grid,) = piped(text)
    assert [[cell.text for cell in row] for row in grid.rows] == [["a", "b|c"], ["d", ""]]
    assert [text[cell.start : cell.end] for row in grid.rows for cell in row] == ["a", "b\\|c", "d", ""]


def test_cells_of_html_over_several_rows_and_columns_keep_their_columns() -> None:
    (grid,) = html_grids("<table><tr><td rowspan=2>a<td colspan=2>b<td>c<tr><td>d<td>e<td>f</table>")
    assert [[cell.text for cell in row] for row in grid.rows] == [["a", "b", "", "c"], ["", "d", "e", "f"]]


def test_of_a_long_table_the_beginning_is_read_and_it_says_so() -> None:
    rows = "".join(f"Thug {number},30,6,40\n" for number in range(MOST_ROWS + 500))
    found = read_blocks(f"Name,DUR,WT,Guns\n{rows}", ALL, numbered_ids())
    assert len(found.blocks) == MOST_RECORDS
    assert "first 1,000 were read" in " ".join(found.blocks[-1].doubts)
    assert [span.start for span in found.beside] == [found.blocks[-1].span.end]


@pytest.mark.parametrize(
    "text",
    [
        "," * 200_000,
        "\t" * 200_000,
        ',"' * 100_000,
        '"a,\n' * 50_000,
        "|\n" * 100_000,
        "a\tb\n" * 50_000,
        "<table><tr><td>" * 20_000,
        "Name,DUR,WT,Guns\n" * 12_000,
        "Name," + "DUR," * (MOST_COLUMNS + 9) + "\nThug," + "3," * (MOST_COLUMNS + 9),
    ],
)
def test_what_only_looks_like_a_table_is_none(text: str) -> None:
    assert read_blocks(text, ALL, numbered_ids()).blocks == ()


def test_columns_that_are_not_known_are_told_and_can_be_assigned() -> None:
    text = "Name;Zaehigkeit;Schwelle;Schuss\nThug;30;6;40\n"
    unknown = read_blocks(text, ALL, numbered_ids())
    assert [(one.heading, one.meaning) for one in unknown.columns] == [
        ("Name", "name"),
        ("Zaehigkeit", ""),
        ("Schwelle", ""),
        ("Schuss", ""),
    ]
    assert unknown.blocks[0].character.notes == "Zaehigkeit: 30\nSchwelle: 6\nSchuss: 40"
    assert (
        "The columns “Zaehigkeit”, “Schwelle”, “Schuss” are not recognised, and in the notes"
        in unknown.blocks[0].doubts
    )
    meanings = {"zaehigkeit": "number:DUR", "schwelle": "number:WT", "schuss": "skill:Guns"}
    character = read_blocks(text, ALL, numbered_ids(), assigned=meanings).blocks[0].character
    assert character.stats == {"DUR": 30, "WT": 6}
    assert [(skill.name, skill.rating) for skill in character.skills] == [("Guns", 40)]
    assert character.notes == ""
