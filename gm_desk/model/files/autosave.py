"""Files written soon after each change, beside the GUI thread."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.files.workers import Runner, Task
from gm_desk.store.disk.errors import UnwritableFileError

SOON = 300
RETRY_AFTER = 3_000
SLOW_AFTER = 3_000
LONGEST = 10.0
"""Seconds that a save which is wanted now may take."""


class Written(Protocol):
    """What came of a write."""

    @property
    def error(self) -> UnwritableFileError | None:
        """Return why the file could not be written, or None."""


class Job(Struct, frozen=True):
    """A file, the function that writes it, and what it writes: a value, as things are now."""

    path: Path
    write: Callable[[Any], Written]
    value: object


class Saver(QObject):
    """Have a file written within a second of a change, one write at a time, always as things are then.

    Several changes share one write, and failures are tried again. Troubles are reported with their source, and end
    with an empty text. `ended` brings what came of every write, `saved` what came of one that succeeded, or None where
    there was nothing to write.
    """

    trouble_changed = Signal(str, str)
    ended = Signal(object)
    saved = Signal(object)

    def __init__(
        self, source: str, job: Callable[[], Job | None], runner: Runner, parent: QObject | None = None
    ) -> None:
        """Save nothing yet; `job` returns what is to be written, None for nothing, and `runner` does it."""
        super().__init__(parent)
        self._source = source
        self._job = job
        self._runner = runner
        self._wanted = False
        self._writing: Job | None = None
        self._forgotten = False
        self._task: Task[Written] | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._start)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_AFTER)
        self._slow.timeout.connect(self._say_slow)

    @property
    def unsaved(self) -> bool:
        """Return whether anything is not on the disk."""
        return self._wanted or (self.writing and not self._forgotten)

    @property
    def writing(self) -> bool:
        """Return whether the file is just being written, be it wanted any more or not."""
        return self._writing is not None

    def save_soon(self) -> None:
        """Note a change; the clock starts with the first one."""
        self._wanted = True
        if not self._timer.isActive() and self._writing is None:
            self._timer.start(SOON)

    def flush(self) -> bool:
        """Save now what is unsaved, and wait for it; return whether everything is saved."""
        self._wait()
        if self._wanted:
            self._start()
            self._wait()
        return not self.unsaved

    def forget(self) -> None:
        """Give up what is unsaved."""
        self._timer.stop()
        self._wanted = False
        self._forgotten = True
        self._tell("")

    def _start(self) -> None:
        """Write things as they are, unless they are just being written: then that comes to its end first."""
        self._timer.stop()
        if self._writing is not None:
            return
        job = self._job()
        self._wanted = self._forgotten = False
        if job is None:
            self._tell("")
            self.saved.emit(None)
            return
        self._writing = job
        self._slow.start()
        self._task = self._runner.run(job.write, job.value, self._end)

    def _wait(self) -> None:
        if self._task is not None and self.writing and self.unsaved:
            self._runner.wait(self._task, LONGEST)

    def _end(self, task: Task[Written]) -> None:
        """Take what came of a write; of one that was given up nobody hears but who must know what the file holds."""
        job, self._writing = self._writing, None
        self._slow.stop()
        written = None if task.error else task.result
        if written is not None:
            self.ended.emit(written)
        error = task.error if written is None else written.error
        if job is not None and not self._forgotten:
            if error is not None:
                self._fail(job, error)
            else:
                self._tell("")
                self.saved.emit(written)
        if self._wanted and not self._timer.isActive():
            self._timer.start(SOON)

    def _fail(self, job: Job, error: BaseException) -> None:
        """Say what failed, and try again; an error that no disk makes is one of ours."""
        self._wanted = True
        self._timer.start(RETRY_AFTER)
        path, problem = job.path, f"an error of GM Desk itself ({type(error).__name__})"
        if isinstance(error, UnwritableFileError):
            path, problem = error.path, error.problem
        self._tell(f"Not saved: {path} – {problem}. GM Desk keeps trying.")
        if not isinstance(error, UnwritableFileError):
            sys.excepthook(type(error), error, error.__traceback__)

    def _say_slow(self) -> None:
        if self._writing is not None:
            self._tell(f"Not saved yet: {self._writing.path} – the disk is slow to answer. GM Desk waits for it.")

    def _tell(self, trouble: str) -> None:
        self.trouble_changed.emit(self._source, trouble)
