"""The base of the dialogs that print: the preview, the paper, and the buttons."""

from itertools import pairwise

from PySide6.QtCore import QLocale, QSize, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gm_desk.store.state import PaperName
from gm_desk.ui.printing.page_view import PageView
from gm_desk.ui.printing.paper import Paper, Sheets
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.labels import dim_label, label, wrapped

PAPER_NAMES: dict[Paper, str] = {"a4": "A4", "letter": "Letter"}
WIDTH, HEIGHT, ASIDE = 62, 46, 17
"""In heights of the font: the size of the dialog, and the width of the column of choices."""
WIDEST, BESIDE = 25, 3
"""In heights of the font: the greatest width of the column, and the width of a box besides its text."""
ROOM = 40


def usual_paper(remembered: PaperName) -> Paper:
    """Return the paper used last, or the usual one of the country."""
    if remembered:
        return remembered
    american = QLocale().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
    return "letter" if american else "a4"


class PreviewDialog(AskingDialog):
    """A dialog that previews pages; `print_requested` and `save_requested` carry them."""

    print_requested = Signal(object)
    save_requested = Signal(object)

    def __init__(self, title: str, paper: Paper, window: QWidget) -> None:
        """Start without pages; subclasses add rows to `choices`."""
        super().__init__(title, window)
        self.sheets: Sheets | None = None
        self.view = PageView()
        self.choices = QFormLayout()
        self.choices.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self.paper = QComboBox()
        for name in PAPER_NAMES.values():
            self.paper.addItem(name)
        self.paper.setCurrentIndex(list(PAPER_NAMES).index(paper))
        self.wide = QCheckBox("&Fit the width")
        self.says, self.place = wrapped(label()), dim_label()
        self.save = QPushButton("Save as P&DF…")
        self._side_column = QWidget()
        self._lay_out(window.size())
        self.wide.toggled.connect(self.view.set_wide)
        self.view.page_changed.connect(self._show_page)

    @property
    def paper_chosen(self) -> Paper:
        """The chosen paper."""
        return list(PAPER_NAMES)[self.paper.currentIndex()]

    def choose(self, text: str, box: QWidget) -> None:
        """Append a row to the choices."""
        name = label(text)
        name.setBuddy(box)
        box.setAccessibleName(text.replace("&", ""))
        self.choices.addRow(name, box)

    def make_room(self, box: QComboBox) -> None:
        """Widen the column for the longest item of a box, within limits."""
        em = self.fontMetrics().height()
        longest = max(
            (self.fontMetrics().horizontalAdvance(box.itemText(row)) for row in range(box.count())), default=0
        )
        self._side_column.setFixedWidth(max(em * ASIDE, min(longest + em * BESIDE, em * WIDEST)))

    def order(self, *boxes: QWidget) -> None:
        """Set the tab order to begin with the choices, and focus the first one."""
        stops = (*boxes, self.wide, self.view, self.does, self.save)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)
        stops[0].setFocus()

    def show_sheets(self, sheets: Sheets, says: str) -> None:
        """Show pages and a description of them."""
        self.sheets = sheets
        self.says.setText(says)
        self.view.show_sheets(sheets)
        for button in (self.does, self.save):
            button.setEnabled(sheets.count > 0)

    def wait(self, says: str) -> None:
        """Show a text and disable printing until there are pages."""
        self.sheets = None
        self.says.setText(says)
        for button in (self.does, self.save):
            button.setEnabled(False)

    def tell_failure(self) -> None:
        """Show that the printer failed."""
        self.says.setText("Nothing could be printed: the printer does not answer.")

    def _lay_out(self, room: QSize) -> None:
        em = self.fontMetrics().height()
        aside, column = self._side_column, QVBoxLayout()
        aside.setLayout(column)
        aside.setFixedWidth(em * ASIDE)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self.choices)
        column.addSpacing(8)
        column.addWidget(self.says)
        column.addStretch()
        column.addWidget(self.wide)
        column.addWidget(self.place)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(aside)
        row.addWidget(self.view, 1)
        self.column.addLayout(row, 1)
        self.resize(min(em * WIDTH, room.width() - ROOM), min(em * HEIGHT, room.height() - ROOM))
        buttons = self.finish("&Print…", self._print)
        self.save.setAutoDefault(False)
        self.save.clicked.connect(self._save)
        buttons.addButton(self.save, buttons.ButtonRole.ActionRole)

    def _print(self) -> None:
        self.print_requested.emit(self.sheets)

    def _save(self) -> None:
        self.save_requested.emit(self.sheets)

    def _show_page(self, page: int) -> None:
        count = self.sheets.count if self.sheets else 0
        self.place.setText(f"Page {page + 1} of {count}" if count else "")
