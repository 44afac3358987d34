"""Opposed tests: who wins and why, and how often."""

from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.outcomes import Contest, ContestOdds
from gm_desk.core.rules.requests import OpposedTest, SuccessTest
from gm_desk.core.systems.registry import RULES

BOOK = House()
SIDE = SuccessTest(50)


def decided(
    system: str, a: tuple[int, int], b: tuple[int, int], *, house: House = BOOK, defaults: bool = False, **more: Any
) -> tuple[str | None, str]:
    """Roll (base, roll) against (base, roll)."""
    test = OpposedTest(SuccessTest(a[0]), SuccessTest(b[0], default=defaults), **more)
    contest = RULES[system].resolve(test, {"a.roll": (a[1],), "b.roll": (b[1],)}, house)
    assert isinstance(contest, Contest)
    return contest.winner, contest.reason


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_the_only_success_wins(system: str) -> None:
    assert decided(system, (50, 20), (50, 70)) == ("a", "only_success")
    assert decided(system, (50, 70), (50, 20)) == ("b", "only_success")


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_of_two_successes_the_higher_roll_wins(system: str) -> None:
    assert decided(system, (50, 20), (50, 30)) == ("b", "higher_roll")
    assert decided(system, (50, 30), (50, 20)) == ("a", "higher_roll")


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_a_critical_success_beats_a_higher_plain_one(system: str) -> None:
    assert decided(system, (50, 11), (50, 40)) == ("a", "critical")
    assert decided(system, (50, 40), (50, 0)) == ("b", "critical")


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_of_two_critical_successes_the_higher_roll_wins(system: str) -> None:
    assert decided(system, (50, 11), (50, 22)) == ("b", "higher_roll")


def test_equal_critical_successes_go_to_the_higher_skill_in_ep2_also_in_an_attack() -> None:
    for attack in (False, True):
        assert decided("ep2", (60, 22), (50, 22), attack=attack) == ("a", "higher_skill")
        assert decided("ep2", (50, 22), (60, 22), attack=attack) == ("b", "higher_skill")
        assert decided("ep2", (60, 22), (60, 22), attack=attack) == (None, "tie")


def test_equal_critical_successes_are_a_deadlock_in_ep1() -> None:
    assert decided("ep1", (60, 22), (50, 22)) == (None, "tie")


def test_an_ignored_critical_trumps_nothing() -> None:
    assert decided("ep2", (50, 20), (50, 11), defaults=True) == ("a", "higher_roll")
    assert decided("ep2", (50, 11), (50, 11), defaults=True) == ("a", "critical")


@pytest.mark.parametrize(
    ("ruling", "tie", "failed"),
    [
        ("deadlock", (None, "tie"), (None, "both_failed")),
        ("higher_roll", (None, "tie"), ("b", "higher_roll")),
        ("higher_skill", ("a", "higher_skill"), ("a", "higher_skill")),
    ],
)
def test_the_gm_rules_on_ties_and_double_failures(ruling: Any, tie: Any, failed: Any) -> None:
    for more in ({"ruling": ruling}, {"house": House(ruling=ruling)}):
        assert decided("ep2", (60, 20), (50, 20), **more) == tie
        assert decided("ep2", (60, 70), (50, 80), **more) == failed


def test_a_ruling_of_the_request_outranks_the_houses() -> None:
    assert decided("ep2", (60, 70), (50, 80), ruling="deadlock", house=House(ruling="higher_roll"))[0] is None


def test_in_an_attack_neither_a_tie_nor_a_double_failure_is_a_hit_whatever_the_house_rules() -> None:
    house = House(ruling="higher_skill")
    assert decided("ep2", (60, 20), (50, 20), attack=True, house=house) == (None, "tie")
    assert decided("ep2", (60, 70), (50, 80), attack=True, house=house) == (None, "both_failed")


def test_what_a_ruling_cannot_tell_apart_stays_a_deadlock() -> None:
    assert decided("ep2", (50, 70), (50, 70), ruling="higher_roll") == (None, "both_failed")
    assert decided("ep2", (50, 20), (50, 20), ruling="higher_skill") == (None, "tie")


def test_skill_is_the_base_without_modifiers() -> None:
    test = OpposedTest(SuccessTest(40, (Modifier(30),)), SuccessTest(50, (Modifier(-30),)), ruling="higher_skill")
    contest = RULES["ep2"].resolve(test, {"a.roll": (90,), "b.roll": (80,)}, BOOK)
    assert isinstance(contest, Contest)
    assert contest.winner == "b"


def test_ep1_knows_no_ruling() -> None:
    assert decided("ep1", (60, 70), (50, 80), house=House(ruling="higher_skill")) == (None, "both_failed")


def test_in_a_variable_test_both_may_succeed_whatever_they_rolled() -> None:
    assert decided("ep1", (50, 11), (50, 40), variable=True) == (None, "both_succeeded")
    assert decided("ep1", (50, 70), (50, 40), variable=True) == ("b", "only_success")
    assert decided("ep1", (50, 70), (50, 80), variable=True) == (None, "both_failed")


def test_each_sides_own_verdict_stays_as_rolled() -> None:
    contest = RULES["ep2"].resolve(OpposedTest(SIDE, SIDE), {"a.roll": (40,), "b.roll": (20,)}, BOOK)
    assert isinstance(contest, Contest)
    assert (contest.b.success, contest.winner) == (True, "a")


def test_a_contest_says_whose_roll_it_needs() -> None:
    test = OpposedTest(SIDE, SIDE)
    assert RULES["ep2"].resolve(test, {}, BOOK) == Needs("a.roll")
    assert RULES["ep2"].resolve(test, {"a.roll": (3,)}, BOOK) == Needs("b.roll")


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_point_that_cannot_be_spent_is_named_with_its_side(side: str) -> None:
    spending = SuccessTest(50, after="downgrade")
    test = OpposedTest(spending, SIDE) if side == "a" else OpposedTest(SIDE, spending)
    with pytest.raises(UnspendablePointError) as caught:
        RULES["ep2"].resolve(test, {"a.roll": (20,), "b.roll": (20,)}, BOOK)
    assert caught.value.key == f"{side}.after"
    with pytest.raises(UnspendablePointError) as caught:
        RULES["ep2"].odds(test, BOOK)
    assert caught.value.key == f"{side}.after"


sides = st.builds(
    SuccessTest,
    st.integers(0, 130),
    st.lists(st.integers(-3, 3).map(lambda ten: Modifier(ten * 10)), max_size=3).map(tuple),
    st.booleans(),
)
houses = st.builds(
    House,
    default_criticals=st.sampled_from(["ignored", "count"]),
    ruling=st.sampled_from(["deadlock", "higher_roll", "higher_skill"]),
)


def counted(system: str, test: OpposedTest, house: House) -> ContestOdds:
    """Play all ten thousand pairs."""
    wins = {"a": 0, "b": 0, None: 0}
    for a, b in product(range(100), repeat=2):
        contest = RULES[system].resolve(test, {"a.roll": (a,), "b.roll": (b,)}, house)
        assert isinstance(contest, Contest)
        wins[contest.winner] += 1
    return ContestOdds(wins["a"], wins["b"], wins[None])


@given(st.sampled_from(["ep1", "ep2"]), sides, sides, st.booleans(), houses)
@settings(max_examples=15, deadline=None, phases=[Phase.explicit, Phase.generate])
def test_the_odds_are_those_of_all_pairs_played(
    system: str,
    a: SuccessTest,
    b: SuccessTest,
    flag: bool,
    house: House,
) -> None:
    test = OpposedTest(a, b, attack=flag) if system == "ep2" else OpposedTest(a, b, variable=flag)
    assert RULES[system].odds(test, house) == counted(system, test, house)


@pytest.mark.parametrize("system", ["ep1", "ep2"])
@pytest.mark.parametrize("ruling", ["deadlock", "higher_roll", "higher_skill"])
@pytest.mark.parametrize(("a", "b"), [(60, 40), (40, 60), (50, 50), (0, 120)])
def test_the_odds_of_every_ruling_are_those_of_all_pairs_played(system: str, ruling: Any, a: int, b: int) -> None:
    test, house = OpposedTest(SuccessTest(a), SuccessTest(b, default=True)), House(ruling=ruling)
    assert RULES[system].odds(test, house) == counted(system, test, house)


def icepools(a: int, b: int) -> ContestOdds:
    """Have icepool play two bases against each other by the book of EP2, a deadlock where nothing decides."""

    def winner(x: int, y: int) -> int:
        wins = [x == 0 or (x <= a and x != 99), y == 0 or (y <= b and y != 99)]
        if wins[0] != wins[1]:
            return 1 if wins[0] else -1
        if not wins[0]:
            return 0
        criticals = [x % 11 == 0, y % 11 == 0]
        if criticals[0] != criticals[1]:
            return 1 if criticals[0] else -1
        if x == y and criticals[0]:
            return (a > b) - (a < b)
        return (x > y) - (x < y)

    die = icepool.map(winner, icepool.z(100), icepool.z(100))
    return ContestOdds(*(die.probability(who) * 10000 for who in (1, -1, 0)))


@pytest.mark.parametrize(("a", "b"), [(65, 40), (33, 90), (50, 50), (5, 143)])
def test_icepool_finds_the_same_odds(a: int, b: int) -> None:
    assert RULES["ep2"].odds(OpposedTest(SuccessTest(a), SuccessTest(b)), BOOK) == icepools(a, b)


def test_the_odds_of_all_three_results_are_ten_thousand() -> None:
    odds = RULES["ep2"].odds(OpposedTest(SIDE, SIDE), BOOK)
    assert isinstance(odds, ContestOdds)
    assert odds.of == 10000
