"""Who holds a roster: a lock for each, which a process that dies lets go of by itself, and a note of who it is."""

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
"""In milliseconds: a holder on another computer who has not renewed its note for this long is gone."""

MOST_BYTES = 4096

Time = Annotated[int, Meta(ge=0, lt=1 << 43)]
"""Milliseconds since 1970 (UTC), before the year 2200."""


class Holder(Struct, frozen=True):
    """Name a process that holds a roster; times are in milliseconds since 1970 (UTC).

    A holder whose note cannot be read has neither host nor process.
    """

    host: str = ""
    process: int = 0
    program: str = ""
    since: Time = 0
    renewed: Time = 0

    def same_process(self, other: "Holder") -> bool:
        """Tell whether two notes are of one process."""
        return (self.host, self.process) == (other.host, other.process)


class HeldLock:
    """Hold a roster until it is let go."""

    def __init__(self, path: Path, holder: Holder, lock: "BaseFileLock | None") -> None:
        """Take what `take` made; without a lock nobody is kept out, as nothing could be written there."""
        self._note = _note(path)
        self._holder = holder
        self._lock = lock

    def renew(self, now: int) -> None:
        """Say who holds it, unless somebody else has opened it anyway; `now` in milliseconds since 1970 (UTC)."""
        other = _read(self._note)
        if other.host and not other.same_process(self._holder) and _recent(other, now):
            return
        self._holder = structs.replace(self._holder, renewed=now)
        with contextlib.suppress(OSError):
            fresh = self._note.with_suffix(f".{self._holder.process}.new")
            fresh.write_bytes(msgspec.json.encode(self._holder))
            fresh.replace(self._note)

    def release(self) -> None:
        """Let it go; the file of the lock stays, as removing it could let two hold it."""
        with contextlib.suppress(OSError):
            if _read(self._note).same_process(self._holder):
                self._note.unlink()
        if self._lock is not None:
            self._lock.release()


def this_process(now: int) -> Holder:
    """Name this process; `now` in milliseconds since 1970 (UTC)."""
    import platform

    return Holder(platform.node() or "localhost", os.getpid(), f"GM Desk {__version__}", now, now)


def take(path: Path, me: Holder, *, anyway: bool = False) -> HeldLock | Holder:
    """Take a lock, or tell who holds it; `anyway` takes it from whom it cannot reach.

    A holder on this computer is known for certain. The lock does not reach another computer, with which this folder
    may be shared: there a note that was renewed lately counts. Where nothing can be written, nobody is kept out.
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
    """Somebody else has a lock for longer than was waited."""


@contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Hold a lock while something is written, and wait for whoever has it; where there can be none, nobody is kept out.

    Raises BusyError.
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
    """Take the lock of the system; raises Timeout where somebody has it, OSError where there can be none."""
    from filelock import FileLock

    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path, thread_local=False, fallback_to_soft=False)
    lock.acquire(timeout=seconds)
    return lock


def elsewhere(holder: Holder, me: Holder) -> bool:
    """Tell whether a holder is on another computer, where it cannot be reached."""
    return bool(holder.host) and holder.host != me.host


def _recent(holder: Holder, now: int) -> bool:
    """Tell whether a note was renewed lately; the clocks of two computers may differ either way."""
    return abs(now - holder.renewed) < RECENT


def _note(path: Path) -> Path:
    """Give the note beside a lock."""
    return path.with_suffix(".json")


def _read(note: Path) -> Holder:
    """Read who holds a lock; an unreadable note names nobody."""
    try:
        with note.open("rb") as file:
            return msgspec.json.decode(file.read(MOST_BYTES), type=Holder)
    except (OSError, ValueError, RecursionError):
        return Holder()


def _forget(note: Path) -> None:
    """Remove the note of a holder who is gone, so that it is not taken for one of somebody else."""
    with contextlib.suppress(OSError):
        note.unlink()
