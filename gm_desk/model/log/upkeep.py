"""Maintenance of the log while it is idle: checking it for damage, and merging its index."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.log.roll_log import RollLog

REST = 2_000
"""Milliseconds without a roll or a change to the test before work begins, or continues."""
BETWEEN = 40
LATER = 60_000
"""Milliseconds before a log that could not be read is tried again."""
AT_MOST = 3.0
"""Milliseconds of work at a time."""
ROWS = 4


class LogMaintenance(QObject):
    """A check of the open roster's log in small slices, the newest rolls first, which recovers damaged ones.

    `rested` is emitted once for each log, when it is idle and can be copied.
    """

    rested = Signal()

    def __init__(
        self, log: RollLog, parent: QObject | None = None, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Begin some time after a log is opened, or at once with one that is open; `clock` returns seconds."""
        super().__init__(parent)
        self._clock = clock
        self._log = log
        self._checked = self._rested = False
        self._timer = QTimer(self, singleShot=True, interval=REST)
        self._timer.timeout.connect(self._work)
        log.opened.connect(self._begin)
        log.added.connect(self.pause)
        log.revised.connect(self.pause)
        if log.roster:
            self._begin()

    def pause(self) -> None:
        """Stop work for a while, because the GM is using the log."""
        self._timer.start(REST)

    def _begin(self) -> None:
        self._checked = self._rested = False
        self.pause()

    def _work(self) -> None:
        """Do some maintenance, then check some rows; a log is checked once, from its end."""
        if not self._rested:
            self._rested = True
            self.rested.emit()
        if self._log.journal.tidy():
            self._timer.start(BETWEEN)
            return
        began = self._clock()
        while not self._checked and 1000 * (self._clock() - began) < AT_MOST:
            more = self._log.journal.check(ROWS)
            if more is None:
                self._timer.start(LATER)
                return
            self._checked = not more
        if not self._checked:
            self._timer.start(BETWEEN)
