"""What a side brings beside modifiers: levels of advantage and disadvantage, and the fumble degree."""

from msgspec import structs
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QValidator, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.draft import AbilityKind
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.requests import MOST_FUMBLE_DEGREE, MOST_LEVELS
from gm_desk.core.systems.system import System
from gm_desk.core.text.one_line import tip_of
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.verdicts import signed
from gm_desk.ui.labels import ElidedLabel, dim_label
from gm_desk.ui.sizes import GAP, HALF, SMALL, TIGHT
from gm_desk.ui.style import PLAIN

USUAL_DICE = 2
STEPS_BACK = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class Stepper(QSpinBox):
    """Hold a small whole number; the wheel turns it only while it has the focus."""

    def __init__(self, least: int, most: int, name: str) -> None:
        """Run from the least to the most."""
        super().__init__()
        self._signed = least < 0
        self.setRange(least, most)
        self.setAccessibleName(name)
        self.setToolTip(tip_of(name))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.lineEdit().setProperty(PLAIN, True)

    @override
    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window: a step is a change of the test."""
        asks = event.type() == QEvent.Type.ShortcutOverride
        if asks and isinstance(event, QKeyEvent) and any(map(event.matches, STEPS_BACK)):
            event.ignore()
            return False
        return super().event(event)

    @override
    def textFromValue(self, value: int) -> str:
        return signed(value) if self._signed else str(value)

    @override
    def valueFromText(self, text: str) -> int:
        return super().valueFromText(text.replace(TRUE_MINUS, "-"))

    @override
    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        state, _, at = super().validate(text.replace(TRUE_MINUS, "-"), position)
        return state, text, at

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class LevelsSection(QWidget):
    """Set the levels of the side in hand, where what it rolls knows any."""

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self.setObjectName("levels")
        self.advantage = Stepper(0, MOST_LEVELS, "Advantage")
        self.disadvantage = Stepper(0, MOST_LEVELS, "Disadvantage")
        self.fumble = Stepper(-MOST_FUMBLE_DEGREE, MOST_FUMBLE_DEGREE, "Fumble degree")
        self.advantage.setObjectName("advantage")
        self.disadvantage.setObjectName("disadvantage")
        self.fumble.setObjectName("fumbleDegree")
        self._net = dim_label()
        self._net.setObjectName("netLevels")
        self._lay_out()
        for stepper in (self.advantage, self.disadvantage, self.fumble):
            stepper.valueChanged.connect(self._set)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the levels as they are now."""
        side, known = self._drafting.side, levels_of(self._drafting, self._document.system)
        shown = {self.advantage: side.advantage, self.disadvantage: side.disadvantage, self.fumble: side.fumble_degree}
        for stepper, value in shown.items():
            stepper.blockSignals(True)
            stepper.setValue(value)
            stepper.blockSignals(False)
        for part in (self._levels, self._net):
            part.setVisible("advantage" in known)
        self._fumbles.setVisible("fumble" in known)
        self._net.setText(net_in_words(side.advantage - side.disadvantage))
        self.setVisible(bool(known))

    def _set(self) -> None:
        side = self._drafting.side
        levels = self.advantage.value(), self.disadvantage.value(), self.fumble.value()
        self._drafting.put(structs.replace(side, advantage=levels[0], disadvantage=levels[1], fumble_degree=levels[2]))

    def _lay_out(self) -> None:
        """Put each stepper under its word."""
        self._levels = QWidget()
        levels = _row(_named("Advantage", self.advantage), _named("Disadvantage", self.disadvantage))
        self._levels.setLayout(levels)
        self._fumbles = _named("Fumble degree", self.fumble)
        row = _row(self._levels, self._fumbles)
        row.setStretch(0, 2)
        row.setStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(row)
        column.addWidget(self._net)


def levels_of(drafting: Drafting, system: System) -> tuple[str, ...]:
    """Say what the side in hand may bring beside modifiers: a bare number counts as a skill.

    Against a check nobody brings any, for then both roll their plain dice.
    """
    draft = drafting.draft
    kinds = {side.ability.kind for side in (draft, draft.side("b")) if side.ability and draft.opposed}
    ability = drafting.side.ability
    if ability is None or AbilityKind.CHECK in kinds:
        return ()
    kind = AbilityKind.SKILL if ability.kind is AbilityKind.BARE else ability.kind
    return system.levels_of(kind)


def net_in_words(net: int) -> str:
    """Say what the levels come to: how many dice are rolled, and which two are kept."""
    if not net:
        return f"net 0: {USUAL_DICE} dice"
    return f"net {signed(net)}: {USUAL_DICE + abs(net)} dice, {'best' if net > 0 else 'worst'} two"


def _row(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GAP)
    for part in parts:
        row.addWidget(part, 1)
    return row


def _named(word: str, stepper: Stepper) -> QWidget:
    """Put a stepper under a word that leads to it."""
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(HALF)
    name = ElidedLabel(size=SMALL, dim=True)
    name.setText(word)
    name.setBuddy(stepper)
    column.addWidget(name)
    column.addWidget(stepper)
    return made
