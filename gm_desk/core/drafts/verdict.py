"""What a roll came to: the one answer by which it is coloured, counted, told and found again."""

from typing import Protocol

from msgspec import Struct

from gm_desk.core.rules.outcomes import (
    CheckOutcome,
    Contest,
    DamageOutcome,
    DiceTotal,
    Grade,
    Hand,
    KaiserOutcome,
    MarginOutcome,
    Outcome,
    SimpleOutcome,
)
from gm_desk.core.systems.protocol import Result


class Ruled(Protocol):
    """See the GM's own verdict over the dice."""

    @property
    def grade(self) -> Grade | None:
        """Give the grade that it comes to, where it is one."""
        ...


class Verdict(Struct, frozen=True):
    """Hold what a roll came to.

    `grade` is the first side's own. `success` tells whether that side got what it wanted, and `winner` who won where
    two sides rolled. All three are None where nobody can tell: of a sum of dice, and where the GM has written words
    that are no grade.
    """

    grade: Grade | None = None
    success: bool | None = None
    winner: Hand | None = None


def came_to(result: Result | None, ruled: Ruled | None = None) -> Verdict:
    """Return what a roll came to: what the GM wrote over the dice, else what the dice say.

    Where the GM says that the first side of a contest succeeded, it won; where the GM says that it failed, it did not,
    and the other side won, unless the dice say that nobody did.
    """
    if ruled is None:
        return Verdict() if result is None else _by_dice(result)
    if ruled.grade is None:
        return Verdict()
    return Verdict(ruled.grade, ruled.grade.succeeds, _winner(result, won=ruled.grade.succeeds))


def _by_dice(result: Result) -> Verdict:
    """Return what the dice say."""
    match result:
        case Contest():
            return Verdict(result.a.grade, result.winner == "a", result.winner)
        case KaiserOutcome():
            return Verdict(_of_contest(result), result.winner == "a", result.winner)
        case Outcome() | MarginOutcome():
            return Verdict(result.grade, result.success)
        case SimpleOutcome():
            return Verdict(_simple(result), result.success)
        case CheckOutcome():
            grade = Grade.SUCCESS if result.success else Grade.FAILURE
            return Verdict(grade if result.fumble_level is None else Grade.CRITICAL_FAILURE, result.success)
        case DiceTotal() | DamageOutcome():
            return Verdict()


def _winner(result: Result | None, *, won: bool) -> Hand | None:
    """Return who won a contest whose first side won, or did not, by the GM's word."""
    if not isinstance(result, Contest | KaiserOutcome):
        return None
    return "a" if won else "b" if result.winner == "a" else result.winner


def _of_contest(outcome: KaiserOutcome) -> Grade:
    """Grade the first side of a contest (Kaiser)."""
    if outcome.winner == "a":
        return Grade.SUCCESS
    return Grade.FAILURE if outcome.a.fumble_level is None else Grade.CRITICAL_FAILURE


def _simple(outcome: SimpleOutcome) -> Grade:
    """Grade a test that cannot fail: only its criticals differ (EP1, simple success test)."""
    if not outcome.critical:
        return Grade.SUCCESS
    return Grade.CRITICAL_SUCCESS if outcome.strong else Grade.CRITICAL_FAILURE
