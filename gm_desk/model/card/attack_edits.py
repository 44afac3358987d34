"""The edits a GM makes to a character's attacks, each a named undo step.

Every function refuses bad input (RulesError) before anything has changed.
"""

from functools import partial

from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.attacks import broken
from gm_desk.core.errors import BadAttackError, RulesError
from gm_desk.model.roster.document import RosterDocument


def add_attack(document: RosterDocument, character_id: str, line: str) -> str:
    """Add one or several attacks from a line like "Heavy pistol, Guns, 2d10, SA/BF, 12".

    Return the id of the first one, or "" if the roster refused the change.
    """
    character = document.existing(character_id)
    after, added = with_attacks_added(document, character, line)
    what = added[0].name if len(added) == 1 else f"{len(added)} attacks"
    return added[0].id if document.change_character(after, f"add {what} to {character.name}") else ""


def with_attacks_added(document: RosterDocument, character: Character, line: str) -> tuple[Character, list[Attack]]:
    """Return the character as `add_attack` would change it, and the new attacks."""
    added = read_attacks(document, line)
    return structs.replace(character, attacks=(*character.attacks, *added)), added


def read_attacks(document: RosterDocument, line: str) -> list[Attack]:
    """Return the new attacks of a line; a semicolon or a line break is followed by another attack, or else by notes."""
    from gm_desk.core.notation.attack import split_attacks

    return [read_typed_attack(document, one, Attack(id=document.new_id(), name="")) for one in split_attacks(line)]


def set_attack(document: RosterDocument, character_id: str, attack_id: str, line: str) -> None:
    """Replace an attack with that of a typed line."""
    character, old = _attack(document, character_id, attack_id)
    attack = read_typed_attack(document, line, old)
    document.change_character(_with(character, attack), f"set {attack.name} of {character.name}")


def read_typed_attack(document: RosterDocument, line: str, old: Attack) -> Attack:
    """Return the attack of a typed line, with its skill spelled as in the system."""
    from gm_desk.core.notation import attack as attack_line

    attack = attack_line.read_attack(
        line, old, base_damage=document.system.base_damage, is_skill=partial(_is_skill, document)
    )
    if attack.skill and attack.rating is None and attack.skill != old.skill:
        _check_skill(document, attack.skill)
    spelled = document.system.spelled(attack.skill) if document.system.skill_kind(attack.skill) else attack.skill
    return structs.replace(attack, skill=spelled)


def _is_skill(document: RosterDocument, name: str) -> bool:
    """Return whether a name is that of a skill, of the system or of somebody."""
    return document.system.skill_kind(name) is not None or any(
        one.skill_named(name) is not None for one in document.roster.characters
    )


def _check_skill(document: RosterDocument, name: str) -> None:
    """Raise BadAttackError for a misspelled skill; one of the GM's own is not listed, but is not like a listed one."""
    from gm_desk.core.finder.lexicon import Lexicon, words_of

    known = [kind.name for kind in document.system.skills]
    near = [] if _is_skill(document, name) else Lexicon(known).nearest(words_of(name), 1)
    if near:
        raise BadAttackError("skill", f"“{name}” is not a skill: {known[near[0]]}? For your own, add its rating")


def remove_attack(document: RosterDocument, character_id: str, attack_id: str) -> None:
    """Remove an attack from a character."""
    character, attack = _attack(document, character_id, attack_id)
    others = tuple(one for one in character.attacks if one.id != attack_id)
    document.change_character(structs.replace(character, attacks=others), f"remove {attack.name} of {character.name}")


def reload(document: RosterDocument, character_id: str, attack_id: str) -> None:
    """Refill the magazine of an attack."""
    character, attack = _attack(document, character_id, attack_id)
    document.change_character(_with(character, _full(attack)), f"reload {attack.name} of {character.name}")


def with_full_magazines(character: Character, name: str) -> Character:
    """Return the character with full magazines for all attacks of this name, ignoring case."""
    attacks = (_full(one) if one.name.casefold() == name.casefold() else one for one in character.attacks)
    return structs.replace(character, attacks=tuple(attacks))


def count_bonus(document: RosterDocument, character_id: str, attack_id: str, *, counts: bool) -> None:
    """Set whether the damage bonus is added to the dice of an attack."""
    character, attack = _attack(document, character_id, attack_id)
    if attack.damage_bonus != counts:
        text = f"{'add the damage bonus to' if counts else 'leave the damage bonus out of'} {attack.name}"
        changed = structs.replace(attack, damage_bonus=counts)
        document.change_character(_with(character, changed), f"{text} of {character.name}")


def break_weapon(document: RosterDocument, character_id: str, attack_id: str, *, is_so: bool) -> None:
    """Mark the weapon of an attack as broken, or as intact again."""
    character, attack = _attack(document, character_id, attack_id)
    text = f"{'break' if is_so else 'repair'} {attack.name} of {character.name}"
    document.change_character(_with(character, broken(attack, is_so=is_so)), text)


def _full(attack: Attack) -> Attack:
    """Return the attack with a full magazine, or unchanged if it has none or it is full."""
    if attack.ammo is None or attack.ammo.now >= attack.ammo.max:
        return attack
    return structs.replace(attack, ammo=structs.replace(attack.ammo, now=attack.ammo.max))


def _with(character: Character, attack: Attack) -> Character:
    """Return the character with the attack that has this id replaced."""
    return structs.replace(
        character, attacks=tuple(attack if one.id == attack.id else one for one in character.attacks)
    )


def _attack(document: RosterDocument, character_id: str, attack_id: str) -> tuple[Character, Attack]:
    """Return the character and the attack with these ids; raise RulesError if either is gone."""
    character = document.existing(character_id)
    found = next((one for one in character.attacks if one.id == attack_id), None)
    if found is None:
        raise RulesError("attack", f"{character.name} no longer has it")
    return character, found
