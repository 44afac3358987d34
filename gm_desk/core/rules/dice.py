"""Where dice come from, and how what they show is read (rules, "Dice").

Chance comes in by one door: a `Dice`. What was thrown is a mapping from the name a request gives its dice to the
faces in the order they fell, so that dice may be rolled or typed one by one.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from gm_desk.core.errors import BadRollError

Thrown = Mapping[str, tuple[int, ...]]

D100_SIDES = 100
DIGITS = 2
D10 = 10
LONGEST_FACE = 4
MOST_DICE = 100
SHOWING_ZERO = (10, 100)


class Dice(Protocol):
    """Throw dice."""

    def d100(self) -> int:
        """Throw two d10, the tens first: 0 to 99."""
        ...

    def die(self, sides: int) -> int:
        """Throw one die: 1 to `sides`."""
        ...


class EntropyDice:
    """Throw dice from the operating system's entropy."""

    def d100(self) -> int:
        """Throw two d10, the tens first: 0 to 99."""
        from secrets import randbelow

        tens = randbelow(10)
        return 10 * tens + randbelow(10)

    def die(self, sides: int) -> int:
        """Throw one die: 1 to `sides`."""
        from secrets import randbelow

        return 1 + randbelow(sides)


class Reading(StrEnum):
    """Say how a die is read: a test's d100 shows 00 to 99, a die of a sum 1 to its sides.

    `FROM_ZERO` is a d100 of a sum whose 00 is zero (EP1, EP2).
    """

    TEST = "test"
    SUM = "sum"
    FROM_ZERO = "from_zero"


class Needs(Struct, frozen=True):
    """Name the dice that a request still needs: `count` dice of `sides`, to be added to those called `name`."""

    name: str
    sides: int = D100_SIDES
    count: int = 1
    reading: Reading = Reading.TEST

    def allows(self, face: int) -> bool:
        """Tell whether such a die can show this."""
        if self.reading is not Reading.SUM:
            return 0 <= face < self.sides
        return 1 <= face <= self.sides or (face == 0 and self.sides in SHOWING_ZERO)

    def shown(self, face: int) -> int:
        """Return a face that was logged as it is read now: earlier versions logged the 00 of a d100 in a sum as 100."""
        return face % self.sides if self.reading is Reading.FROM_ZERO else face

    def throw(self, dice: Dice) -> tuple[int, ...]:
        """Throw these dice."""
        if self.reading is not Reading.SUM:
            return tuple(dice.d100() for _ in range(self.count))
        return tuple(dice.die(self.sides) for _ in range(self.count))


def with_dice(thrown: Thrown, needs: Needs, faces: tuple[int, ...]) -> Thrown:
    """Add dice to those that lie on the table, behind the ones of the same name."""
    return {**thrown, needs.name: (*thrown.get(needs.name, ()), *faces)}


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


def parse_faces(text: str, needs: Needs) -> tuple[int, ...]:
    """Read typed dice: "53" for a d100, "35" or "3 5" for two d6; raises BadRollError with the reason."""
    if needs.reading is Reading.TEST:
        return (parse_d100(text),)
    parts = text.split()
    if len(parts) == 1 and needs.sides < D10:
        parts = list(parts[0])
    faces = tuple(int(part) for part in parts if part.isascii() and part.isdigit() and len(part) <= LONGEST_FACE)
    dice = f"{needs.count} d{needs.sides}"
    if len(faces) != len(parts) or not all(needs.allows(face) for face in faces):
        shows = f"1 to {needs.sides}" if needs.reading is Reading.SUM else "00 to 99"
        raise BadRollError("roll", f"“{text.strip()}” is not {dice}: each shows {shows}")
    if len(faces) != needs.count:
        raise BadRollError("roll", f"{len(faces)} typed, {dice} are rolled")
    return faces


def reading_of(sides: int, hundred: Reading) -> Reading:
    """Return how a die of a sum is read; `hundred` says how the system reads a d100 there."""
    return hundred if sides == D100_SIDES else Reading.SUM


def summed_face(shown: int, sides: int, hundred: Reading) -> int:
    """Return what one die of a sum counts: a d10's 0 counts ten, a d100's 00 as the system reads it.

    A face of 100 that an earlier version logged is the 00 of a d100.
    """
    if reading_of(sides, hundred) is Reading.FROM_ZERO:
        return shown % sides
    return sides if shown == 0 and sides in SHOWING_ZERO else shown


def flip_flop(roll: int) -> int:
    """Swap the two dice of a d100 (83 becomes 38, 5 becomes 50)."""
    tens, ones = divmod(roll, 10)
    return 10 * ones + tens


def is_double(roll: int) -> bool:
    """Tell whether both dice of a d100 show the same (00, 11 … 99)."""
    tens, ones = divmod(roll, 10)
    return tens == ones
