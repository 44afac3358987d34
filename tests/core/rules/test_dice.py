"""Dice: where they come from, how they are thrown, typed and read, and how each book rounds."""

import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadRollError
from gm_desk.core.rules.dice import (
    DieReading,
    EntropyDice,
    Needs,
    down,
    flip_flop,
    half_up,
    is_double,
    parse_d100,
    parse_faces,
    reading_of,
    summed_face,
    up,
    with_dice,
)


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


# --- Dice typed by hand ----------------------------------------------------------------------------------------------


def dice(count: int, sides: int) -> Needs:
    return Needs("dice", sides, count, DieReading.SUM)


@pytest.mark.parametrize(("typed", "roll"), [("53", 53), ("00", 0), ("5", 5), (" 99", 99)])
def test_the_dice_of_a_test_are_typed_as_one_d100(typed: str, roll: int) -> None:
    assert parse_faces(typed, Needs("a.roll")) == (roll,)


@pytest.mark.parametrize("typed", ["35", "3 5", " 3  5 ", "3\t5", "35 "])
def test_small_dice_are_typed_together_or_apart(typed: str) -> None:
    assert parse_faces(typed, dice(2, 6)) == (3, 5)


@pytest.mark.parametrize(
    ("typed", "needs", "faces"),
    [
        ("6", dice(1, 6), (6,)),
        ("1 2 3 4 5 6", dice(6, 6), (1, 2, 3, 4, 5, 6)),
        ("10 4", dice(2, 10), (10, 4)),
        ("0 4", dice(2, 10), (0, 4)),
        ("7", dice(1, 10), (7,)),
        ("12", dice(1, 20), (12,)),
        ("100", dice(1, 100), (100,)),
        ("00", dice(1, 100), (0,)),
        ("1000", dice(1, 1000), (1000,)),
    ],
)
def test_dice_of_ten_sides_and_more_are_typed_apart(typed: str, needs: Needs, faces: tuple[int, ...]) -> None:
    assert parse_faces(typed, needs) == faces


@pytest.mark.parametrize(
    ("typed", "needs", "problem"),
    [
        ("37", dice(2, 6), "“37” is not 2 d6: each shows 1 to 6"),
        ("30", dice(2, 6), "“30” is not 2 d6: each shows 1 to 6"),
        ("3 -5", dice(2, 6), "“3 -5” is not 2 d6: each shows 1 to 6"),
        ("3,5", dice(2, 6), "“3,5” is not 2 d6: each shows 1 to 6"),
        ("3²", dice(2, 6), "“3²” is not 2 d6: each shows 1 to 6"),
        ("३५", dice(2, 6), "“३५” is not 2 d6: each shows 1 to 6"),
        ("11", dice(1, 10), "“11” is not 1 d10: each shows 1 to 10"),
        ("99999999", dice(1, 1000), "“99999999” is not 1 d1000: each shows 1 to 1000"),
        ("3", dice(2, 6), "Too few dice: type each of 2d6"),
        ("345", dice(2, 6), "Too many dice: type each of 2d6"),
        ("3 4", dice(1, 10), "Too many dice: type 1d10"),
        ("22", dice(4, 6), "Too few dice: type each of 4d6"),
        ("", dice(2, 6), "Too few dice: type each of 2d6"),
        ("100", Needs("roll"), "100 is not a roll: a d100 reads 00 to 99"),
        ("", Needs("roll"), "“” is not a roll: type 00 to 99"),
    ],
)
def test_dice_that_cannot_have_fallen_are_refused_with_the_reason(typed: str, needs: Needs, problem: str) -> None:
    with pytest.raises(BadRollError) as raised:
        parse_faces(typed, needs)
    assert (raised.value.key, raised.value.problem) == ("roll", problem)


@given(st.text(max_size=6), st.builds(dice, st.integers(1, 4), st.sampled_from([4, 6, 10, 20, 100])))
def test_whatever_is_typed_is_the_dice_that_are_needed_or_refused(typed: str, needs: Needs) -> None:
    try:
        faces = parse_faces(typed, needs)
    except BadRollError:
        return
    assert len(faces) == needs.count
    assert all(needs.allows(face) for face in faces)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8))
def test_dice_read_back_as_they_fell(faces: list[int]) -> None:
    for typed in ("".join(map(str, faces)), " ".join(map(str, faces))):
        assert parse_faces(typed, dice(len(faces), 6)) == tuple(faces)


@pytest.mark.parametrize(
    ("text", "hundred", "faces"),
    [
        ("00", DieReading.FROM_ZERO, (0,)),
        ("53", DieReading.FROM_ZERO, (53,)),
        ("00", DieReading.SUM, (0,)),
        ("100", DieReading.SUM, (100,)),
    ],
)
def test_a_typed_d100_of_a_sum_is_read_as_the_system_reads_it(
    text: str, hundred: DieReading, faces: tuple[int]
) -> None:
    assert parse_faces(text, Needs("rolls", 100, 1, hundred)) == faces
    assert parse_faces(f"{text} 7", Needs("rolls", 100, 2, hundred)) == (*faces, 7)


def test_a_hundred_is_no_face_of_a_d100_that_reads_from_zero() -> None:
    with pytest.raises(BadRollError, match="each shows 00 to 99"):
        parse_faces("100", Needs("rolls", 100, 1, DieReading.FROM_ZERO))


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
def test_a_flip_flop_swaps_the_digits_of_any_roll(roll: int) -> None:
    assert f"{flip_flop(roll):02}" == f"{roll:02}"[::-1]
    assert is_double(roll) is (f"{roll:02}"[0] == f"{roll:02}"[1])


@pytest.mark.parametrize(
    ("number", "divisor", "to_half", "to_up", "to_down"),
    [(45, 2, 23, 23, 22), (105, 2, 53, 53, 52), (42, 5, 8, 9, 8), (43, 5, 9, 9, 8), (40, 5, 8, 8, 8), (0, 5, 0, 0, 0)],
)
def test_divisions_round_as_the_books_say(number: int, divisor: int, to_half: int, to_up: int, to_down: int) -> None:
    assert (half_up(number, divisor), up(number, divisor), down(number, divisor)) == (to_half, to_up, to_down)
