"""The checks that conditions require at the start of a turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.draft import Origin
from gm_desk.core.scenes.condition_edits import ConditionEnd, with_condition
from gm_desk.core.scenes.conditions_in_force import kinds_of
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.core.scenes.turn_checks import after_failure, checks_due, prepared_check
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids

EP2 = load_system("ep2")
CONFUSED = next(one for one in EP2.conditions if one.id == "confused")
PEOPLE = ("ann", "bob")


def a_fight(now: Moment, turns: int = 3) -> Roster:
    """Return a roster in which Ann has been confused since turn 1 of a fight."""
    people = tuple(Character(id=one, name=one.title(), stats={"COG": 20}) for one in PEOPLE)
    scene = Scene(id="bar", now=Moment(acting=("bob",)), fighters=tuple(Fighter(id=one) for one in PEOPLE))
    roster = Roster(id="r", name="R", system="ep2", characters=people, scenes=(scene,), stage="bar")
    ann = with_condition(roster, people[0], CONFUSED, 0, ConditionEnd("turn", turns), numbered_ids())
    return roster.with_character(ann).with_scene(structs.replace(scene, now=now))


def due(roster: Roster) -> list[tuple[str, str]]:
    assert roster.on_stage is not None
    return [(one.character, one.kind) for one in checks_due(roster, roster.on_stage, EP2)]


@given(turn=st.integers(1, 6), acting=st.sets(st.sampled_from(PEOPLE)), after_all=st.booleans())
def test_a_check_is_due_in_each_turn_of_the_confused_and_at_no_other_time(
    turn: int, acting: set[str], *, after_all: bool
) -> None:
    now = Moment(turn=turn, acting=tuple(sorted(acting)), after_all=after_all)
    expected = [("ann", "confused")] if "ann" in acting and turn <= 3 and not after_all else []
    assert due(a_fight(now)) == expected


def test_nothing_is_due_before_a_fight() -> None:
    roster = a_fight(Moment(acting=("ann",)))
    assert roster.on_stage is not None
    assert checks_due(roster, structs.replace(roster.on_stage, now=None), EP2) == []


def test_the_check_of_the_confused_is_a_cog_check_at_minus_thirty() -> None:
    roster = a_fight(Moment(acting=("ann",)))
    assert roster.on_stage is not None
    (required,) = checks_due(roster, roster.on_stage, EP2)
    draft = prepared_check(required, roster.characters[0], EP2, RULES["ep2"])
    assert draft is not None
    assert (draft.what, draft.base) == ("COG check", 60)
    assert [(chip.value, chip.label, chip.origin) for chip in draft.chips] == [(-30, "Confused", Origin.RELATED)]
    assert required.is_rolled_by(draft)
    assert not required.is_rolled_by(structs.replace(draft, character="bob"))
    assert not required.is_rolled_by(structs.replace(draft, chips=()))
    assert [*after_failure(draft, kinds_of(roster, EP2))] == ["confused: roll on the table in the book"]
    assert [*after_failure(structs.replace(draft, chips=()), kinds_of(roster, EP2))] == []
    assert prepared_check(required, Character(id="ann", name="Ann"), EP2, RULES["ep2"]) is None


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_the_checks_of_conditions_are_checks_of_the_system(system: str) -> None:
    known = load_system(system)
    for kind in known.conditions:
        if kind.check is not None:
            assert kind.check.check in known.aptitudes
            assert kind.check.value % known.step == 0
