"""The rolls as a table: keyboard and mouse, folding of evenings, and the details of the open roll.

The text shown instead of an empty table is in `log_pane`.
"""

from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QMenu, QTableView, QWidget
from typing_extensions import override

from gm_desk.model.item_models import Index
from gm_desk.model.log.cells import LogColumn
from gm_desk.model.log.entry_actions import EntryActions
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.rejudging import Rejudging
from gm_desk.model.log.rows import ENTRY_ID, FOLDED, KIND, SESSION, RowKind
from gm_desk.model.roll.rolling import Rolling
from gm_desk.store.journal.entries import Search
from gm_desk.ui.log.log_delegate import LogDelegate, widths
from gm_desk.ui.log.opened_roll import OpenedRoll
from gm_desk.ui.theme.painting import em_of
from gm_desk.ui.widgets.flat_table import FlatTable
from gm_desk.ui.widgets.pill import FittingPill

if TYPE_CHECKING:
    from gm_desk.ui.log.line_panel import LinePanel


class NewerRolls(FittingPill):
    """The button that counts new rolls while the GM reads older ones; it disappears at the top of the log.

    It is in the heading of the log, where it covers no roll; `counted` is emitted when it appears, disappears or
    counts.
    """

    counted = Signal()

    def __init__(self, view: QAbstractItemView) -> None:
        """Start hidden."""
        super().__init__()
        self._view = view
        self._count = 0
        self.setObjectName("newerRolls")
        self.hide()
        view.verticalScrollBar().valueChanged.connect(self._scrolled)

    def add(self, rolls: int) -> None:
        """Count more rolls, or announce a line that is not a roll if there are none."""
        self._count += rolls
        count = f"{self._count} new roll" + "s" * (self._count > 1) if self._count else "New line"
        self.show_words(f"{count} ↑", "Show the newest rolls (Home)", on=True)
        self.setCheckable(False)
        self.setAccessibleName(f"{count}, go to the top")
        self.show()
        self.counted.emit()

    def _scrolled(self, value: int) -> None:
        if value == 0:
            self._count = 0
            self.hide()
            self.counted.emit()


class EveningMenu(QMenu):
    """The context menu of an evening; it is deleted when it closes."""

    name_requested = Signal()

    def __init__(self, lines: LogModel, view: QTableView, index: Index) -> None:
        """Act on the evening of a heading."""
        super().__init__(view)
        self.setAccessibleName("Evening")
        self._lines = lines
        self._view = view
        self._session, self._folded = index.data(SESSION), index.data(FOLDED)
        self._row = index.row()
        self.addAction("&Name the evening\tF2", self._request_name)
        searching = lines.search != Search()
        if not searching:
            self.addAction("Un&fold\tRight" if self._folded else "&Fold\tLeft", self._fold)
            self.addAction("Fold all &others", self._fold_others)
            self.addAction("&Unfold all", self._unfold_all)
        self.addAction("&Only this evening", self._only)
        self.aboutToHide.connect(self.deleteLater)

    def _request_name(self) -> None:
        """Request the editor for the name, with the heading as the current row."""
        self._view.setCurrentIndex(self._lines.index(self._row, 0))
        self.name_requested.emit()

    def _fold(self) -> None:
        self._lines.fold([self._session], folded=not self._folded)

    def _fold_others(self) -> None:
        self._lines.fold([one for one in self._lines.evenings.order if one != self._session], folded=True)

    def _unfold_all(self) -> None:
        self._lines.fold(self._lines.evenings.order, folded=False)

    def _only(self) -> None:
        self._lines.set_search(structs.replace(self._lines.search, session=self._session))


ROW = 1.85
SMALLEST = 8
ENSURE_VISIBLE = QAbstractItemView.ScrollHint.EnsureVisible
OPENING_KEYS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
PLAIN = ~Qt.KeyboardModifier.KeypadModifier


class LogView(FlatTable):
    """The log as a table without a grid, whose columns share the width.

    Enter, Space or a click opens a roll, one at a time; `panel` then shows its details. `height_requested` carries the
    height needed to show both, or 0 if nothing is open.
    """

    height_requested = Signal(int)
    letters_typed = Signal(str)

    def __init__(
        self,
        model: LogModel,
        rejudging: Rejudging,
        acts: EntryActions,
        rolling: Rolling,
        parent: QWidget | None = None,
    ) -> None:
        """Show a log model; the open roll can be changed."""
        super().__init__(model, ROW, parent)
        self.setObjectName("logView")
        self.setAccessibleName("Roll log")
        self._delegate = LogDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # its place is kept: no line is narrowed
        self.verticalScrollBar().setSingleStep(self.row_height)
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(SMALLEST)
        self.lines = model
        self._document = rejudging.document
        self.opened = OpenedRoll(self, model, rejudging, acts, rolling)
        self.opened.height_changed.connect(self.height_requested)
        self.opened.folded.connect(self.fold)
        self._double_clicked = False
        self.newer = NewerRolls(self)
        self.newer.clicked.connect(self.go_to_top)
        self.clicked.connect(self._click)
        model.modelReset.connect(self.opened.forget)
        self._document.opened.connect(self.fit)
        for moved in (model.modelReset, model.rowsMoved, model.layoutChanged):
            moved.connect(self._span_all)
        model.renewed.connect(self.opened.refresh)
        model.rowsInserted.connect(self._inserted)
        model.rowsRemoved.connect(self._removed)
        model.arrived.connect(self._arrived)
        model.log.all_added.connect(self._lay_out, Qt.ConnectionType.QueuedConnection)

    @property
    def panel(self) -> "LinePanel | None":
        """The details of the open roll, if there is one."""
        return self.opened.panel

    def unfold(self, entry_id: str) -> None:
        """Open a roll and close any other."""
        if self.lines.open(entry_id):
            self.opened.place()

    def fold(self) -> None:
        """Close the open roll, keep its row current, and return to the newest rolls."""
        opened, inside = self.lines.opened, self.opened.has_focus()
        self.lines.close()
        row = self.lines.row_of(opened)
        if row is not None:
            self.setCurrentIndex(self.model().index(row, 0))
        self.executeDelayedItemsLayout()
        self.scrollToTop()
        if inside:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle(self, index: Index) -> None:
        """Open or close a roll, or fold or unfold an evening."""
        if index.data(KIND) == RowKind.HEADING:
            self.lines.fold([index.data(SESSION)], folded=not index.data(FOLDED))
        elif index.data(ENTRY_ID) == self.lines.opened:
            self.fold()
        elif index.isValid():
            self.unfold(index.data(ENTRY_ID))

    def name_evening(self) -> None:
        """Edit the name of the current row's evening."""
        index = self.currentIndex()
        rows = range(index.row(), -1, -1)
        heading = next((row for row in rows if self.model().index(row, 0).data(KIND) == RowKind.HEADING), None)
        if index.isValid() and heading is not None:
            self.setCurrentIndex(self.model().index(heading, 0))
            self.edit(self.currentIndex())

    def settle(self) -> None:
        """Commit pending input: the name of an evening, or anything about the open roll."""
        editor = self.indexWidget(self.currentIndex())
        if isinstance(editor, QLineEdit):
            self.commitData(editor)
        if self.panel is not None:
            self.panel.commit()

    def go_to_top(self) -> None:
        """Scroll to the newest rolls."""
        self.scrollToTop()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def scrollTo(self, index: Index, hint: QAbstractItemView.ScrollHint = ENSURE_VISIBLE) -> None:
        """Scroll to a row, using a column that is never hidden, because Qt ignores hidden ones."""
        super().scrollTo(index.sibling(index.row(), LogColumn.WHO), hint)

    @override
    def event(self, event: QEvent) -> bool:
        """Accept Esc as a key of the view while a roll is open."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._handles(event):
            event.accept()
            return True
        return super().event(event)

    def _handles(self, event: QKeyEvent) -> bool:
        return bool(self.lines.opened) and event.key() == Qt.Key.Key_Escape

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, key = self.currentIndex(), event.key()
        if key == Qt.Key.Key_Escape and self.lines.opened:
            self.fold()
        elif event.modifiers() & PLAIN or not self.hasFocus():
            super().keyPressEvent(event)
        elif key in OPENING_KEYS and index.isValid():
            self.toggle(index)
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right} and index.isValid():
            self._fold_or_unfold(index, folded=key == Qt.Key.Key_Left)
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._select_end(first=key == Qt.Key.Key_Home)
        elif key == Qt.Key.Key_F2:
            self.name_evening()
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Pass typed letters to the filter."""
        self.letters_typed.emit(search)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold an evening if its triangle is pressed."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        left = event.button() == Qt.MouseButton.LeftButton
        super().mousePressEvent(event)
        if left and index.data(KIND) == RowKind.HEADING and at.x() < self.fontMetrics().height():
            self.toggle(index)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit the name of an evening; on a roll, treat a double click as one click."""
        index = self.indexAt(event.position().toPoint())
        if index.data(KIND) != RowKind.HEADING:
            self._double_clicked = True
        elif event.position().x() < self.fontMetrics().height():
            self.mousePressEvent(event)
        else:
            self.name_evening()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the context menu of an evening."""
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if keyboard else self.indexAt(event.pos())
        if index.data(KIND) == RowKind.HEADING:
            at = self.visualRect(index).bottomLeft() if keyboard else event.pos()
            menu = EveningMenu(self.lines, self, index)
            menu.name_requested.connect(self.name_evening, Qt.ConnectionType.QueuedConnection)
            menu.popup(self.viewport().mapToGlobal(at))
        else:
            super().contextMenuEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with self._delegate.painting():
            super().paintEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @override
    def fit(self) -> None:
        """Fit the columns to the width, and the details to their height."""
        em, width = em_of(self.font()), self.viewport().width()
        tall = self.fontMetrics().height() / em
        given = widths(width / em, more_dice=self._document.system.reach is not None, tall=tall)
        for column in LogColumn:
            self.setColumnHidden(column, column not in given)
            self.setColumnWidth(column, int(given.get(column, 0) * em))
        last = max(given)
        self.setColumnWidth(last, self.columnWidth(last) + width - sum(map(self.columnWidth, given)))
        self.opened.fit()

    def _click(self, index: QModelIndex) -> None:
        """Open or close a roll, unless the click only selects (Ctrl, Shift) or is the second of a double click."""
        twice, self._double_clicked = self._double_clicked, False
        if not twice and index.data(KIND) == RowKind.ROLL and len(self.selectionModel().selectedRows()) == 1:
            self.toggle(index)

    def _fold_or_unfold(self, index: Index, *, folded: bool) -> None:
        """Fold with Left and unfold with Right: first the roll, then its evening."""
        if index.data(KIND) == RowKind.HEADING:
            self.lines.fold([index.data(SESSION)], folded=folded)
        elif not folded and index.data(ENTRY_ID) != self.lines.opened:
            self.unfold(index.data(ENTRY_ID))
        elif folded and self.lines.opened:
            self.fold()

    def _select_end(self, *, first: bool) -> None:
        """Select the first or the last row that is not a details row."""
        model = self.model()
        rows = range(model.rowCount()) if first else range(model.rowCount() - 1, -1, -1)
        row = next((row for row in rows if model.index(row, 0).data(KIND) != RowKind.DETAILS), None)
        if row is not None:
            self.setCurrentIndex(model.index(row, 0))

    def _span_all(self) -> None:
        """Span the rows that are not rolls."""
        self.clearSpans()
        self._span(0, self.model().rowCount() - 1)

    def _span(self, first: int, last: int) -> None:
        for row in range(first, last + 1):
            if self.model().index(row, 0).data(KIND) != RowKind.ROLL:
                self.setSpan(row, 0, 1, len(LogColumn))
                self.paint_whole()

    def _inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._span(first, last)

    def _lay_out(self) -> None:
        """Lay out new rolls once their undo step is complete, so that they are painted with all that it changed."""
        self.executeDelayedItemsLayout()

    def _arrived(self, rows: int, rolls: int) -> None:
        """Show new rolls, but keep the scroll position if the GM has scrolled down or opened a roll."""
        bar = self.verticalScrollBar()
        if not bar.value() and not self.lines.opened:
            self.scrollToTop()
            return
        self.executeDelayedItemsLayout()
        bar.setValue(bar.value() + rows * self.row_height)
        if bar.value():
            self.newer.add(rolls)

    def _removed(self) -> None:
        if not self.lines.opened:
            self.opened.forget()
