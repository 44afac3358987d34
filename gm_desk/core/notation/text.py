"""The text that notations read and write: spans of it with their positions, and the escapes of Markdown."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from msgspec import Struct

from gm_desk.core.characters.roster import clean
from gm_desk.core.errors import RulesError


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

    Names with a common beginning share it, so that the search gives up a position without a name after a letter or two.
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
        while len(part.text) > 1 and part.text[0] in OPENING and closing(part.text) == len(part.text) - 1:
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


def closing(text: str) -> int:
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


FORMATS = lazy_pattern(
    r"""[\\`*\[\]|]|<(?=[a-zA-Z/!?])|~(?=~)|(?<=~)~|(?<!\w)_|_(?!\w)|&(?=\#?\w{1,20};)|\#(?=[\#\ ]*$)""", re.VERBOSE
)
BREAKS = lazy_pattern(r"[\x00-\x1f\x7f\x85\u2028\u2029]|^ | $")
ESCAPED = lazy_pattern(r"\\([!-/:-@\[-`{-~])|&#([0-9]{1,7});")
EMPTY = '""'
"""An empty text in a list."""
SHIELD = 0xDC00
FILLER = chr(SHIELD + 0xFF)
MOST_LETTERS = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)
BARE = {SHIELD + code: chr(code) for code in range(128)} | {ord(FILLER): ""}
SPACE = " "


def spell(text: str, marks: str = "") -> str:
    """Escape a text for a line that is split at `marks`; marks within balanced brackets need no escaping."""
    line = clean(text)
    if line in {"", EMPTY}:
        return EMPTY if not line else "\\" + EMPTY
    brackets = "(" not in marks and _balanced(line)
    marks = marks if brackets else marks + "()"
    written, depth = "", 0
    for place, letter in enumerate(line):
        depth += brackets and (letter == "(") - (letter == ")")
        if BREAKS.match(line, place):
            written += entity(letter)
        else:
            written += "\\" * bool(FORMATS.match(line, place) or (letter in marks and not depth)) + letter
    return written


def entity(text: str) -> str:
    """Escape every character of a text as an entity."""
    return "".join(f"&#{ord(letter)};" for letter in text)


def unlike(text: str, marks: str = "") -> str:
    """Escape the first and last characters of a text if they would be read as markup."""
    if len(text) < len("ab"):
        return entity(text) or EMPTY
    return entity(text[0]) + (spell(text[1:-1], marks + "()") if text[1:-1] else "") + entity(text[-1])


def shielded(raw: str) -> str:
    """Replace escaped characters in a line with placeholders of the same length."""
    return ESCAPED.sub(_shield, clean(raw))


def bare(text: str) -> str:
    """Return a text with its placeholders replaced by the original characters."""
    plain = text.strip(" ")
    return "" if plain == EMPTY else plain.translate(BARE)


def parts(text: str, mark: str, start: int = 0) -> list[TextSpan]:
    """Split a text with placeholders at a mark outside brackets; empty parts are dropped."""
    found, depth, last = [], 0, 0
    for place, letter in enumerate(text):
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if letter == mark and not depth:
            found.append(TextSpan(text[last:place], start + last).trimmed(SPACE))
            last = place + 1
    found.append(TextSpan(text[last:], start + last).trimmed(SPACE))
    return [part for part in found if part.text]


def reads_as(text: str, read: Callable[[str], Any], meant: Any) -> bool:
    """Return whether a written text is read back as it was meant."""
    try:
        return bool(read(shielded(text)) == meant)
    except RulesError:
        return False


def _shield(found: re.Match[str]) -> str:
    """Return the placeholder for an escaped character, of the same length; invalid numbers stay."""
    if found[1]:
        return FILLER + chr(SHIELD + ord(found[1]))
    code = int(found[2])
    if code > MOST_LETTERS or code in SURROGATES:
        return found[0]
    letter = chr(code + SHIELD if code < len(BARE) - 1 else code)
    return letter + FILLER * (len(found[0]) - 1)


def _balanced(text: str) -> bool:
    """Return whether all brackets of a text are balanced."""
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0


RULE = lazy_pattern(r"\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
"""A horizontal rule."""
HEADING = lazy_pattern(r"^\s*#{1,6}\s+(?=\S)")
ITEM = lazy_pattern(r"^(\s*)[-*+]\s+(?=\S)")
QUOTE = lazy_pattern(r"^\s*>\s+(?=\S)")
BULLET = "• "
LINK = lazy_pattern(r"!?\[([^\[\]\n]*[^\[\]\s][^\[\]\n]*)\]\([^()\s]*(?: +\"[^\"\n]*\")?\)")
ENTITY = lazy_pattern(r"&(?:[a-zA-Z]{2,8}|#[0-9]{1,6}|#x[0-9a-fA-F]{1,6});")
TAG = lazy_pattern(r"</?(?:b|i|u|em|strong|sup|sub|small)>|<br ?/?>")
CODE = lazy_pattern(r"`([^`\n]+)`")
SIGNS = (
    lazy_pattern(r"(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])"),
    lazy_pattern(r"\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*"),
    lazy_pattern(r"(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])"),
    lazy_pattern(r"(?<![\w_])__(?=[^\s_])([^_\n]*[^\s_])__(?![\w_])"),
)
"""Patterns for words in bold and italics, the inner ones first."""


def as_read(text: str) -> str:
    """Return Markdown without its markup, line by line; text that only resembles markup stays."""
    return "\n".join(_line(line) for line in text.split("\n") if not RULE.match(line))


def _line(line: str) -> str:
    """Return a line without its markup."""
    line = HEADING.sub("", QUOTE.sub("", line, 1), 1)
    line = ITEM.sub(rf"\1{BULLET}", line, 1) if ITEM.match(line) else line
    return words_as_read(line)


def words_as_read(text: str) -> str:
    """Return the words within a line without their markup."""
    if not any(sign in text for sign in "*_[`<&"):
        return text
    text = LINK.sub(r"\1", text)
    for sign in SIGNS:
        text = sign.sub(r"\1", text)
    from html import unescape

    return ENTITY.sub(lambda found: unescape(found[0]), TAG.sub(" ", CODE.sub(r"\1", text)))
