"""The rows of a team, joined into one."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.model.scene.row import SceneRow, as_one_row

STATES = ("delays", "skips", "no initiative yet", "interrupted", "first", "Stunned 2")


def a_row(number: int, *pills: str) -> SceneRow:
    return SceneRow(number, "fighter", f"Thug {number}", (f"Thug {number}",), (f"thug{number}",), pills=pills)


@pytest.mark.parametrize(
    ("state", "one", "three"),
    [
        ("delays", "1 delays", "3 delay"),
        ("skips", "1 skips", "3 skip"),
        ("no initiative yet", "1 no initiative yet", "3 without initiative"),
        ("interrupted", "1 interrupted", "3 interrupted"),
        ("Prone", "1 Prone", "3 Prone"),
    ],
)
def test_what_several_of_a_team_do_is_said_in_the_plural(state: str, one: str, three: str) -> None:
    assert reduce(as_one_row, [a_row(1, state), a_row(2, state), a_row(3, state)]).pills == (three,)
    assert reduce(as_one_row, [a_row(1), a_row(2, state), a_row(3)]).pills == (one,)


@given(st.lists(st.sampled_from(STATES), min_size=2, max_size=9))
def test_each_member_is_counted_once(states: list[str]) -> None:
    row = reduce(as_one_row, [a_row(number, state) for number, state in enumerate(states)])
    assert sum(int(pill.partition(" ")[0]) for pill in row.pills) == len(states)
    assert len(row.pills) == len(set(states))
