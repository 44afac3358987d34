"""Undo steps of the log: nothing is deleted, and what is undone can be made again."""

import pytest
from msgspec import structs

from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting, Situation
from gm_desk.model.roll.undo import NamingStep, RevisionStep, RollStep
from gm_desk.model.roster.document import History
from model_makers import LAO, Clock, FakeJournal, a_document, a_draft, a_roll, counted, heard, the

pytestmark = pytest.mark.usefixtures("qapp")


class Bench:
    """A log, a draft, and a stack to undo on."""

    def __init__(self) -> None:
        self.document = a_document()
        self.drafting = Drafting(self.document)
        self.journal = FakeJournal()
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock())
        self.log.open("mars", "ep2")
        self.stack = History()
        self.before = Situation(a_draft(-20, character=LAO), SceneRecord())
        self.after = Situation(a_draft(character=LAO), SceneRecord().after(a_draft(character=LAO), success=False))

    def struck(self) -> list[bool]:
        return [entry.struck for entry in self.journal.entries]

    def roll(self, count: int = 1, text: str = "roll") -> None:
        entries = self.log.add([a_roll(roll=number) for number in range(count)])
        self.drafting.take(self.after.draft, self.after.record)
        self.stack.push(RollStep(self.log, self.drafting, entries, self.before, self.after, text))


def test_making_a_step_of_rolls_that_are_in_the_log_changes_nothing() -> None:
    bench = Bench()
    bench.drafting.take(bench.after.draft, bench.after.record)
    revised, changed = heard(bench.log.revised), heard(bench.drafting.draft_changed)
    bench.roll()
    assert (bench.struck(), revised, changed) == ([False], [], [])


def test_all_rolls_of_a_step_are_struck_together_and_count_again_together() -> None:
    bench = Bench()
    bench.roll(3)
    bench.stack.undo()
    assert (bench.struck(), bench.drafting.draft, bench.drafting.record) == ([True] * 3, *_parts(bench.before))
    bench.stack.redo()
    assert (bench.struck(), bench.drafting.draft, bench.drafting.record) == ([False] * 3, *_parts(bench.after))


def _parts(situation: Situation) -> tuple[object, object]:
    return situation.draft, situation.record


def test_what_is_brought_back_is_as_the_roster_now_has_it() -> None:
    bench = Bench()
    bench.roll()
    renamed = structs.replace(the(bench.document, LAO), name="Lao")
    bench.document.apply(bench.document.roster.with_character(renamed), "")
    bench.stack.undo()
    assert (bench.drafting.draft.name, bench.drafting.draft.chips) == ("Lao", bench.before.draft.chips)
    bench.document.apply(bench.document.roster.without_character(LAO), "")
    bench.stack.redo()
    assert (bench.drafting.draft.character, bench.drafting.draft.ability) == ("", None)


def test_what_was_composed_since_a_roll_stays_when_it_is_undone() -> None:
    bench = Bench()
    bench.roll()
    bench.drafting.modifiers.add("Dark −20")
    composed = bench.drafting.draft
    bench.stack.undo()
    assert (bench.struck(), bench.drafting.draft, bench.drafting.record) == ([True], composed, bench.before.record)
    bench.stack.redo()
    assert (bench.struck(), bench.drafting.draft, bench.drafting.record) == ([False], composed, bench.after.record)


def test_a_revision_is_made_taken_back_and_made_again() -> None:
    bench = Bench()
    (entry,) = bench.log.add([a_roll()])
    noted = structs.replace(entry, note="Ha", secret=True)
    told = heard(bench.log.revised)
    bench.stack.push(RevisionStep(bench.log, bench.drafting, (entry, noted), (SceneRecord(), SceneRecord()), "note"))
    assert bench.journal.entries == [noted]
    bench.stack.undo()
    assert bench.journal.entries == [entry]
    bench.stack.redo()
    assert bench.journal.entries == [noted]
    assert [logged.entry for (logged,) in told] == [noted, entry, noted]
    assert [line for line in bench.journal.happened if "written" in line] == [f"written roll-{n}" for n in range(1, 5)]


def test_an_ampersand_in_a_name_is_no_shortcut() -> None:
    bench = Bench()
    bench.roll(text="roll Guns of A & B")
    (entry,) = bench.journal.entries
    bench.stack.push(
        RevisionStep(
            bench.log,
            bench.drafting,
            (entry, structs.replace(entry, note="x")),
            (SceneRecord(), SceneRecord()),
            "R & D",
        )
    )
    assert [bench.stack.text(place) for place in range(2)] == ["roll Guns of A && B", "R && D"]


def test_an_evening_is_named_and_gets_its_name_back() -> None:
    bench = Bench()
    bench.roll()
    bench.stack.push(NamingStep(bench.log, "roll-1", "", "The blackout"))
    bench.stack.push(NamingStep(bench.log, "roll-1", "The blackout", ""))
    assert bench.stack.undoText() == "remove the name of the evening"
    names = []
    for step in (bench.stack.undo, bench.stack.undo, bench.stack.redo):
        step()
        names.append(bench.log.evenings()[0].name)
    assert names == ["The blackout", "", "The blackout"]


def test_the_rolls_of_a_scene_stay_known_when_one_is_undone_and_are_not_kept_for_each_step() -> None:
    bench = Bench()
    scene = bench.after.record.rolled(["r1", "r2"])
    bench.after = Situation(bench.after.draft, scene)
    bench.roll()
    bench.stack.undo()
    assert bench.drafting.record == bench.before.record.rolled(["r1", "r2"])
    bench.stack.redo()
    assert bench.drafting.record == scene
