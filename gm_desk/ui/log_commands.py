"""What the Roster menu does with the log."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.model.desk import Desk
from gm_desk.ui.main_window import MainWindow
from gm_desk.ui.menus import SEPARATOR, Item, add_items


class LogCommands(QObject):
    """Go from a character to its rolls."""

    def __init__(self, desk: Desk, window: MainWindow) -> None:
        """Work on the character that is selected."""
        super().__init__(window)
        self._desk = desk
        self._window = window

    def rolls(self) -> None:
        """Show the rolls of the selected character alone."""
        if self._desk.selected:
            self._window.panes.reveal(self._window.log)
            self._window.log.show_only(self._desk.selected)


def add_rolls(menu: QMenu, window: MainWindow, desk: Desk) -> list[QAction]:
    """Add the way to a character's rolls to the Roster menu."""
    does = LogCommands(desk, window)
    return add_items(menu, [SEPARATOR, Item("Rolls in the log", does.rolls, "Ctrl+Shift+L")], window)
