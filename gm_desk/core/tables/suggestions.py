"""What a column that is not known may contain, and the likeliest of it by its name and its values."""

import re
from collections.abc import Sequence

from gm_desk.core.stat_blocks.source import Column
from gm_desk.core.systems.definition import System
from gm_desk.core.tables.headings import NOTE, Headings

ALIKE_ENOUGH = 70
"""How alike a heading and a name must be, of 100, to suggest it."""
DICE = re.compile(r"[0-9]*d[0-9]+")
LISTED = re.compile(r"[^\W\d_][^0-9,;]* [0-9]{1,3}(?:[,;]|$)")


def choices_of(system: System) -> list[tuple[str, str]]:
    """Return what a column can be given: the id of each meaning, and its name."""
    return [(meaning.id, name) for meaning, name in Headings(system).choices()]


def suggestion(column: Column, choices: Sequence[tuple[str, str]]) -> str:
    """Return the id of the likeliest meaning of a column that is not known, or "" if nothing is likely."""
    by_values = _by_values(column.examples)
    if by_values:
        return by_values
    from rapidfuzz import process, utils

    names = {meaning: f"{meaning.rpartition(':')[2]} {name}" for meaning, name in choices if meaning != NOTE.id}
    found = process.extractOne(
        column.heading, names, scorer=_likeness, processor=utils.default_process, score_cutoff=ALIKE_ENOUGH
    )
    return str(found[2]) if found else ""


def _likeness(one: str, other: str, **_more: object) -> float:
    """Return how alike a heading is to the key or to the name of a meaning."""
    from rapidfuzz import fuzz

    return max((fuzz.ratio(one, word) for word in other.split()), default=0.0)


def _by_values(examples: Sequence[str]) -> str:
    """Return the meaning of values that only one kind of column has."""
    if examples and all(map(DICE.search, examples)):
        return "damage" if all(map(DICE.match, examples)) else "weapon"
    return "skills" if examples and all(map(LISTED.match, examples)) else ""
