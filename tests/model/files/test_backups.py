"""Damaged files and backups, in words for people."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from gm_desk.model.files.backups import (
    problem_in_words,
    refusal_in_words,
    size_in_words,
    unread_in_words,
    when_in_words,
)
from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.rosters.files import decode_in_part
from makers import changed

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
