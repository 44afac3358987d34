"""Opponents and their defences (EP1, EP2, "Opposed tests").

An opponent is suggested by `proposed` or chosen by the GM; the defence follows from the book or the roster, or is
chosen by the GM.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.abilities import PLUS, TIMES, ability_of, chosen, is_same_side
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.core.rules.dice import Halving, Needs
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import KaiserContest, OpposedTest, Request
from gm_desk.core.systems.definition import Pairing, System

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Rules

CHECK, REP = " check", "-rep"


class Defence(Struct, frozen=True):
    """An ability with which the other side can roll."""

    ability: Ability
    halved: Halving = ""


def defences(ability: Ability | None, other: Character, system: System) -> list[Defence]:
    """Return the abilities with which a character can oppose a test: usual ones first, then all skills and checks."""
    usual = usual_defences(ability, other, system)
    whole = {one.ability.identity for one in usual if not one.halved}
    return usual + [Defence(one) for one in everything(other, system) if one.identity not in whole]


def usual_defences(ability: Ability | None, other: Character, system: System) -> list[Defence]:
    """Return the abilities that the book or the roster pairs with a test, the default one first."""
    pair = None if ability is None else system.pairing_of(ability.label)
    return [] if pair is None else paired(pair, other, system)


def paired(pair: Pairing, other: Character, system: System) -> list[Defence]:
    """Return a character's abilities in a pairing: highest first if the highest is used; trained ones before others."""
    usual = [
        Defence(found, system.halving if name in pair.halved else "")
        for name in pair.theirs
        for found in abilities_named(other, name, system)
    ]
    trained = sorted(usual, key=lambda one: one.ability.kind is AbilityKind.UNTRAINED)
    if pair.highest:
        return sorted(trained, key=lambda one: -Side(ability=one.ability, halved=one.halved).base)
    return trained


def abilities_named(character: Character, name: str, system: System) -> list[Ability]:
    """Return the abilities of a name: skills of that name or kind, a check or sum, else the skill untrained."""
    found = (ability_of(character, system, kind, key) for kind, key in _keys(character, name, system))
    return [one for one in found if one is not None]


def _keys(character: Character, name: str, system: System) -> list[tuple[AbilityKind, str]]:
    wanted = name.casefold()
    skills = [one for one in character.skills if wanted in {one.name.casefold(), one.name.casefold().partition(":")[0]}]
    if skills:
        return [(AbilityKind.SKILL, one.id) for one in skills]
    if name.endswith(CHECK):
        return [(AbilityKind.CHECK, name.removesuffix(CHECK))]
    if TIMES in name or PLUS in name:
        return [(AbilityKind.CHECK, name)]
    if name.endswith(REP):
        return [(AbilityKind.REP, name.removesuffix(REP))]
    resistances = [stat.key for stat in system.rolled_stats("resistance")]
    return [(AbilityKind.RESISTANCE if name in resistances else AbilityKind.UNTRAINED, name)]


def everything(character: Character, system: System) -> list[Ability]:
    """Return all abilities of a character: skills, checks, resistances, rep."""
    keys = [(AbilityKind.SKILL, skill.id) for skill in character.skills]
    for section in system.sections:
        keys += [(AbilityKind(section.rolled), stat.key) for stat in section.stats if section.rolled]
    keys += [(AbilityKind.REP, network) for network in character.rep]
    found = (ability_of(character, system, kind, key) for kind, key in keys)
    return [one for one in found if one is not None]


TARGET, BONUS = "Target", "Bonus"
"""The names of an ability that is a bare number: one to roll against, and one that is added to the dice."""


def opposed(draft: Draft, other: Character, system: System, rules: "Rules", defence: Defence | None = None) -> Draft:
    """Return a test with an opponent and the given defence or the usual one; the opponent's modifiers stay.

    Without a usual defence, the GM chooses later. A net set by hand for another opponent or ability is removed. A
    test without an opponent gets its usual mode, unless it is an attack or variable; otherwise the mode stays.
    """
    if defence is None:
        defence = next(iter(usual_defences(draft.ability, other, system)), None)
    old = draft.opponent or draft.newcomer
    side = chosen(old, other, defence.ability if defence else None, system, rules)
    side = structs.replace(side, halved=defence.halved if defence else "")
    if not is_same_side(old, side):
        side = structs.replace(side, eyeballed=None)
    stays = draft.mode in {Mode.VARIABLE, Mode.ATTACK} or (draft.opposed and draft.opponent is not None)
    return structs.replace(draft, mode=draft.mode if stays else usual_mode(draft, system), opponent=side)


def against_number(draft: Draft, rating: int, system: System) -> Draft:
    """Return a test against somebody who is not in the roster and whose ability is a bare number."""
    return structs.replace(draft, mode=usual_mode(draft, system), opponent=Side(ability=bare_number(rating, system)))


def bare_number(number: int, system: System) -> Ability:
    """Return the ability that is a bare number."""
    return Ability(AbilityKind.BARE, "", TARGET if system.reach is None else BONUS, number)


def usual_mode(draft: Draft, system: System) -> Mode:
    """Return the usual mode of a test with two sides: attack or opposed; variable tests stay variable."""
    pair = None if draft.ability is None else system.pairing_of(draft.ability.label)
    if pair and pair.attack:
        return Mode.ATTACK
    return Mode.VARIABLE if draft.mode is Mode.VARIABLE else Mode.OPPOSED


def halving(ours: Ability | None, theirs: Ability | None, system: System) -> Halving:
    """Return how an ability is halved against another one."""
    pair = None if ours is None else system.pairing_of(ours.label)
    if pair is None or theirs is None or theirs.kind not in {AbilityKind.SKILL, AbilityKind.UNTRAINED}:
        return ""
    return system.halving if theirs.label.casefold() in map(str.casefold, pair.halved) else ""


def followed(draft: Draft, other: Character | None, system: System, rules: "Rules") -> Draft:
    """Update the opponent's defence to a new ability: the same one if it is usual, else the usual one, else none."""
    if other is None or not draft.opposed:
        return draft
    draft = structs.replace(draft, mode=usual_mode(draft, system))
    old, usual = draft.side("b").ability, usual_defences(draft.ability, other, system)
    same = (one for one in usual if old is not None and one.ability.identity == old.identity)
    return opposed(draft, other, system, rules, next(same, None))


def proposed(attacker: Character, roster: Roster, record: SceneRecord, down: Callable[[Character], bool]) -> str:
    """Return the suggested target of an attack: the attacker's last one that stands, else who attacked them, else "".

    An opponent just chosen for a test that is not rolled yet counts as the last target. Members of the attacker's
    own group are not suggested, nor are those who are `down` unless they have just been chosen.
    """
    chosen, aim, struck_by = (one.get(attacker.id, "") for one in (record.chosen, record.aims, record.attackers))
    own = (chosen, aim, *record.attacked.get(attacker.id, ()))
    for known, may in (*((one, may_propose) for one in own), (struck_by, may_strike_back)):
        other = roster.character(known)
        if other is not None and may(attacker, other, roster) and (known == chosen or not down(other)):
            return other.id
    return ""


def ranked(roller: Character | None, roster: Roster, down: Callable[[Character], bool]) -> list[Character]:
    """Return all possible opponents, the likeliest first.

    First come those in the current scene, then the others; among these first those who are not of the roller's group,
    those who are not `down`, and those of the other kind (NPCs for a PC).
    """
    there = {one.id for one in roster.on_stage.fighters} if roster.on_stage else set[str]()
    others = [one for one in roster.characters if roller is None or one.id != roller.id]

    def likely(one: Character) -> tuple[bool, ...]:
        absent = bool(there) and one.id not in there
        if roller is None:
            return absent, down(one)
        return absent, not may_propose(roller, one, roster), down(one), one.kind == roller.kind

    return sorted(others, key=likely)


def may_propose(attacker: Character, other: Character, roster: Roster) -> bool:
    """Return whether somebody may be suggested as an opponent: not from the same group."""
    together = bool(roster.group(attacker.group)) and attacker.group == other.group
    return other.id != attacker.id and not together


def may_strike_back(attacker: Character, other: Character, roster: Roster) -> bool:
    """Return whether somebody may be suggested for a counter-attack: for players only whom they can see."""
    fighter = roster.on_stage.fighter(other.id) if roster.on_stage else None
    unseen = attacker.kind == "pc" and fighter is not None and fighter.hidden
    return may_propose(attacker, other, roster) and not unseen


def needs_of_b(request: Request, rules: "Rules", house: House) -> Needs | None:
    """Return the first dice of the second side, or None if it has nothing to roll."""
    if not isinstance(request, OpposedTest | KaiserContest):
        return None
    found = rules.resolve(structs.replace(request, a=request.b, b=request.a), {}, house)
    return structs.replace(found, name=f"b.{found.name.removeprefix('a.')}") if isinstance(found, Needs) else None
