"""Editing in place in a view, in the same fields as everywhere: refused with a reason, taken while it is typed."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from gm_desk.model.roles import Index
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.widgets.fields import Check, CheckedEdit


class CellEdit(CheckedEdit):
    """Edit a cell of a view; `taken` carries the field itself, whose text is to be put into the model."""

    taken = Signal(object)

    def __init__(self, check: Check, parent: QWidget, document: RosterDocument, row: int) -> None:
        """Take the row of the cell."""
        super().__init__(check, parent, document=document)
        self.row = row
        self.committed.connect(self._tell)

    def _tell(self) -> None:
        self.taken.emit(self)


class FieldDelegate(QStyledItemDelegate):
    """Edit the cells of a view in fields of a document."""

    def __init__(self, document: RosterDocument, check: Check, view: QAbstractItemView) -> None:
        """Take the check, which raises RulesError for a text that will not do."""
        super().__init__(view)
        self._document = document
        self._check = check
        self._taking = False
        self._cell = QPersistentModelIndex()

    def refresh(self, view: QAbstractItemView) -> None:
        """Show in an open field what stands in the document by now, unless something else is being typed."""
        index = view.currentIndex()
        editor = view.indexWidget(index)
        if isinstance(editor, CheckedEdit):
            self.setEditorData(editor, index)

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = CellEdit(self._check, parent, self._document, index.row())
        editor.taken.connect(self._take)
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, CheckedEdit):
            editor.store(str(index.data(Qt.ItemDataRole.EditRole)))

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Take what the field tells; where the view asks first, the field tells what is news."""
        if not isinstance(editor, CheckedEdit):
            return
        if self._taking:
            model.setData(model.index(index.row(), index.column()), editor.text())
            return
        self._cell = QPersistentModelIndex(index)
        editor.settle()
        self._cell = QPersistentModelIndex()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take back on Esc what was taken while it was typed."""
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if isinstance(watched, CheckedEdit) and key == Qt.Key.Key_Escape:
            watched.revert()
        return super().eventFilter(watched, event)

    def _take(self, editor: CellEdit) -> None:
        """Put what a field tells into the model; a view that is asking already does not listen."""
        if self._cell.isValid():
            model = self._cell.model()
            model.setData(model.index(self._cell.row(), self._cell.column()), editor.text())
            return
        self._taking = True
        self.commitData.emit(editor)
        self._taking = False


def row_of(editor: QWidget) -> int:
    """Return the row of a view that is edited in a field, wherever the field lies; -1 for a field of no view."""
    return editor.row if isinstance(editor, CellEdit) else -1
