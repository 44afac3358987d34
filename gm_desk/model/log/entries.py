"""Entries of rolls, the evenings they belong to, and entries that could not be written yet."""

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.combat.targets import TargetsRecord
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import Request
from gm_desk.store.journal.entries import (
    EVENING_ENDS_AFTER,
    Entry,
    Evening,
    Event,
    Harmed,
    Naming,
    Override,
    Revision,
    Search,
    StoredEntry,
    rolls_in,
)

if TYPE_CHECKING:
    from gm_desk.store.journal.rows import News


class Roll(Struct, frozen=True):
    """A roll, or an event without a roll, before it becomes an entry."""

    draft: Draft
    request: Request | Event
    house: House
    dice: Thrown
    by_hand: bool = False
    secret: bool = False
    note: str = ""
    harmed: Harmed | None = None
    override: Override | None = None
    targets: TargetsRecord | None = None


def entry_of(roll: Roll, entry_id: str, batch: str, system: str, now: int, scene: str) -> Entry:
    """Return the entry of a roll, in a new evening; an empty `batch` begins a new one."""
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
        override=roll.override,
        targets=roll.targets,
        scene=scene,
    )


def placed(entry: Entry, last: Entry | None) -> Entry:
    """Return an entry with the time and the evening that follow from the last entry, if there is one."""
    return structs.replace(entry, time=_time_after(last, entry.time), session=evening_at(entry.time, last) or entry.id)


def evening_at(now: int, last: Entry | None) -> str:
    """Return the evening of a roll made at a time: the last roll's, or "" if that was too long ago."""
    if last is None or not 0 <= _time_after(last, now) - last.time < EVENING_ENDS_AFTER:
        return ""
    return last.session


def _time_after(last: Entry | None, now: int) -> int:
    """Return a time that is not before the last entry's, if the clock was set back a little."""
    return last.time if last is not None and 0 < last.time - now < EVENING_ENDS_AFTER else now


class LogEntry(Struct, frozen=True):
    """An entry, whether it is on the disk, and its earlier judgements, oldest first."""

    entry: Entry
    saved: bool
    past: tuple[Entry, ...] = ()


class UnsavedRolls:
    """Rolls, revisions and names that are not written yet, in order.

    They are `provisional` while their evening is unknown.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self.items: list[News] = []
        self.unfit: list[News] = []
        self.provisional = False

    def set_aside(self) -> bool:
        """Move items that no log can store from the waiting ones to `unfit`; return whether there were any."""
        from gm_desk.store.journal.rows import fits

        before = len(self.items)
        self.unfit += [one for one in self.items if not fits(one)]
        self.items = [one for one in self.items if one not in self.unfit]
        return len(self.items) < before

    def forget(self) -> None:
        """Discard the waiting items."""
        self.items.clear()
        self.provisional = False

    def settle(self, placed: Callable[[Entry], Entry]) -> None:
        """Assign the rolls to their evenings, oldest first, and the names of evenings with them."""
        moved: dict[str, str] = {}
        for at, one in enumerate(self.items):
            if isinstance(one, Entry):
                self.items[at] = after = placed(one)
                moved[one.session] = after.session
            elif isinstance(one, Naming):
                self.items[at] = structs.replace(one, session=moved.get(one.session, one.session))
        self.provisional = False

    @property
    def in_words(self) -> str:
        """The number of waiting rolls, as the beginning of a sentence."""
        return _in_words(self.items)

    @property
    def unfit_in_words(self) -> str:
        """A message about the items that no log can store, or ""."""
        if not self.unfit:
            return ""
        shown = "shown until another roster is opened"
        return f"{_in_words(self.unfit)} not in the log, which cannot store what was entered there; only {shown}."

    @property
    def _all(self) -> "list[News]":
        return [*self.unfit, *self.items]

    @property
    def newest(self) -> Entry | None:
        """The newest waiting roll, or None."""
        return next((one for one in reversed(self._all) if isinstance(one, Entry)), None)

    def found(self, search: Search, without: Collection[str]) -> list[LogEntry]:
        """Return the rolls that match a search, newest first, without those of some sessions."""
        rolls = (self.revised(StoredEntry(one)) for one in reversed(self._all) if isinstance(one, Entry))
        return [one for one in rolls if search.finds(one.entry) and one.entry.session not in without]

    def roll(self, entry_id: str) -> StoredEntry | None:
        """Return the roll with an id, as it was made."""
        rolls = (one for one in self._all if isinstance(one, Entry) and one.id == entry_id)
        return next(map(StoredEntry, rolls), None)

    def revised(self, kept: StoredEntry) -> LogEntry:
        """Return a roll, written or not, with the waiting revisions applied."""
        waiting = [one for one in self._all if isinstance(one, Revision) and one.entry == kept.entry.id]
        for revision in waiting:
            kept = kept.revised(revision)
        return LogEntry(kept.entry, saved=not waiting and self.roll(kept.entry.id) is None, past=kept.past)

    def evenings(self, written: Iterable[Evening]) -> list[Evening]:
        """Return the sessions, the latest first, including waiting rolls and names."""
        known = {evening.id: evening for evening in written}
        for one in self._all:
            if isinstance(one, Entry):
                evening = known.pop(one.session, Evening(one.session, "", one.time, one.time, 0))
                known = {
                    one.session: structs.replace(evening, ended=one.time, rolls=evening.rolls + rolls_in(one)),
                    **known,
                }
            elif isinstance(one, Naming) and one.session in known:
                known[one.session] = structs.replace(known[one.session], name=one.name)
        return list(known.values())


def _in_words(news: "Iterable[News]") -> str:
    """Return the number of rolls, as the beginning of a sentence."""
    rolls = sum(rolls_in(one) for one in news if isinstance(one, Entry))
    return f"{rolls} roll" + (" is" if rolls == 1 else "s are") if rolls else "A change to the log is"
