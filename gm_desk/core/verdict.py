"""The one grade by which a result is coloured, counted and found again."""

from gm_desk.core.rules.kaiser_outcomes import CheckOutcome, KaiserOutcome
from gm_desk.core.rules.outcomes import Contest, DamageOutcome, DiceTotal, Grade, MarginOutcome, Outcome, SimpleOutcome
from gm_desk.core.systems.face import Result


def grade_of(result: Result) -> Grade | None:
    """Give the grade of the first side, None for a sum of dice, which means nothing by itself."""
    match result:
        case Outcome() | MarginOutcome():
            return result.grade
        case Contest():
            return result.a.grade
        case SimpleOutcome():
            return _simple(result)
        case CheckOutcome():
            if result.fumble_level is not None:
                return Grade.CRITICAL_FAILURE
            return Grade.SUCCESS if result.success else Grade.FAILURE
        case KaiserOutcome():
            if result.winner == "a":
                return Grade.SUCCESS
            return Grade.FAILURE if result.a.fumble_level is None else Grade.CRITICAL_FAILURE
        case DiceTotal() | DamageOutcome():
            return None


def _simple(outcome: SimpleOutcome) -> Grade:
    """Grade a test that cannot fail: only its criticals differ (EP1, simple success test)."""
    if not outcome.critical:
        return Grade.SUCCESS
    return Grade.CRITICAL_SUCCESS if outcome.strong else Grade.CRITICAL_FAILURE
