"""Work beside the GUI thread: a slow disk must not hold up the table."""

import contextlib
import gc
from collections.abc import Callable
from threading import Thread
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal
from typing_extensions import override

Work = Callable[[], None]
Done = Callable[[BaseException | None], None]


class Runner(Protocol):
    """Run work somewhere, and tell what came of it in the thread that asked."""

    def run(self, work: Work, done: Done) -> object:
        """Begin some work, and give a ticket; `done` is called once, with what the work raised."""

    def wait(self, ticket: object, seconds: float) -> None:
        """Wait until the work of a ticket is done and told, but no longer than that."""


class Threads(QObject):
    """Run each work in a thread of its own.

    Work must hold values only, and no QObject: its last reference may go in the thread. For the same reason nothing is
    collected as garbage meanwhile: what Qt made must not be destroyed in a foreign thread.
    """

    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Run nothing yet."""
        super().__init__(parent)
        self._tasks: list[_Task] = []
        self._collects = gc.isenabled()
        self._ended.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def run(self, work: Work, done: Done) -> object:
        """Begin some work in a thread; `done` is called in this one, when its events come round."""
        if not self._tasks:
            self._collects = gc.isenabled()
            gc.disable()
        task = _Task(work, done, self._ended.emit)
        self._tasks.append(task)
        task.start()
        return task

    def wait(self, ticket: object, seconds: float) -> None:
        """Wait until some work is done, and tell so, but no longer than that."""
        if isinstance(ticket, _Task):
            ticket.join(seconds)
            if not ticket.is_alive():
                self._tell(ticket)

    def _tell(self, task: "_Task") -> None:
        """Tell once that a task is done."""
        if task not in self._tasks:
            return
        self._tasks.remove(task)
        if not self._tasks and self._collects:
            gc.enable()
        done, task.done = task.done, _tell_nobody  # whoever asked must not go when the thread does
        done(task.error)


class _Task(Thread):
    """Do some work; a program that ends does not wait for it."""

    def __init__(self, work: Work, done: Done, ended: Callable[[object], None]) -> None:
        super().__init__(name="gm-desk-work", daemon=True)
        self.done = done
        self.error: BaseException | None = None
        self._work = work
        self._ended = ended

    @override
    def run(self) -> None:
        try:
            self._work()
        except BaseException as error:  # noqa: BLE001 - whoever asked for the work hears of it
            self.error = error
        with contextlib.suppress(RuntimeError):  # nobody is left to be told
            self._ended(self)


def _tell_nobody(error: BaseException | None) -> None:
    """Have told it already."""
