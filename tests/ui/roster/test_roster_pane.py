from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from card_window import AtCard
from gm_desk.core.characters.roster import Roster
from gm_desk.ui.theme.theme import current_theme
from ui_makers import GM, a_roster, index_of, names, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


def rows(gm: AtCard) -> list[str]:
    return names(gm.window.roster.view)


def edit(gm: AtCard, name: str) -> QLineEdit:
    """Rename in place, up to the open editor."""
    gm.selects(name)
    gm.keys("F2")
    editor = gm.focused()
    assert isinstance(editor, QLineEdit)
    assert editor.text() == name
    return editor


def test_it_shows_groups_with_their_characters(gm: AtCard) -> None:
    assert rows(gm) == ["Players", "Eva", "Dockside Triad", "Lao Qing", "Triad mook 1"]


def test_a_click_selects_a_character_and_shows_the_card(gm: AtCard) -> None:
    gm.selects("Eva")
    assert gm.window.stat.head.name.text() == "Eva"
    assert gm.test() == "Guns 30 Eva"


def test_the_arrows_walk_through_the_roster(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Down")
    assert gm.test() == "Guns 40 Triad mook 1"
    gm.keys("Up")
    assert gm.test() == "Guns 65 Lao Qing"


def test_letters_find_a_skill_of_the_selected_character(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.types("per")
    assert gm.test() == "Perceive 50 Lao Qing"
    assert gm.window.roster.view.hasFocus()


def test_six_keys_are_enough_from_anywhere_to_a_roll(whole: GM) -> None:
    whole.keys("Ctrl+M")
    whole.keys("Esc", "F", "-", "Return")
    assert whole.log()[0][1:4] == ["Lao Qing", "Fray", "net −10"]


def test_the_filter_shows_whom_it_finds_in_name_concept_or_group(whole: GM) -> None:
    whole.keys("Ctrl+F")
    whole.types("mech")
    assert rows(whole) == ["Players", "Eva"]
    whole.keys("Ctrl+A")
    whole.types("dock qing")
    assert rows(whole) == ["Dockside Triad", "Lao Qing"]


def test_a_filter_that_finds_nobody_says_so(whole: GM) -> None:
    whole.keys("Ctrl+F")
    whole.types("zzz")
    texts = [
        label.text() for label in whole.window.roster.findChildren(type(whole.window.trouble.says)) if label.isVisible()
    ]
    assert "Nobody matches the filter." in texts


def test_enter_in_the_filter_goes_to_the_roster(whole: GM) -> None:
    whole.keys("Ctrl+F")
    whole.types("eva")
    whole.keys("Return")
    assert whole.window.roster.view.hasFocus()
    assert whole.window.roster.selected_ids() == ["eva"], "so that Insert and the like are about her"
    assert whole.window.stat.head.name.text() == "Eva"


def test_enter_in_the_filter_keeps_those_who_are_selected(whole: GM) -> None:
    whole.window.roster.view.setFocus()
    whole.keys("Ctrl+A", "Ctrl+F")
    whole.types("dock")
    whole.keys("Return")
    assert whole.window.roster.selected_ids() == ["lao", "mook"]


def test_f2_renames_a_character_in_place(gm: AtCard) -> None:
    edit(gm, "Lao Qing")
    gm.types_over("Lao Wei")
    gm.keys("Return")
    assert gm.lao.name == "Lao Wei"
    assert "Lao Wei" in rows(gm)
    assert gm.window.stat.head.name.text() == "Lao Wei"


def test_f2_renames_a_group_in_place(gm: AtCard) -> None:
    edit(gm, "Players")
    gm.types_over("Heroes")
    gm.keys("Return")
    assert rows(gm)[0] == "Heroes"


@pytest.mark.parametrize("name", ["Lao Qing", "Players"])
def test_an_empty_name_is_refused_and_the_editor_stays_open(gm: AtCard, name: str) -> None:
    before = gm.roster
    editor = edit(gm, name)
    gm.types_over(" ")
    gm.keys("Return")
    assert gm.refused() == "A name cannot be empty."
    assert (editor.isVisible(), editor.text()) == (True, " ")
    assert gm.roster is before


def test_escape_leaves_a_name_as_it_was_and_goes_back_to_the_roster(gm: AtCard) -> None:
    before = gm.roster
    edit(gm, "Lao Qing")
    gm.types_over("Nobody")
    gm.keys("Esc")
    assert gm.window.roster.view.hasFocus()
    assert gm.roster is before


def test_a_new_character_stands_behind_the_selected_one_and_waits_for_its_name(gm: AtCard) -> None:
    gm.keys("Ctrl+N")
    assert rows(gm) == ["Players", "Eva", "Dockside Triad", "Lao Qing", "New character", "Triad mook 1"]
    assert gm.window.stat.head.name.hasFocus()
    gm.types("Arms broker")
    gm.keys("Return")
    assert rows(gm)[4] == "Arms broker"


def test_a_new_character_goes_into_the_group_that_is_selected(gm: AtCard) -> None:
    gm.selects("Players")
    gm.keys("Ctrl+N")
    assert rows(gm)[:3] == ["Players", "Eva", "New character"]


def test_a_duplicate_is_numbered_selected_and_independent(gm: AtCard) -> None:
    gm.selects("Triad mook 1")
    gm.keys("Ctrl+D")
    assert rows(gm)[-2:] == ["Triad mook 1", "Triad mook 2"]
    assert gm.test() == "Guns 40 Triad mook 2"
    gm.window.stat.skills.add.setFocus()
    gm.types("Guns 55")
    gm.keys("Return")
    assert gm.test() == "Guns 55 Triad mook 2"
    assert gm.character("mook").skills[0].rating == 40


def test_delete_removes_a_character_and_selects_the_next(gm: AtCard) -> None:
    gm.selects("Lao Qing")
    gm.keys("Delete")
    assert rows(gm) == ["Players", "Eva", "Dockside Triad", "Triad mook 1"]
    assert gm.window.stat.head.name.text() == "Triad mook 1"
    gm.keys("Delete")
    assert gm.window.stat.head.name.text() == "Eva"


def test_undo_brings_a_removed_character_back_and_shows_it(gm: AtCard) -> None:
    gm.selects("Lao Qing")
    gm.keys("Delete", "Ctrl+Z")
    assert "Lao Qing" in rows(gm)
    assert gm.window.stat.head.name.text() == "Lao Qing"
    gm.keys("Ctrl+Shift+Z")
    assert "Lao Qing" not in rows(gm)


def test_a_new_group_is_named_in_place(gm: AtCard) -> None:
    gm.keys("Ctrl+G")
    gm.types_over("Habitat Security")
    gm.keys("Return")
    assert rows(gm)[-1] == "Habitat Security"


def test_delete_on_a_group_keeps_its_characters(gm: AtCard) -> None:
    gm.selects("Dockside Triad")
    gm.keys("Delete")
    assert rows(gm) == ["Players", "Eva", "No group", "Lao Qing", "Triad mook 1"]


def test_the_menu_moves_a_character_to_another_group(gm: AtCard) -> None:
    gm.chooses("roster.move_to_group", "Players")
    assert rows(gm) == ["Players", "Eva", "Lao Qing", "Dockside Triad", "Triad mook 1"]
    assert [action.text() for action in gm.submenu("roster.move_to_group").actions() if action.isChecked()] == [
        "Players"
    ]
    gm.chooses("roster.move_to_group", "No group")
    assert rows(gm)[-2:] == ["No group", "Lao Qing"]


def test_whoever_is_in_a_group_already_is_not_moved_to_it(gm: AtCard) -> None:
    gm.selects("Dockside Triad")
    gm.keys("Delete")
    before = rows(gm)
    assert before[-3:] == ["No group", "Lao Qing", "Triad mook 1"]
    gm.selects("Lao Qing")
    step = gm.session.document.stack.undoText()
    gm.chooses("roster.move_to_group", "No group")
    assert (rows(gm), gm.session.document.stack.undoText()) == (before, step)


def test_a_character_dropped_on_another_joins_its_group_behind_it(gm: AtCard) -> None:
    view, model = gm.window.roster.view, gm.window.roster.model
    assert view.dragDropMode() is view.DragDropMode.InternalMove
    carried = model.mimeData([index_of(model, "Lao Qing")])
    model.dropMimeData(carried, Qt.DropAction.MoveAction, -1, -1, index_of(model, "Eva"))
    assert rows(gm) == ["Players", "Eva", "Lao Qing", "Dockside Triad", "Triad mook 1"]
    gm.keys("Ctrl+Z")
    assert gm.lao.group == "triad"


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("roster.duplicate", "duplicate Lao Qing"),
        ("roster.remove", "remove Lao Qing"),
        ("roster.new_group", "new group"),
        ("roster.new_character", "new character"),
    ],
)
def test_every_change_can_be_undone_by_its_name(gm: AtCard, does: str, told: str) -> None:
    gm.selects("Lao Qing")
    before = gm.roster
    gm.does(does)
    gm.keys("Esc")
    assert gm.roster != before
    gm.undo_of(told).trigger()
    assert gm.roster == before
    gm.redo_of(told).trigger()
    assert gm.roster != before


def test_an_empty_roster_offers_a_character_a_template_and_the_sample(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, empty())
    offered = [button.text() for button in gm.window.roster.findChildren(QPushButton) if button.isVisible()]
    assert offered[:3] == ["New character", "From template", "Try the sample roster"]
    assert offered[3:] == ["Paste stat block…", "Import characters…", "Other system…"]
    assert gm.focused() is button_of(gm, "New character")
    gm.keys("Space")
    assert rows(gm) == ["New character"]
    assert gm.window.stat.head.name.hasFocus()


def test_the_sample_roster_opens_as_the_users_own(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, empty())
    gm.click(button_of(gm, "Try the sample roster"))
    assert {"Jaqui", "Tyska", "Eva", "Lao Qing"} <= set(rows(gm))
    assert gm.test()
    assert gm.session.path.parent == tmp_path / "rosters"
    assert gm.session.path.is_file()


def test_with_everybody_gone_the_offer_comes_back(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, empty())
    gm.keys("Ctrl+N", "Esc", "Delete")
    assert button_of(gm, "New character").isVisible()
    gm.keys("Ctrl+Z")
    assert rows(gm) == ["New character"]


def empty() -> Roster:
    return Roster(id="empty", name="Empty")


def button_of(gm: AtCard, text: str) -> QPushButton:
    return next(button for button in gm.window.roster.findChildren(QPushButton) if button.text() == text)


def test_finding_somebody_whom_the_filter_hides_clears_the_filter(whole: GM) -> None:
    whole.keys("Ctrl+F")
    whole.types("eva")
    whole.window.roster.reveal("lao")
    assert whole.window.roster.filter.text() == ""
    assert whole.window.stat.head.name.text() == "Lao Qing"


@pytest.mark.usefixtures("painted")
def test_the_roster_of_the_drawing_is_painted(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.selects("Eva")
    picture = gm.window.roster.view.grab().toImage()
    chosen = current_theme().chosen
    rect = gm.window.roster.view.visualRect(index_of(gm.window.roster.view.model(), "Eva"))
    assert picture.pixelColor(rect.right() - 20, rect.center().y()).name() == chosen


def test_renaming_where_there_is_nobody_or_twice_does_no_harm(whole: GM) -> None:
    whole.does("roster.rename")
    whole.does("roster.rename")
    whole.keys("Escape")
    whole.makes_roster("Venus")
    whole.does("roster.rename")
    assert whole.roster.characters == ()
