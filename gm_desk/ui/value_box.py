"""A number of the card that nobody rolls: what was typed, and beside it what the rest of the card makes it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.core.text.one_line import tip_of
from gm_desk.core.values import Value
from gm_desk.model import edits
from gm_desk.model.document import RosterDocument
from gm_desk.ui.line_box import LineBox
from gm_desk.ui.look import Look
from gm_desk.ui.pill import FittingPill

BECOMES = "→"


class Hint(FittingPill):
    """Show a derived number that a click takes; F2 types another one, and so does a digit where none was typed."""

    typing_requested = Signal(str)
    stands_alone = True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2 or (self.stands_alone and event.text().isdigit()):
            self.typing_requested.emit("" if event.key() == Qt.Key.Key_F2 else event.text())
        else:
            super().keyPressEvent(event)


class ValueBox(LineBox):
    """Show and change one number."""

    def __init__(self, document: RosterDocument, look: Look, key: str, parent: QWidget | None = None) -> None:
        """Show nobody's number yet."""
        super().__init__(document, look, key, self._check, parent)
        self.key = key
        self._id = ""
        self._value = Value(key, key)
        self.hint = Hint(look, self)
        self.row.addWidget(self.hint)
        self.edit.select_on_click()
        self.edit.committed.connect(self._type)
        self.edit.left.connect(self._fit)
        self.hint.clicked.connect(self._take)
        self.hint.typing_requested.connect(self.open)

    @property
    @override
    def stops(self) -> list[QWidget]:
        return [self.hint, self.edit]

    def show_value(self, character_id: str, value: Value) -> None:
        """Show a character's number, and what it would be."""
        self._id, self._value = character_id, value
        self.setToolTip(tip_of(value.name))
        self.edit.setAccessibleName(value.name)
        self.edit.store("" if value.typed is None else str(value.typed))
        self.hint.stands_alone = value.typed is None
        had = self.hint.hasFocus()
        if value.hint is not None:
            words = str(value.hint) if value.typed is None else f"{BECOMES} {value.hint}"
            self.hint.show_words(words, f"{value.name} as the rest of the card makes it: a click takes it", quiet=True)
            self.hint.setAccessibleName(f"Take {value.name} {value.hint}, which is derived")
        self._fit()
        if had and not self.hint.isVisible():
            self.edit.setFocus()

    def open(self, typed: str = "") -> None:
        """Let the GM type, beginning with what is typed already."""
        self.edit.show()
        self.edit.setFocus()
        self.edit.selectAll()
        if typed:
            self.edit.type(typed)

    @override
    def go(self) -> None:
        self.open()

    def _fit(self) -> None:
        """Show the field or the hint, or both where they differ."""
        self.hint.setVisible(self._value.hint is not None)
        shown = self._value.typed is not None or self._value.hint is None
        self.edit.setVisible(shown or self.edit.hasFocus())

    def _take(self) -> None:
        """Take the hint, unless what was being typed has made it none."""
        if self._value.hint is not None:
            edits.set_aptitude(self._document, self._id, self.key, str(self._value.hint))

    def _type(self, text: str) -> None:
        edits.set_aptitude(self._document, self._id, self.key, text)

    def _check(self, text: str) -> None:
        """Refuse what is no such number; nothing at all takes it away."""
        edits.read_stat(self._document, self.key, text)
