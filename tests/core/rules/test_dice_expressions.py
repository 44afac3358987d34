"""Sums of dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadExpressionError
from gm_desk.core.rules.dice import DieReading, Expression, Needs, Term, resolve
from gm_desk.core.rules.outcomes import DiceTotal
from gm_desk.core.rules.requests import DiceSum


def total(text: str, *rolls: int, hundred: DieReading = DieReading.SUM) -> int | Needs:
    return Expression.parse(text).total({"rolls": rolls}, hundred)


@pytest.mark.parametrize(
    ("text", "rolls", "wanted"),
    [
        ("2d10+3", (4, 10), 17),
        ("3d10", (1, 2, 3), 6),
        ("1d6-1", (1,), 0),
        ("2d6 + 1d10", (6, 5, 10), 21),
        ("1d10\N{MINUS SIGN}2", (1,), -1),
        ("d100", (77,), 77),
        ("D6", (2,), 2),
        (" 4 + 1d6 - 1d4 ", (6, 4), 6),
        ("1d1000", (1000,), 1000),
        ("2d1", (1, 1), 2),
        ("1d6" + " " * 997, (3,), 3),
        ("100d6", (6,) * 100, 600),
    ],
)
def test_a_sum_is_added_up_in_the_order_it_is_written(text: str, rolls: tuple[int, ...], wanted: int) -> None:
    assert total(text, *rolls) == wanted


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2d", "not dice"),
        ("", "not dice"),
        ("d", "not dice"),
        ("2d6+", "not dice"),
        ("2d6 3", "not dice"),
        ("+2d6", "not dice"),
        ("2d6++3", "not dice"),
        ("2x6", "not dice"),
        ("2d-6", "not dice"),
        ("٢d٦", "not dice"),
        ("0d6", "has no dice"),
        ("1d0", "1 to 1000 sides"),
        ("1d1001", "1 to 1000 sides"),
        ("101d6", "more than 100 dice"),
        ("60d6 + 41d10", "more than 100 dice"),
        ("7", "names no dice"),
        ("1d6+99999", r": “\+99999” is not dice"),
        ("1d12345", ": “d12345” is not dice"),
        ("12345d6", ": “12345d6” is not dice"),
        ("1d6" + "+1" * 500, "longer than 1000"),
    ],
)
def test_what_is_no_sum_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadExpressionError, match=why) as caught:
        Expression.parse(text)
    assert caught.value.key == "expression"


def test_dice_that_are_missing_are_named_term_by_term() -> None:
    assert total("2d6 + 1d10") == Needs("rolls", 6, 2, DieReading.SUM)
    assert total("2d6 + 1d10", 4) == Needs("rolls", 6, 1, DieReading.SUM)
    assert total("2d6 + 1d10", 4, 4) == Needs("rolls", 10, 1, DieReading.SUM)


def test_a_d10s_0_counts_ten() -> None:
    assert total("2d10", 0, 5) == 15


@pytest.mark.parametrize(("hundred", "wanted"), [(DieReading.SUM, 126), (DieReading.FROM_ZERO, 26)])
def test_a_d100s_00_counts_what_the_system_reads(hundred: DieReading, wanted: int) -> None:
    assert total("2d100", 0, 26, hundred=hundred) == wanted
    assert total("1d10+1d100") == Needs("rolls", 10, 1, DieReading.SUM)
    assert total("1d10+1d100", 3, hundred=hundred) == Needs("rolls", 100, 1, hundred)


def test_an_expression_knows_its_dice() -> None:
    assert Expression.parse("2d6-3+1d10").dice == (Term(1, 2, 6), Term(1, 1, 10))


def test_a_request_for_a_sum_is_resolved() -> None:
    assert resolve(DiceSum("1d6+1"), {"rolls": (3,)}, DieReading.SUM) == DiceTotal(4)
    assert resolve(DiceSum("1d6+1"), {}, DieReading.SUM) == Needs("rolls", 6, 1, DieReading.SUM)


@given(st.text(max_size=30))
def test_any_text_is_a_sum_or_refused(text: str) -> None:
    try:
        parsed = Expression.parse(text)
    except BadExpressionError:
        return
    assert 1 <= sum(term.count for term in parsed.dice) <= 100
    assert all(1 <= term.sides <= 1000 for term in parsed.dice)
