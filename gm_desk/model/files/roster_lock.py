"""Hold the open roster against other windows, and wait for one that another window holds."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.store.disk.locks import HeldLock, Holder, elsewhere, take, this_process
from gm_desk.store.disk.places import Places

LOOK_AGAIN_AFTER = 3_000
RENEW_AFTER = 60_000

HELD, SEEMS_HELD = "lock", "far lock"
"""The sources of what is told: a holder on this computer is known for certain, one on another is not."""


def now() -> int:
    """Give the time in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


class RosterLock(QObject):
    """Take the lock of one roster at a time; where somebody else has it, say so, and look again until it is free."""

    freed = Signal()
    trouble_changed = Signal(str, str)

    def __init__(self, places: Places, *, keeps: bool = True, parent: QObject | None = None) -> None:
        """Hold nothing yet; a program that does not keep holds nothing ever."""
        super().__init__(parent)
        self.why = ""
        self._places = places
        self._keeps = keeps
        self._id = ""
        self._held: HeldLock | None = None
        self._renewing = QTimer(self, interval=RENEW_AFTER)
        self._renewing.timeout.connect(self._renew)
        self._looking = QTimer(self, interval=LOOK_AGAIN_AFTER)
        self._looking.timeout.connect(self.look)

    def take(self, roster_id: str) -> str:
        """Hold a roster, and no other; gives why it cannot be changed, or nothing."""
        if self._id != roster_id:
            self.let_go()
            self._id = roster_id
        if self._held is None and self._keeps:
            self._try(anyway=False)
        return self.why

    def let_go(self) -> None:
        """Hold nothing any more, and wait for nothing."""
        self._renewing.stop()
        self._looking.stop()
        self._id = ""
        if self._held is not None:
            self._held.release()
            self._held = None
        self._say(None)

    def look(self) -> None:
        """See whether the roster is free by now."""
        if self._looking.isActive() and self._try(anyway=False):
            self.freed.emit()

    def open_anyway(self) -> None:
        """Take the roster from a holder who cannot be reached."""
        if self._looking.isActive() and self._try(anyway=True):
            self.freed.emit()

    def _try(self, *, anyway: bool) -> bool:
        """Take the lock, or say who has it; tells whether it is ours now."""
        me = this_process(now())
        found = take(self._places.lock(self._id), me, anyway=anyway)
        if isinstance(found, HeldLock):
            self._held = found
            self._looking.stop()
            self._renewing.start()
            self._say(None)
            return True
        self._looking.start()
        self._say(found, far=elsewhere(found, me))
        return False

    def _renew(self) -> None:
        if self._held is not None:
            self._held.renew(now())

    def _say(self, holder: Holder | None, *, far: bool = False) -> None:
        """Tell who has it, where that is news."""
        why = "" if holder is None else _words(holder, far=far)
        if why != self.why:
            self.why = why
            told = f"{why[:1].upper()}{why[1:]}." if why else ""
            self.trouble_changed.emit(HELD, "" if far else told)
            self.trouble_changed.emit(SEEMS_HELD, told if far else "")


@contextmanager
def held_meanwhile(places: Places, roster_id: str) -> Iterator[str]:
    """Hold a roster that is not open here while something is done with it; gives who has it, where that is not us."""
    me = this_process(now())
    found = take(places.lock(roster_id), me)
    if isinstance(found, Holder):
        yield _who(found, far=elsewhere(found, me))
        return
    try:
        yield ""
    finally:
        found.release()


def _words(holder: Holder, *, far: bool) -> str:
    """Word who has a roster and what follows from that, as a clause."""
    until = "it is closed there, or opened anyway" if far else "that window is closed"
    return f"this roster {_who(holder, far=far)}, and can only be read and rolled here until {until}"


def _who(holder: Holder, *, far: bool) -> str:
    """Word who has a roster, as what is said of it."""
    process = f" (process {holder.process})" if holder.process else ""
    since = f" since {_when(holder.since)}" if holder.since else ""
    where = f"seems to be open on another computer, “{holder.host}”" if far else "is open in another GM Desk window"
    return f"{where}{process}{since}"


def _when(milliseconds: int) -> str:
    """Word a time: today's by the clock, others with their day."""
    then = datetime.fromtimestamp(milliseconds / 1000).astimezone()
    today = datetime.now().astimezone().date()
    return then.strftime("%H:%M" if then.date() == today else "%Y-%m-%d %H:%M")
