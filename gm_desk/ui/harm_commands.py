"""What the Roster menu does with health."""

from PySide6.QtCore import QObject

from gm_desk.model.desk import Desk
from gm_desk.model.harm_edits import Harming
from gm_desk.ui.roster_pane import RosterPane


class HarmCommands(QObject):
    """Heal who is selected."""

    def __init__(self, desk: Desk, harming: Harming, roster: RosterPane, parent: QObject) -> None:
        """Work on who is selected in the roster, else who is on the card."""
        super().__init__(parent)
        self._desk = desk
        self._harming = harming
        self._roster = roster

    def reset(self) -> None:
        """Wipe the tracks of the selected characters clean."""
        ids = self._roster.selected_ids() or [self._desk.selected]
        self._harming.reset([one for one in ids if self._desk.document.character(one)])
