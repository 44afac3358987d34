"""Damage of a hit: bonuses, armor and wounds (EP1, EP2, "Attacks, damage and armor").

The window and `gm-desk rules` both resolve damage here.
"""

from collections.abc import Sequence

from msgspec import structs

from gm_desk.core.errors import BadRollError
from gm_desk.core.rules.dice import (
    ROLLS,
    SHOWING_ZERO,
    DieReading,
    Expression,
    Needs,
    Term,
    Thrown,
    half_up,
    parse_faces,
    reading_of,
)
from gm_desk.core.rules.health import after_armor, wounds_from
from gm_desk.core.rules.outcomes import DamageOutcome
from gm_desk.core.rules.requests import DiceSum, Ep1Damage, Ep2Damage, HitTerms, KaiserDamage, Summed

SUPERIOR_DIE = Term(1, 1, 6)
"""Damage added by one superior result (EP2, "Attacks, damage and armor")."""
LEAST_SUMMED, LONGEST_SUM, PERCENTILE = 2, 4, 100
"""The least number of dice whose sum can be typed, its most digits, and the die whose 00 may be nothing."""
MARGIN_BONUSES = ((60, 10), (30, 5))
"""Margins of success and the damage they add, largest first (EP1, "Attacks, damage and armor")."""


def ep2_request(terms: HitTerms) -> Ep2Damage:
    """Return the request for the damage of a hit (EP2); raise BadExpressionError with the reason."""
    dice = Expression.parse(terms.damage).words
    superior = 0 if terms.critical else terms.superior
    return Ep2Damage(dice, superior, terms.critical, terms.piercing, terms.armor, terms.threshold)


def ep1_request(terms: HitTerms) -> Ep1Damage:
    """Return the request for the damage of a hit (EP1); raise BadExpressionError with the reason."""
    dice = Expression.parse(terms.damage).words
    lowered = terms.penetration, terms.armor
    return Ep1Damage(dice, terms.margin, terms.critical, terms.bonus, *lowered, terms.threshold)


def without_armor(request: Summed | None) -> Summed | None:
    """Return a request for damage without any armor; None if its damage has no dice (Kaiser)."""
    if isinstance(request, Ep2Damage):
        return structs.replace(request, armor=0, piercing=False, threshold=None)
    if isinstance(request, Ep1Damage):
        return structs.replace(request, armor=0, penetration=0, threshold=None)
    return None if isinstance(request, KaiserDamage) else request


def kaiser_request(terms: HitTerms) -> KaiserDamage | DiceSum:
    """Return the request for damage by degrees; damage written as dice is rolled (Kaiser, "Attacks").

    Raise BadExpressionError with the reason.
    """
    if terms.base is None:
        return DiceSum(Expression.parse(terms.damage).words)
    return KaiserDamage(terms.base, terms.degrees, terms.absorption, terms.armor)


def ep2_damage(request: Ep2Damage, dice: Thrown, hundred: DieReading, *, static: bool = False) -> DamageOutcome | Needs:
    """Return the damage of a hit, or the dice still needed (EP2, "Attacks, damage and armor").

    An armor-piercing attack halves the armor, halves up. With `static` the average of the dice is used. Raise
    BadExpressionError with the reason.
    """
    expression = rolled_expression(request)
    total = average(expression, hundred) if static else expression.total(dice, hundred)
    return total if isinstance(total, Needs) else damage_of(request, total)


def ep1_damage(request: Ep1Damage, dice: Thrown, hundred: DieReading) -> DamageOutcome | Needs:
    """Return the damage of a hit, or the dice still needed (EP1, "Attacks, damage and armor").

    The AP number lowers the armor, and a critical success ignores it. Raise BadExpressionError with the reason.
    """
    total = rolled_expression(request).total(dice, hundred)
    return total if isinstance(total, Needs) else damage_of(request, total)


def damage_of(request: Ep2Damage | Ep1Damage, total: int) -> DamageOutcome:
    """Return the damage of a hit from the total of its dice and bonuses."""
    if isinstance(request, Ep2Damage):
        armor = half_up(request.armor, 2) if request.piercing else request.armor
    else:
        armor = 0 if request.critical else after_armor(request.armor, request.penetration)
    return through_armor(total, armor, request.threshold)


def kaiser_damage(request: KaiserDamage) -> DamageOutcome:
    """Return damage by degrees: (degrees − absorption − armor) × base damage, at least 0 (Kaiser, "Attacks")."""
    armor = request.absorption + request.armor
    total = after_armor(request.degrees, armor) * request.base
    return DamageOutcome(total, armor, total)


def average(expression: Expression, hundred: DieReading) -> int:
    """Return the average of a sum of dice, half up (2d10+3 is 14, 1d6 is 4)."""
    return half_up(twice_the_mean(expression, hundred), 2)


def twice_the_mean(expression: Expression, hundred: DieReading) -> int:
    """Return twice the mean of a sum of dice, which is a whole number (2d10+3 has 28, 1d6 has 7)."""
    doubled = 0
    for term in expression.terms:
        from_zero = reading_of(term.sides, hundred) is DieReading.FROM_ZERO
        die = 2 if not term.sides else term.sides + (-1 if from_zero else 1)
        doubled += term.sign * term.count * die
    return doubled


def margin_bonus(margin: int) -> int:
    """Return the damage that a margin of success adds: 5 from 30, 10 from 60 (EP1, "Attacks, damage and armor")."""
    return next((bonus for least, bonus in MARGIN_BONUSES if margin >= least), 0)


def rolled_expression(request: Ep2Damage | Ep1Damage) -> Expression:
    """Return the whole sum rolled for a hit: the weapon's dice, then what the attack roll adds.

    A critical success doubles each term (EP2); the dice of superior results come last. Raise BadExpressionError.
    """
    plain = Expression.parse(request.expression)
    terms = (*plain.terms, *_added(request))
    if isinstance(request, Ep2Damage) and request.critical:
        terms = tuple(structs.replace(term, count=2 * term.count) for term in plain.terms)
    return Expression(terms).checked()


def added_up(request: Summed, faces: Sequence[int], hundred: DieReading) -> str:
    """Return the sum of the damage die by die ("9 + 5 + 3"), or "" if no dice are rolled."""
    match request:
        case Ep1Damage() | Ep2Damage():
            return rolled_expression(request).added_up(faces, hundred)
        case KaiserDamage():
            return ""
    return Expression.parse(request.expression).added_up(faces, hundred)


def sum_of(request: Summed) -> str:
    """Return the whole sum in dice notation, or "" if no dice are rolled."""
    match request:
        case Ep1Damage() | Ep2Damage():
            return rolled_expression(request).words
        case KaiserDamage():
            return ""
    return request.expression


def collected(request: Summed) -> str:
    """Return the whole sum with like terms added up: "4d10+17" for 3d10+2+1d10+10+5; "" if no dice are rolled."""
    counts: dict[int, int] = {}
    for term in Expression.parse(sum_of(request)).terms if sum_of(request) else ():
        counts[term.sides] = counts.get(term.sides, 0) + term.sign * term.count
    number = counts.pop(0, 0)
    if any(count <= 0 for count in counts.values()):
        return sum_of(request).replace(" ", "")
    dice = "+".join(f"{count}d{sides}" for sides, count in counts.items())
    return f"{dice}{'−' if number < 0 else '+'}{abs(number)}" if number else dice


def dice_of(request: Summed) -> tuple[Term, ...]:
    """Return the terms of a sum or of damage that are dice, in order; Kaiser's damage by degrees has none.

    Raise BadExpressionError with the reason.
    """
    match request:
        case Ep1Damage() | Ep2Damage():
            return rolled_expression(request).dice
        case KaiserDamage():
            return ()
    return Expression.parse(request.expression).dice


def sides_of(request: Summed | None) -> tuple[int, ...]:
    """Return the number of sides of each die of a sum or of damage, in order."""
    return tuple(term.sides for term in dice_of(request) for _ in range(term.count)) if request else ()


def dice_in_words(request: Summed) -> str:
    """Return the dice of a sum without its numbers: "3d10 + 1d6"."""
    return Expression(dice_of(request)).words


def sum_range(request: Summed) -> range:
    """Return the sums that the dice of a request can have; none if it has one die, or subtracts dice."""
    dice = dice_of(request)
    count = sum(term.count for term in dice)
    if count < LEAST_SUMMED or any(term.sign < 0 or term.sides == PERCENTILE for term in dice):
        return range(0)
    return range(count, sum(term.count * term.sides for term in dice) + 1)


def as_one_die(request: Summed) -> Summed:
    """Return a request with a single die that shows the sum of all its dice; what is added to them stays."""
    if isinstance(request, KaiserDamage):
        return request
    most = max(sum_range(request), default=0)
    sides = most + 1 if most in SHOWING_ZERO else most  # a face of ten is not the 0 of a d10
    numbers = tuple(term for term in _whole(request).terms if not term.sides)
    expression = Expression((Term(1, 1, sides), *numbers)).words
    if isinstance(request, Ep2Damage):
        return structs.replace(request, expression=expression, superior=0, critical=False)
    return structs.replace(request, expression=expression)


def _whole(request: Ep1Damage | Ep2Damage | DiceSum) -> Expression:
    """Return the expression whose numbers the weapon itself adds; those of a critical success are doubled (EP2)."""
    return rolled_expression(request) if isinstance(request, Ep2Damage) else Expression.parse(request.expression)


def read_faces(text: str, request: Summed | None, hundred: DieReading) -> tuple[int, ...]:
    """Return typed dice of damage, kind by kind in the order of the request; raise BadRollError with the reason."""
    kinds = dice_of(request) if request else ()
    needs = [Needs(ROLLS, term.sides, term.count, reading_of(term.sides, hundred)) for term in kinds]
    parts = text.split()
    if len(needs) == 1:
        return parse_faces(text, needs[0])
    wanted = sum(one.count for one in needs)
    if len(parts) != wanted:
        raise BadRollError("roll", f"Type {wanted} dice, with spaces between them")
    faces: tuple[int, ...] = ()
    for one in needs:
        faces = (*faces, *parse_faces(" ".join(parts[len(faces) : len(faces) + one.count]), one))
    return faces


def read_dice(text: str, request: Summed | None, hundred: DieReading) -> tuple[int, ...] | int:
    """Return typed dice of damage, or their sum if a single number is typed that cannot be the dice.

    After "=" a number is always the sum. Raise BadRollError with the reason.
    """
    number = text.strip().removeprefix("=").strip()
    sums = sum_range(request) if request else range(0)
    is_number = bool(sums) and number.isascii() and number.isdigit() and len(number) <= LONGEST_SUM
    if "=" not in text or not is_number:
        try:
            return read_faces(text, request, hundred)
        except BadRollError:
            if not is_number or request is None:
                raise
    if int(number) in sums:
        return int(number)
    dice = dice_in_words(request) if request else ""
    raise BadRollError("roll", f"“{text.strip()}” is not {dice}: type each die, or their sum, {sums[0]} to {sums[-1]}")


def _added(request: Ep2Damage | Ep1Damage) -> tuple[Term, ...]:
    """Return the terms added by superior results, or by the margin and the damage bonus."""
    if isinstance(request, Ep2Damage):
        count = request.superior
        return (structs.replace(SUPERIOR_DIE, count=count),) if count else ()
    return tuple(Term(1, points) for points in (margin_bonus(request.margin), request.bonus) if points)


def through_armor(total: int, armor: int, threshold: int | None = None) -> DamageOutcome:
    """Return the damage that gets through armor, and floor(through ÷ WT) wounds (EP1, EP2)."""
    through = after_armor(max(0, total), armor)
    return DamageOutcome(total, armor, through, None if threshold is None else wounds_from(through, threshold))
