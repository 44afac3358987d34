"""An entry of a menu ends with an ellipsis where it asks for something more, and only there."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from gm_desk.ui.widgets.action_rows import without_mnemonic
from ui_makers import GM, entries

LEAVES = {
    *("window.quit", "window.toggle_full_screen", "window.toggle_veil"),
    *("roll.list_modifiers", "roll.common_modifiers"),
}
"""What ends or covers the window, or waits in a list of its own, is not for a walk through its menus."""
TELLS = {
    "help.show_about",
    "forecast.open",
    "log.show_statistics",
    "exchange.show_source",
    "help.explain_focus",
    "help.explain_first_roll",
    "help.show_rules",
    "players.preview",
    "window.show_messages",
}
"""Open a window that tells something, and ask nothing."""
ASKS_IN_PLACE = {"card.type_damage"}
"""Asks in a field of the window."""
SAYS_WHY_NOT = {"files.show_backups", "printing.print_recap", "files.bring_back_roster", "files.forget_recent"}
"""Ask where there is something to ask about."""


def asked() -> list[QDialog]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]


def closes(gm: GM) -> None:
    for dialog in asked():
        dialog.reject()
    gm.settles()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize("title", ["File", "Edit", "Roster", "Roll", "Log", "View", "Help"])
def test_only_entries_that_ask_end_with_an_ellipsis(gm: GM, title: str) -> None:
    gm.does("roll.roll")
    bar = gm.window.menuBar()
    menu = next(one.menu() for one in bar.actions() if without_mnemonic(one.text()) == title)
    assert isinstance(menu, QMenu)
    wrong = []
    with gm.unpainted():
        for action in entries(menu):
            name = without_mnemonic(action.text())
            if action.objectName() in LEAVES | TELLS | SAYS_WHY_NOT | ASKS_IN_PLACE or not action.isEnabled():
                continue
            action.trigger()
            gm.settles()
            if bool(asked()) != name.endswith("…"):
                wrong.append(name)
            closes(gm)
    assert wrong == []
