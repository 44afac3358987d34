"""The dialog that prints cards: whose cards, how many on a page, which paper."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from gm_desk.core.cards.sections import card_of
from gm_desk.core.characters.roster import Character
from gm_desk.core.rules.house import House
from gm_desk.core.systems.definition import System
from gm_desk.store.state import PerPage, Printing
from gm_desk.ui.printing.card_sheets import CardSheets, Pictures
from gm_desk.ui.printing.preview_dialog import PreviewDialog, usual_paper

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
        for text, box in (("&Who", self.who), ("&Cards on a page", self.per_page), ("P&aper", self.paper)):
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
    """Return the number of characters and pages in words, and why there are more cards than characters."""
    cards = sum(map(len, sheets.pages))
    who = "1 character" if characters == 1 else f"{characters} characters"
    pages = "1 page" if sheets.count == 1 else f"{sheets.count} pages"
    more = "" if cards == characters else f" What does not fit a card goes on: {cards} cards in all."
    return f"{who} on {pages}.{more}"
