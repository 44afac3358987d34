"""Somebody who presses, clicks and types at random: nothing breaks, and everything can be undone.

The short run is part of the tests; GM_DESK_LONG=1 makes it a long one.
"""

import gc
import itertools
import sys
import tempfile
from collections import Counter
from enum import Enum
from itertools import pairwise
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import ClassVar, cast

import pytest
import shiboken6
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.store.rosters.files import encode_roster, read_sample
from gm_desk.ui.printing.dialogs import PreviewDialog
from gm_desk.ui.theme.theme import MeasuredTexts, ThemedStyle
from gm_desk.ui.widgets.text_input import TypingSession
from thorough import LONG
from ui_makers import saved, sit_down

EXAMPLES, STEPS = (80, 260) if LONG else (10, 55)
MOST_GROWTH = 0.0125
"""Of the objects of an open window, how many may usually be left over from a run: a leak is one of every window."""

WALKING = "Up Down Left Right Home End PageUp PageDown Tab Backtab Return Escape Space Delete Backspace"
KEYS = [getattr(Qt.Key, f"Key_{name}") for name in (*WALKING.split(), *(f"F{number}" for number in range(2, 10)))]
TEXTS = st.sampled_from(
    ["guns", "lao", "-20", "Smoke -30", "53", "=12", "7", "x", "Guns 60 (Pistols 70)", "2d10+3", "+"]
)
LEAVES = {"window.quit", "window.toggle_full_screen"}
TYPED = (QLineEdit, QPlainTextEdit)
CLICKABLE = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit)


class Hands:
    """Close no window: the machine does it itself, after each of its runs."""

    def addWidget(self, _window: QWidget) -> None:  # noqa: N802 - as pytest-qt calls it
        """Leave it alone."""


class RandomUser(RuleBasedStateMachine):
    """Use the window without any sense, and look that it keeps its promises."""

    @initialize(system=st.sampled_from(["ep2", "ep1", "kaiser"]))
    def sits_down(self, system: str) -> None:
        RandomUser.wrong.clear()
        self.folder = tempfile.TemporaryDirectory()
        dice = (1 + 37 * number % 99 for number in itertools.count())
        root = Path(self.folder.name)
        self.gm = sit_down(cast("QtBot", Hands()), root, saved(root, read_sample(system)), dice=dice)
        self.document = self.gm.program.session.document
        self.document.opened.connect(self._begin)
        self.choice = 0
        self.chooser = QTimer(interval=1)
        self.chooser.timeout.connect(self._choose_from_menu)
        self.chooser.start()
        self._begin()
        self._test_models()

    in_use: ClassVar[list[Counter[str]]] = []
    left_over: ClassVar[list[Counter[str]]] = []
    wrong: ClassVar[list[str]] = []
    tested: ClassVar[set[str]] = set()

    def _begin(self) -> None:
        self.first = self.document.roster

    @rule(key=st.sampled_from(KEYS))
    def presses(self, key: Qt.Key) -> None:
        QTest.keyClick(self._focus(), key)
        self._settle()

    @rule(text=TEXTS)
    def types(self, text: str) -> None:
        QTest.keyClicks(self._focus(), text)
        self._settle()

    @rule(place=st.integers(0, 10_000), x=st.integers(0, 100), y=st.integers(0, 100))
    def clicks(self, place: int, x: int, y: int) -> None:
        found = [one for one in self._top().findChildren(QWidget) if isinstance(one, CLICKABLE) and reachable(one)]
        if found:
            widget = found[place % len(found)]
            target = widget.viewport() if isinstance(widget, QAbstractItemView) else widget
            at = QPoint(target.width() * x // 101, target.height() * y // 101)
            self.choice = x
            QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=at)
            self._settle()

    @rule(place=st.integers(0, 10_000))
    def chooses(self, place: int) -> None:
        found = [one for one in self.gm.window.findChildren(QAction) if self._choosable(one)]
        found[place % len(found)].trigger()
        self._settle()

    @rule(place=st.integers(0, 10_000), text=TEXTS)
    def leaves_a_field_half_typed(self, place: int, text: str) -> None:
        fields = [one for one in self.gm.window.findChildren(QWidget) if isinstance(one, TYPED) and reachable(one)]
        if fields:
            field = fields[place % len(fields)]
            field.setFocus()
            QTest.keyClicks(field, text)
            if place % 3 == 0:
                self._let_it_be_taken()

    @rule(place=st.integers(0, 10_000), back=st.booleans())
    def undoes_from_the_menu(self, place: int, back: bool) -> None:
        self.leaves_a_field_half_typed(place, "9")
        stack = self.document.stack
        (stack.undo if back else stack.redo)()
        self._settle()

    @rule(accept=st.booleans())
    def answers_a_dialog(self, accept: bool) -> None:
        for dialog in self.gm.window.findChildren(QDialog):
            if reachable(dialog) and not isinstance(dialog, QFileDialog | QPrintDialog | PreviewDialog):
                buttons = [one for one in dialog.findChildren(QPushButton) if one.isDefault() and reachable(one)]
                (buttons[0].click if accept and buttons else dialog.reject)()
        self._settle()

    @rule(steps=st.integers(-8, 8))
    def goes_back_and_forth(self, steps: int) -> None:
        stack = self.document.stack
        stack.setIndex(max(0, min(stack.count(), stack.index() + steps)))
        self._settle()

    @rule()
    def closes_what_is_open(self) -> None:
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        for dialog in self.gm.window.findChildren(QDialog):
            dialog.close()
        self._settle()

    @invariant()
    def nothing_went_wrong(self) -> None:
        assert self.wrong == []
        assert "Something went wrong" not in self.gm.trouble()

    @override
    def teardown(self) -> None:
        RandomUser.in_use.append(_objects())
        try:
            self.closes_what_is_open()
            self.document.stack.settle()
            self._undo_and_redo_everything()
        finally:
            self.chooser.stop()
            self.gm.program.session.document.stack.settle()
            self.gm.window.close()
            self.gm.program.session.document.stack.clear()  # a fixture keeps each stack to the end of the test
            self.gm.program.session.log.journal.close()
            self.gm.window.deleteLater()
            self._settle()
            self.folder.cleanup()
            del self.gm, self.document, self.first, self.chooser  # this machine outlives its run
            RandomUser.left_over.append(_objects())
        assert self.wrong == [], "as the window went, which the traceback then keeps whole"

    def _undo_and_redo_everything(self) -> None:
        """Go to the first state and to the last one."""
        stack, last = self.document.stack, self.document.roster
        at = stack.index()
        stack.setIndex(0)
        self._settle()
        assert encode_roster(self.document.roster) == encode_roster(self.first)
        stack.setIndex(at)
        self._settle()
        assert encode_roster(self.document.roster) == encode_roster(last)
        self.nothing_went_wrong()

    def _choose_from_menu(self) -> None:
        """Choose from a menu that a button opened, which waits until it is over."""
        self._leave_files_alone()
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            for _ in range(self.choice % 7):
                QTest.keyClick(menu, Qt.Key.Key_Down)
            QTest.keyClick(menu, Qt.Key.Key_Return if self.choice % 7 else Qt.Key.Key_Escape)
            menu.close()

    def _leave_files_alone(self) -> None:
        """Choose no file, and make no folder, on the disk of whoever runs the tests."""
        for dialog in self.gm.window.findChildren(QDialog):
            if isinstance(dialog, QFileDialog | QMessageBox) and dialog.isVisible():
                dialog.reject()

    def _choosable(self, action: QAction) -> bool:
        leaves = action.objectName() in LEAVES
        return bool(action.text()) and action.isEnabled() and action.menu() is None and not leaves

    def _let_it_be_taken(self) -> None:
        """Let a pause in the typing come."""
        for session in self.gm.window.findChildren(TypingSession):
            session.take()

    def _top(self) -> QWidget:
        """Return what lies on top: a popup, a dialog, or the window."""
        dialogs = [one for one in self.gm.window.findChildren(QDialog) if one.isVisible()]
        return QApplication.activePopupWidget() or (dialogs[-1] if dialogs else self.gm.window)

    def _focus(self) -> QWidget:
        focus = self._top().focusWidget()
        return focus if focus is not None and shiboken6.isValid(focus) else self._top()

    def _test_models(self) -> None:
        """Have Qt look at each model from now on: what breaks its rules is a warning, and that fails the test."""
        models = [view.model() for view in self.gm.window.findChildren(QAbstractItemView)]
        for model in models:
            if type(model).__module__.startswith("gm_desk") and model.findChild(QAbstractItemModelTester) is None:
                RandomUser.tested.add(type(model).__name__)
                QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, model)

    def _settle(self) -> None:
        self._leave_files_alone()
        self._test_models()
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def reachable(widget: QWidget) -> bool:
    return shiboken6.isValid(widget) and widget.isVisible() and widget.isEnabled()


def _objects() -> Counter[str]:
    """Count by kind what of ours and of Qt's Python keeps, but for constants and caches, which have their own size."""
    for name in [name for name in sys.modules if name.startswith("gm_desk")]:
        for cache in vars(sys.modules[name]).values():
            if callable(getattr(cache, "cache_clear", None)):
                cache.cache_clear()
    style = QApplication.style()
    if isinstance(style, ThemedStyle):
        style.texts = MeasuredTexts()
    gc.collect()
    kinds = [type(one) for one in gc.get_objects()]
    ours = [kind for kind in kinds if str(kind.__module__).startswith(("gm_desk", "PySide6"))]
    return Counter(f"{kind.__module__}.{kind.__qualname__}" for kind in ours if not issubclass(kind, Enum))


@pytest.mark.usefixtures("qapp")
def test_whoever_presses_clicks_and_types_at_random_breaks_nothing_and_can_undo_it_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def caught(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        RandomUser.wrong.append(f"{kind.__name__}: {error}")

    monkeypatch.setattr(sys, "excepthook", caught)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: True)  # a folder, in a program that is not here
    RandomUser.in_use.clear()
    RandomUser.left_over.clear()
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    told = (Phase.explicit, Phase.reuse, Phase.generate)  # what goes wrong is told as it is: shrinking it takes minutes
    steady = settings(
        max_examples=EXAMPLES, stateful_step_count=STEPS, suppress_health_check=checks, database=None, phases=told
    )
    gc.collect()
    gc.freeze()  # what other tests have left is neither counted nor collected in between
    try:
        run_state_machine_as_test(RandomUser, settings=steady)
        QApplication.processEvents()
        last = _objects()  # once more, as something may have been about to go
    finally:
        gc.unfreeze()
    assert {"RosterModel", "LogModel", "SkillModel", "AptitudeModel", "GroupModel"} <= RandomUser.tested
    windows = zip(RandomUser.in_use, RandomUser.left_over, strict=True)
    of_a_window = median((used - left).total() for used, left in windows)
    left = [*RandomUser.left_over, last]
    growth = median(later.total() - before.total() for before, later in pairwise(left))
    kept = (last - left[len(left) // 2]).most_common(9)
    assert growth < of_a_window * MOST_GROWTH, f"something keeps what is over: {kept}"
