"""Requests written as lines are answered as they were resolved."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.drafts.rejudging import replayed
from gm_desk.core.jsonl.answering import answer, asked, outcome_as_data, shapes_of
from gm_desk.core.jsonl.keys import OrderKeys
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.house import House, parse_house
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.outcomes import CheckOdds
from gm_desk.core.rules.requests import Effort, KaiserCheck, KaiserContest, Request, SimpleTest, SuccessTest
from gm_desk.core.systems import kaiser
from gm_desk.core.systems.registry import RULES
from worked import cases, wrong

Json = dict[str, Any]


def said(keys: Json) -> Json:
    words: Json = json.loads(answer(msgspec.json.encode(keys)).line)
    return words


def read(request: Json) -> tuple[str, Request, Thrown, House]:
    """Read a worked case as the program holds it."""
    keys = dict(request)
    keys.pop("id", None)
    system, check = keys.pop("system"), keys.pop("check")
    house = House() if check == "dice" else parse_house(system, keys.pop("house", {}))
    shape = msgspec.convert(keys, shapes_of(system)[check])
    assert not isinstance(shape, OrderKeys)
    return system, shape.to_request(), shape.given_dice(), house


def test_every_worked_case_that_is_spelt_anew_has_the_same_answer() -> None:
    requests = [case for case in cases() if case["request"]["check"] != "order"]
    assert wrong((case, {"id": case["request"]["id"], **respelt(case["request"])}) for case in requests) == []


def respelt(request: Json) -> Json:
    return said(asked(*read(request)))


@given(
    st.integers(0, 200),
    st.lists(st.builds(Modifier, value=st.integers(-30, 30).map(lambda ten: ten * 10), label=st.text(max_size=4))),
    st.integers(0, 99),
    st.sampled_from(["ep1", "ep2"]),
    st.builds(House, cap=st.none() | st.integers(0, 90), most_severe=st.booleans(), pool_in_cap=st.booleans()),
)
def test_a_test_is_answered_as_it_was_resolved(
    base: int, modifiers: list[Modifier], roll: int, system: str, house: House
) -> None:
    request, dice = SuccessTest(base, tuple(modifiers)), {"roll": (roll,)}
    result = replayed(RULES[system], request, dice, house)
    assert said(asked(system, request, dice, house)) == outcome_as_data(result)


def test_dice_that_fell_for_another_request_are_left_out() -> None:
    keys = asked("ep1", SimpleTest(50), {"roll": (40,), "extra": (3,), "b.roll": (7,)}, House())
    assert keys == {"system": "ep1", "check": "simple", "target": 50, "roll": 40}


def test_house_rules_stand_in_the_line_where_they_are_not_those_of_the_book() -> None:
    house = House(cap=None, tie="roll_off", most_severe=True)
    assert asked("ep1", SuccessTest(50), {}, house)["house"] == {"cap": None, "most_severe": True}
    duel = KaiserContest("opposed_characteristic", Effort(5), Effort(5))
    assert asked("kaiser", duel, {}, house)["house"] == {"ruling": "roll_off"}
    assert "house" not in asked("ep2", SuccessTest(50), {}, House(most_severe=True))


def test_more_levels_than_a_line_may_name_are_spelt_as_what_they_come_to() -> None:
    for levels, spelt in (((9, 4), {"advantage": 5}), ((1, 7), {"disadvantage": 6}), ((8, 8), {})):
        check = KaiserCheck("skill", Effort(5, (), *levels), 8)
        keys = asked("kaiser", check, {}, House())
        assert {key: keys[key] for key in keys if key.endswith("advantage")} == spelt
        odds = kaiser.odds(check, House())
        assert isinstance(odds, CheckOdds)
        assert said(keys)["odds"]["success"] == pytest.approx(float(odds.success), abs=1e-12)


def test_a_characteristic_against_a_skill_is_refused_by_its_kind_since_no_line_can_say_it() -> None:
    duel = KaiserContest("opposed_skill", Effort(5), Effort(5, kind="characteristic"))
    assert said(asked("kaiser", duel, {}, House()))["error"].startswith("b.kind: ")


def test_degrees_are_adjusted_in_a_line_that_has_dice() -> None:
    check = KaiserCheck("resistance", Effort(5), 8, adjust=-2)
    assert said(asked("kaiser", check, {"dice": (3, 4)}, House()))["degrees"] == 2
    assert "adjust" not in asked("kaiser", check, {}, House())


@pytest.mark.parametrize("ruling", ["roll_off", "gm"])
def test_a_tie_that_is_settled_outside_of_the_format_is_answered_as_one(ruling: Any) -> None:
    duel = KaiserContest("opposed_characteristic", Effort(5), Effort(5), ruling)
    dice = {"a.dice": (3,), "b.dice": (3,), "roll_off": (4, 2)}
    words = said(asked("kaiser", duel, dice, House()))
    assert (words["tie"], words["winner"]) == (True, None)
