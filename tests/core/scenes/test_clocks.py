"""Clocks, and how long a task takes."""

from fractions import Fraction

import pytest

from gm_desk.core.errors import BadClockError
from gm_desk.core.scenes.clocks import (
    EP1_TASKS,
    EP2_TASKS,
    TaskRoll,
    TaskRules,
    ep1_time,
    ep2_time,
    minutes_of,
    pace_modifier,
    task_time,
)
from gm_desk.core.scenes.scene import MOST_MINUTES, Clock


def test_a_clock_goes_from_empty_to_full_and_no_further() -> None:
    clock = Clock(id="c", name="Security arrives", size=5)
    assert [clock.advanced(step).filled for step in (-1, 3, 5, 9)] == [0, 3, 5, 5]
    assert (clock.full, clock.advanced(5).full, clock.advanced(5).advanced(-1).full) == (False, True, False)


@pytest.mark.parametrize(
    ("rules", "percent", "modifier"),
    [
        *((EP2_TASKS, percent, modifier) for percent, modifier in ((100, 0), (80, 0), (75, -20), (50, -40), (25, -60))),
        *((EP2_TASKS, percent, modifier) for percent, modifier in ((124, 0), (125, 10), (250, 60), (400, 60))),
        *((EP1_TASKS, percent, modifier) for percent, modifier in ((95, 0), (90, -10), (40, -60), (149, 0), (150, 10))),
    ],
)
def test_rushing_costs_and_taking_time_brings_whole_steps(rules: TaskRules, percent: int, modifier: int) -> None:
    assert pace_modifier(rules, Fraction(percent, 100)) == modifier


@pytest.mark.parametrize(("rules", "percent"), [(EP2_TASKS, 24), (EP1_TASKS, 39)])
def test_nobody_can_rush_beyond_what_is_possible(rules: TaskRules, percent: int) -> None:
    with pytest.raises(BadClockError, match="less than"):
        pace_modifier(rules, Fraction(percent, 100))


def test_superior_results_save_a_quarter_each_and_superior_failures_cost_one() -> None:
    whole = Fraction(1)
    assert [ep2_time(60, whole, success=True, on_time=results) for results in (0, 1, 2)] == [60, 45, 30]
    assert [ep2_time(60, whole, success=False, superior_failures=failed) for failed in (0, 1, 2)] == [15, 30, 45]


def test_a_margin_saves_or_costs_a_tenth_for_each_ten() -> None:
    assert [ep1_time(100, Fraction(1), success=True, margin=margin) for margin in (9, 10, 35, 200)] == [100, 90, 70, 0]
    assert [ep1_time(100, Fraction(1), success=False, margin=margin) for margin in (9, 10, 35)] == [0, 10, 30]


def test_a_day_of_a_task_is_eight_hours() -> None:
    assert [minutes_of(2, unit) for unit in ("minutes", "hours", "days")] == [2, 120, 960]
    for number in (0, MOST_MINUTES + 1):
        with pytest.raises(BadClockError, match="ten years"):
            minutes_of(number, "minutes")


@pytest.mark.parametrize(
    ("pace", "on_time", "minutes"),
    [(25, 1, 120), (25, 2, 120), (50, 1, 120), (50, 2, 120), (75, 2, 120), (75, 1, 240), (100, 2, 240), (150, 2, 480)],
)
def test_a_task_is_at_most_three_quarters_shorter_in_all(pace: int, on_time: int, minutes: int) -> None:
    """Eight hours, rushed and with superior results on time (EP2)."""
    assert task_time("ep2", 480, pace, TaskRoll(success=True, on_time=on_time)) == minutes
