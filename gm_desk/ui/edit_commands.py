"""What the Edit menu does."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from gm_desk.model.history import History
from gm_desk.ui.announcing import announce
from gm_desk.ui.stage import Stage


class EditCommands(QObject):
    """Undo and redo, and name what they do unless the window is veiled."""

    def __init__(self, stack: History, stage: Stage, undo: QAction, redo: QAction) -> None:
        """Follow a stack."""
        super().__init__(stage)
        self._stack = stack
        self._stage = stage
        self._undo = undo
        self._redo = redo
        undo.triggered.connect(self._go_back)
        redo.triggered.connect(self._go_on)
        for changed in (stack.undoTextChanged, stack.redoTextChanged, stack.canUndoChanged, stack.canRedoChanged):
            changed.connect(self._follow)
        stage.veiled_changed.connect(self._follow)
        self._follow()

    def _go_back(self) -> None:
        text = self._stack.undoText()
        self._stack.undo()
        announce(self._stage, f"Undone: {text}")

    def _go_on(self) -> None:
        text = self._stack.redoText()
        self._stack.redo()
        announce(self._stage, f"Redone: {text}")

    def _follow(self) -> None:
        """Say what would be undone and redone."""
        undone, redone = ("", "") if self._stage.veiled else (self._stack.undoText(), self._stack.redoText())
        self._undo.setText(f"&Undo {undone}".rstrip())
        self._redo.setText(f"&Redo {redone}".rstrip())
        self._undo.setEnabled(self._stack.canUndo())
        self._redo.setEnabled(self._stack.canRedo())
