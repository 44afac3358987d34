"""From the hit to the wounds: what an attack deals, which armor counts against it, what gets through (rules, "Combat").

The window and `gm-desk rules` both resolve damage here.
"""

from msgspec import structs

from gm_desk.core.rules.dice import DieReading, Expression, Needs, Term, Thrown, half_up
from gm_desk.core.rules.health import after_armor, wounds_from
from gm_desk.core.rules.outcomes import DamageOutcome
from gm_desk.core.rules.requests import DiceSum, Ep1Damage, Ep2Damage, HitTerms, KaiserDamage, Summed

SUPERIOR_DIE = Term(1, 1, 6)
"""What one superior result adds to the damage (EP2, superior results)."""
MARGIN_BONUSES = ((60, 10), (30, 5))
"""Margins of success and what they add to the damage, the larger first (EP1, damage)."""


def ep2_request(terms: HitTerms) -> Ep2Damage:
    """Ask for the damage of a hit (EP2); raises BadExpressionError with the reason."""
    dice = Expression.parse(terms.damage).words
    superior = 0 if terms.critical else terms.superior
    return Ep2Damage(dice, superior, terms.critical, terms.piercing, terms.armor, terms.threshold)


def ep1_request(terms: HitTerms) -> Ep1Damage:
    """Ask for the damage of a hit (EP1); raises BadExpressionError with the reason."""
    dice = Expression.parse(terms.damage).words
    lowered = terms.penetration, terms.armor
    return Ep1Damage(dice, terms.margin, terms.critical, terms.bonus, *lowered, terms.threshold)


def kaiser_request(terms: HitTerms) -> KaiserDamage | DiceSum:
    """Ask for the damage of a hit by its degrees; dice are rolled as they stand (Kaiser, damage).

    Raises BadExpressionError with the reason.
    """
    if terms.base is None:
        return DiceSum(Expression.parse(terms.damage).words)
    return KaiserDamage(terms.base, terms.degrees, terms.absorption, terms.armor)


def ep2_damage(request: Ep2Damage, dice: Thrown, hundred: DieReading) -> DamageOutcome | Needs:
    """Resolve the damage of a hit, or return the dice it still needs (EP2, damage; armor-piercing halves, half up).

    Raises BadExpressionError with the reason.
    """
    total = rolled_expression(request).total(dice, hundred)
    if isinstance(total, Needs):
        return total
    armor = half_up(request.armor, 2) if request.piercing else request.armor
    return held_back(total, armor, request.threshold)


def ep1_damage(request: Ep1Damage, dice: Thrown, hundred: DieReading) -> DamageOutcome | Needs:
    """Resolve the damage of a hit, or return the dice it still needs (EP1, damage; the AP number lowers the armor).

    A critical success ignores armor. Raises BadExpressionError with the reason.
    """
    total = rolled_expression(request).total(dice, hundred)
    if isinstance(total, Needs):
        return total
    armor = 0 if request.critical else after_armor(request.armor, request.penetration)
    return held_back(total, armor, request.threshold)


def kaiser_damage(request: KaiserDamage) -> DamageOutcome:
    """Resolve damage by degrees: those that absorption and armor leave, times the base (Kaiser, damage)."""
    armor = request.absorption + request.armor
    total = after_armor(request.degrees, armor) * request.base
    return DamageOutcome(total, armor, total)


def margin_bonus(margin: int) -> int:
    """Return what a margin of success adds to the damage: 5 from 30, 10 from 60 (EP1, damage)."""
    return next((bonus for least, bonus in MARGIN_BONUSES if margin >= least), 0)


def rolled_expression(request: Ep2Damage | Ep1Damage) -> Expression:
    """Return all that is added up for a hit: the dice of the weapon, then what the roll of the attack adds.

    A critical success doubles each term (EP2); the dice of superior results come last. Raises BadExpressionError.
    """
    plain = Expression.parse(request.expression)
    terms = (*plain.terms, *_added(request))
    if isinstance(request, Ep2Damage) and request.critical:
        terms = tuple(structs.replace(term, count=2 * term.count) for term in plain.terms)
    return Expression(terms).checked()


def sum_of(request: Summed) -> str:
    """Return all that a sum or damage adds up, as a sum of dice is written; nothing where there are no dice."""
    match request:
        case Ep1Damage() | Ep2Damage():
            return rolled_expression(request).words
        case KaiserDamage():
            return ""
    return request.expression


def dice_of(request: Summed) -> tuple[Term, ...]:
    """Return the dice that a sum or damage rolls, in order; Kaiser's damage by degrees has none.

    Raises BadExpressionError with the reason.
    """
    match request:
        case Ep1Damage() | Ep2Damage():
            return rolled_expression(request).dice
        case KaiserDamage():
            return ()
    return Expression.parse(request.expression).dice


def _added(request: Ep2Damage | Ep1Damage) -> tuple[Term, ...]:
    """Return the terms that superior results, or the margin and the damage bonus, add."""
    if isinstance(request, Ep2Damage):
        count = request.superior
        return (structs.replace(SUPERIOR_DIE, count=count),) if count else ()
    return tuple(Term(1, points) for points in (margin_bonus(request.margin), request.bonus) if points)


def held_back(total: int, armor: int, threshold: int | None = None) -> DamageOutcome:
    """Return what gets through armor, and the wounds it causes: floor(through ÷ WT) (EP1, EP2)."""
    through = after_armor(max(0, total), armor)
    return DamageOutcome(total, armor, through, None if threshold is None else wounds_from(through, threshold))
