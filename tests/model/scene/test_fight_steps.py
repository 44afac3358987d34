"""The steps of a fight, each one undo step that goes back exactly."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.errors import TurnError
from gm_desk.core.scenes.condition_edits import ConditionEnd, EndUnit, with_condition
from gm_desk.core.scenes.conditions import ActiveCondition, OwnCondition, in_force, span_from
from gm_desk.core.scenes.conditions_in_force import in_force_of
from gm_desk.core.scenes.order import TURNS, Battle, PhaseOrder
from gm_desk.core.scenes.scene import Cost, Moment
from gm_desk.core.systems.combat import ConditionEffect
from gm_desk.model.card.health_edits import HealthEdits
from gm_desk.model.roster.selection_edits import duplicate_times
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.conditions import ConditionEdits
from gm_desk.model.scene.fight_steps import TurnChecks
from gm_desk.model.scene.initiative import Combatants, read_throws, with_next_player
from gm_desk.model.scene.scene_model import SceneModel
from gm_desk.store.journal.entries import Event, StoredEntry
from gm_desk.store.rosters.files import decode_roster, encode_roster
from model_makers import a_roll, heard
from scene_makers import ANN, BOB, CID, DOC, NAMES, Fight, a_fight, under_way


def test_the_fight_begins_with_whoever_is_first_and_goes_down_the_order() -> None:
    fight = under_way(1, 1, 1, 1)
    assert fight.acting == (ANN,)
    fight.steps.next()
    assert fight.acting == (BOB,)
    assert fight.turns == [[ANN], [BOB]]


def test_each_step_is_one_undo_step_with_a_name() -> None:
    fight = under_way(1, 1, 1, 1)
    before = fight.document.roster
    fight.steps.next()
    assert fight.document.stack.undoText() == "next: Bob"
    fight.document.stack.undo()
    assert fight.document.roster == before
    assert fight.turns[-1] == [ANN]


def test_typed_rolls_replace_those_that_would_be_rolled() -> None:
    fight = Fight(a_fight(), 1, 1, 1, 1)
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    fight.steps.type_rolls("ann 6, cid 1 =20")
    assert fight.scene.now is not None
    assert dict(fight.scene.now.throws) == {ANN: 6, BOB: 1, CID: 16, DOC: 1}
    assert fight.acting == (CID,)


def test_numbers_without_names_are_those_of_all_players_in_their_order() -> None:
    fight = Fight(a_fight(), 1, 1, 1)
    fight.document.change_character(structs.replace(fight.document.existing(CID), kind="pc"), "kind")
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    fight.steps.type_rolls("5, =14")
    assert fight.scene.now is not None
    assert dict(fight.scene.now.throws) == {ANN: 5, BOB: 1, CID: 10, DOC: 1}


def test_numbers_without_names_that_are_too_few_name_the_players() -> None:
    fight = Fight(a_fight())
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    with pytest.raises(TurnError, match=r"one for each of Ann$"):
        fight.stage.fight.read_rolls("5, 6")


def test_numbers_without_names_count_in_a_fight_as_well_for_the_players_who_are_not_out() -> None:
    fight = Fight(a_fight("kaiser"), *[1] * 20)
    for one in (BOB, CID):
        fight.document.change_character(structs.replace(fight.document.existing(one), kind="pc"), "kind")
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    fight.steps.begin()
    scene_edits.take_out(fight.document, [BOB])
    fight.steps.type_rolls("5, 12")
    assert fight.scene.now is not None
    assert dict(fight.scene.now.throws) == {ANN: 5, BOB: 2, CID: 12, DOC: 2}


@pytest.mark.parametrize(("line", "throws"), [("cid 1 5", (5, 5)), ("cid 5", (5, 5)), ("cid 2 =11", (7, 7))])
def test_a_roll_typed_for_one_of_a_team_is_that_of_all(line: str, throws: tuple[int, int]) -> None:
    fight = Fight(a_fight(), *[1] * 4)
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    scene_edits.set_team(fight.document, [CID, DOC], together=True)
    fight.steps.type_rolls(line)
    assert fight.scene.now is not None
    assert (fight.scene.now.throws[CID], fight.scene.now.throws[DOC]) == throws
    fight.steps.type_rolls("cid 2 3")
    assert (fight.scene.now.throws[CID], fight.scene.now.throws[DOC]) == (3, 3)


@pytest.mark.parametrize(
    ("typed", "who"),
    [("guard 1", "a"), ("station guard 1", "a"), ("guard 12", "b"), ("sta gu 12", "b"), ("gu 1", None)],
)
def test_names_are_typed_by_their_words_or_the_beginnings_of_them(typed: str, who: str | None) -> None:
    names = {"a": "Station guard 1", "b": "Station guard 12", "c": "Oku"}
    battle = Fight(a_fight()).stage
    rules, house = TURNS["ep2"], battle.document.house
    if who is None:
        with pytest.raises(TurnError, match="could be Station guard 1 or Station guard 12"):
            read_throws(f"{typed} 5", Combatants(names), {}, rules, house)
    else:
        assert read_throws(f"{typed} 5", Combatants(names), {}, rules, house) == {who: 5}


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("", "Ann "),
        ("Ann ", "Bob "),
        ("Ann 4", "Ann 4, Bob "),
        ("ann 4, ", "ann 4, Bob "),
        ("bo 4, an 3", "bo 4, an 3, Cid 1 "),
        ("Ann 4, Bob ", "Ann 4, Cid 1 "),
        ("Cid 1 ", ""),
        ("Ann 4, Who ", "Ann 4, Who"),
        ("bob 4, cid 1 5, Ann ", "bob 4, cid 1 5"),
        ("Ann 4, Bob 3, Cid 1 2", "Ann 4, Bob 3, Cid 1 2"),
        ("4, 6", "4, 6"),
    ],
)
def test_tab_goes_from_one_player_to_the_next(line: str, after: str) -> None:
    assert with_next_player(line, Combatants(NAMES, [ANN, BOB, CID])) == after


def test_a_count_below_zero_has_a_minus_sign_in_the_log() -> None:
    fight = Fight(a_fight(), 1, 1)
    scene_edits.add_scene(fight.document, [ANN, BOB])
    fight.harm(BOB, wounds=20)
    fight.steps.begin()
    (words,) = standing(fight, "turn")
    assert re.fullmatch(r"Bob \(−[0-9]+\)", words[-1])


def test_a_turn_is_a_line_of_the_log_that_undo_strikes_out() -> None:
    fight = under_way(1, 2, 3, 4)
    [line] = fight.log.page(10)
    assert isinstance(line.entry.request, Event)
    assert line.entry.request.words == ("turn 1", "Ann (9)", "Bob (8)", "Cid 2 (8)", "Cid 1 (7)")
    fight.document.stack.undo()
    [line] = fight.log.page(10)
    assert line.entry.struck


def test_the_line_of_a_turn_names_nobody_hidden_and_a_secret_one_does() -> None:
    fight = Fight(a_fight(), 1, 1, 1, 1)
    scene_edits.add_scene(fight.document, [ANN, BOB])
    scene_edits.set_hidden(fight.document, [BOB], hidden=True)
    fight.steps.begin()
    assert [(entry.event, entry.secret) for entry in fight.journal.entries] == [
        (Event("turn", ("turn 1", "Ann (9)")), False),
        (Event("scene", ("hidden", "Bob (7)")), True),
    ]


def test_no_line_about_a_hidden_character_is_open_and_none_names_one() -> None:
    fight = under_way(*[1] * 4, 3)
    document, log, lines = fight.document, fight.log, len(fight.journal.entries)
    scene_edits.set_hidden(document, [BOB], hidden=True)
    conditions = ConditionEdits(document, log, lambda: False)
    health = HealthEdits(document, log, lambda: False)
    conditions.set_typed([BOB], "blinded until ann acts")
    conditions.set_typed([BOB], "burning")
    conditions.set_typed([ANN], "dazed", ConditionEnd("action", whose=BOB))
    health.suffer([BOB], "damage", "5")
    while fight.scene.now is None or fight.scene.now.turn == 1:
        fight.steps.next()
    for cost in fight.steps.costs_due():
        fight.steps.deal(cost)
    health.heal([BOB])
    conditions.remove_all([BOB])
    found = fight.journal.entries[lines:]
    about_bob = [one for one in found if one.draft.character == BOB]
    assert len(about_bob) == 7, "two conditions, damage, an end, burning, healing, and what was removed"
    assert all(one.secret for one in about_bob)
    seen = [one for one in found if not one.secret]
    assert [one.event.words for one in seen if one.event and one.draft.character == ANN] == [
        ("dazed", "until the next action"),
        ("dazed is over",),
    ]
    assert not any("Bob" in " ".join((one.draft.name, *(one.event.words if one.event else ()))) for one in seen)


def test_a_wound_changes_the_order_at_once() -> None:
    fight = under_way(1, 2, 1, 1)
    assert fight.stage.fight.in_turn() == [ANN, BOB, CID, DOC]
    fight.harm(ANN, wounds=3)
    assert fight.stage.fight.in_turn()[0] == BOB


def test_whoever_is_out_is_skipped() -> None:
    fight = under_way(1, 1, 1, 1)
    fight.harm(BOB, damage=30)
    fight.steps.next()
    assert fight.acting == (CID, DOC)


@pytest.mark.parametrize(("kind", "acting"), [("unconscious", (CID, DOC)), ("dazed", (BOB,))])
def test_whoever_is_helpless_until_a_condition_is_removed_is_skipped(kind: str, acting: tuple[str, ...]) -> None:
    fight = under_way(1, 1, 1, 1)
    bob = fight.document.existing(BOB)
    lasting = ActiveCondition(id="c", kind=kind, name=kind.title())
    fight.document.change_character(structs.replace(bob, conditions=(lasting,)), "knock out")
    fight.steps.next()
    assert fight.acting == acting


def test_going_first_is_paid_for_in_the_same_step() -> None:
    fight = under_way(1, 6, 6, 6)
    assert fight.acting == (BOB,)
    fight.order.go_first(ANN, "vigor")
    assert fight.acting == (ANN,)
    assert fight.document.existing(ANN).points["vigor"].now == 0
    fight.document.stack.undo()
    assert fight.acting == (BOB,)
    assert fight.document.existing(ANN).points["vigor"].now == 1


def test_points_paid_in_a_turn_are_lines_of_the_log_that_undo_strikes_out() -> None:
    fight = under_way(1, 6, 6, 6)
    fight.document.change_character(
        structs.replace(fight.document.existing(ANN), points={"vigor": Points(now=2, max=2)}), "p"
    )
    fight.order.go_first(ANN, "vigor")
    fight.order.act_again(ANN, "vigor")
    again, first = [line.entry for line in fight.log.page(2)]
    assert isinstance(again.request, Event)
    assert isinstance(first.request, Event)
    assert (again.draft.name, again.request.words) == ("Ann", ("extra action", "1 Vigor"))
    assert (first.draft.name, first.request.words) == ("Ann", ("goes first", "1 Vigor"))
    assert fight.document.stack.undoText() == "Ann: extra action"
    fight.document.stack.undo()
    assert [line.entry.struck for line in fight.log.page(2)] == [True, False]


def test_an_action_that_cannot_be_paid_is_refused_and_changes_nothing() -> None:
    fight = under_way(1, 1, 1, 1)
    fight.order.act_again(BOB, "vigor")
    assert fight.refusals == ["Bob has no point of vigor left"]
    fight.order.act_again(ANN, "vigor")
    before = fight.document.roster
    fight.order.act_again(ANN, "vigor")
    assert fight.document.roster is before


def test_moxie_buys_no_action_where_there_are_other_pools() -> None:
    fight = under_way(1, 1, 1, 1)
    assert [kind.id for kind, _ in fight.order.pools(ANN)] == ["vigor"]
    old = under_way(1, 1, 1, 1, system="ep1")
    assert [kind.id for kind, _ in old.order.pools(ANN)] == ["moxie"]


def test_each_turn_of_ep1_is_rolled_anew() -> None:
    fight = under_way(5, 5, 5, 5, 9, 9, 9, 9, system="ep1")
    turn = fight.scene.now
    while turn is not None and turn.turn == 1:
        fight.steps.next()
        turn = fight.scene.now
    assert turn is not None
    assert dict(turn.throws) == {ANN: 9, BOB: 9, CID: 9, DOC: 9}


def test_going_back_and_on_again_rolls_nothing_anew() -> None:
    fight = under_way(*([5, 4, 3, 2] * 4), system="kaiser")
    for _ in range(4):
        fight.steps.next()
    after = fight.scene.now
    fight.steps.back()
    fight.steps.next()
    assert fight.scene.now == after


def test_back_at_the_first_moment_says_that_there_is_no_earlier_one() -> None:
    fight = under_way(5, 4, 3, 2)
    before = fight.document.roster
    fight.steps.back()
    assert fight.refusals == ["there is no earlier moment of the fight to go back to"]
    assert fight.document.roster is before


def test_back_gives_back_what_a_condition_cost_and_next_costs_it_once() -> None:
    fight = under_way(1, 1, 1, 1)
    fight.steps.next()
    roster, scene = fight.document.roster, fight.scene
    assert scene.now is not None
    now = structs.replace(scene.now, costs=(Cost(BOB, "damage", 4),))
    fight.document.change(roster.with_scene(structs.replace(scene, now=now)), "burn")
    fight.harm(BOB, damage=4)
    fight.steps.back()
    assert fight.document.existing(BOB).health.damage == 0
    fight.steps.next()
    assert fight.document.existing(BOB).health.damage == 4


def test_what_was_healed_since_a_condition_cost_it_stays_healed_after_back_and_next() -> None:
    fight = under_way(1, 1, 1, 1)
    fight.steps.next()
    roster, scene = fight.document.roster, fight.scene
    assert scene.now is not None
    now = structs.replace(scene.now, costs=(Cost(BOB, "damage", 4), Cost(BOB, "wounds", 1)))
    fight.document.change(roster.with_scene(structs.replace(scene, now=now)), "burn")
    fight.harm(BOB, damage=3, wounds=1)  # 1 of the 4 is healed
    for _ in range(2):
        fight.steps.back()
        health = fight.document.existing(BOB).health
        assert (health.damage, health.wounds) == (0, 0)
        fight.steps.next()
        health = fight.document.existing(BOB).health
        assert (health.damage, health.wounds) == (3, 1)


def test_reinforcements_come_by_a_roll_and_a_team_by_one() -> None:
    fight = Fight(a_fight(), 1, 1, 5)
    scene_edits.add_scene(fight.document, [ANN, BOB])
    fight.steps.begin()
    told: list[str] = []
    fight.stage.happened.connect(told.append)
    fight.steps.bring_in([CID])
    (line,) = (one for one in fight.journal.entries if one.event and one.event.words[-1] == "joined the fight")
    assert line.event is not None
    name = line.event.words[0]
    assert (name[:-4], line.secret) == (fight.document.existing(CID).name, False)
    assert told == [f"{name} joined the fight"]
    row = SceneModel(fight.document, fight.stage).row(SceneModel(fight.document, fight.stage).index_of(CID))
    assert row is not None
    assert f" ({row.count})" == name[-4:]
    assert fight.scene.now is not None
    assert fight.scene.now.throws[CID] == 5
    assert CID in fight.stage.fight.in_turn()
    assert fight.document.stack.undoText() == "put Cid 1 into New scene"


def test_reinforcements_keep_their_roll_where_the_fight_goes_back_to_before_they_came() -> None:
    fight = Fight(a_fight(), 1, 1, 5, 2)
    scene_edits.add_scene(fight.document, [ANN, BOB])
    fight.steps.begin()
    fight.steps.next()
    fight.steps.bring_in([CID, DOC])
    fight.steps.back()
    assert fight.acting == (ANN,)
    fight.order.delay(ANN)  # what came after is dropped
    assert fight.stage.fight.in_turn() == [ANN, CID, BOB, DOC]
    assert fight.acting == (CID,)
    assert fight.scene.now is not None
    assert dict(fight.scene.now.throws) == {ANN: 1, BOB: 1, CID: 5, DOC: 2}


def test_a_roll_that_is_corrected_is_the_old_one_again_where_the_fight_goes_back() -> None:
    fight = under_way(1, 1, 1, 1)
    fight.steps.next()
    fight.steps.type_rolls("ann 6")
    fight.steps.back()
    assert fight.scene.now is not None
    assert fight.scene.now.throws[ANN] == 1


def test_initiative_that_is_typed_during_a_turn_is_logged_and_struck_out_where_the_fight_goes_back() -> None:
    fight = under_way(1, 1, 1, 1)
    fight.steps.next()
    scene_edits.set_hidden(fight.document, [BOB], hidden=True)
    fight.steps.type_rolls("ann 6, bob 3")
    typed = fight.journal.entries[-2:]
    assert [(one.event and one.event.words[-1], one.secret) for one in typed] == [
        ("initiative typed", False),
        ("initiative typed", True),
    ]
    assert [one.event and one.event.words[0] for one in typed] == ["Ann (14)", "Bob (9)"]
    fight.steps.back()
    assert [one.struck for one in fight.journal.entries if one.id in {each.id for each in typed}] == [True, True]


def test_a_team_rolls_once() -> None:
    fight = Fight(a_fight(), 1, 1, 5)
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    scene_edits.set_team(fight.document, [CID, DOC], together=True)
    fight.steps.begin()
    assert fight.scene.now is not None
    assert (fight.scene.now.throws[CID], fight.scene.now.throws[DOC]) == (5, 5)


def test_a_step_without_a_fight_says_why_not() -> None:
    fight = Fight(a_fight())
    fight.order.delay(ANN)
    assert fight.refusals == ["no scene is on stage"]
    scene_edits.add_scene(fight.document, [])
    fight.steps.begin()
    assert "nobody is in the scene" in fight.refusals[-1]


def test_a_roll_that_the_dice_cannot_show_is_refused_where_it_is_typed() -> None:
    fight = under_way(1, 1, 1, 1)
    with pytest.raises(TurnError, match="1d6 shows 1 to 6"):
        fight.steps.type_rolls("ann 7")
    with pytest.raises(TurnError, match="nobody in the scene"):
        fight.steps.type_rolls("zoe 3")
    with pytest.raises(TurnError, match="could be Cid 1 or Cid 2"):
        fight.steps.type_rolls("cid 3")


def test_whoever_is_gone_keeps_their_name_and_the_fight_goes_on() -> None:
    fight = under_way(1, 1, 1, 1)
    fight.document.change(fight.document.roster.without_character(BOB), "remove")
    fight.steps.next()
    assert fight.stage.fight.name_of(BOB) == "Bob"
    assert fight.acting == (CID, DOC)


def wound(fight: Fight, one: str) -> None:
    fight.harm(one, wounds=1)


def fall(fight: Fight, one: str) -> None:
    fight.harm(one, damage=30)


def go_on(fight: Fight, _one: str) -> None:
    """Go on, back and on again, which changes nothing, in the log neither."""
    before, told = fight.scene.now, standing(fight)
    fight.steps.next()
    after, told_after = fight.document.roster, standing(fight)
    fight.steps.back()
    assert (fight.scene.now, standing(fight)) == (before, told)
    fight.steps.next()
    assert fight.document.roster == after
    assert sorted(standing(fight)) == sorted(told_after)


def set_each_condition(fight: Fight, one: str) -> None:
    """Set each condition of the system, until the end of the character's turn or phase."""
    for number, kind in enumerate(fight.document.system.conditions):
        roster, end = fight.document.roster, ConditionEnd("phase" if number % 2 else "turn", 1 + number % 3)
        one_in_it = with_condition(roster, fight.document.existing(one), kind, 1, end, fight.document.new_id)
        fight.document.change_character(one_in_it, kind.name)


def undo(fight: Fight, _one: str) -> None:
    if fight.document.stack.index() > PREPARED:
        fight.document.stack.undo()


PREPARED = 2
STEPS: dict[str, Callable[[Fight, str], None]] = {
    "next": go_on,
    "back": lambda fight, _one: fight.steps.back(),
    "delay": lambda fight, one: fight.order.delay(one),
    "act now": lambda fight, one: fight.order.act_now(one),
    "earlier": lambda fight, one: fight.order.shift(one, earlier=True),
    "later": lambda fight, one: fight.order.shift(one, earlier=False),
    "wound": wound,
    "condition": set_each_condition,
    "again": lambda fight, one: fight.order.act_again(one),
    "out": fall,
    "undo": undo,
    "redo": lambda fight, _one: fight.document.stack.redo(),
}


@given(
    st.sampled_from(["ep1", "ep2", "kaiser"]),
    st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.sampled_from([ANN, BOB, CID, DOC])), max_size=25),
)
def test_whatever_happens_back_and_next_are_inverse_and_undo_restores_all(
    system: str, steps: list[tuple[str, str]]
) -> None:
    fight = under_way(*[1 + n % 6 for n in range(400)], system=system)
    first = fight.document.roster
    for step, one in steps:
        STEPS[step](fight, one)
        ordered = fight.stage.fight.in_turn()
        assert len(ordered) == len(set(ordered))
    fight.document.stack.setIndex(PREPARED)
    assert fight.document.roster == first


def test_a_marker_says_that_its_turn_has_come_once() -> None:
    fight = under_way(3, 3, 3, 3)
    told: list[str] = []
    fight.stage.happened.connect(told.append)
    scene_edits.add_typed(fight.document, "turn 2: the reactor blows")
    for _ in range(3):
        fight.steps.next()
    assert told == ["Turn 2: the reactor blows"]
    fight.steps.back()
    fight.steps.next()
    assert told == ["Turn 2: the reactor blows"]
    events = [entry.event for entry in fight.journal.entries if entry.event]
    assert [(one.kind, one.words[0]) for one in events] == [
        ("turn", "turn 1"),
        ("turn", "turn 2"),
        ("scene", "the reactor blows"),
    ]
    assert fight.journal.entries[-1].secret
    fight.document.stack.undo()
    fight.document.stack.undo()
    fight.document.stack.undo()
    assert [entry.struck for entry in fight.journal.entries] == [False, True, True]


def test_a_fight_that_ends_says_so_in_the_log() -> None:
    fight = under_way(3, 3, 3, 3)
    fight.steps.end()
    assert fight.journal.entries[-1].event == Event("turn", ("the fight is over",))


def test_in_ep1_initiative_is_rolled_once_where_the_house_says_so() -> None:
    roster = structs.replace(a_fight("ep1"), house={"initiative_once": True})
    fight = Fight(roster, 3, 5, 2, 1)
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    fight.steps.begin()
    assert fight.scene.now is not None
    throws = fight.scene.now.throws
    while fight.scene.now is not None and fight.scene.now.turn == 1:
        fight.steps.next()
    assert fight.scene.now is not None
    assert fight.scene.now.throws == throws


# --- What conditions do to a fight


def in_condition(fight: Fight, character_id: str, kind: str, turns: int | None = None, **more: object) -> None:
    """Put somebody in a condition of the system, for some turns of their own or until it is removed."""
    now = fight.scene.now
    assert now is not None
    span = None if turns is None else span_from(now, character_id, turns)
    condition = ActiveCondition(id=kind, kind=kind, name=kind.capitalize(), span=span, scene=fight.scene.id)
    one = structs.replace(fight.document.existing(character_id), conditions=(condition,), **more)
    fight.document.change_character(one, kind)


def test_a_condition_that_is_over_says_so_in_the_log_and_going_back_revives_it() -> None:
    fight = under_way(1, 1, 1, 1)
    in_condition(fight, ANN, "stunned", 1)
    lines = len(fight.log.page(20))
    fight.steps.next()
    line = fight.log.page(1)[0].entry
    assert isinstance(line.request, Event)
    assert (line.draft.name, line.request.words) == ("Ann", ("stunned is over",))
    fight.steps.back()
    assert in_force(fight.document.existing(ANN).conditions, fight.scene.now)
    assert len(fight.log.page(20)) == lines + 1
    fight.steps.next()
    assert len(fight.log.page(20)) == lines + 1  # its end has been told
    fight.steps.back()
    in_condition(fight, ANN, "prone", 1)
    fight.steps.next()
    line = fight.log.page(1)[0].entry
    assert isinstance(line.request, Event)
    assert line.request.words == ("prone is over",)


def test_a_turn_of_shock_lasts_through_all_phases_in_which_its_victim_would_act() -> None:
    fight = under_way(*[1] * 8, system="ep1")
    shock = next(one for one in fight.document.system.conditions if one.id == "shock")
    roster, ann = fight.document.roster, fight.document.existing(ANN)
    fight.document.change_character(
        with_condition(roster, ann, shock, 0, ConditionEnd("turn", 1), fight.document.new_id), "shock"
    )
    found: dict[int, list[str]] = {}
    while fight.scene.now is not None and fight.scene.now.turn == 1:
        if ANN in fight.acting:
            there = in_force_of(fight.document.existing(ANN), fight.document.roster, fight.document.system)
            found[fight.scene.now.phase] = [one.kind.id for one in there]
        fight.steps.next()
    assert found == {1: ["shock"], 2: ["shock"]}
    there = in_force_of(fight.document.existing(ANN), fight.document.roster, fight.document.system)
    assert [one.kind.id for one in there] == [shock.then]


@pytest.mark.parametrize("unit", ["phase", "turn"])
def test_what_follows_shock_does_not_end_by_going_back(unit: EndUnit) -> None:
    fight = under_way(*[1] * 12, system="ep1")
    shock = next(one for one in fight.document.system.conditions if one.id == "shock")
    roster, ann = fight.document.roster, fight.document.existing(ANN)
    fight.document.change_character(
        with_condition(roster, ann, shock, 0, ConditionEnd(unit, 1), fight.document.new_id), "shock"
    )
    while not standing(fight, "condition"):
        before = fight.document.roster
        fight.steps.next()
    after = fight.scene.now
    fight.steps.back()
    assert standing(fight, "condition") == []
    assert without_ahead(fight.document.roster) == before
    fight.steps.next()
    assert fight.scene.now == after
    assert standing(fight, "condition") == [("shock is over",)]


def without_ahead(roster: Roster) -> Roster:
    """Return a roster without the moments from which a fight went back."""
    scenes = [structs.replace(one, ahead=()) for one in roster.scenes]
    return structs.replace(roster, scenes=tuple(scenes))


def standing(fight: Fight, kind: str = "") -> list[tuple[str, ...]]:
    """Return the words of the lines, or of those of a kind, that are not struck out, the oldest first."""
    events = [one for one in fight.journal.entries if one.event and not one.struck]
    found = [one for one in events if one.event and kind in {"", one.event.kind}]
    return [one.event.words for one in found if one.event]


def to_turn(fight: Fight, turn: int) -> None:
    """Go on until a turn begins."""
    while fight.scene.now is None or fight.scene.now.turn < turn:
        fight.steps.next()


def test_going_back_strikes_out_the_lines_of_the_moment_and_going_on_restores_them() -> None:
    fight = under_way(1, 1, 1, 1, 4, 5)
    in_condition(fight, BOB, "burning")
    to_turn(fight, 2)
    fight.steps.deal(fight.steps.costs_due()[0])
    assert standing(fight, "damage") == [("burning", "4 damage")]
    fight.steps.back()
    assert standing(fight, "damage") == []
    assert [words[0] for words in standing(fight, "turn")] == ["turn 1"]
    fight.steps.next()
    assert standing(fight, "damage") == [("burning", "4 damage")]
    assert [words[0] for words in standing(fight, "turn")] == ["turn 1", "turn 2"]
    fight.document.stack.undo()
    assert standing(fight, "damage") == []
    fight.document.stack.undo()
    assert standing(fight, "damage") == [("burning", "4 damage")], "going back is undone"
    fight.document.stack.redo()
    assert standing(fight, "damage") == []


def test_after_another_step_than_before_the_damage_of_a_turn_is_in_the_log_once() -> None:
    fight = under_way(1, 1, 1, 1, 4, 5)
    in_condition(fight, BOB, "burning")
    to_turn(fight, 2)
    fight.steps.deal(fight.steps.costs_due()[0])
    fight.steps.back()
    fight.order.shift(CID, earlier=True)
    to_turn(fight, 2)
    fight.steps.deal(fight.steps.costs_due()[0])
    assert standing(fight, "damage") == [("burning", "5 damage")]
    assert fight.document.existing(BOB).health.damage == 5
    assert [words[0] for words in standing(fight, "turn")] == ["turn 1", "turn 2"]


@pytest.mark.parametrize("system", ["kaiser", "ep1"])
@pytest.mark.parametrize("step", ["later", "delay", "type"])
def test_a_turn_that_was_taken_back_keeps_its_dice_after_another_step(system: str, step: str) -> None:
    fight = under_way(*range(1, 7), *[1, 6] * 20, system=system)
    to_turn(fight, 2)
    assert fight.scene.now is not None
    throws = fight.scene.now.throws
    before = fight.scene.past[-1].throws
    assert throws != before
    fight.steps.back()
    who = fight.acting[0]
    match step:
        case "later":
            fight.order.shift(who, earlier=True)
        case "delay":
            fight.order.change_actions(who, 1)
        case _:
            fight.steps.type_rolls("ann =30")
    assert fight.scene.ahead == ()
    to_turn(fight, 2)
    assert fight.scene.now.throws == throws
    word = fight.stage.fight.battle.rules.word
    turns = [words[0] for words in standing(fight, "turn") if "phase" not in words[0]]
    assert turns == [f"{word} 1", f"{word} 2"]


def test_what_is_typed_for_a_turn_that_was_taken_back_counts_before_its_old_dice() -> None:
    fight = under_way(*[1, 2] * 8, system="kaiser")
    to_turn(fight, 2)
    assert fight.scene.now is not None
    throws = fight.scene.now.throws
    fight.steps.back()
    fight.order.change_actions(ANN, -1)
    assert fight.steps.rolls_next
    fight.steps.next("bob 12")
    assert fight.scene.now.throws == {**throws, BOB: 12}


def test_the_lines_of_a_moment_are_known_after_a_restart() -> None:
    fight = under_way(1, 1, 1, 1, 4)
    in_condition(fight, ANN, "stunned", 1)
    to_turn(fight, 2)
    again = Fight(fight.document.roster)
    again.journal.lines = fight.journal.lines
    for _ in range(3):
        again.steps.back()
    assert standing(again, "condition") == []
    assert [words[0] for words in standing(again, "turn")] == ["turn 1"]
    to_turn(again, 2)
    assert standing(again, "condition") == [("stunned is over",)]
    assert [words[0] for words in standing(again, "turn")] == ["turn 1", "turn 2"]


def test_the_end_of_a_condition_that_was_removed_meanwhile_is_not_told_again() -> None:
    fight = under_way(1, 1, 1, 1)
    in_condition(fight, ANN, "stunned", 1)
    fight.steps.next()
    fight.steps.back()
    fight.document.change_character(structs.replace(fight.document.existing(ANN), conditions=()), "remove")
    fight.steps.next()
    assert standing(fight, "condition") == []


def test_points_that_were_paid_stay_in_the_log_when_the_fight_goes_back() -> None:
    fight = under_way(1, 6, 6, 6)
    fight.steps.next()
    fight.order.act_again(ANN, "vigor")
    fight.steps.back()
    assert ("extra action", "1 Vigor") in standing(fight, "scene")


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_each_turn_is_in_the_log_once_however_the_fight_goes(system: str, data: st.DataObject) -> None:
    fight = under_way(*[1, 5, 2, 3, 6] * 200, system=system)
    steps: list[Callable[[str], None]] = [
        lambda _: fight.steps.next(),
        lambda _: fight.steps.next(),
        lambda _: fight.steps.next(),
        lambda _: fight.steps.back(),
        lambda _: fight.steps.back(),
        fight.order.delay,
        fight.order.act_now,
        lambda who: fight.order.shift(who, earlier=True),
        lambda who: fight.order.change_actions(who, -1),
        lambda who: fight.order.change_actions(who, 1),
        lambda _: fight.document.stack.undo() if fight.document.stack.count() > 3 else None,
    ]
    for number, who in data.draw(
        st.lists(st.tuples(st.integers(0, len(steps) - 1), st.sampled_from([ANN, BOB, CID])), max_size=30)
    ):
        steps[number](who)
        if fight.document.roster.on_stage is None or fight.scene.now is None:
            return
        word = fight.stage.fight.battle.rules.word
        told = [words[0] for words in standing(fight, "turn")]
        begun = [one for one in told if ", phase" not in one]
        assert begun == [f"{word} {turn}" for turn in range(1, fight.scene.now.turn + 1)]
        assert len(set(told)) == len(told)


def test_a_condition_that_is_over_is_told_once_together_with_what_is_due() -> None:
    fight = under_way(1, 1, 1, 1)
    told: list[str] = []
    fight.stage.happened.connect(told.append)
    in_condition(fight, BOB, "stunned", 1)
    scene_edits.add_marker(fight.document, "The lights return", 1, 7)
    fight.steps.next()
    assert told == []
    fight.steps.next()
    assert told == ["Bob: stunned is over · Turn 1: The lights return"]
    fight.steps.back()
    fight.steps.next()
    assert len(told) == 1


def test_a_fighter_who_is_deleted_is_gone_from_the_scene_at_once() -> None:
    fight = under_way(1, 1, 1, 1)
    model = SceneModel(fight.document, fight.stage)
    fight.document.change(fight.document.roster.without_character(BOB), "delete Bob")
    rows = [model.row(model.index(place)) for place in range(model.rowCount())]
    assert [row.tail for row in rows if row is not None and row.ids == (BOB,)] == ["no longer in the roster"]
    assert fight.stage.fight.in_turn() == [ANN, CID, DOC]
    fight.document.stack.undo()
    assert fight.stage.fight.in_turn() == [ANN, BOB, CID, DOC]
    rows = [model.row(model.index(place)) for place in range(model.rowCount())]
    assert [row.tail for row in rows if row is not None and row.ids == (BOB,)] == [""]


def test_costs_of_the_last_turn_are_offered_after_a_restart_in_the_middle_of_this_one() -> None:
    fight = under_way(1, 1, 1, 1, 4)
    in_condition(fight, BOB, "burning")
    to_turn(fight, 2)
    in_condition(fight, CID, "burning")
    fight.steps.next()
    again = Fight(decode_roster(encode_roster(fight.document.roster), Path()), 3)
    [cost] = again.steps.costs_due()
    assert (cost.character, cost.dice) == (BOB, "1d6")
    again.steps.deal(cost)
    assert again.steps.costs_due() == []
    again.steps.back()
    again.steps.next()
    assert again.steps.costs_due() == []


def a_team(*rolls: int) -> Fight:
    """Return a fight in which the two alike act as one: Ann 9, Bob 7, both 5."""
    fight = Fight(a_fight(), *rolls)
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    scene_edits.set_team(fight.document, [CID, DOC], together=True)
    fight.steps.begin()
    return fight


def test_a_team_delays_and_acts_as_one_and_back_is_before_all_of_it() -> None:
    fight = a_team(1, 1, 1)
    fight.steps.next()
    fight.steps.next()
    assert fight.acting == (CID, DOC)
    before = fight.scene.now
    fight.order.delay(CID)
    assert fight.document.stack.undoText() == "Cid 1, 2 delay"
    assert fight.scene.now is not None
    assert fight.scene.now.waiting == (CID, DOC)
    assert fight.turns[-1] == [ANN]
    fight.steps.back()
    assert fight.scene.now == before
    fight.steps.next()
    fight.order.act_now(DOC)
    assert fight.document.stack.undoText() == "Cid 1, 2 act now"
    assert fight.acting == (CID, DOC)
    assert [row for row in fight.stage.fight.in_turn() if row != BOB] == [CID, DOC, ANN]


def test_a_team_delays_as_one_while_another_acts() -> None:
    fight = a_team(1, 1, 1)
    fight.order.delay(DOC)
    assert fight.scene.now is not None
    assert (fight.acting, fight.scene.now.waiting) == ((ANN,), (CID, DOC))


def test_copies_of_one_of_a_team_act_with_it_and_stand_after_their_originals() -> None:
    fight = a_team(1, 1, 1, 6, 6)
    document = fight.document
    made = duplicate_times(document, [CID, BOB], 1)
    fight.steps.bring_in(made, dict(zip(made, (CID, BOB), strict=True)))
    cid, bob = made
    assert [one.id for one in fight.scene.fighters] == [ANN, BOB, bob, CID, cid, DOC]
    assert fight.scene.now is not None
    assert (fight.scene.now.throws[cid], fight.scene.now.throws[bob]) == (1, 6)
    for _ in range(3):
        fight.steps.next()
    assert set(fight.acting) == {CID, cid, DOC}


def test_a_team_is_moved_as_one() -> None:
    fight = a_team(1, 1, 1)
    fight.order.shift(DOC, earlier=True)
    assert fight.document.stack.undoText() == "Cid 1, 2 act earlier"
    now = fight.scene.now
    assert now is not None
    assert fight.stage.fight.battle.places(now) == ((ANN,), (CID, DOC), (BOB,))
    fight.order.shift(BOB, earlier=True)
    fight.order.shift(CID, earlier=False)
    assert fight.scene.now is not None
    assert fight.stage.fight.battle.places(fight.scene.now) == ((ANN,), (BOB,), (CID, DOC))


def test_a_team_goes_first_as_one_and_each_of_it_pays() -> None:
    fight = a_team(1, 1, 1)
    roster = fight.document.roster
    mob = structs.replace(roster.groups[1], threat=Points(now=3, max=3))
    for one in (CID, DOC):
        fight.document.change_character(structs.replace(fight.document.existing(one), group="mob"), "group")
    fight.document.change(fight.document.roster.with_group(mob), "threat")
    fight.steps.next()
    fight.order.go_first(DOC, "threat")
    assert fight.document.stack.undoText() == "Cid 1, 2 go first"
    threat = fight.document.roster.groups[1].threat
    assert threat is not None
    assert threat.now == 1
    fight.steps.next()
    assert fight.acting == (CID, DOC)
    fight.document.stack.undo()
    fight.document.stack.undo()
    fight.document.change(fight.document.roster.with_group(structs.replace(mob, threat=Points(now=1, max=3))), "threat")
    fight.order.go_first(DOC, "threat")
    assert fight.refusals == ["Cid 2 has no point of threat left"]


def test_one_of_a_team_who_has_been_wounded_acts_apart() -> None:
    fight = a_team(1, 1, 1)
    fight.harm(CID, wounds=1)
    fight.order.delay(DOC)
    assert fight.scene.now is not None
    assert fight.scene.now.waiting == (DOC,)


def test_deafened_characters_act_later() -> None:
    fight = under_way(1, 1, 1, 1)
    assert fight.stage.fight.in_turn()[0] == ANN
    in_condition(fight, ANN, "deafened")
    assert fight.stage.fight.in_turn()[0] == BOB


def test_the_damage_of_a_turn_is_offered_through_the_next_one_and_not_for_what_began_in_it() -> None:
    fight = under_way(1, 1, 1, 1, 4)
    in_condition(fight, BOB, "burning")
    for _ in range(3):
        fight.steps.next()
    in_condition(fight, CID, "burning")
    fight.steps.next()
    [cost] = fight.steps.costs_due()
    assert cost.character == BOB
    fight.steps.deal(cost)
    fight.steps.next()
    assert fight.steps.costs_due() == [], "it is dealt in this turn"
    fight.steps.next()
    assert {one.character for one in fight.steps.costs_due()} == {BOB, CID}
    for one in fight.document.existing(BOB).conditions:
        fight.document.change_character(structs.replace(fight.document.existing(BOB), conditions=()), one.name)
    assert [one.character for one in fight.steps.costs_due()] == [CID]


def test_a_cost_that_was_not_dealt_stays_due_with_that_of_the_next_turn() -> None:
    fight = under_way(1, 1, 1, 1, 4, 5)
    in_condition(fight, BOB, "burning")
    to_turn(fight, 3)
    [cost] = fight.steps.costs_due()
    assert (cost.dice, cost.times) == ("1d6", 2)
    fight.steps.deal(cost)
    [cost] = fight.steps.costs_due()
    assert cost.times == 1
    fight.steps.deal(cost)
    assert fight.steps.costs_due() == []
    assert standing(fight, "damage") == [("burning", "4 damage"), ("burning", "5 damage")]
    to_turn(fight, 4)
    assert [one.times for one in fight.steps.costs_due()] == [1]


def test_costs_that_pile_up_are_the_same_after_going_back_and_on() -> None:
    fight = under_way(1, 1, 1, 1)
    in_condition(fight, BOB, "bleeding")
    fight.harm(BOB, wounds=1)
    to_turn(fight, 2)
    fight.harm(BOB, wounds=2)
    to_turn(fight, 4)
    [cost] = fight.steps.costs_due()
    assert (cost.amount, cost.times) == (1, 3), "the oldest first"
    before = fight.scene
    while fight.scene.now is not None and fight.scene.now.turn > 1:
        fight.steps.back()
    assert fight.steps.costs_due() == []
    to_turn(fight, 4)
    assert fight.scene == before
    assert fight.steps.costs_due() == [cost]


def test_a_cost_is_dismissed_as_often_as_it_is_due() -> None:
    fight = under_way(1, 1, 1, 1)
    in_condition(fight, BOB, "burning")
    to_turn(fight, 3)
    [cost] = fight.steps.costs_due()
    fight.steps.dismiss(cost)
    assert (fight.steps.costs_due(), fight.document.existing(BOB).health.damage) == ([], 0)
    assert fight.document.stack.undoText() == f"dismiss burning of {fight.document.existing(BOB).name}"
    fight.document.stack.undo()
    assert fight.steps.costs_due() == [cost]
    fight.document.stack.redo()
    to_turn(fight, 4)
    assert [one.times for one in fight.steps.costs_due()] == [1]


def test_the_dead_do_not_burn_and_the_unconscious_do() -> None:
    fight = under_way(1, 1, 1, 1)
    conditions = ConditionEdits(fight.document, fight.log, lambda: False)
    conditions.set_typed([BOB, CID], "burning")
    fight.harm(BOB, damage=30)
    fight.harm(CID, damage=30)
    fight.document.change_character(fight.document.existing(CID).with_stat("DR", 30), "DR")
    while fight.scene.now is not None and fight.scene.now.turn == 1:
        fight.steps.next()
    assert [one.character for one in fight.steps.costs_due()] == [BOB]


def test_a_turn_that_is_returned_to_offers_the_damage_it_offered_before() -> None:
    fight = under_way(1, 1, 1, 1)
    conditions = ConditionEdits(fight.document, fight.log, lambda: False)
    conditions.set_typed([ANN, BOB], "bleeding")
    fight.harm(BOB, wounds=1)
    for _ in range(3):
        fight.steps.next()
    assert [(one.character, one.amount) for one in fight.steps.costs_due()] == [(BOB, 1)]
    conditions.set_typed([CID], "burning")
    for one in (ANN, BOB):
        fight.harm(one, wounds=2)
    before = fight.scene
    fight.steps.back()
    fight.steps.next()
    assert fight.scene == before
    fight.steps.back()
    conditions.set_typed([DOC], "burning")
    fight.steps.next()
    assert [(one.character, one.amount) for one in fight.steps.costs_due()] == [(BOB, 1), (DOC, 0)]


def test_bleeding_and_burning_offer_their_damage_when_the_turn_has_ended() -> None:
    fight = under_way(1, 1, 1, 1, 4)
    in_condition(fight, BOB, "burning")
    assert fight.steps.costs_due() == []
    for _ in range(3):
        fight.steps.next()
    [cost] = fight.steps.costs_due()
    assert (cost.character, cost.dice) == (BOB, "1d6")
    fight.steps.deal(cost)
    assert fight.document.existing(BOB).health.damage == 4
    assert fight.steps.costs_due() == []
    fight.steps.back()
    assert fight.document.existing(BOB).health.damage == 0
    fight.steps.next()
    assert fight.document.existing(BOB).health.damage == 4


def test_a_lost_action_is_that_of_now_or_the_next_and_a_gain_makes_up_for_it() -> None:
    fight = under_way(1, 1, 1, 1)
    fight.order.change_actions(BOB, -1)
    fight.steps.next()
    assert [*fight.acting] == [CID, DOC]
    fight.order.change_actions(BOB, -1)
    fight.steps.next()
    assert [*fight.acting] == [ANN]
    fight.steps.next()
    assert [*fight.acting] == [CID, DOC]
    fight.order.change_actions(CID, 1)
    fight.steps.next()
    assert [*fight.acting] == [CID]
    assert fight.scene.now is not None
    assert fight.scene.now.after_all


def test_ending_the_fight_stops_the_time_of_conditions_until_the_next() -> None:
    fight = under_way(1, 1, 1, 1, 1, 1, 1, 1)
    in_condition(fight, ANN, "stunned", 3)
    fight.steps.end()
    [left] = fight.document.existing(ANN).conditions
    assert left.scene == ""
    fight.steps.begin()
    [left] = fight.document.existing(ANN).conditions
    assert left.scene == fight.scene.id
    assert left.span is not None
    assert left.span.left(fight.scene.now) == 3


def test_a_marker_with_a_count_happens_when_that_count_comes() -> None:
    fight = under_way(1, 6, 1, 2)  # Bob 12, Ann 9, Cid 2 at 6, Cid 1 at 5
    scene_edits.add_typed(fight.document, "turn 1, 8: the door opens")
    told: list[str] = []
    fight.stage.happened.connect(told.append)
    fight.steps.next()
    assert (fight.acting, told) == ((ANN,), [])
    fight.steps.next()
    assert told == ["Turn 1: the door opens"]
    fight.steps.back()
    fight.steps.next()
    assert told == ["Turn 1: the door opens"]


def test_a_marker_also_happens_when_those_before_its_count_wait() -> None:
    fight = under_way(1, 6, 1, 2)
    scene_edits.add_typed(fight.document, "turn 1, 8: the door opens")
    told: list[str] = []
    fight.stage.happened.connect(told.append)
    fight.order.delay(BOB)
    assert told == []
    fight.order.delay(ANN)
    assert told == ["Turn 1: the door opens"]


def test_a_marker_with_a_count_happens_once_though_somebody_below_it_goes_first() -> None:
    fight = under_way(1, 6, 1, 2)  # Bob 12, Ann 9, Cid 2 at 6, Cid 1 at 5
    scene_edits.add_typed(fight.document, "turn 1, 8: the door opens")
    told: list[str] = []
    fight.stage.happened.connect(told.append)
    fight.order.go_first(CID, "")
    assert (fight.acting, told) == ((CID,), []), "whoever goes first is before its count"
    for one in (BOB, ANN):
        fight.steps.next()
        assert (fight.acting, told) == ((one,), [])
    fight.steps.next()
    assert (fight.acting, told) == ((DOC,), ["Turn 1: the door opens"])


def test_a_marker_with_a_count_does_not_happen_again_after_reinforcements_above_it() -> None:
    fight = under_way(1, 6, 1, 2, 6)
    scene_edits.take_out(fight.document, [ANN])
    scene_edits.add_typed(fight.document, "turn 1, 8: the door opens")
    told: list[str] = []
    fight.stage.happened.connect(told.append)
    fight.steps.next()
    assert (fight.acting, told) == ((DOC,), ["Turn 1: the door opens"])
    fight.steps.bring_in([ANN])
    fight.steps.next()
    fight.steps.next()
    assert (fight.acting, told.count("Turn 1: the door opens")) == ((CID,), 1)


def test_a_marker_with_a_count_happens_though_whoever_acts_before_it_is_wounded_below_it() -> None:
    fight = under_way(1, 6, 1, 2)
    scene_edits.add_typed(fight.document, "turn 1, 8: the door opens")
    told: list[str] = []
    fight.stage.happened.connect(told.append)
    fight.steps.next()
    fight.harm(ANN, wounds=2)
    assert (fight.acting, told) == ((ANN,), [])
    fight.steps.next()
    assert told == ["Turn 1: the door opens"]


def test_kaiser_counts_rounds_and_says_so() -> None:
    fight = under_way(*[3] * 16, system="kaiser")
    scene_edits.add_typed(fight.document, "round 2: the door opens")
    told: list[str] = []
    fight.stage.happened.connect(told.append)
    for _ in range(4):
        fight.steps.next()
    assert told == ["Round 2: the door opens"]
    assert fight.document.roster.on_stage is not None


def test_in_kaiser_those_who_still_wait_act_before_the_round_ends_the_lower_first() -> None:
    fight = under_way(6, 6, 5, 5, 4, 4, 3, 3, *[3] * 8, system="kaiser")

    def now() -> Moment:
        assert fight.scene.now is not None
        return fight.scene.now

    first, second, *others = [one for place in fight.stage.fight.battle.places(now()) for one in place]
    fight.order.delay(first)
    fight.order.delay(second)
    assert fight.acting == (others[0],)
    fight.steps.next()
    assert fight.acting == (others[1],)
    fight.steps.next()
    assert (fight.acting, now().turn) == ((second,), 1)
    fight.steps.next()
    assert (fight.acting, now().turn, now().waiting) == ((first,), 1, ())
    fight.steps.back()
    assert (fight.acting, now().waiting) == ((second,), (first,))
    fight.steps.next()
    fight.steps.next()
    assert now().turn == 2


@pytest.mark.parametrize("kind", ["wounds", "traumas"])
@pytest.mark.parametrize(("system", "lost"), [("ep2", 2), ("ep1", 5)])
def test_at_most_three_wounds_and_traumas_are_ignored_in_the_order_and_none_in_ep1(
    kind: str, system: str, lost: int
) -> None:
    fight = under_way(6, 6, 1, 1, system=system)
    fight.harm(ANN, **{kind: 5, f"ignored_{kind}": 5})
    assert fight.scene.now is not None
    ann = fight.stage.fight.battle.rolled(fight.scene.now)[ANN]
    assert fight.stage.fight.battle.rules.count(ann, 1, fight.document.house) == 8 + 6 - lost


def test_several_harmed_together_are_one_change_of_the_scene() -> None:
    fight = under_way(1, 6, 1, 2)
    news = heard(fight.stage.changed)
    roster = fight.document.roster
    for one in (ANN, BOB, CID):
        hurt = fight.document.existing(one)
        roster = roster.with_character(structs.replace(hurt, health=structs.replace(hurt.health, wounds=1)))
    fight.document.change(roster, "harm three")
    assert len(news) == 1
    fight.steps.next()
    assert len(news) == 2


def turns_told(fight: Fight) -> list[tuple[str, ...]]:
    return [entry.event.words for entry in fight.journal.entries if entry.event and entry.event.kind == "turn"]


def test_each_phase_of_ep1_is_a_line_of_the_log_with_its_order() -> None:
    fight = under_way(5, 5, 5, 5, 1, 1, 1, 1, system="ep1")
    for _ in range(4):
        fight.steps.next()
    first, second = turns_told(fight)[:2]
    assert (first[0], second[0]) == ("turn 1", "turn 1, phase 2")
    assert {one.partition(" (")[0] for one in second[1:]} == {"Ann", "Bob", "Cid 1", "Cid 2"}
    many = len(fight.journal.entries)
    fight.steps.back()
    fight.steps.next()
    assert len(fight.journal.entries) == many, "going back and on does not tell it twice"


def test_a_surprise_is_over_with_its_fight_and_back_if_that_is_undone() -> None:
    fight = Fight(a_fight(), 1, 1, 1, 1, 1, 1)
    scene_edits.add_scene(fight.document, [ANN, BOB])
    scene_edits.set_surprise(fight.document, [BOB], "surprised")
    fight.steps.begin()
    assert [one.surprise for one in fight.scene.fighters] == ["", "surprised"]
    fight.steps.end()
    assert [one.surprise for one in fight.scene.fighters] == ["", ""]
    fight.document.stack.undo()
    assert [one.surprise for one in fight.scene.fighters] == ["", "surprised"]


def test_who_is_surprised_stands_in_the_line_of_the_first_turn() -> None:
    fight = Fight(a_fight(), 1, 1, 1, 1, 1, 1)
    scene_edits.add_scene(fight.document, [ANN, BOB, CID, DOC])
    scene_edits.set_surprise(fight.document, [BOB, CID], "surprised")
    scene_edits.set_surprise(fight.document, [ANN], "reacting")
    scene_edits.set_hidden(fight.document, [CID], hidden=True)
    fight.steps.begin()
    (first,) = turns_told(fight)
    assert first[-2:] == ("surprised: Bob", "reacting to surprise: Ann")
    (hidden,) = [entry for entry in fight.journal.entries if entry.secret]
    assert hidden.event is not None
    assert hidden.event.words[-1] == "surprised: Cid 1"
    while fight.scene.now is not None and fight.scene.now.turn == 1:
        fight.steps.next()
    assert not any("surprise" in word for word in turns_told(fight)[-1])


def test_steps_look_for_a_rolled_check_without_reading_the_log_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = under_way(6, 4, 3, 2, 6, 4, 3, 2)
    for one in map(fight.document.existing, (ANN, BOB, CID)):
        fight.document.change_character(structs.replace(one, stats={**one.stats, "COG": 15}), "aptitude")
    for fighter_id in (ANN, BOB, CID):
        ConditionEdits(fight.document, fight.log, lambda: False).set_typed([fighter_id], "confused 3")
    checks, read, page = TurnChecks(fight.document, fight.log, fight.stage), list[int](), fight.journal.page
    assert [one.character for one in checks.due] == [ANN]

    def roll() -> None:
        draft = checks.prepared(checks.due[0])
        assert draft is not None
        fight.log.add([a_roll(draft)])
        assert checks.due == []

    def count(limit: int, *rest: Any) -> list[StoredEntry]:
        read.append(limit)
        return page(limit, *rest)

    def follow(*steps: Callable[[], None]) -> None:
        for step in steps:
            step()
            read_before = len(read)
            assert checks.due == TurnChecks(fight.document, fight.log, fight.stage).due
            del read[read_before:]

    monkeypatch.setattr(fight.journal, "page", count)
    follow(roll, fight.steps.next, roll, *[fight.steps.next] * 3, roll)
    assert read == []
    follow(fight.steps.back, fight.steps.back, fight.document.stack.redo, fight.steps.next)


def test_a_step_works_out_the_order_of_no_turn_but_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = under_way(6, 4, 3, 2, 6, 4, 3, 2)
    edits = ConditionEdits(fight.document, fight.log, lambda: False)
    slow = OwnCondition(id="slow", name="Slow", effects=(ConditionEffect(-4, tests="initiative"),))
    fight.document.change(structs.replace(fight.document.roster, conditions=(slow,)), "own condition")
    edits.set([ANN], slow, 0, ConditionEnd("turn", 1, whose=DOC))
    scene_edits.add_typed(fight.document, "turn 9: the door opens")
    for _ in range(3):
        fight.steps.next()
    worked_out, before = list[int](), Battle._worked_out  # noqa: SLF001  # nothing else tells

    def count(battle: Battle, now: Moment, made_of: Any) -> PhaseOrder:
        worked_out.append(now.turn)
        return before(battle, now, made_of)

    monkeypatch.setattr(Battle, "_worked_out", count)
    SceneModel(fight.document, fight.stage)
    worked_out.clear()
    fight.steps.next()
    assert set(worked_out) == {2}, "whose condition has just ended has another count, in this turn and not in the last"


def test_when_only_one_side_is_left_standing_it_is_said_once_and_in_the_log_at_the_end() -> None:
    fight = under_way(1, 1, 1, 1)
    told: list[str] = []
    fight.stage.decided.connect(told.append)
    for one in (BOB, CID):
        fight.harm(one, damage=30)
    assert (told, fight.stage.fight.left_standing) == ([], "")
    fight.harm(DOC, damage=30)
    assert told == ["Only the players’ characters are left standing"]
    fight.harm(BOB, damage=31)
    fight.steps.next()
    assert len(told) == 1
    fight.document.stack.undo()
    fight.document.stack.undo()
    fight.document.stack.undo()
    assert fight.stage.fight.left_standing == ""
    for _ in range(3):
        fight.document.stack.redo()
    fight.steps.end()
    assert fight.stage.fight.left_standing == ""
    assert standing(fight, "turn")[-1] == ("the fight is over", "only the players’ characters are left standing")


@pytest.mark.parametrize("system", ["ep2", "ep1", "kaiser"])
def test_who_is_left_standing_follows_players_and_groups(system: str) -> None:
    fight = under_way(*[1] * 8, system=system)
    lost = {"ep2": 30, "ep1": 30, "kaiser": 30}[system]
    fight.harm(ANN, damage=lost)
    assert fight.stage.fight.left_standing == "Only members of Mob are left standing"
    for one in (BOB, CID, DOC):
        fight.harm(one, damage=lost)
    assert fight.stage.fight.left_standing == "Nobody is left standing"


def test_a_fight_within_one_group_has_no_sides() -> None:
    fight = under_way(1, 1, 1, 1)
    ann = structs.replace(fight.document.existing(ANN), kind="npc", group="mob")
    fight.document.change_character(ann, "change sides")
    for one in (BOB, CID, DOC):
        fight.harm(one, damage=30)
    assert fight.stage.fight.left_standing == ""
