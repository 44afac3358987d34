"""The import of character files and dropped rosters, with the report of what was read."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QMessageBox,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.characters.roster import name_or_count
from gm_desk.core.wording.phrases import MOST_OF_A_NAME, menu_text, one_line
from gm_desk.model.exchange.arrivals import (
    Arrival,
    ArrivalModel,
    account_in_words,
    accounts_in_words,
    files_without_characters,
    summed,
)
from gm_desk.model.exchange.importing import WHOLE, Importing
from gm_desk.model.files.session import Session
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.ui.exchange.arrivals import ArrivalList, CharacterAdder
from gm_desk.ui.widgets.dialogs import AskingDialog, folders_of
from gm_desk.ui.widgets.labels import dim_label, wrapped
from gm_desk.ui.widgets.text_input import FileDrops, LineEdit
from gm_desk.ui.window.main_window import MainWindow

WIDTH, HEIGHT, ROOM = 62, 40, 40


class ImportReport(AskingDialog):
    """The dialog that shows what files contain while they are read; `add_requested` carries the characters to add."""

    add_requested = Signal(list)

    def __init__(self, adder: CharacterAdder, job: Importing) -> None:
        """Start a job and follow it."""
        super().__init__("Import characters", adder.window)
        self._adder = adder
        self._job = job
        job.setParent(self)
        self.model = ArrivalModel(self)
        self.filter = LineEdit()
        self.list = ArrivalList(self.model)
        self.account = QPlainTextEdit()
        self.progress = QProgressBar()
        self.says = wrapped(dim_label(size=1.0))
        self.copy = QPushButton("&Copy the report")
        self._lay_out(adder.window)
        self._connect()
        self._update()
        self.list.setFocus()
        job.start()

    @override
    def done(self, result: int) -> None:
        self._job.stop()
        super().done(result)

    def _lay_out(self, window: QWidget) -> None:
        em, left, parts = self.fontMetrics().height(), QWidget(), QSplitter(Qt.Orientation.Horizontal)
        self.filter.setPlaceholderText("Filter the characters")
        self.filter.setAccessibleName("Filter the characters")
        self.filter.setClearButtonEnabled(True)
        self.account.setReadOnly(True)
        self.account.setTabChangesFocus(True)
        self.account.setAccessibleName("Import report")
        self.progress.setRange(0, WHOLE)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Progress")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.filter)
        column.addWidget(self.list, 1)
        for part in (left, self.account):
            parts.addWidget(part)
            part.setMinimumWidth(em * 12)
        parts.setChildrenCollapsible(False)
        parts.setSizes([em * WIDTH * 2 // 5, em * WIDTH * 3 // 5])
        for row, stretch in ((self.progress, 0), (self.says, 0), (parts, 1)):
            self.column.addWidget(row, stretch)
        buttons = self.finish("&Add", self._add)
        self.copy.setAutoDefault(False)
        buttons.addButton(self.copy, buttons.ButtonRole.ActionRole)
        self.resize(min(em * WIDTH, window.width() - ROOM), min(em * HEIGHT, window.height() - ROOM))

    def _connect(self) -> None:
        self._job.arrived.connect(self._add_arrivals)
        self._job.progressed.connect(self.progress.setValue)
        self._job.finished.connect(self._end)
        self.filter.textChanged.connect(self.model.filter)
        self.list.chosen.connect(self._show)
        self.model.ticked_changed.connect(self._update)
        self.copy.clicked.connect(self._copy)

    def _add_arrivals(self, arrivals: Sequence[Arrival]) -> None:
        self.model.add(arrivals)

    def _end(self) -> None:
        self.progress.hide()
        self._update()

    def _show(self) -> None:
        """Show the report on the current row."""
        arrival = self.model.at(self.list.currentIndex())
        self.account.setPlainText(account_in_words(arrival) if arrival else "")

    def _update(self) -> None:
        """Update the progress and the Add button."""
        ticked, running = self.model.ticked(), self._job.running
        names = name_or_count([one.character for one in ticked])
        came = sum(isinstance(one.what, ImportedCharacter) for one in self.model.all)
        of = f" of {came:,}" if self.model.filtered and came > len(ticked) else ""
        self.does.setText(f"&Add {f'{len(ticked):,}{of}' if of else menu_text(names)}" if ticked else "&Add")
        self.does.setEnabled(bool(ticked) and not running)
        self.says.setText(f"Reading… {summed(self.model.all)} so far." if running else self._sentence())

    def _sentence(self) -> str:
        """Return a summary of what was read, and a warning about other systems."""
        own, systems = self._adder.session.document.system, self._adder.systems
        came = [one.what for one in self.model.all if isinstance(one.what, ImportedCharacter)]
        others = dict.fromkeys(one.system for one in came if one.system != own.id and one.system in systems)
        shown = "Only listed and ticked characters are added. " if self.model.filtered else ""
        message = (
            f"{summed(self.model.all)}. {shown}{files_without_characters(self.model.all)}Nothing has been added yet."
        )
        if others:
            names = " and ".join(systems[system].name for system in others)
            message += f" Some are for {names}: values without a field in {own.name} go to their notes."
        return message

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(accounts_in_words(self.model.all))

    def _add(self) -> None:
        ticked = self.model.ticked()
        if ticked and not self._job.running:
            self.done(int(QDialog.DialogCode.Accepted))
            self.add_requested.emit(ticked)


TABLES = {".csv", ".tsv", ".htm", ".html", ".pdf"}
"""The suffixes of files with columns or pages, which are previewed before they are read."""
TEXTS = {".md", ".txt", *TABLES}
SUFFIXES = {".json", ".db", *TEXTS}
FILTER = f"Characters ({' '.join(f'*{suffix}' for suffix in sorted(SUFFIXES))});;All files (*)"


def dropped(data: QMimeData) -> list[Path]:
    """Return the dropped local files if the suffixes of all of them can be those of characters."""
    urls = data.urls() if data.hasUrls() else []
    paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
    fit = len(paths) == len(urls) and all(path.suffix.casefold() in SUFFIXES for path in paths)
    return paths if fit else []


class ImportCommands(QObject):
    """The command that reads character files and asks before adding them."""

    def __init__(self, adder: CharacterAdder) -> None:
        """Add to the open roster."""
        super().__init__(adder.window)
        self._adder = adder
        FileDrops(adder.window, self.wants, self.take)

    def choose(self) -> None:
        """Ask for files."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self._adder.window, "Import characters", "", FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._begin)
        folders_of(self._adder.window).begin(dialog, "import")
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _begin(self, chosen: Sequence[str]) -> None:
        """Import chosen files; a single table or PDF is treated as a paste."""
        if len(chosen) == 1 and Path(chosen[0]).suffix.casefold() in TABLES:
            self._adder.text_dropped.emit(Path(chosen[0]))
        else:
            self.bring(chosen)

    def wants(self, data: QMimeData) -> bool:
        """Return whether character files are being dragged; False while the window is veiled."""
        return not self._adder.window.veil_stack.veiled and bool(dropped(data))

    def take(self, data: QMimeData) -> None:
        """Import dropped files; a single text file is treated as a paste."""
        paths = dropped(data)
        if len(paths) == 1 and paths[0].suffix.casefold() in TEXTS:
            self._adder.text_dropped.emit(paths[0])
        else:
            self.bring([str(path) for path in paths])

    def bring(self, chosen: Sequence[str]) -> None:
        """Read files and show what they contain."""
        from gm_desk.model.exchange.importing import Importing

        adder = self._adder
        paths, session = [Path(one) for one in chosen], adder.session
        job = Importing(paths, adder.systems, session.document.new_id, session.runner, self)
        report = ImportReport(adder, job)
        report.add_requested.connect(adder.bound_to_roster(report).add)
        report.open()


MOST_BYTES = 50_000_000
"""The largest file that is checked for a roster when it is dragged."""


class RosterArrivals(QObject):
    """The question what to do with a dropped roster; `import_requested` carries its file to add the characters."""

    import_requested = Signal(list)

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Accept rosters dropped on a window, before other handlers see the file."""
        super().__init__(window)
        self._window = window
        self._session = session
        self._path = Path()
        self._name = ""
        FileDrops(window, self.wants, self.take)

    def wants(self, data: QMimeData) -> bool:
        """Return whether a roster is being dragged; False while the window is veiled."""
        path = _dropped(data)
        if path is None or self._window.veil_stack.veiled:
            return False
        if path != self._path:  # read a file only once while it is dragged
            self._path, self._name = path, _name_of(path)
        return bool(self._name)

    def take(self, _data: QMimeData) -> None:
        """Ask whether to open the dropped roster or to add its characters."""
        question = QMessageBox(self._window)
        question.setWindowTitle("A roster was dropped")
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setText(f"“{one_line(self._name, MOST_OF_A_NAME)}” is a roster of GM Desk.")
        question.setInformativeText("Open it, or add its characters to the open roster?")
        opens = question.addButton("&Open it", QMessageBox.ButtonRole.AcceptRole)
        opens.clicked.connect(self._open)
        adds = question.addButton("&Add its characters…", QMessageBox.ButtonRole.ActionRole)
        adds.clicked.connect(self._import)
        question.setEscapeButton(question.addButton(QMessageBox.StandardButton.Cancel))
        question.setDefaultButton(opens)
        question.finished.connect(question.deleteLater)
        question.open()

    def _open(self) -> None:
        """Open the roster."""
        self._session.open_roster(self._path)

    def _import(self) -> None:
        self.import_requested.emit([str(self._path)])


def _dropped(data: QMimeData) -> Path | None:
    """Return the dropped file if it is one local file that can be a roster by its suffix."""
    urls = data.urls() if data.hasUrls() else []
    local = len(urls) == 1 and urls[0].isLocalFile() and urls[0].toLocalFile().casefold().endswith(".json")
    return Path(urls[0].toLocalFile()) if local else None


def _name_of(path: Path) -> str:
    """Return the name of the roster in a file, or "" if there is none."""
    from gm_desk.store.rosters.files import read_in_part

    try:
        if path.stat().st_size > MOST_BYTES:
            return ""
        roster = read_in_part(path).roster
    except (OSError, UnreadableFileError):
        return ""
    return roster.name if roster.characters or roster.groups else ""
