"""The rolls of the open roster, written to its journal and read back."""

import contextlib
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.characters.roster import NewId
from gm_desk.store.disk.files import HeldFileError, UnfitRollError, UnreadableFileError, UnwritableFileError

if TYPE_CHECKING:
    from gm_desk.model.log.entries import LogEntry, Roll, UnsavedRolls
    from gm_desk.store.exchange.log_jsonl import LogRead
    from gm_desk.store.journal.entries import Entry, Evening, Search
    from gm_desk.store.journal.journal import Journal
    from gm_desk.store.journal.rows import News

RETRY_AFTER = 5_000
Found = TypeVar("Found")


class RollLog(QObject):
    """The log of the open roster: each roll is written before it is shown, and a failed write is repeated.

    Troubles are emitted with their source ("log", "recovery", "unfit", "rows", "log copy"), and cleared with an empty
    text.
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
        scene: Callable[[], str] = str,
        parent: QObject | None = None,
    ) -> None:
        """Begin without a roster; `open_journal` opens a journal, `now` returns milliseconds since 1970 (UTC).

        `scene` returns the id of the current scene, or "".
        """
        super().__init__(parent)
        self.open_journal = open_journal
        self._new_id = new_id
        self._now = now
        self._scene = scene
        self._system = ""
        self._roster = ""
        self._journal: Journal | None = None
        self._last: Entry | None = None
        self._waiting: UnsavedRolls | None = None
        self._unread: UnreadableFileError | None = None
        self._reported: dict[str, str] = {}
        self._retry = QTimer(self, interval=RETRY_AFTER)
        self._retry.timeout.connect(self._try_again)
        self._reload = QTimer(self, interval=0, singleShot=True)
        self._reload.timeout.connect(self.merged)

    def open(self, roster_id: str, system: str) -> None:
        """Begin with the journal of another roster; its file is opened when it is first needed.

        Unsaved entries are lost: call `flush` first.
        """
        self._unread = None
        self._waiting = None
        self._stop_retrying()
        self.close()
        self._roster, self._system = roster_id, system
        self._last = None
        for source in ("recovery", "unfit", "rows", "log copy"):
            self._report_once(source, "")
        self.opened.emit()

    def close(self) -> None:
        """Close the journal's file; it is opened again when needed."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def forget(self) -> None:
        """Discard what cannot be written."""
        if self._waiting is not None:
            self._waiting.forget()
        self._stop_retrying()

    @property
    def roster(self) -> str:
        """The id of the roster of this log."""
        return self._roster

    @property
    def unreadable(self) -> UnreadableFileError | None:
        """The reason why the log cannot be read, or None."""
        return self._unread

    @property
    def unsaved(self) -> int:
        """The number of rolls and changes that are not on the disk."""
        return len(self._waiting.items) if self._waiting is not None else 0

    @property
    def _waiting_rolls(self) -> "UnsavedRolls":
        """The rolls and changes that are not on the disk."""
        from gm_desk.model.log.entries import UnsavedRolls

        if self._waiting is None:
            self._waiting = UnsavedRolls()
        return self._waiting

    @property
    def is_open(self) -> bool:
        """Whether there is a roster, so that its journal can be opened when needed."""
        return bool(self._roster)

    @property
    def tonight(self) -> str:
        """The session of a roll made now, "" if it would begin a new one."""
        from gm_desk.model.log.entries import evening_at

        return evening_at(self._now(), self._newest)

    def add(self, rolls: "Sequence[Roll]", batch: str = "") -> "list[Entry]":
        """Write simultaneous rolls, or those of one batch; emit `added` for each and return their entries."""
        from gm_desk.model.log.entries import LogEntry

        entries: list[Entry] = []
        for roll in rolls:
            entries.append(self._entry(roll, batch or (entries[0].id if entries else "")))
        self._waiting_rolls.items += entries
        self.flush()
        for entry in entries:
            self.added.emit(LogEntry(entry, saved=self._waiting_rolls.roll(entry.id) is None))
        self.all_added.emit()
        return entries

    def revise(self, before: "Entry", after: "Entry", *, back: bool = False) -> None:
        """Write the changes of an entry, with `back` as the undoing of a change; emit `revised`."""
        from gm_desk.model.log.entries import LogEntry
        from gm_desk.store.journal.entries import OF_REVISIONS, Revision

        fields = (name for name in Revision.__struct_fields__ if name not in OF_REVISIONS)
        changes = {name: getattr(after, name) for name in fields if getattr(after, name) != getattr(before, name)}
        if not changes:
            return
        revision = Revision(id=self._new_id(), entry=before.id, time=self._now(), back=back, **changes)
        self._waiting_rolls.items.append(revision)
        self.flush()
        kept = self.kept(before.id)
        self.revised.emit(kept or LogEntry(after, saved=not self.unsaved))

    def name_session(self, session: str, name: str) -> None:
        """Name an evening, "" for none, and emit `named`."""
        from gm_desk.store.journal.entries import Naming

        self._waiting_rolls.items.append(Naming(id=self._new_id(), session=session, time=self._now(), name=name))
        self.flush()
        self.named.emit(session)

    def merge(self, read: "LogRead") -> int:
        """Add rolls from elsewhere, all or none, and emit `merged`; return the number of new ones.

        Existing rolls and names of evenings stay as they are, and rolls dated in the future are ignored. Raise
        UnwritableFileError.
        """
        from gm_desk.store.journal.entries import EVENING_ENDS_AFTER, rolls_in

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
        """Write everything unsaved; return whether that succeeded."""
        if not self.unsaved:
            return True
        self._settle()
        if self._waiting_rolls.provisional and isinstance(self._unread, HeldFileError):
            self._keep_trying(self._unread.problem)
            return False
        journal = self._journal_of_roster()
        try:
            journal.add(self._waiting_rolls.items)
        except UnfitRollError as error:
            if self._waiting_rolls.set_aside():
                self._report_once("unfit", self._waiting_rolls.unfit_in_words)
                return self.flush()
            self._keep_trying(error.problem)
            return False
        except UnwritableFileError as error:
            self._keep_trying(error.problem)
            return False
        finally:
            self._report_recovered(journal)
        self._waiting_rolls.forget()
        self._stop_retrying()
        self.saved.emit()
        return True

    def page(
        self, limit: int, before: str = "", search: "Search | None" = None, without: Collection[str] = ()
    ) -> "list[LogEntry]":
        """Return rolls that match a search, newest first, older than the one with the id `before`.

        Those of the sessions `without` are left out. Unsaved rolls come first, and do not count towards the limit.
        """
        from gm_desk.store.journal.entries import Search

        search = search or Search()
        waiting = [] if before else self._waiting_rolls.found(search, without)
        older = "" if before and self._waiting_rolls.roll(before) is not None else before
        stored = self._read(lambda journal: journal.page(limit, older, search, without)) or []
        self._count_rows()
        return waiting + [self._waiting_rolls.revised(kept) for kept in stored]

    def kept(self, entry_id: str) -> "LogEntry | None":
        """Return the roll with an id, or None."""
        found = self._waiting_rolls.roll(entry_id) or self._read(lambda journal: journal.kept(entry_id))
        return None if found is None else self._waiting_rolls.revised(found)

    def evenings(self) -> "list[Evening]":
        """Return the sessions, the latest first, including unsaved rolls."""
        return self._waiting_rolls.evenings(self._read(lambda journal: journal.evenings()) or [])

    def check(self, rows: int) -> bool | None:
        """Check some more rows of the journal, and recover damaged ones; return whether there are more.

        Return None if they cannot be checked now.
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
            self._report_recovered(journal)

    def back_up(self, folder: Path, now: datetime) -> None:
        """Copy the log to a folder of backups, unless the newest copy is as large; report a failure."""
        journal = self._journal_of_roster()
        try:
            journal.back_up(folder, now)
        except UnwritableFileError as error:
            self._report_once("log copy", f"The log could not be copied: {error.path} – {error.problem}.")
        else:
            self._report_once("log copy", "")
        finally:
            self._report_recovered(journal)

    def bring_back(self, news: "Sequence[News]") -> int:
        """Add the rows of a copy that are missing from the log, emit `merged`, and return the number of new rolls.

        Raise UnwritableFileError.
        """
        self.flush()
        before = self.rolls
        self._journal_of_roster().add(news)
        self._last = None
        self.merged.emit()
        return self.rolls - before

    @property
    def rolls(self) -> int:
        """The number of rolls of all evenings."""
        return sum(evening.rolls for evening in self.evenings())

    def tidy(self) -> bool:
        """Let the journal do some of its maintenance, if it is open; return whether there may be more."""
        return self._journal is not None and self._journal.tidy()

    def _read(self, ask: "Callable[[Journal], Found]") -> "Found | None":
        """Return what `ask` reads from the journal; if that fails, report it, schedule a retry and return None."""
        journal = self._journal_of_roster()
        try:
            found = ask(journal)
        except UnreadableFileError as error:
            self._unread = error
            self._retry.start()
            if not self.unsaved:
                self._report(f"The log could not be read: {error.problem}.")
            return None
        finally:
            self._report_recovered(journal)
        if self._unread is not None:
            self._unread = None
            self._reload.start()
            if not self.unsaved:
                self._stop_retrying()
        return found

    def _try_again(self) -> None:
        """Retry reading and writing."""
        if self._unread is not None:
            self._read(lambda journal: journal.page(1))
        self.flush()

    def _settle(self) -> None:
        """Assign rolls made while the log was unreadable to their evenings, once it can be read."""
        if not self._waiting_rolls.provisional:
            return
        stored = self._read(lambda journal: journal.page(1))
        if stored is not None:
            self._last = stored[0].entry if stored else None
            self._waiting_rolls.settle(self._placed)
            self._reload.start()

    def _placed(self, entry: "Entry") -> "Entry":
        """Return an entry placed after the last one, and make it the last one."""
        from gm_desk.model.log.entries import placed

        self._last = placed(entry, self._last)
        return self._last

    def _keep_trying(self, problem: str) -> None:
        """Report the unsaved entries with the reason, and schedule a retry."""
        self._retry.start()
        self._report(f"{self._waiting_rolls.in_words} not saved: {problem}. GM Desk keeps trying.")

    def _stop_retrying(self) -> None:
        """Stop retrying, and clear the trouble unless the log cannot be read."""
        if self._unread is None:
            self._retry.stop()
            self._report("")
        else:
            self._report(f"The log could not be read: {self._unread.problem}.")

    def _entry(self, roll: "Roll", batch: str) -> "Entry":
        """Return the entry of a roll; an empty `batch` begins a new one."""
        from gm_desk.model.log.entries import entry_of, placed

        self._waiting_rolls.provisional |= self._newest is None and self._unread is not None
        made = entry_of(roll, self._new_id(), batch, self._system, self._now(), self._scene())
        self._last = placed(made, self._newest)
        return self._last

    @property
    def _newest(self) -> "Entry | None":
        if self._last is None and self._unread is None:
            self._last = next((logged.entry for logged in self.page(1)), None)
        return self._last

    def _journal_of_roster(self) -> "Journal":
        if self._journal is None:
            self._journal = self.open_journal(self._roster)
        return self._journal

    def _report(self, trouble: str) -> None:
        self.trouble_changed.emit("log", trouble)

    def _count_rows(self) -> None:
        """Report the number of entries read so far that this version does not understand."""
        from gm_desk.model.log.entries import rows_in_words

        with contextlib.suppress(UnreadableFileError):
            self._report_once("rows", rows_in_words(self._journal_of_roster().not_understood()))

    def _report_once(self, source: str, trouble: str) -> None:
        """Emit a trouble, or its end, if that has changed."""
        if trouble != self._reported.get(source, ""):
            self._reported[source] = trouble
            self.trouble_changed.emit(source, trouble)

    def _report_recovered(self, journal: "Journal") -> None:
        """Report the recovery of a damaged log and have it read again; the message stays while the roster is open."""
        from gm_desk.model.log.entries import recovered_in_words

        if journal.recovered is not None:
            recovered, journal.recovered = journal.recovered, None
            self._report_once("recovery", recovered_in_words(recovered))
            self._reload.start()
