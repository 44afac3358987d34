"""The bars in the rows of a scene: the health of a fighter, and the progress of a clock."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from gm_desk.model.scene.row import SceneRow
from gm_desk.ui.roster.roster_view import BAR, bar_colour
from gm_desk.ui.theme.painting import rounded
from gm_desk.ui.theme.theme import HALF, Theme

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
