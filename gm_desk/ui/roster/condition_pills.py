"""Conditions as pills in the row of a character: an icon, then as many as fit."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter

from gm_desk.ui.theme.painting import CENTRE, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import TIGHT, TINY, Theme, paint_icon

ICON = "condition"
WORD_AND_NUMBERS = re.compile(r"(?P<word>.*?[^\W\d_].*?)(?P<numbers> [−+]?\d.*)?")
"""The text of a pill: the number of those who have it, if there are several, its word, its level, and its time."""
PAD, BETWEEN = 5, 4
LEAST = 4
"""The minimum room for the icon and a pill, in heights of the font."""


def fitting(font: QFont, pills: Sequence[str], room: float) -> list[str]:
    """Return the pills that fit, followed by the number of the others ("+2"); if necessary, the first one is elided."""
    for shown in range(len(pills), 0, -1):
        texts = [*pills[:shown], *([f"+{len(pills) - shown}"] if shown < len(pills) else [])]
        if sum(pill_width(font, text) + BETWEEN for text in texts) <= room or shown == 1:
            return texts
    return []


def pill_width(font: QFont, text: str) -> float:
    """Return the width of a pill."""
    return width_of(font, text) + 2 * PAD


def shared_pills(font: QFont, pills: Sequence[str], room: float, least: float) -> list[tuple[str, float]]:
    """Return the texts of as many pills as fit, with their widths: in full, else shortened to an equal share.

    A pill is at least `least` wide, unless even the first one has no room for that.
    """
    for count in range(len(pills), 0, -1):
        more = width_of(font, f"+{len(pills) - count}") + TIGHT if count < len(pills) else 0
        free = room - more - TIGHT * (count - 1)
        wanted = [width_of(font, text) + 2 * TIGHT + 2 for text in pills[:count]]
        if sum(wanted) > free and free / count < least and count > 1:
            continue
        widths = _shared(wanted, max(free, 2 * TIGHT))
        return [
            (abbreviated(font, text, wide - 2 * TIGHT - 1), wide)
            for text, wide in zip(pills[:count], widths, strict=True)
        ]
    return []


def _shared(wanted: Sequence[float], room: float) -> list[float]:
    """Return widths that fill a room: what is wanted, or an equal share of what the smaller ones leave."""
    found, left = dict.fromkeys(range(len(wanted)), 0.0), room
    for done, place in enumerate(sorted(found, key=lambda place: wanted[place])):
        found[place] = min(wanted[place], left / (len(wanted) - done))
        left -= found[place]
    return list(found.values())


def abbreviated(font: QFont, text: str, room: float) -> str:
    """Return a condition whose word is cut off with a full stop if necessary; of its numbers the first one stays."""
    found = WORD_AND_NUMBERS.fullmatch(text)
    if found is None or width_of(font, text) <= room:
        return text
    word, numbers = found["word"], found["numbers"] or ""
    least = next(at for at, letter in enumerate(word, 1) if letter.isalpha())
    forms = (
        f"{word[:length].rstrip()}.{kept}"
        for kept in dict.fromkeys((numbers, numbers.partition(" · ")[0]))
        for length in range(len(word) - 2, least - 1, -1)
    )
    return next((one for one in forms if width_of(font, one) <= room), text)


def paint_conditions(painter: QPainter, box: QRectF, font: QFont, pills: Sequence[str], theme: Theme) -> QRectF:
    """Paint conditions at the left of a line, only their icon if there is little room; return the remaining box."""
    side, small = box.height(), scaled(font, TINY)
    if not pills or box.width() < side:
        return box
    paint_icon(painter, ICON, QRectF(box.x(), box.y() + side * 0.1, side * 0.8, side * 0.8), theme.warning)
    left = box.x() + side * 0.8 + BETWEEN
    for text in [] if box.width() < side * LEAST else fitting(small, pills, box.right() - left):
        width = min(pill_width(small, text), box.right() - left)
        if width <= 2 * PAD:
            break
        pill = QRectF(left, box.y(), width, side)
        rounded(painter, pill, theme.raised, theme.line, side / 2)
        write(painter, pill.adjusted(PAD, 0, -PAD, 0), text, theme.text, CENTRE, small)
        left += width + BETWEEN
    return QRectF(left + BETWEEN, box.y(), max(0.0, box.right() - left - BETWEEN), box.height())
