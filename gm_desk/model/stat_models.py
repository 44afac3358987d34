"""The numbers of one character as Qt models: its aptitudes, and its skills."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.core.roster import Character
from gm_desk.model import edits
from gm_desk.model.document import RosterDocument
from gm_desk.model.roles import Index, Role

UNTYPED = "\N{EN DASH}"


class CharacterModel(QAbstractListModel):
    """Follow one character of a document."""

    refused = Signal(str)

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Show nobody yet."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self._character: Character | None = None
        document.character_changed.connect(self._refresh)

    def show(self, character_id: str) -> None:
        """Show another character, or nobody."""
        self.beginResetModel()
        self._id = character_id
        self._character = self._document.character(character_id)
        self.endResetModel()

    def index_of(self, key: str) -> QModelIndex:
        """Find the row with an id; invalid where there is none."""
        for row in range(self.rowCount()):
            if self.index(row).data(Role.ID) == key:
                return self.index(row)
        return QModelIndex()

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemNeverHasChildren

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        try:
            self.edit(index.row(), str(value))
        except RulesError as error:
            self.refused.emit(error.problem)
            return False
        return True

    def edit(self, row: int, text: str) -> None:
        """Change a row from what was typed; raises RulesError."""
        raise NotImplementedError

    def _refresh(self, character_id: str) -> None:
        """Show what changed, keeping rows that stay where they are."""
        if character_id != self._id:
            return
        before, rows = self.rowCount(), self._rows_of(self._document.character(character_id))
        if rows != before:
            self.show(character_id)
            return
        self._character = self._document.character(character_id)
        if rows:
            self.dataChanged.emit(self.index(0), self.index(rows - 1), [])

    def _rows_of(self, character: Character | None) -> int:
        """Count the rows a character has here."""
        raise NotImplementedError

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else self._rows_of(self._character)


class AptitudeModel(CharacterModel):
    """Show the aptitudes that the system knows, typed or not."""

    @override
    def _rows_of(self, character: Character | None) -> int:
        return len(self._document.system.aptitudes) if character else 0

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._character is None:
            return None
        key = self._document.system.aptitudes[index.row()]
        rating = self._character.stats.get(key)
        check = "" if rating is None else f"check {rating * self._document.system.check}"
        match role:
            case Qt.ItemDataRole.DisplayRole | Role.ID | Role.NAME:
                return key
            case Qt.ItemDataRole.EditRole:
                return "" if rating is None else str(rating)
            case Role.NUMBER:
                return UNTYPED if rating is None else str(rating)
            case Role.DETAIL:
                return check
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{key} not typed yet" if rating is None else f"{key} {rating}, {check}"
        return None

    @override
    def edit(self, row: int, text: str) -> None:
        edits.set_aptitude(self._document, self._id, self._document.system.aptitudes[row], text)


class SkillModel(CharacterModel):
    """Show the skills of a character, in their order."""

    @override
    def _rows_of(self, character: Character | None) -> int:
        return len(character.skills) if character else 0

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._character is None:
            return None
        skill = self._character.skills[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Role.NAME:
                return skill.name
            case Qt.ItemDataRole.EditRole:
                return f"{skill.name} {skill.rating}"
            case Role.ID:
                return skill.id
            case Role.NUMBER:
                return str(skill.rating)
            case Role.DETAIL:
                return skill.aptitude
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{skill.name} {skill.rating}" + (f", {skill.aptitude}" if skill.aptitude else "")
        return None

    @override
    def edit(self, row: int, text: str) -> None:
        if self._character is not None:
            edits.set_skill(self._document, self._id, self._character.skills[row].id, text)
