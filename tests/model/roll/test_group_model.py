"""The table of a group: what each has to roll, and what it came to."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import QModelIndex, Qt

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.abilities import ability_of
from gm_desk.core.drafts.draft import AbilityKind, Chip, Mode, Side
from gm_desk.core.drafts.evaluation import read
from gm_desk.core.drafts.group_roll import GroupMode
from gm_desk.core.drafts.opponents import Defence
from gm_desk.core.rules.outcomes import ContestOdds, Grade, Odds
from gm_desk.core.wording.chances import percent
from gm_desk.model.roll.group_roll import FACES, GRADE, REFUSED, GroupColumn, GroupModel
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system
from group_makers import Arrangement
from model_makers import JAQUI, LAO, MOOK, OKORO, a_character, a_document, a_roster, column, counted

pytestmark = pytest.mark.usefixtures("qapp")

EVERYBODY = (JAQUI, LAO, MOOK, OKORO)


class Board(Arrangement):
    """A table with the table of the group."""

    def __init__(self, *rolls: int, ids: tuple[str, ...] = EVERYBODY, document: RosterDocument | None = None) -> None:
        super().__init__(*rolls, document=document)
        self.model = GroupModel(self.document, self.group)
        self.group.select(ids)

    def cells(self, *columns: GroupColumn) -> list[tuple[str, ...]]:
        return list(zip(*(column(self.model, at=at) for at in columns), strict=True))


def test_before_the_roll_it_tells_base_target_and_chance_in_the_order_of_the_roster() -> None:
    board = Board()
    board.drafting.put(board.draft.with_chip(Chip("smoke", -30, "Smoke")))
    assert board.cells(GroupColumn.WHO, GroupColumn.BASE, GroupColumn.TARGET, GroupColumn.CHANCE) == [
        ("Jaqui", "20", "\N{MINUS SIGN}10", "1%"),
        ("Lao Qing", "65", "35", "36%"),
        ("Triad mook 1", "40", "10", "11%"),
        ("Sergeant Okoro", "", "", ""),
    ]
    assert column(board.model, REFUSED) == ["", "", "", "no Guns, no REF to default to"]
    assert (board.model.rolled, board.model.summary) == (False, "")


def test_targets_and_chances_are_those_of_the_draft_of_each() -> None:
    board = Board(ids=(JAQUI, LAO, MOOK))
    for row, draft in enumerate(board.group.able):
        odds = read(draft, "a", board.document.system, board.document.house).odds
        assert isinstance(odds, Odds)
        assert board.cells(GroupColumn.TARGET, GroupColumn.CHANCE)[row] == (str(odds.target), percent(odds.chance))


def test_after_the_roll_it_tells_dice_and_verdicts_best_first_and_then_who_could_not_roll() -> None:
    board = Board(99, 33, 7)
    board.roll()
    assert board.cells(GroupColumn.WHO, GroupColumn.TARGET, GroupColumn.DICE, GroupColumn.VERDICT) == [
        ("Lao Qing", "65", "33", "★ Critical success"),
        ("Triad mook 1", "40", "07", "✓ Success"),
        ("Jaqui", "20", "99", "✖ Critical failure"),
        ("Sergeant Okoro", "", "", ""),
    ]
    assert column(board.model, GRADE)[:3] == [Grade.CRITICAL_SUCCESS, Grade.SUCCESS, Grade.CRITICAL_FAILURE]
    assert column(board.model, FACES) == [("3", "3"), ("0", "7"), ("9", "9"), ()]
    assert (board.model.rolled, board.model.summary) == (True, "2 of 3 succeed")


def test_a_row_gives_its_roll_once_it_is_rolled() -> None:
    board = Board(99, 33, 7)
    assert board.model.entry(board.model.index(0, 0)) is None
    done = board.roll()
    assert [board.model.entry(board.model.index(row, 0)) for row in range(4)] == [*done, None]
    assert board.model.entry(QModelIndex()) is None


def test_against_an_opponent_it_tells_the_chance_to_win_and_who_won() -> None:
    board = Board(50, 1, 99, 5, 99, 98, ids=(LAO, MOOK, JAQUI))
    opponent = Side("x", "X", board.draft.ability)
    board.drafting.take(structs.replace(board.draft, mode=Mode.OPPOSED, opponent=opponent))
    reading = read(board.group.able[0], "a", board.document.system, board.document.house)
    assert isinstance(reading.both, ContestOdds)
    assert column(board.model, at=GroupColumn.CHANCE)[0] == percent(Fraction(reading.both.a, reading.both.of))
    board.roll()
    assert column(board.model, at=GroupColumn.VERDICT) == ["▲ Wins", "✖ Nobody wins", "✖ Loses"]


def test_where_one_rolls_for_all_there_is_no_table() -> None:
    board = Board()
    board.group.choose(GroupMode.HIGHEST)
    assert board.model.rowCount() == 0


@pytest.mark.parametrize(("mode", "target"), [("alone", "+6 vs 8"), ("opposed", "+6")])
def test_in_kaiser_it_tells_what_is_added_and_the_difficulty(mode: str, target: str) -> None:
    kaiser = load_system("kaiser")
    knights = tuple(a_character(one, one, skills={"Strike": 6}) for one in (LAO, MOOK, OKORO))
    document = RosterDocument(Roster(id="k", name="K", system="kaiser", characters=knights), kaiser, counted())
    board = Board(3, 4, 1, 2, 3, 4, 1, 2, ids=(LAO, MOOK), document=document)
    if mode == "opposed":
        strike = ability_of(knights[2], kaiser, AbilityKind.SKILL, f"{OKORO}-0")
        assert strike is not None
        board.drafting.oppose(OKORO, Defence(strike))
    assert board.cells(GroupColumn.WHO, GroupColumn.TARGET)[0] == (LAO, target)
    assert column(board.model, at=GroupColumn.CHANCE)[0].endswith("%")
    board.roll()
    assert board.model.rolled


def test_it_reads_itself_out() -> None:
    board = Board()
    accessible = Qt.ItemDataRole.AccessibleTextRole
    assert board.model.index(1, GroupColumn.CHANCE).data(accessible) == "Chance 66%"
    assert board.model.index(3, GroupColumn.CHANCE).data(accessible) == "Sergeant Okoro: no Guns, no REF to default to"
    assert board.model.index(3, 0).data(Qt.ItemDataRole.ToolTipRole) == "Sergeant Okoro: no Guns, no REF to default to"
    assert board.model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole) is None
    assert board.model.index(1, 0).data(Qt.ItemDataRole.DecorationRole) is None
    assert board.model.data(QModelIndex()) is None
    heads = [board.model.headerData(at, Qt.Orientation.Horizontal) for at in range(len(GroupColumn) + 1)]
    assert heads == ["Who", "Base", "Target", "Chance", "Dice", "Verdict", None]
    assert board.model.headerData(0, Qt.Orientation.Vertical) is None


@pytest.mark.parametrize(
    "do",
    [
        lambda _: None,
        Board.roll,
        lambda board: board.group.choose(GroupMode.LOWEST),
        lambda board: board.group.select((LAO,)),
        lambda board: board.document.change(structs.replace(a_roster(), characters=()), "remove all"),
    ],
)
def test_the_model_keeps_qts_rules(qtmodeltester: Any, do: Callable[[Board], Any]) -> None:
    board = Board(1, 2, 3, document=a_document())
    qtmodeltester.check(board.model)
    do(board)
    qtmodeltester.check(board.model)
