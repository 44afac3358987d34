"""Migrations of rosters and of the state: each converts the plain data of a file from one format to the next."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

Data = dict[str, Any]
Step = Callable[[Data], Data]


class Migration(Struct, frozen=True):
    """A migration: the number of its target format, and the function that converts the data."""

    to: int
    step: Step


def migration(*, to: int) -> Callable[[Step], Migration]:
    """Return a decorator that turns a function from one format to the next into a migration."""
    return lambda step: Migration(to, step)


def migrated(data: Data, steps: Sequence[Migration], oldest: int) -> Data:
    """Return data in the newest format, migrated step by step; data without a number are in the `oldest` format.

    Data with an invalid number, or with that of a later format, are returned unchanged.
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
    """Return the data unchanged: the first states had no number, and are otherwise the same as format 1."""
    return data


@migration(to=2)
def name_keys_by_ids(data: Data) -> Data:
    """Name the actions with custom shortcuts by id instead of menu and English label."""
    from gm_desk.store.rosters.past_action_names import IDS

    keys = data.get("keys")
    if not isinstance(keys, dict):
        return data
    named: dict[str, Any] = {}
    for name, chosen in keys.items():
        named.setdefault(str(IDS.get(name, name)), chosen)  # two old actions may have been merged
    return {**data, "keys": named}


OF_ROSTERS: tuple[Migration, ...] = ()
OF_STATES = (number_the_state, name_keys_by_ids)
