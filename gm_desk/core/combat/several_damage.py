"""The damage of one roll against several targets: who is hit, the shared dice, and what gets through to each."""

from collections.abc import Sequence

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import FindCharacter, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.several import RollAgainstSeveral, acting_result, contest_with
from gm_desk.core.combat.targets import HitResult, SummedDice, Target
from gm_desk.core.drafts import rejudging
from gm_desk.core.drafts.attack_damage import AttackContext, damage_request, settled
from gm_desk.core.drafts.attacks import Strike, strike
from gm_desk.core.rules.damage import as_one_die, kaiser_damage, read_dice, sides_of, through_armor
from gm_desk.core.rules.dice import ROLLS, Dice, Needs, half_up
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import Contest, DamageOutcome, DiceTotal, KaiserOutcome
from gm_desk.core.rules.requests import Ep1Damage, Ep2Damage, KaiserDamage, Summed
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Result, Rules


class TargetRow(Struct, frozen=True):
    """The result for a target: the contest, whether it was hit, and its damage; None while something is missing.

    `needs` are the missing dice of the contest or of the damage. An `unrolled` outcome is set by the GM without dice.
    """

    target: Target
    result: Contest | KaiserOutcome | None = None
    hit: HitResult | None = None
    request: Summed | None = None
    outcome: DamageOutcome | None = None
    needs: Needs | None = None
    unrolled: bool = False


def damage_rolled(
    several: RollAgainstSeveral,
    rows: Sequence[TargetRow],
    dice: Dice,
    rules: Rules,
    house: House,
) -> RollAgainstSeveral:
    """Roll the missing damage dice: once for all targets with equal dice, or for each if they are `apart`.

    Targets with dice of their own keep them, and get only those that they lack.
    """
    common = shared_request(rows)
    known = summed_for(common, several)
    if common is not None and not several.apart and known is None:
        several = structs.replace(several, rolls=rejudging.roll_missing(rules, common, several.rolls, house, dice)[1])
    for place, row in enumerate(rows):
        alike = common is not None and sides_of(common)[: len(sides_of(row.request))] == sides_of(row.request)
        alone = several.apart or not alike or known is not None or bool(row.target.rolls)
        if row.request is not None and row.needs is not None and alone:
            _, own = rejudging.roll_missing(rules, row.request, row.target.rolls, house, dice)
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


def with_typed_damage(several: RollAgainstSeveral, text: str, request: Summed, rules: Rules) -> RollAgainstSeveral:
    """Return a roll with its shared damage dice, or their sum, as typed; raise BadRollError with the reason."""
    found = read_dice(text, request, rules.HUNDRED)
    if isinstance(found, int):
        return structs.replace(several, rolls={}, summed=SummedDice(found, sides_of(request)), by_hand=True)
    return structs.replace(several, rolls={ROLLS: found}, summed=None, by_hand=True)


def rows_of(
    several: RollAgainstSeveral,
    context: AttackContext,
    find: FindCharacter,
    attack: Attack | None = None,
) -> list[TargetRow]:
    """Return the result for each target; without an attack only the winner.

    Raise BadPicksError or BadExpressionError like `damage_request`.
    """
    found = []
    for target in several.targets:
        own = structs.replace(context, target=find(target.side.character))
        found.append(_row(several, target, own, attack))
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


def _row(
    several: RollAgainstSeveral,
    target: Target,
    context: AttackContext,
    attack: Attack | None,
) -> TargetRow:
    """Return the result for one target; one without a defence is hit if the acting side succeeds."""
    result = contest_with(several, target, context.rules, context.house)
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
    picks, choices = several.picks if hit == "hit" else (), several.choices
    request = damage_request(attack, meant, picks, context, choices, dice)
    if request is None:
        return TargetRow(target, against, hit)
    faces, thrown = target.rolls or several.rolls, request
    total = None if target.rolls else summed_for(request, several)
    if total is not None:
        thrown, faces = as_one_die(request), {ROLLS: (total,)}
    found = context.rules.resolve(thrown, faces, context.house)
    unrolled = isinstance(found, Needs) and (target.total is not None or target.through is not None)
    if unrolled:  # whatever the dice are, the GM's number replaces what they come to
        found = context.rules.resolve(request, {ROLLS: (1,) * len(sides_of(request))}, context.house)
    if not isinstance(found, DamageOutcome | DiceTotal):
        return TargetRow(target, against, hit, request, needs=found if isinstance(found, Needs) else None)
    whole = settled(found, attack, context, choices)
    outcome = _outcome(whole, target, hit, request, attack, context.system)
    return TargetRow(target, against, hit, request, outcome, unrolled=unrolled)


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
    """Return the damage of one target: reduced by distance, halved by a defence, then minus armor.

    Damage by degrees has its armor subtracted from these; a total that is set for it gets through as it is (Kaiser).
    """
    armor = whole.armor if target.armor is None else target.armor
    threshold = request.threshold if isinstance(request, Ep1Damage | Ep2Damage) else None
    if isinstance(request, KaiserDamage):
        found = kaiser_damage(structs.replace(request, absorption=0, armor=armor))
        found = found if target.total is None else DamageOutcome(target.total, armor, target.total)
    else:
        total = max(0, whole.total - lessened(attack, target.distance, system))
        total = half_up(total, 2) if hit == "half" else total
        found = through_armor(total if target.total is None else target.total, armor, threshold)
    if target.through is not None:
        wounds = through_armor(target.through, 0, threshold).wounds
        found = structs.replace(found, through=target.through, wounds=wounds)
    return found if target.wounds is None else structs.replace(found, wounds=target.wounds)
