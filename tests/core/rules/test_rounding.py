"""Rounding, as each book does it."""

import pytest

from gm_desk.core.rules.dice import down, half_up, up


@pytest.mark.parametrize(
    ("number", "divisor", "to_half", "to_up", "to_down"),
    [(45, 2, 23, 23, 22), (105, 2, 53, 53, 52), (42, 5, 8, 9, 8), (43, 5, 9, 9, 8), (40, 5, 8, 8, 8), (0, 5, 0, 0, 0)],
)
def test_divisions_round_as_the_books_say(number: int, divisor: int, to_half: int, to_up: int, to_down: int) -> None:
    assert (half_up(number, divisor), up(number, divisor), down(number, divisor)) == (to_half, to_up, to_down)
