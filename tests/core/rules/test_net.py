"""Modifiers, the cap, and how they are typed."""

import pytest

from gm_desk.core.errors import BadModifierError
from gm_desk.core.rules.modifiers import Net, capped, parse_modifier


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
