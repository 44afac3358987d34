"""Replacing a damaged journal with an intact one; the damaged one is copied.

At any moment there is either the damaged file with its write-ahead log, or the complete new one.
"""

import contextlib
import os
import shutil
import sqlite3
import stat
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct, structs

from gm_desk.store.disk.files import ANY_WRITE
from gm_desk.store.disk.places import first_free, numbered_paths
from gm_desk.store.journal.index import LineIndex
from gm_desk.store.journal.rows import ENTRY, REVISION, WRITTEN, JournalTable, Row, encodes_event, stored_entry_of
from gm_desk.store.journal.salvage import Salvage, damaged_file_of, salvage
from gm_desk.store.journal.schema import prepared


class Recovered(Struct, frozen=True):
    """The result of a recovery: the rolls recovered, the rolls known to be lost, and the damaged file.

    `more` means that others may be lost as well.
    """

    rolls: int
    lost: int
    copy: Path
    more: bool = False

    def after(self, before: "Recovered") -> "Recovered":
        """Return the sum with an earlier recovery that was not reported."""
        return structs.replace(self, lost=self.lost + before.lost, more=self.more or before.more)


class Waiting(Struct, frozen=True):
    """The content of a write-ahead log: ids of committed rows by table."""

    ids: dict[str, frozenset[str]]

    def lost(self, connection: sqlite3.Connection) -> bool:
        """Return whether the journal lacks something from its write-ahead log."""
        for table in WRITTEN:
            query = f"SELECT 1 FROM {table.name} WHERE id = ?"  # noqa: S608 - constants
            if any(connection.execute(query, [one]).fetchone() is None for one in self.ids[table.name]):
                return True
        return False


def wal_of(path: Path) -> Path:
    """Return the write-ahead log of a journal."""
    return path.with_name(f"{path.name}-wal")


def open_to_writing(path: Path) -> None:
    """Make SQLite's files beside a writable journal writable, as far as possible.

    SQLite creates read-only ones beside a read-only journal, and leaves them there.
    """
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        for beside in (wal_of(path), _shm_of(path)):
            if mode & ANY_WRITE and beside.exists() and not beside.stat().st_mode & ANY_WRITE:
                beside.chmod(mode)


def waiting_in_wal(path: Path) -> Waiting | None:
    """Read the write-ahead log of a killed program before SQLite does; raise OSError.

    SQLite ignores everything after a damaged page. Rolls of an uncommitted transaction were not acknowledged, but a
    damaged page after them may be its commit.
    """
    if not wal_of(path).exists() or not wal_of(path).stat().st_size:
        return None
    wreck = damaged_file_of(path, wal_of(path))
    ids: dict[str, set[str]] = {table.name: set() for table in WRITTEN}
    ended: set[bytes] = set()
    times = Counter(frame.salt for frame in wreck.frames)
    for place, frame in reversed(list(enumerate(wreck.frames))):
        if frame.commits:
            ended.add(frame.salt)
        if times[frame.salt] == 1 and place and len(frame.content) == len(wreck.frames[0].content):
            ended.add(wreck.frames[place - 1].salt)
        if frame.salt in ended:
            for table, row in wreck.rows_on(frame.content):
                if table in WRITTEN:
                    ids[table.name].add(row[1])
    return Waiting({name: frozenset(found) for name, found in ids.items()})


def recover(path: Path, close: Callable[[], None]) -> Recovered:
    """Copy a damaged journal, close it, and create a new one from all its intact rows.

    Raise OSError or sqlite3.Error; the damaged file then stays where it is.
    """
    copy = _copied_aside(path)
    close()
    found = salvage(copy, wal_of(copy))
    if not any(found.rows.values()):
        _take_unhashed(copy, found)
    fresh = path.with_name(f"{path.name}.new")
    _remove(fresh, wal_of(fresh), _shm_of(fresh))
    try:
        _build(fresh, found)
        fresh.replace(_next_of(path))
    except BaseException:
        with contextlib.suppress(OSError):
            _remove(fresh, wal_of(fresh), _shm_of(fresh))
        raise
    finish(path)
    request = ENTRY.columns.index("request")
    rolls = sum(not encodes_event(row[request]) for row in found.rows[ENTRY.name].values())
    return Recovered(rolls, found.lost, copy, found.more)


def finish(path: Path) -> None:
    """Move a complete new journal to its place, even after an interruption; raise OSError."""
    fresh = _next_of(path)
    if fresh.exists():
        _remove(wal_of(path), _shm_of(path))
        fresh.replace(path)
        _sync(path.parent)


def _copied_aside(path: Path) -> Path:
    """Copy a damaged file with its write-ahead log, and sync the copies."""
    now = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    copy = first_free(numbered_paths(path.with_name(f"{path.stem}.damaged-{now}{path.suffix}")))
    try:
        for source, target in ((path, copy), (wal_of(path), wal_of(copy))):
            if source.exists():
                shutil.copyfile(source, target)
                _sync(target)
    except BaseException:
        with contextlib.suppress(OSError):
            _remove(copy, wal_of(copy))
        raise
    return copy


def _take_unhashed(path: Path, found: Salvage) -> None:
    """Add the rows that SQLite can still read from a journal of a version without hashes."""
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        with contextlib.suppress(sqlite3.DatabaseError):
            if connection.execute("SELECT 1 FROM pragma_table_info('entry') WHERE name = 'hash'").fetchone():
                return
        for table in (ENTRY, REVISION):
            columns = ", ".join(column for column in table.columns if column != "rest")
            for order in ("", "DESC"):
                query = f"SELECT {columns} FROM {table.name} ORDER BY number {order}"  # noqa: S608 - constants
                with contextlib.suppress(sqlite3.DatabaseError):
                    for row in connection.execute(query):
                        whole = table.hashed((*row, "{}") if table is ENTRY else row)
                        if table is REVISION or stored_entry_of(whole, []) is not None:
                            found.rows[table.name][row[1]] = whole
    _remove(_shm_of(path))


def _build(path: Path, found: Salvage) -> None:
    """Create a journal of the rows found, and sync it."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as raw:
        connection = prepared(raw, read_only=False)
        connection.execute("BEGIN")
        for table in WRITTEN:
            for row in sorted(found.rows[table.name].values()):
                _insert(connection, table, row)
        LineIndex(connection).renew_all()
        connection.execute("COMMIT")
    _sync(path)


def _insert(connection: sqlite3.Connection, table: JournalTable, row: Row) -> None:
    """Add a row with the next number, so that lost rows are not reported again."""
    query = f"SELECT max(number) FROM {table.name}"  # noqa: S608 - constants
    last = connection.execute(query).fetchone()[0] or 0
    connection.execute(table.insert, table.hashed((last + 1, *row[1:-1])))


def _next_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.recovered")


def _shm_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-shm")


def _remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Sync a file, or the entries of a folder."""
    if path.is_dir() and os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
