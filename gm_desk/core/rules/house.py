"""House rules: the settings of a roster that change the rules (EP1, EP2, Kaiser, "House rules")."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, structs

from gm_desk.core.errors import BadHouseError

CAP = 60
LARGEST_CAP = 20_000

Ruling = Literal["deadlock", "higher_roll", "higher_skill"]
Printing = Literal["late", "first"]
Tie = Literal["defender", "roll_off", "gm"]


class House(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The house rules of a roster; the defaults are the book's, or ours if it has none.

    d100: `cap` limits the net modifier; None is no limit.

    EP2: `pool_in_cap` counts a pool's +20 towards the cap; `default_criticals` says whether critical successes
    count when defaulting; `ruling` settles ties and double failures; with `static_damage` damage is the average of its
    dice instead of a roll.

    EP1: `printing` is that of the book; with `most_severe` only the largest modifier counts; with `initiative_once`
    initiative is rolled once a scene.

    Kaiser: `characteristic_dice` is the number of dice for a characteristic; `tie` settles opposed ties.
    """

    cap: Annotated[int, Meta(ge=0, le=LARGEST_CAP)] | None = CAP
    pool_in_cap: bool = True
    default_criticals: Literal["ignored", "count"] = "ignored"
    ruling: Ruling = "deadlock"
    printing: Printing = "late"
    most_severe: bool = False
    characteristic_dice: Literal[1, 2] = 1
    tie: Literal["defender", "roll_off"] = "defender"
    initiative_once: bool = False
    static_damage: bool = False


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
"""For each system: the key of each setting in rosters and requests, and its field of House."""

ROSTER_SETTINGS: Mapping[str, Mapping[str, str]] = {
    **SETTINGS,
    "ep1": {**SETTINGS["ep1"], "initiative_once": "initiative_once"},
    "ep2": {**SETTINGS["ep2"], "static_damage": "static_damage"},
}
"""The settings of rosters: those of requests, and those that no request has a key for."""

TYPES = {field.name: field.type for field in structs.fields(House)}


def parse_known_house(system: str, settings: Mapping[str, Any]) -> House:
    """Parse the house rules of a roster, ignoring unknown keys of newer versions; raise BadHouseError."""
    known = ROSTER_SETTINGS[system]
    return _parsed(known, {key: setting for key, setting in settings.items() if key in known})


def parse_house(system: str, settings: Mapping[str, Any]) -> House:
    """Parse the house rules of a request.

    Raise BadHouseError with the key of the setting ("house.cap").
    """
    return _parsed(SETTINGS[system], settings)


def _parsed(known: Mapping[str, str], settings: Mapping[str, Any]) -> House:
    """Parse settings with known keys; raise BadHouseError."""
    values: dict[str, Any] = {}
    for key, value in settings.items():
        if key not in known:
            raise BadHouseError(f"house.{key}", f"no such house rule; there are {', '.join(known)}")
        try:
            values[known[key]] = msgspec.convert(value, TYPES[known[key]])
        except msgspec.ValidationError as error:
            raise BadHouseError(f"house.{key}", str(error)) from None
    return House(**values)
