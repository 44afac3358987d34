"""House rules are set in a dialog, and the test on the screen follows."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from gm_desk.core.rules.house import ROSTER_SETTINGS
from gm_desk.core.wording.house_rules import BOOK, DEFAULT, settings_of
from gm_desk.ui.settings.house_rules import HouseDialog
from ui_makers import GM


def opened(gm: GM) -> HouseDialog:
    gm.does("settings.set_house_rules")
    return gm.dialog(HouseDialog)


def set_rules(gm: GM, dialog: HouseDialog) -> None:
    gm.click(dialog.does)
    gm.settles()


@pytest.mark.parametrize("system", ROSTER_SETTINGS)
def test_every_rule_of_the_system_stands_there_with_what_it_changes(gm: GM, system: str) -> None:
    gm.makes_roster("Venus", system)
    dialog = opened(gm)
    said = {label.text() for label in dialog.findChildren(QLabel)}
    settings = settings_of(system, gm.program.session.document.house)
    assert list(dialog.choices) == list(ROSTER_SETTINGS[system])
    assert {part for setting in settings for part in (setting.name, setting.says)} <= said
    for choice in dialog.choices.values():
        assert QAccessible.queryAccessibleInterface(choice).text(QAccessible.Text.Name)
        assert choice.currentText().endswith((BOOK, DEFAULT))


def test_the_net_follows_at_once_and_undo_brings_it_back(gm: GM) -> None:
    for line in ("Dark -50", "Smoke -30"):
        gm.keys("Ctrl+M")
        gm.types(line)
        gm.keys("Return")
    assert gm.net() == -60
    dialog = opened(gm)
    dialog.choices["cap"].setCurrentText("±40")
    set_rules(gm, dialog)
    assert gm.roster.house == {"cap": 40}
    assert gm.net() == -40
    assert gm.reads("targetNumber") == "25"
    gm.undo_of("set house rules").trigger()
    assert (gm.net(), gm.roster.house) == (-60, {})


def test_the_keyboard_sets_a_rule(gm: GM) -> None:
    dialog = opened(gm)
    choice = dialog.choices["pool_in_cap"]
    choice.setFocus()
    QTest.keyClick(choice, Qt.Key.Key_Down)
    QTest.keyClick(choice, Qt.Key.Key_Return)
    assert gm.roster.house == {"pool_in_cap": False}
    assert not dialog.isVisible()


def test_what_is_set_is_shown_again_and_the_defaults_are_one_click_away(gm: GM) -> None:
    dialog = opened(gm)
    dialog.choices["ruling"].setCurrentText("the higher roll")
    set_rules(gm, dialog)
    again = opened(gm)
    assert again.choices["ruling"].currentText() == "the higher roll"
    gm.click(again.reset)
    set_rules(gm, again)
    assert gm.roster.house == {}


def test_esc_sets_nothing(gm: GM) -> None:
    dialog = opened(gm)
    dialog.choices["ruling"].setCurrentText("the higher roll")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert gm.roster.house == {}
    assert gm.program.session.document.stack.count() == 0
