"""House rules: the settings of a roster that change what dice mean (rules, "House rules")."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, structs

from gm_desk.core.errors import BadHouseError
from gm_desk.core.rules.modifiers import CAP

LARGEST_CAP = 20_000

Ruling = Literal["deadlock", "higher_roll", "higher_skill"]
Printing = Literal["late", "first"]
Tie = Literal["defender", "roll_off", "gm"]


class House(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hold the house rules of a roster; the defaults are the book, or our choice where it makes none.

    d100: `cap` holds the net modifier (None holds nothing).
    EP2: `pool_in_cap` counts a pool's +20 inside it; `default_criticals` says whether critical successes count when
    defaulting; `ruling` settles ties and double failures.
    EP1: `printing` of the book; `most_severe` lets only the largest modifier count.
    Kaiser: `characteristic_dice` are rolled for a characteristic; `tie` settles opposed ties.
    """

    cap: Annotated[int, Meta(ge=0, le=LARGEST_CAP)] | None = CAP
    pool_in_cap: bool = True
    default_criticals: Literal["ignored", "count"] = "ignored"
    ruling: Ruling = "deadlock"
    printing: Printing = "late"
    most_severe: bool = False
    characteristic_dice: Literal[1, 2] = 1
    tie: Literal["defender", "roll_off"] = "defender"


SETTINGS: Mapping[str, Mapping[str, str]] = {
    "ep1": {"cap": "cap", "printing": "printing", "most_severe": "most_severe"},
    "ep2": {
        "cap": "cap",
        "pool_in_cap": "pool_in_cap",
        "default_criticals": "default_criticals",
        "ruling": "ruling",
    },
    "kaiser": {"characteristic_dice": "characteristic_dice", "ruling": "tie"},
}
"""For each system: what a roster or a request calls a setting, and the field of House that it is."""

TYPES = {field.name: field.type for field in structs.fields(House)}


def parse_known_house(system: str, settings: Mapping[str, Any]) -> House:
    """Read the house rules of a roster, in which those of a later time have no say; raises BadHouseError."""
    return parse_house(system, {key: setting for key, setting in settings.items() if key in SETTINGS[system]})


def parse_house(system: str, settings: Mapping[str, Any]) -> House:
    """Read the house rules of a roster or a request of one system.

    Raises BadHouseError that names the setting ("house.cap").
    """
    known = SETTINGS[system]
    values: dict[str, Any] = {}
    for key, value in settings.items():
        if key not in known:
            raise BadHouseError(f"house.{key}", f"no such house rule; there are {', '.join(known)}")
        try:
            values[known[key]] = msgspec.convert(value, TYPES[known[key]])
        except msgspec.ValidationError as error:
            raise BadHouseError(f"house.{key}", str(error)) from None
    return House(**values)
