"""The log as a table, newest roll first, fetched page by page."""

from datetime import datetime
from enum import IntEnum
from typing import Any

from msgspec import Struct, structs
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.systems import RULES
from gm_desk.model.roles import Index
from gm_desk.model.roll_log import Logged, RollLog
from gm_desk.model.telling import picks_in_words, spends, tell
from gm_desk.store.entries import Entry, Search
from gm_desk.store.systems import load_system

PAGE = 100


class Column(IntEnum):
    """Name a column."""

    TIME = 0
    WHO = 1
    WHAT = 2
    NET = 3
    TARGET = 4
    DICE = 5
    VERDICT = 6
    NOTE = 7


HEADINGS = ("Time", "Who", "What", "Net", "Target", "Dice", "Verdict", "Note")
GRADE = Qt.ItemDataRole.UserRole + 1  # Grade, which Qt hands on as its str
FACES = Qt.ItemDataRole.UserRole + 2  # tuple[str, ...], the dice to draw
ENTRY_ID = Qt.ItemDataRole.UserRole + 9  # str, the id of a roll; empty where the row is none
STRUCK = Qt.ItemDataRole.UserRole + 3  # bool: the roll counts no longer


class Line(Struct, frozen=True):
    """Hold one row, ready to be painted."""

    id: str
    cells: tuple[str, ...]
    grade: Grade
    faces: tuple[str, ...]
    logged: Logged


class LogModel(QAbstractTableModel):
    """Show the rolls of the open roster."""

    def __init__(self, log: RollLog, parent: QObject | None = None) -> None:
        """Follow a log; nothing is read until it is asked for."""
        super().__init__(parent)
        self._log = log
        self.search = Search()
        self._lines: list[Line] = []
        self._complete = True
        log.added.connect(self._insert)
        log.revised.connect(self._revise)
        log.saved.connect(self._mark_saved)
        log.opened.connect(self.clear)
        log.merged.connect(self.load)

    def clear(self) -> None:
        """Show nothing, until `load`."""
        self.beginResetModel()
        self._lines.clear()
        self._complete = True
        self.endResetModel()

    def load(self) -> None:
        """Read the newest rolls."""
        lines = [_line(logged) for logged in self._log.page(PAGE, search=self.search)]
        self.beginResetModel()
        self._lines = lines
        self._complete = len(lines) < PAGE
        self.endResetModel()

    def set_search(self, search: Search) -> None:
        """Show only rolls that are looked for."""
        self.search = search
        self.load()

    def set_words(self, text: str) -> None:
        """Show only rolls with words that begin so, in names, skills and notes."""
        self.set_search(structs.replace(self.search, words=text))

    @override
    def canFetchMore(self, parent: Index) -> bool:
        return not self._complete and not parent.isValid()

    @override
    def fetchMore(self, parent: Index) -> None:
        if not self.canFetchMore(parent):
            return
        oldest = self._lines[-1].id if self._lines else ""
        more = [_line(logged) for logged in self._log.page(PAGE, before=oldest, search=self.search)]
        self._complete = len(more) < PAGE
        if more:
            self.beginInsertRows(QModelIndex(), len(self._lines), len(self._lines) + len(more) - 1)
            self._lines.extend(more)
            self.endInsertRows()

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._lines)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(Column)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEADINGS[section] if 0 <= section < len(HEADINGS) else None
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return "" if index.column() == Column.TIME and self._follows(index.row()) else line.cells[index.column()]
        if role == ENTRY_ID:
            return line.id
        if role == GRADE:
            return line.grade
        if role == FACES:
            return line.faces
        if role == STRUCK:
            return line.logged.entry.struck
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{HEADINGS[index.column()]} {line.cells[index.column()]}"
        return None

    def _follows(self, row: int) -> bool:
        """Tell whether a roll stands under another one of its group, which says the time for all."""
        return row > 0 and self._lines[row].logged.entry.batch == self._lines[row - 1].logged.entry.batch

    def _insert(self, logged: Logged) -> None:
        """Show a new roll, if the filter lets it through."""
        if not self.search.finds(logged.entry):
            return
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._lines.insert(0, _line(logged))
        self.endInsertRows()
        if len(self._lines) > 1 and self._follows(1):
            self.dataChanged.emit(self.index(1, Column.TIME), self.index(1, Column.TIME), [])

    def _revise(self, logged: Logged) -> None:
        """Show what became of a roll."""
        row = next((row for row, line in enumerate(self._lines) if line.id == logged.entry.id), None)
        if row is not None:
            self._lines[row] = _line(logged)
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(Column) - 1), [])

    def _mark_saved(self) -> None:
        for row, line in enumerate(self._lines):
            if not line.logged.saved:
                self._lines[row] = _line(structs.replace(line.logged, saved=True))
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(Column) - 1), [])


NOT_SAVED = "Not saved"
VEILED = "secret"
BY_HAND = "dice typed by hand"


STRUCK_OUT = "struck out"


def _line(logged: Logged) -> Line:
    """Make the row of a roll: what it means is worked out from its request, house rules and dice."""
    entry = logged.entry
    result = RULES[entry.system].resolve(entry.request, entry.dice, entry.house)
    if isinstance(result, Needs):
        raise TypeError("an entry of the journal lacks dice")
    told = tell(entry.draft, entry.request, entry.dice, result)
    cells = (
        datetime.fromtimestamp(entry.time / 1000).astimezone().strftime("%H:%M"),
        f"{VEILED} · {entry.draft.name}" if entry.secret else entry.draft.name,
        _what(entry),
        told.net,
        told.target,
        "".join(told.dice),
        told.pill,
        _notes(logged, told.more),
    )
    return Line(entry.id, cells, told.grade, told.dice, logged)


def _what(entry: Entry) -> str:
    """Say what was rolled, and against what."""
    draft = entry.draft
    what = f"{draft.what} (default)" if draft.defaults else draft.what
    other = draft.side("b")
    return f"{what} vs {other.name} {other.what}".replace("  ", " ") if draft.opposed else what


def _notes(logged: Logged, more: str) -> str:
    """Gather what else there is to say about a roll."""
    entry = logged.entry
    notes = [NOT_SAVED] * (not logged.saved) + [STRUCK_OUT] * entry.struck + [more] * bool(more)
    system = load_system(entry.system)
    notes += spends(entry.draft, entry.request, entry.dice, {kind.id: kind.name for kind in system.points})
    if entry.picks:
        notes.append(picks_in_words(entry.picks, system.superior_uses))
    notes += [BY_HAND] * entry.by_hand + [entry.note] * bool(entry.note)
    text = ", ".join(notes)
    return text[:1].upper() + text[1:]
