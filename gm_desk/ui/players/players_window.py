"""The window for the players: it shows one value, never takes the focus, and chooses its screen."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QMouseEvent, QScreen
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.model.players.players_display import Pictures, PlayersDisplay
from gm_desk.model.roster.portraits import Portraits
from gm_desk.store.state import PlayersPlace
from gm_desk.ui.players.board import Board


def screens_by_name() -> dict[str, QScreen]:
    """Return all screens by names that survive unplugging; equal ones are numbered."""
    found: dict[str, QScreen] = {}
    for screen in QGuiApplication.screens():
        identity = screen.name(), screen.manufacturer(), screen.model(), screen.serialNumber()
        name = " ".join(part for part in identity if part)
        equal = sum(known.partition(" #")[0] == name for known in found)
        found[f"{name} #{equal + 1}" if equal else name] = screen
    return found


def screen_name(screen: QScreen) -> str:
    """Return the name of a screen, or "" if it is gone."""
    return next((name for name, one in screens_by_name().items() if one is screen), "")


def screen_for(names: Sequence[str], gm: str, before: str) -> str:
    """Return the screen of the players' window: the one it was on `before`, if available, else another than the `gm`'s.

    If there is only one screen, that is returned.
    """
    if before in names:
        return before
    return next((name for name in names if name != gm), gm)


TITLE = "For the players – GM Desk"
SIZE, LEAST = QSize(1024, 640), QSize(320, 200)
FULL, ESC = Qt.WindowState.WindowFullScreen, Qt.Key.Key_Escape


class PlayersWindow(QWidget):
    """The players' window; `placed` carries where it is, `closed` is emitted when it is closed.

    It has no parent, so that it is neither kept above the GM's window nor minimised with it.
    """

    placed = Signal(object)
    closed = Signal()

    def __init__(
        self, display: PlayersDisplay, portraits: Portraits, pictures: Pictures, place: PlayersPlace, gm: QWidget
    ) -> None:
        """Create the window at its saved position; `gm` is the GM's window, which keeps the focus."""
        super().__init__(None, Qt.WindowType.Window | Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.setObjectName("playersWindow")
        self.setWindowTitle(TITLE)
        self.setWindowIcon(gm.windowIcon())
        self.setMinimumSize(LEAST)
        self.resize(SIZE)
        self._display, self._gm, self._place = display, gm, place
        self.board = Board(portraits, pictures, place.theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.board)
        self.board.show_view(display.watch())
        self._watches = True
        display.changed.connect(self.board.show_view)
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self.settle)
        for changed in (QGuiApplication.instance().screenAdded, QGuiApplication.instance().screenRemoved):  # type: ignore[union-attr]
            changed.connect(self._settle_soon)

    @property
    def full(self) -> bool:
        """Whether it fills its screen."""
        return bool(self.windowState() & FULL)

    def open(self) -> None:
        """Show the window on its screen; it fills a separate screen unless the GM has chosen otherwise."""
        self.settle()
        self.setVisible(True)
        handle = self.windowHandle()
        if handle is not None:
            handle.screenChanged.connect(self._remember_screen)

    def _settle_soon(self) -> None:
        """Settle after Qt has updated the screens; a timer's own slot would be kept by the application forever."""
        self._soon.start()

    def settle(self) -> None:
        """Move to the right screen: back to its own if that is available again, else to another one.

        It fills only a screen other than the GM's, unless the GM requests it.
        """
        gm = screen_name(self._gm.screen())
        screens = screens_by_name()
        name = screen_for([*screens], gm, self._place.screen)
        if name not in screens:
            return
        screen = screens[name]
        full = name != gm and self._place.full is not False
        if self.full and not (full and self.screen() is screen):
            self._set_full(on=False)
        if self.screen() is not screen or not self.isVisible():
            self._restore(name)
            self.setScreen(screen)
            if not screen.geometry().contains(self.frameGeometry().center()):
                self._centre()
        if name != gm:
            self._change(screen=name)
        if full:
            self.setGeometry(screen.geometry())  # some window managers fill the previous screen of the window
            self._set_full(on=True)

    def toggle_full(self) -> None:
        """Toggle between full screen and a normal window."""
        self._set_full(on=not self.full)
        if self._gm_is_elsewhere():
            self._change(full=self.full)
        if not self.full:
            self.resize(SIZE.boundedTo(self.screen().availableSize()))
            self._centre()

    def choose_theme(self, place: PlayersPlace) -> None:
        """Use the theme of a saved place."""
        self._place = place
        self.board.choose_theme(place.theme)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.full:
            self._change(geometry=bytes(self.saveGeometry().toBase64().data()).decode())
        super().closeEvent(event)
        if self._watches:
            self._watches = False
            self._display.changed.disconnect(self.board.show_view)
            self._display.unwatch()
            self.closed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc, in case the platform has given the window the focus."""
        if event.key() == ESC:
            self.close()
        else:
            super().keyPressEvent(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.toggle_full()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() == ESC:
            event.accept()  # otherwise it would be a shortcut of the GM's window
            return True
        if event.type() == QEvent.Type.WindowActivate and self._gm.isVisible():
            QTimer.singleShot(0, self._gm.activateWindow)  # the platform has given it the focus nevertheless
        return super().event(event)

    def _set_full(self, *, on: bool) -> None:
        """Fill the screen or not; unlike `showFullScreen`, this asks for no focus."""
        state = self.windowState()
        self.setWindowState(state | FULL if on else state & ~FULL)

    def _centre(self) -> None:
        """Move to the middle of the screen."""
        self.move(self.screen().availableGeometry().center() - self.rect().center())

    def _gm_is_elsewhere(self) -> bool:
        return self._gm.screen() is not self.screen()

    def _restore(self, name: str) -> None:
        """Restore size and position if it was on this screen."""
        if self._place.geometry and name == self._place.screen:
            self.restoreGeometry(QByteArray.fromBase64(self._place.geometry.encode()))
            self._set_full(on=False)

    def _remember_screen(self) -> None:
        """Remember the screen to which the GM has moved it, but not one to which it was moved from an unplugged one."""
        if self._place.screen in {*screens_by_name(), ""}:
            self._change(screen=screen_name(self.screen()))

    def _change(self, **parts: object) -> None:
        after = structs.replace(self._place, **parts)
        if after != self._place:
            self._place = after
            self.placed.emit(after)


class Hiding(QObject):
    """The closing of the players' window with the GM's."""

    def __init__(self, window: PlayersWindow, gm: QWidget) -> None:
        """Follow the GM's window."""
        super().__init__(window)
        self._window = window
        gm.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            self._window.close()
        return False
