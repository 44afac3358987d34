"""The luck of each character as a table: successes against the expected number."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct
from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from gm_desk.core.luck.statistics import Luck
from gm_desk.core.wording.phrases import tip_of, without_symbols
from gm_desk.model.log.statistics import difference, how_unusual, tenths
from gm_desk.ui.theme.painting import LEFT, RIGHT, rounded, scaled, write
from gm_desk.ui.theme.theme import BODY, GAP, SMALL, current_theme
from gm_desk.ui.widgets.labels import PaintedLabel

ROW = 1.7
WIDTHS = (10.0, 4.0, 5.5, 5.5, 6.0)
HEADINGS = ("", "Rolls", "Successes", "Expected", "Difference")
NARROWEST = (5.5, 3.4, 5.0, 4.6, 5.2)
BAR, WORDS, LEAST_BAR = 6.0, 11.0, 2.0
"""In heights of the font; if the width is too small, the text is dropped, then the bar, and then names are elided."""
FULL = 3
"""The number of standard deviations that fills half of a bar."""


class LuckRow(Struct, frozen=True):
    """A row of the table: a name and its luck; the `whole` row, that of everybody, is bold."""

    name: str
    luck: Luck
    whole: bool = False

    @property
    def cells(self) -> tuple[str, ...]:
        """The texts of the row."""
        luck = self.luck
        return (
            self.name,
            f"{luck.rolls:,}",
            f"{luck.successes:,}",
            tenths(luck.expected, always=True),
            difference(luck.difference, always=True),
        )

    @property
    def in_words(self) -> str:
        """The row as a sentence."""
        name, rolls, successes, expected, more = self.cells
        noun = "roll" if rolls == "1" else "rolls"
        good = "success" if successes == "1" else "successes"
        words = how_unusual(self.luck)
        return f"{name}: {rolls} {noun}, {successes} {good}, {expected} expected, difference {more}, {words}"


class SpokenRow(Protocol):
    """A row that can be read aloud."""

    @property
    def in_words(self) -> str:
        """The row as text."""


RowType = TypeVar("RowType", bound=SpokenRow)


class PaintedRows(PaintedLabel, Generic[RowType]):
    """Painted rows of equal height; assistive tools read all of them, and the tool tip of each has its text."""

    above = 0
    """The number of lines above the first row."""

    def __init__(self, name: str, height: float, parent: QWidget | None = None) -> None:
        """Start empty; `name` is the accessible name, `height` that of a row in heights of the font."""
        super().__init__(parent)
        self._rows: Sequence[RowType] = ()
        self._height = height
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)

    def show_rows(self, rows: Sequence[RowType]) -> None:
        """Show rows."""
        self._rows = rows
        self.setAccessibleDescription(without_symbols("; ".join(row.in_words for row in rows)))
        self.updateGeometry()
        self.update()

    @property
    def _row(self) -> int:
        """The height of a row, in pixels."""
        return int(self.fontMetrics().height() * self._height)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = int(event.pos().y() / self._row) - self.above
            if 0 <= place < len(self._rows):
                QToolTip.showText(event.globalPos(), tip_of(self._rows[place].in_words), self)
                return True
        return super().event(event)


class LuckTable(PaintedRows[LuckRow]):
    """The table of luck, with a bar around zero in each row."""

    above = 1

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__("Luck by character", ROW, parent)

    @override
    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(int(em * (sum(WIDTHS) + BAR)), self._row * (len(self._rows) + self.above))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(int(self.fontMetrics().height() * sum(NARROWEST)), self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, small = current_theme(), scaled(self.font(), SMALL)
        for heading, box in zip(HEADINGS, self._cells(0), strict=True):
            write(painter, box, heading, theme.dim, RIGHT, small)
        for place, row in enumerate(self._rows, 1):
            boxes = self._cells(place)
            font = scaled(self.font(), BODY, bold=row.whole)
            for number, (text, box) in enumerate(zip(row.cells, boxes, strict=True)):
                write(painter, box, text, theme.text, RIGHT if number else LEFT, font)
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(0, int(boxes[0].bottom()), self.width(), int(boxes[0].bottom()))
            if self._bar_area(place).width() >= LEAST_BAR * self.fontMetrics().height():
                self._paint_bar(painter, row.luck.deviations, self._bar_area(place))
            write(painter, self._words_area(place), how_unusual(row.luck), theme.dim, LEFT, small)

    @property
    def _widths(self) -> list[float]:
        """The widths of the texts, in heights of the font: narrower ones if the full ones do not fit."""
        spare = self.width() / self.fontMetrics().height() - sum(NARROWEST)
        share = max(0.0, min(1.0, spare / (sum(WIDTHS) - sum(NARROWEST))))
        return [least + share * (full - least) for least, full in zip(NARROWEST, WIDTHS, strict=True)]

    def _cells(self, place: int) -> list[QRectF]:
        """Return the boxes of a row's texts."""
        em, left, boxes = self.fontMetrics().height(), 0.0, []
        for width in self._widths:
            boxes.append(QRectF(left, place * self._row, width * em, self._row))
            left += width * em
        return boxes

    def _bar_area(self, place: int) -> QRectF:
        """Return the area of the bar around zero."""
        em = self.fontMetrics().height()
        taken = sum(self._widths) * em + 2 * GAP
        left, room = taken, self.width() - taken
        width = room - WORDS * em - GAP if room >= (BAR + WORDS) * em + GAP else room
        return QRectF(left, place * self._row, max(0.0, width), self._row)

    def _words_area(self, place: int) -> QRectF:
        """Return the area of the text to the right of the bar."""
        left = self._bar_area(place).right() + GAP
        return QRectF(left, place * self._row, max(0.0, self.width() - left), self._row)

    def _paint_bar(self, painter: QPainter, deviations: float, room: QRectF) -> None:
        """Paint the deviation as a bar left or right of zero."""
        theme, zero = current_theme(), room.center().x()
        length = max(-1.0, min(1.0, deviations / FULL)) * room.width() / 2
        bar = QRectF(min(zero, zero + length), room.y() + room.height() * 0.3, abs(length), room.height() * 0.4)
        rounded(painter, bar, theme.plus if deviations > 0 else theme.minus, radius=2)
        painter.setPen(QPen(QColor(theme.dim), 1))
        painter.drawLine(int(zero), int(room.y() + room.height() * 0.15), int(zero), int(room.bottom() - 3))
