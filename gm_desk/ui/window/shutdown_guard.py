"""Saving and crash reporting for every way the program can end: errors, signals, logout, crashes."""

import contextlib
import faulthandler
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QGuiApplication

from gm_desk.model.crash.reports import Breadcrumbs, CrashReporter, stamp_of
from gm_desk.model.crash.signals import EndSignals
from gm_desk.model.files.session import Session
from gm_desk.store.reports import close_dump, open_dump, take_dumps
from gm_desk.ui.window.main_window import MainWindow

LEFT_UNSAVED = "GM Desk was asked to quit but could not save everything."


class ShutdownGuard(QObject):
    """The object that saves the work when the program ends, expectedly or not."""

    def __init__(
        self, window: MainWindow, session: Session, versions: Callable[[], Mapping[str, str]], now: Callable[[], int]
    ) -> None:
        """Create it inactive; `now` returns milliseconds since 1970 (UTC)."""
        super().__init__(window)
        self._window = window
        self._session = session
        self._folder: Path = session.places.reports
        self._stamp = stamp_of(now())
        self._dump_file: BinaryIO | None = None
        self._signals: EndSignals | None = None
        breadcrumbs = Breadcrumbs(now, self)
        breadcrumbs.follow(session.document.stack)
        window.action_done.connect(breadcrumbs.note)
        self._reporter = CrashReporter(self._folder, session.save, breadcrumbs, versions, now)
        self._reporter.setParent(self)
        self._reporter.reported.connect(self._show_error, Qt.ConnectionType.QueuedConnection)

    def begin(self) -> None:
        """Handle errors, signals and the end of the user's session, and report how the last run ended."""
        self._reporter.install()
        old_dumps = take_dumps(self._folder)
        with contextlib.suppress(OSError):
            self._dump_file = open_dump(self._folder, self._stamp)
            faulthandler.enable(self._dump_file)
        self._signals = EndSignals(self)
        self._signals.received.connect(self.leave)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.commitDataRequest.connect(self.keep)
            application.aboutToQuit.connect(self.end)
        if ended := self._reporter.take_ends(old_dumps):
            self._window.trouble.show_notice(ended)

    def keep(self) -> None:
        """Save everything because the user's session is about to end."""
        if not self._window.save():
            self._session.backups.rescue()

    def leave(self) -> None:
        """Save everything and exit without asking."""
        saved = self._window.save()
        folder = None if saved else self._session.backups.rescue()
        if not saved and sys.stderr is not None:
            note = f" The roster is kept as a backup in {folder}." if folder else ""
            print(f"{LEFT_UNSAVED}{note}", file=sys.stderr)  # noqa: T201 - visible to whoever sent the signal
        QCoreApplication.exit(0 if saved else 1)

    def end(self) -> None:
        """Remove all hooks."""
        self._reporter.remove()
        if self._signals is not None:
            self._signals.stop()
        if self._dump_file is not None:
            faulthandler.disable()
            close_dump(self._dump_file)

    def _show_error(self, sentence: str) -> None:
        self._window.trouble.show_trouble("error", sentence)
