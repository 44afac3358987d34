"""Writing a file: what it was before, a link or a file of certain permissions, it still is."""

import errno
import os
import stat
from pathlib import Path

import pytest

from gm_desk.store.disk.errors import UnwritableFileError
from gm_desk.store.disk.files import refuse_lost_folder, write_atomically

OLD = b"old " * 1000
NEW = b"new " * 5000
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such files")


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@posix
def test_a_link_stays_a_link_and_what_it_points_to_is_saved(tmp_path: Path) -> None:
    synced = tmp_path / "synced"
    synced.mkdir()
    (synced / "mars.json").write_bytes(OLD)
    link = tmp_path / "mars.json"
    link.symlink_to(synced / "mars.json")
    write_atomically(link, NEW)
    assert link.readlink() == synced / "mars.json"
    assert (synced / "mars.json").read_bytes() == NEW
    assert names_in(tmp_path) == ["mars.json", "synced"]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o606, 0o200])
def test_permissions_are_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    path.chmod(mode)
    write_atomically(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == NEW


@posix
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only an administrator may give files away")
def test_owner_and_group_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    path.chmod(0o664)
    os.chown(path, 1001, 2000)
    write_atomically(path, NEW)
    now = path.stat()
    assert (now.st_uid, now.st_gid, stat.S_IMODE(now.st_mode)) == (1001, 2000, 0o664)


@posix
@pytest.mark.parametrize("allowed", [(), (-1,)])
def test_where_a_file_cannot_be_given_to_its_owner_its_group_is_tried_and_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: tuple[int, ...]
) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    asked: list[tuple[int, int]] = []

    def refusing(_: Path, owner: int, group: int) -> None:
        asked.append((owner, group))
        if owner not in allowed:
            raise PermissionError

    monkeypatch.setattr(os, "chown", refusing)
    old = path.stat()
    write_atomically(path, NEW)
    assert asked == [(old.st_uid, old.st_gid), (-1, old.st_gid)]
    assert path.read_bytes() == NEW


def test_a_folder_that_cannot_be_entered_is_said_not_to_be_writable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(_: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", refusing)
    with pytest.raises(UnwritableFileError, match="not allowed"):
        refuse_lost_folder(tmp_path / "roster.json")


def test_a_read_only_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    path.chmod(0o444)
    with pytest.raises(UnwritableFileError) as raised:
        write_atomically(path, NEW)
    assert raised.value.problem == "the file is read-only"
    assert path.read_bytes() == OLD
    assert names_in(tmp_path) == ["roster.json"]
    path.chmod(0o644)


def test_a_file_that_somebody_else_may_write_to_is_refused_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(UnwritableFileError, match="read-only"):
        write_atomically(path, NEW)
    assert path.read_bytes() == OLD


@posix
def test_a_file_on_a_read_only_disk_is_not_blamed_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    disk = list(os.statvfs(path))
    disk[8] |= os.ST_RDONLY
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "statvfs", lambda _: os.statvfs_result(disk))
    with pytest.raises(UnwritableFileError, match="the disk is read-only"):
        write_atomically(path, NEW)
    assert path.read_bytes() == OLD


def test_missing_folders_are_made(tmp_path: Path) -> None:
    write_atomically(tmp_path / "data" / "rosters" / "mars.json", NEW)
    assert (tmp_path / "data" / "rosters" / "mars.json").read_bytes() == NEW


def test_a_folder_that_is_a_file_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(OLD)
    with pytest.raises(UnwritableFileError):
        write_atomically(tmp_path / "data" / "mars.json", NEW)
    assert (tmp_path / "data").read_bytes() == OLD


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "mars.json").mkdir()
    with pytest.raises(UnwritableFileError):
        write_atomically(tmp_path / "mars.json", NEW)
    assert names_in(tmp_path) == ["mars.json"]


@posix
def test_a_name_as_long_as_names_may_be_can_be_saved(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 250}.json"
    write_atomically(path, NEW)
    assert path.read_bytes() == NEW


def test_a_save_leaves_no_file_open(tmp_path: Path) -> None:
    free_before = next_free_handle()
    write_atomically(tmp_path / "roster.json", NEW)
    assert next_free_handle() == free_before


def next_free_handle() -> int:
    handle = os.open(os.devnull, os.O_RDONLY)
    os.close(handle)
    return handle


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has modes")
def test_a_new_file_is_the_users_alone_unless_it_is_said_to_be_for_others(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    write_atomically(tmp_path / "own", b"x")
    write_atomically(tmp_path / "sent", b"x", private=False)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"usual": modes["usual"], "own": 0o600, "sent": modes["usual"]}
