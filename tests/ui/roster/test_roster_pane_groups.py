"""Groups in the roster: folded and unfolded, coloured, and put in order."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QDrag
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from card_window import AtCard
from gm_desk.model.item_models import Role
from gm_desk.model.roster.selection_edits import COLOURS
from gm_desk.ui.roster.group_actions import NewGroupDialog
from ui_makers import GM, LEFT, a_roster, colours, index_of, names, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

ALL = ["Players", "Eva", "Dockside Triad", "Lao Qing", "Triad mook 1"]
NOWHERE = -1


def rows(gm: AtCard) -> list[str]:
    return names(gm.window.roster.view)


def press_triangle(gm: AtCard, name: str) -> None:
    view = gm.window.roster.view
    box = view.visualRect(index_of(view.model(), name))
    QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(box.left() + 12, box.center().y()))


def drop(gm: AtCard, name: str, row: int, onto: str = "") -> None:
    model = gm.window.roster.model
    carried = model.mimeData([index_of(model, name)])
    parent = index_of(model, onto) if onto else model.index(NOWHERE, 0)
    model.dropMimeData(carried, Qt.DropAction.MoveAction, row, 0, parent)


def test_a_click_on_the_triangle_folds_a_group_and_another_unfolds_it(gm: AtCard) -> None:
    press_triangle(gm, "Players")
    assert rows(gm) == ["Players", "Dockside Triad", "Lao Qing", "Triad mook 1"]
    press_triangle(gm, "Players")
    assert rows(gm) == ALL


def test_folding_is_no_step_and_changes_nothing_in_the_roster(whole: GM) -> None:
    before = whole.roster
    press_triangle(whole, "Players")
    assert whole.roster is before
    assert whole.session.document.stack.count() == 0


def test_left_folds_right_unfolds_and_the_arrows_walk_over_a_folded_heading(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Left")
    assert rows(gm) == ["Players", "Eva", "Dockside Triad"]
    assert gm.window.roster.current() == ("triad", True)
    assert gm.test() == "Guns 65 Lao Qing", "the test stays"
    gm.keys("Up")
    assert gm.window.roster.current() == ("eva", False)
    gm.keys("Down", "Right")
    assert rows(gm) == ALL
    gm.keys("Down")
    assert gm.window.roster.current() == ("lao", False)


def test_what_is_folded_can_be_heard(gm: AtCard) -> None:
    press_triangle(gm, "Players")
    heading = index_of(gm.window.roster.model, "Players")
    assert heading.data(Role.FOLDED)
    assert heading.data(Qt.ItemDataRole.AccessibleTextRole) == "Players, group of 1 character"
    assert heading.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "collapsed, level 1"
    press_triangle(gm, "Players")
    table = QAccessible.queryAccessibleInterface(gm.window.roster.view)
    cells = [table.child(number) for number in range(table.childCount())]
    said = {cell.text(QAccessible.Text.Name): cell.text(QAccessible.Text.Description) for cell in cells}
    assert said["Players, group of 1 character"] == "expanded, level 1"
    assert {words for name, words in said.items() if name.startswith(("Eva", "Lao"))} == {"level 2"}


def test_a_filter_finds_whom_a_folded_group_hides(gm: AtCard) -> None:
    press_triangle(gm, "Players")
    gm.window.roster.filter.setText("eva")
    assert rows(gm) == ["Players", "Eva"]
    gm.window.roster.filter.clear()
    assert "Eva" not in rows(gm)


def test_whoever_is_changed_or_found_is_unfolded(gm: AtCard) -> None:
    gm.selects("Eva")
    gm.does("roster.duplicate")
    press_triangle(gm, "Players")
    gm.undo_of("duplicate Eva").trigger()
    assert "Eva" not in rows(gm), "nobody is left to be shown"
    gm.window.roster.reveal("eva")
    assert rows(gm) == ALL
    assert gm.window.roster.current() == ("eva", False)


def test_all_groups_fold_and_unfold(gm: AtCard) -> None:
    gm.does("roster.fold_all_groups")
    assert rows(gm) == ["Players", "Dockside Triad"]
    gm.does("roster.unfold_all_groups")
    assert rows(gm) == ALL
    gm.selects("Eva")
    gm.does("roster.fold_group")
    assert rows(gm)[:2] == ["Players", "Dockside Triad"]
    gm.does("roster.fold_group")
    assert rows(gm) == ALL


def test_those_without_a_group_fold_too(gm: AtCard) -> None:
    gm.selects("Eva")
    gm.chooses("roster.move_to_group", "No group")
    press_triangle(gm, "No group")
    assert rows(gm)[-1] == "No group"
    gm.window.roster.reveal("eva")
    assert rows(gm)[-1] == "Eva"


def test_without_any_group_everybody_shows(gm: AtCard) -> None:
    gm.does("roster.fold_all_groups")
    for name in ("Players", "Dockside Triad"):
        gm.selects(name)
        gm.does("roster.remove")
    assert rows(gm) == ["Eva", "Lao Qing", "Triad mook 1"]


def test_a_roster_opens_folded_as_it_was_left(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    press_triangle(gm, "Dockside Triad")
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert rows(again) == ["Players", "Eva", "Dockside Triad"]
    again.does("roster.unfold_all_groups")
    again.selects("Lao Qing")
    press_triangle(again, "Players")
    again.makes_roster("Venus")
    assert again.session.view.folded == ()
    again.chooses("files.open_recent", "Mars")
    assert rows(again) == ["Players", "Dockside Triad", "Lao Qing", "Triad mook 1"]
    assert again.window.roster.current() == ("lao", False)


def test_a_change_to_somebody_folded_leaves_the_rows_alone(gm: AtCard) -> None:
    press_triangle(gm, "Dockside Triad")
    resets: list[str] = []
    gm.window.roster.model.modelReset.connect(lambda: resets.append("reset"))
    gm.window.stat.notes.begin()
    gm.types("x")
    gm.session.document.stack.settle()
    assert gm.lao.notes != "Wants the docks."
    assert resets == []


@pytest.mark.usefixtures("painted")
def test_a_colour_is_chosen_from_the_menu_and_shown_in_the_heading(gm: AtCard) -> None:
    gm.chooses("roster.colour_group", "Violet")
    assert gm.roster.groups[1].colour == COLOURS["Violet"]
    assert COLOURS["Violet"] in colours(gm.window.roster.view)
    assert [one.text() for one in gm.submenu("roster.colour_group").actions() if one.isChecked()] == ["Violet"]
    gm.chooses("roster.colour_group", "No colour")
    gm.undo_of("set colour of Dockside Triad").trigger()
    assert gm.roster.groups[1].colour == COLOURS["Violet"]


def test_groups_move_with_the_keyboard_from_a_heading_or_a_character(gm: AtCard) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Alt+Up")
    assert rows(gm) == ["Dockside Triad", "Lao Qing", "Triad mook 1", "Players", "Eva"]
    gm.selects("Dockside Triad")
    gm.keys("Alt+Down")
    assert rows(gm) == ALL
    gm.undo_of("move group Dockside Triad").trigger()
    assert rows(gm)[0] == "Dockside Triad"


DROPS = (
    ("Dockside Triad", 0, "", True),
    ("Dockside Triad", -1, "Players", True),
    ("Dockside Triad", -1, "Eva", True),
    ("Players", -1, "", True),
    ("Players", -1, "Lao Qing", True),
    ("Players", -1, "Dockside Triad", True),
    ("Dockside Triad", 1, "", True),
    ("Players", 3, "", True),
    ("Players", 2, "", False),
    ("Dockside Triad", -1, "", False),
)
"""The heading that is dropped, at which row, onto whom or what, and whether the group moves."""


def test_a_heading_is_dropped_before_or_behind_another_group(gm: AtCard, subtests: pytest.Subtests) -> None:
    stack = gm.session.document.stack
    for name, row, onto, moved in DROPS:
        with subtests.test(name=name, row=row, onto=onto):
            assert rows(gm) == ALL
            drop(gm, name, row, onto)
            assert (rows(gm)[0] == "Dockside Triad") == moved
            assert stack.count() == int(moved)
        stack.setIndex(0)
        stack.clear()


def test_a_heading_is_dragged_once_the_mouse_has_gone_far_enough(gm: AtCard, monkeypatch: pytest.MonkeyPatch) -> None:
    dragged: list[list[str]] = []
    monkeypatch.setattr(QDrag, "exec", lambda drag, _: dragged.append(drag.mimeData().formats()))
    view = gm.window.roster.view
    start = view.visualRect(index_of(view.model(), "Players")).center()
    QTest.mousePress(view.viewport(), LEFT, pos=start)
    QTest.mouseMove(view.viewport(), start + QPoint(0, 2))
    assert dragged == []
    QTest.mouseMove(view.viewport(), start + QPoint(0, 60))
    QTest.mouseRelease(view.viewport(), LEFT, pos=start + QPoint(0, 60))
    assert dragged == [["application/x-gm-desk-group"]]


def test_what_is_dragged_hangs_below_the_row_it_is_dragged_over(gm: AtCard, monkeypatch: pytest.MonkeyPatch) -> None:
    dragged: list[QDrag] = []
    monkeypatch.setattr(QDrag, "exec", lambda drag, _: dragged.append(drag))
    gm.does("roster.select_all")
    view = gm.window.roster.view
    view.startDrag(Qt.DropAction.MoveAction)
    (drag,) = dragged
    assert drag.mimeData().formats() == ["application/x-gm-desk-character"]
    row = view.rowHeight(index_of(view.model(), "Eva").row())
    assert -drag.hotSpot().y() > row / 2, "the line where it would be dropped is half a row away at most"
    assert not drag.pixmap().isNull()
    assert view.showDropIndicator()


@pytest.mark.parametrize("everyone", [False, True])
def test_the_menu_moves_to_a_new_group_as_one_step(gm: AtCard, *, everyone: bool) -> None:
    gm.selects("Lao Qing")
    if everyone:
        gm.does("roster.select_group")
    before = gm.roster
    gm.chooses("roster.move_to_group", "New group…")
    dialog = gm.dialog(NewGroupDialog)
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    assert dialog.isVisible(), "a name cannot be empty"
    QTest.keyClicks(dialog.name, "Dock & yard")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    gm.settles()
    moved = ["Lao Qing", "Triad mook 1"] if everyone else ["Lao Qing"]
    made = next(one for one in gm.roster.groups if one.name == "Dock & yard")
    assert [one.name for one in gm.roster.members(made.id)] == moved
    gm.keys("Ctrl+Z")
    assert gm.roster == before
