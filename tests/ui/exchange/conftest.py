from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from exchange_window import ExchangeHands, show_exchange
from ui_makers import GM, a_roster, sit_down


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> ExchangeHands:
    """Show the roster and the card alone, with Guns of Lao Qing prepared; the dice will roll 61, 44, 99."""
    made = show_exchange(qtbot, tmp_path, a_roster(), dice=(61, 44, 99))
    made.selects("Lao Qing")
    made.prepares("Guns")
    return made


@pytest.fixture
def whole(qtbot: QtBot, tmp_path: Path) -> GM:
    """Open a whole window as `gm` shows roster and card."""
    made = sit_down(qtbot, tmp_path, a_roster(), dice=(61, 44, 99))
    made.selects("Lao Qing")
    made.prepares("Guns")
    return made
