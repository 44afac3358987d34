"""The entries of the Roster menu that work on everybody who is selected."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from gm_desk.model.desk import Desk
from gm_desk.ui.look import Look
from gm_desk.ui.main_window import MainWindow
from gm_desk.ui.many_commands import ManyCommands
from gm_desk.ui.menus import SEPARATOR, Item, add_items


def add_many(
    menu: QMenu, window: MainWindow, desk: Desk, look: Look, others: tuple[QAction, QAction, QAction]
) -> list[QAction]:
    """Add them, and let the others (duplicate, remove, move) say too how many they work on; gives the new ones."""
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
