"""The damage of an attack that hit: its request, the effect of armor, and what was taken into account.

The rules are in `core/rules/damage`; this module makes requests from an attack, its roll, its target and the GM's
choices.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.harm import Suffered
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.attacks import PSI, Strike
from gm_desk.core.drafts.choices_after_roll import check_picks
from gm_desk.core.notation.attack_values import AP_NUMBER, ARMOR_PIERCING, base_of, dice_in, dice_of
from gm_desk.core.notation.text import lazy_pattern
from gm_desk.core.rules.dice import half_up
from gm_desk.core.rules.health import after_armor
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import DamageOutcome, DiceTotal
from gm_desk.core.rules.requests import Ep1Damage, Ep2Damage, HitTerms, KaiserDamage, Summed
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Rules
from gm_desk.core.wording.phrases import plural

DAMAGE = "damage"
"""The use of a superior result that adds damage."""
KINETIC = "kinetic"
NAMED_KINDS = ("energy", KINETIC)

PIERCING = lazy_pattern(rf"(?:.*\s)?{ARMOR_PIERCING}(?:\s.*)?|AP")
"""The words in a note that halve the armor: "armor-piercing", "fires armor-piercing rounds", "AP"."""
EXPLODES = lazy_pattern(r"grenades?\b|\bbombs?\b|\bexplosives?\b|molotov", re.IGNORECASE)
"""The words in the name of a thrown attack whose damage does not depend on strength."""
MENTIONED = lazy_pattern(rf"\b{ARMOR_PIERCING}\b|\bAP\b")
CONDITION = lazy_pattern(
    r"[0-9]d[0-9]|\b(?:if|when|while|only|against|vs|versus|unless|may|might|can|could|mode)\b",
    re.IGNORECASE,
)
"""Words that make a sentence of the notes conditional, or about other damage than the attack's."""
DENIED = lazy_pattern(r"\b(?:no|not|non)\b", re.IGNORECASE)


class AttackContext(Struct, frozen=True):
    """Attacker and target, as far as they are known, and the rules."""

    attacker: Character | None
    target: Character | None
    system: System
    rules: Rules
    house: House


class Choices(Struct, frozen=True, kw_only=True):
    """The GM's choices for the damage of a hit.

    `armor` is the kind of armor, None for the usual one. `piercing` is None for that of the attack, and `ignore_armor`
    for what the roll says.
    """

    double: bool = True
    margin: bool = True
    piercing: bool | None = None
    absorption: bool = True
    armor: str | None = None
    ignore_armor: bool | None = None

    def ignores_armor(self, meant: Strike) -> bool:
        """Return whether armor does not count against a hit."""
        return meant.ignores_armor if self.ignore_armor is None else self.ignore_armor


def pierces(attack: Attack) -> bool:
    """Return whether an attack is armor-piercing: by its mark, or by an unconditional note."""
    return attack.armor_piercing or any(PIERCING.fullmatch(note) for note in _said(attack))


def penetration_of(attack: Attack) -> int:
    """Return the AP number of an attack: its own, else one that its notes or damage plainly name, else 0 (EP1)."""
    named = (int(found[1]) for note in _said(attack) if (found := AP_NUMBER.search(note)))
    return attack.penetration or next(named, 0)


def mentions_piercing(attack: Attack) -> bool:
    """Return whether an attack mentions armor-piercing, even conditionally."""
    return attack.armor_piercing or attack.penetration > 0 or MENTIONED.search(_words(attack)) is not None


def check_damage(attack: Attack, system: System) -> None:
    """Raise BadExpressionError if the damage of an attack is neither dice nor, in systems that allow it, a number."""
    if not (system.base_damage and base_of(attack.damage) is not None):
        dice_of(attack.damage)


def damage_request(
    attack: Attack,
    meant: Strike,
    picks: Sequence[str],
    context: AttackContext,
    choices: Choices,
    dice: Sequence[str] = (),
) -> Summed | None:
    """Return the request for the damage of a hit, or None if it missed or does no damage.

    `dice` are added by the choices for the attack ("1d10", "1d10+10"); base damage has none (Kaiser).

    Raise BadPicksError if more superior results are picked than the roll has, and BadExpressionError if the damage
    cannot be rolled.
    """
    if not meant.hit or not attack.damage.strip():
        return None
    check_picks(picks, context.system.superior_uses, meant.superior)
    choices = structs.replace(choices, ignore_armor=choices.ignores_armor(meant))
    attack = structs.replace(attack, damage=with_dice_of(attack.damage, dice))
    request = context.rules.damage(_terms(attack, meant, picks, context, choices))
    context.rules.resolve(request, {}, context.house)
    return request


def with_dice_of(damage: str, dice: Sequence[str]) -> str:
    """Return damage with the dice of choices ("2d10+3 energy" with "1d10" is "2d10+3 + 1d10 energy")."""
    plain = dice_in(damage)
    if not dice or base_of(damage) is not None:
        return damage
    added = "".join(f" {one}" if one.startswith(TRUE_MINUS) else f" + {one}" for one in dice)
    return damage.replace(plain, f"{plain}{added}", 1)


def left_out(request: Summed | None, dice: Sequence[str]) -> str:
    """Return that the dice of choices do not count in base damage, "" if there are none (Kaiser)."""
    return f"without {', '.join(dice)}: base damage has no dice" if isinstance(request, KaiserDamage) and dice else ""


def bonus_offered(attack: Attack, context: AttackContext) -> int:
    """Return the damage bonus that may be added to a melee or thrown attack (EP1), or 0.

    An explosion has none unless it was typed with one.
    """
    bonus, kind = context.system.damage_bonus, context.system.skill_kind(attack.skill)
    if not attack.damage_bonus and (attack.area or EXPLODES.search(attack.name) is not None):
        return 0
    if bonus is None or kind is None or kind.name not in bonus.skills or context.attacker is None:
        return 0
    return max(0, harm.numbers(context.attacker, context.rules, context.house).get(bonus.stat, 0))


def armor_kind(attack: Attack, target: Character, usual: str = KINETIC) -> str:
    """Return the kind of armor against an attack: its own, else the first that its damage or notes name, or `usual`."""
    kinds = (*NAMED_KINDS, *harm.armor_points(target))
    spelled = {kind.casefold(): kind for kind in kinds}
    return named_armor(attack, kinds) or spelled.get(usual.casefold(), usual)


def named_armor(attack: Attack, kinds: Iterable[str]) -> str:
    """Return the kind of armor that an attack names by itself, else in its damage or notes; "" if it names none."""
    spelled = {kind.casefold(): kind for kind in kinds}
    if attack.against:
        return spelled.get(attack.against.casefold(), attack.against)
    words = re.findall(r"[^\W\d_]+", _words(attack).casefold())
    return next((spelled[word] for word in words if word in spelled), "")


def own_kind(attack: Attack) -> str:
    """Return the kind that base damage has by itself, whether or not there is armor against it ("4 burn", Kaiser)."""
    typed = re.search(r"[^\W\d_]+", attack.damage) if base_of(attack.damage) is not None else None
    return typed[0] if typed else ""


def armor_used(attack: Attack, target: Character, choices: Choices, system: System) -> str:
    """Return the kind of armor to use: the GM's choice, else the attack's, else the target's first.

    Base damage of a kind that the target has no armor against is met by none ("4 burn", Kaiser). What a psi skill does
    to a mind is met only by armor called "psi", unless the attack names another kind (EP1, EP2), and a beam by energy
    armor (EP1).
    """
    if choices.armor is not None:
        return choices.armor
    known, skill = harm.armor_points(target), system.skill_kind(attack.skill)
    usual = KINETIC if not known or known.keys() & set(NAMED_KINDS) else next(iter(known))
    if skill is not None:
        usual = PSI.casefold() if skill.category == PSI else skill.armor or usual
    return armor_kind(attack, target, own_kind(attack) or usual)


def settled(
    result: DamageOutcome | DiceTotal, attack: Attack, context: AttackContext, choices: Choices
) -> DamageOutcome:
    """Return the outcome of damage; damage of Kaiser written as dice is reduced by absorption and armor."""
    from gm_desk.core.rules.damage import through_armor

    if isinstance(result, DamageOutcome):
        return result
    return through_armor(result.total, sum(_protection(attack, context, choices)))


def suffered(outcome: DamageOutcome, request: Summed, context: AttackContext) -> Suffered | None:
    """Return the effect of the damage on the target, if there is one."""
    if context.target is None:
        return None
    by_degrees = isinstance(request, KaiserDamage)
    dealt, armor = (outcome.through, 0) if by_degrees else (outcome.total, outcome.armor)
    return harm.suffer(context.target, dealt, "damage", context.rules, context.house, armor=armor)


def account_of(request: Summed, attack: Attack, context: AttackContext, choices: Choices) -> tuple[str, ...]:
    """Return what was taken into account besides the weapon's dice: "doubled", "armor 7 kinetic"."""
    if isinstance(request, KaiserDamage):
        return (*_by_degrees(request, attack, context, choices), *_passed_by(request, context, choices))
    return (*_added(request), *_against(request, attack, context, choices))


def effects_of(
    suffered: Suffered, request: Summed, attack: Attack, context: AttackContext, choices: Choices
) -> tuple[str, ...]:
    """Return the effects of a hit as short texts, the wounds second, and last what was taken into account."""
    lowered = _lowered(request, attack, 1) or _passed_by(request, context, choices)
    effects = structs.replace(suffered, armor=0).words
    if not (lowered or _added(request) or isinstance(request, KaiserDamage)):
        return (*effects, *(one for one in suffered.words if one not in effects))
    return (*effects, *account_of(request, attack, context, choices))


def _added(request: Summed) -> tuple[str, ...]:
    """Return what the attack roll adds to the dice: "doubled", "+1d6 superior", "+5 margin", "+3 DB"."""
    from gm_desk.core.rules.damage import margin_bonus

    match request:
        case Ep2Damage():
            dice = f"+{request.superior}d6 superior" if request.superior else ""
            return tuple(filter(None, ("doubled" if request.critical else "", dice)))
        case Ep1Damage():
            extra = margin_bonus(request.margin)
            parts = (f"+{extra} margin" if extra else "", f"+{request.bonus} DB" if request.bonus else "")
            return tuple(filter(None, parts))
        case _:
            return ()


def _against(request: Summed, attack: Attack, context: AttackContext, choices: Choices) -> tuple[str, ...]:
    """Return what reduces the damage: "absorption 3", "armor 7 kinetic halved to 4 by AP", "armor ignored"."""
    if context.target is None:
        return ()
    absorbs, points = _protection(attack, context, choices)
    absorbed = (f"absorption {absorbs}",) if absorbs else ()
    if not harm.armor_points(context.target):
        return absorbed or ("no armor",)
    kind = armor_used(attack, context.target, choices, context.system)
    worn = (f"armor {points} {kind}{_lowered(request, attack, points)}",)
    return (*absorbed, *(_passed_by(request, context, choices) or worn))


def _by_degrees(request: KaiserDamage, attack: Attack, context: AttackContext, choices: Choices) -> tuple[str, ...]:
    """Return how the degrees determine the damage: "9 degrees − absorption 2 − armor 3 Cut = 4, × 6"."""
    degrees = plural(request.degrees, "degree")
    less = f" {TRUE_MINUS} absorption {request.absorption}" if request.absorption else ""
    if request.armor and context.target is not None:
        less += f" {TRUE_MINUS} armor {request.armor} {armor_used(attack, context.target, choices, context.system)}"
    left = after_armor(request.degrees, request.absorption + request.armor)
    return (f"{degrees}{less} = {left}, × {request.base}" if less else f"{degrees} × {request.base}",)


def _passed_by(request: Summed, context: AttackContext, choices: Choices) -> tuple[str, ...]:
    """Return the text for armor ignored because of a critical success or the GM's choice."""
    critical = isinstance(request, Ep1Damage) and request.critical
    if not (critical or choices.ignore_armor) or context.target is None or not harm.armor_points(context.target):
        return ()
    return ("critical: armor ignored" if critical else "armor ignored",)


def _lowered(request: Summed, attack: Attack, points: int) -> str:
    """Return the text for the effect of armor-piercing on armor, or "" without armor."""
    match request:
        case Ep2Damage(piercing=True) if points:
            return f" halved to {half_up(points, 2)} by AP"
        case Ep1Damage(penetration=number) if number and points:
            return f" {TRUE_MINUS} AP {number}"
        case Ep1Damage() if pierces(attack) and not penetration_of(attack):
            return ", AP has no number"
        case _:
            return ""


def _terms(attack: Attack, meant: Strike, picks: Sequence[str], context: AttackContext, choices: Choices) -> HitTerms:
    """Return the terms of a hit."""
    target, absorbs, points = context.target, *_protection(attack, context, choices)
    known = harm.numbers(target, context.rules, context.house) if target else {}
    counts = pierces(attack) if choices.piercing is None else choices.piercing
    return HitTerms(
        damage=dice_in(attack.damage),
        base=base_of(attack.damage),
        superior=list(picks).count(DAMAGE),
        margin=meant.margin if choices.margin else 0,
        degrees=meant.degrees,
        critical=(meant.doubles and choices.double) or (meant.ignores_armor and choices.ignores_armor(meant)),
        bonus=bonus_offered(attack, context) if attack.damage_bonus else 0,
        piercing=counts,
        penetration=0 if choices.piercing is False else penetration_of(attack),
        armor=points,
        absorption=absorbs,
        threshold=max(0, known.get("WT", 0)) or None,
    )


def _protection(attack: Attack, context: AttackContext, choices: Choices) -> tuple[int, int]:
    """Return absorption and points of armor against an attack."""
    if context.target is None:
        return 0, 0
    points = harm.armor_points(context.target).get(armor_used(attack, context.target, choices, context.system), 0)
    absorbs = harm.absorption_of(context.target) if choices.absorption else 0
    return absorbs, 0 if choices.ignore_armor else points


def _said(attack: Attack) -> Iterator[str]:
    """Yield the notes of an attack that are neither conditional nor negated."""
    yield from (part.strip() for part in re.split(r"[,;()]|(?<=[0-9])\s+(?=[^\W\d])", attack.damage))
    for sentence in re.split(r"[;.\n]", attack.notes):
        if CONDITION.search(sentence) is None:
            parts = (part.strip() for part in re.split(r"[,()]", sentence))
            yield from (part for part in parts if DENIED.search(part) is None)


def _words(attack: Attack) -> str:
    return f"{attack.damage}; {attack.notes}"
