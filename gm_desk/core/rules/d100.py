"""A d100 test as in both editions of Eclipse Phase: success, the dice still needed, and odds.

An `Edition` has what differs. The grades with their criticals, and the effects of points, are in `core/systems/ep1.py`
and `core/systems/ep2.py`.
"""

from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise
from typing import Generic, TypeVar

from msgspec import Struct

from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules.dice import D100_SIDES, Needs, Thrown, flip_flop, is_double
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import Grade, MarginOutcome, Odds, Outcome
from gm_desk.core.rules.requests import ROLL, SuccessTest

ALWAYS, NEVER = 0, 99
DOUBLE = tuple(filter(is_double, range(D100_SIDES)))
NOT_DOUBLE = tuple(roll for roll in range(D100_SIDES) if roll not in DOUBLE)
KINDS = NOT_DOUBLE, DOUBLE

Verdict = TypeVar("Verdict", bound=Outcome | MarginOutcome)


class Edition(Struct, Generic[Verdict], frozen=True):
    """The functions that differ between editions: net modifier, grade of a roll, effect of a point.

    `edges` are the rolls from which the grade for a target may be a different one than just below, apart from doubles
    and the step from success to failure.
    """

    net_of: Callable[[SuccessTest, House], Net]
    judge: Callable[[SuccessTest, Net, int, House], Verdict]
    spend: Callable[[SuccessTest, Verdict], Verdict]
    edges: Callable[[SuccessTest, int, House], tuple[int, ...]]


def succeeds(roll: int, target: int) -> bool:
    """Return whether a roll succeeds: at or below the target; 00 always, 99 never (EP1, EP2, "Success tests")."""
    return roll == ALWAYS or (roll <= target and roll != NEVER)


def successes(target: int) -> range:
    """Return the rolls that succeed, which are the lowest ones; those above fail."""
    return range(max(ALWAYS, min(target, NEVER - 1)) + 1)


def resolve(
    book: Edition[Verdict], test: SuccessTest, thrown: Thrown, house: House, name: str = ROLL
) -> Verdict | Needs:
    """Return the outcome of the dice called `name`, or the dice still needed.

    Raise UnspendablePointError if the test spends a point that the roll does not allow.
    """
    if test.pool and test.after:
        raise UnspendablePointError("after", "one point a test: a pool was spent before the roll")
    if not thrown.get(name):
        return Needs(name)
    roll = thrown[name][0]
    counts = flip_flop(roll) if test.after == "flip_flop" else roll
    rolled = book.judge(test, book.net_of(test, house), counts, house)
    return book.spend(test, rolled)


def odds(book: Edition[Verdict], test: SuccessTest, house: House) -> Odds:
    """Return the hundred rolls by grade, before any point is spent after the roll."""
    forbid_after(test)
    net = book.net_of(test, house)
    target = test.base + net.net
    rolls: dict[Grade, list[int]] = {}
    for alike in _alike(book.edges(test, target, house), target):
        rolls.setdefault(book.judge(test, net, alike[0], house).grade, []).extend(alike)
    graded = sorted((sorted(found), grade) for grade, found in rolls.items())
    return Odds(test.base, net.sum, net.net, target, {grade: tuple(found) for found, grade in graded})


def _alike(edges: tuple[int, ...], target: int) -> list[tuple[int, ...]]:
    """Return the hundred rolls in groups that have the same grade: doubles and others between two edges."""
    inner = sorted(edge for edge in {*edges, successes(target).stop} if 0 < edge < D100_SIDES)
    spans = pairwise((0, *inner, D100_SIDES))
    groups = (kind[bisect_left(kind, low) : bisect_left(kind, high)] for low, high in spans for kind in KINDS)
    return [group for group in groups if group]


def forbid_after(test: SuccessTest) -> None:
    """Raise UnspendablePointError if a point is spent on a roll that has not been made."""
    if test.after:
        raise UnspendablePointError("after", "a point after the roll needs a roll")
