"""A list of a system with a roster's additions and changes, as a table."""

from abc import abstractmethod
from collections.abc import Hashable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from gm_desk.core.characters.roster import numbered
from gm_desk.model.roles import Index
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.row_changes import RowChanges

AS_LISTED = "as listed"


class Listed(Protocol):
    """An item in the list of a system, with a permanent id and a display name."""

    @property
    def id(self) -> str:
        """The id."""

    @property
    def name(self) -> str:
        """The name."""


Kind = TypeVar("Kind", bound=Listed)


class OwnTable(QAbstractTableModel, Generic[Kind]):
    """All available items: the system's, some of them changed by the roster, and the roster's own."""

    headings: ClassVar[tuple[str, ...]]

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Follow a document."""
        super().__init__(parent)
        self._document = document
        self._rows = self._listed()
        self._keys: list[Hashable] = [one.id for one in self._rows]
        document.roster_changed.connect(self._follow)

    @abstractmethod
    def is_own(self, one: Kind) -> bool:
        """Return whether an item is the roster's own and not the system's."""

    @abstractmethod
    def is_changed(self, one: Kind) -> bool:
        """Return whether an item of the system has been changed by the roster."""

    @abstractmethod
    def check_name(self, one: Kind, name: str) -> None:
        """Raise RulesError if an item cannot have a name."""

    @abstractmethod
    def add(self) -> str:
        """Add an item at the end of the list; return its id, or "" if that was refused."""

    @abstractmethod
    def restore(self, one: Kind) -> None:
        """Restore an item of the system, or remove one of the roster's own."""

    @abstractmethod
    def _listed(self) -> list[Kind]:
        """Return the current list of the roster."""

    def at(self, row: int) -> Kind | None:
        """Return the item in a row, or None if there is no such row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, one_id: str) -> int:
        """Return the row of an id, or −1 if it is not listed."""
        return next((row for row, one in enumerate(self._rows) if one.id == one_id), -1)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.headings)

    @override
    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        horizontal = way == Qt.Orientation.Horizontal
        return self.headings[section] if horizontal and role == Qt.ItemDataRole.DisplayRole else None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        one, column = self._rows[index.row()], index.column()
        if column < len(self.headings) - 1:
            return self._text(one, column)
        return self._state_of(one) or (AS_LISTED if role == Qt.ItemDataRole.AccessibleTextRole else "")

    @abstractmethod
    def _text(self, one: Kind, column: int) -> str:
        """Return the text of a cell, except in the last column, which marks items that the roster added or changed."""

    def _state_of(self, one: Kind) -> str:
        """Return whether an item was added or changed by the roster, as text."""
        return "own" if self.is_own(one) else "changed" if self.is_changed(one) else ""

    def _free_name(self, name: str) -> str:
        """Return a name, numbered if it is in use."""
        taken = {one.name for one in self._rows}
        return numbered(name, taken) if name in taken else name

    def _follow(self) -> None:
        """Show the current list of the roster."""
        listed = self._listed()
        RowChanges(self, self._rows, self._keys).become(listed, [one.id for one in listed])
        if listed:
            last = self.index(len(listed) - 1, len(self.headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.DisplayRole])
