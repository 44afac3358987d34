"""The commands of the players' window and its preview, and the mark in the GM's window that it is open."""

from msgspec import structs
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction

from gm_desk.model.files.session import Session
from gm_desk.model.players.pictures import Pictures
from gm_desk.model.players.players_display import PlayersDisplay
from gm_desk.model.players.players_edits import RevealQuestion
from gm_desk.store.state import PlayersPlace, PlayersTheme
from gm_desk.ui.players.players_window import Hiding, PlayersWindow
from gm_desk.ui.players.preview import PlayersPreview
from gm_desk.ui.players.reveal_bar import RevealBar
from gm_desk.ui.widgets.action_rows import Choice, WindowActions, find_action
from gm_desk.ui.window.main_window import MainWindow

THEMES: tuple[tuple[str, PlayersTheme], ...] = (
    ("Like the &program", ""),
    ("&Dark", "dark"),
    ("&Light", "light"),
    ("&High contrast", "contrast"),
)
KEYS = ("players.toggle_window", "players.toggle_full_screen")


class PlayersCommands(QObject):
    """The commands that open, fill and close the players' window; `opened` carries each window that shows the value."""

    opened = Signal(object)

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Create the commands for the GM's window."""
        super().__init__(window)
        self._settings = session.settings
        self._window = window
        self.pictures = Pictures(session.places.portraits)
        self.display = PlayersDisplay(session.document, session.log, self)
        self.question = RevealQuestion(session.document, session.log, self)
        self.players: PlayersWindow | None = None
        self._preview: PlayersPreview | None = None
        self.display.set_veiled(window.stage.veiled)
        window.stage.veiled_changed.connect(self.display.set_veiled)
        session.roster_opened.connect(self.pictures.forget)
        window.header.players.clicked.connect(self.preview)
        self.question.changed.connect(self._ask)
        self._bar = RevealBar()
        window.add_bar(self._bar)
        self._bar.reveal_wanted.connect(self.question.reveal)
        self._bar.hiding_wanted.connect(self.question.keep_hidden)
        self._bar.focus_lost.connect(window.home)

    def follow(self, actions: WindowActions) -> None:
        """Let the keys of the players' window work in it as well, where the platform gives it the focus."""
        for one in KEYS:
            actions[one].setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)

    def toggle(self, on: bool) -> None:
        """Open the players' window, or close it."""
        if not on:
            if self.players is not None:
                self.players.close()
        elif self.players is None:
            self._open()

    def toggle_full(self) -> None:
        """Fill the screen with the players' window, or make it a window again; open it if it is closed."""
        if self.players is None:
            self._open()
        else:
            self.players.toggle_full()

    def preview(self) -> None:
        """Show what the players see in a small window beside the GM's, or close that."""
        if self._preview is not None:
            self._preview.close()
            return
        theme = self._settings.state.players.theme
        self._preview = PlayersPreview(self.display, self._window.portraits, self.pictures, theme, self._window)
        self._preview.finished.connect(self._forget_preview)
        self._preview.tell(open_now=self.players is not None)
        self._preview.show()
        self.opened.emit(self._preview)

    def themes(self) -> list[Choice]:
        """Return the themes of the players' window."""
        now = self._settings.state.players.theme
        return [Choice(text, name, checked=name == now) for text, name in THEMES]

    def choose_theme(self, name: PlayersTheme) -> None:
        """Paint what the players see in a theme."""
        place = structs.replace(self._settings.state.players, theme=name)
        self._settings.set_players(place)
        if self.players is not None:
            self.players.choose_theme(place)
        if self._preview is not None:
            self._preview.board.choose_theme(name)

    def _open(self) -> None:
        place = self._settings.state.players
        players = PlayersWindow(self.display, self._window.portraits, self.pictures, place, self._window)
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
        """Show in the GM's window whether the players' window is open."""
        there = self.players is not None
        self._window.header.show_players(there)
        self.question.set_active(there)
        if self._preview is not None:
            self._preview.tell(open_now=there)
        action = find_action(self._window, "players.toggle_window")
        if isinstance(action, QAction):
            action.setChecked(there)

    def _forget_preview(self) -> None:
        self._preview = None

    def _ask(self) -> None:
        self._bar.ask(self.question.names)
