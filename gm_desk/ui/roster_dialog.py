"""The dialog that makes a roster: its name, and the system it is for."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QRadioButton, QWidget

from gm_desk.core.roster import valid_name
from gm_desk.core.systems import RULES
from gm_desk.store.systems import load_system
from gm_desk.ui.dialogs import AskingDialog
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.labels import label
from gm_desk.ui.look import Look


class RosterDialog(AskingDialog):
    """Ask for a roster's name and system; Enter makes it."""

    wanted = Signal(str, str)

    def __init__(self, name: str, system: str, look: Look, window: QWidget) -> None:
        """Propose a name, and a system."""
        super().__init__("New roster", window)
        self.name = CheckedEdit(look, valid_name)
        self.name.setAccessibleName("Name of the new roster")
        self.name.store(name)
        self.name.selectAll()
        self.name.setMinimumWidth(self.fontMetrics().height() * 18)
        self.systems = {known: QRadioButton(load_system(known).name) for known in RULES}
        self.systems[system].setChecked(True)
        self.column.addWidget(label("Name", bold=True))
        self.column.addWidget(self.name)
        self.column.addSpacing(8)
        self.column.addWidget(label("System", bold=True))
        for choice in self.systems.values():
            self.column.addWidget(choice)
        self.column.addSpacing(8)
        self.finish("&Make roster", self._make)

    @property
    def system(self) -> str:
        """Give the system that is chosen."""
        return next(system for system, choice in self.systems.items() if choice.isChecked())

    def _make(self) -> None:
        if self.name.refusal_of(self.name.text()):
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.refuse()
            return
        self.wanted.emit(self.name.text(), self.system)
        self.accept()
