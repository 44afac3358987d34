"""The roster and the card for a test, without the rest of the window."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.app import SMALLEST_FONT
from gm_desk.core.characters.roster import Roster
from gm_desk.core.rules.dice import EntropyDice
from gm_desk.core.wording.phrases import sentence
from gm_desk.model.card.card_edits import CharacterEdits
from gm_desk.model.files.session import Session
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.card.actions import ACTIONS as OF_CARD
from gm_desk.ui.card.actions import AttackCommands
from gm_desk.ui.card.stat_block import StatBlock
from gm_desk.ui.roster.actions import ACTIONS as OF_ROSTER
from gm_desk.ui.roster.actions import PortraitCommands, RosterCommands
from gm_desk.ui.roster.faces import RosterFaces
from gm_desk.ui.roster.group_actions import GroupCommands
from gm_desk.ui.roster.npc_actions import NpcCommands
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.roster.selection_actions import SelectionCommands
from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.widgets.action_rows import ActionRow, HistoryWindow, WindowActions, only_in, only_within
from gm_desk.ui.widgets.buttons import Picker
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.text_input import is_enter, takes_enter
from gm_desk.ui.window.actions import EditCommands
from gm_desk.ui.window.main_window import MainWindow
from gm_desk.ui.window.menus import PORTRAIT
from gm_desk.ui.window.trouble_bar import TroubleBar
from model_makers import a_table
from pane_makers import UNDONE, seat, veiled
from ui_makers import GM, CardUser, dressed

if TYPE_CHECKING:
    from gm_desk.ui.window.panes import Panes

ROSTER = 245
"""The width of the roster in a window that shows all panes."""
CARD = {(1366, 768): (781, 464), (1024, 640): (439, 372), (1920, 1080): (1335, 670), (2560, 1440): (1975, 908)}
"""The size of the card in a window of another size."""
LARGER = {(1024, 640): (559, 527)}
"""The size of the card where the text is half as large again, so that only one of roster, card and log is seen."""


class Beside(QWidget):
    """Two panes side by side, none of which is ever hidden."""

    def __init__(self, roster: QWidget, card: QWidget) -> None:
        """Lay the panes out."""
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        roster.setFixedWidth(ROSTER)
        row.addWidget(roster)
        row.addWidget(card, 1)

    def reveal(self, _: QWidget) -> None:
        """Do nothing, as both are seen."""


class CardWindow(HistoryWindow):
    """The roster and the card alone, with the actions of their rooms."""

    more_rows: tuple[ActionRow, ...] = ()
    """The actions of other rooms."""

    def __init__(self, session: Session, rolling: Rolling, rows: LogModel) -> None:
        """Build both panes of a session; `rows` are the rows of the log, which is not shown."""
        super().__init__(session.document.stack)
        self._session = session
        self._rolling = rolling
        document, log = session.document, session.log
        self.rows = rows
        self.roster = RosterPane(document, lambda: session.portraits, first=False)
        self.edits = CharacterEdits(document, log, rolling.secrecy.beside_rolls, self)
        self.stat = StatBlock(document, session.drafting, lambda: self.edits, lambda: session.portraits)
        self.faces = RosterFaces(self.roster, document)
        self.panes = Beside(self.faces, self.stat)
        self.trouble = TroubleBar()
        self.notice = ""
        self.veil_stack = veiled(self, self._content(), rolling)
        self.stat.complete()
        self._connect()
        self._act()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Roll on Enter, unless the focused widget handles Enter itself; a focused button is clicked."""
        focus = self.focusWidget()
        if not is_enter(event) or takes_enter(focus):
            super().keyPressEvent(event)
        elif isinstance(focus, QPushButton) and not (focus.isCheckable() or focus.menu() or isinstance(focus, Picker)):
            focus.click()
        else:
            self._roll()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Save what is typed, as the whole window does."""
        self.history.settle()
        focus = self.focusWidget()
        if isinstance(focus, CheckedEdit):
            focus.settle()
        event.setAccepted(self._session.save())

    def show_everyone(self) -> None:
        """Do nothing, as everybody is seen."""

    def home(self) -> None:
        """Focus the roster."""
        self.roster.take_focus()

    def refuse(self, problem: str) -> None:
        """Keep why something is impossible."""
        self.notice = sentence(problem)

    def _content(self) -> QWidget:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.trouble)
        column.addWidget(self.panes, 1)
        return middle

    def _keep_notice(self, text: str) -> None:
        self.notice = text

    def _connect(self) -> None:
        for tells in (self.trouble.noticed, self.trouble.failed):
            tells.connect(self._keep_notice)
        self._session.trouble_changed.connect(self.trouble.show_trouble)
        for refusing in (self._session.document, self.roster.model, self.stat):
            refusing.refused.connect(self.refuse)
        self.text_refused.connect(self.refuse)
        self.roster.selected.connect(self._select)
        for takes_selection in (self._rolling.group.select, self.stat.select):
            self.roster.selection_changed.connect(takes_selection)
        self.roster.view.letters_typed.connect(self.stat.rollable.search)
        self.stat.roll_requested.connect(self._roll)
        self._session.document.touched.connect(self.roster.reveal)
        QShortcut(Qt.Key.Key_Escape, self, self._cancel)

    def _act(self) -> None:
        """Let keys do what they do in the whole window."""
        session, whole = self._session, self.as_whole()
        actions = WindowActions(self, (*OF_CARD, *OF_ROSTER, *UNDONE, *self.more_rows))
        actions.refused.connect(self.refuse)
        for row in actions.rows.values():
            if row.choices:
                actions.fill(QMenu(row.text, self), row.id)
        edits = EditCommands(session.document.stack, self.veil_stack)
        selection = SelectionCommands(session, whole)
        actions.serve(self.roster, edits, selection, RosterCommands(session, whole), GroupCommands(session, whole))
        actions.serve(PortraitCommands(whole, session), NpcCommands(whole, session, EntropyDice()))
        actions.serve(AttackCommands(session, self.stat, cast("Panes", self.panes), self))
        edits.follow(actions["window.undo"], actions["window.redo"])
        view = self.roster.view
        only_in(actions["roster.remove"], view, self.stat.skills.view, self.stat.attacks.view)
        for one in ("roster.select_all", "roster.move_group_up", "roster.move_group_down"):
            only_in(actions[one], view)
        only_within(actions["roster.paste_portrait"], self.stat)
        self.stat.head.avatar.addActions([actions[one] for one in PORTRAIT])
        self.roster.selection_changed.connect(actions.count)
        self._serve(actions)

    def as_whole(self) -> MainWindow:
        """Return the window as a whole one, since it has everything that the commands of its rooms need."""
        return cast(MainWindow, self)

    def _serve(self, actions: WindowActions) -> None:
        """Serve the actions of more rooms than roster and card."""

    def _select(self, character_id: str) -> None:
        self._rolling.group.show_character(character_id)
        self._session.view.select(character_id)
        self.stat.show_character(character_id)

    def _cancel(self) -> None:
        """Leave what is being typed, as Esc does."""
        self._rolling.drop()
        self.roster.view.setFocus()

    def _roll(self) -> None:
        self._rolling.roll()


CardLike = TypeVar("CardLike", bound=CardWindow)


class CardHandsOf(CardUser[CardLike]):
    """A game master with the roster, the card, and what else is in a window."""

    def __init__(self, qtbot: QtBot, window: CardLike, session: Session, rolling: Rolling) -> None:
        super().__init__(qtbot, window, session, window.rows)
        self.rolling = rolling

    def trouble(self) -> str:
        """Return the problems and the last notice, those that stay first."""
        bar = self.window.trouble
        return "\n".join(text for text in (bar.says.text() if bar.isVisible() else "", self.window.notice) if text)


CardHands = CardHandsOf[CardWindow]
AtCard = GM | CardHands
"""Whoever sees the card, alone or in the whole window."""


def show_card(
    qtbot: QtBot,
    folder: Path,
    roster: Roster | Path,
    *,
    dice: Iterable[int] = (),
    size: tuple[int, int] = (1366, 768),
    points: float = SMALLEST_FONT,
    appearance: Appearance | None = None,
) -> CardHands:
    """Show the roster and the card as the program does in a window of a size, with the first character selected."""
    appearance = appearance or dressed(points=points)
    wide, high = CARD[size] if points == SMALLEST_FONT else LARGER[size]
    return show_as(CardWindow, qtbot, folder, roster, appearance, (wide, high), *dice)


def show_as(
    kind: type[CardLike],
    qtbot: QtBot,
    folder: Path,
    roster: Roster | Path,
    appearance: Appearance,
    size: tuple[int, int],
    *dice: int,
) -> CardHandsOf[CardLike]:
    """Show a window of a kind with a card of a size, with the first character selected."""
    table = a_table(folder, *dice)
    session, rolling = table.session, table.rolling
    window = kind(session, rolling, table.lines)
    seat(qtbot, window, table, appearance, roster)
    window.roster.select(session.view.selected)
    window.stat.show_character(session.view.selected)
    wide, high = size
    window.resize(ROSTER + wide, high)
    window.show()
    window.home()
    QApplication.processEvents()
    return CardHandsOf(qtbot, window, session, rolling)
