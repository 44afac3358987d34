from pathlib import Path

import pytest
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.widgets.action_rows import HistoryWindow
from log_window import LogHands, show_log
from pane_makers import RollHands, show_test_pane
from ui_makers import FALLING, GM, a_roster, dressed, left_with_guns, sit_down, with_guns


@pytest.fixture
def appearance(qapp: QApplication) -> Appearance:  # noqa: ARG001 (there is no font or theme without it)
    """Set the dark theme and the usual text size, for widgets that are tested without a window."""
    return dressed()


@pytest.fixture
def unpainted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay out but do not paint the windows of a test that compares texts, places, models or files, but no colours.

    Painting takes a sixth of the time of such a test. Dialogs are painted; a test that is `painted` paints everything.
    """
    if "painted" in request.fixturenames:
        return
    shown = HistoryWindow.showEvent

    def show(window: HistoryWindow, event: QShowEvent) -> None:
        window.setUpdatesEnabled(False)
        shown(window, event)

    monkeypatch.setattr(HistoryWindow, "showEvent", show)


@pytest.fixture
def painted() -> None:
    """Paint the windows of a test that looks at what is painted, in a module that is `unpainted`."""


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> GM:
    """Open a window with Lao Qing selected and Guns prepared; the dice will roll 61, 44, 99."""
    return with_guns(sit_down(qtbot, left_with_guns(tmp_path), a_roster(), dice=FALLING))


@pytest.fixture
def whole(qtbot: QtBot, tmp_path: Path) -> GM:
    """Open such a window in the rooms where `gm` shows only a part of it."""
    return with_guns(sit_down(qtbot, left_with_guns(tmp_path), a_roster(), dice=FALLING))


@pytest.fixture
def roller(qtbot: QtBot, tmp_path: Path) -> RollHands:
    """Show the test pane alone, with Guns of Lao Qing prepared; the dice will roll 61, 44, 99."""
    return with_guns(show_test_pane(qtbot, left_with_guns(tmp_path), a_roster(), dice=FALLING))


@pytest.fixture
def reader(qtbot: QtBot, tmp_path: Path) -> LogHands:
    """Show the log alone, with Guns of Lao Qing prepared; the dice will roll 61, 44, 99."""
    return with_guns(show_log(qtbot, left_with_guns(tmp_path), a_roster(), dice=FALLING))
