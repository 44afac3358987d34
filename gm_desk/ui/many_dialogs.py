"""The small dialogs of the Roster menu: how many copies, which tag."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSpinBox, QWidget

from gm_desk.core.roster import valid_name
from gm_desk.core.text.one_line import one_line
from gm_desk.model.many_edits import MOST_COPIES
from gm_desk.ui.dialogs import AskingDialog
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.labels import label
from gm_desk.ui.look import Look


class CopiesDialog(AskingDialog):
    """Ask how many copies are to be made."""

    wanted = Signal(list, int)

    def __init__(self, ids: Sequence[str], who: str, window: QWidget) -> None:
        """Ask for the characters given."""
        super().__init__("Duplicate several times", window)
        self._ids = list(ids)
        self.times = QSpinBox()
        self.times.setRange(1, MOST_COPIES)
        self.times.setValue(3)
        self.times.setAccessibleName("Number of copies")
        self.times.selectAll()
        says = label(f"Copies of {one_line(who, 60)}")
        says.setWordWrap(True)
        self.column.addWidget(says)
        self.column.addWidget(self.times)
        self.finish("&Duplicate", self._duplicate)

    def _duplicate(self) -> None:
        self.times.interpretText()
        self.accept()
        self.wanted.emit(self._ids, self.times.value())


class TagDialog(AskingDialog):
    """Ask for a tag."""

    wanted = Signal(list, str)

    def __init__(self, ids: Sequence[str], who: str, look: Look, window: QWidget) -> None:
        """Ask for the characters given."""
        super().__init__("New tag", window)
        self._ids = list(ids)
        self.tag = CheckedEdit(look, valid_name)
        self.tag.setAccessibleName("New tag")
        says = label(f"Tag for {one_line(who, 60)}")
        says.setWordWrap(True)
        self.column.addWidget(says)
        self.column.addWidget(self.tag)
        self.finish("&Add tag", self._add)

    def _add(self) -> None:
        if self.tag.refusal_of(self.tag.text()):
            self.tag.setFocus(Qt.FocusReason.OtherFocusReason)
            self.tag.refuse()
            return
        self.accept()
        self.wanted.emit(self._ids, self.tag.text())
