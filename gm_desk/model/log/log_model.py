"""The log as a table model: what each cell shows, and how rows are inserted and removed."""

from collections.abc import Hashable, Iterable, Sequence
from itertools import islice
from typing import Any

from msgspec import structs
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.model.item_models import Index, RowChanges
from gm_desk.model.log.cells import LogColumn
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.log.rows import (
    ENTRY_ID,
    FLAGS,
    FOLDED,
    HEADINGS,
    KIND,
    OPEN,
    SESSION,
    Evenings,
    LogRowKey,
    RowCache,
    RowKind,
    below,
    details_of,
    heading_of,
    of_evening,
    of_line,
    roll_of,
    the_rest,
)
from gm_desk.store.journal.entries import Search, rolls_in

NOTHING = QModelIndex()


class LogTable(QAbstractTableModel):
    """The rows of a log; while they are being changed, nothing is fetched.

    `naming_requested` requests a name for an evening.
    """

    naming_requested = Signal(str, str)

    def __init__(self, log: RollLog, parent: QObject | None = None) -> None:
        """Begin without rows."""
        super().__init__(parent)
        self.log = log
        self.search = Search()
        self.evenings = Evenings(log)
        self.opened = ""
        self._cache = RowCache(log.kept)
        self._rows: list[LogRowKey] = []
        self._busy = False

    def row_of(self, entry_id: str) -> int | None:
        """Return the row of a roll, or None if it is not shown."""
        if not entry_id:
            return None
        places = (at for at, row in enumerate(self._rows) if row.id == entry_id and row.kind is RowKind.ROLL)
        return next(places, None)

    def logged(self, entry_id: str) -> LogEntry | None:
        """Return the roll with an id."""
        return self._cache.logged(entry_id) if entry_id else None

    @override
    def rowCount(self, parent: Index = NOTHING) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = NOTHING) -> int:
        """Return the number of columns; Qt asks very often, and counting an enumeration would take long."""
        return 0 if parent.isValid() else len(HEADINGS)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEADINGS[section] if 0 <= section < len(HEADINGS) else None
        return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return FLAGS[self._rows[index.row()].kind] if index.isValid() else Qt.ItemFlag.NoItemFlags

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Request a name for an evening."""
        if role != Qt.ItemDataRole.EditRole or index.data(KIND) != RowKind.HEADING:
            return False
        self.naming_requested.emit(self._rows[index.row()].session, str(value))
        return True

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == KIND:
            return int(row.kind)
        if role == SESSION:
            return row.session
        if role == ENTRY_ID:
            return row.id if row.kind is RowKind.ROLL else ""
        if row.kind is RowKind.ROLL:
            return self._of_roll(index.row(), index.column(), role)
        if row.kind is RowKind.HEADING:
            return self._of_heading(row.session, index.column(), role)
        return "Details of the roll above" if role == Qt.ItemDataRole.AccessibleTextRole else None

    def _of_roll(self, row: int, column: int, role: int) -> Any:
        """Return the data of a roll."""
        if role == OPEN:
            return self._rows[row].id == self.opened
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return "level 2" if column == 0 and self.evenings.order else ""
        if role == Qt.ItemDataRole.DisplayRole and column == LogColumn.TIME and self._rows[row].follows:
            return ""
        return of_line(self._cache.line(self._rows[row].id), column, role)

    def _of_heading(self, session: str, column: int, role: int) -> Any:
        """Return the data of an evening's heading; during a search its rolls are not counted."""
        if role == FOLDED:
            return session in self._empty
        detail = "" if self._searching else self.evenings.detail(session)
        return of_evening(self.evenings, session, column, role, detail)

    @property
    def _searching(self) -> bool:
        return self.search != Search()

    @property
    def _empty(self) -> set[str]:
        """The evenings that show no rolls."""
        return set() if self._searching else self.evenings.folded.intersection(self.evenings.order)

    def _update_time(self, row: int) -> None:
        """Show the time of a roll only if the row above is of another batch."""
        if not 0 < row < len(self._rows) or self._rows[row].kind is not RowKind.ROLL:
            return
        follows = self._rows[row].batch == self._rows[row - 1].batch
        if follows != self._rows[row].follows:
            self._rows[row] = structs.replace(self._rows[row], follows=follows)
            self.dataChanged.emit(self.index(row, LogColumn.TIME), self.index(row, LogColumn.TIME), [])

    def _insert_rows(self, at: int, rows: list[LogRowKey]) -> None:
        """Insert rows; no slot may fetch more meanwhile."""
        self._busy = True
        self.beginInsertRows(NOTHING, at, at + len(rows) - 1)
        self._rows[at:at] = rows
        self.endInsertRows()
        self._busy = False

    def _remove_rows(self, first: int, last: int) -> None:
        self._busy = True
        self.beginRemoveRows(NOTHING, first, last)
        del self._rows[first : last + 1]
        self.endRemoveRows()
        self._busy = False

    def _become(self, rows: list[LogRowKey]) -> None:
        """Insert and remove rows until these are shown, with the details of the open roll if it is among them."""
        where = next((at for at, row in enumerate(rows) if row.kind is RowKind.ROLL and row.id == self.opened), None)
        if where is None:
            self.opened = ""
        elif details_of(rows[where]) not in rows[where + 1 : where + 2]:
            rows.insert(where + 1, details_of(rows[where]))
        keys: list[Hashable] = [(row.kind, row.id) for row in self._rows]
        self._busy = True
        RowChanges(self, self._rows, keys).become(rows, [(row.kind, row.id) for row in rows])
        self._busy = False
        if rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(LogColumn) - 1), [])

    def _changed(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(LogColumn) - 1), [])


PAGE = 100


class LogModel(LogTable):
    """The rolls of the open roster.

    One roll may be open: the row below it is left empty for its details. `arrived` reports that new rolls were inserted
    at the top: how many rows, and how many rolls.
    """

    folded_changed = Signal(list)
    searched = Signal()
    renewed = Signal()
    arrived = Signal(int, int)

    def __init__(self, log: RollLog, parent: QObject | None = None, *, page: int = PAGE) -> None:
        """Follow a log; nothing is read before it is needed, and then one `page` of rolls at a time."""
        super().__init__(log, parent)
        self._page = page
        self._complete = True
        log.added.connect(self._insert)
        log.revised.connect(self._revise)
        log.writer.saved.connect(self._mark_saved)
        log.named.connect(self._rename)
        log.opened.connect(self.clear)
        log.merged.connect(self.load)

    def clear(self) -> None:
        """Show nothing, until `load`."""
        self._busy = True
        self.beginResetModel()
        self._rows.clear()
        self._cache.clear()
        self.evenings.clear()
        self.opened = ""
        self._complete = True
        self.endResetModel()
        self._busy = False

    def load(self) -> None:
        """Read the evenings and the newest rolls."""
        self.evenings.load()
        self._read_anew()

    def _read_anew(self) -> None:
        """Read the newest matching rolls again."""
        self._become(self._below(self.log.page(self._page, search=self.search, without=self._empty), None))
        self.renewed.emit()

    def set_search(self, search: Search) -> None:
        """Show only rolls that match a search."""
        if search != self.search:
            self.search = search
            self._read_anew()
            self.searched.emit()

    def set_words(self, text: str) -> None:
        """Show only rolls with words that begin with these, in names, skills and notes."""
        self.set_search(structs.replace(self.search, words=text))

    def set_folded(self, sessions: Iterable[str]) -> None:
        """Set which evenings are folded, without emitting `folded_changed`."""
        self.evenings.folded = set(sessions)
        if self._rows:
            self.load()

    def fold(self, sessions: Sequence[str], *, folded: bool) -> None:
        """Fold or unfold evenings; during a search, do nothing."""
        sessions = [one for one in sessions if one in self.evenings.order]
        if self._searching or not self.evenings.fold(sessions, folded=folded):
            return
        self.folded_changed.emit(sorted(self.evenings.folded))
        first = next(
            (at for at, row in enumerate(self._rows) if row.kind is RowKind.HEADING and row.id in sessions), None
        )
        if first is not None:
            self._renew_below(first)

    def open(self, entry_id: str) -> bool:
        """Insert the row for the details of a roll, in place of any other; return whether the roll is shown."""
        self.close()
        row = self.row_of(entry_id)
        if row is None:
            return False
        self.opened = entry_id
        self._insert_rows(row + 1, [details_of(self._rows[row])])
        self._changed(row)
        return True

    def close(self) -> None:
        """Remove the details, and the roll as well if it no longer matches the search."""
        row, logged = self.row_of(self.opened), self.logged(self.opened)
        self.opened = ""
        if row is None:
            return
        self._remove_rows(row + 1, row + 1)
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
        oldest = next((row.id for row in reversed(self._rows) if row.kind is RowKind.ROLL), "")
        if oldest in self._cache.unsaved:  # not in the journal yet
            shown = {row.id for row in self._rows if row.kind is RowKind.ROLL}
            page = self.log.page(self._page + len(shown), search=self.search, without=self._empty)
            rolls = [logged for logged in page if logged.entry.id not in shown]
        else:
            rolls = self.log.page(self._page, oldest, self.search, self._empty)
        if more := self._below(rolls, self._rows[-1] if self._rows else None):
            self._insert_rows(len(self._rows), more)

    def _below(self, rolls: Sequence[LogEntry], last: LogRowKey | None) -> list[LogRowKey]:
        """Return the rows of a page below a row, or at the top."""
        for logged in rolls:
            self._cache.put(logged)
        self._complete = len(rolls) < self._page
        order, empty = self.evenings.order, self._empty
        rows = below(last, (logged.entry for logged in rolls), order, empty)
        return [*rows, *the_rest(rows[-1] if rows else last, order, empty)] if self._complete else rows

    def _renew_below(self, row: int) -> None:
        """Fetch the rows below a heading again."""
        above = self._rows[: row + 1]
        oldest = next((one.id for one in reversed(above) if one.kind is RowKind.ROLL), "")
        rolls = self.log.page(self._page, oldest, self.search, self._empty)
        self._become([*above, *self._below(rolls, above[-1])])

    def _insert(self, logged: LogEntry) -> None:
        """Show a new roll, if it matches the search."""
        entry, headed = logged.entry, bool(self.evenings.order)
        if any(row.id == entry.id for row in islice(self._rows, PAGE)):
            return
        self._cache.put(logged)
        if not self.evenings.count(entry):
            self.load()
            return
        begins = bool(self._rows and self.evenings.order and not headed)
        if begins and self._empty:
            self.load()
            self.arrived.emit(0, rolls_in(entry))
            return
        if begins:
            self._insert_rows(0, [heading_of(self._rows[0].session)])
        if entry.session in self._empty:
            self.evenings.fold([entry.session], folded=False)
            self.folded_changed.emit(sorted(self.evenings.folded))
            self.load()
            self.arrived.emit(0, rolls_in(entry))
        elif self.search.finds(entry):
            rows = self._put_on_top(roll_of(entry))
            self.arrived.emit(rows + begins, rolls_in(entry))

    def _put_on_top(self, roll: LogRowKey) -> int:
        """Insert a new roll at the top of the latest evening; return the number of rows inserted."""
        at = int(bool(self._rows) and self._rows[0] == heading_of(roll.session))
        fresh = [roll] if at or not self.evenings.order else [heading_of(roll.session), roll]
        self._insert_rows(at, fresh)
        if at:
            self._changed(0)
        self._update_time(at + len(fresh))
        return len(fresh)

    def _revise(self, logged: LogEntry) -> None:
        """Update a revised roll, or remove it if it no longer matches the search."""
        entry, row = logged.entry, self.row_of(logged.entry.id)
        fits, before = self.search.finds(entry), self._cache.known(logged.entry.id)
        self._cache.put(logged)
        if self.evenings.recount(before.entry if before else None, entry):
            self._update_headings(entry.session)
        if row is None:
            if self._searching and fits:
                self._read_anew()
        elif fits or entry.id == self.opened:
            self._changed(row)
        else:
            self._drop(row)

    def _drop(self, row: int) -> None:
        """Remove the row of a roll, and the heading above it if that has no other rows."""
        last = row + 1 == len(self._rows) or self._rows[row + 1].kind is RowKind.HEADING
        alone = last and row > 0 and self._rows[row - 1].kind is RowKind.HEADING
        self._remove_rows(row - alone, row)
        self._update_time(row - alone)
        if not self._rows:
            self.fetchMore(NOTHING)

    def _mark_saved(self) -> None:
        saved = set(self._cache.mark_saved())
        for at, row in enumerate(self._rows if saved else []):
            if row.kind is RowKind.ROLL and row.id in saved:
                self._changed(at)

    def _rename(self, session: str) -> None:
        """Update the name of an evening."""
        self.evenings.load()
        self._update_headings(session)

    def _update_headings(self, session: str) -> None:
        """Update the heading of an evening."""
        for at, row in enumerate(self._rows):
            if row == heading_of(session):
                self._changed(at)
