"""The list of common modifiers is edited in a dialog: each change at once, and each to be undone by itself."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import OwnModifiers
from gm_desk.core.errors import BadModifierError
from gm_desk.ui.combat.common_modifiers import CommonModifiersPopup
from gm_desk.ui.settings.modifiers import ModifiersDialog
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import FieldMessage
from other_rosters import KAISER
from ui_makers import GM, LEFT, sit_down

ALT = Qt.KeyboardModifier.AltModifier


def opened(gm: GM) -> ModifiersDialog:
    gm.does("settings.edit_modifiers")
    return gm.dialog(ModifiersDialog)


def chooses(dialog: ModifiersDialog, modifier_id: str) -> None:
    dialog.table.selectRow(dialog.model.row_of(modifier_id))


def enters(field: CheckedEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def clicks_on(dialog: ModifiersDialog, row: int) -> None:
    at = dialog.table.visualRect(dialog.model.index(row, 0)).center()
    QTest.mouseClick(dialog.table.viewport(), LEFT, pos=at)


def refused(dialog: ModifiersDialog) -> str:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return " ".join(one.text() for one in dialog.findChildren(FieldMessage) if one.isVisible())


def values(gm: GM) -> dict[str, int]:
    return {one.name: one.value for one in gm.roster.modifiers.own}


def test_a_new_modifier_is_added_named_and_valued_each_as_one_step(gm: GM) -> None:
    dialog = opened(gm)
    gm.click(dialog.add)
    assert dialog.name.hasFocus()
    enters(dialog.name, "Red fog")
    enters(dialog.value, "-20")
    assert values(gm) == {"Red fog": -20}
    assert dialog.isVisible(), "Enter in a field does not close the dialog"
    dialog.reject()
    gm.settles()
    gm.undo_of("change value of Red fog").trigger()
    gm.undo_of("rename modifier New modifier").trigger()
    gm.undo_of("add modifier New modifier").trigger()
    assert gm.roster.modifiers == OwnModifiers()


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        ("value", "15", "15 is not a multiple of ten."),
        ("value", "lots", "“lots” is not a number."),
        ("name", " ", "A name cannot be empty."),
        ("name", "indirect FIRE", "Another modifier in the list is called “Indirect fire”."),
    ],
)
def test_what_is_refused_says_why_where_it_was_typed_and_stays_to_be_corrected(
    gm: GM, field: str, text: str, reason: str
) -> None:
    dialog = opened(gm)
    chooses(dialog, "reach")
    edit: CheckedEdit = getattr(dialog, field)
    enters(edit, text)
    assert (refused(dialog), edit.text(), edit.hasFocus()) == (reason, text, True)
    assert gm.roster.modifiers == OwnModifiers()


def test_a_refused_text_is_not_left_by_a_click_on_another_row_or_on_a_button(gm: GM) -> None:
    dialog = opened(gm)
    chooses(dialog, "reach")
    (close,) = [one for one in dialog.findChildren(QPushButton) if one.text() == "Close"]
    dialog.value.setFocus()
    dialog.value.selectAll()
    QTest.keyClicks(dialog.value, "15")
    for leave in (partial(clicks_on, dialog, 0), partial(gm.click, dialog.add), partial(gm.click, close)):
        leave()
        assert (refused(dialog), dialog.value.text()) == ("15 is not a multiple of ten.", "15")
        assert (dialog.value.hasFocus(), dialog.table.currentIndex().row()) == (True, dialog.model.row_of("reach"))
    QTest.keyClick(dialog.steps, Qt.Key.Key_Space)
    assert (len(gm.roster.modifiers.own), dialog.value.text()) == (1, "15"), "another change of the row leaves it alone"
    gm.click(dialog.restore)
    assert dialog.value.text() == "+10"
    clicks_on(dialog, 0)
    assert dialog.table.currentIndex().row() == 0
    gm.click(close)
    assert not dialog.isVisible()


def test_what_is_half_typed_belongs_to_its_row_when_another_is_added_by_its_key(gm: GM) -> None:
    dialog = opened(gm)
    chooses(dialog, "reach")
    dialog.name.setFocus()
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "Long arm")
    dialog.add.click()
    assert [one.name for one in gm.roster.modifiers.own] == ["Long arm", "New modifier"]
    assert dialog.name.text() == "New modifier"


def test_the_fields_show_the_chosen_modifier_and_change_what_it_is_for(gm: GM) -> None:
    dialog = opened(gm)
    chooses(dialog, "charging")
    shown = dialog.name.text(), dialog.value.text(), dialog.damage.text(), dialog.use.currentText()
    assert shown == ("Charging", "−10", "1d6", "melee attacks")
    dialog.use.setFocus()
    QTest.keyClick(dialog.use, Qt.Key.Key_Up)
    QTest.keyClick(dialog.steps, Qt.Key.Key_Space)
    QTest.keyClick(dialog.lasting, Qt.Key.Key_Space)
    enters(dialog.damage, "2d6")
    (own,) = gm.roster.modifiers.own
    assert (own.id, own.reach, own.steps, own.lasting, own.damage) == ("charging", "ranged", True, True, "2d6")
    gm.click(dialog.restore)
    assert gm.roster.modifiers == OwnModifiers()
    assert dialog.use.currentText() == "melee attacks"


def test_hiding_and_showing_is_one_button(gm: GM) -> None:
    dialog = opened(gm)
    chooses(dialog, "indirect")
    gm.click(dialog.hide_or_show)
    assert (gm.roster.modifiers.hidden, dialog.hide_or_show.text()) == (("indirect",), "S&how")
    gm.click(dialog.hide_or_show)
    assert gm.roster.modifiers.hidden == ()


def test_alt_and_arrows_move_the_chosen_modifier_which_stays_chosen(gm: GM) -> None:
    dialog = opened(gm)
    chooses(dialog, "reach")
    row = dialog.model.row_of("reach")
    QTest.keyClick(dialog.table, Qt.Key.Key_Up, ALT)
    QTest.keyClick(dialog.table, Qt.Key.Key_Up, ALT)
    assert dialog.model.row_of("reach") == dialog.table.currentIndex().row() == row - 2
    QTest.keyClick(dialog.table, Qt.Key.Key_Down, ALT)
    assert dialog.model.row_of("reach") == dialog.table.currentIndex().row() == row - 1


def test_all_is_restored_by_one_button_which_is_needed_only_after_a_change(gm: GM) -> None:
    dialog = opened(gm)
    assert not dialog.restore_all.isEnabled()
    QTest.keyClick(dialog.table, Qt.Key.Key_Down, ALT)
    assert gm.roster.modifiers.order != ()
    gm.click(dialog.restore_all)
    assert (gm.roster.modifiers, dialog.table.currentIndex().row()) == (OwnModifiers(), 0)
    assert not dialog.restore_all.isEnabled()


def test_the_last_row_of_the_popup_opens_the_dialog_and_lists_what_was_added(gm: GM) -> None:
    gm.does("roll.common_modifiers")
    (popup,) = gm.window.findChildren(CommonModifiersPopup)
    QTest.keyClick(popup.filter, Qt.Key.Key_Up)
    for _ in range(30):
        QTest.keyClick(popup.filter, Qt.Key.Key_Down)
    QTest.keyClick(popup.filter, Qt.Key.Key_Return)
    dialog = gm.dialog(ModifiersDialog)
    gm.click(dialog.add)
    enters(dialog.name, "Red fog")
    dialog.reject()
    gm.settles()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gm.does("roll.common_modifiers")
    (popup,) = gm.window.findChildren(CommonModifiersPopup)
    QTest.keyClicks(popup.filter, "fog")
    QTest.keyClick(popup.filter, Qt.Key.Key_Return)
    gm.settles()
    assert gm.net() == -10


def test_an_empty_list_has_nothing_to_change_until_something_is_added(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, KAISER)
    dialog = opened(gm)
    able = [one.text() for one in dialog.findChildren(QPushButton) if one.isEnabled()]
    assert able == ["&Add", "Close"]
    gm.click(dialog.add)
    enters(dialog.value, "-3")
    assert values(gm) == {"New modifier": -3}
    gm.click(dialog.restore)
    assert gm.roster.modifiers == OwnModifiers()
    assert not dialog.name.isEnabled()


def test_a_list_that_is_full_says_so(gm: GM, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = opened(gm)

    def full() -> str:
        raise BadModifierError("modifier", "a roster can have at most 200 modifiers of its own")

    monkeypatch.setattr(dialog.model, "add", full)
    gm.click(dialog.add)
    assert refused(dialog) == "A roster can have at most 200 modifiers of its own."
