"""Actions: what each is called, where it stands in the menus, and what it does, all by its id."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from gm_desk.core.wording.one_line import tip_of
from gm_desk.ui.theme.icons import icon
from gm_desk.ui.window.history_window import HistoryWindow

TIP, ACTION = "tip", "action"
NATIVE = QKeySequence.SequenceFormat.NativeText


def set_tip(widget: QWidget, text: str, action_id: str) -> None:
    """Show in a tool tip what a widget is for, with the keys of an action.

    A widget that has a `show_key` shows them itself, too.
    """
    widget.setProperty(TIP, text)
    widget.setProperty(ACTION, action_id)
    _show(widget)


def show_keys(widgets: Iterable[QWidget]) -> None:
    """Show the keys anew where they may have changed."""
    for widget in widgets:
        if widget.property(ACTION):
            _show(widget)


def find_action(window: QWidget, action_id: str) -> QAction | None:
    """Return the action of a window that has an id; None where its menus are not there yet."""
    action = window.findChild(QAction, action_id, Qt.FindChildOption.FindDirectChildrenOnly)
    return action if isinstance(action, QAction) else None


def _show(widget: QWidget) -> None:
    action = find_action(widget.window(), str(widget.property(ACTION)))
    keys = action.shortcut().toString(NATIVE) if action is not None else ""
    text = str(widget.property(TIP))
    widget.setToolTip(tip_of(f"{text} ({keys})" if keys and text else text))
    show_key = getattr(widget, "show_key", None)
    if show_key is not None and action is not None:  # the menus may not be there yet
        show_key(keys)


BLIND = "blind"


class ActionRow(Struct, frozen=True):
    """Describe an action; the rows of a room are its table of actions.

    `id` is "room.verb". `slot`, `when`, `choices` and `number` name methods of the objects that do the work, like
    "RosterCommands.remove"; each is looked up when it is needed. The slot gets `data` where there is any, else whether
    the action is on where it is `checkable`, else nothing. `when` returns why the action cannot be done now, "" where
    it can, and gets `data` as well. An action with `choices` is a menu of them, and its slot gets the data of the one
    chosen. `number` takes the number that is typed behind the action's name in the finder.

    `many` is the text while several characters are selected, with %d for how many. One that is `blind` shows nothing
    and asks nothing, so that it can be chosen while the window is veiled. `role` says where a Mac puts it; without one
    it stays where it is, whatever its words are.
    """

    id: str
    text: str
    slot: str
    keys: str = ""
    icon: str = ""
    tip: str = ""
    many: str = ""
    when: str = ""
    choices: str = ""
    number: str = ""
    data: object = None
    checkable: bool = False
    blind: bool = False
    role: QAction.MenuRole = QAction.MenuRole.NoRole

    @property
    def name(self) -> str:
        """Return the text as it is read."""
        return without_mnemonic(self.text)


class Choice(Struct, frozen=True):
    """Describe an entry of a menu that is filled when it opens; one that says `why_not` cannot be chosen.

    `beside` stands at the right of the text. `checked` is None for what cannot be on or off.
    """

    text: str
    data: object = None
    checked: bool | None = None
    why_not: str = ""
    beside: str = ""
    icon: QIcon | None = None


class RowAction(QAction):
    """Do what a row of a table says."""

    def __init__(self, row: ActionRow, actions: "WindowActions", window: QWidget) -> None:
        """Be called as the row says; `path` are the menus that it stands in."""
        super().__init__(row.text, window)
        self.row = row
        self.path: tuple[str, ...] = ()
        self._actions = actions
        self.setObjectName(row.id)
        self.setData(row.data)
        self.setShortcuts([QKeySequence(keys) for keys in row.keys.split(" ") if keys])
        self.setCheckable(row.checkable)
        self.setProperty(BLIND, row.blind)
        self.setMenuRole(row.role)
        if row.tip:
            self.setToolTip(tip_of(row.tip))
        self.triggered.connect(self._do)

    def refresh(self) -> None:
        """Be enabled where the action can be done now."""
        self.setEnabled(not self._actions.why_not(self.row))

    def _do(self, on: bool) -> None:
        row = self.row
        arguments = (row.data,) if row.data is not None else (on,) if row.checkable else ()
        self._actions.do(row, without_mnemonic(self.text()), *arguments)


class ChoiceFiller(QObject):
    """Fill a menu with the choices of an action when it opens, and do what is chosen."""

    def __init__(self, menu: QMenu, row: ActionRow, actions: "WindowActions", below: Sequence[QAction] = ()) -> None:
        """Fill a menu; `below` are actions that stand under the choices."""
        super().__init__(menu)
        self._menu = menu
        self._row = row
        self._actions = actions
        self._below = list(below)
        menu.aboutToShow.connect(self._fill)
        menu.triggered.connect(self._choose)

    def _fill(self) -> None:
        self._menu.clear()
        if why_not := self._actions.why_not(self._row):
            self._menu.addAction(why_not).setEnabled(False)
        else:
            for choice in self._actions.choices(self._row):
                self._add(choice)
        if self._below:
            self._menu.addSeparator()
            self._menu.addActions(self._below)

    def _add(self, choice: Choice) -> None:
        action = self._menu.addAction(f"{choice.text}\t{choice.beside}" if choice.beside else choice.text)
        action.setData(choice)
        action.setMenuRole(QAction.MenuRole.NoRole)
        if choice.icon is not None:
            action.setIcon(choice.icon)
        action.setCheckable(choice.checked is not None)
        action.setChecked(bool(choice.checked))
        action.setEnabled(not choice.why_not)

    def _choose(self, action: QAction) -> None:
        choice = action.data()
        if isinstance(choice, Choice):
            self._actions.choose(self._row, choice)


class WindowActions(QObject):
    """Know the actions of a window by their ids, and the objects that do the work; `done` names what is about to be.

    Before an action does anything, what is being typed is in the roster, however the action was chosen.
    """

    done = Signal(str)

    def __init__(self, window: HistoryWindow, rows: Iterable[ActionRow]) -> None:
        """Make an action of each row, whose keys work in the whole window, and a menu of each that has choices."""
        super().__init__(window)
        self._history = window.history
        self._objects: dict[str, object] = {}
        self.actions: dict[str, RowAction] = {}
        self.menus: dict[str, QMenu] = {}
        self.rows = {row.id: row for row in rows}
        for row in self.rows.values():
            if not row.choices:
                self.actions[row.id] = RowAction(row, self, window)
        window.addActions(list(self.actions.values()))

    def __getitem__(self, action_id: str) -> RowAction:
        """Return an action by its id."""
        return self.actions[action_id]

    def serve(self, *objects: object) -> None:
        """Let objects do what rows name by their classes."""
        self._objects.update({type(one).__name__: one for one in objects})

    def fill(self, menu: QMenu, action_id: str, below: Sequence[QAction] = ()) -> None:
        """Let a menu be filled with the choices of an action."""
        ChoiceFiller(menu, self.rows[action_id], self, below)
        self.menus.setdefault(action_id, menu)

    def choices(self, row: ActionRow) -> list[Choice]:
        """List what can be chosen now."""
        listed: list[Choice] = self._method(row.choices)()
        return listed

    def why_not(self, row: ActionRow) -> str:
        """Return why an action cannot be done now, "" where it can."""
        if not row.when:
            return ""
        return str(self._method(row.when)(*(() if row.data is None else (row.data,))))

    def do(self, row: ActionRow, words: str, *arguments: object) -> None:
        """Do an action."""
        self._call(row.slot, words, *arguments)

    def choose(self, row: ActionRow, choice: Choice) -> None:
        """Do an action with one of its choices."""
        self._call(row.slot, f"{row.name}: {without_mnemonic(choice.text)}", choice.data)

    def give_number(self, row: ActionRow, number: int) -> None:
        """Do an action with a number."""
        self._call(row.number, f"{row.name} {number}", number)

    def _call(self, name: str, words: str, *arguments: object) -> None:
        self._history.settle()
        self.done.emit(words)
        self._method(name)(*arguments)

    def _method(self, name: str) -> Callable[..., Any]:
        owner, _, method = name.partition(".")
        found: Callable[..., Any] = getattr(self._objects[owner], method)
        return found

    def count(self, ids: list[str]) -> None:
        """Say on how many characters an action works."""
        for row in self.rows.values():
            if row.many:
                action = self.menus[row.id].menuAction() if row.choices else self.actions[row.id]
                action.setText(row.text if len(ids) <= 1 else row.many.replace("%d", str(len(ids))))


def only_in(action: QAction, *widgets: QWidget) -> None:
    """Let an action's shortcut work only while one of these widgets has the focus."""
    _bind(action, Qt.ShortcutContext.WidgetShortcut, widgets)


def only_within(action: QAction, *widgets: QWidget) -> None:
    """Let an action's shortcut work only while one of these widgets, or anything in it, has the focus."""
    _bind(action, Qt.ShortcutContext.WidgetWithChildrenShortcut, widgets)


def _bind(action: QAction, context: Qt.ShortcutContext, widgets: Sequence[QWidget]) -> None:
    action.setShortcutContext(context)
    for parent in action.associatedObjects():
        if isinstance(parent, QWidget) and not isinstance(parent, QMenu):
            parent.removeAction(action)
    for widget in widgets:
        widget.addAction(action)


def without_mnemonic(text: str) -> str:
    """Give the words of a menu entry as they are read."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def give_icons(actions: WindowActions) -> None:
    """Give actions their icons; each is drawn when its menu is."""
    for action in actions.actions.values():
        if action.row.icon:
            action.setIcon(icon(action.row.icon))


KEYS = "Shift+F10"


class MenuKey(QObject):
    """Ask the widget with the focus for its menu."""

    def __init__(self, window: QWidget) -> None:
        """Listen in a window."""
        super().__init__(window)
        QShortcut(QKeySequence(KEYS), window, self._open)

    def _open(self) -> None:
        """Open it where the cursor is, or in the middle."""
        widget = QApplication.focusWidget()
        if widget is None:
            return
        cursor = widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        seen = widget.rect().intersected(cursor) if isinstance(cursor, QRect) else QRect()
        at = (widget.rect() if seen.isEmpty() else seen).center()
        QApplication.sendEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, widget.mapToGlobal(at)))
