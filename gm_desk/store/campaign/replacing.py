"""Replacing a roster and its log together: afterwards both are new, or both are old.

The old log is copied and a marker file describes the replacement; then the new log is moved into place, and the new
roster last. If the program is killed, the next start completes the replacement if the roster is the new one, and undoes
it otherwise. While there is a marker, nothing is written to the log.
"""

import contextlib
import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from gm_desk.store.disk.files import (
    UnwritableFileError,
    digest_of,
    error_in_words,
    is_there,
    sweep,
    sync_folder,
    write_atomically,
)
from gm_desk.store.disk.places import REPLACING, Places, marker_of
from gm_desk.store.journal.recovery import finish

LOGS = ("", "-wal", "-shm")
"""The files of a log; the last one is recreated when needed."""
KEPT = ".before"
NOTHING = ""
"""The digest of a missing file."""


class Replacing(Struct, frozen=True):
    """A replacement in progress: the roster's file, and the digests of it and of the log before and after.

    `tails` are the suffixes of the log's files before.
    """

    roster: str
    before: str
    after: str
    log: str
    tails: tuple[str, ...]


class ReplacementResult(Struct, frozen=True):
    """The result of an interrupted replacement: its roster, and whether it was completed.

    If the disk still fails, `problem` is the reason, and nothing is decided yet.
    """

    roster: Path
    complete: bool
    problem: str = ""


@contextmanager
def replacing(log: Path, roster: Path, content: bytes, new_log: Path | None) -> Iterator[None]:
    """Replace a log, and then its roster with `content`: both or neither.

    There may be no log before or afterwards. If the disk fails while the old log is restored, `settle` completes that
    later. Raise UnwritableFileError.
    """
    try:
        mark = Replacing(
            roster=str(roster),
            before=_digest(roster),
            after=hashlib.sha256(content).hexdigest(),
            log=NOTHING if new_log is None else _digest(new_log),
            tails=_keep(log),
        )
        _begin(log, mark)
        try:
            yield
        except UnwritableFileError:
            if not settle(log):
                raise
        except BaseException:
            settle(log)
            raise
        else:
            _end(log)
    except OSError as error:
        raise UnwritableFileError(log, error_in_words(error)) from error


def settle(log: Path) -> bool:
    """Complete or undo an interrupted replacement; return whether it is complete. Raise OSError."""
    mark, kept = _read(log), tuple(tail for tail in LOGS[:-1] if _copy(log, tail).exists())
    complete = mark is not None and _is_complete(mark, log)
    if not complete and (kept or (mark and not mark.tails)):  # copies are removed once everything is restored
        _put_back(log, mark.tails if mark else kept)
    _end(log)
    return complete


def settle_all(places: Places, now: int) -> list[ReplacementResult]:
    """Settle every interrupted replacement, except for rosters locked by a window; `now` is in milliseconds.

    Copies left by a program before it started or after it finished are removed.
    """
    folder = places.journals
    found: list[ReplacementResult] = []
    for log in sorted({log for kept in (KEPT, REPLACING) for log in _logs_beside(folder, kept)}):
        from gm_desk.store.disk.locks import Holder, take, this_process

        held = take(places.lock(log.stem), this_process(now))
        if not isinstance(held, Holder):
            found += filter(None, [settle_one(log)])
            held.release()
    with contextlib.suppress(OSError):
        sweep(folder)
    return found


def settle_one(log: Path) -> ReplacementResult | None:
    """Settle an interrupted replacement and return its result, or None if there was nothing to do."""
    roster = log
    try:
        mark = _read(log)
        if mark is None and not marker_of(log).exists():
            _forget(log)
            return None
        roster = Path(mark.roster) if mark else log
        return ReplacementResult(roster, settle(log))
    except OSError as error:
        return ReplacementResult(roster, complete=False, problem=error_in_words(error))


def _is_complete(mark: Replacing, log: Path) -> bool:
    """Return whether the roster, which is written last, is the new one; raise OSError if it cannot be read.

    If the roster is inconclusive, because it was equal or has changed since, the log decides.
    """
    now = _digest(Path(mark.roster))
    if now in {mark.before, mark.after, NOTHING} and mark.before != mark.after:
        return now == mark.after
    return _digest(log) == mark.log


def _begin(log: Path, mark: Replacing) -> None:
    """Write the marker; if that fails, nothing was started."""
    try:
        write_atomically(marker_of(log), msgspec.json.encode(mark))
    except BaseException:
        with contextlib.suppress(OSError):
            marker_of(log).unlink(missing_ok=True)
        _forget(log)
        raise


def _end(log: Path) -> None:
    """Remove the marker, then the copies; a marker without copies means that everything is done."""
    with contextlib.suppress(OSError):
        marker_of(log).unlink(missing_ok=True)
        sync_folder(log.parent)
    _forget(log)


def _read(log: Path) -> Replacing | None:
    """Return the content of a marker, or None if there is none or it is invalid. Raise OSError."""
    try:
        return msgspec.json.decode(marker_of(log).read_bytes(), type=Replacing)
    except (FileNotFoundError, ValueError):
        return None


def _logs_beside(folder: Path, kept: str) -> Iterator[Path]:
    """Yield the logs in a folder that have a file with this suffix."""
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*.sqlite{kept}*"):
            yield path.with_name(path.name.partition(kept)[0])


def _refuse_open(path: Path) -> None:
    """Raise UnwritableFileError if another program has a log open: its later writes would be lost."""
    if not path.exists():
        return
    try:
        uri = f"{path.as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:  # a damaged log is replaced nevertheless
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise UnwritableFileError(path, "its log is open in another window") from error


def _keep(path: Path) -> tuple[str, ...]:
    """Copy a log, unless another program has it open; return the suffixes of its files."""
    try:
        finish(path)
        kept = []
        for tail in LOGS[:-1]:
            source, copy = Path(f"{path}{tail}"), _copy(path, tail)
            copy.unlink(missing_ok=True)  # left by a program that was killed
            if source.exists():
                write_atomically(copy, source.read_bytes())
                shutil.copymode(source, copy)
                kept.append(tail)
        _refuse_open(path)
    except BaseException:
        _forget(path)
        raise
    return tuple(kept)


def _put_back(path: Path, tails: tuple[str, ...]) -> None:
    """Restore a log by renaming, which needs no disk space; the main file first.

    Copies that no longer exist were restored before.
    """
    for tail in LOGS:
        if tail not in tails:
            Path(f"{path}{tail}").unlink(missing_ok=True)
    for tail in tails:
        copy = _copy(path, tail)
        if copy.exists():
            copy.replace(f"{path}{tail}")
    if path.parent.exists():
        sync_folder(path.parent)


def _forget(path: Path) -> None:
    """Remove the copies, as far as possible."""
    for tail in LOGS[:-1]:
        with contextlib.suppress(OSError):
            _copy(path, tail).unlink(missing_ok=True)


def _copy(path: Path, tail: str) -> Path:
    return Path(f"{path}{KEPT}{tail}")


def _digest(path: Path) -> str:
    """Return the digest of a file, or that of a missing one; raise OSError."""
    return digest_of(path) if is_there(path) else NOTHING
