"""Whatever comes in, one line goes out: an answer, or an error that says what is wrong."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.jsonl.answering import MOST_BYTES, answer
from worked import cases

GOOD = b'{"system": "ep2", "check": "success", "target": 55, "roll": 53}'


def error_of(line: bytes) -> dict[str, Any]:
    reply = answer(line)
    words: dict[str, Any] = json.loads(reply.line)
    assert not reply.good
    assert b"\n" not in reply.line
    assert set(words) <= {"id", "error"}
    return words


@pytest.mark.parametrize(
    "line",
    [
        b'{"target": NaN}',
        b'{"id": 3, "target": Infinity}',
        b'{"a": "\xff"}',
        b'{"id": "\xc3\x28"}',
        b'{"id": "\\ud800"}',
        b'{"\\udc00": 1}',
        b"[" * 60_000,
        b'{"a": ' * 10_000,
        b'{"id":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b'{"id": 1, "x": "' + b"x" * MOST_BYTES + b'"}',
        b"\x00",
        b"53",
        b'{"id": 1,}',
        GOOD + GOOD,
    ],
    ids=lambda line: repr(line[:20]),
)
def test_an_unreadable_line_is_answered_with_a_null_id(line: bytes) -> None:
    words = error_of(line)
    assert words["id"] is None
    assert "line" in words["error"]


def test_a_line_nested_too_deeply_is_refused_on_every_python() -> None:
    good = GOOD.strip().removeprefix(b"{")
    for depth in (99, 100, 500, 2_000):
        line = b'{"id":' + b"[" * depth + b"]" * depth + b"," + good
        assert answer(line).good is (depth < 100)
    assert error_of(line)["error"] == "the line is nested more than 100 deep"
    assert answer(b'{"id": "' + b"[{" * 200 + rb"\"[" + b'",' + good).good
    assert error_of(b'{"id": "' + rb"\"[" * 20_000)["id"] is None


def changed(**keys: bytes) -> bytes:
    fields = {"system": b'"ep2"', "check": b'"success"', "target": b"55", "roll": b"53", **keys}
    return b"{" + b", ".join(b'"%s": %s' % (key.encode(), value) for key, value in fields.items()) + b"}"


@pytest.mark.parametrize("value", [b"1" * 400, b"-" + b"1" * 400, b"1e400", b"1" * 5000, b"5e0", b"-0.0", b"[]", b"{}"])
@pytest.mark.parametrize("key", ["target", "roll"])
def test_numbers_beyond_measure_are_refused_by_their_key(key: str, value: bytes) -> None:
    assert error_of(changed(**{key: value}))["error"].startswith(f"{key}: ")


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ({"modifiers": b"[10, 20, 15]"}, "modifiers[2]"),
        ({"modifiers": b'[{"label": "x", "value": 15}]'}, "modifiers[0].value"),
        ({"modifiers": b'[{"label": 5, "value": 10}]'}, "modifiers[0].label"),
        ({"modifiers": b'[{"value": 10, "colour": 1}]'}, "modifiers[0].colour"),
        ({"modifiers": b"[10.0]"}, "modifiers[0]"),
        ({"modifiers": b"[true]"}, "modifiers[0]"),
        ({"modifiers": b"[null]"}, "modifiers[0]"),
        ({"modifiers": b"[[10]]"}, "modifiers[0]"),
        ({"modifiers": b"null"}, "modifiers"),
        ({"pool": b"null"}, "pool"),
        ({"after": b"null"}, "after"),
        ({"roll": b"null"}, "roll"),
        ({"default": b"1"}, "default"),
        ({"house": b"null"}, "house"),
        ({"house": b"[]"}, "house"),
        ({"house": b'{"cap": 1e400}'}, "house"),
        ({"house": b'{"printing": "late"}'}, "house.printing"),
        ({"system": b"null"}, "system"),
        ({"system": b"2"}, "system"),
        ({"check": b"[]"}, "check"),
        ({"check": b'"simple"'}, "check"),
        ({"x" * 80: b"1"}, "x" * 80),
    ],
)
def test_a_bad_value_is_named_with_its_place(keys: dict[str, bytes], named: str) -> None:
    assert error_of(changed(**keys))["error"].partition(":")[0] == named


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (
            '{"system": "ep1", "check": "opposed", "a": {"target": 50, "modifiers": [0, 5]}, "b": {"target": 5}}',
            "a.modifiers[1]",
        ),
        ('{"system": "ep2", "check": "opposed", "a": {"target": 50}, "b": {"target": 5, "house": {}}}', "b.house"),
        ('{"system": "ep2", "check": "opposed", "a": {"target": 50}, "b": {}}', "b.target"),
        ('{"system": "ep2", "check": "opposed", "a": {"target": 50}, "b": []}', "b"),
        ('{"system": "ep2", "check": "opposed", "a": {"target": 50}, "b": {"target": 50, "roll": 3}}', "a.roll"),
        (
            '{"system": "ep2", "check": "opposed", "a": {"target": 50, "after": "upgrade"}, "b": {"target": 5}}',
            "a.after",
        ),
        ('{"system": "kaiser", "check": "attack", "a": {"value": 5}, "b": {"value": 5, "dice": [1, 2]}}', "a.dice"),
        (
            '{"system": "kaiser", "check": "attack", "a": {"value": 5}, "b": {"value": 5, "difficulty": 2}}',
            "b.difficulty",
        ),
        ('{"system": "kaiser", "check": "skill", "value": 5, "difficulty": 5, "dice": []}', "dice"),
        ('{"system": "kaiser", "check": "skill", "value": 5, "difficulty": 5, "extra": [2]}', "dice"),
        ('{"system": "kaiser", "check": "skill", "value": 5, "difficulty": 5, "dice": [6, 6, 3]}', "dice"),
        ('{"system": "kaiser", "check": "skill", "value": 5, "difficulty": 5, "dice": [1, 1, 3]}', "dice"),
        (
            '{"system": "kaiser", "check": "attack", "a": {"value": 5, "dice": [1, 2, 3]}, "b": {"value": 5}}',
            "a.dice",
        ),
        ('{"system": "kaiser", "check": "resistance", "value": 5, "difficulty": 5, "extra": [2]}', "extra"),
        (
            '{"system": "kaiser", "check": "skill", "value": 5, "difficulty": 5, "dice": [6, 6], "extra": [7]}',
            "extra[0]",
        ),
        ('{"system": "kaiser", "check": "skill", "value": 201, "difficulty": 5}', "value"),
        ('{"system": "kaiser", "check": "skill", "value": 5, "difficulty": -101}', "difficulty"),
        ('{"system": "kaiser", "check": "skill", "value": 5, "difficulty": 5, "disadvantage": -1}', "disadvantage"),
        ('{"system": "kaiser", "check": "skill", "value": 5, "difficulty": 5, "fumble_degree": 21}', "fumble_degree"),
        ('{"system": "kaiser", "check": "skill", "value": 5, "difficulty": 5, "modifiers": [301]}', "modifiers[0]"),
        ('{"system": "ep2", "check": "dice", "expression": "2d6", "rolls": [1, 2], "house": {}}', "house"),
        ('{"system": "ep2", "check": "dice", "expression": 5, "rolls": [1]}', "expression"),
        ('{"system": "ep2", "check": "dice", "expression": "2d6"}', "rolls"),
        ('{"system": "ep2", "check": "dice", "expression": "2d6", "rolls": []}', "rolls"),
        ('{"system": "ep1", "check": "simple", "target": 50}', "roll"),
        ('{"system": "ep1", "check": "simple", "target": 50, "roll": 5, "pool": "ignore_modifiers"}', "pool"),
        ('{"system": "ep1", "check": "simple", "target": 50, "roll": 5, "after": "flip_flop"}', "after"),
    ],
)
def test_a_mistake_is_named_where_it_is(line: str, named: str) -> None:
    assert error_of(line.encode())["error"].partition(":")[0] == named


PLAIN, ROLLED, RAW = {"value": 5}, {"value": 5, "dice": [1, 2]}, {"value": 5, "dice": [1]}
RESISTS = {"value": 5, "kind": "resistance"}


@pytest.mark.parametrize(
    ("check", "keys", "named"),
    [
        ("opposed_skill", {"a": PLAIN, "b": RESISTS | {"fumble_degree": 0}}, "b.fumble_degree"),
        ("opposed_skill", {"a": RESISTS | {"extra": [2]}, "b": PLAIN}, "a.extra"),
        ("attack", {"a": PLAIN, "b": RESISTS | {"fumble": [2, 3]}}, "b.fumble"),
        ("attack", {"a": RESISTS | {"dice": [1, 2], "fumble_degree": 1}, "b": ROLLED}, "a.fumble_degree"),
        ("opposed_skill", {"a": {"value": 5, "kind": "characteristic"}, "b": PLAIN}, "a.kind"),
        ("opposed_skill", {"a": {"value": 5, "kind": None}, "b": PLAIN}, "a.kind"),
        ("opposed_characteristic", {"a": PLAIN, "b": RESISTS}, "b.kind"),
        ("resistance", PLAIN | {"difficulty": 5, "kind": "resistance"}, "kind"),
        ("skill", PLAIN | {"difficulty": 5, "adjust": 1}, "adjust"),
        ("resistance", PLAIN | {"difficulty": 5, "adjust": 0}, "adjust"),
        ("attack", {"a": PLAIN, "b": PLAIN, "adjust": 0}, "adjust"),
        ("skill", ROLLED | {"difficulty": 5, "adjust": -51}, "adjust"),
        ("resistance", ROLLED | {"difficulty": 5, "adjust": 51}, "adjust"),
        ("opposed_skill", {"a": ROLLED, "b": ROLLED, "adjust": 51}, "adjust"),
        ("skill", ROLLED | {"difficulty": 5, "adjust": None}, "adjust"),
        ("skill", ROLLED | {"difficulty": 5, "adjust": 1.0}, "adjust"),
        ("characteristic", RAW | {"difficulty": 5, "adjust": 0}, "adjust"),
        ("opposed_characteristic", {"a": RAW, "b": RAW, "adjust": 1}, "adjust"),
        ("attack", {"a": ROLLED | {"adjust": 1}, "b": ROLLED}, "a.adjust"),
        ("skill", PLAIN | {"difficulty": 5, "advantage": 7}, "advantage"),
        ("opposed_skill", {"a": {"value": 5, "disadvantage": 7}, "b": PLAIN}, "a.disadvantage"),
        ("dice", {"expression": "1d100", "rolls": [101]}, "rolls[0]"),
        ("dice", {"expression": "1d100", "rolls": [1], "adjust": 1}, "adjust"),
    ],
)
def test_a_mistake_in_kaiser_is_named_where_it_is(check: str, keys: dict[str, Any], named: str) -> None:
    line = {"system": "kaiser", "check": check, **keys}
    assert error_of(json.dumps(line).encode())["error"].partition(":")[0] == named


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_a_d100_of_a_sum_shows_no_hundred_in_eclipse_phase(system: str) -> None:
    line = {"system": system, "check": "dice", "expression": "2d100", "rolls": [3, 100]}
    assert error_of(json.dumps(line).encode())["error"].startswith("rolls[1]: ")


@pytest.mark.parametrize(
    "keys", [{"x" * 9000: b"1"}, {"pool": b'"%s"' % (b"x" * 9000)}, {"house": b'{"%s": 1}' % (b"x" * 9000)}]
)
def test_an_error_quotes_no_more_than_can_be_read(keys: dict[str, bytes]) -> None:
    assert len(error_of(changed(**keys))["error"]) == 300


@pytest.mark.parametrize("said", ["7", '"x"', "null", "5.0", "[1, {}]", "1" * 400, '"\\u00e4"', "-0"])
def test_the_id_comes_back_as_it_came(said: str) -> None:
    for line in (GOOD, b'{"system": "ep3"}'):
        reply = answer(b'{"id": ' + said.encode() + b", " + line[1:])
        assert reply.line.startswith(b'{"id":' + said.encode() + b",")


def test_without_an_id_none_comes_back() -> None:
    assert "id" not in json.loads(answer(GOOD).line)
    assert "id" not in error_of(b'{"system": "ep3"}')


@given(st.integers(0, 3000))
def test_deep_nesting_is_refused_at_any_depth(depth: int) -> None:
    nested = b"[" * depth + b"]" * depth if depth else b"1.5"
    error_of(changed(target=nested))
    error_of(changed(house=b'{"cap": ' + nested + b"}"))
    error_of(changed(modifiers=b"[" + nested + b"]") if depth else changed(modifiers=b"[1.5]"))


@given(st.binary(max_size=200))
def test_any_bytes_are_answered_in_one_line(line: bytes) -> None:
    reply = answer(line)
    assert isinstance(json.loads(reply.line), dict)
    assert b"\n" not in reply.line


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-400, 400) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
REQUESTS = [case["request"] for case in cases()]
KEYS = sorted({key for request in REQUESTS for key in request} | {"roll", "dice", "extra", "fumble", "value"})


@given(st.sampled_from(REQUESTS), st.sampled_from(KEYS), anything)
def test_a_good_request_with_one_key_spoilt_is_answered_or_refused(
    request: dict[str, Any], key: str, value: Any
) -> None:
    reply = answer(json.dumps(request | {key: value}).encode())
    words = json.loads(reply.line)
    assert reply.good is ("error" not in words)


@given(st.sampled_from(REQUESTS), st.data())
def test_a_request_without_one_of_its_keys_is_answered_or_refused(request: dict[str, Any], data: st.DataObject) -> None:
    missing = data.draw(st.sampled_from(sorted(request)))
    words = json.loads(answer(json.dumps({key: request[key] for key in request if key != missing}).encode()).line)
    required = {"system", "check", "target", "value", "difficulty", "a", "b", "expression", "rolls"}
    assert (missing not in required) or words["error"].startswith(f"{missing}: ")
