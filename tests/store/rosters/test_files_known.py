"""What is known of a file: nobody else's content is overwritten."""

import os
from pathlib import Path

import pytest
from msgspec import structs

from gm_desk.store.rosters.files import (
    UNKNOWN,
    FileAsKnown,
    FileState,
    content_of,
    file_state,
    home_of,
    knowing,
    known_of,
    write_roster,
)
from model_makers import a_roster

BEFORE = a_roster()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "mars.json"
    write_roster(path, BEFORE)
    return path


def test_what_was_read_is_known_and_nothing_else() -> None:
    known = knowing(b"one")
    assert (known.knows(b"one"), known.knows(b"two"), known.knows(b""), known.knows(None)) == (
        True,
        False,
        False,
        False,
    )


def test_of_a_new_file_it_is_known_that_it_is_not_there() -> None:
    assert knowing(None).knows(None)
    assert not knowing(None).knows(b"")


def test_while_it_is_written_the_old_and_the_new_are_known() -> None:
    known = knowing(b"old").expecting(b"new")
    assert (known.knows(b"old"), known.knows(b"new"), known.knows(None)) == (True, True, False)


def test_the_content_of_a_file_is_its_bytes_or_none(saved: Path) -> None:
    assert content_of(saved) == saved.read_bytes()
    assert content_of(saved.with_name("venus.json")) is None


def test_what_is_no_file_has_no_content(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not a file"):
        content_of(tmp_path)
    assert known_of(tmp_path).knows(None)


@pytest.mark.skipif(os.name != "posix", reason="a pipe in the file system")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a file"):
        content_of(tmp_path / "pipe")


@pytest.mark.parametrize("mount_point", [True, False])
def test_a_file_whose_folder_is_gone_or_another_is_not_made_again(tmp_path: Path, *, mount_point: bool) -> None:
    path = tmp_path / "drive" / "mars.json"
    write_roster(path, BEFORE)
    known = known_of(path)
    assert not known.is_away(path)
    away = path.parent.rename(tmp_path / "away")
    if mount_point:
        path.parent.mkdir()
    assert known.is_away(path)
    if mount_point:
        path.parent.rmdir()
    away.rename(path.parent)
    assert not known.is_away(path)


def test_a_file_that_is_seen_in_another_folder_is_at_home_there(tmp_path: Path) -> None:
    path = tmp_path / "drive" / "mars.json"
    write_roster(path, BEFORE)
    known = known_of(path)
    path.parent.rename(tmp_path / "away")
    write_roster(path, BEFORE)
    glance = file_state(FileAsKnown(path, known))
    assert not structs.replace(known, home=glance.home).is_away(path)


def test_of_what_is_doubted_nothing_is_known() -> None:
    assert not any(UNKNOWN.knows(content) for content in (b"one", b"", None))


def test_a_glance_brings_what_a_file_holds(saved: Path) -> None:
    assert file_state(FileAsKnown(saved, knowing(None))) == FileState(saved.read_bytes(), home_of(saved))


def test_a_glance_at_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    glance = file_state(FileAsKnown(tmp_path, knowing(None)))
    assert glance.content is None
    assert isinstance(glance.error, OSError)


def test_a_file_that_is_gone_with_its_folder_is_away(tmp_path: Path) -> None:
    path = tmp_path / "drive" / "mars.json"
    write_roster(path, BEFORE)
    known = known_of(path)
    path.unlink()
    assert not file_state(FileAsKnown(path, known)).away
    path.parent.rmdir()
    assert file_state(FileAsKnown(path, known)).away
