"""The notes of the stat block: Markdown, shown as it reads and edited as it was typed."""

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gm_desk.model import edits
from gm_desk.model.document import RosterDocument
from gm_desk.ui.growing_edit import GrowingEdit
from gm_desk.ui.labels import heading
from gm_desk.ui.look import Look
from gm_desk.ui.rendered_notes import RenderedNotes
from gm_desk.ui.sizes import GAP, TIGHT
from gm_desk.ui.typing_session import TypingSession

FEWEST_LINES = 4
NAME = "Notes"


class Notes(QWidget):
    """Show and edit a character's notes; where there are none, nothing is shown."""

    def __init__(self, document: RosterDocument, look: Look, parent: QWidget | None = None) -> None:
        """Show nobody yet."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self.name = NAME
        self.edit = GrowingEdit(self, fewest_lines=FEWEST_LINES)
        self.edit.setAccessibleName(NAME)
        self.edit.setPlaceholderText("What they want, how they fight, what they hide; Markdown works")
        self.shown = RenderedNotes(look, self)
        self._session = TypingSession(document, self, pauses_end=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, GAP, 0)
        column.setSpacing(TIGHT)
        column.addWidget(heading(NAME))
        column.addWidget(self.shown)
        column.addWidget(self.edit)
        self.edit.hide()
        self.edit.typed.connect(self._session.touch)
        self.edit.rested.connect(self._session.take)
        self.edit.left.connect(self._end)
        self.shown.edit_requested.connect(self.begin)
        self._session.due.connect(self._take)
        document.character_changed.connect(self._refresh)

    @property
    def offered(self) -> bool:
        """Tell whether there are no notes yet, so that they can be added."""
        character = self._document.character(self._id)
        return character is not None and not character.notes.strip()

    def show_character(self, character_id: str) -> None:
        """Show a character's notes, or nobody's."""
        self._id = character_id
        self._refresh(character_id)
        self._end()

    def begin(self, far: float = 1.0) -> None:
        """Let the notes be typed, from the end or from so far down (0 to 1)."""
        lines = self.edit.document()
        line = lines.findBlockByNumber(min(int(far * lines.blockCount()), lines.blockCount() - 1))
        cursor = QTextCursor(line)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        self.show()
        self.edit.show()
        self.shown.hide()
        self.edit.setFocus()
        self.edit.setTextCursor(cursor)

    def _take(self) -> None:
        """Put what is typed so far into the roster."""
        if self._document.character(self._id) is not None and self.edit.changed:
            edits.set_notes(self._document, self._id, self.edit.taken())

    def _end(self) -> None:
        """Show the notes as they read, once what was typed is in the roster."""
        self._session.settle()
        self.setHidden(not self.edit.toPlainText().strip())
        self.shown.show()
        self.edit.hide()

    def _refresh(self, character_id: str) -> None:
        character = self._document.character(self._id)
        if character_id == self._id:
            notes = character.notes if character else ""
            self.edit.store(notes)
            self.shown.show_source(notes)
            if not self.edit.isVisibleTo(self):
                self.setHidden(not notes.strip())
