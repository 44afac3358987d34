"""A pill and its menu."""

from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gm_desk.ui.widgets.pill import MORE, Pill


def test_the_menu_of_a_pill_has_the_name_of_the_pill(qtbot: QtBot) -> None:
    pill = Pill(mark=MORE)
    qtbot.addWidget(pill)
    pill.show_words("Spend a point", mark=MORE)
    pill.open_menu([("Vigor", "vigor", False)], lambda _action: None)
    menu = pill.findChild(QMenu)
    assert isinstance(menu, QMenu)
    assert menu.accessibleName() == "Spend a point"
    menu.close()
