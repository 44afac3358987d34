"""The steps of a fight: next and back, and what may happen in between."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.errors import TurnError
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.conditions import Duration, span_from, until_action
from gm_desk.core.scenes.order import TURNS, Battle, Combatant
from gm_desk.core.scenes.scene import PHASES, Fighter, Scene
from gm_desk.core.scenes.turns import (
    acting_now,
    begun,
    delayed,
    extras_in_order,
    going_first,
    next_moment,
    points_left,
    previous_moment,
    shifted,
    skipping,
    with_actions_changed,
    with_extra_action,
    with_points_spent,
)

SYSTEMS = ["ep1", "ep2", "kaiser"]


def battle(system: str = "ep2", out: frozenset[str] = frozenset(), **inits: int) -> Battle:
    people = {name: Combatant(name, init, 0) for name, init in inits.items()}
    return Battle(people, out, TURNS[system], House())


def a_scene(there: Battle, **throws: int) -> Scene:
    scene = Scene(id="s", fighters=tuple(Fighter(id=name) for name in there.combatants))
    return begun(scene, there, {name: throws.get(name, 1) for name in there.combatants})


def acting(scene: Scene) -> tuple[str, ...]:
    assert scene.now is not None
    return scene.now.acting


def walked(scene: Scene, there: Battle, steps: int) -> list[tuple[str, ...]]:
    found = [acting(scene)]
    for _ in range(steps):
        scene = next_moment(scene, there)
        found.append(acting(scene))
    return found


THREE = battle(ann=10, bob=8, cid=6)


def test_the_highest_count_begins_and_the_turn_goes_down_and_round() -> None:
    assert walked(a_scene(THREE), THREE, 4) == [("ann",), ("bob",), ("cid",), ("ann",), ("bob",)]


def test_equals_act_together() -> None:
    there = battle(ann=10, bob=10, cid=6)
    assert walked(a_scene(there), there, 1) == [("ann", "bob"), ("cid",)]


def test_back_and_next_lead_to_the_moment_in_which_all_delay_and_nobody_acts() -> None:
    there = battle(ann=10)
    scene = delayed(a_scene(there), ["ann"], there)
    assert acting(scene) == ()
    assert next_moment(previous_moment(scene, there), there) == scene
    revived = structs.replace(there, combatants={**there.combatants, "bob": Combatant("bob", 8, 0)})
    both = a_scene(revived)
    alone = delayed(both, ["ann"], structs.replace(revived, out=frozenset({"bob"})))
    assert acting(alone) == ()
    assert acting(next_moment(previous_moment(alone, revived), revived)) == ("bob",), "bob can act again"


def test_the_surprised_have_no_action_in_the_first_turn_alone() -> None:
    people = {**THREE.combatants, "ann": Combatant("ann", 10, 0, surprise="surprised")}
    there = structs.replace(THREE, combatants=people)
    assert walked(a_scene(there), there, 2) == [("bob",), ("cid",), ("ann",)]


def test_whoever_is_out_is_skipped_and_keeps_a_place_in_the_order() -> None:
    there = structs.replace(THREE, out=frozenset({"bob"}))
    scene = a_scene(there)
    assert walked(scene, there, 1) == [("ann",), ("cid",)]
    assert scene.now is not None
    assert there.places(scene.now) == (("ann",), ("bob",), ("cid",))


def test_a_wound_changes_the_order_without_costing_or_doubling_an_action() -> None:
    scene = next_moment(a_scene(THREE), THREE)
    people = {**THREE.combatants, "bob": Combatant("bob", 8, 0, wounds=5)}
    hurt = structs.replace(THREE, combatants=people)
    assert acting(scene) == ("bob",)
    scene = next_moment(scene, hurt)
    assert acting(scene) == ("cid",)
    assert walked(scene, hurt, 3) == [("cid",), ("ann",), ("cid",), ("bob",)]


def test_who_delays_while_acting_lets_the_next_one_act() -> None:
    scene = delayed(a_scene(THREE), ["ann"], THREE)
    assert acting(scene) == ("bob",)
    scene = acting_now(scene, ["ann"], THREE)
    assert acting(scene) == ("ann",)
    scene = next_moment(scene, THREE)
    assert acting(scene) == ("bob",)
    assert walked(scene, THREE, 2) == [("bob",), ("cid",), ("ann",)], "the count became the one acted on, just before"
    assert scene.now is not None
    assert THREE.places(scene.now) == (("ann",), ("bob",), ("cid",))


def test_who_delays_past_the_end_of_the_turn_has_only_that_action() -> None:
    scene = delayed(a_scene(THREE), ["ann"], THREE)
    found = walked(scene, THREE, 4)
    assert found == [("bob",), ("cid",), ("bob",), ("cid",), ("bob",)]
    for _ in range(2):
        scene = next_moment(scene, THREE)
    scene = next_moment(acting_now(scene, ["ann"], THREE), THREE)
    assert acting(scene) == ("bob",)
    assert walked(scene, THREE, 3)[1:] == [("cid",), ("ann",), ("bob",)]


def test_in_phases_a_delayed_action_is_lost_when_the_next_one_comes() -> None:
    people = {"ann": Combatant("ann", 10, 0, speed=2), "bob": Combatant("bob", 5, 0, speed=2)}
    there = Battle(people, frozenset(), TURNS["ep1"], House())
    scene = delayed(a_scene(there), ["ann"], there)
    assert walked(scene, there, 2) == [("bob",), ("ann",), ("bob",)]


def test_a_delayed_action_can_be_taken_in_the_next_phase_before_the_own_one_comes_which_it_costs() -> None:
    people = {
        "ann": Combatant("ann", 5, 0, speed=2),
        "bob": Combatant("bob", 10, 0, speed=2),
        "cid": Combatant("cid", 1, 0),
    }
    there = Battle(people, frozenset(), TURNS["ep1"], House())
    scene = next_moment(a_scene(there), there)
    assert acting(scene) == ("ann",)
    scene = next_moment(delayed(scene, ["ann"], there), there)
    assert (acting(scene), scene.now and scene.now.phase, scene.now and scene.now.waiting) == (("bob",), 2, ("ann",))
    assert walked(scene, there, 1) == [("bob",), ("ann",)], "what was delayed is lost"
    scene = acting_now(scene, ["ann"], there)
    assert walked(scene, there, 2) == [("ann",), ("bob",), ("bob",)], "the action of phase 2 is taken"


def test_a_delayed_action_waits_for_the_next_turn_until_the_own_one_comes() -> None:
    people = {"ann": Combatant("ann", 5, 0), "bob": Combatant("bob", 10, 0), "cid": Combatant("cid", 1, 0)}
    there = Battle(people, frozenset(), TURNS["ep1"], House())
    scene = delayed(next_moment(a_scene(there), there), ["ann"], there)
    scene = next_moment(scene, there)
    assert (acting(scene), scene.now and scene.now.turn, scene.now and scene.now.waiting) == (("bob",), 2, ("ann",))
    scene = next_moment(scene, there)
    assert (acting(scene), scene.now and scene.now.waiting) == (("ann",), ())
    later = delayed(scene, ["ann"], there)
    assert acting(later) == ("cid",), "who delays again does not act at once"
    assert walked(later, there, 2) == [("cid",), ("bob",), ("ann",)]


def test_going_first_counts_for_this_turn_only() -> None:
    scene = next_moment(a_scene(THREE), THREE)
    scene = delayed(scene, ["bob"], THREE)
    assert acting(scene) == ("cid",)
    scene = going_first(a_scene(THREE), ["cid"], THREE)
    assert walked(scene, THREE, 3) == [("cid",), ("ann",), ("bob",), ("ann",)]


def test_who_pays_to_go_first_before_anybody_has_acted_acts_at_once() -> None:
    end = next_moment(next_moment(a_scene(THREE), THREE), THREE)
    scene = next_moment(end, THREE)
    assert acting(scene) == ("ann",)
    scene = going_first(scene, ["cid"], THREE)
    assert acting(scene) == ("cid",)
    back = previous_moment(scene, THREE)
    assert back.now == end.now
    assert next_moment(back, THREE) == scene


def test_who_pays_to_go_first_after_somebody_has_acted_acts_next() -> None:
    scene = going_first(next_moment(a_scene(THREE), THREE), ["cid"], THREE)
    assert walked(scene, THREE, 1) == [("bob",), ("cid",)]


def test_back_and_next_keep_what_was_paid_and_who_has_acted_though_a_wound_has_changed_the_order() -> None:
    scene = going_first(next_moment(a_scene(THREE), THREE), ["cid"], THREE)
    scene = next_moment(scene, THREE)
    assert acting(scene) == ("cid",)
    wounded = battle(ann=10, bob=1, cid=6)
    back = previous_moment(previous_moment(scene, THREE), THREE)
    assert next_moment(next_moment(back, wounded), wounded) == scene


def test_a_moment_that_was_returned_from_is_dropped_if_who_acts_in_it_is_out() -> None:
    scene = next_moment(a_scene(THREE), THREE)
    there = structs.replace(THREE, out=frozenset({"bob"}))
    assert acting(next_moment(previous_moment(scene, THREE), there)) == ("cid",)


def test_a_moment_whose_actor_had_fallen_before_the_fight_went_back_is_returned_to() -> None:
    first = a_scene(THREE)
    scene = with_actions_changed(next_moment(next_moment(first, THREE), THREE), "cid", 1)
    there = structs.replace(THREE, out=frozenset({"bob"}))
    back = previous_moment(previous_moment(scene, there), there)
    assert back.now == first.now
    assert next_moment(next_moment(back, there), there) == scene
    assert acting(next_moment(back, structs.replace(THREE, out=frozenset({"bob", "cid"})))) == ("bob",)
    gone = structs.replace(THREE, combatants={name: one for name, one in THREE.combatants.items() if name != "bob"})
    assert acting(next_moment(back, gone)) == ("cid",)


def test_who_goes_first_beside_others_that_do_acts_in_order_among_them() -> None:
    scene = going_first(going_first(a_scene(THREE), ["cid"], THREE), ["bob"], THREE)
    assert walked(scene, THREE, 2) == [("bob",), ("cid",), ("ann",)]


def test_the_last_of_a_round_has_nobody_to_wait_for_where_delaying_ends_with_it() -> None:
    there = structs.replace(THREE, rules=TURNS["kaiser"])
    scene = delayed(a_scene(there), acting(a_scene(there)), there)
    last = next_moment(scene, there)
    with pytest.raises(TurnError, match="nobody is left to wait for"):
        delayed(last, acting(last), there)


def test_who_has_acted_can_neither_go_first_nor_delay() -> None:
    scene = next_moment(a_scene(THREE), THREE)
    with pytest.raises(TurnError, match="has acted"):
        going_first(scene, ["ann"], THREE)
    with pytest.raises(TurnError, match="has acted"):
        delayed(scene, ["ann"], THREE)


def test_extra_actions_come_after_everybody_in_order_and_at_most_two() -> None:
    scene = with_extra_action(with_extra_action(a_scene(THREE), "cid"), "ann")
    scene = with_extra_action(scene, "ann")
    with pytest.raises(TurnError, match="2 extra"):
        with_extra_action(scene, "ann")
    assert scene.now is not None
    assert extras_in_order(scene.now, THREE) == ["ann", "ann", "cid"]
    assert walked(scene, THREE, 6)[2:] == [("cid",), ("ann",), ("ann",), ("cid",), ("ann",)]


def test_a_turn_of_surprise_has_no_extra_actions() -> None:
    scene = a_scene(THREE).with_fighter(Fighter(id="bob", surprise="reacting"))
    with pytest.raises(TurnError, match="surprise"):
        with_extra_action(scene, "ann")


def test_moving_by_hand_swaps_places_and_back_again() -> None:
    scene = a_scene(THREE)
    moved = shifted(scene, ["cid"], THREE, earlier=True)
    assert moved.now is not None
    assert THREE.places(moved.now) == (("ann",), ("cid",), ("bob",))
    again = shifted(moved, ["cid"], THREE, earlier=False)
    assert again.now is not None
    assert THREE.places(again.now) == (("ann",), ("bob",), ("cid",))


def test_who_has_no_place_in_this_phase_cannot_be_moved_in_it() -> None:
    people = {"ann": Combatant("ann", 10, 0, speed=2), "bob": Combatant("bob", 8, 0)}
    there = Battle(people, frozenset(), TURNS["ep1"], House())
    scene = next_moment(next_moment(a_scene(there), there), there)
    with pytest.raises(TurnError, match="does not act in this phase"):
        shifted(scene, ["bob"], there, earlier=True)


def test_a_lost_action_passes_in_its_place_in_the_order() -> None:
    scene = with_actions_changed(a_scene(THREE), "bob", -1)
    assert scene.now is not None
    assert scene.now.acted == ()
    assert skipping("bob", scene.now)
    with pytest.raises(TurnError, match="loses this action"):
        delayed(scene, ["bob"], THREE)
    scene = next_moment(scene, THREE)
    assert scene.now is not None
    assert (scene.now.acting, scene.now.acted, scene.now.skips) == (("cid",), ("ann", "bob"), ())
    assert walked(scene, THREE, 2) == [("cid",), ("ann",), ("bob",)]


def test_a_lost_action_that_is_made_up_for_is_not_lost() -> None:
    scene = with_actions_changed(with_actions_changed(a_scene(THREE), "bob", -1), "bob", 1)
    assert walked(scene, THREE, 2) == [("ann",), ("bob",), ("cid",)]


def test_who_loses_an_action_while_acting_or_afterwards_loses_the_next_one() -> None:
    scene = with_actions_changed(next_moment(a_scene(THREE), THREE), "bob", -1)
    scene = with_actions_changed(scene, "ann", -1)
    assert walked(scene, THREE, 3) == [("bob",), ("cid",), ("cid",), ("ann",)]


def test_two_lost_actions_are_those_of_two_phases() -> None:
    people = {name: Combatant(name, init, 0, speed=3) for name, init in (("ann", 10), ("bob", 5))}
    there = Battle(people, frozenset(), TURNS["ep1"], House())
    scene = with_actions_changed(with_actions_changed(a_scene(there), "bob", -1), "bob", -1)
    assert walked(scene, there, 4) == [("ann",), ("ann",), ("ann",), ("bob",), ("ann",)]


def test_who_waits_and_loses_the_action_waits_no_longer() -> None:
    scene = with_actions_changed(delayed(a_scene(THREE), ["ann"], THREE), "ann", -1)
    with pytest.raises(TurnError, match="not waiting"):
        acting_now(scene, ["ann"], THREE)
    assert walked(scene, THREE, 2) == [("bob",), ("cid",), ("ann",)]


@pytest.mark.parametrize("at", ["start", "end"])
def test_a_condition_does_not_end_because_its_owner_loses_an_action(at: Any) -> None:
    scene = a_scene(THREE)
    assert scene.now is not None
    span = span_from(scene.now, "cid", 1, at=at)
    scene = with_actions_changed(scene, "cid", -1)
    assert span.left(scene.now) == 1
    scene = next_moment(scene, THREE)
    assert acting(scene) == ("bob",)
    assert span.left(scene.now) == 1
    assert span.left(next_moment(scene, THREE).now) == 0


def test_nobody_left_to_act_is_no_endless_turn() -> None:
    there = structs.replace(THREE, out=frozenset(THREE.combatants))
    scene = a_scene(there)
    assert acting(scene) == ()
    assert acting(next_moment(scene, there)) == ()


@st.composite
def fights(draw: st.DrawFn) -> tuple[Battle, Scene]:
    system = draw(st.sampled_from(SYSTEMS))
    names = [f"c{number}" for number in range(draw(st.integers(1, 7)))]
    people = {
        name: Combatant(
            name,
            draw(st.integers(0, 12)),
            0,
            ref=draw(st.integers(0, 3)),
            speed=draw(st.integers(1, 4)),
            wounds=draw(st.integers(0, 4)),
        )
        for name in names
    }
    out = draw(st.frozensets(st.sampled_from(names), max_size=2))
    there = Battle(people, out, TURNS[system], House())
    scene = Scene(id="s", fighters=tuple(Fighter(id=name) for name in names))
    return there, begun(scene, there, {name: draw(st.integers(1, 6)) for name in names})


STEPS = ["next", "next", "next", "back", "delay", "act", "first", "extra", "earlier", "later", "lose", "gain"]


def step(scene: Scene, there: Battle, what: str, who: str, throws: dict[str, int]) -> Scene:
    try:
        match what:
            case "next":
                return next_moment(scene, there, throws)
            case "back":
                return previous_moment(scene, there)
            case "delay":
                return delayed(scene, [who], there, throws)
            case "act":
                return acting_now(scene, [who], there)
            case "first":
                return going_first(scene, [who], there)
            case "extra":
                return with_extra_action(scene, who)
            case "lose":
                return with_actions_changed(scene, who, -1)
            case "gain":
                return with_actions_changed(scene, who, 1)
            case _:
                return shifted(scene, [who], there, earlier=what == "earlier")
    except TurnError:
        return scene


def played(scene: Scene, there: Battle, data: st.DataObject, most: int = 25) -> Scene:
    names = sorted(there.combatants)
    for what in data.draw(st.lists(st.sampled_from(STEPS), max_size=most)):
        throws = {name: data.draw(st.integers(1, 6)) for name in names} if what in {"next", "delay"} else {}
        scene = step(scene, there, what, data.draw(st.sampled_from(names)), throws)
    return scene


@given(fights(), st.data())
def test_next_then_back_is_where_one_was_and_back_then_next_too(
    fight: tuple[Battle, Scene], data: st.DataObject
) -> None:
    there, scene = fight
    scene = played(scene, there, data)
    on = next_moment(scene, there, dict.fromkeys(there.combatants, 3))
    assert without_ahead(previous_moment(on, there)) == without_ahead(scene)
    if scene.past:
        assert next_moment(previous_moment(scene, there), there, dict.fromkeys(there.combatants, 5)) == scene


def without_ahead(scene: Scene) -> Scene:
    return structs.replace(scene, ahead=())


@given(fights(), st.data(), st.integers(1, 12))
def test_dice_that_were_rolled_for_a_turn_are_those_of_it_after_another_step(
    fight: tuple[Battle, Scene], data: st.DataObject, steps: int
) -> None:
    there, scene = fight
    scene = played(scene, there, data, most=8)
    assert scene.now is not None
    known = {scene.now.turn: scene.now.throws}
    for number in range(steps):
        scene = next_moment(scene, there, dict.fromkeys(there.combatants, 1 + number % 6))
        assert scene.now is not None
        known[scene.now.turn] = scene.now.throws
    for _ in range(data.draw(st.integers(1, steps))):
        scene = previous_moment(scene, there)
    scene = with_actions_changed(scene, data.draw(st.sampled_from(sorted(there.combatants))), 1)
    assert scene.ahead == ()
    while scene.now is not None and scene.now.turn <= max(known):
        if scene.now.turn in known:
            assert scene.now.throws == known[scene.now.turn]
        scene = next_moment(scene, there, {})


@given(fights(), st.integers(1, 200))
def test_two_hundred_steps_back_and_forth_lead_to_the_same_moments(fight: tuple[Battle, Scene], steps: int) -> None:
    there, scene = fight
    seen = [scene.now]
    for number in range(steps):
        scene = next_moment(scene, there, {name: 1 + (number * 7 + len(name)) % 6 for name in there.combatants})
        seen.append(scene.now)
    for moment in reversed(seen[:-1]):
        scene = previous_moment(scene, there)
        assert scene.now == moment
    for moment in seen[1:]:
        scene = next_moment(scene, there, {})
        assert scene.now == moment


@given(fights(), st.data())
def test_back_and_forth_over_a_fight_in_which_some_have_fallen_lead_to_the_same_moments(
    fight: tuple[Battle, Scene], data: st.DataObject
) -> None:
    there, scene = fight
    seen = [scene.now]
    for falls in data.draw(st.lists(st.sampled_from(["", *there.combatants]), max_size=30)):
        there = structs.replace(there, out=there.out | {falls} - {""})
        scene = next_moment(scene, there, dict.fromkeys(there.combatants, 4))
        seen.append(scene.now)
    for moment in reversed(seen[:-1]):
        scene = previous_moment(scene, there)
        assert scene.now == moment
    for moment in seen[1:]:
        scene = next_moment(scene, there, {})
        assert scene.now == moment


@given(fights(), st.data())
def test_the_order_is_a_permutation_of_those_who_act_in_the_phase(
    fight: tuple[Battle, Scene], data: st.DataObject
) -> None:
    there, scene = fight
    scene = played(scene, there, data)
    now = scene.now
    assert now is not None
    listed = [one for place in there.places(now) for one in place]
    assert sorted(listed) == sorted(
        one.id for one in there.combatants.values() if there.rules.acts(one, now.turn, now.phase)
    )


@given(fights(), st.data())
def test_nobody_acts_twice_in_a_phase_but_by_an_extra_action(fight: tuple[Battle, Scene], data: st.DataObject) -> None:
    there, scene = fight
    scene = played(scene, there, data)
    acted: Counter[tuple[int, int, str]] = Counter()
    for moment in (*scene.past, scene.now):
        assert moment is not None
        assert not set(moment.acting) & there.out
        if not moment.after_all:
            acted.update((moment.turn, moment.phase, one) for one in moment.began)
    moments = [one for one in (*scene.past, scene.now) if one is not None]
    suspended = {(one.turn, one.phase, who) for one in moments for who in one.suspended}
    waited = {(one.turn, one.phase, who) for one in moments for who in one.waiting}
    for key, count in acted.items():  # a moment began with those as well who then delayed
        assert count <= 1 + (key in suspended) + (key in waited)


@given(fights(), st.data(), st.integers(1, 4), st.sampled_from(["start", "end"]))
def test_a_condition_ends_after_so_many_turns_of_the_one_it_hangs_on(
    fight: tuple[Battle, Scene], data: st.DataObject, count: int, at: Any
) -> None:
    there, scene = fight
    scene = played(scene, there, data, most=8)
    assert scene.now is not None
    who = data.draw(st.sampled_from(sorted(there.combatants)))
    span = span_from(scene.now, who, count, at=at, speed=speed_of(there, who))
    assert span.left(scene.now) == count
    before = count
    while scene.now is not None and scene.now.turn <= span.first + count:
        scene = next_moment(scene, there, {})
        left = span.left(scene.now)
        assert left is not None
        assert before - 1 <= left <= before, "one at a time, and never back"
        before = left
    assert before == 0, "it is over at the latest with the turn of its end"


def speed_of(there: Battle, who: str) -> int:
    """Return the number of phases in a turn in which somebody acts."""
    return min(there.rules.phases, there.combatants[who].speed)


@given(fights(), st.data(), st.integers(1, 3))
def test_a_condition_of_so_many_turns_lasts_through_every_action_of_the_last_one(
    fight: tuple[Battle, Scene], data: st.DataObject, count: int
) -> None:
    there, scene = fight
    scene = played(scene, there, data, most=8)
    assert scene.now is not None
    who = data.draw(st.sampled_from(sorted(there.combatants)))
    span = span_from(scene.now, who, count, speed=speed_of(there, who))
    last = span.first + count - 1
    while scene.now is not None and scene.now.turn <= last + 1:
        now = scene.now
        if now.turn <= last and who in now.acting and not now.after_all:
            assert span.left(now), "not over while they act in its last turn, in whatever phase"
        if now.turn > last:
            assert span.left(now) == 0
        if now.turn == last and who in now.acted and now.phase >= speed_of(there, who):
            assert span.left(now) == 0, "and over when they have acted for the last time"
        scene = next_moment(scene, there, {})


@given(fights(), st.data())
def test_a_condition_until_somebody_acts_ends_exactly_when_they_do(
    fight: tuple[Battle, Scene], data: st.DataObject
) -> None:
    there, scene = fight
    who = data.draw(st.sampled_from(sorted(there.combatants)))
    for _ in range(data.draw(st.integers(0, 12))):
        scene = next_moment(scene, there, {})
    assert scene.now is not None
    span = until_action(scene.now, who, speed=speed_of(there, who))
    for _ in range(12 * PHASES):
        assert scene.now is not None
        assert span.left(scene.now) == 1
        scene = next_moment(scene, there, {})
        if scene.now is None or not there.able(who) or who in scene.now.acting:
            break
    if there.able(who):
        assert span.left(scene.now) == 0


@given(fights(), st.data())
def test_taking_a_step_back_takes_back_what_passed_of_a_condition(
    fight: tuple[Battle, Scene], data: st.DataObject
) -> None:
    there, scene = fight
    scene = played(scene, there, data, most=8)
    assert scene.now is not None
    span: Duration = span_from(scene.now, data.draw(st.sampled_from(sorted(there.combatants))), 3)
    left = [span.left(scene.now)]
    for _ in range(10):
        scene = next_moment(scene, there, {})
        left.append(span.left(scene.now))
    for expected in reversed(left[:-1]):
        scene = previous_moment(scene, there)
        assert span.left(scene.now) == expected


def test_action_points_are_counted_in_each_round_and_come_back_with_a_step_back() -> None:
    people = {name: Combatant(name, init, 0, points=6) for name, init in (("ann", 10), ("bob", 8))}
    there = Battle(people, frozenset(), TURNS["kaiser"], House())
    scene = with_points_spent(a_scene(there), "bob", 2, there)

    def left(now: Scene) -> int:
        assert now.now is not None
        return points_left("bob", now.now, there)

    assert left(scene) == 4
    later = next_moment(scene, there)
    assert left(later) == 4
    fresh = next_moment(later, there, {"ann": 5, "bob": 5})
    assert left(fresh) == 6
    assert left(previous_moment(fresh, there)) == 4
    assert with_points_spent(scene, "bob", -2, there).now == a_scene(there).now
    for by, reason in ((5, "no action point left"), (-3, "all action points")):
        with pytest.raises(TurnError, match=reason):
            with_points_spent(scene, "bob", by, there)


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_action_points_are_counted_in_kaiser_alone(system: str) -> None:
    there = battle(system, ann=10)
    with pytest.raises(TurnError, match="not counted"):
        with_points_spent(a_scene(there), "ann", 1, there)
