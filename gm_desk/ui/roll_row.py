"""The row that rolls: the button, the field for dice thrown at the table, and secrecy."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from gm_desk.core.rules.dice import parse_d100
from gm_desk.model.drafting import Drafting
from gm_desk.model.rolling import Rolling
from gm_desk.ui.buttons import AccentButton
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.look import Look


class RollRow(QWidget):
    """Roll, or take dice; which of both is up to whoever listens."""

    roll_requested = Signal()
    dice_typed = Signal(object)
    dice_entered = Signal(int)

    def __init__(self, drafting: Drafting, rolling: Rolling, look: Look, parent: QWidget | None = None) -> None:
        """Follow a draft: without anything to roll there is no rolling."""
        super().__init__(parent)
        self._drafting = drafting
        self.button = AccentButton(look, "Roll", "Enter")
        self.button.setObjectName("rollButton")
        self.dice = CheckedEdit(look, _dice_check, at_once=True)
        self.dice.setObjectName("diceEdit")
        self.dice.setPlaceholderText("Dice")
        self.dice.setAccessibleName("Dice thrown at the table, 00 to 99")
        self.dice.setToolTip("Type the dice thrown at the table, 00 to 99, then Enter (Ctrl+E)")
        self.dice.setFixedWidth(self.fontMetrics().averageCharWidth() * 9)
        self.secret = QPushButton("Secret")
        self.secret.setObjectName("secretToggle")
        self.secret.setCheckable(True)
        self.secret.setToolTip("Mark the rolls in the log as secret")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.button, 1)
        for other in (self.dice, self.secret):
            row.addWidget(other)
            other.setFixedHeight(self.button.sizeHint().height())
        self.button.clicked.connect(self.roll_requested)
        self.dice.textChanged.connect(self._type)
        self.dice.committed.connect(self._enter)
        self.secret.toggled.connect(rolling.set_secret)
        drafting.draft_changed.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        ready = self._drafting.draft.ability is not None
        self.button.setEnabled(ready)
        self.dice.setEnabled(ready)
        if ready and self.dice.text():
            self._type(self.dice.text())

    def _type(self, text: str) -> None:
        good = bool(text.strip()) and not self.dice.refusal_of(text)
        self.dice_typed.emit(parse_d100(text) if good else None)

    def _enter(self, text: str) -> None:
        if text.strip():
            self.dice.clear()
            self.dice_entered.emit(parse_d100(text))


def _dice_check(text: str) -> None:
    """Refuse what no d100 shows; nothing typed is no dice."""
    if text.strip():
        parse_d100(text)
