"""Checks and contests of Kaiser (Kaiser, "Checks and degrees", "Opposed checks", "Attacks")."""

from collections.abc import Mapping
from typing import NoReturn, overload

from msgspec import structs

from gm_desk.core.drafts.chips import disadvantage_of
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.errors import ForeignCheckError
from gm_desk.core.rules.dice import DieReading, Needs, Thrown
from gm_desk.core.rules.health import Condition, Health
from gm_desk.core.rules.house import House, Tie
from gm_desk.core.rules.outcomes import CheckOdds, CheckOutcome, Grade, KaiserOdds, KaiserOutcome, SideOutcome
from gm_desk.core.rules.outcomes import Hand as Winner
from gm_desk.core.rules.requests import (
    Before,
    DiceSum,
    Effort,
    FlatModifier,
    HitTerms,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    Kind,
    Net,
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
GRADES = (Grade.SUCCESS, Grade.FAILURE, Grade.CRITICAL_FAILURE)
USUAL_DIFFICULTY = 8
KINDS: Mapping[AbilityKind, Kind] = {
    AbilityKind.RESISTANCE: "resistance",
    AbilityKind.CHECK: "characteristic",
}


def resolve(request: Request, dice: Thrown, house: House) -> Result | Needs:
    """Return the outcome, or the dice still needed: for a fumble level, an open roll or a roll-off.

    Raise ForeignCheckError for a check of another system.
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
    """Return the exact chances, for any advantage and open rolls of any length."""
    from gm_desk.core.systems.kaiser_dice import check_odds, contest_odds

    match request:
        case KaiserCheck():
            return check_odds(request, house)
        case KaiserContest():
            return contest_odds(request, house)
        case _:
            raise ForeignCheckError("check", "Kaiser has no odds for this")


def ask(draft: Draft) -> KaiserCheck | KaiserContest | None:
    """Return the request for a draft; the ability of each side determines its dice."""
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
    """Return the check of one side against the difficulty."""
    if side.ability is None:
        return None
    difficulty = USUAL_DIFFICULTY if draft.difficulty is None else draft.difficulty
    kind = _kind(side.ability)
    return KaiserCheck(kind, _effort(side), difficulty, 0 if kind == "characteristic" else draft.adjust)


def damage(hit: HitTerms) -> KaiserDamage | DiceSum:
    """Return the request for the damage of a hit; raise BadExpressionError with the reason."""
    from gm_desk.core.rules import damage as damage_rules

    return damage_rules.kaiser_request(hit)


def health_modifiers(stats: Mapping[str, int], health: Health) -> tuple[Chip, ...]:
    """Return the chip for low stamina, typed or derived."""
    cost = condition({**kaiser_stats.derived(stats), **stats}, health).modifier
    return (Chip("stamina", cost, "Stamina", Origin.CONDITION),) if cost else ()


def _ruling(draft: Draft) -> Tie | None:
    """Return the draft's ruling if Kaiser has it, or None."""
    match draft.ruling:
        case "defender" | "roll_off" | "gm":
            return draft.ruling
        case _:
            return None


def _effort(side: Side) -> Effort:
    """Return one side's effort; levels count if the kind of check has them."""
    chips = [chip for chip in side.counting if chip.origin is not Origin.DIFFICULTY]
    modifiers = tuple(FlatModifier(chip.value, chip.label) for chip in chips if chip.modifies)
    levels = side.advantage, disadvantage_of(side), side.fumble_degree
    halved_above = 0 if side.ability is None else side.ability.halved_above
    return Effort(side.base, modifiers, *levels, halved_above=halved_above)


def _kind(ability: Ability | None) -> Kind:
    """Return the kind of check for an ability; a bare number is a skill."""
    return "skill" if ability is None else KINDS.get(ability.kind, "skill")


def net(side: Side, house: House) -> Net:
    """Return the net modifier of a side."""
    return net_of(_effort(side), house)


def net_of(request: Effort | SuccessTest, house: House) -> Net:  # noqa: ARG001 - the protocol of all systems
    """Return the sum of the flat modifiers; there is no cap."""
    total = sum(modifier.value for modifier in request.modifiers)
    return Net(total, total)


def ignored(request: SuccessTest, house: House) -> Ignored:  # noqa: ARG001 - the protocol of all systems
    """Return which modifiers a point ignores; Kaiser has no points."""
    return "all"


def derived(stats: Mapping[str, int], house: House, body: str = "") -> dict[str, int]:  # noqa: ARG001 - the protocol of all systems
    """Return the values derived from characteristics and level."""
    return kaiser_stats.derived(stats)


def modifier_of(value: int) -> int | None:
    """Return the modifier of a characteristic."""
    return kaiser_stats.modifier_of(value)


def condition(stats: Mapping[str, int], health: Health) -> Condition:
    """Return the effects of damage and fatigue."""
    return kaiser_stats.condition(stats, health)


def _check(request: KaiserCheck, dice: Thrown, house: House) -> CheckOutcome | Needs:
    """Return the outcome of a check: a total of at least the difficulty succeeds, and a fumble always fails."""
    hand = _hand(request.kind, request.effort, dice, house)
    if isinstance(hand, Needs):
        return hand
    total = request.effort.flat + hand.sum
    success = total >= request.difficulty and not hand.fumble
    ahead = total - request.difficulty
    degrees = _adjusted(max(1, ahead if success else -ahead), request.adjust)
    return CheckOutcome(total, success, degrees, hand.fumble, hand.open, hand.kept, hand.fumble_level)


def _contest(request: KaiserContest, dice: Thrown, house: House) -> KaiserOutcome | Needs:
    """Return the outcome of a contest: a must exceed b, the defender."""
    a = rolled_side(request, request.a, dice, house, "a.")
    if isinstance(a, Needs):
        return a
    b = rolled_side(request, request.b, dice, house, "b.")
    if isinstance(b, Needs):
        return b
    return _tied(request, a, b, dice, house) if a.total == b.total else decided(request, a, b)


def decided(request: KaiserContest, a: SideOutcome, b: SideOutcome) -> KaiserOutcome:
    """Return the outcome of a contest that is no tie."""
    ahead = a.total - b.total
    counter = ahead < 0 and request.kind == "attack"
    degrees = _adjusted(abs(ahead), request.adjust)
    return KaiserOutcome(a, b, "a" if ahead > 0 else "b", tie=False, degrees=degrees, counter=counter)


def _adjusted(degrees: int, by: int) -> int:
    """Return adjusted degrees, at least 0 (Kaiser, "Checks and degrees")."""
    return max(0, degrees + by)


def _tied(request: KaiserContest, a: SideOutcome, b: SideOutcome, dice: Thrown, house: House) -> KaiserOutcome | Needs:
    """Return the outcome of a tie: the defender, the GM's ruling, or a roll-off; attacks are not rolled off."""
    ruling = "defender" if request.kind == "attack" else request.ruling or house.tie
    winner: Winner | None = "b" if ruling == "defender" else None
    if ruling == ROLL_OFF:
        rolled = _roll_off(dice.get(ROLL_OFF, ()))
        if isinstance(rolled, Needs):
            return rolled
        winner = rolled
    return KaiserOutcome(a, b, winner, tie=True, degrees=0, counter=False)


def _roll_off(dice: tuple[int, ...]) -> Winner | Needs:
    """Return who wins the roll-off, d6 against d6, a's first, until they differ; it decides only the winner."""
    for a, b in zip(dice[::2], dice[1::2], strict=False):
        if a != b:
            return "a" if a > b else "b"
    return Needs(ROLL_OFF, SIDES, 2 - len(dice) % 2, DieReading.SUM)


def rolled_side(
    request: KaiserContest, effort: Effort, dice: Thrown, house: House, side: str = ""
) -> SideOutcome | Needs:
    """Return one side of a contest, or the dice that it still needs, whose names begin with `side`.

    The dice of a fumble count 0, −5 or −10, and the total is at least 0.
    """
    hand = _hand(request.kind_of(effort), effort, dice, house, side)
    if isinstance(hand, Needs):
        return hand
    total = effort.counted(effort.flat + hand.sum)
    if hand.fumble_level is not None:
        total = max(0, effort.flat + fumble_penalty(hand.fumble_level))
    return SideOutcome(total, hand.fumble, hand.open, hand.kept, hand.fumble_level)


def _hand(kind: Kind, effort: Effort, dice: Thrown, house: House, side: str = "") -> Hand | Needs:
    """Return one side's dice by its kind of check."""
    match kind:
        case "characteristic":
            return characteristic_hand(dice, house, side)
        case "resistance":
            return resistance_hand(effort, dice, side)
        case "skill":
            return skill_hand(effort, dice, side)
