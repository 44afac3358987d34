"""Texts of every family are read as a person reads them: nothing is wrong or lost, almost all is in its field."""

import functools
from pathlib import Path

import pytest

from field_cases import LOST, NOTES, RIGHT, WRONG, Case, Verdict, cases_in, compared, tally
from gm_desk.core.stat_blocks.reading import MIXED, read_blocks
from gm_desk.core.stat_blocks.source import Pasted
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system_id) for system_id in RULES]
FAMILIES = sorted((Path(__file__).parent / "fields").glob("*.txt"))
CASES = [case for family in FAMILIES for case in cases_in(family)]
AT_LEAST = 0.95


@functools.cache
def read_case(text: str) -> Pasted:
    """Return what is read from the text of a case, which two tests look at."""
    return read_blocks(text, ALL, numbered_ids())


def verdicts(case: Case) -> list[Verdict]:
    pasted = read_case(case.text)
    beside = "\n".join(case.text[span.start : span.end] for span in pasted.beside)
    return compared(case, [(block.character, block.system) for block in pasted.blocks], beside)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_no_field_is_wrong_and_none_is_lost(case: Case) -> None:
    assert [one for one in verdicts(case) if one.result in {WRONG, LOST}] == []


@pytest.mark.parametrize("family", FAMILIES, ids=[family.stem for family in FAMILIES])
def test_almost_every_number_of_a_family_is_in_its_field(family: Path) -> None:
    found = tally([one for case in cases_in(family) for one in verdicts(case) if any(map(str.isdigit, one.expected))])
    assert found[RIGHT] >= AT_LEAST * sum(found.values()), found
    assert sum(found.values()) > 50


def test_what_differs_is_told_apart() -> None:
    case = Case("?", "", ({"name": "Thug", "stats DUR": "30", "skill guns": "40", "stats WT": "6"},), ((),))
    (block,) = read_blocks("Thug: DUR 35, Melee 50, Mood 40, Luck 6", ALL, numbered_ids(), "ep2").blocks
    found = {one.field: one.result for one in compared(case, [(block.character, "ep2")])}
    assert {field for field, result in found.items() if result == RIGHT} == {"name"}
    assert {field for field, result in found.items() if result == NOTES} == {"skill guns", "stats WT"}
    assert {field for field, result in found.items() if result == WRONG} >= {"stats DUR", "skill melee"}


def test_of_a_very_long_text_the_beginning_is_read_and_the_rest_is_told() -> None:
    mooks = "\n".join(f"Mook {number}: Guns 40, Fray 30, DUR 30, WT 6" for number in range(3))
    text = f"{mooks}\n\n{'It rains on the harbor. ' * 20_000}\n\nLate: Guns 40, Fray 30, DUR 30, WT 6\n"
    pasted = read_blocks(text, ALL, numbered_ids())
    assert [block.character.name for block in pasted.blocks] == ["Mook 0", "Mook 1", "Mook 2"]
    assert "The text is longer than 400,000 characters" in pasted.blocks[-1].doubts[-1]
    assert "Late" in text[pasted.beside[-1].start : pasted.beside[-1].end]


@pytest.mark.parametrize(
    "text",
    [
        "Lock Guard Lock Chief\nDUR 30 WT 6 DUR 40 WT 8\nGuns 45 Fray 35 Guns 60 Fray 50\n",
        "Ash            Elm\nGuns 40   Fray 30   Guns 55   Fray 45\nDUR 30   WT 6   DUR 35   WT 7\n",
    ],
)
def test_two_characters_mixed_line_by_line_are_refused_in_words(text: str) -> None:
    pasted = read_blocks(text, ALL, numbered_ids())
    assert pasted.blocks == ()
    assert [one.why for one in pasted.failed] == [MIXED]
