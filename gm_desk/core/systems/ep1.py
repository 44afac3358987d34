"""The tests of Eclipse Phase 1e (EP1, "Success tests", "Simple success tests", "Opposed tests", "Moxie")."""

from collections.abc import Mapping
from typing import overload

from msgspec import structs

from gm_desk.core.drafts.draft import Chip, Side
from gm_desk.core.errors import ForeignCheckError, UnspendablePointError
from gm_desk.core.rules.dice import DieReading, Needs, Thrown, down, is_double, up
from gm_desk.core.rules.health import Health, HealthEffects
from gm_desk.core.rules.house import House, Printing
from gm_desk.core.rules.modifiers import Net, capped
from gm_desk.core.rules.outcomes import ContestOdds, Grade, MarginOutcome, Odds, SimpleOutcome
from gm_desk.core.rules.requests import (
    ROLL,
    Before,
    DiceSum,
    Ep1Damage,
    HitTerms,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems import contests, eclipse
from gm_desk.core.systems.contests import Settlement
from gm_desk.core.systems.eclipse import Edition, succeeds
from gm_desk.core.systems.protocol import Ignored, Result

WIDE_MARGIN = 30
DAMAGE_BONUS_DIVISOR = 10
FIRST_INITIATIVE_MULTIPLE = 2
MOST_IGNORED = 0
HUNDRED = DieReading.FROM_ZERO
BEFORE: tuple[Before, ...] = ("ignore_modifiers",)
GRADES = (
    Grade.CRITICAL_SUCCESS,
    Grade.EXCELLENT_SUCCESS,
    Grade.SUCCESS,
    Grade.FAILURE,
    Grade.SEVERE_FAILURE,
    Grade.CRITICAL_FAILURE,
)


def resolve(request: Request, dice: Thrown, house: House) -> Result | Needs:
    """Return the outcome, or the dice that are still needed.

    Raise UnspendablePointError if the request spends a point that it cannot, and ForeignCheckError for a check of
    another system.
    """
    match request:
        case SuccessTest():
            return eclipse.resolve(BOOK, request, dice, house)
        case SimpleTest():
            return _simple(request, dice, house)
        case OpposedTest():
            return contests.resolve(BOOK, request, dice, house, settlement_of(request, house))
        case DiceSum():
            from gm_desk.core.rules import dice as expressions

            return expressions.resolve(request, dice, HUNDRED)
        case Ep1Damage():
            from gm_desk.core.rules import damage as damage_rules

            return damage_rules.ep1_damage(request, dice, HUNDRED)
        case _:
            raise ForeignCheckError("check", "Eclipse Phase 1e has no such check")


@overload
def odds(request: SuccessTest, house: House) -> Odds: ...
@overload
def odds(request: Request, house: House) -> Odds | ContestOdds: ...
def odds(request: Request, house: House) -> Odds | ContestOdds:
    """Return the hundred rolls by grade, or the 10,000 pairs of an opposed test by winner."""
    match request:
        case SuccessTest():
            return eclipse.odds(BOOK, request, house)
        case OpposedTest():
            return contests.odds(BOOK, request, house, settlement_of(request, house), ignore=False)
        case _:
            raise ForeignCheckError("check", "Eclipse Phase 1e has no odds for this")


ask = eclipse.ask
alone = eclipse.alone
modifier_of = eclipse.modifier_of


def damage(hit: HitTerms) -> Ep1Damage:
    """Return the request for the damage of a hit; raise BadExpressionError with the reason."""
    from gm_desk.core.rules import damage as damage_rules

    return damage_rules.ep1_request(hit)


def health_modifiers(stats: Mapping[str, int], health: Health) -> tuple[Chip, ...]:  # noqa: ARG001 - the protocol of all systems
    """Return the chips of wounds and traumas."""
    return eclipse.health_modifiers(health, 0)


def net(side: Side, house: House) -> Net:
    """Return the net modifier of a side."""
    return net_of(eclipse.modified_test(side), house)


def net_of(request: SuccessTest, house: House) -> Net:
    """Return the capped sum of the modifiers that count (EP1, "Modifiers and the cap").

    The most severe one is chosen first, then a point of Moxie ignores it if it can.
    """
    values = [modifier.value for modifier in request.modifiers]
    if house.most_severe:
        values = [most_severe(values)]
    if request.pool == "add_20":
        raise UnspendablePointError("pool", "Moxie cannot add 20")
    if request.pool == "ignore_modifiers":
        values = [] if ignored(request, house) == "all" else [value for value in values if value > 0]
    total = sum(values)
    return Net(total, capped(total, house.cap))


def ignored(request: SuccessTest, house: House) -> Ignored:
    """Return which modifiers a point of Moxie ignores: negative ones, in the first printing all (EP1, "Moxie")."""
    return "all" if printing_of(request, house) == "first" else "negative"


def most_severe(values: list[int]) -> int:
    """Return the largest modifier by absolute value, the negative one of two equal ones; 0 if there is none."""
    return max(values, key=lambda value: (abs(value), -value), default=0)


def printing_of(request: SuccessTest, house: House) -> Printing:
    """Return the printing of a test: its own, or else that of the house rules."""
    return request.printing or house.printing


def derived(stats: Mapping[str, int], house: House, body: str = "") -> dict[str, int]:
    """Return the derived values, rounded up; the first printing multiplies INIT instead (EP1, "The stat block")."""
    numbers = eclipse.derived(stats, body, up)
    if house.printing == "first" and "INIT" in numbers:
        numbers["INIT"] = (stats["INT"] + stats["REF"]) * FIRST_INITIATIVE_MULTIPLE
    if "SOM" in stats:
        numbers["DB"] = down(stats["SOM"], DAMAGE_BONUS_DIVISOR)
    return numbers


def health_effects(stats: Mapping[str, int], health: Health) -> HealthEffects:
    """Return the effects of damage and stress; no wounds can be ignored."""
    return eclipse.health_effects(stats, health, MOST_IGNORED)


def settlement_of(request: OpposedTest, house: House) -> Settlement:  # noqa: ARG001 - the protocol of all systems
    """Return the rulings for ties: a deadlock, and in a variable test a third result."""
    return Settlement(variable=request.variable)


def _judge(request: SuccessTest, net: Net, roll: int, house: House) -> MarginOutcome:
    """Return the outcome of one roll."""
    target = request.base + net.net
    success = succeeds(roll, target)
    critical = is_double(roll)
    margin = _margin(roll, target, printing_of(request, house), success=success)
    grade = _grade(margin, success=success, critical=critical)
    return MarginOutcome(request.base, net.sum, net.net, target, roll, success, critical, margin, grade)


def _margin(roll: int, target: int, printing: Printing, *, success: bool) -> int:
    """Return the margin: the roll (late printings) or target − roll (first); for a failure, roll − target."""
    if not success:
        return max(0, roll - target)
    return roll if printing == "late" else max(0, target - roll)


def _grade(margin: int, *, success: bool, critical: bool) -> Grade:
    """Return the grade; a critical outranks the margin."""
    if critical:
        return Grade.CRITICAL_SUCCESS if success else Grade.CRITICAL_FAILURE
    if success:
        return Grade.EXCELLENT_SUCCESS if margin >= WIDE_MARGIN else Grade.SUCCESS
    return Grade.SEVERE_FAILURE if margin >= WIDE_MARGIN else Grade.FAILURE


def _spend(request: SuccessTest, rolled: MarginOutcome) -> MarginOutcome:
    """Return the outcome after the point of Moxie spent on it."""
    if request.after == "upgrade":
        if not rolled.success or rolled.critical:
            raise UnspendablePointError("after", "an upgrade needs a success that is not critical")
        return structs.replace(rolled, critical=True, grade=Grade.CRITICAL_SUCCESS)
    if request.after == "downgrade":
        if rolled.grade is not Grade.CRITICAL_FAILURE:
            raise UnspendablePointError("after", "a downgrade needs a critical failure")
        grade = _grade(rolled.margin, success=False, critical=False)
        return structs.replace(rolled, critical=False, grade=grade)
    return rolled


def _simple(request: SimpleTest, dice: Thrown, house: House) -> SimpleOutcome | Needs:
    """Return a strong success if a success test would succeed, else a weak one (EP1, "Simple success tests")."""
    if not dice.get(ROLL):
        return Needs(ROLL)
    roll = dice[ROLL][0]
    net = net_of(SuccessTest(request.base, request.modifiers), house)
    target = request.base + net.net
    strong = succeeds(roll, target)
    return SimpleOutcome(request.base, net.sum, net.net, target, roll, True, is_double(roll), strong)


def _edges(request: SuccessTest, target: int, house: House) -> tuple[int, ...]:
    """Return the rolls at which the margin reaches or leaves the wide ones."""
    wide_success = WIDE_MARGIN if printing_of(request, house) == "late" else target - WIDE_MARGIN + 1
    return wide_success, target + WIDE_MARGIN


BOOK = Edition(net_of, _judge, _spend, _edges)
