"""Escaping for our own Markdown, its inverse, and the plain text of foreign Markdown."""

import re
from collections.abc import Callable
from typing import Any

from gm_desk.core.characters.roster import clean
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.spans import TextSpan, lazy_pattern

FORMATS = lazy_pattern(
    r"""[\\`*\[\]|]|<(?=[a-zA-Z/!?])|~(?=~)|(?<=~)~|(?<!\w)_|_(?!\w)|&(?=\#?\w{1,20};)|\#(?=[\#\ ]*$)""", re.VERBOSE
)
BREAKS = lazy_pattern(r"[\x00-\x1f\x7f\x85\u2028\u2029]|^ | $")
ESCAPED = lazy_pattern(r"\\([!-/:-@\[-`{-~])|&#([0-9]{1,7});")
NOTHING = '""'
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
    if line in {"", NOTHING}:
        return NOTHING if not line else "\\" + NOTHING
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
        return entity(text) or NOTHING
    return entity(text[0]) + (spell(text[1:-1], marks + "()") if text[1:-1] else "") + entity(text[-1])


def shielded(raw: str) -> str:
    """Replace escaped characters in a line with placeholders of the same length."""
    return ESCAPED.sub(_shield, clean(raw))


def bare(text: str) -> str:
    """Return a text with its placeholders replaced by the original characters."""
    plain = text.strip(" ")
    return "" if plain == NOTHING else plain.translate(BARE)


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
