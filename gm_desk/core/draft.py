"""The test as the GM composes it: who, what, and the modifiers that stand."""

from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta, Struct, structs

from gm_desk.core.roster import Character
from gm_desk.core.rules.modifiers import LARGEST, Modifier, ModifierValue, held
from gm_desk.core.rules.requests import LARGEST_BASE, MOST_MODIFIERS, SuccessTest
from gm_desk.core.systems.system import System

EYEBALLED = "Eyeballed"


class Origin(StrEnum):
    """Say where a chip comes from."""

    DIFFICULTY = "difficulty"
    FREE = "free"


class Chip(Struct, frozen=True, omit_defaults=True):
    """Hold one modifier of a draft: struck ones do not count, pinned ones stay after the roll."""

    id: str
    value: ModifierValue
    label: str = ""
    origin: Origin = Origin.FREE
    struck: bool = False
    pinned: bool = False


class AbilityKind(StrEnum):
    """Say what kind of number is rolled against."""

    SKILL = "skill"
    CHECK = "check"
    UNTRAINED = "untrained"


class Ability(Struct, frozen=True, omit_defaults=True):
    """Hold what is rolled: `key` is a skill's id, an aptitude or an untrained skill's name.

    `linked` is the linked aptitude's name, and `linked_rating` its rating, where the test can be defaulted to it.
    """

    kind: AbilityKind
    key: str
    label: str
    rating: int
    linked: str = ""
    linked_rating: int | None = None


class Draft(Struct, frozen=True, omit_defaults=True):
    """Hold a test being composed; `name` is the character's name when it was."""

    character: str = ""
    name: str = ""
    ability: Ability | None = None
    default: bool = False
    chips: Annotated[tuple[Chip, ...], Meta(max_length=MOST_MODIFIERS)] = ()
    eyeballed: ModifierValue | None = None

    @property
    def defaults(self) -> bool:
        """Tell whether the test is rolled on the linked aptitude instead of the skill."""
        if self.ability is None or self.ability.linked_rating is None:
            return False
        return self.default or self.ability.kind is AbilityKind.UNTRAINED

    @property
    def base(self) -> int:
        """Give the base of the test: the rating, or the linked aptitude's when defaulting."""
        if self.ability is None:
            return 0
        rating = self.ability.linked_rating if self.defaults else self.ability.rating
        return min(LARGEST_BASE, rating or 0)

    @property
    def difficulty(self) -> int:
        """Give the value of the difficulty chip, 0 without one."""
        return next((chip.value for chip in self.chips if chip.origin is Origin.DIFFICULTY), 0)

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """List the modifiers that count: one eyeballed net, or every chip that is not struck."""
        if self.eyeballed is not None:
            return (Modifier(self.eyeballed, EYEBALLED),)
        return tuple(Modifier(chip.value, chip.label) for chip in self.chips if not chip.struck)

    def request(self) -> SuccessTest | None:
        """Ask for the dice, or for nothing while no ability is chosen."""
        if self.ability is None:
            return None
        return SuccessTest(self.base, self.modifiers, self.defaults)

    def with_chip(self, chip: Chip) -> Self:
        """Put a chip in the place of the one with its id, or at the end while there is room; ends eyeballing."""
        if any(old.id == chip.id for old in self.chips):
            chips = tuple(chip if old.id == chip.id else old for old in self.chips)
        else:
            chips = (*self.chips, chip)[:MOST_MODIFIERS]
        return structs.replace(self, chips=chips, eyeballed=None)

    def without_chip(self, chip_id: str) -> Self:
        """Take a chip away; where there is none with this id, nothing changes."""
        if all(chip.id != chip_id for chip in self.chips):
            return self
        return structs.replace(self, chips=tuple(chip for chip in self.chips if chip.id != chip_id), eyeballed=None)

    def with_difficulty(self, value: int, label: str) -> Self:
        """Set the difficulty, before all else; an average one (0) is no modifier at all."""
        others = tuple(chip for chip in self.chips if chip.origin is not Origin.DIFFICULTY)
        own = (Chip(Origin.DIFFICULTY, value, label, Origin.DIFFICULTY),) if value else ()
        return structs.replace(self, chips=(own + others)[:MOST_MODIFIERS], eyeballed=None)

    def defaulting(self, *, default: bool) -> Self:
        """Roll on the linked aptitude instead of the skill, or on the skill again."""
        return structs.replace(self, default=default)

    def eyeball(self, net: int | None) -> Self:
        """Set one net, at most what a modifier may be, instead of the chips; None lets the chips count again."""
        return structs.replace(self, eyeballed=None if net is None else held(net, LARGEST))

    def spent(self) -> Self:
        """Give what stands after the roll: the pinned chips, and neither one-shots nor an eyeballed net."""
        return structs.replace(self, chips=tuple(chip for chip in self.chips if chip.pinned), eyeballed=None)


def chosen(draft: Draft, character: Character, ability: Ability | None) -> Draft:
    """Prepare an ability, or none; the modifiers that stand stay, defaulting only where the ability is the same."""
    old = draft.ability
    same = old is not None and ability is not None and (old.kind, old.key) == (ability.kind, ability.key)
    default = draft.default and same
    return structs.replace(draft, character=character.id, name=character.name, ability=ability, default=default)


def renewed(draft: Draft, character: Character | None, system: System) -> Draft:
    """Bring a draft up to what its character is now; what can no longer be rolled makes way for what can."""
    old = draft.ability
    if character is not None and old is not None:
        ability = ability_of(character, system, old.kind, old.key)
        if ability is not None:
            return chosen(draft, character, ability)
    return for_character(structs.replace(draft, ability=None), character, system)


def for_character(draft: Draft, character: Character | None, system: System) -> Draft:
    """Prepare the same test for another character, else the first thing this one can roll, else nothing."""
    if character is None:
        return structs.replace(draft, character="", name="", ability=None, default=False)
    ability = (draft.ability and _same_for(draft.ability, character, system)) or _first_of(character, system)
    return chosen(draft, character, ability)


def ability_of(character: Character, system: System, kind: AbilityKind, key: str) -> Ability | None:
    """Give what a character rolls: a skill by its id, a check by its aptitude, an untrained skill by its name.

    An untrained skill is named as the system does, with the field that was asked for ("Know: Triads").
    None where the character lacks the skill, or the aptitude was never typed.
    """
    if kind is AbilityKind.SKILL:
        skill = character.skill(key)
        if skill is None:
            return None
        linked = character.stats.get(skill.aptitude)
        return Ability(kind, key, skill.name, skill.rating, skill.aptitude, linked)
    if kind is AbilityKind.CHECK:
        rating = character.stats.get(key)
        return None if rating is None else Ability(kind, key, f"{key} check", rating * system.check)
    listed = system.skill_kind(key)
    linked = None if listed is None else character.stats.get(listed.aptitude)
    if listed is None or linked is None:
        return None
    name = key if listed.fields else listed.name
    return Ability(kind, name, name, 0, listed.aptitude, linked)


def _same_for(ability: Ability, character: Character, system: System) -> Ability | None:
    """Find the same test on another character: the skill of that name, else the default for it, else the check."""
    if ability.kind is AbilityKind.CHECK:
        return ability_of(character, system, AbilityKind.CHECK, ability.key)
    skill = character.skill_named(ability.label)
    if skill is not None:
        return ability_of(character, system, AbilityKind.SKILL, skill.id)
    return ability_of(character, system, AbilityKind.UNTRAINED, ability.label)


def _first_of(character: Character, system: System) -> Ability | None:
    """Find the first thing a character can roll."""
    if character.skills:
        return ability_of(character, system, AbilityKind.SKILL, character.skills[0].id)
    typed = next((aptitude for aptitude in system.aptitudes if aptitude in character.stats), "")
    return ability_of(character, system, AbilityKind.CHECK, typed)
