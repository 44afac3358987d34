"""The notes of the stat block: plain text, kept as it is typed."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFocusEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.model import edits
from gm_desk.model.document import RosterDocument
from gm_desk.ui.labels import heading
from gm_desk.ui.style import PLAIN

PAUSE = 500
FEWEST_LINES = 4


class Notes(QWidget):
    """Show and edit a character's notes."""

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Show nobody yet."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self.edit = _NotesEdit(self)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(4)
        column.addWidget(heading("Notes"))
        column.addWidget(self.edit)
        self.edit.textChanged.connect(self._pause.start)
        self._pause.timeout.connect(self.commit)
        document.character_changed.connect(self._refresh)

    def show_character(self, character_id: str) -> None:
        """Show a character's notes, or nobody's."""
        self.commit()
        self._id = character_id
        self._refresh(character_id)

    def commit(self) -> None:
        """Put what was typed into the roster."""
        self._pause.stop()
        character = self._document.character(self._id)
        if character is not None and character.notes != self.edit.toPlainText():
            edits.set_notes(self._document, self._id, self.edit.toPlainText())

    def _refresh(self, character_id: str) -> None:
        character = self._document.character(self._id) if character_id == self._id else None
        if character is not None and character.notes != self.edit.toPlainText():
            self.edit.setPlainText(character.notes)
        self._pause.stop()


class _NotesEdit(QPlainTextEdit):
    """Take plain text, as tall as it is long."""

    def __init__(self, notes: Notes) -> None:
        super().__init__(notes)
        self._notes = notes
        self.setAccessibleName("Notes")
        self.setPlaceholderText("What they want, how they fight, what they hide")
        self.setProperty(PLAIN, True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        lines = max(FEWEST_LINES, int(self.document().size().height()) + 1)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 4)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._notes.commit()
