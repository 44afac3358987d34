"""The exact odds of Kaiser's checks and contests (Kaiser, checks)."""

from fractions import Fraction

from gm_desk.core.rules.house import House
from gm_desk.core.rules.kaiser_outcomes import CheckOdds, KaiserOdds
from gm_desk.core.rules.requests import Effort, KaiserCheck, KaiserContest, Kind
from gm_desk.core.systems.kaiser_spread import (
    NEVER,
    Spread,
    characteristic_spread,
    open_at_least,
    open_beats_open,
    resistance_spread,
    skill_spread,
)


def check_odds(request: KaiserCheck, house: House) -> CheckOdds:
    """Give the chances of a check against a difficulty."""
    spread = _spread(request.kind, request.effort, house)
    success = spread.at_least(request.difficulty)
    opened, beyond = spread.first_opened()
    return CheckOdds(success, 1 - success, spread.open, spread.fumble, spread.plain, opened, beyond)


def contest_odds(request: KaiserContest, house: House) -> KaiserOdds:
    """Give the chances of a contest, before any ruling on a tie."""
    a = _spread(request.kind_of(request.a), request.a, house)
    b = _spread(request.kind_of(request.b), request.b, house)
    won, lost = _beats(a, b), _beats(b, a)
    return KaiserOdds(won, lost, 1 - won - lost)


def _spread(kind: Kind, effort: Effort, house: House) -> Spread:
    """Spread one side's dice by what it rolls."""
    match kind:
        case "characteristic":
            return characteristic_spread(effort, house)
        case "resistance":
            return resistance_spread(effort)
        case "skill":
            return skill_spread(effort)


def _beats(one: Spread, other: Spread) -> Fraction:
    """Give the chance that one side's total is the higher one."""
    ones, others = one.closed(), other.closed()
    closed = sum((ones[x] * others[y] for x in ones for y in others if x > y), NEVER)
    opened = sum((chance * open_at_least(y - one.opened + 1) for y, chance in others.items()), NEVER)
    against = sum((chance * (1 - open_at_least(x - other.opened)) for x, chance in ones.items()), NEVER)
    both = one.open * other.open * open_beats_open(other.opened - one.opened)
    return closed + one.open * opened + other.open * against + both
