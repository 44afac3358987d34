"""A number of the card that nobody rolls: what was typed, and beside it what the rest of the card makes it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.values import StatValue, values
from gm_desk.core.systems.definition import Section
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.one_line import tip_of
from gm_desk.model.card import card_edits
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.line_box import LineBox
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.pill import FittingPill, Pill
from gm_desk.ui.widgets.scrolling import put_in_order

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

    def __init__(self, document: RosterDocument, key: str, parent: QWidget | None = None) -> None:
        """Show nobody's number yet."""
        super().__init__(document, key, self._check, parent)
        self.key = key
        self._id = ""
        self._value = StatValue(key, key)
        self.hint = Hint(self)
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

    def show_value(self, character_id: str, value: StatValue) -> None:
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


class TextBox(LineBox):
    """Show and change a section that is typed as one line: armor, or movement."""

    def __init__(self, document: RosterDocument, section: Section, parent: QWidget | None = None) -> None:
        """Show nobody's line yet."""
        super().__init__(document, section.name, self._check, parent)
        self.key = section.kind
        self._id = ""
        self.edit.setToolTip(tip_of(card_edits.hint_of(document, self.key)))
        self.edit.committed.connect(self._type)

    def show_line(self, character: Character) -> None:
        """Show a character's line."""
        self._id = character.id
        self.edit.store(card_edits.line_of(self._document, self.key, character))

    def _check(self, text: str) -> None:
        character = self._document.character(self._id)
        if character is not None:
            card_edits.with_line(self._document, self.key, character, text)

    def _type(self, text: str) -> None:
        card_edits.set_line(self._document, self._id, self.key, text)


class ValuesSection(QWidget):
    """Show the numbers of one character that were typed or are derived; the others can be added."""

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Show nobody yet."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self._all = False
        self._boxes: dict[str, ValueBox | TextBox] = {}
        self.setObjectName("valuesSection")
        self.add = Pill()
        self.add.show_words("Add values", "Show the values that this character lacks, to be typed", quiet=True)
        self._flow = FlowLayout(self, gap=4)
        self._flow.addWidget(self.add)
        self.add.clicked.connect(self._show_all)
        document.character_changed.connect(self._refresh)
        self._refresh("")

    def show_character(self, character_id: str) -> None:
        """Show a character's values, or nobody's."""
        same = character_id == self._id
        self._all = self._all and same
        self._id = character_id
        self._refresh(character_id, same=same)

    def box(self, key: str) -> ValueBox | TextBox:
        """Give the box of a value, or of "armor" or "movement"."""
        return self._boxes[key]

    def _refresh(self, character_id: str, *, same: bool = True) -> None:
        """Show what there is; the fields of what is missing stay while the GM adds, and the one that is typed in."""
        if character_id != self._id:
            return
        character = self._document.character(self._id)
        known, lines = self._known(character)
        typed = {key for key, box in self._boxes.items() if same and box.edit.typing}
        shown = [one for one in known if self._all or not one.empty or one.key in typed]
        texts = [one for one in lines if self._all or one.kind in typed or (character and self._line(character, one))]
        self._fit(shown, texts)
        for value, box in zip(shown, self._boxes.values(), strict=False):
            if isinstance(box, ValueBox):
                box.show_value(self._id, value)
        for box in self._boxes.values():
            if isinstance(box, TextBox) and character:
                box.show_line(character)
        missing = len(known) + len(lines) > len(shown) + len(texts)
        self.add.setVisible(missing)
        self.setVisible(missing or bool(self._boxes))

    def _known(self, character: Character | None) -> tuple[list[StatValue], list[Section]]:
        """List the values and lines that a character of this system may have."""
        system = self._document.system
        if character is None:
            return [], []
        found = values(character, system, RULES[system.id], self._document.house)
        return found, [part for part in system.sections if part.kind in card_edits.LINES]

    def _forget_empty(self) -> None:
        """Leave away the field that was emptied, once the cursor has left it."""
        self._refresh(self._id)

    def _line(self, character: Character, section: Section) -> str:
        return card_edits.line_of(self._document, section.kind, character)

    def _fit(self, shown: list[StatValue], texts: list[Section]) -> None:
        """Have a box for each value and line that is shown, in this order, and no other."""
        wanted = [*(one.key for one in shown), *(one.kind for one in texts)]
        if wanted == list(self._boxes):
            return
        old = self._boxes
        fresh: dict[str, ValueBox | TextBox] = {}
        for value in shown:
            fresh[value.key] = old.get(value.key) or ValueBox(self._document, value.key, self)
        for text in texts:
            fresh[text.kind] = old.get(text.kind) or TextBox(self._document, text, self)
        self._boxes = fresh
        for gone in (*old.values(), self.add):
            self._flow.removeWidget(gone)
            if gone not in self._boxes.values() and gone is not self.add:
                gone.hide()
                gone.deleteLater()
        for box in self._boxes.values():
            if box not in old.values():
                box.edit.settled.connect(self._forget_empty, Qt.ConnectionType.QueuedConnection)
            self._flow.addWidget(box)
            box.show()
        self._flow.addWidget(self.add)
        put_in_order(self.add, [stop for box in self._boxes.values() for stop in box.stops])

    def _show_all(self) -> None:
        """Show every field, and go to the first that is empty."""
        self._all = True
        self._refresh(self._id)
        empty = (box for box in self._boxes.values() if box.edit.isVisible() and not box.edit.text())
        for box in empty:
            box.edit.setFocus()
            return
