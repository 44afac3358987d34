"""The roster as a past roll needs it: as it is now, under the system and the house rules of then."""

from PySide6.QtCore import QObject
from typing_extensions import override

from gm_desk.core.rules.house import House
from gm_desk.core.systems.system import System
from gm_desk.model.document import RosterDocument


class PastRoster(RosterDocument):
    """Hold the roster as it is, with the system and the house rules of a past roll; nothing in it tells of changes."""

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Follow the roster that is open, for who could pay or help."""
        super().__init__(document.roster, document.system, document.new_id, parent)
        self._now = document
        self._house = document.house
        document.roster_changed.connect(self._follow)

    @property
    @override
    def house(self) -> House:
        """Give the house rules of the roll."""
        return self._house

    def turn(self, system: System, house: House) -> None:
        """Take the system and the house rules of another roll."""
        self._house, self.roster = house, self._now.roster
        if system.id != self.system.id:
            self.system = system
            self.opened.emit()

    def _follow(self) -> None:
        self.roster = self._now.roster
        self.roster_changed.emit()
