"""What superior results are spent on."""

import pytest

from gm_desk.core.errors import BadPicksError
from gm_desk.core.systems.superior import check_picks, possible_picks
from gm_desk.core.systems.system import SuperiorUse

USES = (SuperiorUse("time", "Time", "faster"), SuperiorUse("damage", "Damage", "+1d6"))


def test_two_results_buy_two_different_things_or_one_doubled() -> None:
    assert possible_picks(USES, 1) == [("time",), ("damage",)]
    assert possible_picks(USES, 2) == [("time", "time"), ("time", "damage"), ("damage", "damage")]


def test_picks_are_known_and_no_more_than_the_results() -> None:
    check_picks(["time", "time"], USES, 2)
    check_picks([], USES, 2)
    with pytest.raises(BadPicksError, match="2 are picked, the roll gives 1") as caught:
        check_picks(["time", "damage"], USES, 1)
    assert caught.value.key == "picks"
    with pytest.raises(BadPicksError, match="luck") as caught:
        check_picks(["luck"], USES, 1)
    assert caught.value.key == "picks"
