"""What a file holds as far as we know, so that nobody else's change is ever overwritten."""

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.errors import UnwritableFileError
from gm_desk.store.disk.files import GONE
from gm_desk.store.rosters.backups import take_back, write_aside
from gm_desk.store.rosters.files import UNPROVED, encode_roster, write_roster

Home = tuple[int, int]
"""A folder, wherever it is: its disk, and its number there."""

Write = Callable[[Path, Roster], None]


class ChangedOutsideError(UnwritableFileError):
    """A file is no longer what we knew, so it was not overwritten."""


class Known:
    """Remember by its digest what a file holds; never by its time, which sync clients set as they like.

    While it is being written, the old and the new content are both known; `version` counts what came to be known. It
    may be asked from any thread.
    """

    def __init__(self, content: bytes | None = None, home: Home | None = None) -> None:
        """Know a content, and the folder it lies in; None is that of a file that is not there."""
        self.home = home
        self._digests = frozenset({_digest(content)})
        self.version = 0

    def knows(self, content: bytes | None) -> bool:
        """Tell whether a content is what we read or wrote ourselves."""
        return _digest(content) in self._digests

    def expect(self, content: bytes) -> None:
        """Know a content, too, that is about to be written."""
        self._digests |= {_digest(content)}
        self.version += 1

    def note(self, content: bytes | None) -> None:
        """Know a content that was read or written, and no other."""
        self._digests = frozenset({_digest(content)})
        self.version += 1

    def doubt(self) -> None:
        """Know no content any more."""
        self._digests = frozenset()
        self.version += 1

    def is_away(self, path: Path) -> bool:
        """Tell whether the folder of a file is gone, or another is in its place: a drive was unplugged, say."""
        return self.home is not None and home_of(path) != self.home


class Glance:
    """Read a file, in any thread, and tell whether what was read is still news."""

    def __init__(self, path: Path, known: Known) -> None:
        """Remember what was known before."""
        self.content: bytes | None = None
        self.error: OSError | None = None
        self.away = False
        self._path = path
        self._known = known
        self._version = known.version

    def read(self) -> None:
        """Read what the file holds, or note why it cannot be read now."""
        try:
            self.content = content_of(self._path)
            if self.content is None:
                self.away = self._known.is_away(self._path)
            else:
                self._known.home = home_of(self._path)
        except OSError as error:
            self.error = error

    @property
    def is_stale(self) -> bool:
        """Tell whether the file was written by ourselves meanwhile."""
        return self._known.version != self._version


def content_of(path: Path) -> bytes | None:
    """Read what a file holds, None where there is none; raises OSError where that cannot be told now."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(f"{path} is not a file")
        return path.read_bytes()
    except FileNotFoundError:
        return None


def known_of(path: Path) -> Known:
    """Know what a file holds now; call it before the file is read, so that a change in between is noticed."""
    try:
        return Known(content_of(path), home_of(path))
    except OSError:
        return Known()


def home_of(path: Path) -> Home | None:
    """Tell in which folder a file lies, links followed; None where that is gone or does not answer."""
    try:
        found = Path(os.path.realpath(path)).parent.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def write_known(path: Path, roster: Roster, known: Known, write: Write = write_roster) -> bool:
    """Write a roster over what is known; raises ChangedOutsideError where the file is something else by now.

    `write` is what then writes it. A file that is gone is made again, unless its folder is gone, too, or another is in
    its place, as where a drive was unplugged; tells whether it was. Raises UnwritableFileError
    as `write_roster` does.
    """
    try:
        there = content_of(path)
    except OSError as error:
        raise UnwritableFileError(path, (error.strerror or "it cannot be read any more").lower()) from error
    if there is not None and not known.knows(there):
        raise ChangedOutsideError(path, "another program has changed it")
    try:
        content = encode_roster(roster)
    except (ValueError, RecursionError) as error:
        raise UnwritableFileError(path, UNPROVED) from error
    gone = there is None and not known.knows(None)
    if gone and known.is_away(path):
        raise UnwritableFileError(path, GONE)
    known.expect(content)
    write(path, roster)
    known.note(content)
    known.home = home_of(path)
    return gone


def _digest(content: bytes | None) -> bytes:
    """Give the digest of a content, and of none."""
    return b"" if content is None else hashlib.sha256(content).digest()


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
            self.ours = write_aside(self.path, encode_roster(roster), OURS, self._elsewhere)

    def put_theirs_aside(self) -> Path | None:
        """Keep what the file holds in a file of its own, so that ours may be written over it.

        Gives that file, None where there is nothing to keep. Raises UnwritableFileError, and OSError where it cannot
        be read.
        """
        theirs = content_of(self.path)
        if theirs is None and self.known.is_away(self.path):
            raise UnwritableFileError(self.path, GONE)
        kept = write_aside(self.path, theirs, THEIRS, self._elsewhere) if theirs else None
        self.known.note(theirs)
        return kept

    def take_back(self, ours: Path, roster: Roster) -> None:
        """Remove the file of ours, once the roster is where it belongs."""
        take_back(ours, encode_roster(roster))
