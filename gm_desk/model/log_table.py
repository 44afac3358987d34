"""The log as a table of rows, whatever they are: what each cell answers, and how rows come and go."""

from typing import Any

from msgspec import structs
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.model.evenings import Evenings
from gm_desk.model.log_held import Held
from gm_desk.model.log_line import Column
from gm_desk.model.log_roles import (
    ENTRY_ID,
    FLAGS,
    FOLDED,
    HEADINGS,
    KIND,
    OPEN,
    SESSION,
    of_evening,
    of_line,
)
from gm_desk.model.log_rows import Kind, Row
from gm_desk.model.roles import Index
from gm_desk.model.roll_log import RollLog
from gm_desk.model.unsaved_rolls import Logged
from gm_desk.store.entries import Search

NOTHING = QModelIndex()


class LogTable(QAbstractTableModel):
    """Hold the rows of a log, and answer for them; while they come and go, nothing is fetched.

    `naming_wanted` asks to name an evening.
    """

    naming_wanted = Signal(str, str)

    def __init__(self, log: RollLog, parent: QObject | None = None) -> None:
        """Hold no rows yet."""
        super().__init__(parent)
        self.log = log
        self.search = Search()
        self.evenings = Evenings(log)
        self.opened = ""
        self._held = Held(log.kept)
        self._rows: list[Row] = []
        self._busy = False

    def row_of(self, entry_id: str) -> int | None:
        """Find the row of a roll."""
        if not entry_id:
            return None
        places = (at for at, row in enumerate(self._rows) if row.id == entry_id and row.kind is Kind.ROLL)
        return next(places, None)

    def logged(self, entry_id: str) -> Logged | None:
        """Give a roll by its id."""
        return self._held.logged(entry_id) if entry_id else None

    @override
    def rowCount(self, parent: Index = NOTHING) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = NOTHING) -> int:
        return 0 if parent.isValid() else len(Column)

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
        """Ask to name an evening."""
        if role != Qt.ItemDataRole.EditRole or index.data(KIND) != Kind.HEADING:
            return False
        self.naming_wanted.emit(self._rows[index.row()].session, str(value))
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
            return row.id if row.kind is Kind.ROLL else ""
        if row.kind is Kind.ROLL:
            return self._of_roll(index.row(), index.column(), role)
        if row.kind is Kind.HEADING:
            return self._of_heading(row.session, index.column(), role)
        return "Details of the roll above" if role == Qt.ItemDataRole.AccessibleTextRole else None

    def _of_roll(self, row: int, column: int, role: int) -> Any:
        """Answer for the row of a roll."""
        if role == OPEN:
            return self._rows[row].id == self.opened
        if role == Qt.ItemDataRole.DisplayRole and column == Column.TIME and self._rows[row].follows:
            return ""
        return of_line(self._held.line(self._rows[row].id), column, role)

    def _of_heading(self, session: str, column: int, role: int) -> Any:
        """Answer for the heading of an evening; how many of its rolls are looked for nobody counts."""
        if role == FOLDED:
            return session in self._empty
        detail = "" if self._searching else self.evenings.detail(session)
        return of_evening(self.evenings, session, column, role, detail)

    @property
    def _searching(self) -> bool:
        return self.search != Search()

    @property
    def _empty(self) -> set[str]:
        """Give the evenings that show no rolls."""
        return set() if self._searching else self.evenings.folded.intersection(self.evenings.order)

    def _settle(self, row: int) -> None:
        """Let a roll whose row above is another one say its time, or no longer."""
        if not 0 < row < len(self._rows) or self._rows[row].kind is not Kind.ROLL:
            return
        follows = self._rows[row].batch == self._rows[row - 1].batch
        if follows != self._rows[row].follows:
            self._rows[row] = structs.replace(self._rows[row], follows=follows)
            self.dataChanged.emit(self.index(row, Column.TIME), self.index(row, Column.TIME), [])

    def _put_in(self, at: int, rows: list[Row]) -> None:
        """Insert rows; whoever hears of it must not fetch more meanwhile."""
        self._busy = True
        self.beginInsertRows(NOTHING, at, at + len(rows) - 1)
        self._rows[at:at] = rows
        self.endInsertRows()
        self._busy = False

    def _take_out(self, first: int, last: int) -> None:
        self._busy = True
        self.beginRemoveRows(NOTHING, first, last)
        del self._rows[first : last + 1]
        self.endRemoveRows()
        self._busy = False

    def _changed(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(Column) - 1), [])
