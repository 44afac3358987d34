"""Tonight's luck at the edge of the log: quiet, and the door to the statistics."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from gm_desk.core.text.one_line import tip_of
from gm_desk.ui.look import CENTRE, Look, framed, scaled, width_of, write
from gm_desk.ui.sizes import GAP, SMALL

FEWEST = 5
"""Rolls until luck is spoken of."""


class LuckButton(QPushButton):
    """Say how lucky the table is; hidden while there are few rolls."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Say nothing yet."""
        super().__init__(parent)
        self._look = look
        self._rolls = 0
        self.setObjectName("luck")
        self.setFont(scaled(self.font(), SMALL))
        self.hide()

    def show_luck(self, words: str, unusual: str, rolls: int) -> None:
        """Show the luck of the evening, and how unusual it is after so many rolls."""
        self._rolls = rolls
        self.setText(words)
        self.setToolTip(tip_of(f"Tonight, {rolls:,} rolls: {unusual}. Click for the statistics."))
        self.setAccessibleName(f"{words}, {unusual}: show the statistics")
        self.setVisible(True)

    @override
    def setVisible(self, visible: bool) -> None:
        super().setVisible(visible and self._rolls >= FEWEST)

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(width_of(self.font(), self.text())) + 2 * GAP, super().sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, lit = self._look.theme, self.underMouse() or self.isDown()
        if lit or self.hasFocus():
            framed(painter, QRectF(self.rect()), theme, theme.raised, focus=self.hasFocus())
        write(painter, self.rect(), self.text(), theme.text if lit else theme.dim, CENTRE, self.font())
