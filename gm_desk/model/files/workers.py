"""Work beside the GUI thread: a slow disk must not hold up the table.

A worker gets a function and a value, and returns a value. It knows nothing of Qt: what Qt made could otherwise be
destroyed by it, with its last reference or as garbage, and Qt's objects must go in their own thread.
"""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, QTimer

LOOK_EVERY = 10
"""Milliseconds between looks at what is under way."""

V = TypeVar("V")
R = TypeVar("R")


class Task(Generic[R]):
    """What a worker was asked for: what it returned or raised, once `ended` is set."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.ended = Event()
        self.error: BaseException | None = None
        self._result: R | None = None

    def do(self, work: Callable[[V], R], value: V) -> None:
        """Do the work in this thread."""
        try:
            self._result = work(value)
        except BaseException as error:  # noqa: BLE001 - whoever asked for the work hears of it
            self.error = error
        self.ended.set()

    @property
    def result(self) -> R:
        """Return what the work returned; raises what it raised."""
        if self.error is not None:
            raise self.error
        return self._result  # type: ignore[return-value]  # the work has ended, and returned this


Done = Callable[[Task[R]], None]


class Runner(Protocol):
    """Do work somewhere, and report it in the thread that asked."""

    def run(self, work: Callable[[V], R], value: V, done: Done[R]) -> Task[R]:
        """Begin some work on a value; `done` is called once, with the task, when it has ended."""

    def wait(self, task: Task[Any], seconds: float) -> None:
        """Wait until a task has ended and was reported, but no longer than that."""


class Threads(QObject):
    """Do each work in a thread of its own, and look from this one which have ended.

    A program that ends waits for none of them.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Start with nothing under way."""
        super().__init__(parent)
        self._under_way: dict[Task[Any], Done[Any]] = {}
        self._looking = QTimer(self, interval=LOOK_EVERY)
        self._looking.timeout.connect(self._look)

    def run(self, work: Callable[[V], R], value: V, done: Done[R]) -> Task[R]:
        """Begin some work in a thread; `done` is called in this one, when its events come round."""
        task = Task[R]()
        self._under_way[task] = done
        self._looking.start()
        Thread(target=task.do, args=(work, value), name="gm-desk-work", daemon=True).start()
        return task

    def wait(self, task: Task[Any], seconds: float) -> None:
        """Wait until a task has ended, and report it, but no longer than that."""
        if task.ended.wait(seconds):
            self._report(task)

    def _look(self) -> None:
        for task in [one for one in self._under_way if one.ended.is_set()]:
            self._report(task)

    def _report(self, task: Task[Any]) -> None:
        """Report a task that has ended, once."""
        done = self._under_way.pop(task, None)
        if not self._under_way:
            self._looking.stop()
        if done is not None:
            done(task)
