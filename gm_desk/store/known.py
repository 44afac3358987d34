"""What a file holds as far as we know, so that nobody else's change is ever overwritten."""

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

from gm_desk.core.roster import Roster
from gm_desk.store.errors import UnwritableFileError
from gm_desk.store.files import GONE
from gm_desk.store.rosters import UNPROVED, encode_roster, write_roster

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
