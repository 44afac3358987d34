"""Panes for a test, each without the window around it."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedLayout, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.app import SMALLEST_FONT
from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.model.files.session import Session
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.roll.rolling import Rolling
from gm_desk.store.state import Theme
from gm_desk.ui.roll.actions import ACTIONS, RollCommands
from gm_desk.ui.roll.draft_pane import DraftPane
from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.widgets.action_rows import HistoryWindow, WindowActions, only_in, only_within
from gm_desk.ui.window.actions import ACTIONS as OF_WINDOW
from gm_desk.ui.window.actions import EditCommands
from gm_desk.ui.window.veil import Veil, VeilStack
from model_makers import Table, a_table
from ui_makers import GM, Hands, Shown, dressed, saved

UNDONE = tuple(row for row in OF_WINDOW if row.id in {"window.undo", "window.redo"})
TEST_PANE = {(1366, 768): (330, 707), (1024, 640): (330, 579), (1920, 1080): (330, 1019)}
"""The size of the test pane in a window of another size."""


def veiled(window: QMainWindow, content: QWidget, rolling: Rolling) -> VeilStack:
    """Put a content into a window, with a veil over it."""
    stage = QWidget()
    stack = QStackedLayout(stage)
    stack.addWidget(content)
    window.setCentralWidget(stage)
    return VeilStack(stage, stack, Veil(rolling))


class RollWindow(HistoryWindow):
    """The test pane alone, with the actions of its room, and at its side a place that has the focus at first."""

    def __init__(self, session: Session, rolling: Rolling) -> None:
        """Build the pane of a session, with all its parts."""
        super().__init__(session.document.stack)
        self.test = DraftPane(session.document, session.drafting, rolling)
        self.aside = QWidget()
        self.aside.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.aside)
        column.addWidget(self.test, 1)
        self._rolling = rolling
        self.veil_stack = veiled(self, middle, rolling)
        self.test.complete()
        self._act(session)
        QShortcut(Qt.Key.Key_Escape, self, self._cancel)

    def _act(self, session: Session) -> None:
        """Let keys do what they do in the whole window."""
        test = self.test
        actions = WindowActions(self, (*ACTIONS, *UNDONE))
        edits = EditCommands(session.document.stack, self.veil_stack)
        actions.serve(RollCommands(session, self._rolling, test, self), test, test.row, test.modes, test.opponent)
        actions.serve(test.spent, test.damage, test.attack, edits)
        edits.follow(actions["window.undo"], actions["window.redo"])
        only_in(actions["roll.roll"], self.aside, test.net.scale)
        for one in ("roll.raise_net", "roll.lower_net"):
            only_within(actions[one], self.aside, test)

    def _cancel(self) -> None:
        """Leave what is being typed, as Esc does."""
        self._rolling.drop()
        self.aside.setFocus()


class PaneHands(Hands[Shown]):
    """A game master with a single pane, for whom characters and tests are chosen without the others."""

    def __init__(self, qtbot: QtBot, window: Shown, session: Session, rows: LogModel, rolling: Rolling) -> None:
        super().__init__(qtbot, window, session, rows)
        self.rolling = rolling

    def selects(self, *names: str) -> None:
        """Select characters, as by clicks in the roster."""
        ids = [next(one.id for one in self.roster.characters if one.name == name) for name in names]
        self.rolling.group.show_character(ids[0])
        self.rolling.group.select(ids)
        self.session.view.select(ids[0])

    def prepares(self, skill: str) -> None:
        """Prepare a test of a skill, as by a click on the card."""
        own = self.character(self.session.view.selected).skills
        self.session.drafting.choose(
            self.session.view.selected, AbilityKind.SKILL, next(one.id for one in own if one.name == skill)
        )

    def rolls_check(self, aptitude: str) -> None:
        """Prepare a check of an aptitude, as by a click on the card."""
        self.session.drafting.choose(self.session.view.selected, AbilityKind.CHECK, aptitude)


class RollHands(PaneHands[RollWindow]):
    """A game master with nothing but the test pane."""

    def attacks(self, attack: str, *, rolls: bool = False) -> None:
        """Prepare an attack, as by a click on the card, or roll it, as by a double click."""
        who = self.character(self.session.view.selected)
        self.session.drafting.attack(who, next(one for one in who.attacks if one.name == attack))
        if rolls:
            self.window.test.row.roll()


AtTest = GM | RollHands
"""Whoever sees the test pane, alone or in the whole window."""


def seat(qtbot: QtBot, window: HistoryWindow, table: Table, appearance: Appearance, roster: Roster | Path) -> None:
    """Open a roster in a window with all that is below it, which ends with the window."""
    session = table.session
    for part in (appearance, table.document, table.drafting, table.log, table.rolling, table.lines):
        part.setParent(session)
    session.setParent(window)
    qtbot.addWidget(window)
    window.destroyed.connect(table.log.journal.close)
    session.start(saved(table.places.root, roster) if isinstance(roster, Roster) else roster)
    table.rolling.group.show_character(session.view.selected)
    table.lines.load()


def show_test_pane(
    qtbot: QtBot,
    folder: Path,
    roster: Roster | Path,
    *,
    dice: Iterable[int] = (),
    size: tuple[int, int] = (1366, 768),
    theme: Theme = "dark",
    points: float = SMALLEST_FONT,
) -> RollHands:
    """Show the test pane of a roster as the program does in a window of a size, with the first character selected."""
    appearance = dressed(theme, points)
    table = a_table(folder, *dice)
    window = RollWindow(table.session, table.rolling)
    seat(qtbot, window, table, appearance, roster)
    window.resize(*TEST_PANE[size])
    window.show()
    window.aside.setFocus()
    QApplication.processEvents()
    return RollHands(qtbot, window, table.session, table.lines, table.rolling)
