"""The dialog that prints the recap of the log."""

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget
from typing_extensions import override

from gm_desk.model.log.bound_log import BoundLog
from gm_desk.model.log.export import Exporting, Format, Wanted
from gm_desk.model.roll.wording import rolls_in_words
from gm_desk.store.state import Printing
from gm_desk.ui.log.export import Scope
from gm_desk.ui.printing.preview_dialog import PreviewDialog, usual_paper
from gm_desk.ui.printing.recap_sheets import RecapSheets


class RecapDialog(PreviewDialog):
    """Choose which rolls are told, and see the recap."""

    def __init__(self, log: BoundLog, title: str, scopes: Sequence[Scope], last: Printing, window: QWidget) -> None:
        """Offer choices of rolls, the first one chosen."""
        super().__init__("Print the recap", usual_paper(last.paper), window)
        self._log = log
        self._title = title
        self._scopes = scopes
        self._gathering: Exporting | None = None
        self._text, self._count = "", 0
        self.scope = QComboBox()
        self.scope.addItems([scope.name for scope in scopes])
        self.scope.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.secrets = QCheckBox("With &secret rolls")
        self.choose("&Rolls", self.scope)
        self.make_room(self.scope)
        self.choices.addRow(self.secrets)
        self.choose("P&aper", self.paper)
        self.scope.currentIndexChanged.connect(self._gather)
        self.secrets.toggled.connect(self._gather)
        self.paper.currentIndexChanged.connect(self._show)
        self.order(self.scope, self.secrets, self.paper)
        self._gather()

    @override
    def done(self, result: int) -> None:
        if self._gathering is not None:
            self._gathering.stop()
        super().done(result)

    def _gather(self) -> None:
        """Gather the rolls, slice by slice."""
        if self._gathering is not None:
            self._gathering.stop()
            self._gathering.deleteLater()
        scope = self._scopes[self.scope.currentIndex()]
        wanted = Wanted(Format.RECAP, self._title, scope.search, scope.ids, secrets=self.secrets.isChecked())
        self._gathering = Exporting(self._log, wanted, self)
        self._gathering.progressed.connect(self._tell)
        self._gathering.finished.connect(self._take)
        self._gathering.failed.connect(self._say_unread)
        self.wait("")
        self._gathering.start()

    def _tell(self, count: int) -> None:
        self.wait(f"{rolls_in_words(count)} so far…")

    def _say_unread(self, problem: str) -> None:
        self.wait(f"The log could not be read: {problem}.")

    def _take(self, content: bytes, count: int) -> None:
        self._text, self._count = content.decode(), count
        self._show()

    def _show(self) -> None:
        """Lay the recap out."""
        sheets = RecapSheets(self._text, self.paper_chosen, self)
        pages = "1 page" if sheets.count == 1 else f"{sheets.count} pages"
        left_out = "" if self.secrets.isChecked() else " Secret rolls are left out."
        self.show_sheets(sheets, f"{rolls_in_words(self._count)} on {pages}.{left_out}")
