"""The conditions of a roster as a table, and the edits of that list, each a named undo step."""

from enum import IntEnum
from typing import Any

from typing_extensions import override

from gm_desk.core.notation.condition import read_effects
from gm_desk.core.scenes import condition_edits
from gm_desk.core.scenes.active_conditions import kinds_of
from gm_desk.core.scenes.conditions import OwnCondition
from gm_desk.core.systems.combat import ConditionKind
from gm_desk.core.wording.reference import effects_in_words
from gm_desk.model.roster.own_table import OwnTable

NEW_CONDITION = "New condition"
HEADINGS = ("Condition", "What it does", "State")


class ConditionColumn(IntEnum):
    """The columns of the table."""

    NAME = 0
    DOES = 1
    STATE = 2


class ConditionTable(OwnTable[ConditionKind]):
    """All conditions that can be set: the system's, some of them changed by the roster, then the roster's own."""

    headings = HEADINGS

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
