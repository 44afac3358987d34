"""A key of an action that is unavailable: nothing happens, and the reason is shown."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.widgets.action_rows import RowAction
from ui_makers import GM, sit_down


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> GM:
    return sit_down(qtbot, tmp_path, read_sample("ep2"))


WHY = {
    "Alt+Shift+X": "No picture is shown.",
    "Alt+Shift+F": "The character on the card has no portrait.",
    "Alt+Shift+Y": "Nobody hidden acts.",
    "Alt+Left": "The fight has not begun.",
    "Ctrl+Alt+H": "Tyska: nothing to heal.",
}


def test_a_key_that_does_nothing_says_why(gm: GM) -> None:
    before = gm.roster
    gm.selects("Tyska")
    for keys, why in WHY.items():
        gm.keys(keys)
        assert gm.trouble() == why, keys
        assert gm.roster is before, keys


def test_every_key_of_an_unavailable_action_shows_its_reason(gm: GM) -> None:
    actions = [one for one in gm.window.findChildren(RowAction) if one.isEnabled() and one.why_not()]
    assert len(actions) > 5
    for action in actions:
        gm.window.toast.hide()
        action.trigger()
        reason = action.why_not()
        assert reason[1:] in gm.trouble(), action.row.id
