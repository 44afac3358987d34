"""The dialogs that print cards, the recap and the turn sheet, with preview, paper and buttons."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct
from PySide6.QtCore import QLocale, QSize, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.cards.sections import card_of
from gm_desk.core.characters.roster import Character
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.rules.house import House
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import plural
from gm_desk.model.log.export import Exporting, ExportRequest, LogFormat, RosterLog
from gm_desk.model.roll.roll_text import rolls_in_words
from gm_desk.model.scene.stage import Stage
from gm_desk.model.scene.turn_sheet import turn_sheet
from gm_desk.store.state import PaperName, PerPage, Printing
from gm_desk.ui.log.export import Scope, left_out_in_words
from gm_desk.ui.printing.page_view import PageView, Paper, Sheets
from gm_desk.ui.printing.sheets import CardSheets, Pictures, RecapSheets
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.labels import announce, dim_label, label, wrapped

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

    def show_sheets(self, sheets: Sheets, text: str) -> None:
        """Show pages and a description of them."""
        self.sheets = sheets
        self.says.setText(text)
        self.view.show_sheets(sheets)
        for button in (self.does, self.save):
            button.setEnabled(sheets.count > 0)

    def wait(self, text: str) -> None:
        """Show a text and disable printing until there are pages."""
        self.sheets = None
        self.says.setText(text)
        for button in (self.does, self.save):
            button.setEnabled(False)

    def show_failure(self) -> None:
        """Show that the printer failed."""
        self.show_problem("Nothing could be printed: the printer is not responding.")

    def show_problem(self, problem: str) -> None:
        """Show and announce why the pages were neither printed nor saved."""
        self.says.setText(problem)
        announce(self.says, problem)

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
        self.column.addLayout(row, 1)
        row.setSpacing(12)
        row.addWidget(aside)
        row.addWidget(self.view, 1)
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


PER_PAGE: dict[PerPage, str] = {1: "One", 2: "Two", 4: "Four", 8: "Eight: the essentials first"}


class CardSelection(Struct, frozen=True):
    """A named choice of characters."""

    name: str
    characters: tuple[Character, ...]


class CardsDialog(PreviewDialog):
    """The dialog that chooses and previews cards; `chosen` carries the settings to save for next time."""

    chosen = Signal(object)

    def __init__(
        self,
        choices: Sequence[CardSelection],
        system: System,
        house: House,
        pictures: Pictures,
        last: Printing,
        window: QWidget,
    ) -> None:
        """List the choices of characters, the first one selected."""
        super().__init__("Print cards", usual_paper(last.paper), window)
        self._offered = choices
        self._system = system
        self._house = house
        self._pictures = pictures
        self.who = QComboBox()
        self.who.addItems([choice.name for choice in choices])
        self.who.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.per_page = QComboBox()
        self.per_page.addItems(list(PER_PAGE.values()))
        self.per_page.setCurrentIndex(list(PER_PAGE).index(last.per_page))
        for text, box in (("&Who", self.who), ("&Cards per page", self.per_page), ("P&aper", self.paper)):
            self.choose(text, box)
            box.currentIndexChanged.connect(self._show)
        self.order(self.who, self.per_page, self.paper)
        self._show()

    @property
    def printing(self) -> Printing:
        """The settings to save for next time."""
        return Printing(list(PER_PAGE)[self.per_page.currentIndex()], self.paper_chosen)

    def _show(self) -> None:
        """Lay out and show the chosen cards."""
        characters = self._offered[self.who.currentIndex()].characters
        cards = [card_of(one, self._system, self._house) for one in characters]
        sheets = CardSheets(cards, self.printing.per_page, self.paper_chosen, self._pictures)
        self.show_sheets(sheets, _summary(len(cards), sheets))
        self.chosen.emit(self.printing)


def _summary(characters: int, sheets: CardSheets) -> str:
    """Return the number of characters and pages as text, and why there are more cards than characters."""
    cards = sum(map(len, sheets.pages))
    who = plural(characters, "character")
    pages = plural(sheets.count, "page")
    more = "" if cards == characters else f" What does not fit goes on another card: {cards} cards in all."
    return f"{who} on {pages}.{more}"


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
        self.secrets = QCheckBox("Include &secret rolls")
        self.struck = QCheckBox("Include struc&k-out rolls")
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
        pages = plural(sheets.count, "page")
        left_out = left_out_in_words(secrets=self.secrets.isChecked(), struck=self.struck.isChecked())
        self.show_sheets(sheets, f"{rolls_in_words(self._count)} on {pages}.{left_out}")


class TurnSheetDialog(PreviewDialog):
    """The preview of the turn sheet of the current scene."""

    def __init__(self, stage: Stage, pinned: Iterable[Chip], last: Printing, window: QWidget) -> None:
        """Show the sheet with the pinned modifiers; raise TurnError without a scene."""
        super().__init__("Print the turn sheet", usual_paper(last.paper), window)
        self._text = turn_sheet(stage, pinned)
        self._count = len(stage.fight.standings)
        self.choose("P&aper", self.paper)
        self.paper.currentIndexChanged.connect(self._show)
        self.order(self.paper)
        self._show()

    def _show(self) -> None:
        """Lay out and show the sheet."""
        sheets = RecapSheets(self._text, self.paper_chosen, self)
        pages = plural(sheets.count, "page")
        self.show_sheets(sheets, f"{self._count} in the scene, on {pages}.")
