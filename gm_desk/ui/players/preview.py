"""What the players see now, small, in the GM's window."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.model.players.pictures import Pictures
from gm_desk.model.players.players_display import PlayersDisplay
from gm_desk.model.roster.portraits import Portraits
from gm_desk.ui.players.board import Board
from gm_desk.ui.theme.theme import GAP
from gm_desk.ui.widgets.labels import dim_label, wrapped

TITLE = "What the players see"
SIZE, LEAST = QSize(560, 390), QSize(300, 220)
OPEN, CLOSED = "The players’ window is open.", "The players’ window is closed; this is what it would show."


class PlayersPreview(QDialog):
    """A small live picture of what the players see; the GM goes on working beside it."""

    def __init__(
        self, display: PlayersDisplay, portraits: Portraits, pictures: Pictures, theme: str, window: QWidget
    ) -> None:
        """Create the preview beside a window."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setObjectName("playersPreview")
        self.setWindowTitle(TITLE)
        self._display = display
        self.board = Board(portraits, pictures, theme)
        self.board.setMinimumSize(LEAST)
        self._says = wrapped(dim_label())
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.addWidget(self._says)
        column.addWidget(self.board, 1)
        self.resize(SIZE.boundedTo(window.size() / 2))
        self.board.show_view(display.watch())
        display.changed.connect(self.board.show_view)

    def tell(self, *, open_now: bool) -> None:
        """Show whether the players' window is open."""
        self._says.setText(OPEN if open_now else CLOSED)

    @override
    def done(self, result: int) -> None:
        if self._display is not None and self.isVisible():
            self._display.changed.disconnect(self.board.show_view)
            self._display.unwatch()
        super().done(result)
