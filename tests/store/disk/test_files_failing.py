"""Saving while the disk fails or the program dies: a file is written whole or not at all."""

import errno
import io
import itertools
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Self

import pytest
from typing_extensions import Buffer, override

from gm_desk.store.disk.files import STALE_AFTER, WAITS, UnwritableFileError, refuse_lost_folder, write_atomically
from makers import CHECKOUT, a_disk_with_room_for, killed_after

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
    """Count what is asked of the disk, and fail at the k-th thing, once or from then on; only removing always works.

    A write that fails leaves a part of what it should have written.
    """

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
        part = self._file.write(data[: len(data) // 2])
        self._disk.ask()
        return part + self._file.write(data[part:])

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
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "your share of the disk (the quota) is used up"),
        (OSError(errno.EROFS, "Read-only file system"), "the disk is read-only"),
        (OSError(errno.EACCES, "Permission denied"), "you are not allowed to write there"),
        (OSError(errno.ENOENT, "No such file or directory"), "the folder is gone"),
        (OSError(errno.EIO, "Input/output error"), "the disk reports an error of its own"),
        (OSError(errno.ESTALE, "Stale file handle"), "the drive does not answer"),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (OSError("No more of this"), "No more of this"),
    ],
)
def test_the_reason_is_told_in_plain_words_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, words: str
) -> None:
    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(UnwritableFileError) as raised:
        write_atomically(tmp_path / "roster.json", NEW)
    assert (raised.value.path, raised.value.problem) == (tmp_path / "roster.json", words)


@posix
@pytest.mark.parametrize("room", [0, 1, 8192, len(NEW) - 1])
def test_a_write_that_is_cut_short_is_no_save(tmp_path: Path, room: int) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    with a_disk_with_room_for(room), pytest.raises(UnwritableFileError):
        write_atomically(path, NEW)
    assert path.read_bytes() == OLD
    assert names_in(tmp_path) == ["roster.json"]


class GreedyFile(io.BufferedWriter):
    """A file that keeps less than it is given, and either says so or does not."""

    tells = True

    @override
    def write(self, data: Buffer, /) -> int:
        given = bytes(data)
        kept = super().write(given[:-1])
        return kept if self.tells else len(given)


@pytest.mark.parametrize("tells", [True, False])
def test_a_write_that_is_cut_short_without_an_error_is_no_save_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, tells: bool
) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    monkeypatch.setattr(GreedyFile, "tells", tells)
    monkeypatch.setattr(os, "fdopen", lambda handle, _: GreedyFile(io.FileIO(handle, "wb")))
    with pytest.raises(UnwritableFileError, match="the disk wrote only part of it"):
        write_atomically(path, NEW)
    assert path.read_bytes() == OLD
    assert names_in(tmp_path) == ["roster.json"]


class HeldError(PermissionError):
    """What Windows answers while another program holds a file."""

    def __init__(self, winerror: int) -> None:
        super().__init__(errno.EACCES, "Access is denied")
        self.winerror = winerror


class Holder:
    """Another program that holds every file against a rename for so many tries."""

    def __init__(self, patch: pytest.MonkeyPatch, tries: int, error: OSError) -> None:
        self.waited: list[float] = []
        self._left = tries
        self._error = error
        self._replace = os.replace
        patch.setattr(os, "replace", self._try)

    def _try(self, source: Path, target: Path) -> None:
        if self._left:
            self._left -= 1
            raise self._error
        self._replace(source, target)


@pytest.mark.parametrize("winerror", [5, 32, 33])
@pytest.mark.parametrize("tries", [1, len(WAITS)])
def test_a_file_that_another_program_holds_for_a_moment_is_saved_when_it_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, winerror: int, tries: int
) -> None:
    holder = Holder(monkeypatch, tries, HeldError(winerror))
    write_atomically(tmp_path / "roster.json", NEW, wait=holder.waited.append)
    assert (tmp_path / "roster.json").read_bytes() == NEW
    assert holder.waited == list(WAITS[:tries])


def test_a_file_that_another_program_does_not_let_go_is_told_after_two_and_a_half_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(OLD)
    holder = Holder(monkeypatch, 999, HeldError(32))
    with pytest.raises(UnwritableFileError, match="another program is using the file"):
        write_atomically(path, NEW, wait=holder.waited.append)
    assert holder.waited == sorted(holder.waited)
    assert sum(holder.waited) == pytest.approx(2.5)
    assert (path.read_bytes(), names_in(tmp_path)) == (OLD, ["roster.json"])


@pytest.mark.parametrize("error", [HeldError(19), PermissionError(errno.EACCES, "Permission denied")])
def test_what_will_not_get_better_by_waiting_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    holder = Holder(monkeypatch, 1, error)
    with pytest.raises(UnwritableFileError):
        write_atomically(tmp_path / "roster.json", NEW, wait=holder.waited.append)
    assert (holder.waited, names_in(tmp_path)) == ([], [])


def test_a_folder_that_is_gone_is_refused_and_not_made_anew(tmp_path: Path) -> None:
    refuse_lost_folder(tmp_path / "roster.json")
    with pytest.raises(UnwritableFileError, match="the folder is gone"):
        refuse_lost_folder(tmp_path / "stick" / "roster.json")
    assert names_in(tmp_path) == []


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


@posix
def test_folders_that_are_made_are_on_the_disk_before_anything_is_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    real_fsync, names = os.fsync, {tmp_path.stat().st_ino: "above"}

    def fsync(handle: int) -> None:
        names.update((made.stat().st_ino, made.name) for made in tmp_path.rglob("*"))
        name = names[os.fstat(handle).st_ino]
        synced.append("file" if name.startswith(".gm-desk-") else name)
        real_fsync(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    write_atomically(tmp_path / "data" / "rosters" / "mars.json", NEW)
    assert synced == ["data", "above", "file", "rosters"]


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
    with pytest.raises(UnwritableFileError, match="the disk reports an error"):
        save_with_a_folder_that_fails_to_sync(tmp_path / "roster.json", OSError(errno.EIO, "I/O error"))


SAVE_FOR_EVER = """
import itertools, sys
from pathlib import Path
from gm_desk.store.disk.files import write_atomically
for number in itertools.count():
    write_atomically(Path(sys.argv[1]), b"%09d " % number * 20_000)
    print(number, flush=True)
"""


@pytest.mark.parametrize("saves", [1, 2, 5, 11, 23])
def test_a_program_that_is_killed_while_it_saves_leaves_the_last_or_the_next_save(tmp_path: Path, saves: int) -> None:
    path = tmp_path / "roster.json"
    last = int(killed_after(saves, SAVE_FOR_EVER, str(path))[-1])
    assert path.read_bytes() in {b"%09d " % number * 20_000 for number in (last, last + 1)}


KILLED_AT_EVERY_STEP = """
import itertools, os, signal, sys, tempfile
from pathlib import Path
from gm_desk.store.disk.files import write_atomically

OLD, NEW = b"old " * 1000, b"new " * 5000
folder = Path(sys.argv[1])
path = folder / "roster.json"
done = 0

def dying(kth):
    global done
    done += 1
    if done == kth:
        os.kill(os.getpid(), signal.SIGKILL)

def counted(module, name, kth):
    operation = getattr(module, name)
    def asked(*arguments, **options):
        dying(kth)
        return operation(*arguments, **options)
    setattr(module, name, asked)

class Half:
    def __init__(self, file, kth):
        self.file, self.kth, self.flush, self.fileno = file, kth, file.flush, file.fileno
    def __enter__(self):
        return self
    def __exit__(self, *_):
        self.file.close()
    def write(self, data):
        part = self.file.write(data[:10_000])
        self.file.flush()
        dying(self.kth)
        return part + self.file.write(data[part:])

def save(kth):
    fdopen = os.fdopen
    os.fdopen = lambda handle, mode: Half(fdopen(handle, mode), kth)
    for module, name in [(os, "stat"), (os, "mkdir"), (tempfile, "mkstemp"), (os, "fstat"), (os, "chmod"),
                         (os, "fsync"), (os, "replace"), (os, "open"), (os, "close")]:
        counted(module, name, kth)
    write_atomically(path, NEW)

for kth in itertools.count(1):
    path.write_bytes(OLD)
    child = os.fork()
    if child == 0:
        save(kth)
        os._exit(0)
    killed = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    content = {OLD: "old", NEW: "new"}.get(path.read_bytes(), "torn")
    others = [file for file in folder.iterdir() if file != path]
    print(killed, content, len(others), flush=True)
    for left in others if killed else []:
        left.unlink()
    if not killed:
        break
"""


@posix
def test_a_program_that_is_killed_at_any_step_of_a_save_leaves_the_old_or_the_new_content(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED_AT_EVERY_STEP, str(tmp_path)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    told = [line.split() for line in done.stdout.splitlines()]
    *killed, whole = [(died == "True", content, int(litter)) for died, content, litter in told]
    contents = [content for _, content, _ in killed]
    assert len(killed) >= len(OPERATIONS), "a save does more than that"
    assert all(died for died, _, _ in killed)
    assert contents == sorted(contents, reverse=True), "old before the rename, new after it"
    assert set(contents) == {"old", "new"}
    assert max(litter for _, _, litter in killed) == 1
    assert whole == (False, "new", 0)


def test_what_a_killed_program_left_is_swept_at_a_later_save_and_nothing_else_is(tmp_path: Path) -> None:
    stale, fresh, foreign = (tmp_path / name for name in (".gm-desk-1.new", ".gm-desk-2.new", ".notes.new"))
    for left in (stale, fresh, foreign):
        left.write_bytes(b"half")
    long_ago = fresh.stat().st_mtime - STALE_AFTER - 60
    for left in (stale, foreign):
        os.utime(left, (long_ago, long_ago))
    write_atomically(tmp_path / "roster.json", NEW, swept=True)
    assert stale.exists(), "the folder was swept before"
    write_atomically(tmp_path / "roster.json", NEW)
    assert names_in(tmp_path) == [".gm-desk-2.new", ".notes.new", "roster.json"]


def test_what_cannot_be_swept_is_no_failure(tmp_path: Path) -> None:
    in_the_way = tmp_path / ".gm-desk-1.new"
    in_the_way.mkdir()
    os.utime(in_the_way, (0, 0))
    write_atomically(tmp_path / "roster.json", NEW)
    assert (tmp_path / "roster.json").read_bytes() == NEW
