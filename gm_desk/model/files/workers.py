"""Work outside the GUI thread, so that a slow disk does not block the window, such as saving soon after a change.

A worker is given a function and a value, and returns a value. It must not touch Qt objects: it might destroy one by
dropping the last reference to it, or by collecting garbage, and Qt objects must be destroyed in their own thread.
"""

import sys
from _thread import start_new_thread
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.store.disk.files import UnwritableFileError

Now = Callable[[], int]
"""A clock: it returns milliseconds since 1970 (UTC)."""
LOOK_EVERY = 10
"""Milliseconds between checks for tasks that have ended."""

V = TypeVar("V")
R = TypeVar("R")


class Task(Generic[R]):
    """A piece of work for a worker, with its result or exception once `ended` is set."""

    def __init__(self) -> None:
        """Begin without a result."""
        self.ended = Event()
        self.error: BaseException | None = None
        self._result: R | None = None

    def do(self, work: Callable[[V], R], value: V) -> None:
        """Do the work in this thread."""
        try:
            self._result = work(value)
        except BaseException as error:  # noqa: BLE001 - passed on to whoever asked for the work
            self.error = error
        self.ended.set()

    @property
    def result(self) -> R:
        """The result of the work; raise its exception if it failed."""
        if self.error is not None:
            raise self.error
        return self._result  # type: ignore[return-value]  # the work has ended, and returned this


Done = Callable[[Task[R]], None]


class Runner(Protocol):
    """An object that runs work and reports its end in the calling thread."""

    def run(self, work: Callable[[V], R], value: V, done: Done[R]) -> Task[R]:
        """Start some work on a value; `done` is called once, with the task, when it has ended."""

    def wait(self, task: Task[Any], seconds: float) -> None:
        """Wait until a task has ended and was reported, at most this number of seconds."""


class Threads(QObject):
    """A runner with a thread for each task, which checks regularly which of them have ended.

    The program does not wait for running tasks when it ends.
    """

    def __init__(self, parent: QObject | None = None, *, held: bool = False) -> None:
        """Begin without tasks; if `held`, they start with `release`, or when something waits for one."""
        super().__init__(parent)
        self._under_way: dict[Task[Any], Done[Any]] = {}
        self._held: dict[Task[Any], Callable[[], object]] | None = {} if held else None
        self._timer = QTimer(self, interval=LOOK_EVERY)
        self._timer.timeout.connect(self._check)

    def run(self, work: Callable[[V], R], value: V, done: Done[R]) -> Task[R]:
        """Start some work in a thread; `done` is called in this thread, from the event loop."""
        task = Task[R]()
        self._under_way[task] = done
        start = partial(start_new_thread, task.do, (work, value))  # `Thread.start` would wait for its first step
        if self._held is not None:
            self._held[task] = start
            return task
        self._timer.start()
        start()
        return task

    def release(self) -> None:
        """Start the tasks that were held back, in order, and all later ones at once."""
        held, self._held = self._held or {}, None
        for start in held.values():
            self._timer.start()
            start()

    def wait(self, task: Task[Any], seconds: float) -> None:
        """Wait until a task has ended, at most this number of seconds, and report it."""
        if self._held and task in self._held:
            self.release()
        if task.ended.wait(seconds):
            self._report(task)

    def _check(self) -> None:
        for task in [one for one in self._under_way if one.ended.is_set()]:
            self._report(task)

    def _report(self, task: Task[Any]) -> None:
        """Report a task that has ended, once."""
        done = self._under_way.pop(task, None)
        if not self._under_way:
            self._timer.stop()
        if done is not None:
            done(task)


SOON = 300
RETRY_AFTER = 3_000
SLOW_AFTER = 3_000
LONGEST = 10.0
"""Seconds to wait for a save that is needed at once."""


class Written(Protocol):
    """The result of a write."""

    @property
    def error(self) -> UnwritableFileError | None:
        """The reason why the file could not be written, or None."""


class Job(Struct, frozen=True):
    """A file, the function that writes it, and the value to write."""

    path: Path
    write: Callable[[Any], Written]
    value: object


class Saver(QObject):
    """A writer of one file: within a second of a change, one write at a time, always with the latest value.

    Several changes share one write, and a failed write is repeated. Troubles are emitted with their source, and cleared
    with an empty text. `ended` carries the result of every write, `saved` that of a successful one, or None if there
    was nothing to write.
    """

    trouble_changed = Signal(str, str)
    ended = Signal(object)
    saved = Signal(object)

    def __init__(
        self, source: str, job: Callable[[], Job | None], runner: Runner, parent: QObject | None = None
    ) -> None:
        """Begin idle; `job` returns the job to run, or None, and `runner` runs it."""
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
        self._slow.timeout.connect(self._report_slow)

    @property
    def unsaved(self) -> bool:
        """Whether any change is not yet on the disk."""
        return self._wanted or (self.writing and not self._forgotten)

    @property
    def writing(self) -> bool:
        """Whether the file is being written, even if the result is no longer needed."""
        return self._writing is not None

    def save_soon(self) -> None:
        """Schedule a save; further changes do not postpone it."""
        self._wanted = True
        if not self._timer.isActive() and self._writing is None:
            self._timer.start(SOON)

    def flush(self) -> bool:
        """Save unsaved changes now and wait for that; return whether everything is saved."""
        self._wait()
        if self._wanted:
            self._start()
            self._wait()
        return not self.unsaved

    def forget(self) -> None:
        """Abandon unsaved changes."""
        self._timer.stop()
        self._wanted = False
        self._forgotten = True
        self._report("")

    def _start(self) -> None:
        """Start a write, unless one is in progress."""
        self._timer.stop()
        if self._writing is not None:
            return
        job = self._job()
        self._wanted = self._forgotten = False
        if job is None:
            self._report("")
            self.saved.emit(None)
            return
        self._writing = job
        self._slow.start()
        self._task = self._runner.run(job.write, job.value, self._end)

    def _wait(self) -> None:
        if self._task is not None and self.writing and self.unsaved:
            self._runner.wait(self._task, LONGEST)

    def _end(self, task: Task[Written]) -> None:
        """Handle the end of a write; one that was given up is reported by `ended` alone."""
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
                self._report("")
                self.saved.emit(written)
        if self._wanted and not self._timer.isActive():
            self._timer.start(SOON)

    def _fail(self, job: Job, error: BaseException) -> None:
        """Report a failure and retry later; an unexpected kind of error also goes to the crash reporter."""
        self._wanted = True
        self._timer.start(RETRY_AFTER)
        path, problem = job.path, f"an error of GM Desk itself ({type(error).__name__})"
        if isinstance(error, UnwritableFileError):
            path, problem = error.path, error.problem
        self._report(f"Not saved: {path} – {problem}. GM Desk keeps trying.")
        if not isinstance(error, UnwritableFileError):
            sys.excepthook(type(error), error, error.__traceback__)

    def _report_slow(self) -> None:
        if self._writing is not None:
            self._report(f"Not saved yet: {self._writing.path} – the disk is slow to answer. GM Desk waits for it.")

    def _report(self, trouble: str) -> None:
        self.trouble_changed.emit(self._source, trouble)
