"""The reading of a PDF file by a worker, page by page, with progress reports; it can be stopped."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.exchange.paste import refusal_of
from gm_desk.model.files.workers import Runner, Task
from gm_desk.store.disk.files import UnreadableFileError

OFTEN = 60
"""Milliseconds between progress reports."""


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
