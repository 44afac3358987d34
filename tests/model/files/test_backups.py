"""Damaged files and backups, in words for people."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from gm_desk.core.characters.roster import Roster
from gm_desk.model.files.backups import (
    problem_in_words,
    refusal_in_words,
    size_in_words,
    unread_in_words,
    when_in_words,
)
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.rosters.files import decode_in_part, encode_roster
from makers import a_fought_roster, changed

NOW = datetime(2026, 3, 12, 0, 15, tzinfo=timezone(timedelta(hours=1)))
PATH = Path("/none/mars.json")


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (datetime(2026, 3, 11, 23, 5, tzinfo=UTC), "today, 00:05"),
        (datetime(2026, 3, 11, 22, 5, tzinfo=UTC), "yesterday, 23:05"),
        (datetime(2026, 3, 10, 22, 5, tzinfo=UTC), "Tue 10 Mar 2026, 23:05"),
        (datetime(2025, 12, 1, 8, 0, tzinfo=UTC), "Mon 1 Dec 2025, 09:00"),
        (datetime(2026, 3, 13, 8, 0, tzinfo=UTC), "Fri 13 Mar 2026, 09:00"),
    ],
)
def test_a_time_is_told_as_the_clock_on_the_wall_does(time: datetime, words: str) -> None:
    assert when_in_words(time, NOW) == words


@pytest.mark.parametrize(
    ("size", "words"), [(0, "1 kB"), (1400, "1 kB"), (29_000, "29 kB"), (999_999, "1000 kB"), (2_340_000, "2.3 MB")]
)
def test_a_size_is_told_in_few_letters(size: int, words: str) -> None:
    assert size_in_words(size) == words


def told(raw: Any) -> str:
    return unread_in_words(PATH, decode_in_part(json.dumps(raw).encode(), PATH))


def test_one_bad_part_is_named_with_its_place() -> None:
    assert told(changed(("characters", 1, "name"), "")) == (
        "1 character of “mars.json” could not be read. The problem is in character 2, name: it is empty."
        f" It stays in the file as it is. ({PATH})"
    )


def test_several_are_counted_and_the_first_is_named() -> None:
    raw = changed(("characters",), [1, 2]) | {"house": {"cap": -1}, "groups": [5], "name": 5}
    assert told(raw) == (
        "The name, 1 house rule, 1 group and 2 characters of “mars.json” could not be read."
        " The first is in name: text is expected here. They stay in the file as they are."
        f" ({PATH})"
    )


def test_a_list_that_is_none_is_told_of() -> None:
    assert told(changed(("characters",), {})).startswith("The list of characters of “mars.json” could not be read.")
    assert told(changed(("house",), [])).startswith("The list of house rules of “mars.json”")


KEYS = sorted({*Roster.__struct_fields__} - {"format", "id", "system", "unread", "extra"})


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", [5, None, [5], {"a": 5}, "text", True, [{"id": ""}], [{}]])
def test_every_part_of_a_roster_that_cannot_be_read_has_a_name(key: str, value: Any) -> None:
    raw = json.loads(encode_roster(a_fought_roster())) | {key: value}
    if decode_in_part(json.dumps(raw).encode(), PATH).problems:
        assert " of “mars.json” could not be read. The problem is in " in told(raw)


@pytest.mark.parametrize("key", KEYS)
def test_every_part_of_a_roster_can_be_unreadable(key: str) -> None:
    raw = json.loads(encode_roster(a_fought_roster())) | {key: 5}
    assert told(raw).startswith(("The ", "1 "))


def test_a_part_of_a_scene_or_of_a_character_is_named_as_one() -> None:
    raw = json.loads(encode_roster(a_fought_roster()))
    raw["scenes"][0]["now"]["turn"] = 0
    assert told(raw) == (
        "Part of a scene of “mars.json” could not be read. The problem is in scene 1 “Lock 9”, now, turn:"
        f" the number is below 1. It stays in the file as it is. ({PATH})"
    )
    raw["scenes"][0]["clocks"][0]["size"] = 0
    raw["characters"][0]["conditions"][0] = 5
    raw["stage"] = 5
    assert told(raw).startswith("Part of a character, 2 parts of scenes and the current scene of “mars.json”")


def test_a_problem_is_a_sentence() -> None:
    error = UnreadableFileError(PATH, "it is empty", "character 2, name")
    assert problem_in_words(error) == "Character 2, name: it is empty."


def test_a_refusal_says_where_what_and_what_can_be_done(tmp_path: Path) -> None:
    error = UnreadableFileError(PATH, "it is not complete JSON", "line 4")
    assert refusal_in_words(error) == f"“mars.json” could not be opened, line 4: it is not complete JSON. ({PATH})"
    path = tmp_path / "mars.json"
    path.touch()
    assert refusal_in_words(UnreadableFileError(path, "it is not JSON"), "today, 20:15") == (
        "“mars.json” could not be opened: it is not JSON. The file was left as it is."
        f" There is a backup of it: today, 20:15. ({path})"
    )
