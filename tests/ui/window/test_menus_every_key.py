"""Every entry of the menus has a key that no desktop takes for itself, and letters that are its own."""

from collections import Counter

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from gm_desk.ui.widgets.action_rows import RowAction
from ui_makers import GM

TAKEN = {
    *(f"Ctrl+Alt+{key}" for key in ("T", "L", "D", "A", "X", "Esc", "Del", "Backspace", "Left", "Right", "Up", "Down")),
    *(f"Ctrl+F{number}" for number in range(1, 13)),
    *(f"Ctrl+Alt+F{number}" for number in range(1, 13)),
    *(f"Alt+F{number}" for number in range(1, 13)),
    *("F10", "Shift+F10", "Ctrl+Esc", "Ctrl+Shift+Esc", "Alt+Tab", "Alt+Space", "Ctrl+Space", "Print"),
}
"""What Windows, macOS, GNOME, KDE or the menu bar do something else with."""


def static(gm: GM) -> list[QAction]:
    """List the actions that the menus are built with."""
    return [action for action in gm.window.findChildren(QAction) if isinstance(action, RowAction)]


def menus(gm: GM) -> list[QMenu]:
    """List the menus of the menu bar with those inside them, filled."""
    found, waiting = [], [action.menu() for action in gm.window.menuBar().actions()]
    while waiting:
        menu = waiting.pop(0)
        assert isinstance(menu, QMenu)
        menu.aboutToShow.emit()
        found.append(menu)
        waiting += [action.menu() for action in menu.actions() if action.menu() is not None]
    return found


def test_every_action_of_the_menus_has_a_key(gm: GM) -> None:
    actions = static(gm)
    assert len(actions) > 80
    assert [action.objectName() for action in actions if not action.shortcuts()] == []


def test_no_key_is_one_that_desktops_take(gm: GM) -> None:
    assert {keys.toString() for action in static(gm) for keys in action.shortcuts()} & TAKEN == set()


def test_no_key_with_alt_opens_a_menu_instead(gm: GM) -> None:
    titles = {QKeySequence.mnemonic(action.text()).toString() for action in gm.window.menuBar().actions()}
    assert "" not in titles
    assert len(titles) == len(gm.window.menuBar().actions())
    assert {keys.toString() for action in static(gm) for keys in action.shortcuts()} & titles == set()


def test_the_underlined_letters_differ_in_every_menu(gm: GM) -> None:
    gm.keys("Return")
    gm.window.roster.select_all()
    twice = {
        menu.title(): letters
        for menu in menus(gm)
        if (letters := [
            letter
            for letter, count in Counter(
                QKeySequence.mnemonic(entry.text()).toString() for entry in menu.actions() if not entry.isSeparator()
            ).items()
            if letter and count > 1
        ])
    }  # fmt: skip
    assert twice == {}
