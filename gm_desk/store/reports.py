"""Crash reports, in a folder of the data directory; they stay on this computer."""

import contextlib
import sys
from pathlib import Path
from typing import BinaryIO

from gm_desk.core.notation.text import lazy_pattern
from gm_desk.store.disk.places import write_new

MOST_REPORTS = 20
REPORT = lazy_pattern(r"\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.txt")
DUMP = "-crash.txt"
MOST_OF_A_DUMP = 1_000_000


def write_report(folder: Path, stamp: str, text: str) -> Path:
    """Write a report named after its time ("2026-11-20-201500"), and return its file.

    Only the latest are kept. Raise UnwritableFileError.
    """
    path = write_new(folder / f"{stamp}.txt", text.encode(errors="replace"))
    _thin(folder)
    return path


def open_dump(folder: Path, stamp: str) -> BinaryIO:
    """Open a file for Python's fault handler; raise OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    dump = (folder / f"{stamp}{DUMP}").open("ab", buffering=0)
    _hold(dump)
    return dump


def close_dump(dump: BinaryIO) -> None:
    """Close a file of `open_dump`, and remove it if it is empty."""
    path, empty = Path(dump.name), dump.tell() == 0
    dump.close()
    if empty:
        path.unlink(missing_ok=True)


def take_dumps(folder: Path) -> dict[str, str]:
    """Remove and return the dumps of fault handlers of earlier runs, by the start time of the run."""
    dumps: list[Path] = []
    with contextlib.suppress(OSError):
        dumps = sorted(folder.glob(f"*{DUMP}"))
    parts: dict[str, str] = {}
    for path in dumps:
        with contextlib.suppress(OSError):
            if _is_held(path):
                continue
            with path.open("rb") as file:
                text = file.read(MOST_OF_A_DUMP).decode(errors="replace")
            path.unlink()
            if text:
                parts[path.name.removesuffix(DUMP)] = text
    return parts


def _hold(dump: BinaryIO) -> None:
    """Lock a file for as long as the program runs; Windows does so by itself."""
    if sys.platform != "win32":
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.flock(dump, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_held(path: Path) -> bool:
    """Return whether a file belongs to a running program."""
    if sys.platform == "win32":
        return False  # an open file cannot be removed on Windows
    import fcntl

    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _thin(folder: Path) -> None:
    """Remove the oldest reports, as far as possible; other files are not touched."""
    with contextlib.suppress(OSError):
        reports = sorted(path for path in folder.iterdir() if REPORT.fullmatch(path.name))
        for old in reports[:-MOST_REPORTS]:
            old.unlink()
