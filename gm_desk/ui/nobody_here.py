"""What the card says while nobody is on it: how to come to a roll."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gm_desk.model.document import RosterDocument
from gm_desk.ui.labels import dim_label, label
from gm_desk.ui.sizes import COMPACT, EDGE, GAP, TITLE

STEPS = (
    "1.  Choose somebody in the roster at the left. The sample roster has a scene that is ready to play.",
    "2.  Click a number on their card: a skill, a check, an attack.",
    "3.  Set difficulty and modifiers at the right, where the odds are, and press Enter to roll.",
    "F1 tells more about whatever has the focus.",
)
EMPTY, CHOOSE = "The first roll, in three steps", "Nobody is on the card"
WIDTH = 30
"""In heights of the font."""


class NobodyHere(QWidget):
    """Tell the way to the first roll, in a roster that has nobody yet as well as in others."""

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Follow a document."""
        super().__init__(parent)
        self._document = document
        self.says = label(size=TITLE, bold=True)
        inner = QWidget()
        inner.setMaximumWidth(self.fontMetrics().height() * WIDTH)
        column = QVBoxLayout(inner)
        column.setSpacing(GAP)
        column.addStretch(2)
        for line in (self.says, *(dim_label(step, size=COMPACT) for step in STEPS)):
            line.setWordWrap(True)
            column.addWidget(line)
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        row.addStretch(1)
        row.addWidget(inner, 100)
        row.addStretch(1)
        document.structure_changed.connect(self._entitle)
        document.opened.connect(self._entitle)
        self._entitle()

    def _entitle(self) -> None:
        self.says.setText(CHOOSE if self._document.roster.characters else EMPTY)
