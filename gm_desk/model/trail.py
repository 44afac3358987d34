"""What was done last, in the words of the menus: for the report of an error."""

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QUndoStack

MOST = 30
LONGEST = 80


class Trail(QObject):
    """Remember the names of the last actions and undo steps, and when they were done."""

    def __init__(self, now: Callable[[], int], parent: QObject | None = None) -> None:
        """Remember nothing yet; `now` gives milliseconds since 1970 (UTC)."""
        super().__init__(parent)
        self._now = now
        self._index = 0
        self.steps: deque[tuple[int, str]] = deque(maxlen=MOST)

    def follow(self, stack: QUndoStack, actions: list[QAction]) -> None:
        """Remember what is done with a stack, and by actions."""
        stack.indexChanged.connect(self._step)
        for action in actions:
            action.triggered.connect(self._act)

    def note(self, words: str) -> None:
        """Remember that something was done."""
        self.steps.append((self._now(), words[:LONGEST]))

    def _act(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.note(action.text().replace("&", ""))

    def _step(self, index: int) -> None:
        """Name the step that was done or undone; a stack that was cleared has none, nor has what was typed back."""
        stack, before = self.sender(), self._index
        self._index = index
        if not isinstance(stack, QUndoStack):
            return
        if index < before and stack.text(index):
            self.note(f"undone: {stack.text(index)}")
        elif index > before:
            self.note(f"done: {stack.text(index - 1)}")
