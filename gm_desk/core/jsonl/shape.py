"""What the shapes of all requests share.

A shape holds exactly the keys of one check of one system, beside id, system, check and house; all others are refused.
"""

from typing import Annotated, Protocol, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from gm_desk.core.rules.dice import MOST_DICE, Thrown
from gm_desk.core.rules.requests import DiceSum, Request, Summed

Faces = Annotated[tuple[int, ...], Meta(max_length=MOST_DICE)]
Amount = Annotated[int, Meta(ge=0, le=999)]
Value = TypeVar("Value")
MOST_LEVELS = 6
"""Levels of advantage or disadvantage that a line may name (Kaiser)."""


class BringsDice(Protocol):
    """Know the dice that were brought."""

    def brings(self) -> Thrown:
        """Give the dice by the request's names for them; none asks for the odds."""
        ...


class RequestKeys(BringsDice, Protocol):
    """Know what is asked as well."""

    def asks(self) -> Request:
        """Give what is asked."""
        ...


class StrictKeys(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Refuse every key that a shape does not name."""


class Sum(StrictKeys, frozen=True, kw_only=True):
    """Hold a sum of dice."""

    expression: str
    rolls: Faces

    def asks(self) -> Summed:
        """Give what is asked."""
        return DiceSum(self.expression)

    def brings(self) -> Thrown:
        """Give the dice."""
        return {"rolls": self.rolls}


def given(value: Value | UnsetType) -> Value | None:
    """Give a value that may be left out, but may not be null."""
    return None if value is UNSET else value


def of_sides(a: BringsDice, b: BringsDice) -> Thrown:
    """Give the dice of both sides, each name behind its side ("a.roll")."""
    sides = {"a": a.brings(), "b": b.brings()}
    return {f"{side}.{name}": faces for side, dice in sides.items() for name, faces in dice.items()}
