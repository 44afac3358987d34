"""Kaiser: its checks and contests, and its stat block (Kaiser, "Checks and degrees", "Attacks", "The stat block").

Open rolls and fumbles are in `kaiser_dice`.
"""

from bisect import bisect_right
from collections.abc import Mapping
from typing import NoReturn, overload

from msgspec import structs

from gm_desk.core.drafts.chips import disadvantage_of
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.errors import ForeignCheckError
from gm_desk.core.rules.dice import DieReading, Needs, Thrown
from gm_desk.core.rules.health import Health, HealthEffects
from gm_desk.core.rules.house import House, Tie
from gm_desk.core.rules.modifiers import FlatModifier, Net
from gm_desk.core.rules.outcomes import CheckOdds, CheckOutcome, Grade, KaiserOdds, KaiserOutcome, SideOutcome
from gm_desk.core.rules.outcomes import Hand as Winner
from gm_desk.core.rules.requests import (
    Before,
    DiceSum,
    Effort,
    HitTerms,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    KaiserKind,
    Request,
    SuccessTest,
)
from gm_desk.core.systems.kaiser_dice import (
    SIDES,
    Hand,
    characteristic_hand,
    fumble_penalty,
    resistance_hand,
    skill_hand,
)
from gm_desk.core.systems.protocol import Ignored, Result

LEAST, MOST = 1, 30
STEPS = (1, 2, 4, 5, 6, 8, 10, 13, 16, 20, 21, 23, 26, 30)
"""The lowest value of each modifier, from −3 to +10."""
LOWEST_MODIFIER = -3

FIRST_PRESENCE = 3
LEVELS_A_PRESENCE = 2
LIFE_BASE = 20
LIFE_MULTIPLE = 10
INITIATIVE_BASE = 10
ACTION_POINTS = 6
TIRED = (-16, -8, -4, -2, -1)
"""The modifier of all actions with 0, 1, 2, 3 and 4 stamina left (Kaiser, "Life points and stamina")."""


def modifier_of(value: int) -> int | None:
    """Return the modifier of a characteristic, or None outside 1 to 30."""
    return LOWEST_MODIFIER + bisect_right(STEPS, value) - 1 if LEAST <= value <= MOST else None


def presence(level: int) -> int:
    """Return the Presence of a level: 3 at level 1, one more at each odd level after it."""
    return FIRST_PRESENCE + (level - 1) // LEVELS_A_PRESENCE


def derived(stats: Mapping[str, int], house: House, body: str = "") -> dict[str, int]:  # noqa: ARG001 - the protocol of all systems
    """Return the values derived from characteristics and level."""
    return _derived(stats)


def _derived(stats: Mapping[str, int]) -> dict[str, int]:
    """Return Presence, resistances, LP, stamina, Initiative and action points from the known values.

    `LV` is the level, `LPM` the multiples of CON bought for LP, `LPI` innate LP.
    """
    numbers = {"AP": ACTION_POINTS}
    modifiers = {key: modifier for key, value in stats.items() if (modifier := modifier_of(value)) is not None}
    if "LV" in stats:
        numbers["PRES"] = presence(stats["LV"])
    numbers |= _resistances(stats.get("PRES", numbers.get("PRES")), modifiers)
    if "CON" in stats:
        numbers["LP"] = LIFE_BASE + stats["CON"] * (LIFE_MULTIPLE + stats.get("LPM", 0)) + stats.get("LPI", 0)
    if "CON" in stats and "WP" in stats:
        numbers["STA"] = stats["CON"] + stats["WP"]
    if "DEX" in modifiers and "AGI" in modifiers:
        numbers["INIT"] = INITIATIVE_BASE + modifiers["DEX"] + modifiers["AGI"]
    return numbers


RESISTANCES = {"PhR": "CON", "IR": "CON", "SR": "FC", "MR": "WP"}


def _resistances(base: int | None, modifiers: Mapping[str, int]) -> dict[str, int]:
    """Return the resistances: Presence, plus the modifier of a characteristic for all but PrR."""
    if base is None:
        return {}
    added = {key: base + modifiers[link] for key, link in RESISTANCES.items() if link in modifiers}
    return {"PrR": base, **added}


def health_effects(stats: Mapping[str, int], health: Health) -> HealthEffects:
    """Return the effects of low LP and low stamina: 0 LP is unconscious, little stamina affects every action."""
    unconscious = "LP" in stats and stats["LP"] - health.damage <= 0
    tired = stamina_modifier(stats["STA"] - health.fatigue) if "STA" in stats else 0
    return HealthEffects(tired, "unconscious" if unconscious else "")


def stamina_modifier(left: int) -> int:
    """Return the modifier of all actions with this much stamina left."""
    return TIRED[max(0, left)] if left < len(TIRED) else 0


ROLL_OFF = "roll_off"
HUNDRED = DieReading.SUM
BEFORE: tuple[Before, ...] = ()
GRADES = (Grade.SUCCESS, Grade.FAILURE, Grade.CRITICAL_FAILURE)
USUAL_DIFFICULTY = 8
KINDS: Mapping[AbilityKind, KaiserKind] = {
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
    cost = health_effects({**_derived(stats), **stats}, health).modifier
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


def _kind(ability: Ability | None) -> KaiserKind:
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


def _hand(kind: KaiserKind, effort: Effort, dice: Thrown, house: House, side: str = "") -> Hand | Needs:
    """Return one side's dice by its kind of check."""
    match kind:
        case "characteristic":
            return characteristic_hand(dice, house, side)
        case "resistance":
            return resistance_hand(effort, dice, side)
        case "skill":
            return skill_hand(effort, dice, side)
