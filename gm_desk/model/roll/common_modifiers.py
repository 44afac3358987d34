"""The list of common modifiers for the side of a draft that is being edited, found by typing."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from typing_extensions import override

from gm_desk.core.combat.modifiers import complementary_chips, is_found, modifiers_for, next_chip, time_chips
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.wording.phrases import signed
from gm_desk.model.item_models import Index, Role
from gm_desk.model.roll.draft_editor import DraftEditor

COMPLEMENTARY, TIME = "Complementary skill", "Taking time"
EDIT, NOTHING = "Edit the list…", "Nothing found"


class ChoosableChip(Struct, frozen=True):
    """A row of the list: a chip to add, or without one a heading; `edits` is the row that opens the list's editor."""

    text: str
    chip: Chip | None = None
    edits: bool = False

    @property
    def value(self) -> str:
        """The value of the chip and its damage dice as text."""
        if self.chip is None:
            return ""
        value = signed(self.chip.value) if self.chip.value or not self.chip.damage else ""
        return " ".join(part for part in (value, f"+{self.chip.damage}" if self.chip.damage else "") if part)

    @property
    def can_be_chosen(self) -> bool:
        """Whether the row is not a heading."""
        return self.edits or self.chip is not None


class CommonModifierList(QAbstractListModel):
    """Common modifiers in their order of use, taking time, complementary skills, and the row that edits the list."""

    def __init__(self, editor: DraftEditor, parent: QObject | None = None) -> None:
        """List the modifiers for the current test."""
        super().__init__(parent)
        self._editor = editor
        self._typed = ""
        self._rows = self._found()

    def look_for(self, typed: str) -> None:
        """List the modifiers found by the beginnings of words, for the current test."""
        self.beginResetModel()
        self._typed = typed
        self._rows = self._found()
        self.endResetModel()

    def refresh(self) -> None:
        """Update the list for the current test, in which a modifier may count once more."""
        self.look_for(self._typed)

    def row_at(self, index: Index) -> ChoosableChip | None:
        """Return the row at an index, or None if it cannot be chosen."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if row is not None and row.can_be_chosen else None

    def next_row(self, row: int, step: int) -> int:
        """Return the next row up or down that can be chosen, from −1 before the first row; `row` if there is none."""
        further = range(row + step, len(self._rows) if step > 0 else -1, 1 if step > 0 else -1)
        reachable = [one for one in further if self._rows[one].can_be_chosen]
        if reachable or abs(step) == 1:
            return reachable[0] if reachable else row
        return self.next_row(len(self._rows) if step > 0 else -1, -1 if step > 0 else 1)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        able = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return able if self.row_at(index) is not None else Qt.ItemFlag.NoItemFlags

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Role.NAME:
                return row.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in (row.text, row.value) if part)
            case Role.NUMBER:
                return row.value
            case Role.HEADING:
                return not row.can_be_chosen
        return None

    def _found(self) -> list[ChoosableChip]:
        """Return the rows that match the typed text."""
        found = self._matching(self._modifiers())
        found += self._headed(TIME, self._time())
        found += self._headed(COMPLEMENTARY, self._complementary())
        if self._typed.strip() and not found:
            found.append(ChoosableChip(NOTHING))
        return [*found, ChoosableChip(EDIT, edits=True)]

    def _modifiers(self) -> list[Chip]:
        """Return the chips of the common modifiers that the edited side can have."""
        editor = self._editor
        attacker = editor.context.character(editor.draft.character)
        system, own = editor.context.system, editor.context.roster.modifiers
        fitting = modifiers_for(editor.draft, editor.hand, attacker, system, own)
        return [next_chip(editor.side, modifier) for modifier in fitting]

    def _complementary(self) -> list[Chip]:
        """Return the chips of the other skills of the edited side that complement its test."""
        character = self._editor.context.character(self._editor.side.character)
        return complementary_chips(self._editor.side, character, self._editor.context.system) if character else []

    def _time(self) -> list[Chip]:
        """Return the chips for taking time; there are none for a defender."""
        return time_chips(self._editor.context.system) if self._editor.hand == "a" else []

    def _headed(self, heading: str, chips: Iterable[Chip]) -> list[ChoosableChip]:
        """Return the matching rows below their heading; a match of the heading finds all of them."""
        found = self._matching(chips, heading)
        return [ChoosableChip(heading), *found] if found else []

    def _matching(self, chips: Iterable[Chip], heading: str = "") -> list[ChoosableChip]:
        return [ChoosableChip(chip.label, chip) for chip in chips if is_found(self._typed, f"{heading} {chip.label}")]
