"""A roster is made in a dialog that asks for its name and its system."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from gm_desk.core.systems.registry import RULES
from gm_desk.store.rosters.files import read_roster
from gm_desk.store.shipped import load_system
from gm_desk.ui.files.actions import RosterDialog
from ui_makers import GM

pytestmark = pytest.mark.usefixtures("unpainted")


def opened(gm: GM) -> RosterDialog:
    gm.keys("Ctrl+Shift+N")
    return gm.dialog(RosterDialog)


def press(widget: QWidget, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(widget, key)


def test_it_proposes_a_name_and_leaves_the_choice_of_the_system(gm: GM) -> None:
    dialog = opened(gm)
    assert dialog.windowModality() is Qt.WindowModality.WindowModal
    assert (dialog.name.text(), dialog.name.selectedText()) == ("My campaign", "My campaign")
    assert dialog.system == ""
    assert [choice.text() for choice in dialog.systems.values()] == [load_system(known).name for known in RULES]


def test_a_name_is_typed_and_enter_makes_the_roster(gm: GM) -> None:
    dialog = opened(gm)
    QTest.keyClicks(dialog.name, "Venus")
    dialog.systems["ep2"].click()
    press(dialog.name, Qt.Key.Key_Return)
    gm.settles()
    assert (gm.roster.name, gm.roster.system, gm.roster.characters) == ("Venus", "ep2", ())
    assert read_roster(gm.program.session.path) == gm.roster
    assert not any(one.isVisible() for one in gm.window.findChildren(RosterDialog))


def test_a_roster_without_a_system_is_not_created(gm: GM) -> None:
    dialog = opened(gm)
    press(dialog.name, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.says.text() == "Choose the system you play."
    assert dialog.focusWidget() in dialog.systems.values()
    assert gm.roster.name == "Mars"


@pytest.mark.usefixtures("painted")
def test_the_arrows_choose_a_system(gm: GM) -> None:
    dialog = opened(gm)
    dialog.systems["ep2"].setFocus()
    press(dialog.systems["ep2"], Qt.Key.Key_Space, Qt.Key.Key_Down)
    assert dialog.system == "kaiser"
    press(dialog.systems["kaiser"], Qt.Key.Key_Return)
    assert gm.roster.system == "kaiser"


def test_a_name_that_was_typed_is_brought_back_by_esc_before_the_dialog_goes(gm: GM) -> None:
    dialog = opened(gm)
    QTest.keyClicks(dialog.name, "Venus")
    press(dialog.name, Qt.Key.Key_Escape)
    assert (dialog.isVisible(), dialog.name.text()) == (True, "My campaign")


def test_a_name_that_is_empty_is_refused_with_the_reason(gm: GM) -> None:
    dialog = opened(gm)
    QTest.keyClicks(dialog.name, "  ")
    press(dialog.name, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert "A name cannot be empty." in {one.text() for one in dialog.findChildren(QLabel)}
    assert gm.roster.name == "Mars"


def test_esc_makes_nothing(gm: GM) -> None:
    dialog = opened(gm)
    press(dialog.name, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert gm.roster.name == "Mars"


@pytest.mark.parametrize("system", RULES)
def test_every_system_can_be_chosen(gm: GM, system: str) -> None:
    gm.makes_roster("Venus", system)
    assert (gm.roster.name, gm.roster.system) == ("Venus", system)
