"""Rosters that say nothing unknown go the short way, and come out just as on the long one."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from msgspec import structs

from gm_desk.core.characters.roster import FORMAT, Roster
from gm_desk.store.disk.json_files import json_of
from gm_desk.store.rosters.checks import roster_of
from gm_desk.store.rosters.files import decode_known, encode_known, encode_roster, read_sample
from makers import a_character, a_roster, a_skill, rosters

PATH = Path("mars.json")
PLAIN = a_roster(characters=(a_character(skills=(a_skill(),)),), house={"cap": 40})
WHOLE = encode_known(PLAIN) or b""
SKILL = structs.replace(a_skill(), extra={"later": 1})


def long_way(content: bytes) -> Roster:
    return roster_of(json_of(content, PATH), PATH)


@given(rosters)
def test_the_short_way_says_what_the_long_way_says_or_nothing(roster: Roster) -> None:
    content = encode_roster(roster)
    assert decode_known(content, PATH) in (None, long_way(content))
    assert encode_known(roster) in {None, content}


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_our_own_samples_are_read_the_short_way_once_they_are_saved(system: str) -> None:
    sample = read_sample(system)
    content = encode_known(sample)
    assert content is not None
    assert decode_known(content, PATH) == sample == long_way(content)


@pytest.mark.parametrize(
    "roster",
    [
        a_roster(extra={"later": 1}),
        a_roster(characters=(a_character(extra={"later": 1}),)),
        a_roster(characters=(a_character(skills=(SKILL,)),)),
    ],
)
def test_what_carries_an_unknown_key_goes_the_long_way(roster: Roster) -> None:
    assert encode_known(roster) is None
    assert decode_known(encode_roster(roster), PATH) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"name": "Mars"', b'"name": "Mars",\n "name": "Mars"'),
        (b'"name": "Mars"', b'"name": "Mars",\n "extra": {}'),
        (b'"name": "Mars"', b'"name": "Mars",\n "unread": []'),
        (b'"name": "Mars"', b'"name": "M\\u0061rs"'),
        (b'"name": "Mars"', b'"name": " "'),
        (b'"system": "ep2"', b'"system": "ep9"'),
        (b'"cap": 40', b'"cap": "much"'),
        (b'"cap": 40', b'"later": 1e999'),
        (b'"cap": 40', b'"later": "\\ud800"'),
        (b'"cap": 40', b'"later": "\xff"'),
        (f'"format": {FORMAT}'.encode(), f'"format": {FORMAT + 1}'.encode()),
        (b"\n}\n", b"\n}"),
    ],
)
def test_what_we_would_not_have_written_goes_the_long_way(old: bytes, new: bytes) -> None:
    assert decode_known(WHOLE, PATH) == PLAIN
    assert decode_known(WHOLE.replace(old, new, 1), PATH) is None


def test_what_is_nested_too_deeply_to_be_written_again_goes_the_long_way() -> None:
    def deep(depth: int) -> Any:
        return [deep(depth - 1)] if depth else []

    for depth in (200, 100_000):
        content = WHOLE.replace(b"40", b"[" * depth + b"]" * depth, 1)
        assert decode_known(content, PATH) is None
    content = msgspec.json.format(WHOLE.replace(b"40", msgspec.json.encode(deep(150)), 1), indent=1) + b"\n"
    assert decode_known(content, PATH) is None


def test_things_that_share_an_id_go_the_long_way() -> None:
    twins = a_roster(characters=(a_character(), a_character(name="Another")))
    assert decode_known(encode_roster(twins), PATH) is None
