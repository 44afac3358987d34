"""Spans of a cleaned text with their positions, so that unrecognised parts can be shown and kept."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from msgspec import Struct


class LazyPattern:
    """A regular expression that is compiled when it is first used.

    Compiling the patterns of this package takes longer than importing it, and few are needed at a start.
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        """Store the expression."""
        self._arguments = pattern, flags

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the compiled pattern, and cache it on this object."""
        found = getattr(re.compile(*self._arguments), name)
        vars(self)[name] = found
        return found


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled when it is first used."""
    return cast("re.Pattern[str]", LazyPattern(pattern, flags))


def any_of(names: Iterable[str], space: str = " ") -> str:
    """Return a pattern for any of some names, the longest that matches; `space` is the pattern of their spaces.

    Names that begin alike are written as one, so that a position where none stands is left after a letter or two.
    """
    return _pattern_of(tuple(names), space)


@lru_cache(maxsize=64)  # each text is read with patterns of its own, but always for the same names
def _pattern_of(names: tuple[str, ...], space: str) -> str:
    """Return the pattern for any of some names."""
    tree: dict[str, Any] = {}
    for name in names:
        node = tree
        for letter in name:
            node = node.setdefault(letter, {})
        node[""] = {}
    return _branches(tree, space) if tree else r"(?!)"


def _branches(node: Mapping[str, Any], space: str) -> str:
    """Return the pattern of what may follow in a tree of letters."""
    letters = ((space if letter == " " else re.escape(letter), rest) for letter, rest in node.items() if letter)
    ways = [f"{letter}{_branches(rest, space)}" for letter, rest in letters]
    if not ways:
        return ""
    return ways[0] if len(ways) == 1 and "" not in node else f"(?:{'|'.join(ways)}){'?' if '' in node else ''}"


BETWEEN = ",;•·|"
OPENING, CLOSING = "([{", ")]}"
NOTHING = lazy_pattern(r"[\s—–−-]*(?:n/?a|none)?[\s.]*", re.IGNORECASE)
EDGES = " \n,;•·|"


class TextSpan(Struct, frozen=True, gc=False):
    """A span of a cleaned text, and the position where it begins."""

    text: str
    start: int = 0

    @property
    def end(self) -> int:
        """The position after the last character."""
        return self.start + len(self.text)

    @property
    def words(self) -> str:
        """The text on one line, with single spaces."""
        return " ".join(self.text.split())

    def cut(self, start: int, end: int | None = None) -> "TextSpan":
        """Return a part of the span."""
        return TextSpan(self.text[start:end], self.start + start)

    def trimmed(self, edges: str = EDGES) -> "TextSpan":
        """Return the span without spaces and separators at both ends."""
        right = self.text.rstrip(edges)
        return TextSpan(right.lstrip(edges), self.start + len(right) - len(right.lstrip(edges)))

    def unwrapped(self) -> "TextSpan":
        """Return the span without the pair of brackets around all of it, if there is one."""
        part = self.trimmed()
        while len(part.text) > 1 and part.text[0] in OPENING and _closing(part.text) == len(part.text) - 1:
            part = part.cut(1, -1).trimmed()
        return part

    def split(self, between: str = BETWEEN) -> list["TextSpan"]:
        """Split the span at commas and the like outside brackets; empty parts are dropped.

        Unbalanced brackets do not count.
        """
        places = _parting(self.text, between)
        starts = [0, *(place + 1 for place in places)]
        ends = [*places, len(self.text)]
        parts = (self.cut(start, end).trimmed() for start, end in zip(starts, ends, strict=True))
        return [part for part in parts if part.text]


def is_nothing(part: TextSpan) -> bool:
    """Return whether a span stands for an empty value: a dash, "none", or no word at all."""
    return NOTHING.fullmatch(part.trimmed().text) is not None


def has_words(part: TextSpan) -> bool:
    """Return whether a span contains a letter or a digit."""
    return any(letter.isalnum() for letter in part.text)


def with_words(*parts: TextSpan) -> tuple[TextSpan, ...]:
    """Return the spans with at least one letter or digit, trimmed."""
    return tuple(part.trimmed() for part in parts if has_words(part))


def is_within(place: int, spans: Sequence[TextSpan]) -> bool:
    """Return whether a position is in one of the spans, which are in order and do not overlap."""
    number = bisect_right(spans, place, key=lambda one: one.start) - 1
    return number >= 0 and place < spans[number].end


def _closing(text: str) -> int:
    """Return the position of the bracket that closes the first one."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in OPENING) - (letter in CLOSING)
        if not depth:
            return place
    return -1


def _parting(text: str, between: str) -> list[int]:
    """Return the positions at which a text is split."""
    depth, deep, flat = 0, list[int](), list[int]()
    for place, letter in enumerate(text):
        depth += (letter in OPENING) - (letter in CLOSING)
        depth = max(0, depth)
        if letter in between:
            flat.append(place)
            if not depth:
                deep.append(place)
    return flat if depth else deep
