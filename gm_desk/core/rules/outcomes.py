"""Outcomes of requests, and their odds."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from msgspec import Struct

Hand = Literal["a", "b"]
HANDS: tuple[Hand, Hand] = ("a", "b")
Reason = Literal["only_success", "critical", "higher_roll", "higher_skill", "tie", "both_failed", "both_succeeded"]


class Grade(StrEnum):
    """The grades of d100 tests, best first; EP2 grades by superior results, EP1 by margin."""

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
        """Whether the grade is a success."""
        return self.value.endswith(("success", "success_x2"))


GRADES = tuple(Grade)
"""All grades; going through an enumeration takes longer."""


class Rolled(Struct, frozen=True, gc=False):
    """The common fields of d100 outcomes; `roll` is the one that counts, after a flip-flop."""

    base: int
    sum: int
    net: int
    target: int
    roll: int
    success: bool
    critical: bool


class Outcome(Rolled, frozen=True):
    """The outcome of a test with its superior results, 0 on a critical (EP2)."""

    superior: int
    grade: Grade


class MarginOutcome(Rolled, frozen=True):
    """The outcome of a test with its margin (EP1)."""

    margin: int
    grade: Grade


class SimpleOutcome(Rolled, frozen=True):
    """The outcome of a test that always succeeds, strongly or weakly (EP1, "Simple success tests")."""

    strong: bool


Graded = Outcome | MarginOutcome


class Contest(Struct, frozen=True, gc=False):
    """The outcome of an opposed test: each side's own outcome, the winner and the reason (EP1, EP2)."""

    a: Graded
    b: Graded
    winner: Hand | None
    reason: Reason


class DiceTotal(Struct, frozen=True):
    """The total of a sum of dice."""

    total: int


class DamageOutcome(Struct, frozen=True, omit_defaults=True):
    """The damage of a hit: the total, the armor that counts against it, and the damage that gets through.

    `wounds` is None if the target has no Wound Threshold. In Kaiser armor is subtracted from the degrees, so that
    `total` is what gets through.
    """

    total: int
    armor: int
    through: int
    wounds: int | None = None


class Odds(Struct, frozen=True, gc=False):
    """The rolls of a hundred that have each grade, in ascending order; impossible grades are absent."""

    base: int
    sum: int
    net: int
    target: int
    rolls: Mapping[Grade, tuple[int, ...]]

    @property
    def of(self) -> int:
        """The number of rolls."""
        return sum(len(rolls) for rolls in self.rolls.values())

    @property
    def counts(self) -> dict[Grade, int]:
        """The number of rolls of each grade, best grade first."""
        return {grade: len(self.rolls[grade]) for grade in GRADES if grade in self.rolls}

    @property
    def chance(self) -> Fraction:
        """The chance to succeed, or in a simple test to succeed strongly (EP1)."""
        good = sum(len(rolls) for grade, rolls in self.rolls.items() if grade.succeeds)
        return Fraction(good, self.of)


class ContestOdds(Struct, frozen=True, gc=False):
    """How many of ten thousand pairs of rolls each side wins, and how many neither (EP1, EP2)."""

    a: int
    b: int
    neither: int

    @property
    def of(self) -> int:
        """The number of pairs."""
        return self.a + self.b + self.neither


Kept = tuple[int, int]


class CheckOutcome(Struct, frozen=True, omit_defaults=True):
    """The outcome of a check; `kept` is None for characteristics, `fumble_level` without a fumble."""

    total: int
    success: bool
    degrees: int
    fumble: bool
    open: bool
    kept: Kept | None = None
    fumble_level: int | None = None


class SideOutcome(Struct, frozen=True, omit_defaults=True):
    """The dice of one side of a contest."""

    total: int
    fumble: bool
    open: bool
    kept: Kept | None = None
    fumble_level: int | None = None


class KaiserOutcome(Struct, frozen=True):
    """The outcome of a contest: `degrees` is the difference, 0 on a tie; `counter` allows a counter-attack."""

    a: SideOutcome
    b: SideOutcome
    winner: Hand | None
    tie: bool
    degrees: int
    counter: bool


class CheckOdds(Struct, frozen=True, gc=False):
    """The exact chances of a check; a fumble counts as a failure.

    For the curve: `totals` has the chance of each total without fumble or open roll, `opened` of each total that an
    open roll reaches with its first die, and `beyond` of all higher totals.
    """

    success: Fraction
    failure: Fraction
    open: Fraction
    fumble: Fraction
    totals: Mapping[int, Fraction]
    opened: Mapping[int, Fraction] = {}
    beyond: Fraction = Fraction(0)


class KaiserOdds(Struct, frozen=True, gc=False):
    """The exact chances that a is higher, that b is higher, and that they tie, before any ruling."""

    a: Fraction
    b: Fraction
    tie: Fraction


OwnOdds = Odds | CheckOdds
"""The odds of one side by itself."""
BothOdds = ContestOdds | KaiserOdds
"""The odds of two sides against each other."""
