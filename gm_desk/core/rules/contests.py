"""Opposed tests: who wins, and why (EP1, EP2, opposed tests)."""

from msgspec import Struct

from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules import d100
from gm_desk.core.rules.d100 import Book, Verdict
from gm_desk.core.rules.dice import Needs, Thrown
from gm_desk.core.rules.house import House, Ruling
from gm_desk.core.rules.outcomes import Contest, Graded, Hand, Reason
from gm_desk.core.rules.requests import ROLL, OpposedTest, SuccessTest

Decision = tuple[Hand | None, Reason]


class Settlement(Struct, frozen=True):
    """Hold what settles a contest where the rolls do not: for each way of not being decided, a ruling.

    `variable`: where both succeed, nobody wins and the GM names a third result (EP1).
    """

    both_failed: Ruling = "deadlock"
    tie: Ruling = "deadlock"
    critical_tie: Ruling = "deadlock"
    variable: bool = False


def resolve(
    book: Book[Verdict], test: OpposedTest, thrown: Thrown, house: House, settlement: Settlement
) -> Contest | Needs:
    """Say who wins, or which roll is still needed: "a.roll" or "b.roll"."""
    a = _side(book, test.a, thrown, house, "a")
    if isinstance(a, Needs):
        return a
    b = _side(book, test.b, thrown, house, "b")
    if isinstance(b, Needs):
        return b
    winner, reason = decide(a, b, settlement)
    return Contest(a, b, winner, reason)


def decide(a: Graded, b: Graded, settlement: Settlement) -> Decision:
    """Name the winner, or nobody, and what decided; an ignored critical trumps nothing."""
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


def _side(book: Book[Verdict], test: SuccessTest, thrown: Thrown, house: House, side: Hand) -> Verdict | Needs:
    """Resolve one side's own test; an error says whose it is."""
    try:
        return d100.resolve(book, test, thrown, house, f"{side}.{ROLL}")
    except UnspendablePointError as error:
        raise error.at(side) from None


def _side_of(a_wins: bool) -> Hand:
    """Name the side that wins."""
    return "a" if a_wins else "b"


def _settle(a: Graded, b: Graded, ruling: Ruling, undecided: Reason) -> Decision:
    """Let a ruling decide; what is equal by it too stays a deadlock. "Skill" is the unmodified base."""
    if ruling == "higher_roll" and a.roll != b.roll:
        return _side_of(a.roll > b.roll), "higher_roll"
    if ruling == "higher_skill" and a.base != b.base:
        return _side_of(a.base > b.base), "higher_skill"
    return None, undecided
