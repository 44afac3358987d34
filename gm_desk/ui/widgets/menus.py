"""Tool tips that tell the keys of an action, whatever they are set to."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QAction, QActionGroup, QContextMenuEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from gm_desk.core.wording.one_line import tip_of
from gm_desk.ui.theme.icons import icon
from gm_desk.ui.window.history_window import HistoryWindow

TIP, COMMAND = "tip", "command"
NATIVE = QKeySequence.SequenceFormat.NativeText


def set_tip(widget: QWidget, text: str, command: str) -> None:
    """Tell what a widget is for, and the keys of an action by its name, "Roll/Add a modifier".

    A widget that has a `show_key` shows them itself, too.
    """
    widget.setProperty(TIP, text)
    widget.setProperty(COMMAND, command)
    _show(widget)


def show_keys(widgets: Iterable[QWidget]) -> None:
    """Tell the keys anew where they may have changed."""
    for widget in widgets:
        if widget.property(COMMAND):
            _show(widget)


def _show(widget: QWidget) -> None:
    where, command = Qt.FindChildOption.FindDirectChildrenOnly, str(widget.property(COMMAND))
    action = widget.window().findChild(QAction, command, where)
    keys = action.shortcut().toString(NATIVE) if isinstance(action, QAction) else ""
    text = str(widget.property(TIP))
    widget.setToolTip(tip_of(f"{text} ({keys})" if keys and text else text))
    show_key = getattr(widget, "show_key", None)
    if show_key is not None and action is not None:  # the menus may not be there yet
        show_key(keys)


Slot = Callable[..., object]


class Item(Struct, frozen=True):
    """Describe an action; `data` travels with it, `on` makes it one that can be on or off.

    One that is `blind` shows nothing and asks nothing, so that it can be chosen while the window is veiled.
    `role` says where a Mac puts it; without one it stays where it is, whatever its words are.
    """

    text: str
    slot: Slot | None = None
    keys: str = ""
    data: object = None
    on: bool | None = None
    blind: bool = False
    role: QAction.MenuRole = QAction.MenuRole.NoRole


SEPARATOR = Item("")
BLIND = "blind"


def add_items(menu: QMenu, items: Sequence[Item], owner: HistoryWindow) -> list[QAction]:
    """Add actions to a menu, and to its owner so that their shortcuts work in the whole window.

    Before one does anything, what is being typed is in the roster, however it was chosen.
    """
    made = []
    for item in items:
        if item is SEPARATOR:
            menu.addSeparator()
            continue
        action = QAction(item.text, owner)
        action.setObjectName(f"{_path(menu)}/{without_mnemonic(item.text)}")
        action.setData(item.data)
        action.setShortcuts([QKeySequence(keys) for keys in item.keys.split(" ") if keys])
        action.setProperty(BLIND, item.blind)
        action.setMenuRole(item.role)
        if item.on is not None:
            action.setCheckable(True)
            action.setChecked(item.on)
        action.triggered.connect(owner.history.settle)
        if item.slot is not None:
            action.triggered.connect(item.slot)
        menu.addAction(action)
        owner.addAction(action)
        made.append(action)
    return made


def add_choices(menu: QMenu, items: Sequence[Item], owner: HistoryWindow, slot: Slot) -> QActionGroup:
    """Add actions of which one is on; the slot gets the action chosen."""
    group = QActionGroup(owner)
    for action in add_items(menu, items, owner):
        action.setCheckable(True)
        group.addAction(action)
    group.triggered.connect(slot)
    return group


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


def _path(menu: QMenu) -> str:
    """Name a menu with the menus it is in: "File/Open recent"."""
    outer = menu.parentWidget()
    name = without_mnemonic(menu.title())
    return f"{_path(outer)}/{name}" if isinstance(outer, QMenu) else name


ICONS = {
    "New roster…": "add",
    "Open roster…": "open",
    "House rules…": "settings",
    "Save a copy…": "copy",
    "Backups…": "history",
    "Export campaign…": "export",
    "Import campaign…": "import",
    "Undo": "undo",
    "Redo": "redo",
    "New character": "new-character",
    "New NPC from a template…": "template",
    "Paste stat block…": "paste",
    "Remove": "delete",
    "Duplicate character": "copy",
    "New group": "group",
    "Portrait…": "portrait",
    "Print cards…": "print",
    "Prep check": "search",
    "Roll": "dice",
    "Secret": "secret",
    "Opposed": "opposed",
    "The other side": "turn",
    "New scene": "scene",
    "Add a modifier": "add",
    "Statistics": "luck",
    "Export rolls…": "export",
    "Import rolls…": "import",
    "Print the recap…": "print",
    "Find anything": "search",
    "Filter the roster": "filter",
    "Filter the log": "filter",
    "What is this?": "help",
    "Keys…": "keys",
    "About GM Desk": "about",
}


def give_icons(window: QWidget) -> None:
    """Give the actions of a window their icons; each is drawn when its menu is."""
    for action in window.findChildren(QAction, options=Qt.FindChildOption.FindDirectChildrenOnly):
        name = ICONS.get(without_mnemonic(action.text()))
        if name is not None:
            action.setIcon(icon(name))


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
