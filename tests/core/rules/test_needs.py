"""Dice: how they are thrown, typed and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadRollError
from gm_desk.core.rules.dice import (
    DieReading,
    EntropyDice,
    Needs,
    flip_flop,
    is_double,
    parse_d100,
    reading_of,
    summed_face,
    with_dice,
)


class Loaded:
    """Throw what a test wants."""

    def d100(self) -> int:
        return 42

    def die(self, sides: int) -> int:
        return sides


def test_entropy_throws_every_face_and_no_other() -> None:
    dice = EntropyDice()
    assert {dice.d100() for _ in range(3000)} == set(range(100))
    assert {dice.die(6) for _ in range(500)} == {1, 2, 3, 4, 5, 6}


def test_a_tests_d100_shows_00_to_99() -> None:
    needs = Needs("roll")
    assert (needs.sides, needs.count) == (100, 1)
    assert [needs.allows(face) for face in (-1, 0, 99, 100)] == [False, True, True, False]
    assert needs.throw(Loaded()) == (42,)


def test_a_die_of_a_sum_shows_1_to_its_sides() -> None:
    needs = Needs("dice", 6, 2, DieReading.SUM)
    assert [needs.allows(face) for face in (0, 1, 6, 7)] == [False, True, True, False]
    assert needs.throw(Loaded()) == (6, 6)


@pytest.mark.parametrize(("sides", "shows"), [(10, True), (100, True), (20, False), (6, False)])
def test_only_a_d10_and_a_d100_may_show_zero_in_a_sum(sides: int, *, shows: bool) -> None:
    assert Needs("rolls", sides, 1, DieReading.SUM).allows(0) is shows


def test_a_d100_of_a_sum_shows_00_to_99_where_00_is_zero() -> None:
    needs = Needs("rolls", 100, 2, DieReading.FROM_ZERO)
    assert [needs.allows(face) for face in (-1, 0, 99, 100)] == [False, True, True, False]
    assert needs.throw(Loaded()) == (42, 42)


@pytest.mark.parametrize("hundred", [DieReading.SUM, DieReading.FROM_ZERO])
def test_in_a_sum_a_d10s_0_counts_ten_in_every_system(hundred: DieReading) -> None:
    assert [summed_face(shown, sides, hundred) for shown, sides in ((0, 10), (7, 10), (0, 6))] == [10, 7, 0]


@pytest.mark.parametrize(("hundred", "counts"), [(DieReading.SUM, [100, 7, 100]), (DieReading.FROM_ZERO, [0, 7, 0])])
def test_in_a_sum_a_d100s_00_counts_what_the_system_reads(hundred: DieReading, counts: list[int]) -> None:
    assert [summed_face(shown, 100, hundred) for shown in (0, 7, 100)] == counts


def test_only_a_d100_is_read_as_the_system_reads_it() -> None:
    assert [reading_of(sides, DieReading.FROM_ZERO) for sides in (10, 100)] == [DieReading.SUM, DieReading.FROM_ZERO]


def test_dice_are_added_behind_those_of_the_same_name() -> None:
    thrown = with_dice({"extra": (6,)}, Needs("extra", 6, 1, DieReading.SUM), (3,))
    assert thrown == {"extra": (6, 3)}
    assert with_dice(thrown, Needs("roll"), (53,)) == {"extra": (6, 3), "roll": (53,)}


@pytest.mark.parametrize(("text", "roll"), [("00", 0), ("0", 0), ("5", 5), ("05", 5), (" 53 ", 53), ("99", 99)])
def test_a_typed_d100_is_read(text: str, roll: int) -> None:
    assert parse_d100(text) == roll


@pytest.mark.parametrize("text", ["100", "-1", "", "5.0", "abc", "٣", "005"])
def test_what_is_no_d100_is_refused(text: str) -> None:
    with pytest.raises(BadRollError, match="not a roll") as caught:
        parse_d100(text)
    assert caught.value.key == "roll"


@given(st.integers(0, 99))
def test_a_flip_flop_swaps_the_two_dice(roll: int) -> None:
    assert f"{flip_flop(roll):02}" == f"{roll:02}"[::-1]
    assert is_double(roll) is (f"{roll:02}"[0] == f"{roll:02}"[1])
