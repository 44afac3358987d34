"""The bar that shows problems, and notices with a choice, until they are resolved or dismissed."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.ui.theme.theme import EDGE, TIGHT, IconLabel, current_theme
from gm_desk.ui.widgets.labels import announce, label
from gm_desk.ui.window.header import OF_WORK

PASSING = {
    *("arrivals", "copy", "deleting", "export", "import", "pdf"),
    *("picture", "players picture", "portrait", "template"),
}
"""The sources of problems that need no decision: something was not done, and nothing was lost."""


class TroubleBar(QWidget):
    """The bar of current problems by source, with buttons to resolve them.

    `focus_lost` is emitted when the button that had the focus disappears. `noticed` carries a notice that asks for
    nothing, which goes by itself; an empty one ends the last one. `failed` carries why something was not done, or ""
    once that is settled.
    """

    focus_lost = Signal()
    noticed = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the bar, hidden."""
        super().__init__(parent)
        self._troubles: dict[str, str] = {}
        self._dismissed: dict[str, str] = {}
        self._notice = self._notice_source = self._failing = ""
        self._buttons: dict[QPushButton, tuple[str, ...]] = {}
        self.setObjectName("troubleBar")
        self._icon = IconLabel()
        self.says = label()
        self.says.setWordWrap(True)
        self.says.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.close_button = QPushButton("Dismiss")
        self.close_button.clicked.connect(self._dismiss)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(EDGE, TIGHT, EDGE, TIGHT)
        self._row.addWidget(self._icon)
        self._row.addWidget(self.says, 1)
        self._row.addWidget(self.close_button)
        self.setAutoFillBackground(True)
        self._colour()
        self.hide()

    def offer(self, source: str, text: str, slot: Callable[[], object], *also: str) -> None:
        """Add a button that is shown while one of the given sources has a problem."""
        button = QPushButton(text)
        button.clicked.connect(slot)
        self._row.insertWidget(self._row.count() - 1, button)
        self._buttons[button] = (source, *also)
        self._offer(button)

    def show_trouble(self, source: str, text: str) -> None:
        """Show a problem, or clear it if `text` is empty; a dismissed problem that recurs unchanged stays hidden.

        One that needs no decision is not shown here, but emitted.
        """
        if source in PASSING:
            self._fail(source, text)
            return
        if not (text or self._troubles.get(source) or source in self._dismissed):
            return  # as after every save
        if source in OF_WORK and text and text == self._dismissed.get(source):
            return
        self._dismissed.pop(source, None)
        new = text != self._troubles.get(source, "")
        self._troubles[source] = text
        self._show()
        if new and self.isVisible():
            announce(self, text, at_once=True)

    def _fail(self, source: str, text: str) -> None:
        """Emit why something was not done, or that the last failure of the source is resolved."""
        if text or source == self._failing:
            self._failing = source if text else ""
            self.failed.emit(text)

    def show_notice(self, text: str, source: str = "") -> None:
        """Emit a notice, or show one with a source, with its buttons.

        It is shown in subdued colours unless there is also a problem, and replaces the last notice.
        """
        if not source:
            self.noticed.emit(text)
            text = ""
        if (text, source) == (self._notice, self._notice_source) == ("", ""):
            return  # whenever somebody else is selected
        self._notice, self._notice_source = text, source
        self._show()
        if self.isVisible():
            announce(self, text)

    def _show(self) -> None:
        focused = self._has_focus()
        shown = "\n".join(dict.fromkeys(text for text in (*self._troubles.values(), self._notice) if text))
        self.says.setText(shown)
        for button in self._buttons:
            self._offer(button)
        self._colour()
        self.setVisible(bool(shown))
        if focused and not self._has_focus():
            self.focus_lost.emit()

    def _offer(self, button: QPushButton) -> None:
        """Show a button while a problem or notice of its sources is shown."""
        sources = self._buttons[button]
        button.setVisible(any(self._troubles.get(source) or source == self._notice_source for source in sources))

    def _has_focus(self) -> bool:
        focus = self.window().focusWidget()
        return focus is not None and self.isAncestorOf(focus) and focus.isVisible()

    def _dismiss(self) -> None:
        self._dismissed.update(self._troubles)
        self._troubles.clear()
        self._notice = self._notice_source = ""
        self._show()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        palette, theme, troubled = self.palette(), current_theme(), any(self._troubles.values())
        self.says.setAccessibleName(f"{'Problem' if troubled else 'Notice'}: {self.says.text()}")
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.trouble if troubled else theme.raised))
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(role, QColor(theme.on_trouble if troubled else theme.text))
        self.setPalette(palette)
        self._icon.show_icon("warning" if troubled else "about")


def ask_to_close(window: QWidget, save_a_copy: SignalInstance, give_up: Callable[[], None]) -> None:
    """Ask whether to close a window and give up the changes that could not be saved."""
    from PySide6.QtWidgets import QMessageBox

    question = QMessageBox(
        QMessageBox.Icon.Warning, "Not everything is saved", "Some changes could not be saved.", parent=window
    )
    question.setTextFormat(Qt.TextFormat.PlainText)
    question.setInformativeText("If you close GM Desk now, they will be lost.")
    copy = question.addButton("Save a copy to…", QMessageBox.ButtonRole.ActionRole)
    copy.clicked.connect(save_a_copy)
    leave = question.addButton("Close without saving", QMessageBox.ButtonRole.DestructiveRole)
    stay = question.addButton("Keep GM Desk open", QMessageBox.ButtonRole.RejectRole)
    question.setDefaultButton(stay)
    question.setEscapeButton(stay)
    leave.clicked.connect(give_up)
    leave.clicked.connect(window.close)
    question.finished.connect(question.deleteLater)
    question.open()
