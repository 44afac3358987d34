"""The dialog that prints the recap of the log."""

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget
from typing_extensions import override

from gm_desk.model.log.export import Exporting, ExportRequest, LogFormat, RosterLog
from gm_desk.model.roll.wording import rolls_in_words
from gm_desk.store.state import Printing
from gm_desk.ui.log.export import Scope
from gm_desk.ui.printing.preview_dialog import PreviewDialog, usual_paper
from gm_desk.ui.printing.recap_sheets import RecapSheets


class RecapDialog(PreviewDialog):
    """The dialog that chooses which rolls to include, and previews the recap."""

    def __init__(self, log: RosterLog, title: str, scopes: Sequence[Scope], last: Printing, window: QWidget) -> None:
        """List the choices of rolls, the first one selected."""
        super().__init__("Print the recap", usual_paper(last.paper), window)
        self._log = log
        self._title = title
        self._scopes = scopes
        self._export: Exporting | None = None
        self._text, self._count = "", 0
        self.scope = QComboBox()
        self.scope.addItems([scope.name for scope in scopes])
        self.scope.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.secrets = QCheckBox("With &secret rolls")
        self.struck = QCheckBox("With rolls that were struc&k out")
        self.choose("&Rolls", self.scope)
        self.make_room(self.scope)
        self.choices.addRow(self.secrets)
        self.choices.addRow(self.struck)
        self.choose("P&aper", self.paper)
        self.scope.currentIndexChanged.connect(self._start_export)
        self.secrets.toggled.connect(self._start_export)
        self.struck.toggled.connect(self._start_export)
        self.paper.currentIndexChanged.connect(self._show)
        self.order(self.scope, self.secrets, self.struck, self.paper)
        self._start_export()

    @override
    def done(self, result: int) -> None:
        if self._export is not None:
            self._export.stop()
        super().done(result)

    def _start_export(self) -> None:
        """Start to collect the rolls in the background."""
        if self._export is not None:
            self._export.stop()
            self._export.deleteLater()
        scope = self._scopes[self.scope.currentIndex()]
        wanted = ExportRequest(
            LogFormat.RECAP,
            self._title,
            scope.search,
            scope.ids,
            secrets=self.secrets.isChecked(),
            struck=self.struck.isChecked(),
        )
        self._export = Exporting(self._log, wanted, self)
        self._export.progressed.connect(self._show_progress)
        self._export.finished.connect(self._finish)
        self._export.failed.connect(self._show_unread)
        self.wait("")
        self._export.start()

    def _show_progress(self, count: int) -> None:
        self.wait(f"{rolls_in_words(count)} so far…")

    def _show_unread(self, problem: str) -> None:
        self.wait(f"The log could not be read: {problem}.")

    def _finish(self, content: bytes, count: int) -> None:
        self._text, self._count = content.decode(), count
        self._show()

    def _show(self) -> None:
        """Lay out and show the recap."""
        sheets = RecapSheets(self._text, self.paper_chosen, self)
        pages = "1 page" if sheets.count == 1 else f"{sheets.count} pages"
        kinds = [kind for kind, box in (("secret", self.secrets), ("struck", self.struck)) if not box.isChecked()]
        said = f" {' and '.join(kinds).capitalize()} rolls are left out." if kinds else ""
        self.show_sheets(sheets, f"{rolls_in_words(self._count)} on {pages}.{said}")
