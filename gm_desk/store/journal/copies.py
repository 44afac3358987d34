"""Dated copies of a roster's log beside the roster's backups, thinned out in the same way.

A copy is made by SQLite and is consistent. Missing rows can be restored from a copy; restoring removes nothing.
"""

import contextlib
import os
import re
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from gm_desk.store.disk.files import (
    UnreadableFileError,
    UnwritableFileError,
    error_in_words,
    make_folder,
    sync_folder,
    temporary_in,
)
from gm_desk.store.disk.places import first_free, stamped, time_of
from gm_desk.store.journal.checks import sqlite_in_words
from gm_desk.store.journal.entries import Naming
from gm_desk.store.journal.rows import (
    ENTRY,
    NAMING,
    REVISION,
    WRITTEN,
    JournalTable,
    News,
    Row,
    revision_of,
    stored_entry_of,
    whole,
)
from gm_desk.store.journal.schema import prepared
from gm_desk.store.rosters.backups import Backup, thinned

Identity = tuple[int, int]


def identity_of(path: Path) -> Identity | None:
    """Return the identity of the file at a path, or None if it does not exist or cannot be reached."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def write_again(connection: sqlite3.Connection, path: Path) -> None:
    """Write an open journal to its path again after the file has disappeared.

    Its own folder is created again, but not the parent folder: a drive may come back. Raise OSError or
    sqlite3.Error.
    """
    if not path.parent.exists():
        path.parent.mkdir()
        sync_folder(path.parent.parent)
    with closing(sqlite3.connect(path)) as fresh:
        connection.backup(fresh)


def news_in(connection: sqlite3.Connection) -> list[News]:
    """Return everything written to a journal that this version understands; raise sqlite3.Error."""
    rows = {table: _whole_rows(connection, table) for table in (ENTRY, REVISION, NAMING)}
    entries = [kept.entry for row in rows[ENTRY] if (kept := stored_entry_of(row, [])) is not None]
    revisions = [one for row in rows[REVISION] if (one := revision_of(row)) is not None]
    namings = [Naming(id=row[1], session=row[2], time=row[3], name=row[4]) for row in rows[NAMING]]
    return [*entries, *revisions, *namings]


def _whole_rows(connection: sqlite3.Connection, table: JournalTable) -> list[Row]:
    rows = connection.execute(f"SELECT {table.listed} FROM {table.name} ORDER BY number")  # noqa: S608 - constants
    return whole(rows, table, strict=False)


NAME = re.compile(r"(\d{8}T\d{12}Z)\.sqlite", re.ASCII)
MOST_AT_ONCE = 3
Size = tuple[int, ...]
"""The number of rows in each table of a log, which never shrinks."""


def copies_in(folder: Path) -> list[Backup]:
    """Return the copies of a log in a folder of backups, newest first."""
    try:
        found = [copy for path in folder.iterdir() if (copy := _copy(path)) is not None]
    except OSError:
        return []
    return sorted(found, key=lambda one: one.time, reverse=True)


def is_due(folder: Path, now: datetime) -> bool:
    """Return whether there is no copy of this day."""
    return not any(one.day(now) == now.date() for one in copies_in(folder)[:1])


def back_up_log(folder: Path, connection: sqlite3.Connection, now: datetime) -> bool:
    """Copy an open log unless the newest copy is as large, and thin out old copies; return whether it was copied.

    Raise UnwritableFileError or sqlite3.Error.
    """
    copies = copies_in(folder)
    if not any(size := _size(connection)) or (copies and _size_of(copies[0].path) == size):
        return False
    try:
        make_folder(folder)
        made = first_free(stamped(folder, now, ".sqlite"))
        _write(connection, made)
    except OSError as error:
        raise UnwritableFileError(folder, error_in_words(error)) from error
    for old in thinned(copies_in(folder), now)[-MOST_AT_ONCE:]:
        if old.path != made:
            with contextlib.suppress(OSError):
                old.path.unlink()
    return True


def is_log(backup: Backup) -> bool:
    """Return whether a backup is a copy of a log, rather than of a roster."""
    return NAME.fullmatch(backup.path.name) is not None


def read_copy(path: Path) -> list[News]:
    """Return everything in a copy of a log that this version understands; raise UnreadableFileError."""
    try:
        with closing(prepared(_connected(path), read_only=True)) as connection:
            return news_in(connection)
    except (sqlite3.Error, OSError) as error:
        raise UnreadableFileError(path, sqlite_in_words(error)) from error


def _write(connection: sqlite3.Connection, target: Path) -> None:
    """Copy a database whole or not at all, and sync it."""
    temporary, handle = temporary_in(target.parent)
    os.close(handle)
    try:
        with closing(sqlite3.connect(temporary)) as fresh:
            fresh.execute("PRAGMA synchronous = OFF")  # it is synced as a whole
            connection.backup(fresh)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
        sync_folder(target.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _size(connection: sqlite3.Connection) -> Size:
    """Return the size of a log; an older one has fewer tables."""
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    tables = [table.name for table in WRITTEN if table.name in there]
    query = "SELECT coalesce(max(number), 0) FROM {}"
    return tuple(int(connection.execute(query.format(table)).fetchone()[0]) for table in tables)


def _size_of(path: Path) -> Size:
    """Return the size of a copy, or nothing if it cannot be read."""
    try:
        with closing(_connected(path)) as connection:
            return _size(connection)
    except sqlite3.Error:
        return ()


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True, isolation_level=None)


def _copy(path: Path) -> Backup | None:
    """Return the description of a copy, or None for any other file."""
    found = NAME.fullmatch(path.name)
    if found is None:
        return None
    try:
        return Backup(path, time_of(found[1]), path.stat().st_size)
    except (ValueError, OSError):
        return None
