"""The lists of the card: as tall as their rows, and edited in place."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QFrame,
    QListView,
    QMenu,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from gm_desk.model.card.stat_models import Cell, CharacterModel
from gm_desk.model.item_models import Index, Role
from gm_desk.ui.theme.painting import Recordings, framed, row_states
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.fields import Check, CheckedEdit, FieldDelegate, row_of
from gm_desk.ui.widgets.scrolling import show_whole
from gm_desk.ui.widgets.text_input import edit_at

STEPS = {
    QAbstractItemDelegate.EndEditHint.EditNextItem: 1,
    QAbstractItemDelegate.EndEditHint.EditPreviousItem: -1,
}
NO_ICON = QSize(0, 0)
"""The size of the icons of a list that has none: without it Qt asks the style about them for each row it paints."""
WRAP_SLACK = 2
"""Qt wraps one pixel before a row or column is full."""


class GridList(QListView):
    """A grid of cells without scrolling, whose current cell is the one to roll.

    Enter rolls the prepared test, wherever the focus is, and Space prepares the focused cell. Digits are passed on as
    dice, except in a cell without a number, where they start an edit.
    """

    chosen = Signal(str)
    clicked_on = Signal(str)
    roll_requested = Signal()
    digit_typed = Signal(str)

    def __init__(self, model: CharacterModel, parent: QWidget | None = None) -> None:
        """Create the list for a model whose rows have an id."""
        super().__init__(parent)
        self.setModel(model)
        self.document = model.document
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setUniformItemSizes(True)
        self.setIconSize(NO_ICON)
        self.setMouseTracking(True)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self._entering = False
        self.clicked.connect(self._click)
        self.doubleClicked.connect(self._roll)
        model.rows_changed.connect(self._follow_rows)
        model.left.connect(self._leave)

    def columns(self) -> int:
        """Return the number of columns."""
        raise NotImplementedError

    def cell_height(self) -> int:
        """Return the height of a cell, in pixels."""
        raise NotImplementedError

    def fit(self) -> None:
        """Fit the cells to the width, and the height of the list to its rows."""
        columns = max(1, min(self.columns(), max(1, self.model().rowCount())))
        rows = -(-self.model().rowCount() // columns)
        size = QSize((self.width() - WRAP_SLACK) // columns, self.cell_height())
        if size != self.gridSize():  # setting the same one again would lay out and paint all cells
            self.setGridSize(size)
        self.setFixedHeight(rows * self.cell_height() + WRAP_SLACK)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if rows else Qt.FocusPolicy.NoFocus)

    def _follow_rows(self) -> None:
        """Fit the list to its rows, and lay these out at once, or with its new height: else it is painted twice."""
        self.fit()
        if self.height() == self.minimumHeight():
            self.executeDelayedItemsLayout()

    def mark(self, index: QModelIndex) -> None:
        """Select a cell without emitting signals; an invalid index clears the selection."""
        if not index.isValid():
            self.clearSelection()
            return
        if index == self.currentIndex() and self.selectionModel().hasSelection():
            return
        changed = [self.currentIndex(), *self.selectedIndexes(), index]
        self.blockSignals(True)
        self.setCurrentIndex(index)
        self.selectionModel().select(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.blockSignals(False)
        for one in changed:
            self.update(one)

    def _leave(self) -> None:
        """Close an editor and clear the current cell: the rows are about to be those of another character."""
        editor = self.indexWidget(self.currentIndex())
        if editor is not None:
            QListView.closeEditor(self, editor, QAbstractItemDelegate.EndEditHint.NoHint)
        self.selectionModel().clear()

    @override
    def dataChanged(self, topLeft: Index, bottomRight: Index, roles: Sequence[int] = ()) -> None:
        """Repaint the cells; all of them have one size, so that only assistive tools need more than that."""
        if QAccessible.isActive():
            super().dataChanged(topLeft, bottomRight, roles)
        elif topLeft.row() == bottomRight.row():
            self.update(topLeft)
        else:
            self.viewport().update()
        delegate = self.itemDelegate()
        if isinstance(delegate, FieldDelegate):
            delegate.refresh(self)

    @override
    def rowsAboutToBeRemoved(self, parent: Index, start: int, end: int) -> None:
        """Clear the current row if it is removed: only the GM chooses what is rolled."""
        if start <= self.currentIndex().row() <= end:
            self.selectionModel().clearCurrentIndex()
        super().rowsAboutToBeRemoved(parent, start, end)

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and self.hasFocus() and not self._entering:
            self.chosen.emit(current.data(Role.ID))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit()
        super().resizeEvent(event)
        self.executeDelayedItemsLayout()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._entering = True
        super().focusInEvent(event)
        self._entering = False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if self.state() == QAbstractItemView.State.EditingState:
            return  # the key only ends editing
        known = index.isValid() and _rollable(index)
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and index.isValid():
            self.roll_requested.emit() if known else self._open(index)
        elif event.key() == Qt.Key.Key_Space and known:
            self.chosen.emit(index.data(Role.ID))
        elif is_digit(event) and index.isValid() and not known:
            self._type(index, event.text())
        elif is_digit(event):
            self.digit_typed.emit(event.text())
        else:
            super().keyPressEvent(event)
            self._choose_only_cell(event, index)
            show_whole(self.viewport(), self.visualRect(self.currentIndex()))

    def number_box(self, index: Index) -> QRect:  # noqa: ARG002 - most lists have no such place
        """Return where a double click on a number edits it instead of rolling; empty by default."""
        return QRect()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        index = self.indexAt(place)
        if event.button() == Qt.MouseButton.LeftButton and self.number_box(index).contains(place):
            self._open(index)
        else:
            super().mouseDoubleClickEvent(event)

    @override
    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        index = self.model().index(row_of(editor), 0)
        step = STEPS.get(hint, 0)
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        if index.isValid() and _rollable(index):
            self.chosen.emit(index.data(Role.ID))
        beside = self.model().index(index.row() + step, 0)
        if step and beside.isValid():
            self.setCurrentIndex(beside)
            edit_at(self, beside)
        elif step:
            self.focusNextPrevChild(step > 0)

    def _choose_only_cell(self, event: QKeyEvent, before: QModelIndex) -> None:
        """Prepare the current cell if an arrow key did not move from it, because it may be the only one."""
        arrows = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right}
        stays = event.key() in arrows and before.isValid() and self.currentIndex() == before
        if stays and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and before not in self.prepared:
            self.chosen.emit(before.data(Role.ID))

    @property
    def prepared(self) -> list[QModelIndex]:
        """The selected cells: the prepared one, or none."""
        return self.selectionModel().selectedIndexes()

    def _click(self, index: Index) -> None:
        """Prepare a value for a roll, or edit it if it is empty."""
        self.chosen.emit(index.data(Role.ID))
        if not _rollable(index):
            self._open(index)
        self.clicked_on.emit(index.data(Role.ID))

    def _type(self, index: Index, digit: str) -> None:
        """Start editing an empty rating with its first digit."""
        edit_at(self, index)
        editor = self.indexWidget(index)
        if isinstance(editor, CheckedEdit):
            editor.type(digit)

    def _roll(self, index: Index) -> None:
        if _rollable(index):
            self.chosen.emit(index.data(Role.ID))
            self.roll_requested.emit()
        else:
            self._open(index)

    def _open(self, index: Index) -> None:
        """Edit a cell, unless an edit is open already."""
        if self.state() != QAbstractItemView.State.EditingState:
            edit_at(self, index)


class SearchedList(GridList):
    """A list whose names are found by typed letters, together with those of other lists of the card."""

    letters_typed = Signal(str)

    def __init__(self, model: CharacterModel, parent: QWidget | None = None) -> None:
        """Create the list for a model; nothing in it is new."""
        super().__init__(model, parent)
        self._listed = model
        self._known: set[str] = set()
        self._seen: set[str] = set()

    @property
    def current_id(self) -> str:
        """The id of the row of the current cell, or ""."""
        return str(self.currentIndex().data(Role.ID) or "")

    def open_menu(self, name: str, at: QPoint, *entries: tuple[str, Callable[[], object]]) -> None:
        """Open the context menu of the current cell at a position, with *Edit* and more entries."""
        if self.current_id:
            menu = QMenu(self)
            menu.setAccessibleName(name)
            for text, does in (("Edit", self._edit), *entries):
                menu.addAction(text, does)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(self.viewport().mapToGlobal(at))

    def _edit(self) -> None:
        edit_at(self, self.currentIndex())

    def turn(self) -> None:
        """Treat all listed rows as known; rows added from now on are painted as new."""
        listed = self._listed.ids()
        if not listed <= self._known:  # a row of the last character that was new may look like one of this character
            self.viewport().update()
        self._known = self._seen = listed

    def is_new(self, key: str) -> bool:
        """Return whether the row with this id was added since the card was opened."""
        return key not in self._known

    def show_new(self) -> None:
        """Scroll to the first row added since the last call, after its layout."""
        QTimer.singleShot(0, self, self._show_new)

    def _show_new(self) -> None:
        seen, self._seen = self._seen, self._listed.ids()
        model = self.model()
        rows = (model.index(row, 0) for row in range(model.rowCount()))
        added = next((index for index in rows if str(index.data(Role.ID)) not in seen), None)
        if added is not None:
            show_whole(self.viewport(), self.visualRect(added))

    @override
    def keyboardSearch(self, search: str) -> None:
        self.letters_typed.emit(search)


class ShownCell(Struct, frozen=True):
    """All that the picture of a cell depends on beside its size.

    `states` are whether it is selected, under the mouse and focused; `form` is a number of its kind, such as a width.
    """

    name: str
    number: str
    detail: str
    tail: str
    states: tuple[bool, bool, bool]
    new: bool
    form: float


class CellDelegate(FieldDelegate):
    """A delegate that paints a cell and edits it in a checked field."""

    def __init__(self, check: Check, view: GridList) -> None:
        """Create the delegate for a view."""
        super().__init__(view.document, check, view)
        self._view = view
        self._painted = Recordings()

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = super().createEditor(parent, option, index)
        if isinstance(editor, CheckedEdit):
            editor.textEdited.connect(self._view.updateEditorGeometries)
        return editor

    @override
    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.ensurePolished()
        height = max(editor.sizeHint().height(), self._view.fontMetrics().height() + 6)
        height = min(height, self._view.height())  # a list with a single line may be lower than a field
        wide, most = option.rect.width() - 8, self._view.width() - 8
        if isinstance(editor, CheckedEdit):
            wide = max(wide, min(most, editor.width_of(editor.text() or str(index.data(Qt.ItemDataRole.EditRole)))))
        left = max(0, min(option.rect.x(), most - wide))
        top = min(option.rect.center().y() - height // 2, self._view.height() - height)
        editor.setGeometry(left, max(0, top), wide, height)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self._view.gridSize()

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell: Cell = index.data(Role.ROW)
        new = isinstance(self._view, SearchedList) and self._view.is_new(cell.id)
        texts = cell.name, cell.number, cell.detail, cell.tail
        shown = ShownCell(*texts, row_states(option), new=new, form=self.form(option, index))
        self._painted.paint(painter, option, shown, partial(self.paint_cell, option, shown))

    def form(self, option: QStyleOptionViewItem, index: Index) -> float:
        """Return what the picture of a cell depends on beside its texts, its state and its size."""
        del option, index
        return 0

    def paint_cell(self, option: QStyleOptionViewItem, shown: ShownCell, painter: QPainter, box: QRectF) -> None:
        """Paint a cell in a box; of the option, only the font is right."""
        raise NotImplementedError

    def ground(self, painter: QPainter, box: QRectF, shown: ShownCell, *, card: bool = False) -> None:
        """Paint the background of a cell: selected, new, under the mouse or focused."""
        theme = current_theme()
        chosen, hover, focus = shown.states
        fill = theme.chosen if chosen else theme.raised if hover or shown.new else theme.panel if card else None
        line = theme.chosen_line if chosen and (card or theme.strong) else theme.line if card else None
        framed(painter, box, theme, fill, line, 6 if card else 4, focus=focus)


def is_digit(event: QKeyEvent) -> bool:
    """Return whether a key event types a digit."""
    plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return plain and event.text().isascii() and event.text().isdigit()


def _rollable(index: Index) -> bool:
    """Return whether a cell has a number to roll."""
    return bool(index.data(Qt.ItemDataRole.EditRole))
