"""The log for a test, without the rest of the window."""

from collections.abc import Iterable
from pathlib import Path
from typing import cast

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QShortcut
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.core.characters.roster import Roster
from gm_desk.model.files.session import Session
from gm_desk.store.state import Theme
from gm_desk.ui.log.actions import ACTIONS as OF_LOG
from gm_desk.ui.log.export import ExportCommands
from gm_desk.ui.log.log_menu import LineCommands
from gm_desk.ui.log.log_pane import LogPane
from gm_desk.ui.log.statistics_panel import LuckCommands
from gm_desk.ui.roll.actions import ACTIONS as OF_ROLL
from gm_desk.ui.widgets.action_rows import HistoryWindow, WindowActions, only_in
from gm_desk.ui.widgets.buttons import Picker
from gm_desk.ui.widgets.text_input import is_enter, takes_enter
from gm_desk.ui.window.actions import EditCommands
from gm_desk.ui.window.main_window import MainWindow
from gm_desk.ui.window.menus import ON_A_ROLL
from gm_desk.ui.window.trouble_bar import TroubleBar
from model_makers import Table, a_table
from pane_makers import UNDONE, PaneHands, seat, veiled
from ui_makers import GM, dressed

LOG = {(1366, 768): (781, 238), (1024, 640): (689, 202), (1920, 1080): (1335, 344)}
"""The size of the log in a window of another size."""
ROOM = 500
"""The height that the log is lent by other panes, which are not here."""
OTHER_KEYS = {
    "roll.roll_anywhere": "LogWindow.roll",
    "roll.toggle_secret": "LogWindow.toggle_secret",
    "log.filter": "LogWindow.filter_log",
}
"""Actions that do the same as in the whole window, where other panes serve them."""


class LogWindow(HistoryWindow):
    """The log alone, with the actions of its room, and above it a place that has the focus at first."""

    def __init__(self, table: Table) -> None:
        """Build the log of a session."""
        session, rolling = table.session, table.rolling
        super().__init__(session.document.stack)
        self._rolling = rolling
        self.log = LogPane(table.lines, session.document, session.drafting, rolling)
        self.trouble = TroubleBar()
        self.aside = QWidget()
        self.aside.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.trouble)
        column.addWidget(self.aside)
        column.addWidget(self.log, 1)
        self.veil_stack = veiled(self, middle, rolling)
        self.notice = ""
        self.trouble.noticed.connect(self._keep_notice)
        self.trouble.failed.connect(self._keep_notice)
        self.log.view.height_requested.connect(self._lend)
        self._own = LOG[1366, 768][1]
        self._act(session)
        QShortcut(Qt.Key.Key_Escape, self, self._cancel)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Roll on Enter, unless the focused widget handles Enter itself; a focused button is clicked."""
        focus = self.focusWidget()
        if not is_enter(event) or takes_enter(focus):
            super().keyPressEvent(event)
        elif isinstance(focus, QPushButton) and not (focus.isCheckable() or focus.menu() or isinstance(focus, Picker)):
            focus.click()
        else:
            self.roll()

    def roll(self) -> None:
        """Roll what is prepared."""
        self._rolling.roll()

    def toggle_secret(self) -> None:
        """Switch the next roll between secret and public."""
        self._rolling.secrecy.set_secret(not self._rolling.secrecy.secret)

    def filter_log(self) -> None:
        """Go to the filter."""
        self.log.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.log.filter.selectAll()

    def _keep_notice(self, text: str) -> None:
        self.notice = text

    def _lend(self, height: int) -> None:
        """Grow to the height that an open roll needs, as the panes do, and shrink again."""
        frame = self.log.height() - self.log.view.viewport().height()
        self.resize(self.width(), max(self._own, min(ROOM, height + frame)) if height else self._own)

    def _act(self, session: Session) -> None:
        """Let keys do what they do in the whole window."""
        whole = cast(MainWindow, self)  # it has all that these commands ask for
        others = (
            structs.replace(row, slot=OTHER_KEYS[row.id], when="")
            for row in (*OF_ROLL, *OF_LOG)
            if row.id in OTHER_KEYS
        )
        actions = WindowActions(self, (*OF_LOG, *UNDONE, *others))
        edits = EditCommands(session.document.stack, self.veil_stack)
        lines = LineCommands(whole, session)
        actions.serve(self, edits, lines, LuckCommands(whole, session), ExportCommands(whole, session))
        edits.follow(actions["window.undo"], actions["window.redo"])
        lines.follow(QMenu(self), [actions[one] for one in ON_A_ROLL])
        for one in ON_A_ROLL:
            only_in(actions[one], self.log.view)
        self.log.export.clicked.connect(actions["log.export_rolls"].trigger)

    def show_in(self, size: tuple[int, int]) -> None:
        """Become as large as the log in a window of this size."""
        self._own = LOG[size][1]
        self.resize(*LOG[size])

    def _cancel(self) -> None:
        """Leave what is being typed, as Esc does."""
        self._rolling.drop()
        if self.log.has_focus():
            self.log.show_all()
        self.aside.setFocus()


class LogHands(PaneHands[LogWindow]):
    """A game master with nothing but the log."""

    def trouble(self) -> str:
        """Return the problems and the last notice, those that stay first."""
        bar = self.window.trouble
        return "\n".join(text for text in (bar.says.text() if bar.isVisible() else "", self.window.notice) if text)


AtLog = GM | LogHands
"""Whoever sees the log, alone or in the whole window."""


def show_log(
    qtbot: QtBot,
    folder: Path,
    roster: Roster | Path,
    *,
    dice: Iterable[int] = (),
    size: tuple[int, int] = (1366, 768),
    theme: Theme = "dark",
    writes: bool = True,
) -> LogHands:
    """Show the log of a roster as the program does in a window of a size, with the first character selected."""
    appearance = dressed(theme)
    table = a_table(folder, *dice, writes=writes)
    window = LogWindow(table)
    seat(qtbot, window, table, appearance, roster)
    window.show_in(size)
    window.show()
    window.aside.setFocus()
    QApplication.processEvents()
    return LogHands(qtbot, window, table.session, table.lines, table.rolling)
