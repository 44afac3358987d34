"""What is said aloud of dice tells their faces and nothing else."""

import pytest

from gm_desk.core.rules.dice import Thrown
from gm_desk.model.log.cells import spoken_dice


@pytest.mark.parametrize(
    ("thrown", "said"),
    [
        ({"roll": (7,)}, "07"),
        ({"a.roll": (61,), "b.roll": (0,)}, "61 against 00"),
        ({"dice": (6, 6), "extra": (3,)}, "6 6 3"),
        ({"a.dice": (2, 5), "b.dice": (4, 4)}, "2 5 against 4 4"),
    ],
)
def test_faces_are_said_as_they_lie_and_sides_apart(thrown: Thrown, said: str) -> None:
    assert spoken_dice(thrown) == said
