"""Damage and stress."""

import pytest

from gm_desk.core.rules.health import Health, after_armor, body_state, mind_state, wound_modifier, wounds_from


def test_armor_takes_damage_off_and_a_hit_never_heals() -> None:
    assert [after_armor(damage, 6) for damage in (5, 6, 7)] == [0, 0, 1]


@pytest.mark.parametrize(("damage", "wounds"), [(0, 0), (6, 0), (7, 1), (13, 1), (14, 2), (-7, 0)])
def test_wounds_are_the_damage_divided_by_the_threshold_and_rounded_down(damage: int, wounds: int) -> None:
    assert wounds_from(damage, 7) == wounds


def test_without_a_threshold_there_are_no_wounds() -> None:
    assert wounds_from(50, None) == wounds_from(50, 0) == 0
    assert wounds_from(0, 1) == 0


def test_wounds_and_traumas_cost_ten_each_together() -> None:
    assert wound_modifier(Health(wounds=2, traumas=1), 3) == -30
    assert wound_modifier(Health(), 3) == 0


def test_up_to_three_wounds_and_three_traumas_can_be_ignored() -> None:
    assert wound_modifier(Health(wounds=5, ignored_wounds=4), 3) == -20
    assert wound_modifier(Health(traumas=5, ignored_traumas=4), 3) == -20
    assert wound_modifier(Health(wounds=1, ignored_wounds=3, traumas=2), 3) == -20
    assert wound_modifier(Health(wounds=1, traumas=1, ignored_traumas=3), 3) == -10
    assert wound_modifier(Health(wounds=2, ignored_wounds=2), 0) == -20


@pytest.mark.parametrize(("damage", "state"), [(29, ""), (30, "out"), (44, "out"), (45, "dead"), (60, "dead")])
def test_damage_puts_out_at_dur_and_kills_at_dr(damage: int, state: str) -> None:
    assert body_state(damage, 30, 45) == state


@pytest.mark.parametrize(
    ("stress", "state"), [(29, ""), (30, "breakdown"), (59, "breakdown"), (60, "lost"), (90, "lost")]
)
def test_stress_breaks_down_at_luc_and_is_lost_at_ir(stress: int, state: str) -> None:
    assert mind_state(stress, 30, 60) == state


def test_a_threshold_that_was_never_typed_is_never_passed() -> None:
    assert body_state(999, None, None) == mind_state(999, None, None) == ""
    assert body_state(999, 30, None) == "out"
    assert mind_state(999, 30, None) == "breakdown"


def test_nobody_begins_hurt() -> None:
    nothing = Health(damage=0, wounds=0, stress=0, traumas=0, ignored_wounds=0, ignored_traumas=0, fatigue=0)
    assert Health() == nothing
