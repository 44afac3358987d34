"""The open roster and its undo stack; every change to the roster is made here.

The stack applies pending input before each step, and refuses nested steps.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple
from weakref import ref

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from gm_desk.core.characters.roster import Answers, Character, NewId, Roster, twins
from gm_desk.core.errors import RulesError
from gm_desk.core.rules.house import House, parse_known_house
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import menu_text

ALONE = -1
"""The run number of a change that is undone on its own."""
GONE = "it is no longer in the roster"
MOST_STEPS = 500
"""Maximum number of steps that can be undone, since each keeps the roster before it in memory."""


class NestedStepError(RuntimeError):
    """Raised if a step is made, undone or redone during another one, which would corrupt Qt's stack."""

    def __init__(self) -> None:
        """Set the message."""
        super().__init__("a change was made while another one was being applied")


class History(QUndoStack):
    """The undo stack; `settle_requested` makes every field apply its pending input before anything else changes.

    `steps` counts the operations on the stack, so that a run of changes can detect one in between.
    """

    settle_requested = Signal()
    steps = 0
    _stepping = False
    _settling = False
    _macros = 0

    @property
    def in_macro(self) -> bool:
        """Whether a macro is being made, after which the stack is what it is before it, or one step longer."""
        return self._macros > 0

    def settle(self) -> None:
        """Apply all pending input, unless a step or macro is in progress."""
        if not (self._stepping or self._settling or self._macros):
            with self.settled():
                self.settle_requested.emit()

    @contextmanager
    def settled(self) -> Iterator[None]:
        """Suppress `settle_requested` for a block, in which a field itself makes the change."""
        before, self._settling = self._settling, True
        try:
            yield
        finally:
            self._settling = before

    def note(self, command: QUndoCommand) -> None:
        """Push a command that has already been carried out, inside `step`; its first redo does nothing."""
        super().push(command)

    @override
    def push(self, command: QUndoCommand) -> None:
        self.settle()
        with self.step():
            super().push(command)

    @override
    def undo(self) -> None:
        self.settle()
        with self.step():
            super().undo()

    @override
    def redo(self) -> None:
        self.settle()
        with self.step():
            super().redo()

    @override
    def setIndex(self, index: int) -> None:
        self.settle()
        with self.step():
            super().setIndex(index)

    @override
    def beginMacro(self, text: str) -> None:
        self.settle()
        with self.step():
            self._macros += 1
            super().beginMacro(text)

    @override
    def endMacro(self) -> None:
        self._macros -= 1
        with self.step():
            super().endMacro()

    @contextmanager
    def macro(self, text: str) -> Iterator[None]:
        """Make all steps of a block one step named `text`, even if the block raises an error after some of them."""
        self.beginMacro(menu_text(text))
        try:
            yield
        finally:
            self.endMacro()

    @override
    def clear(self) -> None:
        with self.step():
            super().clear()

    @contextmanager
    def step(self) -> Iterator[None]:
        """Mark an operation on the stack as in progress; raise NestedStepError during another one."""
        if self._stepping:
            raise NestedStepError
        self.steps += 1
        self._stepping = True
        try:
            yield
        finally:
            self._stepping = False


class _Run(NamedTuple):
    """The run of the last change: its number, the roster before it, and the stack's step count after it."""

    number: int
    base: Roster
    steps: int


class _Lookups:
    """Lookups into the characters and groups of a roster, each built when it is first needed."""

    def __init__(self, roster: Roster) -> None:
        """Build nothing yet."""
        self.roster = roster

    @cached_property
    def by_id(self) -> dict[str, Character]:
        """The characters by id."""
        return {one.id: one for one in self.roster.characters}

    @cached_property
    def twins(self) -> frozenset[str]:
        """The ids of the characters who share their name with another one of their group."""
        return frozenset(twins(self.roster))

    def of(self, roster: Roster) -> "_Lookups":
        """Return the lookups of a roster, which are these if it has the same characters and groups."""
        same = self.roster.characters is roster.characters and self.roster.groups is roster.groups
        return self if same else _Lookups(roster)


class TypedRuns:
    """The runs of changes made while a text is typed, of which each replaces the one before.

    Text being typed is thus always read as a whole, however often it is applied in the meantime. While a change is
    computed, `base` is the roster before its run.
    """

    def __init__(self, document: "RosterDocument") -> None:
        """Begin without runs of a document, to which only a weak reference is kept, since it owns this object."""
        self._owner = ref(document)
        self._numbers = itertools.count(1)
        self._last: _Run | None = None
        self._number = ALONE
        self.base: Roster | None = None

    @property
    def _document(self) -> "RosterDocument":
        document = self._owner()
        if document is None:
            raise ReferenceError("the document of these runs has gone")
        return document

    def new(self) -> int:
        """Return the number of a new run of changes."""
        return next(self._numbers)

    @contextmanager
    def typing(self, run: int) -> Iterator[None]:
        """Compute the next change from the roster before a run, and replace the run's last change with it."""
        last, document = self._last, self._document
        going_on = last is not None and (last.number, last.steps) == (run, document.stack.steps)
        self.base = last.base if last is not None and going_on else document.current
        self._number = run
        try:
            with document.stack.settled():
                yield
        finally:
            self.end()

    def end(self) -> int:
        """Compute the next change from the current roster; return the number of the run until now, or ALONE."""
        run, self._number, self.base = self._number, ALONE, None
        return run

    def take_back(self, run: int) -> None:
        """Undo the changes of a run and leave no step on the stack, if nothing came after it."""
        with self.typing(run):
            self._document.change(self._document.roster, "")

    def note(self, run: int, base: Roster) -> None:
        """Note the last change, as one of a run or ALONE, with the roster before it."""
        self._last = _Run(run, base, self._document.stack.steps)


class RosterDocument(QObject):
    """The open roster: a value, replaced as a whole, with signals for what changed.

    `current` is the roster as it is shown, also while a change of it is computed from an earlier one (see `TypedRuns`).
    If `read_only` is not empty, the roster cannot be changed; `refused` then carries that reason.
    """

    opened = Signal()
    roster_changed = Signal()
    structure_changed = Signal()
    scenes_changed = Signal()
    character_changed = Signal(str)
    touched = Signal(str)
    refused = Signal(str)
    read_only_changed = Signal()

    def __init__(self, roster: Roster, system: System, new_id: NewId, parent: QObject | None = None) -> None:
        """Open a roster; `new_id` returns ids for what is added to it."""
        super().__init__(parent)
        self.current = roster
        self._book = self._system = system
        self._answers: Answers = {}
        self._house: tuple[str, Mapping[str, Any], House | None] = ("", {}, None)
        self.new_id = new_id
        self.read_only = ""
        self.stack = History(self)
        self.stack.setUndoLimit(MOST_STEPS)
        self.runs = TypedRuns(self)
        self._cache = _Lookups(roster)

    @property
    def roster(self) -> Roster:
        """The roster that a change begins with: the `current` one or, while a run is retyped, that before the run."""
        return self.current if self.runs.base is None else self.runs.base

    def open(self, roster: Roster, system: System, *, read_only: str = "") -> None:
        """Open another roster with an empty undo stack; `read_only` is the reason why it cannot be changed, if any."""
        self.current = roster
        self._book = self._system = system
        self._answers = {}
        self.read_only = read_only
        self.stack.clear()
        self.opened.emit()
        self.structure_changed.emit()

    def set_read_only(self, why: str) -> None:
        """Set why the roster cannot be changed; "" allows changes."""
        self.read_only = why
        self.read_only_changed.emit()

    @property
    def system(self) -> System:
        """The system of the roster, with the answers to opposed tests that the roster remembers."""
        if self._answers is not self.roster.answers:
            self._answers = self.roster.answers
            self._system = self._book.remembering(self._answers)
        return self._system

    def is_paired(self, skill: str) -> bool:
        """Return whether the system itself has a pairing for a skill, so that no defence need be remembered."""
        return self._book.pairing_of(skill) is not None

    @property
    def house(self) -> House:
        """The house rules of the roster; settings that this version does not know are ignored."""
        of, settings, house = self._house
        if house is None or settings is not self.roster.house or of != self.roster.system:
            house = parse_known_house(self.roster.system, self.roster.house)
            self._house = self.roster.system, self.roster.house, house
        return house

    def character(self, character_id: str) -> Character | None:
        """Return the character with an id, or None."""
        self._cache = self._cache.of(self.roster)
        return self._cache.by_id.get(character_id)

    def existing(self, character_id: str) -> Character:
        """Return the character with an id; raise RulesError if it is no longer in the roster."""
        character = self.character(character_id)
        if character is None:
            raise RulesError("character", GONE)
        return character

    def all_existing(self, ids: Iterable[str]) -> list[Character]:
        """Return the characters with these ids; raise RulesError if one is gone or no id is given."""
        found = [self.existing(one) for one in ids]
        if not found:
            raise RulesError("character", GONE)
        return found

    def twins(self) -> frozenset[str]:
        """Return the ids of the characters who share their name with another one of their group."""
        self._cache = self._cache.of(self.roster)
        return self._cache.twins

    def allows(self, after: Roster) -> bool:
        """Return whether the roster may become `after`; if not, emit `refused` with the reason.

        Call it before any side effect of the change, such as a log entry, a point spent or a message.
        """
        return after == self.roster or self.may_change()

    def may_change(self) -> bool:
        """Return whether the roster may be changed at all; if not, emit `refused` with the reason."""
        if self.read_only:
            self.refused.emit(self.read_only)
        return not self.read_only

    def change(self, after: Roster, text: str, about: str = "") -> bool:
        """Make an undoable change named `text`; `about` is the id of the character to show on undo and redo.

        Return whether the roster is now `after`: False if the change was refused. A change that alters nothing adds no
        step and is not refused.
        """
        from gm_desk.core.characters.differences import carried_over
        from gm_desk.model.roster.changes import RosterChange

        before, run = self.roster, self.runs.end()
        if run == ALONE:
            self.stack.settle()
            after = carried_over(before, after, self.current)
            before = self.current
        if after == self.current:
            return True
        if not self.may_change():
            return False
        with self.stack.step():
            self.apply(after, about)
            self.stack.note(RosterChange(self.apply, before, after, text, about, run))
        self.runs.note(run, before)
        return True

    def change_character(self, after: Character, text: str) -> bool:
        """Change one character as an undoable step; return False if that was refused."""
        return self.change(self.roster.with_character(after), text, after.id)

    def apply(self, after: Roster, about: str) -> None:
        """Set the roster, and emit signals for everything that changed."""
        before, self.current = self.current, after
        changed: list[str] = []
        if after.characters is not before.characters:
            old = {one.id: one for one in before.characters}
            changed = [one.id for one in after.characters if one.id in old and old[one.id] is not one]
        if _shape(before) != _shape(after):
            self.structure_changed.emit()
        for character_id in changed:
            self.character_changed.emit(character_id)
        if (before.scenes, before.stage, before.conditions) != (after.scenes, after.stage, after.conditions):
            self.scenes_changed.emit()
        self.roster_changed.emit()
        if about:
            self.touched.emit(about)


def _shape(roster: Roster) -> tuple[object, ...]:
    """Return everything panes depend on apart from the contents of the characters."""
    return roster.name, roster.house, roster.groups, [(one.id, one.group) for one in roster.characters]
