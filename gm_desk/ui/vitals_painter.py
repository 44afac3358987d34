"""How a character is, painted in a row of the roster: a health bar below, wounds at the right."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter

from gm_desk.model.roles import Index, Role
from gm_desk.ui.look import RIGHT, rounded, scaled, width_of, write
from gm_desk.ui.sizes import SMALL
from gm_desk.ui.theme import Theme

BAR = 3
GAP = 6
HALF, QUARTER = 0.5, 0.25


def paint_vitals(painter: QPainter, box: QRectF, font: QFont, index: Index, theme: Theme) -> QRectF:
    """Paint bar and wounds of a character, and give the box that is left for the words."""
    marks, left = index.data(Role.MARKS), index.data(Role.LEFT)
    if marks:
        small = scaled(font, SMALL)
        write(painter, box, marks, theme.minus, RIGHT, small)
        box = box.adjusted(0, 0, -width_of(small, marks) - GAP, 0)
    if left is not None:
        groove = QRectF(box.x(), box.bottom() - BAR - 2, box.width(), BAR)
        rounded(painter, groove, theme.groove, radius=BAR / 2)
        full = QRectF(groove.topLeft(), groove.size())
        full.setWidth(groove.width() * float(left))
        rounded(painter, full, bar_colour(float(left), theme), radius=BAR / 2)
    return box


def bar_colour(left: float, theme: Theme) -> str:
    """Give the colour of a bar of which so much is left."""
    return theme.well if left > HALF else theme.hurt if left > QUARTER else theme.bad


def struck(font: QFont, *, out: bool) -> QFont:
    """Strike a font through for whoever is out of action."""
    other = QFont(font)
    other.setStrikeOut(out)
    return other
