"""Tolerant reading of other programs' data, with an account of each field."""

import html
import math
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from gm_desk.core.characters.roster import clean
from gm_desk.store.exchange.accounts import Account, Key, Path, at

NOTHING = "nothing in it"
EMPTY: tuple[Any, ...] = ("", None, [], {})
LONGEST_NUMBER = 12
LONGEST_QUOTE = 60
SPELT = {"True": "yes", "False": "no", "None": "nothing"}

WHOLE = re.compile(r"[+\-\N{MINUS SIGN}]?[0-9]+(\.0*)?", re.ASCII)
ENDS_A_LINE = re.compile(r"(?i)<br\s*/?>|</(?:p|div|li|tr|h[1-6]|ul|ol|table|blockquote|section)\s*>")
STARTS_AN_ITEM = re.compile(r"(?i)<li\b[^<>]*>")
UNSHOWN = [
    (re.compile(opening, re.IGNORECASE), re.compile(closing, re.IGNORECASE))
    for opening, closing in (("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>"))
]
TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
GAPS = re.compile(r"\n{3,}")


def number(value: Any) -> int | None:
    """Return the whole number in a number or a text ("15", " 15 ", 15.0), or None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if math.isfinite(value) and value == int(value) else None
    if not isinstance(value, str) or len(value) > LONGEST_NUMBER:
        return None
    typed = value.strip()
    return int(typed.replace("\N{MINUS SIGN}", "-").partition(".")[0]) if WHOLE.fullmatch(typed) else None


def within(value: Any, minimum: int, maximum: int) -> int | None:
    """Return a whole number between two bounds, or None for any other value."""
    found = number(value)
    return found if found is not None and minimum <= found <= maximum else None


def why_not(value: Any, minimum: int, maximum: int) -> str:
    """Return why a value is not a number between two bounds."""
    if value in EMPTY:
        return NOTHING
    if number(value) is None:
        return f"{quoted(value)} is not a whole number"
    return f"{quoted(value)} is outside the range {minimum} to {maximum}"


def text(value: Any) -> str:
    """Return a text on one line; a number becomes its digits, and any other value an empty text."""
    if isinstance(value, str):
        return " ".join(clean(value).split())
    whole = number(value)
    return "" if whole is None else quoted(whole)


def plain(value: Any) -> str:
    """Return HTML as text: paragraphs become lines; tags and invisible content are removed."""
    if not isinstance(value, str):
        return text(value)
    seen = clean(value)
    for opening, closing in UNSHOWN:
        seen = _without(seen, opening, closing)
    seen = " ".join(seen.splitlines()) if TAG.search(seen) else seen
    broken = STARTS_AN_ITEM.sub("• ", ENDS_A_LINE.sub("\n", seen))
    words = clean(html.unescape(TAG.sub("", broken)))
    lines = (" ".join(line.split()) for line in words.splitlines())
    return GAPS.sub("\n\n", "\n".join(lines)).strip()


def _without(words: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    """Return a text without what is between two marks; an opening mark that is not closed is kept."""
    parts, place = [], 0
    while (start := opening.search(words, place)) and (end := closing.search(words, start.end())):
        parts.append(words[place : start.start()])
        place = end.end()
    return "".join([*parts, words[place:]])


def marked_up(words: str) -> str:
    """Return text as HTML that `plain` converts back: a paragraph for each line."""
    return "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in words.splitlines())


def quoted(value: Any) -> str:
    """Return a shortened value in quotes, for the reason why it was left out."""
    if isinstance(value, str):
        line = " ".join(clean(value[: LONGEST_QUOTE * 2]).split())
        return f"“{line}”" if len(line) <= LONGEST_QUOTE else f"“{line[:LONGEST_QUOTE].rstrip()}…”"
    if isinstance(value, dict | list):
        return f"{len(value)} entries" if len(value) != 1 else "1 entry"
    if isinstance(value, int) and abs(value) >= 10**LONGEST_NUMBER:
        return "a huge number"
    return SPELT.get(str(value), str(value))


def mapping(value: Any) -> dict[Any, Any]:
    """Return a mapping, or an empty one for any other value."""
    return value if isinstance(value, dict) else {}


def has_no_content(value: Any, depth: int = 9) -> bool:
    """Return whether a value has no content: empty, zero, or a container of such; very deep values count as content."""
    if not isinstance(value, dict | list):
        return not value
    inner = value.values() if isinstance(value, dict) else value
    return not inner or (depth > 0 and all(has_no_content(one, depth - 1) for one in inner))


def as_list(value: Any) -> list[Any]:
    """Return a list, or an empty one for any other value."""
    return value if isinstance(value, list) else []


NO_PLACE = "GM Desk has no field for it"
UNTICKED = "not ticked"
UNNAMED = "Unnamed character"
NOTHING_KNOWN: Mapping[str, str] = MappingProxyType({})


class FieldCursor:
    """A cursor over a part of plain data that keeps the account of its fields.

    A field without usable content gets no record when it is read; `sweep` records why it was left out.
    """

    def __init__(self, account: Account, base: Path = (), part: Any = None) -> None:
        """Start at the part of the data at a path; without a path, at the root."""
        self.account = account
        self.base = base
        self.part = part if base else account.raw

    def below(self, *path: Key) -> "FieldCursor":
        """Return a cursor for a part below."""
        return FieldCursor(self.account, (*self.base, *path), self.peek(*path))

    def peek(self, *path: Key) -> Any:
        """Return a field without accounting for it, or None."""
        return at(self.part, path)

    def names(self, *path: Key) -> list[str]:
        """Return the keys of a mapping; empty for any other value."""
        part = self.peek(*path)
        return [key for key in part if isinstance(key, str)] if isinstance(part, dict) else []

    def holds(self, path: Path) -> bool:
        """Return whether a field exists, even if it is empty."""
        inside, key = self.peek(*path[:-1]), path[-1]
        return key in inside if isinstance(inside, dict) else isinstance(inside, list) and key in range(len(inside))

    def came(self, path: Path, value: str) -> None:
        """Record that a field was imported."""
        self.account.came_in((*self.base, *path), value)

    def leave(self, path: Path, why: str) -> None:
        """Record why a field was left out."""
        self.account.leave((*self.base, *path), why)

    def leave_all(self, path: Path, keys: Iterable[str], why: str) -> None:
        """Record one reason for all fields among the keys that exist."""
        there = mapping(self.peek(*path))
        for key in keys:
            if key in there:
                self.leave((*path, key), NOTHING if has_no_content(there[key]) else why)

    def number(self, path: Path, minimum: int, maximum: int, label: str) -> int | None:
        """Import a whole number between two bounds; any other value is left out, with the reason."""
        value = self.peek(*path)
        if value is None:
            return None
        found = within(value, minimum, maximum)
        if found is None:
            self.leave(path, why_not(value, minimum, maximum))
        else:
            self.came(path, f"{label} {found}")
        return found

    def words(self, path: Path, label: str) -> str:
        """Import a text on one line."""
        value = self.peek(*path)
        found = text(value) if isinstance(value, str | int | float) else ""
        if found:
            self.came(path, f"{label}: {quoted(found)}")
        return found

    def prose(self, path: Path, label: str) -> str:
        """Import a text that may be HTML."""
        value = self.peek(*path)
        found = plain(value) if isinstance(value, str) else ""
        if found:
            self.came(path, label)
        return found

    def name(self, path: Path = ("name",)) -> str:
        """Import the name of a character, or return a default."""
        return self.words(path, "named") or UNNAMED

    def sweep(self, known: Mapping[str, str] = NOTHING_KNOWN, *, whole: bool = False) -> None:
        """Record why the remaining fields were left out, each by itself or as a `whole`.

        `known` are the keys whose meaning is known.
        """
        for path in self.account.unaccounted(whole=whole):
            value, key = self.account.peek(*path), path[-1] if path else ""
            self.account.leave(path, _why_left(value, known.get(str(key), "")))


def joined_lines(parts: Iterable[str]) -> str:
    """Join the parts of notes, each on separate lines."""
    return "\n".join(part for part in parts if part)


def _why_left(value: Any, known: str) -> str:
    """Return why a field that was never read was left out."""
    if value is False:
        return UNTICKED
    if has_no_content(value):
        return NOTHING
    return known or f"{NO_PLACE}: {quoted(value)}"
