from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gm_desk.app import SETTLING
from ui_makers import GM, a_roster, sit_down

SMALL, LAPTOP = (1024, 640), (1366, 768)


@pytest.fixture
def opposed(qtbot: QtBot, tmp_path: Path) -> GM:
    """Sit down after an opposed roll."""
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=(37, 90))
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.does("roll.toggle_opposed")
    gm.window.test.opponent.who.picked.emit("eva")
    gm.window.test.row.roll()
    return gm


def shows(gm: GM, size: tuple[int, int], percent: int) -> None:
    gm.window.resize(*size)
    gm.program.text.choose(percent)
    for _ in range(SETTLING):
        gm.settles()


def in_sight(gm: GM, name: str) -> bool:
    widget = gm.widget(name)
    return widget.isVisible() and widget.visibleRegion().boundingRect() == widget.rect()


@pytest.mark.parametrize("size", [SMALL, LAPTOP])
@pytest.mark.parametrize("percent", [100, 150, 200])
def test_target_and_chance_stay_in_sight_after_an_opposed_roll(
    opposed: GM, size: tuple[int, int], percent: int
) -> None:
    shows(opposed, size, percent)
    assert opposed.window.size().toTuple() == size
    whole = in_sight(opposed, "targetNumber") and in_sight(opposed, "chance")
    assert whole or in_sight(opposed, "targetAndChance")
    assert opposed.reads("targetAndChance") == "65 target number · 66% to succeed"


def test_the_line_of_target_and_chance_goes_where_there_is_room_for_the_odds(opposed: GM) -> None:
    shows(opposed, SMALL, 200)
    assert opposed.widget("targetAndChance").isVisible()
    shows(opposed, (1920, 1080), 100)
    assert not opposed.widget("targetAndChance").isVisible()


def test_the_verdict_gives_its_room_to_the_test_that_is_prepared_after_it(opposed: GM) -> None:
    verdict, after = opposed.window.test.verdict, opposed.window.test.after
    tall, said = verdict.sizeHint().height(), verdict.accessibleName()
    assert after.isVisible()
    opposed.click_on(opposed.window.stat.skills.view, "Fray")
    assert not after.isVisible()
    assert verdict.sizeHint().height() < tall
    assert verdict.accessibleName() == said
    opposed.click_on(opposed.window.stat.skills.view, "Guns")
    assert (after.isVisible(), verdict.sizeHint().height()) == (True, tall)


def test_a_modifier_is_no_other_test(opposed: GM) -> None:
    opposed.keys("Ctrl+6")
    assert opposed.window.test.after.isVisible()
