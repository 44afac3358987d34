"""The drawings of a forecast, and the sheet with its headline, on the screen and as a picture."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.forecast.contenders import MOST_TURNS
from gm_desk.core.forecast.fights import CharacterForecast, ForecastResult, Quantiles
from gm_desk.core.forecast.report import (
    LEFT_OUT,
    dead_in_words,
    headline,
    share_in_words,
    spread_in_words,
    standing_in_words,
)
from gm_desk.ui.theme.painting import CENTRE, LEFT, RADIUS, picture_of_sheet, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import BODY, EDGE, GAP, HALF, SMALL, TIGHT, TINY, TITLE, current_theme
from gm_desk.ui.widgets.labels import PaintedLabel, dim_label, heading, label, wrapped

ROW, STRIP, CHART = 2.9, 1.9, 4.0
"""Heights of a row, of the strip and of the chart of turns, in heights of the font."""
BAR = 0.45
COLUMNS = (0.25, 0.16, 0.11, 0.24, 0.24)
HEADS = ("", "out", "dead", "takes", "deals")
EVERY = 5
"""The interval of the numbers of turns written under the chart."""


class EndsStrip(PaintedLabel):
    """A strip of how fights end, to scale: the first side, undecided, the second side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._parts: Sequence[tuple[str, float]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Who is left standing")

    def show_result(self, result: ForecastResult, names: tuple[str, str]) -> None:
        """Show the shares of a forecast."""
        wins = result.wins
        self._parts = ((names[0], wins.a), ("undecided", wins.undecided), (names[1], wins.b))
        self.setAccessibleDescription(", ".join(f"{name} {share_in_words(share)}" for name, share in self._parts))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(10, int(self.fontMetrics().height() * STRIP))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, font = QPainter(self), current_theme(), scaled(self.font(), BODY, bold=True)
        fills, left = (theme.chosen, theme.groove, theme.raised), 0.0
        rounded(painter, QRectF(self.rect()), theme.groove, theme.line)
        for (name, share), fill in zip(self._parts, fills, strict=True) if self._parts else ():
            box = QRectF(left, 0, share * self.width(), self.height())
            if share:
                rounded(painter, box.adjusted(0, 0, -HALF, 0), fill, theme.text, RADIUS)
            for words in (f"{name} {share_in_words(share)}", share_in_words(share)):
                if share and width_of(font, words) + GAP <= box.width():
                    write(painter, box, words, theme.text, CENTRE, font)
                    break
            left += box.width()


class TurnsChart(PaintedLabel):
    """A bar chart of the numbers of turns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._result = ForecastResult(0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("How many turns it takes")

    def show_result(self, result: ForecastResult) -> None:
        """Show the turns of a forecast."""
        self._result = result
        spans = (f"{turns}: {share_in_words(times / result.fights)}" for turns, times in result.spans.items())
        self.setAccessibleDescription(f"median {spread_in_words(result.turns)}; {'; '.join(spans)}")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(10, int(self.fontMetrics().height() * CHART))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, small = QPainter(self), current_theme(), scaled(self.font(), TINY)
        line, slot = self.fontMetrics().height(), self.width() / MOST_TURNS
        bottom, most = self.height() - line, max(self._result.spans.values(), default=1)
        for turn in range(1, MOST_TURNS + 1):
            times = self._result.spans.get(turn, 0)
            box = QRectF((turn - 1) * slot, 0, slot - HALF, times / most * (bottom - TIGHT))
            box.moveBottom(bottom)
            painter.fillRect(box, QColor(theme.chosen_line))
            if turn == 1 or turn % EVERY == 0:
                name = QRectF((turn - 1) * slot - GAP, bottom, slot + 2 * GAP, line)
                name.moveLeft(max(0.0, min(name.left(), self.width() - name.width())))
                write(painter, name, str(turn), theme.dim, CENTRE, small)
        painter.fillRect(QRectF(0, bottom, self.width(), 1), QColor(theme.line))


class FateLine(Struct, frozen=True):
    """A line of the table: the heading of a side, or a character."""

    name: str
    one: CharacterForecast | None = None

    @property
    def in_words(self) -> str:
        """The statistics of a character as text."""
        if self.one is None:
            return self.name
        takes, deals = spread_in_words(self.one.takes), spread_in_words(self.one.deals)
        shares = f"out {share_in_words(self.one.out)}, dead {dead_in_words(self.one)}"
        return f"{self.name}: {shares}, takes {takes}, deals {deals}"


class FateTable(PaintedLabel):
    """The table of characters: chances to be out and dead, and the spreads of damage."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._lines: Sequence[FateLine] = ()
        self._most = 1
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("What happens to each")

    def show_result(self, result: ForecastResult, names: tuple[str, str]) -> None:
        """Show the characters of a forecast, side by side."""
        lines: list[FateLine] = []
        for hand, name in zip("ab", names, strict=True):
            lines.append(FateLine(name))
            lines += [FateLine(one.name, one) for one in result.characters if one.side == hand]
        self._lines = lines
        self._most = max([1, *(max(one.takes.p90, one.deals.p90) for one in result.characters)])
        self.setAccessibleDescription("; ".join(line.in_words for line in lines))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        return QSize(10, int(em * (1.5 + sum(ROW if line.one else STRIP for line in self._lines))))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, em = QPainter(self), current_theme(), self.fontMetrics().height()
        small, strong = scaled(self.font(), SMALL), scaled(self.font(), BODY, bold=True)
        for box, head in zip(self._cells(0, 1.5 * em), HEADS, strict=True):
            write(painter, box, head, theme.dim, LEFT, small)
        top = 1.5 * em
        for line in self._lines:
            tall = em * (ROW if line.one else STRIP)
            if line.one is None:
                write(painter, QRectF(0, top, self.width(), tall), line.name, theme.text, LEFT, strong)
            else:
                self._paint_fate(painter, line.one, self._cells(top, tall))
            top += tall

    def _paint_fate(self, painter: QPainter, one: CharacterForecast, cells: Sequence[QRectF]) -> None:
        """Paint the statistics of a character."""
        theme, font = current_theme(), scaled(self.font(), BODY)
        name, out, dead, takes, deals = cells
        half = name.height() / 2
        write(painter, name, one.name, theme.text, LEFT, font)
        for box, words in (
            (out, share_in_words(one.out)),
            (takes, spread_in_words(one.takes)),
            (deals, spread_in_words(one.deals)),
        ):
            write(painter, QRectF(box.x(), box.y(), box.width(), half * 1.1), words, theme.text, LEFT, font)
        write(painter, dead, dead_in_words(one), theme.text if one.dead else theme.dim, LEFT, font)
        track = self._track(out)
        painter.fillRect(track, QColor(theme.groove))
        painter.fillRect(QRectF(track.x(), track.y(), track.width() * one.out, track.height()), QColor(theme.damage))
        self._paint_spread(painter, one.takes, self._track(takes), theme.damage)
        self._paint_spread(painter, one.deals, self._track(deals), theme.dim)

    def _paint_spread(self, painter: QPainter, spread: Quantiles, track: QRectF, colour: str) -> None:
        """Paint a spread on the common scale: a bar from the first to the ninth decile, with a mark at the median."""
        theme, scale = current_theme(), track.width() / self._most
        painter.fillRect(track, QColor(theme.groove))
        bar = QRectF(track.x() + spread.p10 * scale, track.y(), (spread.p90 - spread.p10) * scale, track.height())
        painter.fillRect(bar, QColor(colour))
        median = min(track.x() + spread.median * scale, track.right() - HALF)
        painter.fillRect(QRectF(median, track.y() - HALF, HALF, track.height() + 2 * HALF), QColor(theme.text))

    def _track(self, cell: QRectF) -> QRectF:
        """Return the place of the bar in the lower half of a cell."""
        tall = self.fontMetrics().height() * BAR
        return QRectF(cell.x(), cell.y() + cell.height() * 0.58, cell.width() - GAP, tall)

    def _cells(self, top: float, tall: float) -> list[QRectF]:
        """Return the cells of a row."""
        found, left = [], 0.0
        for share in COLUMNS:
            found.append(QRectF(left, top, share * self.width() - TIGHT, tall))
            left += share * self.width()
        return found


PICTURE = 46
"""The width of a picture, in heights of the font."""
SPREADS = "Damage: the mark is the median, and the bar the range of eight fights in ten."
TURNS = "How many turns it takes, up to the twentieth:"
MATTERS = "What would matter most"
TRYING = "Still simulating…"


class ForecastSheet(QWidget):
    """The figures of a forecast."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.title, self.ends_in_words = wrapped(label(size=TITLE, bold=True)), wrapped(label())
        self.ends, self.turns, self.fates = EndsStrip(), TurnsChart(), FateTable()
        self.turns_in_words = wrapped(dim_label(TURNS))
        self._about, self._matter = wrapped(dim_label(SPREADS)), heading(MATTERS)
        self.changes, self.left_out = wrapped(label()), wrapped(dim_label(LEFT_OUT))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GAP, 0, GAP)
        self._matter.setContentsMargins(0, GAP, 0, 0)
        column.setSpacing(TIGHT)
        for part in (self.title, self.ends, self.ends_in_words, self._matter, self.changes):
            column.addWidget(part)
        for part in (self.fates, self._about, self.turns_in_words, self.turns, self.left_out):
            column.addWidget(part)
        column.addStretch(1)

    def show_result(self, result: ForecastResult, names: tuple[str, str], changes: Sequence[str]) -> None:
        """Show the figures of a forecast, and the sentences about changes, if known."""
        self.title.setText(headline(result, names))
        ends = (f"{words} {share_in_words(share)}" for words, share in standing_in_words(result, names))
        self.ends_in_words.setText(f"{', '.join(ends)}. It takes {spread_in_words(result.turns)} turns.")
        self.ends.show_result(result, names)
        self.turns.show_result(result)
        self.fates.show_result(result, names)
        self.changes.setText("\n".join(changes) or TRYING)


def forecast_picture(result: ForecastResult, names: tuple[str, str], changes: Sequence[str]) -> QImage:
    """Return a forecast drawn as a picture at twice the screen's resolution."""
    sheet = ForecastSheet()
    sheet.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
    sheet.show_result(result, names, changes)
    return picture_of_sheet(sheet, sheet.fontMetrics().height() * PICTURE)
