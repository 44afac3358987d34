"""Copy a file whole or not at all, without holding it in memory, and know again what it holds."""

import contextlib
import hashlib
import os
import stat
import tempfile
from pathlib import Path
from typing import BinaryIO

from gm_desk.store.errors import UnreadableFileError, UnwritableFileError
from gm_desk.store.files import PREFIX, SUFFIX, in_words

PIECE = 1024 * 1024


def copy_atomically(source: Path, copy: Path) -> None:
    """Copy a file of any size to a new one; raises UnreadableFileError or UnwritableFileError, and leaves no half."""
    try:
        if not stat.S_ISREG(source.stat().st_mode):
            raise UnreadableFileError(source, "it is not a file")
        file = source.open("rb")
    except OSError as error:
        raise UnreadableFileError(source, in_words(error)) from error
    with file:
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
            _copied(file, copy)
        except OSError as error:
            raise UnwritableFileError(copy, in_words(error)) from error


def digest_of(path: Path) -> str:
    """Give what a file's content is known by; raises OSError."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is not a file")
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _copied(file: BinaryIO, copy: Path) -> None:
    """Copy piece by piece into a file beside the copy, which then takes its name."""
    handle, name = tempfile.mkstemp(prefix=PREFIX, suffix=SUFFIX, dir=copy.parent)
    try:
        with os.fdopen(handle, "wb") as made:
            while piece := file.read(PIECE):
                made.write(piece)
            made.flush()
            os.fsync(made.fileno())
        Path(name).replace(copy)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
