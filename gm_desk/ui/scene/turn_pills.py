"""The buttons below the turn order: costs of conditions and checks that are due, and the end of a decided fight."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.scenes.scene import TurnCost
from gm_desk.core.scenes.turn_checks import TurnCheck
from gm_desk.core.wording.phrases import signed
from gm_desk.model.scene.fight_lines import cost_in_words
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.ui.theme.painting import width_of
from gm_desk.ui.theme.theme import COMPACT, TIGHT, measured
from gm_desk.ui.widgets.labels import label, wrapped
from gm_desk.ui.widgets.pill import CROSS, Pill


class TurnPill(Pill):
    """A pill about somebody; if there is too little room, the name is cut in its middle, but not what follows it."""

    def __init__(self, name: str) -> None:
        """Create the pill for a name with which its text begins."""
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._name = name

    @override
    def fitting(self, font: QFont, room: float) -> str:
        whole = super().fitting(font, room)
        rest = whole.removeprefix(self._name)
        if width_of(font, whole) <= room:
            return whole
        return measured(font).elided(self._name, Qt.TextElideMode.ElideMiddle, room - width_of(font, rest)) + rest


class CostButton(TurnPill):
    """A button that applies the cost of a condition at the end of a turn, with a cross that dismisses it."""

    def __init__(self, cost: TurnCost, name: str, steps: FightSteps) -> None:
        """Create the button for one cost."""
        super().__init__(name)
        self.cost = cost
        self._steps = steps
        self.show_cost(cost)
        self.clicked.connect(self._deal)
        self.removed.connect(self._dismiss)

    def show_cost(self, cost: TurnCost) -> None:
        """Show the cost, which may be due more often than before."""
        self.cost = cost
        often = " once" if cost.times > 1 else ""
        tip = f"Apply it{often} now; the cross or Del dismisses it; going back reverts that"
        self.show_words(cost_in_words(cost, self._name), tip, mark=CROSS)

    def is_for(self, cost: TurnCost) -> bool:
        """Return whether this is the button for the condition of a cost."""
        return (cost.character, cost.condition) == (self.cost.character, self.cost.condition)

    def _deal(self) -> None:
        self._steps.deal(self.cost)

    def _dismiss(self) -> None:
        self._steps.dismiss(self.cost)


class CheckButton(TurnPill):
    """A button that prepares the check which a condition requires in this turn."""

    def __init__(self, required: TurnCheck, name: str, prepare: Callable[[TurnCheck], None]) -> None:
        """Create the button for one check."""
        super().__init__(name)
        self.required = required
        self._prepare = prepare
        words = f"{name}: {required.name.casefold()}, {required.check.check} {signed(required.check.value)}"
        self.show_words(words, f"Prepare the check of {name}")
        self.clicked.connect(self._choose)

    def _choose(self) -> None:
        self._prepare(self.required)


class EndOffer(QWidget):
    """Who is left standing and a button that ends the fight, shown when only one side is left.

    `focus_left` is emitted when the button is about to be hidden while it has the focus.
    """

    focus_left = Signal()

    def __init__(self, steps: FightSteps) -> None:
        """Create the offer, hidden."""
        super().__init__()
        self._steps = steps
        self.says = wrapped(label(size=COMPACT))
        self.button = Pill()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addWidget(self.says)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.button.clicked.connect(self._end)
        self.hide()

    def follow(self) -> None:
        """Show who is left standing, if only one side is."""
        left = self._steps.stage.fight.left_standing
        self.says.setText(left)
        if not left and self.button.hasFocus():
            self.focus_left.emit()
        self.button.show_words("End the fight", "End the fight; the fighters stay in the scene")
        self.setVisible(bool(left))

    def _end(self) -> None:
        self._steps.end()
