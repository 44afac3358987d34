"""Words as they stand in our own Markdown: what would format, part or break a line there is escaped, and read back.

While a line is read, a letter that was escaped stands beyond all letters ("shielded"), so that it means itself alone;
the line keeps its length, so that each part of it is found again where it stood.
"""

import re
from collections.abc import Callable
from typing import Any

from gm_desk.core.blocks.parts import Part
from gm_desk.core.errors import BadRatingError, RulesError
from gm_desk.core.roster import clean
from gm_desk.core.rules.modifiers import TRUE_MINUS

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
DASHES = "-–—−"


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


def spell_list(items: tuple[str, ...]) -> str:
    """Write items with commas between them, or with semicolons where commas stand in them."""
    commas = any(spell(item) != spell(item, ",") for item in items)
    written = ("; " if commas else ", ").join(spell(item, ";" if commas else ",;") for item in items)
    return f"{written};" if commas and len(items) == 1 else written


def signed(number: int) -> str:
    """Write a number with a true minus."""
    return str(number).replace("-", TRUE_MINUS)


def shielded(raw: str) -> str:
    """Shield what is escaped in a line."""
    return ESCAPED.sub(_shield, clean(raw))


def bare(text: str) -> str:
    """Give the text that a shielded one stands for."""
    plain = text.strip(" ")
    return "" if plain == NOTHING else plain.translate(BARE)


def parts(text: str, mark: str, start: int = 0) -> list[Part]:
    """Part a shielded text at a mark outside brackets; empty parts are none."""
    found, depth, last = [], 0, 0
    for place, letter in enumerate(text):
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if letter == mark and not depth:
            found.append(Part(text[last:place], start + last).trimmed(SPACE))
            last = place + 1
    found.append(Part(text[last:], start + last).trimmed(SPACE))
    return [part for part in found if part.text]


def items(text: str) -> tuple[str, ...]:
    """Read a list that `spell_list` wrote."""
    found = parts(text, ";")
    semicolons = bool(found) and found[0].text != text.strip(SPACE)
    return tuple(bare(part.text) for part in (found if semicolons else parts(text, ",")))


def number(text: str, most: int, least: int = 0) -> int:
    """Read a whole number; raises BadRatingError with the reason."""
    from gm_desk.core.text.skill_line import parse_number

    typed = text.strip(" ")
    if least < 0 and typed[:1] in DASHES:
        typed = "-" + typed[1:]
    try:
        return parse_number("number", typed, most, least)
    except BadRatingError as error:
        raise BadRatingError("number", error.problem.translate(BARE)) from error


def reads_as(text: str, read: Callable[[str], Any], meant: Any) -> bool:
    """Tell whether what was written is read as it was meant."""
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
    """Tell whether every bracket of a text is opened and closed."""
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0
