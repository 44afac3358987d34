"""Backups: dated copies of a roster's file, in a folder named after the roster's id; old ones are thinned out.

Files with the same id share the folder, but each backup is of one file. If a file is not the first of its folder, the
names of its backups contain a mark. The copy of a damaged file also has a mark, and is never removed. Callers pass the
time with its zone, which decides when a day begins.
"""

import contextlib
import os
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Self

from msgspec import Struct

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.files import (
    StoreError,
    UnreadableFileError,
    UnwritableFileError,
    copy_atomically,
    digest_of,
    is_there,
    write_atomically,
)
from gm_desk.store.disk.places import Places, first_free, stamped, time_of, write_new
from gm_desk.store.rosters.files import bytes_of, encode_roster, read_roster

ALL_DAYS, DAILY_DAYS, WEEKS = 2, 14, 51
NEWEST = 10
"""The number of newest backups that are kept regardless of age, as far as they fit."""
MOST_AT_ONCE = 3
MOST_BYTES = 200 * 1024 * 1024
NAME = re.compile(r"(\d{8}T\d{12}Z)(?:-of-([0-9a-f]{8}))?(?:-damaged-([0-9a-f]{8}))?\.json", re.ASCII)
ORIGIN = "origin.txt"
"""The file that records the roster file of the backups, in case that can no longer be read."""
ORIGINS = re.compile(r"origin(?:-([0-9a-f]{8}))?\.txt", re.ASCII)


class Backup(Struct, frozen=True):
    """A backup: its time (UTC), its size in bytes, and the file that it is a copy of, if known.

    `damage` is the mark of the copy of a damaged file.
    """

    path: Path
    time: datetime
    size: int = 0
    damage: str = ""
    file: Path | None = None

    def day(self, now: datetime) -> date:
        """Return the day on which it was made, in the time zone of `now`."""
        return self.time.astimezone(now.tzinfo).date()

    def is_of(self, path: Path) -> bool:
        """Return whether it is a copy of this file, rather than of another with the same id."""
        return self.file is None or _same(self.file, path)


def backups_in(folder: Path) -> list[Backup]:
    """Return the backups in a folder, of all files, the newest first."""
    return [*BackupFolder.read(folder).backups]


def backups_of(folder: Path, path: Path) -> list[Backup]:
    """Return the backups of one file in a folder, the newest first."""
    return BackupFolder.read(folder).backups_of(path)


class BackupFolder(Struct, frozen=True):
    """The content of a folder, read once: the files with backups in it by their marks, and all backups, newest first.

    The mark of the first file is empty.
    """

    path: Path
    origins: Mapping[str, Path] = {}
    backups: Sequence[Backup] = ()

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a folder, which is empty if it does not exist or cannot be read; other files in it are ignored."""
        try:
            files = sorted(path.iterdir())
        except OSError:
            return cls(path)
        origins = _origins(files)
        found = [backup for one in files if (backup := _backup(one, origins)) is not None]
        return cls(path, origins, sorted(found, key=lambda one: (one.time, not one.damage), reverse=True))

    def backups_of(self, path: Path) -> list[Backup]:
        """Return the backups of one file, the newest first."""
        return [one for one in self.backups if one.is_of(path)]

    def mark_for(self, path: Path) -> str:
        """Return the mark of a file in the names of its backups, after recording it in the folder."""
        mark = next((mark for mark, file in self.origins.items() if _same(file, path)), None)
        if mark is None:
            mark = mark_of(_text_of(path)) if self.origins else ""
            write_atomically(self.path / (f"origin-{mark}.txt" if mark else ORIGIN), _text_of(path), swept=True)
        return f"-of-{mark}" if mark else ""

    def keep(self, path: Path, content: bytes, now: datetime) -> None:
        """Back up the content of a file, unless its newest backup is the same, and thin out the old ones."""
        kept, made = [one for one in self.backups_of(path) if not one.damage], None
        if not (kept and _has_content(kept[0], content)):
            made = first_free(stamped(self.path, now, f"{self.mark_for(path)}.json"))
            write_atomically(made, content)
            kept += filter(None, [_backup(made, self.origins)])
        for old in thinned(kept, now)[-MOST_AT_ONCE:]:
            if old.path != made:
                with contextlib.suppress(OSError):
                    old.path.unlink()


class BackupWork(Struct, frozen=True):
    """A backup to be made of a roster's file, or of a `roster` as it was saved there.

    A `daily` backup is made only if there is none of that day yet.
    """

    folder: Path
    path: Path
    now: datetime
    roster: Roster | None = None
    daily: bool = False


class BackupMade(Struct, frozen=True):
    """The result of a backup: `error` if it failed."""

    work: BackupWork
    error: StoreError | None = None


def make_backup(work: BackupWork) -> BackupMade:
    """Make a backup, in any thread, unless the newest is the same."""
    try:
        if work.roster is not None:
            keep_content(work.folder, work.path, encode_roster(work.roster), work.now)
        elif work.daily:
            keep_before_saving(work.folder, work.path, work.now)
        else:
            keep(work.folder, work.path, work.now)
    except StoreError as error:
        return BackupMade(work, error)
    return BackupMade(work)


def keep_before_saving(folder: Path, path: Path, now: datetime) -> None:
    """Copy a roster's file before the first save of a day; raise UnreadableFileError or UnwritableFileError."""
    there = BackupFolder.read(folder)
    made_today = any(one.day(now) == now.date() for one in there.backups_of(path) if not one.damage)
    if not made_today and is_there(path):
        there.keep(path, bytes_of(path), now)


def keep(folder: Path, path: Path, now: datetime) -> None:
    """Copy a roster's file unless the newest backup is the same, and thin out the old ones.

    If there is no file, nothing is copied. Raise UnreadableFileError or UnwritableFileError.
    """
    if is_there(path):
        keep_content(folder, path, bytes_of(path), now)


def keep_content(folder: Path, path: Path, content: bytes, now: datetime) -> None:
    """Back up the content of a roster's file, unless the newest backup is the same; raise UnwritableFileError."""
    BackupFolder.read(folder).keep(path, content, now)


def put_aside(folder: Path, path: Path, damage: str, now: datetime) -> bool:
    """Copy a damaged file of any size before it is overwritten, once for each mark; return whether it was copied now.

    Raise UnreadableFileError or UnwritableFileError; the file must not be overwritten then.
    """
    if not is_there(path) or copy_of_damaged(folder, path, damage):
        return False
    ending = f"{BackupFolder.read(folder).mark_for(path)}-damaged-{damage}.json"
    copy_atomically(path, first_free(stamped(folder, now, ending)))
    return True


def copy_of_damaged(folder: Path, path: Path, damage: str) -> Path | None:
    """Return the copy of a damaged file with this mark, or None."""
    return next((one.path for one in backups_of(folder, path) if damage and one.damage == damage), None)


def mark_of(damaged: bytes) -> str:
    """Return the mark of a damaged content, by which the same damage is recognised."""
    import hashlib

    return hashlib.sha256(damaged).hexdigest()[:8]


def mark_of_file(path: Path) -> str:
    """Return the mark of a file that cannot be read at all; empty if the file is gone."""
    if not is_there(path):
        return ""
    try:
        return digest_of(path)[:8]
    except OSError as error:
        return mark_of(str(error).encode(errors="replace"))


def thinned(backups: Sequence[Backup], now: datetime, most: int = MOST_BYTES) -> list[Backup]:
    """Return the backups that are to be removed, the newest of them first; the newest backup is always kept.

    The clock may be wrong, so ages are counted in days and weeks that have backups. All of the newest two days are
    kept; of a dozen days before them the newest of each day; before that the newest of each of 51 weeks; and the newest
    ten; all as far as they fit in `most` bytes. Copies of damaged files do not count. Of `now` only the time zone is
    used.
    """
    good = sorted((one for one in backups if not one.damage), key=lambda one: one.time, reverse=True)
    gone: list[Backup] = []
    taken: set[Hashable] = set()
    size = 0
    for place, (one, slot) in enumerate(zip(good, _slots(good, now), strict=True)):
        wanted = place < NEWEST or (slot is not None and slot not in taken)
        if not place or (wanted and size + one.size <= most):
            taken.add(slot)
            size += one.size
        else:
            gone.append(one)
    return gone


def newest_good(backups: Iterable[Backup]) -> tuple[Backup, Roster] | None:
    """Return the newest backup that can be read completely, with its roster, or None."""
    for one in backups:
        with contextlib.suppress(UnreadableFileError):
            return one, read_roster(one.path)
    return None


def stand_ins(places: Places, path: Path) -> list[Backup]:
    """Return the backups that may replace a file that cannot be read, its own before others, the newest first.

    Others are those of a file with the same id that no longer exists, since it may have been moved here; a file that
    still exists is another roster by now.
    """
    found = {one.path: one for folder in folders_for(places, path) for one in backups_in(folder)}
    all_of_them = sorted(found.values(), key=lambda one: one.time, reverse=True)
    own = [one for one in all_of_them if one.is_of(path)]
    return own + [one for one in all_of_them if not one.is_of(path) and one.file and not is_there(one.file)]


def folders_for(places: Places, path: Path) -> Iterator[Path]:
    """Yield the folders that may have backups of a file that cannot be read: by the id in it, and by its path."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        matched = re.search(rb'"id":\s*"([^"\\]{1,64})"', file.read(1000))
        if matched:
            yield places.backups_of(matched[1].decode(errors="replace"))
    for origin in places.backups.glob("*/origin*.txt"):
        if ORIGINS.fullmatch(origin.name):
            with contextlib.suppress(OSError, ValueError):
                if _same(_file_in(origin), path):
                    yield origin.parent


def _slots(backups: Sequence[Backup], now: datetime) -> Iterator[Hashable]:
    """Yield a slot for each backup, which only one may occupy: its path, day or week by age; None after the last week.

    The backups are given newest first.
    """
    days: dict[date, int] = {}
    weeks: dict[Hashable, int] = {}
    for one in backups:
        day = one.day(now)
        before = days.setdefault(day, len(days))
        if before < ALL_DAYS:
            yield one.path
        elif before < DAILY_DAYS:
            yield day
        else:
            week = day.isocalendar()[:2]
            yield week if weeks.setdefault(week, len(weeks)) < WEEKS else None


def _backup(path: Path, origins: Mapping[str, Path]) -> Backup | None:
    """Return the backup with this path, or None for any other file."""
    found = NAME.fullmatch(path.name)
    if found is None:
        return None
    try:
        return Backup(path, time_of(found[1]), path.stat().st_size, found[3] or "", origins.get(found[2] or ""))
    except (ValueError, OSError):
        return None


def _has_content(backup: Backup, content: bytes) -> bool:
    """Return whether a backup has this content."""
    try:
        return backup.size == len(content) and backup.path.read_bytes() == content
    except OSError:
        return False


def _origins(files: Iterable[Path]) -> dict[str, Path]:
    """Return the files with backups in a folder with these files, by their marks; the mark of the first is empty."""
    found: dict[str, Path] = {}
    for one in files:
        name = ORIGINS.fullmatch(one.name)
        if name:
            with contextlib.suppress(OSError, ValueError):
                found[name[1] or ""] = _file_in(one)
    return found


def _file_in(origin: Path) -> Path:
    """Return the file recorded for a mark; raise OSError, or ValueError if it is not a path."""
    return Path(os.path.realpath(os.fsdecode(origin.read_bytes())))


def _same(one: Path, other: Path) -> bool:
    """Return whether two paths are the same file, even if it does not exist."""
    return _text_of(one) == _text_of(other)


def _text_of(path: Path) -> bytes:
    return os.fsencode(os.path.realpath(path))


LONGEST_NAME = 50


def write_aside(path: Path, content: bytes, owner: str, elsewhere: Path) -> Path:
    """Write content beside a file, or if that fails to the folder `elsewhere`; return the new file.

    It is named after the file, the owner and the time: "mars (GM Desk, 2026-11-20 16.42).json". No file is overwritten.
    Raise UnwritableFileError if neither folder can be written.
    """
    now = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M")
    name = f"{path.stem[:LONGEST_NAME]} ({owner}, {now}).json"
    try:
        return write_new(path.parent / name, content, gap=" ")
    except UnwritableFileError:
        return write_new(elsewhere / name, content, gap=" ")


def take_back(path: Path, content: bytes) -> None:
    """Remove a file written by `write_aside`, if it still has this content, which is by now saved elsewhere."""
    with contextlib.suppress(OSError):
        if path.read_bytes() == content:
            path.unlink()
