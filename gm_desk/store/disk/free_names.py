"""Free file names: the first of several that no file has, and new files that never replace another."""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from gm_desk.store.disk.errors import UnwritableFileError
from gm_desk.store.disk.files import ANYBODY, in_words, make_folder, write_atomically

OWNER_ALONE = 0o600
STAMP = "%Y%m%dT%H%M%S%fZ"
"""The format of the time in the name of a copy (UTC)."""


def first_free(paths: Iterable[Path], taken: Callable[[Path], bool] = os.path.lexists) -> Path:
    """Return the first path that is not taken; by default a path is taken if anything is there, even a broken link."""
    return next(path for path in paths if not taken(path))


def numbered(path: Path, gap: str = "-") -> Iterator[Path]:
    """Yield a path, and then the same one with a number in its name: "mars.json", "mars-2.json", "mars-3.json"."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}{gap}{number}{path.suffix}")


def stamped(folder: Path, now: datetime, ending: str) -> Iterator[Path]:
    """Yield a path named after a time, then paths for each microsecond after it."""
    for later in count():
        yield folder / f"{now.astimezone(UTC) + timedelta(microseconds=later):{STAMP}}{ending}"


def write_new(path: Path, data: bytes, *, gap: str = "-", private: bool = True) -> Path:
    """Write a new file under the first free name, and return its path.

    No file is overwritten, even if two programs use the same name at once. When this returns the bytes are on the disk,
    as with `write_atomically`, which explains `private`. Raise UnwritableFileError.
    """
    try:
        make_folder(path.parent)
        made = next(one for one in numbered(path, gap) if _claimed(one, OWNER_ALONE if private else ANYBODY))
    except OSError as error:
        raise UnwritableFileError(path, in_words(error)) from error
    try:
        write_atomically(made, data, private=private)
    except BaseException:
        _give_up(made)
        raise
    return made


def _claimed(path: Path, mode: int) -> bool:
    """Create an empty file; return False if the name was taken."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    except FileExistsError:
        return False
    return True


def _give_up(path: Path) -> None:
    """Remove a file that was created but not written, if possible."""
    with contextlib.suppress(OSError):
        if not path.stat().st_size:
            path.unlink()
