"""Which dice are kept, and when they fumble."""

import pytest

from gm_desk.core.rules.requests import Effort
from gm_desk.core.systems.kaiser_dice import dice_count, fumble_consequence, fumble_penalty, is_fumble, keep


def test_each_net_level_adds_a_die() -> None:
    assert [dice_count(net) for net in (-6, -1, 0, 1, 6)] == [8, 3, 2, 3, 8]
    assert Effort(5, advantage=2, disadvantage=5).net_levels == -3


def test_advantage_keeps_the_best_two_and_disadvantage_the_worst() -> None:
    assert keep((3, 6, 1, 5), 2) == (5, 6)
    assert keep((3, 6, 1, 5), -2) == (1, 3)
    assert keep((6, 3), 0) == (3, 6)


@pytest.mark.parametrize(("degree", "highest"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 6), (20, 6)])
def test_a_kept_double_fumbles_up_to_the_degree(degree: int, highest: int) -> None:
    effort = Effort(5, fumble_degree=degree)
    assert [face for face in range(1, 7) if is_fumble((face, face), effort)] == list(range(1, highest + 1))
    assert not is_fumble((1, 2), effort)


def test_without_a_degree_a_double_one_alone_fumbles() -> None:
    assert [is_fumble((face, face), Effort(5)) for face in (1, 2)] == [True, False]


def test_only_the_kept_dice_make_a_double() -> None:
    assert not is_fumble((1, 1, 5), Effort(5, advantage=1))
    assert is_fumble((1, 1, 5), Effort(5, disadvantage=1))


@pytest.mark.parametrize(("degree", "ones"), [(-1, 3), (-2, 4), (-3, 5)])
def test_a_negative_degree_fumbles_on_ones_under_as_much_disadvantage(degree: int, ones: int) -> None:
    for disadvantage in range(7):
        effort = Effort(5, disadvantage=disadvantage, fumble_degree=degree)
        for shown in range(disadvantage + 3):
            dice = (1,) * shown + (4,) * (disadvantage + 2 - shown)
            assert is_fumble(dice, effort) is (shown >= ones and disadvantage >= -degree)


def test_a_negative_degree_never_fumbles_under_advantage() -> None:
    assert not is_fumble((1, 1, 1), Effort(5, advantage=1, fumble_degree=-1))


def test_below_minus_three_nothing_fumbles() -> None:
    for degree in (-4, -20):
        assert not is_fumble((1,) * 8, Effort(5, disadvantage=6, fumble_degree=degree))


def test_the_fumble_level_says_what_happens() -> None:
    assert [fumble_penalty(level) for level in (2, 5, 6, 11, 12)] == [0, 0, -5, -5, -10]
    assert [fumble_consequence(level) for level in (5, 6, 12)] == ["fails", "harm", "disaster"]
