"""The pages of a PDF in the preview: which one is shown, and the next one with a stat block."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSpinBox, QWidget

from gm_desk.model.exchange.paste import refusal_of
from gm_desk.ui.widgets.labels import label


def _holds_blocks(page: str) -> bool:
    """Return whether a page seems to have a stat block or a table."""
    return not refusal_of(page)


class PageChooser(QWidget):
    """A row that chooses a page; `chosen` carries its text."""

    chosen = Signal(str)

    def __init__(self, pages: Sequence[str], parent: QWidget | None = None) -> None:
        """Begin on the first page with a stat block; hidden if there are no pages to choose from."""
        super().__init__(parent)
        self._pages = list(pages)
        self.number = QSpinBox(minimum=1, maximum=max(1, len(pages)))
        self.number.setSuffix(f" of {len(pages):,}")
        self.number.setAccessibleName("Page")
        self.number.setKeyboardTracking(False)
        letters = self.number.fontMetrics()
        self.number.setMinimumWidth(letters.horizontalAdvance(f"{len(pages)} of {len(pages):,}") + 3 * letters.height())
        self.next = QPushButton("Ne&xt with a stat block")
        self.next.setAutoDefault(False)
        before = label("Pa&ge")
        before.setBuddy(self.number)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for one in (before, self.number, self.next):
            row.addWidget(one)
        row.addStretch(1)
        first = self._found(range(len(self._pages)))
        self.number.setValue(1 if first is None else first + 1)
        self.number.valueChanged.connect(self._show)
        self.next.clicked.connect(self.go_on)
        self.setVisible(len(pages) > 1)

    @property
    def text(self) -> str:
        """The text of the page that is shown."""
        return self._pages[self.number.value() - 1] if self._pages else ""

    def go_on(self) -> None:
        """Go to the next page with a stat block, from the last one to the first."""
        here = self.number.value()
        found = self._found([*range(here, len(self._pages)), *range(here)])
        if found is not None:
            self.number.setValue(found + 1)

    def _found(self, places: Sequence[int]) -> int | None:
        """Return the first of some pages that has a stat block or a table."""
        return next((place for place in places if _holds_blocks(self._pages[place])), None)

    def _show(self) -> None:
        self.chosen.emit(self.text)
