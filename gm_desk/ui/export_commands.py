"""What the Log menu does with rolls that leave, or come back."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from gm_desk.model.bound_log import BoundLog
from gm_desk.model.desk import Desk
from gm_desk.model.telling import rolls_in_words
from gm_desk.store.entries import rolls_in
from gm_desk.store.errors import StoreError
from gm_desk.store.files import write_atomically
from gm_desk.store.places import slug
from gm_desk.ui.folders import folders_of
from gm_desk.ui.main_window import MainWindow
from gm_desk.ui.menus import Item, add_items

if TYPE_CHECKING:
    from gm_desk.model.exporting import Wanted

IMPORTED = "Rolls of GM Desk (*.jsonl)"
TOLD = 3
"""Lines that could not be read, told one by one."""
MANY = 2_000
"""Rolls from which on it is told how far they are."""


def add_exports(menu: QMenu, window: MainWindow, desk: Desk) -> list[QAction]:
    """Add to a menu what takes rolls along and brings them back."""
    does = ExportCommands(window, desk)
    return add_items(
        menu,
        [Item("&Export rolls…", does.export, "Ctrl+Shift+X"), Item("&Import rolls…", does.bring, "Ctrl+Alt+I")],
        window,
    )


class ExportCommands(QObject):
    """Export rolls as files or text, and import them again."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        """Work on the log of the roster that is open."""
        super().__init__(window)
        self._window = window
        self._desk = desk

    def export(self) -> None:
        """Ask which rolls, and as what."""
        from gm_desk.ui.export_dialog import ExportDialog
        from gm_desk.ui.log_scopes import scopes_of

        log, name = self._desk.log.bound(), self._desk.document.roster.name
        dialog = ExportDialog(log, name, scopes_of(self._window, self._desk), self._window)
        export = Export(self._window, log, self)
        dialog.save_requested.connect(export.ask_where)
        dialog.copy_requested.connect(export.copy)
        dialog.rejected.connect(export.deleteLater)
        dialog.open()

    def bring(self) -> None:
        """Ask for a file of rolls to be imported."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._window, "Import rolls", "", IMPORTED)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.take_in)
        self._desk.roster_opened.connect(dialog.reject)  # the rolls were meant for the roster that was open
        folders_of(self._window).begin(dialog, "rolls")
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_in(self, path: str) -> None:
        """Import a file of rolls, and say what came of it."""
        from gm_desk.store.formats.log_lines import read_log

        try:
            read = read_log(Path(path))
            new = self._desk.log.merge(read)
        except StoreError as error:
            self._window.trouble.show_trouble("import", f"“{Path(path).name}” was not imported: {error.problem}.")
            return
        said = [f"{rolls_in_words(new)} imported"]
        here = sum(map(rolls_in, read.rolls)) - new
        if here:
            said.append(f"{rolls_in_words(here)} were here already")
        if read.problems:
            lines = "; ".join(f"line {problem.line}: {problem.says}" for problem in read.problems[:TOLD])
            more = f"; and {len(read.problems) - TOLD} more" if len(read.problems) > TOLD else ""
            said.append(f"not read: {lines}{more}")
        self._window.trouble.show_trouble("import", "")
        self._window.trouble.show_notice(f"{', '.join(said)}.")


class Export(QObject):
    """One export, from the wish to the file or the clipboard: others, and other rosters, change nothing about it."""

    def __init__(self, window: MainWindow, log: BoundLog, parent: QObject) -> None:
        """Take rolls from the log of one roster."""
        super().__init__(parent)
        self._window = window
        self._log = log
        self._wanted: Wanted | None = None
        self._path: Path | None = None

    def ask_where(self, wanted: "Wanted") -> None:
        """Ask for a file, and export into it."""
        from PySide6.QtWidgets import QFileDialog

        self._wanted = wanted
        dialog = QFileDialog(self._window, "Export rolls", f"{slug(wanted.title)}.{wanted.form}", f"*.{wanted.form}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(wanted.form.value)
        dialog.fileSelected.connect(self.save)
        dialog.rejected.connect(self.deleteLater)
        folders_of(self._window).begin(dialog, "rolls")
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save(self, path: str) -> None:
        """Export into a file."""
        if self._wanted is not None:
            self._path = Path(path)
            self._begin(self._wanted)

    def copy(self, wanted: "Wanted") -> None:
        """Export to the clipboard."""
        self._begin(wanted)

    def _begin(self, wanted: "Wanted") -> None:
        from gm_desk.model.exporting import Exporting

        job = Exporting(self._log, wanted, self)
        job.progressed.connect(self._tell)
        job.finished.connect(self._finish)
        job.failed.connect(self._fail)
        job.start()

    def _tell(self, rolls: int) -> None:
        if rolls >= MANY:
            self._window.trouble.show_notice(f"Exporting: {rolls_in_words(rolls)} so far…")

    def _fail(self, problem: str) -> None:
        """Say that the log could not be read to its end."""
        self.deleteLater()
        self._window.trouble.show_trouble("export", f"Nothing was exported: the log could not be read: {problem}.")

    def _finish(self, content: bytes, rolls: int) -> None:
        """Put what was gathered where it belongs, and say so."""
        self.deleteLater()
        bar = self._window.trouble
        if self._path is None:
            QGuiApplication.clipboard().setText(content.decode("utf-8-sig"))
            bar.show_notice(f"{rolls_in_words(rolls)} copied.")
            return
        try:
            write_atomically(self._path, content, private=False)
        except StoreError as error:
            bar.show_trouble("export", f"The rolls could not be exported to {self._path}: {error.problem}.")
            return
        bar.show_trouble("export", "")
        bar.show_notice(f"{rolls_in_words(rolls)} exported to {self._path}.")
