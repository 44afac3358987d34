"""Choices about a roll as pills, in two lines at most: points, rulings, superior results, ideas for criticals."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gm_desk.model.afterwards import Choice
from gm_desk.ui.look import Look
from gm_desk.ui.pill import MORE, Pill
from gm_desk.ui.short_flow import ShortFlow
from gm_desk.ui.tab_order import stop_before


class ChoicePills(ShortFlow):
    """Offer choices; who listens to `chosen` makes them."""

    chosen = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Offer nothing yet."""
        super().__init__(look, parent)
        self._look = look
        self._choices: list[Choice] = []
        self._made: list[Pill] = []
        self.more.clicked.connect(self._open_rest)
        self.more.menu_requested.connect(self._open_rest)

    def show_choices(self, found: list[Choice]) -> None:
        """Give each choice its pill; one that has the focus keeps it."""
        self._choices = found
        while len(self._made) > len(found):
            pill = self._made.pop()
            pill.hide()
            pill.deleteLater()
        while len(self._made) < len(found):
            self._made.append(self._new_pill())
        for pill, choice in zip(self._made, found, strict=True):
            mark = MORE if choice.others else ""
            pill.show_words(choice.text, choice.tip, on=choice.on, quiet=choice.quiet, mark=mark)
        self.show_pills([*self._made])
        self.setVisible(bool(found))

    def _new_pill(self) -> Pill:
        pill = Pill(self._look, self)
        pill.clicked.connect(self._click)
        pill.menu_requested.connect(self._open_others)
        QWidget.setTabOrder(stop_before(self.more), pill)
        QWidget.setTabOrder(pill, self.more)
        return pill

    def _click(self) -> None:
        self.chosen.emit(self._choice_of_sender())

    def _choice_of_sender(self) -> Choice:
        sender = self.sender()
        if not isinstance(sender, Pill):
            raise TypeError("only pills are clicked here")
        return self._choices[self._made.index(sender)]

    def _open_others(self) -> None:
        """Offer the other ways to pay."""
        sender = self.sender()
        if isinstance(sender, Pill):
            sender.open_menu(_entries(self._choice_of_sender().others), self._choose_from_menu)

    def _open_rest(self) -> None:
        """Offer what found no room."""
        hidden = self.hidden()
        rest = [choice for pill, choice in zip(self._made, self._choices, strict=True) if pill in hidden]
        self.more.open_menu(
            _entries([one for choice in rest for one in (choice, *choice.others)]), self._choose_from_menu
        )

    def _choose_from_menu(self, action: QAction) -> None:
        choice = action.data()
        if isinstance(choice, Choice):
            self.chosen.emit(choice)


def _entries(offered: Sequence[Choice]) -> list[tuple[str, object, bool]]:
    """List choices as a menu shows them."""
    return [(choice.text, choice, choice.on) for choice in offered]
