"""The system asks the program to end: with a signal, which Qt itself does not hear."""

import contextlib
import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal

NAMES = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
"""Not every system knows all of them."""


class EndSignals(QObject):
    """Tell at once that a signal asked the program to end; a second one ends it as if nobody listened."""

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Listen from now on; what is being ignored, as under nohup, goes on being ignored."""
        super().__init__(parent)
        known = [number for name in NAMES if (number := getattr(signal, name, None)) is not None]
        self._before = {number: signal.getsignal(number) for number in known}
        self._numbers = [number for number in known if self._before[number] is not signal.SIG_IGN]
        self._reads, self._writes = socket.socketpair()
        for end in (self._reads, self._writes):
            end.setblocking(False)
        signal.set_wakeup_fd(self._writes.fileno(), warn_on_full_buffer=False)
        for number in self._numbers:
            signal.signal(number, _heard)
        self._notifier = QSocketNotifier(self._reads.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def stop(self) -> None:
        """Listen no longer."""
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


def _heard(_number: int, _frame: object) -> None:
    """Do nothing: the notifier hears of it, and does not wait for Python to be run."""
