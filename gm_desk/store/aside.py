"""Put a version of a roster aside, under a name of its own, so that none is lost."""

import contextlib
import itertools
from datetime import datetime
from pathlib import Path

from gm_desk.store.errors import UnwritableFileError
from gm_desk.store.files import write_atomically

LONGEST_NAME = 50


def put_aside(path: Path, content: bytes, whose: str, elsewhere: Path) -> Path:
    """Write a content beside a file, or into the folder `elsewhere` where that fails; gives the new file.

    It is named after the file, whose it is and the time: "mars (GM Desk, 2026-11-20 16.42).json". No file is
    overwritten. Raises UnwritableFileError where neither folder can be written.
    """
    now = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M")
    name = f"{path.stem[:LONGEST_NAME]} ({whose}, {now})"
    try:
        return _written(path.parent, name, content)
    except UnwritableFileError:
        return _written(elsewhere, name, content)


def take_back(path: Path, content: bytes) -> None:
    """Remove what was put aside, if it says what is kept elsewhere by now and nothing else."""
    with contextlib.suppress(OSError):
        if path.read_bytes() == content:
            path.unlink()


def _written(folder: Path, name: str, content: bytes) -> Path:
    """Write a content under the first name that is free."""
    names = itertools.chain([name], (f"{name} {number}" for number in itertools.count(2)))
    path = next(path for path in (folder / f"{one}.json" for one in names) if not path.exists())
    write_atomically(path, content)
    return path
