"""Several characters who roll the same test, each or one for all (EP1, EP2, "Groups that act as one")."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.abilities import ability_for, attack_of, for_character, same_for
from gm_desk.core.drafts.attacks import alike, draft_of, usual_attack
from gm_desk.core.drafts.draft import AbilityKind, Draft
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.core.rules.outcomes import (
    GRADES,
    CheckOutcome,
    Contest,
    DamageOutcome,
    DiceTotal,
    Hand,
    KaiserOutcome,
    SimpleOutcome,
)
from gm_desk.core.systems.definition import System

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Result, Rules

WON: tuple[Hand | None, ...] = ("a", None, "b")
"""The results of a test with two sides, best first."""


class GroupMode(StrEnum):
    """How a group rolls: each member, or one for all with the highest or lowest base."""

    EACH = "each"
    HIGHEST = "highest"
    LOWEST = "lowest"


class Member(Struct, frozen=True):
    """A member of a group with their draft, or the reason why they cannot roll."""

    id: str
    name: str
    draft: Draft | None = None
    refused: str = ""


class GroupContext(Struct, frozen=True):
    """The system of a group's test, the record of its scene, and the target of its attack, if it has one."""

    system: System
    rules: "Rules"
    record: SceneRecord = SceneRecord()
    target: Character | None = None


def members(draft: Draft, characters: Sequence[Character], about: GroupContext) -> list[Member]:
    """Return each character's draft, as if only they were selected, if they can roll the same test.

    For an attack, each of them uses their own of the same name, or of the same skill, or else their usual one.
    """
    attack = next((found for one in characters if one.id == draft.character and (found := attack_of(draft, one))), None)
    return [_member(draft, one, attack, about) for one in characters]


def as_one(group: Sequence[Member], mode: GroupMode) -> Member | None:
    """Return who rolls for all: the first with the highest base, or with the lowest if the group is a hindrance."""
    able = [(member.draft.base, member) for member in group if member.draft is not None]
    if not able or mode is GroupMode.EACH:
        return None
    best = max if mode is GroupMode.HIGHEST else min
    return best(able, key=lambda pair: pair[0])[1]


def rank(result: "Result") -> tuple[int, int, int]:
    """Return the sort key of a result, best first: who won, the grade, then the higher roll or total."""
    match result:
        case Contest():
            return (WON.index(result.winner), GRADES.index(result.a.grade), -result.a.roll)
        case KaiserOutcome():
            return (WON.index(result.winner), int(result.a.fumble), -result.a.total)
        case CheckOutcome():
            return (int(not result.success), int(result.fumble), -result.total)
        case SimpleOutcome():  # a critical is the best of the strong ones, and the worst of the weak ones
            return (int(not result.strong), int(result.critical != result.strong), -result.roll)
        case DiceTotal() | DamageOutcome():
            return (0, 0, -result.total)
        case _:
            return (0, GRADES.index(result.grade), -result.roll)


def _member(draft: Draft, character: Character, attack: Attack | None, about: GroupContext) -> Member:
    """Return a member with their draft, or the reason why there is none."""
    if character.id == draft.character and draft.ability is not None:
        return Member(character.id, character.name, draft)
    if draft.opposed and draft.opponent is not None and draft.opponent.character == character.id:
        return Member(character.id, character.name, refused="the opponent")
    system, rules = about.system, about.rules
    own = attack and (alike(attack, character) or usual_attack(character, about.record.weapons))
    if attack is not None and own is not None and ability_for(own, character, system) is not None:
        return Member(character.id, character.name, _attacking(draft, character, attack, own, about))
    if draft.ability is None or same_for(draft.ability, character, system) is None:
        return Member(character.id, character.name, refused=_refusal(draft, system))
    return Member(character.id, character.name, for_character(draft, character, system, rules))


def _attacking(draft: Draft, character: Character, attack: Attack, own: Attack, about: GroupContext) -> Draft:
    """Return a member's own attack, with the choices for the group's one if it corresponds to it.

    Another one has the choices last made for it, and the target defends against it in its own way.
    """
    from gm_desk.core.combat.attack_choices import is_ranged

    system, rules, same = about.system, about.rules, alike(attack, character) is own
    setup = draft.setup if same else about.record.setup_of(character.id, own.id)
    mine = draft_of(own, character, system, rules, draft=draft, setup=setup)
    mine = structs.replace(mine, mode=draft.mode, opponent=draft.opponent)
    if about.target is None or same or not draft.opposed or is_ranged(own, system) is is_ranged(attack, system):
        return mine
    return draft_of(own, character, system, rules, draft=mine, target=about.target)


def _refusal(draft: Draft, system: System) -> str:
    """Return what a character lacks for this test."""
    ability = draft.ability
    if ability is None or ability.kind is AbilityKind.BARE:
        return "nothing to roll"
    if ability.kind not in {AbilityKind.SKILL, AbilityKind.UNTRAINED}:
        return f"no {ability.label}"
    kind = system.skill_kind(ability.label)
    if kind is None or not system.defaults or not kind.aptitude:
        return f"no {ability.label}"
    if not system.defaultable(ability.label):
        return f"no {ability.label}, which cannot be defaulted"
    return f"no {ability.label}, no {kind.aptitude} to default to"
