"""What is done to a line of the log: each an undo step, and nothing is ever deleted."""

import pytest
from msgspec import structs

from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.draft import AbilityKind, Origin, Spend
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.wording.phrases import WORDS
from gm_desk.model.log.entry_actions import EntryActions, grade_named
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.other_rolls import roll_dice
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Override
from gm_desk.store.shipped import load_system
from model_makers import JAQUI, LAO, Clock, FakeJournal, ScriptedDice, a_roster, counted, the

pytestmark = pytest.mark.usefixtures("qapp")


class Arrangement:
    """A table with a log, and hands to change it."""

    def __init__(self, *rolls: int, system: str = "ep2") -> None:
        self.document = RosterDocument(a_roster(system=system), load_system(system), counted())
        self.journal = FakeJournal()
        self.drafting = Drafting(self.document)
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock())
        self.log.open("mars", system)
        self.rolling = Rolling(self.document, self.drafting, lambda: self.log, ScriptedDice(*rolls))
        self.acts = EntryActions(self.document, self.drafting, self.rolling)
        self.drafting.choose(JAQUI, AbilityKind.SKILL, f"{JAQUI}-0")  # Athletics 70

    def entry(self, place: int = -1) -> Entry:
        return self.journal.entries[place]

    def undo(self) -> str:
        text = self.document.stack.undoText()
        self.document.stack.undo()
        return text


@pytest.fixture
def room() -> Arrangement:
    made = Arrangement(80, 20, 30)
    made.rolling.roll()
    return made


def test_a_roll_is_struck_and_counts_again(room: Arrangement) -> None:
    room.acts.strike(room.entry())
    assert room.entry().struck
    room.acts.strike(room.entry())
    assert not room.entry().struck
    assert room.undo() == "restore Athletics of Jaqui"
    assert room.undo() == "strike Athletics of Jaqui"
    assert not room.entry().struck


def test_a_roll_becomes_secret_and_is_revealed(room: Arrangement) -> None:
    for secret, text in ((True, "mark Athletics of Jaqui secret"), (False, "mark Athletics of Jaqui public")):
        room.acts.reveal(room.entry())
        assert room.entry().secret is secret
        assert room.document.stack.undoText() == text


def test_a_note_is_written_and_taken_back(room: Arrangement) -> None:
    room.acts.note(room.entry(), "  over   the rail ")
    assert room.entry().note == "over the rail"
    room.acts.note(room.entry(), "")
    assert room.entry().note == ""
    room.undo()
    room.undo()
    assert room.entry().note == ""


@pytest.mark.parametrize("grade", WORDS)
def test_the_usual_words_of_a_verdict_give_its_grade(room: Arrangement, grade: Grade) -> None:
    room.acts.override(room.entry(), WORDS[grade].upper())
    assert room.entry().override == Override(WORDS[grade].upper(), grade)
    assert room.entry().dice == {"roll": (80,)}


def test_any_other_verdict_stands_as_it_is_with_a_grade_if_the_gm_gives_one(room: Arrangement) -> None:
    room.acts.override(room.entry(), "He slips, but hangs on")
    assert room.entry().override == Override("He slips, but hangs on")
    assert room.entry().grade is None
    room.acts.override(room.entry(), "He slips, but hangs on", Grade.FAILURE)
    assert room.entry().grade is Grade.FAILURE
    room.acts.override(room.entry(), " ")
    assert room.entry().override is None
    assert room.undo() == "remove the override from Athletics of Jaqui"
    assert room.entry().grade is Grade.FAILURE


def test_a_verdict_of_the_gm_counts_for_trying_again(room: Arrangement) -> None:
    draft = room.entry().draft
    assert room.drafting.record.failures_of(draft) == 1
    room.acts.override(room.entry(), "success")
    assert room.drafting.record.failures_of(draft) == 0
    room.undo()
    assert room.drafting.record.failures_of(draft) == 1


def test_trying_again_prepares_the_same_test_with_what_another_try_costs(room: Arrangement) -> None:
    room.drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-0")
    room.acts.try_again(room.entry())
    draft = room.drafting.draft
    assert (draft.character, draft.what) == (JAQUI, "Athletics")
    assert [(chip.origin, chip.value) for chip in draft.chips] == [(Origin.RETRY, -10)]
    assert len(room.journal.entries) == 1


def test_a_success_is_tried_again_for_nothing(room: Arrangement) -> None:
    room.rolling.roll()
    room.acts.try_again(room.entry())
    assert room.drafting.draft.chips == ()


def test_nobody_who_is_gone_tries_again(room: Arrangement) -> None:
    assert room.acts.can_try(room.entry())
    roster = room.document.roster
    room.document.change(structs.replace(roster, characters=roster.characters[:1]), "gone")
    before = room.drafting.draft
    assert not room.acts.can_try(room.entry())
    room.acts.try_again(room.entry())
    assert room.drafting.draft == before


def test_the_identical_test_is_rolled_again_as_a_new_line_and_the_one_prepared_stays(room: Arrangement) -> None:
    room.drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-0")
    prepared = room.drafting.draft
    room.acts.roll_again(room.entry())
    old, new = room.journal.entries
    assert (new.draft, new.request, new.dice) == (old.draft, old.request, {"roll": (20,)})
    assert room.drafting.draft == prepared
    room.undo()
    assert [entry.struck for entry in room.journal.entries] == [False, True]


def test_a_secret_roll_stays_secret_when_it_is_rolled_again(room: Arrangement) -> None:
    room.acts.reveal(room.entry())
    room.acts.roll_again(room.entry())
    assert [entry.secret for entry in room.journal.entries] == [True, True]
    assert not room.rolling.secrecy.secret


def test_a_point_that_nobody_has_left_is_not_spent_again(room: Arrangement) -> None:
    jaqui = structs.replace(the(room.document, JAQUI), points={"vigor": Points(now=1, max=1)})
    room.document.change_character(jaqui, "points")
    room.drafting.put(structs.replace(room.drafting.side, point=Spend("vigor", "add_20")))
    room.rolling.roll()
    assert room.entry().draft.point is not None
    room.acts.roll_again(room.entry())
    assert room.entry().draft.point is None
    assert the(room.document, JAQUI).points["vigor"].now == 0


def test_a_sum_of_dice_is_rolled_again_under_its_name() -> None:
    room = Arrangement(3, 4, 5, 6)
    roll_dice(room.rolling, "2d6")
    assert not room.acts.can_try(room.entry())
    room.acts.roll_again(room.entry())
    assert [entry.dice for entry in room.journal.entries] == [{"rolls": (3, 4)}, {"rolls": (5, 6)}]
    assert room.entry().draft.what == "2d6"


def test_a_roll_of_another_system_is_not_rolled_again(room: Arrangement) -> None:
    foreign = structs.replace(room.entry(), system="ep1")
    assert not room.acts.can_repeat(foreign)
    assert not room.acts.can_try(foreign)
    room.acts.roll_again(foreign)
    assert len(room.journal.entries) == 1


def test_words_that_are_no_verdict_have_no_grade() -> None:
    assert grade_named("success") is Grade.SUCCESS
    assert grade_named("succeeds") is None
