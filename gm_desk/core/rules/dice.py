"""Where dice come from, and how what they show is read (rules, "Dice").

Chance comes in by one door: a `Dice`. What was thrown is a mapping from the name a request gives its dice to the
faces in the order they fell, so that dice may be rolled or typed one by one.
"""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from gm_desk.core.errors import BadRollError

Thrown = Mapping[str, tuple[int, ...]]

D100_SIDES = 100
DIGITS = 2


class Dice(Protocol):
    """Throw dice."""

    def d100(self) -> int:
        """Throw two d10, the tens first: 0 to 99."""
        ...


class EntropyDice:
    """Throw dice from the operating system's entropy."""

    def d100(self) -> int:
        """Throw two d10, the tens first: 0 to 99."""
        from secrets import randbelow

        tens = randbelow(10)
        return 10 * tens + randbelow(10)


class Needs(Struct, frozen=True):
    """Name the dice that a request still needs: a d100 for `name`."""

    name: str


def parse_d100(text: str) -> int:
    """Read a typed d100: `00`, `0`, `5`, `05` and `53` are all valid, 0 to 99.

    Raises BadRollError with the reason.
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise BadRollError("roll", f"“{digits}” is not a roll: type 00 to 99")
    if len(digits) > DIGITS:
        raise BadRollError("roll", f"{digits} is not a roll: a d100 reads 00 to 99")
    return int(digits)


def flip_flop(roll: int) -> int:
    """Swap the two dice of a d100 (83 becomes 38, 5 becomes 50)."""
    tens, ones = divmod(roll, 10)
    return 10 * ones + tens


def is_double(roll: int) -> bool:
    """Tell whether both dice of a d100 show the same (00, 11 … 99)."""
    tens, ones = divmod(roll, 10)
    return tens == ones
