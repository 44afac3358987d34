"""The parts of a search of the log, each with a label under which it can be removed."""

from collections.abc import Callable, Iterator

from msgspec import Struct, structs

from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.roll.wording import GLYPHS, WORDS
from gm_desk.store.journal.entries import Search

CRITICALS = frozenset({Grade.CRITICAL_SUCCESS, Grade.CRITICAL_FAILURE})
GROUPS = {
    "Successes": frozenset(grade for grade in Grade if grade.succeeds),
    "Failures": frozenset(grade for grade in Grade if not grade.succeeds),
    "Criticals": CRITICALS,
}
GRADES = {f"{GLYPHS[grade]} {WORDS[grade]}": frozenset({grade}) for grade in Grade}
VERDICTS = {**GROUPS, **GRADES}
SECRETS = {"Only secret": True, "Without secret": False}


class SearchPart(Struct, frozen=True):
    """One part of a search: its label, and the search without it."""

    words: str
    without: Search


def facets_of(search: Search, who: Callable[[str], str], evening: Callable[[str], str]) -> Iterator[SearchPart]:
    """Yield the parts of a search besides words; `who` and `evening` return names of characters and sessions by id."""
    if search.character:
        yield SearchPart(who(search.character), structs.replace(search, character=""))
    if search.grades:
        named = next((words for words, grades in VERDICTS.items() if grades == search.grades), "Some verdicts")
        yield SearchPart(named, structs.replace(search, grades=frozenset()))
    if search.session:
        yield SearchPart(evening(search.session), structs.replace(search, session=""))
    if search.secret is not None:
        yield SearchPart("Only secret" if search.secret else "Without secret", structs.replace(search, secret=None))
