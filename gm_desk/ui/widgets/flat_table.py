"""A table without a grid: rows of one height, a hairline below each, the row with the focus marked."""

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
    """Paint the ground and the hairline of a row; what a cell says is up to those who inherit."""

    def __init__(self, view: QTableView) -> None:
        """Paint for one view."""
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
        """Paint what a cell says."""
        raise NotImplementedError


class FlatTable(QTableView):
    """Show rows to look at, not to edit."""

    def __init__(self, model: QAbstractItemModel, row: float, parent: QWidget | None = None) -> None:
        """Show a model; `row` is how tall a row is, in heights of the font."""
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
        """Say how tall a row is, in pixels."""
        return int(self.fontMetrics().height() * self._row)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.verticalHeader().setDefaultSectionSize(self.row_height)
            self.verticalScrollBar().setSingleStep(self.row_height)
            self.fit()

    def fit(self) -> None:
        """Share the width among the columns, where the header does not do so by itself."""
