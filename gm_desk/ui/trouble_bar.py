"""A bar that says what went wrong, or quietly what was done, until it is over or put away."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gm_desk.ui.announcing import announce
from gm_desk.ui.icons import IconLabel
from gm_desk.ui.labels import label
from gm_desk.ui.look import Look
from gm_desk.ui.sizes import EDGE, TIGHT
from gm_desk.ui.unsaved_mark import OF_WORK


class TroubleBar(QWidget):
    """Show the troubles there are, by their source, with what can be done about them; an empty one is over.

    `focus_lost` tells that a button had the focus which is there no longer.
    """

    focus_lost = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self._look = look
        self._troubles: dict[str, str] = {}
        self._put_by: dict[str, str] = {}
        self._notice = self._noticed = ""
        self._offers: dict[QPushButton, tuple[str, ...]] = {}
        self.setObjectName("troubleBar")
        self._sign = IconLabel()
        self.says = label()
        self.says.setWordWrap(True)
        self.says.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.close_button = QPushButton("Put away")
        self.close_button.clicked.connect(self._put_away)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(EDGE, TIGHT, EDGE, TIGHT)
        self._row.addWidget(self._sign)
        self._row.addWidget(self.says, 1)
        self._row.addWidget(self.close_button)
        self.setAutoFillBackground(True)
        look.changed.connect(self._colour)
        self._colour()
        self.hide()

    def offer(self, source: str, text: str, slot: Callable[[], object], *also: str) -> None:
        """Show a button that does something about a source's trouble, or others', for as long as there is one."""
        button = QPushButton(text)
        button.clicked.connect(slot)
        button.hide()
        self._row.insertWidget(self._row.count() - 1, button)
        self._offers[button] = (source, *also)

    def show_trouble(self, source: str, text: str) -> None:
        """Say a trouble, or that it is over; one that was put away and is told again and again stays away."""
        if source in OF_WORK and text and text == self._put_by.get(source):
            return
        self._put_by.pop(source, None)
        new = text != self._troubles.get(source, "")
        self._troubles[source] = text
        self._show()
        if new and self.isVisible():
            announce(self, text, at_once=True)

    def show_notice(self, text: str, source: str = "") -> None:
        """Say what was done, in quiet colours unless there is trouble too; the next notice takes its place.

        What is offered for its source stands beside it.
        """
        self._notice, self._noticed = text, source
        self._show()
        if self.isVisible():
            announce(self, text)

    def _show(self) -> None:
        focused = self._has_focus()
        said = "\n".join(dict.fromkeys(text for text in (*self._troubles.values(), self._notice) if text))
        self.says.setText(said)
        for button, sources in self._offers.items():
            button.setVisible(any(self._troubles.get(source) or source == self._noticed for source in sources))
        self._colour()
        self.setVisible(bool(said))
        if focused and not self._has_focus():
            self.focus_lost.emit()

    def _has_focus(self) -> bool:
        focus = self.window().focusWidget()
        return focus is not None and self.isAncestorOf(focus) and focus.isVisible()

    def _put_away(self) -> None:
        self._put_by.update(self._troubles)
        self._troubles.clear()
        self._notice = self._noticed = ""
        self._show()

    def _colour(self) -> None:
        palette, theme, troubled = self.palette(), self._look.theme, any(self._troubles.values())
        self.says.setAccessibleName("Trouble" if troubled else "Notice")
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.trouble if troubled else theme.raised))
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(role, QColor(theme.on_trouble if troubled else theme.text))
        self.setPalette(palette)
        self._sign.show_icon("warning" if troubled else "about")
