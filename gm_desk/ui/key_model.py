"""The actions and their keys as a table, found by words of either."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from gm_desk.model.roles import Index
from gm_desk.ui.shortcuts import Shortcuts

NAME = Qt.ItemDataRole.UserRole
HEAD = ("Action", "Menu", "Keys")
NO_KEYS = "–"


class KeyModel(QAbstractTableModel):
    """List the actions whose words are looked for: what they do, their menu, their keys."""

    def __init__(self, shortcuts: Shortcuts, parent: QObject | None = None) -> None:
        """List all."""
        super().__init__(parent)
        self._shortcuts = shortcuts
        self._words: list[str] = []
        self._names = shortcuts.names
        shortcuts.changed.connect(self._refresh)

    def look_for(self, text: str) -> None:
        """List the actions in which all words stand."""
        self.beginResetModel()
        self._words = text.casefold().split()
        self._names = [name for name in self._shortcuts.names if self._fits(name)]
        self.endResetModel()

    def name_at(self, row: int) -> str:
        """Give the name of the action in a row, nothing where there is no such row."""
        return self._names[row] if 0 <= row < len(self._names) else ""

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._names)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(HEAD)

    @override
    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if way == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEAD[section]
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        name = self._names[index.row()]
        menu, _, does = name.rpartition("/")
        keys = self._shortcuts.words(name)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return (does, menu.replace("/", " ▸ "), keys or NO_KEYS)[index.column()]
            case Qt.ItemDataRole.AccessibleTextRole:
                return (does, menu, keys or "no keys")[index.column()]
            case _ if role == NAME:
                return name
        return None

    def _fits(self, name: str) -> bool:
        text = f"{name} {self._shortcuts.words(name)}".casefold()
        return all(word in text for word in self._words)

    def _refresh(self) -> None:
        if self._names:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._names) - 1, len(HEAD) - 1), [])
