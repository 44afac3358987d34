from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gm_desk.core.rules.outcomes import Grade
from gm_desk.store.state import Theme
from gm_desk.ui.verdict_line import IDLE
from ui_makers import GM, a_roster, colours, sit_down

ROLLS = {
    0: Grade.CRITICAL_SUCCESS,
    5: Grade.SUCCESS,
    34: Grade.SUPERIOR_SUCCESS,
    65: Grade.SUPERIOR_SUCCESS,
    68: Grade.FAILURE,
    66: Grade.CRITICAL_FAILURE,
    99: Grade.CRITICAL_FAILURE,
}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_each_verdict_is_painted_in_its_own_colours(qtbot: QtBot, tmp_path: Path, theme: Theme) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=tuple(ROLLS), theme=theme)
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    for grade in ROLLS.values():
        gm.click(gm.widget("rollButton"))
        painted = colours(gm.widget("verdict"))
        assert gm.program.look.theme.shades[grade].pill in painted
        assert gm.program.look.theme.shades[grade].pill in colours(gm.window.log.view)


def test_before_the_first_roll_it_says_so(gm: GM) -> None:
    assert gm.widget("verdict").accessibleName() == IDLE


def test_another_roster_starts_without_a_verdict(gm: GM) -> None:
    gm.keys("Return")
    gm.makes_roster()
    assert gm.widget("verdict").accessibleName() == IDLE


def test_the_verdict_stays_when_the_next_test_is_prepared(gm: GM) -> None:
    gm.keys("Return")
    before = gm.widget("verdict").accessibleName()
    gm.click_on(gm.window.stat.skills.view, "Fray")
    assert gm.widget("verdict").accessibleName() == before
