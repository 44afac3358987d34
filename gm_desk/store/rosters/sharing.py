"""The known content of a shared file, so that no other program's change is ever overwritten."""

import os
import stat
from pathlib import Path

from msgspec import Struct

Digest = tuple[int, int] | None
"""The length and hash of a content, None for a missing file; it lives as long as the process.

Python's own 64-bit hash is sufficient, and a start does not have to import OpenSSL for `hashlib`.
"""

Home = tuple[int, int]
"""The identity of a folder, whatever its path: device and inode number."""


class Known(Struct, frozen=True):
    """The contents that a file may have, by digest; its time is not used, because sync clients set it at will.

    After a write that may have failed, both the old and the new content are known. `home` is the folder of the file.
    """

    digests: frozenset[Digest]
    home: Home | None = None

    def knows(self, content: bytes | None) -> bool:
        """Return whether a content was read or written by us; None stands for a missing file."""
        return _digest(content) in self.digests

    def expecting(self, content: bytes) -> "Known":
        """Return a copy that also knows a content about to be written."""
        return Known(self.digests | {_digest(content)}, self.home)

    def is_away(self, path: Path) -> bool:
        """Return whether the folder of a file is gone, or replaced by another one as when a drive is unplugged."""
        return self.home is not None and home_of(path) != self.home


UNKNOWN = Known(frozenset())
"""A value that knows no content."""


def knowing(content: bytes | None, home: Home | None = None) -> Known:
    """Return a value that knows only this content; None stands for a missing file."""
    return Known(frozenset({_digest(content)}), home)


class FileAsKnown(Struct, frozen=True):
    """A file to be checked, and its known state."""

    path: Path
    known: Known


class FileState(Struct, frozen=True):
    """The result of a check: the content of a file and its folder, or why it cannot be read now.

    A file is `away` if it is gone together with its folder.
    """

    content: bytes | None = None
    home: Home | None = None
    error: OSError | None = None
    away: bool = False


def file_state(look: FileAsKnown) -> FileState:
    """Return the current state of a file; may run in any thread."""
    try:
        content = content_of(look.path)
        if content is None:
            return FileState(away=look.known.is_away(look.path))
        return FileState(content, home_of(look.path))
    except OSError as error:
        return FileState(error=error)


def content_of(path: Path) -> bytes | None:
    """Return the content of a file, or None if it does not exist; raise OSError if that cannot be determined."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(f"{path} is not a file")
        return path.read_bytes()
    except FileNotFoundError:
        return None


def known_of(path: Path) -> Known:
    """Return the current content as known; call it before the file is read, so that a change in between is noticed."""
    try:
        return knowing(content_of(path), home_of(path))
    except OSError:
        return knowing(None)


def home_of(path: Path) -> Home | None:
    """Return the folder of a file, with links resolved; None if it is gone or does not answer."""
    try:
        found = Path(os.path.realpath(path)).parent.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _digest(content: bytes | None) -> Digest:
    """Return the digest of a content."""
    return None if content is None else (len(content), hash(content))
