"""Helpers for painting boxes and text, dice as tiles, verdicts as pills, and avatars."""

import re
from collections.abc import Sequence

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

from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.wording.phrases import GLYPHS, one_line
from gm_desk.ui.theme.theme import BODY, COMPACT, TINY, Theme, current_theme, measured

NO_PEN, NO_BRUSH, SMOOTH = Qt.PenStyle.NoPen, Qt.BrushStyle.NoBrush, QPainter.RenderHint.Antialiasing
"""Looked up once, since that takes as long as painting a line."""

RADIUS = 6.0
SHARPNESS = 2.0
"""The resolution of a picture relative to the screen, in each direction."""
DIE, ENDS, SMALL_ENDS = 1.25, 1.3, 0.8
BETWEEN_DICE, BESIDE_FACE = 3, 6
"""The gap between two dice, and the least room beside the number on one of them, in pixels."""
"""In heights of the font: the side of a die, and the padding of a pill."""
ELIDED_FROM = 6.0
"""In heights of the font: the width below which a pill shows its glyph with one word or none."""


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


DEGREES = r",? (\d+) degrees?$"
"""The degrees at the end of a verdict."""

MARGIN = r"(?P<short>(?P<glyph>\S+) \w+)(?: success| failure)?, (?P<margin>Mo[SF] \d+)"
"""A verdict with its margin, and the words that suffice beside its glyph (EP1)."""

FUMBLE = r"(?P<head>\S+ \w+), level (?P<level>\d+)(?P<then>: .+)?"
"""A fumble with its level and consequence (Kaiser)."""


def fitting_degrees(font: QFont, text: str, room: float) -> str:
    """Return a verdict in words that fit, never with its degrees cut: "✓ Success by 30" or "✓ by 30"."""
    found = re.search(DEGREES, text)
    if width_of(font, text) <= room:
        return text
    margin = re.fullmatch(MARGIN, text)
    if margin is not None:
        shorter = (f"{margin['short']}, {margin['margin']}", f"{margin['glyph']} {margin['margin']}")
        return next((form for form in shorter if width_of(font, form) <= room), text)
    if found is None:
        return _fitting_level(font, text, room)
    by, words = f"by {found[1]}", text[: found.start()]
    glyph, _, short = words.partition(" ")
    head = short.split(":")[0]
    levels = (f"{glyph} {head}, {by}", f"{glyph} {head.replace(', level', '')}, {by}") if ", " in head else ()
    forms = (f"{words} {by}", *levels, f"{glyph} {head.split(',')[0]} {by}", f"{glyph} {by}")
    return next((form for form in forms if width_of(font, form) <= room), text)


def _fitting_level(font: QFont, text: str, room: float) -> str:
    """Return a fumble in words that fit, never with its level cut: "✖ Fumble 12: disaster" or "✖ Fumble 12"."""
    found = re.fullmatch(FUMBLE, text)
    short = f"{found['head']} {found['level']}" if found is not None else text
    forms = () if found is None else (f"{short}{found['then'] or ''}", short)
    return next((form for form in forms if width_of(font, form) <= room), text)


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


def paint_pill(
    painter: QPainter,
    box: QRectF,
    grade: Grade | None,
    text: str,
    *,
    struck: bool = False,
    line: str | None = None,
) -> float:
    """Paint a verdict as a pill, shortened or elided if necessary; return the width used.

    Without a grade, or if struck, it has no colour; `line` outlines it on a background of the same colour.
    """
    theme, font = current_theme(), scaled(painter.font(), COMPACT, bold=True)
    font.setStrikeOut(struck)
    shade = None if grade is None or struck else theme.shades[grade]
    em = painter.fontMetrics().height()
    text = fitting_degrees(font, text, box.width() - em * SMALL_ENDS)
    if grade is not None and width_of(font, text) + em * SMALL_ENDS > box.width() and box.width() < em * ELIDED_FROM:
        text = _first_word(font, text, box.width() - em * SMALL_ENDS) or GLYPHS[grade]
    width = min(width_of(font, text) + em * ENDS, box.width())
    pill = QRectF(box.x(), box.y(), width, min(box.height(), em * 1.4))
    pill.moveTop(int(box.y() + (box.height() - pill.height()) / 2 + 0.5))  # alike in even and odd rows
    rounded(painter, pill, shade.pill if shade else theme.raised, line, pill.height() / 2)
    ink = shade.on_pill if shade else theme.dim if struck else theme.text
    write(painter, pill.adjusted(4, 0, -4, 0), text, ink, CENTRE, font)
    return width


def _first_word(font: QFont, text: str, room: float) -> str:
    """Return the glyph and first word of a verdict, or "" if they do not fit."""
    short = " ".join(text.split(" ")[:2]).rstrip(",")
    return short if width_of(font, short) <= room else ""


def verdict_width(font: QFont, text: str) -> float:
    """Return the width of a verdict's pill."""
    return width_of(scaled(font, COMPACT, bold=True), text) + QFontMetrics(font).height() * ENDS


def paint_past(painter: QPainter, box: QRectF, verdicts: Sequence[str]) -> float:
    """Paint superseded verdicts small and struck out, as many of the latest as fit; return the width used."""
    font, em = scaled(painter.font(), TINY), painter.fontMetrics().height()
    shown, room = [], box.width()
    for verdict in reversed(verdicts):
        text, width = verdict, _past_width(painter.font(), verdict)
        if width > room:
            text = verdict.split(" ")[0]
            width = _past_width(painter.font(), text)
        if width > room:
            break
        shown.append((text, width))
        room -= width
    font.setStrikeOut(True)
    theme = current_theme()
    left, height = box.x(), em * 1.15
    for text, width in reversed(shown):
        pill = QRectF(left, box.center().y() - height / 2, width - 4, height)
        rounded(painter, pill, None, theme.line, height / 2)
        write(painter, pill, text, theme.dim, CENTRE, font)
        left += width
    return left - box.x()


def past_width(font: QFont, verdicts: Sequence[str]) -> float:
    """Return the least width of superseded verdicts: their glyphs alone."""
    return sum(_past_width(font, verdict.split(" ")[0]) for verdict in verdicts)


def _past_width(font: QFont, text: str) -> float:
    return width_of(scaled(font, TINY), text) + QFontMetrics(font).height() * SMALL_ENDS + 4


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
