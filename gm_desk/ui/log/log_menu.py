"""The Log menu, which is the context menu of a line as well: everything that can be done to a roll."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from gm_desk.core.rules.requests import Summed
from gm_desk.model.files.session import Session
from gm_desk.model.log.rows import ENTRY_ID
from gm_desk.store.journal.entries import Entry, Event
from gm_desk.ui.widgets.menus import SEPARATOR, Item, add_items, only_in
from gm_desk.ui.window.main_window import MainWindow


class LineCommands(QObject):
    """Do things to the line of the log that is current, or to the roll that is open."""

    def __init__(self, window: MainWindow, desk: Session) -> None:
        """Work on the log of a window."""
        super().__init__(window)
        self._window = window
        self._view = window.log.view
        self._desk = desk
        self._rejudging = window.log.rejudging
        self._acts = window.log.acts
        self._actions: dict[str, QAction] = {}
        self._view.opened.asked.connect(self._do_open)

    def follow(self, menu: QMenu, actions: list[QAction]) -> None:
        """Enable the actions as they apply, whenever the current line or its roll is another."""
        self._actions = {str(action.data()): action for action in actions}
        menu.aboutToShow.connect(self.refresh)
        self._view.selectionModel().currentChanged.connect(self.refresh)
        self._view.model().dataChanged.connect(self.refresh)
        self._view.model().modelReset.connect(self.refresh)
        self.refresh()

    @property
    def entry(self) -> Entry | None:
        """Give the roll of the current line."""
        entry_id = self._view.currentIndex().data(ENTRY_ID)
        logged = self._desk.log.kept(entry_id) if entry_id else None
        return logged.entry if logged else None

    def do(self) -> None:
        """Do what an action says to the current line."""
        sender, entry = self.sender(), self.entry
        if isinstance(sender, QAction) and entry is not None:
            self._do(str(sender.data()), entry)

    def refresh(self) -> None:
        """Enable what can be done to the current line, in words that fit it."""
        entry = self.entry
        own = Qt.ContextMenuPolicy.ActionsContextMenu if entry else Qt.ContextMenuPolicy.DefaultContextMenu
        self._view.setContextMenuPolicy(own)  # what is no roll has a menu of its own, or none
        for name, action in self._actions.items():
            action.setEnabled(entry is not None and self._applies(name, entry))
        if entry is not None:
            self._actions["strike"].setText("&Let it count again" if entry.struck else "Stri&ke the roll")
            self._actions["reveal"].setText("&Reveal the roll" if entry.secret else "Make the &roll secret")

    def _applies(self, name: str, entry: Entry) -> bool:
        match name:
            case "try":
                return self._acts.can_try(entry)
            case "again":
                return self._acts.can_repeat(entry)
            case "modifier":
                return not isinstance(entry.request, Summed | Event)
            case "override":
                return entry.event is None
            case _:
                return True

    def _do_open(self, name: str) -> None:
        """Do something to the roll that is open."""
        if self._rejudging.entry is not None:
            self._do(name, self._rejudging.entry)

    def _do(self, name: str, entry: Entry) -> None:
        from gm_desk.model.log.entry_text import in_one_line

        match name:
            case "details":
                self._view.unfold(entry.id)
            case "modifier" | "note" | "override":
                self._write(name, entry)
            case "strike":
                self._acts.strike(entry)
            case "reveal":
                self._acts.reveal(entry)
            case "try":
                self._try(entry)
            case "again":
                self._acts.roll_again(entry)
            case "copy":
                QGuiApplication.clipboard().setText(in_one_line(entry))

    def _write(self, name: str, entry: Entry) -> None:
        """Put the cursor where something about the roll is typed."""
        if self._view.panel is None or self._rejudging.entry is None or self._rejudging.entry.id != entry.id:
            self._view.unfold(entry.id)
        if self._view.panel is not None:
            self._view.panel.focus_on(name)

    def _try(self, entry: Entry) -> None:
        """Select who tries again, and wait for the roll."""
        if self._desk.document.character(entry.draft.character) is not None:
            self._window.roster.reveal(entry.draft.character)
        self._acts.try_again(entry)
        self._window.test.row.button.setFocus(Qt.FocusReason.ShortcutFocusReason)


def build_log_menu(menu: QMenu, window: MainWindow, desk: Session) -> list[QAction]:
    """Fill the Log menu, which the lines of the log have as well."""
    does = LineCommands(window, desk)
    items = [
        Item("&Details of the roll", does.do, "Ctrl+I", data="details"),
        Item("Add a forgotten &modifier", does.do, "Ctrl+J", data="modifier"),
        Item("Write your &own verdict", does.do, "Ctrl+U", data="override"),
        Item("&Note on the roll", does.do, "F2", data="note"),
        SEPARATOR,
        Item("Stri&ke the roll", does.do, "Delete", data="strike"),
        Item("&Reveal the roll", does.do, "Ctrl+H", data="reveal"),
        SEPARATOR,
        Item("&Try again", does.do, "Alt+Return Alt+Enter", data="try"),
        Item("Roll &again", does.do, "Ctrl+Shift+Return Ctrl+Shift+Enter", data="again"),
        Item("&Copy the line", does.do, "Ctrl+C", data="copy"),
        SEPARATOR,
    ]
    actions = add_items(menu, items, window)
    view = window.log.view
    for action in actions:
        only_in(action, view)
    does.follow(menu, actions)
    return actions


class LogCommands(QObject):
    """Go from a character to its rolls."""

    def __init__(self, desk: Session, window: MainWindow) -> None:
        """Work on the character that is selected."""
        super().__init__(window)
        self._desk = desk
        self._window = window

    def rolls(self) -> None:
        """Show the rolls of the selected character alone."""
        if self._desk.selected:
            self._window.panes.reveal(self._window.log)
            self._window.log.show_only(self._desk.selected)


def add_rolls(menu: QMenu, window: MainWindow, desk: Session) -> list[QAction]:
    """Add the way to a character's rolls to the Roster menu."""
    does = LogCommands(desk, window)
    return add_items(menu, [SEPARATOR, Item("Rolls in the log", does.rolls, "Ctrl+Shift+L")], window)
