"""The main window: four panes, a header and a menu bar for one session."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QMoveEvent, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QPushButton, QStackedLayout, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.wording.phrases import sentence
from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.card.stat_block import StatBlock
from gm_desk.ui.roll.draft_pane import DraftPane
from gm_desk.ui.roster.faces import RosterFaces, SharedSelection
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.theme.theme import program_icon
from gm_desk.ui.widgets.action_rows import HistoryWindow, MenuKey
from gm_desk.ui.widgets.buttons import Picker
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.scrolling import LatePart, join
from gm_desk.ui.widgets.text_input import is_enter, takes_enter
from gm_desk.ui.window.header import Header, WindowTitle
from gm_desk.ui.window.panes import Panes, WindowGeometry

if TYPE_CHECKING:
    from gm_desk.core.finder.meanings import Meaning
    from gm_desk.model.card.card_edits import CharacterEdits
    from gm_desk.model.roll.finder import FinderSearch
    from gm_desk.ui.finder.actions import FinderCommands
    from gm_desk.ui.log.log_pane import LogPane
    from gm_desk.ui.window.toast import Toast
    from gm_desk.ui.window.trouble_bar import TroubleBar
    from gm_desk.ui.window.veil import VeilStack

TITLES = ("&File", "&Edit", "&Roster", "&Scene", "Ro&ll", "Lo&g", "&View", "&Help")
"""The menus of the menu bar."""


class FoundMeanings(QObject):
    """What the finder of the header finds, and the commands that do it, built for the first line that is typed."""

    def __init__(self, session: Session, rolling: Rolling, window: "MainWindow") -> None:
        """Do in a window what is found."""
        super().__init__(window)
        self._session = session
        self._rolling = rolling
        self._window = window

    def search(self) -> "FinderSearch":
        """Return the search in the open roster."""
        from gm_desk.model.roll.finder import FinderSearch

        return FinderSearch(self._session, self._window.roster.selected_ids)

    @cached_property
    def _commands(self) -> "FinderCommands":
        """The commands for results."""
        from gm_desk.ui.finder.actions import FinderCommands

        window = self._window
        made = FinderCommands(self._session, self._rolling, window.roster, window.edits, window)
        made.begun.connect(window.home)
        made.several_requested.connect(window.several_requested)
        made.opponent_requested.connect(window.test.ask_for_opponent)
        return made

    def do(self, meaning: "Meaning") -> None:
        """Do what was found."""
        self._commands.do(meaning)

    def prepare(self, meaning: "Meaning") -> None:
        """Prepare the test that was found."""
        self._commands.prepare(meaning)


class Messages(QObject):
    """The messages of a window, whose trouble bar and toast are built when needed."""

    def __init__(self, window: "MainWindow") -> None:
        """Show messages in a window."""
        super().__init__(window)
        self._window = window

    def show_trouble(self, source: str, text: str) -> None:
        """Show a trouble from a source in the bar, or clear it if the text is empty."""
        if text or MainWindow.trouble.built(self._window) is not None:
            self._window.trouble.show_trouble(source, text)

    def show_notice(self, text: str, source: str = "") -> None:
        """Show a notice in the bar."""
        self._window.trouble.show_notice(text, source)

    def show_message(self, text: str) -> None:
        """Show a message beside the menus, or clear it if the text is empty."""
        if text or MainWindow.toast.built(self._window) is not None:
            self._window.toast.show_message(text)

    def warn(self, text: str) -> None:
        """Show a warning beside the menus, or clear it if the text is empty."""
        if text or MainWindow.toast.built(self._window) is not None:
            self._window.toast.warn(text)


class MainWindow(HistoryWindow):
    """The main window, which synchronises the selection of all panes."""

    copy_requested = Signal()
    campaign_offered = Signal(object)
    enter_pressed = Signal()
    action_done = Signal(str)
    several_requested = Signal(object)

    def __init__(self, session: Session, rolling: Rolling) -> None:
        """Create the window for a session."""
        super().__init__(session.document.stack)
        self._session = session
        self._rolling = rolling
        self.setObjectName("mainWindow")
        self.menus = [self.menuBar().addMenu(title) for title in TITLES]
        self._found = FoundMeanings(session, rolling, self)
        self._messages = Messages(self)
        self.header = Header(session.document, self._found.search)
        first = not session.settings.state.recent
        self.roster = RosterPane(session.document, lambda: session.portraits, first=first)
        self.faces = RosterFaces(self.roster, session.document)
        self.stat = StatBlock(session.document, session.drafting, lambda: self.edits, lambda: session.portraits)
        self.test = DraftPane(session.document, session.drafting, rolling)
        self._log_place = QWidget()
        window = session.settings.state.window
        self._front = window.front
        self.panes = Panes(self.faces, self.stat, self.test, self._log_place, window.panes, window.hidden)
        middle, self._column = _in_a_column(self.header, self.panes)
        self._stage = QWidget()
        self._stack = QStackedLayout(self._stage)
        self._stack.addWidget(middle)
        MenuKey(self)
        self.setCentralWidget(self._stage)
        self._geometry = WindowGeometry(self, self.panes, session.settings)
        self._selection = SharedSelection(session, self.roster, self.stat, rolling, self)
        self._title = WindowTitle(self, session.document, self.header.unsaved, rolling.secrecy)
        self._connect()
        self._geometry.restore()

    def complete(self) -> None:
        """Build the parts that the first frame does not need."""
        from gm_desk.ui.window.announcer import Announcer

        self.setWindowIcon(program_icon())
        Announcer(self.veil_stack, self._rolling)
        _ = self.log
        self.test.complete()
        self.stat.complete()

    @LatePart
    def veil_stack(self) -> "VeilStack":
        """The veil over the whole window, built when it is first put on or after the first frame."""
        from gm_desk.ui.window.veil import Veil, VeilStack

        made, secrecy = VeilStack(self._stage, self._stack, Veil(self._rolling)), self._rolling.secrecy
        for follows in (secrecy.set_veiled, self._title.refresh, self._session.settings.set_veiled):
            made.veiled_changed.connect(follows)
        made.focus_lost.connect(self.home)
        return made

    @LatePart
    def edits(self) -> "CharacterEdits":
        """The edits of health and conditions, built for the first of them or after the first frame."""
        from gm_desk.model.card.card_edits import CharacterEdits

        session = self._session
        return CharacterEdits(session.document, session.log, self._rolling.secrecy.beside_rolls, self)

    @LatePart
    def log(self) -> "LogPane":
        """The log pane, which is built when first needed, after the first frame."""
        from gm_desk.model.log.log_model import LogModel
        from gm_desk.ui.log.log_pane import LogPane

        session = self._session
        pane = LogPane(LogModel(session.log, session), session.document, session.drafting, self._rolling)
        place = QVBoxLayout(self._log_place)
        place.setContentsMargins(0, 0, 0, 0)
        place.addWidget(pane)
        join(pane, self.test.row)
        pane.model.set_folded(session.view.folded_evenings)
        pane.model.folded_changed.connect(session.view.fold_evenings)
        pane.height_requested.connect(self.panes.splitters.lend)
        return pane

    @LatePart
    def toast(self) -> "Toast":
        """The messages beside the menus, built for the first message, or with the scene."""
        from gm_desk.ui.window.toast import Toast

        made = Toast(self, self.veil_stack)
        made.turn_to(self._session.document.roster.id)
        return made

    @LatePart
    def trouble(self) -> "TroubleBar":
        """The bar of problems and notices, built for the first of them, or for the commands that it offers."""
        from gm_desk.ui.window.trouble_bar import TroubleBar

        made = TroubleBar()
        self._column.insertWidget(self._column.indexOf(self.header) + 1, made)
        join(made, self.header)
        made.noticed.connect(self._messages.show_message)
        made.failed.connect(self._messages.warn)
        made.focus_lost.connect(self.home)
        return made

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        front, self._front = self._front, ""
        if not self._rolling.secrecy.veiled and (front in {"", "roster"} or not self.panes.go_on(front)):
            self.home()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if self.save():
            self._session.backups.back_up_all()
            self._session.sharing.leave()
            event.accept()
        else:
            from gm_desk.ui.window.trouble_bar import ask_to_close

            event.ignore()
            ask_to_close(self, self.copy_requested, self._session.give_up)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Roll on Enter, unless the focused widget handles Enter itself; a focused button is clicked."""
        focus, plain = self.focusWidget(), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not is_enter(event) or not plain or takes_enter(focus):
            super().keyPressEvent(event)
        elif isinstance(focus, QPushButton) and not (focus.isCheckable() or focus.menu() or isinstance(focus, Picker)):
            focus.click()
        elif not event.isAutoRepeat():
            self.enter_pressed.emit()

    def settle(self) -> None:
        """Commit all pending input."""
        self.history.settle()
        self.test.chips.commit()
        focus = self.focusWidget()
        if isinstance(focus, CheckedEdit):
            focus.settle()

    def save(self) -> bool:
        """Save everything now, pending input included, and return whether roster and rolls are on disk."""
        self.settle()
        self._geometry.save()
        return self._session.save()

    def home(self) -> None:
        """Focus the roster, and clear a filter that had the focus."""
        if self.roster.filter.hasFocus():
            self.roster.filter.clear()
        log = MainWindow.log.built(self)
        if log is not None and log.has_focus():
            log.show_all()
        self.panes.reveal(self.faces)
        self.faces.take_focus()

    def show_everyone(self) -> None:
        """Show the roster pane with everyone in it."""
        self.panes.reveal(self.faces)
        self.faces.show_everyone()

    def _cancel_pending(self) -> None:
        """Cancel a roll that waits for more dice, and focus the roster."""
        self._rolling.drop()
        self.home()

    def _connect(self) -> None:
        self.roster.model.folds.folded_changed.connect(self._session.view.fold)
        self.roster.view.letters_typed.connect(self.stat.rollable.search)
        self.stat.roll_requested.connect(self.test.row.roll)
        for typing in (self.stat, self.roster.view):
            typing.digit_typed.connect(self.test.row.begin)
        self.test.revealed.connect(self.roster.reveal)
        self.test.several_requested.connect(self.several_requested)
        self.stat.attacks.opponent_requested.connect(self.test.ask_for_opponent, Qt.ConnectionType.QueuedConnection)
        self.header.finder.found.connect(self._found.do)
        self.header.finder.prepared.connect(self._found.prepare)
        self.faces.built.connect(self._connect_scene)
        self._session.roster_opened.connect(self._show_roster)
        self._session.sharing.noticed.connect(self._messages.show_notice)
        for follows in (self._messages.show_trouble, self.header.unsaved.follow):
            self._session.trouble_changed.connect(follows)
        for refusing in (self._session.document, self.roster.model, self.test.row, self.stat):
            refusing.refused.connect(self.refuse)
        self.text_refused.connect(self.refuse)
        QShortcut(QKeySequence("Esc"), self, self._cancel_pending)  # `Qt.Key` has 471 members, made when one is used

    def _connect_scene(self) -> None:
        """Connect keys typed in the scene's list like those typed in the roster's, and build what shows messages."""
        self.faces.scene.view.letters_typed.connect(self.stat.rollable.search)
        self.faces.scene.view.digit_typed.connect(self.test.row.begin)
        self.faces.scene.view.net_stepped.connect(self._session.drafting.modifiers.nudge)
        _ = self.toast  # so that no step of a fight has to build it

    def _show_roster(self) -> None:
        """Show the roster just opened, with its saved selection and folded groups."""
        if MainWindow.toast.built(self) is not None:
            self.toast.turn_to(self._session.document.roster.id)
        self.roster.filter.clear()
        self._selection.show_saved()
        if (log := MainWindow.log.built(self)) is not None:
            log.show_all()
            log.model.set_folded(self._session.view.folded_evenings)
        self._title.refresh()
        self.home()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._geometry.save_soon()

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._geometry.save_soon()

    def refuse(self, problem: str) -> None:
        """Show why something is impossible, unless the trouble bar shows it already."""
        if sentence(problem) not in self.trouble.says.text():
            self.toast.show_message(sentence(problem), warns=True)


def _in_a_column(header: Header, panes: Panes) -> tuple[QWidget, QVBoxLayout]:
    """Return a widget with the header and the panes in a column."""
    middle = QWidget()
    column = QVBoxLayout(middle)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(header)
    column.addWidget(panes, 1)
    return middle, column
