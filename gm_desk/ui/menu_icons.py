"""Icons for the entries of the menus that are found sooner by them.

One that can be on has none: there the mark stands that says whether it is; and none looks like that mark.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gm_desk.ui.icons import icon
from gm_desk.ui.look import Look
from gm_desk.ui.menus import without_mnemonic

ICONS = {
    "New roster…": "add",
    "Open roster…": "open",
    "House rules…": "settings",
    "Save a copy…": "copy",
    "Backups…": "history",
    "Export campaign…": "export",
    "Import campaign…": "import",
    "Undo": "undo",
    "Redo": "redo",
    "New character": "new-character",
    "New NPC from a template…": "template",
    "Paste stat block…": "paste",
    "Remove": "delete",
    "Duplicate character": "copy",
    "New group": "group",
    "Portrait…": "portrait",
    "Print cards…": "print",
    "Prep check": "search",
    "Roll": "dice",
    "Secret": "secret",
    "Opposed": "opposed",
    "The other side": "turn",
    "New scene": "scene",
    "Add a modifier": "add",
    "Statistics": "luck",
    "Export rolls…": "export",
    "Import rolls…": "import",
    "Print the recap…": "print",
    "Find anything": "search",
    "Filter the roster": "filter",
    "Filter the log": "filter",
    "What is this?": "help",
    "Keys…": "keys",
    "About GM Desk": "about",
}


def give_icons(window: QWidget, look: Look) -> None:
    """Give the actions of a window their icons; each is drawn when its menu is."""
    for action in window.findChildren(QAction, options=Qt.FindChildOption.FindDirectChildrenOnly):
        name = ICONS.get(without_mnemonic(action.text()))
        if name is not None:
            action.setIcon(icon(look, name))
