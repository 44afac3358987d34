"""The export of rolls: gathered in slices, so that the window stays responsive, in the format the GM wants."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from msgspec import Struct, structs
from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.log.bound_log import RosterLog
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.entry_text import row_of
from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.exchange.log_jsonl import line_of
from gm_desk.store.exchange.log_texts import LogRow, csv_of, recap_of, text_of
from gm_desk.store.journal.entries import Kept, Search, rolls_in

SLICE = 50


class LogFormat(StrEnum):
    """The formats of an export."""

    RECAP = "md"
    CSV = "csv"
    LINES = "jsonl"
    TEXT = "txt"


class ExportRequest(Struct, frozen=True):
    """Which rolls to export and how: those with the ids, or all that match the search; secret ones only if asked for.

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
        """The search, which excludes secret rolls that are not asked for."""
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
        """Return the export of the newest rolls, at most `most`, at once; "" where there are none.

        Raise UnreadableFileError.
        """
        self._evenings = {evening.id: evening.name for evening in self._log.evenings()}
        found = self._page("", most)[:most]
        self._log.close()
        found = [logged for logged in found if self._wanted.lets_through(logged)]
        return self._encoded([*map(self._exported, found[::-1])]).decode("utf-8-sig") if found else ""

    def _gather_slice(self) -> None:
        """Gather a slice; fail where the log cannot be read to its end, rather than export a part of it."""
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
            return line_of(Kept(roll.entry, roll.past), self._name(roll)) + b"\n"
        return row_of(roll.entry, roll.past, self._name(roll))

    def _encoded(self, told: Sequence[LogRow | bytes]) -> bytes:
        """Return the rolls in the format of the export, the oldest first."""
        if self._wanted.form is LogFormat.LINES:
            return b"".join(one for one in told if isinstance(one, bytes))
        rows = [one for one in told if isinstance(one, LogRow)]
        spell: dict[LogFormat, Callable[[list[LogRow]], bytes]] = {
            LogFormat.CSV: csv_of,
            LogFormat.RECAP: self._recap,
            LogFormat.TEXT: _text,
        }
        return spell[self._wanted.form](rows)

    def _recap(self, rows: list[LogRow]) -> bytes:
        return recap_of(self._wanted.title, rows).encode()

    def _name(self, logged: LogEntry) -> str:
        return self._evenings.get(logged.entry.session, "")


def _text(rows: list[LogRow]) -> bytes:
    return (text_of(rows) + "\n" * bool(rows)).encode()
