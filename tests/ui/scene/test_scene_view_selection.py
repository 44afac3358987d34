"""The selection in the turn order, which stays with the characters when their rows part, move or go."""

from pathlib import Path

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot

from gm_desk.core.rules.health import Health
from gm_desk.model.scene import scene_edits
from scene_window import SceneHands, show_scene
from ui_makers import EVA, LAO, MOOK, a_roster

pytestmark = pytest.mark.usefixtures("unpainted")

TWIN = structs.replace(MOOK, id="twin", name="Mook twin")
THIRD = structs.replace(MOOK, id="third", name="Mook third")
PEOPLE = ("eva", "lao", "mook", "twin", "third")


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> SceneHands:
    """Return the hands for a fight in which the three mooks act together."""
    people = [structs.replace(one, stats={**one.stats, "DUR": 30}) for one in (EVA, LAO, MOOK, TWIN, THIRD)]
    gm = show_scene(qtbot, tmp_path, a_roster(*people), dice=[1] * 40)
    gm.window.roster.select_several([*PEOPLE])
    gm.keys("Insert", "Alt+W")
    gm.window.roster.select_several(["mook", "twin", "third"])
    gm.does("scene.act_together")
    gm.keys("Alt+Right")
    return gm


def strikes_down(gm: SceneHands, *ids: str) -> None:
    roster = gm.roster
    for one in ids:
        character = roster.character(one)
        assert character is not None
        roster = roster.with_character(structs.replace(character, health=Health(damage=99)))
    gm.session.document.change(roster, "strike down")
    gm.settles()


def selected(gm: SceneHands) -> list[str]:
    return sorted(gm.window.faces.scene.view.ids())


@pytest.mark.parametrize("chosen", [("mook", "twin", "third"), ("eva", "mook", "twin", "third"), PEOPLE])
def test_all_who_are_struck_down_at_once_stay_selected_though_a_team_parts(
    gm: SceneHands, chosen: tuple[str, ...]
) -> None:
    gm.window.roster.select_several([*chosen])
    assert selected(gm) == sorted(chosen)
    strikes_down(gm, *chosen)
    assert selected(gm) == sorted(chosen)
    assert sorted(gm.window.roster.selected_ids()) == sorted(chosen)


def test_whoever_is_taken_out_of_the_scene_is_no_longer_selected_beside_the_others(gm: SceneHands) -> None:
    gm.does("scene.end")
    gm.window.roster.select_several(["eva", "lao"])
    scene_edits.take_out(gm.session.document, ["lao"])
    gm.settles()
    assert selected(gm) == gm.window.roster.selected_ids() == ["eva"]


def test_only_those_of_a_team_who_are_selected_stay_so_when_it_parts(gm: SceneHands) -> None:
    gm.window.roster.select_several(["mook", "twin"])
    strikes_down(gm, "mook", "twin", "third")
    assert selected(gm) == ["mook", "twin"]
