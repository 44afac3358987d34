"""The log pane: every roll, newest first."""

from PySide6.QtCore import QModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.model.log_model import FACES, GRADE, STRUCK, Column, LogModel
from gm_desk.model.roles import Index
from gm_desk.ui.flat_table import FlatTable, RowDelegate
from gm_desk.ui.labels import dim_label, label
from gm_desk.ui.look import LEFT, Look, scaled, write
from gm_desk.ui.verdict_line import paint_dice, paint_pill

MARGIN = 16
ROW = 1.85
WIDTHS = {
    Column.TIME: 3.6,
    Column.WHO: 8.4,
    Column.WHAT: 14.0,
    Column.NET: 8.6,
    Column.TARGET: 4.8,
    Column.DICE: 4.6,
    Column.VERDICT: 15.0,
}
SHRINKING = {Column.WHO, Column.WHAT}
LEAST_SCALE = 0.4
"""Where it is narrow, names are shortened, but not numbers, dice and verdicts."""
SHOWN_FROM = {Column.NOTE: 58, Column.TIME: 52, Column.TARGET: 46, Column.NET: 34}
"""In heights of the font: how wide the columns are, and how wide a log shows those that it can do without."""


class LogDelegate(RowDelegate):
    """Paint a cell of the log: dice as dice, verdicts as pills, the rest as words."""

    @override
    def paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRectF) -> None:
        theme = self.look.theme
        inner, text = box.adjusted(0, 0, -4, 0), index.data(Qt.ItemDataRole.DisplayRole)
        match index.column():
            case Column.DICE:
                paint_dice(painter, self.look, inner, index.data(FACES))
            case Column.VERDICT:
                paint_pill(painter, self.look, inner, index.data(GRADE), text)
            case Column.TIME | Column.NOTE:
                write(painter, inner, text, theme.dim, LEFT, scaled(option.font, 0.95))
            case _:
                struck = index.data(STRUCK)
                font = scaled(option.font, 0.95)
                font.setStrikeOut(struck)
                write(painter, inner, text, theme.dim if struck else theme.text, LEFT, font)


class LogView(FlatTable):
    """Show the log as a table without a grid; the columns share the width there is."""

    def __init__(self, model: LogModel, look: Look, parent: QWidget | None = None) -> None:
        """Show a log model."""
        super().__init__(model, ROW, parent)
        self.setObjectName("logView")
        self.setAccessibleName("Roll log")
        self.setItemDelegate(LogDelegate(look, self))
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(8)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        em, width = self.fontMetrics().height(), self.viewport().width()
        shown = [column for column in Column if width >= SHOWN_FROM.get(column, 0) * em]
        words = sum(WIDTHS[column] for column in shown if column in SHRINKING)
        fixed = sum(WIDTHS.get(column, 0) for column in shown) - words
        scale = min(1.0, max(LEAST_SCALE, (width / em - fixed) / words))
        for column in Column:
            self.setColumnHidden(column, column not in shown)
            room = WIDTHS.get(column, 0) * em * (scale if column in SHRINKING else 1)
            self.setColumnWidth(column, int(room))
        last = shown[-1]
        self.setColumnWidth(last, self.columnWidth(last) + width - sum(map(self.columnWidth, shown)))


class LogPane(QWidget):
    """Show the log under its heading and filter; `ends` is the end of its header, where others put their buttons."""

    def __init__(self, model: LogModel, look: Look, parent: QWidget | None = None) -> None:
        """Show a log model."""
        super().__init__(parent)
        self.model = model
        self.view = LogView(model, look)
        self.filter = QLineEdit()
        self.filter.setObjectName("logFilter")
        self.filter.setPlaceholderText("Filter")
        self.filter.setAccessibleName("Filter the log")
        self.filter.setToolTip("Show only rolls with these words in names, skills and notes (Ctrl+L)")
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(self.fontMetrics().averageCharWidth() * 34)
        self._empty = dim_label("Rolls appear here, newest first, and stay.")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._empty.setWordWrap(True)
        self._empty.setContentsMargins(MARGIN, 4, 0, 0)
        self.ends = QHBoxLayout()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)
        self._lay_out()
        self.filter.textChanged.connect(model.set_words)
        model.modelReset.connect(self._refresh)
        model.rowsInserted.connect(self._inserted)
        self._refresh()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(MARGIN, 4, MARGIN, 0)
        top.setSpacing(MARGIN)
        top.addWidget(label("Roll log", bold=True))
        top.addWidget(self.filter, 1)
        top.addStretch(1)
        self.ends.setSpacing(MARGIN)
        top.addLayout(self.ends)
        rows = QHBoxLayout()
        rows.setContentsMargins(MARGIN - 2, 0, 0, 0)
        rows.addWidget(self._stack)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(4)
        column.addLayout(top)
        column.addLayout(rows, 1)

    def _inserted(self, _parent: QModelIndex, first: int) -> None:
        """Show a new roll at once; older ones that are fetched move nothing."""
        self._refresh()
        if first == 0:
            self.view.scrollToTop()

    def _refresh(self) -> None:
        self._stack.setCurrentIndex(0 if self.model.rowCount() else 1)
        nothing = "No roll matches the filter." if self.filter.text() else "Rolls appear here, newest first, and stay."
        self._empty.setText(nothing)
