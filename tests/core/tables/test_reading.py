"""What stands in a table beside the cells of its characters is kept, and what is no table is not read as one."""

import pytest

from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.source import Pasted
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system_id) for system_id in RULES]


def read(text: str) -> Pasted:
    return read_blocks(text, ALL, numbered_ids())


def test_a_line_above_a_table_that_describes_the_creature_is_kept_and_is_not_its_name() -> None:
    (block,) = read(
        "Ash Crane\nA bird of the lower wastes\n\n| COG | INT | DUR |\n|--|--|--|\n| 5 | 15 | 20 |\n"
    ).blocks
    assert block.character.name == "Ash Crane"
    assert block.character.notes == "A bird of the lower wastes"


def test_a_row_of_totals_is_no_character_and_belongs_to_none() -> None:
    text = "Name,DUR,WT\nAxel,30,6\nBirte,35,7\nTotal,65,13\n"
    pasted = read(text)
    assert [block.character.name for block in pasted.blocks] == ["Axel", "Birte"]
    assert [text[span.start : span.end].strip() for span in pasted.beside] == ["Total,65,13"]


def test_short_lines_between_rows_are_no_characters_and_go_to_the_notes() -> None:
    pasted = read("Name;DUR;WT\nAxel;30;6\nroom 14\nBirte;35;7\n")
    assert [block.character.name for block in pasted.blocks] == ["Axel", "Birte"]
    assert "room 14" in "\n".join(block.character.notes for block in pasted.blocks)


@pytest.mark.parametrize("gap", [", ", "\t", ";"])
def test_lines_of_two_values_are_no_table(gap: str) -> None:
    text = f"Axel\nGuns 40{gap}DUR 30\nFray 30{gap}WT 6\n\nBirte\nGuns 50{gap}DUR 40\nFray 40{gap}WT 8\n"
    pasted = read(text)
    assert [block.character.name for block in pasted.blocks] == ["Axel", "Birte"]
    assert [dict(block.character.stats) for block in pasted.blocks] == [{"DUR": 30, "WT": 6}, {"DUR": 40, "WT": 8}]


def test_tabs_that_are_only_spaces_are_no_columns() -> None:
    text = "Juno\tHale\nDurability\t35\nWound\tThreshold\t7\nTrauma\tThreshold\t8\nDeath\tRating\t53\nFray\t50\n"
    (block,) = read(text).blocks
    assert dict(block.character.stats) == {"DUR": 35, "WT": 7, "TT": 8, "DR": 53}


def test_a_number_with_decimals_is_no_value() -> None:
    (block,) = read("Name;DUR;DR;Guns\nBruno;35;52,5;50\n").blocks
    assert dict(block.character.stats) == {"DUR": 35}
    assert block.character.notes == "DR: 52,5"


def test_the_words_of_a_cell_stand_in_the_notes_as_the_text_has_them() -> None:
    text = "Name\tDUR\tWT\tLair\nAxel\t30\t6\tdeck\u00a07,  aft,\n"
    (block,) = read(text).blocks
    assert [text[span.start : span.end] for span in block.left] == ["deck\u00a07,  aft,"]
    assert "deck\u00a07,  aft," in block.character.notes
