"""What the File menu does."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gm_desk.core.roster import numbered
from gm_desk.model.desk import FIRST_NAME, Desk
from gm_desk.ui.header import Header
from gm_desk.ui.look import Look

FILTER = "Rosters (*.json)"


class FileCommands(QObject):
    """Make, open and rename rosters."""

    def __init__(self, desk: Desk, header: Header, look: Look, parent: QWidget) -> None:
        """Work on the roster that is open."""
        super().__init__(parent)
        self._desk = desk
        self._look = look
        self._header = header
        self._window = parent

    def new(self) -> None:
        """Ask for a name and a system, and make a roster."""
        from gm_desk.ui.roster_dialog import RosterDialog

        taken = {recent.name for recent in self._desk.memory.state.recent}
        name = numbered(FIRST_NAME, taken) if FIRST_NAME in taken else FIRST_NAME
        dialog = RosterDialog(name, self._desk.document.system.id, self._look, self._window)
        dialog.wanted.connect(self._new)
        dialog.open()

    def house_rules(self) -> None:
        """Set the house rules of the roster."""
        from gm_desk.ui.house_dialog import HouseDialog

        HouseDialog(self._desk.document, self._window).open()

    def open(self) -> None:
        """Ask for a roster's file."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._window, "Open roster", str(self._desk.places.rosters), FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._open)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def sample_of(self, action: QAction) -> None:
        """Open a copy of the sample roster of a menu entry."""
        self._desk.try_sample(action.data())

    def rename(self) -> None:
        """Type another name for the roster."""
        self._header.edit_name()

    def _new(self, name: str, system: str) -> None:
        self._desk.new_roster(name, system)

    def _open(self, path: str) -> None:
        self._desk.open_roster(Path(path))
