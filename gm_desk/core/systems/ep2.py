"""Eclipse Phase 2e: its success test, exactly (EP2, success tests, criticals, superior results, defaulting, pools)."""

from msgspec import structs

from gm_desk.core.errors import UnspendablePointError
from gm_desk.core.rules.dice import D100_SIDES, Needs, Thrown, flip_flop, is_double
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net, held
from gm_desk.core.rules.outcomes import Grade, Odds, Outcome
from gm_desk.core.rules.requests import ROLL, SuccessTest

ALWAYS, NEVER = 0, 99
LOW_DEGREE, HIGH_DEGREE = 33, 66
MOST_SUPERIOR = 2
POOL_BONUS = 20

SUCCESSES = (Grade.SUCCESS, Grade.SUPERIOR_SUCCESS, Grade.SUPERIOR_SUCCESS_X2)
FAILURES = (Grade.FAILURE, Grade.SUPERIOR_FAILURE, Grade.SUPERIOR_FAILURE_X2)


def resolve(request: SuccessTest, dice: Thrown, house: House) -> Outcome | Needs:
    """Say what the dice mean, or which dice are still needed.

    Raises UnspendablePointError where the request spends a point that the roll does not allow.
    """
    if request.pool and request.after:
        raise UnspendablePointError("after", "one point a test: a pool was spent before the roll")
    if ROLL not in dice:
        return Needs(ROLL)
    (roll,) = dice[ROLL]
    net = net_of(request, house)
    rolled = _judge(request, net, flip_flop(roll) if request.after == "flip_flop" else roll, house)
    return _after(request, rolled)


def odds(request: SuccessTest, house: House) -> Odds:
    """Count the hundred rolls by grade."""
    net = net_of(request, house)
    rolls: dict[Grade, tuple[int, ...]] = {}
    for roll in range(D100_SIDES):
        grade = _judge(request, net, roll, house).grade
        rolls[grade] = (*rolls.get(grade, ()), roll)
    return Odds(request.base, net.sum, net.net, request.base + net.net, rolls)


def net_of(request: SuccessTest, house: House) -> Net:
    """Add the modifiers up and hold them to the cap; a pool's +20 is one of them, unless the house says otherwise."""
    if request.pool == "ignore_modifiers":
        return Net(0, 0)
    bonus = POOL_BONUS if request.pool == "add_20" else 0
    total = sum(modifier.value for modifier in request.modifiers)
    if house.pool_in_cap:
        return Net(total + bonus, held(total + bonus, house.cap))
    return Net(total + bonus, held(total, house.cap) + bonus)


def _judge(request: SuccessTest, net: Net, roll: int, house: House) -> Outcome:
    """Read one roll against the target."""
    target = request.base + net.net
    success = roll == ALWAYS or (roll <= target and roll != NEVER)
    ignored = success and request.default and house.default_criticals == "ignored"
    critical = is_double(roll) and not ignored
    superior = 0 if critical else _superior(roll, success=success)
    grade = _grade(success=success, critical=critical, superior=superior)
    return Outcome(request.base, net.sum, net.net, target, roll, success, critical, superior, grade)


def _superior(roll: int, *, success: bool) -> int:
    """Count the superior results of a roll that is no critical."""
    if success:
        return (roll >= LOW_DEGREE) + (roll >= HIGH_DEGREE)
    return (roll <= HIGH_DEGREE) + (roll <= LOW_DEGREE)


def _grade(*, success: bool, critical: bool, superior: int) -> Grade:
    """Name what success, critical and superior results come to."""
    if critical:
        return Grade.CRITICAL_SUCCESS if success else Grade.CRITICAL_FAILURE
    return (SUCCESSES if success else FAILURES)[superior]


def _after(request: SuccessTest, rolled: Outcome) -> Outcome:
    """Spend the point that improves a roll after it fell."""
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
