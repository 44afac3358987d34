"""Going first and an extra action take one key, and are paid with the point for physical actions first."""

from pathlib import Path

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.spending import turn_pools
from gm_desk.ui.scene.turn_actions import NOT_SOLD
from scene_window import SceneHands, show_scene
from ui_makers import EVA, LAO, a_roster

pytestmark = pytest.mark.usefixtures("unpainted")

POINTS = {name: Points(now=1, max=2) for name in ("insight", "vigor", "flex")}
PEOPLE = (
    structs.replace(LAO, stats={**LAO.stats, "INIT": 7}),
    structs.replace(EVA, stats={**EVA.stats, "INIT": 3}, points=POINTS),
)


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> SceneHands:
    """Put everybody into a scene and begin the fight: Lao acts before Eva."""
    gm = show_scene(qtbot, tmp_path, a_roster(*PEOPLE), dice=[1] * 20)
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert", "Alt+Right")
    return gm


def left(gm: SceneHands) -> dict[str, int]:
    return {name: gm.character("eva").points[name].now for name in POINTS}


def acting(gm: SceneHands) -> tuple[str, ...]:
    scene = gm.roster.on_stage
    return scene.now.acting if scene is not None and scene.now is not None else ()


def test_one_key_pays_to_go_first_with_vigor_then_with_insight_then_with_flex(gm: SceneHands) -> None:
    gm.selects("Eva")
    gm.keys("Alt+J")
    assert (left(gm), acting(gm)) == ({"insight": 1, "vigor": 0, "flex": 1}, ("eva",))
    gm.keys("Alt+X")
    assert left(gm) == {"insight": 0, "vigor": 0, "flex": 1}
    gm.keys("Ctrl+Z", "Ctrl+Z")
    assert (left(gm), acting(gm)) == (dict.fromkeys(POINTS, 1), ("lao",))


def test_who_has_no_points_is_named_with_what_is_missing(gm: SceneHands) -> None:
    gm.selects("Lao Qing")
    gm.keys("Alt+X")
    assert gm.trouble() == "Lao Qing has no points left."


def test_the_menu_offers_vigor_before_insight(gm: SceneHands) -> None:
    gm.selects("Eva")
    assert [kind.id for kind, _ in turn_pools(gm.roster, gm.character("eva"), gm.session.document.system)][:2] == [
        "vigor",
        "insight",
    ]


@pytest.mark.parametrize(("system", "first", "again"), [("ep1", "eva", NOT_SOLD), ("kaiser", NOT_SOLD, NOT_SOLD)])
def test_only_what_the_rules_sell_is_paid_for(
    qtbot: QtBot, tmp_path: Path, system: str, first: str, again: str
) -> None:
    eva = structs.replace(PEOPLE[1], points={"moxie": Points(now=2, max=2)})
    gm = show_scene(qtbot, tmp_path, structs.replace(a_roster(PEOPLE[0], eva), system=system), dice=[1] * 40)
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert", "Alt+Right")
    gm.selects("Eva")
    gm.keys("Alt+X")
    assert again in gm.trouble()
    gm.keys("Alt+J")
    assert first in gm.trouble() or acting(gm) == (first,)
    assert gm.character("eva").points["moxie"].now == (1 if system == "ep1" else 2)


def test_an_extra_action_is_in_no_phase_and_named_in_full_beside_the_turn(qtbot: QtBot, tmp_path: Path) -> None:
    roster = structs.replace(a_roster(*PEOPLE), system="ep1")
    gm = show_scene(qtbot, tmp_path, roster, dice=[1] * 20)
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert", "Alt+Right")
    gm.rolling.action_changed.emit("eva", 1)
    gm.keys("Alt+Right", "Alt+Right")
    turn = gm.window.faces.scene.line.turn
    assert turn.text() == "Turn 1 · extra action"
    assert turn.whole_width <= turn.width()
