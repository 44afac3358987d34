"""Clocks and tasks: segments or time that fill up, by hand or by a roll."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from msgspec import Meta, Struct, structs

from gm_desk.core.errors import BadClockError
from gm_desk.core.scenes.scene import Id

MOST_SEGMENTS = 99
MOST_MINUTES = 5_256_000
"""Ten years."""
MINUTES_A_DAY = 480
"""A day of a task is eight hours of work."""

Segments = Annotated[int, Meta(ge=0, le=MOST_SEGMENTS)]


class Clock(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A named clock of `size` segments, of which some are filled; `shown` ones are what the players see, too."""

    id: Id
    name: str
    size: Annotated[int, Meta(ge=1, le=MOST_SEGMENTS)] = 4
    filled: Segments = 0
    shown: bool = False
    extra: Mapping[str, Any] = {}

    @property
    def full(self) -> bool:
        """Return whether no segment is left."""
        return self.filled >= self.size

    def advanced(self, segments: int) -> Self:
        """Return the clock with so many segments more, or fewer, from empty to full."""
        return structs.replace(self, filled=max(0, min(self.size, self.filled + segments)))


class TaskRules(Struct, frozen=True):
    """How one edition counts the time of a task, in shares of its timeframe.

    Each `rush_step` less costs `rush_modifier`, up to `most_rushed`; each `care_step` more brings `care_modifier`.
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

    A part of a step does not count. Raises BadClockError for rushing beyond what is possible.
    """
    if 1 - share > rules.most_rushed:
        least = (1 - rules.most_rushed) * 100
        raise BadClockError("pace", f"nobody can do it in less than {least} % of the time")
    if share < 1:
        return rules.rush_modifier * int((1 - share) // rules.rush_step)
    return min(rules.most_care, rules.care_modifier * int((share - 1) // rules.care_step))


def ep2_time(
    timeframe: int, pace: Fraction, *, success: bool, on_time: int = 0, superior_failures: int = 0
) -> Fraction:
    """Return the minutes of a task in EP2: 25 % less for each superior result spent on time.

    A failure has cost 25 % of the timeframe, and 25 % more for each superior failure.
    """
    if success:
        return max(Fraction(0), timeframe * (pace - Fraction(on_time, 4)))
    return timeframe * Fraction(1 + superior_failures, 4)


def ep1_time(timeframe: int, pace: Fraction, *, success: bool, margin: int) -> Fraction:
    """Return the minutes of a task in EP1: 10 % less for each 10 of the margin, of success or of failure.

    A failure has cost 10 % of the timeframe for each 10 of its margin.
    """
    tens = Fraction(margin // 10, 10)
    return max(Fraction(0), timeframe * (pace - tens)) if success else timeframe * tens


TimeUnit = Literal["minutes", "hours", "days"]


def minutes_of(number: int, unit: TimeUnit) -> int:
    """Return a timeframe in minutes; raises BadClockError for none, and for more than ten years."""
    minutes = number * {"minutes": 1, "hours": 60, "days": MINUTES_A_DAY}[unit]
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadClockError("timeframe", "a task takes from one minute to ten years")
    return minutes
