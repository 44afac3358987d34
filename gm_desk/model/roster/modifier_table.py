"""The common modifiers of a roster as a table, and the edits of that list, each a named undo step."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from msgspec import structs
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from gm_desk.core.characters.roster import OwnModifier, OwnModifiers, numbered
from gm_desk.core.combat.modifiers import (
    all_modifiers,
    check_name,
    hiding,
    moved,
    own_copy,
    restored,
    with_modifier,
)
from gm_desk.core.notation.numbers import signed
from gm_desk.core.rules.modifiers import parse_modifier
from gm_desk.core.systems.combat import CommonModifier, Reach
from gm_desk.model.roles import Index
from gm_desk.model.roster.document import RosterDocument

NEW_MODIFIER = "New modifier"
DEFENDING: tuple[Reach, bool] = ("other", True)
USES: dict[tuple[Reach, bool], str] = {
    ("ranged", False): "ranged attacks",
    ("melee", False): "melee attacks",
    ("both", False): "all attacks",
    ("other", False): "tests that are no attacks",
    ("any", False): "any test",
    DEFENDING: "whoever defends",
}
"""What a modifier is for, by its reach and whether it is on the defending side."""
HEADINGS = ("Modifier", "Value", "For", "State")
AS_LISTED = "as listed"


class ModifierColumn(IntEnum):
    """The columns of the table."""

    NAME = 0
    VALUE = 1
    USE = 2
    STATE = 3


class ModifierTable(QAbstractTableModel):
    """All common modifiers in the roster's order, hidden ones included."""

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Follow a document."""
        super().__init__(parent)
        self._document = document
        self._rows = self._listed()
        document.roster_changed.connect(self._follow)
        document.opened.connect(self._start_over)

    def modifier_at(self, row: int) -> CommonModifier | None:
        """Return the modifier in a row, or None if there is no such row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, modifier_id: str) -> int:
        """Return the row of a modifier, or −1 if it is not listed."""
        return next((row for row, one in enumerate(self._rows) if one.id == modifier_id), -1)

    def is_hidden(self, modifier: CommonModifier) -> bool:
        """Return whether the roster hides a modifier."""
        return modifier.id in self._document.roster.modifiers.hidden

    def is_own(self, modifier: CommonModifier) -> bool:
        """Return whether a modifier is the roster's own and not one of the system."""
        return modifier.id not in {one.id for one in self._document.system.combat.modifiers}

    def is_changed(self, modifier: CommonModifier) -> bool:
        """Return whether the roster has changed a modifier of the system."""
        return not self.is_own(modifier) and isinstance(modifier, OwnModifier)

    def check_name(self, modifier: CommonModifier, name: str) -> None:
        """Raise EmptyNameError or BadModifierError if a modifier cannot have a name."""
        check_name(name, modifier.id, self._document.roster, self._document.system)

    def check_value(self, text: str) -> int:
        """Return a typed value; raise BadModifierError with the reason."""
        return parse_modifier(text, self._document.system.step)

    def add(self) -> str:
        """Add a modifier at the end of the list; return its id, or "" where that was refused."""
        document = self._document
        name = NEW_MODIFIER
        if (taken := {one.name for one in self._rows}) and name in taken:
            name = numbered(name, taken)
        modifier = OwnModifier(document.new_id(), name, -document.system.step, "any")
        changed = with_modifier(document.roster, modifier, document.system)
        last = moved(changed, modifier.id, "", document.system) if changed.modifiers.order else changed
        return modifier.id if document.change(last, f"add modifier {name}") else ""

    def rename(self, modifier: CommonModifier, name: str) -> None:
        """Rename a modifier; raise EmptyNameError or BadModifierError."""
        self._change(modifier, f"rename modifier {modifier.name}", name=name)

    def set_value(self, modifier: CommonModifier, text: str) -> None:
        """Set the value of a modifier; raise BadModifierError."""
        self._change(modifier, f"change value of {modifier.name}", value=self.check_value(text))

    def set_damage(self, modifier: CommonModifier, dice: str) -> None:
        """Set the dice of damage that a modifier adds, "" for none; raise BadExpressionError."""
        self._change(modifier, f"change damage of {modifier.name}", damage=" ".join(dice.split()))

    def set_use(self, modifier: CommonModifier, reach: Reach, *, theirs: bool) -> None:
        """Set what a modifier is for."""
        self._change(modifier, f"change use of {modifier.name}", reach=reach, theirs=theirs)

    def set_steps(self, modifier: CommonModifier, *, steps: bool) -> None:
        """Set whether a modifier can count several times."""
        self._change(modifier, f"change steps of {modifier.name}", steps=steps)

    def hide(self, modifier: CommonModifier, *, hidden: bool) -> None:
        """Hide a modifier, or show it again."""
        roster = hiding(self._document.roster, modifier.id, hidden=hidden)
        self._document.change(roster, f"{'hide' if hidden else 'show'} modifier {modifier.name}")

    def move(self, modifier: CommonModifier, step: int) -> None:
        """Move a modifier one row up (−1) or down (1)."""
        row = self.row_of(modifier.id)
        if 0 <= row + step < len(self._rows):
            before = self.modifier_at(row + step if step < 0 else row + 2)
            roster = moved(self._document.roster, modifier.id, before.id if before else "", self._document.system)
            self._document.change(roster, f"move modifier {modifier.name}")

    def restore(self, modifier: CommonModifier) -> None:
        """Restore a modifier of the system, or remove one of the roster's own."""
        does = "remove" if self.is_own(modifier) else "restore"
        self._document.change(restored(self._document.roster, modifier.id), f"{does} modifier {modifier.name}")

    def restore_all(self) -> None:
        """Restore the list of the system, with its order; the roster's own modifiers are removed."""
        plain = OwnModifiers(extra=self._document.roster.modifiers.extra)
        self._document.change(structs.replace(self._document.roster, modifiers=plain), "restore all modifiers")

    @property
    def is_as_listed(self) -> bool:
        """Whether the roster has changed nothing of the list."""
        own = self._document.roster.modifiers
        return not (own.own or own.hidden or own.order)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(ModifierColumn)

    @override
    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        horizontal = way == Qt.Orientation.Horizontal
        return HEADINGS[section] if horizontal and role == Qt.ItemDataRole.DisplayRole else None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        modifier = self._rows[index.row()]
        match index.column():
            case ModifierColumn.NAME:
                return modifier.name
            case ModifierColumn.VALUE:
                return " ".join(filter(None, (signed(modifier.value), modifier.damage and f"+{modifier.damage}")))
            case ModifierColumn.USE:
                return use_of(modifier)
        state = self._state_of(modifier)
        return state or (AS_LISTED if role == Qt.ItemDataRole.AccessibleTextRole else "")

    def _state_of(self, modifier: CommonModifier) -> str:
        """Return what the roster has made of a modifier."""
        made = "own" if self.is_own(modifier) else "changed" if self.is_changed(modifier) else ""
        return ", ".join(filter(None, (made, "hidden" if self.is_hidden(modifier) else "")))

    def _change(self, modifier: CommonModifier, text: str, **fields: Any) -> None:
        """Change some fields of a modifier as one step; unchanged ones make none."""
        changed = structs.replace(own_copy(modifier), **fields)
        if changed != own_copy(modifier):
            extra = modifier.extra if isinstance(modifier, OwnModifier) else {}
            kept = structs.replace(changed, extra=extra)
            self._document.change(with_modifier(self._document.roster, kept, self._document.system), text)

    def _listed(self) -> list[CommonModifier]:
        return all_modifiers(self._document.system, self._document.roster.modifiers)

    def _start_over(self) -> None:
        self.beginResetModel()
        self._rows = self._listed()
        self.endResetModel()

    def _follow(self) -> None:
        """Show the list as the roster has it now."""
        before, after = [one.id for one in self._rows], [one.id for one in self._listed()]
        if before == after:
            self._rows = self._listed()
            if after:
                self.dataChanged.emit(
                    self.index(0, 0), self.index(len(after) - 1, len(ModifierColumn) - 1), [Qt.ItemDataRole.DisplayRole]
                )
            return
        first, last = _span(before, after)
        if len(after) == len(before) + 1 and [*after[:first], *after[first + 1 :]] == before:
            self.beginInsertRows(QModelIndex(), first, first)
            self._rows = self._listed()
            self.endInsertRows()
        elif len(after) == len(before) - 1 and [*before[:first], *before[first + 1 :]] == after:
            self.beginRemoveRows(QModelIndex(), first, first)
            self._rows = self._listed()
            self.endRemoveRows()
        elif len(after) == len(before) and (way := _moved(before[first : last + 1], after[first : last + 1])):
            from_row, before_row = (first, last + 1) if way > 0 else (last, first)
            self.beginMoveRows(QModelIndex(), from_row, from_row, QModelIndex(), before_row)
            self._rows = self._listed()
            self.endMoveRows()
        else:
            self._start_over()


def use_of(modifier: CommonModifier) -> str:
    """Return what a modifier is for, in words."""
    use = USES[DEFENDING if modifier.theirs else (modifier.reach, False)]
    return f"{use}: {', '.join(modifier.skills)}" if modifier.skills else use


def _span(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Return the first row that differs, and the last one counted from the end of `before`."""
    shorter = min(len(before), len(after))
    first = next((row for row in range(shorter) if before[row] != after[row]), shorter)
    alike = next((row for row in range(shorter) if before[-1 - row] != after[-1 - row]), shorter)
    return first, len(before) - 1 - alike


def _moved(before: Sequence[str], after: Sequence[str]) -> int:
    """Return 1 if the first moved to the end, −1 if the last moved to the beginning, 0 for anything else."""
    if [*before[1:], before[0]] == list(after):
        return 1
    return -1 if [before[-1], *before[:-1]] == list(after) else 0
