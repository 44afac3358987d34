"""Foreign text made safe for one line of the window; numbers with their nouns, and lists of names.

Texts are stored unchanged; this is for painting, for menus and titles, and for exports of rolls.
"""

from collections.abc import Sequence
from unicodedata import category

MOST = 400
MOST_OF_LINES = 4 * MOST
MOST_IN_MENUS = 80
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


def plural(count: int, noun: str, zero: str = "0") -> str:
    """Return a number with its noun: "1 roll", "12,000 rolls"; `zero` is the text for none."""
    return f"{f'{count:,}' if count else zero} {noun}{'' if count == 1 else 's'}"


def joined(parts: Sequence[str], last: str = "or") -> str:
    """Join texts with commas, and the last one with a word: "a, b or c"."""
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if parts[1:] else "".join(parts)


def without_symbols(text: str) -> str:
    """Return a text for screen readers, without symbols like ★ beside words that say the same."""
    return " ".join("".join(one for one in text if category(one) != "So").split())
