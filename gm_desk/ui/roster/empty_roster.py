"""What a roster without anybody shows instead: the ways to begin, each with a sentence."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.icons import icon
from gm_desk.ui.theme.theme import COMPACT, GAP, HALF, LEAD, SMALL
from gm_desk.ui.widgets.labels import dim_label, label
from gm_desk.ui.widgets.menus import set_tip
from gm_desk.ui.widgets.scrolling import FittingScroll

SAMPLE = ""
"""The sample of the roster's system is no action of its own: each system has one."""
OFFERS = (
    ("New character", "new-character", "Roster/New character", "A card of your own; type what you know of them."),
    ("From template", "template", "Roster/New NPC from a template…", "One NPC or a whole crew, with names."),
    ("Try the sample roster", "roster", SAMPLE, "A scene that is ready to play, to look around in."),
    ("Paste stat block…", "paste", "Edit/Paste stat block…", "What you copied from a book or a page."),
    ("Import characters…", "import", "File/Import characters…", "Files from elsewhere; or drop them here."),
)
WISH = "wish"
OTHER = "Other system…"
"""The entry that makes a roster for another system."""


class EmptyRoster(QWidget):
    """Offer the ways to begin; `wished` carries the name of the action that does it, nothing for the sample."""

    wished = Signal(str)

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Offer them for the system of a document."""
        super().__init__(parent)
        self._document = document
        self.buttons: dict[str, QPushButton] = {}
        self._system = dim_label(size=SMALL)
        self._system.setWordWrap(True)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.setSpacing(HALF)
        column.addWidget(label("Nobody here yet", size=LEAD, bold=True))
        for text, drawing, command, says in OFFERS:
            column.addWidget(self._offered(icon(drawing), text, command, says))
            column.addWidget(_quiet(says))
            column.addSpacing(GAP)
        column.addWidget(self._offered(icon("add"), OTHER, "File/New roster…", "A roster for another game"))
        column.addWidget(self._system)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(FittingScroll(inner))
        whole.addStretch(1)
        document.opened.connect(self._name_system)
        self._name_system()

    @property
    def first(self) -> QPushButton:
        """Give the button that has the focus first."""
        return self.buttons[OFFERS[0][0]]

    def _offered(self, drawing: QIcon, text: str, command: str, says: str) -> QPushButton:
        """Make a button that wishes for an action."""
        button = QPushButton(drawing, text)
        button.setProperty(WISH, command)
        button.clicked.connect(self._wish)
        button.setMinimumHeight(int(button.fontMetrics().height() * 1.8))
        set_tip(button, says.rstrip("."), command)
        self.buttons[text] = button
        return button

    def _wish(self) -> None:
        self.wished.emit(str(self.sender().property(WISH)))

    def _name_system(self) -> None:
        self._system.setText(f"This roster is for {self._document.system.name}.")


def _quiet(text: str) -> QLabel:
    made = dim_label(text, size=COMPACT * SMALL)
    made.setWordWrap(True)
    return made
