"""Roster locks: a file lock that the system releases when its process dies, and a note about its holder."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta, Struct, structs

from gm_desk import __version__

RECENT = 3 * 60_000
"""In milliseconds; a holder on another computer counts as gone once its note is older than this."""

MOST_BYTES = 4096
RETRY = 0.05
"""Seconds between two attempts to take a lock."""

Time = Annotated[int, Meta(ge=0, lt=1 << 43)]
"""Milliseconds since 1970 (UTC), before the year 2200."""


class Holder(Struct, frozen=True):
    """A process that has a roster open; times are in milliseconds since 1970 (UTC).

    A holder whose note cannot be read has neither host nor process.
    """

    host: str = ""
    process: int = 0
    program: str = ""
    since: Time = 0
    renewed: Time = 0

    def same_process(self, other: "Holder") -> bool:
        """Return whether two notes belong to the same process."""
        return (self.host, self.process) == (other.host, other.process)


class BusyError(Exception):
    """The lock was not released within the time to wait."""


class SystemLock(Protocol):
    """A lock of the system on a file."""

    def release(self) -> object:
        """Release the lock, and keep its file."""


class HeldLock:
    """A lock on a roster, until it is released."""

    def __init__(self, path: Path, holder: Holder, lock: SystemLock | None) -> None:
        """Store the result of `take`; without a system lock nobody is kept out, because the folder is not writable."""
        self._note = _note(path)
        self._holder = holder
        self._lock = lock

    def renew(self, now: int) -> None:
        """Renew the note, unless another process has taken over the roster; `now` is in milliseconds (UTC)."""
        other = _read(self._note)
        if other.host and not other.same_process(self._holder) and _recent(other, now):
            return
        self._holder = structs.replace(self._holder, renewed=now)
        with contextlib.suppress(OSError):
            fresh = self._note.with_suffix(f".{self._holder.process}.new")
            fresh.write_bytes(msgspec.json.encode(self._holder))
            fresh.replace(self._note)

    def release(self) -> None:
        """Release the lock; its file stays, because removing it could let two processes lock the roster."""
        with contextlib.suppress(OSError):
            if _read(self._note).same_process(self._holder):
                self._note.unlink()
        if self._lock is not None:
            self._lock.release()


def this_process(now: int) -> Holder:
    """Return this process as a holder; `now` is in milliseconds since 1970 (UTC)."""
    import platform

    return Holder(platform.node() or "localhost", os.getpid(), f"GM Desk {__version__}", now, now)


def take(path: Path, me: Holder, *, anyway: bool = False) -> HeldLock | Holder:
    """Take a lock, or return its holder; `anyway` takes it from a holder that cannot be reached.

    On this computer the system lock is reliable. It does not reach other computers that share the folder: for those a
    recently renewed note counts. If the folder is not writable, nobody is kept out.
    """
    try:
        lock = _locked(path)
    except BusyError:
        lock = None
        if not anyway:
            return _read(_note(path))
    except OSError:
        lock = None
    other = _read(_note(path))
    if not anyway and elsewhere(other, me) and _recent(other, me.since):
        if lock is not None:
            lock.release()
        return other
    held = HeldLock(path, me, lock)
    _forget(_note(path))
    held.renew(me.since)
    return held


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Lock a file during a write, after waiting for its holder; do nothing if the file system has no locks.

    Raise BusyError if the holder does not release it in time.
    """
    lock: SystemLock | None
    try:
        lock = _locked(path, seconds)
    except OSError:
        lock = None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _locked(path: Path, seconds: float = 0) -> SystemLock:
    """Take the system lock; raise BusyError if it is taken, OSError if locks are not possible."""
    if sys.platform == "win32":
        path.parent.mkdir(parents=True, exist_ok=True)
        from filelock import FileLock, Timeout

        lock = FileLock(path, thread_local=False, fallback_to_soft=False)
        try:
            lock.acquire(timeout=seconds)
        except Timeout as error:
            raise BusyError(path) from error
        return lock
    try:
        return _flocked(path, seconds)
    except FileNotFoundError:  # the folder is made when it is missing, instead of being looked for each time
        path.parent.mkdir(parents=True, exist_ok=True)
        return _flocked(path, seconds)


if sys.platform != "win32":
    import fcntl

    class Flock:
        """A lock by `flock`, like that of filelock, whose import would slow down every start."""

        def __init__(self, file: int) -> None:
            """Own the descriptor of a locked file."""
            self._file = file

        def release(self) -> None:
            """Release the lock, once."""
            file, self._file = self._file, -1
            if file >= 0:
                os.close(file)

    def _flocked(path: Path, seconds: float) -> Flock:
        """Take a lock by `flock`, trying again for some seconds; raise BusyError or OSError."""
        until = time.monotonic() + seconds
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        try:
            while not (taken := _flock(file)) and time.monotonic() < until:
                time.sleep(RETRY)
        except BaseException:
            os.close(file)
            raise
        if taken:
            return Flock(file)
        os.close(file)
        raise BusyError(path)

    def _flock(file: int) -> bool:
        """Lock an open file, and return whether nobody else has locked it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def elsewhere(holder: Holder, me: Holder) -> bool:
    """Return whether a holder is on another computer, out of reach of the system lock."""
    return bool(holder.host) and holder.host != me.host


def _recent(holder: Holder, now: int) -> bool:
    """Return whether a note was renewed recently; the clocks of two computers may differ either way."""
    return abs(now - holder.renewed) < RECENT


def _note(path: Path) -> Path:
    """Return the path of the note beside a lock."""
    return path.with_suffix(".json")


def _read(note: Path) -> Holder:
    """Return the holder of a lock; an unreadable note has no host and process."""
    try:
        with note.open("rb") as file:
            return msgspec.json.decode(file.read(MOST_BYTES), type=Holder)
    except (OSError, ValueError, RecursionError):
        return Holder()


def _forget(note: Path) -> None:
    """Remove the note of a holder who is gone, so that it is not mistaken for that of another process."""
    with contextlib.suppress(OSError):
        note.unlink()
