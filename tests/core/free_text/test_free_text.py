"""Two columns are parted at the gutter, or refused."""

import pytest

from gm_desk.core.stat_blocks.reading import IN_COLUMNS, MIXED, read_blocks
from gm_desk.core.stat_blocks.source import Pasted
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system_id) for system_id in RULES]
LEFT = ("Thug", "DUR 30, WT 6", "Guns 40, Fray 30", "Quirk: limps")
RIGHT = ("Boss", "DUR 40, WT 8", "Guns 60, Fray 50", "Quirk: hums")


def read(text: str) -> Pasted:
    return read_blocks(text, ALL, numbered_ids())


def beside_each_other(gap: str = "", width: int = 24) -> str:
    rows = zip(LEFT, RIGHT, strict=True)
    return "\n".join(f"{left}{gap}{right}" if gap else f"{left:{width}}{right}" for left, right in rows)


GUTTERS = (beside_each_other(), beside_each_other(width=60), beside_each_other("     "), beside_each_other("\t"))


@pytest.mark.parametrize("text", GUTTERS)
def test_each_column_is_a_block_and_its_spans_are_those_of_the_text(text: str) -> None:
    pasted = read(text)
    thug, boss = pasted.blocks
    assert (thug.character.name, thug.character.stats) == ("Thug", {"DUR": 30, "WT": 6})
    assert (boss.character.name, boss.character.stats) == ("Boss", {"DUR": 40, "WT": 8})
    assert [text[span.start : span.end] for block in pasted.blocks for span in block.left] == [LEFT[3], RIGHT[3]]
    assert (thug.character.notes, boss.character.notes) == (LEFT[3], RIGHT[3])
    assert IN_COLUMNS in thug.doubts
    assert pasted.text == text


def test_columns_without_a_gutter_are_refused_with_words() -> None:
    text = beside_each_other(" ")
    pasted = read(text)
    assert pasted.blocks == ()
    assert [(one.name, one.why) for one in pasted.failed] == [("Thug Boss", MIXED)]
    assert [text[span.start : span.end] for span in pasted.beside] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Thug\nCOG 15    INT 20    REF 15\nSAV 10    SOM 15    WIL 15\nDUR 30    WT 6      DR 45",
        "Thug\nGuns         40\nFray         30\nDUR          30\nWT           6",
    ],
)
def test_values_set_in_columns_are_one_block(text: str) -> None:
    (thug,) = read(text).blocks
    assert (thug.character.name, thug.character.stats["WT"]) == ("Thug", 6)
    assert IN_COLUMNS not in thug.doubts
