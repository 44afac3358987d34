"""The menu of difficulties, with their keys: it follows the system of the open roster."""

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from gm_desk.model.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.ui.main_window import MainWindow

DIGITS = 9
"""So many difficulties have a digit with Ctrl; those beyond begin anew with Alt."""
MOST = 12
"""No system has more difficulties."""


class DifficultyMenu(QMenu):
    """List the difficulties; each carries its place in the row, 0 first.

    An entry stays the same action whatever it is called, so that nobody holds one that is gone; those that the system
    has no difficulty for are hidden.
    """

    def __init__(self, document: RosterDocument, menu: QMenu, window: "MainWindow") -> None:
        """Follow a document; the keys work in the whole window."""
        super().__init__("D&ifficulty", menu)
        self._document = document
        for place in range(MOST):
            action = QAction(window)
            action.triggered.connect(window.history.settle)
            action.setData(place)
            action.setObjectName(name_of(place))
            action.setShortcut(QKeySequence(f"Ctrl+{place + 1}" if place < DIGITS else f"Alt+{place - DIGITS + 1}"))
            self.addAction(action)
            window.addAction(action)
        document.opened.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        known = self._document.system.difficulties
        for place, action in enumerate(self.actions()):
            there = place < len(known)
            action.setVisible(there)
            action.setEnabled(there)
            action.setText(known[place].name if there else "")


def name_of(place: int) -> str:
    """Give the name of the action that sets the difficulty at a place, 0 first."""
    return f"Roll/Difficulty/{place + 1}"
