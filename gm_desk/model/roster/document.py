"""The open roster and its undo stack: every change goes through here."""

import itertools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from gm_desk.core.characters import prep_check
from gm_desk.core.characters.differences import carried_over
from gm_desk.core.characters.roster import Answers, Character, NewId, Roster
from gm_desk.core.errors import RulesError
from gm_desk.core.rules.house import House, parse_known_house
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.one_line import menu_text
from gm_desk.model.roster.history import History

ALONE = -1
"""The run of a change that is undone alone."""
MOST_STEPS = 1_000
"""Steps that can be undone: each holds what it needs for that in memory."""


class _Run(NamedTuple):
    """Hold where a run of changes began, and how many steps had been made with its last one."""

    number: int
    base: Roster
    steps: int


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
        return frozenset(prep_check.twins(self.roster))


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
        self._roster = roster
        self._base: Roster | None = None
        self._run = ALONE
        self._last: _Run | None = None
        self._numbers = itertools.count(1)
        self._book = self._system = system
        self._answers: Answers = {}
        self.new_id = new_id
        self.read_only = ""
        self.stack = History(self)
        self.stack.setUndoLimit(MOST_STEPS)
        self._list = _Listed(roster)

    @property
    def roster(self) -> Roster:
        """Return the roster as it is now; in a run of changes, as it was before the run, until the change is made."""
        return self._roster if self._base is None else self._base

    @roster.setter
    def roster(self, roster: Roster) -> None:
        self._roster = roster

    def open(self, roster: Roster, system: System, *, read_only: str = "") -> None:
        """Take another roster, with nothing to undo; `read_only` says why it cannot be changed, if so."""
        self._roster = roster
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

    def existing(self, character_id: str) -> Character:
        """Return the character that a change is about; raise RulesError where it is gone."""
        character = self.character(character_id)
        if character is None:
            raise RulesError("character", "it is no longer in the roster")
        return character

    def all_existing(self, ids: Iterable[str]) -> list[Character]:
        """Return the characters that a change is about, one at least; raise RulesError where one is gone."""
        return [self.existing(one) for one in ids] or [self.existing("")]

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

        Changes that follow each other in one run, as words that are being typed do, are undone together. Return
        whether the roster is as wanted now: False where the change was refused. What is so already is no step, and
        not refused.
        """
        before, typed = self.roster, self._base is not None
        run, self._base = self._run if typed else run, None
        if not typed:
            self.stack.settle()
            after = carried_over(before, after, self._roster)
            before = self._roster
        if after == self._roster:
            return True
        if not self.may_change():
            return False
        with self.stack.step():
            self.apply(after, about)
            self.stack.note(_Change(self, before, after, text, about, run))
        self._last = _Run(run, before, self.stack.steps)
        return True

    def change_character(self, after: Character, text: str, run: int = ALONE) -> bool:
        """Change one character, undoably; return whether it is as wanted now."""
        return self.change(self.roster.with_character(after), text, after.id, run)

    def new_run(self) -> int:
        """Return the number of a new run of changes."""
        return next(self._numbers)

    @contextmanager
    def typing(self, run: int) -> Iterator[None]:
        """Let a change be worked out from the roster as it was before a run, and take the place of the run's last one.

        What is being typed is so always read as a whole, however often it is taken on the way.
        """
        last = self._last
        going_on = last is not None and (last.number, last.steps) == (run, self.stack.steps)
        self._run, self._base = run, last.base if last is not None and going_on else self._roster
        try:
            with self.stack.settled():
                yield
        finally:
            self._run, self._base = ALONE, None

    def take_back(self, run: int) -> None:
        """Take back what was changed in a run, as long as nothing came after it; no step is left of it."""
        with self.typing(run):
            self.change(self.roster, "")

    def settle(self) -> None:
        """Have everything that is being typed put into the roster."""
        self.stack.settle()

    def _listed(self) -> _Listed:
        if self._list.roster is not self.roster:
            self._list = _Listed(self.roster)
        return self._list

    def apply(self, after: Roster, about: str) -> None:
        """Take a value, and tell whose it changes."""
        before, self._roster = self._roster, after
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
    """A step from one value of the roster to another, which has been made already when it comes on the stack."""

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
        self._made = True

    @override
    def id(self) -> int:
        return self._run

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Change):
            return False
        self.after = other.after
        self.setText(other.text())
        self.setObsolete(self.after == self._before)
        return True

    @override
    def redo(self) -> None:
        if not self._made:
            self._document.apply(self.after, self._about)
        self._made = False

    @override
    def undo(self) -> None:
        self._document.apply(self._before, self._about)


def _shape(roster: Roster) -> tuple[object, ...]:
    """Give what all panes depend on besides the characters' own words."""
    return roster.name, roster.house, roster.groups, [(one.id, one.group) for one in roster.characters]
