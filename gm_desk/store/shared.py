"""A roster's file that other programs may change, too."""

from pathlib import Path

from gm_desk.core.roster import Roster
from gm_desk.store.aside import put_aside, take_back
from gm_desk.store.errors import UnwritableFileError
from gm_desk.store.files import GONE
from gm_desk.store.known import ChangedOutsideError, Known, Write, content_of, write_known
from gm_desk.store.rosters import encode_roster, write_roster

OURS, THEIRS = "GM Desk", "changed outside"


class SharedFile:
    """Write a roster over what is known of its file, else into a file of its own, which is `ours` from then on.

    `made_again` says that the last write found the file gone. It may be written from any thread, once at a time.
    """

    def __init__(self, path: Path, known: Known, elsewhere: Path) -> None:
        """Follow a file; `elsewhere` is the folder for what cannot be put beside it."""
        self.path = path
        self.known = known
        self.ours: Path | None = None
        self.made_again = False
        self._elsewhere = elsewhere

    def write(self, roster: Roster, write: Write = write_roster) -> None:
        """Save a roster with a function that writes one; raises UnwritableFileError."""
        if self.ours is not None:
            if self.ours.parent == self.path.parent and self.known.is_away(self.path):
                raise UnwritableFileError(self.ours, GONE)
            write_roster(self.ours, roster)
            return
        try:
            self.made_again = write_known(self.path, roster, self.known, write)
        except ChangedOutsideError:
            self.ours = put_aside(self.path, encode_roster(roster), OURS, self._elsewhere)

    def put_theirs_aside(self) -> Path | None:
        """Keep what the file holds in a file of its own, so that ours may be written over it.

        Gives that file, None where there is nothing to keep. Raises UnwritableFileError, and OSError where it cannot
        be read.
        """
        theirs = content_of(self.path)
        if theirs is None and self.known.is_away(self.path):
            raise UnwritableFileError(self.path, GONE)
        kept = put_aside(self.path, theirs, THEIRS, self._elsewhere) if theirs else None
        self.known.note(theirs)
        return kept

    def take_back(self, ours: Path, roster: Roster) -> None:
        """Remove the file of ours, once the roster is where it belongs."""
        take_back(ours, encode_roster(roster))
