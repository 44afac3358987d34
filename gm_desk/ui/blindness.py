"""What the menus leave to be done while the window is veiled."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar

from gm_desk.ui.main_window import MainWindow
from gm_desk.ui.menus import BLIND


class Blindness(QObject):
    """Disable what is not blind: every action that would edit, show or ask anything under the veil."""

    def __init__(self, window: MainWindow) -> None:
        """Take the actions of all menus: groups disable them, and enable them again as they then are."""
        super().__init__(window)
        group = QActionGroup(self)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._groups = [group]
        for action in _entries(window.menuBar()):
            own = action.actionGroup()
            if own is None:
                group.addAction(action)
            elif own not in self._groups:
                self._groups.append(own)
        self._shortcuts = window.findChildren(QShortcut, options=Qt.FindChildOption.FindDirectChildrenOnly)
        self._lists = [menu for menu in window.findChildren(QMenu) if menu.isEmpty()]
        window.stage.veiled_changed.connect(self._follow)

    def _follow(self, veiled: bool) -> None:
        for group in self._groups:
            group.setDisabled(veiled)
        for shortcut in self._shortcuts:
            shortcut.setEnabled(not veiled)
        for filled_when_opened in self._lists:
            filled_when_opened.clear()


def _entries(bar: QMenuBar | QMenu) -> Iterator[QAction]:
    """List what is in the menus and not blind, and the menus in them."""
    for action in bar.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _entries(inner)
            if isinstance(bar, QMenu):
                yield action
        elif not action.isSeparator() and not action.property(BLIND):
            yield action
