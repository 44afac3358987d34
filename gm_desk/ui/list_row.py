"""A list of a character in one row: what it is called, and its items with commas between."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gm_desk.core.text.item_line import write_items
from gm_desk.model import card_edits
from gm_desk.model.card_edits import ListField
from gm_desk.model.document import RosterDocument
from gm_desk.ui.growing_edit import GrowingEdit
from gm_desk.ui.labels import FieldLabel
from gm_desk.ui.sizes import GAP
from gm_desk.ui.typing_session import TypingSession

LABEL_EMS = 6.0


class ListRow(QWidget):
    """Show and edit one list of a character; where it is empty, nothing is shown."""

    def __init__(self, document: RosterDocument, field: ListField, name: str, parent: QWidget | None = None) -> None:
        """Show nobody's list yet; `name` is what the system calls it."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self.field: ListField = field
        self._label = FieldLabel(dim=True)
        self._label.clicked.connect(self.begin)
        self._label.setFixedWidth(int(self.fontMetrics().height() * LABEL_EMS))
        self.edit = GrowingEdit(self, enter_ends=True)
        self.edit.setPlaceholderText("One after the other, with commas between")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, GAP, 0)
        row.setSpacing(0)
        row.addWidget(self._label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.edit, 1)
        self.rename(name)
        self.hide()
        self._session = TypingSession(document, self)
        self._session.due.connect(self._take)
        self._session.over.connect(self._show_taken)
        self.edit.typed.connect(self._session.touch)
        self.edit.rested.connect(self._session.take)
        self.edit.reverted.connect(self._session.revert)
        self.edit.left.connect(self._end)
        document.character_changed.connect(self._refresh)

    @property
    def offered(self) -> bool:
        """Tell whether the list is empty, so that it can be added."""
        character = self._document.character(self._id)
        return character is not None and not getattr(character, self.field)

    def rename(self, name: str) -> None:
        """Call the list what another system calls it."""
        self.name = name
        self._label.setText(name)
        self.edit.setAccessibleName(name)

    def show_character(self, character_id: str) -> None:
        """Show a character's list, or nobody's."""
        self._id = character_id
        self._refresh(character_id)
        self._end()

    def begin(self) -> None:
        """Let the list be typed."""
        self.show()
        self.edit.setFocus()
        self.edit.moveCursor(QTextCursor.MoveOperation.End)

    def _take(self) -> None:
        """Put what is typed so far into the roster."""
        card_edits.set_items(self._document, self._id, self.field, self.name, self.edit.toPlainText())

    def _show_taken(self) -> None:
        """Show what was typed as it was understood."""
        self.edit.taken()
        self._refresh(self._id)

    def _end(self) -> None:
        self._session.settle()
        self.setHidden(not self.edit.toPlainText())

    def _refresh(self, character_id: str) -> None:
        if character_id != self._id:
            return
        character = self._document.character(self._id)
        self.edit.store(write_items(getattr(character, self.field)) if character else "")
        if not self.edit.hasFocus():
            self.setHidden(not self.edit.toPlainText())
