"""The targets of one roll as a table: how each defends, what hits, and the damage; each can be changed."""

from collections.abc import Callable, Hashable
from enum import IntEnum
from typing import Any

from msgspec import Struct, structs
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from gm_desk.core.characters.harm import armor_points
from gm_desk.core.combat.several import needs_of
from gm_desk.core.combat.several_damage import TargetRow
from gm_desk.core.combat.targets import HitResult, PointSpent, Target
from gm_desk.core.drafts.attack_damage import armor_used
from gm_desk.core.drafts.attacks import usual_defence
from gm_desk.core.drafts.chips import net_level
from gm_desk.core.drafts.draft import Side
from gm_desk.core.drafts.opponents import Defence, defences, opposed
from gm_desk.core.errors import BadRollError, RulesError
from gm_desk.core.rules.damage import read_faces
from gm_desk.core.rules.dice import ROLLS, parse_faces
from gm_desk.core.rules.modifiers import parse_modifier
from gm_desk.core.scenes.effects import helpless_by, with_conditions
from gm_desk.core.wording.phrases import minus, signed, tip_of
from gm_desk.model.combat.several import SeveralTargets
from gm_desk.model.combat.several_text import verdict_in_words
from gm_desk.model.item_models import Index, RowChanges
from gm_desk.model.log.rows import aloud
from gm_desk.model.roll.roll_text import NO_DEFENCE, OWN, level_in_short, two_digits
from gm_desk.model.roster.document import RosterDocument

MOST_METRES, MOST_POINTS, MOST_WOUNDS = 999, 999, 99
SPENT, MAY_SPEND = "◆", "◇"
HOW_TO_SPEND = "a point can be spent on it, with a double click or F2"
SHELTERED = "sheltered"
HITS: dict[str, str] = {"hit": "Hit", "half": "Half", "miss": "Miss"}
CONES: dict[str, str] = {"": "in range", "close": "up close", "beyond": "beyond"}
CHOICES = Qt.ItemDataRole.UserRole + 1
"""list[tuple[str, object]]: the choices for a cell, None if it is typed."""


class TargetColumn(IntEnum):
    """The columns of the table."""

    WHO = 0
    DEFENCE = 1
    NET = 2
    DICE = 3
    VERDICT = 4
    HIT = 5
    WHERE = 6
    DAMAGE = 7
    ARMOR = 8
    THROUGH = 9
    WOUNDS = 10


HEADINGS = (
    *("Target", "Defence", "Mod", "Dice", "Defends", "Hit", "Distance", "Damage", "Armor", "Through", "Wounds"),
)
OF_DAMAGE = {
    TargetColumn.HIT,
    TargetColumn.WHERE,
    TargetColumn.DAMAGE,
    TargetColumn.ARMOR,
    TargetColumn.THROUGH,
    TargetColumn.WOUNDS,
}
NUMBERS = {
    TargetColumn.NET,
    TargetColumn.DICE,
    TargetColumn.WHERE,
    TargetColumn.DAMAGE,
    TargetColumn.THROUGH,
    TargetColumn.WOUNDS,
}
READ_ONLY = {TargetColumn.WHO, TargetColumn.VERDICT}


class TargetLine(Struct, frozen=True):
    """One row, ready to be painted; `editing` are the texts with which typing begins."""

    cells: tuple[str, ...]
    editing: tuple[str, ...]


class TargetTable(QAbstractTableModel):
    """The targets in their order, with everything that can be changed about each."""

    def __init__(self, document: RosterDocument, targets: SeveralTargets, parent: QObject | None = None) -> None:
        """Follow the targets of a roll."""
        super().__init__(parent)
        self._document = document
        self._targets = targets
        self._lines: list[TargetLine] = []
        self._keys: list[Hashable] = []
        targets.changed.connect(self._rebuild)
        self._rebuild()

    @property
    def shown(self) -> set[TargetColumn]:
        """The columns that apply to this test."""
        attack = self._targets.attack
        if attack is None:
            return set(TargetColumn) - OF_DAMAGE
        area = attack.area in {"blast", "uniform", "cone"}
        counted = self._document.system.combat.area is not None
        wounded = bool(self._document.system.combat.injuries)
        hidden = {TargetColumn.WHERE} if not (area and counted) else set()
        return set(TargetColumn) - hidden - (set() if wounded else {TargetColumn.WOUNDS})

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._lines)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(TargetColumn)

    @override
    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if way == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in NUMBERS else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if way != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        if section == TargetColumn.VERDICT and self._targets.attack is None:
            return "Result"
        return "Cone" if section == TargetColumn.WHERE and self._cone else HEADINGS[section]

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        closed = READ_ONLY if not self._targets.applied else set(TargetColumn)
        if index.column() == TargetColumn.VERDICT and self._choices(index.row(), index.column()):
            return flags | Qt.ItemFlag.ItemIsEditable
        return flags if index.column() in closed else flags | Qt.ItemFlag.ItemIsEditable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line, column = self._lines[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return line.cells[column]
            case Qt.ItemDataRole.EditRole:
                return line.editing[column]
            case Qt.ItemDataRole.AccessibleTextRole:
                return aloud(self.headerData(column, Qt.Orientation.Horizontal), line.cells[column])
            case Qt.ItemDataRole.ToolTipRole:
                words = line.cells[column]
                return tip_of(f"{words}: {HOW_TO_SPEND}" if words.endswith(MAY_SPEND) else words)
        return self._choices(index.row(), column) if role == CHOICES else None

    @override
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        try:
            after = self._changed(index.row(), index.column(), value)
        except RulesError:
            return False
        self._targets.set_target(index.row(), after)
        return True

    def check(self, row: int, column: int, text: str) -> None:
        """Raise RulesError with the reason if a text cannot be put in a cell."""
        self._changed(row, column, text)

    @property
    def _cone(self) -> bool:
        attack = self._targets.attack
        return attack is not None and attack.area == "cone"

    def _changed(self, row: int, column: int, value: Any) -> Target:
        """Return a target with a cell changed; raise RulesError with the reason if that is impossible."""
        target = self._targets.value.targets[row]
        changes: dict[TargetColumn, Callable[[], Target]] = {
            TargetColumn.DEFENCE: lambda: structs.replace(
                target, side=self._defending(target, value), dice={}, point=None
            ),
            TargetColumn.NET: lambda: structs.replace(target, side=self._modified(target.side, str(value)), point=None),
            TargetColumn.DICE: lambda: structs.replace(target, dice=self._dice(row, str(value)), point=None),
            TargetColumn.VERDICT: lambda: structs.replace(
                target, point=value if isinstance(value, PointSpent) else None
            ),
            TargetColumn.HIT: lambda: structs.replace(target, hit=_hit_of(value), sheltered=value == SHELTERED),
            TargetColumn.WHERE: lambda: _placed(target, value, cone=self._cone),
            TargetColumn.DAMAGE: lambda: self._damaged(row, target, str(value)),
            TargetColumn.ARMOR: lambda: structs.replace(target, armor=_number(str(value), "armor", MOST_POINTS)),
            TargetColumn.THROUGH: lambda: structs.replace(target, through=self._dealt(row, str(value), "damage")),
            TargetColumn.WOUNDS: lambda: structs.replace(target, wounds=self._dealt(row, str(value), "wounds")),
        }
        return changes[TargetColumn(column)]()

    def _choices(self, row: int, column: int) -> list[tuple[str, object]] | None:
        """Return the choices for a cell, or None if it is typed."""
        target = self._targets.value.targets[row]
        match column:
            case TargetColumn.DEFENCE:
                found = self._defences(target.side.character)
                known: list[tuple[str, object]] = [
                    (_defence(Side(ability=one.ability, halved=one.halved)), one) for one in found
                ]
                return [*known, (NO_DEFENCE, None)]
            case TargetColumn.VERDICT:
                points: list[tuple[str, object]] = [*self._targets.points(row)]
                return [("No point", ""), *points] if points else None
            case TargetColumn.HIT:
                area = self._document.system.combat.area
                halves = area is not None and area.half and self._targets.attack and self._targets.attack.area
                edge: list[tuple[str, object]] = [("By the dice, at the edge or in cover", SHELTERED)]
                return [("By the dice", ""), *(edge if halves else []), *((text, key) for key, text in HITS.items())]
            case TargetColumn.WHERE if self._cone:
                return [(text, key) for key, text in CONES.items()]
            case _:
                return None

    def _defences(self, character_id: str) -> list[Defence]:
        """Return the possible defences of a target, the usual one first."""
        other, attack = self._document.character(character_id), self._targets.attack
        if other is None:
            return []
        system = self._document.system
        known = defences(self._targets.value.draft.ability, other, system)
        usual = usual_defence(attack, other, system) if attack is not None else None
        return known if usual is None or usual in known else [usual, *known]

    def _defending(self, target: Target, defence: object) -> Side:
        """Return the side of a target with another defence, or with none."""
        other = self._document.character(target.side.character)
        if not isinstance(defence, Defence) or other is None:
            return structs.replace(target.side, ability=None)
        draft = self._targets.value.draft
        system, roster = self._document.system, self._document.roster
        composed = opposed(draft, other, system, self._targets.rules, defence)
        return structs.replace(with_conditions(composed, roster, system).side("b"), eyeballed=target.side.eyeballed)

    def _modified(self, side: Side, text: str) -> Side:
        """Return the side of a target with a net set by hand; an empty text restores its modifiers."""
        if not text.strip():
            return side.eyeball(None)
        return side.eyeball(parse_modifier(text, self._document.system.step))

    def _dice(self, row: int, text: str) -> dict[str, tuple[int, ...]]:
        """Return typed dice of a target, none for an empty text."""
        value = self._targets.value
        needs = needs_of(value.targets[row], value, self._targets.rules, self._document.house)
        if not text.strip():
            return {}
        if needs is None:
            raise BadRollError("roll", "there is nothing to roll: choose a defence")
        return {needs.name: parse_faces(text, needs)}

    def _damaged(self, row: int, target: Target, text: str) -> Target:
        """Return a target with a total, or with dice of its own if several are typed; raise BadRollError."""
        request = self._targets.rows[row].request
        if request is None or len(text.split()) <= 1:
            return structs.replace(target, total=_number(text, "damage", MOST_POINTS))
        faces = read_faces(text, request, self._targets.rules.HUNDRED)
        return structs.replace(target, rolls={ROLLS: faces}, total=None)

    def _dealt(self, row: int, text: str, what: str) -> int | None:
        """Return the damage or the wounds that are set for a target, None for an empty text.

        Raise BadRollError if there are none to set.
        """
        found = self._targets.rows[row]
        number = _number(text, what, MOST_POINTS if what == "damage" else MOST_WOUNDS)
        name = found.target.side.name
        if number is not None and found.request is None:
            missed = found.hit == "miss"
            why = f"{name} is not hit: change Hit first" if missed else "roll first, to see who is hit"
            raise BadRollError(what, why)
        if number is not None and what == "wounds" and found.outcome is None:
            raise BadRollError(what, "roll the damage first, or type what gets through")
        return number

    def _rebuild(self) -> None:
        rows = self._targets.rows
        lines = [self._line(row, place) for place, row in enumerate(rows)]
        RowChanges(self, self._lines, self._keys).become(lines, [row.target.side.character for row in rows])
        if lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(TargetColumn) - 1), [])

    def _line(self, row: TargetRow, place: int) -> TargetLine:
        target, side, outcome = row.target, row.target.side, row.outcome
        house = self._targets.value.draft.house(self._document.house)
        net = self._targets.rules.net(side, house).net if side.ability else 0
        dice = _faces(target)
        wounds = outcome.wounds if outcome else None
        total = None if outcome is None or (row.unrolled and target.total is None) else outcome.total
        metres = str(target.distance)
        cells = {
            TargetColumn.WHO: side.name,
            TargetColumn.DEFENCE: _defence(side),
            TargetColumn.NET: " ".join(filter(None, (signed(net) if net else "", level_in_short(net_level(side))))),
            TargetColumn.DICE: dice,
            TargetColumn.VERDICT: self._judged(row, place),
            TargetColumn.HIT: _hit_text(row),
            TargetColumn.WHERE: CONES[target.cone] if self._cone else f"{metres} m",
            TargetColumn.DAMAGE: "" if total is None else _own(minus(total), target.total),
            TargetColumn.ARMOR: self._armor(row),
            TargetColumn.THROUGH: _own(minus(outcome.through), target.through) if outcome else "",
            TargetColumn.WOUNDS: "" if wounds is None else _own(str(wounds), target.wounds),
        }
        editing = {
            **cells,
            TargetColumn.NET: signed(net) if net else "",
            TargetColumn.WHERE: metres,
            TargetColumn.DAMAGE: "" if total is None else str(total),
            TargetColumn.ARMOR: str(outcome.armor) if outcome else "",
            TargetColumn.THROUGH: str(outcome.through) if outcome else "",
            TargetColumn.WOUNDS: "" if wounds is None else str(wounds),
        }
        return TargetLine(tuple(cells[one] for one in TargetColumn), tuple(editing[one] for one in TargetColumn))

    def _judged(self, row: TargetRow, place: int) -> str:
        """Return the result of a target's dice, marked if a point is or could be spent on it."""
        if row.target.side.ability is None:
            return helpless_by(row.target.side).casefold()
        words = verdict_in_words(row, attack=self._targets.attack is not None)
        if row.target.point:
            return f"{SPENT} {words}"
        return f"{words} {MAY_SPEND}" if words and self._targets.points(place) else words

    def _armor(self, row: TargetRow) -> str:
        """Return the armor that was applied, with its kind."""
        other, attack = self._document.character(row.target.side.character), self._targets.attack
        if row.outcome is None or other is None or attack is None:
            return ""
        points = _own(minus(row.outcome.armor), row.target.armor)
        kind = armor_used(attack, other, self._targets.value.choices, self._document.system)
        counts = row.target.armor is None and row.outcome.armor and armor_points(other).get(kind)
        return f"{points} {kind}" if counts else points


def _defence(side: Side) -> str:
    """Return the defence of a target: "Fray ÷ 2 = 28", "Perceive 40"."""
    equals = "= " if side.halved else ""
    return NO_DEFENCE if side.ability is None else f"{side.what} {equals}{minus(side.base)}"


def _faces(target: Target) -> str:
    """Return the faces of a target's dice."""
    shown = (
        two_digits(face) if name.endswith(".roll") else str(face)
        for name, faces in target.dice.items()
        for face in faces
    )
    return " ".join(shown)


def _hit_text(row: TargetRow) -> str:
    if row.hit is None:
        return ""
    text = HITS[row.hit]
    return f"{OWN} {text}" if row.target.hit else f"{text}, at the edge" if row.target.sheltered else text


def _hit_of(value: object) -> HitResult | None:
    """Return the GM's verdict on a hit, or None for that of the dice."""
    match value:
        case "hit" | "half" | "miss":
            return value
        case _:
            return None


def _placed(target: Target, value: object, *, cone: bool) -> Target:
    """Return a target at a distance, or in a part of a cone; raise RulesError for an invalid distance."""
    if cone:
        place = value if value in {"close", "beyond"} else ""
        return structs.replace(target, cone=place)
    text = str(value).strip().removesuffix("m").strip()
    return structs.replace(target, distance=_number(text, "distance", MOST_METRES) or 0)


def _number(text: str, what: str, most: int) -> int | None:
    """Return a typed number, None for empty text; raise BadRollError for other text or too large a number."""
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < len(str(most)) + 1):
        raise BadRollError(what, f"“{text[:12]}” is not a number from 0 to {most}")
    return int(text)


def _own(text: str, by_hand: int | None) -> str:
    """Return a number, marked if the GM has set it."""
    return text if by_hand is None else f"{OWN} {text}"
