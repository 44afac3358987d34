"""The common modifiers of a roster as a table, and the edits of that list, each a named undo step."""

from enum import IntEnum
from typing import Any

from msgspec import structs
from PySide6.QtCore import QObject
from typing_extensions import override

from gm_desk.core.characters.roster import OwnModifier, OwnModifiers
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
from gm_desk.core.notation.numbers import signed
from gm_desk.core.rules.modifiers import parse_modifier
from gm_desk.core.systems.combat import CommonModifier, Reach
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.own_table import OwnTable

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
HEADINGS = ("Modifier", "Value", "For", "State")


class ModifierColumn(IntEnum):
    """The columns of the table."""

    NAME = 0
    VALUE = 1
    USE = 2
    STATE = 3


class ModifierTable(OwnTable[CommonModifier]):
    """All common modifiers in the roster's order, hidden ones included."""

    headings = HEADINGS

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
        use = use_of(one)
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


def use_of(modifier: CommonModifier) -> str:
    """Return the use of a modifier as text."""
    use = USES[DEFENDING if modifier.theirs else (modifier.reach, False)]
    return f"{use}: {', '.join(modifier.skills)}" if modifier.skills else use
