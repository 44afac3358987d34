"""The scene in the window: the second view of the roster pane, by mouse and by keys."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.core.rules.health import Health
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.model.item_models import Role
from gm_desk.model.scene import scene_edits
from gm_desk.ui.combat.several import SeveralDialog
from gm_desk.ui.scene import scene_view
from gm_desk.ui.scene.scene_view import SceneView
from gm_desk.ui.scene.turn_actions import COUNTS_DECIDE
from gm_desk.ui.scene.turn_pills import CostButton
from gm_desk.ui.theme import painting
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets import buttons
from scene_window import AtScene, SceneHands, show_scene, without_pictures
from ui_makers import EVA, GM, LAO, MOOK, a_roster, reads, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", modes="SA/BF")
KNIFE = Attack(id="knife", name="Knife", skill="Guns", damage="1d10")
PEOPLE = (
    structs.replace(EVA, stats={**EVA.stats, "INIT": 6}, attacks=(PISTOL, KNIFE)),
    structs.replace(LAO, stats={**LAO.stats, "INIT": 7}, attacks=(PISTOL,)),
    structs.replace(MOOK, stats={**MOOK.stats, "INIT": 3}, attacks=(PISTOL,)),
)


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> SceneHands:
    return show_scene(qtbot, tmp_path, a_roster(*PEOPLE), dice=[1] * 40)


@pytest.fixture
def whole(qtbot: QtBot, tmp_path: Path) -> GM:
    return sit_down(qtbot, tmp_path, a_roster(*PEOPLE), dice=[1] * 40, size=(1366, 768))


def view(gm: AtScene) -> SceneView:
    return gm.window.faces.scene.view


def names(gm: AtScene) -> list[str]:
    model = gm.window.faces.scene.model
    return [model.index(row).data(Role.NAME) for row in range(model.rowCount())]


def acting(gm: AtScene) -> list[str]:
    scene = gm.roster.on_stage
    return [*scene.now.acting] if scene and scene.now else []


def begins(gm: AtScene) -> None:
    """Put everybody into a scene and roll for all: three keys."""
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A")
    gm.keys("Insert")
    gm.keys("Alt+Right")


def goes_to_another_scene(gm: AtScene) -> None:
    """Add a scene, which is for later during a fight, and go to it."""
    gm.does("scene.new_scene")
    gm.window.faces.scene.line.scene_requested.emit(gm.roster.scenes[-1].id)


def test_without_a_scene_the_pane_looks_as_it_always_did(gm: AtScene) -> None:
    assert not gm.window.faces.everyone.isVisible()
    assert not gm.window.faces.shows_scene
    assert gm.window.roster.view.isVisible()


def test_the_field_for_markers_shows_only_whole_examples(gm: AtScene) -> None:
    gm.does("scene.new_scene")
    field = gm.window.faces.scene.add
    seen = set()
    for width in (120, 190, 240, 300, 460):
        gm.window.faces.scene.setFixedWidth(width)
        gm.settles()
        seen.add(field.placeholderText())
        assert field.fontMetrics().horizontalAdvance(field.placeholderText()) < field.width()
    assert {"Add: Alarm 5", "Add: turn 4: lights return", "Add: turn 4: lights return · Alarm 5 · Repair 8 h"} <= seen


def test_three_keys_begin_a_fight_of_everybody(gm: AtScene) -> None:
    begins(gm)
    assert gm.window.faces.shows_scene
    assert names(gm) == ["Lao Qing", "Eva", "Triad mook 1"]
    assert gm.window.faces.scene.line.turn.text() == "Turn 1 · 1 of 3"


def test_the_turn_asks_for_no_more_room_than_it_needs_now(gm: AtScene) -> None:
    begins(gm)
    turn, seen = gm.window.faces.scene.line.turn, set()
    for action in ("scene.end", "scene.begin", "scene.next"):
        gm.does(action)
        gm.settles()
        seen.add(turn.text())
        assert turn.minimumWidth() == turn.whole_width, turn.text()
    assert len(seen) > 1


def test_whoever_acts_is_selected_with_the_attack_they_used_last(gm: AtScene) -> None:
    begins(gm)
    session = gm.session
    assert (session.view.selected, session.drafting.draft.attack) == ("lao", "pistol")
    gm.keys("Alt+Right")
    eva = gm.character("eva")
    session.drafting.attack(eva, eva.attacks[1])
    session.drafting.oppose("lao")
    session.drafting.record = session.drafting.record.after(session.drafting.draft, success=True)
    gm.keys("Alt+Left")
    assert session.view.selected == "lao"
    gm.keys("Alt+Right")
    draft = session.drafting.draft
    assert (draft.character, draft.attack, draft.side("b").character) == ("eva", "knife", "lao")


def test_what_was_set_for_a_test_that_was_not_rolled_does_not_go_to_the_next_one(gm: AtScene) -> None:
    drafting = gm.session.drafting
    begins(gm)
    drafting.modifiers.set_difficulty(-20)
    drafting.modifiers.add("Wind −10")
    drafting.modifiers.add("Smoke −30")
    drafting.modifiers.pin(next(chip for chip in drafting.draft.chips if chip.label == "Smoke"))
    gm.keys("Alt+Right")
    assert drafting.draft.character == "eva"
    assert [(chip.label, chip.value) for chip in drafting.draft.chips] == [("Smoke", -30)]


def test_one_key_turns_to_everyone_and_back_and_the_focus_goes_along(gm: AtScene) -> None:
    begins(gm)
    gm.keys("Alt+W")
    assert gm.window.roster.view.hasFocus()
    gm.keys("Alt+W")
    assert view(gm).hasFocus()


def test_who_is_selected_in_the_scene_is_on_the_card(gm: AtScene) -> None:
    begins(gm)
    row = gm.window.faces.scene.model.index_of("mook")
    QTest.mouseClick(view(gm).viewport(), Qt.MouseButton.LeftButton, pos=view(gm).visualRect(row).center())
    assert gm.session.view.selected == "mook"
    gm.window.roster.select("eva")
    assert view(gm).ids() == ["eva"]


def test_letters_find_skills_and_enter_rolls_in_the_scene(whole: GM) -> None:
    begins(whole)
    whole.session.drafting.oppose("eva")
    view(whole).setFocus()
    rolls = whole.session.log.rolls
    whole.keys("Return")
    assert whole.session.log.rolls == rolls + 1


@pytest.mark.usefixtures("painted")
def test_the_row_that_control_and_an_arrow_reach_is_seen_before_it_is_selected(whole: GM) -> None:
    begins(whole)
    for shown in (whole.window.roster.view, view(whole)):
        shown.setFocus()
        whole.keys("Home", "Ctrl+Down")
        whole.settles()
        row = shown.currentIndex()
        assert row not in shown.selectedIndexes()
        image = shown.viewport().grab(shown.visualRect(row)).toImage()
        seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert current_theme().focus in seen
        whole.keys("Home")


def test_plus_and_minus_step_the_net_in_the_scene_as_in_the_roster(whole: GM) -> None:
    begins(whole)
    view(whole).setFocus()
    before = whole.net()
    whole.keys("-", "-", "+")
    assert whole.net() == before - 10


def test_players_dice_are_typed_in_one_line(gm: AtScene) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A")
    gm.keys("Insert")
    gm.keys("Alt+I")
    field = gm.window.faces.scene.initiative
    QTest.keyClicks(field, "eva 6, lao 2")
    gm.keys("Return")
    assert names(gm)[0] == "Eva"
    scene = gm.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert scene.now.throws["eva"] == 6


def test_enter_without_dice_rolls_for_all_before_the_fight_and_changes_nothing_in_it(gm: AtScene) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert", "Alt+I", "Return")
    scene = gm.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert view(gm).hasFocus()
    gm.keys("Alt+I", "Return")
    assert gm.roster.on_stage == scene
    assert view(gm).hasFocus()


def test_a_marker_is_changed_in_the_field_that_adds_one(gm: AtScene) -> None:
    begins(gm)
    scene_edits.add_marker(gm.session.document, "lights return", 4, 12)
    gm.does("scene.add_marker")
    field = gm.window.faces.scene.add
    row = next(at for at, name in enumerate(names(gm)) if "lights" in name)
    view(gm).setCurrentIndex(gm.window.faces.scene.model.index(row))
    gm.does("scene.edit_marker")
    assert field.text() == "turn 4, 12: lights return"
    gm.keys("Escape")
    QTest.keyClicks(field, "turn 2: the alarm")
    gm.keys("Return")
    scene = gm.roster.on_stage
    assert scene is not None
    assert [(one.turn, one.text) for one in scene.markers] == [(4, "lights return"), (2, "the alarm")]
    row = next(at for at, name in enumerate(names(gm)) if "lights" in name)
    view(gm).setCurrentIndex(gm.window.faces.scene.model.index(row))
    gm.does("scene.edit_marker")
    field.selectAll()
    QTest.keyClicks(field, "turn 5: lights flicker")
    gm.keys("Return")
    scene = gm.roster.on_stage
    assert scene is not None
    assert [(one.turn, one.count, one.text) for one in scene.markers] == [
        (5, None, "lights flicker"),
        (2, None, "the alarm"),
    ]


def test_tab_adds_the_next_player_and_then_leaves_the_field(gm: AtScene) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert", "Alt+I")
    field = gm.window.faces.scene.initiative
    gm.keys("Tab")
    assert field.text() == "Eva "
    gm.keys("Tab")
    assert not field.hasFocus(), "nobody can be caught in the field"
    assert field.text() == ""
    gm.keys("Alt+I", "Tab")
    QTest.keyClicks(field, "6")
    gm.keys("Tab")
    assert not field.hasFocus()
    assert acting(gm) == ["eva"]


def test_a_roll_that_cannot_be_is_refused_in_the_field(gm: AtScene) -> None:
    begins(gm)
    gm.keys("Alt+I")
    field = gm.window.faces.scene.initiative
    QTest.keyClicks(field, "eva 7")
    gm.keys("Return")
    assert field.text() == "eva 7"
    assert "1 to 6" in gm.refused()


def test_delay_and_act_now_by_keys(gm: AtScene) -> None:
    begins(gm)
    gm.keys("Alt+D")
    assert gm.session.view.selected == "eva"
    view(gm).setFocus()
    gm.window.roster.select("lao")
    gm.keys("Alt+Shift+D")
    scene = gm.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert scene.now.acting == ("lao",)
    assert scene.now.suspended == ("eva",)


def test_the_order_changes_by_hand_with_alt_and_arrows(gm: AtScene) -> None:
    begins(gm)
    view(gm).setFocus()
    gm.window.roster.select("mook")
    gm.keys("Alt+Up")
    assert names(gm) == ["Lao Qing", "Triad mook 1", "Eva"]
    gm.keys("Alt+Down")
    assert names(gm) == ["Lao Qing", "Eva", "Triad mook 1"]


def test_delete_takes_out_of_the_scene_and_not_out_of_the_roster(gm: AtScene) -> None:
    begins(gm)
    view(gm).setFocus()
    gm.window.roster.select("mook")
    gm.keys("Delete")
    assert names(gm) == ["Lao Qing", "Eva", "Out", "Triad mook 1"]
    assert gm.character("mook").name == "Triad mook 1"


def test_a_clock_is_filled_by_a_click_and_by_plus(gm: AtScene) -> None:
    begins(gm)
    gm.keys("Alt+Shift+M")
    QTest.keyClicks(gm.window.faces.scene.add, "Security arrives 5")
    gm.keys("Return")
    model = gm.window.faces.scene.model
    row = model.index(model.rowCount() - 1)
    assert row.data(Role.NAME) == "Security arrives"
    box = view(gm).visualRect(row)
    at = QPoint(box.right() - 8, box.center().y())
    QTest.mouseClick(view(gm).viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert row.data(Role.PROGRESS) == (1, 5)
    view(gm).setCurrentIndex(row)
    QTest.keyClicks(view(gm), "+")
    assert row.data(Role.PROGRESS) == (2, 5)
    gm.keys("Ctrl+Z")
    assert row.data(Role.PROGRESS) == (1, 5)


def test_notes_are_kept_with_the_scene(gm: AtScene) -> None:
    begins(gm)
    gm.keys("Alt+Shift+O")
    QTest.keyClicks(gm.window.faces.scene.line.notes, "The lights go out.")
    view(gm).setFocus()
    scene = gm.roster.on_stage
    assert scene is not None
    assert scene.notes == "The lights go out."


def test_a_fight_is_there_again_after_a_restart(whole: GM, qtbot: QtBot, tmp_path: Path) -> None:
    begins(whole)
    whole.keys("Alt+Right")
    before = whole.roster
    whole.window.close()
    again = sit_down(qtbot, tmp_path, dice=[1] * 9, size=(1366, 768))
    assert again.roster == before
    assert again.window.faces.shows_scene
    again.keys("Alt+Left")
    scene = again.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert scene.now.acting == ("lao",)


def test_menu_and_scenes_work_in_a_fight_that_was_on_at_the_start(whole: GM, qtbot: QtBot, tmp_path: Path) -> None:
    begins(whole)
    entries = [action.text() for action in view(whole).actions()]
    whole.window.close()
    again = sit_down(qtbot, tmp_path, dice=[1] * 9, size=(1366, 768))
    assert entries
    assert [action.text() for action in view(again).actions()] == entries
    line = again.window.faces.scene.line
    line.scene_requested.emit("")
    assert len(again.roster.scenes) == 2
    line.scene_requested.emit(again.roster.scenes[1].id)
    scene = again.roster.on_stage
    assert scene is not None
    assert scene.now is None


def test_a_fight_goes_on_with_its_targets_and_choices_after_another_scene(whole: GM) -> None:
    begins(whole)
    whole.window.roster.select("eva")
    drafting = whole.session.drafting
    drafting.attack(whole.session.document.existing("eva"), PISTOL)
    whole.window.test.attack.rows["mode"].chosen.emit("mode", "BF-hit")
    drafting.oppose("lao")
    whole.keys("Ctrl+Return")
    record = drafting.record
    assert record.aims == {"eva": "lao"}
    assert len(record.setups) == 1
    first = whole.roster.stage
    line = whole.window.faces.scene.line
    goes_to_another_scene(whole)
    second = whole.roster.stage
    assert drafting.record.aims == {}
    line.scene_requested.emit(first)
    assert (whole.roster.stage, drafting.record.aims, drafting.record.setups) == (first, record.aims, record.setups)
    line.scene_requested.emit(second)
    assert drafting.record.aims == {}
    line.scene_requested.emit(first)
    assert drafting.record.aims == record.aims
    whole.keys("Alt+Right")
    assert acting(whole) == ["eva"]
    line.scene_requested.emit(second)
    line.scene_requested.emit(first)
    assert drafting.draft.side("b").character == "lao", "whoever acts is prepared against the last target"


def test_back_in_a_fight_whoever_acts_has_their_last_attack_and_target(whole: GM) -> None:
    begins(whole)
    drafting, document = whole.program.session.drafting, whole.program.session.document
    while acting(whole) != ["eva"]:
        whole.keys("Alt+Right")
    drafting.attack(document.existing("eva"), KNIFE)
    drafting.oppose("mook")
    whole.keys("Ctrl+Return")
    first = whole.roster.stage
    goes_to_another_scene(whole)
    whole.window.faces.scene.line.scene_requested.emit(first)
    assert (drafting.draft.attack, drafting.draft.side("b").character) == ("knife", "mook")


def test_whoever_is_left_alone_is_not_prepared_against_the_dead(gm: AtScene) -> None:
    begins(gm)
    drafting, document = gm.session.drafting, gm.session.document
    while acting(gm) != ["eva"]:
        gm.keys("Alt+Right")
    drafting.oppose("lao")
    drafting.record = drafting.record.after(drafting.draft, success=True)
    for one in ("lao", "mook"):
        dead = document.existing(one)
        stats = {**dead.stats, "DUR": 30, "DR": 45}
        dead = structs.replace(dead, stats=stats, health=Health(damage=50))
        document.change(document.roster.with_character(dead), "kill")
    assert drafting.draft.side("b").character == "lao"
    gm.keys("Alt+Right")
    draft = drafting.draft
    assert acting(gm) == ["eva"]
    assert (draft.character, draft.attack, draft.side("b").character) == ("eva", "pistol", "")


def test_a_fight_that_was_left_has_its_targets_after_a_restart(whole: GM, qtbot: QtBot, tmp_path: Path) -> None:
    begins(whole)
    drafting, document = whole.program.session.drafting, whole.program.session.document
    drafting.attack(document.existing("eva"), PISTOL)
    drafting.oppose("lao")
    whole.keys("Ctrl+Return")
    first = whole.roster.stage
    goes_to_another_scene(whole)
    whole.window.close()
    again = sit_down(qtbot, tmp_path)
    scene = again.program.session.drafting.record
    assert scene.aims == {}
    again.window.faces.scene.line.scene_requested.emit(first)
    assert (again.roster.stage, again.program.session.drafting.record.aims) == (first, {"eva": "lao"})


def test_the_record_of_a_removed_scene_is_not_kept(whole: GM) -> None:
    begins(whole)
    first, session = whole.roster.stage, whole.program.session
    for _ in range(2):
        goes_to_another_scene(whole)
    assert first in session.settings.view(whole.roster.id).records
    scene_edits.remove_scene(session.document, first)
    goes_to_another_scene(whole)
    assert first not in session.settings.view(whole.roster.id).records


def test_a_new_scene_is_named_where_it_begins_and_nothing_is_rolled(whole: GM) -> None:
    begins(whole)
    whole.does("scene.end")
    rolled = whole.log()
    whole.keys("Alt+Shift+N")
    assert whole.window.faces.scene.line.name.hasFocus()
    whole.types("Air lock")
    whole.keys("Return")
    assert [one.name for one in whole.roster.scenes][-1] == "Air lock"
    assert whole.log() == rolled
    whole.keys("Alt+Shift+N", "Esc")
    assert [one.name for one in whole.roster.scenes][-2:] == ["Air lock", "New scene 2"]


@pytest.mark.parametrize("how", ["scene.new_scene", "scene.duplicate", "in the menu of scenes"])
def test_a_scene_that_is_added_during_a_fight_is_for_later(whole: GM, how: str) -> None:
    begins(whole)
    whole.window.roster.select_several(["eva", "lao"])
    draft, before = whole.session.drafting.draft, whole.roster
    if how == "in the menu of scenes":
        whole.window.faces.scene.line.scene_requested.emit("")
    else:
        whole.does(how)
    first, second = whole.roster.scenes
    assert (whole.roster.stage, first, second.now) == (before.stage, before.scenes[0], None)
    assert [one.id for one in second.fighters][:2] == ["eva", "lao"]
    assert whole.session.drafting.draft == draft
    assert whole.trouble() == "“New scene 2” was added for later; the fight in “New scene” stays on stage."
    assert not whole.window.faces.scene.line.name.hasFocus()
    whole.does("window.undo")
    assert whole.roster == before


def test_scenes_are_switched_renamed_and_removed(gm: AtScene) -> None:
    begins(gm)
    gm.keys("Alt+Shift+R")
    field = gm.window.faces.scene.line.name
    field.selectAll()
    QTest.keyClicks(field, "Lock nine")
    gm.keys("Return")
    assert [one.name for one in gm.roster.scenes] == ["Lock nine"]
    gm.does("scene.end")
    gm.window.roster.select("eva")
    gm.keys("Alt+Shift+N")
    assert [one.name for one in gm.roster.scenes] == ["Lock nine", "New scene"]
    assert gm.roster.stage == gm.roster.scenes[1].id
    menu = gm.window.faces.scene.line.menu
    menu.aboutToShow.emit()
    offered = [action.text() for action in menu.actions() if action.text()]
    assert len(offered) == len(set(offered)) == 3
    gm.keys("Alt+Shift+Delete")
    assert [one.name for one in gm.roster.scenes] == ["Lock nine"]
    gm.keys("Ctrl+Z")
    assert len(gm.roster.scenes) == 2


def test_a_step_that_says_nothing_leaves_no_empty_step_in_the_log(gm: AtScene) -> None:
    begins(gm)
    announced = 0

    def count() -> None:
        nonlocal announced
        announced += 1

    gm.session.log.all_added.connect(count)
    gm.keys("Alt+Right")
    assert announced == 0
    gm.keys("Ctrl+Z")
    assert gm.window.faces.scene.line.turn.text() == "Turn 1 · 1 of 3"


def test_a_turn_that_comes_composes_its_attack_in_one_change(gm: AtScene) -> None:
    begins(gm)
    seen: list[str] = []
    drafting = gm.session.drafting
    drafting.draft_changed.connect(lambda: seen.append(drafting.draft.attack))
    gm.keys("Alt+Right")
    assert seen == ["pistol"]


def test_a_turn_that_comes_as_a_condition_ends_is_one_change_of_the_test(gm: AtScene) -> None:
    begins(gm)
    gm.window.edits.conditions.set_typed(["lao"], "stunned 1")
    drafting, seen = gm.session.drafting, list[str]()
    assert [chip.label for chip in drafting.draft.chips] == ["Stunned"]
    drafting.draft_changed.connect(lambda: seen.append(drafting.draft.name))
    gm.keys("Alt+Right")
    assert seen == ["Eva"]
    gm.keys("Alt+Left")
    assert [chip.label for chip in drafting.draft.chips] == ["Stunned"]


def test_whoever_acts_is_in_sight_and_so_is_who_comes_next(qtbot: QtBot, tmp_path: Path) -> None:
    people = [structs.replace(LAO, id=f"lao-{n}", name=f"Lao {n}", attacks=(PISTOL,)) for n in range(40)]
    gm = show_scene(qtbot, tmp_path, a_roster(*people), dice=[1] * 80)
    begins(gm)
    shown, stage = view(gm), gm.session.document
    model, room = gm.window.faces.scene.model, view(gm).viewport().rect()
    for _ in range(39):
        gm.settles()
        acting = model.acting()
        assert room.contains(shown.visualRect(acting))
        follows = acting.siblingAtRow(acting.row() + 1)
        assert not follows.isValid() or room.contains(shown.visualRect(follows))
        gm.keys("Alt+Right")
    assert stage.roster.on_stage is not None


def test_a_fight_that_begins_with_everyone_in_sight_shows_the_scene(gm: AtScene) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A")
    gm.keys("Insert")
    gm.window.faces.show_everyone()
    gm.keys("Alt+Right")
    assert gm.window.faces.shows_scene
    gm.window.faces.show_everyone()
    gm.keys("Alt+Right")
    assert not gm.window.faces.shows_scene, "whoever looks at everyone in a fight is left alone"


@pytest.mark.usefixtures("painted")
def test_the_number_of_a_long_name_is_seen(qtbot: QtBot, tmp_path: Path) -> None:
    name = "Sergeant Iphigenia Featherstonehaugh of the guard"
    people = [structs.replace(MOOK, id=f"m{number}", name=f"{name} {number}", group=f"{number}") for number in (11, 12)]
    gm = show_scene(qtbot, tmp_path, a_roster(*people), dice=[1] * 40)
    begins(gm)
    gm.window.setFocus()
    shown = [view(gm).visualRect(view(gm).model().index(row, 0)) for row in range(2)]
    view(gm).clearSelection()
    left = [view(gm).viewport().grab(box.adjusted(40, 0, 0, -6)).toImage() for box in shown]
    assert left[0] != left[1]


@pytest.mark.usefixtures("painted")
def test_a_hidden_one_with_a_condition_still_shows_as_hidden(qtbot: QtBot, tmp_path: Path) -> None:
    people = [structs.replace(MOOK, id=one, name="Sergeant Featherstone", group=one) for one in ("m1", "m2")]
    gm = sit_down(qtbot, tmp_path, a_roster(*people), dice=[1] * 40, size=(1366, 768))
    begins(gm)
    scene_edits.set_surprise(gm.program.session.document, ["m1", "m2"], "surprised")
    scene_edits.set_hidden(gm.program.session.document, ["m1"], hidden=True)
    gm.window.setFocus()
    view(gm).clearSelection()
    index = next(one for one in map(view(gm).model().index, range(2), (0, 0)) if one.data(Role.ID) == "m1")
    shown = view(gm).viewport().grab(view(gm).visualRect(index)).toImage()
    scene_edits.set_hidden(gm.program.session.document, ["m1"], hidden=False)
    assert view(gm).viewport().grab(view(gm).visualRect(index)).toImage() != shown


@pytest.mark.usefixtures("painted")
def test_a_short_name_is_seen_beside_wounds_and_conditions(qtbot: QtBot, tmp_path: Path) -> None:
    down = tuple(ActiveCondition(id=one, kind=one, name=one.title()) for one in ("prone", "unconscious"))
    hurt = structs.replace(MOOK, health=Health(damage=16, wounds=2), conditions=down)
    people = [structs.replace(hurt, id=name, name=name, group=name) for name in ("Tyska", "Marek")]
    gm = sit_down(qtbot, tmp_path, a_roster(*people), dice=[1] * 40, size=(1366, 768))
    begins(gm)
    gm.window.setFocus()
    view(gm).clearSelection()
    shown = [view(gm).visualRect(view(gm).model().index(row, 0)).adjusted(40, 0, 0, -6) for row in range(2)]
    left = [view(gm).viewport().grab(box.adjusted(0, 0, 45 - box.width(), 0)).toImage() for box in shown]
    assert left[0] != left[1]


def test_of_several_whose_turn_it_is_each_has_the_usual_attack_when_selected(qtbot: QtBot, tmp_path: Path) -> None:
    spear = Attack(id="spear", name="Spear", skill="Melee", damage="1d10")
    mook = structs.replace(PEOPLE[2], attacks=(spear,), stats=PEOPLE[1].stats)
    gm = show_scene(qtbot, tmp_path, a_roster(PEOPLE[0], PEOPLE[1], mook), dice=[1] * 40)
    begins(gm)
    draft = gm.session.drafting.draft
    assert (draft.character, draft.attack) == ("lao", "pistol")
    gm.window.faces.take_focus()
    gm.keys("Down")
    gm.settles()
    draft = gm.session.drafting.draft
    assert (draft.name, draft.attack) == ("Triad mook 1", "spear")


def test_modifiers_of_a_test_that_was_not_rolled_do_not_pass_to_whoever_acts_next(gm: AtScene) -> None:
    begins(gm)
    drafting = gm.session.drafting
    first = drafting.draft.character
    drafting.modifiers.add("Called shot −10")
    gm.does("scene.next")
    assert drafting.draft.character != first
    assert drafting.reading.net.net == 0
    drafting.modifiers.eyeball(-30)
    gm.does("scene.back")
    assert drafting.draft.character == first
    assert drafting.reading.net.net == 0


def test_action_points_are_spent_and_given_back_by_keys_in_kaiser(qtbot: QtBot, tmp_path: Path) -> None:
    people = [structs.replace(one, attacks=(), stats={"INIT": 10}) for one in PEOPLE]
    roster = structs.replace(a_roster(*people), system="kaiser")
    gm = show_scene(qtbot, tmp_path, roster, dice=[1] * 40)
    begins(gm)
    gm.window.faces.take_focus()
    for key, left in (("Alt+P", "5 AP"), ("Alt+P", "4 AP"), ("Alt+Shift+Q", "5 AP")):
        gm.keys(key)
        row = gm.window.faces.scene.model.row(gm.window.faces.scene.model.index(0))
        assert row is not None
        assert row.tail == left


def test_after_a_click_on_next_enter_rolls_what_is_prepared(gm: AtScene) -> None:
    begins(gm)
    gm.window.faces.take_focus()
    gm.click(gm.window.faces.scene.line.next)
    assert not gm.window.faces.scene.line.next.hasFocus()
    assert view(gm).hasFocus()


def goes_on(gm: AtScene, how: str) -> None:
    """Go on as "click", with the button, or by a key."""
    if how == "click":
        gm.click(gm.window.faces.scene.line.next)
    else:
        gm.keys(how)


@pytest.mark.parametrize("how", ["click", "Alt+Right", "Ctrl+Alt+R"])
@pytest.mark.parametrize(("typed", "throws"), [("eva 6, lao 2", {"eva": 6, "lao": 2}), ("eva 7", None)])
def test_initiative_still_in_the_field_counts_when_the_fight_begins(
    gm: AtScene, typed: str, throws: dict[str, int] | None, how: str
) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert", "Alt+I")
    QTest.keyClicks(gm.window.faces.scene.initiative, typed)
    goes_on(gm, how)
    scene = gm.roster.on_stage
    assert scene is not None
    if throws is None:
        assert scene.now is None
        assert "1 to 6" in gm.refused()
        assert gm.window.faces.scene.initiative.text() == typed
    else:
        assert scene.now is not None
        assert {one: scene.now.throws[one] for one in throws} == throws
        assert scene.now.acting == ("eva",), "and the first has not acted yet"
        assert not gm.window.faces.scene.initiative.isVisible(), "nothing more is to be typed into it"
        assert not gm.window.faces.scene.initiative.text()


def test_initiative_that_cannot_be_read_is_shown_before_the_key_goes_on(gm: AtScene) -> None:
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert", "Alt+I")
    QTest.keyClicks(gm.window.faces.scene.initiative, "eva 7")
    gm.window.faces.show_everyone()
    gm.keys("Alt+Right")
    assert gm.window.faces.shows_scene
    assert "1 to 6" in gm.refused()


@pytest.mark.parametrize("how", ["click", "Alt+Right", "Return", "list first"])
def test_initiative_still_in_the_field_at_the_end_of_a_round_is_that_of_the_next(
    qtbot: QtBot, tmp_path: Path, how: str
) -> None:
    people = [
        structs.replace(one, attacks=(), stats={"INIT": init}) for one, init in zip(PEOPLE, (10, 9, 8), strict=True)
    ]
    gm = show_scene(qtbot, tmp_path, structs.replace(a_roster(*people), system="kaiser"), dice=[1] * 40)
    begins(gm)
    gm.click(gm.window.faces.scene.line.next)
    gm.click(gm.window.faces.scene.line.next)
    gm.keys("Alt+I")
    QTest.keyClicks(gm.window.faces.scene.initiative, "lao 12, eva =9")
    if how == "list first":
        view(gm).setFocus()
        assert gm.window.faces.scene.initiative.text() == "lao 12, eva =9", "it waits for the next round"
    goes_on(gm, "Alt+Right" if how == "list first" else how)
    scene = gm.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert (scene.now.turn, scene.now.throws["lao"], scene.now.throws["eva"]) == (2, 12, -1)
    assert acting(gm) == ["lao"]
    assert not gm.window.faces.scene.initiative.text()


def test_those_who_act_on_one_roll_are_all_selected_when_their_turn_comes(qtbot: QtBot, tmp_path: Path) -> None:
    others = [structs.replace(PEOPLE[2], id=f"mook-{n}", name=f"Triad mook {n}") for n in (2, 3)]
    gm = show_scene(qtbot, tmp_path, a_roster(*PEOPLE, *others), dice=[1] * 9)
    begins(gm)
    mooks = ["mook", "mook-2", "mook-3"]
    scene_edits.set_team(gm.session.document, mooks[1:], together=True)
    gm.keys("Alt+Right")
    gm.keys("Alt+Right")
    assert acting(gm) == mooks
    assert gm.window.roster.selected_ids() == ["mook"]
    gm.keys("Alt+Left")
    scene_edits.set_team(gm.session.document, mooks, together=True)
    gm.keys("Alt+Right")
    assert (gm.window.roster.selected_ids(), gm.session.view.selected) == (mooks, "mook")
    assert gm.session.drafting.draft.attack == "pistol"
    assert gm.rolling.group.ids == tuple(mooks)


def test_a_team_whose_turn_it_was_is_selected_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    others = [structs.replace(PEOPLE[2], id=f"mook-{n}", name=f"Triad mook {n}") for n in (2, 3)]
    gm = sit_down(qtbot, tmp_path, a_roster(*PEOPLE, *others), dice=[1] * 9)
    begins(gm)
    mooks = ["mook", "mook-2", "mook-3"]
    scene_edits.set_team(gm.program.session.document, mooks, together=True)
    gm.keys("Alt+Right")
    gm.keys("Alt+Right")
    before = gm.program.session.drafting.draft
    assert gm.window.roster.selected_ids() == mooks
    gm.window.close()
    again = sit_down(qtbot, tmp_path)
    assert (again.window.roster.selected_ids(), again.program.session.view.selected) == (mooks, "mook")
    assert again.program.session.drafting.draft == before
    again.window.roster.select("eva")
    again.window.close()
    assert sit_down(qtbot, tmp_path).window.roster.selected_ids() == ["eva"]


def test_a_click_on_one_of_those_who_act_together_prepares_their_usual_attack(qtbot: QtBot, tmp_path: Path) -> None:
    sabre = structs.replace(PISTOL, id="sabre", name="Sabre", skill="Melee")
    claw = structs.replace(PISTOL, id="claw", name="Claw", skill="Melee")
    eva = structs.replace(PEOPLE[0], attacks=(sabre,), stats={"INIT": 6, "REF": 10})
    mook = structs.replace(PEOPLE[2], attacks=(PISTOL, claw), stats={"INIT": 6, "REF": 10})
    gm = show_scene(qtbot, tmp_path, a_roster(eva, mook), dice=[1] * 9)
    begins(gm)
    assert gm.session.drafting.draft.attack == "sabre"
    row = gm.window.faces.scene.model.index_of("mook")
    QTest.mouseClick(view(gm).viewport(), Qt.MouseButton.LeftButton, pos=view(gm).visualRect(row).center())
    assert gm.session.drafting.draft.attack == "pistol"


def test_a_click_on_the_row_of_a_team_chooses_all_of_it(qtbot: QtBot, tmp_path: Path) -> None:
    other = structs.replace(PEOPLE[2], id="mook-2", name="Triad mook 2")
    gm = show_scene(qtbot, tmp_path, a_roster(*PEOPLE, other), dice=[1] * 9)
    begins(gm)
    scene_edits.set_team(gm.session.document, ["mook", "mook-2"], together=True)
    gm.window.roster.select("mook")
    assert (view(gm).ids(), gm.window.roster.selected_ids()) == (["mook", "mook-2"], ["mook"])
    row = gm.window.faces.scene.model.index_of("mook")
    QTest.mouseClick(view(gm).viewport(), Qt.MouseButton.LeftButton, pos=view(gm).visualRect(row).center())
    assert gm.window.roster.selected_ids() == ["mook", "mook-2"]


def test_when_a_turns_costs_are_dealt_the_focus_goes_on_to_the_next_and_then_to_the_list(gm: AtScene) -> None:
    begins(gm)
    for one in ("eva", "mook"):
        gm.window.edits.conditions.set_typed([one], "burning")
    for _ in range(3):
        gm.keys("Alt+Right")
    first, second = gm.window.faces.scene.findChildren(CostButton)
    gm.click(first)
    [left] = [one for one in gm.window.faces.scene.findChildren(CostButton) if one.isVisible()]
    assert left.hasFocus()
    gm.keys("Space")
    assert view(gm).hasFocus()
    assert [gm.character(one).health.damage for one in ("eva", "mook")] == [1, 1]
    assert left is second


def test_a_cost_that_nobody_applied_is_counted_on_and_dismissed_by_its_cross(gm: AtScene) -> None:
    begins(gm)
    gm.window.edits.conditions.set_typed(["eva"], "burning")
    for _ in range(6):
        gm.keys("Alt+Right")
    pane = gm.window.faces.scene
    [cost] = [one for one in pane.findChildren(CostButton) if one.isVisible()]
    assert cost.accessibleName().endswith(": burning 1d6, 2 times")
    gm.click(cost)
    assert cost.isVisible()
    assert cost.accessibleName().endswith(": burning 1d6")
    cost.setFocus()
    gm.keys("Del")
    assert not [one for one in pane.findChildren(CostButton) if one.isVisible()]
    assert gm.character("eva").health.damage == 1


def test_a_cost_with_a_long_name_is_elided_within_the_pane_after_a_restart_too(qtbot: QtBot, tmp_path: Path) -> None:
    long = structs.replace(PEOPLE[0], name="Sergeant Evangelina of the third watch")
    gm = sit_down(qtbot, tmp_path, a_roster(long, *PEOPLE[1:]), dice=[1] * 40, size=(1366, 768))
    begins(gm)
    gm.window.edits.conditions.set_typed(["eva"], "burning")
    for _ in range(3):
        gm.keys("Alt+Right")
    gm.window.close()
    pane = sit_down(qtbot, tmp_path, size=(1366, 768)).window.faces.scene
    [cost] = [one for one in pane.findChildren(CostButton) if one.isVisible()]
    settles(gm)
    assert cost.mapTo(pane, QPoint(cost.width(), 0)).x() <= pane.width()


def test_costs_of_a_turn_move_no_row_when_they_come_and_go(gm: AtScene) -> None:
    begins(gm)
    gm.window.edits.conditions.set_typed(["eva"], "burning")
    gm.keys("Alt+Right")
    pane = gm.window.faces.scene
    settles(gm)
    before = pane.view.mapTo(pane, QPoint(0, 0)), pane.view.visualRect(pane.model.index_of("mook"))
    for _ in range(2):
        gm.keys("Alt+Right")
    [cost] = [one for one in pane.findChildren(CostButton) if one.isVisible()]
    settles(gm)
    assert cost.mapTo(pane, QPoint(0, 0)).y() > pane.view.geometry().bottom()
    assert (pane.view.mapTo(pane, QPoint(0, 0)), pane.view.visualRect(pane.model.index_of("mook"))) == before
    gm.click(cost)
    settles(gm)
    assert (pane.view.mapTo(pane, QPoint(0, 0)), pane.view.visualRect(pane.model.index_of("mook"))) == before


def settles(gm: AtScene) -> None:
    for _ in range(4):
        gm.settles()


def test_the_menu_of_a_row_sets_conditions_and_no_two_entries_share_a_letter(whole: GM) -> None:
    begins(whole)
    texts = [action.text() for action in view(whole).actions()]
    assert "Conditi&ons" in texts
    letters = [text[text.index("&") + 1].casefold() for text in texts]
    assert len({*letters}) == len(letters)


EP1_TEST, EP2_TEST = "Test: Infiltration against Perception…", "Test: Infiltrate against Perceive…"


@pytest.mark.parametrize(
    ("system", "printing", "expected"),
    [
        ("ep2", "", ["Reacting: −3 for the whole fight", "Surprised: neither acts nor defends in turn 1", EP2_TEST]),
        ("ep1", "", ["Reacting: −3 in turn 1", "Surprised: does not act in phase 1", EP1_TEST]),
        ("ep1", "first", ["Reacting: −30 in turn 1", "Surprised: does not act in phase 1", EP1_TEST]),
    ],
)
def test_a_surprise_is_set_in_the_words_of_the_system(
    qtbot: QtBot, tmp_path: Path, system: str, printing: str, expected: list[str]
) -> None:
    house = {"printing": printing} if printing else {}
    gm = show_scene(qtbot, tmp_path, structs.replace(a_roster(*PEOPLE), system=system, house=house), dice=[1] * 9)
    begins(gm)
    assert [reads(one) for one in gm.submenu("scene.set_surprise").actions()] == ["Not surprised", *expected]


def test_in_kaiser_the_counts_say_who_is_surprised(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_scene(qtbot, tmp_path, structs.replace(a_roster(*PEOPLE), system="kaiser"), dice=[1] * 9)
    begins(gm)
    assert [reads(one) for one in gm.submenu("scene.set_surprise").actions()] == [COUNTS_DECIDE]


def selected(gm: AtScene) -> list[str]:
    return sorted(view(gm).ids())


def test_rows_that_come_for_those_who_are_selected_are_selected(gm: AtScene) -> None:
    begins(gm)
    goes_to_another_scene(gm)
    gm.keys("Alt+W")
    gm.window.roster.view.setFocus()
    gm.window.roster.select_several(["eva", "lao"])
    gm.keys("Insert")
    assert gm.trouble() == "2 characters put into New scene 2"
    assert selected(gm) == ["eva", "lao"]
    gm.keys("Alt+W")
    assert gm.window.faces.shows_scene
    assert selected(gm) == ["eva", "lao"]


def test_a_marker_that_is_selected_stays_so_when_reinforcements_come(gm: AtScene) -> None:
    gm.window.roster.select_several(["eva", "lao"])
    gm.keys("Insert")
    scene_edits.add_typed(gm.session.document, "turn 3: the lights return")
    gm.settles()
    view(gm).setCurrentIndex(gm.window.faces.scene.model.index(names(gm).index("turn 3: the lights return")))
    document = gm.session.document
    document.change(document.roster.with_scene(scene_edits.with_people(document, ["mook"])), "reinforcements")
    gm.settles()
    assert view(gm).marker()
    assert selected(gm) == []


def test_put_into_the_scene_is_in_the_menu_of_the_roster(whole: GM) -> None:
    whole.selects("Eva")
    assert "Put into the scene" in [reads(one) for one in whole.context_entries()]


def test_an_empty_scene_says_so_in_few_words(gm: AtScene) -> None:
    begins(gm)
    goes_to_another_scene(gm)
    assert gm.window.faces.scene.line.turn.text() == "Empty scene"


def test_a_surprise_is_decided_by_one_test_against_all_others(qtbot: QtBot, tmp_path: Path) -> None:
    stats = {"REF": 20, "INT": 20, "INIT": 5}
    sneakers, guards = ("eva", "lao"), ("mook", "okoro")
    people = [Character(id=one, name=one.title(), stats=stats) for one in (*sneakers, *guards)]
    people[1] = structs.replace(people[1], skills=(Skill(id="inf", name="Infiltrate", rating=60),))
    people[3] = structs.replace(people[3], skills=(Skill(id="per", name="Perceive", rating=90),))
    dice = (50, 90, 99, *[1] * 9)  # Lao sneaks, and nobody sees anything
    gm = sit_down(qtbot, tmp_path, Roster(id="r", name="R", characters=tuple(people)), dice=dice)
    gm.window.roster.select_several([one.id for one in people])
    gm.keys("Insert")
    gm.window.roster.select_several([*sneakers])
    gm.chooses("scene.set_surprise", EP2_TEST)
    dialog = gm.dialog(SeveralDialog)
    assert dialog.sides.who.accessibleName() == "Who acts: Lao · Infiltrate"
    rows = [[dialog.model.index(row, column).data() for column in (0, 2)] for row in range(dialog.model.rowCount())]
    assert rows == [["Mook", "−20"], ["Okoro", "−20"]]
    dialog.go_on()
    assert dialog.go.text() == "Set surprise"
    dialog.model.setData(dialog.model.index(1, 3), "60")
    dialog.go_on()
    scene = gm.roster.on_stage
    assert scene is not None
    assert {one.id: one.surprise for one in scene.fighters} == {
        **dict.fromkeys(sneakers, ""),
        "mook": "surprised",
        "okoro": "reacting",
    }
    gm.undo_of("surprise by Lao").trigger()
    assert gm.roster.on_stage is not None
    assert {one.surprise for one in gm.roster.on_stage.fighters} == {""}


def test_a_surprise_needs_somebody_who_could_be_surprised(gm: AtScene) -> None:
    begins(gm)
    gm.window.roster.select_several(["eva", "lao", "mook"])
    gm.chooses("scene.set_surprise", EP2_TEST)
    assert "Nobody else in the scene could be surprised." in gm.trouble()


@pytest.mark.usefixtures("painted")
def test_a_name_keeps_its_room_beside_a_pill_where_the_words_after_it_do_not_fit(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bell = structs.replace(PEOPLE[0], name="The Drowned Bell", attacks=(), stats={"INIT": 10})
    others = [structs.replace(one, attacks=(), stats={"INIT": 5}) for one in PEOPLE[1:]]
    gm = show_scene(qtbot, tmp_path, structs.replace(a_roster(bell, *others), system="kaiser"), dice=[1] * 40)
    begins(gm)
    scene_edits.set_hidden(gm.session.document, [bell.id], hidden=True)
    gm.keys("Alt+D")
    painted = list[tuple[str, float]]()

    def write(painter: QPainter, box: QRectF, text: str, *more: Any, **named: Any) -> None:
        painted.append((text, box.width()))
        painting.write(painter, box, text, *more, **named)

    monkeypatch.setattr(scene_view, "write", write)
    without_pictures(gm)
    gm.settles()
    view(gm).grab()
    said = dict(painted)
    tails = [gm.window.faces.scene.model.row(view(gm).model().index(at, 0)) for at in range(3)]
    assert "6 AP · hidden" in [row.tail for row in tails if row is not None]
    assert "6 AP · hidden" in said, "the condition is shortened first"
    assert said["The Drowned Bell"] >= 4 * view(gm).fontMetrics().height() - 1


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("width", [1024, 1366, 1920])
def test_a_long_name_keeps_half_of_its_row_beside_many_conditions(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    name = "Securitas autonomous perimeter defence synthmorph 3"
    labels = ("Stunned", "Hunted by the whole station", "Prone", "Deafened", "Grappled by the very large octomorph")
    pills = tuple(ActiveCondition(id=f"c{at}", name=label) for at, label in enumerate(labels))
    guard = structs.replace(PEOPLE[0], name=name, conditions=pills)
    gm = sit_down(qtbot, tmp_path, a_roster(guard, *PEOPLE[1:]), dice=[1] * 40, size=(width, 640))
    begins(gm)
    said = dict[str, float]()

    def write(painter: QPainter, box: QRectF, text: str, *more: Any, **named: Any) -> None:
        said[text] = box.width()
        painting.write(painter, box, text, *more, **named)

    monkeypatch.setattr(scene_view, "write", write)
    without_pictures(gm)
    gm.settles()
    view(gm).grab()
    counted = sum(int(text[1:]) for text in said if text.startswith("+"))
    assert said[name] >= view(gm).viewport().width() * 0.4
    assert 1 <= sum(text[:3] in {one[:3] for one in labels} for text in said) == len(labels) - counted


@pytest.mark.usefixtures("painted")
def test_the_number_of_further_conditions_is_not_beside_the_modifier_of_wounds(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = [ActiveCondition(id=one, kind=one, name=one.capitalize()) for one in ("prone", "stunned", "deafened")]
    mook = structs.replace(PEOPLE[2], name="Triad mook 1", health=Health(wounds=1), conditions=tuple(states))
    gm = sit_down(qtbot, tmp_path, a_roster(*PEOPLE[:2], mook), dice=[1] * 40, size=(1366, 768))
    begins(gm)
    said = dict[str, QRectF]()

    def write(painter: QPainter, box: QRectF, text: str, *more: Any, **named: Any) -> None:
        said[text] = box
        painting.write(painter, box, text, *more, **named)

    monkeypatch.setattr(scene_view, "write", write)
    without_pictures(gm)
    gm.settles()
    view(gm).grab()
    wounds, pill, counted = (next(box for text, box in said.items() if one in text) for one in ("−10", "Pr", "+2"))
    assert wounds.right() <= pill.left() < pill.right() <= counted.left()


def test_the_notes_of_a_scene_do_not_touch_their_frame(gm: SceneHands) -> None:
    begins(gm)
    gm.does("scene.edit_notes")
    notes = gm.window.faces.scene.line.notes
    notes.setPlainText("They flee over the roofs.\nWind.\nRain.")
    gm.settles()
    first = notes.cursorRect()
    notes.moveCursor(QTextCursor.MoveOperation.End)
    last = notes.cursorRect()
    room = notes.viewport().rect()
    assert first.left() >= 4
    assert first.top() >= 4
    assert last.bottom() <= room.bottom() - 4


@pytest.mark.usefixtures("painted")
def test_the_name_of_a_scene_begins_at_its_beginning_and_is_cut_off_beside_its_arrow(
    gm: SceneHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins(gm)
    scene = gm.roster.on_stage
    assert scene is not None
    name = "Shoot-out at the seventh lock of the northern docking ring"
    scene_edits.rename_scene(gm.session.document, scene.id, name)
    gm.settles()
    line, said = gm.window.faces.scene.line, dict[str, QRectF]()

    def write(painter: QPainter, box: QRectF, text: str, *more: Any, **named: Any) -> None:
        said[text] = box
        painting.write(painter, box, text, *more, **named)

    monkeypatch.setattr(buttons, "write", write)
    line.chooser.grab()
    assert 0 <= said[name].left() < said[name].right() < line.chooser.width() - line.fontMetrics().height() / 2
    assert line.chooser.geometry().right() < line.notes_button.x()
    assert name in line.chooser.accessibleName()


@pytest.mark.usefixtures("painted")
def test_the_name_of_a_task_keeps_half_of_its_row(gm: SceneHands, monkeypatch: pytest.MonkeyPatch) -> None:
    begins(gm)
    name = "Repair the hatch of the lock"
    scene_edits.add_clock(gm.session.document, name, minutes=10 * 8 * 60 + 7 * 60 + 17)
    said = dict[str, float]()

    def write(painter: QPainter, box: QRectF, text: str, *more: Any, **named: Any) -> None:
        said[text] = box.width()
        painting.write(painter, box, text, *more, **named)

    monkeypatch.setattr(scene_view, "write", write)
    without_pictures(gm)
    gm.settles()
    view(gm).grab()
    assert said[name] >= view(gm).viewport().width() * 0.4


@pytest.mark.usefixtures("painted")
def test_a_pill_without_room_for_its_words_keeps_what_is_left_of_the_condition(
    gm: SceneHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins(gm)
    name = "Dazed and confused by the smoke of the burning engine −20"
    lao = structs.replace(
        gm.session.document.existing(LAO.id),
        health=Health(wounds=3),
        conditions=(ActiveCondition(id="one", kind="own", name=name),),
    )
    gm.session.document.change_character(lao, "hurt")
    painted = list[str]()
    monkeypatch.setattr("gm_desk.ui.theme.painting.write_whole", lambda *words: painted.append(words[2]))
    without_pictures(gm)
    view(gm).viewport().grab()
    (pill,) = [one for one in painted if one.startswith("Da")]
    assert pill != name
    assert pill.endswith("−20")


def test_a_scene_found_in_the_finder_has_the_focus_then(whole: GM) -> None:
    scene_edits.add_scene(whole.session.document, ["eva"], "Airlock 9")
    scene = whole.roster.on_stage
    assert scene is not None
    whole.does("scene.new_scene")
    finder = whole.window.header.finder
    finder.setFocus()
    QTest.keyClicks(finder, "airlock")
    whole.settles()
    QTest.keyClick(finder, Qt.Key.Key_Return)
    whole.settles()
    assert whole.roster.stage == scene.id
    assert not finder.hasFocus()
    assert view(whole).hasFocus()


def test_the_list_of_fighters_has_the_focus_once_a_new_scene_is_named(gm: AtScene) -> None:
    gm.window.roster.select("eva")
    gm.keys("Alt+Shift+N")
    assert gm.window.faces.scene.line.name.hasFocus()
    gm.keys("Return")
    assert gm.focused() is gm.window.faces.scene.view


def test_putting_somebody_in_who_is_in_already_says_so(gm: AtScene) -> None:
    begins(gm)
    there = gm.roster.scenes[0].fighters[0]
    gm.window.roster.select(there.id)
    name = gm.character(there.id).name
    before = gm.roster
    gm.action("scene.put_in").trigger()
    assert gm.trouble() == f"Already in {gm.roster.scenes[0].name}: {name}."
    assert gm.roster is before


def test_undo_and_redo_of_a_change_of_scene_bring_its_pinned_modifiers(whole: GM) -> None:
    scene_edits.add_scene(whole.session.document, ["eva"], "Dock")
    drafting, first = whole.session.drafting, whole.roster.stage

    def pins() -> list[str]:
        return [chip.label for chip in drafting.draft.chips if chip.pinned]

    def pin(line: str) -> None:
        drafting.modifiers.add(line)
        drafting.modifiers.pin(drafting.draft.chips[-1])

    pin("Smoke -20")
    whole.does("scene.new_scene")
    assert pins() == []
    pin("Dark -30")
    second = whole.roster.stage
    whole.window.faces.scene.line.scene_requested.emit(first)
    assert pins() == ["Smoke"]
    whole.does("window.undo")
    assert (whole.roster.stage, pins()) == (second, ["Dark"])
    whole.does("window.redo")
    assert (whole.roster.stage, pins()) == (first, ["Smoke"])
    whole.does("window.undo")
    whole.does("window.undo")
    assert (whole.roster.stage, pins()) == (first, ["Smoke"])
    whole.does("window.redo")
    assert (whole.roster.stage, pins()) == (second, ["Dark"])


def test_a_removed_scene_leaves_none_of_its_pinned_modifiers_and_undo_brings_them_back(whole: GM) -> None:
    scene_edits.add_scene(whole.session.document, ["eva"], "Dock")
    drafting = whole.session.drafting
    drafting.modifiers.add("Smoke -20")
    drafting.modifiers.pin(drafting.draft.chips[-1])
    whole.does("scene.remove")
    assert [chip.label for chip in drafting.draft.chips] == []
    whole.does("window.undo")
    assert [chip.label for chip in drafting.draft.chips] == ["Smoke"]


def test_the_check_of_one_of_those_who_act_together_stays_when_they_fall(qtbot: QtBot, tmp_path: Path) -> None:
    people = [structs.replace(one, stats={"INIT": 6, "REF": 10, "SOM": 10}) for one in PEOPLE]
    late = structs.replace(PEOPLE[2], id="late", name="Late", stats={"INIT": 1, "REF": 1})
    gm = show_scene(qtbot, tmp_path, a_roster(*people, late), dice=[1] * 9)
    begins(gm)
    gm.window.roster.select("mook")
    drafting = gm.session.drafting
    drafting.choose("mook", AbilityKind.CHECK, "SOM")
    down = ActiveCondition(id="down", kind="unconscious", name="Unconscious")
    gm.session.document.change_character(structs.replace(gm.character("mook"), conditions=(down,)), "fall")
    gm.settles()
    assert (drafting.draft.character, drafting.draft.attack) == ("mook", "")


def test_the_end_of_a_fight_is_offered_when_one_side_is_left(gm: AtScene) -> None:
    begins(gm)
    end = gm.window.faces.scene.line.end
    assert not end.isVisible()
    for one in gm.session.document.roster.characters:
        if one.kind != "pc":
            down = structs.replace(one.with_stat("DUR", 30), health=structs.replace(one.health, damage=40))
            gm.session.document.change_character(down, "fall")
    gm.settles()
    assert end.says.text() == "Only the players’ characters are left standing"
    gm.resizes(1024, 640)
    words = end.says.fontMetrics().horizontalAdvance(end.says.text())
    lines = end.says.height() // end.says.fontMetrics().height()
    assert lines * end.says.width() >= words, "all of it is seen in a narrow pane"
    gm.click(end.button)
    assert not end.isVisible()
    assert view(gm).hasFocus(), "and not the field for markers and clocks"
    scene = gm.session.document.roster.on_stage
    assert scene is not None
    assert scene.now is None
    gm.does("window.undo")
    assert end.isVisible()


def test_who_is_left_standing_is_said_beside_the_menus(whole: GM) -> None:
    whole.keys("Alt+W")
    begins(whole)
    for one in ("lao", "mook"):
        character = whole.character(one)
        whole.session.document.change_character(character.with_stat("DUR", 30), "DUR")
    for one in ("lao", "triad mook 1"):
        whole.keys("Ctrl+K")
        whole.types_over(f"{one} damage 60")
        whole.settles()
        whole.keys("Return")
        whole.settles()
    assert whole.window.stat.head.name.text() == "Triad mook 1"
    assert whole.window.toast.says.text() == "Only the players’ characters are left standing"
