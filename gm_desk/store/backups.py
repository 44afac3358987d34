"""Backups: dated copies of a roster's file in a folder of its own, thinned out as they grow old.

A copy of a damaged file carries a mark in its name, and is never thinned out. Times are given by whoever asks, with
their zone, which says when a day begins.
"""

import contextlib
import hashlib
import os
import re
from collections.abc import Hashable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from msgspec import Struct

from gm_desk.core.roster import Roster
from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.files import write_atomically
from gm_desk.store.json_files import bytes_of
from gm_desk.store.places import Places
from gm_desk.store.reading import is_there
from gm_desk.store.rosters import read_roster

ALL_DAYS, DAILY_DAYS, WEEKLY_DAYS = 2, 14, 365
MOST_BYTES = 200 * 1024 * 1024
STAMP = "%Y%m%dT%H%M%S%fZ"
NAME = re.compile(r"(\d{8}T\d{12}Z)(?:-damaged-([0-9a-f]{8}))?\.json", re.ASCII)
ORIGIN = "origin.txt"
"""Says whose file the backups of a folder are, for when nothing can be read of it any more."""


class Backup(Struct, frozen=True):
    """Describe a backup: when it was made (UTC) and its size in bytes.

    `damage` is the mark of the copy of a damaged file.
    """

    path: Path
    time: datetime
    size: int = 0
    damage: str = ""

    def day(self, now: datetime) -> date:
        """Give the day on which it was made, where `now` is told."""
        return self.time.astimezone(now.tzinfo).date()


def backups_in(folder: Path) -> list[Backup]:
    """List the backups in a folder, the newest first; other files are none."""
    try:
        found = [backup for path in folder.iterdir() if (backup := _backup(path)) is not None]
    except OSError:
        return []
    return sorted(found, key=lambda one: one.time, reverse=True)


def keep_before_saving(folder: Path, path: Path, now: datetime) -> None:
    """Copy a roster's file before the first save of a day; raises UnreadableFileError or UnwritableFileError."""
    if not any(one.day(now) == now.date() for one in backups_in(folder) if not one.damage):
        keep(folder, path, now)


def keep(folder: Path, path: Path, now: datetime) -> None:
    """Copy a roster's file unless the newest backup is the same, and thin out the old ones.

    Where there is no file there is nothing to copy. Raises UnreadableFileError or UnwritableFileError.
    """
    if not is_there(path):
        return
    content, others = bytes_of(path), [one for one in backups_in(folder) if not one.damage]
    if not (others and _holds(others[0], content)):
        _write(folder, path, content, now)
    for old in thinned(backups_in(folder), now):
        with contextlib.suppress(OSError):
            old.path.unlink()


def put_aside(folder: Path, path: Path, damage: str, now: datetime) -> bool:
    """Copy a damaged file before it is saved over, once for each mark of damage; tells whether it was copied now.

    Raises UnreadableFileError or UnwritableFileError, and then it must not be saved over.
    """
    if not is_there(path) or any(one.damage == damage for one in backups_in(folder)):
        return False
    _write(folder, path, bytes_of(path), now, f"-damaged-{damage}")
    return True


def mark_of(damaged: bytes) -> str:
    """Give a mark by which damage is known again."""
    return hashlib.sha256(damaged).hexdigest()[:8]


def thinned(backups: Sequence[Backup], now: datetime, most: int = MOST_BYTES) -> list[Backup]:
    """Choose the backups that go; the newest one stays in any case.

    All of today and yesterday stay, then the newest of each day for a fortnight and of each week for a year, as far as
    they have room in `most` bytes. Copies of damaged files are not counted.
    """
    gone: list[Backup] = []
    taken: set[Hashable] = set()
    size = 0
    for one in sorted((one for one in backups if not one.damage), key=lambda one: one.time, reverse=True):
        slot = _slot(one, now)
        stays = slot is not None and slot not in taken and size + one.size <= most
        if stays or not taken:
            taken.add(slot)
            size += one.size
        else:
            gone.append(one)
    return gone


def newest_good(folder: Path) -> tuple[Backup, Roster] | None:
    """Find the newest backup that can be read as a whole."""
    for one in backups_in(folder):
        with contextlib.suppress(UnreadableFileError):
            return one, read_roster(one.path)
    return None


def folders_for(places: Places, path: Path) -> Iterator[Path]:
    """List the folders that may hold backups of a file that cannot be read: by the id that it says, and by its path."""
    with contextlib.suppress(UnreadableFileError):
        said = re.search(rb'"id":\s*"([^"\\]{1,64})"', bytes_of(path)[:1000])
        if said:
            yield places.backups_of(said[1].decode(errors="replace"))
    for origin in places.backups.glob(f"*/{ORIGIN}"):
        with contextlib.suppress(OSError):
            if origin.read_bytes() == _text_of(path):
                yield origin.parent


def _slot(backup: Backup, now: datetime) -> Hashable:
    """Give what only one backup can have: its time, its day or its week, as it is old; None is too old."""
    day = backup.day(now)
    age = (now.date() - day) / timedelta(days=1)
    if age < ALL_DAYS:
        return backup.path
    if age < DAILY_DAYS:
        return day
    return day.isocalendar()[:2] if age < WEEKLY_DAYS else None


def _backup(path: Path) -> Backup | None:
    """Describe a backup, if a file is one."""
    found = NAME.fullmatch(path.name)
    if found is None:
        return None
    try:
        time = datetime.strptime(found[1], STAMP).replace(tzinfo=UTC)
        return Backup(path, time, path.stat().st_size, found[2] or "")
    except (ValueError, OSError):
        return None


def _holds(backup: Backup, content: bytes) -> bool:
    """Tell whether a backup holds some content."""
    try:
        return backup.size == len(content) and backup.path.read_bytes() == content
    except OSError:
        return False


def _write(folder: Path, path: Path, content: bytes, now: datetime, suffix: str = "") -> None:
    """Write a copy of a roster's file under the first free moment, and whose it is."""
    time = now.astimezone(UTC)
    while (copy := folder / f"{time.strftime(STAMP)}{suffix}.json").exists():
        time += timedelta(microseconds=1)
    write_atomically(copy, content)
    origin = folder / ORIGIN
    if not origin.exists() or origin.read_bytes() != _text_of(path):
        write_atomically(origin, _text_of(path))


def _text_of(path: Path) -> bytes:
    return os.fsencode(path.absolute())
