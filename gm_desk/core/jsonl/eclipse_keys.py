"""The keys of Eclipse Phase requests, one shape for each check (EP1, EP2)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from typing_extensions import override

from gm_desk.core.errors import BadRequestError
from gm_desk.core.jsonl.keys import Amount, AnyKeys, Ep1Order, Ep2Order, StrictKeys, Sum, given, of_sides
from gm_desk.core.rules.dice import D100_SIDES, Thrown
from gm_desk.core.rules.house import Printing, Ruling
from gm_desk.core.rules.modifiers import Modifier, ModifierValue
from gm_desk.core.rules.requests import (
    MOST_MODIFIERS,
    ROLL,
    After,
    Base,
    Before,
    Ep1Damage,
    Ep2Damage,
    OpposedTest,
    SimpleTest,
    SuccessTest,
    Superior,
)

Steps = Annotated[tuple[ModifierValue | Modifier, ...], Meta(max_length=MOST_MODIFIERS)]
Roll = Annotated[int, Meta(ge=0, lt=D100_SIDES)]
Margin = Annotated[int, Meta(ge=0, le=200)]
Threshold = Annotated[int, Meta(ge=1, le=999)]


class D100Keys(StrictKeys, frozen=True, kw_only=True):
    """The keys of a test of either edition of Eclipse Phase."""

    target: Base
    modifiers: Steps = ()
    default: bool = False
    after: After | UnsetType = UNSET
    roll: Roll | UnsetType = UNSET

    def given_dice(self) -> Thrown:
        """Return the roll, if there is one."""
        return {} if self.roll is UNSET else {ROLL: (self.roll,)}


class Ep2Success(D100Keys, frozen=True, kw_only=True):
    """A test of EP2, or one side of an opposed one."""

    pool: Before | UnsetType = UNSET

    def to_request(self) -> SuccessTest:
        """Return the request."""
        return SuccessTest(self.target, steps(self.modifiers), self.default, given(self.pool), given(self.after))


class Ep1Success(D100Keys, frozen=True, kw_only=True):
    """A test of EP1, or one side of an opposed one."""

    pool: Literal["ignore_modifiers"] | UnsetType = UNSET
    printing: Printing | UnsetType = UNSET

    def to_request(self) -> SuccessTest:
        """Return the request."""
        return SuccessTest(
            self.target,
            steps(self.modifiers),
            self.default,
            given(self.pool),
            given(self.after),
            given(self.printing),
        )


class Ep1Simple(StrictKeys, frozen=True, kw_only=True):
    """A simple success test of EP1; default and printing have no effect."""

    target: Base
    roll: Roll
    modifiers: Steps = ()
    default: bool = False
    printing: Printing | UnsetType = UNSET

    def to_request(self) -> SimpleTest:
        """Return the request."""
        return SimpleTest(self.target, steps(self.modifiers))

    def given_dice(self) -> Thrown:
        """Return the roll."""
        return {ROLL: (self.roll,)}


class Ep2Opposed(StrictKeys, frozen=True, kw_only=True):
    """An opposed test of EP2."""

    a: Ep2Success
    b: Ep2Success
    ruling: Ruling | UnsetType = UNSET
    attack: bool = False

    def to_request(self) -> OpposedTest:
        """Return the request; raise BadRequestError for an attack with a ruling."""
        if self.attack and self.ruling is not UNSET:
            raise BadRequestError("ruling", "an attack has no ruling")
        return OpposedTest(self.a.to_request(), self.b.to_request(), given(self.ruling), self.attack)

    def given_dice(self) -> Thrown:
        """Return both sides' rolls."""
        return of_sides(self.a, self.b)


class Ep1Opposed(StrictKeys, frozen=True, kw_only=True):
    """An opposed test of EP1."""

    a: Ep1Success
    b: Ep1Success
    attack: bool = False
    variable: bool = False

    def to_request(self) -> OpposedTest:
        """Return the request."""
        return OpposedTest(self.a.to_request(), self.b.to_request(), attack=self.attack, variable=self.variable)

    def given_dice(self) -> Thrown:
        """Return both sides' rolls."""
        return of_sides(self.a, self.b)


class Ep2Hit(Sum, frozen=True, kw_only=True):
    """The damage of a hit in EP2."""

    superior: Superior = 0
    critical: bool = False
    piercing: bool = False
    armor: Amount = 0
    threshold: Threshold | UnsetType = UNSET

    @override
    def to_request(self) -> Ep2Damage:
        """Return the request; raise BadRequestError for superior results on a critical, which cannot have any."""
        if self.superior and self.critical:
            raise BadRequestError("superior", "a critical success has no superior results")
        return Ep2Damage(
            self.expression, self.superior, self.critical, self.piercing, self.armor, given(self.threshold)
        )


class Ep1Hit(Sum, frozen=True, kw_only=True):
    """The damage of a hit in EP1."""

    margin: Margin = 0
    critical: bool = False
    bonus: Amount = 0
    penetration: Amount = 0
    armor: Amount = 0
    threshold: Threshold | UnsetType = UNSET

    @override
    def to_request(self) -> Ep1Damage:
        """Return the request."""
        penetrates = self.bonus, self.penetration, self.armor
        return Ep1Damage(self.expression, self.margin, self.critical, *penetrates, given(self.threshold))


def steps(modifiers: tuple[int | Modifier, ...]) -> tuple[Modifier, ...]:
    """Return modifiers, each of which may be a bare number in JSON."""
    return tuple(Modifier(one) if isinstance(one, int) else one for one in modifiers)


EP1: Mapping[str, type[AnyKeys]] = {
    "success": Ep1Success,
    "simple": Ep1Simple,
    "opposed": Ep1Opposed,
    "dice": Sum,
    "damage": Ep1Hit,
    "order": Ep1Order,
}
EP2: Mapping[str, type[AnyKeys]] = {
    "success": Ep2Success,
    "opposed": Ep2Opposed,
    "dice": Sum,
    "damage": Ep2Hit,
    "order": Ep2Order,
}
