"""Points: what may be spent before a roll, and what after it changes the verdict (EP2, pools; EP1, Moxie)."""

from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec import Struct, structs

from gm_desk.core.errors import BadPicksError, UnspendablePointError
from gm_desk.core.rules.dice import Needs, Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import Contest, Graded, Hand, MarginOutcome, Outcome
from gm_desk.core.rules.requests import After, Before, OpposedTest, SuccessTest
from gm_desk.core.systems.definition import SuperiorUse
from gm_desk.core.systems.protocol import Result, Rules

USES: tuple[After, ...] = get_args(After)


class Bonus(Struct, frozen=True):
    """Offer a point before the roll, with what the modifiers would then come to."""

    use: Before
    net: Net


class PointOffer(Struct, frozen=True):
    """Offer a point after the roll, with what the verdict would then be; in a contest `side` spends it."""

    use: After
    outcome: Graded | Contest
    side: Hand | None = None


def before(rules: Rules, test: SuccessTest, house: House) -> list[Bonus]:
    """List the points that may be spent before the roll: none where one is spent already."""
    if test.pool or test.after:
        return []
    return [Bonus(use, rules.net_of(structs.replace(test, pool=use), house)) for use in rules.BEFORE]


def after(rules: Rules, test: SuccessTest, dice: Thrown, house: House) -> list[PointOffer]:
    """List the points that would change the grade of a roll that has fallen."""
    rolled = rules.resolve(test, dice, house)
    return [
        PointOffer(use, new)
        for use, spent in _spending(test)
        if isinstance(new := _allowed(rules, spent, dice, house), Outcome | MarginOutcome)
        and isinstance(rolled, Outcome | MarginOutcome)
        and new.grade is not rolled.grade
    ]


def after_contest(rules: Rules, test: OpposedTest, dice: Thrown, house: House) -> list[PointOffer]:
    """List the points of either side that would change its own grade or the winner."""
    rolled = rules.resolve(test, dice, house)
    return [
        PointOffer(use, new, side)
        for side, use, spent in _spending_sides(test)
        if isinstance(new := _allowed(rules, spent, dice, house), Contest)
        and isinstance(rolled, Contest)
        and _verdicts(new) != _verdicts(rolled)
    ]


def _spending(test: SuccessTest) -> Iterator[tuple[After, SuccessTest]]:
    """Give the test with each point spent that may still be: one a test."""
    if not (test.pool or test.after):
        for use in USES:
            yield use, structs.replace(test, after=use)


def _spending_sides(test: OpposedTest) -> Iterator[tuple[Hand, After, OpposedTest]]:
    """Give the opposed test with each point spent by either side."""
    for use, spent in _spending(test.a):
        yield "a", use, structs.replace(test, a=spent)
    for use, spent in _spending(test.b):
        yield "b", use, structs.replace(test, b=spent)


def _allowed(rules: Rules, test: SuccessTest | OpposedTest, dice: Thrown, house: House) -> Result | Needs | None:
    """Resolve a test that spends a point, or nothing where the roll does not allow it."""
    try:
        return rules.resolve(test, dice, house)
    except UnspendablePointError:
        return None


def _verdicts(contest: Contest) -> tuple[Hand | None, str, str]:
    """Give what people look at in a contest."""
    return contest.winner, contest.a.grade, contest.b.grade


def check_picks(picks: Sequence[str], uses: Sequence[SuperiorUse], superior: int) -> None:
    """Raise BadPicksError where picks are unknown, or more than the superior results."""
    unknown = set(picks) - {use.id for use in uses}
    if unknown:
        raise BadPicksError("picks", f"superior results buy no “{min(unknown)}”")
    if len(picks) > superior:
        raise BadPicksError("picks", f"{len(picks)} are picked, the roll gives {superior}")


def picked(picks: tuple[str, ...], use: str, superior: int) -> tuple[str, ...]:
    """Give the picks after one use is clicked: picked, doubled where there is room, then let go of.

    Where all superior results are spent, another use takes the place of the first.
    """
    others = tuple(pick for pick in picks if pick != use)
    if use not in picks:
        return (*picks, use)[-superior:]
    return (*picks, use) if len(picks) < superior else others
