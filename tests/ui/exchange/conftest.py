from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from exchange_window import ExchangeHands, show_exchange
from ui_makers import FALLING, a_roster, left_with_guns, with_guns


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> ExchangeHands:
    """Show the roster and the card alone, with Guns of Lao Qing prepared; the dice will roll 61, 44, 99."""
    return with_guns(show_exchange(qtbot, left_with_guns(tmp_path), a_roster(), dice=FALLING))
