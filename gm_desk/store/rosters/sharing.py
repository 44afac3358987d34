"""What a file holds as far as we know, so that nobody else's change is ever overwritten."""

import hashlib
import os
import stat
from pathlib import Path

from msgspec import Struct

Home = tuple[int, int]
"""A folder, wherever it is: its disk, and its number there."""


class Known(Struct, frozen=True):
    """What a file may hold as far as we know, by digest; never by its time, which sync clients set as they like.

    After a write that may have failed both the old and the new content are known. `home` is the folder it lies in.
    """

    digests: frozenset[bytes]
    home: Home | None = None

    def knows(self, content: bytes | None) -> bool:
        """Return whether a content is what we read or wrote ourselves; None is that of a file that is not there."""
        return _digest(content) in self.digests

    def expecting(self, content: bytes) -> "Known":
        """Return this with a content that is about to be written."""
        return Known(self.digests | {_digest(content)}, self.home)

    def is_away(self, path: Path) -> bool:
        """Return whether the folder of a file is gone, or another is in its place: a drive was unplugged, say."""
        return self.home is not None and home_of(path) != self.home


UNKNOWN = Known(frozenset())
"""No content at all is known."""


def knowing(content: bytes | None, home: Home | None = None) -> Known:
    """Return that a content is known, and no other; None is that of a file that is not there."""
    return Known(frozenset({_digest(content)}), home)


class FileAsKnown(Struct, frozen=True):
    """A file to be looked at, and what is known of it."""

    path: Path
    known: Known


class Glance(Struct, frozen=True):
    """What a look at a file found: what it holds, where it lies, or why it cannot be read now.

    `away` files are gone with their folder.
    """

    content: bytes | None = None
    home: Home | None = None
    error: OSError | None = None
    away: bool = False


def glance_at(look: FileAsKnown) -> Glance:
    """Read what a file holds now, in any thread."""
    try:
        content = content_of(look.path)
        if content is None:
            return Glance(away=look.known.is_away(look.path))
        return Glance(content, home_of(look.path))
    except OSError as error:
        return Glance(error=error)


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
        return knowing(content_of(path), home_of(path))
    except OSError:
        return knowing(None)


def home_of(path: Path) -> Home | None:
    """Return in which folder a file lies, links followed; None where that is gone or does not answer."""
    try:
        found = Path(os.path.realpath(path)).parent.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _digest(content: bytes | None) -> bytes:
    """Return the digest of a content, and of none."""
    return b"" if content is None else hashlib.sha256(content).digest()
