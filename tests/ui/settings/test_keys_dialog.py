"""Every key can be looked up and changed; a conflict is told before it is settled; tool tips tell what is true."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gm_desk.ui.settings.keys_dialog import KeyDialog, Shortcuts
from gm_desk.ui.widgets.action_rows import RowAction, set_tip
from ui_makers import GM, a_roster, sit_down, table

DUPLICATE, GROUP = "roster.duplicate", "roster.new_group"


def opened(gm: GM, words: str = "") -> KeyDialog:
    gm.does("settings.set_keys")
    dialog = gm.dialog(KeyDialog)
    dialog.search.setText(words)
    return dialog


def rows(gm: GM) -> list[RowAction]:
    return [one for one in gm.window.findChildren(QAction) if isinstance(one, RowAction)]


def press(dialog: KeyDialog, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = dialog.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, held)


def shortcut(gm: GM, name: str) -> str:
    action = gm.window.findChild(QAction, name)
    assert action is not None
    return ", ".join(keys.toString() for keys in action.shortcuts())


def test_the_table_of_keys_keeps_qts_rules(gm: GM, qtmodeltester: Any) -> None:
    dialog = opened(gm)
    qtmodeltester.check(dialog.model)
    dialog.search.setText("duplicate char")
    dialog.search.clear()


def test_words_of_an_action_or_its_keys_find_it(gm: GM) -> None:
    dialog = opened(gm, "duplicate char")
    assert table(dialog.model) == [["Duplicate character", "Roster", "Ctrl+D"]]
    dialog.search.setText("ctrl+shift+x")
    assert [row[0] for row in table(dialog.model)] == ["Export rolls…"]
    dialog.search.setText("no such thing")
    assert table(dialog.model) == []


def test_with_the_keyboard_alone_an_action_gets_other_keys_at_once(gm: GM) -> None:
    dialog = opened(gm, "duplicate char")
    press(dialog, Qt.Key.Key_Return)
    press(dialog, Qt.Key.Key_Return)
    press(dialog, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    assert shortcut(gm, DUPLICATE) == "Ctrl+Alt+J"
    assert dialog.says.text() == "Ctrl+Alt+J is now the shortcut for Duplicate character."
    assert dialog.focusWidget() is dialog.table
    dialog.close()
    before = len(gm.roster.characters)
    gm.window.activateWindow()
    gm.window.roster.view.setFocus()
    gm.does("roster.duplicate")
    assert len(gm.roster.characters) == before + 1


def test_a_conflict_is_told_and_settled_only_when_asked(gm: GM) -> None:
    dialog = opened(gm, "duplicate char")
    for key, held in (
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier),
    ):
        press(dialog, key, held)
    assert dialog.says.text() == "Ctrl+G belongs to New group."
    assert (shortcut(gm, DUPLICATE), shortcut(gm, GROUP)) == ("Ctrl+D", "Ctrl+G")
    press(dialog, Qt.Key.Key_Return)
    assert (shortcut(gm, DUPLICATE), shortcut(gm, GROUP)) == ("Ctrl+G", "")


def test_keys_that_are_typed_or_move_about_are_refused(gm: GM) -> None:
    shortcuts = Shortcuts(rows(gm), {}, gm.window)
    for key in (Qt.Key.Key_A, Qt.Key.Key_7, Qt.Key.Key_Tab, Qt.Key.Key_Down):
        assert shortcuts.refusal(QKeySequence(key)), key
        assert shortcuts.refusal(QKeySequence(Qt.Modifier.CTRL | key)) == "", key


def test_signs_and_function_keys_may_stand_alone(gm: GM) -> None:
    shortcuts = Shortcuts(rows(gm), {}, gm.window)
    assert [shortcuts.refusal(QKeySequence(keys)) for keys in ("+", "F3", "?", "Ctrl++", "Del")] == [""] * 5
    assert shortcuts.refusal(QKeySequence())


def test_delete_takes_keys_away_and_reset_brings_them_back(gm: GM) -> None:
    dialog = opened(gm, "duplicate char")
    press(dialog, Qt.Key.Key_Down)
    press(dialog, Qt.Key.Key_Delete)
    assert shortcut(gm, DUPLICATE) == ""
    assert table(dialog.model)[0][2] == "–"
    dialog.reset.click()
    assert shortcut(gm, DUPLICATE) == "Ctrl+D"


def test_the_same_key_may_do_two_things_in_two_places(gm: GM) -> None:
    shortcuts = Shortcuts(rows(gm), {}, gm.window)
    remove, strike = "roster.remove", "log.strike"
    assert shortcuts.words(remove) == shortcuts.words(strike) == "Del"
    assert strike not in shortcuts.holders(remove, QKeySequence("Del"))
    assert shortcuts.holders(remove, QKeySequence("Ctrl+D")) == [DUPLICATE]


def test_tool_tips_hints_and_buttons_tell_the_new_keys(gm: GM) -> None:
    assert gm.window.roster.filter.toolTip().endswith("(Ctrl+F)")
    assert gm.window.header.finder.placeholderText() == "Find, roll or do   (Ctrl+K)"
    dialog = opened(gm, "find anything")
    for key, held in (
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier),
    ):
        press(dialog, key, held)
    assert gm.window.header.finder.placeholderText() == "Find, roll or do   (Ctrl+Shift+Y)"


def test_a_tool_tip_that_is_set_again_tells_the_new_keys_as_well(gm: GM) -> None:
    field = gm.window.header.finder
    set_tip(field, "Before", "finder.find")
    assert field.toolTip() == "Before (Ctrl+K)"
    dialog = opened(gm, "find anything")
    press(dialog, Qt.Key.Key_Return)
    press(dialog, Qt.Key.Key_Return)
    press(dialog, Qt.Key.Key_F10)
    dialog.close()
    set_tip(field, "After", "finder.find")
    assert field.toolTip() == "After (F10)"


def test_the_veil_tells_the_key_that_lifts_it(gm: GM) -> None:
    dialog = opened(gm, "veil")
    press(dialog, Qt.Key.Key_Return)
    press(dialog, Qt.Key.Key_Return)
    press(dialog, Qt.Key.Key_F10)
    dialog.close()
    gm.does("window.toggle_veil")
    assert gm.window.veil_stack.veil.says == "The next roll is secret · F10 lifts it"


def test_changed_keys_are_remembered_and_the_others_follow_the_program(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    dialog = opened(gm, "duplicate char")
    press(dialog, Qt.Key.Key_Return)
    press(dialog, Qt.Key.Key_Return)
    press(dialog, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    dialog.close()
    assert gm.program.session.settings.state.keys == {DUPLICATE: "Ctrl+Alt+J"}
    gm.window.close()
    again = sit_down(qtbot, tmp_path, a_roster())
    assert shortcut(again, DUPLICATE) == "Ctrl+Alt+J"
    assert shortcut(again, GROUP) == "Ctrl+G"


def test_no_two_actions_share_a_key_where_both_listen(gm: GM) -> None:
    actions = rows(gm)
    shortcuts = Shortcuts(actions, {}, gm.window)
    shared = {
        action.row.id: holders
        for action in actions
        for keys in action.shortcuts()
        if (holders := shortcuts.holders(action.row.id, keys))
    }
    assert shared == {}


def test_tab_goes_through_the_buttons_as_they_are_read(gm: GM) -> None:
    dialog = opened(gm)
    dialog.table.setFocus()
    seen = []
    for _ in range(3):
        press(dialog, Qt.Key.Key_Tab)
        focus = dialog.focusWidget()
        assert isinstance(focus, QPushButton)
        seen.append(focus.text())
    assert seen == ["Reset", "Reset all", "Close"]


def test_difficulties_are_listed_by_their_names_and_only_those_of_the_system(gm: GM) -> None:
    listed = table(opened(gm, "roll difficulty").model)
    assert [row[0] for row in listed] == [one.name for one in gm.session.document.system.difficulties]
    assert [row[2] for row in listed] == [f"Ctrl+{place}" for place in range(1, len(listed) + 1)]


def test_all_shortcuts_are_reset_with_those_the_system_does_not_use(gm: GM) -> None:
    shortcuts = Shortcuts(rows(gm), {}, gm.window)
    shortcuts.assign(DUPLICATE, [QKeySequence("Ctrl+8")])
    assert shortcut(gm, "roll.set_difficulty_8") == ""
    shortcuts.reset()
    assert shortcut(gm, "roll.set_difficulty_8") == "Ctrl+8"
