from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.drafts.evaluation import Chances
from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.house import House, Tie
from gm_desk.core.rules.modifiers import FlatModifier
from gm_desk.core.rules.outcomes import CheckOutcome, KaiserOdds, KaiserOutcome, Odds
from gm_desk.core.rules.requests import Effort, KaiserCheck, KaiserContest, KaiserKind, SuccessTest
from gm_desk.core.systems.registry import RULES

D6 = range(1, 7)


@pytest.mark.parametrize("system", ["ep1", "ep2"])
@given(base=st.integers(0, 200))
def test_the_chance_under_a_target_is_the_one_that_the_odds_tell(system: str, base: int) -> None:
    odds = RULES[system].odds(SuccessTest(base), House())
    assert isinstance(odds, Odds)
    assert Chances().under(base) == odds.chance


@pytest.mark.parametrize(("target", "percent"), [(-30, 1), (0, 1), (42, 43), (98, 99), (99, 99), (150, 99)])
def test_00_always_succeeds_and_99_never_does(target: int, percent: int) -> None:
    assert Chances().under(target) == Fraction(percent, 100)


def test_the_chance_of_a_check_is_counted_out() -> None:
    check = KaiserCheck("resistance", Effort(3), 10)
    won = sum(
        isinstance(made := RULES["kaiser"].resolve(check, {"dice": dice}, House()), CheckOutcome) and made.success
        for dice in product(D6, D6)
    )
    assert Chances().of_check(check, House()) == Fraction(won, 36)


def counted_out(contest: KaiserContest) -> tuple[Fraction, Fraction]:
    """Let every pair of dice fall, and a roll-off for each tie: a d6 against another, until they differ."""
    wins = {"a": Fraction(0), "b": Fraction(0)}
    for a, b in product(D6, D6):
        thrown = {"a.dice": (a,), "b.dice": (b,)}
        made = RULES["kaiser"].resolve(contest, thrown, House())
        if isinstance(made, Needs):
            wins["a"] += Fraction(1, 72)
            wins["b"] += Fraction(1, 72)
        elif isinstance(made, KaiserOutcome) and made.winner is not None:
            wins[made.winner] += Fraction(1, 36)
    return wins["a"], wins["b"]


@pytest.mark.parametrize("ruling", ["defender", "roll_off", "gm"])
def test_the_chances_of_a_contest_settle_its_ties_as_the_ruling_does(ruling: Tie) -> None:
    contest = KaiserContest("opposed_characteristic", Effort(4), Effort(5), ruling)
    assert Chances().of_contest(contest, House()) == counted_out(contest)


def test_an_attack_that_ties_is_the_defenders_whatever_the_house_says() -> None:
    attack = KaiserContest("attack", Effort(5), Effort(5))
    a, b = Chances().of_contest(attack, House(tie="roll_off"))
    assert a + b == 1
    assert a < b


def test_the_house_settles_a_tie_where_the_contest_does_not() -> None:
    contest, chances = KaiserContest("opposed_skill", Effort(5), Effort(5)), Chances()
    assert chances.of_contest(contest, House(tie="roll_off")) == (Fraction(1, 2), Fraction(1, 2))
    assert chances.of_contest(contest, House())[1] > Fraction(1, 2)


@pytest.mark.parametrize("kind", ["resistance", "characteristic"])
def test_the_chances_of_a_contest_are_those_of_what_each_side_rolls(kind: KaiserKind) -> None:
    chances = Chances()
    skill, other = Effort(5), Effort(5, kind=kind)
    contest = KaiserContest("opposed_skill", skill, other)
    odds = RULES["kaiser"].odds(contest, House())
    assert isinstance(odds, KaiserOdds)
    assert chances.of_contest(contest, House()) == (odds.a, odds.b + odds.tie)
    assert chances.of_contest(KaiserContest("opposed_skill", skill, skill), House()) != (odds.a, odds.b + odds.tie)


def test_adjusted_degrees_change_no_chance() -> None:
    check, contest = KaiserCheck("skill", Effort(3), 11), KaiserContest("attack", Effort(3), Effort(4))
    chances = Chances()
    assert chances.of_check(structs.replace(check, adjust=3), House()) == chances.of_check(check, House())
    assert chances.of_contest(structs.replace(contest, adjust=-3), House()) == chances.of_contest(contest, House())


def test_the_labels_of_modifiers_change_no_chance() -> None:
    chances = Chances()
    labelled = KaiserCheck("skill", Effort(3, (FlatModifier(2, "Height"), FlatModifier(-1, "Wind"))), 11)
    assert chances.of_check(labelled, House()) == chances.of_check(KaiserCheck("skill", Effort(4), 11), House())
