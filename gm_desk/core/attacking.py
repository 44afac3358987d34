"""Attack lines: what is rolled for one, what its damage is, and whom it hurts (rules, "Opposed tests").

Nothing here is done by itself: a pane asks for the draft, the dice of the damage, the harm and the ammunition in turn,
and the GM may change each on the way.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from gm_desk.core import harm
from gm_desk.core.choosing import ability_of, chosen
from gm_desk.core.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.errors import BadExpressionError
from gm_desk.core.harm import Suffered
from gm_desk.core.opposing import Defence, opposed, paired
from gm_desk.core.roster import Character, Roster, Skill
from gm_desk.core.rules.aids import SPECIALISATION
from gm_desk.core.rules.expressions import Expression, Term
from gm_desk.core.rules.house import House
from gm_desk.core.rules.kaiser_outcomes import CheckOutcome, KaiserOutcome
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import Contest, DiceTotal, MarginOutcome, Outcome, SimpleOutcome
from gm_desk.core.rules.requests import MOST_MODIFIERS, DiceSum
from gm_desk.core.stat_block import MOST_AMOUNT, Attack
from gm_desk.core.systems.face import Result, Rules
from gm_desk.core.systems.superior import check_picks
from gm_desk.core.systems.system import System

DAMAGE = "damage"
"""The use of a superior result that adds damage."""
EXTRA = Term(1, 1, 6)
"""What one superior result adds to the damage (EP2, superior results)."""
KINETIC = "kinetic"
NAMED_KINDS = ("energy", KINETIC)

WITH_WORDS = re.compile(r"(.*[0-9])[\s,;(]+[^\W\d_][^0-9+*×/−-]*")
"""Dice with words behind them: "2d10+3 energy", "1d6 (kinetic)"."""


class Strike(Struct, frozen=True):
    """Hold what a roll means for an attack.

    `superior` results may buy damage, `doubles` says that a critical success may double it (EP2), `ignores_armor` that
    it passes armor by (EP1). `degrees` are by how much it hit (Kaiser), `counter` allows the other side a blow back.
    """

    hit: bool
    superior: int = 0
    doubles: bool = False
    ignores_armor: bool = False
    degrees: int = 0
    counter: bool = False


def strike(result: Result) -> Strike:
    """Say what a roll means for an attack: with two sides, only the first one's victory is a hit."""
    match result:
        case Contest():
            return structs.replace(strike(result.a), hit=result.winner == "a")
        case Outcome():
            superior = result.superior if result.success else 0
            return Strike(result.success, superior, doubles=result.success and result.critical)
        case MarginOutcome():
            return Strike(result.success, ignores_armor=result.success and result.critical)
        case SimpleOutcome():
            return Strike(result.success, ignores_armor=result.strong and result.critical)
        case KaiserOutcome():
            hit = result.winner == "a"
            return Strike(hit, degrees=result.degrees if hit else 0, counter=result.counter)
        case CheckOutcome():
            return Strike(result.success, degrees=result.degrees if result.success else 0)
        case DiceTotal():
            return Strike(hit=False)


def ability_for(attack: Attack, character: Character, system: System) -> Ability | None:
    """Give what an attack rolls: its own rating where that is another than its skill's, else the skill, else untrained.

    An own rating is a bare number under the skill's name, with the attack's id for a key; one that a specialisation
    makes up is the skill. None where the attack names no skill that the character could roll.
    """
    skill = _skill(attack, character, system)
    if skill is not None and (attack.rating in {None, skill.rating} or _special(attack, skill, system)):
        return ability_of(character, system, AbilityKind.SKILL, skill.id)
    if attack.rating is None:
        return ability_of(character, system, AbilityKind.UNTRAINED, attack.skill)
    return Ability(AbilityKind.BARE, attack.id, system.spelled(attack.skill) or attack.name, attack.rating)


def rating_of(attack: Attack, character: Character, system: System) -> int | None:
    """Tell the rating of an attack: its own, which a specialisation may make up, else that of what it rolls."""
    ability = ability_for(attack, character, system)
    if attack.rating is not None or ability is None:
        return attack.rating
    return ability.rating or ability.linked_rating


def draft_of(
    attack: Attack,
    character: Character,
    system: System,
    rules: Rules,
    *,
    draft: Draft | None = None,
    target: Character | None = None,
) -> Draft:
    """Prepare an attack in place of what the draft rolled; its modifiers stand as they do for any other test.

    Against a target it is rolled against what is usual for its skill (`opposing.opposed`); a skill without a usual
    defence attacks too, against what the system defends with up close, or at range where the attack has a range.
    It is always an attack; without a target, one whose opponent is still to be chosen.
    """
    ability = ability_for(attack, character, system)
    draft = chosen(draft or Draft(), character, ability, system, rules)
    draft = structs.replace(draft, chips=_with_special(draft.chips, attack, _skill(attack, character, system), system))
    draft = structs.replace(draft, mode=Mode.ATTACK, attack=attack.id)
    if target is None:
        return structs.replace(draft, opponent=None)
    unpaired = ability is not None and system.pairing_of(ability.label) is None
    defence = _defence(attack, target, system) if unpaired else None
    return opposed(draft, target, system, rules, defence)


def expression_of(attack: Attack) -> Expression | None:
    """Read the dice of an attack's damage, without words behind them ("2d10+3 energy"); None where it has none.

    Raises BadExpressionError with the reason.
    """
    text = attack.damage.strip()
    found = WITH_WORDS.fullmatch(text)
    return Expression.parse(found[1] if found else text) if text else None


def damage_request(
    attack: Attack, result: Result, picks: Sequence[str], system: System, *, double: bool = True
) -> DiceSum | None:
    """Ask for the dice of an attack's damage; None where it missed, or does none.

    Each superior result spent on damage adds 1d6, and where `double` says so a critical success rolls everything twice
    (EP2, superior results and criticals). Raises BadPicksError where more is picked than the roll gives, and
    BadExpressionError where the damage cannot be rolled.
    """
    meant, expression = strike(result), expression_of(attack)
    if not meant.hit or expression is None:
        return None
    check_picks(picks, system.superior_uses, meant.superior)
    terms = _doubled(expression.terms) if meant.doubles and double else expression.terms
    extra = list(picks).count(DAMAGE)
    more = (structs.replace(EXTRA, count=extra),) if extra else ()
    request = DiceSum(_written((*terms, *more)))
    Expression.parse(request.expression)
    return request


def armor_kind(attack: Attack, target: Character, usual: str = KINETIC) -> str:
    """Name the kind of armor that stands against an attack: the first one its damage or notes name, else the usual."""
    kinds = {kind.casefold(): kind for kind in (*NAMED_KINDS, *harm.protections(target))}
    words = re.findall(r"[^\W\d_]+", f"{attack.damage} {attack.notes}".casefold())
    named_ones = (kinds[word] for word in words if word in kinds)
    return next(named_ones, kinds.get(usual.casefold(), usual))


def hit(
    attack: Attack,
    total: int,
    target: Character,
    rules: Rules,
    house: House,
    *,
    armor: str | None = None,
    ignore_armor: bool = False,
) -> Suffered:
    """Deal the total of an attack's damage dice, less the armor against it.

    `armor` names the kind of armor instead of `armor_kind`; armor of a kind the target lacks holds nothing back.
    """
    kind = armor_kind(attack, target) if armor is None else armor
    points = 0 if ignore_armor else harm.protections(target).get(kind, 0)
    return harm.suffer(target, total, "damage", rules, house, armor=points)


def attack_of(side: Side, character: Character | None) -> Attack | None:
    """Find the attack that a side rolls; None where it is none, or the character has it no longer."""
    attacks = character.attacks if character else ()
    return next((attack for attack in attacks if side.attack and attack.id == side.attack), None)


def fired(roster: Roster, drafts: Iterable[Draft]) -> Roster:
    """Take one shot for each attack that is rolled."""
    for draft in drafts:
        character = roster.character(draft.character)
        if character is not None and draft.attack:
            roster = roster.with_character(spend_ammo(character, draft.attack))
    return roster


def spend_ammo(character: Character, attack_id: str, shots: int = 1) -> Character:
    """Take shots from an attack's ammunition, down to 0; a negative number gives back, up to what it holds.

    Where there is no such attack, or it counts no ammunition, nothing changes.
    """
    return structs.replace(
        character,
        attacks=tuple(_fired(attack, shots) if attack.id == attack_id else attack for attack in character.attacks),
    )


def _fired(attack: Attack, shots: int) -> Attack:
    """Take shots from one attack; what is loaded beyond the maximum stays loaded."""
    if attack.ammo is None:
        return attack
    most = max(attack.ammo.now, attack.ammo.max)
    now = max(0, min(most, attack.ammo.now - shots))
    return structs.replace(attack, ammo=structs.replace(attack.ammo, now=now))


def _skill(attack: Attack, character: Character, system: System) -> Skill | None:
    """Find the skill that strikes, as it is named or as the system spells it."""
    return character.skill_named(attack.skill) or character.skill_named(system.spelled(attack.skill))


def _special(attack: Attack, skill: Skill, system: System) -> Chip | None:
    """Make the chip of the specialisation that lifts the skill to the attack's own rating, if there is one."""
    ahead = 0 if attack.rating is None else attack.rating - skill.rating
    for special in skill.specialisations:
        value = SPECIALISATION if special.rating is None else special.rating - skill.rating
        if ahead == value and value and value % system.step == 0:
            return Chip(f"special {special.name}", value, special.name, Origin.SPECIALISATION)
    return None


def _with_special(chips: tuple[Chip, ...], attack: Attack, skill: Skill | None, system: System) -> tuple[Chip, ...]:
    """Let the specialisation behind an attack's own rating stand, and no other; without a rating all stay."""
    if attack.rating is None or skill is None:
        return chips
    own = _special(attack, skill, system)
    kept = tuple(chip for chip in chips if chip.origin is not Origin.SPECIALISATION or (own and chip.id == own.id))
    if own is None or own.id in {chip.id for chip in kept}:
        return kept
    return (*kept, own)[:MOST_MODIFIERS]


def _defence(attack: Attack, target: Character, system: System) -> Defence | None:
    """Find the first thing a target can defend with against a skill that the system pairs with nothing."""
    pairs = [pair for pair in system.pairings if pair.attack]
    ranged = any(letter.isdigit() for letter in attack.range)
    pair = next((pair for pair in pairs if bool(pair.halved) == ranged), pairs[0])
    return next(iter(paired(pair, target, system)), None)


def _doubled(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Double every term of a sum; raises BadExpressionError where a number grows beyond what can be written."""
    if any(not term.sides and 2 * term.count > MOST_AMOUNT for term in terms):
        raise BadExpressionError("damage", f"doubled, a number in it is beyond {MOST_AMOUNT}")
    return tuple(structs.replace(term, count=2 * term.count) for term in terms)


def _written(terms: tuple[Term, ...]) -> str:
    """Write a sum of dice down, as `Expression.parse` reads it."""
    signs = (TRUE_MINUS if term.sign < 0 else "+" for term in terms)
    parts = (f"{term.count}d{term.sides}" if term.sides else str(term.count) for term in terms)
    text = " ".join(f"{sign} {part}" for sign, part in zip(signs, parts, strict=True))
    return text.removeprefix("+ ")
