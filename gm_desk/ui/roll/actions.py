"""What the Roll menu does."""

from msgspec import structs
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction

from gm_desk.core.drafts.draft import Origin
from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.roll.draft_pane import DraftPane

SHORTCUT = Qt.FocusReason.ShortcutFocusReason


class RollCommands(QObject):
    """Compose the test from the keyboard."""

    def __init__(self, desk: Session, rolling: Rolling, pane: DraftPane, parent: QObject) -> None:
        """Work on the draft."""
        super().__init__(parent)
        self._memory = desk.memory
        self._rolling = rolling
        self._drafting = desk.drafting
        self._pane = pane

    def dice(self) -> None:
        """Put the cursor where dice are typed."""
        field = self._pane.row.dice if self._pane.row.dice.isEnabled() else self._pane.row.other
        field.setFocus(SHORTCUT)
        field.selectAll()

    def toggle_secret(self) -> None:
        """Make the next roll secret, or open; under the veil, too, where all of them are secret."""
        self._rolling.set_secret(not self._rolling.secret)

    def secret_by_default(self, on: bool) -> None:
        """Make all rolls secret from now on, or open, and remember it."""
        self._memory.set_secret(on)
        self._rolling.set_secret_by_default(on)

    def modifier(self) -> None:
        """Put the cursor where a modifier is typed."""
        self._pane.chips.add.setFocus(SHORTCUT)

    def up(self) -> None:
        """Move the net up by a step."""
        self._drafting.modifiers.nudge(1)

    def down(self) -> None:
        """Move the net down by a step."""
        self._drafting.modifiers.nudge(-1)

    def clear(self) -> None:
        """Take every modifier away: an eyeballed net first, then the chips."""
        side = self._drafting.side
        if side.eyeballed is not None:
            self._drafting.modifiers.eyeball(None)
        else:
            kept = tuple(chip for chip in side.chips if chip.origin is Origin.CONDITION)
            plain = structs.replace(side.without_levels(), chips=kept, point=None)
            draft = self._drafting.draft.with_side(self._drafting.hand, plain)
            self._drafting.take(structs.replace(draft, adjust=0))

    def new_scene(self) -> None:
        """Let go of what was pinned, and of every failure."""
        self._drafting.new_scene()

    def difficulty(self, action: QAction) -> None:
        """Set the difficulty of a menu entry."""
        self._pane.difficulty.set_step(action.data())
