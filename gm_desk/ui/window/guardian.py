"""Saving and crash reporting for every way the program can end: errors, signals, logout, crashes."""

import contextlib
import faulthandler
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from PySide6.QtCore import QCoreApplication, QObject, Qt

from gm_desk.model.crash.reports import Breadcrumbs, CrashReporter, stamp_of
from gm_desk.model.files.session import Session
from gm_desk.store.reports import close_dump, open_dump, take_dumps
from gm_desk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from gm_desk.model.crash.signals import EndSignals

LEFT_UNSAVED = "GM Desk was asked to end, and could not save everything."


class Guardian(QObject):
    """The object that saves the work when the program ends, expectedly or not."""

    def __init__(
        self, window: MainWindow, desk: Session, versions: Callable[[], Mapping[str, str]], now: Callable[[], int]
    ) -> None:
        """Create it inactive; `now` returns milliseconds since 1970 (UTC)."""
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._folder: Path = desk.places.reports
        self._stamp = stamp_of(now())
        self._dump: BinaryIO | None = None
        self._ends: dict[str, str] = {}
        self._signals: EndSignals | None = None
        trail = Breadcrumbs(now, self)
        trail.follow(desk.document.stack)
        window.action_done.connect(trail.note)
        self._alarm = CrashReporter(self._folder, desk.save, trail, versions, now)
        self._alarm.setParent(self)
        self._alarm.told.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def begin(self) -> None:
        """Install the error hooks, and let `faulthandler` record crashes of the interpreter."""
        self._alarm.install()
        self._ends = take_dumps(self._folder)
        with contextlib.suppress(OSError):
            self._dump = open_dump(self._folder, self._stamp)
            faulthandler.enable(self._dump)

    def go_on(self) -> None:
        """Handle signals, and report how the last run ended; deferred until the window is on screen."""
        from gm_desk.model.crash.signals import EndSignals

        self._signals = EndSignals(self)
        self._signals.received.connect(self.leave)
        ended = self._alarm.take_ends(self._ends)
        if ended:
            self._window.trouble.show_notice(ended)

    def keep(self) -> None:
        """Save everything because the user's session is about to end."""
        if not self._window.save():
            self._desk.rescue()

    def leave(self) -> None:
        """Save everything and exit without asking."""
        saved = self._window.save()
        folder = None if saved else self._desk.rescue()
        if not saved and sys.stderr is not None:
            kept = f" The roster is kept as a backup in {folder}." if folder else ""
            print(f"{LEFT_UNSAVED}{kept}", file=sys.stderr)  # noqa: T201 - visible to whoever sent the signal
        QCoreApplication.exit(0 if saved else 1)

    def end(self) -> None:
        """Remove all hooks."""
        self._alarm.remove()
        if self._signals is not None:
            self._signals.stop()
        if self._dump is not None:
            faulthandler.disable()
            close_dump(self._dump)

    def _tell(self, sentence: str) -> None:
        self._window.trouble.show_trouble("error", sentence)
