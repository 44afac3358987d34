"""What is known of a file: nobody else's content is overwritten."""

import os
from pathlib import Path

import pytest

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.errors import UnwritableFileError
from gm_desk.store.rosters.files import encode_roster, read_roster, write_roster
from gm_desk.store.rosters.sharing import ChangedOutsideError, Glance, Known, content_of, known_of, write_known
from model_makers import a_roster

BEFORE, AFTER = a_roster(), a_roster(name="Venus")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "mars.json"
    write_roster(path, BEFORE)
    return path


def test_what_was_read_is_known_and_nothing_else() -> None:
    known = Known(b"one")
    assert (known.knows(b"one"), known.knows(b"two"), known.knows(b""), known.knows(None)) == (
        True,
        False,
        False,
        False,
    )


def test_of_a_new_file_it_is_known_that_it_is_not_there() -> None:
    assert Known().knows(None)
    assert not Known().knows(b"")


def test_while_it_is_written_the_old_and_the_new_are_known() -> None:
    known = Known(b"old")
    known.expect(b"new")
    assert (known.knows(b"old"), known.knows(b"new")) == (True, True)
    known.note(b"new")
    assert (known.knows(b"old"), known.knows(b"new")) == (False, True)


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


def test_what_is_known_is_overwritten_and_then_the_new_is_known(saved: Path) -> None:
    known = known_of(saved)
    write_known(saved, AFTER, known)
    assert read_roster(saved) == AFTER
    assert known.knows(encode_roster(AFTER))
    assert not known.knows(encode_roster(BEFORE))
    write_known(saved, BEFORE, known)
    assert read_roster(saved) == BEFORE


def test_what_somebody_else_wrote_is_not_overwritten(saved: Path) -> None:
    known = known_of(saved)
    saved.write_bytes(b"theirs")
    with pytest.raises(ChangedOutsideError):
        write_known(saved, AFTER, known)
    assert saved.read_bytes() == b"theirs"


def test_a_change_that_keeps_size_and_time_is_noticed(saved: Path) -> None:
    known, before = known_of(saved), saved.stat()
    saved.write_bytes(saved.read_bytes().replace(b"Jaqui", b"Joqui"))
    os.utime(saved, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert saved.stat().st_size == before.st_size
    with pytest.raises(ChangedOutsideError):
        write_known(saved, AFTER, known)


def test_a_time_alone_is_no_change(saved: Path) -> None:
    known = known_of(saved)
    os.utime(saved, (1, 1))
    write_known(saved, AFTER, known)
    assert read_roster(saved) == AFTER


def test_a_file_in_the_place_of_a_new_one_is_not_overwritten(saved: Path) -> None:
    with pytest.raises(ChangedOutsideError):
        write_known(saved, AFTER, Known())
    assert read_roster(saved) == BEFORE


def test_a_file_that_is_gone_is_made_again(saved: Path) -> None:
    known = known_of(saved)
    saved.unlink()
    assert write_known(saved, AFTER, known)
    assert read_roster(saved) == AFTER
    assert not write_known(saved, BEFORE, known)


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
    with pytest.raises(UnwritableFileError, match="the folder is gone"):
        write_known(path, AFTER, known)
    assert (path.parent.exists(), path.exists()) == (mount_point, False)
    if mount_point:
        path.parent.rmdir()
    away.rename(path.parent)
    write_known(path, AFTER, known)
    assert read_roster(path) == AFTER


def test_a_file_that_is_seen_in_another_folder_is_at_home_there(tmp_path: Path) -> None:
    path = tmp_path / "drive" / "mars.json"
    write_roster(path, BEFORE)
    known = known_of(path)
    path.parent.rename(tmp_path / "away")
    write_roster(path, BEFORE)
    Glance(path, known).read()
    assert not known.is_away(path)


def test_of_what_is_doubted_nothing_is_known() -> None:
    known = Known(b"one")
    known.doubt()
    assert not any(known.knows(content) for content in (b"one", b"", None))


def test_a_new_file_is_not_made_again(tmp_path: Path) -> None:
    assert not write_known(tmp_path / "mars.json", AFTER, Known())


def test_another_way_of_writing_may_be_given(saved: Path) -> None:
    written: list[tuple[Path, Roster]] = []

    def write(path: Path, roster: Roster) -> None:
        written.append((path, roster))

    write_known(saved, AFTER, known_of(saved), write)
    assert written == [(saved, AFTER)]
    assert read_roster(saved) == BEFORE


def test_what_is_about_to_be_written_is_known_before_it_is_there(saved: Path) -> None:
    known, seen = known_of(saved), []

    def write(path: Path, roster: Roster) -> None:
        seen.append(known.knows(path.read_bytes()))
        write_roster(path, roster)
        seen.append(known.knows(path.read_bytes()))

    write_known(saved, AFTER, known, write)
    assert seen == [True, True], "whoever looks while it is written would take it for somebody else's"


def test_a_file_that_cannot_be_read_is_not_overwritten(saved: Path) -> None:
    known = known_of(saved)
    saved.unlink()
    saved.mkdir()
    with pytest.raises(UnwritableFileError) as raised:
        write_known(saved, AFTER, known)
    assert not isinstance(raised.value, ChangedOutsideError)
    assert saved.is_dir()


def test_a_write_that_fails_leaves_the_old_known(saved: Path) -> None:
    known = known_of(saved)
    with pytest.raises(UnwritableFileError):
        write_known(saved, a_roster(name="\ud800"), known)
    write_known(saved, AFTER, known)
    assert read_roster(saved) == AFTER


def test_a_glance_at_a_file_that_we_write_meanwhile_is_no_news(saved: Path) -> None:
    known = known_of(saved)
    glance = Glance(saved, known)
    glance.read()
    assert (glance.content, glance.error, glance.is_stale) == (saved.read_bytes(), None, False)
    write_known(saved, AFTER, known)
    assert glance.is_stale


def test_a_glance_at_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    glance = Glance(tmp_path, Known())
    glance.read()
    assert glance.content is None
    assert isinstance(glance.error, OSError)
