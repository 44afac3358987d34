"""The rolls as a table: how it is walked through, folded, and opened for the details of a roll."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget
from typing_extensions import override

from gm_desk.model.log_line import Column
from gm_desk.model.log_model import LogModel
from gm_desk.model.log_roles import ENTRY_ID, FOLDED, KIND, SESSION
from gm_desk.model.log_rows import Kind
from gm_desk.model.roles import Index
from gm_desk.ui.evening_menu import EveningMenu
from gm_desk.ui.flat_table import FlatTable
from gm_desk.ui.log_columns import widths
from gm_desk.ui.log_delegate import LogDelegate
from gm_desk.ui.log_details import PlainDetails
from gm_desk.ui.look import Look
from gm_desk.ui.pill import FittingPill

ROW = 1.85
SMALLEST = 8
ENSURE_VISIBLE = QAbstractItemView.ScrollHint.EnsureVisible
OPENING_KEYS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
PLAIN = ~Qt.KeyboardModifier.KeypadModifier

PanelFactory = Callable[[str], QWidget]


class LogView(FlatTable):
    """Show the log as a table without a grid; the columns share the width there is.

    Enter, Space or a click opens a roll, one at a time, and `panel` is what then stands below it. `room_wanted` says
    how high the view would like to be to show both, 0 when nothing is open any more.
    """

    unfolded = Signal(str)
    room_wanted = Signal(int)

    def __init__(self, model: LogModel, look: Look, parent: QWidget | None = None) -> None:
        """Show a log model."""
        super().__init__(model, ROW, parent)
        self.setObjectName("logView")
        self.setAccessibleName("Roll log")
        self.setItemDelegate(LogDelegate(look, self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(self.row_height)
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(SMALLEST)
        self.panel: QWidget | None = None
        self.lines = model
        self._make_panel: PanelFactory = PlainDetails(model).of
        self._fresh = 0
        self._twice = False
        self._was = ""
        self.newer = FittingPill(look, self)
        self.newer.setObjectName("newerRolls")
        self.newer.hide()
        self.newer.clicked.connect(self.go_to_top)
        self._settling = QTimer(self, interval=0, singleShot=True)
        self._settling.timeout.connect(self._bring_into_sight)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.clicked.connect(self._click)
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._rebuilt)
        model.rowsInserted.connect(self._inserted)
        model.rowsRemoved.connect(self._removed)
        model.arrived.connect(self._arrived)

    def set_panel_factory(self, make: PanelFactory) -> None:
        """Take what makes the details of a roll, from the id of its entry."""
        self._make_panel = make

    def unfold(self, entry_id: str) -> None:
        """Open a roll, instead of another one."""
        if self.lines.open(entry_id):
            self._place_panel()
            self.unfolded.emit(entry_id)

    def fold(self) -> None:
        """Close the roll that is open, and keep its row current."""
        opened, inside = self.lines.opened, self._has_focus_inside()
        self.lines.close()
        row = self.lines.row_of(opened)
        if row is not None:
            self.setCurrentIndex(self.model().index(row, 0))
        if inside:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle(self, index: Index) -> None:
        """Open or close a roll, fold or unfold an evening."""
        if index.data(KIND) == Kind.HEADING:
            self.lines.fold([index.data(SESSION)], folded=not index.data(FOLDED))
        elif index.data(ENTRY_ID) == self.lines.opened:
            self.fold()
        elif index.isValid():
            self.unfold(index.data(ENTRY_ID))

    def name_evening(self) -> None:
        """Let the evening be named whose heading is current, or whose roll."""
        index = self.currentIndex()
        rows = range(index.row(), -1, -1)
        heading = next((row for row in rows if self.model().index(row, 0).data(KIND) == Kind.HEADING), None)
        if index.isValid() and heading is not None:
            self.setCurrentIndex(self.model().index(heading, 0))
            self.edit(self.currentIndex())

    def go_to_top(self) -> None:
        """Show the newest rolls."""
        self.scrollToTop()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def scrollTo(self, index: Index, hint: QAbstractItemView.ScrollHint = ENSURE_VISIBLE) -> None:
        """Scroll to a row; Qt would not where the column asked for is hidden."""
        super().scrollTo(index.sibling(index.row(), Column.WHO), hint)

    @override
    def event(self, event: QEvent) -> bool:
        """Keep Esc for the roll that is open."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def _takes(self, event: QKeyEvent) -> bool:
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
        elif key == Qt.Key.Key_F2:
            self.name_evening()
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Leave letters alone: rolls are found by the filter."""

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold an evening where its triangle is pressed."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        left = event.button() == Qt.MouseButton.LeftButton
        super().mousePressEvent(event)
        if left and index.data(KIND) == Kind.HEADING and at.x() < self.fontMetrics().height():
            self.toggle(index)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Name an evening; on a roll it is one click."""
        index = self.indexAt(event.position().toPoint())
        if index.data(KIND) != Kind.HEADING:
            self._twice = True
        elif event.position().x() < self.fontMetrics().height():
            self.mousePressEvent(event)
        else:
            self.name_evening()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with an evening."""
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if keyboard else self.indexAt(event.pos())
        if index.data(KIND) == Kind.HEADING:
            at = self.visualRect(index).bottomLeft() if keyboard else event.pos()
            menu = EveningMenu(self.lines, self, index)
            menu.name_wanted.connect(self.name_evening, Qt.ConnectionType.QueuedConnection)
            menu.open_at(self.viewport().mapToGlobal(at))
        else:
            super().contextMenuEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        em, width = self.fontMetrics().height(), self.viewport().width()
        given = widths(width / em)
        for column in Column:
            self.setColumnHidden(column, column not in given)
            self.setColumnWidth(column, int(given.get(column, 0) * em))
        last = max(given)
        self.setColumnWidth(last, self.columnWidth(last) + width - sum(map(self.columnWidth, given)))
        self._fit_panel()
        self._place_newer()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the height of the details."""
        if watched is self.panel and event.type() == QEvent.Type.LayoutRequest:
            self._fit_panel()
        return super().eventFilter(watched, event)

    def _click(self, index: QModelIndex) -> None:
        """Open or close a roll; with Ctrl or Shift a click only selects, and a double click is one."""
        twice, self._twice = self._twice, False
        if not twice and index.data(KIND) == Kind.ROLL and len(self.selectionModel().selectedRows()) == 1:
            self.toggle(index)

    def _fold_or_unfold(self, index: Index, *, folded: bool) -> None:
        """Fold with Left and unfold with Right: a roll first, then its evening."""
        if index.data(KIND) == Kind.HEADING:
            self.lines.fold([index.data(SESSION)], folded=folded)
        elif not folded and index.data(ENTRY_ID) != self.lines.opened:
            self.unfold(index.data(ENTRY_ID))
        elif folded and self.lines.opened:
            self.fold()

    def _details(self) -> QModelIndex:
        row = self.lines.row_of(self.lines.opened)
        return QModelIndex() if row is None else self.model().index(row + 1, 0)

    def _place_panel(self) -> None:
        """Put the details below the roll that is open."""
        index = self._details()
        if not index.isValid():
            return
        self.panel = self._make_panel(self.lines.opened)
        self.panel.setAutoFillBackground(True)
        self.setIndexWidget(index, self.panel)
        self.panel.installEventFilter(self)
        self.setTabOrder(self, self.panel)
        self._fit_panel()

    def _bring_into_sight(self) -> None:
        """Scroll to where the details are seen with their roll, or from the roll on if they are too high."""
        index = self._details()
        self.executeDelayedItemsLayout()
        if self.row_height + self.rowHeight(index.row()) > self.viewport().height():
            self.scrollTo(index.siblingAtRow(index.row() - 1), QAbstractItemView.ScrollHint.PositionAtTop)
        else:
            self.scrollTo(index)

    def _fit_panel(self) -> None:
        index = self._details()
        if self.panel is None or not index.isValid():
            return
        width = self.viewport().width()
        tall = self.panel.heightForWidth(width) if self.panel.hasHeightForWidth() else self.panel.sizeHint().height()
        tall = max(tall, SMALLEST)
        if tall != self.rowHeight(index.row()):
            self.setRowHeight(index.row(), tall)
            self.room_wanted.emit(self.row_height + tall)
            self._settling.start()

    def _has_focus_inside(self) -> bool:
        focus = self.window().focusWidget()
        return self.panel is not None and focus is not None and (focus is self.panel or self.panel.isAncestorOf(focus))

    def _remember(self) -> None:
        self._was = self.currentIndex().data(ENTRY_ID) or ""

    def _rebuilt(self) -> None:
        """Span the rows that are no rolls, show the details anew, and keep the roll current that was."""
        self.panel = None
        self.clearSpans()
        self._span(0, self.model().rowCount() - 1)
        row = self.lines.row_of(self._was)
        if row is not None:
            self.setCurrentIndex(self.model().index(row, 0))
        self._place_panel()

    def _span(self, first: int, last: int) -> None:
        for row in range(first, last + 1):
            if self.model().index(row, 0).data(KIND) != Kind.ROLL:
                self.setSpan(row, 0, 1, len(Column))

    def _inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._span(first, last)

    def _arrived(self, rows: int, rolls: int) -> None:
        """Show new rolls at once, unless the GM reads further down or has a roll open: what is read stands still."""
        bar = self.verticalScrollBar()
        if not bar.value() and not self.lines.opened:
            self.scrollToTop()
            return
        self.executeDelayedItemsLayout()
        bar.setValue(bar.value() + rows * self.row_height)
        if bar.value():
            self._fresh += rolls
            count = f"{self._fresh} new roll" + "s" * (self._fresh > 1)
            self.newer.show_words(f"{count} ↑", "Show the newest rolls (Home)", on=True)
            self.newer.setAccessibleName(f"{count}, go to the top")
            self.newer.show()
            self._place_newer()

    def _scrolled(self, value: int) -> None:
        if value == 0:
            self._fresh = 0
            self.newer.hide()

    def _place_newer(self) -> None:
        self.newer.adjustSize()
        self.newer.move(QPoint((self.viewport().width() - self.newer.width()) // 2, 2))

    def _removed(self) -> None:
        if not self.lines.opened:
            self.panel = None
            self.room_wanted.emit(0)
