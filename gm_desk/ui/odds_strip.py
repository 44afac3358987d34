"""Who is likely to win an opposed test, as a strip with its numbers."""

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.core.rules.outcomes import Grade
from gm_desk.ui.labels import Painted
from gm_desk.ui.look import LEFT, Look, scaled, width_of, write
from gm_desk.ui.sizes import SMALL

Shares = Sequence[tuple[str, Fraction]]
HUES = (Grade.SUCCESS, None, Grade.CRITICAL_FAILURE)
STRIP = 6.0
GAP = 12


class OddsStrip(Painted):
    """Show shares of a whole: winning, neither, losing; told in words below the strip."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self._look = look
        self._shares: Shares = ()
        self.setObjectName("contestOdds")

    def show_shares(self, shares: Shares) -> None:
        """Show the shares; none hides the strip."""
        self._shares = shares
        self.setVisible(bool(shares))
        self.setAccessibleName("Odds: " + ", ".join(_words(*share) for share in shares))
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
        font = scaled(self.font(), SMALL)
        x, words = 0.0, QRectF(self.rect()).adjusted(0, STRIP + 3, 0, 0)
        exact = [_words(*share) for share in self._shares]
        digits = 1 if sum(width_of(font, text) + GAP for text in exact) <= self.width() + GAP else 0
        for (name, share), grade in zip(self._shares, HUES, strict=False):
            theme = self._look.theme
            hue = theme.shades[grade].fill if grade else theme.line
            width = float(share) * self.width()
            painter.fillRect(QRectF(x, 0, width, STRIP), QColor(hue))
            x += width
            text = _words(name, share, digits)
            write(painter, words, text, theme.dim if grade is None else theme.text, LEFT, font)
            words.setLeft(words.left() + width_of(font, text) + GAP)


def _words(name: str, share: Fraction, digits: int = 1) -> str:
    """Write a chance with one decimal, or none, and never as nothing or all where it is neither."""
    percent, least = float(share * 100), 10.0**-digits
    if 0 < share < 1:
        percent = min(100 - least, max(least, percent))
    return f"{name} {percent:.{digits}f}%"
