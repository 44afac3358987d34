"""What dice mean, and how likely each meaning is."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from msgspec import Struct

Hand = Literal["a", "b"]
Reason = Literal["only_success", "critical", "higher_roll", "higher_skill", "tie", "both_failed", "both_succeeded"]


class Grade(StrEnum):
    """Name a verdict, best first: EP2 grades by superior results, EP1 by margin."""

    CRITICAL_SUCCESS = "critical_success"
    SUPERIOR_SUCCESS_X2 = "superior_success_x2"
    SUPERIOR_SUCCESS = "superior_success"
    EXCELLENT_SUCCESS = "excellent_success"
    SUCCESS = "success"
    FAILURE = "failure"
    SUPERIOR_FAILURE = "superior_failure"
    SUPERIOR_FAILURE_X2 = "superior_failure_x2"
    SEVERE_FAILURE = "severe_failure"
    CRITICAL_FAILURE = "critical_failure"

    @property
    def succeeds(self) -> bool:
        """Tell whether the grade is a success."""
        return self.value.endswith(("success", "success_x2"))


class Rolled(Struct, frozen=True):
    """Hold what every d100 test says: `roll` is the one that counts, after a flip-flop."""

    base: int
    sum: int
    net: int
    target: int
    roll: int
    success: bool
    critical: bool


class Outcome(Rolled, frozen=True):
    """Hold one resolved test with its superior results, none on a critical (EP2)."""

    superior: int
    grade: Grade


class MarginOutcome(Rolled, frozen=True):
    """Hold one resolved test with its margin (EP1)."""

    margin: int
    grade: Grade


class SimpleOutcome(Rolled, frozen=True):
    """Hold a test that succeeds in any case, strongly or weakly (EP1, simple success test)."""

    strong: bool


Graded = Outcome | MarginOutcome


class Contest(Struct, frozen=True):
    """Hold a resolved opposed test: each side's own verdict, who wins, and what decided (EP1, EP2)."""

    a: Graded
    b: Graded
    winner: Hand | None
    reason: Reason


class DiceTotal(Struct, frozen=True):
    """Hold the total of a sum of dice."""

    total: int


class DamageOutcome(Struct, frozen=True, omit_defaults=True):
    """Hold the damage of a hit: what the attack deals, the armor that counts against it, and what gets through.

    `wounds` is None where the target has no Wound Threshold. In Kaiser armor lessens the degrees, so that `total` is
    what gets through.
    """

    total: int
    armor: int
    through: int
    wounds: int | None = None


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
        """Return the chance to succeed, or in a simple test to succeed strongly (EP1)."""
        good = sum(len(rolls) for grade, rolls in self.rolls.items() if grade.succeeds)
        return Fraction(good, self.of)


class ContestOdds(Struct, frozen=True):
    """Hold how many of ten thousand pairs of rolls each side wins, and how many neither (EP1, EP2)."""

    a: int
    b: int
    neither: int

    @property
    def of(self) -> int:
        """Count all the pairs there are."""
        return self.a + self.b + self.neither


Kept = tuple[int, int]


class CheckOutcome(Struct, frozen=True, omit_defaults=True):
    """Hold one resolved check; `kept` is absent for characteristics, `fumble_level` without a fumble."""

    total: int
    success: bool
    degrees: int
    fumble: bool
    open: bool
    kept: Kept | None = None
    fumble_level: int | None = None


class SideOutcome(Struct, frozen=True, omit_defaults=True):
    """Hold what one side of a contest comes to."""

    total: int
    fumble: bool
    open: bool
    kept: Kept | None = None
    fumble_level: int | None = None


class KaiserOutcome(Struct, frozen=True):
    """Hold a resolved contest: `degrees` is the difference, 0 on a tie; `counter` allows the defender a blow back."""

    a: SideOutcome
    b: SideOutcome
    winner: Hand | None
    tie: bool
    degrees: int
    counter: bool


class CheckOdds(Struct, frozen=True):
    """Hold the exact chances of a check; a fumble is a failure.

    For drawing the curve: `totals` gives the chance of each total that is neither fumble nor open roll, `opened` of
    each that an open roll reaches with its first die, and `beyond` of all that are higher still.
    """

    success: Fraction
    failure: Fraction
    open: Fraction
    fumble: Fraction
    totals: Mapping[int, Fraction]
    opened: Mapping[int, Fraction] = {}
    beyond: Fraction = Fraction(0)


class KaiserOdds(Struct, frozen=True):
    """Hold the exact chances that a is higher, that b is, and that they tie, before any ruling."""

    a: Fraction
    b: Fraction
    tie: Fraction
