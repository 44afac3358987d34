"""The first frame: what nobody sees yet waits until it is painted."""

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

PATIENCE = 500
"""Milliseconds after which a window that is still not painted, as it may be minimised, is waited for no longer."""


class FirstFrame(QObject):
    """Tell once that a window has been painted."""

    passed = Signal()

    def __init__(self, window: QWidget) -> None:
        """Watch a window that is not shown yet."""
        super().__init__(window)
        self._window = window
        self._waiting = QTimer(self, interval=PATIENCE, singleShot=True)
        self._waiting.timeout.connect(self._pass)
        self._waiting.start()
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            self._waiting.start(0)
        return False

    def _pass(self) -> None:
        self._window.removeEventFilter(self)
        self.passed.emit()
