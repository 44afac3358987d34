"""What the keys of all requests have in common; those of each check are in `eclipse_keys` and `kaiser_keys`.

A shape has exactly the keys of one check of one system, beside id, system, check and house; all others are refused.
"""

from typing import Annotated, Any, Protocol, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from gm_desk.core.rules.dice import MOST_DICE, Thrown
from gm_desk.core.rules.requests import DiceSum, Request, Summed

Faces = Annotated[tuple[int, ...], Meta(max_length=MOST_DICE)]
Amount = Annotated[int, Meta(ge=0, le=999)]
Value = TypeVar("Value")
MOST_LEVELS = 6
"""The most levels of advantage or disadvantage in a line (Kaiser)."""


class BringsDice(Protocol):
    """A shape with dice."""

    def brings(self) -> Thrown:
        """Return the dice by their names in the request; an empty mapping asks for the odds."""
        ...


class RequestKeys(BringsDice, Protocol):
    """A shape of a whole request."""

    def asks(self) -> Request:
        """Return the request."""
        ...


class StrictKeys(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A shape that refuses unknown keys."""


class OrderKeys(StrictKeys, frozen=True, kw_only=True):
    """A request for a turn order, which brings its dice and is answered at once."""

    turn: Annotated[int, Meta(ge=1, le=999)] = 1

    def answered(self) -> dict[str, Any]:
        """Return the keys of the answer; raises BadRequestError for combatants that cannot be."""
        raise NotImplementedError


AnyKeys = RequestKeys | OrderKeys


class Sum(StrictKeys, frozen=True, kw_only=True):
    """A sum of dice."""

    expression: str
    rolls: Faces

    def asks(self) -> Summed:
        """Return the request."""
        return DiceSum(self.expression)

    def brings(self) -> Thrown:
        """Return the dice."""
        return {"rolls": self.rolls}


def given(value: Value | UnsetType) -> Value | None:
    """Return a value that may be absent, but not null."""
    return None if value is UNSET else value


def of_sides(a: BringsDice, b: BringsDice) -> Thrown:
    """Return the dice of both sides, with the side in their names ("a.roll")."""
    sides = {"a": a.brings(), "b": b.brings()}
    return {f"{side}.{name}": faces for side, dice in sides.items() for name, faces in dice.items()}
