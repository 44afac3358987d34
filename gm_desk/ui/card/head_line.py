"""The line under the name: morph, threat level and number, edited in place and hidden while empty."""

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QAction, QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import MORPH, Character
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import LEFT, framed, width_of, write
from gm_desk.ui.theme.theme import BODY, current_theme
from gm_desk.ui.widgets.fields import Check, CheckedEdit
from gm_desk.ui.widgets.labels import dim_label
from gm_desk.ui.widgets.pill import Pill

LINE_EMS = 1.5
ROOM, GAP = 6, 5
DOT = "·"
TIMES = "×"


class FittingEdit(CheckedEdit):
    """A checked field as wide as its text."""

    focus_lost = Signal()

    def __init__(self, check: Check, name: str, document: RosterDocument) -> None:
        """Create the field, dim and plain until it is clicked."""
        super().__init__(check, plain=True, dim=True, document=document)
        self.setAccessibleName(name)
        self.setTextMargins(-2, 0, 0, 0)
        self.setFixedHeight(int(self.fontMetrics().height() * LINE_EMS))
        self.textChanged.connect(self.updateGeometry)

    @override
    def sizeHint(self) -> QSize:
        words = width_of(self.font(), self.text() or self.placeholderText())
        return QSize(int(words) + ROOM, self.height())

    @override
    def minimumSizeHint(self) -> QSize:
        ems = 3.0 if self.text() else 4.5  # the program's own terms are never elided
        return QSize(min(self.sizeHint().width(), int(self.fontMetrics().height() * ems)), self.height())

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_lost.emit()


LONGEST_WORD = 12
"""The part of a text that is always visible, in heights of the font."""


class WordButton(Pill):
    """A text in the line that opens a menu."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the button without a text."""
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(width_of(self.font(), self.text())) + GAP, int(self.fontMetrics().height() * LINE_EMS))

    @override
    def minimumSizeHint(self) -> QSize:
        whole = self.sizeHint()
        return QSize(min(whole.width(), self.fontMetrics().height() * LONGEST_WORD), whole.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, box = QPainter(self), current_theme(), QRectF(self.rect())
        if self.hasFocus():
            framed(painter, box, theme, None, radius=4, focus=True)
        ink = theme.text if self.underMouse() or self.hasFocus() else theme.dim
        write(painter, box.adjusted(1, 0, 0, 0), self.text().replace("&&", "&"), ink, LEFT, self.font())


class LinePart(QWidget):
    """One part of the line, after a separating dot; subclasses define its contents."""

    name = ""

    def __init__(self, document: RosterDocument, parent: QWidget | None = None, *, dotted: bool = True) -> None:
        """Create the part without a character."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self._adding = False
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(0)
        if dotted:
            dot = dim_label(DOT, size=BODY)
            dot.setContentsMargins(0, 0, GAP, 0)
            self.row.addWidget(dot)
        self.setFixedHeight(int(self.fontMetrics().height() * LINE_EMS))
        self.hide()
        document.character_changed.connect(self.refresh)

    @property
    def character(self) -> Character | None:
        """The character shown, or None."""
        return self._document.character(self._id)

    @property
    def offered(self) -> bool:
        """Whether the part can be added: the system has it and the character does not."""
        return self.character is not None and self.known() and not self.filled()

    def known(self) -> bool:
        """Return whether the system has this part."""
        return True

    def filled(self) -> bool:
        """Return whether the character has a value here."""
        raise NotImplementedError

    def store(self, character: Character) -> None:
        """Show the character's value."""
        raise NotImplementedError

    def begin(self) -> None:
        """Show the part for editing."""
        self._adding = True
        self.refresh(self._id)

    def show_character(self, character_id: str) -> None:
        """Show a character's part; "" hides it."""
        self._id, self._adding = character_id, False
        self.refresh(character_id)

    def end(self) -> None:
        """Hide the part again if nothing was entered."""
        self._adding = False
        self.refresh(self._id)

    def refresh(self, character_id: str) -> None:
        """Update the part after a change to a character."""
        if character_id == self._id:
            character = self.character
            if character is not None:
                self.store(character)
            typed = any(field.typing for field in self.findChildren(CheckedEdit))
            self.setVisible(character is not None and (self._adding or typed or self.filled()))


class MorphPart(LinePart):
    """The morph's name and type."""

    name = "Morph"

    def __init__(self, document: RosterDocument) -> None:
        """Create the part without a character."""
        super().__init__(document)
        self.edit = FittingEdit(str, "Morph", document)
        self.edit.setPlaceholderText("Unnamed")
        self.body = WordButton()
        self.row.addWidget(self.edit)
        self.row.addWidget(self.body)
        self.edit.committed.connect(self._set)
        self.edit.focus_lost.connect(self.end)
        self.body.clicked.connect(self._open)

    @override
    def known(self) -> bool:
        return bool(self._document.system.bodies)

    @override
    def filled(self) -> bool:
        return self.character is not None and bool(self.character.morph or self.character.body)

    @override
    def store(self, character: Character) -> None:
        self.edit.store(character.morph)
        self.body.show_words(character.body or MORPH, "Choose the type of body", quiet=True)

    @override
    def begin(self) -> None:
        super().begin()
        self.edit.setFocus()

    def _set(self, text: str) -> None:
        from gm_desk.model.card import card_edits

        card_edits.set_morph(self._document, self._id, text)

    def _open(self) -> None:
        from gm_desk.model.card import card_edits

        self.body.open_menu([(name, name, False) for name in card_edits.BODIES], self._choose)

    def _choose(self, action: QAction) -> None:
        from gm_desk.model.card import card_edits

        card_edits.set_body(self._document, self._id, card_edits.BODIES[str(action.data())])


class ThreatPart(LinePart):
    """The threat level, as the system names it."""

    name = "Threat level"

    def __init__(self, document: RosterDocument) -> None:
        """Create the part without a character."""
        super().__init__(document)
        self.level = WordButton()
        self.row.addWidget(self.level)
        self.level.clicked.connect(self._open)

    @override
    def known(self) -> bool:
        return bool(self._document.system.threat_levels)

    @override
    def filled(self) -> bool:
        return self.character is not None and bool(self.character.threat_level)

    @override
    def store(self, character: Character) -> None:
        self.level.show_words(character.threat_level or self.name, "Choose another threat level", quiet=True)
        self.level.setAccessibleName(f"{self.name}: {character.threat_level or 'none'}")

    @override
    def begin(self) -> None:
        super().begin()
        self.level.setFocus()
        self._open()

    def _open(self) -> None:
        levels = [level.name for level in self._document.system.threat_levels]
        self.level.open_menu([*((name, name, False) for name in levels), ("None", "", False)], self._choose)

    def _choose(self, action: QAction) -> None:
        from gm_desk.model.card import card_edits

        self._adding = False
        card_edits.set_threat_level(self._document, self._id, str(action.data()))
        self.refresh(self._id)


KINDS = {"pc": "Player character", "npc": "NPC"}
SHORT = {"pc": "PC", "npc": "NPC"}


class KindPart(LinePart):
    """Whether the character is played by a player or by the game master; a click changes it."""

    name = "PC or NPC"

    def __init__(self, document: RosterDocument) -> None:
        """Create the part without a character."""
        super().__init__(document, dotted=False)
        self._brief = False
        self.button = WordButton()
        self.row.addWidget(self.button)
        self.button.clicked.connect(self._switch)

    def set_brief(self, brief: bool) -> None:
        """Set whether the kind is abbreviated because there is little room."""
        if brief != self._brief:
            self._brief = brief
            self.refresh(self._id)

    @override
    def filled(self) -> bool:
        return True

    @override
    def store(self, character: Character) -> None:
        words = SHORT if self._brief else KINDS
        self.button.show_words(words[character.kind], "Change between player character and NPC", quiet=True)
        self.button.setAccessibleName(KINDS[character.kind])

    def _switch(self) -> None:
        from gm_desk.model.roster import edits

        if self.character is not None:
            edits.set_kind(self._document, self._id, "npc" if self.character.kind == "pc" else "pc")


class NumberPart(LinePart):
    """The number of identical characters that this one stands for."""

    name = "Number"

    def __init__(self, document: RosterDocument) -> None:
        """Create the part without a character."""
        super().__init__(document)
        self.edit = FittingEdit(self._check, "Number", document)
        self.edit.setPlaceholderText("How many?")
        self.edit.select_on_click()
        self.row.addWidget(self.edit)
        self.edit.committed.connect(self._set)
        self.edit.focus_lost.connect(self.end)

    @override
    def filled(self) -> bool:
        return self.character is not None and self.character.number > 1

    @override
    def store(self, character: Character) -> None:
        self.edit.store(f"{TIMES}{character.number}" if character.number > 1 else "")

    @override
    def begin(self) -> None:
        super().begin()
        self.edit.setFocus()

    def _check(self, text: str) -> None:
        """Raise RulesError unless the text is a number of characters."""
        from gm_desk.model.card import card_edits

        card_edits.read_count(text)

    def _set(self, text: str) -> None:
        from gm_desk.model.card import card_edits

        card_edits.set_number(self._document, self._id, text)
