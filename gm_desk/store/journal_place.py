"""A journal whose file goes away while it is open: what it holds is not lost, as long as it stays open."""

import sqlite3
from contextlib import closing
from pathlib import Path

from gm_desk.store.entries import Naming
from gm_desk.store.files import sync_folder
from gm_desk.store.journal_rows import ENTRY, NAMING, REVISION, News, Row, Table, kept_of, revision_of, whole

Identity = tuple[int, int]


def identity_of(path: Path) -> Identity | None:
    """Tell the file at a path from all others; None where there is none, or it cannot be reached."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def write_again(connection: sqlite3.Connection, path: Path) -> None:
    """Write a journal that is open to its place again, where no file is any more.

    Its own folder is made anew, but not the one that this stood in: a drive may come back. Raises OSError or
    sqlite3.Error.
    """
    if not path.parent.exists():
        path.parent.mkdir()
        sync_folder(path.parent.parent)
    with closing(sqlite3.connect(path)) as fresh:
        connection.backup(fresh)


def news_in(connection: sqlite3.Connection) -> list[News]:
    """Give all that was told to a journal, as far as it is understood here; raises sqlite3.Error."""
    rows = {table: _whole_rows(connection, table) for table in (ENTRY, REVISION, NAMING)}
    entries = [kept.entry for row in rows[ENTRY] if (kept := kept_of(row, [])) is not None]
    revisions = [one for row in rows[REVISION] if (one := revision_of(row)) is not None]
    namings = [Naming(id=row[1], session=row[2], time=row[3], name=row[4]) for row in rows[NAMING]]
    return [*entries, *revisions, *namings]


def _whole_rows(connection: sqlite3.Connection, table: Table) -> list[Row]:
    rows = connection.execute(f"SELECT {table.listed} FROM {table.name} ORDER BY number")  # noqa: S608 - constants
    return whole(rows, table, strict=False)
