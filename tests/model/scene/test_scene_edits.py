"""The edits that prepare a scene."""

import pytest
from msgspec import structs

from gm_desk.core.drafts.draft import Chip
from gm_desk.core.errors import BadClockError, RulesError, TurnError
from gm_desk.model.scene import scene_edits, tasks
from scene_makers import ANN, BOB, CID, DOC, Fight, a_fight, under_way


def a_scene() -> Fight:
    fight = Fight(a_fight())
    scene_edits.add_scene(fight.document, [ANN, BOB], "Lock 9")
    return fight


def test_a_new_scene_comes_on_stage_with_a_name_of_its_own() -> None:
    fight = a_scene()
    assert [one.id for one in fight.scene.fighters] == [ANN, BOB]
    scene_edits.add_scene(fight.document, [], "Lock 9")
    assert fight.scene.name == "Lock 10"
    fight.document.stack.undo()
    assert fight.scene.name == "Lock 9"


def test_what_is_pinned_stays_with_the_scene_that_leaves_the_stage() -> None:
    fight = a_scene()
    smoke = Chip("smoke", -30, "Smoke", pinned=True)
    first = fight.scene.id
    scene_edits.go_to_scene(fight.document, "", [smoke])
    assert fight.document.roster.on_stage is None
    scene_edits.go_to_scene(fight.document, first)
    assert fight.scene.pinned == (smoke,)


def test_a_copy_of_a_scene_has_its_people_and_not_its_fight() -> None:
    fight = under_way(1, 1, 1, 1)
    made = scene_edits.duplicate_scene(fight.document, fight.scene.id)
    copy = fight.document.roster.scene(made)
    assert copy is not None
    assert (copy.name, copy.now, len(copy.fighters)) == ("Lock 10", None, 4)


def test_removing_the_scene_on_stage_leaves_none_there() -> None:
    fight = a_scene()
    scene_edits.remove_scene(fight.document, fight.scene.id)
    assert (fight.document.roster.scenes, fight.document.roster.stage) == ((), "")


def test_before_the_fight_somebody_taken_out_is_gone_and_in_it_out() -> None:
    fight = a_scene()
    scene_edits.take_out(fight.document, [BOB])
    assert [one.id for one in fight.scene.fighters] == [ANN]
    other = under_way(1, 1, 1, 1)
    scene_edits.take_out(other.document, [BOB])
    assert other.stage.fight.in_turn() == [ANN, CID, DOC]
    other.steps.bring_in([BOB])
    assert other.stage.fight.in_turn() == [ANN, BOB, CID, DOC]


def test_those_who_act_together_take_one_roll() -> None:
    fight = under_way(1, 1, 2, 6)
    scene_edits.set_team(fight.document, [CID, DOC], together=True)
    assert fight.scene.now is not None
    assert fight.scene.now.throws[CID] == fight.scene.now.throws[DOC] == 2


def test_clocks_fill_from_empty_to_full() -> None:
    fight = a_scene()
    clock = scene_edits.add_clock(fight.document, "Alarm", 3)
    for filled in (1, 2, 3, 3):
        tasks.fill_clock(fight.stage, clock, 1)
        assert scene_edits.clock_of(fight.document, clock).filled == filled
    scene_edits.remove_clock(fight.document, clock)
    with pytest.raises(BadClockError):
        tasks.fill_clock(fight.stage, clock, 1)


@pytest.mark.parametrize(
    "line",
    ["turn 0: never", "Alarm 0", "Alarm 100", "nothing", "turn : x", "turn 99999: far", "Wait 0 h", "Build 99999 days"],
)
def test_a_marker_or_clock_that_cannot_be_is_refused(line: str) -> None:
    fight = a_scene()
    with pytest.raises(RulesError):
        scene_edits.add_typed(fight.document, line)
    assert not fight.scene.markers
    assert not fight.scene.clocks


def test_what_is_said_about_nobody_in_the_scene_is_refused() -> None:
    fight = a_scene()
    with pytest.raises(TurnError):
        scene_edits.set_hidden(fight.document, [CID], hidden=True)
    with pytest.raises(TurnError):
        scene_edits.take_out(Fight(a_fight()).document, [ANN])


@pytest.mark.parametrize("line", ["turn 2", "Turn 2:", "round 3, 12", "turn -1"])
def test_a_turn_alone_is_no_clock(line: str) -> None:
    with pytest.raises(TurnError, match="add what happens then"):
        scene_edits.read_addition(line, "turn")


@pytest.mark.parametrize("line", ["turn 2", "round 0: lights return", "nonsense", "Alarm 5"])
@pytest.mark.parametrize(("system", "word"), [("ep1", "turn"), ("ep2", "turn"), ("kaiser", "round")])
def test_what_is_no_marker_is_refused_in_the_terms_of_the_system(system: str, word: str, line: str) -> None:
    fight = under_way(*[2] * 8, system=system)
    scene_edits.add_marker(fight.document, "Lights return", 4)
    with pytest.raises(TurnError, match=rf"\b{word}\b"):
        scene_edits.change_marker(fight.document, fight.scene.markers[0].id, line)


def test_a_marker_is_changed_as_it_is_typed() -> None:
    fight = under_way(1, 1, 1, 1)
    scene_edits.add_marker(fight.document, "Lights return", 4, 12)
    [marker] = fight.scene.markers
    assert scene_edits.marker_line(fight.document, marker.id) == "turn 4, 12: Lights return"
    scene_edits.change_marker(fight.document, marker.id, "turn 5: Lights flicker")
    assert fight.scene.markers == (structs.replace(marker, text="Lights flicker", turn=5, count=None),)
    assert fight.document.stack.undoText() == "change marker Lights flicker"
    with pytest.raises(TurnError, match="a marker has a turn"):
        scene_edits.change_marker(fight.document, marker.id, "Alarm 5")
    with pytest.raises(TurnError, match="no longer"):
        scene_edits.marker_line(fight.document, "gone")


def test_one_alone_does_not_act_together_but_can_leave_those_who_do() -> None:
    fight = under_way(1, 2, 3, 3)
    with pytest.raises(TurnError, match="select two or more"):
        scene_edits.set_team(fight.document, [CID], together=True)
    scene_edits.set_team(fight.document, [CID, DOC], together=True)
    scene_edits.set_team(fight.document, [CID], together=False)
    assert fight.document.stack.undoText() == "Cid 1 acts apart"


def test_the_undo_step_of_a_removed_marker_names_it() -> None:
    fight = under_way(1, 2, 3, 3)
    scene_edits.add_typed(fight.document, "turn 2: the door opens")
    scene_edits.remove_marker(fight.document, fight.scene.markers[0].id)
    assert fight.document.stack.undoText() == "remove marker the door opens"
