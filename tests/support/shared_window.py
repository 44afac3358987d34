"""A window that the tests of a module use in turn: each finds it as if it had just been opened."""

import gc
from collections.abc import Iterable
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from gm_desk.app import Program
from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.draft import Draft
from gm_desk.store.state import PlayersPlace, View, Window
from gm_desk.ui.window.main_window import MainWindow
from lasting import SHARED
from ui_makers import GM, USUAL, ScriptedDice, dressed, left_at, open_window, saved

Case = tuple[Roster, str, Draft]
"""A roster, who is selected in it, and the test that is prepared."""


class SharedWindow:
    """A window that is opened for the first test that asks for it.

    Before the next test it is put back. If it does not look then as it did in the beginning, another one is opened, so
    no test has to leave it as it was.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program: Program | None = None
        self._dice = ScriptedDice(())
        self._frame: list[object] = []
        self._first: list[tuple[Case, list[object]]] = []
        self._rosters = 0

    def sit_down(self, qtbot: QtBot, roster: Roster, selected: str, draft: Draft, dice: Iterable[int]) -> GM:
        """Open a roster, with somebody selected and a test prepared; it gets an id of its own, and so has no rolls."""
        case = (roster, selected, draft)
        self._rosters += 1
        roster = structs.replace(roster, id=f"{roster.id}{self._rosters}")
        view = View(selected=selected, draft=draft)
        self._dice.throw(dice)
        if self._program is not None:
            put_back(self._program, roster, view)
            if not self._is_as_new(case):
                self.close()
        if self._program is None:
            folder = left_at(self._folder / roster.id, selected, draft, roster.id)
            self._program = open_window(folder, roster, dressed(), dice=self._dice)
            self._program.window.setProperty(SHARED, True)
            self._first = [(case, looks(self._program))]
            self._frame = frame(self._program)
        return GM(qtbot, self._program)

    def _is_as_new(self, case: Case) -> bool:
        """Return whether a roster looks as it did when it was opened first, and all around it as at the very first."""
        assert self._program is not None
        now = looks(self._program)
        first = next((shown for known, shown in self._first if known == case), None)
        if first is None:
            self._first.append((case, now))
        return frame(self._program) == self._frame and first in (None, now)

    def put_away(self, *, failed: bool) -> None:
        """Use the window no more after a failure, or if it was closed."""
        if failed or self._program is None or not self._program.window.isVisible():
            self.close()

    def close(self) -> None:
        """Close and delete the window."""
        if self._program is None:
            return
        window, stack = self._program.window, self._program.session.document.stack
        self._program = None
        if isValid(window):
            window.close()
            stack.blockSignals(True)
            stack.clear()
            window.setProperty(SHARED, False)
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            del window, stack
            gc.collect()  # what is left of it, before anything else is built in its place


class Seat:
    """A place at that window for a test, which takes it instead of opening a window."""

    def __init__(self, shared: SharedWindow, qtbot: QtBot) -> None:
        self._shared = shared
        self._qtbot = qtbot

    def __call__(
        self, roster: Roster, *, selected: str = "", draft: Draft | None = None, dice: Iterable[int] = ()
    ) -> GM:
        """Open a roster, as `sit_down` does in a window of its own."""
        return self._shared.sit_down(self._qtbot, roster, selected, draft or Draft(), dice)


def put_back(program: Program, roster: Roster, view: View) -> None:
    """Close what the last test has left open, and open another roster."""
    window, session = program.window, program.session
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for dialog in window.findChildren(QDialog):
        dialog.reject()
    dressed()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    window.veil_stack.set_veiled(False)
    window.header.finder.clear()
    if (toast := MainWindow.toast.built(window)) is not None:
        toast.clear()
    program.text.reset()
    for rows in window.findChildren(QAbstractItemView):
        if rows is not window.roster.view:  # in which the opened roster's is selected
            rows.reset()
    window.resize(*USUAL)
    window.activateWindow()
    QApplication.processEvents()
    for name in window.panes.hidden:
        window.panes.toggle(name)
    window.panes.splitters.sizes.clear()
    window.panes.splitters.apply_sizes()
    session.settings.keep_recent(())
    session.settings.set_players(PlayersPlace())
    session.settings.set_view(roster.id, view)
    assert session.open_roster(saved(session.places.root, roster))
    program.log.load()


def looks(program: Program) -> list[object]:
    """Return what is shown in the window, and what can be chosen."""
    QApplication.processEvents()
    window = program.window
    parts = [part for part in window.findChildren(QWidget) if part.isVisible()]
    actions = [(one.objectName(), one.isEnabled(), one.isChecked()) for one in window.findChildren(QAction)]
    return [
        [(type(one).__name__, one.objectName(), one.accessibleName()) for one in parts],
        [one.text() for one in parts if isinstance(one, QLabel)],
        [one.currentIndex().row() for one in parts if isinstance(one, QAbstractItemView)],
        [one for one in actions if one[0]],
    ]


def frame(program: Program) -> list[object]:
    """Return where the panes are, what has the focus, and all settings but those of each roster."""
    window, state = program.window, program.session.settings.state
    panes = (window, window.header, window.faces, window.stat, window.test, window.log)
    focus = window.focusWidget()
    return [
        [one.geometry().getRect() for one in panes],
        structs.replace(state, views={}, window=Window(), recent=(), history=()),
        program.text.percent,
        QApplication.font().toString(),
        focus and focus.objectName(),
        QApplication.activeWindow() is window,
    ]
