"""Modifiers of a test: how they are typed, added up and held to the cap, and those that every system counts alike."""

from typing import Annotated

from msgspec import Meta, Struct

from gm_desk.core.errors import BadModifierError

STEP = 10
LARGEST = 300
TRUE_MINUS = "\N{MINUS SIGN}"

ModifierValue = Annotated[int, Meta(ge=-LARGEST, le=LARGEST, multiple_of=STEP)]
FlatValue = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]


class Modifier(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A labelled modifier of a d100 test: a multiple of ten from −300 to 300."""

    value: ModifierValue
    label: str = ""


class FlatModifier(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A labelled modifier of any size from −300 to 300 (Kaiser, "Modifiers")."""

    value: FlatValue
    label: str = ""


class Net(Struct, frozen=True, gc=False):
    """The raw `sum` of modifiers, and the capped `net` that counts."""

    sum: int
    net: int

    @property
    def wasted(self) -> int:
        """The part of the sum that exceeds the cap."""
        return abs(self.sum - self.net)


def capped(total: int, cap: int | None) -> int:
    """Return a sum limited to ±cap; None is no limit (EP1, EP2, "Modifiers and the cap")."""
    return total if cap is None else max(-cap, min(cap, total))


def limited(modifier: int) -> int:
    """Return a modifier within the range from −300 to 300."""
    return capped(modifier, LARGEST)


def parse_modifier(text: str, step: int = STEP) -> int:
    """Parse `+10`, `10`, `-10` or `−10` (U+2212) as a multiple of `step` from −300 to 300.

    Raise BadModifierError with the reason.
    """
    plain = text.strip().replace(TRUE_MINUS, "-").replace("+ ", "+").replace("- ", "-")
    digits = plain.removeprefix("+") if plain.startswith("+") else plain.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise BadModifierError("modifier", f"“{text.strip()}” is not a number")
    shown = plain.replace("-", TRUE_MINUS)
    digits = digits.lstrip("0") or "0"  # int() refuses numbers with thousands of digits
    if len(digits) > len(str(LARGEST)) or int(digits) > LARGEST:
        raise BadModifierError("modifier", f"{shown[:9]} is outside the range {TRUE_MINUS}{LARGEST} to +{LARGEST}")
    if int(digits) % step:
        raise BadModifierError("modifier", f"{shown} is not a multiple of ten")
    return -int(digits) if plain.startswith("-") else int(digits)


HELPER = 10
MOST_HELP = 30
RETRY = -10
SPECIALISATION = 10


def teamwork(helpers: int) -> int:
    """Return the modifier for helpers: ten each, at most thirty (EP1, EP2, "Modifiers and the cap")."""
    return min(MOST_HELP, HELPER * helpers)


def retry(failures: int) -> int:
    """Return the modifier for earlier failures of a test by the same character (EP1, EP2, "Modifiers and the cap")."""
    return RETRY * failures
