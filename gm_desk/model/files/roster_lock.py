"""The open roster and other windows and programs: its lock, who may change it, and changes of its file."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.files.workers import Now, Runner, Saver
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.locks import HeldLock, Holder, elsewhere, take, this_process
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import Known, knowing

if TYPE_CHECKING:
    from gm_desk.model.files.external_changes import ExternalChanges

LOOK_AGAIN_AFTER = 3_000
RENEW_AFTER = 60_000

HELD, SEEMS_HELD = "lock", "far lock"
"""The sources of the troubles: a holder on this computer is certain, one on another computer is not."""


class RosterLock(QObject):
    """The lock of one roster at a time; while another process holds it, this is reported and retried."""

    freed = Signal()
    trouble_changed = Signal(str, str)

    def __init__(self, places: Places, now: Now, *, writes: bool = True, parent: QObject | None = None) -> None:
        """Begin without a lock; with `writes` False, no lock is ever taken."""
        super().__init__(parent)
        self.why = ""
        self._places = places
        self._now = now
        self._writes = writes
        self._id = ""
        self._held: HeldLock | None = None
        self._renewing = QTimer(self, interval=RENEW_AFTER)
        self._renewing.timeout.connect(self._renew)
        self._retry = QTimer(self, interval=LOOK_AGAIN_AFTER)
        self._retry.timeout.connect(self.look)

    def take(self, roster_id: str) -> str:
        """Lock a roster, and release any other; return why it cannot be changed, or ""."""
        if self._id != roster_id:
            self.release()
            self._id = roster_id
        if self._held is None and self._writes:
            self._try(anyway=False)
        return self.why

    def release(self) -> None:
        """Release the lock, or stop waiting for it."""
        self._renewing.stop()
        self._retry.stop()
        self._id = ""
        if self._held is not None:
            self._held.release()
            self._held = None
        self._report(None)

    def look(self) -> None:
        """Take the lock if it has become free."""
        if self._retry.isActive() and self._try(anyway=False):
            self.freed.emit()

    def open_anyway(self) -> None:
        """Take the lock from a holder on another computer."""
        if self._retry.isActive() and self._try(anyway=True):
            self.freed.emit()

    def _try(self, *, anyway: bool) -> bool:
        """Take the lock, or report who holds it; return whether it was taken."""
        me = this_process(self._now())
        found = take(self._places.lock(self._id), me, anyway=anyway)
        if isinstance(found, HeldLock):
            self._held = found
            self._retry.stop()
            self._renewing.start()
            self._report(None)
            return True
        self._retry.start()
        self._report(found, far=elsewhere(found, me))
        return False

    def _renew(self) -> None:
        if self._held is not None:
            self._held.renew(self._now())

    def _report(self, holder: Holder | None, *, far: bool = False) -> None:
        """Report who holds the lock, if that has changed."""
        why = "" if holder is None else _words(holder, self._now(), far=far)
        if why != self.why:
            self.why = why
            message = f"{why[:1].upper()}{why[1:]}." if why else ""
            self.trouble_changed.emit(HELD, "" if far else message)
            self.trouble_changed.emit(SEEMS_HELD, message if far else "")


@contextmanager
def locked_roster(places: Places, roster_id: str, now: Now) -> Iterator[str]:
    """Lock a roster that is not open for the duration of a block; yield who else holds it, or ""."""
    me = this_process(now())
    found = take(places.lock(roster_id), me)
    if isinstance(found, Holder):
        yield _who(found, now(), far=elsewhere(found, me))
        return
    try:
        yield ""
    finally:
        found.release()


def _words(holder: Holder, now: int, *, far: bool) -> str:
    """Return who has a roster open, and the consequence, as a clause."""
    until = "it is closed there, or opened anyway" if far else "that window is closed"
    return f"this roster {_who(holder, now, far=far)}, and can only be read and used for rolls here until {until}"


def _who(holder: Holder, now: int, *, far: bool) -> str:
    """Return who has a roster open, as a predicate."""
    process = f" (process {holder.process})" if holder.process else ""
    since = f" since {_when(holder.since, now)}" if holder.since else ""
    where = f"seems to be open on another computer, “{holder.host}”" if far else "is open in another GM Desk window"
    return f"{where}{process}{since}"


def _when(milliseconds: int, now: int) -> str:
    """Return a time of today as hours and minutes, any other with its date."""
    then, today = (datetime.fromtimestamp(one / 1000).astimezone() for one in (milliseconds, now))
    return then.strftime("%H:%M" if then.date() == today.date() else "%Y-%m-%d %H:%M")


FREED = "This roster can be changed here now."


class Sharing(QObject):
    """The lock on the open roster and the watcher of its file; nothing is written while another window has the lock.

    Troubles are emitted with the sources of `lock` and `external_changes`, whose other signals are emitted here, too.
    """

    trouble_changed = Signal(str, str)
    noticed = Signal(str)
    loaded = Signal(object, object)
    replaced = Signal(object)
    ours_changed = Signal(object, object)

    def __init__(
        self,
        places: Places,
        document: RosterDocument,
        saver: Saver,
        runner: Runner,
        *,
        now: Now,
        writes: bool = True,
        parent: QObject | None = None,
    ) -> None:
        """Begin without a roster; with `writes` False, no roster is ever locked or watched. `runner` reads files."""
        super().__init__(parent)
        self.lock = RosterLock(places, now, writes=writes, parent=self)
        self._document = document
        self._saver = saver
        self._places, self._now = places, now
        self._runner = runner
        self._writes = writes
        self._followed = Path(), knowing(None), document.roster
        self._freed = False
        self.lock.trouble_changed.connect(self.trouble_changed)
        self.lock.trouble_changed.connect(self._follow_holder)
        self.lock.freed.connect(self._reload)

    @cached_property
    def external_changes(self) -> "ExternalChanges":
        """The changes of the file of the open roster, built when they are first looked for, after the first frame."""
        from gm_desk.model.files.backups import back_up_version
        from gm_desk.model.files.external_changes import ExternalChanges

        made = ExternalChanges(
            self._document,
            self._saver,
            self._places.rosters,
            back_up=partial(back_up_version, self._places, self._now),
            runner=self._runner,
            writes=self._writes,
            parent=self,
        )
        made.trouble_changed.connect(self.trouble_changed)
        made.looked.connect(self._allow_changes)
        for ours, theirs in (
            (made.noticed, self.noticed),
            (made.loaded, self.loaded),
            (made.replaced, self.replaced),
            (made.ours_changed, self.ours_changed),
        ):
            ours.connect(theirs)
        made.follow(*self._followed)
        return made

    def acquire(self, roster_id: str = "") -> str:
        """Lock a roster, or none for "", and release the previous one; return why it cannot be changed, or ""."""
        if roster_id:
            return self.lock.take(roster_id)
        self.lock.release()
        return ""

    def follow(self, path: Path, known: Known | None) -> None:
        """Follow the file of the roster that was opened; `known` is None for a file that does not exist yet."""
        self._freed = False
        self._followed = path, known or knowing(None), self._document.roster
        if self._has_looked:
            self.external_changes.follow(*self._followed)

    @property
    def _has_looked(self) -> bool:
        """Whether changes have been looked for."""
        return "external_changes" in vars(self)

    def leave(self) -> None:
        """Release the roster to others; a later change locks it again."""
        if self._has_looked:
            self.external_changes.stop()
        self.lock.release()

    def _follow_holder(self) -> None:
        """Update the reason why nothing can be changed when the holder of the roster changes."""
        if self._document.read_only and self.lock.why:
            self._document.set_read_only(self.lock.why)

    def _reload(self) -> None:
        """Allow changes here once nobody else has the lock and the file has been loaded again."""
        self._freed = True
        self.external_changes.look()

    def _allow_changes(self) -> None:
        if self._freed:
            self._freed = False
            self._document.set_read_only("")
            self.noticed.emit(FREED)
