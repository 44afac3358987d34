"""The log as a table: evenings and their rolls, newest first, fetched page by page."""

from collections.abc import Iterable, Sequence
from itertools import islice

from msgspec import structs
from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from gm_desk.model.log_line import Column
from gm_desk.model.log_roles import (
    ENTRY_ID,
    FACES,
    GRADE,
    KIND,
    STRUCK,
)
from gm_desk.model.log_rows import Kind, Row, below, details_of, heading_of, roll_of, the_rest
from gm_desk.model.log_table import NOTHING, LogTable
from gm_desk.model.roles import Index
from gm_desk.model.roll_log import RollLog
from gm_desk.model.unsaved_rolls import Logged
from gm_desk.store.entries import Search, rolls_in

__all__ = ["ENTRY_ID", "FACES", "GRADE", "KIND", "PAGE", "STRUCK", "Column", "Kind", "LogModel"]

PAGE = 100


class LogModel(LogTable):
    """Show the rolls of the open roster.

    One roll may be open: the row below it is left empty for its details. `arrived` tells that new rolls were put on
    top: how many rows, and how many rolls.
    """

    folded_changed = Signal(list)
    searched = Signal()
    arrived = Signal(int, int)

    def __init__(self, log: RollLog, parent: QObject | None = None, *, page: int = PAGE) -> None:
        """Follow a log; nothing is read until it is asked for, and then so many rolls at a time."""
        super().__init__(log, parent)
        self._page = page
        self._complete = True
        log.added.connect(self._insert)
        log.revised.connect(self._revise)
        log.saved.connect(self._mark_saved)
        log.named.connect(self._rename)
        log.opened.connect(self.clear)
        log.merged.connect(self.load)

    def clear(self) -> None:
        """Show nothing, until `load`."""
        self._busy = True
        self.beginResetModel()
        self._rows.clear()
        self._held.clear()
        self.evenings.clear()
        self.opened = ""
        self._complete = True
        self.endResetModel()
        self._busy = False

    def load(self) -> None:
        """Read evenings and the newest rolls."""
        self.evenings.load()
        self._read_anew()

    def _read_anew(self) -> None:
        """Read the newest of the rolls that are looked for."""
        rolls = self.log.page(self._page, search=self.search, without=self._empty)
        self._busy = True
        self.beginResetModel()
        self._rows = []
        self._rows = self._below(rolls)
        where = self.row_of(self.opened)
        if where is None:
            self.opened = ""
        else:
            self._rows.insert(where + 1, details_of(self._rows[where]))
        self.endResetModel()
        self._busy = False

    def set_search(self, search: Search) -> None:
        """Show only rolls that are looked for."""
        if search != self.search:
            self.search = search
            self._read_anew()
            self.searched.emit()

    def set_words(self, text: str) -> None:
        """Show only rolls with words that begin so, in names, skills and notes."""
        self.set_search(structs.replace(self.search, words=text))

    def set_folded(self, sessions: Iterable[str]) -> None:
        """Take it from memory which evenings are folded."""
        self.evenings.folded = set(sessions)
        if self._rows:
            self.load()

    def fold(self, sessions: Sequence[str], *, folded: bool) -> None:
        """Show the headings of evenings alone, or their rolls again; while a search is on, nothing is folded."""
        sessions = [one for one in sessions if one in self.evenings.order]
        if self._searching or not self.evenings.fold(sessions, folded=folded):
            return
        self.folded_changed.emit(sorted(self.evenings.folded))
        first = next((at for at, row in enumerate(self._rows) if row.kind is Kind.HEADING and row.id in sessions), None)
        if first is not None:
            self._renew_below(first)

    def open(self, entry_id: str) -> bool:
        """Make room for the details of a roll, instead of another one's; tells whether it is in sight."""
        self.close()
        row = self.row_of(entry_id)
        if row is None:
            return False
        self.opened = entry_id
        self._put_in(row + 1, [details_of(self._rows[row])])
        self._changed(row)
        return True

    def close(self) -> None:
        """Take the details away; a roll that is no longer among those looked for then goes as well."""
        row, logged = self.row_of(self.opened), self.logged(self.opened)
        self.opened = ""
        if row is None:
            return
        self._take_out(row + 1, row + 1)
        self._changed(row)
        if logged is not None and not self.search.finds(logged.entry):
            self._drop(row)

    @override
    def canFetchMore(self, parent: Index) -> bool:
        return not (self._complete or self._busy or parent.isValid())

    @override
    def fetchMore(self, parent: Index) -> None:
        if not self.canFetchMore(parent):
            return
        oldest = next((row.id for row in reversed(self._rows) if row.kind is Kind.ROLL), "")
        if oldest in self._held.unsaved:  # the journal does not know it yet
            shown = {row.id for row in self._rows if row.kind is Kind.ROLL}
            page = self.log.page(self._page + len(shown), search=self.search, without=self._empty)
            rolls = [logged for logged in page if logged.entry.id not in shown]
        else:
            rolls = self.log.page(self._page, oldest, self.search, self._empty)
        if more := self._below(rolls):
            self._put_in(len(self._rows), more)

    def _below(self, rolls: Sequence[Logged]) -> list[Row]:
        """Make the rows of a page that is put below the last row."""
        for logged in rolls:
            self._held.put(logged)
        self._complete = len(rolls) < self._page
        order, empty = self.evenings.order, self._empty
        last = self._rows[-1] if self._rows else None
        rows = below(last, (logged.entry for logged in rolls), order, empty)
        return [*rows, *the_rest(rows[-1] if rows else last, order, empty)] if self._complete else rows

    def _renew_below(self, row: int) -> None:
        """Fetch anew what stands below a heading."""
        opened = self.row_of(self.opened)
        if opened is not None and opened > row:
            self.opened = ""
        self._changed(row)
        if row + 1 < len(self._rows):
            self._take_out(row + 1, len(self._rows) - 1)
        self._complete = False
        self.fetchMore(NOTHING)

    def _insert(self, logged: Logged) -> None:
        """Show a new roll, if it is among those looked for."""
        entry, headed = logged.entry, bool(self.evenings.order)
        if any(row.id == entry.id for row in islice(self._rows, PAGE)):
            return
        self._held.put(logged)
        if not self.evenings.count(entry):
            self.load()
            return
        begins = bool(self._rows and self.evenings.order and not headed)
        if begins and self._empty:
            self.load()
            self.arrived.emit(0, rolls_in(entry))
            return
        if begins:
            self._put_in(0, [heading_of(self._rows[0].session)])
        if entry.session in self._empty:
            self.evenings.fold([entry.session], folded=False)
            self.folded_changed.emit(sorted(self.evenings.folded))
            self.load()
            self.arrived.emit(0, rolls_in(entry))
        elif self.search.finds(entry):
            rows = self._put_on_top(roll_of(entry))
            self.arrived.emit(rows + begins, rolls_in(entry))

    def _put_on_top(self, roll: Row) -> int:
        """Show a new roll above all others of its evening, the latest; gives how many rows that takes."""
        at = int(bool(self._rows) and self._rows[0] == heading_of(roll.session))
        fresh = [roll] if at or not self.evenings.order else [heading_of(roll.session), roll]
        self._put_in(at, fresh)
        if at:
            self._changed(0)
        self._settle(at + len(fresh))
        return len(fresh)

    def _revise(self, logged: Logged) -> None:
        """Show what became of a roll, or no longer, if it is not among those looked for any more."""
        entry, row = logged.entry, self.row_of(logged.entry.id)
        fits = self.search.finds(entry)
        self._held.put(logged)
        if row is None:
            if self._searching and fits:
                self._read_anew()
        elif fits or entry.id == self.opened:
            self._changed(row)
        else:
            self._drop(row)

    def _drop(self, row: int) -> None:
        """Take out the row of a roll, and the heading above if nothing else stands below it."""
        last = row + 1 == len(self._rows) or self._rows[row + 1].kind is Kind.HEADING
        alone = last and row > 0 and self._rows[row - 1].kind is Kind.HEADING
        self._take_out(row - alone, row)
        self._settle(row - alone)
        if not self._rows:
            self.fetchMore(NOTHING)

    def _mark_saved(self) -> None:
        saved = set(self._held.mark_saved())
        for at, row in enumerate(self._rows if saved else []):
            if row.kind is Kind.ROLL and row.id in saved:
                self._changed(at)

    def _rename(self, session: str) -> None:
        """Show the name of an evening."""
        self.evenings.load()
        for at, row in enumerate(self._rows):
            if row == heading_of(session):
                self._changed(at)
