"""The log of one roster, for a job such as an export that continues while another roster is opened."""

from typing import TYPE_CHECKING, TypeVar

from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import EVERYTHING, RollLog
from gm_desk.store.journal.entries import Evening, Kept, Search

if TYPE_CHECKING:
    from gm_desk.store.journal.journal import Journal

Found = TypeVar("Found")


class RosterLog:
    """The log of one roster, whether it is open or not; every method that reads raises UnreadableFileError.

    While that roster is open, unsaved rolls are included; all are saved before another roster is opened.
    """

    def __init__(self, log: RollLog) -> None:
        """Bind to the roster that is open now; no file is opened before another roster is."""
        self._log = log
        self._roster = log.roster
        self._journal: Journal | None = None

    def page(self, limit: int, before: str = "", search: Search = EVERYTHING) -> list[LogEntry]:
        """Return at most `limit` rolls that match the search, newest first, older than the one with the id `before`."""
        if self._is_open:
            return self._checked(self._log.page(limit, before, search))
        return [_as_logged(kept) for kept in self._own_journal.page(limit, before, search)]

    def kept(self, entry_id: str) -> LogEntry | None:
        """Return the roll with an id, None where there is none."""
        if self._is_open:
            return self._checked(self._log.kept(entry_id))
        kept = self._own_journal.kept(entry_id)
        return None if kept is None else _as_logged(kept)

    def evenings(self) -> list[Evening]:
        """Return the sessions, the latest first."""
        return self._checked(self._log.evenings()) if self._is_open else self._own_journal.evenings()

    def close(self) -> None:
        """Close the file, if one was opened for this object."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    @property
    def _is_open(self) -> bool:
        return self._log.roster == self._roster

    @property
    def _own_journal(self) -> "Journal":
        """The journal of the roster while it is not open."""
        if self._journal is None:
            self._journal = self._log.open_journal(self._roster)
        return self._journal

    def _checked(self, found: Found) -> Found:
        """Return what was found; raise UnreadableFileError where some of it could not be read."""
        if self._log.unreadable is not None:
            raise self._log.unreadable
        return found


def _as_logged(kept: Kept) -> LogEntry:
    return LogEntry(kept.entry, saved=True, past=kept.past)
