"""Actions by id: their names, keys and states, the methods they call, and the tool tips that show their keys.

The actions themselves are rows in `actions.py` of each room.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QIcon, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QMenu, QWidget
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.core.wording.phrases import MOST_OF_A_NAME, one_line, tip_of
from gm_desk.model.roster.document import History
from gm_desk.ui.theme.theme import icon

LEVELS = 12
"""Maximum number of widgets through which a change of size is passed up to the window."""
TO_LAY_OUT = QEvent.Type.LayoutRequest.value
TIP, ACTION, KEYS, OWN_TOPIC = "tip", "action", "keys", "topic"
NATIVE = QKeySequence.SequenceFormat.NativeText


def set_tip(widget: QWidget, text: str, action_id: str) -> None:
    """Set a widget's tool tip, with the keys of an action.

    A widget with a `show_key` method is also passed the keys.
    """
    known = widget.property(KEYS) if widget.property(ACTION) == action_id else None
    widget.setProperty(TIP, text)
    widget.setProperty(ACTION, action_id)
    _show(widget, known)


def show_keys(widgets: Iterable[QWidget]) -> None:
    """Update the displayed keys after a change."""
    for widget in widgets:
        if widget.property(ACTION):
            _show(widget)


def find_action(window: QWidget, action_id: str) -> QAction | None:
    """Return a window's action by its id, or None if the menus do not exist yet."""
    action = window.findChild(QAction, action_id, Qt.FindChildOption.FindDirectChildrenOnly)
    return action if isinstance(action, QAction) else None


def _show(widget: QWidget, keys: str | None = None) -> None:
    """Show a widget's tool tip with the keys of its action, known already or found now, which takes long."""
    if keys is None:
        action = find_action(widget.window(), str(widget.property(ACTION)))
        keys = None if action is None else action.shortcut().toString(NATIVE)  # None before the menus are built
        widget.setProperty(KEYS, keys)
    text = str(widget.property(TIP))
    widget.setToolTip(tip_of(f"{text} ({keys})" if keys and text else text))
    name = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
    if text and text in name:
        widget.setAccessibleDescription(keys or "")  # else Qt takes the tool tip, which repeats the name
    show_key = getattr(widget, "show_key", None)
    if show_key is not None and keys is not None:
        show_key(keys)


BLIND = "blind"


class ActionRow(Struct, frozen=True):
    """An action; the rows of a room form its action table.

    `id` is "room.verb". `slot`, `when`, `choices` and `number` name methods of command objects, such as
    "RosterCommands.remove", and are resolved when they are called. The slot is passed `data` if set, else the checked
    state if `checkable`, else nothing. `when` returns why the action is unavailable, or "" if it is available; it is
    passed `data` as well. An action with `choices` is a submenu, and its slot is passed the data of the choice made.
    `number` is called with a number typed after the action's name in the finder.

    One with a `person` acts on the selected characters, those of the roster or of the scene, so that in the finder the
    name of one can stand for the selection.

    `also` is other words by which the finder finds it. `several` is the text while several are selected, with %d for
    their number. A `blind` action shows and asks
    nothing, so it is available while the window is veiled. `role` is the menu role on macOS; by default the action
    stays in its menu, whatever its text.
    """

    id: str
    text: str
    slot: str
    keys: str = ""
    icon: str = ""
    tip: str = ""
    also: str = ""
    several: str = ""
    when: str = ""
    choices: str = ""
    number: str = ""
    data: object = None
    checkable: bool = False
    blind: bool = False
    person: Literal["", "roster", "scene"] = ""
    role: QAction.MenuRole = QAction.MenuRole.NoRole

    @property
    def name(self) -> str:
        """The text without its mnemonic."""
        return without_mnemonic(self.text)


class Choice(Struct, frozen=True):
    """An entry of a menu that is filled when it opens; one with `why_not` is disabled.

    `beside` is right-aligned text. `checked` is None if the entry is not checkable.
    """

    text: str
    data: object = None
    checked: bool | None = None
    why_not: str = ""
    beside: str = ""
    icon: QIcon | None = None


class RowAction(QAction):
    """A QAction for a row of an action table."""

    def __init__(self, row: ActionRow, actions: "WindowActions", window: QWidget) -> None:
        """Create the action from its row; `path`, set later, is the names of the menus that contain it."""
        super().__init__(row.text, window)
        self.row = row
        self.name = row.name
        self.path: tuple[str, ...] = ()
        self._actions = actions
        self.setObjectName(row.id)
        if row.data is not None:
            self.setData(row.data)
        if row.keys:
            self.setShortcuts([QKeySequence(keys) for keys in row.keys.split(" ")])
        if row.checkable:
            self.setCheckable(True)
        if row.blind:
            self.setProperty(BLIND, True)
        self.setMenuRole(row.role)
        if row.tip:
            self.setToolTip(tip_of(row.tip))
        self.triggered.connect(self._do)

    def rename(self, name: str) -> None:
        """Set another name, in the menus and in the list of shortcuts."""
        self.name = name
        self.setText(name)

    def why_not(self) -> str:
        """Return why the action is unavailable, or "" if it is available."""
        return self._actions.why_not(self.row)

    def refresh(self) -> None:
        """Update the enabled state."""
        self.setEnabled(not self.why_not())

    @Slot(bool)  # without it, connecting each of a hundred actions takes longer
    def _do(self, on: bool) -> None:
        row = self.row
        arguments = (row.data,) if row.data is not None else (on,) if row.checkable else ()
        self._actions.do(row, without_mnemonic(self.text()), *arguments)


class ChoiceFiller(QObject):
    """The contents of a menu of choices, filled in when it opens."""

    def __init__(self, menu: QMenu, row: ActionRow, actions: "WindowActions", below: Sequence[QAction] = ()) -> None:
        """Fill `menu` with the row's choices whenever it opens; `below` are actions listed under them."""
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


class HistoryWindow(QMainWindow):
    """A main window with an undo stack, which commits pending input before an action runs.

    It lays out everything before it paints anything. Qt passes a change of size up by one widget each time events are
    processed, and would paint the window in between.

    `text_refused` carries why a text in one of its fields was not taken when the field was left.
    """

    text_refused = Signal(str)

    def __init__(self, history: History) -> None:
        """Create the window for an undo stack."""
        super().__init__()
        self.history = history

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Begin to filter events, of which building the window would send hundreds."""
        super().showEvent(event)
        self.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lay out everything before the window paints itself."""
        if watched is self and event.type() == QEvent.Type.UpdateRequest:
            for _ in range(LEVELS):
                QCoreApplication.sendPostedEvents(None, TO_LAY_OUT)
        return super().eventFilter(watched, event)


def tell_refused(field: QWidget, text: str, problem: str) -> None:
    """Let the main window of a field that was left show why its text was not taken."""
    window = field.window()
    if isinstance(window, HistoryWindow) and window.isActiveWindow():
        window.text_refused.emit(f"“{one_line(text, MOST_OF_A_NAME)}” was not taken: {problem}")


class WindowActions(QObject):
    """The actions of a window by id, and the command objects behind them; `done` names each action about to run.

    Before any action runs, however it was invoked, pending input is committed. One that is unavailable, whose key was
    pressed, is `refused` with the reason.
    """

    done = Signal(str)
    refused = Signal(str)

    def __init__(self, window: "HistoryWindow", rows: Iterable[ActionRow]) -> None:
        """Create an action for each row without choices; their shortcuts work in the whole window."""
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
        """Register command objects under the names of their classes."""
        self._objects.update({type(one).__name__: one for one in objects})

    def fill(self, menu: QMenu, action_id: str, below: Sequence[QAction] = ()) -> None:
        """Make a menu list the choices of an action."""
        ChoiceFiller(menu, self.rows[action_id], self, below)
        menu.setAccessibleName(menu.accessibleName() or without_mnemonic(self.rows[action_id].text))
        menu.menuAction().setObjectName(action_id)
        self.menus.setdefault(action_id, menu)

    def choices(self, row: ActionRow) -> list[Choice]:
        """Return the current choices of an action."""
        listed: list[Choice] = self._method(row.choices)()
        return listed

    def why_not(self, row: ActionRow) -> str:
        """Return why an action is unavailable, or "" if it is available."""
        if not row.when:
            return ""
        return str(self._method(row.when)(*(() if row.data is None else (row.data,))))

    def is_available(self, action: QAction) -> bool:
        """Return whether an action, or a submenu of choices, is available; those without a row always are."""
        row = self.rows.get(action.objectName())
        return row is None or not self.why_not(row)

    def do(self, row: ActionRow, words: str, *arguments: object) -> None:
        """Run an action, if it is available."""
        self._history.settle()
        why = self.why_not(row)
        if why:
            self.refused.emit(why)
        else:
            self._run(row.slot, words, *arguments)

    def trigger(self, row: ActionRow) -> None:
        """Run an action that needs no more input, if it is available, even if its entry in the menus is disabled."""
        self.do(row, row.name, *(() if row.data is None else (row.data,)))

    def choose(self, row: ActionRow, choice: Choice) -> None:
        """Run an action with one of its choices."""
        self._run(row.slot, f"{row.name}: {without_mnemonic(choice.text)}", choice.data)

    def give_number(self, row: ActionRow, number: int) -> None:
        """Run an action with a number."""
        self._run(row.number, f"{row.name} {number}", number)

    def _run(self, name: str, words: str, *arguments: object) -> None:
        self._history.settle()
        self.done.emit(words)
        self._method(name)(*arguments)

    def _method(self, name: str) -> Callable[..., Any]:
        owner, _, method = name.partition(".")
        found: Callable[..., Any] = getattr(self._objects[owner], method)
        return found

    def count(self, ids: list[str]) -> None:
        """Update the texts that state how many characters an action affects."""
        for row in self.rows.values():
            if row.several:
                action = self.menus[row.id].menuAction() if row.choices else self.actions[row.id]
                action.setText(row.text if len(ids) <= 1 else row.several.replace("%d", str(len(ids))))


def only_in(action: QAction, *widgets: QWidget) -> None:
    """Restrict an action's shortcut to when one of these widgets has the focus."""
    _restrict(action, Qt.ShortcutContext.WidgetShortcut, widgets)


def only_within(action: QAction, *widgets: QWidget) -> None:
    """Restrict an action's shortcut to when one of these widgets or its children has the focus."""
    _restrict(action, Qt.ShortcutContext.WidgetWithChildrenShortcut, widgets)


def _restrict(action: QAction, context: Qt.ShortcutContext, widgets: Sequence[QWidget]) -> None:
    action.setShortcutContext(context)
    for parent in action.associatedObjects():
        if isinstance(parent, QWidget) and not isinstance(parent, QMenu):
            parent.removeAction(action)
    for widget in widgets:
        widget.addAction(action)


def without_mnemonic(text: str) -> str:
    """Return a menu text without its mnemonic marker."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def give_icons(actions: WindowActions) -> None:
    """Set the icons of all actions; each is rendered when first shown."""
    for action in actions.actions.values():
        if action.row.icon:
            action.setIcon(icon(action.row.icon))


KEYS = "Shift+F10"


class MenuKey(QObject):
    """The shortcut that opens the context menu of the focused widget."""

    def __init__(self, window: QWidget) -> None:
        """Install the shortcut in a window."""
        super().__init__(window)
        QShortcut(QKeySequence(KEYS), window, self._open)

    def _open(self) -> None:
        """Open the context menu at the text cursor, or in the middle of the widget."""
        widget = QApplication.focusWidget()
        if widget is None:
            return
        cursor = widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        visible = widget.rect().intersected(cursor) if isinstance(cursor, QRect) else QRect()
        at = (widget.rect() if visible.isEmpty() else visible).center()
        QApplication.sendEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, widget.mapToGlobal(at)))


def attempt(edit: Callable[[], object], refuse: Callable[[str], object]) -> None:
    """Make an edit; if the rules forbid it, call `refuse` with the reason."""
    try:
        edit()
    except RulesError as error:
        refuse(error.problem)
