"""A layout that sets its items like words, in as many lines as they need."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem, QWidget
from typing_extensions import override


class FlowLayout(QLayout):
    """Set the items that are shown from left to right, and on to the next line."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6, *, to_the_right: bool = False) -> None:
        """Leave a gap between items and between lines; the last item may stand at the right end of its line."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._to_the_right = to_the_right
        self.setContentsMargins(0, 0, 0, 0)

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    @override
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        widths = [item.minimumSize().width() for item in self._items]
        heights = [item.sizeHint().height() for item in self._items]
        return QSize(max(widths, default=0), max(heights, default=0))

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Lay the items out in a width, each in the middle of its line, and give the height that takes."""
        y = rect.y()
        for line in self._lines(rect.width()):
            x, tall = rect.x(), max(size.height() for _, size in line)
            for item, size in line:
                if self._to_the_right and item is self._items[-1]:
                    x = rect.x() + rect.width() - size.width()
                if move:
                    item.setGeometry(QRect(QPoint(x, y + (tall - size.height()) // 2), size))
                x += size.width() + self._gap
            y += tall + self._gap
        return max(0, y - self._gap - rect.y())

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Give the items that are shown in the lines they need, with their sizes."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        room = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(width, 10_000))
            if not lines or size.width() > room:
                lines.append([])
                room = width
            lines[-1].append((item, size))
            room -= size.width() + self._gap
        return lines


LEAST = 6


class GivingRow(QWidget):
    """Hold widgets side by side; those in `giving` are hidden where it is too narrow, the first one first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Hold nothing yet."""
        super().__init__(parent)
        self.giving: list[QWidget] = []
        self.row = QHBoxLayout(self)
        self.row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().height() * LEAST, self.row.minimumSize().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Show what there is room for."""
        for one in self.giving:
            one.show()
        for one in self.giving:
            self.row.invalidate()
            if self.row.minimumSize().width() <= self.width():
                break
            one.hide()
