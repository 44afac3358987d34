"""Rep, ware, gear, traits and notes: sections that are hidden while there is nothing in them."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from card_window import AtCard, show_card
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.model.roster import edits
from gm_desk.store.rosters.files import read_roster
from gm_desk.ui.card.rep import RepSection
from model_makers import ring, running
from ui_makers import GM, LAO, a_roster, names

pytestmark = pytest.mark.usefixtures("unpainted")

GEAR = ("Heavy pistol", "Smoke grenade (2, old)", "Ecto")


@pytest.fixture
def equipped(qtbot: QtBot, tmp_path: Path) -> AtCard:
    """Sit before Lao Qing with rep and gear."""
    gm = show_card(qtbot, tmp_path, a_roster(structs.replace(LAO, rep={"g": 60}, gear=GEAR)), dice=(61,))
    gm.selects("Lao Qing")
    return gm


def rep(gm: AtCard) -> RepSection:
    return gm.window.stat.rep


def test_empty_sections_take_no_space_and_are_named_by_a_menu(gm: AtCard) -> None:
    stat = gm.window.stat
    assert not any(part.isVisible() for part in (stat.rep, *stat.lists.values()))
    assert stat.add.offers() == ["Pools", "Attacks", "Rep", "Ware", "Gear", "Traits", "Condition"]


def test_sections_are_called_what_the_system_calls_them(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_card(qtbot, tmp_path, structs.replace(a_roster(LAO), system="ep1"))
    assert gm.window.stat.add.offers() == ["Moxie", "Attacks", "Rep", "Implants", "Gear", "Traits", "Condition"]


def test_what_a_system_does_not_know_is_not_offered_but_shown_where_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    lao = structs.replace(LAO, stats={}, ware=("Cortical stack",))
    gm = show_card(qtbot, tmp_path, structs.replace(a_roster(lao), system="kaiser"))
    assert gm.window.stat.add.offers() == ["Attacks", "Gear", "Traits", "Condition"]
    assert gm.window.stat.lists["ware"].isVisible()


def test_a_section_is_added_typed_and_undone(gm: AtCard) -> None:
    stat = gm.window.stat
    stat.add.add("Gear")
    gm.types("Rope,Knife (old, blunt)")
    gm.keys("Return")
    assert gm.lao.gear == ("Rope", "Knife (old, blunt)")
    assert stat.lists["gear"].edit.toPlainText() == "Rope, Knife (old, blunt)"
    assert "Gear" not in stat.add.offers()
    gm.undo_of("set gear of Lao Qing").trigger()
    assert not gm.lao.gear
    gm.window.roster.view.setFocus()
    assert not stat.lists["gear"].isVisible()


def test_a_section_that_was_left_empty_goes_again(gm: AtCard) -> None:
    gm.window.stat.add.add("Traits")
    assert gm.window.stat.lists["traits"].isVisible()
    gm.window.roster.view.setFocus()
    assert not gm.window.stat.lists["traits"].isVisible()


def test_pasted_lines_are_items(equipped: AtCard) -> None:
    gear = equipped.window.stat.lists["gear"]
    gear.begin()
    QGuiApplication.clipboard().setText("Rope\nKnife\n")
    equipped.keys("Ctrl+A", "Ctrl+V", "Tab")
    assert equipped.lao.gear == ("Rope", "Knife")
    assert gear.edit.toPlainText() == "Rope, Knife"


def test_escape_brings_back_the_list_that_stood_there(equipped: AtCard) -> None:
    gear = equipped.window.stat.lists["gear"]
    gear.begin()
    equipped.types("x")
    equipped.keys("Esc")
    assert gear.edit.toPlainText() == ", ".join(GEAR)
    equipped.keys("Esc")
    assert equipped.lao.gear == GEAR
    assert equipped.focused() is equipped.window.roster.view


def test_a_list_is_as_tall_as_its_lines_and_leaves_the_wheel_to_the_card(equipped: AtCard) -> None:
    edit = equipped.window.stat.lists["gear"].edit
    low = edit.height()
    edit.setFocus()
    equipped.types(", word" * 60)
    assert edit.height() > 2 * low
    assert edit.verticalScrollBar().value() == 0
    place = QPointF(edit.rect().center())
    turn = QWheelEvent(
        place,
        QPointF(edit.mapToGlobal(edit.rect().center())),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(edit.viewport(), turn)
    assert edit.verticalScrollBar().value() == 0


def test_what_is_being_typed_is_not_lost_to_a_change_of_something_else(equipped: AtCard) -> None:
    gear = equipped.window.stat.lists["gear"]
    gear.begin()
    equipped.types(", Rope")
    edits.set_points(equipped.session.document, "lao", "flex", "1")
    equipped.keys("Return")
    assert equipped.lao.gear == (*GEAR, "Rope")


def test_what_is_still_being_typed_is_kept_when_the_window_closes(whole: GM) -> None:
    path = whole.session.path
    whole.window.stat.add.add("Gear")
    whole.types("Rope")
    whole.window.close()
    lao = read_roster(path).character("lao")
    assert lao is not None
    assert lao.gear == ("Rope",)


def test_a_click_on_rep_prepares_it_and_a_double_click_rolls_it(equipped: AtCard) -> None:
    equipped.click_on(rep(equipped).view, "g")
    ability = equipped.session.drafting.draft.ability
    assert ability is not None
    assert ability.kind is AbilityKind.REP
    assert equipped.test() == "g-rep 60 Lao Qing"
    assert [index.data() for index in rep(equipped).view.selectedIndexes()] == ["g"]
    assert equipped.log() == []
    equipped.click_on(rep(equipped).view, "g", double=True)
    assert [row[1:5] for row in equipped.log()] == [["Lao Qing", "g-rep", "net 0", "TN 60"]]


def test_rep_that_was_never_typed_is_typed_by_a_click(equipped: AtCard) -> None:
    equipped.click_on(rep(equipped).view, "@")
    equipped.types("30")
    equipped.keys("Return")
    assert equipped.lao.rep == {"g": 60, "@": 30}
    assert equipped.test() == "@-rep 30 Lao Qing"
    equipped.keys("F2")
    equipped.types_over("200")
    equipped.keys("Return")
    assert equipped.refused() == "200 is outside the range 0 to 150."


def test_rep_is_added_from_the_menu_and_goes_when_nothing_is_typed(gm: AtCard) -> None:
    gm.window.stat.add.add("Rep")
    assert names(rep(gm).view) == ["@", "c", "f", "g", "i", "r", "x"]
    gm.types("40")
    gm.keys("Return")
    assert gm.lao.rep == {"@": 40}
    gm.undo_of("set @-rep of Lao Qing").trigger()
    gm.selects("Eva")
    gm.selects("Lao Qing")
    assert not rep(gm).isVisible()


def test_notes_read_as_they_are_meant_and_a_click_or_a_key_edits_the_source(gm: AtCard) -> None:
    notes = gm.window.stat.notes
    notes.begin()
    gm.types_over("**Wants** the docks.")
    gm.window.roster.view.setFocus()
    assert (notes.shown.isVisible(), notes.edit.isVisible()) == (True, False)
    assert notes.shown.document.toPlainText() == "Wants the docks."
    gm.click(notes.shown)
    assert gm.focused() is notes.edit
    assert notes.edit.toPlainText() == "**Wants** the docks."
    gm.window.roster.view.setFocus()
    notes.shown.setFocus()
    gm.keys("F2")
    assert gm.focused() is notes.edit


def test_undo_changes_the_notes_that_are_shown(gm: AtCard) -> None:
    notes = gm.window.stat.notes
    notes.begin()
    gm.types_over("Gone")
    gm.window.roster.view.setFocus()
    gm.undo_of("edit notes of Lao Qing").trigger()
    assert notes.shown.document.toPlainText() == "Wants the docks."


def test_without_notes_there_is_no_such_section_until_it_is_added(gm: AtCard) -> None:
    gm.selects("Eva")
    stat = gm.window.stat
    assert not stat.notes.isVisible()
    stat.add.add("Notes")
    gm.types("Fixes things.")
    gm.window.roster.view.setFocus()
    assert gm.character("eva").notes == "Fixes things."
    stat.notes.begin()
    gm.keys("Ctrl+A", "Backspace")
    gm.window.roster.view.setFocus()
    assert not stat.notes.isVisible()
    assert "Notes" in stat.add.offers()


def test_a_click_on_long_notes_edits_them_where_it_fell_and_keeps_the_line_in_sight(gm: AtCard) -> None:
    stat, notes = gm.window.stat, gm.window.stat.notes
    gm.session.document.change_character(
        structs.replace(gm.lao, notes="\n".join(f"Line {number}" for number in range(200))), "from a file"
    )
    gm.settles()
    stat.verticalScrollBar().setValue(stat.verticalScrollBar().maximum() // 2)
    QTest.mouseClick(notes.shown, Qt.MouseButton.LeftButton, pos=QPoint(5, notes.shown.height() // 2))
    gm.settles()
    assert abs(notes.edit.textCursor().blockNumber() - 100) < 5
    notes.edit.moveCursor(QTextCursor.MoveOperation.End)
    gm.types(" and more")
    at = notes.edit.viewport().mapTo(stat.viewport(), notes.edit.cursorRect().center())
    assert stat.viewport().rect().contains(at)


def test_notes_are_in_the_roster_while_they_are_still_being_typed(gm: AtCard) -> None:
    notes = gm.window.stat.notes
    notes.begin()
    gm.types(" He lies.")
    for timer in running(notes):
        if not timer.isSingleShot():
            timer.timeout.emit()
    assert gm.lao.notes == "Wants the docks. He lies."
    assert (notes.edit.textCursor().atEnd(), notes.edit.hasFocus()) == (True, True)
    gm.types(" A lot.")
    ring(notes)
    assert (gm.lao.notes, running(notes)) == ("Wants the docks. He lies. A lot.", [])
    gm.session.document.stack.undo()
    assert gm.lao.notes == "Wants the docks.", "it was typed in one go"


def test_after_a_pause_what_is_typed_is_undone_for_itself(gm: AtCard) -> None:
    notes = gm.window.stat.notes
    notes.begin()
    for words in (" He lies.", " A lot."):
        gm.types(words)
        ring(notes)
    gm.session.document.stack.undo()
    assert gm.lao.notes == "Wants the docks. He lies."


def test_another_change_meanwhile_takes_typed_notes_first(gm: AtCard) -> None:
    notes = gm.window.stat.notes
    notes.begin()
    gm.types("!")
    edits.set_concept(gm.session.document, "lao", "Liar")
    assert (gm.lao.notes, gm.lao.concept) == ("Wants the docks.!", "Liar")
    gm.session.document.stack.undo()
    assert (gm.lao.notes, gm.lao.concept) == ("Wants the docks.!", LAO.concept)
