"""Conditions as they are typed.

Effects of conditions as they are typed.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.characters.roster import Character
from gm_desk.core.errors import BadConditionError
from gm_desk.core.notation.condition import TypedCondition, read_condition, read_effects, write_effects
from gm_desk.core.scenes.condition_edits import ConditionEnd
from gm_desk.core.systems.combat import ConditionEffect, ConditionKind
from gm_desk.store.shipped import load_system

PEOPLE = (Character(id="j", name="Jaqui"), Character(id="l", name="Lao Qing"), Character(id="l2", name="Lao Tse"))
REMOVED, OWN_ACTION = ConditionEnd(), ConditionEnd("action", at="start")


def read(line: str, system: str = "ep2") -> TypedCondition:
    return read_condition(line, load_system(system).conditions, PEOPLE, system)


@pytest.mark.parametrize(
    ("line", "kind", "level", "end"),
    [
        ("stunned 3", "stunned", 0, ConditionEnd("turn", 3)),
        ("Stun 3 turns", "stunned", 0, ConditionEnd("turn", 3)),
        ("stunned for 1 turn", "stunned", 0, ConditionEnd("turn", 1)),
        ("stunned, 2 turns at the start of Jaqui's turn", "stunned", 0, ConditionEnd("turn", 2, "start", "j")),
        ("stunned 2 turns of lao qing", "stunned", 0, ConditionEnd("turn", 2, "end", "l")),
        ("stunned 2 turns of qing", "stunned", 0, ConditionEnd("turn", 2, "end", "l")),
        ("stunned until removed", "stunned", 0, REMOVED),
        ("impaired 20, 2 turns", "impaired", 20, ConditionEnd("turn", 2)),
        ("impaired 20 2", "impaired", 20, ConditionEnd("turn", 2)),
        ("impaired 30", "impaired", 30, REMOVED),
        ("prone", "prone", 0, REMOVED),
        ("PRONE", "prone", 0, REMOVED),
        ("bleeding until removed", "bleeding", 0, REMOVED),
        ("blinded until jaqui acts", "blinded", 0, ConditionEnd("action", 1, "start", "j")),
        ("blinded until jaqui's turn", "blinded", 0, ConditionEnd("action", 1, "start", "j")),
        ("blinded until Lao Qing’s next action", "blinded", 0, ConditionEnd("action", 1, "start", "l")),
        ("blinded until the next action", "blinded", 0, OWN_ACTION),
        ("blinded until the end of Jaqui's turn", "blinded", 0, ConditionEnd("turn", 1, "end", "j")),
        ("blinded 5 minutes", "blinded", 0, ConditionEnd("minute", 5)),
    ],
)
def test_a_line_says_what_how_much_and_until_when(line: str, kind: str, level: int, end: ConditionEnd) -> None:
    typed = read(line)
    assert (typed.kind.id, typed.level, typed.end) == (kind, level, end)


@pytest.mark.parametrize(
    ("line", "kind", "end"),
    [
        ("shock 4", "shock", ConditionEnd("turn", 4)),
        ("shock resisted", "shock-resisted", ConditionEnd("turn", 3)),
        ("after shock", "after-shock", ConditionEnd("turn", 60)),
        ("full defense", "full-defense", OWN_ACTION),
        ("aiming 2 phases", "aiming", ConditionEnd("phase", 2)),
    ],
)
def test_a_condition_ends_as_it_usually_does_unless_the_line_says_more(line: str, kind: str, end: ConditionEnd) -> None:
    typed = read(line, "ep1")
    assert (typed.kind.id, typed.end) == (kind, end)


@pytest.mark.parametrize(
    ("line", "key", "problem"),
    [
        ("", "condition", "type a condition"),
        ("tired 3", "condition", "is not a condition"),
        ("b", "condition", "could be Blinded, Bleeding or Burning"),
        ("stunned", "end", "needs an end"),
        ("stunned 0", "count", "at least one turn"),
        ("stunned 10000", "count", "outside the range 0 to 9999"),
        ("stunned 9999 minutes", "count", "9999 turns at most"),
        ("stunned 2 phases", "end", "no phases"),
        ("stunned soon", "end", "does not say when a condition ends"),
        ("impaired", "level", "10, 20 or 30"),
        ("impaired 15", "level", "10, 20 or 30"),
        ("blinded until bob acts", "whose", "nobody here"),
        ("blinded until lao acts", "whose", "Lao Qing or Lao Tse"),
        ("blinded 99999999999999999999", "count", "outside"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_reason(line: str, key: str, problem: str) -> None:
    with pytest.raises(BadConditionError, match=problem) as refused:
        read(line)
    assert refused.value.key == key


def test_a_condition_without_a_name_is_never_meant() -> None:
    kinds = [ConditionKind("x", ""), *load_system("ep2").conditions]
    assert read_condition("prone", kinds, PEOPLE, "ep2").kind.id == "prone"
    with pytest.raises(BadConditionError, match="is not a condition"):
        read_condition("tired", kinds, PEOPLE, "ep2")


@given(st.text(max_size=80))
def test_no_line_breaks_the_reader(line: str) -> None:
    for words in (line, f"stunned {line}", f"impaired 10, {line}", f"prone until {line}"):
        try:
            typed = read(words, "ep1" if "stunned" not in words else "ep2")
        except BadConditionError:
            continue
        assert typed.end.count >= 1


def test_pain_has_any_level_but_none() -> None:
    assert read("pain 7", "kaiser").level == 7
    for line in ("pain", "pain 0", "pain 1000"):
        with pytest.raises(BadConditionError, match="needs a level from 1 to 999"):
            read(line, "kaiser")


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
        ("physical", "has no number"),
        ("-15 physical", "not a multiple of ten"),
        ("-310", "too large a number"),
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
