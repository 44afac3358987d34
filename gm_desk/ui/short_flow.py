"""A few lines of buttons; those that find no room stand in a menu at the end."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.ui.look import Look
from gm_desk.ui.pill import MORE, Pill
from gm_desk.ui.sizes import GAP

LINES = 2


class ShortFlow(QWidget):
    """Set pills like words, in two lines at most."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Hold nothing yet; who listens to `more` offers what is hidden."""
        super().__init__(parent)
        self._pills: list[Pill] = []
        self._shown: list[Pill] = []
        self.more = Pill(look, self, mark=MORE)
        self.more.show_words("More", "What finds no room here", mark=MORE)
        self.more.setAccessibleName("More to do about the last roll")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_pills(self, pills: list[Pill]) -> None:
        """Set other pills."""
        self._pills = pills
        self._place()
        self.updateGeometry()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        if not self._pills:
            return 0
        lines = _lines([*self._pills], width)
        return min(LINES, lines) * (self._line_height() + GAP) - GAP

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._line_height() if self._pills else 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _line_height(self) -> int:
        return self.more.sizeHint().height()

    def hidden(self) -> list[Pill]:
        """List the pills that find no room."""
        return [pill for pill in self._pills if pill not in self._shown]

    def _choose(self) -> list[Pill]:
        """Choose as many pills as there is room for, with the menu where that is not all of them."""
        if _lines(self._pills, self.width()) <= LINES:
            return self._pills
        chosen: list[Pill] = []
        for pill in self._pills:
            if _lines([*chosen, pill, self.more], self.width()) <= LINES:
                chosen.append(pill)
        return [*chosen, self.more]

    def _place(self) -> None:
        """Set the pills in lines."""
        self._shown = self._choose()
        for pill in (*self._pills, self.more):
            pill.setVisible(pill in self._shown)
        x = y = 0
        for pill in self._shown:
            size = _bounded(pill, self.width())
            if x and x + size.width() > self.width():
                x, y = 0, y + self._line_height() + GAP
            pill.setGeometry(QRect(x, y, size.width(), size.height()))
            x += size.width() + GAP


def _lines(pills: list[Pill], width: int) -> int:
    """Count the lines that pills take."""
    x, lines = 0, 1
    for pill in pills:
        size = _bounded(pill, width)
        if x and x + size.width() > width:
            x, lines = 0, lines + 1
        x += size.width() + GAP
    return lines


def _bounded(pill: Pill, width: int) -> QSize:
    """Give the size of a pill, no wider than there is room."""
    return pill.sizeHint().boundedTo(QSize(max(1, width), 10_000))
