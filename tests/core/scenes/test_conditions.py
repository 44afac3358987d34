"""What conditions do to tests, and for how long."""

import pytest

from gm_desk.core.errors import BadConditionError
from gm_desk.core.scenes.conditions import ActiveCondition, in_force, span_from, turns_of, value_of
from gm_desk.core.scenes.scene import Moment
from gm_desk.store.shipped import load_system

NOW = Moment(turn=3, acting=("ann",), acted=("bob",))


def test_a_condition_that_fades_lessens_by_ten_each_turn_until_nothing_is_left() -> None:
    (kind,) = (one for one in load_system("ep1").conditions if one.id == "shock-resisted")
    shock = ActiveCondition(id="x", kind=kind.id, name=kind.name, span=span_from(NOW, "ann", None))
    turns = [Moment(turn=turn) for turn in (3, 4, 5, 6, 9)]
    assert [value_of(kind.effects[0], shock, kind, turn) for turn in turns] == [-30, -20, -10, 0, 0]
    assert value_of(kind.effects[0], shock, kind, None) == -30


def test_a_level_counts_as_many_times_as_it_says() -> None:
    (kind,) = (one for one in load_system("ep2").conditions if one.id == "impaired")
    assert value_of(kind.effects[0], ActiveCondition(id="x", name="Impaired", level=20), kind, NOW) == -20


def test_the_present_turn_counts_unless_it_has_passed_for_the_one_it_hangs_on() -> None:
    assert [span_from(NOW, who, 2).first for who in ("ann", "bob", "cid")] == [3, 4, 3]
    assert [span_from(NOW, who, 2, at="start").first for who in ("ann", "bob", "cid")] == [4, 4, 3]


def test_what_is_over_is_not_in_force_and_what_has_no_end_stays() -> None:
    short = ActiveCondition(id="a", name="Stunned", span=span_from(NOW, "ann", 1))
    lasting = ActiveCondition(id="b", name="Prone")
    assert in_force([short, lasting], NOW) == [short, lasting]
    assert in_force([short, lasting], Moment(turn=4)) == [lasting]
    assert in_force([short, lasting], NOW) == [short, lasting], "going back revives it"


def test_a_condition_lasts_at_least_a_turn() -> None:
    with pytest.raises(BadConditionError, match="at least one turn"):
        span_from(NOW, "ann", 0)


def test_a_minute_is_twenty_turns_or_ten_rounds() -> None:
    assert [turns_of(1, system) for system in ("ep1", "ep2", "kaiser")] == [20, 20, 10]
