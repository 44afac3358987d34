"""What the File menu does for the program as a whole, and what is asked for by an action's name."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.model.desk import Desk
from gm_desk.ui.main_window import MainWindow
from gm_desk.ui.menus import SEPARATOR, Item, add_items


def add_settings(menu: QMenu, window: MainWindow, desk: Desk) -> list[QAction]:
    """Add the settings to a menu, and let an empty roster do what actions do."""
    does = SettingsCommands(window, desk)
    window.roster.command_requested.connect(does.do)
    role = QAction.MenuRole.PreferencesRole
    return add_items(menu, [SEPARATOR, Item("Settin&gs…", does.show, "Ctrl+,", role=role)], window)


class SettingsCommands(QObject):
    """Show the settings, and do actions by their names."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        """Work on a window."""
        super().__init__(window)
        self._window = window
        self._desk = desk

    def show(self) -> None:
        """Show the settings."""
        from gm_desk.ui.settings_dialog import SettingsDialog

        SettingsDialog(self._desk.places.root, self._window).open()

    def do(self, command: str) -> None:
        """Do an action by its name, "Roster/New character"; without one, open the sample of the system in use."""
        name = command or f"File/Try a sample roster/{self._desk.document.system.name} sample"
        action = self._window.findChild(QAction, name, Qt.FindChildOption.FindDirectChildrenOnly)
        if isinstance(action, QAction):
            action.trigger()
