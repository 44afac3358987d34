"""Charts of the statistics: dice against their expected numbers, and the verdicts of each character."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.luck.statistics import Bin, DiceKind, fairness
from gm_desk.core.rules.dice import D100_SIDES
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.wording.phrases import GLYPHS, tip_of
from gm_desk.model.log.filters import marked_grade
from gm_desk.model.log.statistics import fairness_in_words, kind_in_words, statistic_in_words, tenths
from gm_desk.model.roll.roll_text import two_digits
from gm_desk.ui.log.statistics_table import PaintedRows
from gm_desk.ui.theme.painting import CENTRE, LEFT, RADIUS, RIGHT, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import BODY, SMALL, TIGHT, TINY, current_theme
from gm_desk.ui.widgets.labels import PaintedLabel, dim_label, label, wrapped

GAP = 4.0
HEIGHT = 7.5
HEADROOM = 1.15
LINE = 2
DASH = "\N{EN DASH}"


class DiceChart(PaintedLabel):
    """A bar chart of a distribution; its tool tips give the numbers of a bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._kind = DiceKind(D100_SIDES)
        self._bins: Sequence[Bin] = ()

    def show_bins(self, kind: DiceKind, bins: Sequence[Bin]) -> None:
        """Show the distribution of a kind of dice."""
        self._kind, self._bins = kind, bins
        self.setAccessibleName(f"How {kind_in_words(kind)} fell")
        self.setAccessibleDescription("; ".join(map(self._in_words, bins)))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(em * 16, int(em * HEIGHT))

    @override
    def minimumSizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(em * 10, int(em * HEIGHT))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, field, small = current_theme(), self._chart_area(), scaled(self.font(), TINY)
        for one, slot in self._slots():
            bar = QRectF(slot.x(), self._y(float(one.count)), slot.width(), 0)
            bar.setBottom(field.bottom())
            rounded(painter, bar, theme.chosen_line, radius=min(GAP / 2, bar.height() / 2))
            clear = min(bar.y(), self._y(float(one.expected)) - LINE)
            above = QRectF(slot.x() - GAP, clear - field.y(), slot.width() + 2 * GAP, field.y())
            if width_of(small, str(one.count)) <= above.width():
                write(painter, above, str(one.count), theme.text, CENTRE, small)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(field.bottomLeft(), field.bottomRight())
        self._paint_expected(painter)
        self._paint_names(painter)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for one, slot in self._slots():
                if slot.left() <= event.pos().x() < slot.right() + GAP:
                    QToolTip.showText(event.globalPos(), tip_of(self._in_words(one)), self)
                    return True
        return super().event(event)

    def _chart_area(self) -> QRectF:
        """Return the area of the bars, between the counts above and the names below."""
        line = self.fontMetrics().height()
        return QRectF(0, line, self.width(), self.height() - 2 * line)

    def _slots(self) -> list[tuple[Bin, QRectF]]:
        """Return each bin with its part of the width."""
        field = self._chart_area()
        share = field.width() / max(1, len(self._bins))
        slots = (QRectF(place * share, field.y(), share - GAP, field.height()) for place in range(len(self._bins)))
        return list(zip(self._bins, slots, strict=True))

    def _y(self, dice: float) -> float:
        """Return the y coordinate of a number of dice."""
        field = self._chart_area()
        highest = max((max(float(one.count), float(one.expected) * HEADROOM) for one in self._bins), default=0)
        return field.bottom() - field.height() * (dice / highest if highest else 0)

    def _paint_expected(self, painter: QPainter) -> None:
        """Draw the expected number of each bin as a line."""
        painter.setPen(QPen(QColor(current_theme().text), LINE))
        for one, slot in self._slots():
            y = self._y(float(one.expected))
            painter.drawLine(QPointF(slot.left() - GAP / 2, y), QPointF(slot.right() + GAP / 2, y))

    def _paint_names(self, painter: QPainter) -> None:
        """Paint as many names under the bars as fit."""
        small, slots = scaled(self.font(), TINY), self._slots()
        if not slots:
            return
        wide = max(width_of(small, self._short_name(one)) for one in self._bins) + GAP
        every = max(1, -(-int(wide) // max(1, int(slots[0][1].width() + GAP))))
        for one, slot in slots[::every]:
            box = QRectF(slot.center().x() - wide / 2, self._chart_area().bottom(), wide, self.fontMetrics().height())
            write(painter, box, self._short_name(one), current_theme().dim, CENTRE, small)

    def _short_name(self, one: Bin) -> str:
        return self._name(one) if self._kind.sides != D100_SIDES else self._name(one).split(DASH)[0]

    def _name(self, one: Bin) -> str:
        """Return the name of a bin: its faces as shown by the dice."""
        tens = self._kind.sides == D100_SIDES and not self._kind.ones
        low, high = (two_digits(one.low), two_digits(one.high)) if tens else (str(one.low), str(one.high))
        return low if low == high else f"{low}{DASH}{high}"

    def _in_words(self, one: Bin) -> str:
        return f"{self._name(one)}: {one.count:,} fell, {tenths(one.expected)} expected"


class DiceBlock(QWidget):
    """The dice from one source: a heading, the chart, and whether they are fair."""

    def __init__(self, title: str) -> None:
        """Start empty."""
        super().__init__()
        self._title = title
        self.head = label(bold=True)
        self.chart = DiceChart()
        self.says = wrapped(label())
        self.numbers = wrapped(dim_label())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        for part in (self.head, self.chart, self.says, self.numbers):
            column.addWidget(part)
        column.addStretch(1)

    def show_bins(self, kind: DiceKind, bins: Sequence[Bin]) -> None:
        """Show the distribution of a kind of dice; hide everything if there are none."""
        found = fairness(bins)
        self.setVisible(bool(found.dice))
        self.head.setText(f"{self._title}: {found.dice:,} × {kind_in_words(kind)}")
        self.chart.show_bins(kind, bins)
        self.says.setText(fairness_in_words(found))
        each = f"{tenths(bins[0].expected)} expected in each bar"
        self.numbers.setText(each if found.p is None else f"{each}; {statistic_in_words(found)}")


ROW, STRIP = 1.8, 1.35
NAME, TOTAL = 10.0, 3.0
LEAST = 12.0
"""In heights of the font."""
ROOM = 6


class StripRow(Struct, frozen=True):
    """A row of the chart: a character and the number of each verdict, with the system whose words name them."""

    name: str
    counts: Mapping[Grade, int]
    system: str

    @property
    def total(self) -> int:
        """The number of verdicts."""
        return sum(self.counts.values())

    @property
    def in_words(self) -> str:
        """The verdicts as text."""
        counted = (f"{marked_grade(grade, self.system)} {count:,}" for grade, count in self.counts.items())
        return f"{self.name}: {', '.join(counted)}"


class VerdictStrips(PaintedRows[StripRow]):
    """A strip of verdicts for each character; its parts are to scale, except for the width that their labels need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__("Verdicts by character", ROW, parent)

    @override
    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(int(em * (NAME + LEAST + TOTAL)), self._row * len(self._rows))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, font = current_theme(), scaled(self.font(), BODY)
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
        """Paint a part with its glyph and count, or the glyph alone if that is too wide."""
        theme, font = current_theme(), scaled(self.font(), SMALL)
        shade = theme.shades[grade]
        painter.fillRect(box, QColor(shade.fill))
        painter.fillRect(QRectF(box.left() - 0.5, box.top(), 1, box.height()), QColor(theme.seam))
        for text in (_label(grade, count), GLYPHS[grade]):
            if width_of(font, text) + ROOM <= box.width():
                write(painter, box, text, shade.on_fill, CENTRE, font)
                return

    def _strip(self, place: int) -> QRectF:
        """Return the box of a strip."""
        em = self.fontMetrics().height()
        row = self._row
        return QRectF(NAME * em, place * row + (row - STRIP * em) / 2, self.width() - (NAME + TOTAL) * em, STRIP * em)

    def _parts(self, place: int) -> list[tuple[Grade, QRectF]]:
        """Return the box of each verdict in a strip."""
        row, strip, font = self._rows[place], self._strip(place), scaled(self.font(), SMALL)
        least = [width_of(font, _label(grade, count)) + ROOM for grade, count in row.counts.items()]
        if sum(least) > strip.width():
            least = [0.0] * len(least)
        left, free, parts = strip.x(), strip.width() - sum(least), []
        for (grade, count), words in zip(row.counts.items(), least, strict=True):
            width = words + free * count / row.total
            parts.append((grade, QRectF(left, strip.y(), width, strip.height())))
            left += width
        return parts


def _label(grade: Grade, count: int) -> str:
    return f"{GLYPHS[grade]} {count:,}"
