"""The difficulties as buttons in a row; one to reach may also be typed."""

from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gm_desk.core.rules.requests import LEAST_VALUE, MOST_VALUE
from gm_desk.core.systems.system import Difficulty
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.verdicts import signed
from gm_desk.ui.buttons import Segment
from gm_desk.ui.difficulty_menu import name_of
from gm_desk.ui.labels import dim_label
from gm_desk.ui.look import Look
from gm_desk.ui.stepper import Stepper
from gm_desk.ui.tips import set_tip


class DifficultyBar(QWidget):
    """Show the difficulty of the draft, by value and name, and set it; Qt lets the arrows walk along the group.

    Where difficulties are numbers to reach, any number can be typed; then no button of the row is on.
    """

    def __init__(
        self,
        document: RosterDocument,
        drafting: Drafting,
        look: Look,
        parent: QWidget | None = None,
        *,
        low: bool = False,
    ) -> None:
        """Follow a draft; a low one judges a past roll, and has its name beside it."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._look = look
        self.setObjectName("difficulty")
        self.setAccessibleName("Difficulty")
        self._shown: tuple[Difficulty, ...] = ()
        self._name = dim_label()
        self.number = Stepper(LEAST_VALUE, MOST_VALUE, "Difficulty, any number", at_once=not low)
        self.number.setObjectName("lineDifficultyNumber" if low else "difficultyNumber")
        self.number.valueChanged.connect(drafting.modifiers.set_difficulty)
        self._group = QButtonGroup(self)
        self._row = QHBoxLayout()
        self._row.setSpacing(0)
        self._lay_out(low=low)
        self._group.idClicked.connect(drafting.modifiers.set_difficulty)
        document.opened.connect(self._build)
        drafting.draft_changed.connect(self._refresh)
        self._build()

    def _lay_out(self, *, low: bool) -> None:
        """Put the name over the row, or behind it."""
        column = QHBoxLayout(self) if low else QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8 if low else 4)
        if low:
            column.addLayout(self._row, 1)
            column.addWidget(self.number)
            column.addWidget(self._name)
            return
        top = QHBoxLayout()
        top.addWidget(dim_label("Difficulty"))
        top.addStretch()
        top.addWidget(self._name)
        top.addWidget(self.number)
        column.addLayout(top)
        column.addLayout(self._row)

    def set_step(self, step: int) -> None:
        """Set the difficulty that stands at a place in the row, 0 first."""
        known = self._document.system.difficulties
        if 0 <= step < len(known):
            self._drafting.modifiers.set_difficulty(known[step].value)

    def _build(self) -> None:
        """Make a button for each difficulty of the system."""
        known = self._document.system.difficulties
        if known == self._shown:
            return
        self._shown = known
        for button in self._group.buttons():
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        for place, difficulty in enumerate(known):
            number = signed(difficulty.value) if self._document.system.reach is None else str(difficulty.value)
            button = Segment(self._look, number, self)
            button.first, button.last = place == 0, place == len(known) - 1
            set_tip(button, difficulty.name, name_of(place))
            button.setAccessibleName(f"{difficulty.name} {number}")
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self._group.addButton(button, difficulty.value)
            self._row.addWidget(button, 1)
        self._refresh()

    def _refresh(self) -> None:
        reach = self._document.system.reach
        self.setVisible(reach is None or not self._drafting.draft.opposed)
        value = (self._drafting.side if reach is None else self._drafting.draft).difficulty
        value = reach or 0 if value is None else value
        self._name.setText(self._document.system.difficulty_name(value))
        self.number.setVisible(reach is not None)
        self.number.show_value(value)
        self._check(self._group.button(value))

    def _check(self, button: QAbstractButton | None) -> None:
        """Turn a button of the row on, or none."""
        self._group.setExclusive(button is not None)
        for one in self._group.buttons():
            one.setChecked(one is button)
        self._group.setExclusive(True)
