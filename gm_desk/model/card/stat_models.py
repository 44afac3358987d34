"""The values of one character as Qt models: aptitudes, skills, attacks and rep."""

from collections.abc import Hashable
from typing import Any, Literal

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal
from typing_extensions import override

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Attack, values_in_words
from gm_desk.core.drafts.abilities import ability_for, rating_of
from gm_desk.core.errors import RulesError
from gm_desk.core.systems.definition import Stat, System
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import minus, signed, tip_of
from gm_desk.model.item_models import Index, Role, RowChanges, runs_of
from gm_desk.model.roster.document import RosterDocument

UNTYPED = "\N{EN DASH}"
SEPARATOR = " · "
OF_A_CELL = (
    Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
    | Qt.ItemFlag.ItemIsEditable
)
"""The flags of a cell, combined once, since combining members of an enumeration is slow."""


class Cell(Struct, frozen=True):
    """One value, ready to be painted; `source` is the skill or attack that is only written out if needed."""

    id: str
    name: str
    number: str
    detail: str
    edited: str
    spoken: str
    tip: str = ""
    tail: str = ""
    source: Skill | Attack | None = None


FIELDS: dict[int, str] = {
    Qt.ItemDataRole.DisplayRole: "name",
    Role.ID: "id",
    Role.NAME: "name",
    Role.NUMBER: "number",
    Role.DETAIL: "detail",
    Role.TAIL: "tail",
}
"""The fields of a cell by the roles that return them."""


class CharacterModel(QAbstractListModel):
    """A list model of one character of a document; subclasses decide what it lists.

    `left` is emitted before the rows of a character become those of another one.
    """

    refused = Signal(str)
    rows_changed = Signal()
    left = Signal()

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Begin without a character."""
        super().__init__(parent)
        self.document = document
        self._id = ""
        self._cells: list[Cell] = []
        self._keys: list[Hashable] = []
        document.character_changed.connect(self._refresh)
        document.structure_changed.connect(self._refresh)

    def show(self, character_id: str) -> None:
        """Show another character, or nobody."""
        if character_id == self._id:
            self._become(self._current_cells())
        else:
            self.left.emit()
            self._id = character_id
            self._replace(self._current_cells())
        self.rows_changed.emit()

    def index_of(self, key: str) -> QModelIndex:
        """Return the index of the row with this id, or an invalid index."""
        row = next((row for row, cell in enumerate(self._cells) if cell.id == key), None)
        return QModelIndex() if row is None else self.index(row)

    def ids(self) -> set[str]:
        """Return the ids of all rows."""
        return {cell.id for cell in self._cells}

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._cells)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        cell = self._cells[index.row()]
        if role == Role.ROW:
            return cell
        if role in FIELDS:
            return getattr(cell, FIELDS[role])
        match role:
            case Qt.ItemDataRole.EditRole:
                return self.edited(cell)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(cell)
            case Qt.ItemDataRole.ToolTipRole:
                return tip_of(self.tip(cell)) or None
        return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return OF_A_CELL if index.isValid() else Qt.ItemFlag.NoItemFlags

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        try:
            self.edit(self._id, self._cells[index.row()].id, str(value))
        except RulesError as error:
            self.refused.emit(error.problem)
            return False
        return True

    def edit(self, character_id: str, key: str, text: str) -> None:
        """Set the value with this id from typed text; raise RulesError if it is invalid."""
        raise NotImplementedError

    def cells_of(self, character: Character) -> list[Cell]:
        """Return the cells that are shown for a character."""
        raise NotImplementedError

    def edited(self, cell: Cell) -> str:
        """Return the text in which a cell is edited."""
        return cell.edited

    def spoken(self, cell: Cell) -> str:
        """Return a cell as a screen reader should read it."""
        return cell.spoken

    def tip(self, cell: Cell) -> str:
        """Return the tool tip of a cell."""
        return cell.tip

    def _current_cells(self) -> list[Cell]:
        """Return the cells of the current character, or none without one."""
        character = self.document.character(self._id)
        return [] if character is None else self.cells_of(character)

    def _refresh(self, changed: str = "") -> None:
        """Update the cells after a change to this character, or to any; reset the rows only if their number changes."""
        if changed not in {"", self._id}:
            return
        before, cells = [*self._keys], self._current_cells()
        if cells == self._cells:
            return
        self._become(cells)
        if cells:
            self.dataChanged.emit(self.index(0), self.index(len(cells) - 1), [])
        if before != self._keys:
            self.rows_changed.emit()

    def _become(self, cells: list[Cell]) -> None:
        """Insert, remove and move rows."""
        RowChanges(self, self._cells, self._keys).become(cells, self._keys_of(cells))

    def _replace(self, cells: list[Cell]) -> None:
        """Show the cells of another character in the rows of the last one; rows that look alike are not repainted."""
        keys, before = self._keys_of(cells), [*self._cells]
        both = min(len(before), len(cells))
        changes = RowChanges(self, self._cells, self._keys)
        changes.remove(both, len(before))
        self._cells[:], self._keys[:] = cells[:both], keys[:both]
        changes.insert(both, cells[both:], keys[both:])
        for run in runs_of(row for row in range(both) if before[row] != cells[row]):
            self.dataChanged.emit(self.index(run.start), self.index(run.stop - 1), [])

    def _keys_of(self, cells: list[Cell]) -> list[Hashable]:
        return [(self._id, cell.id) for cell in cells]


class AptitudeModel(CharacterModel):
    """The aptitudes of a character, or the resistances, typed or not."""

    def __init__(
        self, document: RosterDocument, parent: QObject | None = None, rolled: Literal["check", "resistance"] = "check"
    ) -> None:
        """Begin without a character."""
        super().__init__(document, parent)
        self._rolled: Literal["check", "resistance"] = rolled

    @override
    def cells_of(self, character: Character) -> list[Cell]:
        stats = self.document.system.rolled_stats(self._rolled)
        return [self._cell(stat, character.stats.get(stat.key), character.checks.get(stat.key)) for stat in stats]

    @override
    def edit(self, character_id: str, key: str, text: str) -> None:
        from gm_desk.model.roster import edits

        edits.set_aptitude(self.document, character_id, key, text)

    def _cell(self, stat: Stat, rating: int | None, check: int | None) -> Cell:
        if rating is None:
            return Cell(stat.key, stat.key, UNTYPED, "", "", f"{stat.key} not typed yet", stat.name)
        detail = self._detail(rating) if check is None else self.document.system.check_in_words(check)
        edited = str(rating) if check is None else f"{rating}/{check}"
        spoken = ", ".join(part for part in (f"{stat.key} {rating}", detail) if part)
        return Cell(stat.key, stat.key, str(rating), detail, edited, spoken, stat.name)

    def _detail(self, rating: int) -> str:
        """Return an aptitude's check or a characteristic's modifier; a resistance has neither."""
        system = self.document.system
        if self._rolled != "check":
            return ""
        if system.check:
            return system.check_in_words(rating * system.check)
        modifier = RULES[system.id].modifier_of(rating)
        return "" if modifier is None else f"mod {signed(modifier)}"


class SkillModel(CharacterModel):
    """The skills of a character, in their order."""

    @override
    def cells_of(self, character: Character) -> list[Cell]:
        return [self._cell(skill) for skill in character.skills]

    @override
    def edit(self, character_id: str, key: str, text: str) -> None:
        from gm_desk.model.roster import edits

        edits.set_skill(self.document, character_id, key, text)

    @override
    def edited(self, cell: Cell) -> str:
        from gm_desk.core.notation.skill import write_skill

        skill = cell.source
        if not isinstance(skill, Skill):
            return ""
        return write_skill(skill.name, skill.rating, skill.specialisations, skill.note)

    @override
    def spoken(self, cell: Cell) -> str:
        line = self.edited(cell)
        return f"{line}, {cell.detail}" if cell.detail else line

    def _cell(self, skill: Skill) -> Cell:
        special = ""
        if skill.specialisations:
            from gm_desk.core.notation.lists import write_specialisations

            special = write_specialisations(skill.specialisations)
        tail = " ".join(f"({part})" for part in (special, skill.note) if part)
        return Cell(skill.id, skill.name, minus(skill.rating), skill.aptitude, "", "", tail=tail, source=skill)


MOST_SHOWN = 100
"""Maximum number of rows of attacks; the text of each is built when the card is shown."""


class AttackModel(CharacterModel):
    """The attacks of a character, in their order."""

    @override
    def cells_of(self, character: Character) -> list[Cell]:
        cells, system = [], self.document.system
        for attack in character.attacks[:MOST_SHOWN]:
            says = attack_in_words(attack, character, system)
            spoken = ", ".join([attack.name, *says.split(SEPARATOR)]) if says else attack.name
            cells.append(Cell(attack.id, attack.name, "", says, "", spoken, source=attack))
        left = len(character.attacks) - len(cells)
        if left:
            cells.append(Cell("", f"{left:,} more attacks are not shown", "", "", "", f"{left:,} more attacks", ""))
        return cells

    @override
    def edited(self, cell: Cell) -> str:
        from gm_desk.core.notation.attack import write_attack

        return write_attack(cell.source) if isinstance(cell.source, Attack) else ""

    @override
    def tip(self, cell: Cell) -> str:
        return _problem(cell.source, self.document.system) if isinstance(cell.source, Attack) else ""

    @override
    def edit(self, character_id: str, key: str, text: str) -> None:
        from gm_desk.model.card import attack_edits

        attack_edits.set_attack(self.document, character_id, key, text)


def attack_in_words(attack: Attack, character: Character, system: System) -> str:
    """Return everything about an attack except its name: "Guns 65 · DV 2d10 · SA/BF · ammo 9/12"."""
    ability = ability_for(attack, character, system)
    rating = rating_of(attack, character, system)
    skill = attack.skill or (ability.label if ability else "")
    parts = (
        skill if rating is None else f"{skill} {minus(rating)}".strip(),
        f"{system.damage} {attack.damage}" if attack.damage else "",
        *values_in_words(attack),
        attack.notes,
    )
    return SEPARATOR.join(part for part in parts if part)


def _problem(attack: Attack, system: System) -> str:
    """Return why the damage of an attack cannot be rolled, "" if it can."""
    from gm_desk.core.drafts.attack_damage import check_damage

    try:
        check_damage(attack, system)
    except RulesError as error:
        return f"The damage cannot be rolled: {error.problem}."
    return ""


class RepModel(CharacterModel):
    """The networks of the system, with or without a score, and those that only the character has."""

    @override
    def cells_of(self, character: Character) -> list[Cell]:
        networks = dict.fromkeys((*self.document.system.networks, *character.rep))
        return [_cell(network, character.rep.get(network)) for network in networks]

    @override
    def edit(self, character_id: str, key: str, text: str) -> None:
        from gm_desk.model.card import card_edits

        card_edits.set_rep(self.document, character_id, key, text)


def _cell(network: str, score: int | None) -> Cell:
    if score is None:
        return Cell(network, network, UNTYPED, "", "", f"{network}-rep not typed yet")
    return Cell(network, network, str(score), "", str(score), f"{network}-rep {score}")
