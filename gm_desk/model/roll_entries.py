"""Entries of rolls, and the evenings that they belong to."""

from msgspec import Struct, structs

from gm_desk.core.draft import Draft
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import Request
from gm_desk.store.entries import EVENING_ENDS_AFTER, Entry, Event, Harmed


class Roll(Struct, frozen=True):
    """Hold what was rolled, or happened without a roll, before it is an entry."""

    draft: Draft
    request: Request | Event
    house: House
    dice: Thrown
    by_hand: bool = False
    secret: bool = False
    note: str = ""
    harmed: Harmed | None = None


def entry_of(roll: Roll, entry_id: str, batch: str, system: str, now: int) -> Entry:
    """Make the entry of a roll, in an evening of its own; without a batch it begins one."""
    return Entry(
        id=entry_id,
        batch=batch or entry_id,
        session=entry_id,
        time=now,
        system=system,
        draft=roll.draft,
        request=roll.request,
        house=roll.house,
        dice=dict(roll.dice),
        by_hand=roll.by_hand,
        secret=roll.secret,
        note=roll.note,
        harmed=roll.harmed,
    )


def placed(entry: Entry, last: Entry | None) -> Entry:
    """Give an entry the time and the evening that follow from the last one, if there is one."""
    return structs.replace(entry, time=_time_after(last, entry.time), session=evening_at(entry.time, last) or entry.id)


def evening_at(now: int, last: Entry | None) -> str:
    """Give the evening of a roll at a time: the last roll's, unless that was long ago; "" where it begins one."""
    if last is None or not 0 <= _time_after(last, now) - last.time < EVENING_ENDS_AFTER:
        return ""
    return last.session


def _time_after(last: Entry | None, now: int) -> int:
    """Give the time, which runs on where the clock was put back a little."""
    return last.time if last is not None and 0 < last.time - now < EVENING_ENDS_AFTER else now
