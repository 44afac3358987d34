"""Ways to move are read with their rates, and what is said beside them is left."""

import pytest

from gm_desk.core.notation.movement import read_book_movement
from gm_desk.core.notation.text import TextSpan


@pytest.mark.parametrize(
    ("text", "ways", "left"),
    [
        ("Walker (Medium 4/20)", [("Walker", "Medium", 4, 20)], []),
        ("Walker (Slow, 4/12)", [("Walker", "Slow", 4, 12)], []),
        ("Walker 4/12 (Slow)", [("Walker", "Slow", 4, 12)], []),
        ("Walker, Slow, 4/12", [("Walker", "Slow", 4, 12)], []),
        ("Crawler (Very Slow 1 / 4)", [("Crawler", "Very Slow", 1, 4)], []),
        ("Rotor/Winged (Fast 8/32); Hopper", [("Rotor/Winged", "Fast", 8, 32), ("Hopper", "", None, None)], []),
        ("Jets (Steam, Slow 4/12), may stall indoors", [("Jets", "Slow", 4, 12)], ["Steam", "may stall indoors"]),
        ("Walker (4/20) or Hopper (8/32)", [("Walker", "", 4, 20), ("Hopper", "", 8, 32)], []),
        ("4/20", [("", "", 4, 20)], []),
        ("—", [], []),
        ("as morph", [], ["as morph"]),
        ("Walker 99999/99999", [], ["Walker 99999/99999"]),
    ],
)  # fmt: skip
def test_ways_to_move_are_read(text: str, ways: list[tuple[str, str, int | None, int | None]], left: list[str]) -> None:
    found = read_book_movement(TextSpan(text))
    assert [(one.name, one.speed, one.base, one.full) for one in found.movement] == ways
    assert [part.text for part in found.left] == left
