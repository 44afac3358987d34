"""The test as the GM composes it: who, what, and the modifiers that stand."""

from enum import StrEnum
from typing import Self

from msgspec import Struct, structs

from gm_desk.core.roster import Character
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.requests import LARGEST_BASE, MOST_MODIFIERS, SuccessTest

EYEBALLED = "Eyeballed"


class Origin(StrEnum):
    """Say where a chip comes from."""

    DIFFICULTY = "difficulty"
    FREE = "free"


class Chip(Struct, frozen=True, omit_defaults=True):
    """Hold one modifier of a draft: struck ones do not count, pinned ones stay after the roll."""

    id: str
    value: int
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
    chips: tuple[Chip, ...] = ()
    eyeballed: int | None = None

    @property
    def defaults(self) -> bool:
        """Tell whether the test is rolled on the linked aptitude instead of the skill."""
        can = self.ability is not None and self.ability.linked_rating is not None
        return can and (self.default or (self.ability is not None and self.ability.kind is AbilityKind.UNTRAINED))

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
        """Put a chip in the place of the one with its id, or at the end; itemising ends eyeballing."""
        if any(old.id == chip.id for old in self.chips):
            chips = tuple(chip if old.id == chip.id else old for old in self.chips)
        else:
            chips = (*self.chips, chip)[:MOST_MODIFIERS]
        return structs.replace(self, chips=chips, eyeballed=None)

    def without_chip(self, chip_id: str) -> Self:
        """Take a chip away."""
        return structs.replace(self, chips=tuple(chip for chip in self.chips if chip.id != chip_id), eyeballed=None)

    def with_difficulty(self, value: int, label: str) -> Self:
        """Set the difficulty; an average one (0) is no modifier at all."""
        others = tuple(chip for chip in self.chips if chip.origin is not Origin.DIFFICULTY)
        own = (Chip(Origin.DIFFICULTY, value, label, Origin.DIFFICULTY),) if value else ()
        return structs.replace(self, chips=own + others, eyeballed=None)

    def spent(self) -> Self:
        """Give what stands after the roll: the pinned chips, and neither one-shots nor an eyeballed net."""
        return structs.replace(self, chips=tuple(chip for chip in self.chips if chip.pinned), eyeballed=None)


def check_of(character: Character, aptitude: str, multiple: int) -> Ability | None:
    """Give the check of an aptitude (aptitude × 3 in EP2), or None where the aptitude was never typed."""
    rating = character.stats.get(aptitude)
    if rating is None:
        return None
    return Ability(AbilityKind.CHECK, aptitude, f"{aptitude} check", rating * multiple)


def skill_of(character: Character, skill_id: str) -> Ability | None:
    """Give a skill of a character as something to roll."""
    skill = character.skill(skill_id)
    if skill is None:
        return None
    linked = character.stats.get(skill.aptitude)
    return Ability(AbilityKind.SKILL, skill.id, skill.name, skill.rating, skill.aptitude, linked)


def untrained_of(character: Character, skill: str, aptitude: str) -> Ability | None:
    """Give a skill that the character lacks, rolled on its linked aptitude (EP2, defaulting)."""
    linked = character.stats.get(aptitude)
    return linked if linked is None else Ability(AbilityKind.UNTRAINED, skill, skill, 0, aptitude, linked)
