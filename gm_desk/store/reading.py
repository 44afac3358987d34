"""Read a file that somebody else may have made."""

import stat
from pathlib import Path

from gm_desk.store.errors import UnreadableFileError


def bounded_bytes(path: Path, most: int) -> bytes:
    """Read a file of a bearable size; a device would have no end, a pipe no beginning.

    `most` is in bytes. Raises UnreadableFileError.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise UnreadableFileError(path, "it is not a file")
        if found.st_size > most:
            raise UnreadableFileError(path, f"it is larger than {most // 1024 // 1024} MB")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or str(error)).lower()) from error


def is_there(path: Path) -> bool:
    """Tell whether there is a file, or something that cannot be looked at."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True
