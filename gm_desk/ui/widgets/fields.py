"""Text fields that check and commit what is typed in place, also in the cells of views."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPersistentModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QPaintEvent, QPalette, QValidator
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionFrame,
    QStyleOptionViewItem,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.core.wording.phrases import sentence
from gm_desk.model.item_models import Index
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.style import PLAIN
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.action_rows import tell_refused
from gm_desk.ui.widgets.labels import FieldMessage
from gm_desk.ui.widgets.scrolling import show_whole
from gm_desk.ui.widgets.text_input import LineEdit, TypingSession, steps_back

Check = Callable[[str], object]
MARGIN = 6
MOST_SHOWN = 2_000
"""More letters than a field has room for, of which a pasted text may have a hundred thousand."""
STAYING = {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}
"""The reasons for which the focus leaves a field temporarily."""


class _Checker(QValidator):
    """A validator that applies the field's check."""

    def __init__(self, field: "CheckedEdit") -> None:
        super().__init__(field)
        self._field = field

    @override
    def validate(self, text: str, position: int) -> object:
        accepted = self._field.accepts(text)
        return (QValidator.State.Acceptable if accepted else QValidator.State.Intermediate), text, position

    @override
    def fixup(self, text: str) -> str:
        self._field.refuse()
        return text


class CheckedEdit(LineEdit):
    """A line edit that only accepts text that passes a check; Esc restores the stored text.

    `committed` carries the accepted text. A field with a `document` also emits it while the GM is typing, all within
    one undo step that ends when the session is settled; `settled` is emitted then.
    """

    committed = Signal(str)
    settled = Signal()

    def __init__(
        self,
        check: Check,
        parent: QWidget | None = None,
        *,
        plain: bool = False,
        dim: bool = False,
        at_once: bool = False,
        document: RosterDocument | None = None,
    ) -> None:
        """Create the field; `check` raises RulesError, and a `plain` field looks like text until it is clicked.

        With `at_once`, errors are shown while typing, because more typing cannot make the text valid.
        """
        super().__init__(parent)
        self._check = check
        self._stored = ""
        self._bubble: FieldMessage | None = None
        self._selects_all = False
        self._clicked_into = False
        self._dim = dim
        self.kept_if_read_only = False
        """Whether typed text remains in the field if the roster is read-only, as in fields that add something."""
        self.stays_refused = False
        """Whether refused text remains when the field is left, so that it is not simply ignored in a roll."""
        self.setProperty(PLAIN, plain)
        self.setValidator(_Checker(self))
        # slots that are declared connect faster, and there are many fields
        self.textEdited.connect(self._check_at_once if at_once else self.forgive)
        self.textEdited.connect(self.show_whole)
        self.editingFinished.connect(self._commit)
        self._session = None if document is None else TypingSession(document, self)
        if self._session is not None:
            self.textEdited.connect(self._session.touch)
            self._session.store_requested.connect(self._emit_text)
            self._session.ended.connect(self._show_stored)
        if dim:
            self._colour()

    def store(self, text: str) -> None:
        """Set the stored text, and show it unless the GM is typing something else, or that must still be corrected."""
        typing = self.isModified() and (self.hasFocus() or (_in_dialog(self) and not self.hasAcceptableInput()))
        self._stored = text
        if not typing and text != self.text():
            self.setText(text)
            self.setCursorPosition(0)
            self._stored = self.text()  # the field truncates text longer than its limit

    @property
    def changed(self) -> bool:
        """Whether the text differs from the stored one."""
        return self.typing or self.text() != self._stored

    @property
    def typing(self) -> bool:
        """Whether a typing session is open."""
        return self._session is not None and self._session.open

    def type(self, text: str) -> None:
        """Insert text in place of the selection, as if it had been typed."""
        self.insert(text)
        self.setModified(True)
        self.textEdited.emit(self.text())

    def width_of(self, text: str) -> int:
        """Return the width at which all of a text is visible, with the cursor after it."""
        margins = self.textMargins()
        return self.fontMetrics().horizontalAdvance(text) + margins.left() + margins.right() + 2 * MARGIN + 4

    @Slot()
    def show_whole(self) -> None:
        """Scroll to the field while it has the focus."""
        if self.hasFocus():
            show_whole(self)

    def select_on_click(self) -> None:
        """Select all text when the field is clicked into, so that typing replaces it."""
        self._selects_all = True

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._clicked_into = self._selects_all and event.reason() == Qt.FocusReason.MouseFocusReason
        if event.reason() not in STAYING:
            self.show_whole()
            QTimer.singleShot(0, self, self.show_whole)  # after the layout of widgets shown together with it

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self._clicked_into:
            self.selectAll()
        self._clicked_into = False

    def revert(self) -> None:
        """Restore the stored text."""
        self.forgive()
        if self._session is not None:
            self._session.revert()
        self.setText(self._stored)

    def accepts(self, text: str) -> bool:
        """Return whether a text is valid; the stored one is not checked each time it is shown."""
        return bool(text and text == self._stored) or not self.refusal_of(text)

    def refusal_of(self, text: str) -> str:
        """Return why a text is refused, or "" if it is valid."""
        try:
            self._check(text)
        except RulesError as error:
            return error.problem
        return ""

    def refuse(self) -> None:
        """Show why the text is refused."""
        self.say(self.refusal_of(self.text()))

    def say(self, reason: str) -> None:
        """Show a message under the field, if there is one."""
        if reason:
            self._bubble = self._bubble or FieldMessage(self)
            self._bubble.say(sentence(reason))

    @Slot()
    def forgive(self) -> None:
        """Remove the message."""
        if self._bubble is not None:
            self._bubble.deleteLater()
            self._bubble = None

    @Slot()
    def _check_at_once(self) -> None:
        self.forgive()
        self.refuse()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Elide text that is too wide for a field that looks like text, unless it is edited."""
        room, beginning = self.width() - self.width_of("") + 4, self.text()[:MOST_SHOWN]
        if self.hasFocus() or not self.property(PLAIN) or self.fontMetrics().horizontalAdvance(beginning) <= room:
            super().paintEvent(event)
            return
        painter, option = QStylePainter(self), QStyleOptionFrame()
        self.initStyleOption(option)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option)
        inner = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        inner = inner.marginsRemoved(self.textMargins()).adjusted(2, 0, -2, 0)
        fitting = self.fontMetrics().elidedText(beginning, Qt.TextElideMode.ElideRight, inner.width())
        painter.setPen(self.palette().text().color())
        painter.drawText(inner, int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), fitting)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._dim:
            self._colour()

    def _colour(self) -> None:
        """Use the theme's dim text colour."""
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, QColor(current_theme().dim))
        self.setPalette(palette)

    def settle(self) -> None:
        """Commit the text if it is valid."""
        if self._session is not None:
            self._session.settle()
        elif not self.refusal_of(self.text()):
            self._commit()

    @Slot()
    def _commit(self) -> None:
        self.forgive()
        if self._session is not None:
            self._session.settle()
        elif self.isModified() and self.text() != self._stored:
            self.setModified(False)
            self.committed.emit(self.text())

    def _emit_text(self) -> None:
        """Emit the text typed so far, or mark the session as refused."""
        if self._session is not None and self.refusal_of(self.text()):
            self._session.refuse()
        elif self.text() != self._stored:
            self.committed.emit(self.text())

    def _show_stored(self) -> None:
        """Show the stored text as interpreted by the document; invalid text remains to be corrected."""
        if self.kept_if_read_only and self._session is not None and self._session.read_only:
            self.setModified(True)
        elif not self.refusal_of(self.text()):
            self.setModified(False)
            self.store(self._stored)
        self.settled.emit()

    @override
    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window while typing, and leave undo and redo to the window otherwise."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            changed = self.changed
            if changed and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            if not changed and steps_back(event):
                event.ignore()
                return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.setAccepted(self.changed)
            self.revert()
            return
        super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Stay in the field on Tab and say why if its text is refused, as Enter does: else the text would vanish."""
        if self.stays_refused or self.hasAcceptableInput():
            return super().focusNextPrevChild(next)
        self.refuse()
        return True

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.forgive()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Restore the stored text if the typed one is refused, saying so, unless the focus comes back, as from help.

        In a dialog the text stays: it closes only after `takes_fields` (in `dialogs.py`) has found nothing refused.
        """
        super().focusOutEvent(event)
        stays = self.stays_refused or _in_dialog(self) or event.reason() in STAYING or self.hasAcceptableInput()
        if not stays:
            tell_refused(self, self.text(), self.refusal_of(self.text()))
            self.settle()
            self.setText(self._stored)
        if not self.hasFocus() and (stays or self.hasAcceptableInput()):
            self.forgive()


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


def _in_dialog(field: QWidget) -> bool:
    return isinstance(field.window(), QDialog)


def row_of(editor: QWidget) -> int:
    """Return the row of the view that an editor belongs to, or -1 if it belongs to none."""
    return editor.row if isinstance(editor, CellEdit) else -1
