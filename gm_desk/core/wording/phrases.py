"""Short texts: foreign text made safe for one line, numbers with their signs and nouns, lists of names, and chances.

Texts are stored unchanged; this is for painting, for menus and titles, and for exports of rolls. Nothing else formats
a chance.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from unicodedata import category

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import BothOdds, CheckOdds, ContestOdds, Grade, Hand, KaiserOdds, Odds, OwnOdds

MOST = 400
MOST_OF_LINES = 4 * MOST
MOST_IN_MENUS = 80
MOST_OF_A_NAME = 60
"""The length to which a name is shortened in a heading or a sentence."""
END = 100
"""The number of characters kept at the end of a shortened text, because names differ in their last numbers."""
NOTHING_TO_SEE = "(no letters)"
_STEERING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Invisible characters that change the text direction, even beyond the name that contains them."""
_STEERLESS = {ord(sign): None for sign in _STEERING}
_JOINER = "\N{WORD JOINER}"
"""A zero-width character: after "<" it breaks a tag, and before "lt;" an entity, so that Qt sees plain text."""
_HARMLESS: dict[int, str | None] = {**_STEERLESS} | dict.fromkeys((*range(32), *range(127, 160), 8232, 8233), " ")


def one_line(text: str, most: int = MOST) -> str:
    """Shorten a text, and remove line breaks and characters that change the text direction."""
    if len(text) <= most and text.isprintable():
        return text
    if len(text) > most:
        end = min(END, most // 4)
        text = f"{text[: most - end - 1]}…{text[len(text) - end :]}"
    return text.translate(_HARMLESS)


def some_lines(text: str) -> str:
    """Shorten a text of several lines, and remove characters that change the text direction."""
    if len(text) <= MOST_OF_LINES and text.isprintable():
        return text
    if len(text) > MOST_OF_LINES:
        text = f"{text[: MOST_OF_LINES - END - 1]}…{text[len(text) - END :]}"
    return text.translate(_STEERLESS)


def tip_of(text: str) -> str:
    """Return a tool tip that shows a text as it is written; Qt never takes it for rich text."""
    return some_lines(text).replace("<", f"<{_JOINER}").replace("&lt;", f"&{_JOINER}lt;")


def visible(name: str) -> str:
    """Return a name as one line, or a placeholder if it has no visible character."""
    shown = one_line(name)
    if shown.isascii() and shown.strip():
        return shown
    return shown if any(letter.isprintable() and not letter.isspace() for letter in shown) else NOTHING_TO_SEE


def menu_text(name: str) -> str:
    """Return a name for a menu entry or an undo step, in which an ampersand is not a mnemonic."""
    return one_line(name, MOST_IN_MENUS).replace("&", "&&")


def minus(number: int) -> str:
    """Return a number with a minus sign (U+2212) if it is negative."""
    return str(number).replace("-", TRUE_MINUS)


def signed(number: int) -> str:
    """Return a number with its sign, where minus is U+2212; zero has no sign."""
    return f"+{number}" if number > 0 else minus(number)


def plural(count: int, noun: str, zero: str = "0") -> str:
    """Return a number with its noun: "1 roll", "12,000 rolls"; `zero` is the text for none."""
    return f"{f'{count:,}' if count else zero} {noun}{'' if count == 1 else 's'}"


def joined(parts: Sequence[str], last: str = "or") -> str:
    """Join texts with commas, and the last one with a word: "a, b or c"."""
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if parts[1:] else "".join(parts)


def without_symbols(text: str) -> str:
    """Return a text for screen readers, without symbols like ★ beside words that say the same."""
    return " ".join("".join(one for one in text if category(one) != "So").split())


WHOLE = 100
GLYPHS = {
    Grade.CRITICAL_SUCCESS: "★",
    Grade.SUPERIOR_SUCCESS_X2: "▲▲",
    Grade.SUPERIOR_SUCCESS: "▲",
    Grade.EXCELLENT_SUCCESS: "▲",
    Grade.SUCCESS: "✓",
    Grade.FAILURE: "✗",
    Grade.SUPERIOR_FAILURE: "▼",
    Grade.SUPERIOR_FAILURE_X2: "▼▼",
    Grade.SEVERE_FAILURE: "▼",
    Grade.CRITICAL_FAILURE: "✖",
}
WORDS = {
    Grade.CRITICAL_SUCCESS: "Critical success",
    Grade.SUPERIOR_SUCCESS_X2: "Superior success ×2",
    Grade.SUPERIOR_SUCCESS: "Superior success",
    Grade.EXCELLENT_SUCCESS: "Excellent success",
    Grade.SUCCESS: "Success",
    Grade.FAILURE: "Failure",
    Grade.SUPERIOR_FAILURE: "Superior failure",
    Grade.SUPERIOR_FAILURE_X2: "Superior failure ×2",
    Grade.SEVERE_FAILURE: "Severe failure",
    Grade.CRITICAL_FAILURE: "Critical failure",
}
ENDS_OF_ATTACK: dict[Hand | None, str] = {"a": "hit", None: "miss", "b": "defended"}
ENDS_OF_CONTEST: dict[Hand | None, str] = {"a": "win", None: "deadlock", "b": "lose"}
"""The ways in which an attack, and any other contest, can end, by the winner."""


def percent(chance: Fraction, digits: int = 1) -> str:
    """Return a chance in per cent, rounded to `digits` decimal places: "46%", "2.8%", ">99.9%".

    Only an impossible result is "0%", and only a certain one "100%".
    """
    return _in_percent(chance.numerator, chance.denominator, digits)


def _in_percent(part: int, of: int, digits: int) -> str:
    unit = 10**digits
    count = _rounded(part * WHOLE * unit, of)
    if 0 < part < of and count in {0, WHOLE * unit}:
        least = f"{1 / unit:.{digits}f}%"
        return f"<{least}" if count == 0 else f">{WHOLE - 1 / unit:.{digits}f}%"
    whole, rest = divmod(count, unit)
    return f"{whole}.{rest:0{digits}d}%" if rest else f"{whole}%"


@lru_cache(maxsize=1024)
def percent_of(count: int, of: int) -> str:
    """Return how many of a number in per cent; for rolls of a hundred the same few are asked for again and again."""
    return _in_percent(count, of, 1)


def _rounded(part: int, whole: int) -> int:
    """Return a quotient rounded half to even, as `round` does; integers are quicker than a Fraction's arithmetic."""
    count, rest = divmod(part, whole)
    return count + (2 * rest > whole or (2 * rest == whole and count % 2 == 1))


def chance_of(odds: OwnOdds | BothOdds | None) -> Fraction | None:
    """Return the chance that the first side succeeds."""
    match odds:
        case ContestOdds():
            return Fraction(odds.a, odds.of)
        case KaiserOdds():
            return odds.a
        case Odds():
            return odds.chance
        case CheckOdds():
            return odds.success
        case None:
            return None


def contest_chances(odds: BothOdds | None, mode: Mode) -> list[tuple[str, Fraction]]:
    """Return the ways a contest can end, each with its chance: the first side wins, neither wins, the other wins."""
    ends = ENDS_OF_ATTACK if mode is Mode.ATTACK else ENDS_OF_CONTEST
    match odds:
        case ContestOdds():
            counts = {ends["a"]: odds.a, ends[None]: odds.neither, ends["b"]: odds.b}
            return [(name, Fraction(count, odds.of)) for name, count in counts.items()]
        case KaiserOdds():
            return [(ends["a"], odds.a), ("tie", odds.tie), (ends["b"], odds.b)]
        case None:
            return []


def sentence(clause: str) -> str:
    """Return a clause as a sentence, capitalised and with a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}."
