"""Rolls on their way out: gathered in slices, so that the window lives, and spelt as the GM wants them."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from msgspec import Struct, structs
from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.log.bound_log import BoundLog
from gm_desk.model.log.entries import Logged
from gm_desk.model.log.entry_text import row_of
from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.exchange.log_jsonl import line_of
from gm_desk.store.exchange.log_texts import LogRow, csv_of, recap_of, text_of
from gm_desk.store.journal.entries import Kept, Search, rolls_in

SLICE = 50


class Format(StrEnum):
    """Name what rolls can be exported as."""

    RECAP = "md"
    CSV = "csv"
    LINES = "jsonl"
    TEXT = "txt"


class Wanted(Struct, frozen=True):
    """Say which rolls are wanted, and how: those with the ids, or all that are looked for; secret ones if asked.

    `title` stands over a recap.
    """

    form: Format
    title: str
    search: Search = Search()
    ids: tuple[str, ...] = ()
    secrets: bool = False

    @property
    def looked_for(self) -> Search:
        """Give what is looked for, which lets no secret roll through that is not asked for."""
        if self.secrets or self.search.secret:
            return self.search
        return structs.replace(self.search, secret=False)

    def lets_through(self, logged: Logged) -> bool:
        """Tell whether a roll is told."""
        return self.secrets or not logged.entry.secret


class Exporting(QObject):
    """Gather what is wanted from the log of one roster, whichever is opened meanwhile.

    `progressed` counts the rolls so far, `finished` brings the bytes and their number, `failed` says why none come.
    """

    progressed = Signal(int)
    finished = Signal(bytes, int)
    failed = Signal(str)

    def __init__(self, log: BoundLog, wanted: Wanted, parent: QObject | None = None) -> None:
        """Take rolls from a log; nothing happens before `start`."""
        super().__init__(parent)
        self._log = log
        self._wanted = wanted
        self._evenings: dict[str, str] = {}
        self._last = ""
        self._rolls = 0
        self._told: list[LogRow | bytes] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def start(self) -> None:
        """Gather slice by slice from now on."""
        self._timer.start(0)

    def stop(self) -> None:
        """Gather no more."""
        self._timer.stop()
        self._log.close()

    def preview(self, most: int) -> str:
        """Spell the newest rolls that are wanted, at once; nothing where there are none.

        Raises UnreadableFileError.
        """
        self._evenings = {evening.id: evening.name for evening in self._log.evenings()}
        found = self._page("", most)[:most]
        self._log.close()
        return self._spelt([*map(self._tell, found[::-1])]).decode("utf-8-sig") if found else ""

    def _go_on(self) -> None:
        """Gather a slice; a log that cannot be read to its end is not told as if it ended there."""
        try:
            if not self._told:
                self._evenings = {evening.id: evening.name for evening in self._log.evenings()}
            page = self._page(self._last, SLICE)
        except UnreadableFileError as error:
            self.stop()
            self.failed.emit(error.problem)
            return
        self._told += map(self._tell, page)
        self._rolls += sum(rolls_in(logged.entry) for logged in page)
        self._last = page[-1].entry.id if page else ""
        self.progressed.emit(self._rolls)
        if not page or self._wanted.ids:
            self.stop()
            self.finished.emit(self._spelt(self._told[::-1]), self._rolls)

    def _page(self, before: str, most: int) -> list[Logged]:
        if self._wanted.ids:
            found = (self._log.kept(entry_id) for entry_id in self._wanted.ids)
            return [logged for logged in found if logged is not None and self._wanted.lets_through(logged)]
        return self._log.page(most, before, self._wanted.looked_for)

    def _tell(self, roll: Logged) -> LogRow | bytes:
        """Put a roll into words, or into a line."""
        if self._wanted.form is Format.LINES:
            return line_of(Kept(roll.entry, roll.past), self._name(roll)) + b"\n"
        return row_of(roll.entry, roll.past, self._name(roll))

    def _spelt(self, told: Sequence[LogRow | bytes]) -> bytes:
        """Join what was told, the oldest first."""
        if self._wanted.form is Format.LINES:
            return b"".join(one for one in told if isinstance(one, bytes))
        rows = [one for one in told if isinstance(one, LogRow)]
        spell: dict[Format, Callable[[list[LogRow]], bytes]] = {
            Format.CSV: csv_of,
            Format.RECAP: self._recap,
            Format.TEXT: _text,
        }
        return spell[self._wanted.form](rows)

    def _recap(self, rows: list[LogRow]) -> bytes:
        return recap_of(self._wanted.title, rows).encode()

    def _name(self, logged: Logged) -> str:
        return self._evenings.get(logged.entry.session, "")


def _text(rows: list[LogRow]) -> bytes:
    return (text_of(rows) + "\n" * bool(rows)).encode()
