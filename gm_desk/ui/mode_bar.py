"""How the test is rolled: alone or against somebody, as far as the system knows it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from gm_desk.core.draft import Mode
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.ui.buttons import Segment
from gm_desk.ui.look import Look
from gm_desk.ui.tips import set_tip

SHOWN = (Mode.ALONE, Mode.SIMPLE, Mode.OPPOSED)
"""Attacks and variable tests are opposed ones, told apart where the opponent is."""


class ModeBar(QWidget):
    """Show a button for each way to roll."""

    opposed = Signal()

    def __init__(self, document: RosterDocument, drafting: Drafting, look: Look, parent: QWidget | None = None) -> None:
        """Follow a draft; `opposed` asks for who or what opposes where that is not known."""
        super().__init__(parent)
        self._drafting = drafting
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("How to roll")
        self._document = document
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.buttons = {mode: Segment(look, "", self, quiet=True) for mode in SHOWN}
        for place, (mode, button) in enumerate(self.buttons.items()):
            button.first, button.last = mode is Mode.ALONE, mode is Mode.OPPOSED
            self._group.addButton(button, place)
            row.addWidget(button)
        set_tip(self.buttons[Mode.OPPOSED], "Roll against somebody", "Roll/Opposed")
        self._group.idClicked.connect(self._choose)
        document.opened.connect(self._name)
        drafting.draft_changed.connect(self._refresh)
        self._name()

    def toggle(self) -> None:
        """Roll against somebody, or alone again."""
        self._choose(SHOWN.index(Mode.ALONE if self._drafting.draft.opposed else Mode.OPPOSED))

    def _choose(self, place: int) -> None:
        mode = SHOWN[place]
        self._drafting.set_mode(mode)
        if mode is Mode.OPPOSED and self._drafting.draft.lacks:
            self.opposed.emit()

    def _name(self) -> None:
        """Name the ways that the system knows, and hide the others."""
        modes = self._document.system.modes
        for mode, button in self.buttons.items():
            button.setText(modes.get(mode.value, ""))
            button.setVisible(mode.value in modes)
            button.updateGeometry()
        self._refresh()

    def _refresh(self) -> None:
        mode = self._drafting.draft.mode
        self.buttons[Mode.OPPOSED if mode.two_sided else mode].setChecked(True)
