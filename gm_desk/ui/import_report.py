"""The dialog between files and the roster: what came in, what was left out and why."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.text.one_line import menu_text
from gm_desk.model.account_words import summed, told, told_all, without
from gm_desk.model.arrival_model import Arrival, ArrivalModel
from gm_desk.model.arrivals import counted
from gm_desk.model.importing import WHOLE, Importing
from gm_desk.store.formats.incoming import Brought
from gm_desk.ui.arrival_list import ArrivalList
from gm_desk.ui.arriving import Arriving
from gm_desk.ui.dialogs import AskingDialog
from gm_desk.ui.file_drops import LineEdit
from gm_desk.ui.labels import dim_label, wrapped

WIDTH, HEIGHT, ROOM = 62, 40, 40


class ImportReport(AskingDialog):
    """Read files while it is open, and tell of each character; Enter tells `wanted` who is to be added."""

    wanted = Signal(list)

    def __init__(self, arriving: Arriving, job: Importing) -> None:
        """Follow a job, which begins when the dialog is opened."""
        super().__init__("Import characters", arriving.window)
        self._arriving = arriving
        self._job = job
        job.setParent(self)
        self.model = ArrivalModel(self)
        self.filter = LineEdit()
        self.list = ArrivalList(self.model, arriving.look)
        self.account = QPlainTextEdit()
        self.progress = QProgressBar()
        self.says = wrapped(dim_label(size=1.0))
        self.copy = QPushButton("&Copy the report")
        self._lay_out(arriving.window)
        self._connect()
        self._tell()
        self.list.setFocus()
        job.start()

    @override
    def done(self, result: int) -> None:
        self._job.stop()
        super().done(result)

    def _lay_out(self, window: QWidget) -> None:
        em, left, parts = self.fontMetrics().height(), QWidget(), QSplitter(Qt.Orientation.Horizontal)
        self.filter.setPlaceholderText("Filter what came")
        self.filter.setAccessibleName("Filter what came")
        self.filter.setClearButtonEnabled(True)
        self.account.setReadOnly(True)
        self.account.setTabChangesFocus(True)
        self.account.setAccessibleName("What became of it")
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
        self._job.arrived.connect(self._take)
        self._job.progressed.connect(self.progress.setValue)
        self._job.finished.connect(self._end)
        self.filter.textChanged.connect(self.model.filter)
        self.list.chosen.connect(self._show)
        self.model.ticked_changed.connect(self._tell)
        self.copy.clicked.connect(self._copy)

    def _take(self, arrivals: Sequence[Arrival]) -> None:
        self.model.add(arrivals)

    def _end(self) -> None:
        self.progress.hide()
        self._tell()

    def _show(self) -> None:
        """Show the account of whoever is current."""
        arrival = self.model.at(self.list.currentIndex())
        self.account.setPlainText(told(arrival) if arrival else "")

    def _tell(self) -> None:
        """Say how far it is, and what Enter would add."""
        ticked, running = self.model.ticked(), self._job.running
        names = counted(one.character for one in ticked)
        came = sum(isinstance(one.what, Brought) for one in self.model.all)
        of = f" of {came:,}" if self.model.filtered and came > len(ticked) else ""
        self.does.setText(f"&Add {f'{len(ticked):,}{of}' if of else menu_text(names)}" if ticked else "&Add")
        self.does.setEnabled(bool(ticked) and not running)
        self.says.setText(f"Reading… {summed(self.model.all)} so far." if running else self._sentence())

    def _sentence(self) -> str:
        """Say what was read, and what another system has no place for."""
        own, systems = self._arriving.desk.document.system, self._arriving.systems
        came = [one.what for one in self.model.all if isinstance(one.what, Brought)]
        others = dict.fromkeys(one.system for one in came if one.system != own.id and one.system in systems)
        shown = "Only who is listed and ticked is added. " if self.model.filtered else ""
        said = f"{summed(self.model.all)}. {shown}{without(self.model.all)}Nothing is in the roster yet."
        if others:
            names = " and ".join(systems[system].name for system in others)
            said += f" Some are of {names}: what {own.name} has no place for will stand in their notes."
        return said

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(told_all(self.model.all))

    def _add(self) -> None:
        ticked = self.model.ticked()
        if ticked and not self._job.running:
            self.done(int(QDialog.DialogCode.Accepted))
            self.wanted.emit(ticked)
