"""The current scene as a list model, whose rows come, go and move as the fight goes on; their tool tips."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.values import vitals_in_words
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.scenes.conditions_in_force import in_force_of
from gm_desk.core.scenes.order import Battle, Combatant, count_of
from gm_desk.core.scenes.scene import Moment
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import minus, tip_of
from gm_desk.model.item_models import Index, Role, RowChanges, runs_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.conditions import tip_of_condition
from gm_desk.model.scene.row import SceneRow, spoken_of
from gm_desk.model.scene.scene_rows import KnownRows, RowMaker
from gm_desk.model.scene.stage import Stage

FIELDS: dict[int, str] = {
    Role.NAME: "name",
    Role.NUMBER: "count",
    Role.TAIL: "tail",
    Role.MARKS: "marks",
    Role.LEFT: "left",
    Role.OUT: "struck",
    Role.ACTING: "acting",
    Role.DIM: "dim",
    Role.PILLS: "pills",
    Role.KIND: "kind",
    Role.IDS: "ids",
    Qt.ItemDataRole.DisplayRole: "name",
}
OF_A_ROW = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
"""The flags of a row, combined once, since combining members of an enumeration is slow."""
MOST_NAMED = 6
"""Maximum number of members of a team whose states are listed."""


class SceneModel(QAbstractListModel):
    """The rows of the current scene; `refreshed` is emitted when all of them are up to date."""

    refreshed = Signal()

    def __init__(self, document: RosterDocument, stage: Stage, parent: QObject | None = None) -> None:
        """Follow the stage of a document."""
        super().__init__(parent)
        self._document = document
        self._stage = stage
        self._rows: list[SceneRow] = []
        self._keys: list[Any] = []
        self._known: KnownRows = {}
        self.refreshing = False
        """Whether rows are still to come, go or move."""
        document.opened.connect(self._known.clear)
        stage.changed.connect(self.refresh)
        self.refresh()

    def row(self, index: Index) -> SceneRow | None:
        """Return the row at an index, or None for an invalid one."""
        return self._rows[index.row()] if index.isValid() else None

    def index_of(self, character_id: str) -> QModelIndex:
        """Return the index of the first row of a character, invalid if it is not in the scene."""
        place = next((at for at, row in enumerate(self._rows) if character_id in row.ids), None)
        return QModelIndex() if place is None else self.index(place)

    def acting(self) -> QModelIndex:
        """Return the index of the acting row, or an invalid index."""
        place = next((at for at, row in enumerate(self._rows) if row.acting), None)
        return QModelIndex() if place is None else self.index(place)

    def refresh(self) -> None:
        """Update the rows to the current scene."""
        stage, scene, roster, system = self._stage, self._stage.scene, self._document.roster, self._document.system
        rows = []
        if scene is not None:
            rows = RowMaker(roster, scene, stage.fight.standings, stage.fight.battle, system, self._known).rows()
        before = dict(zip(self._keys, self._rows, strict=True))
        self.refreshing = True
        try:
            RowChanges(self, self._rows, self._keys).become(rows, [row.key for row in rows])
        finally:
            self.refreshing = False
        for run in runs_of(at for at, row in enumerate(rows) if before.get(row.key) != row):
            self.dataChanged.emit(self.index(run.start), self.index(run.stop - 1), [])
        self.refreshed.emit()

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index)
        if row is None:
            return None
        if role == Role.ROW:
            return row
        if role in FIELDS:
            return getattr(row, FIELDS[role])
        match role:
            case Role.ID:
                return row.ids[0] if row.ids else ""
            case Role.HEADING:
                return row.kind == "heading"
            case Role.PROGRESS:
                return (row.filled, row.size) if row.size else None
            case Qt.ItemDataRole.ToolTipRole:
                return tip_of(tip_of_row(row, self._stage, self._document.roster, self._document.system))
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in (row.name, spoken_of(row)) if part)
        return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row(index)
        if row is None or row.kind == "heading":
            return Qt.ItemFlag.ItemIsEnabled if row else Qt.ItemFlag.NoItemFlags
        return OF_A_ROW


def tip_of_row(row: SceneRow, stage: Stage, roster: Roster, system: System) -> str:
    """Return what a row of the scene stands for, as lines; "" for headings, markers and clocks.

    It is also asked while the rows of a scene that is gone are being removed.
    """
    if stage.scene is None or row.kind not in {"fighter", "extra"}:
        return ""
    return "\n\n".join("\n".join(_lines(one, stage, roster, system)) for one in row.ids[:MOST_NAMED])


def _lines(character_id: str, stage: Stage, roster: Roster, system: System) -> Iterator[str]:
    """Yield the name, the count, the health and the conditions of a fighter."""
    there = stage.fight.standings.get(character_id)
    if there is None:
        return
    yield there.character.name
    if stage.now is not None:
        yield from _count(character_id, stage.now, stage.fight.battle)
    damage = there.character.health.damage
    yield ", ".join((*[f"{damage} damage"] * bool(damage), *vitals_in_words(there.health)))
    for one in in_force_of(there.character, roster, system) if there.character.conditions else ():
        yield tip_of_condition(one, system.id, roster.character).replace("\n", ", ")


def _count(character_id: str, now: Moment, battle: Battle) -> Iterator[str]:
    """Yield the sum of a count: "Initiative 10 = 9 + 7 rolled − 3 wounded − 3 reacting"."""
    one = battle.rolled(now, [character_id]).get(character_id)
    if one is None:
        yield "No initiative yet"
        return
    counts, house, rolled = battle.rules.count, battle.house, one.init + one.roll
    unhurt = structs.replace(one, wounds=0, traumas=0)
    ready = structs.replace(unhurt, surprise="")
    hurt = counts(unhurt, now.turn, house) - counts(one, now.turn, house)
    late = counts(ready, now.turn, house) - counts(unhurt, now.turn, house)
    parts = [minus(one.init), f"+ {one.roll} rolled"]
    parts += [f"{TRUE_MINUS} {lost} {why}" for lost, why in ((hurt, _hurts(one)), (late, "reacting")) if lost]
    by_hand = count_of(one, now, battle) - (rolled - hurt - late)
    if by_hand:
        parts.append(f"{TRUE_MINUS if by_hand < 0 else '+'} {abs(by_hand)} by delaying or by hand")
    yield f"Initiative {minus(count_of(one, now, battle))} = {' '.join(parts)}"


def _hurts(one: Combatant) -> str:
    """Return what slows a fighter: "wounded", "traumas", "wounds and traumas"."""
    if not one.traumas:
        return "wounded"
    return "wounds and traumas" if one.wounds else "traumas"
