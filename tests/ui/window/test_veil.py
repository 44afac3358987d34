"""The veil: nothing on the screen names anybody, tells a target or gives a verdict until it is lifted."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QPushButton, QSplitter, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.wording.phrases import WORDS
from gm_desk.model.roll.other_rolls import roll_dice
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.store.state import read_state
from ui_makers import GM, a_roster, left_at, names, sit_down

SIZES = {"window.enlarge_text", "window.reduce_text", "window.reset_text"}
STILL_WORKING = {
    "window.quit",
    "roll.roll",
    "roll.roll_anywhere",
    "roll.toggle_secret",
    "window.toggle_veil",
    "window.toggle_full_screen",
    "players.toggle_window",
    "players.toggle_full_screen",
    *SIZES,
}
TELLING = {
    *("mars", "lao", "qing", "eva", "mook", "triad", "mechanic", "guns", "65", "docks"),
    *(word.casefold() for word in WORDS.values()),
}
"""Words that tell something; the group called Players shares its name with the players' window of the menus."""


@pytest.fixture
def veiled(gm: GM) -> GM:
    """Bring the veil down after a roll, with another one prepared; the dice will show 44, then 99."""
    return under_the_veil(gm)


def under_the_veil(gm: GM) -> GM:
    gm.keys("Ctrl+6", "Return", "F8")
    return gm


def what_can_be_read(gm: GM) -> Iterator[str]:
    """Return every word that is to be seen or heard, in a window of its own.

    In the one that tests share, Qt keeps what it read of another roster's cells.
    """
    yield gm.window.windowTitle()
    for widget in QApplication.allWidgets():
        if widget.isVisible() and (widget is gm.window or widget.window() is not gm.window or under(widget, gm.window)):
            yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.windowTitle())
            yield str(widget.property("text") or "")
    for action in gm.window.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip())
    yield from heard(QAccessible.queryAccessibleInterface(gm.window))


def under(widget: QWidget, window: QWidget) -> bool:
    return window.isAncestorOf(widget)


def heard(spoken: QAccessibleInterface) -> Iterator[str]:
    """Read aloud what assistive tools show of a widget and of all in it."""
    if spoken.state().invisible:
        return
    yield from (spoken.text(QAccessible.Text.Name), spoken.text(QAccessible.Text.Value))
    for place in range(spoken.childCount()):
        yield from heard(spoken.child(place))


def told(gm: GM) -> set[str]:
    """Name what the screen gives away."""
    words = " ".join(what_can_be_read(gm)).casefold()
    return {word for word in TELLING if re.search(rf"\b{word}\b", words)}


def dice(gm: GM) -> list[str]:
    return [" ".join(faces) for faces in gm.window.veil_stack.veil.hands]


def secrets(gm: GM) -> list[bool]:
    """Return which rolls of the log are secret, the newest first."""
    return [logged.entry.secret for logged in gm.program.session.log.page(9)]


def enabled(gm: GM) -> set[str]:
    actions = [one for one in gm.window.findChildren(QAction) if one.isEnabled() and one.menu() is None and one.text()]
    return {one.objectName() or one.text() for one in actions}


def test_without_the_veil_there_is_much_to_read(whole: GM) -> None:
    whole.keys("Return")
    assert told(whole) >= {"mars", "guns", "65", "superior success"}


def test_under_the_veil_nothing_names_anybody_or_tells_a_target_or_a_verdict(whole: GM) -> None:
    veiled = under_the_veil(whole)
    assert told(veiled) == set()
    assert veiled.window.windowTitle() == "GM Desk[*]"
    veiled.keys("Return")
    assert len(veiled.log()) == 2
    assert told(veiled) == set()


def test_the_veil_covers_all_below_the_menu_bar(veiled: GM) -> None:
    veil, stage = veiled.widget("veil"), veiled.window.veil_stack.stage
    for width, height in ((1366, 768), (1024, 640)):
        veiled.resizes(width, height)
        assert veil.isVisible()
        assert (veil.mapTo(stage, QPoint(0, 0)), veil.size()) == (QPoint(0, 0), stage.size())
    for pane in (veiled.window.header, veiled.window.roster, veiled.window.stat, veiled.window.test, veiled.window.log):
        assert not pane.isVisible()


def test_the_menus_that_list_names_are_emptied(whole: GM) -> None:
    for action_id in ("files.open_recent", "roster.move_to_group"):
        assert whole.submenu(action_id).actions()
    whole.window.header.rosters.aboutToShow.emit()
    whole.keys("F8")
    assert told(whole) == set()


def test_undo_names_its_step_again_when_the_veil_is_lifted(veiled: GM) -> None:
    assert not veiled.action("window.undo").isEnabled()
    veiled.keys("Return", "F8")
    assert veiled.undo_of("roll Guns of Lao Qing").isEnabled()


def test_only_what_is_done_blind_can_be_done(gm: GM) -> None:
    before = enabled(gm)
    gm.keys("F8")
    assert enabled(gm) == STILL_WORKING
    gm.keys("F8")
    assert enabled(gm) == before


def test_no_key_edits_or_opens_anything_under_the_veil(veiled: GM) -> None:
    roster, draft = veiled.roster, veiled.program.session.drafting.draft
    for key in ("Ctrl+N", "Delete", "Ctrl+Z", "Ctrl+K", "Ctrl+R", "F1", "?", "Ctrl+0", "+", "Esc", "F5"):
        veiled.keys(key)
        assert (veiled.roster, veiled.program.session.drafting.draft) == (roster, draft), key
        assert QApplication.activeWindow() is veiled.window, key
        assert veiled.focused() is veiled.widget("veil"), key
        veiled.keys("F8")
        assert veiled.window.roster.isVisible(), key
        veiled.keys("F8")


def test_typed_letters_do_nothing(veiled: GM) -> None:
    before = veiled.test()
    veiled.types("melee")
    veiled.keys("F8")
    assert (veiled.test(), veiled.window.roster.filter.text()) == (before, "")


def test_enter_rolls_what_is_prepared_and_shows_the_dice(qtbot: QtBot, tmp_path: Path) -> None:
    keys = {"Return": "44", "Enter": "23", "Ctrl+Return": "31", "Ctrl+Enter": "17"}
    gm = sit_down(qtbot, left_at(tmp_path, "lao"), a_roster(), dice=[61, *map(int, keys.values())])
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("Return")
    for key, die in keys.items():
        gm.keys("F8")
        assert dice(gm) == [], "the roll before was not made under this veil"
        gm.keys("Ctrl+Shift+S", key)
        assert gm.log()[0][5] == die, key
        assert dice(gm) == [" ".join(die)], key
        assert f"Dice {' '.join(die)}" in gm.widget("veil").accessibleName(), key
        gm.keys("F8")


def test_a_secret_roll_shows_no_dice_and_takes_those_before_away(gm: GM) -> None:
    gm.keys("F8", "Ctrl+Shift+S", "Return")
    assert dice(gm) == ["6 1"]
    gm.keys("Return")
    assert len(gm.log()) == 2
    assert dice(gm) == []
    assert "4" not in gm.widget("veil").accessibleName()


def test_a_roll_under_the_veil_is_secret_unless_the_gm_says_otherwise(gm: GM) -> None:
    veil = gm.widget("veil")
    gm.keys("F8", "Return")
    assert "The next roll is secret" in veil.accessibleName()
    gm.keys("Ctrl+Shift+S")
    assert "The next roll is public" in veil.accessibleName()
    gm.keys("Return")
    assert secrets(gm) == [False, True]
    assert "The next roll is secret" in veil.accessibleName()
    gm.keys("F8", "Return")
    assert secrets(gm) == [False, False, True], "the veil is lifted, and rolls are as they were"


def test_the_veil_follows_the_turn_order_to_somebody_hidden(gm: GM) -> None:
    document = gm.session.document
    scene_edits.add_scene(document, [one.id for one in document.roster.characters])
    scene_edits.set_hidden(document, ["mook"], hidden=True)
    steps = gm.program.session.findChild(FightSteps)
    assert isinstance(steps, FightSteps)
    steps.begin("=3, lao =9, eva =6")
    gm.keys("F8")
    gm.rolling.secrecy.choose(secret=False)
    steps.next()
    assert gm.window.veil_stack.veil.says == "The next roll is public · F8 lifts it"
    steps.next()
    assert gm.session.drafting.draft.character == "mook"
    assert gm.window.veil_stack.veil.says == "The next roll is secret · F8 lifts it"


@pytest.mark.parametrize("said", [True, False])
def test_what_was_said_of_the_next_roll_outlives_the_veil(gm: GM, *, said: bool) -> None:
    if said:
        gm.keys("Ctrl+Shift+S")
    gm.keys("F8", "F8", "Return")
    assert secrets(gm) == [said]


def test_a_roll_under_the_veil_is_what_was_said_of(gm: GM) -> None:
    gm.keys("Ctrl+Shift+S", "F8", "Return", "F8", "Return")
    assert secrets(gm) == [False, True]


def test_both_sides_of_an_opposed_roll_show_their_dice(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, left_at(tmp_path, "lao"), a_roster(), dice=[61, 7])
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.program.session.drafting.oppose("eva")
    gm.keys("F8", "Ctrl+Shift+S", "Return")
    assert dice(gm) == ["6 1", "0 7"]
    assert "Dice 6 1 against 0 7" in gm.widget("veil").accessibleName()
    assert told(gm) == set()


def test_dice_that_belong_to_nobody_are_shown_too(gm: GM) -> None:
    gm.keys("F8", "Ctrl+Shift+S")
    roll_dice(gm.program.rolling, "2d10+3")
    assert dice(gm) == ["10 10"]


@pytest.fixture
def kaiser(qtbot: QtBot, tmp_path: Path) -> GM:
    """Sit veiled before a check whose dice roll open: two sixes, then a four, then a three and a two."""
    gm = sit_down(qtbot, tmp_path, dice=[6, 6, 4, 3, 2])
    gm.does("files.try_kaiser_sample")
    gm.keys("F8")
    return gm


def test_a_roll_that_waits_for_a_die_shows_what_fell_and_enter_goes_on(kaiser: GM) -> None:
    kaiser.keys("Ctrl+Shift+S", "Return")
    assert (dice(kaiser), kaiser.log()) == (["6 6"], [])
    assert "Enter rolls another" in kaiser.widget("veil").accessibleName()
    kaiser.keys("Return")
    assert (dice(kaiser), len(kaiser.log())) == (["6 6 4"], 1)
    assert kaiser.widget("veil").accessibleName() == "Veiled. Dice 6 6 4. The next roll is secret · F8 lifts it"


def test_a_secret_roll_that_waits_shows_nothing_to_the_end(kaiser: GM) -> None:
    for rolls in (0, 1):
        kaiser.keys("Return")
        assert (dice(kaiser), len(kaiser.log())) == ([], rolls)
    kaiser.keys("Ctrl+Shift+S", "Return")
    assert dice(kaiser) == ["3 2"]


def test_dice_that_were_shown_are_gone_the_next_time(veiled: GM) -> None:
    veiled.keys("Ctrl+Shift+S", "Return", "F8", "F8")
    assert dice(veiled) == []


def test_dice_typed_before_that_cannot_be_read_do_not_stand_in_the_way(gm: GM) -> None:
    gm.keys("Ctrl+E")
    gm.types("1e")
    gm.keys("F8", "Ctrl+Shift+S", "Return")
    assert (dice(gm), gm.focused(), gm.refused()) == (["6 1"], gm.widget("veil"), "")


def test_the_focus_is_back_where_it_was(gm: GM) -> None:
    gm.keys("Ctrl+F", "F8", "F8")
    assert gm.window.roster.filter.hasFocus()


def test_a_field_that_is_gone_gives_the_focus_to_the_roster(gm: GM) -> None:
    gm.keys("Ctrl+R")
    gm.types("Lao Q")
    gm.keys("F8", "F8")
    assert names(gm.window.roster.view)[3] == gm.lao.name
    assert gm.window.roster.isAncestorOf(gm.focused())


def test_every_size_is_back(gm: GM) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke -30")
    gm.keys("Return", "Esc")

    def places() -> list[object]:
        sizes: list[object] = [splitter.sizes() for splitter in gm.window.findChildren(QSplitter)]
        return [*sizes, *(widget.geometry() for widget in gm.window.findChildren(QPushButton) if widget.isVisible())]

    for size in ((1366, 768), (1024, 640), (800, 640)):
        gm.resizes(*size)
        gm.settles()
        before = places()
        gm.keys("F8")
        gm.resizes(900, 700)
        gm.resizes(*size)
        gm.keys("F8")
        gm.settles()
        assert places() == before, size


def test_a_window_made_smaller_under_the_veil_is_arranged_when_it_is_lifted(gm: GM) -> None:
    gm.keys("F8")
    gm.resizes(800, 640)
    assert (gm.window.width(), gm.window.height()) == (800, 640)
    gm.keys("F8")
    gm.settles()
    assert gm.window.roster.view.hasFocus(), "the card, where the focus was, has become a tab that is not in front"


def test_the_button_in_the_header_brings_it_down(gm: GM) -> None:
    gm.click(gm.window.header.veil)
    assert gm.window.veil_stack.veiled
    assert gm.action("window.toggle_veil").isChecked()
    gm.does("window.toggle_veil")
    assert not gm.window.veil_stack.veiled


def test_the_key_works_in_a_dialog_and_closes_it(whole: GM) -> None:
    for command in ("settings.set_keys", "help.show_about", "files.open_roster"):
        whole.does(command)
        dialog = next(one for one in whole.window.findChildren(QDialog) if one.isVisible())
        focus = dialog.focusWidget() or dialog
        focus.setFocus()
        QApplication.processEvents()
        QTest.keySequence(focus, QKeySequence("F8"))
        assert not dialog.isVisible(), command
        assert whole.window.veil_stack.veiled, command
        assert told(whole) == set(), command
        whole.settles()
        whole.keys("F8")
        assert not whole.window.veil_stack.veiled, command


def test_keys_go_to_the_window_again_after_the_veil_has_closed_a_dialog(gm: GM) -> None:
    gm.does("settings.set_keys")
    dialog = next(one for one in gm.window.findChildren(QDialog) if one.isVisible())
    focus = dialog.focusWidget() or dialog
    focus.setFocus()
    QApplication.processEvents()
    QTest.keySequence(focus, QKeySequence("F8"))
    gm.settles()
    assert QApplication.activeWindow() is gm.window
    gm.keys("F8")
    assert not gm.window.veil_stack.veiled


def test_a_menu_that_is_open_closes(gm: GM) -> None:
    gm.click(gm.window.header.switcher)
    assert gm.window.header.rosters.isVisible()
    gm.action("window.toggle_veil").trigger()
    assert not gm.window.header.rosters.isVisible()


def test_the_key_works_in_a_list_that_is_open_and_closes_it(whole: GM) -> None:
    whole.keys("Ctrl+Shift+O")
    popup = QApplication.activePopupWidget()
    assert popup is not None
    QTest.keySequence(popup.focusWidget() or popup, QKeySequence("F8"))
    assert not popup.isVisible()
    assert whole.window.veil_stack.veiled
    assert told(whole) == set()


def test_what_the_finder_found_and_a_tool_tip_go(whole: GM) -> None:
    whole.keys("Ctrl+K")
    whole.types("lao")
    QToolTip.showText(whole.window.mapToGlobal(QPoint(9, 9)), "Lao Qing", whole.window)
    whole.action("window.toggle_veil").trigger()
    QApplication.processEvents()
    assert not whole.window.header.finder.list.isVisible()
    assert told(whole) == set()


def test_a_trouble_told_under_the_veil_waits_below_it(whole: GM) -> None:
    whole.keys("F8")
    whole.window.trouble.show_trouble("file", "“mars.json” is gone")
    assert told(whole) == set()
    whole.keys("F8")
    assert whole.trouble() == "“mars.json” is gone"


def test_a_window_left_veiled_opens_veiled(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=[61])
    gm.keys("F8")
    gm.window.close()
    assert read_state(gm.program.session.places.state).veiled
    again = sit_down(qtbot, tmp_path)
    assert told(again) == set()
    assert again.focused() is again.widget("veil")
    assert enabled(again) == STILL_WORKING
    again.keys("F8")
    assert again.window.roster.view.hasFocus()
    assert not again.program.session.settings.state.veiled


def test_a_picture_is_drawn_without_the_veil(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.keys("F8")
    gm.window.close()
    drawn = sit_down(qtbot, tmp_path, writes=False)
    assert drawn.window.roster.isVisible()


def test_a_click_on_the_veil_does_nothing(veiled: GM) -> None:
    veiled.click(veiled.widget("veil"))
    QTest.mouseClick(veiled.widget("veil"), Qt.MouseButton.RightButton)
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible()]
    assert veiled.window.veil_stack.veiled
