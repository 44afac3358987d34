"""Roster locks: a file lock that the system releases when its process dies, and a note about its holder."""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct, structs

from gm_desk import __version__

if TYPE_CHECKING:
    from filelock import BaseFileLock

RECENT = 3 * 60_000
"""In milliseconds; a holder on another computer whose note is older than this is gone."""

MOST_BYTES = 4096

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


class HeldLock:
    """A lock on a roster, until it is released."""

    def __init__(self, path: Path, holder: Holder, lock: "BaseFileLock | None") -> None:
        """Store the result of `take`; without a system lock nobody is kept out, as nothing could be written there."""
        self._note = _note(path)
        self._holder = holder
        self._lock = lock

    def renew(self, now: int) -> None:
        """Renew the note, unless somebody else has opened the roster anyway; `now` is in milliseconds (UTC)."""
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

    On this computer the system lock is certain. It does not reach another computer with which the folder may be
    shared: there a recently renewed note counts. If nothing can be written, nobody is kept out.
    """
    from filelock import Timeout

    try:
        lock = _locked(path)
    except Timeout:
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


class BusyError(Exception):
    """The lock was not released within the time to wait."""


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Lock a file during a write, after waiting for its holder; without locks in the file system there is no waiting.

    Raise BusyError if the holder does not release it in time.
    """
    from filelock import Timeout

    try:
        lock = _locked(path, seconds)
    except Timeout as error:
        raise BusyError(path) from error
    except OSError:
        lock = None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _locked(path: Path, seconds: float = 0) -> "BaseFileLock":
    """Take the system lock; raise Timeout if it is taken, OSError if locks are not possible."""
    from filelock import FileLock

    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path, thread_local=False, fallback_to_soft=False)
    lock.acquire(timeout=seconds)
    return lock


def elsewhere(holder: Holder, me: Holder) -> bool:
    """Return whether a holder is on another computer, where it cannot be reached."""
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
    """Remove the note of a holder who is gone, so that it is not taken for another one's."""
    with contextlib.suppress(OSError):
        note.unlink()
