"""Dice: where they come from, how they are read, sums of dice, and rounding (rules, "Dice")."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol, Self

from msgspec import Struct

from gm_desk.core.errors import BadExpressionError, BadRollError
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import DiceTotal
from gm_desk.core.rules.requests import DiceSum


def half_up(number: int, divisor: int) -> int:
    """Divide and round half up (EP2: 45 ÷ 2 is 23, 105 ÷ 2 is 53)."""
    return (2 * number + divisor) // (2 * divisor)


def up(number: int, divisor: int) -> int:
    """Divide and round up (EP1: WT, TT, DR and INIT)."""
    return -(-number // divisor)


def down(number: int, divisor: int) -> int:
    """Divide and round down (EP1: Fray ÷ 2 and damage bonus; both: counting wounds and traumas)."""
    return number // divisor


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


class DieReading(StrEnum):
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
    reading: DieReading = DieReading.TEST

    def allows(self, face: int) -> bool:
        """Tell whether such a die can show this."""
        if self.reading is not DieReading.SUM:
            return 0 <= face < self.sides
        return 1 <= face <= self.sides or (face == 0 and self.sides in SHOWING_ZERO)

    def shown(self, face: int) -> int:
        """Return a face that was logged as it is read now: earlier versions logged the 00 of a d100 in a sum as 100."""
        return face % self.sides if self.reading is DieReading.FROM_ZERO else face

    def throw(self, dice: Dice) -> tuple[int, ...]:
        """Throw these dice."""
        if self.reading is not DieReading.SUM:
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
    if needs.reading is DieReading.TEST:
        return (parse_d100(text),)
    parts = text.split()
    if len(parts) == 1 and needs.sides < D10:
        parts = list(parts[0])
    faces = tuple(int(part) for part in parts if part.isascii() and part.isdigit() and len(part) <= LONGEST_FACE)
    dice = f"{needs.count} d{needs.sides}"
    if len(faces) != len(parts) or not all(needs.allows(face) for face in faces):
        shows = f"1 to {needs.sides}" if needs.reading is DieReading.SUM else "00 to 99"
        raise BadRollError("roll", f"“{text.strip()}” is not {dice}: each shows {shows}")
    if len(faces) != needs.count:
        raise BadRollError("roll", f"{len(faces)} typed, {dice} are rolled")
    return faces


def reading_of(sides: int, hundred: DieReading) -> DieReading:
    """Return how a die of a sum is read; `hundred` says how the system reads a d100 there."""
    return hundred if sides == D100_SIDES else DieReading.SUM


def summed_face(shown: int, sides: int, hundred: DieReading) -> int:
    """Return what one die of a sum counts: a d10's 0 counts ten, a d100's 00 as the system reads it.

    A face of 100 that an earlier version logged is the 00 of a d100.
    """
    if reading_of(sides, hundred) is DieReading.FROM_ZERO:
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


ROLLS = "rolls"
MOST_SIDES = 1000
LONGEST = 1000

TERM = r"\s*([+-]?)\s*(?:([0-9]{0,4})d([0-9]{1,4})|([0-9]{1,4}))\s*"


class Term(Struct, frozen=True):
    """Hold one part of a sum: `count` dice of `sides`, or with no sides the number `count`; `sign` is 1 or −1."""

    sign: int
    count: int
    sides: int = 0


class Expression(Struct, frozen=True):
    """Hold a sum of dice and numbers, in the order they were written."""

    terms: tuple[Term, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an expression; raises BadExpressionError with the reason."""
        if len(text) > LONGEST:
            raise BadExpressionError("expression", f"it is longer than {LONGEST} characters")
        found = cls(_terms(text.replace(TRUE_MINUS, "-"))).checked()
        if not found.dice:
            raise BadExpressionError("expression", "it names no dice: write it like 2d10+3")
        return found

    def checked(self) -> Self:
        """Return the sum itself; raises BadExpressionError where it has more dice than can be rolled."""
        if sum(term.count for term in self.dice) > MOST_DICE:
            raise BadExpressionError("expression", f"it asks for more than {MOST_DICE} dice")
        return self

    @property
    def words(self) -> str:
        """Write the sum down as `parse` reads it."""
        signs = (TRUE_MINUS if term.sign < 0 else "+" for term in self.terms)
        parts = (f"{term.count}d{term.sides}" if term.sides else str(term.count) for term in self.terms)
        text = " ".join(f"{sign} {part}" for sign, part in zip(signs, parts, strict=True))
        return text.removeprefix("+ ")

    @property
    def dice(self) -> tuple[Term, ...]:
        """List the terms that are dice."""
        return tuple(term for term in self.terms if term.sides)

    def total(self, thrown: Thrown, hundred: DieReading) -> int | Needs:
        """Add the dice called "rolls" up, or name those still to be thrown; a d10's 0 counts ten."""
        rolls = thrown.get(ROLLS, ())
        total = 0
        for term in self.terms:
            if not term.sides:
                total += term.sign * term.count
                continue
            faces, rolls = rolls[: term.count], rolls[term.count :]
            if len(faces) < term.count:
                return Needs(ROLLS, term.sides, term.count - len(faces), reading_of(term.sides, hundred))
            total += term.sign * sum(summed_face(face, term.sides, hundred) for face in faces)
        return total


def resolve(request: DiceSum, thrown: Thrown, hundred: DieReading) -> DiceTotal | Needs:
    """Add the dice of a sum up, or name those still to be thrown; `hundred` says how a d100 is read.

    Raises BadExpressionError with the reason.
    """
    total = Expression.parse(request.expression).total(thrown, hundred)
    return total if isinstance(total, Needs) else DiceTotal(total)


def _terms(text: str) -> tuple[Term, ...]:
    """Split an expression into its terms; every term but the first has a sign."""
    terms: list[Term] = []
    place = 0
    while place < len(text) or not terms:
        found = re.match(TERM, text[place:], re.IGNORECASE | re.ASCII)
        if found is None or bool(found[1]) is not bool(terms):
            raise BadExpressionError("expression", f"“{text[place:].strip()}” is not dice: write it like 2d10+3")
        terms.append(_term(found))
        place += found.end()
    return tuple(terms)


def _term(found: re.Match[str]) -> Term:
    """Check one term."""
    sign = -1 if found[1] == "-" else 1
    if found[4]:
        return Term(sign, int(found[4]))
    count, sides = int(found[2] or 1), int(found[3])
    if count < 1:
        raise BadExpressionError("expression", "it asks for no dice")
    if not 1 <= sides <= MOST_SIDES:
        raise BadExpressionError("expression", f"a die has 1 to {MOST_SIDES} sides, not {sides}")
    return Term(sign, count, sides)
