"""What may still be done about a roll: which points better it and who can pay, which rulings there are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.choices_after_roll import criticals, decisions, repairs, superior_results
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side
from gm_desk.core.rules.dice import Needs, Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Contest, Grade, Graded, Outcome
from gm_desk.core.rules.requests import Effort, KaiserContest, OpposedTest, Request, SimpleTest, SuccessTest
from gm_desk.core.systems.protocol import Result
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system

EP1, EP2, KAISER = load_system("ep1"), load_system("ep2"), load_system("kaiser")
GRADES = list(Grade)
GUNS = Ability(AbilityKind.SKILL, "guns", "Guns", 65, "REF", 20)
DRAFT = Draft("jaqui", "Jaqui", GUNS)
AGAINST = Draft("jaqui", "Jaqui", GUNS, mode=Mode.OPPOSED, opponent=Side("lao", "Lao", GUNS))


def a_roster(**points: int) -> Roster:
    own = {kind: Points(now=left, max=3) for kind, left in points.items() if kind != "threat"}
    threat = Points(now=points.get("threat", 0), max=3)
    jaqui = Character(id="jaqui", name="Jaqui", kind="pc", points=own)
    lao = Character(id="lao", name="Lao", group="triad")
    return Roster(id="mars", name="Mars", groups=(Group(id="triad", name="T", threat=threat),), characters=(jaqui, lao))


def offered(roll: int, target: int, roster: Roster, **more: str) -> list[tuple[str, Grade, list[str]]]:
    request = SuccessTest(target, **more)  # type: ignore[arg-type]  # the tests name points as the rules do
    found = repairs(roster, DRAFT, request, {"roll": (roll,)}, House(), EP2)
    return [
        (one.use, one.result.grade, [pool.points for pool in one.point_pools])
        for one in found
        if isinstance(one.result, Graded)
    ]


def result_of(system: str, request: Request, dice: Thrown) -> Result:
    result = RULES[system].resolve(request, dice, House())
    assert not isinstance(result, Needs)
    return result


def test_a_flip_flop_is_offered_where_it_betters_the_verdict_with_the_most_special_pool_first() -> None:
    assert offered(81, 70, a_roster(vigor=1, flex=2)) == [("flip_flop", Grade.SUCCESS, ["vigor", "flex"])]


def test_a_flip_flop_that_makes_it_worse_is_left_out() -> None:
    assert offered(18, 70, a_roster(vigor=1)) == [("upgrade", Grade.SUPERIOR_SUCCESS, ["vigor"])]


def test_the_best_verdict_comes_first() -> None:
    assert [grade for _, grade, _ in offered(7, 75, a_roster(vigor=1))] == [
        Grade.SUPERIOR_SUCCESS_X2,
        Grade.SUPERIOR_SUCCESS,
    ]


@pytest.mark.parametrize("points", [{}, {"vigor": 0}, {"moxie": 2}, {"threat": 3}])
def test_without_points_that_fit_nothing_is_offered(points: dict[str, int]) -> None:
    assert offered(81, 70, a_roster(**points)) == []


def test_one_point_a_test() -> None:
    assert offered(81, 50, a_roster(vigor=2), pool="add_20") == []
    assert offered(81, 70, a_roster(vigor=2), after="flip_flop") == []


def test_either_side_may_pay_and_only_for_what_is_better_for_it() -> None:
    request, dice = OpposedTest(SuccessTest(70), SuccessTest(60)), {"a.roll": (40,), "b.roll": (61,)}
    found = repairs(a_roster(vigor=1, threat=1), AGAINST, request, dice, House(), EP2)
    told = [(one.hand, one.use, one.point_pools[0].points) for one in found]
    assert told == [("a", "upgrade", "vigor"), ("b", "flip_flop", "threat")]
    spent = found[1].request
    assert isinstance(spent, OpposedTest)
    assert (spent.a.after, spent.b.after) == (None, "flip_flop")


@pytest.mark.parametrize(
    ("mine", "theirs", "offers"),
    [
        (33, 70, []),  # 07 is a success, which a critical beats
        (40, 61, []),  # 16 is a success, and lower
        (12, 71, [("b", "flip_flop")]),  # 17 is higher than 12
        (12, 99, [("b", "downgrade")]),  # a critical failure has consequences of its own
        (80, 20, []),  # the attack misses, and so it does with 08
        (82, 20, [("a", "flip_flop")]),
    ],
)
def test_in_an_attack_no_point_is_offered_that_changes_nothing(
    mine: int, theirs: int, offers: list[tuple[str, str]]
) -> None:
    request = OpposedTest(SuccessTest(70), SuccessTest(40), attack=True)
    roster = a_roster(vigor=1, threat=1)
    found = repairs(roster, AGAINST, request, {"a.roll": (mine,), "b.roll": (theirs,)}, House(), EP2)
    assert [(one.hand, one.use) for one in found if one.use != "upgrade"] == offers


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 120), st.integers(0, 120))
def test_whatever_is_offered_leaves_the_payer_better_off(first: int, second: int, mine: int, theirs: int) -> None:
    request = OpposedTest(SuccessTest(mine), SuccessTest(theirs))
    dice = {"a.roll": (first,), "b.roll": (second,)}
    before = RULES["ep2"].resolve(request, dice, House())
    assert isinstance(before, Contest)
    for one in repairs(a_roster(vigor=1, threat=1), AGAINST, request, dice, House(), EP2):
        assert isinstance(one.result, Contest)
        old, new = (before.a, one.result.a) if one.hand == "a" else (before.b, one.result.b)
        places = [(0 if won == one.hand else 2 if won else 1) for won in (before.winner, one.result.winner)]
        assert (places[1], GRADES.index(new.grade)) < (places[0], GRADES.index(old.grade))
        assert result_of("ep2", one.request, dice) == one.result


def ruled(request: Request, dice: Thrown, system: str = "ep2") -> list[tuple[str, str | None, bool]]:
    found = decisions(request, dice, House(), load_system(system))
    return [(one.ruling, one.winner, one.stands) for one in found]


FAILED = {"a.roll": (81,), "b.roll": (92,)}


def test_where_both_fail_the_gm_rules_and_sees_whom_each_ruling_makes_the_winner() -> None:
    request = OpposedTest(SuccessTest(60), SuccessTest(50))
    assert ruled(request, FAILED) == [
        ("deadlock", None, True),
        ("higher_roll", "b", False),
        ("higher_skill", "a", False),
    ]
    again = OpposedTest(SuccessTest(60), SuccessTest(50), ruling="higher_roll")
    assert [stands for _, _, stands in ruled(again, FAILED)] == [False, True, False]


@pytest.mark.parametrize(
    ("request_", "dice"),
    [
        (OpposedTest(SuccessTest(60), SuccessTest(50), attack=True), FAILED),
        (OpposedTest(SuccessTest(60), SuccessTest(50)), {"a.roll": (40,), "b.roll": (92,)}),
        (SuccessTest(60), {"roll": (81,)}),
    ],
    ids=["attack", "won", "alone"],
)
def test_elsewhere_there_is_nothing_to_rule(request_: Request, dice: Thrown) -> None:
    assert ruled(request_, dice) == []


@pytest.mark.parametrize("roll", [40, 44, 95])
def test_where_no_ruling_makes_a_winner_the_one_that_stands_is_told(roll: int) -> None:
    even, dice = OpposedTest(SuccessTest(60), SuccessTest(60)), {"a.roll": (roll,), "b.roll": (roll,)}
    assert ruled(even, dice) == [("deadlock", None, True)]
    assert ruled(structs.replace(even, ruling="higher_skill"), dice) == [("higher_skill", None, True)]
    assert ruled(structs.replace(even, attack=True), dice) == []


def test_in_the_first_edition_a_deadlock_is_a_deadlock_whatever_the_skills() -> None:
    assert ruled(OpposedTest(SuccessTest(60), SuccessTest(50)), FAILED, "ep1") == [("deadlock", None, True)]


def test_a_third_result_of_a_variable_test_is_no_deadlock() -> None:
    both = OpposedTest(SuccessTest(60), SuccessTest(60), variable=True)
    assert ruled(both, {"a.roll": (40,), "b.roll": (40,)}, "ep1") == []


def test_a_tie_in_kaiser_goes_to_the_defender_is_rolled_off_or_left_to_the_gm() -> None:
    dice = {"a.dice": (3, 4), "b.dice": (3, 4)}
    opposed = KaiserContest("opposed_skill", Effort(3), Effort(3))
    assert ruled(opposed, dice, "kaiser") == [
        ("defender", "b", True),
        ("roll_off", None, False),
        ("gm", None, False),
    ]
    assert ruled(KaiserContest("attack", Effort(3), Effort(3)), dice, "kaiser") == []
    assert ruled(KaiserContest("opposed_skill", Effort(4), Effort(3)), dice, "kaiser") == []


@pytest.mark.parametrize(("roll", "superior"), [(20, 0), (34, 1), (68, 2), (44, 0), (94, 0), (90, 0)])
def test_superior_results_are_counted(roll: int, superior: int) -> None:
    assert superior_results(result_of("ep2", SuccessTest(70), {"roll": (roll,)})) == ("a", superior)


def test_in_a_contest_the_winner_spends_superior_results() -> None:
    request = OpposedTest(SuccessTest(70), SuccessTest(70))
    assert superior_results(result_of("ep2", request, {"a.roll": (40,), "b.roll": (68,)})) == ("b", 2)
    assert superior_results(result_of("ep2", request, {"a.roll": (40,), "b.roll": (20,)})) == ("a", 1)


def test_criticals_are_told_of_each_side() -> None:
    request = OpposedTest(SuccessTest(70), SuccessTest(70))
    assert criticals(result_of("ep2", request, {"a.roll": (44,), "b.roll": (88,)})) == [("a", True), ("b", False)]
    assert criticals(result_of("ep1", SimpleTest(70), {"roll": (88,)})) == [("a", False)]
    assert criticals(result_of("ep1", SimpleTest(70), {"roll": (87,)})) == []
    assert criticals(result_of("ep1", SuccessTest(70), {"roll": (0,)})) == [("a", True)]
    check = KaiserContest("opposed_skill", Effort(4), Effort(3))
    assert criticals(result_of("kaiser", check, {"a.dice": (3, 4), "b.dice": (3, 4)})) == []


def test_a_critical_outcome_has_no_superior_results_left() -> None:
    outcome = result_of("ep2", SuccessTest(70), {"roll": (66,)})
    assert isinstance(outcome, Outcome)
    assert superior_results(outcome) == ("a", 0)
