"""Words in Markdown: escaped and read back in our own, or read without any marks."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

from gm_desk.core.characters.roster import clean
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.spans import TextSpan

FORMATS = re.compile(
    r"""[\\`*\[\]|]|<(?=[a-zA-Z/!?])|~(?=~)|(?<=~)~|(?<!\w)_|_(?!\w)|&(?=\#?\w{1,20};)|\#(?=[\#\ ]*$)""", re.VERBOSE
)
BREAKS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]|^ | $")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|&#([0-9]{1,7});")
NOTHING = '""'
"""An empty text, where it stands among others."""
SHIELD = 0xDC00
FILLER = chr(SHIELD + 0xFF)
MOST_LETTERS = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)
BARE = {SHIELD + code: chr(code) for code in range(128)} | {ord(FILLER): ""}
SPACE = " "


def spell(text: str, marks: str = "") -> str:
    """Write a text as it can stand in a line where `marks` part; in brackets of its own they part nothing."""
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
    """Write every letter of a text so that it can mean nothing but itself."""
    return "".join(f"&#{ord(letter)};" for letter in text)


def unlike(text: str, marks: str = "") -> str:
    """Write a text whose first or last letters would be taken for something else."""
    if len(text) < len("ab"):
        return entity(text) or NOTHING
    return entity(text[0]) + (spell(text[1:-1], marks + "()") if text[1:-1] else "") + entity(text[-1])


def shielded(raw: str) -> str:
    """Shield what is escaped in a line."""
    return ESCAPED.sub(_shield, clean(raw))


def bare(text: str) -> str:
    """Return the text that a shielded one stands for."""
    plain = text.strip(" ")
    return "" if plain == NOTHING else plain.translate(BARE)


def parts(text: str, mark: str, start: int = 0) -> list[TextSpan]:
    """Part a shielded text at a mark outside brackets; empty parts are none."""
    found, depth, last = [], 0, 0
    for place, letter in enumerate(text):
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if letter == mark and not depth:
            found.append(TextSpan(text[last:place], start + last).trimmed(SPACE))
            last = place + 1
    found.append(TextSpan(text[last:], start + last).trimmed(SPACE))
    return [part for part in found if part.text]


def reads_as(text: str, read: Callable[[str], Any], meant: Any) -> bool:
    """Return whether what was written is read as it was meant."""
    try:
        return bool(read(shielded(text)) == meant)
    except RulesError:
        return False


def _shield(found: re.Match[str]) -> str:
    """Shield an escaped letter, and keep its length; a number that is no letter stays as it is."""
    if found[1]:
        return FILLER + chr(SHIELD + ord(found[1]))
    code = int(found[2])
    if code > MOST_LETTERS or code in SURROGATES:
        return found[0]
    letter = chr(code + SHIELD if code < len(BARE) - 1 else code)
    return letter + FILLER * (len(found[0]) - 1)


def _balanced(text: str) -> bool:
    """Return whether every bracket of a text is opened and closed."""
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0


RULE = re.compile(r"\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
"""A line across the page."""
HEADING = re.compile(r"^\s*#{1,6}\s+(?=\S)")
ITEM = re.compile(r"^(\s*)[-*+]\s+(?=\S)")
QUOTE = re.compile(r"^\s*>\s+(?=\S)")
BULLET = "• "
LINK = re.compile(r"!?\[([^\[\]\n]*[^\[\]\s][^\[\]\n]*)\]\([^()\s]*(?: +\"[^\"\n]*\")?\)")
ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}|#[0-9]{1,6}|#x[0-9a-fA-F]{1,6});")
TAG = re.compile(r"</?(?:b|i|u|em|strong|sup|sub|small)>|<br ?/?>")
CODE = re.compile(r"`([^`\n]+)`")
SIGNS = (
    re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])"),
    re.compile(r"\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*"),
    re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])"),
    re.compile(r"(?<![\w_])__(?=[^\s_])([^_\n]*[^\s_])__(?![\w_])"),
)
"""Of words in bold and italics; the inner ones first."""


def as_read(text: str) -> str:
    """Return what is read of Markdown, line by line; what only looks like it stays."""
    return "\n".join(_line(line) for line in text.split("\n") if not RULE.match(line))


def _line(line: str) -> str:
    """Return what is read of a line."""
    line = HEADING.sub("", QUOTE.sub("", line, 1), 1)
    line = ITEM.sub(rf"\1{BULLET}", line, 1) if ITEM.match(line) else line
    return words_as_read(line)


def words_as_read(text: str) -> str:
    """Return what is read of words within a line."""
    if not any(sign in text for sign in "*_[`<&"):
        return text
    text = LINK.sub(r"\1", text)
    for sign in SIGNS:
        text = sign.sub(r"\1", text)
    return ENTITY.sub(lambda found: unescape(found[0]), TAG.sub(" ", CODE.sub(r"\1", text)))
