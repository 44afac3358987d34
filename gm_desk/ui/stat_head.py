"""The head of the stat block: name, concept, and who runs the character."""

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gm_desk.core.roster import valid_name
from gm_desk.model import edits
from gm_desk.model.document import RosterDocument
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.look import Look, scaled

KINDS = {"pc": "Player character", "npc": "NPC"}


class StatHead(QWidget):
    """Show and edit who a character is."""

    def __init__(self, document: RosterDocument, look: Look, parent: QWidget | None = None) -> None:
        """Show nobody yet."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self.name = CheckedEdit(look, valid_name, plain=True)
        self.name.setFont(scaled(self.font(), 1.55, bold=True))
        self.name.setAccessibleName("Name")
        self.concept = CheckedEdit(look, str, plain=True, dim=True)
        self.concept.setPlaceholderText("Concept: who is this, in a few words?")
        self.concept.setAccessibleName("Concept")
        self.kind = QPushButton()
        self.kind.setToolTip("Change between player character and NPC")
        for edit in (self.name, self.concept):
            edit.setTextMargins(-2, 0, 0, 0)
        self._lay_out()
        self.name.committed.connect(self._rename)
        self.concept.committed.connect(self._set_concept)
        self.name.returnPressed.connect(self.concept.setFocus)
        self.kind.clicked.connect(self._switch_kind)
        document.character_changed.connect(self._refresh)

    def show_character(self, character_id: str) -> None:
        """Show a character, or nobody."""
        self._id = character_id
        self._refresh(character_id)

    def edit_name(self) -> None:
        """Put the cursor where a new character's name is typed."""
        self.name.setFocus()
        self.name.selectAll()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.name)
        words.addWidget(self.concept)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.addLayout(words, 1)
        row.addWidget(self.kind)

    def _refresh(self, character_id: str) -> None:
        character = self._document.character(self._id) if character_id == self._id else None
        if character is not None:
            self.name.store(character.name)
            self.concept.store(character.concept)
            self.kind.setText(KINDS[character.kind])

    def _rename(self, text: str) -> None:
        edits.rename_character(self._document, self._id, text)

    def _set_concept(self, text: str) -> None:
        edits.set_concept(self._document, self._id, text)

    def _switch_kind(self) -> None:
        character = self._document.character(self._id)
        if character is not None:
            edits.set_kind(self._document, self._id, "npc" if character.kind == "pc" else "pc")
