"""The export of rolls (which ones, in which format, with or without secret rolls) and their import."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QPlainTextEdit, QPushButton, QWidget

from gm_desk.model.files.session import Session
from gm_desk.model.log.export import Exporting, ExportRequest, LogFormat, RosterLog
from gm_desk.model.log.rows import ENTRY_ID
from gm_desk.model.roll.roll_text import rolls_in_words
from gm_desk.store.disk.files import StoreError, UnreadableFileError, write_atomically
from gm_desk.store.disk.places import slug
from gm_desk.store.exchange.log_text import day_in_words
from gm_desk.store.journal.entries import Search, rolls_in
from gm_desk.ui.theme.painting import fixed_pitch
from gm_desk.ui.widgets.dialogs import AskingDialog, ask_where_to_save, filter_of, folders_of
from gm_desk.ui.widgets.labels import dim_label, label
from gm_desk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from gm_desk.model.log.export import ExportRequest

FORMATS = {
    LogFormat.RECAP: "Recap of the evening (Markdown)",
    LogFormat.TEXT: "Plain text, a line for each roll",
    LogFormat.CSV: "Table for a spreadsheet (CSV)",
    LogFormat.LINES: "JSON lines: can be imported again, and answered by gm-desk rules",
}
PREVIEWED = 20
ROOM = 40
WIDTH, HEIGHT = 46, 14
"""The size of the preview, in heights of the font."""


class Scope(Struct, frozen=True):
    """A choice of rolls: its name, and either a search or the ids of the rolls."""

    name: str
    search: Search = Search()
    ids: tuple[str, ...] = ()


class ExportDialog(AskingDialog):
    """The dialog that chooses which rolls to export and in which format, with a preview.

    `save_requested` and `copy_requested` carry the choice.
    """

    save_requested = Signal(object)
    copy_requested = Signal(object)

    def __init__(self, log: RosterLog, title: str, scopes: Sequence[Scope], window: QWidget) -> None:
        """List the scopes, the first one selected."""
        super().__init__("Export rolls", window)
        self._log = log
        self._title = title
        self._scopes = scopes
        self.form = QComboBox()
        self.form.addItems(list(FORMATS.values()))
        self.scope = QComboBox()
        self.scope.addItems([scope.name for scope in scopes])
        self.secrets = QCheckBox("Include &secret rolls")
        self.struck = QCheckBox("Include struc&k-out rolls")
        self.preview = QPlainTextEdit()
        self.preview.setReadOnly(True)
        self.preview.setTabChangesFocus(True)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.preview.setFont(fixed_pitch(self.font()))
        self.preview.setAccessibleName("Preview of the export")
        self.says = dim_label()
        self._lay_out(window.size())
        for box in (self.form, self.scope):
            box.currentIndexChanged.connect(self._show)
        for tick in (self.secrets, self.struck):
            tick.toggled.connect(self._show)
        self._show()

    @property
    def wanted(self) -> ExportRequest:
        """The choice made in the dialog."""
        scope = self._scopes[self.scope.currentIndex()]
        form = list(FORMATS)[self.form.currentIndex()]
        struck = form is not LogFormat.RECAP or self.struck.isChecked()
        secrets = self.secrets.isChecked()
        return ExportRequest(form, self._title, scope.search, scope.ids, secrets=secrets, struck=struck)

    def _lay_out(self, room: QSize) -> None:
        grid = QGridLayout()
        self.column.addLayout(grid)
        grid.setHorizontalSpacing(12)
        grid.setColumnStretch(1, 1)
        for row, (name, box) in enumerate((("&Rolls", self.scope), ("&Format", self.form))):
            text = label(name)
            text.setBuddy(box)
            box.setAccessibleName(name.replace("&", ""))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            grid.addWidget(text, row, 0)
            grid.addWidget(box, row, 1)
        grid.addWidget(self.secrets, 2, 1)
        grid.addWidget(self.struck, 3, 1)
        self.column.addSpacing(4)
        self.column.addWidget(self.preview, 1)
        self.column.addWidget(self.says)
        em = self.fontMetrics().height()
        self.preview.setMinimumSize(em * 24, em * 6)
        self.resize(min(em * WIDTH, room.width() - ROOM), min(em * (HEIGHT + 9), room.height() - ROOM))
        buttons = self.finish("&Save…", self._save)
        self.copy = QPushButton("&Copy")
        self.copy.setAutoDefault(False)
        self.copy.setToolTip("Copy the rolls as text")
        self.copy.clicked.connect(self._copy)
        buttons.addButton(self.copy, buttons.ButtonRole.ActionRole)

    def _show(self) -> None:
        """Update the preview; only a recap may go without the rolls that were struck out."""
        wanted = self.wanted
        self.struck.setVisible(wanted.form is LogFormat.RECAP)
        try:
            text = Exporting(self._log, wanted).preview(PREVIEWED)
        except UnreadableFileError as error:
            text, unread = "", f"The log could not be read: {error.problem}."
        else:
            unread = ""
        self.preview.setPlainText(text)
        for button in (self.does, self.copy):
            button.setEnabled(bool(text))
        left_out = left_out_in_words(secrets=wanted.secrets, struck=wanted.struck)
        words = f"The newest rolls.{left_out}" if text else unread or f"There are no such rolls.{left_out}"
        self.says.setText(words)

    def _save(self) -> None:
        self.save_requested.emit(self.wanted)
        self.accept()

    def _copy(self) -> None:
        self.copy_requested.emit(self.wanted)
        self.accept()


def left_out_in_words(*, secrets: bool, struck: bool) -> str:
    """Return a sentence about the rolls that are left out, after a space; "" if none are."""
    kinds = ["secret"] * (not secrets) + ["struck"] * (not struck)
    return f" {' and '.join(kinds).capitalize()} rolls are left out." if kinds else ""


FILTERED = "What the filter shows"
EVENINGS = 20
"""The number of the latest evenings that are offered separately."""


def scopes_of(window: MainWindow, session: Session) -> list[Scope]:
    """Return the scopes to choose from: the selected rolls, the filtered ones, each of the latest evenings, and all."""
    rows = window.log.view.selectionModel().selectedRows()
    ids = tuple(found for row in sorted(rows, key=lambda row: row.row()) if (found := row.data(ENTRY_ID)))
    scopes = [Scope(rolls_in_words(len(ids)).replace("roll", "selected roll"), ids=ids)] if len(ids) > 1 else []
    shown = window.log.model.search
    if shown != Search():
        scopes.append(Scope(FILTERED, shown))
    for place, evening in enumerate(session.log.evenings()[:EVENINGS]):
        name = evening.name or day_in_words(datetime.fromtimestamp(evening.began / 1000).astimezone())
        latest = "Latest evening: " * (place == 0)
        scopes.append(Scope(f"{latest}{name} ({rolls_in_words(evening.rolls)})", Search(session=evening.id)))
    return [*scopes, Scope("Everything")]


IMPORTED = "Rolls of GM Desk (*.jsonl)"
TOLD = 3
"""Maximum number of unreadable lines that are reported individually."""
MANY = 2_000
"""The number of rolls from which progress is reported."""


class ExportCommands(QObject):
    """The commands that export rolls to a file or the clipboard, and import them."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Act on the log of the open roster."""
        super().__init__(window)
        self._window = window
        self._session = session

    def export(self) -> None:
        """Open the export dialog."""
        log, name = RosterLog(self._session.log), self._session.document.roster.name
        dialog = ExportDialog(log, name, scopes_of(self._window, self._session), self._window)
        export = Export(self._window, log, self)
        dialog.save_requested.connect(export.ask_where)
        dialog.copy_requested.connect(export.copy)
        dialog.rejected.connect(export.deleteLater)
        dialog.open()

    def bring(self) -> None:
        """Ask for a file of rolls to import."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._window, "Import rolls", "", IMPORTED)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.take_in)
        self._session.roster_opened.connect(dialog.reject)  # the file was meant for the roster that was open
        folders_of(self._window).begin(dialog, "rolls")
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_in(self, path: str) -> None:
        """Import a file of rolls and report the result."""
        from gm_desk.store.exchange.log_jsonl import read_log

        try:
            read = read_log(Path(path))
            new = self._session.log.merge(read)
        except StoreError as error:
            self._window.trouble.show_trouble("import", f"“{Path(path).name}” was not imported: {error.problem}.")
            return
        parts = [f"{rolls_in_words(new)} imported"]
        here = sum(map(rolls_in, read.rolls)) - new
        if here and not new:
            parts = [f"Nothing new: {'the roll is' if here == 1 else f'all {here:,} rolls are'} already in the log"]
        elif here:
            parts.append(f"{rolls_in_words(here)} {'was' if here == 1 else 'were'} already in the log")
        if read.problems:
            lines = "; ".join(f"line {problem.line}: {problem.says}" for problem in read.problems[:TOLD])
            more = f"; and {len(read.problems) - TOLD} more" if len(read.problems) > TOLD else ""
            parts.append(f"not read: {lines}{more}")
        self._window.trouble.show_trouble("import", "")
        self._window.trouble.show_notice(f"{', '.join(parts)}.")


class Export(QObject):
    """One export, from the choice to the file or clipboard, independent of later exports and of the open roster."""

    def __init__(self, window: MainWindow, log: RosterLog, parent: QObject) -> None:
        """Export from the log of one roster."""
        super().__init__(parent)
        self._window = window
        self._log = log
        self._wanted: ExportRequest | None = None
        self._path: Path | None = None

    def ask_where(self, wanted: "ExportRequest") -> None:
        """Ask for a file, then export to it."""
        self._wanted = wanted
        name, files = f"{slug(wanted.title)}.{wanted.form}", filter_of(wanted.form.value)
        dialog = ask_where_to_save(self._window, "Export rolls", files, name, "rolls", self.save)
        dialog.rejected.connect(self.deleteLater)

    def save(self, path: str) -> None:
        """Export to a file."""
        if self._wanted is not None:
            self._path = Path(path)
            self._begin(self._wanted)

    def copy(self, wanted: "ExportRequest") -> None:
        """Export to the clipboard."""
        self._begin(wanted)

    def _begin(self, wanted: "ExportRequest") -> None:
        from gm_desk.model.log.export import Exporting

        job = Exporting(self._log, wanted, self)
        job.progressed.connect(self._show_progress)
        job.finished.connect(self._finish)
        job.failed.connect(self._fail)
        job.start()

    def _show_progress(self, rolls: int) -> None:
        if rolls >= MANY:
            self._window.trouble.show_notice(f"Exporting: {rolls_in_words(rolls)} so far…")

    def _fail(self, problem: str) -> None:
        """Report that the log could not be read completely."""
        self.deleteLater()
        self._window.trouble.show_trouble("export", f"Nothing was exported: the log could not be read: {problem}.")

    def _finish(self, content: bytes, rolls: int) -> None:
        """Write the content to the file or the clipboard, and report it."""
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
