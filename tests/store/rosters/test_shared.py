"""A file that others change, too: written over what is known, else beside it."""

import threading
from pathlib import Path

import pytest

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.errors import UnwritableFileError
from gm_desk.store.rosters.files import read_roster, write_roster
from gm_desk.store.rosters.sharing import SharedFile, known_of
from model_makers import a_roster

OURS, THEIRS = a_roster(name="Ours"), a_roster(name="Theirs")


@pytest.fixture
def file(tmp_path: Path) -> SharedFile:
    path = tmp_path / "mars.json"
    write_roster(path, a_roster())
    return SharedFile(path, known_of(path), tmp_path / "rosters")


def test_what_is_known_is_written_over(file: SharedFile) -> None:
    file.write(OURS)
    assert (read_roster(file.path), file.ours, file.made_again) == (OURS, None, False)


def test_what_is_not_known_stays_and_ours_goes_beside_it_from_then_on(file: SharedFile) -> None:
    write_roster(file.path, THEIRS)
    for ours in (OURS, a_roster(name="Ours, later")):
        file.write(ours)
        assert file.ours is not None
        assert (read_roster(file.path), read_roster(file.ours)) == (THEIRS, ours)
    assert len(list(file.path.parent.iterdir())) == 2


def test_a_file_that_was_gone_is_made_again_once(file: SharedFile) -> None:
    file.path.unlink()
    file.write(OURS)
    assert file.made_again
    file.write(OURS)
    assert not file.made_again


def test_once_theirs_is_put_aside_ours_may_be_written_over_it(file: SharedFile) -> None:
    write_roster(file.path, THEIRS)
    kept = file.put_theirs_aside()
    assert kept is not None
    file.write(OURS)
    assert (read_roster(file.path), read_roster(kept), file.ours) == (OURS, THEIRS, None)


@pytest.mark.parametrize("nothing", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_of_nothing_nothing_is_put_aside(file: SharedFile, nothing: object) -> None:
    assert callable(nothing)
    nothing(file.path)
    assert file.put_theirs_aside() is None
    file.write(OURS)
    assert read_roster(file.path) == OURS


def test_a_write_that_fails_changes_nothing_of_what_is_known(file: SharedFile) -> None:
    def full(path: Path, roster: Roster) -> None:
        raise UnwritableFileError(path, f"no space left on device for {roster.name}")

    with pytest.raises(UnwritableFileError):
        file.write(OURS, full)
    file.write(OURS)
    assert (read_roster(file.path), file.ours) == (OURS, None)


def test_it_can_be_written_from_another_thread(file: SharedFile) -> None:
    thread = threading.Thread(target=file.write, args=(OURS,))
    thread.start()
    thread.join()
    assert file.known.knows(file.path.read_bytes())
