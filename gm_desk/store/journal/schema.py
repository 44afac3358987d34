"""The schema of the journal, and migrations of older files."""

import sqlite3
from collections.abc import Iterator

from gm_desk.store.journal.index import LineIndex, transaction
from gm_desk.store.journal.rows import ENTRY, ENTRY_VERSION_3, REVISION, DamagedError, from_version_3

APPLICATION_ID = 0x474D4445
AT_ONCE = 1_000
"""The number of rows read into memory at a time."""
VERSION = 4
SYNCHRONOUS = "FULL"
"""The durability of transactions in SQLite: each is synced to the disk."""
SCHEMA = """
CREATE TABLE entry(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    batch TEXT NOT NULL,
    session TEXT NOT NULL,
    time INTEGER NOT NULL,
    system TEXT NOT NULL,
    character TEXT NOT NULL,
    words TEXT NOT NULL, -- who and what, casefolded, to search in
    draft TEXT NOT NULL,
    request TEXT NOT NULL,
    house TEXT NOT NULL,
    dice TEXT NOT NULL,
    by_hand INTEGER NOT NULL,
    secret INTEGER NOT NULL
) STRICT;
"""
REVISIONS = """
CREATE TABLE revision(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    entry TEXT NOT NULL,
    time INTEGER NOT NULL,
    what TEXT NOT NULL
) STRICT;
CREATE INDEX revision_entry ON revision(entry);
"""
LINES = """
ALTER TABLE entry ADD COLUMN rest TEXT NOT NULL DEFAULT '{}'; -- what else it was written with: a note, picks
ALTER TABLE entry ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
ALTER TABLE revision ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
CREATE TABLE naming(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    time INTEGER NOT NULL,
    name TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
-- What follows is made from the tables above, and made anew from them at any time.
CREATE TABLE line( -- what a roll is found by, as its revisions leave it
    number INTEGER PRIMARY KEY, -- rises with the time of the roll
    entry INTEGER NOT NULL UNIQUE, -- its number
    evening INTEGER NOT NULL,
    marks TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE INDEX line_evening ON line(evening);
CREATE TABLE evening(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    first INTEGER NOT NULL, -- the numbers of its lines
    last INTEGER NOT NULL,
    rolls INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE about(version INTEGER NOT NULL, behind INTEGER NOT NULL) STRICT; -- whether the index of words is behind
INSERT INTO about VALUES (3, 1);
"""
UNREAD = """
ALTER TABLE entry DROP COLUMN character;
ALTER TABLE entry DROP COLUMN words;
UPDATE about SET version = 4;
"""
HASHED = 3
"""The first version whose rows have hashes, and whose number is in a row."""
LATER = VERSION + 1000
"""The highest possible version; a higher number is damage."""
STEPS = (SCHEMA, REVISIONS, LINES, UNREAD)
"""The statements of each version of the schema, in order."""


class NewerLogError(sqlite3.DatabaseError):
    """The journal was written by a newer version."""


CACHE_KILOBYTES = 500
"""Maximum kilobytes of pages that SQLite keeps, a quarter of the usual: an evening's rolls are read once."""


def prepared(connection: sqlite3.Connection, *, read_only: bool) -> sqlite3.Connection:
    """Set up a connection: create the tables of a new file, or migrate an older journal.

    A read-only one is migrated in memory.
    """
    version = version_of(connection)
    if version < VERSION and read_only:
        memory = sqlite3.connect(":memory:", isolation_level=None)
        connection.backup(memory)
        connection.close()
        connection = memory
    connection.text_factory = _text
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
    if version == 0:
        connection.execute("PRAGMA journal_mode = WAL")
    if version < VERSION:
        _migrate(connection, version)
    return connection


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a journal, 0 for a new one.

    Raise DamagedError if the file is inconsistent, NewerLogError if a newer version wrote it.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    about = connection.execute("SELECT * FROM about").fetchone() if "about" in names else None
    recorded = about[0] if about else None
    if recorded != VERSION and any(VERSION < one <= LATER for one in (version, recorded or 0)):
        raise NewerLogError("it was written by a newer GM Desk")
    tells = version if version >= HASHED else None
    if recorded != tells or version not in range(VERSION + 1) or (version == 0) != (not names):
        raise DamagedError("its version is damaged")
    return version


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    """Migrate an older journal, completely or not at all."""
    with transaction(connection):
        if version >= HASHED:
            _hash_anew(connection)
        for statement in _statements(" ".join(STEPS[version:])):
            connection.execute(statement)
        if version < HASHED:
            _hash_all(connection)
            LineIndex(connection).renew_all()
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _hash_all(connection: sqlite3.Connection) -> None:
    """Hash the rows of a version without hashes."""
    for table in (ENTRY, REVISION):
        columns = ", ".join(table.columns)
        for row in connection.execute(f"SELECT {columns} FROM {table.name}").fetchall():  # noqa: S608 - constants
            update = f"UPDATE {table.name} SET hash = ? WHERE number = ?"  # noqa: S608 - constants
            connection.execute(update, (table.hash_of(row), row[0]))


def _hash_anew(connection: sqlite3.Connection) -> None:
    """Hash the entries of the third version without the dropped columns; damaged entries stay recognisable as such."""
    query = f"SELECT {ENTRY_VERSION_3.listed} FROM entry WHERE number > ? ORDER BY number LIMIT ?"  # noqa: S608 - constants
    last = -1
    while rows := connection.execute(query, [last, AT_ONCE]).fetchall():
        hashes = [(from_version_3(row)[-1], row[0]) for row in rows if ENTRY_VERSION_3.holds(row)]
        connection.executemany("UPDATE entry SET hash = ? WHERE number = ?", hashes)
        last = rows[-1][0]


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script; `executescript` would commit first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _text(spelled: bytes) -> str:
    """Decode text; invalid UTF-8 is replaced, which the hash reveals."""
    return spelled.decode(errors="replace")
