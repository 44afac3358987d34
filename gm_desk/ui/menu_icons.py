"""Icons for the entries of the menus that are found sooner by them."""

from PySide6.QtWidgets import QWidget

from gm_desk.ui.icons import icon
from gm_desk.ui.look import Look
from gm_desk.ui.menus import without_mnemonic

ICONS = {
    "New roster…": "add",
    "Open roster…": "open",
    "House rules…": "settings",
    "Save a copy…": "copy",
    "Undo": "undo",
    "Redo": "redo",
    "New character": "new-character",
    "New NPC from a template…": "template",
    "Remove": "delete",
    "New group": "group",
    "Prep check": "check",
    "Roll": "dice",
    "Secret": "secret",
    "Opposed": "opposed",
    "The other side": "turn",
    "New scene": "scene",
    "Add a modifier": "add",
    "Find anything": "search",
    "Filter the roster": "filter",
    "Filter the log": "filter",
    "Veil": "veil",
    "Like the system": "system",
    "Dark": "moon",
    "Light": "sun",
    "High contrast": "contrast",
    "Keys": "keys",
    "About GM Desk": "about",
}


def give_icons(window: QWidget, look: Look) -> None:
    """Give the actions of a window their icons; each is drawn when its menu is."""
    for action in window.actions():
        name = ICONS.get(without_mnemonic(action.text()))
        if name is not None:
            action.setIcon(icon(look, name))
