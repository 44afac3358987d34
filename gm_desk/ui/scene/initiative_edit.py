"""The field for the players' initiative dice."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.model.scene.initiative import with_next_player
from gm_desk.model.scene.stage import Stage
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.fields import CheckedEdit

TIP = "What players rolled, or =12 for a whole count; Tab goes from one player to the next"


class InitiativeEdit(CheckedEdit):
    """A field for initiative dice, in which Tab adds the name of the next player whose dice are missing."""

    def __init__(self, check: Callable[[str], str], stage: Stage, parent: QWidget | None = None) -> None:
        """Create the field for the players in the scene of a stage."""
        super().__init__(check, parent)
        self._stage = stage
        self.stays_refused = True
        self.setAccessibleName("Players’ initiative dice")
        set_tip(self, TIP, "scene.type_initiative")

    @override
    def event(self, event: QEvent) -> bool:
        """Add the next player on Tab, if there is one; else Tab leaves the field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Tab:
            line = self._with_next()
            if line != self.text():
                self.selectAll()
                self.type(line)
            if line.endswith(" "):
                return True
        return super().event(event)

    def _with_next(self) -> str:
        """Return the line with the next player, or as it is without one."""
        try:
            return with_next_player(self.text(), self._stage.combatants)
        except RulesError:
            return self.text().strip()
