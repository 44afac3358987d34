"""What a test is usually rolled against, and how the other side follows (rules, "Opposed tests")."""

from msgspec import Struct, structs

from gm_desk.core.choosing import ability_of, chosen
from gm_desk.core.draft import Ability, AbilityKind, Draft, Halving, Mode
from gm_desk.core.roster import Character
from gm_desk.core.systems.face import Rules
from gm_desk.core.systems.system import System

CHECK = " check"


class Defence(Struct, frozen=True):
    """Hold something the other side can roll; `usual` ones are those the book pairs with the test."""

    ability: Ability
    halved: Halving = ""
    usual: bool = False


def defences(ability: Ability | None, other: Character, system: System) -> list[Defence]:
    """List what a character can oppose a test with: first what is usual, then every skill and check."""
    usual = usual_defences(ability, other, system)
    whole = {one.ability.identity for one in usual if not one.halved}
    return usual + [Defence(one) for one in everything(other, system) if one.identity not in whole]


def usual_defences(ability: Ability | None, other: Character, system: System) -> list[Defence]:
    """List what of a character's the book pairs with a test."""
    pair = None if ability is None else system.pairing_of(ability.label)
    usual = []
    for name in pair.theirs if pair else ():
        halved = system.halving if pair and name in pair.halved else ""
        usual += [Defence(found, halved, usual=True) for found in named(other, name, system)]
    return usual


def named(character: Character, name: str, system: System) -> list[Ability]:
    """Find what a name means on a character: skills of that name or kind, a check, else the skill untrained."""
    stem = name.casefold()
    keys = [(AbilityKind.SKILL, one.id) for one in character.skills if one.name.casefold().partition(":")[0] == stem]
    if name.endswith(CHECK):
        keys = [(AbilityKind.CHECK, name.removesuffix(CHECK))]
    found = (ability_of(character, system, kind, key) for kind, key in keys or [(AbilityKind.UNTRAINED, name)])
    return [one for one in found if one is not None]


def everything(character: Character, system: System) -> list[Ability]:
    """List all that a character can roll: skills, checks, resistances, rep."""
    keys = [(AbilityKind.SKILL, skill.id) for skill in character.skills]
    for section in system.sections:
        keys += [(AbilityKind(section.rolled), stat.key) for stat in section.stats if section.rolled]
    keys += [(AbilityKind.REP, network) for network in character.rep]
    found = (ability_of(character, system, kind, key) for kind, key in keys)
    return [one for one in found if one is not None]


def opposed(draft: Draft, other: Character, system: System, rules: Rules, defence: Defence | None = None) -> Draft:
    """Set a character against the test, with the defence given or the first that fits; modifiers of a side stay.

    A test that has no opponent yet is then rolled as is usual, unless it is an attack or variable; else its mode stays.
    """
    if defence is None:
        defence = next(iter(defences(draft.ability, other, system)), None)
    side = draft.opponent or draft.newcomer
    side = chosen(side, other, defence.ability if defence else None, system, rules)
    side = structs.replace(side, halved=defence.halved if defence else "")
    stays = draft.mode in {Mode.VARIABLE, Mode.ATTACK} or (draft.opposed and draft.opponent is not None)
    return structs.replace(draft, mode=draft.mode if stays else usual_mode(draft, system), opponent=side)


def usual_mode(draft: Draft, system: System) -> Mode:
    """Give the mode that a test with two sides usually has: an attack, or merely opposed; a variable one stays so."""
    pair = None if draft.ability is None else system.pairing_of(draft.ability.label)
    if pair and pair.attack:
        return Mode.ATTACK
    return Mode.VARIABLE if draft.mode is Mode.VARIABLE else Mode.OPPOSED


def halving(ours: Ability | None, theirs: Ability | None, system: System) -> Halving:
    """Say how an ability is halved against what is rolled."""
    pair = None if ours is None else system.pairing_of(ours.label)
    if pair is None or theirs is None or theirs.kind not in {AbilityKind.SKILL, AbilityKind.UNTRAINED}:
        return ""
    return system.halving if theirs.label.casefold() in map(str.casefold, pair.halved) else ""


def followed(draft: Draft, other: Character | None, system: System, rules: Rules) -> Draft:
    """Let the other side answer what is now rolled: with the same if that is usual, else with what is."""
    if other is None or not draft.opposed:
        return draft
    draft = structs.replace(draft, mode=usual_mode(draft, system))
    old, usual = draft.side("b").ability, [one for one in defences(draft.ability, other, system) if one.usual]
    if not usual:
        return structs.replace(draft, opponent=draft.opponent and structs.replace(draft.opponent, halved=""))
    same = (one for one in usual if old is not None and one.ability.identity == old.identity)
    return opposed(draft, other, system, rules, next(same, usual[0]))
