"""What the Roster menu does with points: recharges, and the Threat of a group."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.core.characters.roster import Group
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.systems.definition import Recharge
from gm_desk.model.files.session import Session
from gm_desk.model.roster import edits
from gm_desk.ui.roll.draft_pane import DraftPane
from gm_desk.ui.roster.roster_pane import RosterPane


class PointsCommands(QObject):
    """Bring points back, and change what a group shares."""

    def __init__(self, desk: Session, roster: RosterPane, test: DraftPane, parent: QObject) -> None:
        """Work on who is selected in the roster."""
        super().__init__(parent)
        self._desk = desk
        self._document = desk.document
        self._roster = roster
        self._test = test

    def fill_recharges(self) -> None:
        """List the rests of the system."""
        menu = self._emptied()
        for rest in self._document.system.recharges:
            action = menu.addAction(rest.name)
            action.setData(rest)
            action.setEnabled(bool(self._desk.selected))
        if menu.isEmpty():
            menu.addAction("Nothing to recharge").setEnabled(False)

    def recharge(self, action: QAction) -> None:
        """Let the selected characters rest."""
        rest, resting = action.data(), self._roster.selected_ids()
        if isinstance(rest, Recharge) and resting:
            self._test.recharge(resting, rest)

    def fill_threat(self) -> None:
        """List what can be done with the points that the group shares."""
        menu, group = self._emptied(), self._group()
        shared = next((kind.name for kind in self._document.system.points if kind.shared), "")
        if group is None or not shared:
            menu.addAction("No group is selected that could share points").setEnabled(False)
            return
        has = group.threat or Points()
        ways = [
            (f"{shared} &+1", has.now + 1, has.max),
            (f"{shared} &−1", has.now - 1, has.max),
            ("&Refill", has.max, has.max),
            ("&Larger pool", has.now + 1, has.max + 1),
            ("&Smaller pool", has.now, has.max - 1),
        ]
        for text, now, most in ways:
            action = menu.addAction(text)
            action.setData((group.id, now, most))
            action.setEnabled(now >= 0 and most >= 0 and (min(now, most), most) != (has.now, has.max))

    def set_threat(self, action: QAction) -> None:
        """Set the points of the group as a menu entry says."""
        group_id, now, most = action.data()
        edits.set_threat(self._document, group_id, now, most)

    def _emptied(self) -> QMenu:
        menu = self.sender()
        if not isinstance(menu, QMenu):
            raise TypeError("only menus are filled")
        menu.clear()
        return menu

    def _group(self) -> Group | None:
        """Give the group that is selected, or that of the selected character."""
        current, heading = self._roster.current()
        character = self._document.character(self._desk.selected)
        return self._document.roster.group(current if heading else character.group if character else "")
