from fractions import Fraction

import pytest

from gm_desk.core.luck.statistics import DiceKind, Fairness, Luck
from gm_desk.model.log.statistics import (
    chanceless_in_words,
    difference,
    fairness_in_words,
    how_unusual,
    kind_in_words,
    luck_in_a_line,
    once_in,
    p_value,
    statistic_in_words,
    tenths,
)


def luck(difference: str, rolls: int = 20, variance: int = 4) -> Luck:
    return Luck(rolls, 10, 10 - Fraction(difference), Fraction(variance))


def fair(p: float | None, dice: int = 212) -> Fairness:
    return Fairness(dice, Fraction(89, 10), 9, p)


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("0", "0"),
        ("1234.5", "+1,234.5"),
        ("3.1", "+3.1"),
        ("-3.14", "−3.1"),
        ("2", "+2"),
        ("-0.04", "0"),
        ("0.96", "+1"),
    ],
)
def test_a_difference_has_a_sign_and_a_tenth(number: str, shown: str) -> None:
    assert difference(Fraction(number)) == shown


def test_a_whole_number_has_no_tenth() -> None:
    assert [tenths(Fraction(one)) for one in ("4", "4.26")] == ["4", "4.3"]


@pytest.mark.parametrize(
    ("number", "line"),
    [
        ("3.1", "Luck +3.1 successes over expected"),
        ("-2.2", "Luck 2.2 successes under expected"),
        ("1.01", "Luck +1 success over expected"),
        ("-1", "Luck 1 success under expected"),
        ("11", "Luck +11 successes over expected"),
        ("0.01", "Luck: successes as expected"),
    ],
)
def test_luck_is_said_in_a_line(number: str, line: str) -> None:
    assert luck_in_a_line(luck(number)) == line


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("1.9", "as expected"),
        ("-1.9", "as expected"),
        ("2", "a little lucky"),
        ("-3", "a little unlucky"),
        ("4", "very lucky (2.0 SD)"),
        ("-6", "incredibly unlucky (3.0 SD)"),
        ("12", "incredibly lucky (6.0 SD)"),
    ],
)
def test_how_unusual_luck_is_goes_by_its_standard_deviations(number: str, words: str) -> None:
    assert how_unusual(luck(number)) == words


def test_four_rolls_are_too_few_for_luck() -> None:
    assert how_unusual(luck("3", rolls=4)) == "too few rolls to tell"


@pytest.mark.parametrize(
    ("p", "words"),
    [
        (0.43, "Fair as far as 212 dice can tell, p = 0.43."),
        (0.05, "Fair as far as 212 dice can tell, p = 0.050."),
        (0.02, "A little uneven over 212 dice, p = 0.020: fair dice fall this unevenly once in 50."),
        (0.004, "Suspicious over 212 dice, p = 0.004: fair dice fall this unevenly once in 250."),
        (0.0002, "Very suspicious over 212 dice, p < 0.001: fair dice fall this unevenly once in 5,000."),
        (0.9995, "More even than chance usually is over 212 dice, p > 0.99."),
    ],
)
def test_fairness_is_told_with_its_p_value(p: float, words: str) -> None:
    assert fairness_in_words(fair(p)) == words


@pytest.mark.parametrize(("dice", "to_go"), [(38, "62 more dice"), (99, "1 more die")])
def test_under_a_hundred_dice_it_says_how_many_are_missing(dice: int, to_go: str) -> None:
    assert fairness_in_words(fair(None, dice)) == f"Needs {to_go} for a fairness test."


def test_a_die_that_cannot_fall_otherwise_is_not_judged() -> None:
    assert fairness_in_words(fair(None)) == "Nothing to test."


def test_the_numbers_behind_it_can_be_told() -> None:
    assert statistic_in_words(fair(0.5)) == "χ² 8.9, 9 degrees of freedom"
    assert statistic_in_words(Fairness(200, Fraction(1), 1, 0.3)) == "χ² 1.0, 1 degree of freedom"


def test_p_is_never_nothing_and_never_certain() -> None:
    assert [p_value(p) for p in (1e-9, 1.0, 0.0999)] == ["p < 0.001", "p > 0.99", "p = 0.100"]


def test_rare_things_are_counted_in_round_numbers() -> None:
    assert [once_in(chance) for chance in (0.3, 1 / 12345, 1e-9)] == [
        "once in 3",
        "once in 12,000",
        "less than once in a million",
    ]


def test_kinds_of_dice_are_named() -> None:
    assert [kind_in_words(kind) for kind in (DiceKind(6), DiceKind(100), DiceKind(100, ones=True))] == [
        "d6",
        "d100",
        "d100, ones",
    ]


def test_rolls_without_a_chance_are_counted_apart() -> None:
    assert chanceless_in_words(1).startswith("1 roll that cannot fail is")
    assert chanceless_in_words(1048).startswith("1,048 rolls that cannot fail are")


def test_in_a_column_every_number_has_a_tenth() -> None:
    assert [difference(Fraction(one), always=True) for one in ("5", "-4", "0.01")] == ["+5.0", "−4.0", "0.0"]
