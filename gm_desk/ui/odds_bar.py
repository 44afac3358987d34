"""The odds as one strip of all grades, widths to scale."""

from itertools import pairwise

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from gm_desk.core.rules.outcomes import Grade, Odds
from gm_desk.core.text.one_line import tip_of
from gm_desk.model.verdicts import GLYPHS, WORDS, two_digits
from gm_desk.ui.labels import Painted
from gm_desk.ui.look import CENTRE, RADIUS, Look, scaled, width_of, write
from gm_desk.ui.sizes import COMPACT


class OddsBar(Painted):
    """Show how many rolls of a hundred give which verdict; hovering a part says which rolls."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show no odds yet."""
        super().__init__(parent)
        self._look = look
        self._odds: Odds | None = None
        self._roll: int | None = None
        self.setObjectName("oddsBar")
        self.setAccessibleName("Odds")

    def show_odds(self, odds: Odds | None, roll: int | None = None) -> None:
        """Show odds, or an empty strip; a roll that has fallen is marked in it."""
        self._odds, self._roll = odds, roll
        self.setAccessibleDescription(in_words(odds) if odds else "")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, int(self.fontMetrics().height() * 1.4))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strip = QPainterPath()
        strip.addRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        painter.setClipPath(strip)
        painter.fillRect(self.rect(), QColor(self._look.theme.raised))
        font = scaled(self.font(), COMPACT)
        for grade, box in self._parts():
            shade = self._look.theme.shades[grade]
            painter.fillRect(box, QColor(shade.fill))
            if box.left() > 0:
                painter.fillRect(QRectF(box.left(), 0, 1, box.height()), QColor(self._look.theme.seam))
            for words in self._words(grade):
                if width_of(font, words) + 3 <= box.width():
                    write(painter, box, words, shade.on_fill, CENTRE, font)
                    break
            self._mark_roll(painter, grade, box, shade.on_fill)

    def _words(self, grade: Grade) -> tuple[str, str]:
        """Give what is written on a grade: its glyph and its number, or the number alone where that is too wide."""
        number = str(self._odds.counts[grade]) if self._odds else ""
        return f"{GLYPHS[grade]} {number}", number

    def _mark_roll(self, painter: QPainter, grade: Grade, box: QRectF, ink: str) -> None:
        """Mark where the roll lies among those of its grade."""
        rolls = self._odds.rolls[grade] if self._odds else ()
        if self._roll in rolls:
            x = box.left() + (rolls.index(self._roll) + 0.5) * box.width() / len(rolls)
            painter.fillRect(QRectF(x - 1, 0, 2, box.height() / 3), QColor(ink))
            painter.fillRect(QRectF(x - 1, box.height() * 2 / 3, 2, box.height() / 3), QColor(ink))

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
        """Give the box of each grade, best to the left."""
        if self._odds is None:
            return []
        edges = [0]
        for count in self._odds.counts.values():
            edges.append(edges[-1] + count)
        scale = self.width() / self._odds.of
        return [
            (grade, QRectF(left * scale, 0, (right - left) * scale, self.height()))
            for grade, (left, right) in zip(self._odds.counts, pairwise(edges), strict=True)
        ]


def in_words(odds: Odds) -> str:
    """List the odds, each grade with its glyph, its word and its chance."""
    parts = [f"{GLYPHS[grade]} {SHORT[grade]} {count}%" for grade, count in odds.counts.items()]
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
    """Write rolls as ranges: (1, 2, 3, 7) as "01–03, 07"."""
    runs: list[list[int]] = []
    for roll in rolls:
        if runs and roll == runs[-1][-1] + 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    dash = "\N{EN DASH}"
    return ", ".join(two_digits(run[0]) + (f"{dash}{two_digits(run[-1])}" if len(run) > 1 else "") for run in runs)
