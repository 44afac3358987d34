"""Notification that a file may have changed on the disk."""

import os
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

SETTLED = 150
EVERY = 3_000


class FileWatcher(QObject):
    """A watcher that reports when a file may have changed: when notified by the operating system, and regularly.

    The operating system does not report network drives, and loses track of a file that is replaced; therefore the
    folder is watched as well.
    """

    stirred = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin without a file."""
        super().__init__(parent)
        self._path = Path()
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._settle)
        self._watcher.directoryChanged.connect(self._settle)
        self._settling = QTimer(self, singleShot=True, interval=SETTLED)
        self._settling.timeout.connect(self._check)
        self._every = QTimer(self, interval=EVERY)
        self._every.timeout.connect(self._check)

    def follow(self, path: Path) -> None:
        """Watch a file, whether it exists or not."""
        self.stop()
        self._path = path
        self._watch()
        self._every.start()

    def stop(self) -> None:
        """Stop watching."""
        self._every.stop()
        self._settling.stop()
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)

    def _settle(self) -> None:
        """Wait until the other program has probably finished writing."""
        if not self._settling.isActive():
            self._settling.start()

    def _check(self) -> None:
        self._watch()
        self.stirred.emit()

    def _watch(self) -> None:
        """Watch the file, the target of a link, and both folders, if readable and not watched yet."""
        real = Path(os.path.realpath(self._path))
        wanted = {str(path) for path in (self._path, self._path.parent, real, real.parent) if os.access(path, os.R_OK)}
        missing = wanted.difference(self._watcher.files(), self._watcher.directories())
        if missing:
            self._watcher.addPaths(sorted(missing))
