"""What came from outside as a Qt model: a row for each character, with a tick, and for each part that was refused."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.core.text.one_line import tip_of, visible
from gm_desk.model.roles import Index, Role
from gm_desk.store.formats.incoming import Brought, Incoming, Refused

TICKED, UNTICKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class Arrival(Struct, frozen=True):
    """Hold what came, and the name of the file that it came from."""

    what: Incoming
    file: str = ""

    @property
    def name(self) -> str:
        """Name the character, or what was refused."""
        if isinstance(self.what, Brought):
            return self.what.character.name
        return ", ".join(part for part in (self.file, self.what.place) if part) or "Not read"

    @property
    def detail(self) -> str:
        """Say in a few words what became of it."""
        if isinstance(self.what, Refused):
            return f"not read: {self.what.why}"
        doubts = len(self.what.block.doubts) if self.what.block else 0
        parts = [self.what.kind, f"{doubts} {'doubt' if doubts == 1 else 'doubts'}" * bool(doubts)]
        return " · ".join(filter(None, parts))


class ArrivalModel(QAbstractListModel):
    """List what came; whoever is ticked is to be added."""

    ticked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """List nothing yet."""
        super().__init__(parent)
        self._all: list[Arrival] = []
        self._shown: list[int] = []
        self._left_out: set[int] = set()
        self._words: tuple[str, ...] = ()

    def show(self, arrivals: Sequence[Arrival]) -> None:
        """List these instead; a row that was left out stays so where there are as many as before."""
        kept = self._left_out if len(arrivals) == len(self._all) else set[int]()
        self.beginResetModel()
        self._all, self._left_out = list(arrivals), kept
        self._shown = self._matching(0)
        self.endResetModel()
        self.ticked_changed.emit()

    def add(self, arrivals: Sequence[Arrival]) -> None:
        """List more."""
        first = len(self._all)
        self._all += arrivals
        more = self._matching(first)
        if more:
            self.beginInsertRows(QModelIndex(), len(self._shown), len(self._shown) + len(more) - 1)
            self._shown += more
            self.endInsertRows()
        self.ticked_changed.emit()

    def filter(self, text: str) -> None:
        """List only those with all these words in what is said of them."""
        self.beginResetModel()
        self._words = tuple(text.casefold().split())
        self._shown = self._matching(0)
        self.endResetModel()
        self.ticked_changed.emit()

    @property
    def all(self) -> Sequence[Arrival]:
        """Give all that came, also what is not listed now."""
        return self._all

    def at(self, index: Index) -> Arrival | None:
        """Give what stands in a row."""
        return self._all[self._shown[index.row()]] if index.isValid() else None

    @property
    def filtered(self) -> bool:
        """Tell whether words are looked for."""
        return bool(self._words)

    def ticked(self) -> list[Brought]:
        """List who is to be added, in their order: of those that are listed now, whoever is ticked."""
        found = ((number, self._all[number].what) for number in self._shown)
        return [what for number, what in found if isinstance(what, Brought) and number not in self._left_out]

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        one = self.at(index)
        if one is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Role.NAME:
                return visible(one.name)
            case Role.DETAIL:
                return one.detail
            case Qt.ItemDataRole.ToolTipRole:
                return tip_of(one.detail)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{visible(one.name)}, {one.detail}"
            case Qt.ItemDataRole.CheckStateRole if isinstance(one.what, Brought):
                return UNTICKED if self._shown[index.row()] in self._left_out else TICKED
        return None

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        number = self._shown[index.row()]
        if Qt.CheckState(value) == TICKED:
            self._left_out.discard(number)
        else:
            self._left_out.add(number)
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        usual = super().flags(index)
        one = self.at(index)
        return usual | Qt.ItemFlag.ItemIsUserCheckable if one and isinstance(one.what, Brought) else usual

    def _matching(self, first: int) -> list[int]:
        """List the numbers, from a first one on, of what has the words that are looked for."""
        if not self._words:
            return list(range(first, len(self._all)))
        return [
            number
            for number, one in enumerate(self._all[first:], first)
            if all(word in f"{one.name} {one.detail} {one.file}".casefold() for word in self._words)
        ]
