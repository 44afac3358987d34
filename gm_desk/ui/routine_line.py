"""A word of advice: what is routine needs no roll."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.ui.look import scaled
from gm_desk.ui.sizes import SMALL


class RoutineLine(QLabel):
    """Say that no roll is needed, where it is not."""

    def __init__(self, document: RosterDocument, drafting: Drafting) -> None:
        """Follow a draft."""
        super().__init__()
        self._document = document
        self._drafting = drafting
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName("routine")
        self.setFont(scaled(self.font(), SMALL))
        self.setWordWrap(True)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Look at the draft as it is now."""
        self.setVisible(self._drafting.reading.routine)
        self.setText(f"Routine at {self._document.system.routine} or more: no roll is needed.")
