"""The checks and contests of Kaiser, by their rules."""

from typing import Any

import pytest

from gm_desk.core.errors import ForeignCheckError
from gm_desk.core.rules.dice import DieReading, Needs
from gm_desk.core.rules.health import Health, HealthEffects
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import FlatModifier, Net
from gm_desk.core.rules.outcomes import CheckOutcome, DiceTotal, KaiserOutcome, SideOutcome
from gm_desk.core.rules.requests import DiceSum, Effort, KaiserCheck, KaiserContest, SuccessTest
from gm_desk.core.systems import kaiser

BOOK = House()


def checked(
    kind: Any, value: int, difficulty: int, *, adjust: int = 0, house: House = BOOK, **thrown: tuple[int, ...]
) -> CheckOutcome:
    outcome = kaiser.resolve(KaiserCheck(kind, Effort(value), difficulty, adjust), thrown, house)
    assert isinstance(outcome, CheckOutcome)
    return outcome


def contested(
    kind: Any, a: Effort, b: Effort, house: House = BOOK, ruling: Any = None, adjust: int = 0, **dice: Any
) -> KaiserOutcome:
    thrown = {name.replace("_", ".", 1) if name[1] == "_" else name: faces for name, faces in dice.items()}
    outcome = kaiser.resolve(KaiserContest(kind, a, b, ruling, adjust), thrown, house)
    assert isinstance(outcome, KaiserOutcome)
    return outcome


def test_a_total_of_at_least_the_difficulty_succeeds_by_the_difference_but_one_at_least() -> None:
    results = [checked("skill", 5, difficulty, dice=(3, 4)) for difficulty in (8, 11, 12, 13, 15)]
    assert [(one.success, one.degrees) for one in results] == [(True, 4), (True, 1), (True, 1), (False, 1), (False, 3)]
    assert results[0].total == 12
    assert results[0].kept == (3, 4)


def test_flat_modifiers_of_any_size_add_to_the_total() -> None:
    effort = Effort(5, (FlatModifier(-7), FlatModifier(3, "High ground")))
    outcome = kaiser.resolve(KaiserCheck("skill", effort, 8), {"dice": (3, 4)}, BOOK)
    assert isinstance(outcome, CheckOutcome)
    assert outcome.total == 8
    assert kaiser.net_of(effort, BOOK) == Net(-4, -4)


def test_an_open_roll_adds_dice_as_long_as_they_show_six() -> None:
    outcome = checked("skill", 5, 30, dice=(6, 6), extra=(6, 6, 2))
    assert (outcome.total, outcome.open, outcome.success) == (31, True, True)


def test_dice_are_asked_for_one_by_one() -> None:
    check = KaiserCheck("skill", Effort(5, advantage=1), 12)
    assert kaiser.resolve(check, {}, BOOK) == Needs("dice", 6, 3, DieReading.SUM)
    assert kaiser.resolve(check, {"dice": (6,)}, BOOK) == Needs("dice", 6, 2, DieReading.SUM)
    assert kaiser.resolve(check, {"dice": (6, 1, 6)}, BOOK) == Needs("extra", 6, 1, DieReading.SUM)
    assert kaiser.resolve(check, {"dice": (6, 1, 6), "extra": (6,)}, BOOK) == Needs("extra", 6, 1, DieReading.SUM)
    assert kaiser.resolve(check, {"dice": (1, 1, 1)}, BOOK) == Needs("fumble", 6, 2, DieReading.SUM)
    assert kaiser.resolve(check, {"dice": (1, 1, 1), "fumble": (4,)}, BOOK) == Needs("fumble", 6, 1, DieReading.SUM)


def test_a_fumble_fails_whatever_the_total() -> None:
    outcome = checked("skill", 50, 12, dice=(1, 1), fumble=(3, 4))
    assert (outcome.total, outcome.success, outcome.degrees, outcome.fumble_level) == (52, False, 1, 7)
    assert checked("skill", 5, 12, dice=(1, 1), fumble=(3, 4)).degrees == 5


def test_a_resistance_neither_opens_nor_fumbles() -> None:
    for dice in ((6, 6), (1, 1)):
        outcome = checked("resistance", 5, 12, dice=dice)
        assert (outcome.open, outcome.fumble, outcome.kept) == (False, False, dice)


def test_a_characteristic_rolls_one_die_or_two_by_the_house() -> None:
    outcome = checked("characteristic", 5, 9, dice=(4,))
    assert (outcome.total, outcome.kept, outcome.open, outcome.fumble) == (9, None, False, False)
    assert checked("characteristic", 5, 9, house=House(characteristic_dice=2), dice=(6, 6)).total == 17
    check = KaiserCheck("characteristic", Effort(5), 9)
    assert kaiser.resolve(check, {}, House(characteristic_dice=2)) == Needs("dice", 6, 2, DieReading.SUM)


@pytest.mark.parametrize(("adjust", "degrees"), [(-50, 0), (-5, 0), (-4, 0), (-3, 1), (0, 4), (2, 6), (50, 54)])
@pytest.mark.parametrize(("difficulty", "success"), [(8, True), (16, False)])
def test_degrees_may_be_adjusted_by_hand_and_the_verdict_stays(
    difficulty: int, *, success: bool, adjust: int, degrees: int
) -> None:
    outcome = checked("skill", 5, difficulty, adjust=adjust, dice=(3, 4))
    assert (outcome.success, outcome.degrees) == (success, degrees)


def test_degrees_are_at_least_one_before_they_are_adjusted() -> None:
    assert [checked("resistance", 5, 12, adjust=by, dice=(3, 4)).degrees for by in (-1, 0, 1)] == [0, 1, 2]
    fumbled = checked("skill", 50, 12, adjust=-1, dice=(1, 1), fumble=(3, 4))
    assert (fumbled.success, fumbled.degrees) == (False, 0)


@pytest.mark.parametrize("kind", ["opposed_skill", "attack"])
def test_the_difference_of_a_contest_may_be_adjusted_by_hand_and_the_winner_stays(kind: Any) -> None:
    for ours, winner in ((6, "a"), (4, "b")):
        outcomes = [
            contested(kind, Effort(ours), Effort(5), adjust=by, a_dice=(3, 4), b_dice=(3, 4)) for by in (-9, -1, 0, 3)
        ]
        assert [(one.winner, one.degrees) for one in outcomes] == [(winner, 0), (winner, 0), (winner, 1), (winner, 4)]
        assert {one.counter for one in outcomes} == {kind == "attack" and winner == "b"}


def test_a_tie_has_no_degrees_to_adjust() -> None:
    tied = contested("opposed_skill", Effort(5), Effort(5), adjust=4, a_dice=(3, 4), b_dice=(3, 4))
    assert (tied.tie, tied.degrees) == (True, 0)


@pytest.mark.parametrize("kind", ["opposed_skill", "attack"])
def test_a_resistance_neither_opens_nor_fumbles_against_a_skill(kind: Any) -> None:
    resists = Effort(5, fumble_degree=5, kind="resistance")
    for dice in ((6, 6), (1, 1), (4, 4)):
        for other in (Effort(5), resists):
            result = contested(kind, resists, other, a_dice=dice, b_dice=(2, 3))
            assert result.a == SideOutcome(5 + sum(dice), fumble=False, open=False, kept=dice)
            result = contested(kind, other, resists, a_dice=(2, 3), b_dice=dice)
            assert result.b == SideOutcome(5 + sum(dice), fumble=False, open=False, kept=dice)


def test_a_resistance_brings_its_levels_against_a_skill() -> None:
    duel = KaiserContest("opposed_skill", Effort(5), Effort(5, disadvantage=2, kind="resistance"))
    assert kaiser.resolve(duel, {"a.dice": (3, 4)}, BOOK) == Needs("b.dice", 6, 4, DieReading.SUM)
    assert contested("opposed_skill", duel.a, duel.b, a_dice=(3, 4), b_dice=(6, 2, 6, 3)).b.kept == (2, 3)


@pytest.mark.parametrize("kind", ["opposed_skill", "attack"])
def test_against_a_characteristic_a_skill_rolls_its_own_dice(kind: Any) -> None:
    raw, skill = Effort(5, advantage=2, kind="characteristic"), Effort(5)
    result = contested(kind, skill, raw, a_dice=(6, 6), a_extra=(2,), b_dice=(6,))
    assert (result.a.total, result.a.open, result.a.kept) == (19, True, (6, 6))
    assert result.b == SideOutcome(11, fumble=False, open=False)
    two = House(characteristic_dice=2)
    assert contested(kind, raw, skill, house=two, a_dice=(1, 1), b_dice=(3, 4)).a.total == 7


def test_the_higher_total_wins_by_the_difference() -> None:
    result = contested("opposed_skill", Effort(5), Effort(7), a_dice=(3, 4), b_dice=(3, 4))
    assert (result.winner, result.degrees, result.tie, result.counter) == ("b", 2, False, False)
    result = contested("opposed_skill", Effort(7), Effort(5), a_dice=(3, 4), b_dice=(3, 4))
    assert (result.winner, result.degrees, result.counter) == ("a", 2, False)
    assert result.a == SideOutcome(14, fumble=False, open=False, kept=(3, 4))


def test_a_defence_won_by_one_or_more_allows_a_counter() -> None:
    assert contested("attack", Effort(5), Effort(6), a_dice=(3, 4), b_dice=(3, 4)).counter
    assert not contested("attack", Effort(6), Effort(5), a_dice=(3, 4), b_dice=(3, 4)).counter


@pytest.mark.parametrize("ruling", [None, "defender"])
def test_a_tie_goes_to_the_defender(ruling: Any) -> None:
    result = contested("opposed_skill", Effort(5), Effort(5), ruling=ruling, a_dice=(3, 4), b_dice=(3, 4))
    assert (result.winner, result.degrees, result.tie, result.counter) == ("b", 0, True, False)


def test_a_tie_may_be_left_to_the_gm() -> None:
    result = contested("opposed_skill", Effort(5), Effort(5), ruling="gm", a_dice=(3, 4), b_dice=(3, 4))
    assert (result.winner, result.tie) == (None, True)


def test_a_tie_may_be_rolled_off_until_the_dice_differ() -> None:
    even, contest = {"a.dice": (3,), "b.dice": (3,)}, KaiserContest("opposed_characteristic", Effort(5), Effort(5))
    for test, house in (
        (contest, House(tie="roll_off")),
        (KaiserContest("opposed_characteristic", Effort(5), Effort(5), "roll_off"), BOOK),
    ):
        assert kaiser.resolve(test, even, house) == Needs("roll_off", 6, 2, DieReading.SUM)
        assert kaiser.resolve(test, even | {"roll_off": (2,)}, house) == Needs("roll_off", 6, 1, DieReading.SUM)
        assert kaiser.resolve(test, even | {"roll_off": (2, 2)}, house) == Needs("roll_off", 6, 2, DieReading.SUM)
        for dice, winner in (((2, 2, 4, 3), "a"), ((2, 2, 3, 4), "b"), ((5, 1), "a")):
            result = kaiser.resolve(test, even | {"roll_off": dice}, house)
            assert isinstance(result, KaiserOutcome)
            assert (result.winner, result.tie, result.degrees) == (winner, True, 0)


def test_a_tied_attack_is_no_hit_no_counter_and_no_roll_off() -> None:
    house = House(tie="roll_off")
    result = contested("attack", Effort(5), Effort(5), house, a_dice=(3, 4), b_dice=(3, 4))
    assert (result.winner, result.tie, result.counter) == ("b", True, False)


@pytest.mark.parametrize(("level", "total"), [((1, 1), 20), ((1, 4), 20), ((1, 5), 15), ((5, 6), 15), ((6, 6), 10)])
def test_in_a_contest_the_dice_of_a_fumble_count_nothing_or_less(level: tuple[int, int], total: int) -> None:
    result = contested("opposed_skill", Effort(20), Effort(5), a_dice=(1, 1), a_fumble=level, b_dice=(3, 4))
    assert (result.a.total, result.a.fumble, result.a.fumble_level) == (total, True, sum(level))


def test_a_fumbled_total_is_not_below_zero_and_another_may_be() -> None:
    result = contested("opposed_skill", Effort(3), Effort(-9), a_dice=(1, 1), a_fumble=(6, 6), b_dice=(1, 2))
    assert (result.a.total, result.b.total, result.winner, result.degrees) == (0, -6, "a", 6)


def test_a_contest_asks_for_each_sides_dice_in_turn() -> None:
    contest = KaiserContest("attack", Effort(5), Effort(5))
    assert kaiser.resolve(contest, {}, BOOK) == Needs("a.dice", 6, 2, DieReading.SUM)
    assert kaiser.resolve(contest, {"a.dice": (6, 6)}, BOOK) == Needs("a.extra", 6, 1, DieReading.SUM)
    assert kaiser.resolve(contest, {"a.dice": (3, 4)}, BOOK) == Needs("b.dice", 6, 2, DieReading.SUM)
    lying = {"a.dice": (3, 4), "b.dice": (1, 1)}
    assert kaiser.resolve(contest, lying, BOOK) == Needs("b.fumble", 6, 2, DieReading.SUM)


def test_checks_of_eclipse_phase_are_foreign() -> None:
    with pytest.raises(ForeignCheckError, match="Kaiser") as caught:
        kaiser.resolve(SuccessTest(50), {}, BOOK)
    assert caught.value.key == "check"
    with pytest.raises(ForeignCheckError, match=r"check: .*Kaiser"):
        kaiser.odds(SuccessTest(50), BOOK)
    assert kaiser.resolve(DiceSum("d100"), {"rolls": (0,)}, BOOK) == DiceTotal(100)


def test_kaiser_knows_no_points_and_no_cap() -> None:
    assert kaiser.BEFORE == ()
    assert kaiser.net_of(Effort(5, (FlatModifier(90),)), BOOK) == Net(90, 90)


def test_numbers_and_condition_come_from_the_stat_block() -> None:
    assert kaiser.derived({"LV": 3}, BOOK)["PRES"] == 4
    assert kaiser.health_effects({"LP": 70}, Health(damage=70)) == HealthEffects(0, "unconscious")
