"""A bar that says what went wrong, or quietly what was done, until it is over or put away."""

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gm_desk.ui.labels import label
from gm_desk.ui.look import Look


class TroubleBar(QWidget):
    """Show the troubles there are, by their source; an empty one is over."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self._look = look
        self._troubles: dict[str, str] = {}
        self._notice = ""
        self.setObjectName("troubleBar")
        self.says = label()
        self.says.setWordWrap(True)
        self.says.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        close = QPushButton("Put away")
        close.clicked.connect(self._put_away)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 14, 6)
        row.addWidget(self.says, 1)
        row.addWidget(close)
        self.setAutoFillBackground(True)
        look.changed.connect(self._colour)
        self._colour()
        self.hide()

    def show_trouble(self, source: str, text: str) -> None:
        """Say a trouble, or that it is over."""
        self._troubles[source] = text
        self._show()

    def show_notice(self, text: str) -> None:
        """Say what was done, in quiet colours unless there is trouble too; the next notice takes its place."""
        self._notice = text
        self._show()

    def _show(self) -> None:
        said = "\n".join(dict.fromkeys(text for text in (*self._troubles.values(), self._notice) if text))
        self.says.setText(said)
        self._colour()
        self.setVisible(bool(said))

    def _put_away(self) -> None:
        self._troubles.clear()
        self._notice = ""
        self.hide()

    def _colour(self) -> None:
        palette, theme, troubled = self.palette(), self._look.theme, any(self._troubles.values())
        self.says.setAccessibleName("Trouble" if troubled else "Notice")
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.trouble if troubled else theme.raised))
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(role, QColor(theme.on_trouble if troubled else theme.text))
        self.setPalette(palette)
