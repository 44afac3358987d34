"""Labelled lines of the card, edited in place, and the menu that adds missing parts."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.wording.phrases import one_line, tip_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import scaled
from gm_desk.ui.theme.theme import BODY, GAP
from gm_desk.ui.widgets.fields import Check, CheckedEdit
from gm_desk.ui.widgets.labels import FieldLabel, go_to
from gm_desk.ui.widgets.pill import MORE, Pill
from gm_desk.ui.widgets.scrolling import LatePart, join
from gm_desk.ui.widgets.text_input import TypingSession

if TYPE_CHECKING:
    from gm_desk.model.card.card_edits import ListField
    from gm_desk.ui.widgets.growing_edit import GrowingEdit

ROOM = 11
"""The space of a field besides its text, in pixels."""


class FittingLineEdit(CheckedEdit):
    """A checked field as wide as its text, which emits `focus_lost` when it loses the focus."""

    focus_lost = Signal()

    def __init__(self, check: Check, document: RosterDocument) -> None:
        """Create the field; `check` raises RulesError for invalid text."""
        super().__init__(check, plain=True, document=document)
        self.setFont(scaled(self.font(), BODY, bold=True))
        self.setTextMargins(1, 0, 1, 0)
        self._heights: tuple[int, int] | None = None
        self.textChanged.connect(self.updateGeometry)

    @override
    def sizeHint(self) -> QSize:
        shown = self.text() or self.placeholderText()
        width = max(self.fontMetrics().horizontalAdvance(one_line(shown)), self.fontMetrics().averageCharWidth() * 2)
        return QSize(width + ROOM, self._tall()[0])

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 2, self._tall()[1])

    def _tall(self) -> tuple[int, int]:
        """Return the usual and the smallest height, which do not depend on the text."""
        if self._heights is None:
            self._heights = super().sizeHint().height(), super().minimumSizeHint().height()
        return self._heights

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._heights = None

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_lost.emit()


class LineBox(QWidget):
    """A label and a field on one line."""

    def __init__(self, document: RosterDocument, name: str, check: Check, parent: QWidget | None = None) -> None:
        """Create the line; `check` raises RulesError for invalid text."""
        super().__init__(parent)
        self._document = document
        self.label = FieldLabel(name)
        self.edit = FittingLineEdit(check, document)
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText("–")
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, GAP, 0)
        self.row.setSpacing(0)
        self.row.addWidget(self.label)
        self.row.addWidget(self.edit, 1)
        self.label.clicked.connect(self.go)

    def go(self) -> None:
        """Focus the field and select its text."""
        go_to(self.edit)

    @property
    def stops(self) -> list[QWidget]:
        """The widgets in the tab order."""
        return [self.edit]


class Addable(Protocol):
    """A part of the card that is hidden while it is empty, and can be added."""

    @property
    def name(self) -> str:
        """The name of the part."""
        ...

    @property
    def offered(self) -> bool:
        """Whether the part can be added now."""
        ...

    def begin(self) -> None:
        """Show the part for editing."""
        ...


class AddMenu(Pill):
    """A menu of the parts that can be added, hidden if there are none."""

    def __init__(self, name: str, parts: Callable[[], Sequence[Addable]], parent: QWidget | None = None) -> None:
        """Create the menu; `name` is its accessible name, and `parts` returns the parts."""
        super().__init__(parent, mark=MORE)
        self._parts = parts
        self.show_words("Add", quiet=True, mark=MORE)
        self.setAccessibleName(f"Add to the {name}")
        self.setToolTip(tip_of(f"Show what can be added to the {name}"))
        self.clicked.connect(self._open)
        self.menu_requested.connect(self._open)

    def offers(self) -> list[str]:
        """Return the names of the parts that can be added."""
        return [part.name for part in self._parts() if part.offered]

    def add(self, name: str) -> None:
        """Show the part with a name for editing."""
        for part in self._parts():
            if part.name == name and part.offered:
                part.begin()
                return

    def refresh(self, _character_id: str = "") -> None:
        """Show the menu if there is something to add."""
        self.setVisible(bool(self.offers()))

    def _open(self) -> None:
        self.open_menu([(name, name, False) for name in self.offers()], self._add)

    def _add(self, action: QAction) -> None:
        self.add(str(action.data()))


def reached(shown: str, selected: Sequence[str]) -> tuple[str, ...]:
    """Return the characters affected by input on a card: the selection if it includes the shown one, else that one."""
    return tuple(selected) if shown in selected else (shown,)


def for_several(targets: Sequence[str]) -> str:
    """Return the number of affected characters as text, if several: " for 3 characters"."""
    return f" for {len(targets)} characters" if len(targets) > 1 else ""


LABEL_EMS = 6.0
LISTS: "tuple[ListField, ...]" = ("ware", "gear", "traits")


class ListRow(QWidget):
    """A list of a character, such as traits, edited as text and hidden while empty."""

    def __init__(self, document: RosterDocument, field: "ListField", name: str, parent: QWidget | None = None) -> None:
        """Create the row without a character; `name` is the system's name of the list."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self.field: ListField = field
        self.name = name
        self.follows: tuple[QWidget, ...] = ()
        """The tab stops before the list, the nearest first."""
        self.hide()
        document.character_changed.connect(self._refresh)

    @LatePart
    def edit(self) -> "GrowingEdit":
        """The field, which is built with its label when the list first has content or is edited."""
        from gm_desk.ui.widgets.growing_edit import GrowingEdit

        edit = GrowingEdit(self, enter_ends=True)
        edit.setPlaceholderText("Separate with commas")
        edit.setAccessibleName(self.name)
        self._label = FieldLabel(self.name, dim=True)
        self._label.clicked.connect(self.begin)
        self._label.setFixedWidth(int(self.fontMetrics().height() * LABEL_EMS))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, GAP, 0)
        row.setSpacing(0)
        row.addWidget(self._label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(edit, 1)
        self._session = TypingSession(self._document, self)
        self._session.store_requested.connect(self._take)
        self._session.ended.connect(self._show_taken)
        edit.typed.connect(self._session.touch)
        edit.rested.connect(self._session.take)
        edit.reverted.connect(self._session.revert)
        edit.focus_lost.connect(self._end)
        join(edit, *self.follows)
        return edit

    @property
    def _empty(self) -> bool:
        """Whether there was nothing to show yet."""
        return ListRow.edit.built(self) is None

    @property
    def offered(self) -> bool:
        """Whether the list is empty and can be added."""
        character = self._document.character(self._id)
        return character is not None and not getattr(character, self.field)

    def rename(self, name: str) -> None:
        """Set the name of the list, as it depends on the system."""
        self.name = name
        if not self._empty:
            self._label.setText(name)
            self.edit.setAccessibleName(name)

    def show_character(self, character_id: str) -> None:
        """Show a character's list; "" shows none."""
        self._id = character_id
        self._refresh(character_id)
        self._end()

    def begin(self) -> None:
        """Show and focus the field."""
        edit = self.edit
        self.show()
        edit.setFocus()
        from PySide6.QtGui import QTextCursor

        self.edit.moveCursor(QTextCursor.MoveOperation.End)

    def _take(self) -> None:
        """Store the text typed so far in the roster."""
        from gm_desk.model.card import card_edits

        card_edits.set_items(self._document, self._id, self.field, self.name, self.edit.toPlainText())

    def _show_taken(self) -> None:
        """Show the stored list, as interpreted from the text."""
        self.edit.taken()
        self._refresh(self._id)

    def _end(self) -> None:
        if self._empty:
            return
        self._session.settle()
        self.setHidden(not self.edit.toPlainText())

    def _refresh(self, character_id: str) -> None:
        if character_id != self._id:
            return
        character = self._document.character(self._id)
        items = getattr(character, self.field) if character else ()
        if self._empty and not items:
            return
        from gm_desk.core.notation.lists import write_list

        self.edit.store(write_list(items))
        if not self.edit.hasFocus():
            self.setHidden(not self.edit.toPlainText())


class ListRows:
    """The lists of a character, one below the other."""

    def __init__(self, document: RosterDocument) -> None:
        """Create the rows without a character."""
        self._document = document
        self.rows: dict[str, ListRow] = {field: ListRow(document, field, "") for field in LISTS}
        self.stops: tuple[QWidget, ...] = ()
        """The tab stops up to the end of the lists, the last one first."""

    def follow(self, *above: QWidget) -> None:
        """Set the parts above the lists, the nearest first."""
        for row in self.rows.values():
            row.follows = above
            above = (row, *above)
        self.stops = above

    def rename(self) -> None:
        """Name the lists by the system's terms."""
        for section in self._document.system.sections:
            if section.id in self.rows:
                self.rows[section.id].rename(section.name)
