"""The conditions of the character on the card, each with a cross that removes it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from gm_desk.core.scenes.conditions_in_force import ConditionInForce
from gm_desk.core.wording.phrases import tip_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.conditions import ConditionEdits
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.pill import CROSS, Pill


class ConditionPill(Pill):
    """A condition on the card; a click requests to change it."""

    change_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        """Create a pill without a condition."""
        super().__init__(parent, mark=CROSS)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # no wider than the card
        self._kind = ""
        self.clicked.connect(self._change)
        self.removed.connect(self._remove)

    def show_condition(self, one: ConditionInForce, document: RosterDocument) -> None:
        """Show a condition."""
        from gm_desk.model.scene.conditions import pill_text, spoken_condition, tip_of_condition

        system = document.roster.system
        self._kind = one.kind.id
        self.show_words(pill_text(one, system), mark=CROSS)
        self.setToolTip(tip_of(tip_of_condition(one, system, document.character)))
        self.setAccessibleName(spoken_condition(one, system, document.character))
        self.setAccessibleDescription("Enter: change, Delete: remove")

    def _change(self) -> None:
        self.change_requested.emit(self._kind)

    def _remove(self) -> None:
        self.remove_requested.emit(self._kind)


class ConditionStrip(QWidget):
    """The conditions of a character as pills, hidden while there are none.

    `change_requested` carries the id of the kind of a condition, "" for a new one.
    """

    change_requested = Signal(str)

    def __init__(self, document: RosterDocument, edits: ConditionEdits, parent: QWidget | None = None) -> None:
        """Create the strip without a character."""
        super().__init__(parent)
        self._document = document
        self._edits = edits
        self._id = ""
        self._flow = FlowLayout(self)
        self._pills: list[ConditionPill] = []
        self.setObjectName("conditionStrip")
        self.setAccessibleName("Conditions")
        self.hide()
        document.character_changed.connect(self._follow)
        document.scenes_changed.connect(self.refresh)

    @property
    def name(self) -> str:
        """The name of the section."""
        return "Condition"

    @property
    def offered(self) -> bool:
        """Whether a character is shown who has no condition."""
        return bool(self._id) and self.isHidden()

    def begin(self) -> None:
        """Ask for a condition."""
        self.change_requested.emit("")

    @property
    def pills(self) -> list[ConditionPill]:
        """The pills that currently show a condition."""
        return [pill for pill in self._pills if not pill.isHidden()]

    def show_character(self, character_id: str) -> None:
        """Show the conditions of a character; "" shows none."""
        self._id = character_id
        self.refresh()

    def refresh(self) -> None:
        """Update to the conditions in force."""
        found = self._edits.in_force(self._id)
        while len(self._pills) < len(found):
            self._add()
        for pill, one in zip(self._pills, found, strict=False):
            pill.show_condition(one, self._document)
        for place, pill in enumerate(self._pills):
            pill.setVisible(place < len(found))
        self.setVisible(bool(found))
        self.updateGeometry()

    def _follow(self, character_id: str) -> None:
        if character_id == self._id:
            self.refresh()

    def _add(self) -> None:
        """Add a pill, which follows the last one in tab order."""
        pill = ConditionPill(self)
        pill.change_requested.connect(self.change_requested)
        pill.remove_requested.connect(self._remove)
        QWidget.setTabOrder(self._pills[-1] if self._pills else self, pill)
        self._flow.addWidget(pill)
        self._pills.append(pill)

    def _remove(self, kind_id: str) -> None:
        self._edits.remove([self._id], kind_id)
