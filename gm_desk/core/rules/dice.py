"""Dice: sources, readings, sums, and rounding (EP1, EP2, Kaiser, "Dice")."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Literal, Protocol, Self

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
    """Divide and round down (EP1: Fray ÷ 2 and damage bonus; both editions: wounds and traumas)."""
    return number // divisor


Halving = Literal["", "up", "down"]


def halved(number: int, halving: Halving) -> int:
    """Halve a number, or return it unchanged."""
    return {"": number, "up": half_up(number, 2), "down": down(number, 2)}[halving]


Thrown = Mapping[str, tuple[int, ...]]

D100_SIDES = 100
DIGITS = 2
D10 = 10
LONGEST_FACE = 4
MOST_DICE = 100
SHOWING_ZERO = (10, 100)


class Dice(Protocol):
    """A source of dice."""

    def d100(self) -> int:
        """Roll two d10, tens first: 0 to 99."""
        ...

    def die(self, sides: int) -> int:
        """Roll one die: 1 to `sides`."""
        ...


class EntropyDice:
    """Dice from the operating system's entropy."""

    def d100(self) -> int:
        """Roll two d10, tens first: 0 to 99."""
        from secrets import randbelow

        tens = randbelow(10)
        return 10 * tens + randbelow(10)

    def die(self, sides: int) -> int:
        """Roll one die: 1 to `sides`."""
        from secrets import randbelow

        return 1 + randbelow(sides)


class DieReading(StrEnum):
    """How a die is read: the d100 of a test as 00 to 99, a die of a sum as 1 to its sides.

    `FROM_ZERO` is a d100 in a sum whose 00 is zero (EP1, EP2).
    """

    TEST = "test"
    SUM = "sum"
    FROM_ZERO = "from_zero"


class Needs(Struct, frozen=True):
    """Dice that a request still needs: `count` dice of `sides`, to be added to those called `name`."""

    name: str
    sides: int = D100_SIDES
    count: int = 1
    reading: DieReading = DieReading.TEST

    def allows(self, face: int) -> bool:
        """Return whether these dice can show a face."""
        if self.reading is not DieReading.SUM:
            return 0 <= face < self.sides
        return 1 <= face <= self.sides or (face == 0 and self.sides in SHOWING_ZERO)

    def shown(self, face: int) -> int:
        """Return a logged face as it is read now: earlier versions logged the 00 of a d100 in a sum as 100."""
        return face % self.sides if self.reading is DieReading.FROM_ZERO else face

    def throw(self, dice: Dice) -> tuple[int, ...]:
        """Roll the dice and return their faces."""
        if self.reading is not DieReading.SUM:
            return tuple(dice.d100() for _ in range(self.count))
        return tuple(dice.die(self.sides) for _ in range(self.count))


def with_dice(thrown: Thrown, needs: Needs, faces: tuple[int, ...]) -> Thrown:
    """Return the dice with new faces appended to those of the same name."""
    return {**thrown, needs.name: (*thrown.get(needs.name, ()), *faces)}


def parse_d100(text: str) -> int:
    """Return a typed d100 as 0 to 99: `00`, `0`, `5`, `05` and `53` are all valid.

    Raise BadRollError with the reason.
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise BadRollError("roll", f"“{digits}” is not a roll: type 00 to 99")
    if len(digits) > DIGITS:
        raise BadRollError("roll", f"{digits} is not a roll: a d100 reads 00 to 99")
    return int(digits)


def parse_faces(text: str, needs: Needs) -> tuple[int, ...]:
    """Return the faces of typed dice: "53" for a d100, "35" or "3 5" for two d6; raise BadRollError with the reason."""
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
        few = "Too few" if len(faces) < needs.count else "Too many"
        each = "each of " if needs.count > 1 else ""  # players tend to say the sum
        raise BadRollError("roll", f"{few} dice: type {each}{needs.count}d{needs.sides}")
    return faces


def reading_of(sides: int, hundred: DieReading) -> DieReading:
    """Return how a die of a sum is read; `hundred` is the system's reading of a d100."""
    return hundred if sides == D100_SIDES else DieReading.SUM


def summed_face(shown: int, sides: int, hundred: DieReading) -> int:
    """Return the value of one die of a sum: the 0 of a d10 is ten, the 00 of a d100 depends on the system.

    A face of 100 was logged by an earlier version and is the 00 of a d100.
    """
    if reading_of(sides, hundred) is DieReading.FROM_ZERO:
        return shown % sides
    return sides if shown == 0 and sides in SHOWING_ZERO else shown


def flip_flop(roll: int) -> int:
    """Swap the digits of a d100 roll (83 becomes 38, 5 becomes 50)."""
    tens, ones = divmod(roll, 10)
    return 10 * ones + tens


def is_double(roll: int) -> bool:
    """Return whether both dice of a d100 are equal (00, 11 … 99)."""
    tens, ones = divmod(roll, 10)
    return tens == ones


ROLLS = "rolls"
MOST_SIDES = 1000
LONGEST = 1000

TERM = r"\s*([+-]?)\s*(?:([0-9]{0,4})d([0-9]{1,4})|([0-9]{1,4}))(?![0-9])\s*"


class Term(Struct, frozen=True):
    """A term of a sum: `count` dice of `sides`, or the number `count` if `sides` is 0; `sign` is 1 or −1."""

    sign: int
    count: int
    sides: int = 0


class Expression(Struct, frozen=True):
    """A sum of dice and numbers, in the order in which it was written."""

    terms: tuple[Term, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a dice expression; raise BadExpressionError with the reason."""
        if len(text) > LONGEST:
            raise BadExpressionError("expression", f"it is longer than {LONGEST} characters")
        found = cls(_terms(text.replace(TRUE_MINUS, "-"))).checked()
        if not found.dice:
            raise BadExpressionError("expression", "it names no dice: write it like 2d10+3")
        return found

    def checked(self) -> Self:
        """Return the expression itself; raise BadExpressionError if it has too many dice."""
        if sum(term.count for term in self.dice) > MOST_DICE:
            raise BadExpressionError("expression", f"it has more than {MOST_DICE} dice")
        return self

    @property
    def words(self) -> str:
        """The expression in the notation that `parse` reads."""
        signs = (TRUE_MINUS if term.sign < 0 else "+" for term in self.terms)
        parts = (f"{term.count}d{term.sides}" if term.sides else str(term.count) for term in self.terms)
        text = " ".join(f"{sign} {part}" for sign, part in zip(signs, parts, strict=True))
        return text.removeprefix("+ ")

    @property
    def dice(self) -> tuple[Term, ...]:
        """The terms that are dice."""
        return tuple(term for term in self.terms if term.sides)

    def added_up(self, faces: Sequence[int], hundred: DieReading) -> str:
        """Return the sum of thrown dice die by die: "9 + 5 + 3" for 2d10+3."""
        left, parts = list(faces), []
        for term in self.terms:
            thrown, left = (left[: term.count], left[term.count :]) if term.sides else ([], left)
            values = [summed_face(face, term.sides, hundred) for face in thrown] if term.sides else [term.count]
            parts += [f"{TRUE_MINUS if term.sign < 0 else '+'} {value}" for value in values]
        return " ".join(parts).removeprefix("+ ")

    def total(self, thrown: Thrown, hundred: DieReading) -> int | Needs:
        """Return the total of the dice called "rolls", or the dice still needed; the 0 of a d10 counts as ten."""
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
    """Return the total of a sum of dice, or the dice still needed; `hundred` is the system's reading of a d100.

    Raise BadExpressionError with the reason.
    """
    total = Expression.parse(request.expression).total(thrown, hundred)
    return total if isinstance(total, Needs) else DiceTotal(total)


def _terms(text: str) -> tuple[Term, ...]:
    """Split an expression into terms; every term but the first has a sign."""
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
    """Return one term; raise BadExpressionError if its size is out of bounds."""
    sign = -1 if found[1] == "-" else 1
    if found[4]:
        return Term(sign, int(found[4]))
    count, sides = int(found[2] or 1), int(found[3])
    if count < 1:
        raise BadExpressionError("expression", "it has no dice")
    if not 1 <= sides <= MOST_SIDES:
        raise BadExpressionError("expression", f"a die has 1 to {MOST_SIDES} sides, not {sides}")
    return Term(sign, count, sides)
