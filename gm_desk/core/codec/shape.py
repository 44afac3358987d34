"""What the shapes of all requests share.

A shape holds exactly the keys of one check of one system, beside id, system, check and house; all others are refused.
"""

from typing import Protocol, TypeVar

from msgspec import UNSET, Struct, UnsetType

from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.requests import Request

Value = TypeVar("Value")


class Shape(Protocol):
    """Know what is asked, and with which dice."""

    def asks(self) -> Request:
        """Give what is asked."""
        ...

    def brings(self) -> Thrown:
        """Give the dice that were brought, by the request's names for them; none asks for the odds."""
        ...


class Bringing(Protocol):
    """Bring dice."""

    def brings(self) -> Thrown:
        """Give the dice that were brought."""
        ...


class Keys(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Refuse every key that a shape does not name."""


def given(value: Value | UnsetType) -> Value | None:
    """Give a value that may be left out, but may not be null."""
    return None if value is UNSET else value


def of_sides(a: Bringing, b: Bringing) -> Thrown:
    """Give the dice of both sides, each name behind its side ("a.roll")."""
    sides = {"a": a.brings(), "b": b.brings()}
    return {f"{side}.{name}": faces for side, dice in sides.items() for name, faces in dice.items()}
