"""Operating system signals that ask the program to end, which Qt itself does not report."""

import os
import signal
import sys
from io import FileIO, RawIOBase

from PySide6.QtCore import QObject, QSocketNotifier, Signal

NAMES = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
"""The names of the signals; not every system has all of them."""


class EndSignals(QObject):
    """A notifier for the first signal that asks the program to end; a second one ends it at once."""

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Handle the signals from now on, except those that are ignored, as under nohup."""
        super().__init__(parent)
        known = [number for name in NAMES if (number := getattr(signal, name, None)) is not None]
        self._before = {number: signal.getsignal(number) for number in known}
        self._numbers = [number for number in known if self._before[number] is not signal.SIG_IGN]
        self._ends = _pipe()
        reads, writes = (end.fileno() for end in self._ends)
        signal.set_wakeup_fd(writes, warn_on_full_buffer=False)
        for number in self._numbers:
            signal.signal(number, _ignore)
        self._notifier = QSocketNotifier(reads, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def stop(self) -> None:
        """Restore the handlers that were in place before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        for number in self._numbers:
            signal.signal(number, self._before[number])
        for end in self._ends:
            end.close()

    def _read(self) -> None:
        if set(self._ends[0].read(64) or b"") & set(self._numbers):
            for number in self._numbers:
                signal.signal(number, signal.SIG_DFL)
            self.received.emit()


def _pipe() -> tuple[RawIOBase, RawIOBase]:
    """Return both ends of a non-blocking pipe; on Windows these are sockets, the only kind that Qt can wait for."""
    if sys.platform == "win32":
        import socket

        pair = socket.socketpair()
        for end in pair:
            end.setblocking(False)
        ends = pair[0].makefile("rb", buffering=0), pair[1].makefile("wb", buffering=0)
        for end in pair:
            end.close()  # once the files are closed
        return ends
    reads, writes = os.pipe()
    for number in (reads, writes):
        os.set_blocking(number, False)
    return FileIO(reads, "rb"), FileIO(writes, "wb")


def _ignore(_number: int, _frame: object) -> None:
    """Do nothing: the notifier is woken through the file descriptor, without running Python."""
