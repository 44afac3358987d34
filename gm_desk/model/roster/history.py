"""The undo stack of the open roster: nothing is half typed when a step is made, and no step is made inside another."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override


class NestedStepError(RuntimeError):
    """Raised where a step is made, undone or redone while another one is: Qt's stack would not survive it."""

    def __init__(self) -> None:
        """Say what was tried."""
        super().__init__("a change was made while another one was being applied")


class History(QUndoStack):
    """Hold the undo steps; `settling` asks every field for what is being typed, before anything else changes.

    `steps` counts what was done with the stack, so that a run of changes knows whether anything came between.
    """

    settling = Signal()
    steps = 0
    _stepping = False
    _settling = False
    _macros = 0

    def settle(self) -> None:
        """Have everything that is being typed put into the roster; in the middle of a step there is nothing to ask."""
        if not (self._stepping or self._settling or self._macros):
            with self.settled():
                self.settling.emit()

    @contextmanager
    def settled(self) -> Iterator[None]:
        """Take it that nothing is left to be asked for: what is done now comes from a field itself."""
        before, self._settling = self._settling, True
        try:
            yield
        finally:
            self._settling = before

    def note(self, command: QUndoCommand) -> None:
        """Put a step on the stack that is being made, and whose first redoing therefore does nothing."""
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
            super().beginMacro(text)
        self._macros += 1

    @override
    def endMacro(self) -> None:
        self._macros -= 1
        with self.step():
            super().endMacro()

    @override
    def clear(self) -> None:
        with self.step():
            super().clear()

    @contextmanager
    def step(self) -> Iterator[None]:
        """Do one thing with the stack; raises NestedStepError in the middle of another."""
        if self._stepping:
            raise NestedStepError
        self.steps += 1
        self._stepping = True
        try:
            yield
        finally:
            self._stepping = False
