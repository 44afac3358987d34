"""The rolls of the open roster on their way to the disk, and back to the screen."""

import contextlib
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.characters.roster import NewId
from gm_desk.model.log.entries import (
    Logged,
    Roll,
    UnsavedRolls,
    entry_of,
    evening_at,
    placed,
    recovered_words,
    rows_words,
)
from gm_desk.store.disk.errors import HeldFileError, UnfitRollError, UnreadableFileError, UnwritableFileError
from gm_desk.store.journal.entries import (
    EVENING_ENDS_AFTER,
    OF_REVISIONS,
    Entry,
    Evening,
    Naming,
    Revision,
    Search,
    rolls_in,
)

if TYPE_CHECKING:
    from gm_desk.store.exchange.log_jsonl import LogRead
    from gm_desk.store.journal.journal import Journal
    from gm_desk.store.journal.rows import News

__all__ = ["EVERYTHING", "Roll", "RollLog"]
RETRY_AFTER = 5_000
EVERYTHING = Search()
Found = TypeVar("Found")


class RollLog(QObject):
    """Write each roll to the journal before it is shown; keep what cannot be written, and try again.

    Troubles are told with their source (“log”, “recovery”, “unfit”, “rows”, “log copy”), and end with an empty text.
    """

    added = Signal(object)
    all_added = Signal()
    revised = Signal(object)
    named = Signal(str)
    saved = Signal()
    opened = Signal()
    merged = Signal()
    trouble_changed = Signal(str, str)

    def __init__(
        self,
        open_journal: "Callable[[str], Journal]",
        new_id: NewId,
        now: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        """Log nothing yet; `open_journal` opens a roster's journal, `now` gives milliseconds since 1970 (UTC)."""
        super().__init__(parent)
        self.open_journal = open_journal
        self._new_id = new_id
        self._now = now
        self._system = ""
        self._roster = ""
        self._journal: Journal | None = None
        self._last: Entry | None = None
        self._unsaved = UnsavedRolls()
        self._unread: UnreadableFileError | None = None
        self._told: dict[str, str] = {}
        self._retry = QTimer(self, interval=RETRY_AFTER)
        self._retry.timeout.connect(self._try_again)
        self._reload = QTimer(self, interval=0, singleShot=True)
        self._reload.timeout.connect(self.merged)

    def open(self, roster_id: str, system: str) -> None:
        """Turn to the journal of a roster; the file itself is opened when it is first needed.

        What is unsaved by then is lost: flush first.
        """
        self._unread = None
        self._unsaved.begin()
        self._rest()
        self.close()
        self._roster, self._system = roster_id, system
        self._last = None
        for source in ("recovery", "unfit", "rows", "log copy"):
            self._tell_once(source, "")
        self.opened.emit()

    def close(self) -> None:
        """Close the journal's file; it is opened again when it is needed."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def forget(self) -> None:
        """Let go of what cannot be written."""
        self._unsaved.forget()
        self._rest()

    @property
    def roster(self) -> str:
        """Return the id of the roster whose log this is now."""
        return self._roster

    @property
    def unreadable(self) -> UnreadableFileError | None:
        """Return why the log cannot be read, if it cannot."""
        return self._unread

    @property
    def unsaved(self) -> int:
        """Count the rolls that are not on the disk."""
        return len(self._unsaved.items)

    @property
    def is_open(self) -> bool:
        """Return whether the log of a roster is open, or will be once it is needed."""
        return bool(self._roster)

    @property
    def tonight(self) -> str:
        """Give the session that a roll made now would belong to, "" where it would begin one."""
        return evening_at(self._now(), self._newest)

    def add(self, rolls: Sequence[Roll], batch: str = "") -> list[Entry]:
        """Write rolls down that were made at once, or belong to a batch, then tell of each; gives their entries."""
        entries: list[Entry] = []
        for roll in rolls:
            entries.append(self._entry(roll, batch or (entries[0].id if entries else "")))
        self._unsaved.items += entries
        self.flush()
        for entry in entries:
            self.added.emit(Logged(entry, saved=self._unsaved.roll(entry.id) is None))
        self.all_added.emit()
        return entries

    def revise(self, before: Entry, after: Entry, *, back: bool = False) -> None:
        """Write down what changed about an entry, or that a change was undone, then tell of it."""
        fields = (name for name in Revision.__struct_fields__ if name not in OF_REVISIONS)
        changes = {name: getattr(after, name) for name in fields if getattr(after, name) != getattr(before, name)}
        if not changes:
            return
        revision = Revision(id=self._new_id(), entry=before.id, time=self._now(), back=back, **changes)
        self._unsaved.items.append(revision)
        self.flush()
        kept = self.kept(before.id)
        self.revised.emit(kept or Logged(after, saved=not self.unsaved))

    def name_session(self, session: str, name: str) -> None:
        """Name an evening, or take its name away, then tell of it."""
        self._unsaved.items.append(Naming(id=self._new_id(), session=session, time=self._now(), name=name))
        self.flush()
        self.named.emit(session)

    def merge(self, read: "LogRead") -> int:
        """Take in rolls from elsewhere, all or none, then tell of it; gives how many were not here already.

        What is here stays as it is, and evenings that have a name keep it; a roll of the future is none. Raises
        UnwritableFileError.
        """
        self.flush()
        latest = self._now() + EVENING_ENDS_AFTER
        rolls = {roll.id: roll for roll in read.rolls if roll.time <= latest and self.kept(roll.id) is None}
        revisions = [one for one in read.revisions if one.entry in rolls]
        before = {evening.id: evening for evening in self.evenings()}
        namings = [one for one in read.namings if one.session not in before or not before[one.session].name]
        self._journal_of_roster().add([*rolls.values(), *revisions, *namings])
        self._last = None
        self.merged.emit()
        return sum(map(rolls_in, rolls.values()))

    def flush(self) -> bool:
        """Write down what is not on the disk yet; tells whether everything is."""
        if not self.unsaved:
            return True
        self._settle()
        if self._unsaved.provisional and isinstance(self._unread, HeldFileError):
            self._keep_trying(self._unread.problem)
            return False
        journal = self._journal_of_roster()
        try:
            journal.add(self._unsaved.items)
        except UnfitRollError as error:
            if self._unsaved.set_aside():
                self._tell_once("unfit", self._unsaved.unfit_in_words)
                return self.flush()
            self._keep_trying(error.problem)
            return False
        except UnwritableFileError as error:
            self._keep_trying(error.problem)
            return False
        finally:
            self._tell_recovered(journal)
        self._unsaved.forget()
        self._rest()
        self.saved.emit()
        return True

    def page(
        self, limit: int, before: str = "", search: Search = EVERYTHING, without: Collection[str] = ()
    ) -> list[Logged]:
        """Give rolls that are looked for, newest first, older than the one with the id `before`.

        Those of the sessions `without` are left out. Unsaved ones are the newest of all, and do not count towards
        the limit.
        """
        waiting = [] if before else self._unsaved.found(search, without)
        stored = self._read(lambda journal: journal.page(limit, before, search, without)) or []
        self._count_rows()
        return waiting + [self._unsaved.revised(kept) for kept in stored]

    def kept(self, entry_id: str) -> Logged | None:
        """Give one roll by its id."""
        found = self._unsaved.roll(entry_id) or self._read(lambda journal: journal.kept(entry_id))
        return None if found is None else self._unsaved.revised(found)

    def evenings(self) -> list[Evening]:
        """List the sessions, the latest first, with the rolls that are not on the disk yet."""
        return self._unsaved.evenings(self._read(lambda journal: journal.evenings()) or [])

    def check(self, rows: int) -> bool | None:
        """Check some more rows of the journal, and recover what is damaged; tells whether there are more.

        None says that they cannot be checked now.
        """
        journal = self._journal_of_roster()
        try:
            more = journal.check(rows)
        except UnreadableFileError:
            return None
        else:
            self._count_rows()
            return more
        finally:
            self._tell_recovered(journal)

    def keep(self, folder: Path, now: datetime) -> None:
        """Copy the log into a folder of backups, unless the newest copy holds as much; a failure is told."""
        journal = self._journal_of_roster()
        try:
            journal.keep(folder, now)
        except UnwritableFileError as error:
            self._tell_once("log copy", f"No copy of the log could be made: {error.path} – {error.problem}.")
        else:
            self._tell_once("log copy", "")
        finally:
            self._tell_recovered(journal)

    def bring_back(self, news: "Sequence[News]") -> int:
        """Add what a copy of the log holds and the log does not, then tell of it; returns how many rolls came back.

        Raises UnwritableFileError.
        """
        self.flush()
        before = self.rolls
        self._journal_of_roster().add(news)
        self._last = None
        self.merged.emit()
        return self.rolls - before

    @property
    def rolls(self) -> int:
        """Count the rolls of all evenings."""
        return sum(evening.rolls for evening in self.evenings())

    def tidy(self) -> bool:
        """Let the journal put some of what was written in order, if it is open; tells whether there may be more."""
        return self._journal is not None and self._journal.tidy()

    def _read(self, ask: "Callable[[Journal], Found]") -> "Found | None":
        """Ask the journal, or say that it could not be read, and try again later."""
        journal = self._journal_of_roster()
        try:
            found = ask(journal)
        except UnreadableFileError as error:
            self._unread = error
            self._retry.start()
            if not self.unsaved:
                self._tell(f"The log could not be read: {error.problem}.")
            return None
        finally:
            self._tell_recovered(journal)
        if self._unread is not None:
            self._unread = None
            self._reload.start()
            if not self.unsaved:
                self._rest()
        return found

    def _try_again(self) -> None:
        """Read what could not be read, and write what could not be written."""
        if self._unread is not None:
            self._read(lambda journal: journal.page(1))
        self.flush()

    def _settle(self) -> None:
        """Put rolls that were made while the log could not be read into the evenings they belong to, once it can be."""
        if not self._unsaved.provisional:
            return
        stored = self._read(lambda journal: journal.page(1))
        if stored is not None:
            self._last = stored[0].entry if stored else None
            self._unsaved.settle(self._placed)
            self._reload.start()

    def _placed(self, entry: Entry) -> Entry:
        """Put a roll behind the one before."""
        self._last = placed(entry, self._last)
        return self._last

    def _keep_trying(self, problem: str) -> None:
        """Say what is not saved, and why, and try again later."""
        self._retry.start()
        self._tell(f"{self._unsaved.in_words} not saved: {problem}. GM Desk keeps trying.")

    def _rest(self) -> None:
        """Try nothing again, and end the trouble, unless the log cannot be read."""
        if self._unread is None:
            self._retry.stop()
            self._tell("")
        else:
            self._tell(f"The log could not be read: {self._unread.problem}.")

    def _entry(self, roll: Roll, batch: str) -> Entry:
        """Make the entry of a roll; without a batch it begins one."""
        self._unsaved.provisional |= self._newest is None and self._unread is not None
        self._last = placed(entry_of(roll, self._new_id(), batch, self._system, self._now()), self._newest)
        return self._last

    @property
    def _newest(self) -> Entry | None:
        if self._last is None and self._unread is None:
            self._last = next((logged.entry for logged in self.page(1)), None)
        return self._last

    def _journal_of_roster(self) -> "Journal":
        if self._journal is None:
            self._journal = self.open_journal(self._roster)
        return self._journal

    def _tell(self, trouble: str) -> None:
        self.trouble_changed.emit("log", trouble)

    def _count_rows(self) -> None:
        """Say how much of the log is not understood here, as far as it was read."""
        with contextlib.suppress(UnreadableFileError):
            self._tell_once("rows", rows_words(self._journal_of_roster().not_understood()))

    def _tell_once(self, source: str, trouble: str) -> None:
        """Tell a trouble, or its end, where that is news."""
        if trouble != self._told.get(source, ""):
            self._told[source] = trouble
            self.trouble_changed.emit(source, trouble)

    def _tell_recovered(self, journal: "Journal") -> None:
        """Say what became of a damaged log, and have it read anew; that stands until another roster is opened."""
        if journal.recovered is not None:
            recovered, journal.recovered = journal.recovered, None
            self._tell_once("recovery", recovered_words(recovered))
            self._reload.start()
