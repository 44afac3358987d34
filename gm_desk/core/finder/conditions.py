"""A condition typed behind a name: "thug 2 stunned 3", or alone for the selected character."""

from collections.abc import Iterator

from gm_desk.core.characters.roster import Character
from gm_desk.core.errors import BadConditionError
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.lexicon import words_of
from gm_desk.core.finder.words import ConditionMeant, Meaning, Unclear
from gm_desk.core.notation.condition import read_condition
from gm_desk.core.scenes.active_conditions import kinds_of

SHARP = 10
"""Above this cost a name is misspelled, and the line is rather something else."""


def condition_meant(text: str, book: RollableIndex, selected: str) -> Meaning | None:
    """Return the condition that a line sets, or why it cannot be set; None for a line that is something else.

    The condition is named in full, behind the name of a character, or alone for the one that is `selected`.
    """
    for who, line in _splits(text, book):
        if not who and any(map(book.names.holds, words_of(line)[:1])):
            continue
        one, doubt = _person(who, book, selected)
        if one is None:
            if doubt:
                return Unclear(doubt)
            continue
        kinds = kinds_of(book.roster, book.system).values()
        try:
            read_condition(line, kinds, book.roster.characters, book.roster.system)
        except BadConditionError as error:
            return Unclear(error.problem[:1].upper() + error.problem[1:])
        return ConditionMeant(one.id, one.name, line)
    return None


def _splits(text: str, book: RollableIndex) -> Iterator[tuple[str, str]]:
    """Yield the ways to part a line before the full name of a condition."""
    words = text.split()
    names = [kind.name.casefold().split() for kind in kinds_of(book.roster, book.system).values()]
    for place in range(len(words)):
        rest = [word.casefold().rstrip(",") for word in words[place:]]
        if any(name and rest[: len(name)] == name for name in names):
            yield " ".join(words[:place]), " ".join(words[place:])


def _person(who: str, book: RollableIndex, selected: str) -> tuple[Character | None, str]:
    """Return the character that words name, or whom they may name; nobody for words that name no one."""
    words = words_of(who)
    if not words:
        return book.character(selected), ""
    people = book.people(words, selected)
    if not people or people[0][0] > SHARP:
        return None, ""
    first, one = people[0]
    alike = [other.name for cost, other in people if cost == first]
    if len(alike) > 1:
        return None, f"“{who}” may be {' or '.join(alike[:3])}"
    return one, ""
