"""A pill and its menu."""

import pytest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gm_desk.ui.widgets.pill import MORE, Pill
from themes import DARK


def test_the_menu_of_a_pill_has_the_name_of_the_pill(qtbot: QtBot) -> None:
    pill = Pill(mark=MORE)
    qtbot.addWidget(pill)
    pill.show_words("Spend a point", mark=MORE)
    pill.open_menu([("Vigor", "vigor", False)], lambda _action: None)
    menu = pill.findChild(QMenu)
    assert isinstance(menu, QMenu)
    assert menu.accessibleName() == "Spend a point"
    menu.close()


@pytest.mark.usefixtures("appearance")
@pytest.mark.parametrize("on", [True, False])
def test_the_focus_is_a_second_line_within_the_outline_of_a_pill(qtbot: QtBot, *, on: bool) -> None:
    pill = Pill()
    qtbot.addWidget(pill)
    pill.show_words("Stunned", on=on)
    pill.show()
    pill.activateWindow()
    pill.setFocus()
    QApplication.processEvents()
    image = pill.grab().toImage()
    column = [image.pixelColor(pill.width() // 2, row).name() for row in range(4)]
    assert column[0] == (DARK.accent if on else DARK.line)
    assert column[1] != DARK.focus
    assert column[2] == DARK.focus
