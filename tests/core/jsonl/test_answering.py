"""Random requests against a second reading of the rules, which agrees with every worked case."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm_desk.core.jsonl.answering import answer
from reference import answered
from worked import cases, same, wrong

Json = dict[str, Any]


def said(request: Json) -> Json:
    reply = answer(json.dumps(request).encode())
    words: Json = json.loads(reply.line)
    assert reply.good is ("error" not in words)
    return words


def test_the_second_reading_of_the_rules_agrees_with_every_worked_case() -> None:
    asked = [case for case in cases() if not heavy(case["request"])]
    assert wrong((case, {"id": case["request"]["id"], **answered(case["request"])}) for case in asked) == []


def heavy(request: Json) -> bool:
    """Return whether the second reading would have to throw more dice than a test has time for, or does not know."""
    if request["check"] in {"damage", "order"}:
        return True
    sides = [request.get("a", request), request.get("b", request)]
    levels = max(abs(side.get("advantage", 0) - side.get("disadvantage", 0)) for side in sides)
    return levels > 3 and "dice" not in sides[0]


labelled = st.lists(
    st.one_of(
        st.integers(-9, 9).map(lambda ten: ten * 10),
        st.integers(-30, 30).map(lambda ten: {"label": "x", "value": ten * 10}),
    ),
    max_size=5,
)
rolls = st.one_of(st.integers(0, 99), st.sampled_from([0, 1, 11, 33, 34, 65, 66, 67, 88, 98, 99]))


def optional(required: dict[str, Any], **optional: Any) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries(required, optional=optional)


def d100_side(system: str, *, with_roll: bool, simple: bool = False) -> st.SearchStrategy[Json]:
    keys: dict[str, Any] = {"modifiers": labelled, "default": st.booleans()}
    if system == "ep1":
        keys["printing"] = st.sampled_from(["late", "first"])
    if not simple:
        pools = ["ignore_modifiers"] + ["add_20"] * (system == "ep2")
        keys["pool"] = st.sampled_from(pools)
    return optional({"target": st.integers(0, 200)} | ({"roll": rolls} if with_roll else {}), **keys)


HOUSES: dict[str, Any] = {
    "ep2": optional(
        {},
        cap=st.none() | st.integers(0, 100),
        pool_in_cap=st.booleans(),
        default_criticals=st.sampled_from(["ignored", "count"]),
        ruling=st.sampled_from(["deadlock", "higher_roll", "higher_skill"]),
    ),
    "ep1": optional(
        {},
        cap=st.none() | st.integers(0, 100),
        printing=st.sampled_from(["late", "first"]),
        most_severe=st.booleans(),
    ),
    "kaiser": optional(
        {}, characteristic_dice=st.sampled_from([1, 2]), ruling=st.sampled_from(["defender", "roll_off"])
    ),
}


@st.composite
def d100_requests(draw: st.DrawFn) -> Json:
    system = draw(st.sampled_from(["ep1", "ep2"]))
    check = draw(st.sampled_from(["success", "opposed"] + ["simple"] * (system == "ep1")))
    with_roll = draw(st.booleans()) or check == "simple"
    head = {"system": system, "check": check} | draw(optional({}, house=HOUSES[system]))
    if check != "opposed":
        return head | draw(d100_side(system, with_roll=with_roll, simple=check == "simple"))
    side = d100_side(system, with_roll=with_roll)
    a, b = draw(side), draw(side)
    if with_roll and draw(st.booleans()):
        b["roll"] = a["roll"]
    request = head | {"a": a, "b": b}
    if system == "ep1":
        return request | draw(optional({}, attack=st.booleans(), variable=st.booleans()))
    ruling = optional({}, ruling=st.sampled_from(["deadlock", "higher_roll", "higher_skill"]))
    return request | draw(st.just({"attack": True}) | ruling)


@given(d100_requests())
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_d100_requests_are_answered_as_the_second_reading_does(request: Json) -> None:
    assert same(said(request), answered(request))


@given(d100_requests(), st.sampled_from(["flip_flop", "upgrade", "downgrade"]))
def test_a_point_after_the_roll_is_spent_as_the_second_reading_does(request: Json, after: str) -> None:
    if "roll" not in request or "pool" in request or request["check"] != "success":
        return
    rolled = answered(request)
    superior = rolled.get("superior", 0)
    room = rolled["success"] and not rolled["critical"] and superior < 2
    allowed = {"flip_flop": True, "upgrade": room, "downgrade": rolled["grade"] == "critical_failure"}[after]
    words = said(request | {"after": after})
    assert same(words, answered(request | {"after": after})) if allowed else words["error"].startswith("after: ")


def kaiser_side(check: str, levels: int) -> st.SearchStrategy[Json]:
    keys: dict[str, Any] = {"modifiers": st.lists(st.integers(-9, 9), max_size=3)}
    if "characteristic" not in check:
        keys |= {"advantage": st.integers(0, levels), "disadvantage": st.integers(0, levels)}
    if check in {"opposed_skill", "attack"}:
        resists = optional({"value": st.integers(-5, 20), "kind": st.just("resistance")}, **keys)
        return kaiser_side("skill", levels) | resists
    if check == "skill":
        keys["fumble_degree"] = st.integers(-4, 6)
    return optional({"value": st.integers(-5, 20)}, **keys)


@st.composite
def with_dice(draw: st.DrawFn, side: Json, check: str, house: Json) -> Json:
    """Return a side the dice that it needs, as the second reading sees it; sixes and ones are likely."""
    count = 2 + abs(side.get("advantage", 0) - side.get("disadvantage", 0))
    count = house.get("characteristic_dice", 1) if "characteristic" in check else count
    faces = st.sampled_from([1, 1, 1, 2, 3, 4, 5, 6, 6, 6])
    dice = side | {"dice": draw(st.lists(faces, min_size=count, max_size=count))}
    hand = answered(
        {"system": "kaiser", "check": check_of(side, check), "difficulty": 0, "extra": [0], "fumble": [0, 0], **dice}
    )
    if hand["fumble"]:
        dice["fumble"] = draw(st.lists(st.integers(1, 6), min_size=2, max_size=2))
    if hand["open"]:
        dice["extra"] = [6] * draw(st.integers(0, 3)) + [draw(st.integers(1, 5))]
    return dice


def check_of(side: Json, check: str) -> str:
    if check in {"opposed_skill", "attack"}:
        return str(side.get("kind", "skill"))
    return "characteristic" if check == "opposed_characteristic" else check


KAISER = ["skill", "resistance", "characteristic", "opposed_skill", "attack", "opposed_characteristic"]


@st.composite
def kaiser_requests(draw: st.DrawFn, *, thrown: bool, levels: int) -> Json:
    check = draw(st.sampled_from(KAISER))
    house = draw(HOUSES["kaiser"])
    head = {"system": "kaiser", "check": check, "house": house}
    sides = [draw(kaiser_side(check, levels)) for _ in range(2)]
    if thrown:
        sides = [draw(with_dice(side, check, house)) for side in sides]
    if thrown and "characteristic" not in check:
        head |= draw(optional({}, adjust=st.integers(-50, 50) | st.integers(-3, 3)))
    if check in {"skill", "resistance", "characteristic"}:
        return head | sides[0] | {"difficulty": draw(st.integers(-5, 40))}
    ruling = {} if check == "attack" else draw(optional({}, ruling=st.sampled_from(["defender", "roll_off"])))
    return head | {"a": sides[0], "b": sides[1]} | ruling


@given(kaiser_requests(thrown=True, levels=6))
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_kaiser_dice_are_read_as_the_second_reading_does(request: Json) -> None:
    assert same(said(request), answered(request))


@given(kaiser_requests(thrown=False, levels=2))
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_kaiser_odds_are_those_of_every_throw_counted_one_by_one(request: Json) -> None:
    assert same(said(request), answered(request))
