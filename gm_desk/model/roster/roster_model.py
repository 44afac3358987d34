"""The roster as a list model: the heading of each group, then its characters, as far as they match the filter."""

from collections.abc import Iterable
from typing import Any

from msgspec import structs
from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.core.characters.roster import Group
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.characters.values import Vitals, injury_marks
from gm_desk.core.errors import RulesError
from gm_desk.core.wording.phrases import plural
from gm_desk.model.item_models import Index, Role, RowChanges, runs_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.roster_rows import CharacterRows, RosterRow, RosterSearch, Rows, group_id_of, passes

UNGROUPED = "No group"
FULL, EMPTY = "◆", "◇"
MOST_PIPS = 6
FIELDS = {
    Role.ID: "id",
    Role.DETAIL: "detail",
    Role.HEADING: "heading",
    Role.INITIALS: "initials",
    Role.HUE: "hue",
    Role.COLOUR: "colour",
    Role.FOLDED: "folded",
    Role.BRIEF: "brief",
    Role.PORTRAIT: "portrait",
    Role.CONDITIONS: "conditions",
}


class FoldedGroups(QObject):
    """The groups of which only the heading is shown.

    `changed` is emitted whenever they change, `folded_changed` with their ids when the GM folds or unfolds some.
    """

    changed = Signal()
    folded_changed = Signal(list)

    def __init__(self, document: RosterDocument, parent: QObject) -> None:
        """Begin with all groups unfolded."""
        super().__init__(parent)
        self._document = document
        self.folded: frozenset[str] = frozenset()

    def fold(self, group_id: str, *, folded: bool) -> None:
        """Hide or show the characters of a group."""
        self._fold(self.folded | {group_id} if folded else self.folded - {group_id})

    def fold_all(self, *, folded: bool) -> None:
        """Hide or show the characters of all groups."""
        self._fold(frozenset({"", *(group.id for group in self._document.roster.groups)} if folded else ()))

    def unfold_over(self, character_id: str) -> None:
        """Unfold the group of a character."""
        character = self._document.character(character_id)
        if character is not None:
            self.fold(group_id_of(character, self._document.roster), folded=False)

    def restore(self, groups: Iterable[str]) -> None:
        """Fold these groups and no others, as was saved."""
        if frozenset(groups) != self.folded:
            self.folded = frozenset(groups)
            self.changed.emit()

    def _fold(self, folded: frozenset[str]) -> None:
        if folded != self.folded:
            self.restore(folded)
            self.folded_changed.emit(sorted(folded))


class RosterModel(QAbstractListModel):
    """The groups and characters of the roster as one list."""

    refused = Signal(str)

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Follow a document."""
        super().__init__(parent)
        self._document = document
        self._words: list[str] = []
        self._search = RosterSearch()
        self._character_rows = CharacterRows(document)
        self._rows = Rows(self._character_rows.row_of)
        self._pinned = ""
        self._other = True
        self.folds = FoldedGroups(document, self)
        self.folds.changed.connect(self._follow)
        document.opened.connect(self._leave)
        document.structure_changed.connect(self._follow)
        document.character_changed.connect(self._refresh)
        document.scenes_changed.connect(self._refresh_conditions)
        self._follow()

    def set_filter(self, text: str) -> None:
        """Show only characters with all these words in their name, concept or group."""
        self._words = text.casefold().split()
        self._follow()

    def hold(self, character_id: str) -> None:
        """Show a character despite the filter, while its name is edited; "" ends that."""
        before, self._pinned = self._pinned, character_id
        if before and not character_id:
            self._refresh(before)

    def index_of(self, character_id: str) -> QModelIndex:
        """Return the index of a character or a group, invalid if the filter hides it."""
        place = self._rows.places.get(character_id)
        return QModelIndex() if place is None else self.index(place)

    def heading_over(self, character_id: str) -> QModelIndex:
        """Return the index of the folded heading that hides a character, or an invalid index."""
        character = self._document.character(character_id)
        if character is None:
            return QModelIndex()
        group = group_id_of(character, self._document.roster)
        headings = (place for place in self._rows.headings if self._rows[place].folded)
        place = next((place for place in headings if self._rows[place].id == group), None)
        return QModelIndex() if place is None else self.index(place)

    def group_of(self, index: Index) -> str | None:
        """Return the id of the group to which a row belongs, None for an invalid index."""
        return self._rows.group_of(index.row()) if index.isValid() else None

    def characters(self) -> list[str]:
        """Return the ids of the characters shown, from top to bottom."""
        return [spot.id for spot in self._rows.spots() if not spot.heading]

    def headings(self) -> list[int]:
        """Return the row numbers of the headings."""
        return list(self._rows.headings)

    def members(self, index: Index) -> list[str]:
        """Return the ids of the characters shown in the group to which a row belongs."""
        if not index.isValid():
            return []
        group = self._rows.group_of(index.row())
        return [spot.id for spot in self._rows.spots() if not spot.heading and spot.group == group]

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role in FIELDS:
            return getattr(row, FIELDS[Role(role)])
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole | Role.NAME:
                return row.name
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in (row.name, row.spoken) if part)
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return self._place_in_words(row)
        return _health(row.health, role)

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        from gm_desk.model.roster import edits

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
        row = self._rows[index.row()]
        flags = super().flags(index)
        if row.id:
            flags |= Qt.ItemFlag.ItemIsEditable
        if row.heading:
            flags &= ~Qt.ItemFlag.ItemIsSelectable
        return flags | (Qt.ItemFlag.ItemIsDropEnabled if row.heading else Qt.ItemFlag.ItemIsDragEnabled)

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    @override
    def mimeTypes(self) -> list[str]:
        from gm_desk.model.roster.drag_drop import GROUP_MIME, MIME

        return [MIME, GROUP_MIME]

    @override
    def mimeData(self, indexes: Any) -> QMimeData:
        from gm_desk.model.roster.drag_drop import packed

        return packed([self._rows[row] for row in sorted(index.row() for index in indexes)])

    @override
    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        from gm_desk.model.roster.drag_drop import drop

        if action == Qt.DropAction.IgnoreAction or not any(map(data.hasFormat, self.mimeTypes())):
            return action == Qt.DropAction.IgnoreAction
        drop(self._document, list(self._rows.spots()), data, row, parent.row())
        return False  # on True, the view would remove the dragged rows, which have already been moved

    def _leave(self) -> None:
        """Prepare for the rows of another roster."""
        self._other = True

    def _open(self) -> None:
        """Show another roster."""
        self._other = False
        self._character_rows.refresh()
        self.beginResetModel()
        self._rows = self._made()
        self.endResetModel()

    def _follow(self) -> None:
        """Update the rows after a change of the roster, the filter or the folds: insert, remove and move them."""
        if self._other:
            self._open()
            return
        self._character_rows.refresh()
        rows, made = self._rows, self._made()
        RowChanges(self, rows.items, rows.keys, rows.forget).become(made.items, made.keys)
        if len(rows):
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1), [])

    def _made(self) -> Rows:
        """Return the rows that match the filter; without groups there is no heading either.

        Of a folded group only the heading is shown, except while a filter is set.
        """
        roster, words = self._document.roster, self._words
        threat = next((kind.name for kind in self._document.system.points if kind.shared), "")
        rows = Rows(self._character_rows.row_of)
        for group, members, shown in self._search.find(roster, words):
            closed = (group.id if group else "") in self.folds.folded and bool(roster.groups) and not words
            if roster.groups and (shown or (group and not words)):
                rows.add_heading(structs.replace(_heading(group, members, threat), folded=closed))
            rows.add([] if closed else shown)
        return rows

    def _refresh(self, character_id: str) -> None:
        """Update a character's name and concept, and hide or show it by the filter."""
        character, place = self._document.character(character_id), self._rows.places.get(character_id)
        if character is None:
            return
        group = self._document.roster.group(character.group)
        hidden = self.heading_over(character_id).isValid()
        shown = character_id == self._pinned or passes(character, group, self._words)
        if not hidden and shown != (place is not None):
            self._follow()
        elif place is not None:
            self._rows.put(place, character)
            self.dataChanged.emit(self.index(place), self.index(place), [])

    def _refresh_conditions(self) -> None:
        """Update the conditions of characters, which may have ended or become shorter, and who is hidden.

        A row is built from the conditions of the moment in which something asks for it, which nothing does in a fight.
        """
        turned = self._character_rows.refresh()
        changed: list[int] = []
        for place, one in self._rows.built():
            if one.conditions or one.id in turned:
                self._rows.put(place, one)
                changed.append(place)
        for run in runs_of(changed):
            self.dataChanged.emit(self.index(run.start), self.index(run.stop - 1), [])

    def _place_in_words(self, row: RosterRow) -> str:
        """Describe the position of a row under its heading, since a table has no states for it."""
        if row.heading:
            return "collapsed, level 1" if row.folded else "expanded, level 1"
        return "level 2" if self._rows.headings else ""


def _heading(group: Group | None, members: int, threat: str) -> RosterRow:
    """Return the heading of a group, or of the characters without one."""
    spoken = f"group of {plural(members, 'character')}"
    if group is None:
        return RosterRow("", "", UNGROUPED, str(members), heading=True, spoken=spoken, brief=str(members))
    brief = detail = str(members)
    if threat and group.threat is not None:
        brief = f"{pips(group.threat)}  {members}"
        detail = f"{threat} {brief}"
        spoken += f", {threat} {group.threat.now} of {group.threat.max}"
    return RosterRow(
        group.id, group.id, group.name, detail, heading=True, spoken=spoken, colour=group.colour, brief=brief
    )


def pips(points: Points) -> str:
    """Return points as full pips for those left and empty pips for those spent, or as numbers if there are many."""
    if points.max > MOST_PIPS:
        return f"{points.now}/{points.max}"
    return FULL * points.now + EMPTY * (points.max - points.now)


def _health(health: Vitals, role: int) -> Any:
    """Return the value of a role about health, or None for any other role."""
    match role:
        case Role.LEFT:
            return health.left
        case Role.MARKS:
            return injury_marks(health.injuries, health.modifier)
        case Role.OUT:
            return health.out
    return None
