"""Group rolls: who rolls what, one for all, a roll of each as one step of the log, and the table of it all."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from PySide6.QtCore import QModelIndex, Qt

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.abilities import ability_of
from gm_desk.core.drafts.draft import AbilityKind, Chip, Mode, Side, Spend
from gm_desk.core.drafts.evaluation import evaluate
from gm_desk.core.drafts.group_roll import GroupMode
from gm_desk.core.drafts.opponents import Defence
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.outcomes import ContestOdds, Grade, Odds
from gm_desk.core.wording.phrases import percent
from gm_desk.model.roll.group_roll import FACES, GRADE, NONE, REFUSED, GroupColumn, GroupModel
from gm_desk.model.roll.other_rolls import roll_group
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry
from gm_desk.store.shipped import load_system
from group_makers import Arrangement
from model_makers import (
    JAQUI,
    LAO,
    MOOK,
    OKORO,
    TRIAD,
    a_character,
    a_document,
    a_roster,
    column,
    counted,
    heard,
    the,
)

pytestmark = pytest.mark.usefixtures("qapp")


SMOKE = Chip("smoke", -30, "Smoke", pinned=True)
AIM = Chip("aim", 10, "Aim")


def a_group(*rolls: int, ids: tuple[str, ...] = (JAQUI, LAO, MOOK), **more: Any) -> Arrangement:
    room = Arrangement(*rolls, **more)
    room.group.select(ids)
    return room


def verdicts(entries: list[Entry]) -> list[tuple[str, dict[str, tuple[int, ...]]]]:
    return [(entry.draft.name, entry.dice) for entry in entries]


# --- Who rolls what --------------------------------------------------------------------------------------------------


def test_one_selected_character_is_no_group() -> None:
    room = a_group(ids=(LAO,))
    assert (room.group.active, room.group.each, room.group.note) == (False, False, "")


def test_several_selected_characters_roll_the_drafted_test_each() -> None:
    room = a_group(ids=(JAQUI, LAO, MOOK, OKORO))
    assert [(one.name, one.draft.base if one.draft else one.refused) for one in room.group.members] == [
        ("Jaqui", 20),
        ("Lao Qing", 65),
        ("Triad mook 1", 40),
        ("Sergeant Okoro", "no Guns, no REF to default to"),
    ]
    assert [draft.name for draft in room.group.able] == ["Jaqui", "Lao Qing", "Triad mook 1"]


def test_a_number_that_belongs_to_nobody_is_rolled_alone() -> None:
    room = a_group()
    assert room.draft.ability is not None
    bare = structs.replace(room.draft.ability, kind=AbilityKind.BARE)
    room.drafting.take(structs.replace(room.draft, ability=bare))
    assert not room.group.active


def test_modifiers_and_changes_to_members_are_followed() -> None:
    room = a_group(ids=(LAO, MOOK))
    changed = heard(room.group.changed)
    room.drafting.put(room.draft.with_chip(AIM))
    mook = the(room.document, MOOK)
    room.document.change_character(structs.replace(mook, health=Health(wounds=1)), "wound")
    assert len(changed) >= 2
    _, drafted = room.group.able
    assert {chip.id for chip in drafted.chips} == {"wounds", "aim"}


def test_a_group_that_changes_together_with_the_draft_is_announced_once() -> None:
    room = a_group(ids=(LAO, MOOK))
    changed = heard(room.group.changed)
    with room.drafting.as_one_change():
        room.group.select((JAQUI,))
        room.group.select((JAQUI, LAO, MOOK))
        room.drafting.put(room.draft.with_chip(AIM))
        assert changed == []
    assert len(changed) == 1
    with room.drafting.as_one_change():
        room.group.select((JAQUI, LAO))
    assert len(changed) == 2


@given(
    st.sampled_from([LAO, JAQUI, MOOK, OKORO]),
    st.integers(0, 3),
    st.lists(st.sampled_from([-30, -10, 10, 20]), max_size=3),
    st.integers(0, 3),
)
def test_every_member_that_can_roll_gets_the_draft_that_selecting_them_alone_would_give(
    current: str, what: int, values: list[int], wounds: int
) -> None:
    document = a_document()
    document.change_character(structs.replace(the(document, MOOK), health=Health(wounds=wounds)), "wound")
    room = Arrangement(document=document)
    room.show(current)
    rollable = [*(skill.id for skill in the(document, current).skills), "Perceive", "REF"]
    kinds = (AbilityKind.SKILL, AbilityKind.UNTRAINED, AbilityKind.CHECK)
    for kind in kinds:
        room.drafting.choose(current, kind, rollable[what % len(rollable)])
    for number, value in enumerate(values):
        room.drafting.put(room.draft.with_chip(Chip(f"{number}", value, pinned=number == 1)))
    room.group.select((JAQUI, LAO, MOOK, OKORO))
    group, before = room.group.members, room.draft
    for member in group:
        room.drafting.take(before)
        room.drafting.select(member.id)
        if member.draft is not None:
            assert room.draft == member.draft
        elif room.draft.ability is not None and before.ability is not None:
            assert room.draft.ability.label != before.ability.label


# --- One for all -----------------------------------------------------------------------------------------------------


def test_one_rolls_for_all_and_the_log_says_for_how_many() -> None:
    room = a_group(17, ids=(JAQUI, MOOK))
    room.show(JAQUI)
    room.group.choose(GroupMode.HIGHEST)
    assert (room.draft.name, room.draft.base, room.group.note) == ("Triad mook 1", 40, "for 2 characters")
    room.rolling.roll()
    (entry,) = room.journal.entries
    assert (entry.draft.name, entry.note, entry.dice) == ("Triad mook 1", "for 2 characters", {"roll": (17,)})


def test_the_lowest_rolls_where_the_group_is_the_hindrance() -> None:
    room = a_group()
    room.group.choose(GroupMode.LOWEST)
    assert (room.draft.name, room.draft.base) == ("Jaqui", 20)


def test_the_draft_goes_back_to_the_current_character() -> None:
    room = a_group()
    room.group.choose(GroupMode.LOWEST)
    room.group.choose(GroupMode.EACH)
    assert room.draft.name == "Lao Qing"
    room.group.choose(GroupMode.LOWEST)
    room.group.select((LAO,))
    assert room.draft.name == "Lao Qing"


def test_another_test_or_another_current_character_seeks_the_one_anew() -> None:
    room = a_group()
    room.group.choose(GroupMode.HIGHEST)
    assert room.draft.name == "Lao Qing"
    room.drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-1")
    assert (room.draft.what, room.draft.name) == ("Fray", "Lao Qing")
    room.group.choose(GroupMode.LOWEST)
    room.show(LAO)
    assert (room.draft.what, room.draft.name) == ("Fray", "Triad mook 1")


def test_who_rolls_for_all_can_have_the_test_defaulted() -> None:
    room = a_group()
    room.group.choose(GroupMode.HIGHEST)
    room.drafting.put(room.draft.defaulting(default=True))
    assert (room.draft.name, room.draft.base) == ("Lao Qing", 20)


def test_a_rating_that_changes_may_make_another_one_roll_for_all() -> None:
    room = a_group()
    room.group.choose(GroupMode.HIGHEST)
    mook = the(room.document, MOOK)
    room.document.change_character(mook.with_skill(structs.replace(mook.skills[0], rating=80)), "train")
    assert (room.draft.name, room.draft.base) == ("Triad mook 1", 80)


def test_with_everybody_removed_there_is_no_group() -> None:
    room = a_group()
    room.group.choose(GroupMode.HIGHEST)
    room.document.change(structs.replace(room.document.roster, characters=()), "remove all")
    assert not room.group.active
    assert room.draft.ability is None


# --- Each of them rolls ----------------------------------------------------------------------------------------------


def test_each_rolls_and_the_best_verdict_comes_first() -> None:
    room = a_group(50, 61, 12)
    done = room.roll()
    assert verdicts(done) == [
        ("Lao Qing", {"roll": (61,)}),
        ("Triad mook 1", {"roll": (12,)}),
        ("Jaqui", {"roll": (50,)}),
    ]
    assert room.group.results == tuple(done)
    assert [entry.id for entry in room.journal.entries] == [entry.id for entry in reversed(done)]
    assert len({entry.batch for entry in done}) == 1
    assert len({entry.id for entry in done}) == 3


def test_one_shots_are_spent_once_and_pinned_chips_stay() -> None:
    room = a_group(1, 2, 3)
    room.drafting.put(room.draft.with_chip(SMOKE).with_chip(AIM))
    before, spent = room.draft, heard(room.rolling.spent)
    assert all({"smoke", "aim"} <= {chip.id for chip in entry.draft.chips} for entry in room.roll())
    assert room.draft.chips == (SMOKE,)
    assert spent == [(before,)]


def test_one_undo_strikes_all_and_gives_the_chips_back_and_redo_lets_all_count_again() -> None:
    room = a_group(99, 98, 97)
    room.drafting.put(room.draft.with_chip(AIM))
    before = room.draft
    room.roll()
    after, scene = room.draft, room.drafting.record
    assert room.document.stack.undoText() == "roll Guns of 3 characters"
    assert room.struck() == [False] * 3
    room.document.stack.undo()
    assert (room.struck(), room.draft, room.drafting.record.failures) == ([True] * 3, before, {})
    assert room.group.results == ()
    room.document.stack.redo()
    assert (room.struck(), room.draft, room.drafting.record) == ([False] * 3, after, scene)
    assert not room.document.stack.canRedo()


def test_every_failure_counts_for_the_one_who_failed() -> None:
    room = a_group(99, 1, 99)
    drafts = room.group.able
    room.roll()
    assert [room.drafting.record.failures_of(draft) for draft in drafts] == [1, 0, 1]


def test_a_group_rolls_against_one_opponent_who_rolls_once_for_each() -> None:
    room = a_group(10, 20, 30, 40, ids=(LAO, MOOK))
    opponent = Side(OKORO, "Okoro", structs.replace(room.draft.ability, rating=50) if room.draft.ability else None)
    room.drafting.take(structs.replace(room.draft, mode=Mode.OPPOSED, opponent=opponent))
    assert dict(verdicts(room.roll())) == {
        "Lao Qing": {"a.roll": (10,), "b.roll": (20,)},
        "Triad mook 1": {"a.roll": (30,), "b.roll": (40,)},
    }


def test_a_point_of_the_opponent_is_paid_once() -> None:
    stats = {"REF": 20}
    pools = {"vigor": Points(now=3, max=3)}
    okoro = a_character(OKORO, "Okoro", stats=stats, points=pools, skills={"Fray": 40})
    others = tuple(one for one in a_roster().characters if one.id != OKORO)
    room = a_group(10, 20, 30, 40, ids=(LAO, MOOK), document=a_document(a_roster(characters=(*others, okoro))))
    room.drafting.oppose(OKORO)
    opponent = structs.replace(room.draft.side("b"), point=Spend("vigor", "add_20"))
    room.drafting.take(structs.replace(room.draft, opponent=opponent))
    room.roll()
    assert the(room.document, OKORO).points["vigor"].now == 2
    room.document.stack.undo()
    assert the(room.document, OKORO).points["vigor"].now == 3


def test_kaisers_dice_that_follow_are_thrown_at_once() -> None:
    kaiser = load_system("kaiser")
    knights = tuple(
        a_character(one, one.title(), stats={"DEX": 5}, skills={"Strike": rating}, group=TRIAD)
        for one, rating in ((LAO, 6), (MOOK, 2))
    )
    roster = Roster(id="keep", name="Keep", system="kaiser", characters=knights)
    room = a_group(6, 6, 6, 3, 1, 1, 4, 4, ids=(LAO, MOOK), document=RosterDocument(roster, kaiser, counted()))
    assert verdicts(room.roll()) == [
        ("Lao", {"dice": (6, 6), "extra": (6, 3)}),
        ("Mook", {"dice": (1, 1), "fumble": (4, 4)}),
    ]
    assert room.rolling.pending is None


def test_a_secret_roll_of_a_group_is_secret_throughout() -> None:
    room = a_group(1, 2, 3)
    room.rolling.secrecy.set_secret(True)
    assert all(entry.secret for entry in room.roll())


def test_where_nobody_can_roll_nothing_happens() -> None:
    room = a_group()
    assert roll_group(room.rolling, []) == []
    assert (room.journal.entries, room.document.stack.count()) == ([], 0)


def test_typed_dice_are_not_asked_for_where_each_rolls() -> None:
    room = a_group()
    assert (room.rolling.needs("a"), room.rolling.needs("b"), room.rolling.ready) == (None, None, True)
    room.group.choose(GroupMode.HIGHEST)
    assert room.rolling.needs("a") is not None


def test_a_group_of_whom_nobody_can_roll_is_not_ready() -> None:
    room = Arrangement()
    assert room.draft.ability is not None
    psi = structs.replace(room.draft.ability, kind=AbilityKind.SKILL, key="gone", label="Basket weaving")
    room.drafting.take(structs.replace(room.draft, character="", ability=psi))
    room.group.select((JAQUI, MOOK))
    assert not room.rolling.ready


# --- What it came to -------------------------------------------------------------------------------------------------


CHANGES: dict[str, Callable[[Arrangement], object]] = {
    "draft": lambda room: room.drafting.put(room.draft.with_chip(AIM)),
    "selection": lambda room: room.group.select((LAO, MOOK)),
    "way": lambda room: room.group.choose(GroupMode.HIGHEST),
    "log": lambda room: room.log.open("mars", "ep2"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_results_go_with_what_they_came_from(change: Callable[[Arrangement], object]) -> None:
    room = a_group(1, 2, 3)
    room.roll()
    change(room)
    assert room.group.results == ()


def test_one_roll_of_a_group_can_be_looked_at_and_judged_anew() -> None:
    room = a_group(50, 61, 12)
    done = room.roll()
    assert room.rolling.recent.last is None
    room.rolling.recent.look_at(done[1])
    assert room.rolling.recent.last == done[1]
    noted = structs.replace(done[1], note="grazed")
    room.rolling.recent.revise(noted, "note")
    assert room.group.results == (done[0], noted, done[2])
    room.document.stack.undo()
    assert room.group.results == tuple(done)


def test_a_group_roll_that_is_redone_is_not_taken_for_the_last_roll() -> None:
    room = a_group(50, 61, 12)
    room.roll()
    room.document.stack.undo()
    room.document.stack.redo()
    assert room.rolling.recent.last is None


EVERYBODY = (JAQUI, LAO, MOOK, OKORO)


class Board(Arrangement):
    """A table with the table of the group."""

    def __init__(self, *rolls: int, ids: tuple[str, ...] = EVERYBODY, document: RosterDocument | None = None) -> None:
        super().__init__(*rolls, document=document)
        self.model = GroupModel(self.document, self.group)
        self.group.select(ids)

    def cells(self, *columns: GroupColumn) -> list[tuple[str, ...]]:
        return list(zip(*(column(self.model, at=at) for at in columns), strict=True))


def test_in_kaiser_there_is_no_chance_to_win_before_the_opponent_is_chosen() -> None:
    skill = Skill(id="strike", name="Strike", rating=4)
    ids = ("eva", "lao")
    people = tuple(Character(id=one, name=one.title(), skills=(skill,)) for one in ids)
    roster = Roster(id="toll", name="Toll", system="kaiser", characters=people)
    board = Board(ids=ids, document=RosterDocument(roster, load_system("kaiser"), counted()))
    board.drafting.choose("eva", AbilityKind.SKILL, "strike")
    assert board.cells(GroupColumn.CHANCE) == [("91.7%",), ("91.7%",)], "against the usual difficulty"
    board.drafting.set_mode(Mode.OPPOSED)
    board.drafting.put(board.draft.with_chip(Chip("smoke", -3, "Smoke")))
    assert board.cells(GroupColumn.TARGET, GroupColumn.CHANCE) == [("+1", NONE), ("+1", NONE)]


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
        odds = evaluate(draft, "a", board.document.system, board.document.house).odds
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


@pytest.mark.parametrize(
    ("mode", "verdicts"),
    [
        (Mode.OPPOSED, ["▲ Wins", "✖ Nobody wins", "✖ Loses"]),
        (Mode.ATTACK, ["▲ Hit", "✖ Miss", "✖ Defended"]),
    ],
)
def test_against_an_opponent_it_tells_the_chance_to_win_and_who_won(mode: Mode, verdicts: list[str]) -> None:
    board = Board(50, 1, 99, 5, 99, 98, ids=(LAO, MOOK, JAQUI))
    opponent = Side("x", "X", board.draft.ability)
    board.drafting.take(structs.replace(board.draft, mode=mode, opponent=opponent))
    reading = evaluate(board.group.able[0], "a", board.document.system, board.document.house)
    assert isinstance(reading.both, ContestOdds)
    assert column(board.model, at=GroupColumn.CHANCE)[0] == percent(Fraction(reading.both.a, reading.both.of))
    board.roll()
    assert column(board.model, at=GroupColumn.VERDICT) == verdicts


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


# --- Whom a change concerns ------------------------------------------------------------------------------------------


def test_selecting_one_after_another_emits_no_change_of_a_group() -> None:
    room = a_group(ids=(LAO,))
    news = heard(room.group.changed)
    for one in (JAQUI, MOOK, LAO):
        room.group.select((one,))
    assert news == []


def test_a_group_that_begins_or_ends_emits_a_change_and_so_do_cleared_results() -> None:
    room = a_group(11, 22, 33, ids=(LAO,))
    news = heard(room.group.changed)
    room.group.select((LAO, JAQUI))
    assert len(news) == 1
    room.group.select((LAO,))
    assert len(news) == 2
    room.group.show_results([])
    news.clear()
    room.group.select((JAQUI,))
    assert news == [()]
