"""What the switcher and the File menu do with the rosters that were open."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.core.systems import RULES
from gm_desk.core.text.one_line import menu_text
from gm_desk.model.desk import Desk
from gm_desk.store.state import Recent
from gm_desk.store.systems import load_system
from gm_desk.ui.main_window import MainWindow

GONE = "not there any more"
MORE = {"File/New roster…", "File/Open roster…"}
"""What stands below the list in the header, as it does above the list in the File menu."""


class RecentCommands(QObject):
    """List rosters by name and system, the open one marked, and switch between them."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        """Work on the list that a desk remembers."""
        super().__init__(window)
        self._window = window
        self._desk = desk

    def switch(self) -> None:
        """Open the switcher of the header, ready for the arrows."""
        self._window.header.switch()

    def fill(self) -> None:
        """List the rosters that were open in the menu that is about to show."""
        menu = self.sender()
        if not isinstance(menu, QMenu):
            return
        menu.clear()
        recent = self._desk.memory.state.recent
        for one in recent:
            self._add(menu, one)
        if menu.isEmpty():
            menu.addAction("No roster yet").setEnabled(False)
        if menu is self._window.header.rosters:
            menu.addSeparator()
            menu.addActions([one for one in self._window.actions() if one.objectName() in MORE])

    def choose(self, action: QAction) -> None:
        """Open a roster of the list."""
        chosen = action.data()
        if chosen and Path(chosen) != self._desk.path:
            self._desk.open_roster(Path(chosen))

    def _add(self, menu: QMenu, recent: Recent) -> None:
        """Add a roster to a menu, and say where its file is not there."""
        path, there = self._path(recent), self._is_there(recent)
        action = menu.addAction(f"{menu_text(recent.name)}\t{_system(recent) if there else GONE}")
        action.setData(str(path))
        action.setCheckable(True)
        action.setChecked(path == self._desk.path)
        action.setMenuRole(QAction.MenuRole.NoRole)

    def _path(self, recent: Recent) -> Path:
        return self._desk.places.whole(recent.path)

    def _is_there(self, recent: Recent) -> bool:
        """Tell whether a roster's file is there; the open one is, on the screen at least."""
        path = self._path(recent)
        return path == self._desk.path or path.is_file()


def _system(recent: Recent) -> str:
    """Name the system of a roster, where it is known."""
    return load_system(recent.system).name if recent.system in RULES else ""
