"""One roll against several targets who each defend: a burst, an area attack, one character sneaking past guards.

Each row is a separate contest with the same roll (EP1, EP2, "Opposed tests").
"""

from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.targets import HitResult, PointSpent, SummedDice, Target, TargetsRecord
from gm_desk.core.drafts import rejudging
from gm_desk.core.drafts.attack_damage import AttackContext, Choices, damage_request, settled
from gm_desk.core.drafts.attacks import Strike, strike, usual_defence
from gm_desk.core.drafts.choices_after_roll import Repair, repairs, spending
from gm_desk.core.drafts.draft import Draft, Mode, Side
from gm_desk.core.drafts.opponents import needs_of_b, opposed
from gm_desk.core.drafts.spending import PointPool, paid
from gm_desk.core.errors import TooManyTargetsError
from gm_desk.core.rules.damage import as_one_die, sides_of, through_armor
from gm_desk.core.rules.dice import ROLLS, Dice, Needs, Thrown, half_up, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Contest, DamageOutcome, DiceTotal, Graded, Hand, KaiserOutcome
from gm_desk.core.rules.requests import (
    TRUE_MINUS,
    Ep1Damage,
    Ep2Damage,
    Request,
    SuccessTest,
    Summed,
)
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Result, Rules
from gm_desk.core.systems.registry import RULES

MOST_TARGETS = 50
ACTING = "a."
PAID = ""
"""The kind of a point that was paid when it was spent."""

Find = Callable[[str], Character | None]
OfferedPoint = tuple[Contest | Graded, Repair, PointPool]
"""The result without a point, what the point would do, and the pool that pays for it."""


class RollAgainstSeveral(Struct, frozen=True, omit_defaults=True):
    """One roll against several targets: the acting side's test, its dice, and the shared damage dice.

    `point` is spent by the acting side after its roll. `summed` is the sum of the shared damage dice, if it was typed.
    """

    draft: Draft
    targets: tuple[Target, ...] = ()
    dice: Thrown = {}
    rolls: Thrown = {}
    point: PointSpent | None = None
    summed: SummedDice | None = None

    def with_target(self, place: int, target: Target) -> "RollAgainstSeveral":
        """Replace a target."""
        return structs.replace(self, targets=(*self.targets[:place], target, *self.targets[place + 1 :]))


class TargetRow(Struct, frozen=True):
    """The result for a target: the contest, whether it was hit, and its damage; None while something is missing.

    `needs` are the missing dice of the contest or of the damage.
    """

    target: Target
    result: Contest | KaiserOutcome | None = None
    hit: HitResult | None = None
    request: Summed | None = None
    outcome: DamageOutcome | None = None
    needs: Needs | None = None


def several_of(
    draft: Draft,
    others: Sequence[Character],
    attack: Attack | None,
    system: System,
    rules: Rules,
    faced: Side | None = None,
) -> RollAgainstSeveral:
    """Return a test against several targets, each with its usual defence; raise TooManyTargetsError above fifty.

    The target that the test was composed against, `faced`, keeps the defence that the GM has composed.
    """
    if len(others) > MOST_TARGETS:
        raise TooManyTargetsError("targets", f"{len(others)} targets are too many: one roll can have {MOST_TARGETS}")
    kept = {} if faced is None or faced.ability is None else {faced.character: faced}
    targets = (Target(kept.get(other.id) or _answering(draft, other, attack, system, rules)) for other in others)
    return RollAgainstSeveral(draft, tuple(targets))


def record_of(several: RollAgainstSeveral, *, apart: bool, by_hand: bool) -> TargetsRecord:
    """Return what the log keeps of the targets and of their damage dice."""
    return TargetsRecord(
        several.targets, several.draft.mode, several.rolls, several.point, apart, by_hand, several.summed
    )


def from_record(draft: Draft, request: object, dice: Thrown, record: TargetsRecord) -> RollAgainstSeveral:
    """Return a logged roll with its targets: the inverse of `acting`, `acting_request`, `acting_dice` and `record_of`.

    A point that is in the request alone has been paid.
    """
    own = structs.replace(draft, mode=record.mode, against=0)
    thrown = {f"{ACTING}{name}": faces for name, faces in dice.items()}
    spent = request.after if isinstance(request, SuccessTest) else None
    paid_for = None if spent is None else PointSpent(spent, PAID)
    return RollAgainstSeveral(own, record.targets, thrown, record.rolls, record.point or paid_for, record.summed)


def acting(several: RollAgainstSeveral) -> Draft:
    """Return the acting side's test by itself, as it is logged."""
    return structs.replace(several.draft, mode=Mode.ALONE, opponent=None, against=len(several.targets))


def acting_dice(several: RollAgainstSeveral) -> Thrown:
    """Return the acting side's dice by their names in a test by itself."""
    return {name.removeprefix(ACTING): faces for name, faces in several.dice.items()}


def acting_request(several: RollAgainstSeveral, rules: Rules) -> Request | None:
    """Return the request of the acting side by itself, with the point that it has spent."""
    request = rules.ask(acting(several))
    return request if request is None or several.point is None else spending(request, "a", several.point.use)


def acting_result(several: RollAgainstSeveral, rules: Rules, house: House) -> Result | Needs | None:
    """Return the outcome of the acting side by itself, or the dice that it still needs."""
    request = acting_request(several, rules)
    found = None if request is None else rules.resolve(request, acting_dice(several), several.draft.house(house))
    return structs.replace(found, name=f"{ACTING}{found.name}") if isinstance(found, Needs) else found


def needs_of(target: Target, several: RollAgainstSeveral, rules: Rules, house: House) -> Needs | None:
    """Return the first dice of a target's defence, or None if it has nothing to roll."""
    request = rules.ask(structs.replace(several.draft, opponent=target.side))
    return None if request is None else needs_of_b(request, rules, several.draft.house(house))


def rolled(several: RollAgainstSeveral, dice: Dice, rules: Rules, house: House) -> RollAgainstSeveral:
    """Roll the missing dice: those of the acting side once, and those of each defence; typed ones stay."""
    for place in range(len(several.targets)):
        while isinstance(found := _contest(several, several.targets[place], rules, house), Needs):
            faces = found.throw(dice)
            if found.name.startswith(ACTING):
                several = structs.replace(several, dice=with_dice(several.dice, found, faces))
            else:
                target = several.targets[place]
                several = several.with_target(place, structs.replace(target, dice=with_dice(target.dice, found, faces)))
    while isinstance(needs := acting_result(several, rules, house), Needs):
        several = structs.replace(several, dice=with_dice(several.dice, needs, needs.throw(dice)))
    return several


def damage_rolled(
    several: RollAgainstSeveral,
    rows: Sequence[TargetRow],
    dice: Dice,
    rules: Rules,
    house: House,
    *,
    apart: bool = False,
) -> RollAgainstSeveral:
    """Roll the missing damage dice: once for all targets with equal dice, or `apart` for each.

    Targets with dice of their own keep them, and get only those that they lack.
    """
    common = shared_request(rows)
    known = summed_for(common, several)
    if common is not None and not apart and known is None:
        several = structs.replace(several, rolls=rejudging.rolled(rules, common, several.rolls, house, dice)[1])
    for place, row in enumerate(rows):
        alike = common is not None and sides_of(common)[: len(sides_of(row.request))] == sides_of(row.request)
        alone = apart or not alike or known is not None or bool(row.target.rolls)
        if row.request is not None and row.needs is not None and alone:
            _, own = rejudging.rolled(rules, row.request, row.target.rolls, house, dice)
            several = several.with_target(place, structs.replace(row.target, rolls=own))
    return several


def shared_request(rows: Sequence[TargetRow]) -> Summed | None:
    """Return the damage request with the most dice among the targets without dice of their own."""
    requests = [row.request for row in rows if row.request is not None and not row.target.rolls]
    return max(requests, key=lambda one: len(sides_of(one)), default=None)


def summed_for(request: Summed | None, several: RollAgainstSeveral) -> int | None:
    """Return the typed sum of the dice of a damage request, None if it is that of other dice."""
    known = several.summed
    return known.total if known is not None and request is not None and known.sides == sides_of(request) else None


def rows_of(
    several: RollAgainstSeveral,
    context: AttackContext,
    find: Find,
    attack: Attack | None = None,
    picks: Sequence[str] = (),
    choices: Choices | None = None,
) -> list[TargetRow]:
    """Return the result for each target; without an attack only the winner.

    Raise BadPicksError or BadExpressionError like `damage_request`.
    """
    found = []
    for target in several.targets:
        own = structs.replace(context, target=find(target.side.character))
        found.append(_row(several, target, own, attack, picks, choices or Choices()))
    return found


def lessened(attack: Attack, distance: int, system: System) -> int:
    """Return the reduction of a blast's damage by distance; that of a uniform blast is constant within its radius."""
    area = system.combat.area
    if area is None or attack.area not in {"blast", "uniform"}:
        return 0
    beyond = distance if attack.area == "blast" else distance - (attack.radius or 0)
    return area.less * max(0, beyond)


def applied(roster: Roster, rows: Sequence[TargetRow], rules: Rules, house: House) -> Roster:
    """Return the roster with the damage applied to all targets."""
    for row in rows:
        character, outcome = roster.character(row.target.side.character), row.outcome
        if character is not None and outcome is not None:
            after = harm.suffer(character, outcome.through, "damage", rules, house).character
            if row.target.wounds is not None:
                health = structs.replace(after.health, wounds=character.health.wounds + row.target.wounds)
                after = structs.replace(after, health=health)
            roster = roster.with_character(after)
    return roster


def _answering(draft: Draft, other: Character, attack: Attack | None, system: System, rules: Rules) -> Side:
    """Return the side of one target, with its usual defence."""
    alone = structs.replace(draft, opponent=None)
    unpaired = draft.ability is not None and system.pairing_of(draft.ability.label) is None
    defence = usual_defence(attack, other, system) if attack is not None and unpaired else None
    return opposed(alone, other, system, rules, defence).side("b")


def request_of(several: RollAgainstSeveral, target: Target, rules: Rules) -> Request | None:
    """Return the contest with one target, with the points that both have spent after their rolls."""
    request = rules.ask(structs.replace(several.draft, opponent=target.side))
    if request is None:
        return None
    spent: tuple[tuple[Hand, PointSpent | None], ...] = (("a", several.point), ("b", target.point))
    for hand, point in spent:
        request = request if point is None else spending(request, hand, point.use)
    return request


def points_for(
    several: RollAgainstSeveral, place: int | None, roster: Roster, house: House, system: System
) -> list[OfferedPoint]:
    """Return the points that a target, or with None the acting side, could spend after the roll, and their pools.

    Each is paired with the result without them.

    Points already spent by the others are not available. Those of the acting side are judged against the first target
    that defends, or alone if none does.
    """
    rules, hand = RULES[system.id], "a" if place is None else "b"
    if place is None:
        bare, targets = structs.replace(several, point=None), several.targets
    else:
        bare = several.with_target(place, structs.replace(several.targets[place], point=None))
        targets = (bare.targets[place],)
    left = with_points_paid(roster, bare, system)
    for target in targets:
        request = request_of(bare, target, rules)
        rolled = _contest(bare, target, rules, house)
        if request is None or not isinstance(rolled, Contest):
            continue
        draft = structs.replace(bare.draft, opponent=target.side)
        found = repairs(left, draft, request, {**bare.dice, **target.dice}, draft.house(house), system)
        mine: list[OfferedPoint] = [
            (rolled, one, pool) for one in found if one.hand == hand for pool in one.point_pools
        ]
        if mine:
            return mine
    return _points_alone(bare, left, rules, house, system) if place is None else []


def _points_alone(
    several: RollAgainstSeveral, roster: Roster, rules: Rules, house: House, system: System
) -> list[OfferedPoint]:
    """Return the points that the acting side could spend if no target defends."""
    request, result = acting_request(several, rules), acting_result(several, rules, house)
    if any(target.side.ability for target in several.targets) or request is None or not isinstance(result, Graded):
        return []
    found = repairs(roster, acting(several), request, acting_dice(several), several.draft.house(house), system)
    return [(result, one, pool) for one in found for pool in one.point_pools]


def with_points_paid(roster: Roster, several: RollAgainstSeveral, system: System) -> Roster:
    """Return the roster after all points are paid that were spent after the rolls."""
    for side, point in ((several.draft, several.point), *((one.side, one.point) for one in several.targets)):
        roster = roster if point is None else paid(roster, side.character, point.points, system)
    return roster


def after_payment(several: RollAgainstSeveral) -> RollAgainstSeveral:
    """Return the roll with all points as paid, so that they are not paid again with damage that is dealt again."""

    def done(point: PointSpent | None) -> PointSpent | None:
        return None if point is None else PointSpent(point.use, PAID)

    targets = tuple(structs.replace(one, point=done(one.point)) for one in several.targets)
    return structs.replace(several, targets=targets, point=done(several.point))


def _contest(
    several: RollAgainstSeveral, target: Target, rules: Rules, house: House
) -> Contest | KaiserOutcome | Needs | None:
    """Return the contest with one target, the dice it still needs, or None if a side has nothing to roll."""
    request = request_of(several, target, rules)
    if request is None:
        return None
    found = rules.resolve(request, {**several.dice, **target.dice}, several.draft.house(house))
    return found if isinstance(found, Contest | KaiserOutcome | Needs) else None


def _row(
    several: RollAgainstSeveral,
    target: Target,
    context: AttackContext,
    attack: Attack | None,
    picks: Sequence[str],
    choices: Choices,
) -> TargetRow:
    """Return the result for one target; one without a defence is hit if the acting side succeeds."""
    result = _contest(several, target, context.rules, context.house)
    own = acting_result(several, context.rules, context.house) if result is None else result
    if isinstance(own, Needs):
        return TargetRow(target, needs=own)
    against = result if isinstance(result, Contest | KaiserOutcome) else None
    if attack is None or own is None:
        return TargetRow(target, against)
    hit = target.hit or _hit(own, target, attack, context.system)
    if hit == "miss":
        return TargetRow(target, against, hit)
    meant = structs.replace(strike(own), hit=True) if hit == "hit" else Strike(hit=True)
    dice = (*several.draft.damage_dice, *_cone_dice(target, attack, context.system))
    request = damage_request(attack, meant, picks if hit == "hit" else (), context, choices, dice)
    if request is None:
        return TargetRow(target, against, hit)
    faces, thrown = target.rolls or several.rolls, request
    total = None if target.rolls else summed_for(request, several)
    if target.total is not None or target.through is not None:  # the faces do not matter
        faces = {ROLLS: (1,) * len(sides_of(request))}
    elif total is not None:
        thrown, faces = as_one_die(request), {ROLLS: (total,)}
    found = context.rules.resolve(thrown, faces, context.house)
    if not isinstance(found, DamageOutcome | DiceTotal):
        return TargetRow(target, against, hit, request, needs=found if isinstance(found, Needs) else None)
    whole = settled(found, attack, context, choices)
    return TargetRow(target, against, hit, request, _outcome(whole, target, hit, request, attack, context.system))


def _hit(result: Result, target: Target, attack: Attack, system: System) -> HitResult:
    """Return whether a target is hit; a successful defence against an area halves the damage (EP2)."""
    if strike(result).hit:
        return "hit"
    area = system.combat.area
    halves = area is not None and area.half and bool(attack.area) and not target.sheltered
    return "half" if halves and isinstance(result, Contest) and result.a.success else "miss"


def _cone_dice(target: Target, attack: Attack, system: System) -> tuple[str, ...]:
    """Return the dice that a cone adds at close range, and loses beyond its range."""
    area = system.combat.area
    if area is None or attack.area != "cone" or not target.cone:
        return ()
    return (area.cone if target.cone == "close" else f"{TRUE_MINUS} {area.cone}",)


def _outcome(
    whole: DamageOutcome, target: Target, hit: HitResult, request: Summed, attack: Attack, system: System
) -> DamageOutcome:
    """Return the damage of one target: reduced by distance, halved by a defence, then minus armor."""
    if not isinstance(request, Ep1Damage | Ep2Damage):
        found = whole if target.total is None else DamageOutcome(target.total, whole.armor, target.total)
        return found if target.through is None else structs.replace(found, through=target.through)
    total = max(0, whole.total - lessened(attack, target.distance, system))
    total = half_up(total, 2) if hit == "half" else total
    armor = whole.armor if target.armor is None else target.armor
    found = through_armor(total if target.total is None else target.total, armor, request.threshold)
    if target.through is not None:
        wounds = through_armor(target.through, 0, request.threshold).wounds
        found = structs.replace(found, through=target.through, wounds=wounds)
    return found if target.wounds is None else structs.replace(found, wounds=target.wounds)
