"""What a line may mean, and what it costs to believe it."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Literal

from msgspec import Struct, structs

from gm_desk.core.characters.roster import clean
from gm_desk.core.drafts.draft import Draft, Level
from gm_desk.core.errors import BadModifierError, UnclearLineError
from gm_desk.core.finder.lexicon import words_of
from gm_desk.core.rules.modifiers import TRUE_MINUS, parse_modifier
from gm_desk.core.rules.requests import MOST_FUMBLE_DEGREE, MOST_LEVELS
from gm_desk.core.systems.definition import System


class Prepared(Struct, frozen=True):
    """Hold a test, ready to be rolled; `apart` is one of nobody, which leaves what is being composed alone."""

    draft: Draft
    apart: bool = False


class DiceMeant(Struct, frozen=True):
    """Hold a sum of dice."""

    expression: str


class Somebody(Struct, frozen=True):
    """Hold a character alone."""

    character: str
    name: str


class Unclear(Struct, frozen=True):
    """Say what is wrong with a line, or which of several things it may mean."""

    says: str


Meaning = Prepared | DiceMeant | Somebody | Unclear


class Meant(Struct, frozen=True):
    """Hold the meanings of a line, best first; `sharp` unless the best rests on a misspelling, or there is none."""

    meanings: tuple[Meaning, ...] = ()
    sharp: bool = False


LONGEST = 200
AGAINST = frozenset({"vs", "vs.", "v", "v.", "versus", "gegen", "against"})
INITIALS = frozenset({"v", "v."})
"""What may also begin a name, where nothing stands before it."""

LABELLED, PRESET, REACHED, LEVEL_IN_NAME, LEVEL_FIRST = 6, 2, 2, 12, 12
MOST_LEVEL_WORDS = 3
MOST_LABEL_WORDS = 3
LEAST_OF_A_PRESET = 3
MOST_WORDS, MOST_WORDINGS = 24, 40
"""So many words are read, and so many ways to sort them: each name of a factor among them may double those."""

CHUNK = re.compile(r"(.*?)((?:[-+][0-9]+)+)")
SIGNED = re.compile(r"[-+][0-9]+")
LEVEL = re.compile(r"[ad]\+?[0-9]+|f[-+]?[0-9]+", re.IGNORECASE)
LETTERS: dict[str, Level] = {"a": "advantage", "d": "disadvantage", "f": "fumble_degree"}

Knows = Callable[[str], bool]
Levels = tuple[tuple[Level, int], ...]


class Typed(Struct, frozen=True):
    """Hold a modifier as it was typed, checked."""

    value: int
    label: str = ""


class Wording(Struct, frozen=True):
    """Hold one way to sort the words of a side: `words` name who and what; `cost` says how far-fetched it is.

    `levels` are typed like "a2 d1 f-1" (Kaiser). `labels` says whether words were taken for labels, and where those
    stood, `colon` whether a field is set off by one.
    """

    words: tuple[str, ...]
    modifiers: tuple[Typed, ...] = ()
    difficulty: int | None = None
    cost: int = 0
    labels: Literal["", "before", "behind"] = ""
    levels: Levels = ()
    colon: bool = False

    @property
    def bare(self) -> bool:
        """Return whether there is nothing to the side but who and what."""
        return not self.modifiers and self.difficulty is None and not self.levels


def tidy(line: str) -> str:
    """Give a line with single spaces, ASCII signs, and each sign with its number."""
    text = " ".join(clean(line).replace(TRUE_MINUS, "-").replace("\N{EN DASH}", "-").split())
    text = re.sub(r"(?<=[a-zA-Z]) ?\+ ?(?=[a-zA-Z]{3}\b)", "+", text)
    return re.sub(r"(?:(?<=\s)|^|(?<=[0-9]))([-+]) +(?=[0-9])", r"\1", text)


def halves(text: str) -> list[str]:
    """Split a line at each word that sets one side against another; the first half may be empty."""
    sides: list[list[str]] = [[]]
    for word in text.split():
        if word.casefold() in AGAINST and (sides[-1] or word.casefold() not in INITIALS):
            sides.append([])
        else:
            sides[-1].append(word)
    return [" ".join(side) for side in sides]


def wordings(text: str, system: System, knows: Knows) -> list[Wording]:
    """List the ways to sort one side's words.

    Raises BadModifierError where a number is no modifier, and UnclearLineError where there are too many words. `knows`
    tells whether a word is part of a name, which may have a sign and a number in it ("unit-7").
    """
    found: list[Wording] = []
    for rest, levels, cost in _levelled(text, system, knows):
        groups, values = _groups(rest, knows, system.step)
        if sum(map(len, groups)) > MOST_WORDS:
            raise UnclearLineError("line", f"a side of a test has at most {MOST_WORDS} words")
        field = _field(rest)
        labelled, colon = _labelled(groups, values, field), bool(field)
        found += [structs.replace(one, levels=levels, cost=one.cost + cost, colon=colon) for one in labelled]
    for one in found:  # which grows meanwhile
        if len(found) < MOST_WORDINGS:
            found += _with_presets(one, system)
    if system.reach is not None:
        found += [other for one in found for other in _reaching(one)]
    return list(dict.fromkeys(found))


def _levelled(text: str, system: System, knows: Knows) -> Iterator[tuple[str, Levels, int]]:
    """Take words like "a2" for levels where the system knows any, or leave them to be part of a name.

    Yield the rest of the text, the levels, and what the reading costs. Raises UnclearLineError for a level that can
    be no name and is none.
    """
    pieces = text.split()
    places = [place for place, piece in enumerate(pieces) if system.levels and LEVEL.fullmatch(piece)]
    for taken in product((True, False), repeat=min(MOST_LEVEL_WORDS, len(places))):
        chosen = [place for place, one in zip(places, taken, strict=False) if one]
        rest = " ".join(piece for place, piece in enumerate(pieces) if place not in chosen)
        named = sum(knows(pieces[place].casefold()) for place in chosen)
        try:
            levels = _levels([pieces[place] for place in chosen])
        except UnclearLineError:
            if named:
                continue
            raise
        yield rest, levels, LEVEL_IN_NAME * named + LEVEL_FIRST * (0 in chosen)


def _levels(words: Sequence[str]) -> Levels:
    """Read levels; raises UnclearLineError where one is named twice, or is beyond what there is."""
    found: dict[Level, int] = {}
    for word in words:
        level = LETTERS[word[0].casefold()]
        value, most = int(word[1:6]), MOST_FUMBLE_DEGREE if level == "fumble_degree" else MOST_LEVELS
        name = level.replace("_", " ")
        if level in found:
            raise UnclearLineError("line", f"{name} is named twice: “{word}” and another one")
        if abs(value) > most:
            raise UnclearLineError("line", f"“{word[:9]}” is beyond the largest {name}, {most}")
        found[level] = value
    return tuple(found.items())


def is_number(word: str) -> bool:
    """Tell whether a word is a number without a sign."""
    return word.isascii() and word.isdigit()


def _groups(text: str, knows: Knows, step: int) -> tuple[list[list[str]], list[int]]:
    """Split a side into the words before, between and behind its modifiers, and the modifiers."""
    groups: list[list[str]] = [[]]
    values: list[int] = []
    for chunk in filter(None, (piece.rstrip("+-") for piece in text.split())):  # a sign may still await its number
        found = CHUNK.fullmatch(chunk)
        if found is None or (found[1] and not is_number(found[1]) and knows(chunk.casefold())):
            _check(chunk)
            groups[-1] += words_of(chunk)
            continue
        _check(chunk if found[1].endswith(("+", "-")) else "")
        groups[-1] += words_of(found[1])
        for signed in SIGNED.findall(found[2]):
            values.append(parse_modifier(signed, step))
            groups.append([])
    return groups, values


def _check(chunk: str) -> None:
    """Refuse what begins like a modifier and is none."""
    if re.match(r"[^-+]*[-+]+[0-9.,]", chunk) and not chunk[0].isalpha():
        raise BadModifierError("modifier", f"“{chunk}” is not a number")


def _field(text: str) -> int:
    """Count the words between a colon and the first modifier: the field of a skill, which is no label."""
    found = SIGNED.search(text)
    before, colon, behind = (text[: found.start()] if found else text).rpartition(":")
    return len(words_of(behind)) if before and colon else 0


def _labelled(groups: Sequence[Sequence[str]], values: Sequence[int], field: int) -> Iterator[Wording]:
    """Take words beside modifiers for their labels, or not."""
    bare = tuple(Typed(value) for value in values)
    yield Wording(tuple(word for group in groups for word in group), bare)
    if any(groups[1:]):
        behind = tuple(Typed(value, " ".join(group)) for value, group in zip(values, groups[1:], strict=True))
        yield Wording(tuple(groups[0]), behind, cost=LABELLED, labels="behind")
    if values and not groups[-1]:
        for count in range(1, min(MOST_LABEL_WORDS, len(groups[0]) - 1) + 1):
            if count == field:
                continue
            labels = [groups[0][-count:], *groups[1:-1]]
            before = tuple(Typed(value, " ".join(label)) for value, label in zip(values, labels, strict=True))
            yield Wording(tuple(groups[0][:-count]), before, cost=LABELLED + count, labels="before")


def _with_presets(wording: Wording, system: System) -> Iterator[Wording]:
    """Take words for one name of a difficulty or a situational factor, the longest name first."""
    words = wording.words
    for size in range(min(3, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            rest = words[:start] + words[start + size :]
            found = list(_presets(" ".join(words[start : start + size]), rest, wording, system))
            if found:
                yield from found
                return


def _presets(name: str, rest: tuple[str, ...], wording: Wording, system: System) -> Iterator[Wording]:
    """Read a name, or the beginning of just one, as a difficulty or as situational factors."""
    names = [one.name.casefold() for one in system.difficulties] + [one.name.casefold() for one in system.factors]
    begun = {one for one in names if one.startswith(name)} if len(name) >= LEAST_OF_A_PRESET else set()
    if name not in names and len(begun) != 1:
        return
    name = name if name in names else begun.pop()
    for difficulty in system.difficulties:
        if difficulty.name.casefold() == name:
            yield structs.replace(wording, words=rest, difficulty=difficulty.value, cost=wording.cost + PRESET)
    for factor in system.factors:
        if factor.name.casefold() == name:
            modifiers = (*wording.modifiers, Typed(factor.value, factor.name))
            yield structs.replace(wording, words=rest, modifiers=modifiers, cost=wording.cost + PRESET)


def _reaching(wording: Wording) -> Iterator[Wording]:
    """Take a last word that is a number for the difficulty to reach."""
    if len(wording.words) > 1 and is_number(wording.words[-1]) and wording.difficulty is None:
        last = int(wording.words[-1][:9])
        yield structs.replace(wording, words=wording.words[:-1], difficulty=last, cost=wording.cost + REACHED)
