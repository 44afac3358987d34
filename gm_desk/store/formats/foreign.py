"""Read what other programs wrote: numbers that may be texts, texts that may be HTML, and keys that may lead nowhere."""

import html
import math
import re
from typing import Any

from gm_desk.core.roster import clean

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
    """Read a whole number from a number or a text ("15", " 15 ", 15.0); None where it is none."""
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


def within(value: Any, least: int, most: int) -> int | None:
    """Read a whole number that lies between bounds; None where it does not, or is none."""
    found = number(value)
    return found if found is not None and least <= found <= most else None


def why_not(value: Any, least: int, most: int) -> str:
    """Say why a value is no number between bounds."""
    if value in EMPTY:
        return NOTHING
    if number(value) is None:
        return f"{quoted(value)} is no whole number"
    return f"{quoted(value)} is beyond {least} to {most}"


def text(value: Any) -> str:
    """Read a text on one line; a number is its digits, and anything else is nothing."""
    if isinstance(value, str):
        return " ".join(clean(value).split())
    whole = number(value)
    return "" if whole is None else quoted(whole)


def plain(value: Any) -> str:
    """Read HTML as text: paragraphs become lines, tags and what nobody sees are left out."""
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
    """Leave out what stands between two marks; an opening one that nothing closes stays."""
    parts, place = [], 0
    while (start := opening.search(words, place)) and (end := closing.search(words, start.end())):
        parts.append(words[place : start.start()])
        place = end.end()
    return "".join([*parts, words[place:]])


def marked_up(words: str) -> str:
    """Write text as HTML that `plain` reads back: a paragraph for each line."""
    return "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in words.splitlines())


def quoted(value: Any) -> str:
    """Quote a value in short, for the reason why it was left out."""
    if isinstance(value, str):
        line = " ".join(clean(value[: LONGEST_QUOTE * 2]).split())
        return f"“{line}”" if len(line) <= LONGEST_QUOTE else f"“{line[:LONGEST_QUOTE].rstrip()}…”"
    if isinstance(value, dict | list):
        return f"{len(value)} entries" if len(value) != 1 else "1 entry"
    if isinstance(value, int) and abs(value) >= 10**LONGEST_NUMBER:
        return "a huge number"
    return SPELT.get(str(value), str(value))


def mapping(value: Any) -> dict[Any, Any]:
    """Give a mapping, an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def hollow(value: Any, depth: int = 9) -> bool:
    """Tell whether a value says nothing: empty, zero, or only such inside; what lies very deep says something."""
    if not isinstance(value, dict | list):
        return not value
    inner = value.values() if isinstance(value, dict) else value
    return not inner or (depth > 0 and all(hollow(one, depth - 1) for one in inner))


def listed(value: Any) -> list[Any]:
    """Give a list, an empty one for anything else."""
    return value if isinstance(value, list) else []
