"""The checks that conditions require in a turn, offered below the turn order."""

from pathlib import Path

from msgspec import structs
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.stat_block import Attack
from gm_desk.model.scene import scene_edits
from gm_desk.ui.scene.turn_pills import CheckButton
from gm_desk.ui.theme.painting import width_of
from gm_desk.ui.widgets.pill import Pill
from scene_window import AtScene, show_scene
from ui_makers import EVA, LAO, MOOK, a_roster, sit_down

PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", modes="SA/BF")
PEOPLE = (
    structs.replace(EVA, stats={**EVA.stats, "INIT": 6, "COG": 20}, attacks=(PISTOL,)),
    structs.replace(LAO, stats={**LAO.stats, "INIT": 7}, attacks=(PISTOL,)),
    structs.replace(MOOK, stats={**MOOK.stats, "INIT": 3}, attacks=(PISTOL,)),
)


def acting(gm: AtScene) -> list[str]:
    scene = gm.roster.on_stage
    return [*scene.now.acting] if scene and scene.now else []


def begins(gm: AtScene) -> None:
    """Put everybody into a scene and roll for all: three keys."""
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A")
    gm.keys("Insert")
    gm.keys("Alt+Right")


def checks(gm: AtScene) -> list[CheckButton]:
    for _ in range(4):
        gm.settles()
    return [one for one in gm.window.faces.scene.findChildren(CheckButton) if one.isVisible()]


def test_at_the_turn_of_the_confused_their_check_is_prepared_in_one_click(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(*PEOPLE), dice=[1] * 3 + [99, 1, 1], size=(1366, 768))
    begins(gm)
    assert acting(gm) == ["lao"]
    gm.window.edits.conditions.set_typed(["eva"], "confused 2")
    assert checks(gm) == []
    gm.keys("Alt+Right")
    [button] = checks(gm)
    assert button.text() == "Eva: confused, COG −30"
    assert gm.session.drafting.draft.attack == "pistol"
    gm.click(button)
    draft = gm.session.drafting.draft
    assert (draft.name, draft.what, gm.net()) == ("Eva", "COG check", -30)
    gm.session.drafting.attack(gm.character("eva"), PISTOL)
    assert all(chip.label != "Confused" for chip in gm.session.drafting.draft.chips), "another test is not about it"
    gm.click(button)
    gm.window.test.row.roll()
    assert checks(gm) == [], "it is rolled once in a turn"
    offered = {one.text(): one for one in gm.window.test.damage.asked.findChildren(Pill) if one.isVisible()}
    assert "Confused: roll on the table in the book" in offered
    gm.click(offered["Confused: roll on the table in the book"])
    assert gm.rolling.log.page(1)[0].entry.note == "confused: roll on the table in the book"
    gm.keys("Alt+Left")
    assert checks(gm) == []
    gm.keys("Alt+Right")
    assert checks(gm) == [], "going back and on asks for nothing twice"
    for _ in range(3):
        gm.keys("Alt+Right")
    assert acting(gm) == ["eva"]
    assert len(checks(gm)) == 1, "and again in the next turn"


def test_a_check_rolled_in_this_turn_is_not_asked_again_after_a_fight_in_another_scene(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(*PEOPLE), dice=[1] * 3 + [99, 1, 1], size=(1366, 768))
    begins(gm)
    gm.window.edits.conditions.set_typed(["lao"], "confused 2")
    gm.click(checks(gm)[0])
    gm.window.test.row.roll()
    first = gm.roster.stage
    scene_edits.add_scene(gm.session.document, ["eva"], "Hold")
    gm.keys("Alt+Right")
    scene_edits.go_to_scene(gm.session.document, first)
    assert checks(gm) == []


def test_a_confused_one_without_the_aptitude_is_not_asked(qtbot: QtBot, tmp_path: Path) -> None:
    people = [structs.replace(one, stats={"INIT": 6}) for one in PEOPLE]
    gm = show_scene(qtbot, tmp_path, a_roster(*people), dice=[1] * 9)
    begins(gm)
    for one in people:
        gm.window.edits.conditions.set_typed([one.id], "confused 2")
    assert checks(gm) == []


def test_a_long_name_is_cut_and_not_the_check(qtbot: QtBot, tmp_path: Path) -> None:
    long = "Doctor Maximilian von Hohenburg 7"
    people = (structs.replace(PEOPLE[0], name=long), *PEOPLE[1:])
    gm = sit_down(qtbot, tmp_path, a_roster(*people), dice=[1] * 3 + [99, 1, 1], size=(1366, 768))
    begins(gm)
    gm.window.edits.conditions.set_typed(["eva"], "confused 2")
    gm.keys("Alt+Right")
    [button] = checks(gm)
    font = button.font()
    assert button.fitting(font, 10_000) == f"{long}: confused, COG −30"
    for room in (190, 230):
        shown = button.fitting(font, room)
        assert shown.startswith("D")
        assert shown.endswith("7: confused, COG −30")
        assert width_of(font, shown) <= room
    assert button.x() + button.width() <= gm.window.faces.width()
