"""A system as data: what its stat blocks name, and the difficulties its tests know."""

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from gm_desk.core.rules.dice import Needs, Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import Odds, Outcome
from gm_desk.core.rules.requests import SuccessTest


class Difficulty(Struct, frozen=True, forbid_unknown_fields=True):
    """Name a difficulty and the modifier it is."""

    name: str
    value: int


class SkillKind(Struct, frozen=True, forbid_unknown_fields=True):
    """Describe a skill that the system lists; one with `fields` is written "Know: Triads"."""

    name: str
    aptitude: str
    category: str
    fields: bool = False


class System(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what a system names: `check` is what an aptitude is multiplied with for its check."""

    id: str
    name: str
    aptitudes: tuple[str, ...]
    check: int
    difficulties: tuple[Difficulty, ...]
    skills: tuple[SkillKind, ...]

    def difficulty_name(self, value: int) -> str:
        """Name the difficulty of a value, or say nothing."""
        return next((known.name for known in self.difficulties if known.value == value), "")

    def skill_kind(self, name: str) -> SkillKind | None:
        """Find the kind of a skill by its name, whatever its case and field ("guns", "Know: Triads")."""
        stem, _, field = name.casefold().partition(":")
        return next(
            (kind for kind in self.skills if kind.name.casefold() == stem.strip() and (kind.fields or not field)), None
        )

    def spelled(self, name: str) -> str:
        """Spell a skill's name as the system does, and its field as it was typed."""
        kind = self.skill_kind(name)
        field = name.partition(":")[2].strip()
        return name if kind is None else f"{kind.name}: {field}" if field else kind.name

    def untrained(self, trained: Iterable[str]) -> list[SkillKind]:
        """List the skills without fields that are not among the trained names."""
        known = {name.casefold() for name in trained}
        return [kind for kind in self.skills if not kind.fields and kind.name.casefold() not in known]


class Rules(Protocol):
    """Resolve the tests of one system."""

    def resolve(self, request: SuccessTest, dice: Thrown, house: House) -> Outcome | Needs:
        """Say what the dice mean, or which dice are still needed."""
        ...

    def odds(self, request: SuccessTest, house: House) -> Odds:
        """Count the rolls by grade."""
        ...

    def net_of(self, request: SuccessTest, house: House) -> Net:
        """Add the modifiers up and hold them to the cap."""
        ...
