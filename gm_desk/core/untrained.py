"""What a character can roll without the skill, by its name and with any field (rules, "One d100 test")."""

from collections.abc import Iterator, Sequence

from gm_desk.core.choosing import ability_of
from gm_desk.core.draft import Ability, AbilityKind
from gm_desk.core.roster import Character
from gm_desk.core.systems.system import SkillKind, System
from gm_desk.core.text.lexicon import words_of

SHORTEST = 3
"""Letters that a word of a skill's name is begun with at least."""


def untrained(character: Character, system: System) -> list[Ability]:
    """List the skills that can be defaulted to a typed aptitude: those that are lacking, and all that have fields."""
    trained = {skill.name.casefold() for skill in character.skills}
    names = (kind.name for kind in system.skills if kind.fields or kind.name.casefold() not in trained)
    found = (ability_of(character, system, AbilityKind.UNTRAINED, name) for name in names)
    return [ability for ability in found if ability is not None]


def with_fields(words: Sequence[str], character: Character, system: System) -> list[tuple[bool, Ability]]:
    """List the skills with a field that words name, "hardware robotics" or "pil ground", as far as they are lacking.

    Each comes with whether its own name was written out.
    """
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
    """Yield each kind of skill that words begin with, and the words behind it."""
    if len(words) < 2 or len(words[0]) < SHORTEST:  # noqa: PLR2004 - a skill and a field
        return
    first = words[0][:SHORTEST]
    for kind in system.skills:
        if kind.fields and kind.name.casefold().startswith(first):
            known = words_of(kind.name)
            if len(words) > len(known) and all(map(_begins, known, words)):
                yield kind, words[len(known) :]


def _begins(known: str, typed: str) -> bool:
    return known == typed or (len(typed) >= SHORTEST and known.startswith(typed))
