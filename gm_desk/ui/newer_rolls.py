"""A word over the log that there are newer rolls, for whoever reads further down."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractItemView

from gm_desk.ui.look import Look
from gm_desk.ui.pill import FittingPill


class NewerRolls(FittingPill):
    """Count the rolls that came while others were read; it goes with the way to the top."""

    def __init__(self, look: Look, view: QAbstractItemView) -> None:
        """Say nothing yet."""
        super().__init__(look, view)
        self._view = view
        self._count = 0
        self.setObjectName("newerRolls")
        self.hide()
        view.verticalScrollBar().valueChanged.connect(self._scrolled)

    def add(self, rolls: int) -> None:
        """Tell of more rolls, or of a line that is none."""
        self._count += rolls
        count = f"{self._count} new roll" + "s" * (self._count > 1) if self._count else "New line"
        self.show_words(f"{count} ↑", "Show the newest rolls (Home)", on=True)
        self.setAccessibleName(f"{count}, go to the top")
        self.show()
        self.place()

    def place(self) -> None:
        """Stand in the middle of the upper edge."""
        self.adjustSize()
        self.move(QPoint((self._view.viewport().width() - self.width()) // 2, 2))

    def _scrolled(self, value: int) -> None:
        if value == 0:
            self._count = 0
            self.hide()
