"""What the Roster menu does with health."""

from PySide6.QtCore import QObject

from gm_desk.model import harm_edits
from gm_desk.model.desk import Desk
from gm_desk.ui.roster_pane import RosterPane


class HarmCommands(QObject):
    """Heal who is selected."""

    def __init__(self, desk: Desk, roster: RosterPane, parent: QObject) -> None:
        """Work on who is selected in the roster, else who is on the card."""
        super().__init__(parent)
        self._desk = desk
        self._roster = roster

    def reset(self) -> None:
        """Wipe the tracks of the selected characters clean."""
        document = self._desk.document
        ids = self._roster.selected_ids() or [self._desk.selected]
        harm_edits.reset(document, [one for one in ids if document.character(one)])
