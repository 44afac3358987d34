"""Files that the system asks the running program to open, as a Mac does."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent
from typing_extensions import override

from gm_desk.model.desk import Desk
from gm_desk.store.places import SUFFIX
from gm_desk.ui.main_window import MainWindow


class OpenedFiles(QObject):
    """Open rosters, and take campaigns in."""

    def __init__(self, application: QCoreApplication, window: MainWindow, desk: Desk) -> None:
        """Hear what an application is asked for."""
        super().__init__(window)
        self._window = window
        self._desk = desk
        application.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.FileOpen or not isinstance(event, QFileOpenEvent) or not event.file():
            return False
        self.open(Path(event.file()))
        return True

    def open(self, path: Path) -> None:
        """Open a roster, or take a campaign in."""
        if path.suffix.casefold() == SUFFIX:
            self._window.campaign_offered.emit(path)
        else:
            self._desk.open_roster(path)
