"""Clocks: filling them by hand, and tasks, whose time follows from a pace and a roll."""

from msgspec import Struct, structs

from gm_desk.core.drafts.choices_after_roll import superior_results
from gm_desk.core.drafts.draft import Chip, Side
from gm_desk.core.drafts.verdict import verdict_of
from gm_desk.core.errors import BadClockError
from gm_desk.core.rules.outcomes import Contest, Grade, MarginOutcome
from gm_desk.core.scenes.clocks import TASKS, TaskRoll, paces, task_time, time_in_words
from gm_desk.core.scenes.scene import MOST_MINUTES, Clock, Scene
from gm_desk.model.scene.scene_edits import clock_of
from gm_desk.model.scene.stage import Stage
from gm_desk.store.journal.entries import Entry

CLOCK = "clock"
"""The kind of log entries about clocks and tasks."""
PACE_PREFIX = "pace:"
"""The beginning of the id of a chip for rushing or taking time; the id of the clock follows."""
USUAL = 100
MOST_IN_ROW = 16
"""The longest progress of a task in a row, in characters."""
SUPERIOR_FAILURES = {Grade.SUPERIOR_FAILURE: 1, Grade.SUPERIOR_FAILURE_X2: 2}


class PaceChoice(Struct, frozen=True):
    """A pace in per cent of the timeframe, with its modifier and its name."""

    percent: int
    modifier: int
    text: str


def clock_in_words(clock: Clock) -> str:
    """Return the progress of a clock: "2 of 5", or for a task "2 h of 8 h"."""
    done, whole = clock.progress
    return f"{time_in_words(done)} of {time_in_words(whole)}" if clock.minutes else f"{done} of {whole}"


def clock_in_short(clock: Clock) -> str:
    """Return the progress of a clock for a narrow row; for a long one only what is left: "1 h 36 min left"."""
    words, (done, whole) = clock_in_words(clock), clock.progress
    if len(words) <= MOST_IN_ROW:
        return words
    return f"done in {time_in_words(whole)}" if clock.full else f"{time_in_words(whole - done)} left"


def paces_of(system: str, minutes: int) -> list[PaceChoice]:
    """Return the paces of a task, from the most hurried to the most careful; Kaiser has none."""
    rules = TASKS.get(system)
    found = [] if rules is None else paces(rules)
    return [PaceChoice(percent, value, _pace_in_words(percent, minutes)) for percent, value in found]


def with_pace(side: Side, clock: Clock, pace: PaceChoice) -> Side:
    """Return the side of a test with the chip of a pace in place of any other one; the usual pace has none."""
    side = structs.replace(side, chips=tuple(one for one in side.chips if not one.id.startswith(PACE_PREFIX)))
    if pace.percent == USUAL:
        return side
    word = "rushing" if pace.percent < USUAL else "taking time"
    return side.with_chip(Chip(PACE_PREFIX + clock.id, pace.modifier, f"{clock.name}: {word}, {pace.percent}%"))


def set_pace(stage: Stage, clock_id: str, pace: PaceChoice) -> None:
    """Set the pace at which a task is done."""
    clock = clock_of(stage.document, clock_id)
    _put(stage, structs.replace(clock, pace=pace.percent), f"{clock.name} in {pace.text}")


def roll_for_task(entry: Entry) -> TaskRoll | None:
    """Return the parts of a roll that matter for a task, or None if it cannot be counted."""
    verdict = verdict_of(entry.result, entry.override)
    if verdict.success is None or entry.result is None:
        return None
    own = entry.result.a if isinstance(entry.result, Contest) else entry.result
    margin = abs(own.margin) if isinstance(own, MarginOutcome) else 0
    hand, superior = superior_results(entry.result, entry.override)
    on_time = min(superior, entry.picks.count("time")) if hand == "a" and verdict.success else 0
    failures = SUPERIOR_FAILURES.get(verdict.grade, 0) if verdict.grade else 0
    return TaskRoll(verdict.success, margin, failures, on_time)


def task_after(clock: Clock, roll: TaskRoll, system: str) -> tuple[Clock, str]:
    """Return a task after a roll for it, with the result as text.

    With a success it is done in its time plus the time lost by failures; a failure costs time.
    """
    time = task_time(system, clock.minutes, clock.pace, roll)
    if roll.success:
        after = structs.replace(clock, spent=min(MOST_MINUTES, clock.lost + time), done=True)
        return after, f"done in {time_in_words(time)}"
    lost, spent = (min(MOST_MINUTES, number + time) for number in (clock.lost, clock.spent))
    return structs.replace(clock, lost=lost, spent=spent, done=False), f"failed, {time_in_words(time)} lost"


def count_roll(stage: Stage, clock_id: str, entry: Entry | None) -> None:
    """Fill a task or a segment by a roll, with an entry in the log; raise BadClockError if that is impossible.

    A success fills a segment of a clock without a time.
    """
    clock, system = clock_of(stage.document, clock_id), stage.document.system.id
    if clock.minutes and system not in TASKS:
        raise BadClockError("clock", "there are no rules for the time of a task in this system: fill it by hand")
    roll = None if entry is None else roll_for_task(entry)
    if entry is None or roll is None:
        raise BadClockError("clock", "there is no roll to count")
    if entry.id == clock.roll:
        raise BadClockError("clock", f"this roll has been counted for {clock.name}: undo that first")
    if clock.minutes:
        after, words = task_after(structs.replace(clock, roll=entry.id), roll, system)
    elif not roll.success:
        raise BadClockError("clock", f"the roll failed: only a success fills a segment of {clock.name}")
    else:
        after = structs.replace(clock, roll=entry.id).advanced(1)
        words = "full" if after.full else clock_in_words(after)
    who = f"{entry.draft.name}: " if entry.draft.name else ""
    line = stage.note(CLOCK, (clock.name, f"{who}{words}"), secret=entry.secret or not clock.shown)
    stage.put(_with(stage, after), f"{clock.name}: {words}", line)
    stage.happened.emit(f"{clock.name}: {words}")


def fill_clock(stage: Stage, clock_id: str, segments: int) -> None:
    """Fill segments of a clock, or clear them; a full clock is noted in the log."""
    clock = clock_of(stage.document, clock_id)
    _put(stage, clock.advanced(segments), f"{clock.name}: {clock_in_words(clock.advanced(segments))}")


def _put(stage: Stage, clock: Clock, text: str) -> None:
    fills = clock.full and not clock_of(stage.document, clock.id).full
    line = stage.note(CLOCK, (clock.name, "full"), secret=not clock.shown) if fills else None
    stage.put(_with(stage, clock), text, line)
    if fills:
        stage.happened.emit(f"{clock.name}: full")


def _with(stage: Stage, clock: Clock) -> Scene:
    scene = stage.fight.staged()
    return structs.replace(scene, clocks=tuple(clock if one.id == clock.id else one for one in scene.clocks))


def _pace_in_words(percent: int, minutes: int) -> str:
    return f"{percent}% of the time: {time_in_words(-(-minutes * percent // 100))}"
