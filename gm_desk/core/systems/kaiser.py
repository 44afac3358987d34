"""Kaiser: its checks and contests (Kaiser, checks, degrees, ties, fumbles)."""

from collections.abc import Mapping
from typing import NoReturn, overload

from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.errors import ForeignCheckError
from gm_desk.core.rules.dice import DieReading, Needs, Thrown
from gm_desk.core.rules.health import Condition, Health
from gm_desk.core.rules.house import House, Tie
from gm_desk.core.rules.modifiers import FlatModifier, Net
from gm_desk.core.rules.outcomes import CheckOdds, CheckOutcome, KaiserOdds, KaiserOutcome, SideOutcome
from gm_desk.core.rules.outcomes import Hand as Winner
from gm_desk.core.rules.requests import (
    Before,
    DiceSum,
    Effort,
    HitTerms,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    Kind,
    Request,
    SuccessTest,
)
from gm_desk.core.systems import kaiser_stats
from gm_desk.core.systems.kaiser_dice import (
    SIDES,
    Hand,
    characteristic_hand,
    fumble_penalty,
    resistance_hand,
    skill_hand,
)
from gm_desk.core.systems.protocol import Ignored, Result

ROLL_OFF = "roll_off"
HUNDRED = DieReading.SUM
BEFORE: tuple[Before, ...] = ()
USUAL_DIFFICULTY = 8
KINDS: Mapping[AbilityKind, Kind] = {
    AbilityKind.RESISTANCE: "resistance",
    AbilityKind.CHECK: "characteristic",
}


def resolve(request: Request, dice: Thrown, house: House) -> Result | Needs:
    """Say what the dice mean, or which dice are still needed: a fumble level, an open roll, a roll-off.

    Raises ForeignCheckError for a check of another system.
    """
    match request:
        case KaiserCheck():
            return _check(request, dice, house)
        case KaiserContest():
            return _contest(request, dice, house)
        case DiceSum():
            from gm_desk.core.rules import dice as expressions

            return expressions.resolve(request, dice, HUNDRED)
        case KaiserDamage():
            from gm_desk.core.rules import damage as damage_rules

            return damage_rules.kaiser_damage(request)
        case _:
            raise ForeignCheckError("check", "Kaiser has no such check")


@overload
def odds(request: SuccessTest, house: House) -> NoReturn: ...
@overload
def odds(request: Request, house: House) -> CheckOdds | KaiserOdds: ...
def odds(request: Request, house: House) -> CheckOdds | KaiserOdds:
    """Give the exact chances, whatever the advantage and however long an open roll goes on."""
    from gm_desk.core.systems.kaiser_odds import check_odds, contest_odds

    match request:
        case KaiserCheck():
            return check_odds(request, house)
        case KaiserContest():
            return contest_odds(request, house)
        case _:
            raise ForeignCheckError("check", "Kaiser counts no odds for this")


def ask(draft: Draft) -> KaiserCheck | KaiserContest | None:
    """Make the request that a draft comes to: what each side rolls decides which dice it throws."""
    if draft.mode is Mode.ALONE:
        return alone(draft, draft)
    other = draft.opponent
    if draft.ability is None or other is None or other.ability is None:
        return None
    kinds = {_kind(draft.ability), _kind(other.ability)}
    if kinds == {"characteristic"} and draft.mode is not Mode.ATTACK:
        return KaiserContest("opposed_characteristic", _effort(draft), _effort(other), _ruling(draft))
    a, b = (structs.replace(_effort(side), kind=_kind(side.ability)) for side in (draft, other))
    adjust = 0 if "characteristic" in kinds else draft.adjust
    if draft.mode is Mode.ATTACK:
        return KaiserContest("attack", a, b, adjust=adjust)
    return KaiserContest("opposed_skill", a, b, _ruling(draft), adjust)


def alone(draft: Draft, side: Side) -> KaiserCheck | None:
    """Make the check of one side against the difficulty."""
    if side.ability is None:
        return None
    difficulty = USUAL_DIFFICULTY if draft.difficulty is None else draft.difficulty
    kind = _kind(side.ability)
    return KaiserCheck(kind, _effort(side), difficulty, 0 if kind == "characteristic" else draft.adjust)


def damage(hit: HitTerms) -> KaiserDamage | DiceSum:
    """Make the request for the damage of a hit; raises BadExpressionError with the reason."""
    from gm_desk.core.rules import damage as damage_rules

    return damage_rules.kaiser_request(hit)


def burdens(stats: Mapping[str, int], health: Health) -> tuple[Chip, ...]:
    """List the chip of stamina that runs out, typed or derived."""
    cost = condition({**kaiser_stats.derived(stats), **stats}, health).modifier
    return (Chip("stamina", cost, "Stamina", Origin.CONDITION),) if cost else ()


def _ruling(draft: Draft) -> Tie | None:
    """Give the ruling of the draft where it is one of Kaiser's."""
    match draft.ruling:
        case "defender" | "roll_off" | "gm":
            return draft.ruling
        case _:
            return None


def _effort(side: Side) -> Effort:
    """Gather what a side brings; levels count where the kind of check knows them."""
    chips = (chip for chip in side.counting if chip.origin is not Origin.DIFFICULTY)
    modifiers = tuple(FlatModifier(chip.value, chip.label) for chip in chips)
    return Effort(side.base, modifiers, side.advantage, side.disadvantage, side.fumble_degree)


def _kind(ability: Ability | None) -> Kind:
    """Return which kind of check an ability is rolled in; a bare number is a skill."""
    return "skill" if ability is None else KINDS.get(ability.kind, "skill")


def net(side: Side, house: House) -> Net:
    """Give what the flat modifiers of a side come to."""
    return net_of(_effort(side), house)


def net_of(request: Effort | SuccessTest, house: House) -> Net:  # noqa: ARG001 - all systems have one face
    """Add the flat modifiers up; there is no cap."""
    total = sum(modifier.value for modifier in request.modifiers)
    return Net(total, total)


def ignored(request: SuccessTest, house: House) -> Ignored:  # noqa: ARG001 - all systems have one face
    """Return which modifiers a point would ignore, if there were points."""
    return "all"


def derived(stats: Mapping[str, int], house: House, body: str = "") -> dict[str, int]:  # noqa: ARG001 - all systems have one face
    """Derive a stat block's numbers from its characteristics and level."""
    return kaiser_stats.derived(stats)


def modifier_of(value: int) -> int | None:
    """Give the modifier of a characteristic."""
    return kaiser_stats.modifier_of(value)


def condition(stats: Mapping[str, int], health: Health) -> Condition:
    """Say what damage and fatigue do."""
    return kaiser_stats.condition(stats, health)


def _check(request: KaiserCheck, dice: Thrown, house: House) -> CheckOutcome | Needs:
    """Set a total against a difficulty: at least as much succeeds, and a fumble fails whatever the total."""
    hand = _hand(request.kind, request.effort, dice, house)
    if isinstance(hand, Needs):
        return hand
    total = request.effort.flat + hand.sum
    success = total >= request.difficulty and not hand.fumble
    ahead = total - request.difficulty
    degrees = _adjusted(max(1, ahead if success else -ahead), request.adjust)
    return CheckOutcome(total, success, degrees, hand.fumble, hand.open, hand.kept, hand.fumble_level)


def _contest(request: KaiserContest, dice: Thrown, house: House) -> KaiserOutcome | Needs:
    """Set two totals against each other: a needs more than b, who defends."""
    a = _side(request, request.a, dice, house, "a.")
    if isinstance(a, Needs):
        return a
    b = _side(request, request.b, dice, house, "b.")
    if isinstance(b, Needs):
        return b
    ahead = a.total - b.total
    if ahead == 0:
        return _tied(request, a, b, dice, house)
    counter = ahead < 0 and request.kind == "attack"
    degrees = _adjusted(abs(ahead), request.adjust)
    return KaiserOutcome(a, b, "a" if ahead > 0 else "b", tie=False, degrees=degrees, counter=counter)


def _adjusted(degrees: int, by: int) -> int:
    """Return degrees that were raised or lowered by hand, never below 0 (Kaiser, Degree of Difference)."""
    return max(0, degrees + by)


def _tied(request: KaiserContest, a: SideOutcome, b: SideOutcome, dice: Thrown, house: House) -> KaiserOutcome | Needs:
    """Settle a tie: for the defender, by the GM, or by rolling off; an attack is not rolled off."""
    ruling = "defender" if request.kind == "attack" else request.ruling or house.tie
    winner: Winner | None = "b" if ruling == "defender" else None
    if ruling == ROLL_OFF:
        rolled = _roll_off(dice.get(ROLL_OFF, ()))
        if isinstance(rolled, Needs):
            return rolled
        winner = rolled
    return KaiserOutcome(a, b, winner, tie=True, degrees=0, counter=False)


def _roll_off(dice: tuple[int, ...]) -> Winner | Needs:
    """Compare a d6 of each side, a's first, until they differ; it decides the winner alone."""
    for a, b in zip(dice[::2], dice[1::2], strict=False):
        if a != b:
            return "a" if a > b else "b"
    return Needs(ROLL_OFF, SIDES, 2 - len(dice) % 2, DieReading.SUM)


def _side(request: KaiserContest, effort: Effort, dice: Thrown, house: House, side: str) -> SideOutcome | Needs:
    """Total one side of a contest: a fumble's dice count 0, −5 or −10, and its total is not below 0."""
    hand = _hand(request.kind_of(effort), effort, dice, house, side)
    if isinstance(hand, Needs):
        return hand
    total = effort.flat + hand.sum
    if hand.fumble_level is not None:
        total = max(0, effort.flat + fumble_penalty(hand.fumble_level))
    return SideOutcome(total, hand.fumble, hand.open, hand.kept, hand.fumble_level)


def _hand(kind: Kind, effort: Effort, dice: Thrown, house: House, side: str = "") -> Hand | Needs:
    """Read one side's dice by what it rolls."""
    match kind:
        case "characteristic":
            return characteristic_hand(dice, house, side)
        case "resistance":
            return resistance_hand(effort, dice, side)
        case "skill":
            return skill_hand(effort, dice, side)
