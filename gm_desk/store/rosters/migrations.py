"""Formats of the past: each step brings the plain data of a file from one format to the next."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from gm_desk.store.rosters.past_action_names import IDS

Data = dict[str, Any]
Step = Callable[[Data], Data]


class Migration(Struct, frozen=True):
    """Hold a step: the number of the format that it leads `to`, and what it does to the data."""

    to: int
    step: Step


def migration(*, to: int) -> Callable[[Step], Migration]:
    """Make a migration of a function from the data of one format to those of the next."""
    return lambda step: Migration(to, step)


def migrated(data: Data, steps: Sequence[Migration], oldest: int) -> Data:
    """Bring data to the newest format, one step after the other; data without a number are of the `oldest` format.

    Data whose number is none, or that of a later format, are given back as they are.
    """
    number = data.get("format", oldest)
    if type(number) is not int:
        return data
    for one in steps:
        if number < one.to:
            data = {**one.step(data), "format": one.to}
    return data


@migration(to=1)
def number_the_state(data: Data) -> Data:
    """Leave all as it is: the first states had no number, and say the same as those of format 1."""
    return data


@migration(to=2)
def name_keys_by_ids(data: Data) -> Data:
    """Name the actions that the GM gave keys by their ids; they were named by their menus and English labels."""
    keys = data.get("keys")
    if not isinstance(keys, dict):
        return data
    named: dict[str, Any] = {}
    for name, chosen in keys.items():
        named.setdefault(str(IDS.get(name, name)), chosen)  # two actions of the past may be one by now
    return {**data, "keys": named}


OF_ROSTERS: tuple[Migration, ...] = ()
OF_STATES = (number_the_state, name_keys_by_ids)
