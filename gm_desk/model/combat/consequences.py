"""The effect of a consequence of a roll on whoever it is about."""

from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.drafts.attacks import broken
from gm_desk.core.notation.condition import read_condition
from gm_desk.core.scenes.active_conditions import kinds_of
from gm_desk.core.scenes.condition_edits import with_condition, without_conditions
from gm_desk.core.scenes.conditions import MOST_LEVEL
from gm_desk.core.systems.combat import ANY_LEVEL
from gm_desk.core.systems.definition import System
from gm_desk.model.roll.choices_after_roll import Consequence
from gm_desk.model.roster.document import RosterDocument


def after_consequence(choice: Consequence, victim: Character, document: RosterDocument) -> Character:
    """Return the victim of a consequence after it was applied, or reverted if it is on."""
    if choice.weapon:
        weapons = (broken(one, is_so=not choice.on) if one.id == choice.weapon else one for one in victim.attacks)
        return structs.replace(victim, attacks=tuple(weapons))
    if not choice.typed:
        return victim
    kinds = kinds_of(document.roster, document.system).values()
    typed = read_condition(choice.typed, kinds, document.roster.characters, document.roster.system)
    before = next((one for one in victim.conditions if one.kind == typed.kind.id), None)
    level = typed.level
    if before is not None and typed.kind.levels == ANY_LEVEL:
        level = min(MOST_LEVEL, before.level + (-typed.level if choice.on else typed.level))
    elif choice.on:
        level = 0
    if choice.on and level <= 0:
        return without_conditions(victim, [before.id] if before else [])
    return with_condition(document.roster, victim, typed.kind, level, typed.end, document.new_id)


def condition_in_words(condition_id: str, system: System) -> str:
    """Return the name of a condition in the middle of a sentence."""
    named = (kind.name for kind in system.conditions if kind.id == condition_id)
    return next(named, condition_id).casefold()
