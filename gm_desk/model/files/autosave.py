"""What keeps files as things are: written by values alone, so that it can be done beside the GUI thread."""

import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.characters.roster import Roster
from gm_desk.model.files.workers import Runner, Work
from gm_desk.store.disk.errors import UnwritableFileError
from gm_desk.store.disk.files import refuse_lost_folder
from gm_desk.store.rosters.files import write_roster
from gm_desk.store.state import State


def keep_roster(path: Path, roster: Roster, guard: Callable[[], None], *, was_there: bool) -> None:
    """Write a roster; the folder of one that was there is not made anew, since it may come back with the old one.

    `guard` first keeps a copy of what is written over, where there must be one. Raises UnwritableFileError.
    """
    if was_there:
        refuse_lost_folder(path)
    guard()
    write_roster(path, roster)


class StateWrite:
    """Write what changed of the state, on the same terms; `merged` is what its file holds then."""

    def __init__(self, path: Path, base: State, ours: State, *, was_there: bool) -> None:
        """Take what was written last, and the state as it is now."""
        self._path = path
        self._base = base
        self._was_there = was_there
        self.ours = ours
        self.merged = ours

    def __call__(self) -> None:
        """Write it; raises UnwritableFileError."""
        from gm_desk.store.state import merge_state

        if self._was_there:
            refuse_lost_folder(self._path)
        self.merged = merge_state(self._path, self._base, self.ours)


def write_nothing() -> None:
    """Leave the disk as it is."""


SOON = 300
RETRY_AFTER = 3_000
SLOW_AFTER = 3_000
LONGEST = 10.0
"""Seconds that a save which is wanted now may take."""


class Job(Struct, frozen=True):
    """Hold a file, and what writes it: values alone, as they are now; `write` raises UnwritableFileError."""

    path: Path
    write: Work


class Saver(QObject):
    """Have a file written within a second of a change, one write at a time, always as things are then.

    Several changes share one write, and failures are tried again. Troubles are told with their source, and end with an
    empty text; `saved` gives the job that was done.
    """

    trouble_changed = Signal(str, str)
    saved = Signal(object)

    def __init__(self, source: str, job: Callable[[], Job], runner: Runner, parent: QObject | None = None) -> None:
        """Save nothing yet; `job` gives what is to be written, and `runner` does it."""
        super().__init__(parent)
        self._source = source
        self._job = job
        self._runner = runner
        self._wanted = False
        self._writing: Job | None = None
        self._forgotten = False
        self._ticket: object = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._start)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_AFTER)
        self._slow.timeout.connect(self._say_slow)

    @property
    def unsaved(self) -> bool:
        """Tell whether anything is not on the disk."""
        return self._wanted or (self._writing is not None and not self._forgotten)

    def save_soon(self) -> None:
        """Note a change; the clock starts with the first one."""
        self._wanted = True
        if not self._timer.isActive() and self._writing is None:
            self._timer.start(SOON)

    def flush(self) -> bool:
        """Save now what is unsaved, and wait for it; tells whether everything is saved."""
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
        if self._writing is None:
            job = self._job()
            self._writing, self._wanted, self._forgotten = job, False, False
            self._slow.start()
            self._ticket = self._runner.run(job.write, self._end)

    def _wait(self) -> None:
        if self._writing is not None and self.unsaved:
            self._runner.wait(self._ticket, LONGEST)

    def _end(self, error: BaseException | None) -> None:
        """Take what came of a write; of one that was given up nobody hears."""
        job, self._writing = self._writing, None
        self._slow.stop()
        if job is not None and not self._forgotten:
            if error is not None:
                self._fail(job, error)
            else:
                self._tell("")
                self.saved.emit(job)
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
