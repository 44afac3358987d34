"""The rows of the scene pane, and the model that shows them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.values import Vitals, vitals_in_words
from gm_desk.core.errors import TurnError
from gm_desk.core.scenes.condition_edits import ConditionEnd
from gm_desk.core.scenes.conditions import ActiveCondition, Duration
from gm_desk.core.scenes.conditions_in_force import ConditionInForce
from gm_desk.model.item_models import Role
from gm_desk.model.scene import scene_edits, scene_rows
from gm_desk.model.scene.conditions import ConditionEdits, pill_text
from gm_desk.model.scene.row import stem_of
from gm_desk.model.scene.scene_model import SceneModel
from model_makers import column
from scene_makers import ANN, BOB, CID, DOC, Fight, a_fight, under_way


def shown(fight: Fight) -> list[tuple[str, str]]:
    model = SceneModel(fight.document, fight.stage)
    return list(zip(column(model, Role.NUMBER), column(model), strict=True))


def test_before_the_fight_everybody_stands_as_they_came() -> None:
    fight = Fight(a_fight())
    scene_edits.add_scene(fight.document, [BOB, ANN])
    assert shown(fight) == [("", "Bob"), ("", "Ann")]


def test_in_the_fight_everybody_stands_by_their_count() -> None:
    fight = under_way(1, 6, 1, 2)
    assert shown(fight) == [("12", "Bob"), ("9", "Ann"), ("6", "Cid 2"), ("5", "Cid 1")]


def test_a_tip_adds_up_the_count_and_says_what_a_narrow_row_cannot() -> None:
    fight = under_way(7, 2, 10, 10, system="ep1")
    scene_edits.set_surprise(fight.document, [ANN], "reacting")
    fight.harm(ANN, damage=14, wounds=2)
    model = SceneModel(fight.document, fight.stage)
    tip = str(model.index_of(ANN).data(Qt.ItemDataRole.ToolTipRole))
    assert tip == "Ann\nInitiative 10 = 8 + 7 rolled − 2 wounded − 3 reacting\n14 damage, 53% left, 2 wounds, −20"
    assert model.index_of(ANN).data(Role.TAIL) == "reacting"


@pytest.mark.parametrize(("kind", "tail"), [("prone", ""), ("dazed", "cannot act")])
def test_whoever_acts_now_but_cannot_says_so(kind: str, tail: str) -> None:
    fight = under_way(1, 6, 1, 2)
    bob = fight.document.existing(BOB)
    condition = ActiveCondition(id="1", kind=kind, name=kind.capitalize())
    fight.document.change_character(structs.replace(bob, conditions=(condition,)), "set a condition")
    model = SceneModel(fight.document, fight.stage)
    assert (fight.acting, model.index_of(BOB).data(Role.TAIL)) == ((BOB,), tail)


def test_whoever_still_waits_in_a_phase_without_an_action_says_so() -> None:
    fight = under_way(7, 2, 10, 10, system="ep1")
    slow = fight.document.existing(ANN)
    fight.document.change_character(structs.replace(slow, stats={**slow.stats, "SPD": 1}), "slow down")
    fight.order.delay(ANN)
    while fight.scene.now is not None and fight.scene.now.phase == 1:
        fight.steps.next()
    model = SceneModel(fight.document, fight.stage)
    assert "Not in this phase" in column(model)
    assert model.index_of(ANN).data(Role.PILLS) == ("delays",)
    assert not model.index_of(ANN).data(Role.DIM)
    fight.order.act_now(ANN)
    model.refresh()
    heading = column(model).index("Not in this phase") if "Not in this phase" in column(model) else model.rowCount()
    assert model.index_of(ANN).row() < heading
    assert (model.index_of(ANN).data(Role.ACTING), model.acting().data(Role.ID)) == (True, ANN)


def test_a_team_at_one_count_is_one_row_with_its_numbers() -> None:
    fight = under_way(1, 6, 2, 2)
    scene_edits.set_team(fight.document, [CID, DOC], together=True)
    assert shown(fight)[-1] == ("6", "Cid 1, 2")
    assert stem_of(["Ann", "Bob"]) == "Ann, Bob"
    assert stem_of(["Thug", "Thug 2", "Thug 3"]) == "Thug, 2, 3"
    assert stem_of(["Thug", "Thug Lord"]) == "Thug, Thug Lord"


def test_who_is_out_stands_below_and_is_struck_out() -> None:
    fight = under_way(1, 6, 1, 2)
    fight.harm(ANN, damage=30)
    assert shown(fight)[-2:] == [("1", "Out"), ("", "Ann")]
    model = SceneModel(fight.document, fight.stage)
    assert column(model, Role.OUT)[-1]


def test_markers_stand_in_their_turn_at_their_count_and_clocks_below() -> None:
    fight = under_way(1, 6, 1, 2)
    scene_edits.add_typed(fight.document, "turn 1, 8: the door opens")
    scene_edits.add_typed(fight.document, "turn 4: lights return")
    scene_edits.add_typed(fight.document, "Security arrives 5")
    names = [name for _, name in shown(fight)]
    assert names == [
        "Bob",
        "Ann",
        "the door opens",
        "Cid 2",
        "Cid 1",
        "turn 4: lights return",
        "Clocks",
        "Security arrives",
    ]
    assert shown(fight)[-1] == ("0 of 5", "Security arrives")


def test_a_marker_with_a_count_stands_below_all_of_an_earlier_turn_and_below_whoever_goes_first() -> None:
    fight = under_way(1, 6, 1, 2, 1)
    scene_edits.add_typed(fight.document, "turn 2, 10: the door opens")
    fight.order.go_first(CID, "")
    assert [name for _, name in shown(fight)][-1] == "turn 2: the door opens"
    while fight.scene.now is not None and fight.scene.now.turn == 1:
        fight.steps.next()
    fight.order.go_first(CID, "")
    assert [name for _, name in shown(fight)][:3] == ["Cid 1", "Bob", "the door opens"]


def test_rows_say_aloud_what_they_show() -> None:
    fight = under_way(1, 6, 1, 2)
    fight.order.delay(ANN)
    fight.harm(ANN, wounds=1, damage=7)
    model = SceneModel(fight.document, fight.stage)
    said = column(model, Qt.ItemDataRole.AccessibleTextRole)
    assert said[0].startswith("Bob, initiative 12, acting now")
    assert any("Ann, initiative 8, delays" in one and "1 wound" in one for one in said)


def test_who_loses_an_action_while_acting_or_later_is_marked_until_it_is_lost() -> None:
    fight = under_way(1, 6, 1, 2, *[3] * 8, system="ep1")
    model = SceneModel(fight.document, fight.stage)
    fight.order.change_actions(BOB, -1)
    fight.order.change_actions(ANN, -1)
    said = column(model, Qt.ItemDataRole.AccessibleTextRole)
    assert said[0].startswith("Bob, initiative 12, acting now, skips next")
    assert said[1].startswith("Ann, initiative 9, skips")
    fight.steps.next()
    assert [one for one in column(model, Qt.ItemDataRole.AccessibleTextRole) if "skips next" in one]
    while fight.scene.now is not None and fight.scene.now.phase == 1:
        fight.steps.next()
    assert "skips next" not in " ".join(column(model, Qt.ItemDataRole.AccessibleTextRole))


def test_an_extra_action_comes_after_everybody() -> None:
    fight = under_way(1, 6, 1, 2)
    fight.order.act_again(ANN, "vigor")
    assert shown(fight)[-2:] == [("", "After everybody"), ("9", "Ann")]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["next", "back", "delay", "wound", "team", "out", "clock", "undo"]), max_size=20))
def test_rows_come_go_and_move_as_qt_means_it(qtbot: QtBot, steps: list[str]) -> None:
    del qtbot
    fight = under_way(*[1 + n % 6 for n in range(40)])
    model = SceneModel(fight.document, fight.stage)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for step in steps:
        match step:
            case "next" | "back":
                getattr(fight.steps, step)()
            case "delay":
                fight.order.delay(fight.acting[0] if fight.acting else ANN)
            case "wound":
                wounds = fight.document.existing(BOB).health.wounds
                fight.harm(BOB, wounds=wounds + 1)
            case "team":
                scene_edits.set_team(fight.document, [CID, DOC], together=True)
            case "out":
                fight.harm(CID, damage=30)
            case "clock":
                scene_edits.add_typed(fight.document, "Alarm 4")
            case "undo" if fight.document.stack.index() > 2:
                fight.document.stack.undo()
    fresh = SceneModel(fight.document, fight.stage)
    assert column(model) == column(fresh)
    tester.deleteLater()
    fight.document.stack.clear()  # in order, before the garbage collector takes its commands


def test_qt_may_ask_everything_of_the_rows_of_a_scene_that_is_being_removed(qtbot: QtBot) -> None:
    del qtbot
    fight = under_way(1, 6, 1, 2)
    model = SceneModel(fight.document, fight.stage)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    asked: list[str] = []
    model.rowsAboutToBeRemoved.connect(lambda: asked.append(model.index(0).data(Qt.ItemDataRole.ToolTipRole)))
    scene_edits.remove_scene(fight.document, fight.scene.id)
    assert (model.rowCount(), asked) == (0, [""])
    tester.deleteLater()


def test_a_condition_is_shown_with_what_is_left_of_it() -> None:
    from gm_desk.core.scenes.conditions import ActiveCondition, span_from

    fight = under_way(1, 6, 1, 2)
    now = fight.scene.now
    assert now is not None
    stunned = ActiveCondition(id="c", name="Stunned", span=span_from(now, ANN, 2), scene=fight.scene.id)
    ann = structs.replace(fight.document.existing(ANN), conditions=(stunned,))
    fight.document.change_character(ann, "stun")
    model = SceneModel(fight.document, fight.stage)
    assert column(model, Role.PILLS)[1] == ("Stunned 2",)


def test_the_next_marker_stands_above_later_ones() -> None:
    fight = under_way(1, 6, 1, 2)
    for line in ("turn 4: lights return", "turn 1: sirens"):
        scene_edits.add_typed(fight.document, line)
    names = [name for _, name in shown(fight)]
    assert names[-2:] == ["sirens", "turn 4: lights return"]


def test_those_who_do_not_act_in_a_phase_stand_by_their_counts() -> None:
    fight = under_way(1, 9, 3, 3, system="ep1")
    for one, speed in ((ANN, 2), (BOB, 1), (CID, 1), (DOC, 1)):
        character = fight.document.existing(one)
        fight.document.change_character(structs.replace(character, stats={**character.stats, "SPD": speed}), "speed")
    while fight.scene.now is not None and fight.scene.now.phase == 1:
        fight.steps.next()
    assert shown(fight) == [("9", "Ann"), ("", "Not in this phase"), ("15", "Bob"), ("7", "Cid 1"), ("7", "Cid 2")]


def test_the_row_of_a_team_shows_their_wounds_and_of_different_ones_the_worst() -> None:
    fight = Fight(a_fight())
    scene_edits.add_scene(fight.document, [CID, DOC])
    scene_edits.set_team(fight.document, [CID, DOC], together=True)
    fight.harm(CID, wounds=2)
    assert column(SceneModel(fight.document, fight.stage), Role.MARKS) == ["to −20"]
    fight.harm(DOC, wounds=2)
    assert column(SceneModel(fight.document, fight.stage), Role.MARKS) == ["●● −20"]


def test_the_row_of_a_team_says_once_how_many_act_and_how_hurt_they_are() -> None:
    fight = Fight(a_fight())
    ids = [ANN, CID, DOC]
    scene_edits.add_scene(fight.document, ids)
    scene_edits.set_team(fight.document, ids, together=True)

    def said() -> str:
        names: str = column(SceneModel(fight.document, fight.stage), Qt.ItemDataRole.AccessibleTextRole)[0]
        return names.split(", ", 3)[-1]

    unhurt = said()
    assert unhurt == "acting together, 100% left"
    for one in ids:
        fight.harm(one, wounds=2)
    assert said() == "acting together, 100% left, 2 wounds, −20"
    fight.harm(DOC, wounds=1)
    assert said() == "acting together, 100% left on average, worst −20"


def test_whoever_is_put_out_while_acting_is_marked_until_the_next_turn() -> None:
    fight = under_way(1, 6, 1, 2)
    model = SceneModel(fight.document, fight.stage)
    fight.harm(BOB, damage=99)
    model.refresh()
    assert fight.acting == (BOB,)
    assert model.acting().data(Role.ID) == BOB
    assert "acting now" in str(model.acting().data(Qt.ItemDataRole.AccessibleTextRole))
    fight.steps.next()
    model.refresh()
    assert (fight.acting, model.acting().data(Role.ID)) == ((ANN,), ANN)


def test_who_is_out_is_said_once() -> None:
    fight = under_way(1, 6, 1, 2)
    fight.harm(ANN, damage=30)
    said = column(SceneModel(fight.document, fight.stage), Qt.ItemDataRole.AccessibleTextRole)[-1]
    assert said == "Ann, out, 0% left"


def test_in_kaiser_a_row_shows_the_action_points_that_are_left() -> None:
    fight = under_way(*[6, 6, 5, 5, 4, 4, 3, 3], system="kaiser")

    def tails() -> list[str]:
        model = SceneModel(fight.document, fight.stage)
        found = (model.row(model.index(place)) for place in range(model.rowCount()))
        return [row.tail for row in found if row is not None]

    assert tails() == ["6 AP"] * 4
    scene_edits.spend_points(fight.document, ANN, 1)
    assert tails() == ["5 AP", "6 AP", "6 AP", "6 AP"]
    scene_edits.spend_points(fight.document, ANN, -1)
    with pytest.raises(TurnError, match="all action points"):
        scene_edits.spend_points(fight.document, ANN, -1)


def test_who_delays_was_interrupted_or_goes_first_says_so() -> None:
    fight = under_way(1, 6, 1, 2)
    fight.order.delay(BOB)
    fight.order.act_now(BOB)
    fight.order.go_first(CID)
    fight.order.delay(DOC)
    model = SceneModel(fight.document, fight.stage)
    states = dict(zip(column(model), column(model, Role.PILLS), strict=True))
    assert states == {"Cid 1": ("first",), "Bob": (), "Ann": ("interrupted",), "Cid 2": ("delays",)}


def test_whoever_has_lost_an_action_says_so_in_one_word_that_can_be_shortened() -> None:
    fight = under_way(1, 6, 1, 2)
    fight.order.change_actions(ANN, -1)
    model = SceneModel(fight.document, fight.stage)
    assert model.index_of(ANN).data(Role.PILLS) == ("skips",)


def test_during_a_fight_no_surprise_is_shown_for_someone_who_is_out() -> None:
    fight = Fight(a_fight(), 1, 6, 1, 2)
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    fight.harm(ANN, damage=30)
    scene_edits.set_surprise(fight.document, [ANN], "surprised")
    model = SceneModel(fight.document, fight.stage)
    assert "surprised" in column(model, Role.TAIL)[0]
    fight.steps.begin()
    assert "surprised" not in column(model, Role.TAIL)[-1]


def test_in_kaiser_a_row_says_who_surprises_whom_until_their_turn() -> None:
    fight = under_way(*[6, 6, 5, 5, 4, 4, 1, 1], system="kaiser")

    def pills() -> dict[str, tuple[str, ...]]:
        model = SceneModel(fight.document, fight.stage)
        found = (model.row(model.index(place)) for place in range(model.rowCount()))
        return {row.name: row.pills for row in found if row is not None}

    assert set(pills().values()) == {()}
    ann, last = fight.stage.fight.standings[ANN].character, [*pills()][-1]
    fight.document.change_character(structs.replace(ann, stats={**ann.stats, "INIT": 40}), "quicken Ann")
    assert pills()[last] == ("surprised: Ann",)
    assert "surprised: Ann" in column(SceneModel(fight.document, fight.stage), Qt.ItemDataRole.AccessibleTextRole)[-1]
    scene, (victim,) = fight.scene, [one for one in fight.stage.fight.standings.values() if one.character.name == last]
    span = Duration(scene.now.acting[0] if scene.now else "", first=1, at="start", count=1)
    over = ActiveCondition(id="c", kind="surprised", name="Surprised", span=span, scene=scene.id)
    fight.document.change_character(structs.replace(victim.character, conditions=(over,)), "surprise by hand, before")
    assert pills()[last] == ("surprised: Ann",)
    for _ in range(3):
        fight.steps.next()
    assert pills()[last] == (), "it is their turn"


def test_a_count_below_zero_has_a_minus_sign() -> None:
    fight = under_way(1, 6, 1, 2)
    fight.harm(ANN, wounds=30)
    model = SceneModel(fight.document, fight.stage)
    counts = [model.index(row).data(Role.ROW).count for row in range(model.rowCount())]
    below = [one for one in counts if not one.isdigit()]
    assert below
    assert all(one.startswith("−") for one in below)


def test_a_step_words_the_conditions_of_nobody_for_whom_no_moment_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = under_way(6, 4, 3, 2)
    edits = ConditionEdits(fight.document, fight.log, lambda: False)
    for one in (ANN, BOB, CID):
        edits.set_typed([one], "stunned 2")
    edits.set_typed([DOC], "stunned", ConditionEnd("turn", 1, whose=ANN))
    model, worded, word = SceneModel(fight.document, fight.stage), list[str](), pill_text

    def count(one: ConditionInForce, system: str) -> str:
        worded.append(word(one, system))
        return worded[-1]

    monkeypatch.setattr(scene_rows, "pill_text", count)
    for whose, before, after in ((ANN, 2, 1), (BOB, 2, 1)):
        assert model.index_of(whose).data(Role.PILLS) == (f"Stunned {before}",)
        worded.clear()
        fight.steps.next()
        assert model.index_of(whose).data(Role.PILLS) == (f"Stunned {after}",)
        assert model.index_of(DOC).data(Role.PILLS) == (), "it is over, and costs no more time"
        assert len(worded) == 2, "that of whoever has acted, and of whoever acts now"


def test_a_turn_that_begins_words_nobodys_health_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = under_way(6, 4, 3, 2, 6, 4, 3, 2)
    model, worded, word = SceneModel(fight.document, fight.stage), list[Vitals](), vitals_in_words

    def count(health: Vitals) -> list[str]:
        worded.append(health)
        return word(health)

    monkeypatch.setattr(scene_rows, "vitals_in_words", count)
    for _ in range(4):
        fight.steps.next()
    assert fight.scene.now is not None
    assert (fight.scene.now.turn, worded) == (2, [])
    fight.harm(BOB, wounds=2)
    assert [health.injuries for health in worded] == [2]
    assert "2 wounds, −20" in str(model.index_of(BOB).data(Qt.ItemDataRole.AccessibleTextRole))
