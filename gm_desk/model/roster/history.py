"""The undo stack of the open roster, which applies pending input before each step and refuses nested steps."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from gm_desk.core.wording.phrases import menu_text


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
