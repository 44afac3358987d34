"""Putting another log in the place of one, so that the old one comes back where that fails."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from gm_desk.store.errors import UnwritableFileError
from gm_desk.store.files import in_words, write_atomically
from gm_desk.store.recovery import finish

LOGS = ("", "-wal", "-shm")
"""The files of a log; the last one is made anew whenever it is needed."""
KEPT = ".before"


@contextmanager
def replacing_log(path: Path) -> Iterator[None]:
    """Keep a log with what SQLite left beside it while another takes its place, and put it back where that fails.

    There need be none; then there is none again. Where it cannot even be put back, it stays beside its place. Raises
    UnwritableFileError.
    """
    try:
        _keep(path)
        try:
            yield
        except BaseException:
            _put_back(path)
            raise
        _forget(path)
    except OSError as error:
        raise UnwritableFileError(path, in_words(error)) from error


def _refuse_open(path: Path) -> None:
    """Raise UnwritableFileError where another program has a log open: what it writes later would be lost."""
    if not path.exists():
        return
    try:
        uri = f"{path.as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:  # a damaged log is replaced all the same, whatever SQLite just made of it
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise UnwritableFileError(path, "its log is open in another window") from error


def _keep(path: Path) -> None:
    """Copy a log beside its place, unless another program has it open."""
    try:
        finish(path)
        for tail in LOGS[:-1]:
            source, copy = Path(f"{path}{tail}"), _copy(path, tail)
            copy.unlink(missing_ok=True)  # left by a program that was killed
            if source.exists():
                write_atomically(copy, source.read_bytes())
                shutil.copymode(source, copy)
        _refuse_open(path)
    except BaseException:
        _forget(path)
        raise


def _put_back(path: Path) -> None:
    """Put a log back by renaming alone, which needs no room; the file itself first, as what is beside belongs to it."""
    Path(f"{path}{LOGS[-1]}").unlink(missing_ok=True)
    for tail in LOGS[:-1]:
        copy = _copy(path, tail)
        if copy.exists():
            copy.replace(f"{path}{tail}")
        else:
            Path(f"{path}{tail}").unlink(missing_ok=True)


def _forget(path: Path) -> None:
    """Remove the copies, as far as the disk lets us."""
    for tail in LOGS[:-1]:
        with contextlib.suppress(OSError):
            _copy(path, tail).unlink(missing_ok=True)


def _copy(path: Path, tail: str) -> Path:
    return Path(f"{path}{KEPT}{tail}")
