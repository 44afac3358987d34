"""Clocks and tasks in the window: filled by keys and clicks, hurried, and filled by a roll."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gm_desk.core.scenes.scene import Clock
from gm_desk.model.item_models import Role
from scene_window import AtScene, SceneHands, show_scene
from ui_makers import LAO, a_roster, entries, reads, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


def with_clock(qtbot: QtBot, folder: Path, line: str) -> SceneHands:
    gm = show_scene(qtbot, folder, a_roster(LAO), dice=[40] * 9)
    adds_clock(gm, line)
    return gm


def adds_clock(gm: AtScene, line: str) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Alt+Shift+N")
    gm.keys("Alt+Shift+M")
    QTest.keyClicks(gm.window.faces.scene.add, line)
    gm.keys("Return")


def clock(gm: AtScene) -> Clock:
    scene = gm.roster.on_stage
    assert scene is not None
    return scene.clocks[0]


def selects_clock(gm: AtScene) -> None:
    view = gm.window.faces.scene.view
    rows = [row for row in range(view.model().rowCount()) if view.model().index(row, 0).data(Role.KIND) == "clock"]
    at = view.visualRect(view.model().index(rows[0], 0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at.topLeft() + at.center() / 20)


@pytest.mark.usefixtures("painted")
def test_a_clock_is_filled_and_emptied_by_keys(qtbot: QtBot, tmp_path: Path) -> None:
    gm = with_clock(qtbot, tmp_path, "Alarm 5")
    gm.keys("Alt+Shift+Up")
    gm.keys("Alt+Shift+Up")
    gm.keys("Alt+Shift+Down")
    assert clock(gm).filled == 1
    gm.keys("Alt+Shift+S")
    assert clock(gm).shown


def test_a_clock_has_a_menu_of_its_own(qtbot: QtBot, tmp_path: Path) -> None:
    gm = with_clock(qtbot, tmp_path, "Alarm 5")
    selects_clock(gm)
    menu = gm.context_menu(gm.window.faces.scene.view)
    words = [reads(action) for action in entries(menu)]
    menu.close()
    assert "Fill a segment" in words
    assert "Delay" not in words


@pytest.mark.parametrize(
    ("system", "line", "rushes"),
    [("ep2", "Repair 8 h", True), ("ep2", "Alarm 5", False), ("kaiser", "Repair 8 h", False)],
)
def test_a_clock_is_rushed_only_if_it_is_a_task_of_a_system_with_rules_for_that(
    qtbot: QtBot, tmp_path: Path, system: str, line: str, rushes: bool
) -> None:
    lao = structs.replace(LAO, stats={})
    gm = show_scene(qtbot, tmp_path, structs.replace(a_roster(lao), system=system), dice=[40] * 9)
    adds_clock(gm, line)
    selects_clock(gm)
    menu = gm.context_menu(gm.window.faces.scene.view)
    words = [reads(action) for action in menu.actions()]
    menu.close()
    assert ("Rush or take time" in words) is rushes


def test_a_task_shows_time_and_is_hurried_rolled_and_counted(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(LAO), dice=[40] * 9)
    adds_clock(gm, "Repair the drive 8 h")
    model = gm.window.faces.scene.model
    row = model.index(model.rowCount() - 1)
    assert row.data(Role.NUMBER) == "0 min of 1 day"
    gm.window.roster.select("lao")
    gm.window.roster.view.setFocus()
    QTest.keyClicks(gm.window.roster.view, "g")
    gm.keys("Escape")
    gm.chooses("scene.set_pace", "50% of the time: 4 h")
    assert [(chip.value, chip.label) for chip in gm.session.drafting.draft.chips] == [
        (-40, "Repair the drive: rushing, 50%")
    ]
    gm.does("roll.roll")
    gm.keys("Alt+Shift+U")
    assert clock(gm).spent > 0
    assert "Repair the drive" in reads(gm.action("window.undo"))


def test_a_roll_fills_the_only_task_beside_another_clock(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(LAO), dice=[40] * 9)
    adds_clock(gm, "Hack the door 20 min")
    gm.keys("Alt+Shift+M")
    QTest.keyClicks(gm.window.faces.scene.add, "Alarm 5")
    gm.keys("Return")
    gm.window.roster.select("lao")
    gm.window.roster.view.setFocus()
    QTest.keyClicks(gm.window.roster.view, "g")
    gm.does("roll.roll")
    gm.keys("Escape", "Alt+Shift+U")
    assert clock(gm).name == "Hack the door"
    assert clock(gm).spent > 0


@pytest.mark.parametrize("keys", ["Alt+Shift+Up", "Alt+Shift+Down", "Alt+Shift+U", "Alt+Shift+S"])
def test_without_a_scene_the_keys_say_why_nothing_happens(qtbot: QtBot, tmp_path: Path, keys: str) -> None:
    gm = show_scene(qtbot, tmp_path, a_roster(LAO))
    gm.keys(keys)
    assert "No scene is on stage" in gm.trouble()


def test_with_two_clocks_one_is_to_be_selected(qtbot: QtBot, tmp_path: Path) -> None:
    gm = with_clock(qtbot, tmp_path, "Alarm 5")
    gm.keys("Alt+Shift+M")
    QTest.keyClicks(gm.window.faces.scene.add, "Fire 4")
    gm.keys("Return")
    gm.keys("Alt+Shift+Up")
    assert "Select a clock" in gm.trouble()
    selects_clock(gm)
    gm.keys("Alt+Shift+Up")
    assert clock(gm).filled == 1
