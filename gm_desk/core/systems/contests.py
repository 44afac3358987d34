"""Opposed tests: who wins, why, and how often (EP1, EP2, "Opposed tests").

What happens to equal rolls is decided by `settlement_of` of each system (`core/systems/ep1.py`, `ep2.py`).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import product, repeat

from msgspec import Struct

from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules.dice import D100_SIDES, Needs, Thrown
from gm_desk.core.rules.house import House, Ruling
from gm_desk.core.rules.outcomes import Contest, ContestOdds, Graded, Hand, Reason
from gm_desk.core.rules.requests import ROLL, OpposedTest, SuccessTest
from gm_desk.core.systems import eclipse
from gm_desk.core.systems.eclipse import Edition, Verdict

Decision = tuple[Hand | None, Reason]


class Settlement(Struct, frozen=True):
    """The rulings for contests that the rolls leave undecided.

    With `variable`, if both sides succeed, nobody wins and the GM names a third result (EP1).
    """

    both_failed: Ruling = "deadlock"
    tie: Ruling = "deadlock"
    critical_tie: Ruling = "deadlock"
    variable: bool = False


def resolve(
    book: Edition[Verdict], test: OpposedTest, thrown: Thrown, house: House, settlement: Settlement
) -> Contest | Needs:
    """Return the outcome of a contest, or the roll that is still needed: "a.roll" or "b.roll"."""
    a = _side(book, test.a, thrown, house, "a")
    if isinstance(a, Needs):
        return a
    b = _side(book, test.b, thrown, house, "b")
    if isinstance(b, Needs):
        return b
    winner, reason = decide(a, b, settlement)
    return Contest(a, b, winner, reason)


def decide(a: Graded, b: Graded, settlement: Settlement) -> Decision:
    """Return the winner, or None, and the reason; a critical that does not count when defaulting wins nothing."""
    if a.success != b.success:
        return _side_of(a.success), "only_success"
    if not a.success:
        return _settle(a, b, settlement.both_failed, "both_failed")
    if settlement.variable:
        return None, "both_succeeded"
    if a.critical != b.critical:
        return _side_of(a.critical), "critical"
    if a.roll != b.roll:
        return _side_of(a.roll > b.roll), "higher_roll"
    return _settle(a, b, settlement.critical_tie if a.critical else settlement.tie, "tie")


def _side(book: Edition[Verdict], test: SuccessTest, thrown: Thrown, house: House, side: Hand) -> Verdict | Needs:
    """Return the outcome of one side's own test; errors name the side."""
    try:
        return eclipse.resolve(book, test, thrown, house, f"{side}.{ROLL}")
    except UnspendablePointError as error:
        raise error.at(side) from None


def _side_of(a_wins: bool) -> Hand:
    """Return the name of the side that wins."""
    return "a" if a_wins else "b"


def _settle(a: Graded, b: Graded, ruling: Ruling, undecided: Reason) -> Decision:
    """Apply a ruling; if it does not decide either, the result is a deadlock. "Skill" is the unmodified base."""
    if ruling == "higher_roll" and a.roll != b.roll:
        return _side_of(a.roll > b.roll), "higher_roll"
    if ruling == "higher_skill" and a.base != b.base:
        return _side_of(a.base > b.base), "higher_skill"
    return None, undecided


Wins = tuple[int, int]
Rolls = Sequence[int]

FAILED, PLAIN, CRITICAL = RANKS = range(3)


class RankedRolls(Struct, frozen=True):
    """One side's base, and its hundred rolls grouped by rank in a contest, each in ascending order."""

    base: int
    ranks: tuple[Rolls, Rolls, Rolls]


def odds(
    book: Edition[Verdict], test: OpposedTest, house: House, settlement: Settlement, *, ignore: bool
) -> ContestOdds:
    """Return how many of the 10,000 pairs of rolls each side wins.

    With `ignore`, a critical success of a defaulted test counts as a plain one (EP2).
    """
    a = _field(book, test.a, "a", house, ignore=ignore)
    b = _field(book, test.b, "b", house, ignore=ignore)
    wins = [_wins(a, b, x, y, settlement) for x, y in product(RANKS, RANKS)]
    won, lost = (sum(of_side) for of_side in zip(*wins, strict=True))
    return ContestOdds(won, lost, D100_SIDES * D100_SIDES - won - lost)


def _field(book: Edition[Verdict], test: SuccessTest, side: Hand, house: House, *, ignore: bool) -> RankedRolls:
    """Group a side's hundred rolls by rank; raise UnspendablePointError if a point is spent after the roll."""
    try:
        eclipse.forbid_after(test)
    except UnspendablePointError as error:
        raise error.at(side) from None
    good = eclipse.successes(test.base + book.net_of(test, house).net)
    failed = range(good.stop, D100_SIDES)
    if ignore and test.default:
        return RankedRolls(test.base, (failed, good, ()))
    plain, critical = (rolls[: bisect_left(rolls, good.stop)] for rolls in eclipse.KINDS)
    return RankedRolls(test.base, (failed, plain, critical))


def _wins(a: RankedRolls, b: RankedRolls, x: int, y: int, settlement: Settlement) -> Wins:
    """Return the pairs that each side wins when a's roll has rank x and b's has rank y."""
    mine, theirs = a.ranks[x], b.ranks[y]
    pairs, lead = len(mine) * len(theirs), a.base - b.base
    if settlement.variable and FAILED not in (x, y):
        return 0, 0
    if x != y:
        return (pairs, 0) if x > y else (0, pairs)
    if x != FAILED:
        ruling = settlement.critical_tie if x == CRITICAL else settlement.tie
        equal = len(set(mine) & set(theirs)) if ruling == "higher_skill" else 0
        won, lost = _by_roll(mine, theirs)
        more, less = _by_skill(equal, lead)
        return won + more, lost + less
    match settlement.both_failed:
        case "higher_roll":
            return _by_roll(mine, theirs)
        case "higher_skill":
            return _by_skill(pairs, lead)
        case "deadlock":
            return 0, 0


def _by_roll(mine: Rolls, theirs: Rolls) -> Wins:
    """Return the pairs in which each side's roll is the higher one."""
    won = sum(map(bisect_left, repeat(theirs), mine))
    return won, len(mine) * len(theirs) - sum(map(bisect_right, repeat(theirs), mine))


def _by_skill(pairs: int, lead: int) -> Wins:
    """Return all pairs for the side with the higher base, or none for either if the bases are equal."""
    return pairs * (lead > 0), pairs * (lead < 0)
