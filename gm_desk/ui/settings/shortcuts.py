"""The keys of every action: the defaults and those set by the GM."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from gm_desk.ui.widgets.action_rows import NATIVE, RowAction

PORTABLE = QKeySequence.SequenceFormat.PortableText
WIDGET_ALONE = {Qt.ShortcutContext.WidgetShortcut, Qt.ShortcutContext.WidgetWithChildrenShortcut}
MOVING = {"Esc", "Tab", "Backtab", "Up", "Down", "Left", "Right", "Home", "End", "PgUp", "PgDown", "Space"}
"""Navigation keys, which every list and field needs for itself."""
HELD = {"Ctrl", "Alt", "Meta"}
"""Modifiers without which a letter or digit key types text."""


class Shortcuts(QObject):
    """The keys of all actions, by the actions' ids."""

    changed = Signal()

    def __init__(self, actions: Sequence[RowAction], chosen: Mapping[str, str], parent: QObject) -> None:
        """Apply chosen keys such as "Ctrl+Z Ctrl+Y"; the other actions keep their defaults."""
        super().__init__(parent)
        self._actions = {action.row.id: action for action in actions}
        self._defaults = {action_id: action.shortcuts() for action_id, action in self._actions.items()}
        for action_id, keys in chosen.items():
            if action_id in self._actions:
                self._actions[action_id].setShortcuts([QKeySequence(one, PORTABLE) for one in keys.split()])

    @property
    def ids(self) -> list[str]:
        """The ids of the actions, in menu order."""
        return list(self._actions)

    def name(self, action_id: str) -> str:
        """Return the name of an action, or "" if there is no such action."""
        action = self._actions.get(action_id)
        return action.row.name if action else ""

    def menu(self, action_id: str) -> tuple[str, ...]:
        """Return the names of the menus that contain an action."""
        return self._actions[action_id].path

    def words(self, action_id: str) -> str:
        """Return the keys of an action in the notation of the operating system, or "" if it has none."""
        action = self._actions.get(action_id)
        return ", ".join(keys.toString(NATIVE) for keys in action.shortcuts()) if action else ""

    def is_shipped(self, action_id: str) -> bool:
        """Return whether an action has its default keys."""
        return self._actions[action_id].shortcuts() == self._defaults[action_id]

    def holders(self, action_id: str, keys: QKeySequence) -> list[str]:
        """Return the ids of other actions that already have these keys in a conflicting context."""
        action = self._actions[action_id]
        return [
            other
            for other, one in self._actions.items()
            if one is not action and keys in one.shortcuts() and _conflict(one, action)
        ]

    def refusal(self, keys: QKeySequence) -> str:
        """Return a sentence that says why keys cannot be used, or "" if they can."""
        words = keys.toString(PORTABLE)
        *modifiers, last = words.split("+") if not words.endswith("+") else (*words[:-1].split("+")[:-1], "+")
        if not last:
            return "No key was pressed."
        if HELD.isdisjoint(modifiers) and last in MOVING:
            return f"{keys.toString(NATIVE)} moves about in lists and fields."
        if HELD.isdisjoint(modifiers) and len(last) == 1 and last.isalnum():
            return "Letters and digits are typed; take Ctrl, Alt or a function key with them."
        return ""

    def assign(self, action_id: str, keys: Sequence[QKeySequence]) -> None:
        """Assign keys to an action, and remove them from all others."""
        for one in keys:
            for other in self.holders(action_id, one):
                holder = self._actions[other]
                holder.setShortcuts([old for old in holder.shortcuts() if old != one])
        self._actions[action_id].setShortcuts(list(keys))
        self.changed.emit()

    def reset(self, *action_ids: str) -> None:
        """Restore the default keys of the given actions, or of all."""
        for action_id in action_ids or self.ids:
            if not self.is_shipped(action_id):
                self.assign(action_id, self._defaults[action_id])

    def chosen(self) -> dict[str, str]:
        """Return the keys that differ from the defaults, by action id."""
        return {
            action_id: " ".join(keys.toString(PORTABLE) for keys in action.shortcuts())
            for action_id, action in self._actions.items()
            if not self.is_shipped(action_id)
        }


def _conflict(one: QAction, other: QAction) -> bool:
    """Return whether the shortcuts of two actions can conflict, which those of separate widgets cannot."""
    if not {one.shortcutContext(), other.shortcutContext()} <= WIDGET_ALONE:
        return True
    return not _widgets(one).isdisjoint(_widgets(other))


def _widgets(action: QAction) -> set[QObject]:
    return {one for one in action.associatedObjects() if isinstance(one, QWidget) and not isinstance(one, QMenu)}
