"""Attacks: their tests, hits and ammunition (EP1, EP2, "Attacks, damage and armor"), (Kaiser, "Attacks").

Nothing is applied automatically: panes compute the draft, the damage dice, the harm and the ammunition in turn, and
the GM can change each of them.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, FindCharacter, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.abilities import BROKEN, ability_for, attack_of, chosen, renewed_draft, skill_of, special_of
from gm_desk.core.drafts.draft import (
    USUAL_SETUP,
    AbilityKind,
    AttackSetup,
    Chip,
    Draft,
    Mode,
    Origin,
    Side,
)
from gm_desk.core.drafts.opponents import Defence, opposed, paired
from gm_desk.core.rules.outcomes import (
    CheckOutcome,
    Contest,
    DamageOutcome,
    DiceTotal,
    Grade,
    Hand,
    KaiserOutcome,
    MarginOutcome,
    Outcome,
    SimpleOutcome,
)
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.systems.definition import System

if TYPE_CHECKING:
    from gm_desk.core.drafts.verdict import Ruled
    from gm_desk.core.systems.protocol import Result, Rules

PSI = "Psi"
"""The category of the skills that attack minds, and the kind of armor that protects these."""


class Strike(Struct, frozen=True):
    """The meaning of a roll for an attack.

    `superior` results may buy damage, a critical success `doubles` it (EP2) or `ignores_armor` (EP1), and `margin`
    is that of success (EP1). `degrees` are those of the hit and `counter` allows a counter-attack (Kaiser).
    """

    hit: bool
    superior: int = 0
    doubles: bool = False
    ignores_armor: bool = False
    degrees: int = 0
    counter: bool = False
    margin: int = 0


def strike(result: "Result") -> Strike:
    """Return the meaning of a roll for an attack; with two sides, only a win of the first one is a hit."""
    from gm_desk.core.drafts.verdict import verdict_of

    hit = verdict_of(result).success is True
    match result:
        case Contest():
            return structs.replace(strike(result.a), hit=hit)
        case Outcome():
            return Strike(hit, result.superior if hit else 0, doubles=hit and result.critical)
        case MarginOutcome():
            return Strike(hit, ignores_armor=hit and result.critical, margin=result.margin if hit else 0)
        case SimpleOutcome():
            return Strike(hit, ignores_armor=result.strong and result.critical)
        case KaiserOutcome():
            return Strike(hit, degrees=result.degrees if hit else 0, counter=result.counter)
        case CheckOutcome():
            return Strike(hit, degrees=result.degrees if hit else 0)
        case DiceTotal() | DamageOutcome():
            return Strike(hit=hit)


def ruled_strike(result: "Result", ruled: "Ruled | None") -> Strike:
    """Return the meaning of a roll for an attack; a grade set by the GM counts instead of the dice.

    A ruling that is not a grade is ignored.
    """
    from gm_desk.core.drafts import choices_after_roll
    from gm_desk.core.drafts.verdict import verdict_of

    meant, verdict = strike(result), verdict_of(result, ruled)
    if ruled is None or verdict.success is None:
        return meant
    if not verdict.success:
        return Strike(hit=False)
    critical = verdict.grade is Grade.CRITICAL_SUCCESS
    match result.a if isinstance(result, Contest) else result:
        case Outcome():
            superior = choices_after_roll.SUPERIOR.get(verdict.grade, 0) if verdict.grade else 0
            return structs.replace(meant, hit=True, superior=superior, doubles=critical)
        case MarginOutcome() | SimpleOutcome():
            return structs.replace(meant, hit=True, ignores_armor=critical)
        case _:
            return structs.replace(meant, hit=True, degrees=meant.degrees or 1, counter=False)


def skilled(attack: Attack, character: Character | None, system: System) -> Attack:
    """Return an attack with the skill that it is rolled with, also if its line does not say which."""
    skill = None if attack.skill or character is None else skill_of(attack, character, system)
    return attack if skill is None else structs.replace(attack, skill=skill.name)


def hit_of(
    side: Side, result: "Result", ruled: "Ruled | None", character: Character | None
) -> tuple[Attack, Strike] | None:
    """Return the attack of a roll and what the roll means for it; None if it hit nobody or does no damage."""
    attack = attack_of(side, character)
    if attack is None or not attack.damage.strip():
        return None
    meant = ruled_strike(result, ruled)
    return (attack, meant) if meant.hit else None


def draft_of(
    attack: Attack,
    character: Character,
    system: System,
    rules: "Rules",
    *,
    draft: Draft | None = None,
    target: Character | None = None,
    setup: AttackSetup | None = None,
) -> Draft:
    """Return a draft with an attack in place of its ability; modifiers stay as for any other test.

    The choices for it stay if it is the attack that the draft has already; otherwise they are those of `setup`.

    Against a target it is opposed by the usual defence of its skill (`opponents.opposed`); a skill without one is
    opposed by the system's defence in melee, or at range if the attack has a range. Without a target the opponent
    is still to be chosen.
    """
    from gm_desk.core.combat.attack_choices import with_setup

    ability = ability_for(attack, character, system)
    draft = draft or Draft()
    same = draft.character == character.id and draft.attack == attack.id
    setup = draft.setup if same else setup or USUAL_SETUP
    draft = chosen(draft, character, ability, system, rules)
    chips = _with_special(draft.chips, attack, skill_of(attack, character, system), system)
    draft = structs.replace(draft, chips=chips)
    draft = with_setup(structs.replace(draft, mode=Mode.ATTACK, attack=attack.id), attack, setup, system)
    if target is None:
        return structs.replace(draft, opponent=None)
    unpaired = ability is not None and system.pairing_of(ability.label) is None
    defence = usual_defence(attack, target, system) if unpaired else None
    return opposed(draft, target, system, rules, defence)


def renewed_attack(draft: Draft, find: FindCharacter, system: System, rules: "Rules") -> Draft:
    """Update both sides of a draft to their characters (see `renewed_draft`).

    An attack that lacks its skill stays, and is rolled with the skill as soon as its character has it.
    """
    character, known = find(draft.character), draft.ability
    attack = attack_of(draft, character)
    lacks_skill = known is None or known.kind is AbilityKind.UNTRAINED
    if draft.mode is not Mode.ATTACK or attack is None or character is None or not lacks_skill:
        return renewed_draft(draft, find, system, rules)
    ability = ability_for(attack, character, system)
    if known is not None and ability is not None and ability.identity == known.identity:
        return renewed_draft(draft, find, system, rules)
    target = find(draft.side("b").character)
    made = draft_of(attack, character, system, rules, draft=draft, target=target)
    return made if known is None and target is not None else structs.replace(made, opponent=draft.opponent)


def alike(attack: Attack, character: Character) -> Attack | None:
    """Return the attack of a character that corresponds to another's: of the same name, else the same skill."""
    named_so = (one for one in character.attacks if one.name.casefold() == attack.name.casefold())
    of_skill = (one for one in character.attacks if one.skill and one.skill.casefold() == attack.skill.casefold())
    return next(named_so, None) or next(of_skill, None)


def usual_attack(character: Character, weapons: Mapping[str, str]) -> Attack | None:
    """Return the attack that a character used last in a scene, by the `weapons` of its record, else the first one.

    One that has no ammunition left comes after all those that have.
    """
    used = weapons.get(character.id, "")
    found = sorted(character.attacks, key=lambda one: (_is_empty(one), one.id != used))
    return next(iter(found), None)


def counterpart(draft: Draft, roller: Character | None, other: Character, weapons: Mapping[str, str]) -> Attack | None:
    """Return another character's equivalent of the attack of a draft: of the same name, else the usual of its skill.

    Whoever lacks the skill has their usual attack instead, unless the draft has a bare skill in place of an attack.
    """
    attack = attack_of(draft, roller)
    if attack is None and draft.ability is None:
        return None
    name, skill = (attack.name, attack.skill) if attack is not None else ("", draft.what)
    named_so = [one for one in other.attacks if one.name.casefold() == name.casefold()]
    found = named_so or [one for one in other.attacks if one.skill.casefold() == skill.casefold()]
    has_skill = any(one.name.casefold() == skill.casefold() for one in other.skills)
    if not found and (has_skill or attack is None):
        return None
    return usual_attack(structs.replace(other, attacks=tuple(found)) if found else other, weapons)


def _is_empty(attack: Attack) -> bool:
    """Return whether an attack has no ammunition left; one without ammunition is never empty."""
    return attack.ammo is not None and not attack.ammo.now


def fires_at_several(draft: Draft, character: Character | None, system: System) -> bool:
    """Return whether an attack is prepared in a firing mode for several targets."""
    from gm_desk.core.combat.attack_choices import targets_of

    attack = attack_of(draft, character) if draft.setup.use else None
    return attack is not None and targets_of(attack, draft.setup, system) > 1


def _with_special(chips: tuple[Chip, ...], attack: Attack, skill: Skill | None, system: System) -> tuple[Chip, ...]:
    """Return chips with only the specialisation that explains an attack's own rating; without one, all of them."""
    if attack.rating is None or skill is None:
        return chips
    own = special_of(attack, skill, system)
    kept = tuple(chip for chip in chips if chip.origin is not Origin.SPECIALISATION or (own and chip.id == own.id))
    if own is None or own.id in {chip.id for chip in kept}:
        return kept
    return (*kept, own)[:MOST_MODIFIERS]


def usual_defence(attack: Attack, target: Character, system: System) -> Defence | None:
    """Return a target's first defence against a skill that the system pairs with nothing, or None."""
    from gm_desk.core.combat.attack_choices import is_ranged

    pairs = [pair for pair in system.pairings if pair.attack]
    pair = next((pair for pair in pairs if bool(pair.halved) == is_ranged(attack, system)), pairs[0])
    return next(iter(paired(pair, target, system)), None)


def broken(attack: Attack, *, is_so: bool) -> Attack:
    """Return an attack marked as broken, or as intact again."""
    whole = tuple(trait for trait in attack.traits if trait.casefold() != BROKEN)
    return structs.replace(attack, traits=(*whole, BROKEN) if is_so else whole)


def may_harm(draft: Draft, hand: Hand, system: System) -> bool:
    """Return whether a side of a test may do damage by it: it attacks, or rolls a skill by which one attacks."""
    side = draft.side(hand)
    if (hand == "a" and draft.mode is Mode.ATTACK) or side.attack:
        return True
    if side.ability is None or side.ability.kind not in {AbilityKind.SKILL, AbilityKind.UNTRAINED}:
        return False
    pair, kind = system.pairing_of(side.ability.label), system.skill_kind(side.ability.label)
    return (pair is not None and pair.attack) or (kind is not None and kind.category == PSI)
