"""Operating system signals that ask the program to end, which Qt itself does not report."""

import contextlib
import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal

NAMES = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
"""Not every system has all of them."""


class EndSignals(QObject):
    """A notifier for the first signal that asks the program to end; a second one ends it at once."""

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Handle the signals from now on, except those that are ignored, as under nohup."""
        super().__init__(parent)
        known = [number for name in NAMES if (number := getattr(signal, name, None)) is not None]
        self._before = {number: signal.getsignal(number) for number in known}
        self._numbers = [number for number in known if self._before[number] is not signal.SIG_IGN]
        self._reads, self._writes = socket.socketpair()
        for end in (self._reads, self._writes):
            end.setblocking(False)
        signal.set_wakeup_fd(self._writes.fileno(), warn_on_full_buffer=False)
        for number in self._numbers:
            signal.signal(number, _ignore)
        self._notifier = QSocketNotifier(self._reads.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def stop(self) -> None:
        """Restore the handlers that were in place before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        for number in self._numbers:
            signal.signal(number, self._before[number])
        for end in (self._reads, self._writes):
            end.close()

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            if set(self._reads.recv(64)) & set(self._numbers):
                for number in self._numbers:
                    signal.signal(number, signal.SIG_DFL)
                self.received.emit()


def _ignore(_number: int, _frame: object) -> None:
    """Do nothing: the notifier is woken through the file descriptor, without running Python."""
