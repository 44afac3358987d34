"""The lists of the stat block: as tall as their rows, and edited in place."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from gm_desk.model.card.stat_models import CharacterModel
from gm_desk.model.roles import Index, Role
from gm_desk.ui.theme.painting import CENTRE, LEFT, RIGHT, framed, scaled, width_of, write
from gm_desk.ui.theme.theme import BODY, FIGURE, GAP, SMALL, TINY, current_theme
from gm_desk.ui.widgets.field_delegate import FieldDelegate, row_of
from gm_desk.ui.widgets.fields import Check, CheckedEdit, edit_at

STEPS = {
    QAbstractItemDelegate.EndEditHint.EditNextItem: 1,
    QAbstractItemDelegate.EndEditHint.EditPreviousItem: -1,
}
CARD_GAP = GAP
NUMBER_EMS = 2
"""The width of a skill's rating at the end of its row, in ems."""
LINE = 1.25
"""The height of a line in a card, in ems."""
WRAP_SLACK = 2
"""Qt wraps a row or column one pixel before it is full."""


class FlatList(QListView):
    """Show all rows at once in a grid of cells; the one that is current is what will be rolled.

    Enter rolls what is prepared, wherever the focus stands, and Space prepares what has the focus. Digits are dice;
    they are typed into a cell only where no number stands yet.
    """

    chosen = Signal(str)
    clicked_on = Signal(str)
    roll_requested = Signal()
    digit_typed = Signal(str)

    def __init__(self, model: CharacterModel, parent: QWidget | None = None) -> None:
        """Show a model whose rows have an id."""
        super().__init__(parent)
        self.setModel(model)
        self.document = model.document
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self._entering = False
        self.clicked.connect(self._click)
        self.doubleClicked.connect(self._roll)
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(self.fit)

    def columns(self) -> int:
        """Say how many cells stand side by side."""
        raise NotImplementedError

    def cell_height(self) -> int:
        """Say how tall a cell is, in pixels."""
        raise NotImplementedError

    def fit(self) -> None:
        """Give the cells the width there is, and the list the height of its rows."""
        columns = max(1, min(self.columns(), max(1, self.model().rowCount())))
        rows = -(-self.model().rowCount() // columns)
        self.setGridSize(QSize((self.width() - WRAP_SLACK) // columns, self.cell_height()))
        self.setFixedHeight(rows * self.cell_height() + WRAP_SLACK)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if rows else Qt.FocusPolicy.NoFocus)

    def mark(self, index: QModelIndex) -> None:
        """Show what will be rolled, without telling anybody."""
        if not index.isValid():
            self.clearSelection()
            return
        if index == self.currentIndex() and self.selectionModel().hasSelection():
            return
        self.blockSignals(True)
        self.setCurrentIndex(index)
        self.selectionModel().select(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.blockSignals(False)
        self.viewport().update()

    @override
    def dataChanged(self, topLeft: Index, bottomRight: Index, roles: Sequence[int] = ()) -> None:
        super().dataChanged(topLeft, bottomRight, roles)
        delegate = self.itemDelegate()
        if isinstance(delegate, FieldDelegate):
            delegate.refresh(self)

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

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._entering = True
        super().focusInEvent(event)
        self._entering = False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if self.state() == QAbstractItemView.State.EditingState:
            return  # the key ends what is being edited, and rolls nothing
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

    def number_box(self, index: Index) -> QRect:  # noqa: ARG002 - most lists have no such place
        """Return where in a row its number stands alone, so that a double click there edits it; mostly nowhere."""
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

    def _click(self, index: Index) -> None:
        """Prepare a number to be rolled; one that was never typed is typed first."""
        self.chosen.emit(index.data(Role.ID))
        if not _rollable(index):
            self._open(index)
        self.clicked_on.emit(index.data(Role.ID))

    def _type(self, index: Index, digit: str) -> None:
        """Begin to edit a rating that was never typed with its first digit."""
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
        """Edit a number, unless it is being edited already."""
        if self.state() != QAbstractItemView.State.EditingState:
            edit_at(self, index)


class AptitudeView(FlatList):
    """Show the aptitudes as a row of cards."""

    def __init__(self, model: CharacterModel, check: Check, ems: float = 4.25) -> None:
        """Show an aptitude model in cards so many ems high; `check` raises RulesError for a rating that won't do."""
        super().__init__(model)
        self._ems = ems
        self.setFlow(QListView.Flow.LeftToRight)
        self.setItemDelegate(AptitudeDelegate(check, self))

    @override
    def columns(self) -> int:
        cells = self.model().rowCount()
        fitting = self.width() // (self.fontMetrics().height() * 4)
        return next((wide for rows in (1, 2, 3) if (wide := -(-cells // rows)) <= fitting), 1)

    @override
    def cell_height(self) -> int:
        return int(self.fontMetrics().height() * self._ems) + CARD_GAP


class SkillView(FlatList):
    """Show the skills in two columns, or in one where it is narrow."""

    def __init__(self, model: CharacterModel, check: Check, parent: QWidget | None = None) -> None:
        """Show a skill model; `check` raises RulesError for a line that is no skill."""
        super().__init__(model, parent)
        self.setFlow(QListView.Flow.TopToBottom)
        self.setItemDelegate(SkillDelegate(check, self))

    @override
    def edit(self, index: Index, *how: Any) -> Any:
        """Begin with the rating alone selected, so that typing another one keeps the words around it."""
        begun = super().edit(index, *how)
        editor = self.indexWidget(index)
        if isinstance(editor, CheckedEdit) and not editor.isModified():
            editor.setSelection(len(index.data(Role.NAME)) + 1, len(index.data(Role.NUMBER)))
        return begun

    @override
    def number_box(self, index: Index) -> QRect:
        box = skill_box(QRectF(self.visualRect(index)), self)
        return box.adjusted(box.width() - self.fontMetrics().height() * NUMBER_EMS, 0, 0, 0).toAlignedRect()

    @override
    def columns(self) -> int:
        return 2 if self.width() >= self.fontMetrics().height() * 26 else 1

    @override
    def cell_height(self) -> int:
        return int(self.fontMetrics().height() * 1.65)


class CellDelegate(FieldDelegate):
    """Paint a cell, and edit it in a field that refuses what the check refuses."""

    def __init__(self, check: Check, view: FlatList) -> None:
        """Paint for one view."""
        super().__init__(view.document, check, view)
        self._view = view

    @override
    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        height = max(editor.sizeHint().height(), self._view.fontMetrics().height() + 6)
        editor.setGeometry(option.rect.x(), option.rect.center().y() - height // 2, option.rect.width() - 8, height)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self._view.gridSize()

    def ground(self, painter: QPainter, option: QStyleOptionViewItem, box: QRectF, *, card: bool) -> None:
        """Paint what lies under the words: chosen, under the mouse, or with the focus."""
        theme, state = current_theme(), option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hover = bool(state & QStyle.StateFlag.State_MouseOver)
        focus = bool(state & QStyle.StateFlag.State_HasFocus)
        fill = theme.chosen if chosen else theme.raised if hover else theme.panel if card else None
        line = theme.chosen_line if chosen and (card or theme.strong) else theme.line if card else None
        framed(painter, box, theme, fill, line, 6 if card else 4, focus=focus)


class AptitudeDelegate(CellDelegate):
    """Paint an aptitude: its name, its rating, its check."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        theme, box = current_theme(), QRectF(option.rect).adjusted(0, 0, -CARD_GAP, -CARD_GAP)
        self.ground(painter, option, box, card=True)
        line = option.fontMetrics.height() * LINE
        top = QRectF(box.x(), box.y() + line * 0.25, box.width(), line)
        write(painter, top, index.data(Role.NAME), theme.dim, CENTRE, scaled(option.font, SMALL))
        figure = scaled(option.font, FIGURE, bold=True)
        write(painter, top.translated(0, line * 0.98), index.data(Role.NUMBER), theme.text, CENTRE, figure)
        write(
            painter,
            top.translated(0, line * 1.9),
            index.data(Role.DETAIL),
            theme.dim,
            CENTRE,
            scaled(option.font, SMALL),
        )
        painter.restore()


class SkillDelegate(CellDelegate):
    """Paint a skill: its name, its linked aptitude, its rating."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        theme, em = current_theme(), option.fontMetrics.height()
        box = skill_box(QRectF(option.rect), self._view)
        self.ground(painter, option, box, card=False)
        inner = box.adjusted(6, 0, -6, 0)
        write(painter, inner, index.data(Role.NUMBER), theme.text, RIGHT, scaled(option.font, BODY, bold=True))
        link = inner.adjusted(0, 0, -em * NUMBER_EMS, 0)
        write(painter, link, index.data(Role.DETAIL), theme.dim, RIGHT, scaled(option.font, TINY))
        words, name = inner.adjusted(0, 0, -em * 4.4, 0), index.data(Role.NAME)
        write(painter, words, name, theme.text, LEFT, option.font)
        behind = words.adjusted(width_of(option.font, name) + em * 0.4, 0, 0, 0)
        if index.data(Role.TAIL) and behind.width() > em:
            write(painter, behind, index.data(Role.TAIL), theme.dim, LEFT, option.font)
        painter.restore()


def skill_box(cell: QRectF, view: QListView) -> QRectF:
    """Return where a skill is painted in its cell: the columns but the last keep away from the next."""
    last = cell.right() + view.gridSize().width() > view.width()
    return cell.adjusted(0, 1, -8 if last else -view.fontMetrics().height() * 1.2, -1)


def is_digit(event: QKeyEvent) -> bool:
    """Return whether a key types a digit."""
    plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return plain and event.text().isascii() and event.text().isdigit()


def _rollable(index: Index) -> bool:
    """Tell whether a number was ever typed here."""
    return bool(index.data(Qt.ItemDataRole.EditRole))
