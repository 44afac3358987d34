"""Work outside the GUI thread, so that a slow disk does not block the window.

A worker is given a function and a value, and returns a value. It must not touch Qt objects: it might destroy one by
dropping the last reference to it, or by collecting garbage, and Qt objects must be destroyed in their own thread.
"""

from _thread import start_new_thread
from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, QTimer

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
