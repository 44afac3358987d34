"""The rolls of the open roster on their way to the disk, and back to the screen."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.draft import Draft
from gm_desk.core.roster import NewId
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.store.entries import EVENING_ENDS_AFTER, Entry
from gm_desk.store.errors import StoreError, UnwritableFileError

if TYPE_CHECKING:
    from gm_desk.store.journal import Journal

RETRY_AFTER = 5_000


class Logged(Struct, frozen=True):
    """Hold an entry, and whether it is on the disk."""

    entry: Entry
    saved: bool


class RollLog(QObject):
    """Write each roll to the journal before it is shown; keep what cannot be written, and try again."""

    added = Signal(object)
    saved = Signal()
    opened = Signal()
    trouble_changed = Signal(str)

    def __init__(
        self,
        open_journal: "Callable[[str], Journal]",
        new_id: NewId,
        now: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        """Log nothing yet; `open_journal` opens a roster's journal, `now` gives milliseconds since 1970 (UTC)."""
        super().__init__(parent)
        self._open_journal = open_journal
        self._new_id = new_id
        self._now = now
        self._system = ""
        self._roster = ""
        self._journal: Journal | None = None
        self._last: Entry | None = None
        self._unsaved: list[Entry] = []
        self._retry = QTimer(self, interval=RETRY_AFTER)
        self._retry.timeout.connect(self._save)

    def open(self, roster_id: str, system: str) -> None:
        """Turn to the journal of a roster; the file itself is opened when it is first needed."""
        self.close()
        self._roster, self._system = roster_id, system
        self._last = None
        self.opened.emit()

    def close(self) -> None:
        """Try a last time to write what is unsaved, and close the journal."""
        self._save()
        self._unsaved.clear()
        self._retry.stop()
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def forget(self) -> None:
        """Let go of what cannot be written."""
        self._unsaved.clear()

    @property
    def unsaved(self) -> int:
        """Count the rolls that are not on the disk."""
        return len(self._unsaved)

    def add(
        self, draft: Draft, request: SuccessTest, house: House, dice: Thrown, *, by_hand: bool, secret: bool
    ) -> None:
        """Write a roll down, then tell of it."""
        entry_id, now = self._new_id(), self._now()
        entry = Entry(
            id=entry_id,
            batch=entry_id,
            session=self._session(entry_id, now),
            time=now,
            system=self._system,
            draft=draft,
            request=request,
            house=house,
            dice=dict(dice),
            by_hand=by_hand,
            secret=secret,
        )
        self._last = entry
        self._unsaved.append(entry)
        self._save()
        self.added.emit(Logged(entry, saved=not self._unsaved))

    def page(self, limit: int, before: str = "", words: str = "") -> list[Logged]:
        """Give rolls, newest first, older than the one with the id `before`; unsaved ones come first of all."""
        waiting = [] if before else [Logged(entry, saved=False) for entry in reversed(self._unsaved)]
        try:
            stored = self._journal_of_roster().page(limit, before, words)
        except StoreError as error:
            self.trouble_changed.emit(f"The log could not be read: {error.problem}.")
            stored = []
        return waiting + [Logged(entry, saved=True) for entry in stored]

    def _session(self, entry_id: str, now: int) -> str:
        """Give the evening of a roll: the last roll's, unless that was long ago."""
        if self._last is None:
            self._last = next((logged.entry for logged in self.page(1)), None)
        if self._last is not None and 0 <= now - self._last.time < EVENING_ENDS_AFTER:
            return self._last.session
        return entry_id

    def _journal_of_roster(self) -> "Journal":
        if self._journal is None:
            self._journal = self._open_journal(self._roster)
        return self._journal

    def _save(self) -> None:
        """Write down what is not on the disk yet."""
        if not self._unsaved:
            return
        try:
            self._journal_of_roster().add(self._unsaved)
        except UnwritableFileError as error:
            self._retry.start()
            count = f"{len(self._unsaved)} roll" + ("s are" if len(self._unsaved) > 1 else " is")
            self.trouble_changed.emit(f"{count} not saved: {error.problem}. GM Desk keeps trying.")
            return
        self._unsaved.clear()
        self._retry.stop()
        self.trouble_changed.emit("")
        self.saved.emit()
