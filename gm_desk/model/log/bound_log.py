"""The log of one roster for a job that goes on while another roster may be opened: an export, a print."""

from typing import TYPE_CHECKING, TypeVar

from gm_desk.model.log.entries import Logged
from gm_desk.model.log.roll_log import EVERYTHING, RollLog
from gm_desk.store.journal.entries import Evening, Kept, Search

if TYPE_CHECKING:
    from gm_desk.store.journal.journal import Journal

Found = TypeVar("Found")


class BoundLog:
    """Read the log of one roster, whichever is open; every question raises UnreadableFileError.

    While that roster is open, what is not on the disk yet is read, too; all of it is saved before another is opened.
    """

    def __init__(self, log: RollLog) -> None:
        """Read the log of the roster that is open now; no file is opened before another roster is."""
        self._log = log
        self._roster = log.roster
        self._journal: Journal | None = None

    def page(self, limit: int, before: str = "", search: Search = EVERYTHING) -> list[Logged]:
        """Return rolls that are looked for, newest first, older than the one with the id `before`."""
        if self._is_open:
            return self._checked(self._log.page(limit, before, search))
        return [_as_logged(kept) for kept in self._apart.page(limit, before, search)]

    def kept(self, entry_id: str) -> Logged | None:
        """Return one roll by its id."""
        if self._is_open:
            return self._checked(self._log.kept(entry_id))
        kept = self._apart.kept(entry_id)
        return None if kept is None else _as_logged(kept)

    def evenings(self) -> list[Evening]:
        """List the sessions, the latest first."""
        return self._checked(self._log.evenings()) if self._is_open else self._apart.evenings()

    def close(self) -> None:
        """Close the file, if one was opened for this alone."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    @property
    def _is_open(self) -> bool:
        return self._log.roster == self._roster

    @property
    def _apart(self) -> "Journal":
        """Return the journal of a roster that is not open."""
        if self._journal is None:
            self._journal = self._log.open_journal(self._roster)
        return self._journal

    def _checked(self, found: Found) -> Found:
        """Return what was found, unless it lacks what could not be read."""
        if self._log.unreadable is not None:
            raise self._log.unreadable
        return found


def _as_logged(kept: Kept) -> Logged:
    return Logged(kept.entry, saved=True, past=kept.past)
