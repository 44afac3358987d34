"""Helpers for painting boxes and text, dice as tiles and avatars, and for painting again what looks as before."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QFontMetrics,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from gm_desk.core.wording.phrases import one_line
from gm_desk.ui.theme.theme import BODY, COMPACT, Theme, current_theme, measured

NO_PEN, NO_BRUSH, SMOOTH = Qt.PenStyle.NoPen, Qt.BrushStyle.NoBrush, QPainter.RenderHint.Antialiasing
"""Looked up once, since that takes as long as painting a line."""

RADIUS = 6.0
SHARPNESS = 2.0
"""The resolution of a picture relative to the screen, in each direction."""
DIE = 1.25
"""The side of a die, in heights of the font."""
BETWEEN_DICE, BESIDE_FACE = 3, 6
"""The gap between two dice, and the least room beside the number on one of them, in pixels."""


SELECTED, UNDER_MOUSE, FOCUSED = (
    flag.value
    for flag in (QStyle.StateFlag.State_Selected, QStyle.StateFlag.State_MouseOver, QStyle.StateFlag.State_HasFocus)
)
"""Flags as numbers, which are tested faster."""


def row_states(option: QStyleOptionViewItem) -> tuple[bool, bool, bool]:
    """Return whether a row is selected, under the mouse, and focused."""
    state = option.state.value
    return bool(state & SELECTED), bool(state & UNDER_MOUSE), bool(state & FOCUSED)


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return a copy of a font, scaled in points and with tabular figures."""
    return measured(font).scaled(factor, bold=bold)


def fixed_pitch(font: QFont) -> QFont:
    """Return the system's monospaced font in the size of a font."""
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setPointSizeF(font.pointSizeF())
    return fixed


def rounded(
    painter: QPainter,
    box: QRectF,
    fill: str | None,
    line: str | None = None,
    radius: float = RADIUS,
    *,
    thick: float = 1,
) -> None:
    """Paint a rounded box; its outline is inside it, aligned to whole pixels.

    On whole pixels the outline is painted as the space between two boxes, which takes a fifth of the time of a pen.
    """
    half = thick / 2
    painter.setRenderHint(SMOOTH)
    rings = bool(line) and box == QRectF(box.toRect())
    painter.setPen(QPen(QColor(line), thick) if line and not rings else NO_PEN)
    painter.setBrush(QColor(fill) if fill else NO_BRUSH)
    if fill or not rings:
        painter.drawRoundedRect(box.adjusted(half, half, -half, -half) if line else box, radius, radius)
    if rings:
        ring, inner = QPainterPath(), max(0.0, radius - half)
        ring.addRoundedRect(box, radius + half, radius + half)
        ring.addRoundedRect(box.adjusted(thick, thick, -thick, -thick), inner, inner)
        painter.setPen(NO_PEN)
        painter.setBrush(QColor(line))
        painter.drawPath(ring)


def filled(painter: QPainter, box: QRect | QRectF, colour: str) -> None:
    """Fill a box with a colour; unlike `fillRect`, this does not load Qt's enumeration of gradients."""
    painter.setPen(NO_PEN)
    painter.setBrush(QColor(colour))
    painter.drawRect(box)


def framed(
    painter: QPainter,
    box: QRectF,
    theme: Theme,
    fill: str | None,
    line: str | None = None,
    radius: float = RADIUS,
    *,
    focus: bool,
) -> None:
    """Paint a rounded box with a focus ring if it has the focus, else with an optional outline."""
    if focus:
        rounded(painter, box, fill, theme.focus, radius, thick=theme.ring)
    else:
        rounded(painter, box, fill, line, radius, thick=theme.outline)


def fold_mark(painter: QPainter, centre: QPointF, em: float, *, folded: bool) -> None:
    """Paint the triangle of a heading, which points right if its rows are folded, and down otherwise."""
    across, along = em * 0.26, em * 0.18
    corners = [QPointF(-along, -across), QPointF(along, 0), QPointF(-along, across)]
    turned = corners if folded else [QPointF(corner.y(), corner.x()) for corner in corners]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(current_theme().dim))
    painter.drawPolygon(QPolygonF([centre + corner for corner in turned]))


def write(
    painter: QPainter,
    box: QRect | QRectF,
    text: str,
    colour: str,
    align: Qt.AlignmentFlag,
    font: QFont,
    *,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    """Paint one line of text, elided if the box is too narrow; names, which differ in their numbers, in the middle."""
    box, text = QRectF(box), one_line(text)
    write_whole(painter, box, measured(font).elided(text, elide, box.width() + 1), colour, align, font)


def write_whole(painter: QPainter, box: QRectF, text: str, colour: str, align: Qt.AlignmentFlag, font: QFont) -> None:
    """Paint one line of text that is known to fit."""
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(box, ALIGNED[align], text)


LETTERS = 2.4
"""How many letters of usual width are as wide as the font is high, at least; those of a narrow font are more."""


def em_of(font: QFont) -> float:
    """Return the measure of widths: the height of a font, or less if its letters are narrow."""
    metrics = QFontMetricsF(font)
    return min(QFontMetrics(font).height(), LETTERS * metrics.averageCharWidth())


def width_of(font: QFont, text: str) -> float:
    """Return the width of one line of text."""
    return measured(font).width(one_line(text))


PARTS, FEWEST = " · ", 6
"""What separates the parts of a text, and of how many letters at least a part is shown that does not fit."""


def fitting_parts(font: QFont, text: str, room: float) -> str:
    """Return the parts of a text that fit, without a last one of which only the first letters would be seen."""
    metrics, shown = QFontMetricsF(font), one_line(text)
    while PARTS in shown and metrics.horizontalAdvance(shown) > room:
        whole, _, last = shown.rpartition(PARTS)
        if metrics.horizontalAdvance(f"{whole}{PARTS}{last[:FEWEST]}…") <= room:
            break
        shown = whole
    return shown


ABILITY = 0.4
"""The part of a cell that is left for an ability before a long name of an opponent."""


def keeping_whom(font: QFont, text: str, whom: str, room: float) -> str:
    """Return what was rolled, so that its opponent is in the room: without the defence, else with a shorter ability.

    Opponents mostly differ in their numbers, which stand at the end; a long name is cut in its middle.
    """
    end = f" vs {whom}"
    ability, versus, _ = text.partition(end)
    if not (whom and versus) or width_of(font, text) <= room:
        return text
    if width_of(font, f"{ability}{end}…") <= room:
        return f"{ability}{end}…"
    left = max(room * ABILITY, room - width_of(font, end))
    known = measured(font).elided(ability, Qt.TextElideMode.ElideRight, left)
    rest = room - width_of(font, f"{known} vs ")
    return f"{known} vs {measured(font).elided(whom, Qt.TextElideMode.ElideMiddle, rest)}"


LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
ALIGNED = {align: int(align | Qt.TextFlag.TextSingleLine) for align in (LEFT, RIGHT, CENTRE)}
"""The alignments joined in advance, which is slow with Python's enums."""


def picture_of_sheet(sheet: QWidget, width: int) -> QImage:
    """Return a picture of a widget of the given width, at twice the screen's resolution; the widget is deleted."""
    sheet.resize(width, sheet.sizeHint().height())
    sheet.resize(width, max(sheet.heightForWidth(width), sheet.minimumSizeHint().height()))
    palette, ground = sheet.palette(), QColor(current_theme().ground)
    palette.setColor(palette.ColorRole.Window, ground)
    sheet.setPalette(palette)
    image = QImage(QSize(sheet.size() * SHARPNESS), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SHARPNESS)
    image.fill(ground)
    sheet.render(image)
    sheet.deleteLater()
    return image


def paint_dice(painter: QPainter, box: QRectF, faces: Sequence[str], *, typed: bool = False) -> float:
    """Paint dice as tiles, as many as fit, hollow if typed; return the width used."""
    theme, em = current_theme(), painter.fontMetrics().height()
    font = scaled(painter.font(), BODY, bold=True)
    side = em * DIE
    top, left = box.y() + (box.height() - side) / 2, box.x()
    shown = list(faces)
    if dice_width(painter.font(), faces) > box.width():
        while shown and dice_width(painter.font(), [*shown, "…"]) > box.width():
            shown.pop()
        shown.append("…")
    for face in shown:
        tile = QRectF(left, top, _tile_width(font, face, side), side)
        rounded(painter, tile, None if typed else theme.raised, theme.dim if typed else theme.line, 4)
        write(painter, tile, face, theme.text, CENTRE, font)
        left += tile.width() + BETWEEN_DICE
    return left - box.x()


def dice_width(font: QFont, faces: Sequence[str]) -> float:
    """Return the width of dice, with that of a sum of them that was typed as one number."""
    bold, side = scaled(font, BODY, bold=True), QFontMetrics(font).height() * DIE
    return sum(_tile_width(bold, face, side) + BETWEEN_DICE for face in faces) - BETWEEN_DICE


def _tile_width(font: QFont, face: str, side: float) -> float:
    """Return the width of a die: a square, unless its number is too long for that."""
    return max(side, width_of(font, face) + BESIDE_FACE) if len(face) > 1 else side


INITIALS_INK = "#ffffff"
USUAL_INITIALS = "MA"
"""Initials of usual width; narrower ones have the same font size."""
LETTERS_SHARE = 0.86
"""The part of an avatar's width that its letters may take."""


def paint_avatar(painter: QPainter, box: QRectF, theme: Theme, letters: str, colour: str, font: QFont) -> None:
    """Paint initials on a coloured square, or on a neutral one if the character has no colour ("")."""
    rounded(painter, box, colour or theme.raised)
    write(
        painter, box, letters, INITIALS_INK if colour else theme.text, CENTRE, letters_font(font, letters, box.width())
    )


def letters_font(font: QFont, letters: str, width: float) -> QFont:
    """Return the font of initials: all of one size that fits the width of an avatar, unless a name has wide ones."""
    usual = scaled(font, COMPACT, bold=True)
    room, wide = width * LETTERS_SHARE, max(width_of(usual, letters), width_of(usual, USUAL_INITIALS))
    return scaled(usual, room / wide, bold=True) if wide > room else usual


def paint_portrait(painter: QPainter, box: QRectF, theme: Theme, portrait: QPixmap) -> None:
    """Paint a portrait in the same square as initials, with a neutral background behind transparent parts."""
    rounded(painter, box, theme.raised)
    painter.save()
    painter.translate(box.topLeft())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    brush, scale = QBrush(portrait), box.width() / portrait.width()
    brush.setTransform(QTransform.fromScale(scale, scale))
    painter.setBrush(brush)
    painter.drawRoundedRect(QRectF(0, 0, box.width(), box.height()), RADIUS, RADIUS)
    painter.restore()


MOST_KEPT = 500
"""Maximum number of rows or cells that a delegate keeps."""

Call = tuple[Callable[..., object], tuple[Any, ...]]


class Recording(QPainter):
    """A painter that paints nothing, but keeps what it is asked to paint with the methods in `RECORDED`."""

    def __init__(self) -> None:
        """Begin empty."""
        super().__init__()
        self.calls: list[Call] = []


RECORDED = ("setFont", "setPen", "setBrush", "setRenderHint", "drawText", "drawRect", "drawRoundedRect", "drawPath")
COPIED: tuple[type[Any], ...] = (QRectF, QFont)
"""The kinds of values that the caller may change after having painted with them."""


def _recorded(method: Callable[..., object]) -> Callable[..., None]:
    """Return a method that keeps a call of one of QPainter's instead of calling it."""

    def keep(self: Recording, *values: Any) -> None:
        self.calls.append((method, tuple(type(one)(one) if isinstance(one, COPIED) else one for one in values)))

    return keep


for _name in RECORDED:
    setattr(Recording, _name, _recorded(getattr(QPainter, _name)))


class Recordings:
    """The recordings of a view's rows or cells, by all that they show, in one theme and one font."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[Hashable, list[Call]] = {}
        self._theme: Theme | None = None
        self._font: QFont | None = None

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        shown: Hashable,
        paint: Callable[[QPainter, QRectF], None],
    ) -> None:
        """Paint a row or cell, with `paint` in a box that begins at 0, 0, if what is `shown` was not painted before.

        Its size, the theme and the font are taken into account here.
        """
        theme, font, rect = current_theme(), option.font, option.rect
        if theme is not self._theme or font != self._font or len(self._known) >= MOST_KEPT:
            self._known.clear()
            self._theme, self._font = theme, QFont(font)
        wide, tall = rect.width(), rect.height()
        calls = self._known.get((shown, wide, tall))
        if calls is None:
            recording = Recording()
            paint(recording, QRectF(0, 0, wide, tall))
            calls = self._known[shown, wide, tall] = recording.calls
        painter.save()
        painter.translate(rect.x(), rect.y())
        for method, values in calls:
            method(painter, *values)
        painter.restore()
