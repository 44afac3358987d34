import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadRollError
from gm_desk.core.rules.damage import as_one_die, collected, read_dice, sum_of
from gm_desk.core.rules.dice import ROLLS, DieReading
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import DamageOutcome, DiceTotal
from gm_desk.core.rules.requests import DiceSum, Ep1Damage, Ep2Damage, KaiserDamage, Summed
from gm_desk.core.systems.registry import RULES

EP1_RULES, EP2_RULES = RULES["ep1"], RULES["ep2"]


@pytest.mark.parametrize(
    ("request_", "whole", "short"),
    [
        (Ep1Damage("3d10+2+1d10+10", 32), "3d10+2+1d10+10+5", "4d10+17"),
        (Ep1Damage("1d10"), "1d10", "1d10"),
        (Ep1Damage("2d10-1"), "2d10−1", "2d10−1"),
        (Ep2Damage("2d10+3", superior=2), "2d10+3+2d6", "2d10+2d6+3"),
        (Ep2Damage("2d10+3", critical=True), "4d10+6", "4d10+6"),
        (Ep1Damage("2d10-2d10"), "2d10−2d10", "2d10−2d10"),
        (KaiserDamage(4, 3), "", ""),
    ],
)
def test_like_terms_of_damage_are_added_up(request_: Summed, whole: str, short: str) -> None:
    assert (sum_of(request_).replace(" ", ""), collected(request_)) == (whole, short)


@pytest.mark.parametrize(
    ("request_", "typed", "found", "total"),
    [
        (DiceSum("4d6+3"), "22", 22, 25),
        (DiceSum("4d6 - 3"), "22", 22, 19),
        (DiceSum("2d5+1"), "10", 10, 11),
        (DiceSum("10d10"), "100", 100, 100),
        (DiceSum("2d6"), "= 12", 12, 12),
        (Ep2Damage("2d10+3", critical=True, armor=4), "22", 22, 28),
        (Ep2Damage("1d10+3", superior=2), "17", 17, 20),
        (Ep1Damage("1d10+1d6+2", margin=35, bonus=3, armor=9), "11", 11, 21),
    ],
)
def test_a_sum_is_typed_in_place_of_the_dice(request_: Summed, typed: str, found: int, total: int) -> None:
    assert read_dice(typed, request_, DieReading.FROM_ZERO) == found
    rules = EP1_RULES if isinstance(request_, Ep1Damage) else EP2_RULES
    result = rules.resolve(as_one_die(request_), {ROLLS: (found,)}, House())
    assert isinstance(result, DamageOutcome | DiceTotal)
    assert result.total == total


@pytest.mark.parametrize(
    ("expression", "typed", "says"),
    [
        ("4d6", "25", "4 to 24"),
        ("4d6", "3", "4 to 24"),
        ("2d6", "=13", "2 to 12"),
        ("1d20", "=7", "is not 1 d20"),
        ("2d100", "150", "is not 2 d100"),
        ("3d6 - 1d6", "9", "Type 4 dice"),
    ],
)
def test_a_sum_that_the_dice_cannot_have_is_refused(expression: str, typed: str, says: str) -> None:
    with pytest.raises(BadRollError) as refused:
        read_dice(typed, DiceSum(expression), DieReading.FROM_ZERO)
    assert says in refused.value.problem


@given(st.integers(2, 12), st.sampled_from([2, 3, 5, 6, 10, 12, 50]), st.integers(-9, 9), st.data())
def test_every_sum_that_dice_can_have_comes_to_the_same_as_the_dice(
    count: int, sides: int, more: int, data: st.DataObject
) -> None:
    request = DiceSum(f"{count}d{sides} {'-' if more < 0 else '+'} {abs(more)}")
    faces = tuple(data.draw(st.lists(st.integers(1, sides), min_size=count, max_size=count)))
    text_by_dice = EP2_RULES.resolve(request, {ROLLS: faces}, House())
    typed = read_dice(f"={sum(faces)}", request, DieReading.FROM_ZERO)
    assert isinstance(typed, int)
    assert EP2_RULES.resolve(as_one_die(request), {ROLLS: (typed,)}, House()) == text_by_dice
