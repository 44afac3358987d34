"""What dice mean, and how likely each meaning is."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct


class Grade(StrEnum):
    """Name a verdict, best first."""

    CRITICAL_SUCCESS = "critical_success"
    SUPERIOR_SUCCESS_X2 = "superior_success_x2"
    SUPERIOR_SUCCESS = "superior_success"
    SUCCESS = "success"
    FAILURE = "failure"
    SUPERIOR_FAILURE = "superior_failure"
    SUPERIOR_FAILURE_X2 = "superior_failure_x2"
    CRITICAL_FAILURE = "critical_failure"

    @property
    def succeeds(self) -> bool:
        """Tell whether the grade is a success."""
        return self.value.endswith(("success", "success_x2"))


class Outcome(Struct, frozen=True):
    """Hold one resolved d100 test: `roll` is the one that counts, after a flip-flop."""

    base: int
    sum: int
    net: int
    target: int
    roll: int
    success: bool
    critical: bool
    superior: int
    grade: Grade


class Odds(Struct, frozen=True):
    """Hold how many rolls of a hundred give each grade; grades that cannot happen are absent.

    `rolls` lists which rolls they are, in rising order.
    """

    base: int
    sum: int
    net: int
    target: int
    rolls: Mapping[Grade, tuple[int, ...]]

    @property
    def of(self) -> int:
        """Count all the rolls there are."""
        return sum(len(rolls) for rolls in self.rolls.values())

    @property
    def counts(self) -> dict[Grade, int]:
        """Count the rolls of each grade, best grade first."""
        return {grade: len(self.rolls[grade]) for grade in Grade if grade in self.rolls}

    @property
    def chance(self) -> Fraction:
        """Give the chance to succeed."""
        good = sum(len(rolls) for grade, rolls in self.rolls.items() if grade.succeeds)
        return Fraction(good, self.of)
