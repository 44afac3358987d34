"""In-place editing in views, with the same checked fields as everywhere else."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from gm_desk.model.item_models import Index
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.widgets.fields import STAYING, Check, CheckedEdit


class CellEdit(CheckedEdit):
    """The editor of a cell; `taken` carries the editor, whose text belongs in the model."""

    taken = Signal(object)

    def __init__(self, check: Check, parent: QWidget, document: RosterDocument, row: int) -> None:
        """Create the editor for a row."""
        super().__init__(check, parent, document=document)
        self.row = row
        self.committed.connect(self._emit_taken)

    def _emit_taken(self) -> None:
        self.taken.emit(self)


class FieldDelegate(QStyledItemDelegate):
    """A delegate that edits cells in checked fields of a document."""

    def __init__(self, document: RosterDocument, check: Check, view: QAbstractItemView) -> None:
        """Create the delegate; `check` raises RulesError for invalid text."""
        super().__init__(view)
        self._document = document
        self._check = check
        self._committing = False
        self._cell = QPersistentModelIndex()

    def refresh(self, view: QAbstractItemView) -> None:
        """Update an open editor from the document, unless something else is being typed."""
        index = view.currentIndex()
        editor = view.indexWidget(index)
        if isinstance(editor, CheckedEdit):
            self.setEditorData(editor, index)

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = CellEdit(self._check, parent, self._document, index.row())
        editor.taken.connect(self._commit_editor)
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, CheckedEdit):
            editor.store(str(index.data(Qt.ItemDataRole.EditRole)))

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Write the editor's text to the model; if the view asks first, settle the editor, which then does it."""
        if not isinstance(editor, CheckedEdit):
            return
        if self._committing:
            model.setData(model.index(index.row(), index.column()), editor.text())
            return
        self._cell = QPersistentModelIndex(index)
        editor.settle()
        self._cell = QPersistentModelIndex()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Revert on Esc what was written to the model while typing; keep refused text while another window is used."""
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if isinstance(watched, CheckedEdit) and key == Qt.Key.Key_Escape:
            watched.revert()
        if isinstance(event, QFocusEvent) and isinstance(watched, CheckedEdit) and _keeps_open(watched, event):
            return False
        return super().eventFilter(watched, event)

    def _commit_editor(self, editor: CellEdit) -> None:
        """Write an editor's text to the model, directly if the view is already in `setModelData`."""
        if self._cell.isValid():
            model = self._cell.model()
            model.setData(model.index(self._cell.row(), self._cell.column()), editor.text())
            return
        self._committing = True
        self.commitData.emit(editor)
        self._committing = False


def _keeps_open(editor: CheckedEdit, event: QFocusEvent) -> bool:
    """Return whether an editor stays open although it loses the focus: it comes back to text that is still refused."""
    return event.lostFocus() and event.reason() in STAYING and not editor.hasAcceptableInput()


def row_of(editor: QWidget) -> int:
    """Return the row of the view that an editor belongs to, or -1 if it belongs to none."""
    return editor.row if isinstance(editor, CellEdit) else -1
