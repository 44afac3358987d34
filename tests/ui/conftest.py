from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gm_desk.ui.theme.appearance import Appearance
from log_window import LogHands, show_log
from pane_makers import RollHands, show_test_pane
from ui_makers import GM, a_roster, sit_down


@pytest.fixture
def appearance(qapp: QApplication) -> Appearance:
    """Set the dark theme, for widgets that are tested without a window."""
    made = Appearance(qapp)
    made.choose("dark")
    return made


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> GM:
    """Open a window with Lao Qing selected and Guns prepared; the dice will roll 61, 44, 99."""
    made = sit_down(qtbot, tmp_path, a_roster(), dice=(61, 44, 99))
    made.selects("Lao Qing")
    made.click_on(made.window.stat.skills.view, "Guns")
    return made


@pytest.fixture
def roller(qtbot: QtBot, tmp_path: Path) -> RollHands:
    """Show the test pane alone, with Guns of Lao Qing prepared; the dice will roll 61, 44, 99."""
    made = show_test_pane(qtbot, tmp_path, a_roster(), dice=(61, 44, 99))
    made.selects("Lao Qing")
    made.prepares("Guns")
    return made


@pytest.fixture
def reader(qtbot: QtBot, tmp_path: Path) -> LogHands:
    """Show the log alone, with Guns of Lao Qing prepared; the dice will roll 61, 44, 99."""
    made = show_log(qtbot, tmp_path, a_roster(), dice=(61, 44, 99))
    made.selects("Lao Qing")
    made.prepares("Guns")
    return made
