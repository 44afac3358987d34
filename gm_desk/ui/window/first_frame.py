"""Notification of the window's first paint, so that work nobody sees yet can wait until then."""

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

PAINT_TIMEOUT = 500
"""Milliseconds to wait for a window that is not painted, for example because it is minimised."""


class FirstFrame(QObject):
    """A one-time signal that a window has been painted."""

    passed = Signal()

    def __init__(self, window: QWidget) -> None:
        """Watch a window that has not been shown yet."""
        super().__init__(window)
        self._window = window
        self._timer = QTimer(self, interval=PAINT_TIMEOUT, singleShot=True)
        self._timer.timeout.connect(self._finish)
        self._painted = False
        window.installEventFilter(self)
        QTimer.singleShot(0, self, self._wait)  # building and showing the window may take as long on a busy computer

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._painted = True
            self._window.removeEventFilter(self)
            self._timer.start(0)
        return False

    def _wait(self) -> None:
        """Begin to wait, now that events are processed."""
        if not self._painted:
            self._timer.start()

    def _finish(self) -> None:
        self._window.removeEventFilter(self)
        self.passed.emit()
