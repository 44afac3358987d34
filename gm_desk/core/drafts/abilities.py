"""Abilities of a character, and updating a side of a test to its character."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from gm_desk.core.characters.harm import armor_points
from gm_desk.core.characters.roster import Character, FindCharacter, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import OF_THE_SKILL, Ability, AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.rules.modifiers import SPECIALISATION
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.systems.combat import SpecialCheck
from gm_desk.core.systems.definition import SkillKind, System

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Rules

TIMES, PLUS = " × ", " + "
TWO = 2
"""The number of aptitudes in a sum chosen by the GM; the book also has one of three (EP1, "Opposed tests")."""

AnySide = TypeVar("AnySide", bound=Side)


def chosen(side: AnySide, character: Character, ability: Ability | None, system: System, rules: "Rules") -> AnySide:
    """Return the side with an ability prepared, or none; modifiers stay, except those of the previous ability.

    Defaulting, halving, a point to be spent and the attack stay only if the ability is the same.
    """
    same = _is_same(ability, side.ability) and side.character == character.id
    chips = tuple(chip for chip in side.chips if same or not _goes(chip, ability, system))
    if side.character != character.id:
        chips = tuple(chip for chip in chips if not _anothers(chip, character))
    if not same:
        side = structs.replace(side, default=False, halved="", point=None, chips=chips).without_attack()
        chips = side.chips
    side = structs.replace(side, character=character.id, name=character.name, ability=ability, chips=chips)
    return with_health_modifiers(side, character, rules)


def with_health_modifiers(side: AnySide, character: Character, rules: "Rules") -> AnySide:
    """Return a side with the chips of its character's wounds and the like; strikes and pins are kept."""
    difficulty: list[Chip] = []
    others: list[Chip] = []
    old: dict[str, Chip] = {}
    for chip in side.chips:
        match chip.origin:
            case Origin.DIFFICULTY:
                difficulty.append(chip)
            case Origin.CONDITION:
                old[chip.id] = chip
            case _:
                others.append(chip)
    own = [_marked(chip, old.get(chip.id)) for chip in rules.health_modifiers(character.stats, character.health)]
    return structs.replace(side, chips=(*difficulty, *own, *others)[:MOST_MODIFIERS])


def renewed(side: AnySide, find: FindCharacter, system: System, rules: "Rules") -> AnySide:
    """Update a side to its character's current values; an ability that is gone is replaced."""
    old, character = side.ability, find(side.character)
    if old is not None and old.kind is AbilityKind.BARE:
        return _bare(side, character, rules)
    if character is not None and old is not None:
        ability = ability_of(character, system, old.kind, old.key)
        if ability is not None:
            return chosen(side, character, ability, system, rules)
    return for_character(structs.replace(side, ability=None), character, system, rules)


def renewed_draft(draft: Draft, find: FindCharacter, system: System, rules: "Rules") -> Draft:
    """Update both sides of a draft to their characters; a mode that the system lacks becomes a plain test.

    The opponent's ability is never replaced: if it is gone, the GM chooses again. An attack whose own ability is gone
    becomes a plain test of the one in its place.
    """
    opponent = draft.opponent and _renewed_opponent(in_steps(draft.opponent, system), find, system, rules)
    old, draft = draft, renewed(in_steps(draft, system), find, system, rules)
    if draft.mode is Mode.ATTACK and (old.ability or old.attack) and not _is_same(draft.ability, old.ability):
        return structs.replace(draft, mode=Mode.ALONE, opponent=None)
    draft = structs.replace(draft, opponent=opponent if opponent and (opponent.ability or opponent.character) else None)
    return draft if draft.mode in system.modes else structs.replace(draft, mode=Mode.ALONE)


def fresh_test(draft: Draft, before: Draft) -> Draft:
    """Return a test as it starts after another: without a net set by hand, and without an opponent unless pinned.

    If it is the same test, or there was none before, it is returned unchanged.
    """
    if not (before.ability or before.attack) or is_same_side(draft, before):
        return draft
    draft = structs.replace(draft, eyeballed=None)
    if draft.keeps_opponent:
        return draft
    mode = Mode.ALONE if draft.opposed else draft.mode
    return structs.replace(draft, mode=mode, opponent=None)


def is_same_side(one: Side, other: Side) -> bool:
    """Return whether two sides roll the same: character, and ability or attack; all checks of an aptitude are one."""
    return (one.character, one.attack, _kind_of(one)) == (other.character, other.attack, _kind_of(other))


def _kind_of(side: Side) -> tuple[str, str]:
    """Return what a side rolls; all multiples and sums of an aptitude are the same."""
    ability = side.ability
    if ability is None:
        return "", ""
    return ability.kind, aptitude_of(ability.key) if ability.kind is AbilityKind.CHECK else ability.key


def _is_same(ability: Ability | None, old: Ability | None) -> bool:
    return ability is not None and old is not None and ability.identity == old.identity


def _renewed_opponent(side: Side, find: FindCharacter, system: System, rules: "Rules") -> Side:
    """Update the opponent to its character, with the same ability or with none."""
    old, character = side.ability, find(side.character)
    if not side.character and old is not None:
        return _bare(side, None, rules)
    if character is None or (old is not None and old.kind is AbilityKind.BARE):
        return renewed(side, find, system, rules)
    ability = old and ability_of(character, system, old.kind, old.key)
    return chosen(side, character, ability, system, rules)


def in_steps(side: AnySide, system: System) -> AnySide:
    """Return a side without modifiers that are not valid in this system."""
    chips = tuple(chip for chip in side.chips if chip.value % system.step == 0)
    eyeballed = None if side.eyeballed is None or side.eyeballed % system.step else side.eyeballed
    return structs.replace(side, chips=chips, eyeballed=eyeballed)


def for_character(side: AnySide, character: Character | None, system: System, rules: "Rules") -> AnySide:
    """Return the same test for another character, or else of their first ability, or else of nothing."""
    if character is None:
        chips = tuple(
            chip for chip in side.chips if chip.origin is not Origin.CONDITION and not _goes(chip, None, system)
        )
        nobody = structs.replace(side, character="", name="", ability=None, chips=chips)
        return structs.replace(nobody, default=False, halved="", point=None).without_attack()
    ability = (side.ability and same_for(side.ability, character, system)) or first_of(character, system)
    return chosen(side, character, ability, system, rules)


def ability_of(character: Character, system: System, kind: AbilityKind, key: str) -> Ability | None:
    """Return an ability: a skill by id, a check by aptitude, an untrained skill by name.

    A check may also be "COG × 2" or "COG + SOM" if the system has it, or a longer sum that answers a test. An
    untrained skill has the system's name, with the field that was asked for ("Know: Triads"). Return None if the
    character lacks the number.
    """
    match kind:
        case AbilityKind.SKILL:
            return _skill(character, system, key)
        case AbilityKind.CHECK:
            return _check(character, system, key)
        case AbilityKind.UNTRAINED:
            return _untrained(character, system, key)
        case AbilityKind.RESISTANCE:
            rating = character.stats.get(key)
            return None if rating is None else Ability(kind, key, key, rating)
        case AbilityKind.REP:
            rating = character.rep.get(key)
            return None if rating is None else Ability(kind, key, f"{key}-rep", rating)
        case AbilityKind.BARE:
            return None


def aptitude_of(key: str) -> str:
    """Return the aptitude of a check, the first one of two ("COG" for "COG × 2" and "COG + SOM")."""
    return key.partition(TIMES)[0].partition(PLUS)[0]


def checks_of(character: Character, system: System, key: str) -> list[Ability]:
    """Return the checks with an aptitude: each multiple, and the sum with each other known aptitude."""
    aptitude = aptitude_of(key)
    keys = [aptitude if times == system.check else f"{aptitude}{TIMES}{times}" for times in system.multiples]
    if system.sums:
        keys += [f"{aptitude}{PLUS}{other}" for other in system.aptitudes if other != aptitude]
    found = (ability_of(character, system, AbilityKind.CHECK, key) for key in keys)
    return [ability for ability in found if ability is not None]


def same_for(ability: Ability, character: Character, system: System) -> Ability | None:
    """Return the same ability of another character: the skill of that name, else defaulting, else the check."""
    if ability.kind is AbilityKind.BARE:
        return None
    if ability.kind not in {AbilityKind.SKILL, AbilityKind.UNTRAINED}:
        return ability_of(character, system, ability.kind, ability.key)
    skill = character.skill_named(ability.label)
    if skill is not None:
        return ability_of(character, system, AbilityKind.SKILL, skill.id)
    return ability_of(character, system, AbilityKind.UNTRAINED, ability.label)


def first_of(character: Character, system: System) -> Ability | None:
    """Return the first ability of a character, or None."""
    if character.skills:
        return ability_of(character, system, AbilityKind.SKILL, character.skills[0].id)
    typed = next((aptitude for aptitude in system.aptitudes if aptitude in character.stats), "")
    return ability_of(character, system, AbilityKind.CHECK, typed)


def _bare(side: AnySide, character: Character | None, rules: "Rules") -> AnySide:
    """Return a side with only what was typed, and the chips of the character's condition."""
    if character is not None:
        return with_health_modifiers(structs.replace(side, name=character.name), character, rules)
    chips = tuple(chip for chip in side.chips if chip.origin is not Origin.CONDITION)
    return structs.replace(side, character="", chips=chips)


def _skill(character: Character, system: System, key: str) -> Ability | None:
    skill = character.skill(key)
    return None if skill is None else ability_of_skill(skill, character, system)


def ability_of_skill(skill: Skill, character: Character, system: System) -> Ability:
    """Return a skill of a character as an ability."""
    linked = character.stats.get(skill.aptitude) if system.defaultable(skill.name) else None
    return Ability(AbilityKind.SKILL, skill.id, skill.name, skill.rating, skill.aptitude, linked)


def _check(character: Character, system: System, key: str) -> Ability | None:
    """Return an aptitude's check: a multiple, a sum of several, or a plain characteristic; or one against a hit."""
    special = system.combat.special_check(key)
    if special is not None:
        return _check_of_special(special, character)
    ratings = {aptitude: character.stats[aptitude] for aptitude in system.aptitudes if aptitude in character.stats}
    if PLUS in key and system.sums:
        parts = key.split(PLUS)
        known = ratings.keys() >= set(parts) and (len(parts) == TWO or _answers(key, system))
        return Ability(AbilityKind.CHECK, key, key, sum(ratings[part] for part in parts)) if known else None
    aptitude, times, factor = key.partition(TIMES)
    multiples = {str(one): one for one in system.multiples} if times else {"": system.check or 1}
    if aptitude not in ratings or factor not in multiples:
        return None
    rating = ratings[aptitude] * multiples[factor]
    if times:
        return Ability(AbilityKind.CHECK, key, key, rating)
    return Ability(AbilityKind.CHECK, key, system.check_name(key), character.checks.get(key, rating))


def _check_of_special(check: SpecialCheck, character: Character) -> Ability | None:
    """Return the check of a character, as damaged and armored as it is, against the side effect of a hit."""
    stat = character.stats.get(check.stat)
    if stat is None:
        return None
    armor = armor_points(character).get(check.armor, 0)
    rating = max(0, stat - character.health.damage + armor)
    return Ability(AbilityKind.CHECK, check.name, check.name, rating)


def _answers(key: str, system: System) -> bool:
    """Return whether a pairing of the system uses this sum of aptitudes, of any length."""
    return any(key in pair.theirs for pair in system.pairings)


def _untrained(character: Character, system: System, key: str) -> Ability | None:
    listed = system.skill_kind(key)
    if listed is None or not system.defaultable(key):
        return None
    linked = character.stats.get(listed.aptitude)
    name = system.spelled(key) if listed.fields else listed.name
    return None if linked is None else Ability(AbilityKind.UNTRAINED, name, name, 0, listed.aptitude, linked)


def _marked(chip: Chip, old: Chip | None) -> Chip:
    """Return a chip struck out and pinned like the old one."""
    return chip if old is None else structs.replace(chip, struck=old.struck, pinned=old.pinned)


def _anothers(chip: Chip, character: Character) -> bool:
    """Return whether a chip belongs to the previous character: their condition or last roll, or the new one's help."""
    own = chip.origin in {Origin.CONDITION, Origin.LEFT}
    return character.id in chip.helpers or (own and not chip.pinned)


def _goes(chip: Chip, ability: Ability | None, system: System) -> bool:
    """Return whether a chip is removed when the ability changes; helpers may not be able to help with it."""
    if chip.origin is Origin.TEAMWORK:
        return ability is None or not system.may_help(ability.label, None)
    return chip.origin in OF_THE_SKILL


SHORTEST = 3
"""Minimum number of characters with which a word of a skill's name may be abbreviated."""


def untrained(character: Character, system: System) -> list[Ability]:
    """Return the skills that can be defaulted to a typed aptitude: those the character lacks, and all with fields."""
    trained = {skill.name.casefold() for skill in character.skills}
    names = (kind.name for kind in system.skills if kind.fields or kind.name.casefold() not in trained)
    found = (ability_of(character, system, AbilityKind.UNTRAINED, name) for name in names)
    return [ability for ability in found if ability is not None]


def with_fields(words: Sequence[str], character: Character, system: System) -> list[tuple[bool, Ability]]:
    """Return the missing skills with a field that are named by words such as "hardware robotics" or "pil ground".

    Each comes with whether its name was spelled in full.
    """
    from gm_desk.core.finder.lexicon import words_of

    found = []
    for kind, field in _fields(words, system):
        name = f"{kind.name}: {' '.join(word[:1].upper() + word[1:] for word in field)}"
        ability = ability_of(character, system, AbilityKind.UNTRAINED, name)
        trained = any(words_of(skill.name) == words_of(name) for skill in character.skills)
        if ability is not None and not trained:
            known = words_of(kind.name)
            found.append((list(words[: len(known)]) == known, ability))
    return found


def _fields(words: Sequence[str], system: System) -> Iterator[tuple[SkillKind, Sequence[str]]]:
    """Yield each kind of skill that words begin with, and the remaining words."""
    from gm_desk.core.finder.lexicon import words_of

    if len(words) < 2 or len(words[0]) < SHORTEST:  # noqa: PLR2004 - a skill and a field
        return
    first = words[0][:SHORTEST]
    for kind in system.skills:
        if kind.fields and kind.name.casefold().startswith(first):
            known = words_of(kind.name)
            counted = any(map(str.isdigit, words[len(known) :]))  # a forgotten comma: "hardware teamwork 2"
            if len(words) > len(known) and all(map(_begins, known, words)) and not counted:
                yield kind, words[len(known) :]


def _begins(known: str, typed: str) -> bool:
    return known == typed or (len(typed) >= SHORTEST and known.startswith(typed))


BROKEN = "broken"
"""The trait that marks an attack's weapon as broken."""


def ability_for(attack: Attack, character: Character, system: System) -> Ability | None:
    """Return the ability for an attack: its own rating if it differs, else the skill, else the skill untrained.

    The attack's own rating is a bare number under the skill's name, with the attack's id as key; if a
    specialisation explains it, the skill is returned. An attack with neither skill nor rating is rolled with the only
    skill that fits. Return None if the character cannot roll the skill.
    """
    skill = skill_of(attack, character, system)
    if skill is not None and (attack.rating in {None, skill.rating} or special_of(attack, skill, system)):
        return ability_of_skill(skill, character, system)
    if attack.rating is None:
        return ability_of(character, system, AbilityKind.UNTRAINED, attack.skill)
    return Ability(AbilityKind.BARE, attack.id, system.spelled(attack.skill) or attack.name, attack.rating)


def rating_of(attack: Attack, character: Character, system: System) -> int | None:
    """Return the rating of an attack: its own, or else that of its ability; None if there is neither."""
    ability = ability_for(attack, character, system)
    if attack.rating is not None or ability is None:
        return attack.rating
    return ability.rating or ability.linked_rating


def attack_of(side: Side, character: Character | None) -> Attack | None:
    """Return the attack that a side rolls, or None if it is not an attack or no longer exists."""
    attacks = character.attacks if character else ()
    return next((attack for attack in attacks if side.attack and attack.id == side.attack), None)


def skill_of(attack: Attack, character: Character, system: System) -> Skill | None:
    """Return the skill of an attack, by its name or the system's spelling, else the only likely one, or None."""
    if not attack.skill and attack.rating is None:
        from gm_desk.core.notation.book_attack import likely_skill  # its grammar is only needed for incomplete lines

        return likely_skill(attack, character.skills, system)
    return character.skill_named(attack.skill) or character.skill_named(system.spelled(attack.skill))


def special_of(attack: Attack, skill: Skill, system: System) -> Chip | None:
    """Return the chip of the specialisation that raises the skill to the attack's own rating, or None."""
    ahead = 0 if attack.rating is None else attack.rating - skill.rating
    for special in skill.specialisations:
        value = SPECIALISATION if special.rating is None else special.rating - skill.rating
        if ahead == value and value and value % system.step == 0:
            return Chip(f"special {special.name}", value, special.name, Origin.SPECIALISATION)
    return None


def is_broken(attack: Attack) -> bool:
    """Return whether an attack is marked as broken."""
    return BROKEN in map(str.casefold, attack.traits)
