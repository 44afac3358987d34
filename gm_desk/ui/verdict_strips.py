"""All verdicts of each character as one strip, best to the left, each with its glyph and how often it was."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.text.one_line import tip_of
from gm_desk.model.verdicts import GLYPHS, WORDS
from gm_desk.ui.labels import Painted
from gm_desk.ui.look import CENTRE, LEFT, RADIUS, RIGHT, Look, scaled, width_of, write
from gm_desk.ui.sizes import BODY, SMALL

ROW, STRIP = 1.8, 1.35
NAME, TOTAL = 10.0, 3.0
LEAST = 12.0
"""In heights of the font."""
ROOM = 6


class StripRow(Struct, frozen=True):
    """Hold a row: whose verdicts they are, and how many of each."""

    name: str
    counts: Mapping[Grade, int]

    @property
    def total(self) -> int:
        """Count the verdicts."""
        return sum(self.counts.values())

    @property
    def in_words(self) -> str:
        """List the verdicts."""
        told = (f"{GLYPHS[grade]} {WORDS[grade]} {count:,}" for grade, count in self.counts.items())
        return f"{self.name}: {', '.join(told)}"


class VerdictStrips(Painted):
    """Paint a strip for each character, its parts to scale beyond the room that their words need."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show nobody yet."""
        super().__init__(parent)
        self._look = look
        self._rows: Sequence[StripRow] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Verdicts by character")

    def show_rows(self, rows: Sequence[StripRow]) -> None:
        """Show these rows."""
        self._rows = rows
        self.setAccessibleDescription("; ".join(row.in_words for row in rows))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(int(em * (NAME + LEAST + TOTAL)), int(em * ROW) * len(self._rows))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, font = self._look.theme, scaled(self.font(), BODY)
        em = self.fontMetrics().height()
        for place, row in enumerate(self._rows):
            strip = self._strip(place)
            name = QRectF(0, strip.y(), NAME * em - ROOM, strip.height())
            write(painter, name, row.name, theme.text, LEFT, font)
            total = QRectF(strip.right(), strip.y(), self.width() - strip.right(), strip.height())
            write(painter, total, f"{row.total:,}", theme.dim, RIGHT, font)
            outline = QPainterPath()
            outline.addRoundedRect(strip, RADIUS, RADIUS)
            painter.setClipPath(outline)
            for grade, box in self._parts(place):
                self._paint_part(painter, grade, row.counts[grade], box)
            painter.setClipping(False)

    def _paint_part(self, painter: QPainter, grade: Grade, count: int, box: QRectF) -> None:
        """Paint a part with its glyph and count, or the glyph alone where that is too wide."""
        shade, font = self._look.theme.shades[grade], scaled(self.font(), SMALL)
        painter.fillRect(box, QColor(shade.fill))
        painter.fillRect(QRectF(box.left() - 0.5, box.top(), 1, box.height()), QColor(self._look.theme.seam))
        for text in (_words(grade, count), GLYPHS[grade]):
            if width_of(font, text) + ROOM <= box.width():
                write(painter, box, text, shade.on_fill, CENTRE, font)
                return

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = int(event.pos().y() / int(self.fontMetrics().height() * ROW))
            if 0 <= place < len(self._rows):
                QToolTip.showText(event.globalPos(), tip_of(self._rows[place].in_words), self)
                return True
        return super().event(event)

    def _strip(self, place: int) -> QRectF:
        """Give the box of a strip."""
        em = self.fontMetrics().height()
        row = int(em * ROW)
        return QRectF(NAME * em, place * row + (row - STRIP * em) / 2, self.width() - (NAME + TOTAL) * em, STRIP * em)

    def _parts(self, place: int) -> list[tuple[Grade, QRectF]]:
        """Give the box of each verdict."""
        row, strip, font = self._rows[place], self._strip(place), scaled(self.font(), SMALL)
        least = [width_of(font, _words(grade, count)) + ROOM for grade, count in row.counts.items()]
        if sum(least) > strip.width():
            least = [0.0] * len(least)
        left, free, parts = strip.x(), strip.width() - sum(least), []
        for (grade, count), words in zip(row.counts.items(), least, strict=True):
            width = words + free * count / row.total
            parts.append((grade, QRectF(left, strip.y(), width, strip.height())))
            left += width
        return parts


def _words(grade: Grade, count: int) -> str:
    return f"{GLYPHS[grade]} {count:,}"
