"""Effects of conditions as they are typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadConditionError
from gm_desk.core.notation.condition_effects import read_effects, write_effects
from gm_desk.core.systems.combat import ConditionEffect
from gm_desk.store.shipped import load_system


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("", ()),
        ("−30 physical, -10 mental", (ConditionEffect(-30, tests="physical"), ConditionEffect(-10, tests="mental"))),
        ("-20", (ConditionEffect(-20),)),
        ("−30 Perceive", (ConditionEffect(-30, skills=("Perceive",)),)),
        ("−3 to initiative", (ConditionEffect(-3, tests="initiative"),)),
        ("+30 defence with Fray/Freerunning", (ConditionEffect(30, tests="defence", skills=("Fray", "Freerunning")),)),
        ("+20 attacks with Melee against it", (ConditionEffect(20, tests="attack", skills=("Melee",), against=True),)),
        ("D2", (ConditionEffect(disadvantage=2),)),
        ("-10 d1 Know: Triads", (ConditionEffect(-10, 1, skills=("Know: Triads",)),)),
        ("-10 all tests", (ConditionEffect(-10),)),
    ],
)
def test_effects_are_read(text: str, effects: tuple[ConditionEffect, ...]) -> None:
    assert read_effects(text, 10) == effects


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_all_that_the_systems_list_is_written_and_read_again(system: str) -> None:
    book = load_system(system)
    for kind in book.conditions:
        assert read_effects(write_effects(kind.effects), book.step, levels=bool(kind.levels)) == kind.effects


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("physical", "says no number"),
        ("-15 physical", "not a multiple of ten"),
        ("-310", "more than can be counted"),
        (", ".join(["-10"] * 21), "20 effects"),
    ],
)
def test_other_effects_are_refused(text: str, problem: str) -> None:
    with pytest.raises(BadConditionError, match=problem):
        read_effects(text, 10)


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        effects = read_effects(text, 10)
    except BadConditionError:
        return
    assert all(isinstance(one, ConditionEffect) for one in effects)
