"""Parts of a row of a scene: bars of health and of clocks, pills of conditions, and the text that they leave."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter

from gm_desk.model.scene.row import SceneRow
from gm_desk.ui.roster.roster_view import BAR, bar_colour
from gm_desk.ui.theme.painting import PARTS, fitting_parts, rounded, width_of
from gm_desk.ui.theme.theme import HALF, TIGHT, Theme

SEGMENT = 6
"""The least width of a segment, in pixels."""


def paint_health(painter: QPainter, row: SceneRow, box: QRectF, theme: Theme) -> QRectF:
    """Paint the health bar of a fighter, and return the box above it."""
    left = row.left
    if left is None or row.struck or row.kind != "fighter":
        return box
    paint_line(painter, box, float(left), bar_colour(float(left), theme), theme)
    return box.adjusted(0, 0, 0, -BAR - HALF)


def paint_line(painter: QPainter, box: QRectF, part: float, colour: str, theme: Theme) -> None:
    """Paint a line at the bottom of a box, of which a part is filled."""
    line = QRectF(box.x(), box.bottom() - BAR - HALF, box.width(), BAR)
    rounded(painter, line, theme.groove, radius=BAR / 2)
    line.setWidth(line.width() * part)
    rounded(painter, line, colour, radius=BAR / 2)


def paint_segments(painter: QPainter, room: QRectF, high: float, shown: tuple[int, int], theme: Theme) -> None:
    """Paint the bar of a clock, filled so far of all, in segments if they are wide enough to be distinguished."""
    filled, size = shown
    bar = QRectF(0, 0, room.width(), high)
    bar.moveCenter(room.center())
    if size <= bar.width() / SEGMENT:
        each = bar.width() / size
        for place in range(size):
            part = QRectF(bar.x() + place * each, bar.y(), each - HALF, bar.height())
            rounded(painter, part, theme.stress if place < filled else theme.groove, radius=2)
    else:
        rounded(painter, bar, theme.groove, radius=2)
        bar.setWidth(bar.width() * filled / size)
        rounded(painter, bar, theme.stress, radius=2)


WORD_AND_NUMBERS = re.compile(r"(?P<word>.*?[^\W\d_].*?)(?P<numbers> [−+]?\d.*)?")
"""The text of a pill: the number of those who have it, if there are several, its word, its level, and its time."""


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


def whole_parts(font: QFont, text: str, room: float) -> str:
    """Return the parts of a text that fit; of a single part that does not, what is seen of it."""
    while PARTS in text and width_of(font, text) > room:
        text = text.rpartition(PARTS)[0]
    return fitting_parts(font, text, room)
