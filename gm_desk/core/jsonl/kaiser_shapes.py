"""The shapes of Kaiser requests as JSON writes them."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, structs
from typing_extensions import override

from gm_desk.core.errors import BadRequestError
from gm_desk.core.jsonl.shape import MOST_LEVELS, Amount, Faces, RequestKeys, StrictKeys, Sum, given, of_sides
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.modifiers import FlatModifier, FlatValue
from gm_desk.core.rules.requests import (
    MOST_MODIFIERS,
    Adjust,
    Effort,
    FumbleDegree,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    Value,
)

Flats = Annotated[tuple[FlatValue | FlatModifier, ...], Meta(max_length=MOST_MODIFIERS)]
TieRuling = Literal["defender", "roll_off"]
Levels = Annotated[int, Meta(ge=0, le=MOST_LEVELS)]
Rolled = Literal["skill", "resistance"]


class Characteristic(StrictKeys, frozen=True, kw_only=True):
    """Hold what a characteristic may have."""

    value: Value
    modifiers: Flats = ()
    dice: Faces | UnsetType = UNSET

    def effort(self) -> Effort:
        """Give what the side brings to the check."""
        return Effort(self.value, flats(self.modifiers))

    def brings(self) -> Thrown:
        """Give the dice, if there are any."""
        return brought(dice=self.dice)


class Resistance(Characteristic, frozen=True, kw_only=True):
    """Hold what a resistance may have: levels as well."""

    advantage: Levels = 0
    disadvantage: Levels = 0

    @override
    def effort(self) -> Effort:
        """Give what the side brings to the check."""
        return Effort(self.value, flats(self.modifiers), self.advantage, self.disadvantage)


class SkillKeys(Resistance, frozen=True, kw_only=True):
    """Hold what a skill may have: a fumble degree, and the dice of an open roll or of a fumble level as well."""

    fumble_degree: FumbleDegree | UnsetType = UNSET
    extra: Faces | UnsetType = UNSET
    fumble: Faces | UnsetType = UNSET

    @override
    def effort(self) -> Effort:
        """Give what the side brings to the check."""
        return structs.replace(super().effort(), fumble_degree=given(self.fumble_degree) or 0)

    @override
    def brings(self) -> Thrown:
        """Give the dice, if there are any."""
        return brought(dice=self.dice, extra=self.extra, fumble=self.fumble)


class Contender(SkillKeys, frozen=True, kw_only=True):
    """Hold what a side of an opposed skill check or an attack may have; a resistance has no key of a skill alone."""

    kind: Rolled = "skill"

    @override
    def effort(self) -> Effort:
        """Return what the side brings; raises BadRequestError for a key that its kind has not."""
        if self.kind == "skill":
            return super().effort()
        for key in ("fumble_degree", "extra", "fumble"):
            if getattr(self, key) is not UNSET:
                raise BadRequestError(key, "is no key of a resistance, which neither opens nor fumbles")
        return structs.replace(Resistance.effort(self), kind=self.kind)


class SkillCheck(SkillKeys, frozen=True, kw_only=True):
    """Hold a skill check against a difficulty."""

    difficulty: Value
    adjust: Adjust | UnsetType = UNSET

    def asks(self) -> KaiserCheck:
        """Give what is asked."""
        return KaiserCheck("skill", self.effort(), self.difficulty, adjusted(self.adjust, self.brings()))


class ResistanceCheck(Resistance, frozen=True, kw_only=True):
    """Hold a resistance check against a difficulty."""

    difficulty: Value
    adjust: Adjust | UnsetType = UNSET

    def asks(self) -> KaiserCheck:
        """Give what is asked."""
        return KaiserCheck("resistance", self.effort(), self.difficulty, adjusted(self.adjust, self.brings()))


class CharacteristicCheck(Characteristic, frozen=True, kw_only=True):
    """Hold a characteristic check against a difficulty."""

    difficulty: Value

    def asks(self) -> KaiserCheck:
        """Give what is asked."""
        return KaiserCheck("characteristic", self.effort(), self.difficulty)


class AttackKeys(StrictKeys, frozen=True, kw_only=True):
    """Hold an attack: a strikes, b defends."""

    a: Contender
    b: Contender
    adjust: Adjust | UnsetType = UNSET

    def asks(self) -> KaiserContest:
        """Give what is asked."""
        return KaiserContest("attack", *self.efforts(), adjust=adjusted(self.adjust, self.brings()))

    def efforts(self) -> tuple[Effort, Effort]:
        """Return what both sides bring; an error says whose it is."""
        return effort_of(self.a, "a"), effort_of(self.b, "b")

    def brings(self) -> Thrown:
        """Give both sides' dice."""
        return of_sides(self.a, self.b)


class OpposedSkill(AttackKeys, frozen=True, kw_only=True):
    """Hold an opposed skill check."""

    ruling: TieRuling | UnsetType = UNSET

    @override
    def asks(self) -> KaiserContest:
        """Give what is asked."""
        adjust = adjusted(self.adjust, self.brings())
        return KaiserContest("opposed_skill", *self.efforts(), given(self.ruling), adjust)


class OpposedCharacteristic(StrictKeys, frozen=True, kw_only=True):
    """Hold an opposed characteristic check."""

    a: Characteristic
    b: Characteristic
    ruling: TieRuling | UnsetType = UNSET

    def asks(self) -> KaiserContest:
        """Give what is asked."""
        return KaiserContest("opposed_characteristic", self.a.effort(), self.b.effort(), given(self.ruling))

    def brings(self) -> Thrown:
        """Give both sides' dice."""
        return of_sides(self.a, self.b)


def effort_of(side: Contender, hand: str) -> Effort:
    """Return what a side brings; raises BadRequestError that names the side."""
    try:
        return side.effort()
    except BadRequestError as error:
        raise error.at(hand) from None


def adjusted(adjust: int | UnsetType, dice: Thrown) -> int:
    """Return by how much degrees are adjusted; raises BadRequestError where no dice have fallen that have any."""
    if adjust is UNSET:
        return 0
    if not dice:
        raise BadRequestError("adjust", "degrees are adjusted once there are dice")
    return adjust


class DamageKeys(StrictKeys, frozen=True, kw_only=True):
    """Hold the damage of a hit by its degrees, which has no dice."""

    base: Amount
    degrees: Amount
    absorption: Amount = 0
    armor: Amount = 0

    def asks(self) -> KaiserDamage:
        """Return what is asked."""
        return KaiserDamage(self.base, self.degrees, self.absorption, self.armor)

    def brings(self) -> Thrown:
        """Return no dice."""
        return {}


def flats(modifiers: tuple[int | FlatModifier, ...]) -> tuple[FlatModifier, ...]:
    """Read modifiers, each of which may be a bare number."""
    return tuple(FlatModifier(one) if isinstance(one, int) else one for one in modifiers)


def brought(**dice: Faces | UnsetType) -> Thrown:
    """Give the dice that were not left out, by their names."""
    return {name: faces for name, faces in dice.items() if faces is not UNSET}


KAISER: Mapping[str, type[RequestKeys]] = {
    "skill": SkillCheck,
    "resistance": ResistanceCheck,
    "characteristic": CharacteristicCheck,
    "opposed_skill": OpposedSkill,
    "attack": AttackKeys,
    "opposed_characteristic": OpposedCharacteristic,
    "dice": Sum,
    "damage": DamageKeys,
}
