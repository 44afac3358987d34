"""Rolling: dice thrown or typed, the roll written down, and the one-shots spent."""

import pytest

from gm_desk.core.draft import Chip, Draft
from gm_desk.core.rules.outcomes import Grade, Outcome
from gm_desk.core.systems.eclipse import success_test
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.roll_log import RollLog
from gm_desk.model.rolling import Rolling
from gm_desk.store.entries import Entry
from model_makers import Clock, FakeJournal, ScriptedDice, a_document, a_draft, a_roster, counted, heard

pytestmark = pytest.mark.usefixtures("qapp")


class Room:
    """A table to roll at, with scripted dice and a journal in memory."""

    def __init__(self, *rolls: int, draft: Draft | None = None, document: RosterDocument | None = None) -> None:
        document = document or a_document()
        self.journal = FakeJournal()
        self.drafting = Drafting(document)
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock())
        self.log.open("mars", "ep2")
        self.rolling = Rolling(document, self.drafting, self.log, ScriptedDice(*rolls))
        self.drafting.take(a_draft(-20) if draft is None else draft)

    def roll(self, typed: int | None = None) -> Outcome:
        outcome = self.rolling.roll({} if typed is None else {"roll": (typed,)})
        assert isinstance(outcome, Outcome)
        return outcome

    def only_entry(self) -> Entry:
        (entry,) = self.journal.entries
        return entry


def test_a_roll_takes_its_dice_and_is_written_down_with_all_it_came_from() -> None:
    room = Room(33)
    draft = room.drafting.draft
    outcome = room.roll()
    assert (outcome.base, outcome.net, outcome.target, outcome.roll) == (65, -20, 45, 33)
    assert outcome.grade is Grade.CRITICAL_SUCCESS
    entry = room.only_entry()
    assert (entry.draft, entry.request, entry.dice) == (draft, success_test(draft), {"roll": (33,)})
    assert (entry.system, entry.by_hand, entry.secret) == ("ep2", False, False)


def test_each_roll_takes_the_next_dice() -> None:
    room = Room(0, 99)
    assert [room.roll().roll, room.roll().roll] == [0, 99]


@pytest.mark.parametrize("typed", [0, 53, 99])
def test_typed_dice_are_as_good_as_rolled_ones_and_marked(typed: int) -> None:
    room = Room()
    assert room.roll(typed).roll == typed
    assert (room.only_entry().dice, room.only_entry().by_hand) == ({"roll": (typed,)}, True)


def test_one_shots_are_spent_and_pinned_chips_stay() -> None:
    smoke = Chip("smoke", -30, "Smoke", pinned=True)
    draft = a_draft(-20).with_difficulty(-10, "Slightly Hard").with_chip(smoke)
    room = Room(50, 50, draft=draft)
    spent = heard(room.rolling.spent)
    room.rolling.roll()
    assert room.drafting.draft.chips == (smoke,)
    assert room.drafting.draft.ability == draft.ability
    assert spent == [(draft,)]
    room.rolling.roll()
    assert spent == [(draft,), (None,)]


def test_an_eyeballed_net_is_a_one_shot_too() -> None:
    room = Room(50, draft=a_draft(eyeballed=-40))
    outcome = room.roll()
    assert outcome.net == -40
    assert room.drafting.draft.eyeballed is None


def test_without_anything_to_roll_nothing_is_rolled() -> None:
    room = Room(draft=a_draft(-20, ability=None))
    before, spent = room.drafting.draft, heard(room.rolling.spent)
    assert room.rolling.roll() is None
    assert room.rolling.roll({"roll": (53,)}) is None
    assert room.rolling.result_of({"roll": (53,)}) is None
    assert (room.journal.entries, room.drafting.draft, spent) == ([], before, [])


def test_a_verdict_can_be_seen_before_the_dice_are_entered() -> None:
    room = Room()
    draft = room.drafting.draft
    verdict = room.rolling.result_of({"roll": (99,)})
    assert isinstance(verdict, Outcome)
    assert verdict.grade is Grade.CRITICAL_FAILURE
    assert (room.journal.entries, room.drafting.draft) == ([], draft)


def test_a_roll_is_secret_for_once() -> None:
    room = Room(1, 2, 3)
    changed = heard(room.rolling.changed)
    room.rolling.roll()
    room.rolling.set_secret(True)
    room.rolling.roll()
    assert (room.rolling.secret, len(changed)) == (False, 2)
    room.rolling.roll()
    assert [entry.secret for entry in room.journal.entries] == [False, True, False]


def test_rolls_can_be_secret_by_default_and_one_of_them_open() -> None:
    room = Room(1, 2, 3, 4)
    room.rolling.set_secret_by_default(True)
    room.rolling.roll()
    room.rolling.set_secret(False)
    room.rolling.roll()
    room.rolling.roll()
    room.rolling.set_secret_by_default(False)
    room.rolling.roll()
    assert [entry.secret for entry in room.journal.entries] == [True, False, True, False]


def test_dice_that_belong_to_nobody_are_secret_for_once_too() -> None:
    room = Room(1, 2)
    room.rolling.set_secret(True)
    room.rolling.roll_dice("1d10")
    room.rolling.roll_dice("1d10")
    assert [entry.secret for entry in room.journal.entries] == [True, False]


def test_the_house_rules_of_the_roster_decide_and_are_written_down() -> None:
    room = Room(30, document=a_document(a_roster(house={"cap": 20})), draft=a_draft(-60))
    outcome = room.roll()
    assert (outcome.sum, outcome.net) == (-60, -20)
    assert room.only_entry().house.cap == 20


def test_a_roll_is_on_the_disk_and_on_the_screen_before_its_modifiers_are_spent() -> None:
    room = Room(50)
    seen: list[tuple[int, int]] = []
    room.log.added.connect(lambda _: seen.append((len(room.journal.entries), len(room.drafting.draft.chips))))
    room.rolling.roll()
    assert seen == [(1, 1)]
