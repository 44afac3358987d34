"""What is half typed: in the roster and on the disk soon, before anything else is done, and undone as one step."""

from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from msgspec import structs
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands
from field_makers import (
    FIELDS,
    FULL,
    ONE_OF_EACH_SORT,
    WORD,
    cell,
    focus,
    half_type,
    row,
    show_before_lao,
    sit_before_lao,
)
from gm_desk.core.characters.roster import Roster
from gm_desk.store.rosters.files import encode_roster, read_roster, read_sample
from gm_desk.ui.files.actions import RosterDialog
from model_makers import ring
from ui_makers import GM, saved, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def full(qtbot: QtBot, tmp_path: Path) -> GM:
    return sit_before_lao(qtbot, tmp_path)


@pytest.fixture
def card(qtbot: QtBot, tmp_path: Path) -> CardHands:
    return show_before_lao(qtbot, tmp_path)


@pytest.fixture
def near(qtbot: QtBot, tmp_path: Path, kind: str) -> AtCard:
    """Show the card of Lao Qing alone, unless a field is typed that is elsewhere."""
    return sit_before_lao(qtbot, tmp_path) if kind == "roster" else show_before_lao(qtbot, tmp_path)


ON_CARD = [one for one in FIELDS if one != "roster"]
"""The fields that are tried one after another in a single window; `begins_again` leaves nothing of the one before."""


def begins_again(near: AtCard, first: Roster) -> None:
    """Leave the field that was typed in, and see that everything is as it was at first."""
    near.window.roster.view.setFocus()
    near.settles()
    near.session.document.stack.settle()
    assert (near.roster, near.session.document.stack.count()) == (first, 0)
    near.selects("Lao Qing")
    assert near.focused() is near.window.roster.view


@pytest.mark.parametrize("kind", ["roster"])
def test_the_name_of_the_roster_is_in_it_after_a_pause_and_typed_on_as_one_step_and_escape_takes_it_back(
    near: AtCard, kind: str
) -> None:
    is_saved_on_the_way(near, kind)


def test_a_field_is_in_the_roster_after_a_pause_and_typed_on_as_one_step_and_escape_takes_it_back(
    card: CardHands, subtests: pytest.Subtests
) -> None:
    first = card.roster
    for kind in ON_CARD:
        with subtests.test(kind):
            is_saved_on_the_way(card, kind)
            begins_again(card, first)


def is_saved_on_the_way(near: AtCard, kind: str) -> None:
    field, stack = FIELDS[kind], near.session.document.stack
    first = near.roster
    field.go(near)
    for letters in (field.words[:-1], field.words[-1:]):
        near.types(letters)
        ring(near.window)
    focused = near.focused()
    assert field.is_in(near.roster)
    assert focused.hasFocus()
    assert stack.count() == 1 or kind == "notes"
    near.session.document.stack.settle()
    near.settles()
    stack.setIndex(0)
    assert near.roster == first
    stack.clear()
    if kind != "notes":  # Escape keeps what is typed there
        escape_takes_back_what_was_saved_on_the_way(near, kind)


def escape_takes_back_what_was_saved_on_the_way(near: AtCard, kind: str) -> None:
    first = near.roster
    half_type(near, FIELDS[kind])
    ring(near.window)
    assert FIELDS[kind].is_in(near.roster)
    near.keys("Esc")
    near.session.document.stack.settle()
    assert (near.roster, near.session.document.stack.count()) == (first, 0)


@pytest.mark.parametrize("kind", ONE_OF_EACH_SORT)
def test_what_is_half_typed_is_on_the_disk_when_the_window_closes(full: GM, kind: str) -> None:
    path = full.session.path
    half_type(full, FIELDS[kind])
    full.window.close()
    assert FIELDS[kind].is_in(read_roster(path))


def test_what_is_half_typed_on_the_card_is_on_the_disk_when_it_closes(
    card: CardHands, subtests: pytest.Subtests
) -> None:
    first, stack = card.roster, card.session.document.stack
    for kind in (one for one in ON_CARD if one not in ONE_OF_EACH_SORT):
        with subtests.test(kind):
            assert not FIELDS[kind].is_in(read_roster(card.session.path))
            is_on_the_disk_when_it_closes(card, kind)
            stack.setIndex(0)
            stack.clear()
            assert card.session.save()
            card.window.show()
            card.window.activateWindow()
            begins_again(card, first)


@pytest.mark.parametrize("kind", ["roster"])
def test_the_name_of_the_roster_is_on_the_disk_when_the_window_closes(near: AtCard, kind: str) -> None:
    is_on_the_disk_when_it_closes(near, kind)


def is_on_the_disk_when_it_closes(near: AtCard, kind: str) -> None:
    path = near.session.path
    half_type(near, FIELDS[kind])
    near.window.close()
    assert FIELDS[kind].is_in(read_roster(path))


def new_roster(gm: GM) -> None:
    gm.keys("Ctrl+Shift+N")
    gm.dialog(RosterDialog).roster_requested.emit("Other", "ep1")


LEAVING: dict[str, Callable[[GM], object]] = {
    "new": new_roster,
    "sample": lambda gm: gm.does("files.try_kaiser_sample"),
}


def is_left_with_what_was_typed(gm: AtCard, path: Path, kind: str) -> None:
    gm.settles()
    assert gm.session.path != path
    assert FIELDS[kind].is_in(read_roster(path))
    assert WORD not in encode_roster(gm.roster).decode()


def test_another_roster_is_opened_once_what_is_half_typed_is_on_the_disk(full: GM, subtests: pytest.Subtests) -> None:
    first = full.roster
    for leave, kind in zip([*LEAVING] * 3, ONE_OF_EACH_SORT, strict=True):
        with subtests.test(leave=leave, kind=kind):
            full.opens(structs.replace(first, id=f"typed-{kind}"))
            full.selects("Lao Qing")
            path = full.session.path
            assert not FIELDS[kind].is_in(read_roster(path))
            half_type(full, FIELDS[kind])
            LEAVING[leave](full)
            is_left_with_what_was_typed(full, path, kind)


@pytest.mark.parametrize("kind", ONE_OF_EACH_SORT)  # each with a roster that is opened, as a new one or a sample is too
def test_a_roster_file_is_opened_once_what_is_half_typed_is_on_the_disk(near: AtCard, kind: str) -> None:
    path = near.session.path
    half_type(near, FIELDS[kind])
    near.session.open_roster(saved(near.session.places.root, read_sample("ep1")))
    is_left_with_what_was_typed(near, path, kind)


def test_a_group_made_while_gear_is_typed_takes_nothing_away_and_each_is_undone_for_itself(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = sit_down(qtbot, tmp_path, saved(tmp_path, read_sample("kaiser")))
    gm.selects("Runa")
    runa, stack = gm.window.stat.head.name, gm.session.document.stack
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
    gm.redo_of("set gear of Runa").trigger()
    gear.begin()
    gm.types(", Knife")
    gm.redo_of("new group").trigger()
    assert (state(), gm.roster.groups[-1].name == "New group") == ((True, False), False)
    assert not stack.canRedo(), "what was typed came first, so that there is nothing to redo any more"
    assert any(one.gear[-2:] == ("Rope", "Knife") for one in gm.roster.characters)


def test_who_is_on_the_card_already_is_not_shown_anew(card: CardHands) -> None:
    stat = card.window.stat
    stat.verticalScrollBar().setValue(40)
    shown = []
    stat.aptitudes.rated.rows_changed.connect(lambda: shown.append("anew"))
    card.does("roster.new_group")
    card.settles()
    card.keys("Esc")
    card.undo_of("new group").trigger()
    card.redo_of("new group").trigger()
    assert (shown, stat.verticalScrollBar().value()) == ([], min(40, stat.verticalScrollBar().maximum()))


@pytest.mark.parametrize("kind", ["value", "points", "number", "morph"])
def test_a_field_that_is_emptied_stays_for_what_is_typed_next_and_goes_when_it_is_left(near: AtCard, kind: str) -> None:
    FIELDS[kind].go(near)
    field = near.focused()
    near.keys("Backspace")
    ring(near.window)
    near.settles()
    assert (near.focused() is field, field.isVisible()) == (True, True)
    near.types(FIELDS[kind].words)
    ring(near.window)
    assert FIELDS[kind].is_in(near.roster)
    near.keys("Ctrl+A", "Backspace")
    near.window.roster.view.setFocus()
    near.settles()
    assert not FIELDS[kind].is_in(near.roster)
    assert not (shiboken6.isValid(field) and field.isVisible())


def test_refused_text_that_is_left_by_a_click_is_named_with_the_reason(card: CardHands) -> None:
    add = card.card.skills.add
    card.click(add)
    card.types("Guns 9999999")
    card.click(card.card.head.concept)
    assert add.text() == ""
    assert card.trouble() == "“Guns 9999999” was not taken: 9999999 is outside the range 0 to 150."


def test_a_name_that_is_emptied_and_left_is_what_it_was_before(card: CardHands) -> None:
    name = card.window.stat.head.name
    focus(name)
    card.types("Ru")
    ring(card.window)
    assert card.lao.name == "Ru"
    card.keys("Ctrl+A", "Backspace")
    card.window.roster.view.setFocus()
    assert (name.text(), card.lao.name, card.session.document.stack.count()) == ("Lao Qing", "Lao Qing", 0)


def test_a_value_typed_in_place_follows_an_undo_from_the_menu_and_is_not_written_again(full: GM) -> None:
    skills = full.window.stat.skills.view
    cell(skills, "Fray")
    full.types("Fray 33")
    full.does("roll.start_scene")
    full.undo_of("set Fray of Lao Qing").trigger()
    editor = skills.indexWidget(skills.currentIndex())
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "Fray 60"
    full.keys("Return")
    assert [one.rating for one in full.lao.skills if one.name == "Fray"] == [60]


@pytest.mark.parametrize("kind", ["gear", "notes", "name", "value"])
def test_the_undo_key_takes_back_letters_first_and_then_what_was_done_before(near: AtCard, kind: str) -> None:
    near.action("roster.new_group").trigger()
    near.keys("Esc")
    FIELDS[kind].go(near)
    first = near.focused()
    near.types("9")
    near.keys("Ctrl+Z")
    near.session.document.stack.settle()
    assert "New group" in [group.name for group in near.roster.groups]
    assert near.lao == FULL
    assert near.focused() is first
    near.keys("Ctrl+Z")
    assert "New group" not in [group.name for group in near.roster.groups]


def test_the_field_that_adds_skills_stays_in_sight_while_they_come_above_it(card: CardHands) -> None:
    stat, add = card.window.stat, card.window.stat.skills.add
    card.window.setUpdatesEnabled(True)  # a window lays out everything before it paints
    card.does("card.add_skill")
    card.types(", ".join(f"Know: Field {number} 40" for number in range(12)))
    ring(card.window)
    card.settles()
    card.settles()
    assert len(card.lao.skills) == len(FULL.skills) + 12
    assert stat.viewport().rect().contains(add.mapTo(stat.viewport(), add.rect().center()))
    assert add.hasFocus()


def test_a_name_typed_in_the_roster_stays_there_though_the_filter_knows_it_no_longer(card: CardHands) -> None:
    card.window.roster.filter.setText("lao")
    row(card, "lao")
    card.types("Bo")
    ring(card.window)
    card.types("ris")
    card.keys("Return")
    card.settles()
    assert card.lao.name == "Boris"
    assert not card.window.roster.model.index_of("lao").isValid(), "the filter counts again"


def test_what_is_typed_about_one_roster_never_reaches_another(card: CardHands, subtests: pytest.Subtests) -> None:
    first, document = card.roster, card.session.document
    for kind in ON_CARD:
        with subtests.test(kind):
            does_not_reach_another(card, kind)
            document.open(first, document.system)
            begins_again(card, first)


@pytest.mark.parametrize("kind", ["roster"])
def test_what_is_typed_as_the_name_of_one_roster_never_reaches_another(near: AtCard, kind: str) -> None:
    does_not_reach_another(near, kind)


def does_not_reach_another(near: AtCard, kind: str) -> None:
    document = near.session.document
    half_type(near, FIELDS[kind])
    other = structs.replace(near.roster, id="other", extra={"other": True})
    document.open(other, document.system)
    document.stack.settle()
    near.window.roster.view.setFocus()
    assert document.roster is other
