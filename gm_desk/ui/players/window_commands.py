"""The commands of the players' window, its preview, and the bar that asks whether to reveal an acting character."""

from msgspec import structs
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.wording.phrases import MOST_OF_A_NAME, one_line
from gm_desk.model.files.session import Session
from gm_desk.model.players.players_display import Pictures, PlayersDisplay
from gm_desk.model.players.players_edits import RevealQuestion
from gm_desk.model.roster.portraits import Portraits
from gm_desk.store.state import PlayersPlace, PlayersTheme
from gm_desk.ui.players.board import Board
from gm_desk.ui.players.players_window import Hiding, PlayersWindow
from gm_desk.ui.theme.theme import EDGE, GAP, TIGHT, IconLabel
from gm_desk.ui.widgets.action_rows import Choice, WindowActions, find_action, set_tip
from gm_desk.ui.widgets.labels import announce, dim_label, label, wrapped
from gm_desk.ui.window.main_window import MainWindow

TITLE = "What the players see"
SIZE, LEAST = QSize(560, 390), QSize(300, 220)
OPEN, CLOSED = "The players’ window is open.", "The players’ window is closed; this is what it would show."


class PlayersPreview(QDialog):
    """A small live preview of the players' window, which is not modal."""

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

    def show_open(self, *, open_now: bool) -> None:
        """Show whether the players' window is open."""
        self._says.setText(OPEN if open_now else CLOSED)

    @override
    def done(self, result: int) -> None:
        if self._display is not None and self.isVisible():
            self._display.changed.disconnect(self.board.show_view)
            self._display.unwatch()
        super().done(result)


class RevealBar(QWidget):
    """A quiet bar with two answers; the GM can also continue without answering.

    `focus_lost` is emitted when the button that had the focus disappears.
    """

    reveal_requested = Signal()
    hiding_requested = Signal()
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
        set_tip(self.reveal, "Show the acting characters to the players", "players.reveal_acting")
        set_tip(self.keep, "Keep them hidden, and do not ask again in this fight", "players.keep_hidden")
        self.reveal.clicked.connect(self.reveal_requested)
        self.keep.clicked.connect(self.hiding_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE, TIGHT, EDGE, TIGHT)
        row.addWidget(icon)
        row.addWidget(self.says, 1)
        row.addWidget(self.reveal)
        row.addWidget(self.keep)
        self.hide()

    def ask(self, names: list[str]) -> None:
        """Ask about hidden characters who act, or hide the bar if there are none."""
        focused = self.reveal.hasFocus() or self.keep.hasFocus()
        who = ", ".join(one_line(name, MOST_OF_A_NAME) for name in names)
        verb = "acts, and is" if len(names) == 1 else "act, and are"
        self.says.setText(f"{who} {verb} hidden from the players." if names else "")
        self.setVisible(bool(names))
        if names and self.isVisible():
            announce(self, self.says.text())
        if focused and not names:
            self.focus_lost.emit()


THEMES: tuple[tuple[str, PlayersTheme], ...] = (
    ("Follow the &program", ""),
    ("&Dark", "dark"),
    ("&Light", "light"),
    ("&High contrast", "contrast"),
)
KEYS = ("players.toggle_window", "players.toggle_full_screen")


class PlayersCommands(QObject):
    """The commands that open, maximise and close the players' window; `opened` carries each window with a board."""

    opened = Signal(object)

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Create the commands for the GM's window."""
        super().__init__(window)
        self._session, self._settings = session, session.settings
        self._window = window
        self.pictures = Pictures(session.places.portraits)
        self.display = PlayersDisplay(session.document, session.log, self)
        self.question = RevealQuestion(session.document, session.log, self)
        self.players: PlayersWindow | None = None
        self._preview: PlayersPreview | None = None
        self.display.set_veiled(window.veil_stack.veiled)
        window.veil_stack.veiled_changed.connect(self.display.set_veiled)
        session.roster_opened.connect(self.pictures.forget)
        window.header.players.clicked.connect(self._open_or_preview)
        self.question.changed.connect(self._ask)
        self._bar = RevealBar()
        window.panes.splitters.add_bar(self._bar)
        self._bar.reveal_requested.connect(self.question.reveal)
        self._bar.hiding_requested.connect(self.question.keep_hidden)
        self._bar.focus_lost.connect(window.home)

    def follow(self, actions: WindowActions) -> None:
        """Make the shortcuts of the players' window work in it as well, in case it gets the focus."""
        for one in KEYS:
            actions[one].setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)

    def toggle(self, on: bool) -> None:
        """Open the players' window, or close it."""
        if not on:
            if self.players is not None:
                self.players.close()
        elif self.players is None:
            self._open()

    def _open_or_preview(self) -> None:
        """Open the players' window, or its preview if it is open."""
        if self.players is None:
            self._open()
        else:
            self.preview()

    def toggle_full(self) -> None:
        """Toggle full screen of the players' window; open it if it is closed."""
        if self.players is None:
            self._open()
        else:
            self.players.toggle_full()

    def preview(self) -> None:
        """Open the preview of the players' window, or close it."""
        if self._preview is not None:
            self._preview.close()
            return
        theme = self._settings.state.players.theme
        self._preview = PlayersPreview(self.display, self._session.portraits, self.pictures, theme, self._window)
        self._preview.finished.connect(self._forget_preview)
        self._preview.show_open(open_now=self.players is not None)
        self._preview.show()
        self.opened.emit(self._preview)

    def themes(self) -> list[Choice]:
        """Return the themes of the players' window as choices."""
        now = self._settings.state.players.theme
        return [Choice(text, name, checked=name == now) for text, name in THEMES]

    def choose_theme(self, name: PlayersTheme) -> None:
        """Set the theme of the players' window."""
        place = structs.replace(self._settings.state.players, theme=name)
        self._settings.set_players(place)
        if self.players is not None:
            self.players.choose_theme(place)
        if self._preview is not None:
            self._preview.board.choose_theme(name)

    def _open(self) -> None:
        place = self._settings.state.players
        players = PlayersWindow(self.display, self._session.portraits, self.pictures, place, self._window)
        self.players = players
        Hiding(players, self._window)
        players.placed.connect(self._place)
        players.closed.connect(self._closed)
        self.opened.emit(players)
        players.open()
        self._show_state()

    def _place(self, place: PlayersPlace) -> None:
        self._settings.set_players(place)

    def _closed(self) -> None:
        self.players = None
        self._show_state()

    def _show_state(self) -> None:
        """Update the GM's window to whether the players' window is open."""
        there = self.players is not None
        self._window.header.show_players(there=there)
        self.question.set_active(there)
        if self._preview is not None:
            self._preview.show_open(open_now=there)
        action = find_action(self._window, "players.toggle_window")
        if isinstance(action, QAction):
            action.setChecked(there)

    def _forget_preview(self) -> None:
        self._preview = None

    def _ask(self) -> None:
        self._bar.ask(self.question.names)
