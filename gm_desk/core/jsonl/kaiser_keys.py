"""The keys of Kaiser requests, one shape for each check."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, structs
from typing_extensions import override

from gm_desk.core.errors import BadRequestError
from gm_desk.core.jsonl.keys import MOST_LEVELS, Amount, AnyKeys, Faces, KaiserOrder, StrictKeys, Sum, given, of_sides
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
    """The keys of a characteristic."""

    value: Value
    modifiers: Flats = ()
    dice: Faces | UnsetType = UNSET

    def effort(self) -> Effort:
        """Return the effort of the side."""
        return Effort(self.value, flats(self.modifiers))

    def given_dice(self) -> Thrown:
        """Return the dice, if there are any."""
        return present_dice(dice=self.dice)


class Resistance(Characteristic, frozen=True, kw_only=True):
    """The keys of a resistance, which has levels as well."""

    advantage: Levels = 0
    disadvantage: Levels = 0

    @override
    def effort(self) -> Effort:
        """Return the effort of the side."""
        return Effort(self.value, flats(self.modifiers), self.advantage, self.disadvantage)


class SkillKeys(Resistance, frozen=True, kw_only=True):
    """The keys of a skill: also a fumble degree, and the dice of an open roll or of a fumble level."""

    fumble_degree: FumbleDegree | UnsetType = UNSET
    extra: Faces | UnsetType = UNSET
    fumble: Faces | UnsetType = UNSET

    @override
    def effort(self) -> Effort:
        """Return the effort of the side."""
        return structs.replace(super().effort(), fumble_degree=given(self.fumble_degree) or 0)

    @override
    def given_dice(self) -> Thrown:
        """Return the dice, if there are any."""
        return present_dice(dice=self.dice, extra=self.extra, fumble=self.fumble)


class Contender(SkillKeys, frozen=True, kw_only=True):
    """The keys of a side of an opposed skill check or an attack; a resistance has no keys of skills."""

    kind: Rolled = "skill"

    @override
    def effort(self) -> Effort:
        """Return the effort of the side; raise BadRequestError for a key that its kind does not have."""
        if self.kind == "skill":
            return super().effort()
        for key in ("fumble_degree", "extra", "fumble"):
            if getattr(self, key) is not UNSET:
                raise BadRequestError(key, "is not a key of a resistance, which neither opens nor fumbles")
        return structs.replace(Resistance.effort(self), kind=self.kind)


class SkillCheck(SkillKeys, frozen=True, kw_only=True):
    """A skill check against a difficulty."""

    difficulty: Value
    adjust: Adjust | UnsetType = UNSET

    def to_request(self) -> KaiserCheck:
        """Return the request."""
        return KaiserCheck("skill", self.effort(), self.difficulty, adjusted(self.adjust, self.given_dice()))


class ResistanceCheck(Resistance, frozen=True, kw_only=True):
    """A resistance check against a difficulty."""

    difficulty: Value
    adjust: Adjust | UnsetType = UNSET

    def to_request(self) -> KaiserCheck:
        """Return the request."""
        return KaiserCheck("resistance", self.effort(), self.difficulty, adjusted(self.adjust, self.given_dice()))


class CharacteristicCheck(Characteristic, frozen=True, kw_only=True):
    """A characteristic check against a difficulty."""

    difficulty: Value

    def to_request(self) -> KaiserCheck:
        """Return the request."""
        return KaiserCheck("characteristic", self.effort(), self.difficulty)


class AttackKeys(StrictKeys, frozen=True, kw_only=True):
    """An attack: a attacks, b defends."""

    a: Contender
    b: Contender
    adjust: Adjust | UnsetType = UNSET

    def to_request(self) -> KaiserContest:
        """Return the request."""
        return KaiserContest("attack", *self.efforts(), adjust=adjusted(self.adjust, self.given_dice()))

    def efforts(self) -> tuple[Effort, Effort]:
        """Return the efforts of both sides; errors name the side."""
        return effort_of(self.a, "a"), effort_of(self.b, "b")

    def given_dice(self) -> Thrown:
        """Return both sides' dice."""
        return of_sides(self.a, self.b)


class OpposedSkill(AttackKeys, frozen=True, kw_only=True):
    """An opposed skill check."""

    ruling: TieRuling | UnsetType = UNSET

    @override
    def to_request(self) -> KaiserContest:
        """Return the request."""
        adjust = adjusted(self.adjust, self.given_dice())
        return KaiserContest("opposed_skill", *self.efforts(), given(self.ruling), adjust)


class OpposedCharacteristic(StrictKeys, frozen=True, kw_only=True):
    """An opposed characteristic check."""

    a: Characteristic
    b: Characteristic
    ruling: TieRuling | UnsetType = UNSET

    def to_request(self) -> KaiserContest:
        """Return the request."""
        return KaiserContest("opposed_characteristic", self.a.effort(), self.b.effort(), given(self.ruling))

    def given_dice(self) -> Thrown:
        """Return both sides' dice."""
        return of_sides(self.a, self.b)


def effort_of(side: Contender, hand: str) -> Effort:
    """Return the effort of a side; raise BadRequestError with the key of the side."""
    try:
        return side.effort()
    except BadRequestError as error:
        raise error.at(hand) from None


def adjusted(adjust: int | UnsetType, dice: Thrown) -> int:
    """Return the adjustment of degrees; raise BadRequestError if there are no dice that have degrees."""
    if adjust is UNSET:
        return 0
    if not dice:
        raise BadRequestError("adjust", "degrees can be adjusted only when there are dice")
    return adjust


class DamageKeys(StrictKeys, frozen=True, kw_only=True):
    """The damage of a hit by its degrees, which has no dice."""

    base: Amount
    degrees: Amount
    absorption: Amount = 0
    armor: Amount = 0

    def to_request(self) -> KaiserDamage:
        """Return the request."""
        return KaiserDamage(self.base, self.degrees, self.absorption, self.armor)

    def given_dice(self) -> Thrown:
        """Return no dice."""
        return {}


def flats(modifiers: tuple[int | FlatModifier, ...]) -> tuple[FlatModifier, ...]:
    """Return modifiers, each of which may be a bare number in JSON."""
    return tuple(FlatModifier(one) if isinstance(one, int) else one for one in modifiers)


def present_dice(**dice: Faces | UnsetType) -> Thrown:
    """Return the dice that are present, by name."""
    return {name: faces for name, faces in dice.items() if faces is not UNSET}


KAISER: Mapping[str, type[AnyKeys]] = {
    "skill": SkillCheck,
    "resistance": ResistanceCheck,
    "characteristic": CharacteristicCheck,
    "opposed_skill": OpposedSkill,
    "attack": AttackKeys,
    "opposed_characteristic": OpposedCharacteristic,
    "dice": Sum,
    "damage": DamageKeys,
    "order": KaiserOrder,
}
