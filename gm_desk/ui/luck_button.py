"""Tonight's luck at the edge of the log: quiet, and the door to the statistics."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from gm_desk.core.statistics import Luck
from gm_desk.model.luck_words import FEWEST, how_unusual, luck_in_a_line
from gm_desk.ui.labels import SMALL
from gm_desk.ui.look import CENTRE, Look, rounded, scaled, width_of, write

GAP = 8
SHOWN_FROM = 56
"""In heights of the font: a narrower log has no room for it."""


class LuckButton(QPushButton):
    """Say how lucky the table is; hidden while there are few rolls, or little room."""

    def __init__(self, pane: QWidget, look: Look) -> None:
        """Say nothing yet; the width of the pane decides whether there is room."""
        super().__init__(pane)
        self._pane = pane
        self._look = look
        self._rolls = 0
        self.setObjectName("luck")
        self.setFont(scaled(self.font(), SMALL))
        self.hide()
        pane.installEventFilter(self)

    def show_luck(self, luck: Luck) -> None:
        """Show the luck of the evening."""
        self._rolls = luck.rolls
        self.setText(luck_in_a_line(luck))
        self.setToolTip(f"Tonight, {luck.rolls} rolls: {how_unusual(luck)}. Click for the statistics.")
        self.setAccessibleName(f"{self.text()}, {how_unusual(luck)}: show the statistics")
        self._fit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(width_of(self.font(), self.text())) + 2 * GAP, super().sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, lit = self._look.theme, self.underMouse() or self.isDown()
        if lit or self.hasFocus():
            rounded(painter, QRectF(self.rect()), theme.raised, theme.accent if self.hasFocus() else None)
        write(painter, self.rect(), self.text(), theme.text if lit else theme.dim, CENTRE, self.font())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        room = self._pane.width() >= SHOWN_FROM * self._pane.fontMetrics().height()
        self.setVisible(room and self._rolls >= FEWEST)
