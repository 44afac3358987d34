"""The parts of the players' board: each paints one part of the view at a text size, and has an accessible text."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent
from typing_extensions import override

from gm_desk.core.players.players_order import PlayersRow
from gm_desk.core.players.players_view import PlayersClock, PlayersRoll, PlayersRollSide
from gm_desk.model.players.players_display import Pictures
from gm_desk.model.roll.roll_text import pill_of
from gm_desk.model.roster.portraits import Portraits
from gm_desk.model.roster.roster_rows import NO_HUE, colour_of, initials
from gm_desk.ui.theme.painting import CENTRE, LEFT, rounded, width_of, write
from gm_desk.ui.theme.theme import Theme, current_theme
from gm_desk.ui.widgets.labels import PaintedLabel

INK = "#ffffff"
DIM = 0.5
"""The opacity of the square of a row that has acted."""


def font_of(base: QFont, pixels: float, *, bold: bool = False) -> QFont:
    """Return a font of a height in pixels."""
    font = QFont(base)
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


class BoardPart(PaintedLabel):
    """A part of the board; `unit` is the height of a name in pixels, from which all sizes follow."""

    def __init__(self) -> None:
        """Create the part without a size."""
        super().__init__()
        self.unit = 16.0
        self._natural: float | None = None
        self.theme: Theme = current_theme()

    def font_at(self, factor: float, *, bold: bool = False) -> QFont:
        """Return a font relative to the unit."""
        return font_of(self.font(), self.unit * factor, bold=bold)

    @property
    def natural_width(self) -> float:
        """The width at which nothing is shortened, in units."""
        if self._natural is None:
            self._natural = self._measured()
        return self._natural

    def _measured(self) -> float:
        """Return the width in which nothing is shortened, in units."""
        return 0.0

    def _wide(self, text: str, factor: float, *, bold: bool = False) -> float:
        """Return the width of a text in units, measured at a size at which rounding does not matter."""
        return width_of(font_of(self.font(), 100 * factor, bold=bold), text) / 100

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


class TitlePart(BoardPart):
    """The name of the scene, and the turn."""

    HEIGHT = 2.2

    def __init__(self, scene: str, turn: str) -> None:
        """Create it for a scene and the text of its turn."""
        super().__init__()
        self._scene, self._turn = scene, f" · {turn}" if turn else ""
        self.setAccessibleName(", ".join(part for part in (scene, turn) if part))

    @override
    def _measured(self) -> float:
        return self._wide(self._scene, 1.1, bold=True) + self._wide(self._turn, 1.1) + 0.2

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, box = QPainter(self), QRectF(self.rect())
        bold, plain = self.font_at(1.1, bold=True), self.font_at(1.1)
        turn = width_of(plain, self._turn)
        name = min(width_of(bold, self._scene) + 1, box.width() - turn)
        write(painter, QRectF(0, 0, name, box.height()), self._scene, self.theme.text, LEFT, bold)
        write(painter, box.adjusted(name, 0, 0, 0), self._turn, self.theme.dim, LEFT, plain)


class RowPart(BoardPart):
    """A row of the turn order."""

    def __init__(self, row: PlayersRow, portraits: Portraits) -> None:
        """Create it for a row."""
        super().__init__()
        self.row = row
        self.glow = 1.0
        self._portraits = portraits
        self._letters = str(row.number) if row.number > 1 else initials(row.name)
        state = ("acts" if row.acting else "next" if row.next else "has acted" if row.acted else "",)
        number = f"{row.number} {row.name}" if row.number > 1 else row.name
        self.setAccessibleName(", ".join(part for part in (number, *state, *(one.text for one in row.labels)) if part))

    @override
    def _measured(self) -> float:
        return 4.2 + self._name_wide() + self._words_wide(100) / 100 + 1.0

    def _name_wide(self) -> float:
        more = self._wide("next", 0.67) + 0.5 if self.row.next else 0
        return self._wide(self.row.name, 1, bold=self.row.acting) + more

    def _words_wide(self, unit: float) -> float:
        font = font_of(self.font(), unit * 0.8)
        words = self.row.labels
        return sum(width_of(font, one.text) + 1 for one in words) + self._gap(unit) * max(0, len(words) - 1)

    def _gap(self, unit: float) -> float:
        return unit * 0.7

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, box, unit = QPainter(self), self.theme, QRectF(self.rect()), self.unit
        if self.row.acting:
            painter.setOpacity(self.glow)
            rounded(painter, box.adjusted(1, 1, -1, -1), theme.chosen, theme.chosen_line, unit * 0.5, thick=unit * 0.08)
            painter.setOpacity(1)
        side = min(unit * 1.92, box.height() * 0.84)
        square = QRectF(unit * 0.65, (box.height() - side) / 2, side, side)
        self._paint_square(painter, square)
        left, right = square.right() + unit * 0.8, box.right() - unit * 0.65
        beside_name = right - left - self._name_wide() * unit - unit * 0.4
        words = min(self._words_wide(unit), max((right - left) * 0.6, beside_name))
        self._paint_words(painter, QRectF(right - words, 0, words, box.height()))
        self._paint_name(painter, QRectF(left, 0, right - words - unit * 0.4 - left, box.height()))

    def _paint_square(self, painter: QPainter, square: QRectF) -> None:
        """Paint the portrait, the initials or the number, dim for those who have acted or are out."""
        row, theme, unit = self.row, self.theme, self.unit
        radius = unit * 0.4
        if (row.acted or row.out) and not row.acting:
            painter.setOpacity(DIM)
        portrait = self._portraits.pixmap(row.portrait, int(square.width()), self.devicePixelRatioF())
        if portrait is not None:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            path = QPainterPath()
            path.addRoundedRect(square, radius, radius)
            painter.setClipPath(path)
            painter.drawPixmap(square, portrait, QRectF(portrait.rect()))
            painter.restore()
        else:
            coloured = row.hue > NO_HUE
            rounded(painter, square, colour_of(row.hue) if coloured else theme.raised, None, radius)
            ink = INK if coloured else theme.text
            write(painter, square, self._letters, ink, CENTRE, self.font_at(0.74, bold=True))
        painter.setOpacity(1)

    def _paint_name(self, painter: QPainter, box: QRectF) -> None:
        row, theme = self.row, self.theme
        font, small = self.font_at(1, bold=row.acting), self.font_at(0.67)
        room = width_of(small, "next") + self.unit * 0.5 if row.next else 0
        width = min(width_of(font, row.name) + 1, box.width() - room)
        ink = theme.text if row.acting else theme.disabled if row.out else theme.dim if row.acted else theme.text
        font.setStrikeOut(row.out)
        write(painter, QRectF(box.x(), 0, width, box.height()), row.name, ink, LEFT, font)
        if row.next:
            beside = box.adjusted(width + self.unit * 0.5, self.unit * 0.1, 0, 0)
            write(painter, beside, "next", theme.accent, LEFT, small)

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        theme, font, x = self.theme, self.font_at(0.8), box.x()
        inks = {"": theme.dim, "warning": theme.warning, "bad": theme.minus}
        for word in self.row.labels:
            width = width_of(font, word.text) + 1
            write(
                painter, QRectF(x, 0, min(width, box.right() - x), box.height()), word.text, inks[word.tone], LEFT, font
            )
            x += width + self._gap(self.unit)


class TextPart(BoardPart):
    """A line of text: an announced event, or the number of further rows."""

    HEIGHT = 1.6

    def __init__(self, text: str, *, dim: bool = False) -> None:
        """Create it for a text."""
        super().__init__()
        self._text, self._dim = text, dim
        self.setAccessibleName(text)

    @override
    def _measured(self) -> float:
        return self._wide(self._text, 0.85) + 0.2

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        ink = self.theme.dim if self._dim else self.theme.warning
        write(QPainter(self), QRectF(self.rect()), self._text, ink, LEFT, self.font_at(0.85))


class ClockPart(BoardPart):
    """A clock with its segments."""

    HEIGHT = 1.8

    def __init__(self, clock: PlayersClock) -> None:
        """Create it for a clock."""
        super().__init__()
        self._clock = clock
        self.setAccessibleName(f"{clock.name}, {clock.filled} of {clock.size}")

    @override
    def _measured(self) -> float:
        return self._wide(self._clock.name, 0.83) + 0.6 + min(self._clock.size, 10) * 1.85

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, unit, font, size = QPainter(self), self.unit, self.font_at(0.83), self._clock.size
        box = QRectF(self.rect())
        least = min(size * unit * 0.5, box.width() * 0.6)
        name = min(width_of(font, self._clock.name) + 1, box.width() - least - unit * 0.6)
        write(painter, QRectF(0, 0, name, box.height()), self._clock.name, self.theme.dim, LEFT, font)
        step = min(unit * 1.85, (box.width() - name - unit * 0.6) / size)
        width, height = step * 0.68 if step > unit else step * 0.8, unit * 0.52
        for place in range(size):
            tile = QRectF(name + unit * 0.6 + place * step, (box.height() - height) / 2, width, height)
            filled = place < self._clock.filled
            rounded(painter, tile, self.theme.stress if filled else self.theme.raised, self.theme.line, height * 0.4)


class PicturePart(BoardPart):
    """The picture with its caption."""

    def __init__(self, picture: str, caption: str, pictures: Pictures) -> None:
        """Create it for a picture by its hash."""
        super().__init__()
        self._picture, self._caption, self._pictures = picture, caption, pictures
        self.setAccessibleName(f"Picture: {caption}" if caption else "Picture")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, unit = QPainter(self), self.unit
        pixmap = self._pictures.pixmap(self._picture, self.size(), self.devicePixelRatioF())
        if pixmap is None:
            return
        size = pixmap.deviceIndependentSize()
        box = QRectF((self.width() - size.width()) / 2, 0, size.width(), size.height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        path.addRoundedRect(box, unit * 0.6, unit * 0.6)
        painter.setClipPath(path)
        painter.drawPixmap(box.topLeft(), pixmap)
        if self._caption:
            strip = QRectF(box.x(), box.bottom() - unit * 1.9, box.width(), unit * 1.9)
            painter.fillRect(strip, QColor(0, 0, 0, 170))
            inner = strip.adjusted(unit * 0.8, 0, -unit * 0.8, 0)
            write(painter, inner, self._caption, INK, LEFT, self.font_at(0.82))


class RollPart(BoardPart):
    """The last public roll, with drawn dice."""

    SIDE, WON = 6.6, 1.6

    def __init__(self, roll: PlayersRoll) -> None:
        """Create it for a roll."""
        super().__init__()
        self._roll = roll
        self.setAccessibleName("Last roll: " + ". ".join(filter(None, (*map(_said, roll.sides), roll.won))))

    @property
    def height_per_unit(self) -> float:
        """The height that it needs, in units."""
        return self.SIDE * len(self._roll.sides) + self.WON * bool(self._roll.won) + 0.6

    @override
    def _measured(self) -> float:
        return (
            max(max(self._wide(_head(side), 0.82), self._wide(_pill(side), 0.96) + 1.5) for side in self._roll.sides)
            + 2
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, unit = QPainter(self), self.theme, self.unit
        box = QRectF(self.rect())
        rounded(painter, box, theme.panel, theme.line, unit * 0.6, thick=max(1.0, unit * 0.04))
        inner = box.adjusted(unit * 0.95, unit * 0.45, -unit * 0.95, -unit * 0.3)
        for place, side in enumerate(self._roll.sides):
            top = inner.y() + place * self.SIDE * unit
            self._paint_side(painter, QRectF(inner.x(), top, inner.width(), self.SIDE * unit), side)
        if self._roll.won:
            line = QRectF(inner.x(), inner.bottom() - self.WON * unit, inner.width(), self.WON * unit)
            write(painter, line, self._roll.won, theme.text, LEFT, self.font_at(0.9, bold=True))

    def _paint_side(self, painter: QPainter, box: QRectF, side: PlayersRollSide) -> None:
        """Paint the roller and the ability, the dice, and the verdict."""
        theme, unit = self.theme, self.unit
        write(
            painter, QRectF(box.x(), box.y(), box.width(), unit * 1.7), _head(side), theme.dim, LEFT, self.font_at(0.82)
        )
        step = min(unit * 2.85, box.width() / max(1, len(side.dice)))
        tile = step * 0.86
        for place, face in enumerate(side.dice):
            die = QRectF(box.x() + place * step, box.y() + unit * 1.75, tile, tile)
            rounded(painter, die, theme.raised, theme.line, tile * 0.15)
            write(painter, die, face, theme.text, CENTRE, font_of(self.font(), tile * 0.6, bold=True))
        if text := _pill(side):
            self._paint_pill(painter, QRectF(box.x(), box.y() + unit * 4.65, box.width(), unit * 1.55), side, text)

    def _paint_pill(self, painter: QPainter, box: QRectF, side: PlayersRollSide, text: str) -> None:
        shade = None if side.grade is None else self.theme.shades[side.grade]
        font = self.font_at(0.96)
        box.setWidth(min(box.width(), width_of(font, text) + self.unit * 1.5))
        line = self.theme.line if self.theme.strong or shade is None else None
        rounded(painter, box, shade.pill if shade else self.theme.raised, line, box.height() / 2)
        write(painter, box, text, shade.on_pill if shade else self.theme.text, CENTRE, font)


def _head(side: PlayersRollSide) -> str:
    """Return the roller, the ability and the target: "Jaqui · Machine pistol · 45"."""
    return " · ".join(part for part in (side.name, side.what, side.target) if part)


def _pill(side: PlayersRollSide) -> str:
    return pill_of(side.grade, side.verdict) if side.verdict else ""


def _said(side: PlayersRollSide) -> str:
    """Return a side of a roll as text."""
    return ", ".join(part for part in (_head(side), f"dice {' '.join(side.dice)}", side.verdict) if part)
