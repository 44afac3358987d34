"""Menus from tables: every action has a name, a shortcut that the menu shows, and a slot."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

if TYPE_CHECKING:
    from gm_desk.ui.main_window import MainWindow

Slot = Callable[..., object]


class Item(Struct, frozen=True):
    """Describe an action; `data` travels with it, `on` makes it one that can be on or off.

    One that is `blind` shows nothing and asks nothing, so that it can be chosen while the window is veiled.
    `role` says where a Mac puts it; without one it stays where it is, whatever its words are.
    """

    text: str
    slot: Slot | None = None
    keys: str = ""
    data: object = None
    on: bool | None = None
    blind: bool = False
    role: QAction.MenuRole = QAction.MenuRole.NoRole


SEPARATOR = Item("")
BLIND = "blind"


def add_items(menu: QMenu, items: Sequence[Item], owner: "MainWindow") -> list[QAction]:
    """Add actions to a menu, and to its owner so that their shortcuts work in the whole window.

    Before one does anything, what is being typed is in the roster, however it was chosen.
    """
    made = []
    for item in items:
        if item is SEPARATOR:
            menu.addSeparator()
            continue
        action = QAction(item.text, owner)
        action.setObjectName(f"{_path(menu)}/{without_mnemonic(item.text)}")
        action.setData(item.data)
        action.setShortcuts([QKeySequence(keys) for keys in item.keys.split(" ") if keys])
        action.setProperty(BLIND, item.blind)
        action.setMenuRole(item.role)
        if item.on is not None:
            action.setCheckable(True)
            action.setChecked(item.on)
        action.triggered.connect(owner.history.settle)
        if item.slot is not None:
            action.triggered.connect(item.slot)
        menu.addAction(action)
        owner.addAction(action)
        made.append(action)
    return made


def add_choices(menu: QMenu, items: Sequence[Item], owner: "MainWindow", slot: Slot) -> QActionGroup:
    """Add actions of which one is on; the slot gets the action chosen."""
    group = QActionGroup(owner)
    for action in add_items(menu, items, owner):
        action.setCheckable(True)
        group.addAction(action)
    group.triggered.connect(slot)
    return group


def only_in(action: QAction, *widgets: QWidget) -> None:
    """Let an action's shortcut work only while one of these widgets has the focus."""
    _bind(action, Qt.ShortcutContext.WidgetShortcut, widgets)


def only_within(action: QAction, *widgets: QWidget) -> None:
    """Let an action's shortcut work only while one of these widgets, or anything in it, has the focus."""
    _bind(action, Qt.ShortcutContext.WidgetWithChildrenShortcut, widgets)


def _bind(action: QAction, context: Qt.ShortcutContext, widgets: Sequence[QWidget]) -> None:
    action.setShortcutContext(context)
    for parent in action.associatedObjects():
        if isinstance(parent, QWidget) and not isinstance(parent, QMenu):
            parent.removeAction(action)
    for widget in widgets:
        widget.addAction(action)


def without_mnemonic(text: str) -> str:
    """Give the words of a menu entry as they are read."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def _path(menu: QMenu) -> str:
    """Name a menu with the menus it is in: "File/Open recent"."""
    outer = menu.parentWidget()
    name = without_mnemonic(menu.title())
    return f"{_path(outer)}/{name}" if isinstance(outer, QMenu) else name
