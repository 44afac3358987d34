"""The roster as rows: each group's heading, then its characters, as far as the filter lets them through."""

import zlib
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.core.roster import Character
from gm_desk.model import edits
from gm_desk.model.document import RosterDocument
from gm_desk.model.roles import Index, Role

MIME = "application/x-gm-desk-character"
UNGROUPED = "No group"
NO_HUE = -1


class Row(Struct, frozen=True):
    """Hold one row, ready to be painted; `id` is a character's or, for a heading, a group's."""

    id: str
    group: str
    name: str
    detail: str
    heading: bool
    initials: str = ""
    hue: int = NO_HUE


class RosterModel(QAbstractListModel):
    """Show the roster's groups and characters as one list."""

    refused = Signal(str)

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Follow a document."""
        super().__init__(parent)
        self._document = document
        self._words: list[str] = []
        self._rows: list[Row] = []
        self._places: dict[str, int] = {}
        document.structure_changed.connect(self._rebuild)
        document.character_changed.connect(self._refresh)
        self._rebuild()

    def set_filter(self, text: str) -> None:
        """Show only characters with all these words in name, concept or group."""
        self._words = text.casefold().split()
        self._rebuild()

    def index_of(self, character_id: str) -> QModelIndex:
        """Find the row of a character or a group; invalid where the filter hides it."""
        place = self._places.get(character_id)
        return QModelIndex() if place is None else self.index(place)

    def characters(self) -> list[str]:
        """List the ids of the characters shown, from top to bottom."""
        return [row.id for row in self._rows if not row.heading]

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole | Role.NAME:
                return row.name
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{row.name}, {row.detail}" if row.detail else row.name
            case Role.ID:
                return row.id
            case Role.DETAIL:
                return row.detail
            case Role.HEADING:
                return row.heading
            case Role.INITIALS:
                return row.initials
            case Role.HUE:
                return row.hue
        return None

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        row = self._rows[index.row()]
        rename = edits.rename_group if row.heading else edits.rename_character
        try:
            rename(self._document, row.id, str(value))
        except RulesError as error:
            self.refused.emit(error.problem)
            return False
        return True

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        row = self._rows[index.row()]
        if row.id:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags if row.heading else flags | Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemNeverHasChildren

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    @override
    def mimeTypes(self) -> list[str]:
        return [MIME]

    @override
    def mimeData(self, indexes: Any) -> QMimeData:
        data = QMimeData()
        data.setData(MIME, "\n".join(self._rows[index.row()].id for index in indexes).encode())
        return data

    @override
    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        if action == Qt.DropAction.IgnoreAction or not data.hasFormat(MIME):
            return action == Qt.DropAction.IgnoreAction
        dragged = bytes(data.data(MIME).data()).decode("utf-8", "replace").split("\n")
        group, before = self._drop_place(parent.row() + 1 if parent.isValid() else row)
        for character_id in dragged:
            if self._document.character(character_id):
                edits.move_character(self._document, character_id, group, before)
        return False

    def _drop_place(self, row: int) -> tuple[str, str]:
        """Give the group of a gap between rows, and the character below it in that group."""
        above = self._rows[min(row, len(self._rows)) - 1] if row > 0 else self._rows[0]
        below = self._rows[row] if 0 <= row < len(self._rows) else None
        return above.group, below.id if below and not below.heading and below.group == above.group else ""

    def _rebuild(self) -> None:
        """Make all rows anew."""
        self.beginResetModel()
        roster = self._document.roster
        members: dict[str, list[Character]] = {group.id: [] for group in roster.groups}
        members[""] = []
        for one in roster.characters:
            members[one.group if one.group in members else ""].append(one)
        self._rows = []
        for group_id, name in [*((group.id, group.name) for group in roster.groups), ("", UNGROUPED)]:
            shown = [one for one in members[group_id] if self._passes(one, name)]
            if shown or (group_id and not self._words):
                self._rows.append(Row(group_id, group_id, name, str(len(members[group_id])), heading=True))
                self._rows.extend(_row(one, group_id) for one in shown)
        if not roster.groups and self._rows:
            del self._rows[0]
        self._places = {row.id: place for place, row in enumerate(self._rows)}
        self.endResetModel()

    def _refresh(self, character_id: str) -> None:
        """Show a character's new name and concept."""
        character, place = self._document.character(character_id), self._places.get(character_id)
        if character is not None and place is not None:
            self._rows[place] = _row(character, self._rows[place].group)
            self.dataChanged.emit(self.index(place), self.index(place), [])

    def _passes(self, character: Character, group: str) -> bool:
        """Tell whether the filter lets a character through."""
        text = f"{character.name} {character.concept} {group}".casefold()
        return all(word in text for word in self._words)


def _row(character: Character, group: str) -> Row:
    """Make the row of a character."""
    return Row(
        character.id,
        group,
        character.name,
        character.concept,
        heading=False,
        initials=initials(character.name),
        hue=zlib.crc32(character.id.encode()) % 360 if character.kind == "pc" else NO_HUE,
    )


def initials(name: str) -> str:
    """Shorten a name to two signs: "Lao Qing" to LQ, "Triad mook 2" to T2, "Jaqui" to JA."""
    words = name.split()
    if len(words) == 1:
        return name.strip()[:2].upper()
    return "".join(word[0] for word in (words[0], words[-1])).upper()
