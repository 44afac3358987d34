"""Words that anybody may have written, made fit for one line of a window: as they are, unless they would do harm there.

What is kept stays as it was written; this is for what is painted, for menus and titles, and for what people read of
rolls that are exported.
"""

MOST = 400
MOST_IN_MENUS = 80
END = 100
"""Of a text that is too long, so much of its end stays: names are told apart by their last numbers."""
NOTHING_TO_SEE = "(no letters)"
_STEERING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Signs without a shape that turn the direction of what follows, beyond the name that they stand in."""
_STEERLESS = {ord(sign): None for sign in _STEERING}
_JOINER = "\N{WORD JOINER}"
"""A sign without width: behind a "<" it makes a tag, and before "lt;" an entity, plain text for Qt."""
_HARMLESS: dict[int, str | None] = {**_STEERLESS} | dict.fromkeys((*range(32), *range(127, 160), 8232, 8233), " ")


def one_line(text: str, most: int = MOST) -> str:
    """Shorten a text and take out of it what breaks lines or turns the words around it."""
    if len(text) <= most and text.isprintable():
        return text
    if len(text) > most:
        end = min(END, most // 4)
        text = f"{text[: most - end - 1]}…{text[len(text) - end :]}"
    return text.translate(_HARMLESS)


def some_lines(text: str, most: int = 4 * MOST) -> str:
    """Shorten a text of several lines, and take out of it what turns the words around it."""
    if len(text) <= most and text.isprintable():
        return text
    if len(text) > most:
        text = f"{text[: most - END - 1]}…{text[len(text) - END :]}"
    return text.translate(_STEERLESS)


def tip_of(text: str) -> str:
    """Return a tool tip that shows a text as it is written, which Qt never takes for rich text."""
    return some_lines(text).replace("<", f"<{_JOINER}").replace("&lt;", f"&{_JOINER}lt;")


def visible(name: str) -> str:
    """Give a name in one line; one without a visible letter says so."""
    shown = one_line(name)
    if shown.isascii() and shown.strip():
        return shown
    return shown if any(letter.isprintable() and not letter.isspace() for letter in shown) else NOTHING_TO_SEE


def menu_text(name: str) -> str:
    """Give a name as an entry of a menu or an undo step, in which an ampersand is no shortcut."""
    return one_line(name, MOST_IN_MENUS).replace("&", "&&")
