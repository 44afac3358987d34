"""What other programs wrote is read with care, whatever it is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.store.exchange import foreign_data
from gm_desk.store.exchange.accounts import Account, Key
from gm_desk.store.exchange.foreign_data import FieldCursor
from makers import json_values


@pytest.mark.parametrize(
    ("value", "means"),
    [
        (15, 15),
        (15.0, 15),
        ("15", 15),
        (" 15 ", 15),
        ("-5", -5),
        ("−5", -5),
        ("15.0", 15),
        ("", None),
        ("15a", None),
        ("1_5", None),
        ("٣", None),
        (15.5, None),
        (float("nan"), None),
        (float("inf"), None),
        (True, None),
        (None, None),
        ([], None),
        ({}, None),
        ("9" * 5000, None),
    ],
)
def test_a_number_may_be_a_text(value: Any, means: int | None) -> None:
    assert foreign_data.number(value) == means


def test_html_is_read_as_the_text_it_shows() -> None:
    shown = foreign_data.plain(
        '<p style="x"><em>Can&rsquo;t</em> find&nbsp;me</p>\n<p>a &lt; b<br />c</p><ul><li>one</li><li>two</li></ul>'
        "<script>alert()</script><!-- unseen -->"
    )
    assert shown == "Can\N{RIGHT SINGLE QUOTATION MARK}t find me\na < b\nc\n• one\n• two"


def test_plain_text_keeps_its_lines_and_its_signs() -> None:
    assert foreign_data.plain("3 < 5 and 7 > 2\nsecond\n\n\n\nlast") == "3 < 5 and 7 > 2\nsecond\n\nlast"


@given(st.lists(st.text("ab<>&;\"'#x1 ", min_size=1).map(lambda line: " ".join(line.split())).filter(bool), max_size=4))
def test_text_written_as_html_reads_as_it_was(lines: list[str]) -> None:
    words = "\n".join(lines)
    assert foreign_data.plain(foreign_data.marked_up(words)) == words


@given(json_values | st.floats() | st.text(st.characters()))
def test_no_value_is_too_strange(value: Any) -> None:
    assert isinstance(foreign_data.text(value), str)
    assert isinstance(foreign_data.plain(value), str)
    assert len(foreign_data.quoted(value)) < 100
    assert foreign_data.why_not(value, 0, -1)
    foreign_data.plain(value).encode()


def test_a_reason_names_the_value() -> None:
    assert foreign_data.why_not(412, 0, 60) == "412 is outside the range 0 to 60"
    assert foreign_data.why_not("x", 0, 60) == "“x” is not a whole number"
    assert foreign_data.why_not(None, 0, 60) == "nothing in it"
    assert foreign_data.why_not(10**5000, 0, 60) == "a huge number is outside the range 0 to 60"


@pytest.mark.parametrize("tag", ["<script>", "<!--", "<p ", "<li", "a < b "])
def test_tags_that_nobody_closes_take_no_time_at_all(tag: str) -> None:
    assert isinstance(foreign_data.plain(tag * 200_000), str)


# --- The cursor ------------------------------------------------------------------------------------------------------

ACTOR = {
    "name": "Eva",
    "hp": {"now": 12, "max": "many"},
    "img": "",
    "flags": {"a": 0, "b": {"c": []}},
    "on": False,
    "x": 7,
}


def a_cursor() -> FieldCursor:
    return FieldCursor(Account(ACTOR))


def test_a_part_is_read_by_its_own_paths_and_noted_by_those_of_the_whole() -> None:
    top = a_cursor()
    health = top.below("hp")
    assert (health.number(("now",), 0, 60, "damage"), health.number(("max",), 0, 60, "DUR")) == (12, None)
    assert (top.name(), top.words(("img",), "picture"), health.names()) == ("Eva", "", ["now", "max"])
    assert [(one.place, one.says) for one in top.account.came] == [("hp.now", "damage 12"), ("name", "named: “Eva”")]
    assert [(one.place, one.says) for one in top.account.left] == [("hp.max", "“many” is not a whole number")]


@pytest.mark.parametrize(
    ("path", "holds"), [(("img",), True), (("hp", "now"), True), (("y",), False), (("x", 0), False)]
)
def test_a_field_is_there_be_it_empty(path: tuple[Key, ...], *, holds: bool) -> None:
    assert a_cursor().holds(path) is holds


def test_several_fields_are_left_for_one_reason_as_far_as_they_are_there() -> None:
    top = a_cursor()
    top.leave_all((), ("x", "img", "y"), "not ours")
    assert [(one.place, one.says) for one in top.account.left] == [("x", "not ours"), ("img", "nothing in it")]


@pytest.mark.parametrize(
    ("whole", "left"),
    [
        (False, {"flags.a": "nothing in it", "flags.b.c": "nothing in it"}),
        (True, {"flags": "nothing in it"}),
    ],
)
def test_what_nothing_was_said_of_is_left_field_by_field_or_as_a_whole(*, whole: bool, left: dict[str, str]) -> None:
    top = a_cursor()
    top.name()
    top.below("hp").number(("now",), 0, 60, "damage")
    top.sweep({"img": "a picture"}, whole=whole)
    own = {"hp.max": "GM Desk has no field for it: “many”", "img": "nothing in it", "on": "not ticked"}
    own["x"] = "GM Desk has no field for it: 7"
    assert {one.place: one.says for one in top.account.left} == {**own, **left}
    assert top.account.unaccounted(whole=whole) == []
