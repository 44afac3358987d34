"""What is half typed: in the roster and on the disk soon, before anything else is done, and undone as one step."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from msgspec import Struct, structs
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.roster import Roster
from gm_desk.core.stat_block import Attack, Points
from gm_desk.store.rosters import encode_roster, read_roster, read_sample
from gm_desk.ui.editing import edit_at
from gm_desk.ui.menus import without_mnemonic
from gm_desk.ui.points_section import PointsBox
from gm_desk.ui.roster_dialog import RosterDialog
from model_makers import ring
from ui_makers import GM, LAO, a_roster, index_of, saved, sit_down

WORD = "Marked"
FULL = structs.replace(
    LAO,
    morph="Case",
    number=3,
    motivations=("+Money",),
    tags=("boss",),
    ware=("Stack",),
    gear=("Rope",),
    traits=("Fast",),
    rep={"g": 60},
    points={"vigor": Points(now=2, max=2)},
    stats={**LAO.stats, "WT": 7},
    attacks=(Attack(id="knife", name="Knife", skill="Melee", damage="1d10"),),
)


class Field(Struct, frozen=True):
    """Hold how a field is found, what is typed in it, and how it is seen in a roster."""

    go: Callable[[GM], object]
    words: str
    is_in: Callable[[Roster], bool]


def of_lao(name: str, wanted: object) -> Callable[[Roster], bool]:
    return lambda roster: getattr(roster.character("lao"), name, None) == wanted


def focus(widget: QWidget) -> None:
    widget.setFocus(Qt.FocusReason.OtherFocusReason)
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        widget.selectAll()


def cell(view: QAbstractItemView, name: str) -> None:
    index = index_of(view.model(), name)
    view.setFocus()
    view.setCurrentIndex(index)
    edit_at(view, index)
    focus(view.indexWidget(index))


def row(gm: GM, row_id: str) -> None:
    view = gm.window.roster.view
    view.setFocus()
    view.setCurrentIndex(gm.window.roster.model.index_of(row_id))
    edit_at(view, view.currentIndex())


def add_attack(gm: GM) -> None:
    gm.window.stat.attacks.begin()


def points(gm: GM) -> None:
    boxes = gm.window.stat.points.findChildren(PointsBox)
    focus(next(box.edit for box in boxes if box.isVisible()))


def notes(gm: GM) -> None:
    gm.window.stat.notes.begin()
    gm.window.stat.notes.edit.selectAll()


FIELDS = {
    "name": Field(lambda gm: focus(gm.window.stat.head.name), WORD, of_lao("name", WORD)),
    "concept": Field(lambda gm: focus(gm.window.stat.head.concept), WORD, of_lao("concept", WORD)),
    "morph": Field(lambda gm: focus(gm.window.stat.head.morph.edit), WORD, of_lao("morph", WORD)),
    "number": Field(lambda gm: focus(gm.window.stat.head.number.edit), "5", of_lao("number", 5)),
    "motivations": Field(lambda gm: focus(gm.window.stat.head.motivations.edit), WORD, of_lao("motivations", (WORD,))),
    "tags": Field(lambda gm: focus(gm.window.stat.head.tags.edit), WORD, of_lao("tags", (WORD,))),
    "ware": Field(lambda gm: focus(gm.window.stat.lists["ware"].edit), WORD, of_lao("ware", (WORD,))),
    "gear": Field(lambda gm: focus(gm.window.stat.lists["gear"].edit), WORD, of_lao("gear", (WORD,))),
    "traits": Field(lambda gm: focus(gm.window.stat.lists["traits"].edit), WORD, of_lao("traits", (WORD,))),
    "notes": Field(notes, WORD, of_lao("notes", WORD)),
    "value": Field(
        lambda gm: focus(gm.window.stat.values.box("WT").edit), "9", of_lao("stats", {**FULL.stats, "WT": 9})
    ),
    "points": Field(
        points,
        "1/4",
        of_lao("points", {"vigor": Points(now=1, max=4)}),
    ),
    "aptitude": Field(
        lambda gm: cell(gm.window.stat.aptitudes, "REF"), "25", of_lao("stats", {**FULL.stats, "REF": 25})
    ),
    "skill": Field(
        lambda gm: cell(gm.window.stat.skills.view, "Fray"),
        "Fray 33",
        lambda roster: [one.rating for one in members(roster, "skills") if one.name == "Fray"] == [33],
    ),
    "rep": Field(lambda gm: cell(gm.window.stat.rep.view, "g"), "33", of_lao("rep", {"g": 33})),
    "attack": Field(
        lambda gm: cell(gm.window.stat.attacks.view, "Knife"),
        f"{WORD}, Melee, 1d10",
        lambda roster: [one.name for one in members(roster, "attacks")] == [WORD],
    ),
    "new skill": Field(
        lambda gm: focus(gm.window.stat.skills.add),
        f"{WORD} 33",
        lambda roster: WORD in [one.name for one in members(roster, "skills")],
    ),
    "new attack": Field(
        add_attack,
        f"{WORD}, Melee, 1d10",
        lambda roster: WORD in [one.name for one in members(roster, "attacks")],
    ),
    "roster": Field(lambda gm: focus(gm.window.header.name), WORD, lambda roster: roster.name == WORD),
    "row": Field(lambda gm: row(gm, "lao"), WORD, of_lao("name", WORD)),
    "group": Field(lambda gm: row(gm, "triad"), WORD, lambda roster: WORD in [one.name for one in roster.groups]),
}


def members(roster: Roster, of: str) -> tuple[Any, ...]:
    found: tuple[Any, ...] = getattr(roster.character("lao"), of, ())
    return found


@pytest.fixture
def full(qtbot: QtBot, tmp_path: Path) -> GM:
    """Sit before Lao Qing, who has something of everything."""
    eva, _, mook = a_roster().characters
    gm = sit_down(qtbot, tmp_path, a_roster(eva, FULL, mook), dice=(n % 98 for n in range(1, 10_000)))
    gm.selects("Lao Qing")
    return gm


def half_type(gm: GM, field: Field) -> None:
    field.go(gm)
    gm.types(field.words)


@pytest.mark.parametrize("kind", FIELDS)
def test_a_field_is_in_the_roster_after_a_pause_and_typed_on_as_one_step(full: GM, kind: str) -> None:
    field, stack = FIELDS[kind], full.program.desk.document.stack
    first = full.roster
    field.go(full)
    for letters in (field.words[:-1], field.words[-1:]):
        full.types(letters)
        ring(full.window)
    focused = full.focused()
    assert field.is_in(full.roster)
    assert focused.hasFocus()
    assert stack.count() == 1 or kind == "notes"
    full.program.desk.document.settle()
    full.settles()
    stack.setIndex(0)
    assert full.roster == first


@pytest.mark.parametrize("kind", [kind for kind in FIELDS if kind != "notes"])
def test_escape_takes_back_what_was_saved_on_the_way(full: GM, kind: str) -> None:
    first = full.roster
    half_type(full, FIELDS[kind])
    ring(full.window)
    assert FIELDS[kind].is_in(full.roster)
    full.keys("Esc")
    full.program.desk.document.settle()
    assert (full.roster, full.program.desk.document.stack.count()) == (first, 0)


@pytest.mark.parametrize("kind", FIELDS)
def test_what_is_half_typed_is_on_the_disk_when_the_window_closes(full: GM, kind: str) -> None:
    path = full.program.desk.path
    half_type(full, FIELDS[kind])
    full.window.close()
    assert FIELDS[kind].is_in(read_roster(path))


def new_roster(gm: GM) -> None:
    gm.keys("Ctrl+Shift+N")
    gm.dialog(RosterDialog).wanted.emit("Other", "ep1")


LEAVING: dict[str, Callable[[GM], object]] = {
    "new": new_roster,
    "sample": lambda gm: gm.does("Kaiser sample"),
    "open": lambda gm: gm.program.desk.open_roster(saved(gm.program.desk.places.root, read_sample("ep1"))),
}


@pytest.mark.parametrize("kind", FIELDS)
@pytest.mark.parametrize("leave", LEAVING)
def test_another_roster_is_opened_once_what_is_half_typed_is_on_the_disk(full: GM, leave: str, kind: str) -> None:
    path = full.program.desk.path
    half_type(full, FIELDS[kind])
    LEAVING[leave](full)
    full.settles()
    assert full.program.desk.path != path
    assert FIELDS[kind].is_in(read_roster(path))
    assert WORD not in encode_roster(full.roster).decode()


def test_a_group_made_while_gear_is_typed_takes_nothing_away_and_each_is_undone_for_itself(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = sit_down(qtbot, tmp_path, saved(tmp_path, read_sample("kaiser")))
    gm.selects("Runa")
    runa, stack = gm.window.stat.head.name, gm.program.desk.document.stack
    gear = gm.window.stat.lists["gear"]

    def state() -> tuple[bool, bool]:
        there = any("Rope" in one.gear for one in gm.roster.characters)
        return there, "New group" in [group.name for group in gm.roster.groups]

    gear.begin()
    gm.types(", Rope")
    gm.keys("Ctrl+G", "Esc", "Esc")
    assert state() == (True, True)
    assert [stack.text(at) for at in range(stack.count())] == ["set gear of Runa", "new group"]
    gm.keys("Ctrl+Z")
    assert (state(), runa.text()) == ((True, False), "Runa")
    gm.keys("Ctrl+Z")
    assert state() == (False, False)
    gm.does("Redo set gear of Runa")
    gear.begin()
    gm.types(", Knife")
    gm.does("Redo new group")
    assert (state(), gm.roster.groups[-1].name == "New group") == ((True, False), False)
    assert not stack.canRedo(), "what was typed came first, so that there is nothing to redo any more"
    assert any(one.gear[-2:] == ("Rope", "Knife") for one in gm.roster.characters)


def test_who_is_on_the_card_already_is_not_shown_anew(full: GM) -> None:
    stat = full.window.stat
    stat.verticalScrollBar().setValue(40)
    shown = []
    stat.aptitude_model.modelReset.connect(lambda: shown.append("anew"))
    full.does("New group")
    full.settles()
    full.keys("Esc")
    full.does("Undo new group")
    full.does("Redo new group")
    assert (shown, stat.verticalScrollBar().value()) == ([], min(40, stat.verticalScrollBar().maximum()))


LEFT_ALONE = {"Quit", "Full screen"}


@contextmanager
def whatever_opens_is_closed() -> Iterator[None]:
    """Close menus and file dialogs that wait until they are over."""

    def close() -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()

    timer = QTimer(interval=1)
    timer.timeout.connect(close)
    timer.start()
    yield
    timer.stop()


def every_action(gm: GM) -> list[QAction]:
    """List all that can be chosen, but what Qt's own fields bring along."""
    named = [one for one in gm.window.findChildren(QAction) if one.menu() is None and "/" in one.objectName()]
    return [one for one in named if without_mnemonic(one.text()).rstrip("…") not in LEFT_ALONE]


def come_back(gm: GM, path: Path, first: Roster) -> None:
    """Close what an action has opened, and have the first roster before us again."""
    QApplication.processEvents()
    for dialog in gm.window.findChildren(QDialog):
        dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gm.window.stage.set_veiled(False)
    if gm.program.desk.path != path:
        gm.program.desk.open_roster(path)
    gm.program.desk.document.stack.setIndex(0)
    if gm.roster != first:
        gm.program.desk.document.change(first, "begin again")
        gm.program.desk.document.stack.clear()
    gm.window.panes.reveal(gm.window.stat)
    gm.window.roster.filter.clear()
    gm.window.roster.reveal("lao")
    gm.window.activateWindow()


LONG = bool(os.environ.get("GM_DESK_LONG"))
ONE_OF_EACH_SORT = ("name", "gear", "notes", "skill", "new skill", "group")


@pytest.mark.parametrize("kind", FIELDS if LONG else ONE_OF_EACH_SORT)
def test_no_action_loses_what_is_half_typed_or_breaks_the_undo_stack(full: GM, kind: str) -> None:
    field, document, path, first = FIELDS[kind], full.program.desk.document, full.program.desk.path, full.roster
    seen: list[bool] = []
    document.roster_changed.connect(lambda: seen.append(field.is_in(document.roster)))
    with whatever_opens_is_closed():
        for action in every_action(full):
            seen.clear()
            half_type(full, field)
            if not action.isEnabled():
                document.settle()
            action.trigger()
            assert any(seen), f"{action.objectName()} loses it"
            document.settle()
            last, at = document.roster, document.stack.index()
            document.stack.setIndex(0)
            assert document.roster == first or full.program.desk.path != path, action.objectName()
            document.stack.setIndex(at)
            assert document.roster == last, action.objectName()
            assert "Something went wrong" not in full.trouble()
            come_back(full, path, first)


@pytest.mark.parametrize("kind", ["value", "points", "number", "morph"])
def test_a_field_that_is_emptied_stays_for_what_is_typed_next_and_goes_when_it_is_left(full: GM, kind: str) -> None:
    FIELDS[kind].go(full)
    field = full.focused()
    full.keys("Backspace")
    ring(full.window)
    full.settles()
    assert (full.focused() is field, field.isVisible()) == (True, True)
    full.types(FIELDS[kind].words)
    ring(full.window)
    assert FIELDS[kind].is_in(full.roster)
    full.keys("Ctrl+A", "Backspace")
    full.window.roster.view.setFocus()
    full.settles()
    assert not FIELDS[kind].is_in(full.roster)
    assert not (shiboken6.isValid(field) and field.isVisible())


def test_a_name_that_is_emptied_and_left_is_what_it_was_before(full: GM) -> None:
    name = full.window.stat.head.name
    focus(name)
    full.types("Ru")
    ring(full.window)
    assert full.lao.name == "Ru"
    full.keys("Ctrl+A", "Backspace")
    full.window.roster.view.setFocus()
    assert (name.text(), full.lao.name, full.program.desk.document.stack.count()) == ("Lao Qing", "Lao Qing", 0)


def test_a_value_typed_in_place_follows_an_undo_from_the_menu_and_is_not_written_again(full: GM) -> None:
    skills = full.window.stat.skills.view
    cell(skills, "Fray")
    full.types("Fray 33")
    full.does("New scene")
    full.action("Undo set Fray of Lao Qing").trigger()
    editor = skills.indexWidget(skills.currentIndex())
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "Fray 60"
    full.keys("Return")
    assert [one.rating for one in full.lao.skills if one.name == "Fray"] == [60]


@pytest.mark.parametrize("kind", ["gear", "notes", "name", "value"])
def test_the_undo_key_takes_back_letters_first_and_then_what_was_done_before(full: GM, kind: str) -> None:
    full.action("New group").trigger()
    full.keys("Esc")
    FIELDS[kind].go(full)
    first = full.focused()
    full.types("9")
    full.keys("Ctrl+Z")
    full.program.desk.document.settle()
    assert "New group" in [group.name for group in full.roster.groups]
    assert full.lao == FULL
    assert full.focused() is first
    full.keys("Ctrl+Z")
    assert "New group" not in [group.name for group in full.roster.groups]


def test_the_field_that_adds_skills_stays_in_sight_while_they_come_above_it(full: GM) -> None:
    stat, add = full.window.stat, full.window.stat.skills.add
    full.does("Add a skill")
    full.types(", ".join(f"Know: Field {number} 40" for number in range(12)))
    ring(full.window)
    full.settles()
    full.settles()
    assert len(full.lao.skills) == len(FULL.skills) + 12
    assert stat.viewport().rect().contains(add.mapTo(stat.viewport(), add.rect().center()))
    assert add.hasFocus()


def test_a_name_typed_in_the_roster_stays_there_though_the_filter_knows_it_no_longer(full: GM) -> None:
    full.window.roster.filter.setText("lao")
    row(full, "lao")
    full.types("Bo")
    ring(full.window)
    full.types("ris")
    full.keys("Return")
    full.settles()
    assert full.lao.name == "Boris"
    assert not full.window.roster.model.index_of("lao").isValid(), "the filter counts again"


@pytest.mark.parametrize("kind", FIELDS)
def test_what_is_typed_about_one_roster_never_reaches_another(full: GM, kind: str) -> None:
    document = full.program.desk.document
    half_type(full, FIELDS[kind])
    other = structs.replace(full.roster, id="other", extra={"other": True})
    document.open(other, document.system)
    document.settle()
    full.window.roster.view.setFocus()
    assert document.roster is other
