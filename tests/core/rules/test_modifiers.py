"""Modifiers: how they are typed, what follows from the situation, their sum, and what the cap leaves of it."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadModifierError
from gm_desk.core.rules.modifiers import SPECIALISATION, Modifier, Net, capped, parse_modifier, retry, teamwork
from makers import values

caps = st.none() | st.integers(0, 100)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("+10", 10),
        ("10", 10),
        ("-10", -10),
        ("\N{MINUS SIGN}10", -10),
        ("+ 10", 10),
        ("- 10", -10),
        ("\N{MINUS SIGN} 10", -10),
        (" 20\t", 20),
        ("0", 0),
        ("-0", 0),
        ("0030", 30),
        ("0" * 5000 + "30", 30),
        ("300", 300),
        ("-300", -300),
    ],
)
def test_a_modifier_is_read(typed: str, value: int) -> None:
    assert parse_modifier(typed) == value


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("15", "15 is not a multiple of ten"),
        ("+15", "+15 is not a multiple of ten"),
        ("-15", "−15 is not a multiple of ten"),
        ("−1", "−1 is not a multiple of ten"),
        ("310", "310 is outside the range −300 to +300"),
        ("-310", "−310 is outside the range −300 to +300"),
        ("305", "305 is outside the range −300 to +300"),
        ("1" * 5000, "111111111 is outside the range −300 to +300"),
        ("abc", "“abc” is not a number"),
        ("", "“” is not a number"),
        ("+", "“+” is not a number"),
        ("−", "“−” is not a number"),
        ("+-10", "“+-10” is not a number"),
        ("--10", "“--10” is not a number"),
        ("10-", "“10-” is not a number"),
        ("10.0", "“10.0” is not a number"),
        ("1e1", "“1e1” is not a number"),
        ("1 0", "“1 0” is not a number"),
        ("1_0", "“1_0” is not a number"),
        ("१०", "“१०” is not a number"),
        ("–10", "“–10” is not a number"),
    ],
)
def test_anything_else_is_refused_with_the_reason(typed: str, problem: str) -> None:
    with pytest.raises(BadModifierError) as raised:
        parse_modifier(typed)
    assert (raised.value.key, raised.value.problem) == ("modifier", problem)


@given(values)
def test_a_modifier_is_read_as_it_is_shown(value: int) -> None:
    assert parse_modifier(f"{value:+}") == parse_modifier(str(value)) == value
    assert parse_modifier(f"{value:+}".replace("-", "\N{MINUS SIGN}")) == value


@given(st.text(max_size=8) | st.integers().map(str))
def test_whatever_is_typed_is_a_modifier_or_refused(typed: str) -> None:
    try:
        assert parse_modifier(typed) in range(-300, 301, 10)
    except BadModifierError as error:
        assert error.problem != ""  # noqa: PT017 - refused is as good


@pytest.mark.parametrize(
    ("total", "cap", "net"),
    [
        (-80, 60, -60),
        (-60, 60, -60),
        (0, 60, 0),
        (60, 60, 60),
        (70, 60, 60),
        (-70, None, -70),
        (500, None, 500),
        (70, 0, 0),
    ],
)
def test_a_sum_is_held_to_the_cap(total: int, cap: int | None, net: int) -> None:
    assert capped(total, cap) == net


def test_what_the_cap_takes_away_is_counted() -> None:
    assert Net(-80, -60).wasted == 20
    assert Net(70, 60).wasted == 10
    assert Net(-60, -60).wasted == 0


@pytest.mark.parametrize("value", [15, 310, -310, 10.0, "10", True, None])
def test_a_modifier_in_a_file_is_a_multiple_of_ten_in_bounds(value: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"value": value}, Modifier)
    assert msgspec.convert({"value": -300, "label": "Smoke"}, Modifier) == Modifier(-300, "Smoke")


def test_helpers_give_ten_each_and_thirty_at_most() -> None:
    assert [teamwork(helpers) for helpers in range(6)] == [0, 10, 20, 30, 30, 30]


def test_each_earlier_failure_costs_ten() -> None:
    assert [retry(failures) for failures in range(3)] == [0, -10, -20]


def test_a_specialisation_gives_ten() -> None:
    assert SPECIALISATION == 10


@pytest.mark.parametrize(("total", "net"), [(-80, -60), (-60, -60), (0, 0), (60, 60), (70, 60)])
def test_a_sum_is_held_to_sixty(total: int, net: int) -> None:
    assert capped(total, 60) == net
    assert capped(total, None) == total


def test_what_the_cap_takes_is_wasted() -> None:
    assert Net(-80, -60).wasted == 20
    assert Net(30, 30).wasted == 0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+10", 10),
        ("10", 10),
        ("-10", -10),
        ("\N{MINUS SIGN}10", -10),
        (" + 30 ", 30),
        ("- 30", -30),
        ("0", 0),
        ("300", 300),
    ],
)
def test_a_typed_modifier_is_read(text: str, value: int) -> None:
    assert parse_modifier(text) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("15", "not a multiple of ten"),
        ("abc", "not a number"),
        ("", "not a number"),
        ("--10", "not a number"),
        ("+-10", "not a number"),
        ("310", "outside"),
        ("-310", "outside"),
        ("1" * 400, "outside"),
    ],
)
def test_what_is_no_modifier_is_refused_saying_why(text: str, why: str) -> None:
    with pytest.raises(BadModifierError, match=why) as caught:
        parse_modifier(text)
    assert caught.value.key == "modifier"
