"""The tables of a roster's own modifiers and conditions, and what both have in common."""

from abc import abstractmethod
from collections.abc import Hashable
from enum import IntEnum
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import structs
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from typing_extensions import override

from gm_desk.core.characters.roster import OwnModifier, OwnModifiers, numbered
from gm_desk.core.combat.modifiers import (
    all_modifiers,
    check_name,
    hiding,
    is_option,
    modifiers_of,
    moved,
    own_modifier,
    restored,
    with_modifier,
)
from gm_desk.core.notation.condition import read_effects
from gm_desk.core.rules.modifiers import parse_modifier
from gm_desk.core.scenes import condition_edits
from gm_desk.core.scenes.conditions import OwnCondition
from gm_desk.core.scenes.conditions_in_force import kinds_of
from gm_desk.core.systems.combat import CommonModifier, ConditionKind, Reach
from gm_desk.core.wording.phrases import signed
from gm_desk.core.wording.reference import effects_in_words
from gm_desk.model.item_models import Index, RowChanges
from gm_desk.model.roster.document import RosterDocument

AS_LISTED = "as listed"
NEW_MODIFIER = "New modifier"
DEFENDING: tuple[Reach, bool] = ("other", True)
USES: dict[tuple[Reach, bool], str] = {
    ("ranged", False): "ranged attacks",
    ("melee", False): "melee attacks",
    ("both", False): "all attacks",
    ("other", False): "tests other than attacks",
    ("any", False): "any test",
    DEFENDING: "whoever defends",
}
"""The uses of modifiers, by reach and whether they are on the defending side."""
MODIFIER_HEADINGS = ("Modifier", "Value", "For", "State")
NEW_CONDITION = "New condition"
CONDITION_HEADINGS = ("Condition", "What it does", "State")


class Listed(Protocol):
    """An item in the list of a system, with a permanent id and a display name."""

    @property
    def id(self) -> str:
        """The id."""

    @property
    def name(self) -> str:
        """The name."""


Item = TypeVar("Item", bound=Listed)


class OwnTable(QAbstractTableModel, Generic[Item]):
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
    def is_own(self, one: Item) -> bool:
        """Return whether an item is the roster's own and not the system's."""

    @abstractmethod
    def is_changed(self, one: Item) -> bool:
        """Return whether an item of the system has been changed by the roster."""

    @abstractmethod
    def check_name(self, one: Item, name: str) -> None:
        """Raise RulesError if an item cannot have a name."""

    @abstractmethod
    def add(self) -> str:
        """Add an item at the end of the list; return its id, or "" if that was refused."""

    @abstractmethod
    def restore(self, one: Item) -> None:
        """Restore an item of the system, or remove one of the roster's own."""

    @abstractmethod
    def _listed(self) -> list[Item]:
        """Return the current list of the roster."""

    def at(self, row: int) -> Item | None:
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
    def _text(self, one: Item, column: int) -> str:
        """Return the text of a cell, except in the last column, which marks items that the roster added or changed."""

    def _state_of(self, one: Item) -> str:
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


class ModifierColumn(IntEnum):
    """The columns of the table."""

    NAME = 0
    VALUE = 1
    USE = 2
    STATE = 3


class ModifierTable(OwnTable[CommonModifier]):
    """All common modifiers in the roster's order, hidden ones included."""

    headings = MODIFIER_HEADINGS

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Follow a document."""
        super().__init__(document, parent)
        document.opened.connect(self._follow)

    def is_hidden(self, modifier: CommonModifier) -> bool:
        """Return whether the roster hides a modifier."""
        return modifier.id in self._document.roster.modifiers.hidden

    @override
    def is_own(self, one: CommonModifier) -> bool:
        """Return whether a modifier is the roster's own and not one of the system."""
        return one.id not in {other.id for other in modifiers_of(self._document.system)}

    @override
    def is_changed(self, one: CommonModifier) -> bool:
        """Return whether the roster has changed a modifier of the system."""
        return not self.is_own(one) and isinstance(one, OwnModifier)

    @override
    def check_name(self, one: CommonModifier, name: str) -> None:
        """Raise EmptyNameError or BadModifierError if a modifier cannot have a name."""
        check_name(name, one.id, self._document.roster, self._document.system)

    def check_value(self, text: str) -> int:
        """Return a typed value; raise BadModifierError with the reason."""
        return parse_modifier(text, self._document.system.step)

    @override
    def add(self) -> str:
        """Add a modifier at the end of the list; return its id, or "" if that was refused."""
        document, name = self._document, self._free_name(NEW_MODIFIER)
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
        """Set the damage dice that a modifier adds, "" for none; raise BadExpressionError."""
        self._change(modifier, f"change damage of {modifier.name}", damage=" ".join(dice.split()))

    def set_use(self, modifier: CommonModifier, reach: Reach, *, theirs: bool) -> None:
        """Set the use of a modifier."""
        self._change(modifier, f"change use of {modifier.name}", reach=reach, theirs=theirs)

    def set_steps(self, modifier: CommonModifier, *, steps: bool) -> None:
        """Set whether a modifier can count several times."""
        self._change(modifier, f"change steps of {modifier.name}", steps=steps)

    def set_lasting(self, modifier: CommonModifier, *, lasting: bool) -> None:
        """Set whether a modifier is remembered for whoever has it until the scene ends."""
        self._change(modifier, f"change duration of {modifier.name}", lasting=lasting)

    def hide(self, modifier: CommonModifier, *, hidden: bool) -> None:
        """Hide a modifier, or show it again."""
        roster = hiding(self._document.roster, modifier.id, hidden=hidden)
        self._document.change(roster, f"{'hide' if hidden else 'show'} modifier {modifier.name}")

    def move(self, modifier: CommonModifier, step: int) -> None:
        """Move a modifier one row up (−1) or down (1)."""
        row = self.row_of(modifier.id)
        if 0 <= row + step < len(self._rows):
            before = self.at(row + step if step < 0 else row + 2)
            roster = moved(self._document.roster, modifier.id, before.id if before else "", self._document.system)
            self._document.change(roster, f"move modifier {modifier.name}")

    @override
    def restore(self, one: CommonModifier) -> None:
        """Restore a modifier of the system, or remove one of the roster's own."""
        does = "remove" if self.is_own(one) else "restore"
        self._document.change(restored(self._document.roster, one.id), f"{does} modifier {one.name}")

    def restore_all(self) -> None:
        """Restore the list of the system, with its order; the roster's own modifiers are removed."""
        plain = OwnModifiers(extra=self._document.roster.modifiers.extra)
        self._document.change(structs.replace(self._document.roster, modifiers=plain), "restore all modifiers")

    @property
    def is_as_listed(self) -> bool:
        """Whether the roster has not changed the list."""
        own = self._document.roster.modifiers
        return not (own.own or own.hidden or own.order)

    @override
    def _text(self, one: CommonModifier, column: int) -> str:
        match column:
            case ModifierColumn.NAME:
                return one.name
            case ModifierColumn.VALUE:
                return " ".join(filter(None, (signed(one.value), one.damage and f"+{one.damage}")))
        use = use_in_words(one)
        return f"{use} without a line" if is_option(one, self._document.system) else use

    @override
    def _state_of(self, one: CommonModifier) -> str:
        return ", ".join(filter(None, (super()._state_of(one), "hidden" if self.is_hidden(one) else "")))

    def _change(self, modifier: CommonModifier, text: str, **fields: Any) -> None:
        """Change some fields of a modifier as one step, if any of them differs."""
        changed = structs.replace(own_modifier(modifier), **fields)
        if changed != own_modifier(modifier):
            extra = modifier.extra if isinstance(modifier, OwnModifier) else {}
            kept = structs.replace(changed, extra=extra)
            self._document.change(with_modifier(self._document.roster, kept, self._document.system), text)

    @override
    def _listed(self) -> list[CommonModifier]:
        return all_modifiers(self._document.system, self._document.roster.modifiers)


def use_in_words(modifier: CommonModifier) -> str:
    """Return the use of a modifier as text."""
    use = USES[DEFENDING if modifier.theirs else (modifier.reach, False)]
    return f"{use}: {', '.join(modifier.skills)}" if modifier.skills else use


class ConditionColumn(IntEnum):
    """The columns of the table."""

    NAME = 0
    DOES = 1
    STATE = 2


class ConditionTable(OwnTable[ConditionKind]):
    """All conditions that can be set: the system's, some of them changed by the roster, then the roster's own."""

    headings = CONDITION_HEADINGS

    @override
    def is_own(self, one: ConditionKind) -> bool:
        """Return whether a condition is the roster's own and not one of the system."""
        return one.id not in {kind.id for kind in self._document.system.conditions}

    @override
    def is_changed(self, one: ConditionKind) -> bool:
        """Return whether the roster has changed a condition of the system."""
        return not self.is_own(one) and isinstance(one, OwnCondition)

    @override
    def check_name(self, one: ConditionKind, name: str) -> None:
        """Raise EmptyNameError or BadConditionError if a condition cannot have a name."""
        condition_edits.checked_name(name, one.id, self._document.roster, self._document.system)

    def check_effects(self, kind: ConditionKind, text: str) -> None:
        """Raise BadConditionError if a text is not a list of effects."""
        read_effects(text, self._document.system.step, levels=bool(kind.levels))

    @override
    def add(self) -> str:
        """Add a condition at the end of the list; return its id, or "" if that was refused."""
        document, name = self._document, self._free_name(NEW_CONDITION)
        kind = OwnCondition(id=document.new_id(), name=name)
        roster = condition_edits.with_own(document.roster, kind, document.system)
        return kind.id if document.change(roster, f"add condition {name}") else ""

    def change(self, kind: ConditionKind, **fields: Any) -> None:
        """Change some fields of a condition as one step; raise EmptyNameError or BadConditionError."""
        changed = condition_edits.changed(kind, **fields)
        if changed != condition_edits.own_condition(kind):
            roster = condition_edits.with_own(self._document.roster, changed, self._document.system)
            self._document.change(roster, f"change condition {kind.name}")

    def set_effects(self, kind: ConditionKind, text: str) -> None:
        """Set the effects of a condition as typed; raise BadConditionError."""
        self.change(kind, effects=read_effects(text, self._document.system.step, levels=bool(kind.levels)))

    @override
    def restore(self, one: ConditionKind) -> None:
        """Restore a condition of the system, or remove one of the roster's own."""
        does = "remove" if self.is_own(one) else "restore"
        roster = condition_edits.without_own(self._document.roster, one.id)
        self._document.change(roster, f"{does} condition {one.name}")

    @override
    def _text(self, one: ConditionKind, column: int) -> str:
        return one.name if column == ConditionColumn.NAME else "; ".join(effects_in_words(one)) or one.hint

    @override
    def _listed(self) -> list[ConditionKind]:
        return list(kinds_of(self._document.roster, self._document.system).values())
