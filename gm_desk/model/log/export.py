"""The export of rolls of one roster, gathered in slices, even while another roster is opened."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, structs
from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.entry_text import log_row_of
from gm_desk.model.log.roll_log import RollLog
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.exchange.log_jsonl import json_line_of
from gm_desk.store.exchange.log_text import LogRow, log_as_csv, log_as_text, recap_of
from gm_desk.store.journal.entries import Evening, Search, StoredEntry, rolls_in

if TYPE_CHECKING:
    from gm_desk.store.journal.journal import Journal

Found = TypeVar("Found")


class RosterLog:
    """The log of one roster, whether it is open or not; every method that reads raises UnreadableFileError.

    While that roster is open, unsaved rolls are included; all are saved before another roster is opened.
    """

    def __init__(self, log: RollLog) -> None:
        """Bind to the roster that is open now; no file is opened before another roster is."""
        self._log = log
        self._roster = log.roster
        self._journal: Journal | None = None

    def page(self, limit: int, before: str = "", search: Search | None = None) -> list[LogEntry]:
        """Return at most `limit` rolls that match the search, newest first, older than the one with the id `before`."""
        if self._is_open:
            return self._checked(self._log.page(limit, before, search))
        return [_as_logged(kept) for kept in self._own_journal.page(limit, before, search or Search())]

    def kept(self, entry_id: str) -> LogEntry | None:
        """Return the roll with an id, or None."""
        if self._is_open:
            return self._checked(self._log.kept(entry_id))
        kept = self._own_journal.kept(entry_id)
        return None if kept is None else _as_logged(kept)

    def evenings(self) -> list[Evening]:
        """Return the sessions, the latest first."""
        return self._checked(self._log.evenings()) if self._is_open else self._own_journal.evenings()

    def close(self) -> None:
        """Close the file, if one was opened for this object."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    @property
    def _is_open(self) -> bool:
        return self._log.roster == self._roster

    @property
    def _own_journal(self) -> "Journal":
        """The journal of the roster while it is not open."""
        if self._journal is None:
            self._journal = self._log.journal.open_journal(self._roster)
        return self._journal

    def _checked(self, found: Found) -> Found:
        """Return the result of a query; raise UnreadableFileError if some of it could not be read."""
        if self._log.journal.unreadable is not None:
            raise self._log.journal.unreadable
        return found


def _as_logged(kept: StoredEntry) -> LogEntry:
    return LogEntry(kept.entry, saved=True, past=kept.past)


SLICE = 50


class LogFormat(StrEnum):
    """The formats of an export."""

    RECAP = "md"
    CSV = "csv"
    LINES = "jsonl"
    TEXT = "txt"


class ExportRequest(Struct, frozen=True):
    """The rolls to export and the format: those with the ids, or all that match the search; secret ones only if chosen.

    `title` is the heading of a recap. Without `struck`, rolls that were struck out are left out.
    """

    form: LogFormat
    title: str
    search: Search = Search()
    ids: tuple[str, ...] = ()
    secrets: bool = False
    struck: bool = True

    @property
    def looked_for(self) -> Search:
        """The search, which excludes secret rolls unless they were chosen."""
        if self.secrets or self.search.secret:
            return self.search
        return structs.replace(self.search, secret=False)

    def lets_through(self, logged: LogEntry) -> bool:
        """Return whether a roll is exported."""
        return (self.secrets or not logged.entry.secret) and (self.struck or not logged.entry.struck)


class Exporting(QObject):
    """An export from the log of one roster, even if another one is opened meanwhile.

    `progressed` counts the rolls so far, `finished` carries the bytes and the number of rolls, `failed` the reason for
    a failure.
    """

    progressed = Signal(int)
    finished = Signal(bytes, int)
    failed = Signal(str)

    def __init__(self, log: RosterLog, wanted: ExportRequest, parent: QObject | None = None) -> None:
        """Export rolls from a log; nothing happens before `start`."""
        super().__init__(parent)
        self._log = log
        self._wanted = wanted
        self._evenings: dict[str, str] = {}
        self._last = ""
        self._rolls = 0
        self._rows: list[LogRow | bytes] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._gather_slice)

    def start(self) -> None:
        """Begin to gather rolls, slice by slice."""
        self._timer.start(0)

    def stop(self) -> None:
        """Stop gathering."""
        self._timer.stop()
        self._log.close()

    def preview(self, most: int) -> str:
        """Return the export of the newest rolls, at most `most`, at once; "" if there are none.

        Raise UnreadableFileError.
        """
        self._evenings = {evening.id: evening.name for evening in self._log.evenings()}
        found = self._page("", most)[:most]
        self._log.close()
        found = [logged for logged in found if self._wanted.lets_through(logged)]
        return self._encoded([*map(self._exported, found[::-1])]).decode("utf-8-sig") if found else ""

    def _gather_slice(self) -> None:
        """Gather a slice; fail if the log cannot be read to its end, rather than export a part of it."""
        try:
            if not self._rows:
                self._evenings = {evening.id: evening.name for evening in self._log.evenings()}
            page = self._page(self._last, SLICE)
        except UnreadableFileError as error:
            self.stop()
            self.failed.emit(error.problem)
            return
        wanted = [logged for logged in page if self._wanted.lets_through(logged)]
        self._rows += map(self._exported, wanted)
        self._rolls += sum(rolls_in(logged.entry) for logged in wanted)
        self._last = page[-1].entry.id if page else ""
        self.progressed.emit(self._rolls)
        if not page or self._wanted.ids:
            self.stop()
            self.finished.emit(self._encoded(self._rows[::-1]), self._rolls)

    def _page(self, before: str, most: int) -> list[LogEntry]:
        if self._wanted.ids:
            found = (self._log.kept(entry_id) for entry_id in self._wanted.ids)
            return [logged for logged in found if logged is not None and self._wanted.lets_through(logged)]
        return self._log.page(most, before, self._wanted.looked_for)

    def _exported(self, roll: LogEntry) -> LogRow | bytes:
        """Return a roll as text, or as a line of JSON."""
        if self._wanted.form is LogFormat.LINES:
            return json_line_of(StoredEntry(roll.entry, roll.past), self._name(roll)) + b"\n"
        return log_row_of(roll.entry, roll.past, self._name(roll))

    def _encoded(self, rolls: Sequence[LogRow | bytes]) -> bytes:
        """Return the rolls in the format of the export, the oldest first."""
        if self._wanted.form is LogFormat.LINES:
            return b"".join(one for one in rolls if isinstance(one, bytes))
        rows = [one for one in rolls if isinstance(one, LogRow)]
        spell: dict[LogFormat, Callable[[list[LogRow]], bytes]] = {
            LogFormat.CSV: log_as_csv,
            LogFormat.RECAP: self._recap,
            LogFormat.TEXT: _text,
        }
        return spell[self._wanted.form](rows)

    def _recap(self, rows: list[LogRow]) -> bytes:
        return recap_of(self._wanted.title, rows).encode()

    def _name(self, logged: LogEntry) -> str:
        return self._evenings.get(logged.entry.session, "")


def _text(rows: list[LogRow]) -> bytes:
    return (log_as_text(rows) + "\n" * bool(rows)).encode()
