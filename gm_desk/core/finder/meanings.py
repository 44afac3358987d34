"""The possible meanings of a line, and the ways to split its words, each with a cost."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Literal

from msgspec import Struct, structs

from gm_desk.core.characters.roster import clean
from gm_desk.core.drafts.draft import Chip, Draft, Level
from gm_desk.core.errors import BadModifierError, UnclearLineError
from gm_desk.core.finder.lexicon import words_of
from gm_desk.core.rules.modifiers import TRUE_MINUS, parse_modifier
from gm_desk.core.rules.requests import MOST_FUMBLE_DEGREE, MOST_LEVELS
from gm_desk.core.systems.definition import System


class Prepared(Struct, frozen=True):
    """A test, ready to be rolled; `apart` is set if it belongs to no character and leaves the current draft alone.

    `others` are the ids of targets of the roll besides the opponent.
    """

    draft: Draft
    apart: bool = False
    others: tuple[str, ...] = ()

    @property
    def targets(self) -> tuple[str, ...]:
        """The ids of all targets, if there are several."""
        return (self.draft.side("b").character, *self.others) if self.others else ()


class DiceMeant(Struct, frozen=True):
    """A sum of dice."""

    expression: str


class CharacterMeant(Struct, frozen=True):
    """A character alone."""

    character: str
    name: str


class ConditionMeant(Struct, frozen=True):
    """A condition of a character, as typed after the name."""

    character: str
    name: str
    line: str


HarmTrack = Literal["damage", "stress", "fatigue", "wounds", "traumas"]


class HarmMeant(Struct, frozen=True):
    """Damage or healing on a track of a character: an amount, with "heal" before it or the armor that counts after it.

    Wounds and traumas are counted without an effect on the track.
    """

    character: str
    name: str
    track: HarmTrack
    line: str


class ForSeveral(Struct, frozen=True):
    """A condition or damage for several characters, by their ids."""

    meaning: ConditionMeant | HarmMeant
    ids: tuple[str, ...]


class Unclear(Struct, frozen=True):
    """The reason why a line is invalid, or its alternative meanings."""

    says: str


Meaning = Prepared | DiceMeant | CharacterMeant | ConditionMeant | HarmMeant | ForSeveral | Unclear


class LineMeanings(Struct, frozen=True):
    """The meanings of a line, best first; `sharp` unless the best relies on a misspelling or there is none."""

    meanings: tuple[Meaning, ...] = ()
    sharp: bool = False


LONGEST = 200
TYPED = "Typed"
TYPED_ID = "typed "
AGAINST = frozenset({"vs", "vs.", "v", "v.", "versus", "gegen", "against"})
INITIALS = frozenset({"v", "v."})
"""Separators that may also be an initial, if nothing precedes them."""

LABELLED, PRESET, REACHED, LEVEL_IN_NAME, LEVEL_FIRST = 6, 2, 2, 12, 12
MOST_LEVEL_WORDS = 3
MOST_LABEL_WORDS = 3
LEAST_OF_A_PRESET = 3
MOST_WORDS, MOST_SPLITS = 24, 40
"""Limits on the words that are read, and on the readings: each name of a modifier may double their number."""

CHUNK = re.compile(r"(.*?)((?:[-+][0-9]+)+)")
SIGNED = re.compile(r"[-+][0-9]+")
LEVEL = re.compile(r"[ad]\+?[0-9]+|f[-+]?[0-9]+", re.IGNORECASE)
LETTERS: dict[str, Level] = {"a": "advantage", "d": "disadvantage", "f": "fumble_degree"}

Knows = Callable[[str], bool]
TypedLevels = tuple[tuple[Level, int], ...]


class Typed(Struct, frozen=True):
    """A modifier as typed, checked."""

    value: int
    label: str = ""

    def chip(self, number: int) -> Chip:
        """Return its chip; the modifiers of a side are numbered."""
        return Chip(f"{TYPED_ID}{number}", self.value, self.label[:1].upper() + self.label[1:] or TYPED)


class SideSplit(Struct, frozen=True):
    """One way to split the words of a side: `words` name who and what; a higher `cost` is less likely.

    `levels` are typed like "a2 d1 f-1" (Kaiser). `labels` are the positions of words read as labels; `colon` is whether
    a colon introduces a field.
    """

    words: tuple[str, ...]
    modifiers: tuple[Typed, ...] = ()
    difficulty: int | None = None
    cost: int = 0
    labels: Literal["", "before", "behind"] = ""
    levels: TypedLevels = ()
    colon: bool = False

    @property
    def bare(self) -> bool:
        """Whether the side has nothing but who and what."""
        return not self.modifiers and self.difficulty is None and not self.levels


def tidy(line: str) -> str:
    """Return a line with single spaces and ASCII signs, each sign next to its number."""
    text = " ".join(clean(line).replace(TRUE_MINUS, "-").replace("\N{EN DASH}", "-").split())
    text = re.sub(r"(?<=[a-zA-Z]) ?\+ ?(?=[a-zA-Z]{3}\b)", "+", text)
    return re.sub(r"(?:(?<=\s)|^|(?<=[0-9]))([-+]) +(?=[0-9])", r"\1", text)


def halves(text: str) -> list[str]:
    """Split a line at each "vs" or its like; the first part may be empty."""
    sides: list[list[str]] = [[]]
    for word in text.split():
        if word.casefold() in AGAINST and (sides[-1] or word.casefold() not in INITIALS):
            sides.append([])
        else:
            sides[-1].append(word)
    return [" ".join(side) for side in sides]


FORGOTTEN = re.compile(
    r"(?<=[^\s,])\s+(?=teamwork(?:(?:\s+of)?\s*[0-9]{1,2})?(?:$|,|\s+(?:vs?|versus|against)\b))", re.IGNORECASE
)
"""The place before teamwork whose comma was forgotten: "hardware teamwork 2"."""


def with_comma_before_teamwork(text: str, knows: Knows) -> str:
    """Return a line with the comma before its teamwork, unless that is part of a name."""
    return text if knows("teamwork") else FORGOTTEN.sub(", ", text)


def splits_of(text: str, system: System, knows: Knows) -> list[SideSplit]:
    """Return the ways to split the words of one side.

    `knows` returns whether a word is part of a name, which may contain a sign and a number ("unit-7"). Raise
    BadModifierError if a number is no modifier, and UnclearLineError if there are too many words.
    """
    found: list[SideSplit] = []
    for rest, levels, cost in _levelled(text, system, knows):
        groups, values = _groups(rest, knows, system.step)
        if sum(map(len, groups)) > MOST_WORDS:
            raise UnclearLineError("line", f"a side of a test has at most {MOST_WORDS} words")
        field = _field(rest)
        labelled, colon = _labelled(groups, values, field), bool(field)
        found += [structs.replace(one, levels=levels, cost=one.cost + cost, colon=colon) for one in labelled]
    for one in found:  # the loop also visits what it adds
        if len(found) < MOST_SPLITS:
            found += _with_presets(one, system)
    if system.reach is not None:
        found += [other for one in found for other in _reaching(one)]
    return list(dict.fromkeys(found))


def _levelled(text: str, system: System, knows: Knows) -> Iterator[tuple[str, TypedLevels, int]]:
    """Read words like "a2" as levels, if the system has any, or leave them as part of a name.

    Yield the rest of the text, the levels, and the cost of the reading. Raise UnclearLineError for a bad level that
    cannot be part of a name.
    """
    pieces = text.split()
    places = [place for place, piece in enumerate(pieces) if system.levels and LEVEL.fullmatch(piece)]
    for taken in product((True, False), repeat=min(MOST_LEVEL_WORDS, len(places))):
        chosen = [place for place, one in zip(places, taken, strict=False) if one]
        rest = " ".join(piece for place, piece in enumerate(pieces) if place not in chosen)
        named = sum(knows(pieces[place].casefold()) for place in chosen)
        try:
            levels = read_levels([pieces[place] for place in chosen])
        except UnclearLineError:
            if named:
                continue
            raise
        yield rest, levels, LEVEL_IN_NAME * named + LEVEL_FIRST * (0 in chosen)


def read_levels(words: Sequence[str]) -> TypedLevels:
    """Read levels; raise UnclearLineError if one is named twice or is out of bounds."""
    found: dict[Level, int] = {}
    for word in words:
        level = LETTERS[word[0].casefold()]
        value, most = int(word[1:6]), MOST_FUMBLE_DEGREE if level == "fumble_degree" else MOST_LEVELS
        name = level.replace("_", " ")
        if level in found:
            raise UnclearLineError("line", f"{name} is named twice: “{word}” and another one")
        if abs(value) > most:
            raise UnclearLineError("line", f"“{word[:9]}” is above the highest {name}, {most}")
        found[level] = value
    return tuple(found.items())


def is_number(word: str) -> bool:
    """Return whether a word is a number without a sign."""
    return word.isascii() and word.isdigit()


def _groups(text: str, knows: Knows, step: int) -> tuple[list[list[str]], list[int]]:
    """Split a side into the words before, between and after its modifiers, and the modifiers."""
    groups: list[list[str]] = [[]]
    values: list[int] = []
    for chunk in filter(None, (piece.rstrip("+-") for piece in text.split())):  # a sign without its number yet
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
    """Raise BadModifierError for a word that begins like a modifier but is not one."""
    if re.match(r"[^-+]*[-+]+[0-9.,]", chunk) and not chunk[0].isalpha():
        raise BadModifierError("modifier", f"“{chunk}” is not a number")


def _field(text: str) -> int:
    """Return the number of words between a colon and the first modifier: the field of a skill, which is no label."""
    found = SIGNED.search(text)
    before, colon, behind = (text[: found.start()] if found else text).rpartition(":")
    return len(words_of(behind)) if before and colon else 0


def _labelled(groups: Sequence[Sequence[str]], values: Sequence[int], field: int) -> Iterator[SideSplit]:
    """Yield the readings with and without labels next to the modifiers."""
    bare = tuple(Typed(value) for value in values)
    yield SideSplit(tuple(word for group in groups for word in group), bare)
    if any(groups[1:]):
        behind = tuple(Typed(value, " ".join(group)) for value, group in zip(values, groups[1:], strict=True))
        yield SideSplit(tuple(groups[0]), behind, cost=LABELLED, labels="behind")
    if values and not groups[-1]:
        for count in range(1, min(MOST_LABEL_WORDS, len(groups[0]) - 1) + 1):
            if count == field:
                continue
            labels = [groups[0][-count:], *groups[1:-1]]
            before = tuple(Typed(value, " ".join(label)) for value, label in zip(values, labels, strict=True))
            yield SideSplit(tuple(groups[0][:-count]), before, cost=LABELLED + count, labels="before")


def _with_presets(split: SideSplit, system: System) -> Iterator[SideSplit]:
    """Yield the readings with words as the name of a difficulty or a situational modifier, the longest name first."""
    words = split.words
    for size in range(min(3, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            rest = words[:start] + words[start + size :]
            found = list(_presets(" ".join(words[start : start + size]), rest, split, system))
            if found:
                yield from found
                return


def _presets(name: str, rest: tuple[str, ...], split: SideSplit, system: System) -> Iterator[SideSplit]:
    """Read a name, or a prefix that only one name has, as a difficulty or as situational modifiers."""
    names = [one.name.casefold() for one in system.difficulties] + [one.name.casefold() for one in system.factors]
    begun = {one for one in names if one.startswith(name)} if len(name) >= LEAST_OF_A_PRESET else set()
    if name not in names and len(begun) != 1:
        return
    name = name if name in names else begun.pop()
    for difficulty in system.difficulties:
        if difficulty.name.casefold() == name:
            yield structs.replace(split, words=rest, difficulty=difficulty.value, cost=split.cost + PRESET)
    for factor in system.factors:
        if factor.name.casefold() == name:
            modifiers = (*split.modifiers, Typed(factor.value, factor.name))
            yield structs.replace(split, words=rest, modifiers=modifiers, cost=split.cost + PRESET)


def _reaching(split: SideSplit) -> Iterator[SideSplit]:
    """Yield the reading of a last word that is a number as the difficulty."""
    if len(split.words) > 1 and is_number(split.words[-1]) and split.difficulty is None:
        last = int(split.words[-1][:9])
        yield structs.replace(split, words=split.words[:-1], difficulty=last, cost=split.cost + REACHED)
