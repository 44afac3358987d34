"""Backups: dated copies of a roster's file, in a folder of the roster's id, thinned out as newer ones come.

Files that share an id share the folder, and nothing else: each backup is of one file. One that is not the first file of
the folder has a mark in the names of its backups. A copy of a damaged file carries a mark, too, and is never thinned
out. Times are given by whoever asks, with their zone, which says when a day begins.
"""

import contextlib
import hashlib
import os
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from msgspec import Struct

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.errors import StoreError, UnreadableFileError, UnwritableFileError
from gm_desk.store.disk.files import copy_atomically, digest_of, is_there, write_atomically
from gm_desk.store.disk.free_names import STAMP, first_free, stamped, write_new
from gm_desk.store.disk.json_files import bytes_of
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import encode_roster, read_roster

ALL_DAYS, DAILY_DAYS, WEEKS = 2, 14, 51
NEWEST = 10
"""These stay, whatever their age, as far as they have room."""
MOST_AT_ONCE = 3
MOST_BYTES = 200 * 1024 * 1024
NAME = re.compile(r"(\d{8}T\d{12}Z)(?:-of-([0-9a-f]{8}))?(?:-damaged-([0-9a-f]{8}))?\.json", re.ASCII)
ORIGIN = "origin.txt"
"""Says whose file the backups of a folder are, for when nothing can be read of it any more."""
ORIGINS = re.compile(r"origin(?:-([0-9a-f]{8}))?\.txt", re.ASCII)


class Backup(Struct, frozen=True):
    """Describe a backup: when it was made (UTC), its size in bytes, and the file that it is of, where that is known.

    `damage` is the mark of the copy of a damaged file.
    """

    path: Path
    time: datetime
    size: int = 0
    damage: str = ""
    file: Path | None = None

    def day(self, now: datetime) -> date:
        """Give the day on which it was made, where `now` is told."""
        return self.time.astimezone(now.tzinfo).date()

    def is_of(self, path: Path) -> bool:
        """Tell whether it is of a file, rather than of another that shares its id."""
        return self.file is None or _same(self.file, path)


def backups_in(folder: Path) -> list[Backup]:
    """List the backups in a folder, whosever they are, the newest first; other files are none."""
    try:
        origins = _origins(folder)
        found = [backup for path in folder.iterdir() if (backup := _backup(path, origins)) is not None]
    except OSError:
        return []
    return sorted(found, key=lambda one: one.time, reverse=True)


def backups_of(folder: Path, path: Path) -> list[Backup]:
    """List those backups in a folder that are of one file, the newest first."""
    return [one for one in backups_in(folder) if one.is_of(path)]


class BackupWork(Struct, frozen=True):
    """A backup to be made of a roster's file, or of a `roster` as it was saved there.

    A `daily` one is made only where there is none of that day yet.
    """

    folder: Path
    path: Path
    now: datetime
    roster: Roster | None = None
    daily: bool = False


class BackupMade(Struct, frozen=True):
    """What came of a backup: `error` where it failed."""

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
    """Copy a roster's file before the first save of a day; raises UnreadableFileError or UnwritableFileError."""
    if not any(one.day(now) == now.date() for one in backups_of(folder, path) if not one.damage):
        keep(folder, path, now)


def keep(folder: Path, path: Path, now: datetime) -> None:
    """Copy a roster's file unless the newest backup is the same, and thin out the old ones.

    Where there is no file there is nothing to copy. Raises UnreadableFileError or UnwritableFileError.
    """
    if is_there(path):
        keep_content(folder, path, bytes_of(path), now)


def keep_content(folder: Path, path: Path, content: bytes, now: datetime) -> None:
    """Keep what a roster's file held, or should hold, on the same terms; raises UnwritableFileError."""
    others = [one for one in backups_of(folder, path) if not one.damage]
    made = None
    if not (others and _holds(others[0], content)):
        made = first_free(stamped(folder, now, f"{_mark_for(folder, path)}.json"))
        write_atomically(made, content)
    for old in thinned(backups_of(folder, path), now)[-MOST_AT_ONCE:]:
        if old.path != made:
            with contextlib.suppress(OSError):
                old.path.unlink()


def put_aside(folder: Path, path: Path, damage: str, now: datetime) -> bool:
    """Copy a damaged file of any size before it is saved over, once for each mark; tells whether it was copied now.

    Raises UnreadableFileError or UnwritableFileError, and then it must not be saved over.
    """
    if not is_there(path) or copy_of_damaged(folder, path, damage):
        return False
    ending = f"{_mark_for(folder, path)}-damaged-{damage}.json"
    copy_atomically(path, first_free(stamped(folder, now, ending)))
    return True


def copy_of_damaged(folder: Path, path: Path, damage: str) -> Path | None:
    """Find the copy of a damaged file by the mark of its damage."""
    return next((one.path for one in backups_of(folder, path) if damage and one.damage == damage), None)


def mark_of(damaged: bytes) -> str:
    """Give a mark by which damage is known again."""
    return hashlib.sha256(damaged).hexdigest()[:8]


def mark_of_file(path: Path) -> str:
    """Give the mark of a file of which nothing can be read; one that is gone has none."""
    if not is_there(path):
        return ""
    try:
        return digest_of(path)[:8]
    except OSError as error:
        return mark_of(str(error).encode(errors="replace"))


def thinned(backups: Sequence[Backup], now: datetime, most: int = MOST_BYTES) -> list[Backup]:
    """Choose the backups of a file that go, the newest of them first; the newest of all stays in any case.

    No clock is asked how old they are, since it may be wrong: the days and weeks that count are those that have
    backups. Of the newest two days all stay, of a dozen before them the newest of each day, and before that the newest
    of each week, 51 of them; and the newest ten; all as far as they have room in `most` bytes. Copies of damaged files
    are not counted. `now` tells nothing but the zone.
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
    """Find the first backup that can be read as a whole."""
    for one in backups:
        with contextlib.suppress(UnreadableFileError):
            return one, read_roster(one.path)
    return None


def stand_ins(places: Places, path: Path) -> list[Backup]:
    """List the backups that may stand in for a file that cannot be read, its own before others, the newest first.

    Others are those of a file that shares its id and is gone, since that may have been moved here; what is still there
    is another roster by now.
    """
    found = {one.path: one for folder in folders_for(places, path) for one in backups_in(folder)}
    all_of_them = sorted(found.values(), key=lambda one: one.time, reverse=True)
    own = [one for one in all_of_them if one.is_of(path)]
    return own + [one for one in all_of_them if not one.is_of(path) and one.file and not is_there(one.file)]


def folders_for(places: Places, path: Path) -> Iterator[Path]:
    """List the folders that may hold backups of a file that cannot be read: by the id that it says, and by its path."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        said = re.search(rb'"id":\s*"([^"\\]{1,64})"', file.read(1000))
        if said:
            yield places.backups_of(said[1].decode(errors="replace"))
    for origin in places.backups.glob("*/origin*.txt"):
        if ORIGINS.fullmatch(origin.name):
            with contextlib.suppress(OSError, ValueError):
                if _same(_file_in(origin), path):
                    yield origin.parent


def _slots(backups: Sequence[Backup], now: datetime) -> Iterator[Hashable]:
    """Give of each what only one can have: its path, its day or its week, the farther back it is; None is too far.

    The newest comes first.
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
    """Describe a backup, if a file is one."""
    found = NAME.fullmatch(path.name)
    if found is None:
        return None
    try:
        time = datetime.strptime(found[1], STAMP).replace(tzinfo=UTC)
        return Backup(path, time, path.stat().st_size, found[3] or "", origins.get(found[2] or ""))
    except (ValueError, OSError):
        return None


def _holds(backup: Backup, content: bytes) -> bool:
    """Tell whether a backup holds some content."""
    try:
        return backup.size == len(content) and backup.path.read_bytes() == content
    except OSError:
        return False


def _mark_for(folder: Path, path: Path) -> str:
    """Give what says in a backup's name which file it is of, once the folder says so, too."""
    known = _origins(folder)
    mark = next((mark for mark, file in known.items() if _same(file, path)), None)
    if mark is None:
        mark = mark_of(_text_of(path)) if known else ""
        write_atomically(folder / (f"origin-{mark}.txt" if mark else ORIGIN), _text_of(path))
    return f"-of-{mark}" if mark else ""


def _origins(folder: Path) -> dict[str, Path]:
    """Give the files of which a folder holds backups, by their marks; the first has an empty one."""
    found: dict[str, Path] = {}
    for one in sorted(folder.glob("origin*.txt")):
        name = ORIGINS.fullmatch(one.name)
        if name:
            with contextlib.suppress(OSError, ValueError):
                found[name[1] or ""] = _file_in(one)
    return found


def _file_in(origin: Path) -> Path:
    """Read which file a folder holds backups of; raises OSError, or ValueError where it is no path."""
    return Path(os.path.realpath(os.fsdecode(origin.read_bytes())))


def _same(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file, be it there or not."""
    return _text_of(one) == _text_of(other)


def _text_of(path: Path) -> bytes:
    return os.fsencode(os.path.realpath(path))


LONGEST_NAME = 50


def write_aside(path: Path, content: bytes, whose: str, elsewhere: Path) -> Path:
    """Write a content beside a file, or into the folder `elsewhere` where that fails; gives the new file.

    It is named after the file, whose it is and the time: "mars (GM Desk, 2026-11-20 16.42).json". No file is
    overwritten. Raises UnwritableFileError where neither folder can be written.
    """
    now = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M")
    name = f"{path.stem[:LONGEST_NAME]} ({whose}, {now}).json"
    try:
        return write_new(path.parent / name, content, gap=" ")
    except UnwritableFileError:
        return write_new(elsewhere / name, content, gap=" ")


def take_back(path: Path, content: bytes) -> None:
    """Remove what was put aside, if it says what is kept elsewhere by now and nothing else."""
    with contextlib.suppress(OSError):
        if path.read_bytes() == content:
            path.unlink()
