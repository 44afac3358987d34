"""One d100 test as both editions of Eclipse Phase roll it; what they say differently, each brings as a `Book`."""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules.dice import D100_SIDES, Needs, Thrown, flip_flop
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import Grade, MarginOutcome, Odds, Outcome
from gm_desk.core.rules.requests import ROLL, SuccessTest

ALWAYS, NEVER = 0, 99

Verdict = TypeVar("Verdict", bound=Outcome | MarginOutcome)


class Edition(Struct, Generic[Verdict], frozen=True):
    """Hold what one edition says: what modifiers come to, what a roll means, what a point makes of it."""

    net_of: Callable[[SuccessTest, House], Net]
    judge: Callable[[SuccessTest, Net, int, House], Verdict]
    spend: Callable[[SuccessTest, Verdict], Verdict]


def succeeds(roll: int, target: int) -> bool:
    """Tell whether a roll succeeds: at or under the target; 00 always, 99 never (EP1, EP2, success tests)."""
    return roll == ALWAYS or (roll <= target and roll != NEVER)


def resolve(
    book: Edition[Verdict], test: SuccessTest, thrown: Thrown, house: House, name: str = ROLL
) -> Verdict | Needs:
    """Say what the dice called `name` mean, or that they are still needed.

    Raises UnspendablePointError where the test spends a point that the roll does not allow.
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
    """Count the hundred rolls by grade, before any point is spent on one of them."""
    forbid_after(test)
    net = book.net_of(test, house)
    rolls: dict[Grade, tuple[int, ...]] = {}
    for roll in range(D100_SIDES):
        grade = book.judge(test, net, roll, house).grade
        rolls[grade] = (*rolls.get(grade, ()), roll)
    return Odds(test.base, net.sum, net.net, test.base + net.net, rolls)


def forbid_after(test: SuccessTest) -> None:
    """Refuse a point spent on a roll that has not fallen."""
    if test.after:
        raise UnspendablePointError("after", "a point after the roll needs a roll")
