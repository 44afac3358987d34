"""Rosters dropped on the window: opened, or their characters taken into the open one, as the GM says."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox

from gm_desk.core.text.one_line import one_line
from gm_desk.model.desk import Desk
from gm_desk.store.errors import UnreadableFileError
from gm_desk.ui.file_drops import FileDrops
from gm_desk.ui.main_window import MainWindow

MOST_BYTES = 50_000_000
"""What is larger is no roster that was dropped by hand."""


class RosterArrivals(QObject):
    """Ask what becomes of a roster; `import_requested` carries the file whose characters are wanted."""

    import_requested = Signal(list)

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        """Let rosters be dropped on a window, before others see the file."""
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._path = Path()
        self._name = ""
        FileDrops(window, self.wants, self.take)

    def wants(self, data: QMimeData) -> bool:
        """Tell whether a roster is dropped, while the window may show its name."""
        path = _dropped(data)
        if path is None or self._window.stage.veiled:
            return False
        if path != self._path:  # a file is read once, however long it is dragged about
            self._path, self._name = path, _name_of(path)
        return bool(self._name)

    def take(self, _data: QMimeData) -> None:
        """Ask whether the roster that was dropped is to be opened."""
        question = QMessageBox(self._window)
        question.setWindowTitle("A roster was dropped")
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setText(f"“{one_line(self._name, 60)}” is a roster of GM Desk.")
        question.setInformativeText("Open it, or add its characters to the roster that is open?")
        opens = question.addButton("&Open it", QMessageBox.ButtonRole.AcceptRole)
        opens.clicked.connect(self._open)
        adds = question.addButton("&Add its characters…", QMessageBox.ButtonRole.ActionRole)
        adds.clicked.connect(self._import)
        question.setEscapeButton(question.addButton(QMessageBox.StandardButton.Cancel))
        question.setDefaultButton(opens)
        question.finished.connect(question.deleteLater)
        question.open()

    def _open(self) -> None:
        """Open the roster."""
        self._desk.open_roster(self._path)

    def _import(self) -> None:
        self.import_requested.emit([str(self._path)])


def _dropped(data: QMimeData) -> Path | None:
    """Give the one local file that is dropped, if it may be a roster by its name."""
    urls = data.urls() if data.hasUrls() else []
    local = len(urls) == 1 and urls[0].isLocalFile() and urls[0].toLocalFile().casefold().endswith(".json")
    return Path(urls[0].toLocalFile()) if local else None


def _name_of(path: Path) -> str:
    """Give the name of a file's roster; nothing where it holds none."""
    from gm_desk.store.rosters import read_in_part

    try:
        if path.stat().st_size > MOST_BYTES:
            return ""
        roster = read_in_part(path).roster
    except (OSError, UnreadableFileError):
        return ""
    return roster.name if roster.characters or roster.groups else ""
