"""Build the long-lived objects of GM Desk and run the window."""

import gc
import os
import sys
import time
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, QTimer, Signal, qVersion
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from gm_desk import __version__
from gm_desk.core.characters.roster import Roster
from gm_desk.core.rules.dice import Dice, EntropyDice
from gm_desk.model.files.session import FIRST_NAME, FIRST_SYSTEM, Session
from gm_desk.model.files.settings import SecrecyState
from gm_desk.model.files.workers import Runner, Threads
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.places import SUFFIX, Places
from gm_desk.store.shipped import load_system
from gm_desk.store.state import State, Theme, read_state
from gm_desk.ui.theme.appearance import Appearance, TextSize
from gm_desk.ui.theme.theme import with_figures_of_one_width
from gm_desk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from gm_desk.model.log.log_model import LogModel
    from gm_desk.model.log.roll_log import RollLog
    from gm_desk.store.journal.journal import Journal
    from gm_desk.ui.window.shutdown_guard import ShutdownGuard

STARTED = 1_000
"""Milliseconds after which the start is considered complete."""
TURN = 0.00005
"""Seconds after which a worker lets the window go on. With half a millisecond an import kept it waiting for 200 ms: the
window asks for its turn again after each call of Qt that another thread might have used."""
COLLECTED = (700, 10, 10)
"""Thresholds for `gc` after the start; they are Python's defaults."""
PAINT_TIMEOUT = 500
"""Milliseconds to wait for a window that is not painted, for example because it is minimised."""
SETTLING = 5
"""Rounds of event processing until rearranged panes have their final size."""

NAME = "gm-desk"
"""The name of the icon and the window class, and of the desktop entry except in a Flatpak."""
SMALLEST_FONT = 10.0
"""In points; numbers are read at arm's length."""


class FirstFrame(QObject):
    """A one-time signal that a window has been painted."""

    passed = Signal()

    def __init__(self, window: QWidget) -> None:
        """Watch a window that has not been shown yet."""
        super().__init__(window)
        self._window = window
        self._timer = QTimer(self, interval=PAINT_TIMEOUT, singleShot=True)
        self._timer.timeout.connect(self._finish)
        self._painted = False
        window.installEventFilter(self)
        QTimer.singleShot(0, self, self._wait)  # building and showing the window may take as long on a busy computer

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._painted = True
            self._window.removeEventFilter(self)
            self._timer.start(0)
        return False

    def _wait(self) -> None:
        """Begin to wait, now that events are processed."""
        if not self._painted:
            self._timer.start()

    def _finish(self) -> None:
        self._window.removeEventFilter(self)
        self.passed.emit()


class Program(Struct, frozen=True, weakref=True):
    """The objects that live as long as the program."""

    window: MainWindow
    session: Session
    appearance: Appearance
    text: TextSize
    rolling: Rolling
    threads: Threads

    @property
    def log(self) -> "LogModel":
        """The rows of the log."""
        return self.window.log.model

    def guard(self) -> "ShutdownGuard":
        """Report errors, and save at any end of the program, from now on."""
        from gm_desk.ui.window.shutdown_guard import ShutdownGuard

        sys.excepthook = sys.__excepthook__
        made = ShutdownGuard(self.window, self.session, versions, now)
        made.begin()
        return made

    def complete(self) -> None:
        """Build everything that the first frame does not need: the log, the menus, and their commands."""
        from gm_desk.model.log.upkeep import LogMaintenance
        from gm_desk.model.scene.fight_steps import FightSteps
        from gm_desk.model.scene.stage import Stage
        from gm_desk.ui.window.menu_bar import build_menus

        _ = self.rolling.recent, self.rolling.group  # which follow the log before its panes do
        keeper = LogMaintenance(self.session.log, self.session)
        self.session.drafting.draft_changed.connect(keeper.pause)
        keeper.rested.connect(self.session.backups.back_up_log)
        stage = Stage(self.session.document, self.session.log, self.session)
        steps = FightSteps(stage, self.rolling.dice)
        self.window.complete()
        self.window.faces.follow(steps)
        build_menus(self.window, self.session, self.appearance, self.text, self.rolling, steps)
        self.log.renewed.connect(self.window.test.look_back)
        self.session.sharing.external_changes.watch()
        self.threads.release()

    def back_up(self) -> None:
        """Back up what was changed since the last backup."""
        self.session.backups.back_up_all()

    def close_log(self) -> None:
        """Close the file of the log."""
        self.session.log.journal.close()

    def load_log(self) -> None:
        """Show the rolls of the open roster, and suggest the chips that they have left."""
        self.log.load()
        self.session.drafting.suggest_again()


def build(
    application: QApplication,
    places: Places,
    *,
    theme: Theme | None = None,
    text_size: int | None = None,
    writes: bool = True,
    complete: bool = True,
) -> Program:
    """Build the program for a data directory; without `writes`, it writes nothing."""
    sys.setswitchinterval(TURN)
    state = read_state(places.state)
    appearance = Appearance(application)
    appearance.choose(theme or state.theme)
    appearance.animate(state.animation)
    text = TextSize(text_size or state.text_size, application)
    return assemble(places, state, appearance, text, writes=writes, complete=complete)


def assemble(
    places: Places,
    state: State,
    appearance: Appearance,
    text: TextSize,
    *,
    writes: bool = True,
    dice: Dice | None = None,
    runner: Runner | None = None,
    complete: bool = True,
) -> Program:
    """Build the objects for a data directory; the default is random dice and a thread for writing files.

    Without `complete`, parts that the first frame does not need are left out until `Program.complete`.
    """

    def open_journal(roster_id: str) -> "Journal":
        from gm_desk.store.journal.journal import Journal

        return Journal(places.journal(roster_id), read_only=not writes)

    def make_log() -> "RollLog":
        from gm_desk.model.log.roll_log import RollLog

        return RollLog(open_journal, new_id, now, lambda: document.roster.stage, session)

    document = RosterDocument(Roster(id=new_id(), name=FIRST_NAME), load_system(FIRST_SYSTEM), new_id)
    drafting = Drafting(document)
    threads = Threads(held=not complete)
    session = Session(places, state, document, make_log, drafting, runner or threads, now=now, writes=writes)
    for part in (document, drafting, threads):
        part.setParent(session)
    rolling = Rolling(document, drafting, lambda: session.log, dice or EntropyDice(), session)
    window = MainWindow(session, rolling)
    program = Program(window, session, appearance, text, rolling, threads)
    if complete:
        program.complete()
    rolling.secrecy.set_default(state.secret)
    session.roster_opened.connect(SecrecyState(session.settings, document, rolling.secrecy, session).restore)
    if writes and state.veiled:
        window.veil_stack.set_veiled(True)
    session.setParent(window)
    return program


def run(places: Places, roster: Path | None, theme: Theme | None, text_size: int | None = None) -> int:
    """Show the window until it is closed, and return the exit code."""
    application = _application()
    program = build(application, places, theme=theme, text_size=text_size, complete=False)
    sys.excepthook = partial(_report_early, program)
    campaign = roster if roster is not None and roster.suffix.casefold() == SUFFIX else None
    program.session.start(None if campaign else roster)
    application.aboutToQuit.connect(program.session.save)
    application.aboutToQuit.connect(program.back_up)
    application.aboutToQuit.connect(program.close_log)
    application.aboutToQuit.connect(program.session.sharing.leave)
    if sys.platform == "darwin":  # on other systems a file is an argument, and an event filter costs time
        from gm_desk.ui.files.actions import OpenedFiles

        OpenedFiles(application, program.window, program.session)
    first_frame = FirstFrame(program.window)
    for later in (program.guard, program.complete, program.load_log):
        first_frame.passed.connect(later)
    first_frame.passed.connect(partial(activate, program.window))
    program.window.show()
    QTimer.singleShot(STARTED, collect)
    program.session.roster_opened.connect(program.load_log)
    if campaign is not None:
        first_frame.passed.connect(lambda: program.window.campaign_offered.emit(campaign))
    code = application.exec()
    free(program.window)
    return code


def _report_early(
    program: Program, kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Report an error that occurs before the first frame, when nothing else reports errors yet."""
    program.guard()
    sys.excepthook(kind, error, trace)


def draw(
    picture: Path,
    places: Places,
    roster: Path | None,
    *,
    theme: Theme | None,
    text_size: int | None,
    size: tuple[int, int],
    part: str | None = None,
) -> str:
    """Draw the window or a pane of it without showing it; return what went wrong, or ""."""
    application = _application()
    program = build(application, places, theme=theme, text_size=text_size, writes=False)
    program.session.start(roster)
    program.log.load()
    program.window.resize(QSize(*size))
    program.window.show()
    for _ in range(SETTLING):
        application.processEvents()
    shown = program.window.size().toTuple()
    window = program.window
    panes = {"roster": window.faces, "card": window.stat, "test": window.test, "log": window.log}
    drawn = shown == size and panes.get(part or "", window).grab().save(str(picture))
    window.close()
    free(window)
    if shown != size:
        return f"The window does not fit into {size[0]}x{size[1]}; the smallest it can be is {shown[0]}x{shown[1]}."
    return (
        ""
        if drawn
        else f"The picture could not be written to {picture}: give a file name like desk.png in an existing folder."
    )


def activate(window: QWidget) -> None:
    """Ask for the keyboard where X has no window manager that gives it to a new window: shortcuts need it."""
    if QApplication.platformName() == "xcb" and QApplication.activeWindow() is None:
        window.activateWindow()


def free(window: QWidget) -> None:
    """Delete a window and its parts now, before garbage collection deletes them in the wrong order."""
    window.hide()  # a signal ends the program without closing it, and the players' window closes when it is hidden
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def collect() -> None:
    """Turn garbage collection on, but exclude the objects built at the start, all of which stay alive."""
    gc.freeze()
    gc.set_threshold(*COLLECTED)


def new_id() -> str:
    """Return a new unique id."""
    return os.urandom(8).hex()


def now() -> int:
    """Return the time in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def desktop_entry() -> str:
    """Return the name of the desktop entry; in a Flatpak it is the id of the program."""
    return os.environ.get("FLATPAK_ID") or NAME


def versions() -> dict[str, str]:
    """Return the versions of Python, Qt and the system, for crash reports."""
    import platform

    import PySide6

    from gm_desk.installation import installation

    return {
        "GM Desk": __version__,
        "Installed": installation().label,
        "Python": platform.python_version(),
        "Qt": qVersion(),
        "PySide6": PySide6.__version__,
        "System": platform.platform(),
    }


def _application() -> QApplication:
    """Create the Qt application with our name and icon."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(NAME)  # for a separate task bar entry
    application = QApplication([NAME])  # X takes the window class from it
    application.setApplicationName(NAME)
    application.setApplicationDisplayName("GM Desk")
    application.setDesktopFileName(desktop_entry())
    font = application.font()
    font.setPointSizeF(max(font.pointSizeF(), SMALLEST_FONT))
    application.setFont(with_figures_of_one_width(font))
    return application
