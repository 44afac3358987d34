"""Saving a roster: over the known content of its file, else beside it, encoded once, in any thread."""

import errno
import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.rosters.backups import BackupWork, backups_in
from gm_desk.store.rosters.files import encode_roster, knowing, known_of, read_roster, write_roster
from gm_desk.store.rosters.saving import RosterSave, RosterSaved, put_theirs_aside, save_roster
from model_makers import a_roster

NOW = datetime(2026, 11, 20, 20, 15, tzinfo=UTC)
BEFORE, OURS, THEIRS = a_roster(), a_roster(name="Ours"), a_roster(name="Theirs")


@pytest.fixture
def save(tmp_path: Path) -> RosterSave:
    path = tmp_path / "synced" / "mars.json"
    write_roster(path, BEFORE)
    backup = BackupWork(tmp_path / "backups", path, NOW, daily=True)
    return RosterSave(path, OURS, known_of(path), tmp_path / "rosters", backup, was_there=True)


def after(save: RosterSave, saved: RosterSaved, roster: Roster) -> RosterSave:
    """Return the next save, of another roster, with what came of the one before."""
    return structs.replace(save, roster=roster, known=saved.known or save.known, ours=saved.ours or save.ours)


def others_in(folder: Path, path: Path) -> list[Path]:
    return sorted(one for one in folder.iterdir() if one != path)


def test_what_is_known_is_written_over_and_then_the_new_is_known(save: RosterSave) -> None:
    saved = save_roster(save)
    assert (read_roster(save.path), saved.error, saved.ours, saved.made_again) == (OURS, None, None, False)
    assert saved.known is not None
    assert (saved.known.knows(encode_roster(OURS)), saved.known.knows(encode_roster(BEFORE))) == (True, False)
    assert save_roster(after(save, saved, BEFORE)).error is None
    assert read_roster(save.path) == BEFORE


def test_what_stood_there_is_backed_up_first(save: RosterSave) -> None:
    saved = save_roster(save)
    assert saved.backup is not None
    assert saved.backup.error is None
    assert [one.path.read_bytes() for one in backups_in(save.backup.folder)] == [encode_roster(BEFORE)]


def test_a_backup_that_fails_is_reported_and_the_roster_is_saved_all_the_same(save: RosterSave) -> None:
    save.backup.folder.write_bytes(b"a file where the folder should be")
    saved = save_roster(save)
    assert saved.backup is not None
    assert saved.backup.error is not None
    assert (saved.error, read_roster(save.path)) == (None, OURS)


def test_a_damaged_file_that_cannot_be_put_aside_is_not_written_over(save: RosterSave) -> None:
    save.path.write_bytes(b"{")
    save.backup.folder.write_bytes(b"a file where the folder should be")
    saved = save_roster(structs.replace(save, known=known_of(save.path), damage="0123abcd"))
    assert saved.error is not None
    assert save.path.read_bytes() == b"{"


def test_what_is_not_known_stays_and_ours_goes_beside_it_from_then_on(save: RosterSave) -> None:
    write_roster(save.path, THEIRS)
    saved = save_roster(save)
    assert saved.ours is not None
    assert (saved.error, saved.known, read_roster(saved.ours)) == (None, None, OURS)
    later = a_roster(name="Ours, later")
    assert save_roster(after(save, saved, later)) == RosterSaved(save.path)
    assert (read_roster(save.path), read_roster(saved.ours)) == (THEIRS, later)
    assert others_in(save.path.parent, save.path) == [saved.ours]


def test_a_change_that_keeps_size_and_time_is_noticed(save: RosterSave) -> None:
    before = save.path.stat()
    save.path.write_bytes(save.path.read_bytes().replace(b"Jaqui", b"Joqui"))
    os.utime(save.path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert save.path.stat().st_size == before.st_size
    assert save_roster(save).ours is not None


def test_a_time_alone_is_no_change(save: RosterSave) -> None:
    os.utime(save.path, (1, 1))
    save_roster(save)
    assert read_roster(save.path) == OURS


def test_a_file_in_the_place_of_a_new_one_is_not_overwritten(save: RosterSave) -> None:
    assert save_roster(structs.replace(save, known=knowing(None))).ours is not None
    assert read_roster(save.path) == BEFORE


def test_a_file_that_is_gone_is_made_again_once(save: RosterSave) -> None:
    save.path.unlink()
    saved = save_roster(save)
    assert (saved.made_again, read_roster(save.path)) == (True, OURS)
    assert not save_roster(after(save, saved, BEFORE)).made_again


def test_a_new_file_is_not_made_again(save: RosterSave) -> None:
    save.path.unlink()
    saved = save_roster(structs.replace(save, known=knowing(None), was_there=False))
    assert (saved.made_again, saved.error, read_roster(save.path)) == (False, None, OURS)


@pytest.mark.parametrize("mount_point", [True, False])
def test_a_file_whose_folder_is_gone_or_another_is_not_made_again(save: RosterSave, *, mount_point: bool) -> None:
    folder = save.path.parent
    away = folder.rename(folder.with_name("away"))
    if mount_point:
        folder.mkdir()
    saved = save_roster(save)
    assert isinstance(saved.error, UnwritableFileError)
    assert (saved.error.problem, saved.known, save.path.exists()) == ("the folder is gone", None, False)
    assert folder.exists() == mount_point
    if mount_point:
        folder.rmdir()
    away.rename(folder)
    assert save_roster(after(save, saved, OURS)).error is None
    assert read_roster(save.path) == OURS


def test_ours_is_not_written_into_another_folder_where_its_own_was_unplugged(save: RosterSave) -> None:
    ours = save.path.with_name("mars (GM Desk).json")
    save.path.parent.rename(save.path.parent.with_name("away"))
    save.path.parent.mkdir()
    saved = save_roster(structs.replace(save, ours=ours))
    assert saved.error is not None
    assert (saved.error.path, saved.error.problem, ours.exists()) == (ours, "the folder is gone", False)


def test_a_file_that_cannot_be_read_is_not_overwritten(save: RosterSave) -> None:
    save.path.unlink()
    save.path.mkdir()
    saved = save_roster(save)
    assert (saved.error is not None, saved.ours, save.path.is_dir()) == (True, None, True)


def test_a_roster_that_could_not_be_read_again_is_not_written_and_the_old_stays_known(save: RosterSave) -> None:
    saved = save_roster(structs.replace(save, roster=a_roster(name="\ud800")))
    assert (saved.error is not None, saved.known, read_roster(save.path)) == (True, None, BEFORE)


def test_after_a_write_that_failed_at_its_end_the_old_and_the_new_are_known(
    save: RosterSave, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = save.path.parent

    def sync(synced: Path) -> None:
        if synced == folder:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("gm_desk.store.disk.files.sync_folder", sync)
    saved = save_roster(save)
    assert saved.error is not None
    assert saved.known is not None
    assert (saved.known.knows(encode_roster(BEFORE)), saved.known.knows(save.path.read_bytes())) == (True, True)
    monkeypatch.undo()
    assert save_roster(after(save, saved, OURS)).ours is None


def test_once_theirs_is_put_aside_ours_may_be_written_over_it(save: RosterSave) -> None:
    write_roster(save.path, THEIRS)
    theirs = put_theirs_aside(save.path, save.known, save.elsewhere)
    assert theirs.kept is not None
    assert save_roster(structs.replace(save, known=theirs.known)).ours is None
    assert (read_roster(save.path), read_roster(theirs.kept)) == (OURS, THEIRS)


@pytest.mark.parametrize("nothing", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_of_nothing_nothing_is_put_aside(save: RosterSave, nothing: Any) -> None:
    nothing(save.path)
    theirs = put_theirs_aside(save.path, save.known, save.elsewhere)
    assert theirs.kept is None
    save_roster(structs.replace(save, known=theirs.known))
    assert read_roster(save.path) == OURS


def test_it_is_done_in_any_thread(save: RosterSave) -> None:
    came: list[RosterSaved] = []
    thread = threading.Thread(target=lambda: came.append(save_roster(save)))
    thread.start()
    thread.join()
    assert [one.known is not None and one.known.knows(save.path.read_bytes()) for one in came] == [True]


def test_a_roster_is_encoded_once_to_be_saved(save: RosterSave, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[object] = []
    encode = msgspec.json.encode

    def counting(value: object) -> bytes:
        encoded.append(value)
        return encode(value)

    monkeypatch.setattr(msgspec.json, "encode", counting)
    assert save_roster(save).error is None
    *people, rest = encoded
    assert people == list(OURS.characters)
    assert {name: getattr(rest, name) for name in ("id", "groups", "scenes")} == {
        "id": OURS.id,
        "groups": OURS.groups,
        "scenes": OURS.scenes,
    }
    assert b"Jaqui" not in encode(rest)
