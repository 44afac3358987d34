"""Charts of odds that a usual test lacks: a curve of totals, and a strip of the chances of both sides."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from msgspec import Struct
from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from gm_desk.core.rules.outcomes import CheckOdds, Grade
from gm_desk.core.wording.phrases import minus, percent, percent_of, tip_of
from gm_desk.ui.theme.painting import ALIGNED, CENTRE, LEFT, NO_PEN, RIGHT, SMOOTH, filled, scaled, width_of, write
from gm_desk.ui.theme.theme import SMALL, TINY, current_theme, measured
from gm_desk.ui.widgets.labels import PaintedLabel

Shares = Sequence[tuple[str, Fraction]]
HUES = (Grade.SUCCESS, None, Grade.CRITICAL_FAILURE)
STRIP = 6.0
PART_GAP = 12


class OddsStrip(PaintedLabel):
    """A strip of the chances to win, to tie and to lose, with labels below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._shares: Shares | None = None
        self.setObjectName("contestOdds")

    def show_shares(self, shares: Shares) -> None:
        """Show shares; without shares the strip is empty."""
        if shares == self._shares:
            return
        self._shares = shares
        self.setAccessibleName("Odds: " + (", ".join(_words(*share) for share in shares) or "not known yet"))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, int(STRIP + 4 + self.fontMetrics().height()))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        font, shares = scaled(self.font(), SMALL), self._shares or ()
        x, words = 0.0, QRectF(self.rect()).adjusted(0, STRIP + 3, 0, 0)
        texts = [_words(*share) for share in shares]
        if sum(width_of(font, text) + PART_GAP for text in texts) > self.width() + PART_GAP:
            texts = [_words(*share, digits=0) for share in shares]
        theme = current_theme()
        for (_, share), grade, text in zip(shares, HUES, texts, strict=False):
            hue = theme.shades[grade].fill if grade else theme.line
            width = float(share) * self.width()
            painter.fillRect(QRectF(x, 0, width, STRIP), QColor(hue))
            x += width
            write(painter, words, text, theme.dim if grade is None else theme.text, LEFT, font)
            words.setLeft(words.left() + width_of(font, text) + PART_GAP)


def _words(name: str, share: Fraction, digits: int = 1) -> str:
    """Return the label of a share with its chance."""
    return f"{name} {percent(share, digits)}"


NO_CHANCE = Fraction(0)
GAP = 2.0
LEAST_BAR = 2.0
MARK = 2
MARKED, PLAIN = 4.6, 3.2
"""The height of the curve in ems, with and without a marked difficulty."""


class Bar(Struct, frozen=True):
    """One bar: a total, its chance, and how many `of` all cases make at least as much.

    `last` stands for all higher totals.
    """

    total: int
    chance: Fraction
    at_least: int
    of: int
    last: bool = False

    @property
    def as_much(self) -> Fraction:
        """The chance of at least as much."""
        return Fraction(self.at_least, self.of)

    @property
    def name(self) -> str:
        """The number under the bar."""
        return f"{minus(self.total)}+" if self.last else minus(self.total)

    @property
    def in_words(self) -> str:
        """The chances of the bar as text."""
        total = minus(self.total)
        more = f"{total} or more: {percent_of(self.at_least, self.of)}"
        return more if self.last else f"total {total}: {percent(self.chance)}, {more}"


Slots = list[tuple[Bar, QRectF]]
"""The bars, each with its part of the chart."""


def bars_of(odds: CheckOdds) -> list[Bar]:
    """Return the bars from the lowest total to the highest, plus one for all totals that only an open roll reaches."""
    chances = dict(odds.totals)
    for total, chance in odds.opened.items():
        chances[total] = chances.get(total, NO_CHANCE) + chance
    if not chances:
        return []
    of = lcm(odds.beyond.denominator, *(chance.denominator for chance in chances.values()))  # fractions add up slowly
    top, bars, at_least = max(chances), list[Bar](), _cases(odds.beyond, of)
    last = [Bar(top + 1, odds.beyond, at_least, of, last=True)] if odds.beyond else []
    for total in range(top, min(chances) - 1, -1):
        chance = chances.get(total, NO_CHANCE)
        at_least += _cases(chance, of)
        bars.append(Bar(total, chance, at_least, of))
    return [*reversed(bars), *last]


def _cases(chance: Fraction, of: int) -> int:
    """Return how many `of` all cases a chance is."""
    return chance.numerator * (of // chance.denominator)


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
        marked, self._difficulty = self._difficulty is not None, difficulty
        self._bars = bars_of(odds) if odds else []
        self._success = odds.success if odds else NO_CHANCE
        self.setAccessibleDescription("; ".join(bar.in_words for bar in self._bars))
        if marked is (difficulty is None):  # else the height is the same, and nothing has to be laid out
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
        painter, field, slots = QPainter(self), self._chart_area(), self._slots()
        self._paint_bars(painter, slots)
        painter.setPen(QPen(QColor(current_theme().line), 1))
        painter.drawLine(field.bottomLeft(), field.bottomRight())
        self._paint_names(painter, field, slots)
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

    def _slots(self) -> Slots:
        """Return each bar with its part of the width."""
        if not self._bars:
            return []
        field = self._chart_area()
        share = field.width() / len(self._bars)
        return [
            (bar, QRectF(place * share, field.y(), share - GAP, field.height())) for place, bar in enumerate(self._bars)
        ]

    def _paint_bars(self, painter: QPainter, slots: Slots) -> None:
        """Paint the bars as high as their chances, in the colour of success or failure.

        The last one may be part success. A path of all bars takes longer, as smooth curves do in numbers.
        """
        highest, theme = max(float(bar.chance) for bar in self._bars), current_theme()
        good, bad = theme.shades[Grade.SUCCESS].fill, theme.shades[Grade.FAILURE].fill
        painter.setRenderHint(SMOOTH)
        painter.setPen(NO_PEN)
        box, painted, colour = QRectF(), "", ""
        for bar, slot in slots:
            height = max(LEAST_BAR, slot.height() * float(bar.chance) / highest) if bar.chance else 0.0
            box, soft = QRectF(slot.x(), slot.bottom() - height, slot.width(), height), min(GAP, height / 2)
            enough = self._difficulty is not None and bar.total >= self._difficulty
            colour = theme.dim if self._difficulty is None else good if enough else bad
            if colour != painted:
                painted = colour
                painter.setBrush(QColor(colour))
            painter.drawRoundedRect(box, soft, soft)
        last = self._bars[-1]
        if last.last and colour == bad:
            part = box.height() * float(self._success / last.chance)
            filled(painter, QRectF(box.x(), box.bottom() - part, box.width(), part), good)

    def _paint_names(self, painter: QPainter, field: QRectF, slots: Slots) -> None:
        """Paint as many totals under the bars as fit, always including the last."""
        small = scaled(self.font(), TINY)
        names = [bar.name for bar in self._bars]
        wide = max(map(measured(small).width, names)) + 4
        every = max(1, -(-int(wide) // max(1, int(field.width() / len(slots)))))
        painter.setFont(small)
        painter.setPen(QColor(current_theme().dim))
        for place in range(len(slots) - 1, -1, -every):
            box = QRectF(slots[place][1].center().x() - wide / 2, field.bottom(), wide, self.height() - field.bottom())
            box.moveLeft(max(0.0, min(box.x(), field.width() - wide)))
            painter.drawText(box, ALIGNED[CENTRE], names[place])

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


def in_chances(odds: CheckOdds) -> str:
    """Return the chances of a fumble and of an open roll as text, without those that are zero."""
    named_chances = (("✖ fumble", odds.fumble), ("★ open roll", odds.open))
    space = "\N{NO-BREAK SPACE}"
    return "   ".join(
        f"{what} {percent(chance)}".replace(" ", space) for what, chance in named_chances if chance != Fraction(0)
    )
