"""One d100 test, as both editions roll it."""

import pytest

from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.core.systems import ep2
from gm_desk.core.systems.eclipse import succeeds, successes


@pytest.mark.parametrize(
    ("roll", "target", "success"),
    [(50, 50, True), (51, 50, False), (0, -30, True), (1, -30, False), (98, 143, True), (99, 143, False)],
)
def test_a_roll_at_or_under_the_target_succeeds_00_always_and_99_never(
    roll: int, target: int, *, success: bool
) -> None:
    assert succeeds(roll, target) is success


def test_there_are_no_odds_of_a_point_spent_after_the_roll() -> None:
    with pytest.raises(UnspendablePointError) as caught:
        ep2.odds(SuccessTest(50, after="flip_flop"), House())
    assert caught.value.key == "after"


def test_the_rolls_that_succeed_are_those_of_which_each_does() -> None:
    for target in range(-70, 270):
        assert [*successes(target)] == [roll for roll in range(100) if succeeds(roll, target)]
