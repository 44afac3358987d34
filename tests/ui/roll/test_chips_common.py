"""Common modifiers open by name below a button or by a key, are found by typing, and become chips."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import OwnModifier
from gm_desk.core.combat.modifiers import with_modifier
from gm_desk.store.shipped import load_system
from gm_desk.ui.combat.common_modifiers import CommonModifiersPopup
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.roll.chips import Chips
from other_rosters import KAISER
from pane_makers import AtTest, RollHands, show_test_pane
from ui_makers import GM

pytestmark = pytest.mark.usefixtures("unpainted")

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


def chips(gm: AtTest) -> list[str]:
    return [chip.accessibleName() for chip in gm.window.test.chips.findChildren(ChipButton) if chip.isVisible()]


def popups(gm: AtTest) -> list[CommonModifiersPopup]:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return [one for one in gm.window.findChildren(CommonModifiersPopup) if one.isVisible()]


def opened(gm: AtTest) -> CommonModifiersPopup:
    gm.does("roll.common_modifiers")
    (popup,) = popups(gm)
    return popup


def chosen(gm: AtTest, typed: str) -> None:
    popup = opened(gm)
    QTest.keyClicks(popup.filter, typed)
    QTest.keyClick(popup.filter, Qt.Key.Key_Return)
    gm.settles()
    assert popups(gm) == []


def names(popup: CommonModifiersPopup) -> list[str]:
    return [str(popup.model.index(row, 0).data()) for row in range(popup.model.rowCount())]


@pytest.mark.usefixtures("painted")
def test_the_button_and_the_key_open_the_list(roller: RollHands) -> None:
    roller.click(roller.window.test.chips.common)
    (popup,) = popups(roller)
    assert names(popup)[0] == "Sustaining a sleight"
    QTest.keyClick(popup.filter, Qt.Key.Key_Escape)
    assert popups(roller) == []
    roller.settles()
    roller.keys("Ctrl+Alt+M")
    assert len(popups(roller)) == 1


def test_what_is_typed_and_entered_becomes_a_chip(roller: RollHands) -> None:
    chosen(roller, "tak 3")
    assert (chips(roller), roller.net()) == (["Taking time, 3 minutes, +30"], 30)
    chosen(roller, "tak 5")
    assert (chips(roller), roller.net()) == (["Taking time, 5 minutes, +50"], 50)


def test_an_attack_lists_its_modifiers_and_a_click_chooses(roller: RollHands) -> None:
    roller.does("roll.toggle_opposed")
    popup = opened(roller)
    assert names(popup)[:2] == ["Point-blank", "Range"]
    row = popup.model.index(names(popup).index("Indirect fire"), 0)
    popup.view.scrollTo(row)
    QTest.mouseClick(popup.view.viewport(), LEFT, pos=popup.view.visualRect(row).center())
    roller.settles()
    assert (chips(roller), popups(roller)) == (["Indirect fire, −20"], [])


def test_shift_leaves_the_list_open_for_what_counts_several_times(roller: RollHands) -> None:
    popup = opened(roller)
    QTest.keyClick(popup.filter, Qt.Key.Key_Down)
    row = popup.view.visualRect(popup.view.currentIndex()).center()
    for _ in range(2):
        QTest.mouseClick(popup.view.viewport(), LEFT, SHIFT, row)
    QTest.keyClick(popup.filter, Qt.Key.Key_Return, SHIFT)
    assert names(popup)[0] == "Sustaining a sleight × 4"
    assert (chips(roller), roller.net()) == (["Sustaining a sleight × 3, −30"], -30)


def test_the_list_opens_without_a_choice_so_that_enter_alone_adds_nothing(roller: RollHands) -> None:
    popup = opened(roller)
    QTest.keyClick(popup.filter, Qt.Key.Key_Return)
    QTest.keyClicks(popup.filter, "xyzzy")
    QTest.keyClick(popup.filter, Qt.Key.Key_Return)
    assert (chips(roller), popups(roller)) == ([], [popup])


def test_arrows_pass_over_headings(roller: RollHands) -> None:
    popup = opened(roller)
    listed = [name for name in names(popup) if name not in {"Complementary skill", "Taking time"}]
    for _ in range(3):
        QTest.keyClick(popup.filter, Qt.Key.Key_Down)
    QTest.keyClick(popup.filter, Qt.Key.Key_Return)
    roller.settles()
    assert [chip.rpartition(", ")[0] for chip in chips(roller)] == [listed[2]]


def test_a_past_roll_has_the_list_of_its_test(gm: GM) -> None:
    gm.keys("Return")
    gm.window.log.view.setFocus()
    gm.keys("Home", "Return")
    of_the_line = gm.find(Chips, "lineChips")
    gm.click(of_the_line.common)
    (popup,) = popups(gm)
    QTest.keyClicks(popup.filter, "sust")
    QTest.keyClick(popup.filter, Qt.Key.Key_Return)
    gm.settles()
    shown = [chip.accessibleName() for chip in of_the_line.findChildren(ChipButton) if chip.isVisible()]
    assert "Sustaining a sleight, −10" in shown


def test_kaisers_list_is_the_gms_own(qtbot: QtBot, tmp_path: Path) -> None:
    roster = with_modifier(KAISER, OwnModifier("mud", "Mud", -3, "any"), load_system("kaiser"))
    gm = show_test_pane(qtbot, tmp_path, roster)
    assert names(opened(gm)) == ["Mud", "Edit the list…"]
    (popup,) = popups(gm)
    popup.close()
    chosen(gm, "mud")
    assert (chips(gm), gm.net()) == (["Mud, −3"], -3)
