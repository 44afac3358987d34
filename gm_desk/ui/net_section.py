"""The net modifier: the raw sum where the cap bites, and the scale, or two buttons where there is no cap."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gm_desk.core.rules.modifiers import TRUE_MINUS, Net
from gm_desk.core.text.one_line import tip_of
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.verdicts import signed
from gm_desk.ui.labels import ElidedLabel, dim_label
from gm_desk.ui.look import Look
from gm_desk.ui.net_scale import NetScale
from gm_desk.ui.sizes import SMALL, TIGHT


class NetSection(QWidget):
    """Show what the modifiers come to, and set one net instead."""

    def __init__(self, document: RosterDocument, drafting: Drafting, look: Look, parent: QWidget | None = None) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self.scale = NetScale(look)
        self.brief = False
        self._says = ElidedLabel(size=SMALL)
        self._says.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._says.setObjectName("netSays")
        self._back = QPushButton("Use listed modifiers")
        self._back.setToolTip("Let the modifiers above count again")
        self._back.setObjectName("useChips")
        self.less = _nudge(TRUE_MINUS, "Net down", "netDown")
        self.more = _nudge("+", "Net up", "netUp")
        top = QHBoxLayout()
        top.addWidget(dim_label("Net"))
        top.addWidget(self._says, 1)
        for button in (self.less, self.more, self._back):
            top.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(top)
        column.addWidget(self.scale)
        self.scale.eyeballed.connect(drafting.modifiers.eyeball)
        self._back.clicked.connect(self._use_chips)
        self.less.clicked.connect(self._down)
        self.more.clicked.connect(self._up)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the net as it is now."""
        net, eyeballed = self._drafting.reading.net, self._drafting.side.eyeballed is not None
        capped = self._document.system.reach is None
        self.scale.setVisible(capped)
        self.less.setVisible(not capped)
        self.more.setVisible(not capped)
        if capped:
            self.scale.show_net(net, self._drafting.modifiers.cap)
        self._says.setText(f"{signed(net.net)}, set by hand" if eyeballed else net_in_words(net))
        telling = eyeballed or net.wasted
        self._says.setForegroundRole(QPalette.ColorRole.BrightText if telling else QPalette.ColorRole.PlaceholderText)
        self._back.setVisible(eyeballed)

    def set_brief(self, brief: bool) -> None:
        """Leave the numbers of the scale away where there is little room."""
        self.brief = brief
        self.scale.set_numbered(not brief)

    @property
    def spared(self) -> int:
        """Measure what being brief spares."""
        return 0 if self.scale.isHidden() else self.scale.numbers_height

    def _use_chips(self) -> None:
        self._drafting.modifiers.eyeball(None)

    def _down(self) -> None:
        self._drafting.modifiers.nudge(-1)

    def _up(self) -> None:
        self._drafting.modifiers.nudge(1)


def _nudge(sign: str, name: str, object_name: str) -> QPushButton:
    """Make a button that moves the net by a step, where there is no scale to drag."""
    made = QPushButton(sign)
    made.setObjectName(object_name)
    made.setAccessibleName(name)
    made.setToolTip(tip_of(f"{name} ({sign.replace(TRUE_MINUS, '-')})"))
    made.setAutoRepeat(True)
    made.setFixedWidth(made.fontMetrics().height() * 2)
    return made


def net_in_words(net: Net) -> str:
    """Say the net, and the raw sum where the cap takes some of it away."""
    if not net.wasted:
        return signed(net.net)
    return f"sum {signed(net.sum)}, capped at {signed(net.net)}, {net.wasted} wasted"
