"""A table without a grid: rows of one height with a hairline below each, the current row marked."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
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

from gm_desk.model.item_models import Index
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
        line = QRectF(box)  # within the row: nothing is painted over the row below
        line.setTop(box.bottom() - (theme.ring if here else 1))
        painter.fillRect(line, QColor(theme.focus if here else theme.line))
        painter.setFont(option.font)
        self.paint_cell(painter, option, index, box.adjusted(2, 0, -2, -1))
        painter.restore()

    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        """Paint the contents of a cell."""
        raise NotImplementedError


MOST_CHANGED = 8
"""With more changed rows than this, a table is painted as a whole."""


class PushedRows:
    """The rows that were inserted into a table since it was laid out, and those that changed meanwhile.

    They are all that has to be painted: the rows below them are pushed down as they are. `whole` is set by anything
    else that happens to the rows.
    """

    def __init__(self) -> None:
        """Begin with a table that is laid out."""
        self.whole = False
        self.inserted: range | None = None
        self.changed: set[int] = set()

    def insert(self, first: int, last: int) -> None:
        """Count inserted rows."""
        more, before = last - first + 1, self.inserted
        if before is not None and not before.start <= first <= before.stop:
            self.whole = True
        start = first if before is None else before.start
        self.inserted = range(start, start + more + len(before or ()))
        self.changed = {row + more * (row >= first) for row in self.changed}

    def change(self, first: int, last: int) -> None:
        """Count rows that show something else."""
        if self.inserted is None:
            return  # the table paints them by itself
        if last - first < MOST_CHANGED:
            self.changed |= set(range(first, last + 1))
        else:
            self.whole = True


class FlatTable(QTableView):
    """A read-only table with rows of one height."""

    def __init__(self, model: QAbstractItemModel, row: float, parent: QWidget | None = None) -> None:
        """Create the table for a model, with rows of the given height in heights of the font."""
        super().__init__(parent)
        self._row = row
        self._pushed = PushedRows()
        self.setModel(model)
        for rearranged in (model.rowsRemoved, model.rowsMoved, model.layoutChanged, model.modelReset):
            rearranged.connect(self.paint_whole)
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

    def paint_whole(self) -> None:
        """Paint all rows when the table is next laid out."""
        self._pushed.whole = True

    @override
    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        self._pushed.insert(start, end)
        super().rowsInserted(parent, start, end)

    @override
    def dataChanged(self, topLeft: Index, bottomRight: Index, roles: Sequence[int] = ()) -> None:
        self._pushed.change(topLeft.row(), bottomRight.row())
        super().dataChanged(topLeft, bottomRight, roles)

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        """Paint both rows as a whole, since the mark of the current one goes through all its cells."""
        super().currentChanged(current, previous)
        for row in {current.row(), previous.row()} - {-1}:
            self.viewport().update(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row))

    @override
    def doItemsLayout(self) -> None:
        """Lay out the rows; if some have only been inserted, move the picture of those below, and paint no more."""
        pushed, self._pushed = self._pushed, PushedRows()
        port, bar = self.viewport(), self.verticalScrollBar()
        if pushed.inserted is None or pushed.whole or bar.value() or port.children() or not port.updatesEnabled():
            super().doItemsLayout()
            return
        size = port.size()
        port.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled)  # what is enabled the usual way is painted as a whole
        try:
            super().doItemsLayout()
        finally:
            port.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, False)
        if port.size() != size or bar.value():
            port.update()
            return
        top, below = (self._top_of(row) for row in (pushed.inserted.start, pushed.inserted.stop))
        port.scroll(0, below - top, port.rect().adjusted(0, top, 0, 0))
        for row in pushed.changed:
            port.update(0, self._top_of(row), port.width(), self.rowHeight(row))

    def _top_of(self, row: int) -> int:
        """Return the position at which a row begins; the one after the last begins at the end of the last."""
        return self.rowViewportPosition(row) if row < self.model().rowCount() else self.verticalHeader().length()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.verticalHeader().setDefaultSectionSize(self.row_height)
            self.verticalScrollBar().setSingleStep(self.row_height)
            self.fit()

    def fit(self) -> None:
        """Distribute the width among the columns, if the header does not do so itself."""
