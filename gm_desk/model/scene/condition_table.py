"""The conditions of a roster as a table, and the edits of that list, each a named undo step."""

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from gm_desk.core.characters.roster import numbered
from gm_desk.core.notation.condition import read_effects
from gm_desk.core.scenes import own_conditions
from gm_desk.core.scenes.active_conditions import kinds_of
from gm_desk.core.scenes.conditions import OwnCondition
from gm_desk.core.systems.combat import ConditionKind
from gm_desk.core.wording.reference import effects_in_words
from gm_desk.model.roles import Index
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.row_changes import RowChanges

NEW_CONDITION = "New condition"
HEADINGS = ("Condition", "What it does", "State")
AS_LISTED = "as listed"


class ConditionColumn(IntEnum):
    """The columns of the table."""

    NAME = 0
    DOES = 1
    STATE = 2


class ConditionTable(QAbstractTableModel):
    """All conditions that can be set: the system's, some of them changed by the roster, then the roster's own."""

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Follow a document."""
        super().__init__(parent)
        self._document = document
        self._rows = self._listed()
        self._keys: list[Any] = [kind.id for kind in self._rows]
        document.roster_changed.connect(self._follow)

    def kind_at(self, row: int) -> ConditionKind | None:
        """Return the condition in a row, or None if there is no such row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, kind_id: str) -> int:
        """Return the row of a condition, or −1 if it is not listed."""
        return next((row for row, one in enumerate(self._rows) if one.id == kind_id), -1)

    def is_own(self, kind: ConditionKind) -> bool:
        """Return whether a condition is the roster's own and not one of the system."""
        return kind.id not in {one.id for one in self._document.system.conditions}

    def is_changed(self, kind: ConditionKind) -> bool:
        """Return whether the roster has changed a condition of the system."""
        return not self.is_own(kind) and isinstance(kind, OwnCondition)

    def check_name(self, kind: ConditionKind, name: str) -> None:
        """Raise EmptyNameError or BadConditionError if a condition cannot have a name."""
        own_conditions.checked_name(name, kind.id, self._document.roster, self._document.system)

    def check_effects(self, kind: ConditionKind, text: str) -> None:
        """Raise BadConditionError if a text says no effects of a condition."""
        read_effects(text, self._document.system.step, levels=bool(kind.levels))

    def add(self) -> str:
        """Add a condition at the end of the list; return its id, or "" where that was refused."""
        document, name = self._document, NEW_CONDITION
        if (taken := {one.name for one in self._rows}) and name in taken:
            name = numbered(name, taken)
        kind = OwnCondition(id=document.new_id(), name=name)
        roster = own_conditions.with_own(document.roster, kind, document.system)
        return kind.id if document.change(roster, f"add condition {name}") else ""

    def change(self, kind: ConditionKind, **fields: Any) -> None:
        """Change some fields of a condition as one step; raise EmptyNameError or BadConditionError."""
        changed = own_conditions.changed(kind, **fields)
        if changed != own_conditions.own_copy(kind):
            roster = own_conditions.with_own(self._document.roster, changed, self._document.system)
            self._document.change(roster, f"change condition {kind.name}")

    def set_effects(self, kind: ConditionKind, text: str) -> None:
        """Set the effects of a condition as typed; raise BadConditionError."""
        self.change(kind, effects=read_effects(text, self._document.system.step, levels=bool(kind.levels)))

    def restore(self, kind: ConditionKind) -> None:
        """Restore a condition of the system, or remove one of the roster's own."""
        does = "remove" if self.is_own(kind) else "restore"
        roster = own_conditions.without_own(self._document.roster, kind.id)
        self._document.change(roster, f"{does} condition {kind.name}")

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(ConditionColumn)

    @override
    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        horizontal = way == Qt.Orientation.Horizontal
        return HEADINGS[section] if horizontal and role == Qt.ItemDataRole.DisplayRole else None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        kind = self._rows[index.row()]
        match index.column():
            case ConditionColumn.NAME:
                return kind.name
            case ConditionColumn.DOES:
                return "; ".join(effects_in_words(kind)) or kind.hint
        state = "own" if self.is_own(kind) else "changed" if self.is_changed(kind) else ""
        return state or (AS_LISTED if role == Qt.ItemDataRole.AccessibleTextRole else "")

    def _listed(self) -> list[ConditionKind]:
        return list(kinds_of(self._document.roster, self._document.system).values())

    def _follow(self) -> None:
        """Show the list as the roster has it now."""
        listed = self._listed()
        RowChanges(self, self._rows, self._keys).become(listed, [kind.id for kind in listed])
        if listed:
            last = self.index(len(listed) - 1, len(ConditionColumn) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.DisplayRole])
