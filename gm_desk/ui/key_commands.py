"""The keys of all actions: given at the start, shown and changed in a dialog."""

from collections.abc import Iterator

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from gm_desk.model.memory import Memory
from gm_desk.ui.main_window import MainWindow
from gm_desk.ui.shortcuts import Shortcuts
from gm_desk.ui.tips import show_keys


class KeyCommands(QObject):
    """Hold the keys of a window's actions, and remember those that the GM sets."""

    def __init__(self, window: MainWindow, memory: Memory) -> None:
        """Know no action yet: `begin` is called once the menus are there."""
        super().__init__(window)
        self._window = window
        self._memory = memory
        self.shortcuts = Shortcuts([], {}, self)

    def begin(self) -> None:
        """Give every action its keys, and every tool tip those of its action."""
        self.shortcuts = Shortcuts([*_actions(self._window.menuBar())], self._memory.state.keys, self)
        self.shortcuts.changed.connect(self._follow)
        self._tell()

    def show(self) -> None:
        """Show every action with its keys."""
        from gm_desk.ui.key_dialog import KeyDialog

        KeyDialog(self.shortcuts, self._window).open()

    def _follow(self) -> None:
        self._memory.set_keys(self.shortcuts.chosen())
        self._tell()

    def _tell(self) -> None:
        show_keys(self._window.findChildren(QWidget))


def _actions(menu: QMenuBar | QMenu) -> Iterator[QAction]:
    """List the actions of menus and of the menus in them."""
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _actions(inner)
        elif not action.isSeparator():
            yield action
