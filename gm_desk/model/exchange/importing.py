"""The import of files, read by a worker so that the window stays responsive; a PDF is read page by page."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.characters.roster import NewId
from gm_desk.core.systems.definition import System
from gm_desk.model.exchange.arrivals import Arrival
from gm_desk.model.exchange.paste import refusal_of
from gm_desk.model.files.workers import Runner, Task
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.exchange.accounts import Incoming, Refused

if TYPE_CHECKING:
    from gm_desk.store.exchange.importing import FileImport

OFTEN = 60
"""Milliseconds between progress reports."""
WHOLE = 1000
EMPTY = "it contains no characters"


class FileReader:
    """A reader of several files, run in a worker; it holds values only."""

    def __init__(self, paths: Sequence[Path], systems: Mapping[str, System], new_id: NewId) -> None:
        """Prepare to read these files."""
        self.came: list[Arrival] = []
        self.stopped = False
        self._paths = list(paths)
        self._systems = list(systems.values())
        self._new_id = new_id
        self._file = 0
        self._stream: FileImport | None = None

    def read(self) -> None:
        """Read all files, or until stopped."""
        for path in self._paths:
            came = len(self.came)
            for part in self._parts(path):
                self.came.append(Arrival(part, path.name))
                if self.stopped:
                    return
            if len(self.came) == came:
                self.came.append(Arrival(Refused("", EMPTY), path.name))
            self._stream = None
            self._file += 1

    def _parts(self, path: Path) -> Iterator[Incoming]:
        """Yield the parts of a file, and finally why the rest of it cannot be read."""
        from gm_desk.store.exchange.importing import bring

        try:
            self._stream = bring(path, self._systems, self._new_id)
            yield from self._stream
        except UnreadableFileError as error:
            yield Refused(error.place, error.problem)
        except Exception as error:  # noqa: BLE001 - a bad file must not stop the others
            yield Refused("", f"it could not be read: {error or type(error).__name__}")

    @property
    def far(self) -> int:
        """The progress from 0 to 1000, in which every file has the same share."""
        file, stream = self._file, self._stream
        here = min(1, stream.done / stream.total) if stream and stream.total else 0
        return min(WHOLE, int(WHOLE * (file + here) / len(self._paths))) if self._paths else WHOLE


class Importing(QObject):
    """An import of files; `arrived` carries the items read since it was last emitted, `progressed` is 0 to 1000."""

    arrived = Signal(list)
    progressed = Signal(int)
    finished = Signal()

    def __init__(
        self,
        paths: Sequence[Path],
        systems: Mapping[str, System],
        new_id: NewId,
        runner: Runner,
        parent: QObject,
    ) -> None:
        """Prepare to read these files with a runner; nothing happens before `start`."""
        super().__init__(parent)
        self._reader = FileReader(paths, systems, new_id)
        self._runner = runner
        self._emitted = self._far = 0
        self._timer = QTimer(self, interval=OFTEN)
        self._timer.timeout.connect(self._emit_progress)
        self.running = False
        """Whether there is more to read."""

    def start(self) -> None:
        """Begin to read."""
        self.running = True
        self._timer.start()
        self._runner.run(FileReader.read, self._reader, self._end)

    def stop(self) -> None:
        """Stop reading, without further signals."""
        self.running = False
        self._reader.stopped = True
        self._timer.stop()

    def _emit_progress(self) -> None:
        """Emit the items read since the last report."""
        self._far = max(self._far, self._reader.far)
        came = self._reader.came[self._emitted :]
        self._emitted += len(came)
        if came:
            self.arrived.emit(came)
        self.progressed.emit(self._far)

    def _end(self, task: Task[None]) -> None:
        """Emit the rest, unless the import was stopped."""
        if not self._reader.stopped:
            self.stop()
            self._emit_progress()
            self.finished.emit()
        if task.error is not None:
            raise task.error


class PdfReader:
    """A reader of the pages of a PDF file, run in a worker; it holds values only.

    `page_count` is the number of pages, `first` the index of the first one with a stat block, 0 if there is none.
    """

    def __init__(self, path: Path) -> None:
        """Prepare to read a file."""
        self.path = path
        self.pages: list[str] = []
        self.page_count = 0
        self.first = 0
        self.stopped = False
        self.problem = ""

    def read(self) -> None:
        """Read all pages, or until stopped."""
        from gm_desk.store.exchange.pdf import each_page

        try:
            for page in each_page(self.path):
                self.pages.append(page.text)
                self.page_count = page.page_count
                if self.stopped:
                    return
        except UnreadableFileError as error:
            self.problem = error.problem
            return
        self.first = next((place for place, page in enumerate(self.pages) if self.stopped or holds_block(page)), 0)


def holds_block(page: str) -> bool:
    """Return whether a page seems to have a stat block or a table."""
    return not refusal_of(page)


class PdfReading(QObject):
    """The reading of a PDF file; `progressed` carries the number of pages read and of all, `failed` the error.

    `finished` carries all pages, and the index of the first with a stat block.
    """

    progressed = Signal(int, int)
    finished = Signal(tuple, int)
    failed = Signal(str)

    def __init__(self, path: Path, runner: Runner, parent: QObject) -> None:
        """Prepare to read a file with a runner; nothing happens before `start`."""
        super().__init__(parent)
        self._reader = PdfReader(path)
        self._runner = runner
        self._timer = QTimer(self, interval=OFTEN)
        self._timer.timeout.connect(self._emit_progress)

    @property
    def path(self) -> Path:
        """The file."""
        return self._reader.path

    def start(self) -> None:
        """Begin to read."""
        self._timer.start()
        self._runner.run(PdfReader.read, self._reader, self._end)

    def stop(self) -> None:
        """Stop reading, without further signals."""
        self._reader.stopped = True
        self._timer.stop()

    def _emit_progress(self) -> None:
        self.progressed.emit(len(self._reader.pages), self._reader.page_count)

    def _end(self, task: Task[None]) -> None:
        """Emit the result, unless the reading was stopped."""
        reader = self._reader
        if not reader.stopped:
            self.stop()
            if task.error is None and reader.problem:
                self.failed.emit(reader.problem)
            elif task.error is None:
                self.finished.emit(tuple(reader.pages), reader.first)
        self.deleteLater()
        if task.error is not None:
            raise task.error
