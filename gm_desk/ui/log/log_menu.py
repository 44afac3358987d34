"""The commands on a roll in the log, and the command that shows a character's rolls."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from gm_desk.core.rules.requests import Summed
from gm_desk.model.files.session import Session
from gm_desk.model.log.rows import ENTRY_ID
from gm_desk.store.journal.entries import Entry, Event
from gm_desk.ui.widgets.action_rows import RowAction
from gm_desk.ui.window.main_window import MainWindow


class LineCommands(QObject):
    """The commands on the current line of the log, or on the open roll."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Act on the log of a window."""
        super().__init__(window)
        self._window = window
        self._view = window.log.view
        self._session = session
        self.history = session.document.stack
        self._rejudging = window.log.rejudging
        self._acts = window.log.acts
        self._actions: dict[str, RowAction] = {}
        self._view.opened.asked.connect(self._do_open)

    def follow(self, menu: QMenu, actions: Sequence[RowAction]) -> None:
        """Update the actions whenever the current line or its roll changes."""
        self._actions = {str(action.row.data): action for action in actions}
        menu.aboutToShow.connect(self.refresh)
        self._view.selectionModel().currentChanged.connect(self.refresh)
        self._view.model().dataChanged.connect(self.refresh)
        self._view.model().modelReset.connect(self.refresh)
        self.refresh()

    @property
    def entry(self) -> Entry | None:
        """The roll of the current line."""
        entry_id = self._view.currentIndex().data(ENTRY_ID)
        logged = self._session.log.kept(entry_id) if entry_id else None
        return logged.entry if logged else None

    def do(self, act: str) -> None:
        """Run a command on the roll of the current line."""
        if entry := self.entry:
            self._do(act, entry)

    def refresh(self) -> None:
        """Enable the actions that apply to the current line, and adapt their labels."""
        entry = self.entry
        own = Qt.ContextMenuPolicy.ActionsContextMenu if entry else Qt.ContextMenuPolicy.DefaultContextMenu
        self._view.setContextMenuPolicy(own)  # other rows have their own menu, or none
        for action in self._actions.values():
            action.refresh()
        if entry is not None:
            self._actions["strike"].setText("R&estore" if entry.struck else "Stri&ke out")
            self._actions["reveal"].setText("Make pu&blic" if entry.secret else "Ma&rk secret")

    def why_not(self, act: str) -> str:
        """Return why a command does not apply to the current line, or "" if it does."""
        entry = self.entry
        if entry is None:
            return "No roll is selected in the log"
        return "" if self._applies(act, entry) else "This does not apply to the selected roll"

    def _applies(self, act: str, entry: Entry) -> bool:
        match act:
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
        """Run a command on the open roll."""
        if self._rejudging.entry is not None:
            self._do(name, self._rejudging.entry)

    def _do(self, name: str, entry: Entry) -> None:
        from gm_desk.model.log.entry_text import in_one_line

        match name:
            case "details":
                self._view.unfold(entry.id)
            case "modifier" | "note" | "override":
                self._focus_field(name, entry)
            case "strike":
                if says := self._acts.strike(entry):
                    self._window.toast.show_message(says)
            case "reveal":
                self._acts.reveal(entry)
            case "try":
                self._try(entry)
            case "again":
                self._acts.roll_again(entry)
            case "copy":
                QGuiApplication.clipboard().setText(in_one_line(entry))

    def _focus_field(self, name: str, entry: Entry) -> None:
        """Open the roll and focus the field for a note, a verdict or a modifier."""
        if self._view.panel is None or self._rejudging.entry is None or self._rejudging.entry.id != entry.id:
            self._view.unfold(entry.id)
        if self._view.panel is not None:
            self._view.panel.focus_on(name)

    def _try(self, entry: Entry) -> None:
        """Prepare a retry: select the character and focus the Roll button."""
        if self._session.document.character(entry.draft.character) is not None:
            self._window.roster.reveal(entry.draft.character)
        self._acts.try_again(entry)
        self._window.test.row.button.setFocus(Qt.FocusReason.ShortcutFocusReason)


class LogCommands(QObject):
    """The commands that go from a character to the log."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Act on the selected character."""
        super().__init__(window)
        self._session = session
        self._window = window

    def rolls(self) -> None:
        """Show only the rolls of the selected character."""
        self._window.panes.reveal(self._window.log)
        self._window.log.show_only(self._session.view.selected)
