"""The steps on the undo stack of a roster, of which the first is made after the first frame."""

from collections.abc import Callable
from weakref import WeakMethod

from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from gm_desk.core.characters.roster import Roster
from gm_desk.core.wording.phrases import menu_text


class RosterChange(QUndoCommand):
    """A step from one value of the roster to another; it has already been made when it is pushed."""

    def __init__(
        self, apply: Callable[[Roster, str], None], before: Roster, after: Roster, text: str, about: str, run: int
    ) -> None:
        """Keep both values, which `apply` sets; an ampersand in `text` is escaped, since it would be a mnemonic."""
        super().__init__(menu_text(text))
        self._apply_to = WeakMethod(apply)  # a cycle through the stack would be freed in an order that crashes Qt
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
        if not isinstance(other, RosterChange):
            return False
        self.after = other.after
        self.setText(other.text())
        self.setObsolete(self.after == self._before)
        return True

    @override
    def redo(self) -> None:
        if not self._made:
            self._apply(self.after)
        self._made = False

    @override
    def undo(self) -> None:
        self._apply(self._before)

    def _apply(self, roster: Roster) -> None:
        apply = self._apply_to()
        if apply is not None:
            apply(roster, self._about)
