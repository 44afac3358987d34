from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from pytestqt.qtbot import QtBot

from gm_desk.app import SETTLING
from gm_desk.ui.roll.verdict import IDLE
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


FIXED = ("difficulty", "modifierChips", "netModifier", "targetNumber", "oddsBar", "rollButton")


def places(gm: GM) -> dict[str, QRect]:
    shown = {name: gm.widget(name) for name in FIXED}
    return {name: QRect(one.mapTo(gm.window, QPoint()), one.size()) for name, one in shown.items() if one.isVisible()}


@pytest.mark.parametrize("size", [SMALL, LAPTOP])
def test_nothing_moves_when_a_roll_comes(size: tuple[int, int], qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=(37, 90, 11))
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    shows(gm, size, 100)
    before = places(gm)
    assert before.keys() == set(FIXED)
    gm.window.test.row.roll()
    shows(gm, size, 100)
    assert places(gm) == before
    assert gm.widget("verdict").mapTo(gm.window, QPoint()).y() > before["rollButton"].bottom()
    assert in_sight(gm, "verdict")


@pytest.mark.parametrize("size", [SMALL, LAPTOP])
def test_nothing_moves_when_a_chip_comes(size: tuple[int, int], opposed: GM) -> None:
    opposed.does("roll.toggle_opposed")
    shows(opposed, size, 100)
    before = places(opposed)
    opposed.keys("Ctrl+M")
    opposed.types("Smoke -30")
    opposed.keys("Return")
    assert "Smoke" in [chip.label for chip in opposed.program.desk.drafting.draft.chips]
    shows(opposed, size, 100)
    after = places(opposed)
    assert {name: one.topLeft() for name, one in after.items()} == {name: one.topLeft() for name, one in before.items()}


def test_a_verdict_goes_with_the_character_it_was_about(opposed: GM) -> None:
    verdict = opposed.window.test.verdict
    said = verdict.accessibleName()
    assert said != IDLE
    opposed.selects("Triad mook 1")
    assert verdict.accessibleName() == IDLE
    opposed.selects("Lao Qing")
    assert verdict.accessibleName() == said


def test_a_modifier_is_no_other_test(opposed: GM) -> None:
    opposed.keys("Ctrl+6")
    assert opposed.window.test.after.isVisible()
