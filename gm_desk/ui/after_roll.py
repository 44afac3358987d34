"""What may still be done about the last roll: points, rulings, superior results, ideas for criticals."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gm_desk.model.afterwards import Choice, choices, wants_third_result, with_third_result
from gm_desk.model.consequences import make, undoings
from gm_desk.model.document import RosterDocument
from gm_desk.model.rolling import Rolling
from gm_desk.ui.choice_pills import ChoicePills
from gm_desk.ui.fields import CheckedEdit
from gm_desk.ui.look import Look
from gm_desk.ui.sizes import GAP


class AfterRoll(QWidget):
    """Offer what changes the last roll; nothing at all takes no space."""

    def __init__(self, document: RosterDocument, rolling: Rolling, look: Look, parent: QWidget | None = None) -> None:
        """Follow the last roll, and the points that could be spent on it."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self._past = False
        self.setObjectName("afterRoll")
        self.setAccessibleName("After the roll")
        self.third = CheckedEdit(look, str)
        self.third.setPlaceholderText("Third result…")
        self.third.setAccessibleName("Third result: both succeed")
        self.third.setToolTip("Both succeed: say what comes of it, then Enter")
        self.flow = ChoicePills(look)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.third)
        column.addWidget(self.flow)
        self.third.committed.connect(self._write_third)
        document.stack.settling.connect(self.third.settle)
        self.flow.chosen.connect(self._make)
        rolling.changed.connect(self.refresh)
        document.roster_changed.connect(self.refresh)
        rolling.log.revised.connect(self.refresh)
        self.refresh()

    def set_past(self, past: bool) -> None:
        """Offer nothing while another test is prepared."""
        if past != self._past:
            self._past = past
            self.refresh()

    def refresh(self) -> None:
        """Show what may be done now; while a roll waits for more dice there is nothing."""
        entry, result = self._rolling.record.last, self._rolling.record.result
        open_yet = entry is not None and result is not None and self._rolling.pending is None
        found: list[Choice] = []
        if open_yet and entry is not None and result is not None:
            found = undoings(entry, self._rolling.log, self._document.roster)
            found += choices(entry, result, self._document.roster, self._document.system)
            self.third.store(entry.note)
        self.flow.show_choices(found)
        self.third.setVisible(open_yet and result is not None and wants_third_result(result))
        self.setVisible(not self._past and (bool(found) or not self.third.isHidden()))

    def _make(self, choice: Choice) -> None:
        make(choice, self._rolling.record)

    def _write_third(self, text: str) -> None:
        if self._rolling.record.last is not None:
            self._rolling.record.revise(with_third_result(self._rolling.record.last, text), "name the third result")
