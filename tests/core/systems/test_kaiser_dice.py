"""Which dice are kept, and when they fumble.

The exact odds of Kaiser, against every throw and against icepool.
"""

import functools
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from msgspec import structs

from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import FlatModifier
from gm_desk.core.rules.outcomes import CheckOdds, KaiserOdds
from gm_desk.core.rules.requests import MOST_LEVELS, Effort, KaiserCheck, KaiserContest
from gm_desk.core.systems import kaiser
from gm_desk.core.systems.kaiser_dice import (
    dice_count,
    fumble_consequence,
    fumble_levels,
    fumble_penalty,
    is_fumble,
    keep,
    kept_ways,
    open_at_least,
    open_beats_open,
    skill_spread,
)
from reference import answered


def test_each_net_level_adds_a_die() -> None:
    assert [dice_count(net) for net in (-6, -1, 0, 1, 6)] == [8, 3, 2, 3, 8]
    assert Effort(5, advantage=2, disadvantage=5).net_levels == -3


def test_advantage_keeps_the_best_two_and_disadvantage_the_worst() -> None:
    assert keep((3, 6, 1, 5), 2) == (5, 6)
    assert keep((3, 6, 1, 5), -2) == (1, 3)
    assert keep((6, 3), 0) == (3, 6)


@pytest.mark.parametrize(("degree", "highest"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 6), (20, 6)])
def test_a_kept_double_fumbles_up_to_the_degree(degree: int, highest: int) -> None:
    effort = Effort(5, fumble_degree=degree)
    assert [face for face in range(1, 7) if is_fumble((face, face), effort)] == list(range(1, highest + 1))
    assert not is_fumble((1, 2), effort)


def test_without_a_degree_a_double_one_alone_fumbles() -> None:
    assert [is_fumble((face, face), Effort(5)) for face in (1, 2)] == [True, False]


def test_only_the_kept_dice_make_a_double() -> None:
    assert not is_fumble((1, 1, 5), Effort(5, advantage=1))
    assert is_fumble((1, 1, 5), Effort(5, disadvantage=1))


@pytest.mark.parametrize(("degree", "ones"), [(-1, 3), (-2, 4), (-3, 5)])
def test_a_negative_degree_fumbles_on_ones_under_as_much_disadvantage(degree: int, ones: int) -> None:
    for disadvantage in range(7):
        effort = Effort(5, disadvantage=disadvantage, fumble_degree=degree)
        for shown in range(disadvantage + 3):
            dice = (1,) * shown + (4,) * (disadvantage + 2 - shown)
            assert is_fumble(dice, effort) is (shown >= ones and disadvantage >= -degree)


def test_a_negative_degree_never_fumbles_under_advantage() -> None:
    assert not is_fumble((1, 1, 1), Effort(5, advantage=1, fumble_degree=-1))


def test_below_minus_three_nothing_fumbles() -> None:
    for degree in (-4, -20):
        assert not is_fumble((1,) * 8, Effort(5, disadvantage=6, fumble_degree=degree))


def test_the_fumble_level_says_what_happens() -> None:
    assert [fumble_penalty(level) for level in (2, 5, 6, 11, 12)] == [0, 0, -5, -5, -10]
    assert [fumble_consequence(level) for level in (5, 6, 12)] == ["fails", "harm", "disaster"]


BOOK = House()
LEVELS = range(-6, 7)


def effort(net: int, degree: int = 0, value: int = 5) -> Effort:
    return Effort(value, (), max(0, net), max(0, -net), degree)


def odds_of(effort: Effort, difficulty: int) -> CheckOdds:
    odds = kaiser.odds(KaiserCheck("skill", effort, difficulty), BOOK)
    assert isinstance(odds, CheckOdds)
    return odds


@pytest.mark.parametrize("net", range(-4, 5))
def test_pairs_are_counted_as_every_throw_keeps_them(net: int) -> None:
    thrown = Counter(keep(dice, net) for dice in product(range(1, 7), repeat=2 + abs(net)))
    assert kept_ways(net) == thrown


@pytest.mark.parametrize("net", LEVELS)
def test_icepool_keeps_the_same_pairs_at_every_level(net: int) -> None:
    pool = icepool.d6.pool(2 + abs(net))
    kept = (pool.highest(2) if net >= 0 else pool.lowest(2)).sum()
    sums: Counter[int] = Counter()
    for pair, ways in kept_ways(net).items():
        sums[sum(pair)] += ways
    assert {total: kept.quantity(total) for total in kept.outcomes()} == sums


@functools.lru_cache(maxsize=1)  # for all degrees, which follow one another
def every_throw(net: int) -> list[tuple[tuple[int, ...], tuple[int, int]]]:
    """Return every throw at a net level, each with the pair that is kept."""
    return [(dice, keep(dice, net)) for dice in product(range(1, 7), repeat=2 + abs(net))]


@pytest.mark.parametrize("degree", range(-4, 7))
@pytest.mark.parametrize("net", range(-4, 5))
def test_fumbles_are_counted_as_every_throw_makes_them(net: int, degree: int) -> None:
    throws, tried = every_throw(net), effort(net, degree)
    fumbles = [is_fumble(dice, tried) for dice, _ in throws]
    opens = [not fumble and pair == (6, 6) for (_, pair), fumble in zip(throws, fumbles, strict=True)]
    spread = skill_spread(effort(net, degree))
    assert spread.fumble == Fraction(sum(fumbles), len(throws))
    assert spread.open == Fraction(sum(opens), len(throws))
    plain = [not (fumble or opened) for fumble, opened in zip(fumbles, opens, strict=True)]
    totals = Counter(5 + sum(pair) for (_, pair), counts in zip(throws, plain, strict=True) if counts)
    assert spread.plain == {total: Fraction(ways, len(throws)) for total, ways in totals.items()}


@pytest.mark.parametrize("net", LEVELS)
@pytest.mark.parametrize("degree", [-3, -1, 0, 2, 5])
def test_everything_that_can_happen_adds_up_to_one(net: int, degree: int) -> None:
    spread = skill_spread(effort(net, degree))
    assert sum(spread.plain.values()) + spread.open + spread.fumble == 1
    assert sum(spread.closed().values()) + spread.open == 1
    assert all(chance > 0 for chance in spread.plain.values())


def test_an_open_roll_goes_on_without_an_end() -> None:
    chances = {extra: open_at_least(extra) for extra in (-3, 1, 2, 5, 6, 7, 8, 12, 13)}
    sixth = Fraction(1, 6)
    assert chances == {
        -3: 1,
        1: 1,
        2: 5 * sixth,
        5: 2 * sixth,
        6: sixth,
        7: sixth,
        8: 5 * sixth**2,
        12: sixth**2,
        13: sixth**2,
    }


def extras(depth: int) -> dict[int, Fraction]:
    """Throw open rolls of up to so many sixes, one by one."""
    return {6 * sixes + last: Fraction(1, 6 ** (sixes + 1)) for sixes in range(depth) for last in range(1, 6)}


@pytest.mark.parametrize("lead", [-14, -7, -6, -5, -1, 0, 1, 4, 5, 6, 7, 13])
def test_one_open_roll_beats_another_as_often_as_all_their_dice_do(lead: int) -> None:
    dice = extras(24)
    played = sum(p * q for (x, p), (y, q) in product(dice.items(), repeat=2) if x - y > lead)
    assert abs(open_beats_open(lead) - played) < Fraction(1, 10**15)


def test_open_rolls_exceed_each_other_equally_often() -> None:
    tie = 1 - open_beats_open(0) - open_beats_open(0)
    assert tie == sum(chance**2 for chance in extras(1).values()) / (1 - Fraction(1, 36))


def test_a_fumble_level_is_a_plain_2d6() -> None:
    assert fumble_levels() == {level: Fraction(6 - abs(7 - level), 36) for level in range(2, 13)}


def test_a_difficulty_out_of_reach_of_two_dice_is_reached_by_open_rolls_alone() -> None:
    odds = odds_of(effort(0, value=8), 24)
    assert odds.success == Fraction(1, 36) * open_at_least(4)
    assert odds.failure == 1 - odds.success
    assert odds.open == odds.fumble == Fraction(1, 36)


def test_a_fumble_is_a_failure_however_easy_the_check() -> None:
    assert odds_of(effort(0), -50).success == 1 - Fraction(1, 36)
    assert odds_of(effort(0, degree=20), -50).success == 1 - Fraction(1, 6)


def test_the_curve_holds_each_total_that_neither_opens_nor_fumbles() -> None:
    assert dict(odds_of(effort(0), 12).totals) == {
        5 + total: Fraction(6 - abs(7 - total), 36) for total in range(3, 12)
    }


def test_resistances_and_characteristics_neither_open_nor_fumble() -> None:
    for kind in ("resistance", "characteristic"):
        odds = kaiser.odds(KaiserCheck(kind, Effort(5, (FlatModifier(1),)), 10), BOOK)
        assert isinstance(odds, CheckOdds)
        assert odds.open == odds.fumble == 0
        assert sum(odds.totals.values()) == 1
        assert odds.success == {"resistance": Fraction(33, 36), "characteristic": Fraction(1, 2)}[kind]


def test_the_house_may_roll_two_dice_for_a_characteristic() -> None:
    house = House(characteristic_dice=2)
    odds = kaiser.odds(KaiserCheck("characteristic", Effort(5), 17), house)
    assert isinstance(odds, CheckOdds)
    assert odds.success == Fraction(1, 36)


def contest(kind: str, a: Effort, b: Effort) -> KaiserOdds:
    odds = kaiser.odds(KaiserContest(kind, a, b), BOOK)  # type: ignore[arg-type]
    assert isinstance(odds, KaiserOdds)
    assert odds.a + odds.b + odds.tie == 1
    return odds


def test_equal_sides_win_equally_often() -> None:
    for kind in ("opposed_skill", "attack", "opposed_characteristic"):
        odds = contest(kind, effort(0), effort(0))
        assert odds.a == odds.b
    assert contest("opposed_characteristic", effort(0), effort(0)).tie == Fraction(1, 6)


def icepools_skill(value: int, net: int) -> icepool.Die[int]:
    """Have icepool roll a skill of fumble degree 0, open rolls to a depth that no float can tell from endless."""
    pool = icepool.d6.pool(2 + abs(net))
    kept = (pool.highest(2) if net >= 0 else pool.lowest(2)).expand()
    level = (icepool.d6 + icepool.d6).map(lambda rolled: 0 if rolled <= 5 else -5 if rolled <= 11 else -10)
    fumbled = level.map(lambda penalty: max(0, value + penalty))
    opened = icepool.d6.explode(depth=20) + 12 + value

    def total(pair: tuple[int, int]) -> icepool.Die[int] | int:
        if pair == (1, 1):
            return fumbled
        return opened if pair == (6, 6) else value + sum(pair)

    return kept.map(total, star=False)


@pytest.mark.parametrize(("a", "b"), [((5, 0), (6, 0)), ((8, 2), (12, -1)), ((3, -2), (3, 1))])
def test_icepool_finds_the_same_odds_of_a_contest(a: tuple[int, int], b: tuple[int, int]) -> None:
    ours = contest("opposed_skill", effort(a[1], value=a[0]), effort(b[1], value=b[0]))
    difference = icepools_skill(*a) - icepools_skill(*b)
    assert abs(float(ours.a) - float(difference.probability(">", 0))) < 1e-12
    assert abs(float(ours.tie) - float(difference.probability("==", 0))) < 1e-12


@pytest.mark.parametrize(("value", "net"), [(8, 0), (5, 3), (10, -2)])
def test_icepool_finds_the_same_odds_of_a_check_beyond_fumbles(value: int, net: int) -> None:
    odds = odds_of(effort(net, value=value), 16)
    theirs = icepools_skill(value, net)
    assert abs(float(odds.success) - float(theirs.probability(">=", 16))) < 1e-12


@pytest.mark.parametrize("advantage", [0, 2])
def test_an_open_roll_ends_with_its_first_die_five_times_of_six(advantage: int) -> None:
    odds = odds_of(Effort(5, (), advantage), 12)
    assert list(odds.opened) == [18, 19, 20, 21, 22]
    assert set(odds.opened.values()) == {odds.open / 6}
    assert sum(odds.opened.values()) + odds.beyond == odds.open


def test_what_never_opens_has_no_totals_beyond() -> None:
    odds = kaiser.odds(KaiserCheck("resistance", Effort(5), 12), House())
    assert isinstance(odds, CheckOdds)
    assert not odds.opened
    assert odds.beyond == 0


SIDES_ASKED: list[dict[str, Any]] = [
    {"value": 6, "fumble_degree": 1},
    {"value": 6, "disadvantage": 2, "fumble_degree": -1},
    {"value": 6, "advantage": 1, "kind": "resistance"},
    {"value": 6, "kind": "characteristic"},
]


@pytest.mark.parametrize("characteristic_dice", [1, 2])
@pytest.mark.parametrize("a", SIDES_ASKED, ids=repr)
@pytest.mark.parametrize("b", SIDES_ASKED, ids=repr)
def test_whatever_two_sides_roll_the_odds_are_those_of_every_throw(
    a: dict[str, Any], b: dict[str, Any], characteristic_dice: Any
) -> None:
    odds = kaiser.odds(
        KaiserContest("opposed_skill", Effort(**a), Effort(**b)), House(characteristic_dice=characteristic_dice)
    )
    assert isinstance(odds, KaiserOdds)
    house = {"characteristic_dice": characteristic_dice}
    played = answered({"system": "kaiser", "check": "opposed_skill", "a": a, "b": b, "house": house})["odds"]
    assert {"a": float(odds.a), "b": float(odds.b), "tie": float(odds.tie)} == pytest.approx(played, abs=1e-12)
    assert odds.a + odds.b + odds.tie == 1


@pytest.mark.parametrize("net", [7, -7, 40, MOST_LEVELS, -MOST_LEVELS])
def test_the_odds_of_any_level_are_exact(net: int) -> None:
    spread = skill_spread(effort(net, degree=2))
    assert sum(spread.plain.values()) + spread.open + spread.fumble == 1
    kept = (icepool.d6.pool(2 + abs(net)).highest(2) if net >= 0 else icepool.d6.pool(2 + abs(net)).lowest(2)).sum()
    assert spread.open == kept.probability(12)


def test_adjusting_degrees_leaves_the_odds_as_they_are() -> None:
    check, duel = KaiserCheck("skill", Effort(5), 12), KaiserContest("attack", Effort(5), Effort(6))
    for request in (check, duel):
        assert kaiser.odds(request, BOOK) == kaiser.odds(structs.replace(request, adjust=-7), BOOK)
