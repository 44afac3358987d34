"""What may still be done about the last roll: points, rulings, superior results, ideas for criticals."""

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gm_desk.model.afterwards import Choice, choices, wants_third_result, with_third_result
from gm_desk.model.document import RosterDocument
from gm_desk.model.rolling import Rolling
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.look import Look
from gm_desk.ui.pill import MORE, Pill
from gm_desk.ui.short_flow import ShortFlow
from gm_desk.ui.tab_order import stop_before


class AfterRoll(QWidget):
    """Offer what changes the last roll; nothing at all takes no space."""

    def __init__(self, document: RosterDocument, rolling: Rolling, look: Look, parent: QWidget | None = None) -> None:
        """Follow the last roll, and the points that could be spent on it."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self._look = look
        self._choices: list[Choice] = []
        self._pills: list[Pill] = []
        self.setObjectName("afterRoll")
        self.setAccessibleName("After the roll")
        self.third = CheckedEdit(look, str)
        self.third.setPlaceholderText("Third result…")
        self.third.setAccessibleName("Third result: both succeed")
        self.third.setToolTip("Both succeed: say what comes of it, then Enter")
        self.flow = ShortFlow(look)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.third)
        column.addWidget(self.flow)
        self.third.committed.connect(self._write_third)
        self.flow.more.clicked.connect(self._open_rest)
        self.flow.more.menu_requested.connect(self._open_rest)
        rolling.changed.connect(self.refresh)
        document.roster_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what may be done now; while a roll waits for more dice there is nothing."""
        entry, result = self._rolling.record.last, self._rolling.record.result
        open_yet = entry is not None and result is not None and self._rolling.pending is None
        found: list[Choice] = []
        if open_yet and entry is not None and result is not None:
            found = choices(entry, result, self._document.roster, self._document.system)
            self.third.store(entry.note)
        self._show(found)
        self.third.setVisible(open_yet and result is not None and wants_third_result(result))
        self.setVisible(bool(found) or not self.third.isHidden())

    def _show(self, found: list[Choice]) -> None:
        """Give each choice its pill; one that has the focus keeps it."""
        self._choices = found
        while len(self._pills) > len(found):
            pill = self._pills.pop()
            pill.hide()
            pill.deleteLater()
        while len(self._pills) < len(found):
            self._pills.append(self._new_pill())
        for pill, choice in zip(self._pills, found, strict=True):
            mark = MORE if choice.others else ""
            pill.show_words(choice.text, choice.tip, on=choice.on, quiet=choice.quiet, mark=mark)
        self.flow.show_pills([*self._pills])
        self.flow.setVisible(bool(found))

    def _new_pill(self) -> Pill:
        pill = Pill(self._look, self.flow)
        pill.clicked.connect(self._click)
        pill.menu_requested.connect(self._open_others)
        QWidget.setTabOrder(stop_before(self.flow.more), pill)
        QWidget.setTabOrder(pill, self.flow.more)
        return pill

    def _click(self) -> None:
        self._make(self._choice_of_sender())

    def _make(self, choice: Choice) -> None:
        self._rolling.record.revise(choice.entry, choice.step, pays=choice.pays, payer=choice.payer)

    def _choice_of_sender(self) -> Choice:
        sender = self.sender()
        if not isinstance(sender, Pill):
            raise TypeError("only pills are clicked here")
        return self._choices[self._pills.index(sender)]

    def _open_others(self) -> None:
        """Offer the other ways to pay."""
        sender = self.sender()
        if isinstance(sender, Pill):
            sender.open_menu(_entries(self._choice_of_sender().others), self._choose)

    def _open_rest(self) -> None:
        """Offer what found no room."""
        hidden = self.flow.hidden()
        rest = [choice for pill, choice in zip(self._pills, self._choices, strict=True) if pill in hidden]
        self.flow.more.open_menu(_entries([one for choice in rest for one in (choice, *choice.others)]), self._choose)

    def _choose(self, action: QAction) -> None:
        choice = action.data()
        if isinstance(choice, Choice):
            self._make(choice)

    def _write_third(self, text: str) -> None:
        if self._rolling.record.last is not None:
            self._rolling.record.revise(with_third_result(self._rolling.record.last, text), "name the third result")


def _entries(offered: Sequence[Choice]) -> list[tuple[str, object, bool]]:
    """List choices as a menu shows them."""
    return [(choice.text, choice, choice.on) for choice in offered]
