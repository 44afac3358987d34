"""What dice mean in Kaiser, and how likely each meaning is."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from gm_desk.core.rules.outcomes import Hand

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
