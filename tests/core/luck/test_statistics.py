from collections import Counter
from fractions import Fraction
from math import exp, gamma, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.drafts.draft import Draft, Mode, Side
from gm_desk.core.drafts.evaluation import Chances
from gm_desk.core.luck.statistics import (
    ENOUGH,
    DiceKind,
    Luck,
    chi_square_tail,
    distribution,
    everybody,
    fairness,
    kinds,
    luck_by_character,
)
from gm_desk.core.luck.tally import ExpectedRoll, Face, Tally, tally_of
from gm_desk.core.rules.requests import Effort, KaiserContest, OpposedTest, SuccessTest
from makers import an_entry

TWO = Draft("eva", "Eva", mode=Mode.OPPOSED, opponent=Side("lao", "Lao Qing"))
D100, D6 = DiceKind(100), DiceKind(6)


def fallen(shown: dict[int, int], sides: int = 100, *, by_hand: bool = False) -> Tally:
    """Count faces that fell so often."""
    faces = {Face("eva", by_hand, sides, face): count for face, count in shown.items()}
    return Tally(faces=Counter(faces))


@pytest.mark.parametrize(
    ("freedom", "five_percent", "one_percent", "one_in_a_thousand"),
    [
        (1, 3.841, 6.635, 10.828),
        (2, 5.991, 9.210, 13.816),
        (5, 11.070, 15.086, 20.515),
        (9, 16.919, 21.666, 27.877),
        (19, 30.144, 36.191, 43.820),
    ],
)
def test_the_tail_is_that_of_the_printed_tables(
    freedom: int, five_percent: float, one_percent: float, one_in_a_thousand: float
) -> None:
    assert chi_square_tail(five_percent, freedom) == pytest.approx(0.05, abs=5e-5)
    assert chi_square_tail(one_percent, freedom) == pytest.approx(0.01, abs=1e-5)
    assert chi_square_tail(one_in_a_thousand, freedom) == pytest.approx(0.001, abs=1e-6)


def integrated_tail(statistic: float, freedom: int) -> float:
    """Add the density up from the statistic on, by Simpson's rule."""
    steps, end = 4000, statistic + 40 * freedom + 60
    width = (end - statistic) / steps
    scale = 2 ** (freedom / 2) * gamma(freedom / 2)

    def density(x: float) -> float:
        return float(x ** (freedom / 2 - 1) * exp(-x / 2)) / scale

    inner = sum((4 if step % 2 else 2) * density(statistic + step * width) for step in range(1, steps))
    return (density(statistic) + inner + density(end)) * width / 3


@given(st.floats(0.5, 60), st.integers(1, 19))
def test_the_tail_is_what_the_density_adds_up_to(statistic: float, freedom: int) -> None:
    assert isclose(chi_square_tail(statistic, freedom), integrated_tail(statistic, freedom), rel_tol=1e-3, abs_tol=1e-6)


@given(st.integers(1, 40))
def test_nothing_is_as_even_as_a_statistic_of_nothing(freedom: int) -> None:
    assert chi_square_tail(0.0, freedom) == 1.0
    assert 0.0 <= chi_square_tail(1e6, freedom) < 1e-9


def test_a_d100_is_sorted_by_its_tens() -> None:
    bins = distribution(fallen({0: 3, 9: 1, 10: 2, 99: 4}), D100, by_hand=False)
    assert [(one.low, one.high) for one in bins][:2] == [(0, 9), (10, 19)]
    assert [one.count for one in bins] == [4, 2, 0, 0, 0, 0, 0, 0, 0, 4]
    assert {one.expected for one in bins} == {Fraction(1)}


def test_a_d100_is_sorted_by_its_ones() -> None:
    bins = distribution(fallen({0: 3, 10: 1, 99: 4}), DiceKind(100, ones=True), by_hand=False)
    assert [one.count for one in bins] == [4, 0, 0, 0, 0, 0, 0, 0, 0, 4]


def test_small_dice_are_sorted_by_their_faces() -> None:
    bins = distribution(fallen({1: 2, 6: 4}, sides=6), D6, by_hand=False)
    assert [(one.low, one.high, one.count) for one in bins] == [(n, n, {1: 2, 6: 4}.get(n, 0)) for n in range(1, 7)]


@given(st.integers(1, 1000))
def test_every_face_of_a_die_is_in_one_of_at_most_twenty_bins(sides: int) -> None:
    least = 0 if sides == 100 else 1
    bins = distribution(fallen(dict.fromkeys(range(least, least + sides), 1), sides), DiceKind(sides), by_hand=False)
    assert len(bins) <= 20
    assert [one.count for one in bins] == [one.expected for one in bins]


def test_typed_dice_have_a_distribution_of_their_own() -> None:
    tally = fallen({5: 7}).plus(fallen({95: 2}, by_hand=True))
    assert [one.count for one in distribution(tally, D100, by_hand=False)] == [7] + [0] * 9
    assert [one.count for one in distribution(tally, D100, by_hand=True)] == [0] * 9 + [2]


def test_kinds_of_dice_come_with_the_most_frequent_first() -> None:
    tally = fallen({5: 7}).plus(fallen({1: 9}, sides=6))
    assert kinds(tally) == {D6: 9, D100: 7, DiceKind(100, ones=True): 7}


def test_even_dice_are_as_fair_as_can_be() -> None:
    told = fairness(distribution(fallen(dict.fromkeys(range(1, 7), 20), sides=6), D6, by_hand=False))
    assert (told.dice, told.freedom, told.p) == (120, 5, 1.0)


def test_uneven_dice_are_measured_by_their_squares() -> None:
    told = fairness(distribution(fallen({1: 30, 2: 14, 3: 16, 4: 20, 5: 20, 6: 20}, sides=6), D6, by_hand=False))
    assert told.statistic == Fraction(100 + 36 + 16, 20)
    assert told.p == pytest.approx(chi_square_tail(7.6, 5))


@pytest.mark.parametrize(("dice", "missing"), [(0, 100), (99, 1), (ENOUGH, 0)])
def test_under_a_hundred_dice_it_is_too_early(dice: int, missing: int) -> None:
    told = fairness(distribution(fallen({1: dice}, sides=6), D6, by_hand=False))
    assert told.missing == missing
    assert (told.p is None) is bool(missing)


def test_a_die_with_one_side_is_never_judged() -> None:
    assert fairness(distribution(fallen({1: 500}, sides=1), DiceKind(1), by_hand=False)).p is None


def test_luck_is_successes_over_the_sum_of_the_chances() -> None:
    luck = Luck.of(
        {ExpectedRoll("eva", Fraction(1, 4), success=True): 3, ExpectedRoll("eva", Fraction(1, 2), success=False): 2}
    )
    assert (luck.rolls, luck.successes, luck.expected) == (5, 3, Fraction(7, 4))
    assert luck.difference == Fraction(5, 4)
    assert luck.variance == 3 * Fraction(3, 16) + 2 * Fraction(1, 4)
    assert luck.deviations == pytest.approx(1.25 / float(luck.variance) ** 0.5)


def test_nothing_is_unusual_where_nothing_is_left_to_chance() -> None:
    assert Luck.of({ExpectedRoll("eva", Fraction(1), success=True): 3}).deviations == 0


def test_both_sides_of_a_contest_have_their_luck() -> None:
    request = OpposedTest(SuccessTest(49), SuccessTest(24))
    tally = tally_of([an_entry(draft=TWO, request=request, dice={"a.roll": (10,), "b.roll": (80,)})], Chances())
    assert {who: luck.difference for who, luck in luck_by_character(tally).items()} == {
        "eva": Fraction(1, 2),
        "lao": Fraction(-1, 4),
    }
    assert everybody(tally).difference == Fraction(1, 4)


def test_a_contest_that_one_side_must_lose_counts_once_for_everybody() -> None:
    duel = KaiserContest("opposed_characteristic", Effort(5), Effort(5), "roll_off")
    dice = {"a.dice": (6,), "b.dice": (1,)}
    tally = tally_of([an_entry(system="kaiser", draft=TWO, request=duel, dice=dice)], Chances())
    assert everybody(tally).rolls == 1
    assert everybody(tally).difference == Fraction(1, 2)
    assert sum(luck.difference for luck in luck_by_character(tally).values()) == 0
