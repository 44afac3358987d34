"""One grade for every result, of all systems."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from gm_desk.core.drafts.rejudging import replayed
from gm_desk.core.drafts.verdict import Verdict, verdict_of
from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Contest, Grade, Hand, KaiserOutcome, SideOutcome
from gm_desk.core.rules.requests import (
    DiceSum,
    Effort,
    Ep2Damage,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems.registry import RULES

DUEL = {"a.dice": (3,), "b.dice": (1,)}


def duel(a: int, b: int) -> Request:
    return KaiserContest("opposed_characteristic", Effort(a), Effort(b))


@pytest.mark.parametrize(
    ("system", "request_", "dice", "grade"),
    [
        ("ep2", SuccessTest(65), {"roll": (40,)}, Grade.SUPERIOR_SUCCESS),
        ("ep1", SuccessTest(65), {"roll": (99,)}, Grade.CRITICAL_FAILURE),
        ("ep2", OpposedTest(SuccessTest(10), SuccessTest(90)), {"a.roll": (70,), "b.roll": (1,)}, Grade.FAILURE),
        ("ep1", SimpleTest(50), {"roll": (40,)}, Grade.SUCCESS),
        ("ep1", SimpleTest(50), {"roll": (33,)}, Grade.CRITICAL_SUCCESS),
        ("ep1", SimpleTest(50), {"roll": (77,)}, Grade.CRITICAL_FAILURE),
        ("kaiser", KaiserCheck("resistance", Effort(5), 10), {"dice": (3, 4)}, Grade.SUCCESS),
        ("kaiser", KaiserCheck("resistance", Effort(1), 10), {"dice": (3, 4)}, Grade.FAILURE),
        ("kaiser", duel(9, 0), DUEL, Grade.SUCCESS),
        ("kaiser", duel(0, 9), DUEL, Grade.FAILURE),
        ("ep2", DiceSum("2d10"), {"rolls": (3, 4)}, None),
        ("ep2", Ep2Damage("2d10"), {"rolls": (3, 4)}, None),
    ],
)
def test_the_first_side_has_one_grade(system: str, request_: Request, dice: dict[str, Any], grade: Grade) -> None:
    result = RULES[system].resolve(request_, dice, House())
    assert not isinstance(result, Needs)
    assert verdict_of(result).grade is grade


# --- Success ---------------------------------------------------------------------------------------------------------

TEST, EFFORT = SuccessTest(50), Effort(5)


@pytest.mark.parametrize(
    ("system", "request_", "dice", "success"),
    [
        ("ep2", TEST, {"roll": (50,)}, True),
        ("ep2", TEST, {"roll": (51,)}, False),
        ("ep1", TEST, {"roll": (0,)}, True),
        ("ep1", SimpleTest(50), {"roll": (99,)}, True),
        ("ep2", OpposedTest(TEST, TEST), {"a.roll": (20,), "b.roll": (12,)}, True),
        ("ep2", OpposedTest(TEST, TEST), {"a.roll": (12,), "b.roll": (20,)}, False),
        ("ep2", OpposedTest(TEST, TEST), {"a.roll": (60,), "b.roll": (60,)}, False),
        ("ep1", OpposedTest(TEST, TEST, variable=True), {"a.roll": (12,), "b.roll": (20,)}, False),
        ("kaiser", KaiserCheck("skill", EFFORT, 12), {"dice": (3, 4)}, True),
        ("kaiser", KaiserCheck("skill", EFFORT, 13), {"dice": (3, 4)}, False),
        ("kaiser", KaiserContest("opposed_skill", EFFORT, EFFORT), {"a.dice": (3, 4), "b.dice": (3, 3)}, True),
        ("kaiser", KaiserContest("opposed_skill", EFFORT, EFFORT), {"a.dice": (3, 4), "b.dice": (4, 3)}, False),
        ("kaiser", KaiserContest("attack", EFFORT, EFFORT), {"a.dice": (3, 4), "b.dice": (4, 5)}, False),
        ("ep2", DiceSum("1d6-6"), {"rolls": (1,)}, None),
        ("kaiser", KaiserDamage(6, 0), {}, None),
    ],
)
def test_a_test_succeeds_for_the_first_side(
    system: str, request_: Request, dice: dict[str, tuple[int, ...]], *, success: bool | None
) -> None:
    assert verdict_of(replayed(RULES[system], request_, dice, House())).success is success


def test_a_tie_that_was_rolled_off_is_a_success_for_the_winner() -> None:
    side = SideOutcome(7, fumble=False, open=False)
    for winner in ("a", "b", None):
        outcome = KaiserOutcome(side, side, winner, tie=True, degrees=0, counter=False)
        verdict = verdict_of(outcome)
        assert (verdict.success, verdict.winner) == (winner == "a", winner)


# --- The GM's word over the dice -------------------------------------------------------------------------------------


class TextMark(Struct, frozen=True):
    """A verdict over the dice: a grade, or words that are none."""

    grade: Grade | None


GRADES = st.sampled_from(Grade)
DUELS = [
    OpposedTest(TEST, TEST),
    OpposedTest(TEST, TEST, attack=True),
    OpposedTest(TEST, TEST, ruling="higher_roll"),
]


@given(GRADES, st.integers(0, 99), st.integers(0, 99), st.sampled_from(DUELS))
def test_the_gms_grade_stands_for_the_first_side_and_says_whether_it_won(
    grade: Grade, a: int, b: int, request_: OpposedTest
) -> None:
    result = replayed(RULES["ep2"], request_, {"a.roll": (a,), "b.roll": (b,)}, House())
    assert isinstance(result, Contest)
    verdict = verdict_of(result, TextMark(grade))
    assert (verdict.grade, verdict.success) == (grade, grade.succeeds)
    if grade.succeeds:
        assert verdict.winner == "a"
    else:
        assert verdict.winner == ("b" if result.winner == "a" else result.winner), (
            "who did not win by the dice does not now"
        )


@given(GRADES, st.integers(0, 99))
def test_alone_the_gms_grade_is_success_or_failure_and_nobody_wins(grade: Grade, roll: int) -> None:
    result = replayed(RULES["ep1"], SuccessTest(50), {"roll": (roll,)}, House())
    assert verdict_of(result, TextMark(grade)) == Verdict(grade, grade.succeeds)


def test_words_that_are_no_grade_leave_everything_open_but_the_second_sides_own_test() -> None:
    result = replayed(RULES["ep2"], DUELS[0], {"a.roll": (20,), "b.roll": (90,)}, House())
    assert verdict_of(result, TextMark(None)) == Verdict(other=Grade.FAILURE)
    assert verdict_of(replayed(RULES["kaiser"], duel(9, 0), DUEL, House()), TextMark(None)) == Verdict()


def test_dice_that_nobody_can_read_came_to_what_the_gm_says_or_to_nothing() -> None:
    assert verdict_of(None) == Verdict()
    assert verdict_of(None, TextMark(Grade.SUCCESS)) == Verdict(Grade.SUCCESS, success=True)


# --- The second side -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "fumble_level", "grade"),
    [
        ("a", None, Grade.FAILURE),
        ("a", 3, Grade.CRITICAL_FAILURE),
        ("b", None, Grade.SUCCESS),
        ("b", 3, Grade.SUCCESS),
        (None, None, Grade.FAILURE),
        (None, 3, Grade.CRITICAL_FAILURE),
    ],
)
def test_the_second_side_of_a_kaiser_contest_is_graded_by_who_won(
    winner: Hand | None, fumble_level: int | None, grade: Grade
) -> None:
    plain = SideOutcome(7, fumble=False, open=False)
    side = SideOutcome(7, fumble=fumble_level is not None, open=False, fumble_level=fumble_level)
    assert verdict_of(KaiserOutcome(plain, side, winner, winner is None, 0, counter=False)).other is grade


def test_a_ruling_turns_the_grade_of_the_second_side() -> None:
    result = replayed(RULES["kaiser"], duel(9, 0), DUEL, House())
    assert verdict_of(result).other is Grade.FAILURE
    assert verdict_of(result, TextMark(Grade.FAILURE)).other is Grade.SUCCESS
    lost = replayed(RULES["kaiser"], duel(0, 9), DUEL, House())
    assert verdict_of(lost, TextMark(Grade.SUCCESS)).other is Grade.FAILURE


def test_the_second_side_of_an_opposed_test_keeps_its_own_grade_and_alone_there_is_none() -> None:
    result = replayed(RULES["ep2"], DUELS[0], {"a.roll": (20,), "b.roll": (90,)}, House())
    for said in (None, TextMark(Grade.SUCCESS), TextMark(Grade.FAILURE)):
        assert verdict_of(result, said).other is Grade.FAILURE
    assert verdict_of(replayed(RULES["ep2"], TEST, {"roll": (50,)}, House())).other is None


@pytest.mark.parametrize(("roll", "failed"), [(50, False), (51, True)])
def test_a_roll_failed_only_where_that_is_known(roll: int, *, failed: bool) -> None:
    result = replayed(RULES["ep2"], TEST, {"roll": (roll,)}, House())
    assert verdict_of(result).failed is failed
    assert not verdict_of(result, TextMark(None)).failed
    assert not verdict_of(replayed(RULES["ep2"], DiceSum("1d6"), {"rolls": (1,)}, House())).failed
