"""Where dice come from, and how they are read."""

import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadRollError
from gm_desk.core.rules.dice import EntropyDice, flip_flop, is_double, parse_d100


def test_dice_come_from_the_systems_entropy_the_tens_first(monkeypatch: pytest.MonkeyPatch) -> None:
    falls = iter([8, 3, 0, 0, 9, 9, 0, 5])
    asked: list[int] = []

    def randbelow(sides: int) -> int:
        asked.append(sides)
        return next(falls)

    monkeypatch.setattr(secrets, "randbelow", randbelow)
    assert [EntropyDice().d100() for _ in range(4)] == [83, 0, 99, 5]
    assert asked == [10] * 8


def test_every_roll_can_fall() -> None:
    dice = EntropyDice()
    assert {dice.d100() for _ in range(5000)} == set(range(100))  # misses one once in 10^20 runs


@pytest.mark.parametrize(
    ("typed", "roll"), [("00", 0), ("0", 0), ("5", 5), ("05", 5), ("53", 53), (" 99 ", 99), ("10", 10)]
)
def test_a_typed_roll_is_read(typed: str, roll: int) -> None:
    assert parse_d100(typed) == roll


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("100", "100 is not a roll: a d100 reads 00 to 99"),
        ("005", "005 is not a roll: a d100 reads 00 to 99"),
        ("-1", "“-1” is not a roll: type 00 to 99"),
        ("+5", "“+5” is not a roll: type 00 to 99"),
        ("", "“” is not a roll: type 00 to 99"),
        ("x", "“x” is not a roll: type 00 to 99"),
        ("5.0", "“5.0” is not a roll: type 00 to 99"),
        ("६", "“६” is not a roll: type 00 to 99"),
        ("²", "“²” is not a roll: type 00 to 99"),
    ],
)
def test_anything_else_is_refused_with_the_reason(typed: str, problem: str) -> None:
    with pytest.raises(BadRollError) as raised:
        parse_d100(typed)
    assert (raised.value.key, raised.value.problem) == ("roll", problem)


@given(st.text(max_size=4))
def test_whatever_is_typed_is_a_roll_or_refused(typed: str) -> None:
    try:
        assert parse_d100(typed) in range(100)
    except BadRollError as error:
        assert error.problem != ""  # noqa: PT017 - refused is as good


@pytest.mark.parametrize(("roll", "flipped"), [(83, 38), (5, 50), (50, 5), (0, 0), (99, 99), (10, 1)])
def test_a_flip_flop_swaps_the_two_dice(roll: int, flipped: int) -> None:
    assert flip_flop(roll) == flipped


def test_there_are_ten_doubles() -> None:
    assert [roll for roll in range(100) if is_double(roll)] == [0, 11, 22, 33, 44, 55, 66, 77, 88, 99]
