"""A bar that says what went wrong, and stays until it is over or put away."""

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.ui.labels import label
from gm_desk.ui.look import Look


class TroubleBar(QWidget):
    """Show the troubles there are, by their source; an empty one is over."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self._look = look
        self._troubles: dict[str, str] = {}
        self.setObjectName("troubleBar")
        self.says = label()
        self.says.setWordWrap(True)
        self.says.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.says.setAccessibleName("Trouble")
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
        said = "\n".join(dict.fromkeys(text for text in self._troubles.values() if text))
        self.says.setText(said)
        self.setVisible(bool(said))

    def _put_away(self) -> None:
        self._troubles.clear()
        self.hide()

    def colours(self) -> tuple[str, str]:
        """Give the colours of ground and words."""
        return self._look.theme.trouble, self._look.theme.on_trouble

    def _colour(self) -> None:
        palette, (ground, words) = self.palette(), self.colours()
        palette.setColor(QPalette.ColorRole.Window, QColor(ground))
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(role, QColor(words))
        self.setPalette(palette)


class NoticeBar(TroubleBar):
    """Tell what was done where it does not show: quietly, until it is put away."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(look, parent)
        self.setObjectName("noticeBar")
        self.says.setAccessibleName("Notice")

    @override
    def colours(self) -> tuple[str, str]:
        return self._look.theme.raised, self._look.theme.text
