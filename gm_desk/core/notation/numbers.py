"""Whole numbers as they are typed or printed, read for all notations."""

import re

from msgspec import Struct

from gm_desk.core.characters.roster import clean
from gm_desk.core.characters.stat_block import MOST_AMOUNT
from gm_desk.core.errors import BadRatingError, RulesError
from gm_desk.core.notation.text import BARE, TextSpan, is_nothing, lazy_pattern
from gm_desk.core.rules.modifiers import TRUE_MINUS

NONE = "–"
"""The dash that means "no number"."""
DASHES = "-–—−"
MARKDOWN_NUMBER = r"[-−–]?[0-9]+"
LONGEST_SHOWN = 9
"""Maximum number of digits of a refused number that a message quotes."""


def read_number(key: str, text: str, largest: int, least: int = 0) -> int:
    """Read a typed whole number from `least` to `largest`; raise BadRatingError with the reason."""
    typed = text.strip()
    plain = typed.replace(TRUE_MINUS, "-").replace("- ", "-") if least < 0 else typed
    digits = plain.removeprefix("-") if least < 0 else plain
    span = f"{least} to {largest}".replace("-", TRUE_MINUS)
    if not (digits.isascii() and digits.isdigit()):
        raise BadRatingError(key, f"“{typed}” is not a whole number from {span}")
    size = _whole(digits, largest if digits == plain else -least)
    if size is not None and least <= (value := size if digits == plain else -size) <= largest:
        return value
    raise BadRatingError(key, f"{typed} is outside the range {span}")


def read_amount(digits: str, key: str, error: type[RulesError], most: int = MOST_AMOUNT) -> int:
    """Read a number from 0 to `most`; raise `error` for any other text."""
    amount = _whole(digits.strip(), most)
    if amount is None:
        raise error(key, f"{(digits.strip().lstrip('0') or '0')[:LONGEST_SHOWN]} is outside the range 0 to {most}")
    return amount


def _whole(digits: str, most: int) -> int | None:
    """Return the number of a text of digits, or None beyond `most`; the text may be longer than Python converts."""
    number = digits.lstrip("0") or "0"
    return int(number) if len(number) <= len(str(most)) and int(number) <= most else None


def read_markdown_number(text: str, most: int, least: int = 0) -> int:
    """Read a whole number in our Markdown, with any dash as its minus; raise BadRatingError with the reason."""
    typed = text.strip(" ")
    if least < 0 and typed[:1] in DASHES:
        typed = "-" + typed[1:]
    try:
        return read_number("number", typed, most, least)
    except BadRatingError as error:
        raise BadRatingError("number", error.problem.translate(BARE)) from error


class BookNumber(Struct, frozen=True):
    """The number at the beginning of a span, or None if there is none or it is out of bounds; `rest` is what follows.

    `doubt` is the reason why a number was refused.
    """

    value: int | None
    rest: TextSpan
    doubt: str = ""


BOOK_NUMBER = lazy_pattern(r"\s*([0-9]+)(?![0-9.]*[0-9]|d[0-9])%?", re.ASCII)


def read_book_number(part: TextSpan, most: int) -> BookNumber:
    """Read the number at the beginning of a span; a dash in its place means None."""
    found = BOOK_NUMBER.match(part.text)
    if found is None:
        return BookNumber(None, part.cut(len(part.text)) if is_nothing(part) else part)
    if len(found[1]) > LONGEST_SHOWN or int(found[1]) > most:
        return BookNumber(None, part, f"{found[1][:LONGEST_SHOWN]} is outside the range 0 to {most}")
    return BookNumber(int(found[1]), part.cut(found.end()))


LAST_NUMBER = lazy_pattern(
    r"""(.*?)\ ?
    (?<![-+−0-9])                     # a number begins where signs and digits begin
    ([-+−]*\ ?(?:[0-9]+[-+−.,])*[0-9]+)""",
    re.VERBOSE,
)


def split_at_number(text: str) -> tuple[str, str] | None:
    """Split a line into the text before its last number, which may be empty, and that number as typed.

    Return None if the line does not end in a number. Invalid ones like "1.5", "--10" and "10-20" are split off as well,
    so that the caller can refuse them.
    """
    found = LAST_NUMBER.fullmatch(" ".join(clean(text).split()))
    return (found[1], found[2]) if found else None


WIDE = str.maketrans(
    {chr(0xFF10 + digit): str(digit) for digit in range(10)}
    | {"\uff0c": ",", "\uff1a": ":", "\uff1b": ";", "\uff08": "(", "\uff09": ")", "\uff0f": "/", "\uff0b": "+"}
    | {"\uff0d": "-", "\ufe63": "-", "\u2012": "–", "\u2015": "—"}
)
"""The usual characters for wide ones of East Asian keyboards, and for rare dashes."""
GERMAN_DICE = lazy_pattern(r"(?<![^\W_])([0-9]{0,2})W(?=(?:4|6|8|10|12|20|100)(?![0-9]))", re.IGNORECASE)
SMALL_AP = lazy_pattern(r"(?<![^\W_])ap(?=[ :]{0,2}[-−–][ ]?[0-9]|[ :]{1,2}[0-9]{1,2}(?![^\W_]))")
TURNED_AP = lazy_pattern(r"(?<=[ ,;(])([-−–][0-9]{1,2})[ ]AP(?![^\W_])(?![ :]{0,2}[-−–]?[0-9])", re.IGNORECASE)
"""AP numbers in small letters, and before their label: "-2 AP"."""
THOUSANDS = lazy_pattern(r"(?<![0-9.,/])([0-9]{1,3}),([0-9]{3})(?=[ ]?(?:k?m|met(?:er|re)s)(?![^\W_]))")
TOUGH = lazy_pattern(
    r"(?<![^\W_])(DUR|DR|HP|LP|Durability|Death Rating|Hit Points|Life Points)([ :=]{1,3})"
    r"(?:([0-9]{1,3})[,.'’]|([1-9])[ \u00a0\u2009\u202f])([0-9]{3})(?![0-9]|[,.'’][0-9])",
    re.IGNORECASE,
)
"""Values of those who have more than a thousand of them, "DUR 1,200"; read as 1, they would be wrong."""
ABOUT = lazy_pattern(r"(?<=[ :=])[~≈](?=[0-9])")
"""Distances with a comma between thousands, and the sign of numbers that are not exact."""
ARROW = lazy_pattern(r"(?<=[^\W\d_] )[-=]>(?=[ ]?[0-9])")
"""An arrow between a label and its number."""


def plain_numbers(text: str) -> str:
    """Return a text of the same length with digits, signs, dice and AP as they are usually written.

    "2W10" is "2d10", "ap-4" is "AP-4", "-2 AP" is "AP -2", "1,000 m" is "1000  m", "DUR 1,200" is "DUR 1200 ", "~30" is
    " 30".
    """
    whole = TOUGH.sub(r"\1\2\3\4\5 ", THOUSANDS.sub(r"\1\2 ", text.translate(WIDE)))
    dice = GERMAN_DICE.sub(r"\1d", ABOUT.sub(" ", whole))
    dice = ARROW.sub(": ", dice)
    return TURNED_AP.sub(r"AP \1", SMALL_AP.sub("AP", dice))
