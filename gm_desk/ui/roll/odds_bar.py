"""The odds as a bar of grades, and as a curve of totals."""

from fractions import Fraction
from itertools import accumulate, pairwise

from msgspec import Struct
from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from gm_desk.core.notation.numbers import minus
from gm_desk.core.rules.outcomes import CheckOdds, Grade, Odds
from gm_desk.core.wording.phrases import GLYPHS, WORDS, percent, percent_of, tip_of
from gm_desk.ui.theme.painting import CENTRE, LEFT, RADIUS, RIGHT, filled, rounded, scaled, width_of, write, write_whole
from gm_desk.ui.theme.theme import COMPACT, SMALL, TINY, current_theme
from gm_desk.ui.widgets.labels import PaintedLabel


class OddsBar(PaintedLabel):
    """A bar that shows how many rolls in a hundred give each grade; its tool tips list the rolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without odds."""
        super().__init__(parent)
        self._odds: Odds | None = None
        self._counts: dict[Grade, int] = {}
        self._roll: int | None = None
        self.setObjectName("oddsBar")
        self.setAccessibleName("Odds")

    def show_odds(self, odds: Odds | None, roll: int | None = None) -> None:
        """Show odds, or an empty bar for None; `roll` is marked in the bar."""
        self._odds, self._roll = odds, roll
        self._counts = odds.counts if odds else {}
        self.setAccessibleDescription(spoken_odds(odds) if odds else "")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, int(self.fontMetrics().height() * 1.4))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strip = QPainterPath()
        strip.addRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        painter.setClipPath(strip)
        filled(painter, self.rect(), theme.raised)
        font = scaled(self.font(), COMPACT)
        metrics = QFontMetricsF(font)
        for grade, box in self._parts():
            shade, number = theme.shades[grade], str(self._counts[grade])
            filled(painter, box, shade.fill)
            if box.left() > 0:
                filled(painter, QRectF(box.left(), 0, 1, box.height()), theme.seam)
            for words in (f"{GLYPHS[grade]} {number}", number):
                if metrics.horizontalAdvance(words) + 3 <= box.width():
                    write_whole(painter, box, words, shade.on_fill, CENTRE, font)
                    break
            if self._roll is not None:
                self._mark_roll(painter, grade, box, shade.on_fill)

    def _mark_roll(self, painter: QPainter, grade: Grade, box: QRectF, ink: str) -> None:
        """Mark the position of the roll within its grade."""
        rolls = self._odds.rolls[grade] if self._odds else ()
        if self._roll in rolls:
            x = box.left() + (rolls.index(self._roll) + 0.5) * box.width() / len(rolls)
            filled(painter, QRectF(x - 1, 0, 2, box.height() / 3), ink)
            filled(painter, QRectF(x - 1, box.height() * 2 / 3, 2, box.height() / 3), ink)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._odds:
            for grade, box in self._parts():
                if box.contains(event.pos()):
                    rolls = in_ranges(self._odds.rolls[grade])
                    QToolTip.showText(event.globalPos(), tip_of(f"{GLYPHS[grade]} {WORDS[grade]}: {rolls}"), self)
                    return True
        return super().event(event)

    def _parts(self) -> list[tuple[Grade, QRectF]]:
        """Return the box of each grade, best first from the left."""
        if self._odds is None:
            return []
        edges = list(accumulate(self._counts.values(), initial=0))
        scale, tall = self.width() / edges[-1], self.height()
        return [
            (grade, QRectF(left * scale, 0, (right - left) * scale, tall))
            for grade, (left, right) in zip(self._counts, pairwise(edges), strict=True)
        ]


def grades_in_words(odds: Odds) -> str:
    """Return the odds as text: glyph, short name and chance of each grade."""
    of = odds.of
    parts = [f"{GLYPHS[grade]} {SHORT[grade]} {percent_of(count, of)}" for grade, count in odds.counts.items()]
    return "   ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


def spoken_odds(odds: Odds) -> str:
    """Return the odds for screen readers: the whole name and the chance of each grade."""
    of = odds.of
    return ", ".join(f"{WORDS[grade]} {percent_of(count, of)}" for grade, count in odds.counts.items())


def grades_in_signs(odds: Odds) -> str:
    """Return the odds as glyphs and numbers, without impossible grades."""
    parts = [f"{GLYPHS[grade]} {count}" for grade, count in odds.counts.items() if count]
    return "   ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


SHORT = {
    Grade.CRITICAL_SUCCESS: "critical",
    Grade.SUPERIOR_SUCCESS_X2: "superior ×2",
    Grade.SUPERIOR_SUCCESS: "superior",
    Grade.EXCELLENT_SUCCESS: "excellent",
    Grade.SUCCESS: "success",
    Grade.FAILURE: "failure",
    Grade.SUPERIOR_FAILURE: "superior",
    Grade.SUPERIOR_FAILURE_X2: "superior ×2",
    Grade.SEVERE_FAILURE: "severe",
    Grade.CRITICAL_FAILURE: "crit failure",
}


def in_ranges(rolls: tuple[int, ...]) -> str:
    """Return rolls written as ranges: (1, 2, 3, 7) as "01–03, 07"."""
    from gm_desk.model.roll.roll_text import two_digits

    runs: list[list[int]] = []
    for roll in rolls:
        if runs and roll == runs[-1][-1] + 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    dash = "\N{EN DASH}"
    return ", ".join(two_digits(run[0]) + (f"{dash}{two_digits(run[-1])}" if len(run) > 1 else "") for run in runs)


NO_CHANCE = Fraction(0)
GAP = 2.0
LEAST_BAR = 2.0
MARK = 2
MARKED, PLAIN = 4.6, 3.2
"""The height of the curve in ems, with and without a marked difficulty."""


class Bar(Struct, frozen=True):
    """One bar: a total, its chance, and the chance of at least as much; `last` stands for all higher totals."""

    total: int
    chance: Fraction
    as_much: Fraction
    last: bool = False

    @property
    def name(self) -> str:
        """The number under the bar."""
        return f"{minus(self.total)}+" if self.last else minus(self.total)

    @property
    def in_words(self) -> str:
        """The chances of the bar as text."""
        if self.last:
            return f"{minus(self.total)} or more: {percent(self.chance)}"
        more = f"{minus(self.total)} or more: {percent(self.as_much)}"
        return f"total {minus(self.total)}: {percent(self.chance)}, {more}"


def bars_of(odds: CheckOdds) -> list[Bar]:
    """Return the bars from the lowest total to the highest, plus one for all totals that only an open roll reaches."""
    chances = dict(odds.totals)
    for total, chance in odds.opened.items():
        chances[total] = chances.get(total, NO_CHANCE) + chance
    if not chances:
        return []
    top, bars = max(chances), []
    as_much = odds.beyond
    for total in range(top, min(chances) - 1, -1):
        chance = chances.get(total, NO_CHANCE)
        as_much += chance
        bars.append(Bar(total, chance, as_much))
    bars.reverse()
    return [*bars, Bar(top + 1, odds.beyond, odds.beyond, last=True)] if odds.beyond else bars


class TotalCurve(PaintedLabel):
    """A bar chart of the totals; those that reach the difficulty are highlighted, and tool tips give the chances."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without odds."""
        super().__init__(parent)
        self._bars: list[Bar] = []
        self._difficulty: int | None = None
        self._success = NO_CHANCE
        self.setAccessibleName("Odds of each total")

    def show_odds(self, odds: CheckOdds | None, difficulty: int | None) -> None:
        """Show odds, or nothing for None; without a difficulty no bar is highlighted."""
        self._bars = bars_of(odds) if odds else []
        self._difficulty = difficulty
        self._success = odds.success if odds else NO_CHANCE
        self.setAccessibleDescription("; ".join(bar.in_words for bar in self._bars))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, int(self.fontMetrics().height() * (MARKED if self._difficulty is not None else PLAIN)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height() - self.fontMetrics().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bars:
            return
        painter = QPainter(self)
        highest = max(bar.chance for bar in self._bars)
        field = self._chart_area()
        for bar, slot in self._slots():
            height = max(LEAST_BAR, field.height() * float(bar.chance / highest)) if bar.chance else 0.0
            self._paint_bar(painter, bar, QRectF(slot.x(), field.bottom() - height, slot.width(), height))
        painter.setPen(QPen(QColor(current_theme().line), 1))
        painter.drawLine(field.bottomLeft(), field.bottomRight())
        self._paint_names(painter, field)
        if self._difficulty is not None:
            self._paint_difficulty(painter, field, minus(self._difficulty))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for bar, slot in self._slots():
                if slot.left() <= event.pos().x() < slot.right() + GAP:
                    QToolTip.showText(event.globalPos(), tip_of(bar.in_words), self)
                    return True
        return super().event(event)

    def _chart_area(self) -> QRectF:
        """Return the area of the bars, between the totals below and the difficulty, if any, above."""
        line = int(self.fontMetrics().height() * 0.95)
        above = 0 if self._difficulty is None else line
        return QRectF(0, above, self.width(), self.height() - line - above)

    def _slots(self) -> list[tuple[Bar, QRectF]]:
        """Return each bar with its part of the width."""
        if not self._bars:
            return []
        field = self._chart_area()
        share = field.width() / len(self._bars)
        return [
            (bar, QRectF(place * share, field.y(), share - GAP, field.height())) for place, bar in enumerate(self._bars)
        ]

    def _paint_bar(self, painter: QPainter, bar: Bar, box: QRectF) -> None:
        """Paint a bar in the colour of success or failure; the last bar may be part success."""
        theme, soft = current_theme(), min(GAP, box.height() / 2)
        if self._difficulty is None:
            rounded(painter, box, theme.dim, radius=soft)
            return
        good, bad = theme.shades[Grade.SUCCESS].fill, theme.shades[Grade.FAILURE].fill
        rounded(painter, box, good if bar.total >= self._difficulty else bad, radius=soft)
        if bar.last and bar.total < self._difficulty:
            part = box.height() * float(self._success / bar.chance)
            rounded(painter, QRectF(box.x(), box.bottom() - part, box.width(), part), good, radius=0)

    def _paint_names(self, painter: QPainter, field: QRectF) -> None:
        """Paint as many totals under the bars as fit, always including the last."""
        small = scaled(self.font(), TINY)
        slots = self._slots()
        wide = max(width_of(small, bar.name) for bar in self._bars) + 4
        every = max(1, -(-int(wide) // max(1, int(field.width() / len(slots)))))
        for place, (bar, slot) in enumerate(reversed(slots)):
            if place % every == 0:
                box = QRectF(slot.center().x() - wide / 2, field.bottom(), wide, self.height() - field.bottom())
                box.moveLeft(max(0.0, min(box.x(), field.width() - wide)))
                write(painter, box, bar.name, current_theme().dim, CENTRE, small)

    def _paint_difficulty(self, painter: QPainter, field: QRectF, number: str) -> None:
        """Draw the difficulty as a line with its number; a line beyond the curve is drawn at the edge."""
        theme, x = current_theme(), self._difficulty_x(field)
        painter.setPen(QPen(QColor(theme.text), MARK))
        painter.drawLine(int(x), int(field.y()) - 1, int(x), int(field.bottom()))
        font = scaled(self.font(), SMALL, bold=True)
        wide = width_of(font, number) + 4
        right = x + wide + 4 > field.width()
        box = QRectF(x - wide - 4 if right else x + 4, 0, wide, field.y())
        write(painter, box, number, theme.text, RIGHT if right else LEFT, font)

    def _difficulty_x(self, field: QRectF) -> float:
        """Return the x coordinate of the difficulty: left of the first total that reaches it."""
        slots = self._slots()
        reached = (slot.x() for bar, slot in slots if self._difficulty is not None and bar.total >= self._difficulty)
        return min(max(MARK / 2, next(reached, field.width()) - GAP / 2), field.width() - MARK / 2)
