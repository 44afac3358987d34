"""Tasks: a pace with its chip, and a roll that fills the clock, counted as each book has it."""

from functools import partial
from typing import Any

import pytest

from gm_desk.core.drafts.draft import Side
from gm_desk.core.errors import BadClockError
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import Effort, KaiserCheck, SuccessTest
from gm_desk.core.scenes.scene import Clock
from gm_desk.model.scene import scene_edits, tasks
from gm_desk.store.journal.entries import Entry, Event, Override
from makers import an_entry
from scene_makers import ANN, Fight, a_fight

pytestmark = pytest.mark.usefixtures("qapp")


def at_work(system: str = "ep2", line: str = "Repair the drive 8 h") -> tuple[Fight, str]:
    fight = Fight(a_fight(system))
    scene_edits.add_scene(fight.document, [ANN], "Hangar")
    scene_edits.add_typed(fight.document, line)
    return fight, fight.scene.clocks[0].id


def clock(fight: Fight) -> Clock:
    return fight.scene.clocks[0]


def rolled(system: str, roll: int, base: int = 65, entry_id: str = "roll-1", **changes: Any) -> Entry:
    return an_entry(entry_id, system=system, request=SuccessTest(base), dice={"roll": (roll,)}, **changes)


@pytest.mark.parametrize(
    ("line", "minutes"),
    [
        ("Pick the lock 20 min", 20),
        ("Pick 20 minutes", 20),
        ("Repair 8h", 480),
        ("Research 2 days", 960),
        ("X 1 d", 480),
    ],
)
def test_a_task_is_typed_with_its_time_and_a_day_is_eight_hours(line: str, minutes: int) -> None:
    fight, _ = at_work(line=line)
    assert (clock(fight).minutes, clock(fight).spent, clock(fight).full) == (minutes, 0, False)


@pytest.mark.parametrize(
    ("minutes", "spent", "done", "short"),
    [
        (480, 120, False, "2 h of 1 day"),
        (480, 384, True, "done in 6 h 24 min"),
        (1446, 96, False, "2 days 6 h 30 min left"),
    ],
)
def test_in_a_row_a_long_progress_is_only_what_is_left_or_the_time_it_took(
    minutes: int, spent: int, done: bool, short: str
) -> None:
    task = Clock(id="t", name="Repair the drive", minutes=minutes, spent=spent, done=done)
    assert tasks.clock_in_short(task) == short


def test_by_hand_a_task_fills_a_quarter_at_a_time() -> None:
    fight, task = at_work()
    assert tasks.clock_in_words(clock(fight)) == "0 min of 1 day"
    tasks.fill_clock(fight.stage, task, 1)
    assert tasks.clock_in_words(clock(fight)) == "2 h of 1 day"
    tasks.fill_clock(fight.stage, task, 9)
    assert clock(fight).full


@pytest.mark.parametrize(
    ("system", "roll", "picks", "percent", "words", "spent"),
    [
        ("ep2", 20, (), 100, "done in 1 day", 480),
        ("ep2", 40, ("time",), 100, "done in 6 h", 360),
        ("ep2", 40, ("time",), 50, "done in 2 h", 120),
        ("ep2", 80, (), 100, "failed, 2 h lost", 120),
        ("ep2", 98, (), 100, "failed, 2 h lost", 120),
        ("ep1", 20, (), 100, "done in 6 h 24 min", 384),
        ("ep1", 30, (), 50, "done in 1 h 36 min", 96),
        ("ep1", 97, (), 100, "failed, 2 h 24 min lost", 144),
    ],
)
def test_a_roll_fills_the_clock_by_the_arithmetic_of_the_book(
    system: str, roll: int, picks: tuple[str, ...], percent: int, words: str, spent: int
) -> None:
    fight, task = at_work(system)
    pace = next(one for one in tasks.paces_of(system, 480) if one.percent == percent)
    if percent != tasks.USUAL:
        tasks.set_pace(fight.stage, task, pace)
    tasks.count_roll(fight.stage, task, rolled(system, roll, picks=picks))
    assert (clock(fight).spent, clock(fight).full) == (spent, words.startswith("done"))
    event = fight.journal.entries[-1].request
    assert event == Event("clock", ("Repair the drive", f"Eva: {words}"))


def test_each_superior_failure_costs_a_quarter_more() -> None:
    fight, task = at_work()
    entry = rolled("ep2", 80, override=Override("", Grade.SUPERIOR_FAILURE_X2))
    tasks.count_roll(fight.stage, task, entry)
    assert clock(fight).spent == 360


def test_a_failure_and_then_a_success_add_up_and_can_be_undone_one_by_one() -> None:
    fight, task = at_work()
    tasks.count_roll(fight.stage, task, rolled("ep2", 80))
    tasks.count_roll(fight.stage, task, rolled("ep2", 20, entry_id="roll-2"))
    assert tasks.clock_in_words(clock(fight)) == "1 day 2 h of 1 day 2 h"
    fight.document.stack.undo()
    assert tasks.clock_in_words(clock(fight)) == "2 h of 1 day 2 h"
    assert fight.journal.entries[-1].struck
    fight.document.stack.undo()
    assert clock(fight).spent == 0


def test_failures_never_fill_a_task() -> None:
    fight, task = at_work()
    for number in range(5):
        tasks.count_roll(fight.stage, task, rolled("ep2", 80, entry_id=f"roll-{number}"))
    assert clock(fight).spent == 600
    assert not clock(fight).full


def test_the_paces_are_those_of_the_book() -> None:
    def shown(system: str) -> list[tuple[int, int]]:
        return [(one.percent, one.modifier) for one in tasks.paces_of(system, 480)]

    assert shown("ep2")[:5] == [(25, -60), (50, -40), (75, -20), (100, 0), (125, 10)]
    assert shown("ep1")[:7] == [(40, -60), (50, -50), (60, -40), (70, -30), (80, -20), (90, -10), (100, 0)]
    assert shown("ep1")[7] == (150, 10)
    assert tasks.paces_of("kaiser", 480) == []


def test_a_pace_is_one_chip_of_the_test_and_the_usual_one_is_none() -> None:
    fight, task = at_work()
    slow, usual, fast = (
        next(one for one in tasks.paces_of("ep2", 480) if one.percent == percent) for percent in (150, 100, 50)
    )
    side = tasks.with_pace(tasks.with_pace(Side(), clock(fight), slow), clock(fight), fast)
    assert [(chip.value, chip.label) for chip in side.chips] == [(-40, "Repair the drive: rushing, 50%")]
    assert tasks.with_pace(side, clock(fight), usual).chips == ()
    del task


@pytest.mark.parametrize("entry", [None, an_entry(request=Event("damage", ("9 damage",)), dice={})])
def test_without_a_roll_nothing_is_counted(entry: Entry | None) -> None:
    fight, task = at_work()
    with pytest.raises(BadClockError):
        tasks.count_roll(fight.stage, task, entry)
    assert clock(fight).spent == 0


def test_kaiser_has_no_time_of_tasks() -> None:
    fight, task = at_work("kaiser")
    with pytest.raises(BadClockError):
        tasks.count_roll(fight.stage, task, rolled("ep2", 20))


def a_roll(system: str, entry_id: str, d100: int, d6: int) -> Entry:
    """Return a test against 65 that rolled a number, or a check of 5 against 12 with a die and a three (Kaiser)."""
    if system != "kaiser":
        return rolled(system, d100, entry_id=entry_id)
    check = KaiserCheck("skill", Effort(5), 12)
    return an_entry(entry_id, system=system, request=check, dice={"dice": (3, d6)})


@pytest.mark.parametrize("system", ["ep2", "kaiser"])
def test_a_success_fills_a_segment_of_a_plain_clock_once(system: str) -> None:
    fight, alarm = at_work(system, "Alarm 2")
    failed, first, second = map(partial(a_roll, system), ("one", "two", "three"), (90, 20, 30), (2, 4, 5))
    with pytest.raises(BadClockError, match="only a success"):
        tasks.count_roll(fight.stage, alarm, failed)
    tasks.count_roll(fight.stage, alarm, first)
    assert (clock(fight).filled, clock(fight).roll) == (1, first.id)
    with pytest.raises(BadClockError, match="has been counted"):
        tasks.count_roll(fight.stage, alarm, first)
    tasks.count_roll(fight.stage, alarm, second)
    assert clock(fight).full
    events = [entry.request for entry in fight.journal.entries]
    assert [one.words[1].rpartition(": ")[2] for one in events if isinstance(one, Event)] == ["1 of 2", "full"]


def test_a_clock_that_is_full_says_so_in_the_log_once() -> None:
    fight, alarm = at_work(line="Alarm 2")
    for _ in range(3):
        tasks.fill_clock(fight.stage, alarm, 1)
    events = [entry.request for entry in fight.journal.entries]
    assert events == [Event("clock", ("Alarm", "full"))]
    assert fight.journal.entries[0].secret, "the players do not see this clock"


def test_what_is_shown_to_the_players_is_no_secret() -> None:
    fight, alarm = at_work(line="Alarm 1")
    scene_edits.show_clock(fight.document, alarm, shown=True)
    tasks.fill_clock(fight.stage, alarm, 1)
    assert not fight.journal.entries[0].secret
    scene_edits.show_clock(fight.document, alarm, shown=False)
    assert not clock(fight).shown


def test_a_roll_is_counted_once_until_that_is_undone() -> None:
    fight, task = at_work()
    tasks.count_roll(fight.stage, task, rolled("ep2", 80))
    with pytest.raises(BadClockError, match="has been counted"):
        tasks.count_roll(fight.stage, task, rolled("ep2", 80))
    fight.document.stack.undo()
    tasks.count_roll(fight.stage, task, rolled("ep2", 20))
    assert clock(fight).done
