"""Points spent before or after a roll: pools (EP2, "Pools and Threat") and Moxie (EP1, "Moxie")."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, get_args

from msgspec import Struct, structs

from gm_desk.core.errors import BadPicksError, UnspendablePointError
from gm_desk.core.rules.dice import Needs, Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Contest, Graded, Hand, MarginOutcome, Outcome
from gm_desk.core.rules.requests import After, Before, Net, OpposedTest, SuccessTest
from gm_desk.core.systems.definition import SuperiorUse

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Result, Rules

USES: tuple[After, ...] = get_args(After)


class Bonus(Struct, frozen=True):
    """A point that can be spent before the roll, and the resulting net modifier."""

    use: Before
    net: Net


class PointOffer(Struct, frozen=True):
    """A point that can be spent after the roll, and the resulting outcome; in a contest `side` spends it."""

    use: After
    outcome: Graded | Contest
    side: Hand | None = None


def before(rules: "Rules", test: SuccessTest, house: House) -> list[Bonus]:
    """Return the points that can be spent before the roll; none if one is already spent."""
    if test.pool or test.after:
        return []
    return [Bonus(use, rules.net_of(structs.replace(test, pool=use), house)) for use in rules.BEFORE]


def after(rules: "Rules", test: SuccessTest, dice: Thrown, house: House) -> list[PointOffer]:
    """Return the points that would change the grade of a roll."""
    rolled = rules.resolve(test, dice, house)
    return [
        PointOffer(use, new)
        for use, spent in _spending(test)
        if isinstance(new := _allowed(rules, spent, dice, house), Outcome | MarginOutcome)
        and isinstance(rolled, Outcome | MarginOutcome)
        and new.grade is not rolled.grade
    ]


def after_contest(rules: "Rules", test: OpposedTest, dice: Thrown, house: House) -> list[PointOffer]:
    """Return the points of either side that would change its own grade or the winner."""
    rolled = rules.resolve(test, dice, house)
    return [
        PointOffer(use, new, side)
        for side, use, spent in _spending_sides(test)
        if isinstance(new := _allowed(rules, spent, dice, house), Contest)
        and isinstance(rolled, Contest)
        and _verdicts(new) != _verdicts(rolled)
    ]


def _spending(test: SuccessTest) -> Iterator[tuple[After, SuccessTest]]:
    """Yield the test with each point that can still be spent; one per test."""
    if not (test.pool or test.after):
        for use in USES:
            yield use, structs.replace(test, after=use)


def _spending_sides(test: OpposedTest) -> Iterator[tuple[Hand, After, OpposedTest]]:
    """Yield the opposed test with each point that either side can spend."""
    for use, spent in _spending(test.a):
        yield "a", use, structs.replace(test, a=spent)
    for use, spent in _spending(test.b):
        yield "b", use, structs.replace(test, b=spent)


def _allowed(rules: "Rules", test: SuccessTest | OpposedTest, dice: Thrown, house: House) -> "Result | Needs | None":
    """Return the outcome of a test that spends a point, or None if the roll does not allow it."""
    try:
        return rules.resolve(test, dice, house)
    except UnspendablePointError:
        return None


def _verdicts(contest: Contest) -> tuple[Hand | None, str, str]:
    """Return the winner and both grades: whatever a point can change in a contest."""
    return contest.winner, contest.a.grade, contest.b.grade


def check_picks(picks: Sequence[str], uses: Sequence[SuperiorUse], superior: int) -> None:
    """Raise BadPicksError if picks are unknown, or more than the superior results."""
    unknown = set(picks) - {use.id for use in uses}
    if unknown:
        raise BadPicksError("picks", f"superior results cannot be spent on “{min(unknown)}”")
    if len(picks) > superior:
        raise BadPicksError("picks", f"{len(picks)} were chosen, but the roll has {superior}")


def picked(picks: tuple[str, ...], use: str, superior: int) -> tuple[str, ...]:
    """Return the picks after a click on one use: picked, doubled if possible, then removed.

    If all superior results are spent, the use replaces the first pick.
    """
    others = tuple(pick for pick in picks if pick != use)
    if use not in picks:
        return (*picks, use)[-superior:]
    return (*picks, use) if len(picks) < superior else others
