"""Saving while the disk fails or the program dies: a file is written whole or not at all."""

import errno
import itertools
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Self

import pytest

from gm_desk.store.errors import UnwritableFileError
from gm_desk.store.files import write_atomically
from makers import a_disk_with_room_for, killed_after

OLD = b"old " * 1000
NEW = b"new " * 5000
OPERATIONS = [
    (os, "stat"),
    (os, "access"),
    (os, "mkdir"),
    (tempfile, "mkstemp"),
    (os, "open"),
    (os, "fsync"),
    (os, "chmod"),
    (os, "replace"),
]
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such files")


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


class FailingDisk:
    """Count what is asked of the disk, and fail at the k-th thing, once or from then on; only removing always works."""

    def __init__(self, patch: pytest.MonkeyPatch, kth: int, error: BaseException, *, for_ever: bool) -> None:
        self.asked = 0
        self._failing = range(kth, sys.maxsize if for_ever else kth + 1)
        self._error = error
        for module, name in OPERATIONS:
            patch.setattr(module, name, self._counted(getattr(module, name)))
        fdopen = os.fdopen
        patch.setattr(os, "fdopen", lambda handle, _: FailingFile(fdopen(handle, "wb"), self))
        patch.setattr(os, "close", self._closed(os.close))

    def ask(self) -> None:
        self.asked += 1
        if self.asked in self._failing:
            raise self._error

    def _counted(self, operation: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*arguments: Any, **options: Any) -> Any:
            self.ask()
            return operation(*arguments, **options)

        return asked

    def _closed(self, close: Callable[[int], None]) -> Callable[[int], None]:
        """What cannot be closed cleanly is closed all the same."""

        def closed(handle: int) -> None:
            close(handle)
            self.ask()

        return closed


class FailingFile:
    """A file on a failing disk."""

    def __init__(self, file: BinaryIO, disk: FailingDisk) -> None:
        self._file = file
        self._disk = disk

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._disk.ask()

    def write(self, data: bytes) -> int:
        self._disk.ask()
        return self._file.write(data)

    def flush(self) -> None:
        self._disk.ask()
        self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()


def saved_on_ever_better_disks(path: Path, error: BaseException, *, for_ever: bool) -> Iterator[bool]:
    """Save with the first thing failing, then the second, until nothing fails; tell each time whether it was saved."""
    for kth in itertools.count(1):
        with pytest.MonkeyPatch.context() as patch:
            disk = FailingDisk(patch, kth, error, for_ever=for_ever)
            try:
                write_atomically(path, NEW)
            except (UnwritableFileError, KeyboardInterrupt):
                saved = False
            else:
                saved = True
        yield saved
        if disk.asked < kth:
            assert saved
            assert kth > len(OPERATIONS), "a save asks more of the disk than that"
            return


@pytest.mark.parametrize("for_ever", [False, True], ids=["once", "for ever"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()], ids=type)
def test_whatever_fails_the_old_or_the_new_content_is_there_whole(
    tmp_path: Path, error: BaseException, *, for_ever: bool
) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    for saved in saved_on_ever_better_disks(path, error, for_ever=for_ever):
        assert path.read_bytes() in ((NEW,) if saved else (OLD, NEW))
        assert names_in(tmp_path) == ["roster.json"], "litter"
        path.write_bytes(OLD)


def test_a_first_save_that_fails_leaves_nothing_or_everything(tmp_path: Path) -> None:
    path = tmp_path / "rosters" / "mars.json"
    for saved in saved_on_ever_better_disks(path, OSError(errno.EIO, "I/O error"), for_ever=False):
        left = names_in(path.parent) if path.parent.exists() else []
        assert left in ([["mars.json"]] if saved else [[], ["mars.json"]])
        assert left == [] or path.read_bytes() == NEW
        path.unlink(missing_ok=True)


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), OSError("No space left on device")]
)
def test_the_reason_and_the_file_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    def full(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnwritableFileError) as raised:
        write_atomically(tmp_path / "roster.json", NEW)
    assert (raised.value.path, raised.value.problem) == (tmp_path / "roster.json", "No space left on device")


@posix
@pytest.mark.parametrize("room", [0, 1, 8192, len(NEW) - 1])
def test_a_write_that_is_cut_short_is_no_save(tmp_path: Path, room: int) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    with a_disk_with_room_for(room), pytest.raises(UnwritableFileError):
        write_atomically(path, NEW)
    assert path.read_bytes() == OLD
    assert names_in(tmp_path) == ["roster.json"]


@posix
@pytest.mark.parametrize("content", [b"short", NEW])
def test_the_content_is_on_the_disk_before_it_takes_the_place_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    happened: list[str] = []
    real_fsync, real_replace = os.fsync, os.replace

    def fsync(handle: int) -> None:
        folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        happened.append("folder synced" if folder else f"{os.fstat(handle).st_size} bytes synced")
        real_fsync(handle)

    def replace(source: Path, target: Path) -> None:
        happened.append(f"replaced from {source.parent}")
        real_replace(source, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    write_atomically(tmp_path / "roster.json", content)
    assert happened == [f"{len(content)} bytes synced", f"replaced from {tmp_path}", "folder synced"]


def save_with_a_folder_that_fails_to_sync(path: Path, error: OSError) -> None:
    real_fsync = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise error
        real_fsync(handle)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        write_atomically(path, NEW)


@posix
def test_a_folder_that_can_never_be_synced_is_no_failure(tmp_path: Path) -> None:
    save_with_a_folder_that_fails_to_sync(tmp_path / "roster.json", OSError(errno.EINVAL, "Invalid argument"))
    assert (tmp_path / "roster.json").read_bytes() == NEW


@posix
def test_a_folder_that_fails_to_sync_is_one(tmp_path: Path) -> None:
    with pytest.raises(UnwritableFileError, match="I/O error"):
        save_with_a_folder_that_fails_to_sync(tmp_path / "roster.json", OSError(errno.EIO, "I/O error"))


SAVE_FOR_EVER = """
import itertools, sys
from pathlib import Path
from gm_desk.store.files import write_atomically
for number in itertools.count():
    write_atomically(Path(sys.argv[1]), b"%09d " % number * 20_000)
    print(number, flush=True)
"""


@pytest.mark.parametrize("saves", [1, 2, 5, 11, 23])
def test_a_program_that_is_killed_while_it_saves_leaves_the_last_or_the_next_save(tmp_path: Path, saves: int) -> None:
    path = tmp_path / "roster.json"
    last = int(killed_after(saves, SAVE_FOR_EVER, str(path))[-1])
    assert path.read_bytes() in {b"%09d " % number * 20_000 for number in (last, last + 1)}
