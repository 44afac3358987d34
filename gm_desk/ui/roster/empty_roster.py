"""The page shown for an empty roster, with the ways to begin."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QLabel, QPushButton, QVBoxLayout, QWidget

from gm_desk.installation import NO_UPDATES
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.theme import COMPACT, GAP, HALF, LEAD, SMALL, icon
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.labels import dim_label, label
from gm_desk.ui.widgets.scrolling import FittingScroll

SAMPLE = ""
"""The id for the sample of the current system, because each system has its own action."""
OFFERS = (
    ("New character", "new-character", "roster.new_character", "An empty card; type what you know."),
    ("From template", "template", "roster.new_npc", "One NPC or a whole crew, with names."),
    ("Try the sample roster", "roster", SAMPLE, "A scene that is ready to play."),
    ("Paste stat block…", "paste", "exchange.paste_stat_block", "Text copied from a book or a web page."),
    ("Import characters…", "import", "exchange.import_characters", "Files from other programs; or drop them here."),
)
OTHER = "Other system…"
"""The button that creates a roster for another system."""


class EmptyRoster(QWidget):
    """The page with the ways to begin; `action_requested` carries the id of the chosen action, or "" for the sample."""

    action_requested = Signal(str)

    def __init__(self, document: RosterDocument, parent: QWidget | None = None, *, first: bool = False) -> None:
        """Create the page for a document; with `first`, it also says that there are no automatic updates."""
        super().__init__(parent)
        self._document = document
        self.buttons: dict[str, QPushButton] = {}
        self._action_ids: list[str] = []
        self._group = QButtonGroup(self)
        self._group.setExclusive(False)
        self._group.idClicked.connect(self._request)
        self._system = dim_label(size=SMALL)
        self._system.setWordWrap(True)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.setSpacing(HALF)
        column.addWidget(label("Nobody here yet", size=LEAD, bold=True))
        for text, picture, action_id, says in OFFERS:
            column.addWidget(self._new_button(icon(picture), text, action_id, says))
            column.addWidget(_explanation(says))
            column.addSpacing(GAP)
        column.addWidget(self._new_button(icon("add"), OTHER, "files.new_roster", "A roster for another game"))
        column.addWidget(self._system)
        if first:
            column.addSpacing(GAP)
            column.addWidget(_explanation(NO_UPDATES))
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(FittingScroll(inner))
        outer.addStretch(1)
        document.opened.connect(self._name_system)
        self._name_system()

    @property
    def first(self) -> QPushButton:
        """The first button, which receives the focus."""
        return self.buttons[OFFERS[0][0]]

    def _new_button(self, picture: QIcon, text: str, action_id: str, tip: str) -> QPushButton:
        """Return a button that requests an action."""
        button = QPushButton(picture, text)
        self._group.addButton(button, len(self._action_ids))
        self._action_ids.append(action_id)
        button.setMinimumHeight(int(button.fontMetrics().height() * 1.8))
        set_tip(button, tip.rstrip("."), action_id)
        self.buttons[text] = button
        return button

    def _request(self, place: int) -> None:
        self.action_requested.emit(self._action_ids[place])

    def _name_system(self) -> None:
        self._system.setText(f"This roster is for {self._document.system.name}.")


def _explanation(text: str) -> QLabel:
    made = dim_label(text, size=COMPACT * SMALL)
    made.setWordWrap(True)
    return made
