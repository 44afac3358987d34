"""The open roster and its undo stack: every change goes through here."""

from functools import cached_property

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from gm_desk.core import prep
from gm_desk.core.roster import Answers, Character, NewId, Roster
from gm_desk.core.rules.house import House, parse_known_house
from gm_desk.core.systems.system import System
from gm_desk.core.text.one_line import menu_text

ALONE = -1
"""The run of a change that is undone alone."""
MOST_STEPS = 1_000
"""Steps that can be undone: each holds what it needs for that in memory."""


class _Listed:
    """List what is often asked of one value of the roster, once it is."""

    def __init__(self, roster: Roster) -> None:
        """List nothing yet."""
        self.roster = roster

    @cached_property
    def by_id(self) -> dict[str, Character]:
        """Give each character by its id."""
        return {one.id: one for one in self.roster.characters}

    @cached_property
    def twins(self) -> frozenset[str]:
        """Give the ids of the characters whose name stands twice in their group."""
        return frozenset(prep.twins(self.roster))


class RosterDocument(QObject):
    """Hold the roster as a value, change it by whole values, and tell what changed.

    A roster that is `read_only`, for the reason given, is not changed: `refused` then tells why.
    """

    opened = Signal()
    roster_changed = Signal()
    structure_changed = Signal()
    character_changed = Signal(str)
    touched = Signal(str)
    refused = Signal(str)
    read_only_changed = Signal()

    def __init__(self, roster: Roster, system: System, new_id: NewId, parent: QObject | None = None) -> None:
        """Open a roster; `new_id` gives ids to what is made in it."""
        super().__init__(parent)
        self.roster = roster
        self._book = self._system = system
        self._answers: Answers = {}
        self.new_id = new_id
        self.read_only = ""
        self.stack = QUndoStack(self)
        self.stack.setUndoLimit(MOST_STEPS)
        self._list = _Listed(roster)

    def open(self, roster: Roster, system: System, *, read_only: str = "") -> None:
        """Take another roster, with nothing to undo; `read_only` says why it cannot be changed, if so."""
        self.roster = roster
        self.system = system
        self.read_only = read_only
        self.stack.clear()
        self.opened.emit()
        self.structure_changed.emit()

    def set_read_only(self, why: str) -> None:
        """Let the roster be read alone, for a reason, or be changed from now on, for none."""
        self.read_only = why
        self.read_only_changed.emit()

    @property
    def system(self) -> System:
        """Return the system of the roster, with the answers that the roster remembers among its pairs."""
        if self._answers is not self.roster.answers:
            self._answers = self.roster.answers
            self._system = self._book.remembering(self._answers)
        return self._system

    @system.setter
    def system(self, system: System) -> None:
        self._book = self._system = system
        self._answers = {}

    def is_paired(self, skill: str) -> bool:
        """Return whether the book says what is rolled against a skill, so that there is nothing to remember."""
        return self._book.pairing_of(skill) is not None

    @property
    def house(self) -> House:
        """Give the house rules of the roster; settings that are not known yet have no say."""
        return parse_known_house(self.roster.system, self.roster.house)

    def character(self, character_id: str) -> Character | None:
        """Find a character by its id."""
        return self._listed().by_id.get(character_id)

    def twins(self) -> frozenset[str]:
        """Give the ids of the characters whose name stands twice in their group."""
        return self._listed().twins

    def allows(self, after: Roster) -> bool:
        """Return whether the roster may become this; where it may not, `refused` says why.

        Whatever belongs to a change (a line in the log, a point, words that say it is done) asks this before.
        """
        return after == self.roster or self.may_change()

    def may_change(self) -> bool:
        """Return whether the roster may be changed at all; where it may not, `refused` says why."""
        if self.read_only:
            self.refused.emit(self.read_only)
        return not self.read_only

    def change(self, after: Roster, text: str, about: str = "", run: int = ALONE) -> bool:
        """Make a change that can be undone; `text` names it in the menu, `about` is the character to show then.

        Return whether it happened: False where it was refused. What is so already is no step, and not refused.
        Changes that follow each other in one run, as words that are being typed do, are undone together.
        """
        if not self.allows(after):
            return False
        if after != self.roster:
            self.stack.push(_Change(self, self.roster, after, text, about, run))
        return True

    def change_character(self, after: Character, text: str, run: int = ALONE) -> bool:
        """Change one character, undoably; return whether it happened."""
        return self.change(self.roster.with_character(after), text, after.id, run)

    def _listed(self) -> _Listed:
        if self._list.roster is not self.roster:
            self._list = _Listed(self.roster)
        return self._list

    def apply(self, after: Roster, about: str) -> None:
        """Take a value, and tell whose it changes."""
        before, self.roster = self.roster, after
        old = {one.id: one for one in before.characters}
        changed = [one.id for one in after.characters if one.id in old and old[one.id] is not one]
        if _shape(before) != _shape(after):
            self.structure_changed.emit()
        for character_id in changed:
            self.character_changed.emit(character_id)
        self.roster_changed.emit()
        if about:
            self.touched.emit(about)


class _Change(QUndoCommand):
    """Go from one value of the roster to another, and back."""

    def __init__(
        self, document: RosterDocument, before: Roster, after: Roster, text: str, about: str, run: int
    ) -> None:
        """Keep both values; an ampersand in a name is no shortcut."""
        super().__init__(menu_text(text))
        self._document = document
        self._before = before
        self.after = after
        self._about = about
        self._run = run

    @override
    def id(self) -> int:
        return self._run

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Change):
            return False
        self.after = other.after
        return True

    @override
    def redo(self) -> None:
        self._document.apply(self.after, self._about)

    @override
    def undo(self) -> None:
        self._document.apply(self._before, self._about)


def _shape(roster: Roster) -> tuple[object, ...]:
    """Give what all panes depend on besides the characters' own words."""
    return roster.name, roster.house, roster.groups, [(one.id, one.group) for one in roster.characters]
