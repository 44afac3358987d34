"""Which conditions are in force, which have ended, and what a turn costs; in a whole fight and when it is over."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.errors import BadConditionError
from gm_desk.core.rules.health import Health
from gm_desk.core.scenes.condition_edits import (
    ConditionEnd,
    into_fight,
    with_condition,
    without_conditions,
)
from gm_desk.core.scenes.conditions import MOST_CONDITIONS, ActiveCondition, value_of
from gm_desk.core.scenes.conditions_in_force import (
    ConditionInForce,
    after_fight,
    ended,
    in_force_of,
    turn_costs,
    worst_first,
)
from gm_desk.core.scenes.scene import Fighter, Moment, Scene, TurnCost
from gm_desk.core.systems.combat import ConditionKind
from gm_desk.core.systems.definition import System
from gm_desk.store.shipped import load_system
from makers import numbered_ids

EP1, EP2 = load_system("ep1"), load_system("ep2")
FIRST = Moment(acting=("ann",))
Step = tuple[tuple[str, ...], tuple[str, ...]]
"""Who acts, and who has acted."""


def kind(name: str, system: System = EP2) -> ConditionKind:
    return next(one for one in system.conditions if one.id == name)


def a_fight(now: Moment | None = FIRST, system: System = EP2, **health: Any) -> Roster:
    people = tuple(Character(id=who, name=who.title(), health=Health(**health)) for who in ("ann", "bob", "cid"))
    scene = Scene(id="bar", now=now, fighters=tuple(Fighter(id=who) for who in ("ann", "bob")))
    return Roster(id="r", name="R", system=system.id, characters=people, scenes=(scene,), stage="bar")


def put(roster: Roster, who: str, name: str, end: ConditionEnd, level: int = 0, system: System = EP2) -> Roster:
    character = roster.character(who)
    assert character is not None
    new_id = numbered_ids(f"{who}-{name}")
    return roster.with_character(with_condition(roster, character, kind(name, system), level, end, new_id))


def at(roster: Roster, now: Moment | None) -> Roster:
    scene = roster.scene("bar")
    assert scene is not None
    return roster.with_scene(structs.replace(scene, now=now))


def names(roster: Roster, who: str = "ann", system: System = EP2) -> list[tuple[str, int | None]]:
    character = roster.character(who)
    assert character is not None
    return [(one.name, one.left) for one in in_force_of(character, roster, system)]


def test_turns_are_counted_at_the_end_of_its_own_turn() -> None:
    roster = put(a_fight(), "ann", "stunned", ConditionEnd("turn", 2))
    moments = [FIRST, Moment(acted=("ann",)), Moment(turn=2, acting=("ann",)), Moment(turn=2, acted=("ann",))]
    left = [[("Stunned", 2)], [("Stunned", 1)], [("Stunned", 1)], []]
    assert [names(at(roster, now)) for now in moments] == left
    assert [names(at(roster, now)) for now in reversed(moments)] == left[::-1], "going back revives it"


def test_a_condition_can_hang_on_the_turn_of_another_one() -> None:
    roster = put(a_fight(), "ann", "blinded", ConditionEnd("action", at="start", whose="bob"))
    assert names(at(roster, Moment(acted=("ann",)))) == [("Blinded", 1)]
    assert names(at(roster, Moment(acting=("bob",), acted=("ann",)))) == []


def test_it_lasts_until_its_own_next_action_even_when_set_during_one() -> None:
    roster = put(a_fight(system=EP1), "ann", "full-defense", ConditionEnd("action"), system=EP1)
    assert names(at(roster, Moment(acted=("ann", "bob"))), system=EP1) == [("Full defense", 1)]
    assert names(at(roster, Moment(turn=2, acting=("ann",))), system=EP1) == []


def test_minutes_are_turns() -> None:
    roster = put(a_fight(), "ann", "blinded", ConditionEnd("minute", 1))
    assert names(roster) == [("Blinded", 20)]
    assert names(at(roster, Moment(turn=20, acting=("ann",)))) == [("Blinded", 1)]
    assert names(at(roster, Moment(turn=21))) == []


def test_a_new_one_of_its_kind_takes_its_place() -> None:
    roster = put(a_fight(), "ann", "impaired", ConditionEnd(), 20)
    roster = put(put(roster, "ann", "prone", ConditionEnd()), "ann", "impaired", ConditionEnd(), 10)
    assert names(roster) == [("Prone", None), ("Impaired 10", None)]


def test_a_condition_is_removed_by_its_id() -> None:
    ann = put(a_fight(), "ann", "impaired", ConditionEnd(), 20).character("ann")
    assert ann is not None
    (condition,) = ann.conditions
    assert without_conditions(ann, [condition.id]).conditions == ()


def test_there_is_a_limit_to_misery() -> None:
    many = tuple(ActiveCondition(id=f"{place}", kind=f"{place}", name="X") for place in range(MOST_CONDITIONS))
    ann = Character(id="ann", name="Ann", conditions=many)
    with pytest.raises(BadConditionError, match="at most 50 conditions"):
        with_condition(a_fight(), ann, kind("prone"), 0, ConditionEnd(), numbered_ids())


def test_a_shock_leaves_a_hindrance_that_fades_by_the_minute() -> None:
    roster = put(a_fight(system=EP1), "ann", "shock", ConditionEnd("turn", 3), system=EP1)
    assert names(at(roster, Moment(turn=3, acting=("ann",))), system=EP1) == [("Shock", 1)]
    later = at(roster, Moment(turn=4))
    assert names(later, system=EP1) == [("After shock", 60)]
    (after,) = in_force_of(later.characters[0], later, EP1)
    assert after.condition.id == roster.characters[0].conditions[0].id
    assert names(at(roster, Moment(turn=64)), system=EP1) == []
    assert [one.name for _, one in ended(roster, later, EP1)] == ["Shock"]
    assert [one.name for _, one in ended(later, at(roster, Moment(turn=64)), EP1)] == ["After shock"]


@given(turns=st.integers(3, 20), turn=st.integers(1, 90))
def test_after_a_shock_of_any_length_the_hindrance_fades_by_ten_a_minute(turns: int, turn: int) -> None:
    roster = at(put(a_fight(system=EP1), "ann", "shock", ConditionEnd("turn", turns), system=EP1), Moment(turn=turn))
    found = in_force_of(roster.characters[0], roster, EP1)
    values = [value_of(effect, one.condition, one.kind, one.now) for one in found for effect in one.kind.effects]
    since = turn - 1 - turns
    if since < 0:
        assert [(one.kind.id, one.kind.acts, one.left) for one in found] == [("shock", False, -since)]
    else:
        assert values == ([-30, -20, -10][since // 20 : since // 20 + 1])


def test_what_ends_by_itself_is_told_and_what_is_removed_is_not() -> None:
    before = put(put(a_fight(), "ann", "stunned", ConditionEnd("turn", 1)), "bob", "prone", ConditionEnd())
    after = at(before, Moment(acted=("ann",)))
    assert [(who.id, one.name) for who, one in ended(before, after, EP2)] == [("ann", "Stunned")]
    assert ended(after, before, EP2) == []
    bob = before.character("bob")
    assert bob is not None
    removed = before.with_character(structs.replace(bob, conditions=()))
    assert ended(before, removed, EP2) == []
    assert ended(before, before.without_character("ann"), EP2) == []


def test_the_end_of_a_turn_costs_what_bleeds_and_burns() -> None:
    roster = a_fight(wounds=2)
    for name in ("bleeding", "burning", "prone"):
        roster = put(roster, "ann", name, ConditionEnd())
    roster = put(roster, "cid", "burning", ConditionEnd())
    scene = roster.on_stage
    assert scene is not None
    assert turn_costs(roster, scene, EP2, 1) == [
        TurnCost("ann", "Bleeding", "ann-bleeding-1", "damage", amount=2),
        TurnCost("ann", "Burning", "ann-burning-1", "damage", dice="1d6"),
    ]
    healed = roster.with_character(structs.replace(roster.characters[0], health=Health()))
    assert [(one.name, one.amount, one.dice) for one in turn_costs(healed, scene, EP2, 1)] == [
        ("Bleeding", 0, ""),
        ("Burning", 0, "1d6"),
    ]
    one = put(a_fight(system=EP1), "ann", "bleeding", ConditionEnd(), system=EP1)
    assert [cost.amount for cost in turn_costs(one, scene, EP1, 1)] == [1]


def test_time_stands_outside_of_a_fight_and_goes_on_in_the_next_one() -> None:
    roster = put(a_fight(now=None), "cid", "stunned", ConditionEnd("turn", 3))
    roster = structs.replace(roster, stage="")
    roster = put(put(roster, "ann", "stunned", ConditionEnd("turn", 3)), "bob", "prone", ConditionEnd())
    assert names(roster) == [("Stunned", 3)]
    begun = into_fight(at(roster, Moment(turn=5, acting=("ann",))), "bar")
    assert names(begun) == [("Stunned", 3)]
    later = at(begun, Moment(turn=6, acting=("ann",)))
    assert names(later) == [("Stunned", 2)]
    over = at(after_fight(later, "bar", EP2), None)
    assert names(over) == [("Stunned", 2)]
    again = into_fight(at(over, FIRST), "bar")
    assert names(again) == [("Stunned", 2)]
    assert names(at(again, Moment(turn=2, acted=("ann",)))) == []
    assert names(again, "bob") == [("Prone", None)]


def test_the_end_of_a_fight_prunes_what_is_over() -> None:
    roster = put(put(a_fight(), "ann", "stunned", ConditionEnd("turn", 1)), "ann", "prone", ConditionEnd())
    over = after_fight(at(roster, Moment(turn=3)), "bar", EP2)
    assert [one.name for one in over.characters[0].conditions] == ["Prone"]
    assert after_fight(over, "elsewhere", EP2) == over


def test_what_has_faded_stays_faded_in_the_next_fight() -> None:
    roster = put(a_fight(system=EP1), "ann", "shock-resisted", ConditionEnd("turn", 3), system=EP1)
    over = at(after_fight(at(roster, Moment(turn=2, acting=("ann",))), "bar", EP1), None)
    (one,) = in_force_of(over.characters[0], over, EP1)
    assert one.left == 2
    assert one.condition.span is not None
    assert one.condition.span.gone == 1


def test_a_condition_of_a_scene_that_is_gone_stands_still() -> None:
    roster = put(a_fight(), "ann", "stunned", ConditionEnd("turn", 2))
    assert names(structs.replace(roster, scenes=())) == [("Stunned", 2)]


ENDS = st.builds(
    ConditionEnd,
    st.sampled_from(["turn", "phase", "minute", "action", "removed"]),
    st.integers(1, 6),
    st.sampled_from(["start", "end"]),
    st.sampled_from(["", "bob", "gone"]),
)


def moments(system: System, speed: int) -> list[Moment]:
    """Return all moments of some turns in which first Ann and then Bob acts, in as many phases as they have actions."""
    phases = 4 if system is EP1 else 1
    idle: list[Step] = [((), ())]
    steps: list[Step] = [
        ((), ()),
        (("ann",), ()),
        ((), ("ann",)),
        (("bob",), ("ann",)),
        ((), ("ann", "bob")),
    ]
    return [
        Moment(turn=turn, phase=phase, acting=acting, acted=acted)
        for turn, phase in itertools.product(range(1, 9), range(1, phases + 1))
        for acting, acted in (steps if phase <= speed else idle)
    ]


@given(st.sampled_from([EP1, EP2]), ENDS, st.integers(0, 20), st.integers(1, 4))
def test_a_condition_is_in_force_until_its_end_and_never_again(
    system: System, end: ConditionEnd, start: int, speed: int
) -> None:
    course = moments(system, speed)[start:]
    there = a_fight(course[0], system)
    for one in there.characters:
        there = there.with_character(structs.replace(one, stats={"SPD": speed}))
    roster = put(there, "ann", "blinded" if system is EP2 else "subdued", end, system=system)
    left = [names(at(roster, now), system=system) for now in course]
    assert left[0], "whatever is set is there"
    standing = [bool(one) for one in left]
    assert standing == sorted(standing, reverse=True), "it never comes back when time goes on"
    counts = [one[0][1] for one in left if one and one[0][1] is not None]
    assert counts == sorted(counts, reverse=True)
    told = [one.id for a, b in itertools.pairwise(course) for _, one in ended(at(roster, a), at(roster, b), system)]
    assert len(told) == (not standing[-1]), "its end is told once"


def test_conditions_that_disable_come_first() -> None:
    found = [
        ConditionInForce(ActiveCondition(id=one, kind=one, name=one.title()), kind(one))
        for one in ("prone", "dazed", "stunned", "unconscious")
    ]
    assert [one.name for one in worst_first(found)] == ["Unconscious", "Dazed", "Prone", "Stunned"]
