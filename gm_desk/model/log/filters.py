"""The filters of the log: the grades of a system by name, and the parts of a search."""

from collections.abc import Callable, Iterator

from msgspec import Struct, structs

from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import GLYPHS, WORDS
from gm_desk.store.journal.entries import Search

CRITICALS = frozenset({Grade.CRITICAL_SUCCESS, Grade.CRITICAL_FAILURE})
CRITICAL = "Criticals"
GROUPS = {
    "Successes": frozenset(grade for grade in Grade if grade.succeeds),
    "Failures": frozenset(grade for grade in Grade if not grade.succeeds),
    CRITICAL: CRITICALS,
}
FUMBLE = "Fumble"
SECRETS = {"Only secret": True, "Without secret": False}


def grade_in_words(grade: Grade, system: str) -> str:
    """Return the name of a grade in a system; a critical failure without critical successes is a fumble (Kaiser)."""
    fumbles = grade is Grade.CRITICAL_FAILURE and Grade.CRITICAL_SUCCESS not in RULES[system].GRADES
    return FUMBLE if fumbles else WORDS[grade]


def marked_grade(grade: Grade, system: str) -> str:
    """Return the name of a grade with its glyph."""
    return f"{GLYPHS[grade]} {grade_in_words(grade, system)}"


def groups_of(system: str) -> dict[str, frozenset[Grade]]:
    """Return the groups of a system's grades by name, without groups of a single grade."""
    known = frozenset(RULES[system].GRADES)
    return {words: grades & known for words, grades in GROUPS.items() if len(grades & known) > 1 or words != CRITICAL}


def grades_of(system: str) -> dict[str, frozenset[Grade]]:
    """Return each grade of a system by its name."""
    return {marked_grade(grade, system): frozenset({grade}) for grade in RULES[system].GRADES}


class SearchPart(Struct, frozen=True):
    """One part of a search: its label, and the search without it."""

    words: str
    without: Search


def facets_of(
    search: Search, system: str, who: Callable[[str], str], evening: Callable[[str], str]
) -> Iterator[SearchPart]:
    """Yield the parts of a search besides words; `who` and `evening` return names of characters and sessions by id."""
    if search.character:
        yield SearchPart(who(search.character), structs.replace(search, character=""))
    if search.grades:
        verdicts = groups_of(system) | grades_of(system)
        named = next((words for words, grades in verdicts.items() if grades == search.grades), "Some verdicts")
        yield SearchPart(named, structs.replace(search, grades=frozenset()))
    if search.session:
        yield SearchPart(evening(search.session), structs.replace(search, session=""))
    if search.secret is not None:
        yield SearchPart("Only secret" if search.secret else "Without secret", structs.replace(search, secret=None))
