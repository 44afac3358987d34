"""Sums of dice: `2d10+3`, `3d10`, `1d6-1`, `2d6 + 1d10`, `d100` (rules, "Dice")."""

import re
from typing import Self

from msgspec import Struct

from gm_desk.core.errors import BadExpressionError
from gm_desk.core.rules.dice import MOST_DICE, Needs, Reading, Thrown, reading_of, summed_face
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import DiceTotal
from gm_desk.core.rules.requests import DiceSum

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

    def needs(self, hundred: Reading) -> list[Needs]:
        """List all dice of the sum, term by term; `hundred` says how the system reads a d100 in a sum."""
        return [Needs(ROLLS, term.sides, term.count, reading_of(term.sides, hundred)) for term in self.dice]

    def total(self, thrown: Thrown, hundred: Reading) -> int | Needs:
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


def resolve(request: DiceSum, thrown: Thrown, hundred: Reading) -> DiceTotal | Needs:
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
