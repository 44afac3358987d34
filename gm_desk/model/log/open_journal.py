"""The journal of the open roster: opened when it is first needed, and tried again when it cannot be read or written."""

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.store.disk.files import HeldFileError, UnfitRollError, UnreadableFileError, UnwritableFileError

if TYPE_CHECKING:
    from gm_desk.model.log.entries import UnsavedRolls
    from gm_desk.store.journal.entries import Entry
    from gm_desk.store.journal.journal import Journal
    from gm_desk.store.journal.recovery import Recovered
    from gm_desk.store.journal.rows import News

Found = TypeVar("Found")


class OpenJournal(QObject):
    """The journal of the open roster.

    Troubles are emitted with their source ("recovery", "rows", "log copy"), and cleared with an empty text.
    `readable_changed` is emitted whenever it cannot be read, and when it can be read again; `renewed` when all that was
    read of it may be out of date.
    """

    trouble_changed = Signal(str, str)
    readable_changed = Signal()
    renewed = Signal()

    def __init__(self, open_journal: "Callable[[str], Journal]", parent: QObject | None = None) -> None:
        """Begin without a roster; `open_journal` opens the journal of one by its id."""
        super().__init__(parent)
        self.open_journal = open_journal
        self.roster = ""
        self.unreadable: UnreadableFileError | None = None
        self._opened: Journal | None = None
        self._reported: dict[str, str] = {}
        self._renewal = QTimer(self, interval=0, singleShot=True)
        self._renewal.timeout.connect(self.renewed)

    def turn_to(self, roster_id: str) -> None:
        """Begin with the journal of another roster."""
        self.close()
        self.roster, self.unreadable = roster_id, None
        for source in ("recovery", "rows", "log copy"):
            self._report(source, "")

    def close(self) -> None:
        """Close the file; it is opened again when needed."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    @property
    def _journal(self) -> "Journal":
        if self._opened is None:
            self._opened = self.open_journal(self.roster)
        return self._opened

    def read(self, ask: "Callable[[Journal], Found]") -> "Found | None":
        """Return what `ask` reads from the journal, or None if that fails."""
        journal = self._journal
        try:
            found = ask(journal)
        except UnreadableFileError as error:
            self.unreadable = error
            self.readable_changed.emit()
            return None
        finally:
            self._report_recovered(journal)
        if self.unreadable is not None:
            self.unreadable = None
            self.renew()
            self.readable_changed.emit()
        return found

    @property
    def newest(self) -> "Entry | None":
        """The newest roll on the disk, or None if there is none or it cannot be read."""
        stored = self.read(lambda journal: journal.page(1))
        return stored[0].entry if stored else None

    def write(self, news: "Sequence[News]") -> None:
        """Write rolls, revisions and names, all or none.

        Raise UnwritableFileError, and UnfitRollError if one of them cannot be stored in any file.
        """
        journal = self._journal
        try:
            journal.add(news)
        finally:
            self._report_recovered(journal)

    def check(self, rows: int) -> bool | None:
        """Check some more rows, and recover damaged ones; return whether there are more.

        Return None if they cannot be checked now.
        """
        journal = self._journal
        try:
            more = journal.check(rows)
        except UnreadableFileError:
            return None
        else:
            self.report_foreign_rows()
            return more
        finally:
            self._report_recovered(journal)

    def back_up(self, folder: Path, now: datetime) -> None:
        """Copy the log to a folder of backups, unless the newest copy is as large; report a failure."""
        journal = self._journal
        try:
            journal.back_up(folder, now)
        except UnwritableFileError as error:
            self._report("log copy", f"The log could not be copied: {error.path} – {error.problem}.")
        else:
            self._report("log copy", "")
        finally:
            self._report_recovered(journal)

    def tidy(self) -> bool:
        """Do some of the maintenance, if the file is open; return whether there may be more."""
        return self._opened is not None and self._opened.tidy()

    def renew(self) -> None:
        """Have everything read again, when events are processed."""
        self._renewal.start()

    def report_foreign_rows(self) -> None:
        """Report the number of entries read so far that this version does not understand."""
        with contextlib.suppress(UnreadableFileError):
            self._report("rows", rows_in_words(self._journal.not_understood()))

    def _report(self, source: str, trouble: str) -> None:
        """Emit a trouble, or its end, if that has changed."""
        if trouble != self._reported.get(source, ""):
            self._reported[source] = trouble
            self.trouble_changed.emit(source, trouble)

    def _report_recovered(self, journal: "Journal") -> None:
        """Report the recovery of a damaged log and have it read again; the message stays while the roster is open."""
        if journal.recovered is not None:
            recovered, journal.recovered = journal.recovered, None
            self._report("recovery", recovered_in_words(recovered))
            self.renew()


def recovered_in_words(recovered: "Recovered") -> str:
    """Return the message on how much of a damaged log was recovered, and how much is lost."""
    rolls = "1 roll was" if recovered.rolls == 1 else f"{recovered.rolls or 'no'} rolls were"
    return f"The log was damaged: {rolls} recovered, {_lost(recovered)}; the damaged file is kept as {recovered.copy}."


def rows_in_words(rows: int) -> str:
    """Return the message on how many entries of a log this version cannot read, "" for none."""
    if not rows:
        return ""
    what = "1 entry of the log was" if rows == 1 else f"{rows} entries of the log were"
    shown = "is not shown; it stays" if rows == 1 else "are not shown; they stay"
    return f"{what} written by another version of GM Desk in a way that this one cannot read, and {shown} in the file."


def _lost(recovered: "Recovered") -> str:
    if recovered.lost:
        return f"{'at least ' if recovered.more else ''}{recovered.lost} could not be"
    return "how many were lost is not known" if recovered.more else "none is known to be lost"


class RollWriter(QObject):
    """The rolls and changes that are being added to the journal; those that could not be written are kept.

    Rolls are placed in the evening of the newest one. Troubles are emitted with their source ("log", "unfit"), and
    cleared with an empty text. `saved` is emitted when everything has been written, and `failing` with True while the
    journal has to be tried again.
    """

    trouble_changed = Signal(str, str)
    saved = Signal()
    failing = Signal(bool)

    def __init__(self, journal: OpenJournal, parent: QObject | None = None) -> None:
        """Write to a journal."""
        super().__init__(parent)
        self._journal = journal
        self._newest: Entry | None = None
        self._waiting: UnsavedRolls | None = None
        self._problem = ""
        journal.readable_changed.connect(self._report)

    def begin(self) -> None:
        """Begin with the journal of another roster; what is unsaved is lost."""
        unfit = self._waiting is not None and bool(self._waiting.unfit)
        self._newest = self._waiting = None
        self._problem = ""
        self._report()
        if unfit:
            self.trouble_changed.emit("unfit", "")

    def forget(self) -> None:
        """Discard what cannot be written."""
        if self._waiting is not None:
            self._waiting.forget()
        self._problem = ""
        self._report()

    @property
    def unsaved(self) -> int:
        """The number of rolls and changes that are not on the disk."""
        return len(self._waiting.items) if self._waiting is not None else 0

    @property
    def waiting(self) -> "UnsavedRolls":
        """The rolls and changes that are not on the disk."""
        from gm_desk.model.log.entries import UnsavedRolls

        if self._waiting is None:
            self._waiting = UnsavedRolls()
        return self._waiting

    @property
    def newest(self) -> "Entry | None":
        """The newest roll, or None if there is none or the journal cannot be read."""
        if self._newest is None and self._journal.unreadable is None:
            self._newest = self.waiting.newest or self._journal.newest
        return self._newest

    def place(self, entry: "Entry") -> "Entry":
        """Return a new entry in its evening, which is provisional while the journal cannot be read."""
        self.waiting.provisional |= self.newest is None and self._journal.unreadable is not None
        return self._placed(entry)

    def write(self, news: "Sequence[News]") -> None:
        """Write rolls and changes, after those that are unsaved."""
        self.waiting.items += news
        self.flush()

    def write_now(self, news: "Sequence[News]") -> None:
        """Write rolls and changes from elsewhere, all or none; raise UnwritableFileError."""
        self._journal.write(news)
        self._newest = None

    def flush(self) -> bool:
        """Write everything unsaved; return whether that succeeded."""
        if not self.unsaved:
            return True
        self._settle()
        self._problem = self._write_waiting()
        written = self.unsaved > 0 and not self._problem
        if written:
            self.waiting.forget()
        self._report()
        if written:
            self.saved.emit()
        return not self._problem

    def _write_waiting(self) -> str:
        """Write what is unsaved, without what no log can store; return what went wrong, or ""."""
        if self.waiting.provisional and isinstance(self._journal.unreadable, HeldFileError):
            return self._journal.unreadable.problem
        try:
            self._journal.write(self.waiting.items)
        except UnwritableFileError as error:
            if not isinstance(error, UnfitRollError) or not self.waiting.set_aside():
                return error.problem
            self.trouble_changed.emit("unfit", self.waiting.unfit_in_words)
            return self._write_waiting() if self.unsaved else ""
        return ""

    def _settle(self) -> None:
        """Assign rolls made while the journal was unreadable to their evenings, once it can be read."""
        if not self.waiting.provisional:
            return
        stored = self._journal.newest
        if self._journal.unreadable is None:
            self._newest = stored
            self.waiting.settle(self._placed)
            self._journal.renew()

    def _placed(self, entry: "Entry") -> "Entry":
        """Return an entry placed after the newest one, and make it the newest one."""
        from gm_desk.model.log.entries import placed

        self._newest = placed(entry, self._newest)
        return self._newest

    def _report(self) -> None:
        """Report why the journal cannot be written or read; `flush` ends with it."""
        if self.unsaved and not self._problem:
            return
        unreadable = self._journal.unreadable
        if self._problem:
            trouble = f"{self.waiting.in_words} not saved: {self._problem}. GM Desk keeps trying."
        else:
            trouble = "" if unreadable is None else f"The log could not be read: {unreadable.problem}."
        self.failing.emit(bool(trouble))
        self.trouble_changed.emit("log", trouble)
