"""What waits for the first frame comes after it, and comes even to a window that nobody sees."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.app import PAINT_TIMEOUT, FirstFrame

LONG_ENOUGH = 20 * PAINT_TIMEOUT


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_what_waits_comes_once_when_the_window_is_painted(window: QWidget, qtbot: QtBot) -> None:
    frame, passed = FirstFrame(window), []
    frame.passed.connect(lambda: passed.append(window.isVisible()))
    with qtbot.waitSignal(frame.passed, timeout=LONG_ENOUGH):
        window.show()
    window.grab()
    assert passed == [True]


def test_what_waits_comes_to_a_window_that_is_never_painted(window: QWidget, qtbot: QtBot) -> None:
    frame = FirstFrame(window)
    with qtbot.waitSignal(frame.passed, timeout=LONG_ENOUGH):
        pass
    assert not window.isVisible()


def test_building_the_window_may_take_as_long_as_it_does_before_the_wait_for_it_begins(window: QWidget) -> None:
    timer = FirstFrame(window).findChild(QTimer)
    assert isinstance(timer, QTimer)
    assert not timer.isActive()
    QApplication.processEvents()
    assert timer.isActive()
