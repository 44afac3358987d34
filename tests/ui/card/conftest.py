from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from card_window import CardHands, show_card
from ui_makers import FALLING, a_roster, left_with_guns, with_guns


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> CardHands:
    """Show the roster and the card alone, with Guns of Lao Qing prepared; the dice will roll 61, 44, 99."""
    return with_guns(show_card(qtbot, left_with_guns(tmp_path), a_roster(), dice=FALLING))
