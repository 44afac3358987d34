"""The rows of the roster: groups and characters, filtered, renamed in place, moved by a drag."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, Qt

from gm_desk.core.characters.roster import Roster
from gm_desk.model.item_models import Role
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.drag_drop import GROUP_MIME, MIME
from gm_desk.model.roster.roster_model import RosterModel
from gm_desk.model.roster.roster_rows import NO_HUE, initials
from model_makers import (
    JAQUI,
    LAO,
    MOOK,
    OKORO,
    PLAYERS,
    SECURITY,
    TRIAD,
    a_character,
    a_document,
    a_roster,
    column,
    heard,
    the,
)

pytestmark = pytest.mark.usefixtures("qapp")

AS_IT_IS = [PLAYERS, JAQUI, TRIAD, LAO, MOOK, SECURITY, "", OKORO]
GUARD, NOBODY = AS_IT_IS.index(SECURITY), QModelIndex()


def a_model(roster: Roster | None = None) -> tuple[RosterDocument, RosterModel]:
    document = a_document(roster)
    return document, RosterModel(document)


def ids(model: RosterModel) -> list[str]:
    return column(model, Role.ID)


def test_groups_come_in_their_order_each_with_its_members_and_then_who_has_none() -> None:
    _, model = a_model()
    assert ids(model) == AS_IT_IS
    assert column(model) == [
        "Players",
        "Jaqui",
        "Dock triad",
        "Lao Qing",
        "Triad mook 1",
        "Guards",
        "No group",
        "Sergeant Okoro",
    ]
    assert column(model, Role.HEADING) == [True, False, True, False, False, True, True, False]
    assert column(model, Role.DETAIL) == ["1", "", "2", "Enforcer", "Thug", "0", "1", ""]
    assert model.characters() == [JAQUI, LAO, MOOK, OKORO]


def test_without_groups_there_is_no_heading() -> None:
    _, model = a_model(a_roster(groups=()))
    assert ids(model) == [LAO, OKORO, JAQUI, MOOK]
    assert ids(a_model(a_roster(groups=(), characters=()))[1]) == []
    assert model.rowCount(model.index(0)) == 0


def test_a_character_whose_group_is_unknown_has_none() -> None:
    _, model = a_model(a_roster(characters=(a_character("eva", "Eva", group="gone"),)))
    assert ids(model)[-2:] == ["", "eva"]


def test_a_player_character_has_a_colour_of_its_own_and_an_npc_has_none() -> None:
    document, model = a_model()
    assert model.index_of(LAO).data(Role.HUE) == NO_HUE
    hue = model.index_of(JAQUI).data(Role.HUE)
    assert 0 <= hue < 360
    edits.rename_character(document, JAQUI, "Somebody else")
    assert model.index_of(JAQUI).data(Role.HUE) == hue


@pytest.mark.parametrize(
    ("name", "signs"),
    [
        ("Lao Qing", "LQ"),
        ("Triad mook 2", "T2"),
        ("Nova 10", "N10"),
        ("Jaqui", "JA"),
        ("x", "X"),
        ("élan vital", "ÉV"),
        ("Kasimir (boss)", "KB"),
        ("“Ace” Ito", "AI"),
        ("Kasimir (!)", "KA"),
        ("(?)", "(?"),
    ],
)
def test_a_name_is_shortened_to_two_signs(name: str, signs: str) -> None:
    assert initials(name) == signs
    _, model = a_model(a_roster(groups=(), characters=(a_character("one", name),)))
    assert model.index(0).data(Role.INITIALS) == signs


def test_a_row_is_read_out_with_its_name_and_detail() -> None:
    _, model = a_model()
    assert model.index_of(LAO).data(Qt.ItemDataRole.AccessibleTextRole) == "Lao Qing, Enforcer"
    assert model.index_of(JAQUI).data(Qt.ItemDataRole.AccessibleTextRole) == "Jaqui"


def test_a_row_is_found_by_its_id_as_far_as_it_is_shown() -> None:
    _, model = a_model()
    assert [model.index_of(row_id).row() for row_id in (PLAYERS, MOOK, "nobody", "")] == [0, 4, -1, -1]
    model.set_filter("jaqui")
    assert not model.index_of(MOOK).isValid()


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("", AS_IT_IS),
        ("JAQ", [PLAYERS, JAQUI]),
        ("enforcer", [TRIAD, LAO]),
        ("triad", [TRIAD, LAO, MOOK]),
        ("  dock   thug ", [TRIAD, MOOK]),
        ("jaqui enforcer", []),
        ("no group", []),
        ("okoro", ["", OKORO]),
    ],
)
def test_the_filter_wants_all_words_in_name_concept_or_group(words: str, rows: list[str]) -> None:
    _, model = a_model()
    model.set_filter(words)
    assert ids(model) == rows


def test_a_filter_does_not_find_people_by_a_group_they_do_not_have() -> None:
    _, model = a_model(a_roster(groups=()))
    model.set_filter("no")
    assert ids(model) == []


def test_a_filtered_heading_still_counts_all_its_members() -> None:
    _, model = a_model()
    model.set_filter("mook")
    assert column(model, Role.DETAIL) == ["2", "Thug"]


def test_who_comes_to_match_the_filter_appears_and_who_no_longer_does_goes() -> None:
    document, model = a_model()
    model.set_filter("thug")
    edits.set_concept(document, JAQUI, "Thug at heart")
    assert ids(model) == [PLAYERS, JAQUI, TRIAD, MOOK]
    edits.set_concept(document, MOOK, "Cook")
    assert ids(model) == [PLAYERS, JAQUI]
    document.stack.undo()
    assert ids(model) == [PLAYERS, JAQUI, TRIAD, MOOK]


def test_a_change_of_one_character_repaints_one_row() -> None:
    document, model = a_model()
    changed, reset = heard(model.dataChanged), heard(model.modelReset)
    edits.rename_character(document, LAO, "Lao")
    assert [(first.row(), last.row()) for first, last, _roles in changed] == [(3, 3)]
    assert reset == []
    assert column(model)[3] == "Lao"


def test_a_row_is_renamed_in_place() -> None:
    document, model = a_model()
    assert model.setData(model.index_of(LAO), " Lao ")
    assert model.setData(model.index_of(TRIAD), "Yakuza")
    assert the(document, LAO).name == "Lao"
    assert column(model)[2:4] == ["Yakuza", "Lao"]
    assert not model.setData(model.index_of(LAO), "Qing", Qt.ItemDataRole.DisplayRole)
    assert not model.setData(NOBODY, "Qing")
    assert document.stack.count() == 2


@pytest.mark.parametrize("row_id", [LAO, TRIAD])
def test_an_empty_name_is_refused_with_the_reason(row_id: str) -> None:
    document, model = a_model()
    refused = heard(model.refused)
    assert not model.setData(model.index_of(row_id), "  ")
    assert refused == [("a name cannot be empty",)]
    assert document.roster == a_roster()


def test_names_can_be_edited_characters_dragged_and_groups_dropped_on() -> None:
    _, model = a_model()
    flag = Qt.ItemFlag
    asked = (flag.ItemIsEditable, flag.ItemIsDragEnabled, flag.ItemIsDropEnabled)
    rows = [model.index_of(LAO), model.index_of(TRIAD), model.index(6), NOBODY]
    assert [[one in model.flags(row) for one in asked] for row in rows] == [
        [True, True, False],
        [True, False, True],
        [False, False, True],
        [False, False, True],
    ]
    assert model.supportedDropActions() == Qt.DropAction.MoveAction


def drop(model: RosterModel, dragged: str, row: int, parent: QModelIndex = NOBODY) -> bool:
    """Drag a character into the gap above a row, or onto a row."""
    data = model.mimeData([model.index_of(dragged)])
    return model.dropMimeData(data, Qt.DropAction.MoveAction, row, 0, parent)


@pytest.mark.parametrize(
    ("dragged", "row", "rows"),
    [
        (LAO, 1, [PLAYERS, LAO, JAQUI, TRIAD, MOOK, SECURITY, "", OKORO]),
        (LAO, 2, [PLAYERS, JAQUI, LAO, TRIAD, MOOK, SECURITY, "", OKORO]),
        (MOOK, 3, [PLAYERS, JAQUI, TRIAD, MOOK, LAO, SECURITY, "", OKORO]),
        (LAO, 5, [PLAYERS, JAQUI, TRIAD, MOOK, LAO, SECURITY, "", OKORO]),
        (JAQUI, 6, [PLAYERS, TRIAD, LAO, MOOK, SECURITY, JAQUI, "", OKORO]),
        (JAQUI, 8, [PLAYERS, TRIAD, LAO, MOOK, SECURITY, "", OKORO, JAQUI]),
        (JAQUI, -1, [PLAYERS, TRIAD, LAO, MOOK, SECURITY, "", OKORO, JAQUI]),
        (OKORO, 0, [PLAYERS, OKORO, JAQUI, TRIAD, LAO, MOOK, SECURITY]),
        (LAO, 3, AS_IT_IS),
    ],
)
def test_a_drag_moves_a_character_to_where_it_is_dropped(dragged: str, row: int, rows: list[str]) -> None:
    document, model = a_model()
    drop(model, dragged, row)
    assert ids(model) == rows
    document.stack.undo()
    assert ids(model) == AS_IT_IS


def test_a_drop_on_a_heading_moves_into_that_group() -> None:
    _, model = a_model()
    drop(model, JAQUI, -1, model.index_of(SECURITY))
    assert ids(model) == [PLAYERS, TRIAD, LAO, MOOK, SECURITY, JAQUI, "", OKORO]


@pytest.mark.parametrize(("row", "rows"), [(0, [MOOK, LAO, OKORO, JAQUI]), (1, [LAO, MOOK, OKORO, JAQUI])])
def test_a_drag_orders_characters_without_groups_too(row: int, rows: list[str]) -> None:
    _, model = a_model(a_roster(groups=()))
    drop(model, MOOK, row)
    assert ids(model) == rows


def test_a_drop_under_the_heading_of_an_empty_group_fills_it() -> None:
    document, model = a_model()
    edits.remove_characters(document, [JAQUI])
    drop(model, LAO, 1)
    assert ids(model) == [PLAYERS, LAO, TRIAD, MOOK, SECURITY, "", OKORO]


def test_a_drop_does_not_ask_the_view_to_take_rows_away() -> None:
    document, model = a_model()
    assert not drop(model, LAO, 1)
    assert len(document.roster.characters) == 4


def test_several_dragged_together_stay_in_their_order() -> None:
    _, model = a_model()
    data = model.mimeData([model.index_of(LAO), model.index_of(MOOK)])
    model.dropMimeData(data, Qt.DropAction.MoveAction, 1, 0, NOBODY)
    assert ids(model) == [PLAYERS, LAO, MOOK, JAQUI, TRIAD, SECURITY, "", OKORO]


@pytest.mark.parametrize("mime", [MIME, "text/plain"])
@pytest.mark.parametrize("roster", [a_roster(), a_roster(groups=(), characters=())])
def test_what_is_dragged_in_from_elsewhere_is_left_alone(mime: str, roster: Roster) -> None:
    document, model = a_model(roster)
    data = QMimeData()
    data.setData(mime, b"nobody\nknown \xff")
    assert not model.dropMimeData(data, Qt.DropAction.MoveAction, 0, 0, NOBODY)
    assert document.stack.count() == 0


def test_a_drop_that_is_let_go_moves_nothing() -> None:
    document, model = a_model()
    data = model.mimeData([model.index_of(LAO)])
    assert model.dropMimeData(data, Qt.DropAction.IgnoreAction, 1, 0, NOBODY)
    assert document.stack.count() == 0
    assert model.mimeTypes() == [MIME, GROUP_MIME]


@pytest.mark.parametrize(
    "do",
    [
        lambda document, _: edits.add_character(document, TRIAD),
        lambda document, _: edits.remove_characters(document, [LAO]),
        lambda document, _: edits.rename_character(document, LAO, "Lao"),
        lambda document, _: edits.remove_group(document, TRIAD),
        lambda document, _: document.open(a_roster(groups=(), characters=()), document.system),
        lambda _, model: model.set_filter("mook"),
        lambda _, model: drop(model, LAO, 1),
    ],
)
def test_the_model_keeps_qts_rules_through_every_change(
    qtmodeltester: Any, do: Callable[[RosterDocument, RosterModel], Any]
) -> None:
    document, model = a_model()
    qtmodeltester.check(model)
    do(document, model)
    document.stack.undo()
    document.stack.redo()


def test_several_characters_are_dragged_together_as_one_step() -> None:
    document, model = a_model()
    carried = model.mimeData([model.index_of(OKORO), model.index_of(JAQUI)])
    model.dropMimeData(carried, Qt.DropAction.MoveAction, -1, -1, model.index_of(LAO))
    assert ids(model)[:6] == [PLAYERS, TRIAD, LAO, JAQUI, OKORO, MOOK]
    document.stack.undo()
    assert ids(model) == AS_IT_IS


def test_a_heading_can_be_current_but_not_selected() -> None:
    _, model = a_model()
    selectable = [bool(model.index(row).flags() & Qt.ItemFlag.ItemIsSelectable) for row in range(model.rowCount())]
    assert selectable == [not heading for heading in column(model, Role.HEADING)]


def test_the_members_of_a_row_are_those_of_its_group_that_are_shown() -> None:
    _, model = a_model()
    assert model.members(model.index_of(TRIAD)) == [LAO, MOOK]
    assert model.members(model.index_of(MOOK)) == [LAO, MOOK]
    assert model.members(model.index_of(OKORO)) == [OKORO]
    assert model.members(NOBODY) == []
    model.set_filter("mook")
    assert model.members(model.index_of(TRIAD)) == [MOOK]
