"""Replacing a roster and its log together: both are the new ones afterwards, or both are the old ones.

The old log is copied beside its place, then a mark is written that says what is being replaced; the new log takes its
place, the new roster last. Whoever finds a mark knows by the roster which of the two is to stand: a program that was
killed leaves it to the next start. While there is a mark, nobody writes to the log.
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

from gm_desk.store.disk.errors import UnwritableFileError
from gm_desk.store.disk.files import digest_of, in_words, is_there, sweep, sync_folder, write_atomically
from gm_desk.store.disk.places import REPLACING, Places
from gm_desk.store.journal.recovery import finish

LOGS = ("", "-wal", "-shm")
"""The files of a log; the last one is made anew whenever it is needed."""
KEPT = ".before"
NOTHING = ""
"""What stands for the digest of a file that is not there."""


class Replacing(Struct, frozen=True):
    """Say what is being replaced: the roster's file, what it and the log hold before and after, by their digests.

    `tails` are those of the files that the log had before.
    """

    roster: str
    before: str
    after: str
    log: str
    tails: tuple[str, ...]


class Settled(Struct, frozen=True):
    """Say what became of a replacement that was interrupted: of which roster, and whether it is complete now.

    Where the disk still refuses, `problem` says why, and nothing is decided yet.
    """

    roster: Path
    complete: bool
    problem: str = ""


def mark_of(log: Path) -> Path:
    """Return the mark beside a log that is being replaced."""
    return Path(f"{log}{REPLACING}")


@contextmanager
def replacing(log: Path, roster: Path, content: bytes, new_log: Path | None) -> Iterator[None]:
    """Keep a log while another takes its place and then `content` that of its roster; afterwards both stand or none.

    There need be no log before, and none afterwards. Where the disk refuses even to put the old log back, that is left
    to `settle`. Raises UnwritableFileError.
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
        raise UnwritableFileError(log, in_words(error)) from error


def settle(log: Path) -> bool:
    """Complete a replacement that was interrupted, or take it back; returns whether it is complete. Raises OSError."""
    mark, kept = _read(log), tuple(tail for tail in LOGS[:-1] if _copy(log, tail).exists())
    complete = mark is not None and _is_complete(mark, log)
    if not complete and (kept or (mark and not mark.tails)):  # copies are gone once all is put back
        _put_back(log, mark.tails if mark else kept)
    _end(log)
    return complete


def settle_all(places: Places, now: int) -> list[Settled]:
    """Settle every replacement that was interrupted, but for rosters that a window holds; `now` is in milliseconds.

    Copies that a program left before it had begun, or once it was done, are removed.
    """
    folder = places.journals
    found: list[Settled] = []
    for log in sorted({log for kept in (KEPT, REPLACING) for log in _logs_beside(folder, kept)}):
        from gm_desk.store.disk.locks import Holder, take, this_process

        held = take(places.lock(log.stem), this_process(now))
        if not isinstance(held, Holder):
            found += filter(None, [settle_one(log)])
            held.release()
    with contextlib.suppress(OSError):
        sweep(folder)
    return found


def settle_one(log: Path) -> Settled | None:
    """Settle a replacement that was interrupted, and say what became of it; None where there is nothing to say."""
    roster = log
    try:
        mark = _read(log)
        if mark is None and not mark_of(log).exists():
            _forget(log)
            return None
        roster = Path(mark.roster) if mark else log
        return Settled(roster, settle(log))
    except OSError as error:
        return Settled(roster, complete=False, problem=in_words(error))


def _is_complete(mark: Replacing, log: Path) -> bool:
    """Return whether the roster is the new one, which is written last; raises OSError where it cannot be read.

    The log decides where the roster cannot: it is the same one, or was changed since.
    """
    now = _digest(Path(mark.roster))
    if now in {mark.before, mark.after, NOTHING} and mark.before != mark.after:
        return now == mark.after
    return _digest(log) == mark.log


def _begin(log: Path, mark: Replacing) -> None:
    """Write the mark; where that fails, nothing was begun."""
    try:
        write_atomically(mark_of(log), msgspec.json.encode(mark))
    except BaseException:
        with contextlib.suppress(OSError):
            mark_of(log).unlink(missing_ok=True)
        _forget(log)
        raise


def _end(log: Path) -> None:
    """Remove the mark, then the copies; without those a mark that cannot be removed says that all is done."""
    with contextlib.suppress(OSError):
        mark_of(log).unlink(missing_ok=True)
        sync_folder(log.parent)
    _forget(log)


def _read(log: Path) -> Replacing | None:
    """Read a mark; None where there is none, or it is none of ours. Raises OSError."""
    try:
        return msgspec.json.decode(mark_of(log).read_bytes(), type=Replacing)
    except (FileNotFoundError, ValueError):
        return None


def _logs_beside(folder: Path, kept: str) -> Iterator[Path]:
    """Yield the logs in a folder beside which something is kept."""
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*.sqlite{kept}*"):
            yield path.with_name(path.name.partition(kept)[0])


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


def _keep(path: Path) -> tuple[str, ...]:
    """Copy a log beside its place, unless another program has it open; returns the tails of its files."""
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
    """Put a log back by renaming alone, which needs no room; the file itself first, as what is beside belongs to it.

    What is not there any more was put back before.
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
    """Remove the copies, as far as the disk lets us."""
    for tail in LOGS[:-1]:
        with contextlib.suppress(OSError):
            _copy(path, tail).unlink(missing_ok=True)


def _copy(path: Path, tail: str) -> Path:
    return Path(f"{path}{KEPT}{tail}")


def _digest(path: Path) -> str:
    """Return the digest of a file, or what stands for none; raises OSError."""
    return digest_of(path) if is_there(path) else NOTHING
