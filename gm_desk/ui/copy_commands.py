"""A copy of the roster in a place of the GM's choice, whatever has become of its own file."""

from pathlib import Path

from PySide6.QtCore import QObject

from gm_desk.model.desk import Desk
from gm_desk.model.outside import AWAY
from gm_desk.store.errors import UnwritableFileError
from gm_desk.store.places import slug
from gm_desk.ui.main_window import MainWindow

FILTER = "Rosters (*.json)"
SOURCE = "copy"


class CopyCommands(QObject):
    """Save copies, and offer that while the roster itself cannot be saved."""

    def __init__(self, desk: Desk, window: MainWindow) -> None:
        """Copy the roster that is open."""
        super().__init__(window)
        self._desk = desk
        self._window = window
        window.copy_requested.connect(self.ask)
        window.trouble.offer("roster", "Save a copy to…", self.ask, AWAY)

    def ask(self) -> None:
        """Ask where a copy goes."""
        from PySide6.QtWidgets import QFileDialog

        proposed = Path.home() / f"{slug(self._desk.document.roster.name)}-copy.json"
        dialog = QFileDialog(self._window, "Save a copy of the roster", str(proposed.parent), FILTER)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectFile(proposed.name)
        dialog.fileSelected.connect(self._save)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _save(self, chosen: str) -> None:
        """Write the copy, with what is still being typed, and say where it is."""
        bar, path = self._window.trouble, Path(chosen)
        self._window.stat.commit()
        try:
            self._desk.save_copy(path)
        except UnwritableFileError as error:
            bar.show_trouble(SOURCE, f"No copy was saved: {path} – {error.problem}. Choose another place.")
            return
        bar.show_trouble(SOURCE, "")
        bar.show_notice(f"A copy of the roster is saved: {path}. You go on working in {self._desk.path}.")
