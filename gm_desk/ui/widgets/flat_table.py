"""A table without a grid: rows of one height with a hairline below each, the current row marked."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from gm_desk.model.roles import Index
from gm_desk.ui.theme.theme import current_theme


class RowDelegate(QStyledItemDelegate):
    """A delegate that paints a row's background and hairline; subclasses paint the cells."""

    def __init__(self, view: QTableView) -> None:
        """Create the delegate for a view."""
        super().__init__(view)
        self._view = view

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        theme, box = current_theme(), QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(theme.chosen))
        here = self._view.hasFocus() and index.row() == self._view.currentIndex().row()
        painter.setPen(QPen(QColor(theme.focus), theme.ring) if here else QColor(theme.line))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.setFont(option.font)
        self.paint_cell(painter, option, index, box.adjusted(2, 0, -2, -1))
        painter.restore()

    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        """Paint the contents of a cell."""
        raise NotImplementedError


class FlatTable(QTableView):
    """A read-only table with rows of one height."""

    def __init__(self, model: QAbstractItemModel, row: float, parent: QWidget | None = None) -> None:
        """Create the table for a model, with rows of the given height in heights of the font."""
        super().__init__(parent)
        self._row = row
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(8)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.row_height)

    @property
    def row_height(self) -> int:
        """The height of a row, in pixels."""
        return int(self.fontMetrics().height() * self._row)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.verticalHeader().setDefaultSectionSize(self.row_height)
            self.verticalScrollBar().setSingleStep(self.row_height)
            self.fit()

    def fit(self) -> None:
        """Distribute the width among the columns, if the header does not do so itself."""
