"""The success test of Eclipse Phase 2e, by its rules."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import ForeignCheckError, UnspendablePointError
from gm_desk.core.rules.dice import Needs, flip_flop, is_double
from gm_desk.core.rules.health import Health, HealthEffects
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier, Net
from gm_desk.core.rules.outcomes import DiceTotal, Grade, Outcome
from gm_desk.core.rules.requests import DiceSum, Effort, KaiserCheck, SuccessTest
from gm_desk.core.systems import ep2

BOOK = House()


def rolled(base: int, roll: int, *, house: House = BOOK, **more: Any) -> Outcome:
    outcome = ep2.resolve(SuccessTest(base, **more), {"roll": (roll,)}, house)
    assert isinstance(outcome, Outcome)
    return outcome


def test_a_test_without_dice_says_which_it_needs() -> None:
    assert ep2.resolve(SuccessTest(50), {}, BOOK) == Needs("roll")


def test_the_drawing_of_the_window_shows_true_odds() -> None:
    modifiers = tuple(Modifier(value) for value in (-20, -20, -30, -10, 10))
    odds = ep2.odds(SuccessTest(65, modifiers), BOOK)
    assert (odds.sum, odds.net, odds.target) == (-70, -60, 5)
    assert list(odds.counts.values()) == [1, 5, 30, 30, 25, 9]
    assert odds.chance * 100 == 6


@pytest.mark.parametrize("target", [-15, 0, 5, 98, 143])
def test_00_always_succeeds_and_99_never_does(target: int) -> None:
    base, modifiers = (5, (Modifier(-20),)) if target < 0 else (target, ())
    assert rolled(base, 0, modifiers=modifiers).grade is Grade.CRITICAL_SUCCESS
    assert rolled(base, 99, modifiers=modifiers).grade is Grade.CRITICAL_FAILURE


@given(st.integers(0, 200), st.lists(st.integers(-30, 30).map(lambda n: Modifier(n * 10)), max_size=9))
def test_the_net_is_held_to_sixty_and_the_target_is_not(base: int, modifiers: list[Modifier]) -> None:
    net = ep2.net_of(SuccessTest(base, tuple(modifiers)), BOOK)
    total = sum(modifier.value for modifier in modifiers)
    assert net.sum == total
    assert net.net == sorted([-60, total, 60])[1]
    assert net.wasted == max(0, abs(total) - 60)


@given(
    st.integers(0, 200),
    st.integers(-12, 12),
    st.booleans(),
    st.sampled_from([House(), House(default_criticals="count"), House(cap=None)]),
)
def test_the_odds_are_the_hundred_rolls_counted_one_by_one(base: int, tens: int, default: bool, house: House) -> None:
    more: dict[str, Any] = {"default": default, "modifiers": (Modifier(10 * tens),)}
    counted: dict[Grade, tuple[int, ...]] = {}
    for roll in range(100):
        grade = rolled(base, roll, house=house, **more).grade
        counted[grade] = (*counted.get(grade, ()), roll)
    odds = ep2.odds(SuccessTest(base, **more), house)
    assert list(odds.rolls.items()) == list(counted.items())
    assert odds.counts == {grade: len(rolls) for grade, rolls in counted.items()}
    assert odds.of == 100
    assert odds.chance * 100 == sum(len(rolls) for grade, rolls in counted.items() if grade.succeeds)


def test_a_default_ignores_critical_successes_and_keeps_critical_failures() -> None:
    grades = [rolled(80, roll, default=True).grade for roll in (0, 11, 22, 33, 55, 66, 77, 88)]
    plain, one, two = Grade.SUCCESS, Grade.SUPERIOR_SUCCESS, Grade.SUPERIOR_SUCCESS_X2
    assert grades == [plain, plain, plain, one, one, two, two, Grade.CRITICAL_FAILURE]
    assert rolled(0, 0, default=True).grade is plain


@given(st.integers(0, 99))
def test_a_flip_flop_never_makes_or_unmakes_a_double(roll: int) -> None:
    assert is_double(flip_flop(roll)) == is_double(roll)
    assert flip_flop(flip_flop(roll)) == roll


def test_a_flip_flop_reads_a_single_digit_as_its_ones() -> None:
    assert flip_flop(5) == 50
    assert rolled(50, 83, after="flip_flop").grade is Grade.SUPERIOR_SUCCESS


def test_a_pool_counts_inside_the_cap_unless_the_house_says_otherwise() -> None:
    request = SuccessTest(20, (Modifier(60),), pool="add_20")
    assert ep2.net_of(request, BOOK).net == 60
    assert ep2.net_of(request, House(pool_in_cap=False)).net == 80
    assert ep2.net_of(request, House(cap=None)).net == 80


def test_an_upgrade_needs_a_success_with_room_above_it() -> None:
    assert rolled(70, 10, after="upgrade").grade is Grade.SUPERIOR_SUCCESS
    assert rolled(70, 40, after="upgrade").grade is Grade.SUPERIOR_SUCCESS_X2
    for roll in (67, 44, 80):
        with pytest.raises(UnspendablePointError, match="upgrade"):
            rolled(70, roll, after="upgrade")


def test_a_downgrade_takes_a_critical_failure_to_a_plain_one() -> None:
    outcome = rolled(30, 33, modifiers=(Modifier(-10),), after="downgrade")
    assert (outcome.grade, outcome.critical, outcome.superior) == (Grade.FAILURE, False, 0)
    with pytest.raises(UnspendablePointError, match="downgrade"):
        rolled(30, 50, after="downgrade")


def test_one_point_a_test() -> None:
    with pytest.raises(UnspendablePointError, match="one point"):
        rolled(30, 50, pool="add_20", after="flip_flop")


def test_a_success_is_superior_from_33_and_twice_from_66() -> None:
    assert [rolled(98, roll).superior for roll in (32, 34, 65, 67, 98)] == [0, 1, 1, 2, 2]


def test_a_failure_is_superior_up_to_66_and_twice_up_to_33() -> None:
    rolls = [rolled(30, roll, modifiers=(Modifier(-30),)) for roll in (1, 32, 34, 65, 67, 98)]
    assert [failed.superior for failed in rolls] == [2, 2, 1, 1, 0, 0]


def test_a_default_of_33_or_66_is_superior_where_its_critical_is_ignored() -> None:
    house = House(default_criticals="count")
    assert rolled(98, 33, default=True).superior == 1
    assert rolled(98, 66, default=True).superior == 2
    assert rolled(98, 66, default=True, house=house).grade is Grade.CRITICAL_SUCCESS


def test_ignoring_modifiers_ignores_the_good_ones_too() -> None:
    assert ep2.net_of(SuccessTest(50, (Modifier(30), Modifier(-10)), pool="ignore_modifiers"), BOOK) == Net(0, 0)


def test_a_pools_twenty_is_one_of_the_modifiers() -> None:
    assert ep2.net_of(SuccessTest(50, (Modifier(-10),), pool="add_20"), BOOK) == Net(10, 10)
    assert ep2.net_of(SuccessTest(50, (Modifier(60),), pool="add_20"), House(pool_in_cap=False)) == Net(80, 80)
    assert ep2.net_of(SuccessTest(50, (Modifier(-90),), pool="add_20"), House(pool_in_cap=False)) == Net(-70, -40)


def test_a_point_refused_is_named() -> None:
    for after in ("upgrade", "downgrade"):
        with pytest.raises(UnspendablePointError) as caught:
            rolled(50, 80, after=after)
        assert caught.value.key == "after"


def test_checks_of_kaiser_are_foreign() -> None:
    check = KaiserCheck("skill", Effort(5), 8)
    with pytest.raises(ForeignCheckError, match="2e") as caught:
        ep2.resolve(check, {}, BOOK)
    assert caught.value.key == "check"
    with pytest.raises(ForeignCheckError, match=r"check: .*2e"):
        ep2.odds(check, BOOK)
    assert ep2.resolve(DiceSum("1d6"), {"rolls": (4,)}, BOOK) == DiceTotal(4)


def test_stat_block_numbers_are_rounded_half_up() -> None:
    stats = {"INT": 20, "REF": 17, "WIL": 14, "DUR": 35}
    numbers = {"INIT": 7, "WT": 7, "DR": 53, "LUC": 28, "TT": 6, "IR": 56}
    assert ep2.derived(stats, BOOK, "biomorph") == numbers
    assert ep2.derived({"INT": 20, "REF": 18, "DUR": 34}, BOOK, "synthmorph") == {"INIT": 8, "WT": 7, "DR": 68}


def test_a_typed_lucidity_is_the_base_of_what_follows_from_it() -> None:
    assert ep2.derived({"LUC": 33}, BOOK) == {"TT": 7, "IR": 66}
    assert ep2.derived({"LUC": 33, "WIL": 10}, BOOK) == {"LUC": 20, "TT": 7, "IR": 66}


def test_the_death_rating_is_not_guessed_for_an_unknown_body() -> None:
    assert "DR" not in ep2.derived({"DUR": 30}, BOOK)


def test_initiative_needs_both_aptitudes() -> None:
    assert ep2.derived({"REF": 20}, BOOK) == ep2.derived({"INT": 20}, BOOK) == {}


def test_three_wounds_can_be_ignored() -> None:
    stats = {"DUR": 30, "DR": 45, "LUC": 40, "IR": 80}
    health = Health(damage=45, wounds=4, ignored_wounds=4, stress=40)
    assert ep2.health_effects(stats, health) == HealthEffects(-10, "dead", "breakdown")
