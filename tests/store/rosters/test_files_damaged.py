"""Files that are no roster, or no longer one: refused in plain words that name the place, and left as they are."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm_desk.store.disk.files import MOST_ROSTER_BYTES, UnreadableFileError
from gm_desk.store.rosters.files import decode_roster, encode_roster, read_roster
from makers import Place, a_character, a_roster, changed, raw_roster, without

PATH = Path("mars.json")
WHOLE = encode_roster(a_roster())
WRONG: list[Any] = [None, True, -1, 1.5, 10**30, "", "\u2028", [], [[]], {}, {"": None}, [None]]


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    """Walk over every place in plain data."""
    steps: Iterator[tuple[str | int, Any]] = iter(())
    if isinstance(value, dict):
        steps = iter(value.items())
    if isinstance(value, list):
        steps = iter(enumerate(value))
    for step, inner in steps:
        yield (*here, step)
        yield from places(inner, (*here, step))


def refused(content: bytes) -> tuple[str, str]:
    """Return the place and the problem for which content is refused."""
    with pytest.raises(UnreadableFileError) as raised:
        decode_roster(content, PATH)
    assert raised.value.path == PATH
    return raised.value.place, raised.value.problem


def refused_data(raw: Any) -> tuple[str, str]:
    return refused(json.dumps(raw).encode())


def refusal_of(raw: Any) -> str:
    """Return the words with which data are refused; nothing where they are a roster, which then can be saved."""
    try:
        roster = decode_roster(json.dumps(raw).encode(), PATH)
    except UnreadableFileError as error:
        return str(error)
    assert decode_roster(encode_roster(roster), PATH) == roster
    return ""


def line_at(offset: int) -> str:
    newlines = WHOLE.count(b"\n", 0, offset)
    return f"line {newlines + 1}"


@pytest.mark.parametrize(
    ("place", "value", "where", "what"),
    [
        (("characters", 0, "skills", 1, "rating"), "60", "character 1 “Eva”, skill 2 “Know: Triads”, rating", "whole"),
        (("characters", 0, "skills", 0, "rating"), 151, "character 1 “Eva”, skill 1 “Guns”, rating", "above 150"),
        (("characters", 0, "skills", 0, "rating"), -1, "character 1 “Eva”, skill 1 “Guns”, rating", "below 0"),
        (("characters", 0, "skills", 0, "rating"), 65.0, "character 1 “Eva”, skill 1 “Guns”, rating", "whole"),
        (("characters", 0, "skills", 0, "rating"), True, "character 1 “Eva”, skill 1 “Guns”, rating", "whole"),
        (("characters", 1, "name"), "", "character 2, name", "empty"),
        (("characters", 1, "name"), " \t", "character 2, name", "empty"),
        (("characters", 1, "kind"), "player", "character 2 “Stranger”, kind", "“player” is not known"),
        (("characters", 0, "stats", "COG"), None, "character 1 “Eva”, stats", "whole"),
        (("characters", 0, "stats", "COG"), 1000, "character 1 “Eva”, stats", "above 999"),
        (("characters", 0, "stats", "COG"), -1, "character 1 “Eva”, stats", "below 0"),
        (("characters", 0, "skills"), {}, "character 1 “Eva”, skills", "a list"),
        (("characters", 0), 5, "character 1", "not in the shape"),
        (("characters",), None, "characters", "a list"),
        (("groups", 1, "colour"), 7, "group 2 “Triad”, colour", "text"),
        (("groups", 1, "id"), "", "group 2 “Triad”, id", "empty"),
        (("groups", 1, "id"), "x" * 65, "group 2 “Triad”, id", "longer than 64"),
        (("house",), [], "house", "not in the shape"),
        (("house",), {"cap": "sixty"}, "house, cap", "whole"),
        (("house",), {"cap": -10}, "house, cap", "below 0"),
        (("house",), {"pool_in_cap": 1}, "house, pool_in_cap", "true or false"),
        (("house",), {"default_criticals": "maybe"}, "house, default_criticals", "“maybe” is not known"),
        (("format",), 0, "format", "below 1"),
        (("format",), "1", "format", "whole"),
        (("format",), 2, "", "newer GM Desk"),
        (("format",), 10**30, "", "newer GM Desk"),
        (("system",), "gurps", "", "“gurps”"),
    ],
)
def test_a_wrong_value_is_named_with_its_place(place: Place, value: Any, where: str, what: str) -> None:
    found, problem = refused_data(changed(place, value))
    assert found == where
    assert what in problem


@pytest.mark.parametrize("place", list(places(raw_roster())), ids=str)
def test_whatever_stands_in_a_place_is_read_or_refused_in_plain_words(place: Place) -> None:
    for value in WRONG:
        words = refusal_of(changed(place, value))
        assert "`" not in words


@pytest.mark.parametrize(
    ("place", "where"),
    [
        (("id",), ""),
        (("name",), ""),
        (("groups", 0, "id"), "group 1 “Players”"),
        (("groups", 0, "name"), "group 1"),
        (("characters", 1, "id"), "character 2 “Stranger”"),
        (("characters", 1, "name"), "character 2"),
        (("characters", 0, "skills", 0, "id"), "character 1 “Eva”, skill 1 “Guns”"),
        (("characters", 0, "skills", 0, "name"), "character 1 “Eva”, skill 1"),
        (("characters", 0, "skills", 0, "rating"), "character 1 “Eva”, skill 1 “Guns”"),
    ],
)
def test_what_is_missing_is_named_with_its_place(place: Place, where: str) -> None:
    assert refused_data(without(place)) == (where, f"“{place[-1]}” is missing")


@pytest.mark.parametrize("raw", [[], None, 5, "roster", [raw_roster()]])
def test_other_json_is_no_roster(raw: Any) -> None:
    assert refused_data(raw) == ("", "this is not in the shape of a roster")


def test_a_file_cut_off_anywhere_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mars.json"
    for size in range(len(WHOLE) - 1):
        path.write_bytes(WHOLE[:size])
        with pytest.raises(UnreadableFileError) as raised:
            read_roster(path)
        assert raised.value.place == line_at(size)
        assert path.read_bytes() == WHOLE[:size]


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (b"NaN", "“NaN” is not a number"),
        (b"Infinity", "“Infinity” is not a number"),
        (b"1e999", "a number is too large"),
        (b"'Guns'", "it is not JSON from there on"),
        (b'"\\ud800"', "“\\ud800” is only half of a character"),
        (b'"\\\\\\ud83d"', "“\\ud83d” is only half of a character"),
        (b'"\\ud83d\\ude00\\ude01"', "“\\ude01” is only half of a character"),
        (b'"\\udc00\\ud800"', "“\\udc00” is only half of a character"),
        (b'"G\x01uns"', "there is a control character"),
        (b"// one\n", "there is a comment"),
        (b"01", "this is not a number"),
        (b'"a" "b"', "a comma is missing there"),
        (b'"G\xfcns"', "it is not UTF-8 text"),
        (b'"\xed\xa0\x80"', "it is not UTF-8 text"),
        (b'"\xf0\x9f\x8e"', "it is not UTF-8 text"),
        (b"[" * 100_000 + b"]" * 100_000, "it is nested too deeply"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b"9" * 5_000, "a number is too large"),
        (b'"x", "x": {"a": 1, "b": [{"c": 1}, 2], "a": {}}', "“a” is there twice"),
        (b'"x", "\\u0069d": "guns"', "“id” is there twice"),
    ],
    ids=lambda case: repr(case[:20]),
)
def test_broken_text_is_refused_with_its_line(broken: bytes, problem: str) -> None:
    content = WHOLE.replace(b'"Guns"', broken, 1)
    assert refused(content) == (line_at(WHOLE.index(b'"Guns"')), problem)


@pytest.mark.parametrize(
    ("behind", "problem"), [(b"x", "there is more text after its end"), (b"/* x */", "there is a comment")]
)
def test_what_stands_behind_the_end_is_said_to(behind: bytes, problem: str) -> None:
    assert refused(WHOLE + behind) == (line_at(len(WHOLE)), problem)


def test_a_mark_of_utf_8_is_no_damage() -> None:
    assert decode_roster(b"\xef\xbb\xbf" + WHOLE, PATH) == a_roster()
    assert not encode_roster(decode_roster(b"\xef\xbb\xbf" + WHOLE, PATH)).startswith(b"\xef")


def test_a_key_that_stands_twice_is_refused_with_the_line_of_the_second() -> None:
    content = WHOLE.replace(b'"rating": 65', b'"rating": 65,\n"rating": 70')
    assert refused(content) == (line_at(WHOLE.index(b'"rating": 65') + 20), "“rating” is there twice")


def test_brackets_and_quotes_in_words_are_no_structure() -> None:
    strange = a_roster(name='{"a": [1, "a\\', characters=(a_character(notes='"id", {"id": 2}, "id": 1' + "[" * 200),))
    assert decode_roster(encode_roster(strange), PATH) == strange
    twice = encode_roster(strange).replace(b'"system"', b'"house": {}, "system"')
    assert refused(twice)[1] == "“house” is there twice"


@pytest.mark.parametrize(
    ("place", "value", "where"),
    [
        (("groups", 1, "id"), "players", "“Players” and “Triad”"),
        (("characters", 1, "id"), "eva", "“Eva” and “Stranger”"),
        (("characters", 0, "skills", 1, "id"), "skill-guns", "character 1 “Eva”, “Guns” and “Know: Triads”"),
    ],
)
def test_two_things_that_share_an_id_are_named(place: Place, value: str, where: str) -> None:
    assert refused_data(changed(place, value)) == (where, f"they share the id “{value}”")


def test_the_same_skill_id_on_two_characters_is_no_harm() -> None:
    twin = a_character(id="twin")
    assert decode_roster(encode_roster(a_roster().with_character(twin)), PATH).character("twin") == twin


def test_a_file_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "mars.json"
    path.touch()
    os.truncate(path, MOST_ROSTER_BYTES + 1)
    with pytest.raises(UnreadableFileError, match="larger than 64 MB"):
        read_roster(path)


def test_a_file_that_is_not_there_or_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as raised:
        read_roster(tmp_path / "mars.json")
    assert "Errno" not in raised.value.problem
    with pytest.raises(UnreadableFileError, match="it is not a file"):
        read_roster(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such files")
def test_a_pipe_or_a_device_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    for path in (tmp_path / "pipe.json", Path("/dev/zero")):
        with pytest.raises(UnreadableFileError, match="it is not a file"):
            read_roster(path)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (changed(("characters", 1), {}), "mars.json: character 2: “id” is missing"),
        ([], "mars.json: this is not in the shape of a roster"),
    ],
)
def test_an_error_says_file_place_and_problem(raw: Any, words: str) -> None:
    assert refusal_of(raw) == words
