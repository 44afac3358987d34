"""The menu of a row of the scene: only what can be done with that row now."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gm_desk.model.item_models import Role
from gm_desk.model.scene import scene_edits
from scene_window import SceneHands, show_scene
from ui_makers import EVA, LAO, MOOK, a_roster

pytestmark = pytest.mark.usefixtures("unpainted")

PEOPLE = (
    structs.replace(LAO, stats={**LAO.stats, "INIT": 7}),
    structs.replace(EVA, stats={**EVA.stats, "INIT": 3}),
)
POINTS = ("Spend an action point", "Give an action point back")


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> SceneHands:
    return begun(show_scene(qtbot, tmp_path, a_roster(*PEOPLE), dice=[1] * 20))


def begun(gm: SceneHands) -> SceneHands:
    """Put everybody into a scene and begin the fight: Lao acts before Eva."""
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert", "Alt+Right")
    return gm


def menu_of(gm: SceneHands, name: str) -> Mapping[str, QAction]:
    """Open the menu of a row by its name; return its entries by their words."""
    view = gm.window.faces.scene.view
    rows = [view.model().index(row, 0) for row in range(view.model().rowCount())]
    view.setCurrentIndex(next(row for row in rows if row.data(Role.NAME) == name))
    menu = gm.context_menu(view)
    found = {action.text().replace("&", ""): action for action in menu.actions()}
    menu.close()
    return found


def test_who_has_not_acted_may_wait_and_who_waits_may_act(gm: SceneHands) -> None:
    assert "Delay" in menu_of(gm, "Eva")
    assert "Act now" not in menu_of(gm, "Eva")
    gm.keys("Alt+D")
    assert "Delay" not in menu_of(gm, "Eva")
    menu_of(gm, "Eva")["Act now"].trigger()
    scene = gm.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert scene.now.acting == (EVA.id,)


def acting(gm: SceneHands) -> tuple[str, ...]:
    scene = gm.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    return scene.now.acting


def asked(gm: SceneHands) -> list[QMenu]:
    """List the menus that ask who acts."""
    return [one for one in gm.window.faces.scene.line.findChildren(QMenu) if one.isVisible()]


def test_the_only_one_who_waits_acts_though_another_is_selected(gm: SceneHands) -> None:
    [first] = acting(gm)
    gm.keys("Alt+D")
    second = acting(gm)
    assert second != (first,)
    assert "Act now" not in menu_of(gm, gm.character(second[0]).name)
    gm.keys("Alt+Shift+D")
    assert acting(gm) == (first,)
    assert not asked(gm)


def test_if_several_wait_and_none_is_selected_it_is_asked_who_acts(qtbot: QtBot, tmp_path: Path) -> None:
    slow = structs.replace(MOOK, stats={**MOOK.stats, "INIT": 1})
    gm = begun(show_scene(qtbot, tmp_path, a_roster(*PEOPLE, slow), dice=[1] * 20))
    [first] = acting(gm)
    gm.keys("Alt+D")
    [second] = acting(gm)
    gm.keys("Alt+D")
    third = acting(gm)
    gm.window.roster.select(third[0])
    gm.keys("Alt+Shift+D")
    assert acting(gm) == third
    [menu] = asked(gm)
    names = {one.text(): one for one in menu.actions()}
    assert {*names} == {gm.character(one).name for one in (first, second)}
    names[gm.character(second).name].trigger()
    menu.close()
    assert acting(gm) == (second,)


def test_those_who_wait_and_act_as_one_are_asked_about_together_or_not_at_all(qtbot: QtBot, tmp_path: Path) -> None:
    mooks = [structs.replace(MOOK, id=f"m{n}", name=f"Mook {n}", stats={**MOOK.stats, "INIT": 9}) for n in (1, 2)]
    gm = show_scene(qtbot, tmp_path, a_roster(*PEOPLE, *mooks), dice=[1] * 20)
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert")
    scene_edits.set_team(gm.session.document, ["m1", "m2"], together=True)
    gm.keys("Alt+Right")
    assert acting(gm) == ("m1", "m2")
    gm.keys("Alt+D")
    gm.window.roster.select(acting(gm)[0])
    gm.keys("Alt+Shift+D")
    assert not asked(gm)
    assert acting(gm) == ("m1", "m2")
    gm.keys("Alt+D", "Alt+D")
    gm.window.roster.select(acting(gm)[0])
    gm.keys("Alt+Shift+D")
    [menu] = asked(gm)
    assert {one.text() for one in menu.actions()} == {"Mook 1, 2", "Lao Qing"}
    menu.close()


def test_if_nobody_waits_the_key_says_so(gm: SceneHands) -> None:
    gm.keys("Alt+Shift+D")
    assert "Nobody is waiting" in gm.trouble()


def test_who_has_acted_cannot_wait_and_the_key_says_so(gm: SceneHands) -> None:
    gm.keys("Alt+Right")
    assert "Delay" not in menu_of(gm, "Lao Qing")
    gm.keys("Alt+D")
    assert "has acted already" in gm.trouble()


def test_action_points_are_offered_only_where_they_are_counted(gm: SceneHands, qtbot: QtBot, tmp_path: Path) -> None:
    assert not any(words in menu_of(gm, "Lao Qing") for words in POINTS)
    people = tuple(structs.replace(one, stats={}) for one in PEOPLE)
    kaiser = structs.replace(a_roster(*people), system="kaiser")
    other = begun(show_scene(qtbot, tmp_path / "kaiser", kaiser, dice=[1] * 20))
    assert all(words in menu_of(other, "Lao Qing") for words in POINTS)


@pytest.mark.parametrize(
    ("system", "known"), [("ep2", {"Go first", "Extra action"}), ("ep1", {"Go first"}), ("kaiser", set[str]())]
)
def test_only_what_the_system_sells_is_in_the_menu_of_a_fighter(
    qtbot: QtBot, tmp_path: Path, system: str, known: set[str]
) -> None:
    people = tuple(structs.replace(one, stats={}) for one in PEOPLE)
    gm = begun(show_scene(qtbot, tmp_path, structs.replace(a_roster(*people), system=system), dice=[1] * 20))
    assert {"Go first", "Extra action"} & {*menu_of(gm, "Lao Qing")} == known


def test_the_menu_of_a_marker_is_not_about_whoever_acts(gm: SceneHands) -> None:
    scene_edits.add_typed(gm.session.document, "turn 3: the lights return")
    gm.settles()
    entries = menu_of(gm, "turn 3: the lights return")
    assert [*entries] == ["Change the marker…", "Take out of the scene"]
    entries["Take out of the scene"].trigger()
    assert gm.roster.on_stage is not None
    assert gm.roster.on_stage.markers == ()


def test_before_the_fight_the_order_cannot_be_changed(gm: SceneHands) -> None:
    gm.keys("Alt+Shift+E")
    entries = menu_of(gm, "Lao Qing")
    assert {"Act earlier", "Act later", "Delay"}.isdisjoint(entries)
    assert {"Conditions", "Surprise", "Take out of the scene"} <= entries.keys()


def test_nobody_goes_first_or_acts_again_before_the_fight_has_begun(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_scene(qtbot, tmp_path, a_roster(*PEOPLE), dice=[1] * 20)
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert")
    assert not {"Go first", "Extra action"} & {*menu_of(gm, "Eva")}
    gm.keys("Alt+Right")
    assert {"Go first", "Extra action"} <= {*menu_of(gm, "Eva")}


def test_damage_and_an_attack_against_several_are_in_the_menu_of_a_row(gm: SceneHands) -> None:
    view = gm.window.faces.scene.view
    assert "Apply damage…" in menu_of(gm, "Eva")
    view.selectAll()
    assert "Against these 2…" in {action.text().replace("&", "") for action in gm.context_menu(view).actions()}
