"""Several characters selected in the roster, with the mouse and with the keyboard, and what is done to them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from card_window import AtCard
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.action_rows import without_mnemonic
from ui_makers import GM, LEFT, index_of, names

pytestmark = pytest.mark.usefixtures("unpainted")

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def click(gm: AtCard, name: str, keys: Qt.KeyboardModifier) -> None:
    view = gm.window.roster.view
    QTest.mouseClick(view.viewport(), LEFT, keys, view.visualRect(index_of(view.model(), name)).center())


def selected(gm: AtCard) -> list[str]:
    return [gm.character(one).name for one in gm.window.roster.selected_ids()]


def current(gm: AtCard) -> str:
    """Return who is on the card, which must be who is current in the roster."""
    name = gm.window.stat.head.name.text()
    assert gm.window.roster.view.currentIndex().data() == name
    return name


def rows(gm: AtCard) -> list[str]:
    return names(gm.window.roster.view)


def test_shift_selects_a_row_of_characters_past_the_headings(gm: AtCard) -> None:
    gm.selects("Eva")
    click(gm, "Triad mook 1", SHIFT)
    assert selected(gm) == ["Eva", "Lao Qing", "Triad mook 1"]
    assert current(gm) == "Triad mook 1"
    assert gm.test() == "Guns 40 Triad mook 1"


def test_ctrl_adds_one_and_takes_one_away(gm: AtCard) -> None:
    click(gm, "Eva", CTRL)
    assert (selected(gm), current(gm)) == (["Eva", "Lao Qing"], "Eva")
    click(gm, "Eva", CTRL)
    assert (selected(gm), current(gm)) == (["Lao Qing"], "Lao Qing")


def test_somebody_stays_selected(gm: AtCard) -> None:
    click(gm, "Lao Qing", CTRL)
    assert (selected(gm), current(gm)) == (["Lao Qing"], "Lao Qing")


def test_the_keyboard_selects_with_shift_and_with_ctrl_and_space(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Shift+Up")
    assert (selected(gm), current(gm)) == (["Eva", "Lao Qing"], "Eva")
    gm.keys("Ctrl+Down", "Ctrl+Down", "Ctrl+Space")
    assert (selected(gm), current(gm)) == (["Eva", "Lao Qing", "Triad mook 1"], "Triad mook 1")
    gm.keys("Up")
    assert (selected(gm), current(gm)) == (["Lao Qing"], "Lao Qing")


def test_ctrl_a_selects_all_that_are_shown(gm: AtCard) -> None:
    gm.window.roster.filter.setText("dock")
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A")
    assert (selected(gm), current(gm)) == (["Lao Qing", "Triad mook 1"], "Lao Qing")


def test_ctrl_a_in_a_field_selects_its_text(whole: GM) -> None:
    whole.keys("Ctrl+F")
    whole.types("lao")
    whole.keys("Ctrl+A")
    assert whole.window.roster.filter.selectedText() == "lao"


def test_the_group_of_a_heading_or_of_a_character_is_selected(gm: AtCard) -> None:
    gm.click_on(gm.window.roster.view, "Dockside Triad", double=True)
    assert selected(gm) == ["Lao Qing", "Triad mook 1"]
    gm.selects("Players")
    gm.does("roster.select_group")
    assert (selected(gm), current(gm)) == (["Eva"], "Eva")
    gm.selects("Triad mook 1")
    gm.keys("Ctrl+Shift+A")
    assert (selected(gm), current(gm)) == (["Lao Qing", "Triad mook 1"], "Triad mook 1")


def test_an_empty_group_selects_nobody_else(gm: AtCard) -> None:
    gm.keys("Ctrl+G", "Esc")
    gm.does("roster.select_group")
    assert selected(gm) == []


def test_the_context_menu_of_a_group_is_about_the_group(whole: GM) -> None:
    click(whole, "Dockside Triad", Qt.KeyboardModifier.NoModifier)
    offered = {without_mnemonic(action.text()) for action in whole.context_entries()}
    assert {"Rename", "Select the group", "Colour", "Threat", "Move group up", "Remove"} <= offered
    assert not {"Duplicate character", "Heal", "Apply damage…", "Prep check"} & offered
    click(whole, "Lao Qing", Qt.KeyboardModifier.NoModifier)
    assert {"Duplicate character", "Heal"} <= {without_mnemonic(action.text()) for action in whole.context_entries()}


def test_several_are_removed_as_one_step_and_the_next_is_selected(gm: AtCard) -> None:
    gm.selects("Eva")
    click(gm, "Lao Qing", SHIFT)
    gm.window.roster.view.setFocus()
    gm.keys("Delete")
    assert rows(gm) == ["Players", "Dockside Triad", "Triad mook 1"]
    assert (selected(gm), current(gm)) == (["Triad mook 1"], "Triad mook 1")
    gm.undo_of("remove 2 characters").trigger()
    assert rows(gm) == ["Players", "Eva", "Dockside Triad", "Lao Qing", "Triad mook 1"]


def test_all_are_removed_and_come_back(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Delete")
    assert rows(gm) == ["Players", "Dockside Triad"]
    gm.keys("Ctrl+Z")
    assert len(rows(gm)) == 5


def test_several_are_copied_as_one_step_and_the_copies_are_selected(gm: AtCard) -> None:
    gm.does("roster.select_group")
    gm.keys("Ctrl+D")
    assert rows(gm)[3:] == ["Lao Qing", "Lao Qing 2", "Triad mook 1", "Triad mook 2"]
    assert selected(gm) == ["Lao Qing 2", "Triad mook 2"]
    gm.undo_of("duplicate 2 characters").trigger()
    assert len(rows(gm)) == 5


def test_several_move_to_a_group_and_stay_selected(gm: AtCard) -> None:
    gm.does("roster.select_group")
    gm.chooses("roster.move_to_group", "Players")
    assert rows(gm) == ["Players", "Eva", "Lao Qing", "Triad mook 1", "Dockside Triad"]
    assert (selected(gm), current(gm)) == (["Lao Qing", "Triad mook 1"], "Lao Qing")
    gm.keys("Ctrl+Z")
    assert rows(gm)[3:] == ["Lao Qing", "Triad mook 1"]
    assert selected(gm) == ["Lao Qing", "Triad mook 1"]


def test_the_group_that_all_are_in_is_checked(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.does("roster.select_group")
    groups = gm.submenu("roster.move_to_group", "Move 2 characters to group").actions()
    assert [one.text() for one in groups if one.isChecked()] == ["Dockside Triad"]
    gm.keys("Ctrl+A")
    groups = gm.submenu("roster.move_to_group", "Move 3 characters to group").actions()
    assert [one.text() for one in groups if one.isChecked()] == []


def test_several_are_dragged_together(gm: AtCard) -> None:
    gm.does("roster.select_group")
    view, model = gm.window.roster.view, gm.window.roster.model
    carried = model.mimeData(view.selectedIndexes())
    model.dropMimeData(carried, Qt.DropAction.MoveAction, -1, -1, index_of(model, "Eva"))
    assert rows(gm) == ["Players", "Eva", "Lao Qing", "Triad mook 1", "Dockside Triad"]
    assert selected(gm) == ["Lao Qing", "Triad mook 1"]


def test_a_filter_lets_go_of_whom_it_hides(whole: GM) -> None:
    whole.window.roster.view.setFocus()
    whole.keys("Ctrl+A")
    whole.window.roster.filter.setText("dock")
    assert selected(whole) == ["Lao Qing", "Triad mook 1"]
    assert whole.rolling.group.ids == ("lao", "mook")


def test_letters_still_search_a_skill_of_the_current_character(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Shift+Down", "Shift+Up")
    gm.keys("Shift+Up")
    gm.types("med")
    assert gm.test() == "Medicine: Paramedic 45 Eva"
    assert selected(gm) == ["Eva", "Lao Qing"]


def test_finding_somebody_selects_them_alone(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A")
    gm.window.roster.reveal("lao")
    assert (selected(gm), current(gm)) == (["Lao Qing"], "Lao Qing")


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("name", ["Players", "Dockside Triad"])
def test_a_heading_that_is_current_is_painted_as_chosen(gm: AtCard, name: str) -> None:
    gm.selects(name)
    view = gm.window.roster.view
    rect = view.visualRect(index_of(view.model(), name))
    picture = view.grab().toImage()
    assert picture.pixelColor(rect.left() + 4, rect.center().y()).name() == current_theme().chosen
    assert selected(gm) == []
