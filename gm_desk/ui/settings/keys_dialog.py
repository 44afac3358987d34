"""The keys of every action, the defaults and those set by the GM, and the dialog that lists and changes them."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QMainWindow,
    QMenu,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.model.item_models import Index, RowChanges
from gm_desk.ui.widgets.action_rows import NATIVE, RowAction
from gm_desk.ui.widgets.buttons import push_button
from gm_desk.ui.widgets.flat_table import FlatTable
from gm_desk.ui.widgets.labels import dim_label, label, wrapped
from gm_desk.ui.widgets.scrolling import set_tab_order
from gm_desk.ui.widgets.text_input import LineEdit

PORTABLE = QKeySequence.SequenceFormat.PortableText
WIDGET_ALONE = {Qt.ShortcutContext.WidgetShortcut, Qt.ShortcutContext.WidgetWithChildrenShortcut}
MOVING = {"Esc", "Tab", "Backtab", "Up", "Down", "Left", "Right", "Home", "End", "PgUp", "PgDown", "Space"}
"""Navigation keys, which every list and field needs for itself."""
HELD = {"Ctrl", "Alt", "Meta"}
"""The modifiers of which a shortcut with a letter or digit needs one, since the key alone types text."""


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
        """The ids of the actions that the open roster's system has, in menu order."""
        return [action_id for action_id, action in self._actions.items() if action.isVisible()]

    def name(self, action_id: str) -> str:
        """Return the name of an action, or "" if there is no such action."""
        action = self._actions.get(action_id)
        return action.name if action else ""

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
        """Return the reason why keys cannot be used as a sentence, or "" if they can."""
        words = keys.toString(PORTABLE)
        *modifiers, last = words.split("+") if not words.endswith("+") else (*words[:-1].split("+")[:-1], "+")
        if not last:
            return "No key was pressed."
        if HELD.isdisjoint(modifiers) and last in MOVING:
            return f"{keys.toString(NATIVE)} moves within lists and fields."
        if HELD.isdisjoint(modifiers) and len(last) == 1 and last.isalnum():
            return "Letters and digits are for typing: add Ctrl or Alt, or use a function key."
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
        for action_id in action_ids or self._actions:
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
    """Return whether the shortcuts of two actions can conflict; those of separate widgets cannot."""
    if not {one.shortcutContext(), other.shortcutContext()} <= WIDGET_ALONE:
        return True
    return not _widgets(one).isdisjoint(_widgets(other))


def _widgets(action: QAction) -> set[QObject]:
    return {one for one in action.associatedObjects() if isinstance(one, QWidget) and not isinstance(one, QMenu)}


HEAD = ("Action", "Menu", "Shortcut")
NO_KEYS = "–"


class KeyModel(QAbstractTableModel):
    """A table of the actions that match the search: name, menu and keys."""

    def __init__(self, shortcuts: Shortcuts, parent: QObject | None = None) -> None:
        """Create the table with all actions."""
        super().__init__(parent)
        self._shortcuts = shortcuts
        self._words: list[str] = []
        self._ids = [*shortcuts.ids]
        self._keys: list[Hashable] = [*shortcuts.ids]
        shortcuts.changed.connect(self._refresh)

    def look_for(self, text: str) -> None:
        """List the actions that contain all words."""
        self._words = text.casefold().split()
        found = [one for one in self._shortcuts.ids if self._fits(one)]
        RowChanges(self, self._ids, self._keys).become(found, [*found])

    def id_at(self, row: int) -> str:
        """Return the id of the action in a row, or "" if there is no such row."""
        return self._ids[row] if 0 <= row < len(self._ids) else ""

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._ids)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(HEAD)

    @override
    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if way == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEAD[section]
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        action_id = self._ids[index.row()]
        does, menu = self._shortcuts.name(action_id), self._shortcuts.menu(action_id)
        keys = self._shortcuts.words(action_id)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return (does, " ▸ ".join(menu), keys or NO_KEYS)[index.column()]
            case Qt.ItemDataRole.AccessibleTextRole:
                return (does, ", ".join(menu), keys or "no shortcut")[index.column()]
        return None

    def _fits(self, action_id: str) -> bool:
        words = (*self._shortcuts.menu(action_id), self._shortcuts.name(action_id), self._shortcuts.words(action_id))
        text = " ".join(words).casefold()
        return all(word in text for word in self._words)

    def _refresh(self) -> None:
        if self._ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._ids) - 1, len(HEAD) - 1), [])


HOW = "Press Enter, then the new shortcut. Delete removes it."
HAND = (
    "Fixed: letters in the roster find an attack or a skill; a double click or Enter rolls; F2 edits; P and Delete pin "
    "and remove a modifier; Ctrl+V pastes stat blocks everywhere but in notes; Esc restores a field and goes "
    "back to the roster."
)
ROW = 1.5
WIDE, TALL = 46, 36
"""In heights of the font."""


class KeyDialog(QDialog):
    """A dialog to change keys; Enter on a row asks for new keys, and a conflict must be confirmed."""

    def __init__(self, shortcuts: Shortcuts, window: QMainWindow) -> None:
        """Create the dialog with all keys, and focus its search field."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keyboard shortcuts")
        self._shortcuts = shortcuts
        self.model = KeyModel(shortcuts, self)
        self.search = LineEdit(placeholderText="Search actions and shortcuts", clearButtonEnabled=True)
        self.search.setAccessibleName("Search actions and shortcuts")
        self.search.textChanged.connect(self._look_for)
        self.search.installEventFilter(self)
        self.table = FlatTable(self.model, ROW)
        self.table.setAccessibleName("Actions and their shortcuts")
        self.table.installEventFilter(self)
        self.table.doubleClicked.connect(self._begin)
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setAccessibleName("New shortcut")
        self.edit.keySequenceChanged.connect(self._assign_pressed)
        self.says = wrapped(label(HOW))
        self.give = push_button("Reassign", self._assign)
        self.give.installEventFilter(self)
        self.reset = push_button("Reset", self._reset)
        self.reset_all = push_button("Reset all", self._reset_all)
        self._lay_out(window)
        self._finish()
        self.search.setFocus()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass arrow keys from the search field to the table, and handle Enter and Delete on the current row."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        key = event.key()
        if watched is self.search and key in {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.table.setFocus()
            self._choose(max(0, self.table.currentIndex().row()))
            return True
        if watched is self.table and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2}:
            self._begin()
            return True
        if watched is self.give and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.give.click()
            return True
        if watched is self.table and key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace} and self._id:
            self._shortcuts.assign(self._id, [])
            self._finish(f"{self._action_name} has no shortcut now.")
            return True
        return super().eventFilter(watched, event)

    @property
    def _id(self) -> str:
        return self.model.id_at(self.table.currentIndex().row())

    @property
    def _action_name(self) -> str:
        return self._shortcuts.name(self._id)

    def _lay_out(self, window: QMainWindow) -> None:
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        head.setHighlightSections(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in (self.reset, self.reset_all):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ResetRole)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())  # the style's icon does not match ours
        close.setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.table, 1)
        row = QHBoxLayout()
        column.addLayout(row)
        row.addWidget(self.says, 1)
        row.addWidget(self.edit)
        row.addWidget(self.give)
        column.addWidget(wrapped(dim_label(HAND)))
        column.addWidget(buttons)
        set_tab_order(close, (self.reset, self.reset_all))
        em = self.fontMetrics().height()
        self.resize(min(em * WIDE, window.width() - 2 * em), min(em * TALL, window.height() - 2 * em))

    def _look_for(self, text: str) -> None:
        self.model.look_for(text)
        self._choose(0)
        self._finish()

    def _choose(self, row: int) -> None:
        self.table.setCurrentIndex(self.model.index(row, 0))

    def _begin(self) -> None:
        """Ask for the new keys."""
        if self._id:
            self.says.setText(f"Press the keys for {self._action_name}.")
            self.give.hide()
            self.edit.clear()
            self.edit.show()
            self.edit.setFocus()

    def _assign_pressed(self) -> None:
        """Assign the keys pressed, unless they are not allowed or belong to another action."""
        keys = self.edit.keySequence()
        if not self.edit.isVisible() or keys.isEmpty():
            return
        if refusal := self._shortcuts.refusal(keys):
            self._finish("" if keys == QKeySequence(Qt.Key.Key_Escape) else refusal)
        elif holders := self._shortcuts.holders(self._id, keys):
            names = ", ".join(map(self._shortcuts.name, holders))
            self.says.setText(f"{keys.toString(NATIVE)} belongs to {names}.")
            self.give.show()
            self.give.setFocus()
            self.edit.hide()
        else:
            self._assign()

    def _assign(self) -> None:
        keys = self.edit.keySequence()
        self._shortcuts.assign(self._id, [keys])
        self._finish(f"{keys.toString(NATIVE)} is now the shortcut for {self._action_name}.")

    def _reset(self) -> None:
        if self._id:
            self._shortcuts.reset(self._id)
            self._finish(f"{self._action_name} has its default shortcut again.")

    def _reset_all(self) -> None:
        self._shortcuts.reset()
        self._finish("All shortcuts are reset to their defaults.")

    def _finish(self, message: str = "") -> None:
        """Show a message, or the instructions, and return to the table."""
        asking = self.edit.isVisible() or self.give.isVisible()
        self.edit.hide()
        self.give.hide()
        self.says.setText(message or HOW)
        if asking:
            self.table.setFocus()
