"""The tests of Eclipse Phase 2e (EP2, "Success tests", "Opposed tests", "Pools and Threat")."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, overload

from msgspec import structs

from gm_desk.core.drafts.draft import Chip, Side
from gm_desk.core.errors import ForeignCheckError, UnspendablePointError
from gm_desk.core.rules.dice import DieReading, Needs, Thrown, half_up, is_double
from gm_desk.core.rules.health import Health, HealthEffects
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net, capped
from gm_desk.core.rules.outcomes import ContestOdds, Grade, Odds, Outcome
from gm_desk.core.rules.requests import Before, DiceSum, Ep2Damage, HitTerms, OpposedTest, Request, SuccessTest
from gm_desk.core.systems import eclipse
from gm_desk.core.systems.eclipse import Edition, succeeds

if TYPE_CHECKING:
    from gm_desk.core.systems.contests import Settlement
    from gm_desk.core.systems.protocol import Result

LOW_DEGREE, HIGH_DEGREE = 33, 66
MOST_SUPERIOR = 2
POOL_BONUS = 20
MOST_IGNORED = 3

SUCCESSES = (Grade.SUCCESS, Grade.SUPERIOR_SUCCESS, Grade.SUPERIOR_SUCCESS_X2)
FAILURES = (Grade.FAILURE, Grade.SUPERIOR_FAILURE, Grade.SUPERIOR_FAILURE_X2)
HUNDRED = DieReading.FROM_ZERO
BEFORE: tuple[Before, ...] = ("ignore_modifiers", "add_20")
GRADES = (Grade.CRITICAL_SUCCESS, *reversed(SUCCESSES), *FAILURES, Grade.CRITICAL_FAILURE)


def resolve(request: Request, dice: Thrown, house: House) -> "Result | Needs":
    """Return the outcome, or the dice that are still needed.

    Raise UnspendablePointError if the request spends a point that the roll does not allow, and ForeignCheckError
    for a check of another system.
    """
    match request:
        case SuccessTest():
            return eclipse.resolve(BOOK, request, dice, house)
        case OpposedTest():
            from gm_desk.core.systems import contests

            return contests.resolve(BOOK, request, dice, house, settlement_of(request, house))
        case DiceSum():
            from gm_desk.core.rules import dice as expressions

            return expressions.resolve(request, dice, HUNDRED)
        case Ep2Damage():
            from gm_desk.core.rules import damage as damage_rules

            return damage_rules.ep2_damage(request, dice, HUNDRED, static=house.static_damage)
        case _:
            raise ForeignCheckError("check", "Eclipse Phase 2e has no such check")


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
            from gm_desk.core.systems import contests

            ignored = house.default_criticals == "ignored"
            return contests.odds(BOOK, request, house, settlement_of(request, house), ignore=ignored)
        case _:
            raise ForeignCheckError("check", "Eclipse Phase 2e has no odds for this")


ask = eclipse.ask
alone = eclipse.alone
modifier_of = eclipse.modifier_of
ignored = eclipse.ignored


def damage(hit: HitTerms) -> Ep2Damage:
    """Return the request for the damage of a hit; raise BadExpressionError with the reason."""
    from gm_desk.core.rules import damage as damage_rules

    return damage_rules.ep2_request(hit)


def health_modifiers(stats: Mapping[str, int], health: Health) -> tuple[Chip, ...]:  # noqa: ARG001 - the protocol of all systems
    """Return the chips of wounds and traumas."""
    return eclipse.health_modifiers(health, MOST_IGNORED)


def net(side: Side, house: House) -> Net:
    """Return the net modifier of a side."""
    return net_of(eclipse.modified_test(side), house)


def net_of(request: SuccessTest, house: House) -> Net:
    """Return the capped sum of modifiers; a pool's +20 counts towards the cap unless a house rule says otherwise."""
    if request.pool == "ignore_modifiers":
        return Net(0, 0)
    bonus = POOL_BONUS if request.pool == "add_20" else 0
    total = sum(modifier.value for modifier in request.modifiers)
    if house.pool_in_cap:
        return Net(total + bonus, capped(total + bonus, house.cap))
    return Net(total + bonus, capped(total, house.cap) + bonus)


def derived(stats: Mapping[str, int], house: House, body: str = "") -> dict[str, int]:  # noqa: ARG001 - the protocol of all systems
    """Return the derived values, rounded half up (EP2, "The stat block")."""
    return eclipse.derived(stats, body, half_up)


def health_effects(stats: Mapping[str, int], health: Health) -> HealthEffects:
    """Return the effects of damage and stress; up to three wounds and three traumas can be ignored."""
    return eclipse.health_effects(stats, health, MOST_IGNORED)


def _judge(request: SuccessTest, net: Net, roll: int, house: House) -> Outcome:
    """Return the outcome of one roll."""
    target = request.base + net.net
    success = succeeds(roll, target)
    ignored = success and request.default and house.default_criticals == "ignored"
    critical = is_double(roll) and not ignored
    superior = 0 if critical else _superior(roll, success=success)
    grade = _grade(success=success, critical=critical, superior=superior)
    return Outcome(request.base, net.sum, net.net, target, roll, success, critical, superior, grade)


def _superior(roll: int, *, success: bool) -> int:
    """Return the superior results of a roll that is not critical (EP2, "Success tests")."""
    if success:
        return (roll >= LOW_DEGREE) + (roll >= HIGH_DEGREE)
    return (roll <= HIGH_DEGREE) + (roll <= LOW_DEGREE)


def _grade(*, success: bool, critical: bool, superior: int) -> Grade:
    """Return the grade."""
    if critical:
        return Grade.CRITICAL_SUCCESS if success else Grade.CRITICAL_FAILURE
    return (SUCCESSES if success else FAILURES)[superior]


def _spend(request: SuccessTest, rolled: Outcome) -> Outcome:
    """Return the outcome after the pool point spent on it (EP2, "Pools and Threat")."""
    if request.after == "upgrade":
        if not rolled.success or rolled.critical or rolled.superior == MOST_SUPERIOR:
            raise UnspendablePointError("after", "an upgrade needs a success below two superior results")
        superior = rolled.superior + 1
        return structs.replace(rolled, superior=superior, grade=SUCCESSES[superior])
    if request.after == "downgrade":
        if rolled.grade is not Grade.CRITICAL_FAILURE:
            raise UnspendablePointError("after", "a downgrade needs a critical failure")
        return structs.replace(rolled, critical=False, grade=Grade.FAILURE)
    return rolled


def settlement_of(request: OpposedTest, house: House) -> "Settlement":
    """Return the rulings for ties: the GM's, but none in an attack; equal criticals always go to the higher skill."""
    from gm_desk.core.systems.contests import Settlement

    ruling = "deadlock" if request.attack else request.ruling or house.ruling
    return Settlement(both_failed=ruling, tie=ruling, critical_tie="higher_skill")


def _edges(request: SuccessTest, target: int, house: House) -> tuple[int, ...]:  # noqa: ARG001 - the same in both editions
    """Return the rolls at which superior results begin and end, whatever the target."""
    return LOW_DEGREE, LOW_DEGREE + 1, HIGH_DEGREE, HIGH_DEGREE + 1


BOOK = Edition(net_of, _judge, _spend, _edges)
