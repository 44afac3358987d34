"""Clocks and tasks: segments or time that fill up, by hand or by a roll."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Literal

from msgspec import Struct

from gm_desk.core.errors import BadClockError
from gm_desk.core.scenes.scene import MOST_MINUTES
from gm_desk.core.wording.phrases import plural

MINUTES_A_DAY = 480
"""The minutes of a working day, which has eight hours."""
HOUR = 60


class TaskRules(Struct, frozen=True):
    """The rules of an edition for the time of a task, in shares of its timeframe.

    Each `rush_step` less adds `rush_modifier`, up to `most_rushed`; each `care_step` more adds `care_modifier`.
    """

    rush_step: Fraction
    rush_modifier: int
    most_rushed: Fraction
    care_step: Fraction
    care_modifier: int
    most_care: int


EP2_TASKS = TaskRules(Fraction(1, 4), -20, Fraction(3, 4), Fraction(1, 4), 10, 60)
EP1_TASKS = TaskRules(Fraction(1, 10), -10, Fraction(6, 10), Fraction(1, 2), 10, 60)
TASKS: Mapping[str, TaskRules] = {"ep1": EP1_TASKS, "ep2": EP2_TASKS}


def pace_modifier(rules: TaskRules, share: Fraction) -> int:
    """Return the modifier for taking a `share` of the timeframe: 1/2 is rushing, 3/2 taking time.

    A part of a step does not count. Raise BadClockError for rushing beyond the limit.
    """
    if 1 - share > rules.most_rushed:
        least = (1 - rules.most_rushed) * 100
        raise BadClockError("pace", f"it cannot be done in less than {least}% of the time")
    if share < 1:
        return rules.rush_modifier * int((1 - share) // rules.rush_step)
    return min(rules.most_care, rules.care_modifier * int((share - 1) // rules.care_step))


LEAST_SHARE = Fraction(1, 4)
"""The least share of its timeframe that a task takes in EP2, however it was hurried."""


def ep2_time(
    timeframe: int, pace: Fraction, *, success: bool, on_time: int = 0, superior_failures: int = 0
) -> Fraction:
    """Return the minutes of a task in EP2: 25% less for each superior result spent on time, at most 75% in all.

    A failure has cost 25% of the timeframe, and 25% more for each superior failure.
    """
    if success:
        return timeframe * max(LEAST_SHARE, pace - Fraction(on_time, 4))
    return timeframe * Fraction(1 + superior_failures, 4)


def ep1_time(timeframe: int, pace: Fraction, *, success: bool, margin: int) -> Fraction:
    """Return the minutes of a task in EP1: 10% less for each 10 of the margin, of success or of failure.

    A failure has cost 10% of the timeframe for each 10 of its margin.
    """
    tens = Fraction(margin // 10, 10)
    return max(Fraction(0), timeframe * (pace - tens)) if success else timeframe * tens


class TaskRoll(Struct, frozen=True):
    """The parts of a roll used for a task: the margin (EP1), superior failures and superior results on time (EP2)."""

    success: bool
    margin: int = 0
    superior_failures: int = 0
    on_time: int = 0


def task_time(system: str, timeframe: int, percent: int, roll: TaskRoll) -> int:
    """Return the minutes that a task takes, or that a failure cost, rounded up; a task takes at least one minute."""
    pace = Fraction(percent, 100)
    if system == "ep1":
        time = ep1_time(timeframe, pace, success=roll.success, margin=roll.margin)
    else:
        time = ep2_time(
            timeframe, pace, success=roll.success, on_time=roll.on_time, superior_failures=roll.superior_failures
        )
    return min(MOST_MINUTES, max(1 if roll.success else 0, ceil(time)))


def paces(rules: TaskRules) -> list[tuple[int, int]]:
    """Return the paces at which a task can be done, in percent of its timeframe, each with its modifier."""
    rushed = [1 - rules.rush_step * step for step in range(int(rules.most_rushed / rules.rush_step), 0, -1)]
    careful = [1 + rules.care_step * step for step in range(rules.most_care // rules.care_modifier + 1)]
    return [(int(share * 100), pace_modifier(rules, share)) for share in (*rushed, *careful)]


def time_in_words(minutes: int) -> str:
    """Return a time as text in working days, hours and minutes: "2 days 4 h", "1 h 30 min", "0 min"."""
    days, rest = divmod(minutes, MINUTES_A_DAY)
    parts = (
        plural(days, "day") if days else "",
        f"{rest // HOUR} h" if rest >= HOUR else "",
        f"{rest % HOUR} min" if rest % HOUR else "",
    )
    return " ".join(filter(None, parts)) or "0 min"


TimeUnit = Literal["minutes", "hours", "days"]


def minutes_of(number: int, unit: TimeUnit) -> int:
    """Return a timeframe in minutes; raise BadClockError for 0, and for more than ten years."""
    minutes = number * {"minutes": 1, "hours": HOUR, "days": MINUTES_A_DAY}[unit]
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadClockError("timeframe", "a task takes between one minute and ten years")
    return minutes
