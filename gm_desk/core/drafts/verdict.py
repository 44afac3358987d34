"""The verdict on a roll, which determines its colour, its place in statistics, its announcement and its filters."""

from typing import Protocol

from msgspec import Struct, structs

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
    """The GM's own verdict, which replaces that of the dice."""

    @property
    def grade(self) -> Grade | None:
        """The grade of the verdict, or None if it is not one."""
        ...


class Verdict(Struct, frozen=True):
    """The verdict on a roll.

    `grade` is the first side's own. `success` is whether that side succeeded. In a contest, `winner` is the side that
    won, and `other` the grade of the second side. All are None if there is no verdict: for a sum of dice, or if the
    GM's ruling is not a grade; then only `other` is set, if the second side rolled a test of its own (EP1, EP2).
    """

    grade: Grade | None = None
    success: bool | None = None
    winner: Hand | None = None
    other: Grade | None = None

    @property
    def failed(self) -> bool:
        """Whether the first side failed; False if there is no verdict."""
        return self.success is False


OTHER: dict[Hand | None, Hand | None] = {"a": "b", "b": "a", None: None}


def verdict_of(result: Result | None, ruled: Ruled | None = None) -> Verdict:
    """Return the verdict on a roll: the GM's, or else that of the dice.

    If the GM sets the first side of a contest to a success, it wins. If it is set to a failure, the other side
    wins, unless nobody wins by the dice.
    """
    if ruled is None:
        return Verdict() if result is None else _by_dice(result)
    if ruled.grade is None:
        return Verdict(other=result.b.grade if isinstance(result, Contest) else None)
    won = ruled.grade.succeeds
    winner = _winner(result, won=won)
    return Verdict(ruled.grade, won, winner, _of_second(result, winner))


def _by_dice(result: Result) -> Verdict:
    """Return the verdict of the dice."""
    match result:
        case Contest():
            return Verdict(result.a.grade, result.winner == "a", result.winner, result.b.grade)
        case KaiserOutcome():
            won, other = result.winner == "a", _of_second(result, result.winner)
            return Verdict(_of_contest(result), won, result.winner, other)
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
    """Return who won a contest, given whether the first side won by the GM's verdict."""
    if not isinstance(result, Contest | KaiserOutcome):
        return None
    return "a" if won else "b" if result.winner == "a" else result.winner


def _of_second(result: Result | None, winner: Hand | None) -> Grade | None:
    """Return the grade of the second side, None if there is none; in Kaiser it depends on who won."""
    match result:
        case Contest():
            return result.b.grade
        case KaiserOutcome():
            return _of_contest(structs.replace(result, a=result.b, b=result.a, winner=OTHER[winner]))
        case _:
            return None


def _of_contest(outcome: KaiserOutcome) -> Grade:
    """Return the grade of the first side of a contest (Kaiser)."""
    if outcome.winner == "a":
        return Grade.SUCCESS
    return Grade.FAILURE if outcome.a.fumble_level is None else Grade.CRITICAL_FAILURE


def _simple(outcome: SimpleOutcome) -> Grade:
    """Return the grade of a test that always succeeds: only criticals differ (EP1, "Simple success tests")."""
    if not outcome.critical:
        return Grade.SUCCESS
    return Grade.CRITICAL_SUCCESS if outcome.strong else Grade.CRITICAL_FAILURE
