"""Conditions and harm in a typed line, for whoever it names: "thug 2 stunned 3", "wound jaqui"."""

import re
from collections.abc import Iterator, Sequence

from gm_desk.core.characters.roster import Character
from gm_desk.core.errors import BadConditionError
from gm_desk.core.finder.harm import begins_with_harm, harm_meant, person
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.lexicon import words_of
from gm_desk.core.finder.meanings import ConditionMeant, HarmMeant, Meaning, Unclear
from gm_desk.core.notation.condition import read_condition
from gm_desk.core.scenes.active_conditions import kinds_of

MOST_NAME_WORDS = 20
"""Maximum number of words of a condition's name that can begin a line."""
TIMED = re.compile(r"\b(?:of|until|turns?|rounds?|phases?|start|end)\b", re.IGNORECASE)
"""The words after which a name is that of whoever's turns time a condition."""


def done_meant(text: str, book: RollableIndex, selected: str) -> Meaning | None:
    """Return what a line does to a character without a roll: damage or a condition; None if it is something else."""
    found = _done_to_first(text, book, selected)
    timed = isinstance(found, ConditionMeant) and TIMED.search(text)
    if isinstance(found, HarmMeant) or timed:
        return found
    return _done_to_last(text, book) or found


def _done_to_first(text: str, book: RollableIndex, selected: str) -> Meaning | None:
    return harm_meant(text, book, selected) or condition_meant(text, book, selected)


def _done_to_last(text: str, book: RollableIndex) -> Meaning | None:
    """Return what a line that ends with a name does to that character: "wound jaqui", "prone thug 2"."""
    words, doubts = text.split(), list[str]()
    if not begins_with_harm(text) and not _begins_with_condition(words, book):
        return None
    for cut in range(1, len(words)):
        name = " ".join(words[cut:])
        one, doubt = person(name, book, "")
        doubts += [doubt] if doubt else []
        found = None if one is None else _done_to_first(f"{name} {' '.join(words[:cut])}", book, "")
        if isinstance(found, HarmMeant | ConditionMeant):
            return found
    return Unclear(doubts[0]) if doubts else None


def condition_meant(text: str, book: RollableIndex, selected: str) -> Meaning | None:
    """Return the condition set by a line, or the reason why it cannot be set; None if the line is something else.

    The condition is named in full, after the name of a character, or alone for the `selected` one.
    """
    for who, line in _splits(text, book):
        if not who and any(map(book.names.holds, words_of(line)[:1])):
            continue
        one, doubt = person(who, book, selected)
        if one is None:
            if doubt:
                return Unclear(doubt)
            continue
        kinds = kinds_of(book.roster, book.system).values()
        try:
            read_condition(line, kinds, book.roster.characters, book.roster.system)
        except BadConditionError as error:
            if _is_rolled(one, line, book):
                continue
            return Unclear(error.problem[:1].upper() + error.problem[1:])
        return ConditionMeant(one.id, one.name, line)
    return None


def _is_rolled(one: Character, line: str, book: RollableIndex) -> bool:
    """Return whether words are something that a character rolls though they begin with a condition: "shock baton"."""
    words = words_of(re.split(r"\svs\b|,", line, maxsplit=1)[0])
    return len(words) > 1 and bool(book.rolls(one, words))


def _begins_with_condition(words: Sequence[str], book: RollableIndex) -> bool:
    """Return whether the first words are the full name of a condition."""
    names = (kind.name.casefold().split() for kind in kinds_of(book.roster, book.system).values())
    first = [word.casefold().rstrip(",") for word in words[:MOST_NAME_WORDS]]
    return any(name and first[: len(name)] == name for name in names)


def _splits(text: str, book: RollableIndex) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a line before the full name of a condition."""
    words = text.split()
    names = [kind.name.casefold().split() for kind in kinds_of(book.roster, book.system).values()]
    for place in range(len(words)):
        rest = [word.casefold().rstrip(",") for word in words[place:]]
        if any(name and rest[: len(name)] == name for name in names):
            yield " ".join(words[:place]), " ".join(words[place:])
