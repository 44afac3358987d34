"""Reading files within limits of size and content; writing and copying files atomically; the errors of the store."""

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import Any, BinaryIO


class StoreError(Exception):
    """A file cannot be read or written.

    `path` is the file, `place` the place in it as text ("" for the whole file), `problem` a clause without a full stop.
    """

    def __init__(self, path: Path, problem: str, place: str = "") -> None:
        """Store the parts separately, so that ui can write the message."""
        super().__init__(f"{path}: {place}{': ' if place else ''}{problem}")
        self.path = path
        self.place = place
        self.problem = problem


class UnreadableFileError(StoreError):
    """A file cannot be read as the expected kind; it is not changed."""


class UnwritableFileError(StoreError):
    """A file could not be written; its old content is unchanged."""


class UnfitRollError(UnwritableFileError):
    """A roll has values that cannot be stored; the others can be written."""


class HeldFileError(UnreadableFileError):
    """A file cannot be read now because another program has locked it."""


ANY_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
OWNER_ALONE, ANYBODY = 0o600, 0o666
"""The permissions of a new file, before the user's mask is applied."""
PREFIX, SUFFIX = ".gm-desk-", ".new"
STALE_AFTER = 3600
"""Seconds after which a temporary file must belong to a dead process."""
SHARING = {32, 33}
HELD = {5} | SHARING
"""The Windows error codes while a virus scanner, an indexer or a sync client has a file open."""
WAITS = (0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.5, 0.6, 0.8)
"""Seconds between attempts for a locked file, 2.5 in all."""
READ_ONLY = "the file is read-only"
CUT_SHORT = "the disk wrote only part of it"
GONE = "the folder is gone"
DRIVE_AWAY = "the drive does not answer"
WORDS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk (the quota) is used up",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "you are not allowed to write there",
    errno.EPERM: "you are not allowed to write there",
    errno.ENOENT: GONE,
    errno.ENOTDIR: "a file is where its folder should be",
    errno.EISDIR: "a folder has its name",
    errno.EIO: "the disk reports an error of its own",
    errno.ENXIO: DRIVE_AWAY,
    errno.ENODEV: DRIVE_AWAY,
    errno.ESTALE: DRIVE_AWAY,
    errno.ETIMEDOUT: DRIVE_AWAY,
    errno.EHOSTDOWN: DRIVE_AWAY,
}

Wait = Callable[[float], None]


def write_atomically(
    path: Path, data: bytes, *, wait: Wait = time.sleep, private: bool = True, swept: bool = False
) -> None:
    """Replace the content of a file with `data`, so that at any moment it is complete, either old or new.

    The bytes are on disk when this returns. Links and permissions are kept, owner and group as far as possible. If
    another program has the file open (Windows), `wait` is called with the seconds between attempts, about 2.5 in
    all. A new file is readable only by the user if it is `private`, and otherwise by everybody that the user's
    mask allows.

    Raise UnwritableFileError with the reason; the old content is then unchanged (or replaced, if only the last sync
    failed), and no temporary file is left. Those of killed programs are removed later, unless the folder was `swept`.

    Each question to the system lets another thread go on and then waits for it, so that as few as possible are asked.
    """
    target = path if _is_plain(path) else Path(os.path.realpath(path))
    try:
        old = _writable(target)
        if old is None:
            make_folder(target.parent)
        temporary = _written_beside(target, data, old, private=private)
        try:
            _replace(temporary, target, wait)
        except BaseException:
            _forget(temporary)
            raise
        sync_folder(target.parent)
    except OSError as error:
        raise UnwritableFileError(path, error_in_words(error)) from error
    if not swept:
        sweep(target.parent)


def _is_plain(path: Path) -> bool:
    """Return whether there is a file, and it is no link."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def refuse_lost_folder(path: Path) -> None:
    """Raise UnwritableFileError if the folder of a file is gone, which a save would create again.

    The folder may come back with its files: an unplugged drive, or a network share.
    """
    try:
        there = _is_plain(path) or Path(os.path.realpath(path)).parent.is_dir()
    except OSError as error:
        raise UnwritableFileError(path, error_in_words(error)) from error
    if not there:
        raise UnwritableFileError(path, GONE)


def error_in_words(error: OSError) -> str:
    """Return the reason for a disk error as a clause."""
    if getattr(error, "winerror", None) in SHARING:
        return "another program is using the file"
    known = WORDS.get(error.errno) if error.errno is not None else None
    return known or error.strerror or str(error)


def make_folder(folder: Path) -> None:
    """Create a folder with its parents, so that they also survive a power cut; raise OSError."""
    if folder.is_dir():
        return
    missing = [*takewhile(lambda one: not one.exists(), (folder, *folder.parents))]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from error
    for made in missing:
        sync_folder(made.parent)


def _written_beside(target: Path, data: bytes, old: os.stat_result | None, *, private: bool) -> Path:
    """Write and sync a new file in the folder of the target, with the owner of the old one."""
    temporary, handle = temporary_in(target.parent, OWNER_ALONE if private or old is not None else ANYBODY)
    try:
        with os.fdopen(handle, "wb") as file:
            _fill(file, data)
            if old is not None:
                _give(temporary, old.st_uid, old.st_gid)
                temporary.chmod(stat.S_IMODE(old.st_mode))
            os.fsync(file.fileno())
    except BaseException:
        _forget(temporary)
        raise
    return temporary


def temporary_in(folder: Path, mode: int = OWNER_ALONE) -> tuple[Path, int]:
    """Create a temporary file in a folder, and return its path and handle; raise OSError."""
    temporary = folder / f"{PREFIX}{os.urandom(8).hex()}{SUFFIX}"
    return temporary, os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)


def _give(temporary: Path, owner: int, group: int) -> None:
    """Set owner and group of a file, or only the group, as far as possible."""
    if os.name != "posix":
        return
    for wanted in (owner, -1):
        with contextlib.suppress(OSError):
            os.chown(temporary, wanted, group)
            return


def _fill(file: BinaryIO, data: bytes) -> None:
    """Write all of the data; raise OSError if the system writes only a part of it."""
    written = file.write(data)
    file.flush()
    if not written == os.fstat(file.fileno()).st_size == len(data):
        raise OSError(CUT_SHORT)


def _replace(temporary: Path, target: Path, wait: Wait) -> None:
    """Rename the file to the target, retrying for a while if another program has it open."""
    for seconds in WAITS:
        try:
            temporary.replace(target)
        except OSError as error:
            if getattr(error, "winerror", None) not in HELD:
                raise
            wait(seconds)
        else:
            return
    temporary.replace(target)


def _forget(temporary: Path) -> None:
    """Remove a temporary file, as far as possible."""
    with contextlib.suppress(OSError):
        temporary.unlink()


def sweep(folder: Path) -> None:
    """Remove the temporary files of killed programs, as far as possible."""
    with contextlib.suppress(OSError):
        for left in folder.glob(f"{PREFIX}*{SUFFIX}"):
            if time.time() - left.lstat().st_mtime > STALE_AFTER:
                left.unlink()


def _writable(target: Path) -> os.stat_result | None:
    """Return owner and permissions of a file, or None if there is none.

    A read-only file is refused: a rename would still replace it, and an administrator may write to any.
    """
    try:
        old = target.stat()
    except FileNotFoundError:
        return None
    if not old.st_mode & ANY_WRITE or not os.access(target, os.W_OK):
        raise OSError(errno.EROFS, READ_ONLY) if _on_read_only_disk(target) else OSError(READ_ONLY)
    return old


def _on_read_only_disk(target: Path) -> bool:
    """Return whether the whole disk is read-only, not only the file."""
    return os.name == "posix" and bool(os.statvfs(target).f_flag & os.ST_RDONLY)


def sync_folder(folder: Path) -> None:
    """Sync the entries of a folder, if the system and the file system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # network shares that cannot sync folders
            raise
    finally:
        os.close(handle)


PIECE = 1024 * 1024


def copy_atomically(source: Path, copy: Path) -> None:
    """Copy a file of any size to a new one atomically; raise UnreadableFileError or UnwritableFileError."""
    try:
        if not stat.S_ISREG(source.stat().st_mode):
            raise UnreadableFileError(source, "it is not a file")
        file = source.open("rb")
    except OSError as error:
        raise UnreadableFileError(source, error_in_words(error)) from error
    with file:
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
            _copied(file, copy)
        except OSError as error:
            raise UnwritableFileError(copy, error_in_words(error)) from error


def digest_of(path: Path) -> str:
    """Return the digest of a file's content; raise OSError."""
    import hashlib

    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is not a file")
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _copied(file: BinaryIO, copy: Path) -> None:
    """Copy in blocks to a temporary file, which is then renamed."""
    temporary, handle = temporary_in(copy.parent)
    try:
        with os.fdopen(handle, "wb") as made:
            while piece := file.read(PIECE):
                made.write(piece)
            made.flush()
            os.fsync(made.fileno())
        temporary.replace(copy)
    except BaseException:
        _forget(temporary)
        raise


def holds(path: Path, content: bytes) -> bool:
    """Return whether a file has exactly this content, which is not empty."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return False
    try:
        return bool(content) and os.read(handle, len(content) + 1) == content
    except OSError:
        return False
    finally:
        os.close(handle)


def bounded_bytes(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file with at most `most` bytes.

    Devices and pipes are refused. Raise UnreadableFileError.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise UnreadableFileError(path, "it is not a file")
        if found.st_size > most:
            raise UnreadableFileError(path, f"it is larger than {most // 1024 // 1024} MB")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or str(error)).lower()) from error


def is_there(path: Path) -> bool:
    """Return whether a file exists, or cannot be inspected."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


MIB = 1024 * 1024

MOST_ROSTER_BYTES = 64 * MIB
"""In bytes; a roster of 10,000 characters has 27 MB."""
MOST_FOREIGN_BYTES = 64 * MIB
"""In bytes; a pack of 1,000 Foundry actors has 10 MB, and takes four times as much memory when read."""
MOST_TEXT_CHARACTERS = 1_000_000
"""In characters; a hundred stat blocks have a tenth of it."""
MOST_TEXT_BYTES = 4 * MIB
"""In bytes; enough for as many characters in any encoding."""
MOST_PAGES = 600
"""Maximum number of pages of a PDF; the books have 200 to 430."""
MOST_SECONDS_OF_PDF = 30
"""The time limit for reading the text of a PDF, in seconds; a page of a book takes 10 to 50 milliseconds."""
MOST_STATE_BYTES = 4 * MIB
"""In bytes; settings and the view of each roster take some kilobytes each."""

MOST_MARKS = 2_500_000
"""The number of commas, colons and opening brackets, which counts the values of a file before it is decoded; each value
takes 50 to 200 bytes. A roster of 10,000 characters has 2,100,000.
"""
MOST_DEPTH = 100
"""The depth of nested values, which are traversed and written recursively."""

MOST_CHARACTERS = 50_000
"""Each unreadable one is located separately, which takes 30 microseconds."""
MOST_GROUPS = 50_000
"""Each has its own row in the roster pane."""
MOST_POINTS = 100
"""Kinds of points of one character, each with a field on the card; systems have five at most."""
MOST_ENTRIES, MOST_LINES = 20_000, 100_000
"""Actors in one file of another program, each with a row in the report; and lines of a pack, which keeps old ones."""

MARKS = (b",", b":", b"[", b"{")
BRANCHES = {dict, list}


def holds_too_many(content: bytes) -> bool:
    """Return whether JSON has too many values, counted without decoding it."""
    return marks_in(content) > MOST_MARKS


def marks_in(content: bytes) -> int:
    """Return how many values JSON has at most, counted by its marks; parts that follow each other add up."""
    return sum(map(content.count, MARKS))


def is_deep(raw: Any) -> bool:
    """Return whether data are nested too deeply to be traversed and written again."""
    level = [raw] if type(raw) in BRANCHES else []
    for _ in range(MOST_DEPTH + 1):
        parts = (one.values() if type(one) is dict else one for one in level)
        level = [inner for part in parts for inner in part if type(inner) in BRANCHES]
        if not level:
            return False
    return True
