"""The tests of Eclipse Phase 1e, by their rules."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import ForeignCheckError, UnspendablePointError
from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.health import Health, HealthEffects
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier, Net
from gm_desk.core.rules.outcomes import DiceTotal, Grade, MarginOutcome, Odds, SimpleOutcome
from gm_desk.core.rules.requests import DiceSum, Effort, KaiserCheck, SimpleTest, SuccessTest
from gm_desk.core.systems import ep1

BOOK = House()
FIRST = House(printing="first")


def rolled(base: int, roll: int, *, house: House = BOOK, **more: Any) -> MarginOutcome:
    outcome = ep1.resolve(SuccessTest(base, **more), {"roll": (roll,)}, house)
    assert isinstance(outcome, MarginOutcome)
    return outcome


@pytest.mark.parametrize(
    ("roll", "margin", "grade"),
    [
        (0, 0, Grade.CRITICAL_SUCCESS),
        (29, 29, Grade.SUCCESS),
        (30, 30, Grade.EXCELLENT_SUCCESS),
        (44, 44, Grade.CRITICAL_SUCCESS),
        (51, 1, Grade.FAILURE),
        (79, 29, Grade.FAILURE),
        (80, 30, Grade.SEVERE_FAILURE),
        (88, 38, Grade.CRITICAL_FAILURE),
        (99, 49, Grade.CRITICAL_FAILURE),
    ],
)
def test_a_success_is_measured_by_its_roll_and_a_failure_above_the_target(roll: int, margin: int, grade: Grade) -> None:
    outcome = rolled(50, roll)
    assert (outcome.margin, outcome.grade) == (margin, grade)
    assert outcome.critical is outcome.grade.value.startswith("critical")


def test_the_first_printing_measures_a_success_below_its_target() -> None:
    assert (rolled(50, 20, house=FIRST).margin, rolled(50, 20, house=FIRST).grade) == (30, Grade.EXCELLENT_SUCCESS)
    assert rolled(50, 21, house=FIRST).grade is Grade.SUCCESS
    assert rolled(50, 80, house=FIRST).margin == 30


def test_a_tests_own_printing_outranks_the_houses() -> None:
    assert rolled(50, 20, house=FIRST, printing="late").margin == 20
    assert rolled(50, 20, printing="first").margin == 30


def test_a_margin_is_never_below_zero() -> None:
    assert rolled(0, 0, house=FIRST, modifiers=(Modifier(-20),)).margin == 0
    assert rolled(143, 99).margin == 0


def test_criticals_count_when_defaulting() -> None:
    assert rolled(50, 11, default=True).grade is Grade.CRITICAL_SUCCESS


def net(*values: int, house: House = BOOK, **more: Any) -> Net:
    return ep1.net_of(SuccessTest(50, tuple(map(Modifier, values)), **more), house)


def test_modifiers_are_added_and_held_to_the_cap() -> None:
    assert net(-30, -30, -20, 10) == Net(-70, -60)
    assert net(-30, -30, -20, house=House(cap=None)) == Net(-80, -80)


def test_only_the_most_severe_modifier_may_count_and_of_equal_ones_the_hindrance() -> None:
    house = House(most_severe=True)
    assert net(10, -20, 30, house=house) == Net(30, 30)
    assert net(30, -30, house=house) == Net(-30, -30)
    assert net(-30, 30, house=house) == Net(-30, -30)
    assert net(house=house) == Net(0, 0)


def test_moxie_ignores_negative_modifiers_and_in_the_first_printing_all() -> None:
    assert net(-30, 10, 0, pool="ignore_modifiers") == Net(10, 10)
    assert net(-30, 10, pool="ignore_modifiers", house=FIRST) == Net(0, 0)


def test_the_most_severe_modifier_is_chosen_before_moxie_ignores_it() -> None:
    house = House(most_severe=True)
    assert net(-30, 10, pool="ignore_modifiers", house=house) == Net(0, 0)
    assert net(-10, 30, pool="ignore_modifiers", house=house) == Net(30, 30)


def test_moxie_adds_no_twenty() -> None:
    with pytest.raises(UnspendablePointError) as caught:
        net(10, pool="add_20")
    assert caught.value.key == "pool"
    assert ep1.BEFORE == ("ignore_modifiers",)


def test_moxie_makes_a_success_critical() -> None:
    outcome = rolled(50, 20, after="upgrade")
    assert (outcome.grade, outcome.critical, outcome.margin) == (Grade.CRITICAL_SUCCESS, True, 20)
    for roll in (11, 70):
        with pytest.raises(UnspendablePointError, match="upgrade") as caught:
            rolled(50, roll, after="upgrade")
        assert caught.value.key == "after"


def test_moxie_makes_a_critical_failure_a_failure_severe_from_a_margin_of_thirty() -> None:
    assert (rolled(50, 77, after="downgrade").grade, rolled(50, 77, after="downgrade").critical) == ("failure", False)
    assert rolled(50, 88, after="downgrade").grade is Grade.SEVERE_FAILURE
    assert rolled(58, 88, after="downgrade").grade is Grade.SEVERE_FAILURE
    assert rolled(59, 88, after="downgrade").grade is Grade.FAILURE
    with pytest.raises(UnspendablePointError, match="downgrade") as caught:
        rolled(50, 70, after="downgrade")
    assert caught.value.key == "after"


def test_moxie_swaps_the_dice() -> None:
    assert rolled(50, 83, after="flip_flop").roll == 38


def simple(base: int, roll: int, house: House = BOOK, *values: int) -> SimpleOutcome:
    outcome = ep1.resolve(SimpleTest(base, tuple(map(Modifier, values))), {"roll": (roll,)}, house)
    assert isinstance(outcome, SimpleOutcome)
    return outcome


def test_a_simple_test_always_succeeds_strongly_at_or_under_the_target() -> None:
    assert [simple(50, roll).strong for roll in (50, 51)] == [True, False]
    assert simple(50, 51).success
    assert simple(50, 60, BOOK, 10).strong
    assert simple(50, 60, BOOK, 10).net == 10


@pytest.mark.parametrize(("base", "bonus"), [(0, -30), (0, 0), (50, 0), (98, 0), (99, 0), (150, 60)])
def test_in_a_simple_test_00_is_strong_and_99_weak_whatever_the_target(base: int, bonus: int) -> None:
    assert simple(base, 0, BOOK, bonus).strong
    assert not simple(base, 99, BOOK, bonus).strong


def test_in_a_simple_test_criticals_still_matter() -> None:
    assert simple(50, 44).critical
    assert simple(50, 99).critical
    assert not simple(50, 45).critical


def test_a_test_without_dice_says_which_it_needs() -> None:
    assert ep1.resolve(SimpleTest(50), {}, BOOK) == Needs("roll")
    assert ep1.resolve(SuccessTest(50), {}, BOOK) == Needs("roll")


def test_odds_are_counted_for_each_printing() -> None:
    odds = ep1.odds(SuccessTest(60), FIRST)
    assert isinstance(odds, Odds)
    assert odds.counts == {
        "critical_success": 6,
        "excellent_success": 28,
        "success": 27,
        "failure": 26,
        "severe_failure": 9,
        "critical_failure": 4,
    }


@given(st.integers(0, 200), st.integers(-12, 12), st.sampled_from([BOOK, FIRST, House(cap=None)]))
def test_the_odds_are_the_hundred_rolls_counted_one_by_one(base: int, tens: int, house: House) -> None:
    modifiers = (Modifier(10 * tens),)
    counted: dict[Grade, tuple[int, ...]] = {}
    for roll in range(100):
        grade = rolled(base, roll, house=house, modifiers=modifiers).grade
        counted[grade] = (*counted.get(grade, ()), roll)
    assert list(ep1.odds(SuccessTest(base, modifiers), house).rolls.items()) == list(counted.items())


def test_checks_of_kaiser_are_foreign() -> None:
    check = KaiserCheck("skill", Effort(5), 8)
    with pytest.raises(ForeignCheckError, match=r"check: .*1e"):
        ep1.resolve(check, {}, BOOK)
    with pytest.raises(ForeignCheckError, match=r"check: .*1e"):
        ep1.odds(check, BOOK)
    assert ep1.resolve(DiceSum("1d6"), {"rolls": (4,)}, BOOK) == DiceTotal(4)


def test_stat_block_numbers_are_rounded_up() -> None:
    stats = {"INT": 20, "REF": 16, "WIL": 14, "DUR": 31, "SOM": 20}
    numbers = {"INIT": 8, "WT": 7, "DR": 47, "LUC": 28, "TT": 6, "IR": 56, "DB": 2}
    assert ep1.derived(stats, BOOK, "biomorph") == numbers
    assert ep1.derived(stats, BOOK, "synthmorph")["DR"] == 62
    assert ep1.derived({"SOM": 19}, FIRST) == {"DB": 1}
    assert ep1.derived({}, FIRST) == {}


def test_the_first_printing_doubles_initiative() -> None:
    assert ep1.derived({"INT": 20, "REF": 16}, FIRST) == {"INIT": 72}


def test_no_wound_can_be_ignored() -> None:
    stats = {"DUR": 30, "DR": 45, "LUC": 40, "IR": 80}
    health = Health(damage=30, wounds=2, ignored_wounds=2, stress=80)
    assert ep1.health_effects(stats, health) == HealthEffects(-20, "out", "lost")


@pytest.mark.parametrize("bonus", [-30, 0, 60])
@pytest.mark.parametrize("base", [0, 5, 60, 98, 99, 120])
def test_a_strong_success_is_as_likely_as_the_rolls_that_are_strong(base: int, bonus: int) -> None:
    odds = ep1.odds(SuccessTest(base, (Modifier(bonus),)), House())
    assert odds.chance == Fraction(sum(simple(base, roll, BOOK, bonus).strong for roll in range(100)), 100)


def test_a_strong_success_is_never_certain_and_never_impossible() -> None:
    assert ep1.odds(SuccessTest(0, (Modifier(-30),)), House()).chance == Fraction(1, 100)
    assert ep1.odds(SuccessTest(200), House()).chance == Fraction(99, 100)
