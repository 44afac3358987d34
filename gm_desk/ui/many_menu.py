"""The entries of the Roster menu that work on everybody who is selected."""

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.model.desk import Desk
from gm_desk.ui.look import Look
from gm_desk.ui.main_window import MainWindow
from gm_desk.ui.many_commands import ManyCommands
from gm_desk.ui.menus import SEPARATOR, Item, add_items


def add_many(menu: QMenu, window: MainWindow, desk: Desk, look: Look, others: Sequence[QAction]) -> list[QAction]:
    """Add them, and let the others say too how many they work on; return the new ones.

    The others duplicate, remove, move, add a skill and an attack, type damage and reset the scene.
    """
    does = ManyCommands(desk, look, window)
    items = [
        SEPARATOR,
        Item("Duplicate several t&imes…", does.duplicate_times, "Ctrl+Alt+N"),
        Item("&Heal", does.heal, "Ctrl+Alt+H"),
    ]
    copies, heal = add_items(menu, items, window)
    tags, kind, rosters = menu.addMenu("Tags"), menu.addMenu("Kind"), menu.addMenu("Cop&y to roster")
    for submenu, fill, do in (
        (tags, does.fill_tags, does.tag),
        (kind, does.fill_kinds, does.set_kind),
        (rosters, does.fill_rosters, does.copy_to),
    ):
        submenu.aboutToShow.connect(fill)
        submenu.triggered.connect(do)
    counted = (
        (others[0], "&Duplicate character", "&Duplicate %d characters"),
        (others[1], "Re&move", "Re&move %d characters"),
        (others[2], "Mo&ve to group", "Mo&ve %d characters to group"),
        (others[3], "&Add a skill", "&Add a skill to %d characters"),
        (others[4], "Add an attac&k", "Add an attac&k to %d characters"),
        (others[5], "Type damage", "Type damage to %d characters"),
        (others[6], "Re&set scene", "Re&set scene of %d characters"),
        (copies, "Duplicate several t&imes…", "Duplicate %d characters several t&imes…"),
        (heal, "&Heal", "&Heal %d characters"),
        (tags.menuAction(), "Tags", "Tags of %d characters"),
        (kind.menuAction(), "Kind", "Kind of %d characters"),
        (rosters.menuAction(), "Cop&y to roster", "Cop&y %d characters to roster"),
    )
    for entry in counted:
        does.count(*entry)
    window.roster.selection_changed.connect(does.follow)
    return [copies, heal, tags.menuAction(), kind.menuAction(), rosters.menuAction()]
