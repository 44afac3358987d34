"""Pasted texts on their way in: a short one is read at once, a long one beside the thread of the window."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from gm_desk.core.roster import NewId
from gm_desk.core.systems.system import System
from gm_desk.model.pasting import Reading, read_text
from gm_desk.model.threads import Runner
from gm_desk.model.ways import Reads

SHORT = 10_000
"""Letters that are read before anybody could notice: some ten stat blocks."""


class TextReading(QObject):
    """Read one text after another; of several only the last one is told by `finished`."""

    finished = Signal(object)

    def __init__(
        self, read: Reads, systems: Mapping[str, System], new_id: NewId, runner: Runner, parent: QObject
    ) -> None:
        """Read nothing yet."""
        super().__init__(parent)
        self._read, self._systems, self._new_id = read, systems, new_id
        self._runner = runner
        self._now: _Work | None = None
        self._next: _Work | None = None

    @property
    def running(self) -> bool:
        """Tell whether a text is being read."""
        return self._now is not None

    def read(self, text: str, system: str) -> None:
        """Read a text, as blocks of a system or of those that are recognised, instead of any before it."""
        work = _Work(text, self._read, self._systems, self._new_id, system)
        self.stop()
        if self._now is not None:
            self._next = work
        elif len(text) > SHORT:
            self._begin(work)
        else:
            work.run()
            self.finished.emit(work.reading)

    def stop(self) -> None:
        """Let nothing be told of what is being read."""
        self._next = None
        if self._now is not None:
            self._now.stopped = True

    def _begin(self, work: "_Work") -> None:
        self._now = work
        self._runner.run(work.run, self._end)

    def _end(self, error: BaseException | None) -> None:
        """Tell what was read, or go on with what is wanted instead."""
        work, self._now = self._now, None
        if self._next is not None:
            following, self._next = self._next, None
            self._begin(following)
        elif work is not None and not work.stopped and work.reading is not None:
            self.finished.emit(work.reading)
        if error is not None:
            raise error


class _Stopped(BaseException):
    """Nobody wants to know any more."""


class _Work:
    """Hold a text and what was read from it; values only, for they go to another thread."""

    def __init__(self, text: str, read: Reads, systems: Mapping[str, System], new_id: NewId, system: str) -> None:
        self.reading: Reading | None = None
        self.stopped = False
        self._text, self._read, self._systems, self._system = text, read, systems, system
        self._given = new_id

    def run(self) -> None:
        try:
            self.reading = read_text(self._text, self._read, self._systems, self._new_id, self._system)
        except _Stopped:
            return

    def _new_id(self) -> str:
        """Give an id; whoever reads asks for one again and again, and is stopped here."""
        if self.stopped:
            raise _Stopped
        return self._given()
