"""Who acts in one roll against several, with typed dice, and the buttons that add and remove targets."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from gm_desk.core.errors import RulesError
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.wording.phrases import sentence
from gm_desk.model.combat.acting_side import LastTests
from gm_desk.model.combat.several_roll import SeveralRoll
from gm_desk.model.roll.roll_text import two_digits
from gm_desk.ui.theme.theme import GAP
from gm_desk.ui.widgets.buttons import Picker
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.popup_list import Choices


class SeveralSides(QWidget):
    """The sides of a roll; `added` is emitted with targets, `refused` with the reason why they cannot be added."""

    added = Signal(object)
    refused = Signal(str)

    def __init__(self, roll: SeveralRoll, acting: LastTests, dice_width: int, parent: QWidget) -> None:
        """Show the sides, with a field for the acting side's dice of a width in pixels."""
        super().__init__(parent)
        self._roll = roll
        self._acting = acting
        self.who = Picker("Who acts", self._tests)
        self.own = CheckedEdit(roll.read_own)
        self.own.stays_refused = True
        self.own.setFixedWidth(dice_width)
        self.own.setPlaceholderText("Dice")
        self.own.setAccessibleName("Dice of the acting character, thrown at the table")
        self.add = Picker("Add a target", self._others, stays=True)
        self.add.show_picked("", "Add target")
        self.remove = QPushButton("Re&move")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        for field in (self.who, self.own, self.add, self.remove):
            row.addWidget(field)
        row.setStretchFactor(self.who, 1)
        self.who.picked.connect(roll.targets.set_test)
        self.add.picked.connect(self.add_targets)

    def stops(self) -> tuple[QWidget, ...]:
        """Return the tab stops, in order."""
        return self.who, self.own, self.add, self.remove

    def refresh(self) -> None:
        """Update from the roll."""
        targets = self._roll.targets
        self.who.show_picked(self._acting.named(targets.value.draft), "Choose who rolls")
        for part in (self.who, self.add, self.remove):
            part.setEnabled(targets.entry is None)

    def add_targets(self, ids: Sequence[str]) -> None:
        """Add targets; too many are refused, with the reason."""
        try:
            self._roll.targets.add(ids)
            self.added.emit(ids)
        except RulesError as error:
            self.refused.emit(sentence(error.problem))

    def take_dice(self, thrown: Thrown) -> None:
        """Show dice that were typed before there were several targets: the acting side's, and the first target's."""
        needs = self._roll.read_own("")
        if needs is not None and needs.name in thrown:
            self.own.setText(" ".join(map(two_digits, thrown[needs.name])))
        self._roll.take_dice(thrown)

    def begin_name(self, letter: str) -> None:
        """Offer the targets to add whose names begin with a letter typed elsewhere."""
        if self.add.isEnabled():
            self.add.open_at(letter)

    def remove_target(self, row: int) -> None:
        """Remove the target in a row of the table, unless it is rolled."""
        targets = self._roll.targets
        if targets.entry is None and 0 <= row < len(targets.ids):
            targets.remove(row)

    def _tests(self) -> Choices:
        return self._acting.choices(self._roll.targets.ids)

    def _others(self) -> Choices:
        targets = self._roll.targets
        return self._acting.more_targets(targets.value.draft.character, targets.ids)
