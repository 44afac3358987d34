"""Files on their way in: read in slices on the thread of the window, so that it lives; nothing is changed by it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from gm_desk.core.roster import NewId
from gm_desk.core.systems.system import System
from gm_desk.model.arrival_model import Arrival
from gm_desk.model.ways import Stream, Ways
from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.formats.incoming import Incoming, Refused

SLICE = 12
"""Milliseconds that are read at a time."""
WHOLE = 1000


class Importing(QObject):
    """Read files; `arrived` brings what came in a slice, `progressed` says how far, of a thousand, it is."""

    arrived = Signal(list)
    progressed = Signal(int)
    finished = Signal()

    def __init__(
        self, paths: Sequence[Path], systems: Mapping[str, System], ways: Ways, new_id: NewId, parent: QObject
    ) -> None:
        """Read these files; nothing happens before `start`."""
        super().__init__(parent)
        self._paths = list(paths)
        self._systems = list(systems.values())
        self._ways = ways
        self._new_id = new_id
        self._file = 0
        self._stream: Stream | None = None
        self._parts: Iterator[Incoming] = iter(())
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def start(self) -> None:
        """Read slice by slice from now on."""
        self._timer.start(0)

    def stop(self) -> None:
        """Read no more."""
        self._timer.stop()

    @property
    def running(self) -> bool:
        """Tell whether there is more to read."""
        return self._timer.isActive()

    def _go_on(self) -> None:
        clock, came = QElapsedTimer(), list[Arrival]()
        clock.start()
        while clock.elapsed() < SLICE and self._file < len(self._paths):
            came += self._next()
        if came:
            self.arrived.emit(came)
        self.progressed.emit(self._far())
        if self._file >= len(self._paths):
            self.stop()
            self.finished.emit()

    def _next(self) -> list[Arrival]:
        """Read the next part, or open the next file."""
        path = self._paths[self._file]
        try:
            if self._stream is None:
                self._stream = self._ways.bring(path, self._systems, self._new_id)
                self._parts = iter(self._stream)
                return []
            part = next(self._parts, None)
        except UnreadableFileError as error:
            part = Refused(error.place, error.problem)
            self._close()
        else:
            if part is None:
                self._close()
                return []
        return [Arrival(part, path.name)]

    def _close(self) -> None:
        self._file, self._stream, self._parts = self._file + 1, None, iter(())

    def _far(self) -> int:
        """Say how far it is, every file counting alike."""
        here = self._stream.done / self._stream.total if self._stream and self._stream.total else 0
        return int(WHOLE * (self._file + here) / len(self._paths)) if self._paths else WHOLE
