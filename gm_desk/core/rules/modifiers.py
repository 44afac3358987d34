"""Modifiers, their sum, and the net that the cap leaves of it (rules, "Modifiers and the cap")."""

from typing import Annotated

from msgspec import Meta, Struct

from gm_desk.core.errors import BadModifierError

CAP = 60
STEP = 10
LARGEST = 300
TRUE_MINUS = "\N{MINUS SIGN}"

ModifierValue = Annotated[int, Meta(ge=-LARGEST, le=LARGEST, multiple_of=STEP)]
FlatValue = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one labelled modifier of a d100 test: a multiple of ten from −300 to 300."""

    value: ModifierValue
    label: str = ""


class FlatModifier(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one labelled modifier of any size from −300 to 300 (Kaiser, flat modifiers)."""

    value: FlatValue
    label: str = ""


class Net(Struct, frozen=True):
    """Hold what modifiers come to: their raw `sum`, and the `net` of it that counts."""

    sum: int
    net: int

    @property
    def wasted(self) -> int:
        """Count what the cap takes away, as a size."""
        return abs(self.sum - self.net)


def held(total: int, cap: int | None) -> int:
    """Hold a sum to −cap…+cap; a cap of None holds nothing."""
    return total if cap is None else max(-cap, min(cap, total))


def parse_modifier(text: str, step: int = STEP) -> int:
    """Read `+10`, `10`, `-10` or `−10` (U+2212); refuse anything that is no multiple of the step from −300 to 300.

    Raises BadModifierError with the reason.
    """
    plain = text.strip().replace(TRUE_MINUS, "-").replace("+ ", "+").replace("- ", "-")
    digits = plain.removeprefix("+") if plain.startswith("+") else plain.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise BadModifierError("modifier", f"“{text.strip()}” is not a number")
    shown = plain.replace("-", TRUE_MINUS)
    digits = digits.lstrip("0") or "0"  # what is longer is larger, and may be longer than Python reads
    if len(digits) > len(str(LARGEST)) or int(digits) > LARGEST:
        raise BadModifierError("modifier", f"{shown[:9]} is beyond {TRUE_MINUS}{LARGEST} to +{LARGEST}")
    if int(digits) % step:
        raise BadModifierError("modifier", f"{shown} is not a multiple of ten")
    return -int(digits) if plain.startswith("-") else int(digits)


HELPER = 10
MOST_HELP = 30
RETRY = -10
SPECIALISATION = 10


def teamwork(helpers: int) -> int:
    """Give the modifier of helpers: ten each, thirty at most."""
    return min(MOST_HELP, HELPER * helpers)


def retry(failures: int) -> int:
    """Give the modifier of earlier failures of the same test by the same character."""
    return RETRY * failures
