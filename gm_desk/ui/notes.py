"""The notes of the stat block: Markdown, shown as it reads and edited as it was typed."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gm_desk.model import edits
from gm_desk.model.document import RosterDocument
from gm_desk.ui.growing_edit import GrowingEdit
from gm_desk.ui.labels import heading
from gm_desk.ui.look import Look
from gm_desk.ui.rendered_notes import RenderedNotes
from gm_desk.ui.sizes import GAP, TIGHT

PAUSE = 500
"""Milliseconds after which what was typed is in the roster, also while somebody types on, and so soon on the disk."""
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
        self._run = 0
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._clock = QTimer(self, interval=PAUSE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, GAP, 0)
        column.setSpacing(TIGHT)
        column.addWidget(heading(NAME))
        column.addWidget(self.shown)
        column.addWidget(self.edit)
        self.edit.hide()
        self.edit.textChanged.connect(self._type)
        self.edit.left.connect(self._end)
        self.shown.edit_requested.connect(self.begin)
        self._pause.timeout.connect(self.commit)
        self._clock.timeout.connect(self._take)
        document.character_changed.connect(self._refresh)

    @property
    def offered(self) -> bool:
        """Tell whether there are no notes yet, so that they can be added."""
        character = self._document.character(self._id)
        return character is not None and not character.notes.strip()

    def show_character(self, character_id: str) -> None:
        """Show a character's notes, or nobody's."""
        self.commit()
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

    def commit(self) -> None:
        """Put what was typed into the roster; what is typed from now on is undone for itself."""
        self._take()
        self._run += 1
        self._rest()

    def _type(self) -> None:
        """Wait for a pause in the typing, but not for long."""
        self._pause.start()
        if not self._clock.isActive():
            self._clock.start()

    def _rest(self) -> None:
        for timer in (self._pause, self._clock):
            timer.stop()

    def _take(self) -> None:
        """Put what is typed so far into the roster."""
        if self._document.character(self._id) is not None and self.edit.changed:
            edits.set_notes(self._document, self._id, self.edit.taken(), self._run)

    def _end(self) -> None:
        """Show the notes as they read, once what was typed is in the roster."""
        self.commit()
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
            if not self.edit.hasFocus():
                self._rest()
