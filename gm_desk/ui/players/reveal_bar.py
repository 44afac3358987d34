"""The bar that asks whether to reveal somebody hidden who acts."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gm_desk.core.wording.one_line import one_line
from gm_desk.ui.theme.icons import IconLabel
from gm_desk.ui.theme.theme import EDGE, TIGHT
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.labels import announce, label

LONGEST = 60


class RevealBar(QWidget):
    """A quiet bar with two answers; the GM may as well go on without one.

    `focus_lost` is emitted when the button that had the focus disappears.
    """

    reveal_wanted = Signal()
    hiding_wanted = Signal()
    focus_lost = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the bar, hidden."""
        super().__init__(parent)
        self.setObjectName("revealBar")
        icon = IconLabel()
        icon.show_icon("veil")
        self.says = label()
        self.says.setWordWrap(True)
        self.says.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.reveal, self.keep = QPushButton("Reveal"), QPushButton("Keep hidden")
        set_tip(self.reveal, "Show who acts to the players", "players.reveal_acting")
        set_tip(self.keep, "Keep hidden who acts, and ask no more in this moment", "players.keep_hidden")
        self.reveal.clicked.connect(self.reveal_wanted)
        self.keep.clicked.connect(self.hiding_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE, TIGHT, EDGE, TIGHT)
        row.addWidget(icon)
        row.addWidget(self.says, 1)
        row.addWidget(self.reveal)
        row.addWidget(self.keep)
        self.hide()

    def ask(self, names: list[str]) -> None:
        """Ask about those who act though they are hidden, or about nobody."""
        focused = self.reveal.hasFocus() or self.keep.hasFocus()
        who = ", ".join(one_line(name, LONGEST) for name in names)
        verb = "acts, and is" if len(names) == 1 else "act, and are"
        self.says.setText(f"{who} {verb} hidden from the players." if names else "")
        self.setVisible(bool(names))
        if names and self.isVisible():
            announce(self, self.says.text())
        if focused and not names:
            self.focus_lost.emit()
