"""The values of the card: aptitudes in a row of boxes, and typed values beside derived ones."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.values import StatValue, derivable, values
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.core.systems.definition import Section
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import tip_of
from gm_desk.model.card.stat_models import AptitudeModel
from gm_desk.model.item_models import Role
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.line_box import LineBox
from gm_desk.ui.card.lists import CellDelegate, GridList, ShownCell
from gm_desk.ui.theme.painting import CENTRE, scaled, write
from gm_desk.ui.theme.theme import FIGURE, GAP, SMALL, current_theme
from gm_desk.ui.widgets.flow import FlowLayout, KeptBoxes, laid_out_once
from gm_desk.ui.widgets.pill import FittingPill, Pill
from gm_desk.ui.widgets.scrolling import set_tab_order

BECOMES = "→"
CARD_GAP = GAP
LINE = 1.25
"""The height of a line in the box of an aptitude, in ems."""
THREE_LINES, TWO_LINES = 4.25, 3.25
"""The height of a box with three lines, and of one with two, in ems."""


class AptitudeView(GridList):
    """The aptitudes in a row of boxes, or the resistances, of which each is prepared by a click."""

    def __init__(self, document: RosterDocument, drafting: Drafting, kind: AbilityKind = AbilityKind.CHECK) -> None:
        """Create the boxes without a character, for checks or resistances."""
        resists = kind is AbilityKind.RESISTANCE
        self.rated = AptitudeModel(document, None, "resistance" if resists else "check")
        super().__init__(self.rated)
        self.rated.setParent(self)
        self._drafting = drafting
        self._kind = kind
        self._id = ""
        self._ems = TWO_LINES if resists else THREE_LINES
        self.setFlow(QListView.Flow.LeftToRight)
        self.setItemDelegate(AptitudeDelegate(self._check, self))
        self.chosen.connect(self._choose)

    def show_character(self, character_id: str) -> None:
        """Show the ratings of a character, by the system's terms; hide those that it lacks."""
        self._id = character_id
        section = next((one for one in self.document.system.sections if one.rolled == self._kind), None)
        self.setVisible(section is not None)
        self.setAccessibleName(section.name if section else "")
        self.rated.show(character_id)

    def mark_key(self, key: str) -> None:
        """Highlight the rating that is prepared, if any."""
        self.mark(self.rated.index_of(key))

    def _choose(self, key: str) -> None:
        self._drafting.choose(self._id, self._kind, key)

    def _check(self, text: str) -> None:
        """Raise RulesError unless the text is a rating; empty text removes an aptitude."""
        from gm_desk.model.roster import edits

        reads = edits.read_stat if self._kind is AbilityKind.RESISTANCE else edits.typed_aptitude
        reads(self.document, str(self.currentIndex().data(Role.ID)), text)

    @override
    def columns(self) -> int:
        cells = self.model().rowCount()
        fitting = self.width() // (self.fontMetrics().height() * 4)
        return next((wide for rows in (1, 2, 3) if (wide := -(-cells // rows)) <= fitting), 1)

    @override
    def cell_height(self) -> int:
        return int(self.fontMetrics().height() * self._ems) + CARD_GAP


class AptitudeDelegate(CellDelegate):
    """A delegate that paints an aptitude with its rating and check."""

    @override
    def paint_cell(self, option: QStyleOptionViewItem, shown: ShownCell, painter: QPainter, box: QRectF) -> None:
        theme, box = current_theme(), box.adjusted(0, 0, -CARD_GAP, -CARD_GAP)
        self.ground(painter, box, shown, card=True)
        line, small = option.fontMetrics.height() * LINE, scaled(option.font, SMALL)
        top = QRectF(box.x(), box.y() + line * 0.25, box.width(), line)
        write(painter, top, shown.name, theme.dim, CENTRE, small)
        figure = scaled(option.font, FIGURE, bold=True)
        write(painter, top.translated(0, line * 0.98), shown.number, theme.text, CENTRE, figure)
        write(painter, top.translated(0, line * 1.9), shown.detail, theme.dim, CENTRE, small)


class Hint(FittingPill):
    """A button with a derived value, which a click accepts; F2 edits it, and so does a digit if nothing was typed."""

    typing_requested = Signal(str)
    stands_alone = True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2 or (self.stands_alone and event.text().isdigit()):
            self.typing_requested.emit("" if event.key() == Qt.Key.Key_F2 else event.text())
        else:
            super().keyPressEvent(event)


class ValueBox(LineBox):
    """One value of a character."""

    def __init__(self, document: RosterDocument, key: str, parent: QWidget | None = None) -> None:
        """Create the box without a character."""
        super().__init__(document, key, self._check, parent)
        self.key = key
        self._id = ""
        self._value = StatValue(key, key)
        self.hint = Hint(self)
        self.row.addWidget(self.hint)
        self.edit.setAccessibleDescription(key)  # Qt reads out the placeholder of a field without one
        self.edit.select_on_click()
        self.edit.committed.connect(self._type)
        self.edit.focus_lost.connect(self._fit)
        self.hint.clicked.connect(self._accept_hint)
        self.hint.typing_requested.connect(self.open)

    @property
    @override
    def stops(self) -> list[QWidget]:
        return [self.hint, self.edit]

    def show_value(self, character_id: str, value: StatValue) -> None:
        """Show a character's value, and the derived one."""
        self._id, self._value = character_id, value
        if self.toolTip() != tip_of(value.name):
            self.setToolTip(tip_of(value.name))
        self.edit.setAccessibleName(value.name)
        self.edit.store("" if value.typed is None else str(value.typed))
        self.hint.stands_alone = value.typed is None
        had = self.hint.hasFocus()
        if value.hint is not None:
            words = str(value.hint) if value.typed is None else f"{BECOMES} {value.hint}"
            self.hint.show_words(words, f"{value.name} derived from the rest of the card; click to use it", quiet=True)
            self.hint.setAccessibleName(f"Use the derived {value.name}, {value.hint}")
        self._fit()
        if had and not self.hint.isVisible():
            self.edit.setFocus()

    def open(self, typed: str = "") -> None:
        """Open the field, optionally beginning with typed text."""
        self.edit.show()
        self.edit.setFocus()
        self.edit.selectAll()
        if typed:
            self.edit.type(typed)

    @override
    def go(self) -> None:
        self.open()

    def _fit(self) -> None:
        """Show the field, the derived value, or both if they differ."""
        self.hint.setVisible(self._value.hint is not None)
        shown = self._value.typed is not None or self._value.hint is None
        self.edit.setVisible(shown or self.edit.hasFocus())

    def _accept_hint(self) -> None:
        """Accept the derived value, if pending input has not removed it."""
        from gm_desk.model.roster import edits

        if self._value.hint is not None:
            edits.set_aptitude(self._document, self._id, self.key, str(self._value.hint))

    def _type(self, text: str) -> None:
        from gm_desk.model.roster import edits

        edits.set_aptitude(self._document, self._id, self.key, text)

    def _check(self, text: str) -> None:
        """Raise RulesError unless the text is a valid value; empty text removes it."""
        from gm_desk.model.roster import edits

        edits.read_stat(self._document, self.key, text)


LINES = ("armor", "movement")
"""The kinds of sections that are edited as one line, which are also the names of what they show."""


class TextBox(LineBox):
    """A section that is typed as one line: armor or movement."""

    def __init__(self, document: RosterDocument, section: Section, parent: QWidget | None = None) -> None:
        """Create the box without a character."""
        from gm_desk.model.card import card_edits

        super().__init__(document, section.name, self._check, parent)
        self.key = section.kind
        self._id = ""
        self.edit.setToolTip(tip_of(card_edits.hint_of(document, self.key)))
        self.edit.committed.connect(self._type)

    def show_line(self, character: Character) -> None:
        """Show a character's line."""
        from gm_desk.model.card import card_edits

        self._id = character.id
        self.edit.store(card_edits.line_of(self._document, self.key, character))

    def _check(self, text: str) -> None:
        from gm_desk.model.card import card_edits

        character = self._document.character(self._id)
        if character is not None:
            card_edits.with_line(self._document, self.key, character, text)

    def _type(self, text: str) -> None:
        from gm_desk.model.card import card_edits

        card_edits.set_line(self._document, self._id, self.key, text)


class ValuesSection(QWidget):
    """The typed and derived values of one character, with a button to show the missing ones."""

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Create the section without a character."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self._show_empty = False
        self._boxes: dict[str, ValueBox | TextBox] = {}
        self.setObjectName("valuesSection")
        self.add = Pill()
        self.add.show_words("Add values", "Show the values that have not been entered yet", quiet=True)
        self._flow = FlowLayout(self, gap=4)
        self._flow.addWidget(self.add)
        self._kept = KeptBoxes[ValueBox | TextBox](self._flow, self.add)
        self._system = document.system.id
        self.add.clicked.connect(self._show_all)
        document.character_changed.connect(self._refresh)
        self._refresh("")

    def show_character(self, character_id: str) -> None:
        """Show a character's values, or all fields if none was typed yet; "" shows none."""
        same, character = character_id == self._id, self._document.character(character_id)
        self._show_empty = (self._show_empty and same) or (character is not None and not character.stats)
        self._id = character_id
        self._refresh(character_id, same=same)

    def box(self, key: str) -> ValueBox | TextBox:
        """Return the box of a value, or of "armor" or "movement"."""
        return self._boxes[key]

    def _refresh(self, character_id: str, *, same: bool = True) -> None:
        """Show the values that are not empty, the ones being edited, and after a click on the button all of them."""
        if character_id != self._id:
            return
        character = self._document.character(self._id)
        known, lines = self._known(character)
        typed = {key for key, box in self._boxes.items() if same and box.edit.typing}
        shown = [one for one in known if self._show_empty or not one.empty or one.key in typed]
        texts = [
            one for one in lines if self._show_empty or one.kind in typed or (character and self._line(character, one))
        ]
        with laid_out_once(self._flow):
            self._fit(shown, texts)
            for value in shown:
                box = self._boxes[value.key]
                if isinstance(box, ValueBox):
                    box.show_value(self._id, value)
            for line in texts:
                box = self._boxes[line.kind]
                if isinstance(box, TextBox) and character:
                    box.show_line(character)
            missing = len(known) + len(lines) > len(shown) + len(texts)
            self.add.setVisible(missing)
        self.setVisible(missing or bool(self._boxes))

    def _known(self, character: Character | None) -> tuple[list[StatValue], list[Section]]:
        """Return the values and lines that the system has for a character."""
        system = self._document.system
        if character is None:
            return [], []
        found = values(character, system, RULES[system.id], self._document.house)
        return found, [part for part in system.sections if part.kind in LINES]

    def _forget_empty(self) -> None:
        """Hide a field that was emptied, once it has been left."""
        self._refresh(self._id)

    def _line(self, character: Character, section: Section) -> str:
        if not getattr(character, section.kind):
            return ""
        from gm_desk.model.card import card_edits

        return card_edits.line_of(self._document, section.kind, character)

    def _fit(self, shown: list[StatValue], texts: list[Section]) -> None:
        """Show one box for each value and line: typed ones first, then derived ones."""
        system = self._document.system
        derived = derivable(system, RULES[system.id], self._document.house)
        typed = [one.key for one in shown if one.key not in derived]
        wanted = [*typed, *(one.kind for one in texts), *(one.key for one in shown if one.key in derived)]
        if wanted == list(self._boxes) and self._system == system.id:
            return
        if self._system != system.id:
            self._kept.clear()
            self._system = system.id
        before = self._kept.all
        self._boxes = self._kept.show(wanted, self._built)
        if self._kept.all != before:
            set_tab_order(self.add, [stop for box in self._kept.all for stop in box.stops])

    def _built(self, key: str) -> ValueBox | TextBox:
        """Return a new box for a value or a line."""
        section = next((one for one in self._document.system.sections if one.kind == key), None)
        box = TextBox(self._document, section, self) if section else ValueBox(self._document, key, self)
        box.edit.settled.connect(self._forget_empty, Qt.ConnectionType.QueuedConnection)
        return box

    def _show_all(self) -> None:
        """Show all fields, and focus the first empty one."""
        self._show_empty = True
        self._refresh(self._id)
        empty = (box for box in self._boxes.values() if box.edit.isVisible() and not box.edit.text())
        for box in empty:
            box.edit.setFocus()
            return
