"""One roll against several targets who each defend: a burst, an area attack, one character sneaking past guards.

Each row is a separate contest with the same roll (EP1, EP2, "Opposed tests").
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct, structs

from gm_desk.core.characters.harm import health_effects
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.attack_choices import with_use_against
from gm_desk.core.combat.modifiers import with_extra_targets
from gm_desk.core.combat.targets import PointSpent, SummedDice, Target, TargetsRecord
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.attack_damage import Choices
from gm_desk.core.drafts.attacks import usual_defence
from gm_desk.core.drafts.choices_after_roll import Repair, repairs, with_point_spent
from gm_desk.core.drafts.draft import Chip, Draft, Mode, Origin, Side
from gm_desk.core.drafts.opponents import needs_of_b, opposed, usual_mode
from gm_desk.core.drafts.spending import PointPool, paid
from gm_desk.core.errors import TooManyTargetsError
from gm_desk.core.rules.dice import Dice, Needs, Thrown, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Contest, Graded, Hand, KaiserOutcome
from gm_desk.core.rules.requests import Request, SuccessTest
from gm_desk.core.scenes.conditions import PREFIX
from gm_desk.core.scenes.effects import CANNOT_DEFEND, helpless_by, with_conditions
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Result, Rules
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import chance_of

MOST_TARGETS = 50
ACTING = "a."
PAID = ""
"""The kind of a point that was paid when it was spent."""

OfferedPoint = tuple[Contest | Graded, Repair, PointPool]
"""The result without a point, what the point would do, and the pool that pays for it."""


class RollAgainstSeveral(Struct, frozen=True, omit_defaults=True):
    """One roll against several targets: the acting side's test, its dice, and what the GM has chosen about it.

    `point` is spent by the acting side after its roll, and `picks` are the uses of its superior results. `rolls` are
    the damage dice that the targets share unless each has its own (`apart`); `summed` is their sum, if that was typed,
    and `by_hand` says that they or their sum were. Each hit `costs_points` of action (Kaiser), and those beaten by a
    roll that `surprises` are surprised.
    """

    draft: Draft
    targets: tuple[Target, ...] = ()
    dice: Thrown = {}
    rolls: Thrown = {}
    point: PointSpent | None = None
    summed: SummedDice | None = None
    picks: tuple[str, ...] = ()
    choices: Choices = Choices()
    apart: bool = False
    by_hand: bool = False
    costs_points: bool = True
    surprises: bool = False

    def with_target(self, place: int, target: Target) -> "RollAgainstSeveral":
        """Replace a target."""
        return structs.replace(self, targets=(*self.targets[:place], target, *self.targets[place + 1 :]))


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


def record_of(several: RollAgainstSeveral) -> TargetsRecord:
    """Return what the log keeps of the targets, their damage dice and the GM's choices."""
    choices = several.choices
    return TargetsRecord(
        targets=several.targets,
        mode=several.draft.mode,
        rolls=several.rolls,
        point=several.point,
        apart=several.apart,
        by_hand=several.by_hand,
        summed=several.summed,
        double=choices.double,
        ignore_armor=choices.ignore_armor,
        margin=choices.margin,
        piercing=choices.piercing,
        absorption=choices.absorption,
        costs_points=several.costs_points,
        surprises=several.surprises,
    )


def from_record(
    draft: Draft, request: object, dice: Thrown, record: TargetsRecord, picks: tuple[str, ...] = ()
) -> RollAgainstSeveral:
    """Return a logged roll with its targets: the inverse of `acting`, `acting_request`, `acting_dice` and `record_of`.

    A point that is in the request alone has been paid.
    """
    spent = request.after if isinstance(request, SuccessTest) else None
    paid_for = None if spent is None else PointSpent(spent, PAID)
    return RollAgainstSeveral(
        structs.replace(draft, mode=record.mode, against=0),
        record.targets,
        {f"{ACTING}{name}": faces for name, faces in dice.items()},
        record.rolls,
        record.point or paid_for,
        record.summed,
        picks,
        Choices(
            double=record.double,
            margin=record.margin,
            piercing=record.piercing,
            absorption=record.absorption,
            ignore_armor=record.ignore_armor,
        ),
        record.apart,
        record.by_hand,
        record.costs_points,
        record.surprises,
    )


def acting(several: RollAgainstSeveral) -> Draft:
    """Return the acting side's test by itself, as it is logged."""
    return structs.replace(several.draft, mode=Mode.ALONE, opponent=None, against=len(several.targets))


def acting_dice(several: RollAgainstSeveral) -> Thrown:
    """Return the acting side's dice by their names in a test by itself."""
    return {name.removeprefix(ACTING): faces for name, faces in several.dice.items()}


def acting_request(several: RollAgainstSeveral, rules: Rules) -> Request | None:
    """Return the request of the acting side by itself, with the point that it has spent."""
    request = rules.ask(acting(several))
    return request if request is None or several.point is None else with_point_spent(request, "a", several.point.use)


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
        while isinstance(found := contest_with(several, several.targets[place], rules, house), Needs):
            faces = found.throw(dice)
            if found.name.startswith(ACTING):
                several = structs.replace(several, dice=with_dice(several.dice, found, faces))
            else:
                target = several.targets[place]
                several = several.with_target(place, structs.replace(target, dice=with_dice(target.dice, found, faces)))
    while isinstance(needs := acting_result(several, rules, house), Needs):
        several = structs.replace(several, dice=with_dice(several.dice, needs, needs.throw(dice)))
    return several


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
        request = request if point is None else with_point_spent(request, hand, point.use)
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
        rolled = contest_with(bare, target, rules, house)
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


def contest_with(
    several: RollAgainstSeveral, target: Target, rules: Rules, house: House
) -> Contest | KaiserOutcome | Needs | None:
    """Return the contest with one target, the dice it still needs, or None if a side has nothing to roll."""
    request = request_of(several, target, rules)
    if request is None:
        return None
    found = rules.resolve(request, {**several.dice, **target.dice}, several.draft.house(house))
    return found if isinstance(found, Contest | KaiserOutcome | Needs) else None


def against_several(
    draft: Draft, others: Sequence[Character], roster: Roster, system: System, rules: Rules, house: House
) -> RollAgainstSeveral:
    """Return a composed test against several targets, each in its conditions; raise TooManyTargetsError above fifty."""
    alone = acting_side_of(draft, system)
    attack = attack_of(draft, roster.character(draft.character))
    several = several_of(alone, others, attack, system, rules, draft.opponent)
    several = targets_in_conditions(several, roster, system, rules, house)
    return structs.replace(several, draft=against_count(alone, len(others), roster, system))


def acting_side_of(draft: Draft, system: System) -> Draft:
    """Return the acting side of a composed test without its opponent; the test is one of two sides."""
    mode = draft.mode if draft.mode.two_sided else usual_mode(draft, system)
    return structs.replace(draft, mode=mode, opponent=None)


def against_count(draft: Draft, count: int, roster: Roster, system: System) -> Draft:
    """Return the acting side's test against a number of targets: with a mode that reaches them, or a modifier."""
    attacker = roster.character(draft.character)
    attack = attack_of(draft, attacker)
    draft = draft if attack is None else with_use_against(draft, attack, count, system)
    return with_extra_targets(draft, count, attacker, system, roster.modifiers)


def chance_against(several: RollAgainstSeveral, target: Target, rules: Rules, house: House) -> Fraction | None:
    """Return the chance to succeed against one of several targets, who may have no defence; None if unknown."""
    request = rules.ask(structs.replace(several.draft, opponent=target.side))
    request = acting_request(several, rules) if request is None else request
    return None if request is None else chance_of(rules.odds(request, house))


def targets_in_conditions(
    several: RollAgainstSeveral, roster: Roster, system: System, rules: Rules, house: House
) -> RollAgainstSeveral:
    """Return a roll against several targets with the conditions of each target as chips of its side.

    A target that cannot defend against an attack, by a condition or because it is out, has no defence.
    """
    targets = []
    for target in several.targets:
        side = with_conditions(structs.replace(several.draft, opponent=target.side), roster, system).side("b")
        character = roster.character(side.character)
        body = "" if character is None else health_effects(character, rules, house).body
        if body and several.draft.mode is Mode.ATTACK:
            side = side.with_chip(Chip(f"{PREFIX}{body}", 0, f"{body.capitalize()}: {CANNOT_DEFEND}", Origin.CONDITION))
        helpless = several.draft.mode is Mode.ATTACK and helpless_by(side)
        targets.append(structs.replace(target, side=structs.replace(side, ability=None) if helpless else side))
    return structs.replace(several, targets=tuple(targets))
