"""A row whose parts give way, one after the other, where there is no room for all."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

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
