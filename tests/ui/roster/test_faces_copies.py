"""Copies of fighters made in the scene join it, in the same undo step."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gm_desk.model.scene import scene_edits
from gm_desk.ui.roster.selection_actions import CopiesDialog
from scene_window import SceneHands, show_scene
from ui_makers import a_roster


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> SceneHands:
    """Put Lao Qing and a mook into a scene and begin the fight."""
    gm = show_scene(qtbot, tmp_path, a_roster(), dice=[3] * 20)
    gm.selects("Lao Qing")
    gm.window.roster.select_several(["lao", "mook"])
    gm.window.roster.view.setFocus()
    gm.keys("Insert", "Alt+Right")
    return gm


def fighters(gm: SceneHands) -> list[str]:
    scene = gm.roster.on_stage
    assert scene is not None
    return [gm.character(one.id).name for one in scene.fighters]


def test_a_copy_made_in_the_scene_rolls_initiative_and_undo_takes_all_of_it_back(gm: SceneHands) -> None:
    before = gm.roster
    gm.window.roster.select("mook")
    gm.keys("Ctrl+D")
    assert fighters(gm) == ["Lao Qing", "Triad mook 1", "Triad mook 2"]
    scene, copy = gm.roster.on_stage, gm.roster.characters[-1]
    assert scene is not None
    assert scene.now is not None
    assert (copy.name, copy.id in scene.now.throws) == ("Triad mook 2", True)
    gm.undo_of("duplicate Triad mook 1").trigger()
    assert gm.roster == before


def test_several_copies_join_as_well(gm: SceneHands) -> None:
    gm.window.roster.select("mook")
    gm.does("roster.duplicate_times")
    QTest.keyClick(gm.dialog(CopiesDialog).times, Qt.Key.Key_Return)
    assert fighters(gm) == ["Lao Qing", *(f"Triad mook {number}" for number in (1, 2, 3, 4))]
    gm.undo_of("duplicate Triad mook 1")


@pytest.mark.parametrize("times", [1, 3])
def test_copies_join_the_team_of_their_original_at_its_count(gm: SceneHands, times: int) -> None:
    gm.window.roster.select_several(["mook", "lao"])
    gm.does("scene.act_together")
    before = gm.roster
    gm.window.roster.select("mook")
    if times == 1:
        gm.keys("Ctrl+D")
    else:
        gm.does("roster.duplicate_times")
        QTest.keyClick(gm.dialog(CopiesDialog).times, Qt.Key.Key_Return)
    scene = gm.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert len(scene.fighters) == 2 + times
    assert len({(one.team, scene.now.throws[one.id]) for one in scene.fighters}) == 1
    assert scene.fighters[0].team
    gm.action("window.undo").trigger()
    assert gm.roster == before


def test_a_copy_of_somebody_the_players_do_not_see_is_not_seen_either(gm: SceneHands) -> None:
    gm.window.roster.select("mook")
    scene_edits.set_hidden(gm.session.document, ["mook"], hidden=True)
    gm.keys("Ctrl+D")
    scene = gm.roster.on_stage
    assert scene is not None
    assert [one.hidden for one in scene.fighters] == [False, True, True]


def test_a_copy_of_somebody_who_is_not_in_the_scene_stays_out(gm: SceneHands) -> None:
    gm.window.roster.select("eva")
    gm.keys("Ctrl+D")
    assert fighters(gm) == ["Lao Qing", "Triad mook 1"]
    assert len(gm.roster.characters) == 4


def test_a_copy_made_among_everyone_stays_out(gm: SceneHands) -> None:
    gm.window.faces.show_everyone()
    gm.window.roster.select("mook")
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+D")
    assert fighters(gm) == ["Lao Qing", "Triad mook 1"]
    assert len(gm.roster.characters) == 4
