"""Rolling: dice are rolled or typed, the roll is logged, and modifiers for a single roll are used up."""

import gc
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.draft import AbilityKind, Chip, Draft, Mode, Spend
from gm_desk.core.errors import BadExpressionError
from gm_desk.core.rules.dice import DieReading, Needs
from gm_desk.core.rules.outcomes import CheckOutcome, Contest, DiceTotal, Grade, KaiserOutcome, Outcome
from gm_desk.core.rules.requests import DiceSum, OpposedTest, SuccessTest
from gm_desk.core.systems.eclipse import success_test
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll import recent_rolls
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.other_rolls import result_of, roll_apart, roll_dice
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster import document as model_document
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry
from gm_desk.store.journal.journal import Journal
from gm_desk.store.shipped import load_system
from model_makers import (
    JAQUI,
    LAO,
    Clock,
    FakeJournal,
    ScriptedDice,
    a_character,
    a_document,
    a_draft,
    a_roster,
    counted,
    heard,
    ring,
    the,
)

pytestmark = pytest.mark.usefixtures("qapp")


class Arrangement:
    """A table to roll at, with scripted dice and a journal in memory."""

    def __init__(
        self,
        *rolls: int,
        draft: Draft | None = None,
        document: RosterDocument | None = None,
        open_journal: Callable[[str], Journal] | None = None,
    ) -> None:
        document = document or a_document()
        self.journal = FakeJournal()
        self.drafting = Drafting(document)
        self.log = RollLog(open_journal or (lambda _: self.journal), counted("roll"), Clock())
        self.log.open("mars", "ep2")
        self.rolling = Rolling(document, self.drafting, lambda: self.log, ScriptedDice(*rolls))
        self.document = document
        self.drafting.take(a_draft(-20) if draft is None else draft)

    def roll(self, typed: int | None = None) -> Outcome:
        outcome = self.rolling.roll({} if typed is None else {"roll": (typed,)})
        assert isinstance(outcome, Outcome)
        return outcome

    def undo(self) -> None:
        self.document.stack.undo()

    def redo(self) -> None:
        self.document.stack.redo()

    def struck(self) -> list[bool]:
        return [entry.struck for entry in self.journal.entries]

    def only_entry(self) -> Entry:
        (entry,) = self.journal.entries
        return entry


def test_a_roll_takes_its_dice_and_is_written_down_with_all_it_came_from() -> None:
    room = Arrangement(33)
    draft = room.drafting.draft
    outcome = room.roll()
    assert (outcome.base, outcome.net, outcome.target, outcome.roll) == (65, -20, 45, 33)
    assert outcome.grade is Grade.CRITICAL_SUCCESS
    entry = room.only_entry()
    assert (entry.draft, entry.request, entry.dice) == (draft, success_test(draft), {"roll": (33,)})
    assert (entry.system, entry.by_hand, entry.secret) == ("ep2", False, False)


def test_each_roll_takes_the_next_dice() -> None:
    room = Arrangement(0, 99)
    assert [room.roll().roll, room.roll().roll] == [0, 99]


@pytest.mark.parametrize("typed", [0, 53, 99])
def test_typed_dice_are_as_good_as_rolled_ones_and_marked(typed: int) -> None:
    room = Arrangement()
    assert room.roll(typed).roll == typed
    assert (room.only_entry().dice, room.only_entry().by_hand) == ({"roll": (typed,)}, True)


def test_one_shots_are_spent_and_pinned_chips_stay() -> None:
    smoke = Chip("smoke", -30, "Smoke", pinned=True)
    draft = a_draft(-20).with_difficulty(-10, "Slightly Hard").with_chip(smoke)
    room = Arrangement(50, 50, draft=draft)
    spent = heard(room.rolling.spent)
    room.rolling.roll()
    assert room.drafting.draft.chips == (smoke,)
    assert room.drafting.draft.ability == draft.ability
    assert spent == [(draft,)]
    room.rolling.roll()
    assert spent == [(draft,), (None,)]


def test_an_eyeballed_net_is_a_one_shot_too() -> None:
    room = Arrangement(50, draft=a_draft(eyeballed=-40))
    outcome = room.roll()
    assert outcome.net == -40
    assert room.drafting.draft.eyeballed is None


def test_without_anything_to_roll_nothing_is_rolled() -> None:
    room = Arrangement(draft=a_draft(-20, ability=None))
    before, spent = room.drafting.draft, heard(room.rolling.spent)
    assert room.rolling.roll() is None
    assert room.rolling.roll({"roll": (53,)}) is None
    assert result_of(room.rolling, {"roll": (53,)}) is None
    assert (room.journal.entries, room.drafting.draft, spent) == ([], before, [])


def test_a_verdict_can_be_seen_before_the_dice_are_entered() -> None:
    room = Arrangement()
    draft = room.drafting.draft
    verdict = result_of(room.rolling, {"roll": (99,)})
    assert isinstance(verdict, Outcome)
    assert verdict.grade is Grade.CRITICAL_FAILURE
    assert (room.journal.entries, room.drafting.draft) == ([], draft)


def test_a_roll_is_secret_for_once() -> None:
    room = Arrangement(1, 2, 3)
    changed = heard(room.rolling.changed)
    room.rolling.roll()
    room.rolling.secrecy.set_secret(True)
    room.rolling.roll()
    assert (room.rolling.secrecy.secret, len(changed)) == (False, 2)
    room.rolling.roll()
    assert [entry.secret for entry in room.journal.entries] == [False, True, False]


def test_rolls_can_be_secret_by_default_and_one_of_them_open() -> None:
    room = Arrangement(1, 2, 3, 4)
    room.rolling.secrecy.set_default(True)
    room.rolling.roll()
    room.rolling.secrecy.set_secret(False)
    room.rolling.roll()
    room.rolling.roll()
    room.rolling.secrecy.set_default(False)
    room.rolling.roll()
    assert [entry.secret for entry in room.journal.entries] == [True, False, True, False]


def test_dice_that_belong_to_nobody_are_secret_for_once_too() -> None:
    room = Arrangement(1, 2)
    room.rolling.secrecy.set_secret(True)
    roll_dice(room.rolling, "1d10")
    roll_dice(room.rolling, "1d10")
    assert [entry.secret for entry in room.journal.entries] == [True, False]


def test_the_house_rules_of_the_roster_decide_and_are_written_down() -> None:
    room = Arrangement(30, document=a_document(a_roster(house={"cap": 20})), draft=a_draft(-60))
    outcome = room.roll()
    assert (outcome.sum, outcome.net) == (-60, -20)
    assert room.only_entry().house.cap == 20


def test_a_roll_is_on_the_disk_and_on_the_screen_before_its_modifiers_are_spent() -> None:
    room = Arrangement(50)
    seen: list[tuple[int, int]] = []
    room.log.added.connect(lambda _: seen.append((len(room.journal.entries), len(room.drafting.draft.chips))))
    room.rolling.roll()
    assert seen == [(1, 1)]


@pytest.mark.parametrize("dice", [50, 33])
def test_a_roll_changes_the_draft_once_whatever_it_spends_and_leaves_behind(dice: int) -> None:
    room = Arrangement(dice, document=a_rich_document(), draft=a_draft(-20, point=Spend("vigor", "add_20")))
    changed = heard(room.drafting.draft_changed)
    room.rolling.roll()
    assert len(changed) == 1
    assert (room.drafting.draft.chips, vigor(room)) == ((), 2)
    assert len(room.drafting.modifiers.suggested) == (dice == 33) + bool(room.drafting.record.failures_of(a_draft()))


# --- Undo and redo ---------------------------------------------------------------------------------------------------


def a_rich_document() -> RosterDocument:
    """Set some Vigor for Lao Qing and Jaqui."""
    document = a_document()
    for who in (LAO, JAQUI):
        rich = structs.replace(the(document, who), points={"vigor": Points(now=3, max=3)})
        document.apply(document.roster.with_character(rich), "")
    return document


def vigor(room: Arrangement, who: str = LAO) -> int:
    return the(room.document, who).points["vigor"].now


def test_undoing_a_roll_strikes_its_line_and_brings_back_what_it_was_made_from() -> None:
    room = Arrangement(99)
    before = room.drafting.draft
    room.roll()
    assert room.drafting.record.failures_of(before) == 1
    room.undo()
    assert (room.struck(), room.drafting.draft, room.drafting.record.failures_of(before)) == ([True], before, 0)
    room.redo()
    assert (room.struck(), room.drafting.draft.chips) == ([False], ())
    assert room.drafting.record.failures_of(before) == 1


def test_a_roll_that_was_undone_is_in_the_journal_and_never_rolled_again() -> None:
    room = Arrangement(33)
    room.roll()
    for _ in range(3):
        room.undo()
        room.redo()
    assert (room.only_entry().dice, room.only_entry().struck) == ({"roll": (33,)}, False)


def test_a_point_spent_before_the_roll_is_paid_with_it_and_comes_back_with_undo() -> None:
    draft = a_draft(-20, point=Spend("vigor", "add_20"))
    room = Arrangement(50, document=a_rich_document(), draft=draft)
    assert (room.roll().net, vigor(room), room.drafting.draft.point) == (0, 2, None)
    room.undo()
    assert (vigor(room), room.drafting.draft.point, room.struck()) == (3, Spend("vigor", "add_20"), [True])
    room.redo()
    assert (vigor(room), room.drafting.draft.point, room.struck()) == (2, None, [False])
    assert room.document.stack.count() == 1


def test_each_side_pays_for_its_own_point() -> None:
    room = Arrangement(50, 20, document=a_rich_document())
    room.drafting.oppose(JAQUI)
    point = Spend("vigor", "add_20")
    side = structs.replace(room.drafting.draft.side("b"), point=point)
    room.drafting.take(structs.replace(room.drafting.draft, point=point, opponent=side))
    room.rolling.roll()
    assert (vigor(room), vigor(room, JAQUI)) == (2, 2)
    room.undo()
    assert (vigor(room), vigor(room, JAQUI)) == (3, 3)


def test_an_opponent_who_only_is_remembered_pays_nothing() -> None:
    room = Arrangement(50, document=a_rich_document())
    room.drafting.oppose(JAQUI)
    side = structs.replace(room.drafting.draft.side("b"), point=Spend("vigor", "add_20"))
    room.drafting.take(structs.replace(room.drafting.draft, mode=Mode.ALONE, opponent=side))
    room.rolling.roll()
    assert vigor(room, JAQUI) == 3


def test_what_became_of_the_character_meanwhile_is_kept_when_a_roll_is_undone() -> None:
    room = Arrangement(50)
    room.roll()
    room.document.apply(room.document.roster.with_character(structs.replace(the(room.document, LAO), name="Lao")), "")
    room.undo()
    assert (room.drafting.draft.name, [chip.value for chip in room.drafting.draft.chips]) == ("Lao", [-20])


def test_two_rolls_are_undone_and_made_again_in_their_order() -> None:
    room = Arrangement(33, 99)
    first = room.drafting.draft
    room.roll()
    room.drafting.modifiers.add("Dark −10")
    second = room.drafting.draft
    room.roll()
    room.undo()
    assert (room.struck(), room.drafting.draft) == ([False, True], second)
    room.undo()
    assert (room.struck(), room.drafting.draft) == ([True, True], first)
    room.redo()
    assert room.struck() == [False, True]
    room.redo()
    assert (room.struck(), room.drafting.record.failures_of(second)) == ([False, False], 1)


def grade(room: Arrangement) -> Grade | None:
    result = room.rolling.recent.result
    return result.grade if isinstance(result, Outcome) else None


def test_the_last_roll_is_the_last_that_counts() -> None:
    room = Arrangement(33, 99)
    assert (room.rolling.recent.last, room.rolling.recent.result) == (None, None)
    room.roll()
    room.roll()
    seen = [grade(room)]
    for step in (room.undo, room.undo, room.redo, room.redo):
        step()
        seen.append(grade(room))
    critical, failed = Grade.CRITICAL_SUCCESS, Grade.CRITICAL_FAILURE
    assert seen == [failed, critical, None, critical, failed]


def test_another_roster_has_no_last_roll_and_nothing_that_waits() -> None:
    room = Arrangement(33)
    room.roll()
    room.log.open("venus", "ep2")
    assert (room.rolling.recent.last, room.rolling.recent.result, room.rolling.pending) == (None, None, None)


# --- Judging anew ----------------------------------------------------------------------------------------------------


def flipped(entry: Entry) -> Entry:
    assert isinstance(entry.request, SuccessTest)
    return structs.replace(entry, request=structs.replace(entry.request, after="flip_flop"))


def a_flip_flop(room: Arrangement) -> None:
    assert room.rolling.recent.last is not None
    room.rolling.recent.revise(flipped(room.rolling.recent.last), "flip-flop", pays="vigor", payer=LAO)


def test_a_point_after_the_roll_judges_it_anew_and_is_paid_in_one_step() -> None:
    room = Arrangement(81, document=a_rich_document())
    room.roll()
    told = heard(room.log.revised)
    a_flip_flop(room)
    assert (grade(room), vigor(room), room.document.stack.count()) == (Grade.SUCCESS, 2, 2)
    assert [logged.entry for (logged,) in told] == [room.rolling.recent.last] == [room.only_entry()]
    room.undo()
    assert (grade(room), vigor(room), room.struck()) == (Grade.FAILURE, 3, [False])
    room.redo()
    assert (grade(room), vigor(room), room.only_entry()) == (Grade.SUCCESS, 2, room.rolling.recent.last)


def test_a_roll_that_was_judged_anew_is_undone_and_made_again_as_it_then_was() -> None:
    room = Arrangement(81, document=a_rich_document())
    room.roll()
    a_flip_flop(room)
    room.undo()
    room.undo()
    assert (room.struck(), room.rolling.recent.last) == ([True], None)
    room.redo()
    room.redo()
    assert (grade(room), vigor(room), room.struck()) == (Grade.SUCCESS, 2, [False])


def test_nothing_is_judged_anew_where_nothing_changes_or_nothing_counts() -> None:
    room = Arrangement(81)
    room.roll()
    assert room.rolling.recent.last is not None
    room.rolling.recent.revise(room.rolling.recent.last, "nothing")
    assert room.document.stack.count() == 1
    room.undo()
    room.rolling.recent.revise(flipped(room.only_entry()), "flip-flop")
    assert (room.document.stack.count(), room.struck()) == (1, [True])


def test_a_revision_that_cannot_be_written_is_shown_as_unsaved_and_written_later() -> None:
    room = Arrangement(81, document=a_rich_document())
    room.roll()
    room.journal.full = True
    told, trouble, saved = heard(room.log.revised), heard(room.log.trouble_changed), heard(room.log.writer.saved)
    a_flip_flop(room)
    assert (grade(room), [logged.saved for (logged,) in told]) == (Grade.SUCCESS, [False])
    assert trouble[-1] == ("log", "A change to the log is not saved: no space left on device. GM Desk keeps trying.")
    (shown,) = room.log.page(9)
    assert (shown.entry, shown.saved) == (room.rolling.recent.last, False)
    ring(room.log)
    assert saved == []
    room.journal.full = False
    ring(room.log)
    assert (saved, trouble[-1]) == ([()], ("log", ""))
    assert (room.only_entry(), room.log.page(9)[0].saved) == (room.rolling.recent.last, True)


def test_a_roll_and_its_undo_that_cannot_be_written_are_written_in_their_order() -> None:
    room = Arrangement(81)
    room.journal.full = True
    room.roll()
    room.undo()
    assert [(logged.entry.struck, logged.saved) for logged in room.log.page(9)] == [(True, False)]
    room.redo()
    room.undo()
    room.journal.full = False
    assert room.log.writer.flush()
    assert room.struck() == [True]


# --- Two sides -------------------------------------------------------------------------------------------------------


def a_fight(*rolls: int) -> Arrangement:
    """Lao Qing shoots at Jaqui: 65 against 28."""
    room = Arrangement(*rolls, draft=a_draft())
    room.drafting.oppose(JAQUI)
    return room


def test_both_sides_roll_at_once() -> None:
    room = a_fight(20, 12)
    outcome = room.rolling.roll()
    assert isinstance(outcome, Contest)
    assert (outcome.a.roll, outcome.b.roll, outcome.winner) == (20, 12, "a")
    entry = room.only_entry()
    assert (entry.dice, entry.by_hand) == ({"a.roll": (20,), "b.roll": (12,)}, False)
    assert isinstance(entry.request, OpposedTest)


@pytest.mark.parametrize("typed", [{"a.roll": (20,)}, {"b.roll": (20,)}, {"a.roll": (20,), "b.roll": (20,)}])
def test_either_side_may_be_typed_and_the_other_is_rolled(typed: dict[str, tuple[int, ...]]) -> None:
    room = a_fight(11)
    room.rolling.roll(typed)
    entry = room.only_entry()
    assert (entry.dice, entry.by_hand) == ({"a.roll": (11,), "b.roll": (11,)} | typed, True)


def test_each_side_says_which_dice_it_needs() -> None:
    room = a_fight()
    assert (room.rolling.needs("a"), room.rolling.needs("b")) == (Needs("a.roll"), Needs("b.roll"))
    room.drafting.set_mode(Mode.ALONE)
    assert (room.rolling.needs("a"), room.rolling.needs("b")) == (Needs("roll"), None)
    room.drafting.take(Draft())
    assert (room.rolling.needs("a"), room.rolling.needs("b"), room.rolling.ready) == (None, None, False)


def test_a_contest_can_be_seen_only_once_the_dice_of_both_are_typed() -> None:
    room = a_fight()
    assert result_of(room.rolling, {"a.roll": (20,)}) is None
    seen = result_of(room.rolling, {"a.roll": (20,), "b.roll": (12,)})
    assert isinstance(seen, Contest)
    assert (seen.winner, room.journal.entries) == ("a", [])


def test_a_contest_that_is_lost_is_a_failure_and_the_same_against_another_is_not() -> None:
    room = a_fight(12, 20)
    room.drafting.set_mode(Mode.OPPOSED)
    room.rolling.roll()
    assert [chip.label for chip in room.drafting.modifiers.suggested] == ["Retry 1"]
    room.drafting.set_mode(Mode.ALONE)
    assert room.drafting.modifiers.suggested == []


# --- Sums of dice ----------------------------------------------------------------------------------------------------


def test_a_sum_of_dice_belongs_to_nobody_and_leaves_the_draft_alone() -> None:
    room = Arrangement(4, 10)
    draft, scene = room.drafting.draft, room.drafting.record
    room.rolling.secrecy.set_secret(True)
    assert roll_dice(room.rolling, "2d10+3") == DiceTotal(17)
    entry = room.only_entry()
    assert (entry.request, entry.dice, entry.secret) == (DiceSum("2d10+3"), {"rolls": (4, 10)}, True)
    assert (entry.draft.character, entry.draft.what) == ("", "2d10+3")
    assert (room.drafting.draft, room.drafting.record, room.rolling.recent.result) == (draft, scene, DiceTotal(17))
    room.undo()
    assert (room.struck(), room.drafting.draft) == ([True], draft)


@pytest.mark.parametrize("expression", ["", "2x6", "101d6", "d1001"])
def test_what_is_no_sum_of_dice_is_refused_and_not_written(expression: str) -> None:
    room = Arrangement()
    with pytest.raises(BadExpressionError):
        roll_dice(room.rolling, expression)
    assert (room.journal.entries, room.document.stack.count()) == ([], 0)


# --- Step by step (Kaiser) -------------------------------------------------------------------------------------------

KAISER = load_system("kaiser")
TWO, ONE = 2, 1


def a_duel(*rolls: int, against: bool = False, **house: Any) -> Arrangement:
    """Kesh strikes with 7, and the guard blocks with 6."""
    stats = {"DEX": 10, "AGI": 8}
    fighter = a_character("kesh", "Kesh", stats=stats, skills={"Strike": 7, "Stealth": 5})
    guard = a_character("guard", "Guard", stats=stats, skills={"Block": 6, "Notice": 5})
    roster = Roster(id="mars", name="Duel", system="kaiser", house=house, characters=(fighter, guard))
    room = Arrangement(*rolls, document=RosterDocument(roster, KAISER, counted()), draft=Draft())
    room.log.open("mars", "kaiser")
    room.drafting.choose("kesh", AbilityKind.SKILL, "kesh-0")
    if against:
        room.drafting.oppose("guard")
    return room


def waits(room: Arrangement) -> Needs | None:
    return room.rolling.pending.needs if room.rolling.pending else None


def six(name: str, count: int) -> Needs:
    return Needs(name, 6, count, DieReading.SUM)


def test_an_ordinary_check_waits_for_nothing() -> None:
    room = a_duel(3, 4)
    assert room.rolling.needs("a") == six("dice", TWO)
    outcome = room.rolling.roll()
    assert isinstance(outcome, CheckOutcome)
    assert (outcome.total, outcome.success, waits(room)) == (14, True, None)
    assert room.only_entry().system == "kaiser"


def test_an_open_roll_goes_on_one_die_at_a_time_and_is_written_down_at_its_end() -> None:
    room = a_duel(6, 6, 6, 2)
    changed = heard(room.rolling.changed)
    assert room.rolling.roll() is None
    assert (waits(room), room.rolling.needs("a"), room.rolling.needs("b")) == (six("extra", ONE),) * 2 + (None,)
    assert room.rolling.roll() is None
    assert (waits(room), room.journal.entries, len(changed)) == (six("extra", ONE), [], 2)
    outcome = room.rolling.roll()
    assert isinstance(outcome, CheckOutcome)
    assert (outcome.total, outcome.open, waits(room)) == (27, True, None)
    assert (room.only_entry().dice, room.only_entry().by_hand) == ({"dice": (6, 6), "extra": (6, 2)}, False)


def test_a_fumble_waits_for_its_level_which_may_be_typed() -> None:
    room = a_duel(1, 1)
    assert room.rolling.roll() is None
    assert waits(room) == six("fumble", TWO)
    seen = result_of(room.rolling, {"fumble": (6, 6)})
    assert isinstance(seen, CheckOutcome)
    assert (seen.fumble_level, room.journal.entries) == (12, [])
    outcome = room.rolling.roll({"fumble": (2, 2)})
    assert isinstance(outcome, CheckOutcome)
    assert (outcome.fumble_level, outcome.success) == (4, False)
    assert (room.only_entry().dice, room.only_entry().by_hand) == ({"dice": (1, 1), "fumble": (2, 2)}, True)


def test_dice_typed_first_mark_a_roll_that_goes_on_by_itself() -> None:
    room = a_duel(2)
    assert room.rolling.roll({"dice": (6, 6)}) is None
    room.rolling.roll()
    assert (room.only_entry().dice, room.only_entry().by_hand) == ({"dice": (6, 6), "extra": (2,)}, True)


def test_all_dice_may_be_typed_at_once() -> None:
    room = a_duel()
    outcome = room.rolling.roll({"dice": (6, 6), "extra": (3,)})
    assert isinstance(outcome, CheckOutcome)
    assert (outcome.total, waits(room)) == (22, None)


def test_a_roll_that_waits_is_let_go_of() -> None:
    room = a_duel(6, 6, 3, 4)
    room.rolling.roll()
    changed = heard(room.rolling.changed)
    room.rolling.drop()
    room.rolling.drop()
    assert (waits(room), changed, room.journal.entries) == (None, [()], [])
    room.rolling.roll()
    assert room.only_entry().dice == {"dice": (3, 4)}


def test_a_roll_that_waits_is_the_one_that_was_begun_whatever_is_drafted_meanwhile() -> None:
    room = a_duel(6, 6, 2)
    room.drafting.modifiers.add("Rain −3")
    begun = room.drafting.draft
    room.rolling.roll()
    room.drafting.choose("kesh", AbilityKind.SKILL, "kesh-1")
    spent = heard(room.rolling.spent)
    room.rolling.roll()
    assert room.only_entry().draft == begun
    assert (room.drafting.draft.what, [chip.label for chip in room.drafting.draft.chips]) == ("Stealth", ["Rain"])
    assert spent == [(None,)]


def test_each_side_of_a_contest_is_rolled_step_by_step() -> None:
    room = a_duel(6, 6, 3, 1, 1, 5, 5, against=True)
    assert (room.rolling.needs("a"), room.rolling.needs("b")) == (six("a.dice", TWO), six("b.dice", TWO))
    assert room.rolling.roll() is None
    assert waits(room) == six("a.extra", ONE)
    assert room.rolling.roll() is None
    assert (waits(room), room.rolling.needs("a"), room.rolling.needs("b")) == (
        six("b.fumble", TWO),
        None,
        six("b.fumble", TWO),
    )
    outcome = room.rolling.roll()
    assert isinstance(outcome, KaiserOutcome)
    assert (outcome.a.total, outcome.b.total, outcome.b.fumble_level) == (22, 1, 10)
    assert room.only_entry().dice == {"a.dice": (6, 6), "a.extra": (3,), "b.dice": (1, 1), "b.fumble": (5, 5)}


def test_dice_typed_for_the_other_side_lie_on_the_table_while_the_first_rolls_open() -> None:
    room = a_duel(6, 6, 3, against=True)
    assert room.rolling.roll({"b.dice": (4, 5)}) is None
    assert waits(room) == six("a.extra", ONE)
    outcome = room.rolling.roll()
    assert isinstance(outcome, KaiserOutcome)
    assert (outcome.a.total, outcome.b.total) == (22, 15)
    assert (room.only_entry().dice["b.dice"], room.only_entry().by_hand) == ((4, 5), True)


def test_a_tie_is_rolled_off_until_the_dice_differ() -> None:
    room = a_duel(4, 3, 4, 3, 5, 5, 2, 6, against=True, ruling="roll_off")
    room.drafting.choose("kesh", AbilityKind.SKILL, "kesh-1")
    room.drafting.set_mode(Mode.OPPOSED)
    room.drafting.oppose("guard")
    room.drafting.turn_to("b")
    room.drafting.choose("guard", AbilityKind.SKILL, "guard-1")
    assert room.rolling.roll() is None
    assert (waits(room), room.rolling.needs("a"), room.rolling.needs("b")) == (six("roll_off", TWO),) * 2 + (None,)
    assert room.rolling.roll() is None
    assert waits(room) == six("roll_off", TWO)
    outcome = room.rolling.roll()
    assert isinstance(outcome, KaiserOutcome)
    assert (outcome.winner, outcome.tie) == ("b", True)
    assert room.only_entry().dice["roll_off"] == (5, 5, 2, 6)


def test_an_attack_that_ties_is_not_rolled_off() -> None:
    room = a_duel(3, 3, 3, 4, against=True, ruling="roll_off")
    outcome = room.rolling.roll()
    assert isinstance(outcome, KaiserOutcome)
    assert (outcome.tie, outcome.winner, waits(room)) == (True, "b", None)


def test_a_check_that_fails_suggests_no_retry_in_kaiser() -> None:
    room = a_duel(1, 2)
    room.drafting.modifiers.set_difficulty(20)
    room.rolling.roll()
    assert room.drafting.modifiers.suggested == []


def test_a_test_rolled_apart_leaves_the_one_being_composed_alone() -> None:
    room = Arrangement(33)
    draft = room.drafting.draft
    said = heard(room.rolling.spent)
    assert isinstance(roll_apart(room.rolling, a_draft(name="Okoro", character="okoro")), Outcome)
    assert (room.drafting.draft, said) == (draft, [(None,)])
    assert room.only_entry().draft.name == "Okoro"


def test_nothing_to_roll_apart_rolls_nothing() -> None:
    room = Arrangement()
    assert roll_apart(room.rolling, Draft()) is None
    assert room.journal.entries == []


# --- What is kept in memory ------------------------------------------------------------------------------------------


def roll_often(room: Arrangement, rolls: int) -> None:
    for roll in range(rolls):
        room.drafting.modifiers.set_difficulty(-10 * (roll % 3))
        room.rolling.roll({"roll": (roll % 100,)})


def test_an_evening_of_rolls_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_document, "MOST_STEPS", 20)
    monkeypatch.setattr(recent_rolls, "MOST", 20)
    journal = Journal(tmp_path / "mars.sqlite")
    room = Arrangement(open_journal=lambda _: journal)
    gc.collect()
    tracemalloc.start()
    try:
        roll_often(room, 200)  # every result of a d100, of which each is kept in words once
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        roll_often(room, 200)
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
        room.log.journal.close()
    assert kept < 200 * 200, "bytes for 200 rolls"


def test_the_last_thousand_rolls_can_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_document, "MOST_STEPS", 3)
    room = Arrangement()
    roll_often(room, 5)
    while room.document.stack.canUndo():
        room.undo()
    assert room.struck() == [False, False, True, True, True]


def test_a_roll_that_is_remembered_no_longer_is_read_from_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_rolls, "MOST", 2)
    room = Arrangement()
    roll_often(room, 4)
    first = room.journal.entries[0]
    assert room.rolling.recent.now(first.id) == first
    room.rolling.recent.revise(structs.replace(first, note="Dark"), "note")
    noted = room.rolling.recent.now(first.id)
    assert noted is not None
    assert noted.note == "Dark"
