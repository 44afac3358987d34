"""The journal of a roster: every roll, in SQLite, on the disk before its line is painted.

Entries are only added, and revised by adding. What an entry means is worked out anew from its request, house rules and
dice.
"""

import sqlite3
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import msgspec

from gm_desk.core.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import Request
from gm_desk.store.entries import (
    DiceThrown,
    Entry,
    Evening,
    Kept,
    Naming,
    Revision,
    Search,
    characters_of,
    tokens,
    words_of,
)
from gm_desk.store.errors import UnreadableFileError, UnwritableFileError

APPLICATION_ID = 0x474D4445
VERSION = 3
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
CREATE TABLE naming(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    time INTEGER NOT NULL,
    name TEXT NOT NULL
) STRICT;
CREATE TABLE line( -- what entries are found by, as their revisions leave them; made anew from them at any time
    number INTEGER PRIMARY KEY, -- rises with the time of the roll
    entry TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    a TEXT NOT NULL,
    b TEXT NOT NULL,
    grade TEXT NOT NULL,
    secret INTEGER NOT NULL,
    words TEXT NOT NULL
) STRICT;
CREATE INDEX line_session ON line(session);
"""
STEPS = (SCHEMA, REVISIONS, LINES)
"""What each version of the schema added, the first one first."""
EVERYTHING = Search()
LATEST = 2**50
IN_A_MILLISECOND = 4096
"""Rolls are numbered by their time, so many in each millisecond."""
NAMES = "id, batch, session, time, system, character, words, draft, request, house, dice, by_hand, secret"
COLUMNS = ", ".join(f"entry.{name}" for name in NAMES.split(", "))
PLACES = ", ".join("?" * len(NAMES.split(",")))


class Journal:
    """Keep the rolls of one roster in one file; the file is made with the first roll."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Name the file; it is opened when it is first needed."""
        self.path = path
        self._read_only = read_only
        self._connection: sqlite3.Connection | None = None

    def add(self, news: Iterable[Entry | Revision | Naming]) -> None:
        """Add rolls, revisions and names, all or none, on the disk when this returns; what is there already stays.

        Raises UnwritableFileError.
        """
        try:
            connection = self._open()
            with connection:
                for new in news:
                    connection.execute(*_insert(new))
                    _follow(connection, new)
        except (sqlite3.Error, OSError) as error:
            raise UnwritableFileError(self.path, _words(error)) from error

    def page(
        self, limit: int, before: str = "", search: Search = EVERYTHING, without: Collection[str] = ()
    ) -> list[Kept]:
        """Give rolls that are looked for, newest first, each as its revisions leave it.

        They are older than the one with the id `before`, and not of the sessions `without`. Raises UnreadableFileError.
        """
        wheres, values = _conditions(search)
        if before:
            wheres.append("line.number < (SELECT number FROM line WHERE entry = ?)")
            values.append(before)
        if without:
            wheres.append(f"line.session NOT IN ({', '.join('?' * len(without))})")
            values += without
        where = " AND ".join(wheres) or "TRUE"
        query = f"SELECT {COLUMNS} FROM line JOIN entry ON entry.id = line.entry WHERE {where} ORDER BY line.number DESC LIMIT ?"  # noqa: S608, E501
        return self._read(query, [*values, limit])

    def kept(self, entry_id: str) -> Kept | None:
        """Give one roll by its id; raises UnreadableFileError."""
        found = self._read(f"SELECT {COLUMNS} FROM entry WHERE id = ?", [entry_id])  # noqa: S608 - constants
        return found[0] if found else None

    def evenings(self) -> list[Evening]:
        """List the sessions, the latest first; raises UnreadableFileError."""
        query = """
            SELECT line.session, max(entry.time), min(entry.time), count(*), max(line.number) AS latest, coalesce(
                (SELECT name FROM naming WHERE naming.session = line.session ORDER BY naming.number DESC LIMIT 1), '')
            FROM line JOIN entry ON entry.id = line.entry GROUP BY line.session ORDER BY latest DESC
        """
        try:
            if not self.path.exists():
                return []
            rows = self._open().execute(query)
            return [Evening(session, name, began, ended, rolls) for session, ended, began, rolls, _, name in rows]
        except (sqlite3.Error, OSError) as error:
            raise UnreadableFileError(self.path, _words(error)) from error

    def close(self) -> None:
        """Close the file, with everything in it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _read(self, query: str, values: list[Any]) -> list[Kept]:
        """Read entries as their revisions leave them."""
        try:
            if not self.path.exists():
                return []
            connection = self._open()
            entries = [_entry(row) for row in connection.execute(query, values)]
            return _as_revised(connection, entries)
        except (sqlite3.Error, OSError, msgspec.MsgspecError) as error:
            raise UnreadableFileError(self.path, _words(error)) from error

    def _open(self) -> sqlite3.Connection:
        """Open the file, and make it where there is none."""
        if self._connection is None:
            if not self._read_only:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(f"{self.path.as_uri()}?{self._mode()}", uri=True, timeout=2)
            try:
                connection = _prepared(connection, read_only=self._read_only)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _mode(self) -> str:
        """Say how to open the file; one that nobody writes to is read without making SQLite's files beside it."""
        if not self._read_only:
            return "mode=rwc"
        return "mode=ro" if Path(f"{self.path}-wal").exists() else "immutable=1"


def _prepared(connection: sqlite3.Connection, *, read_only: bool) -> sqlite3.Connection:
    """Make a connection durable, a new file a journal, and an older journal one of this version.

    One that is not to be written to is brought up to date in memory.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise sqlite3.DatabaseError("it was written by a newer GM Desk")
    if version < VERSION and read_only:
        memory = sqlite3.connect(":memory:")
        connection.backup(memory)
        connection.close()
        connection = memory
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA synchronous = FULL")
    if version == 0:
        connection.execute("PRAGMA journal_mode = WAL")
    if version < VERSION:
        _migrate(connection, version)
    return connection


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    """Make a journal of an older version one of this version, whole or not at all."""
    connection.executescript("BEGIN; " + " ".join(STEPS[version:]))
    with connection:
        for (entry_id,) in connection.execute("SELECT id FROM entry ORDER BY number").fetchall():
            _renew_line(connection, entry_id)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _conditions(search: Search) -> tuple[list[str], list[Any]]:
    """Spell what is looked for as conditions and their values."""
    words = tokens(search.words)
    wheres, values = ["line.words LIKE ?"] * len(words), [f"% {word}%" for word in words]
    if search.character:
        wheres.append("? IN (line.a, line.b)")
        values.append(search.character)
    if search.session:
        wheres.append("line.session = ?")
        values.append(search.session)
    if search.grades:
        wheres.append(f"line.grade IN ({', '.join('?' * len(search.grades))})")
        values += search.grades
    if search.secret is not None:
        wheres.append("line.secret = ?")
        values.append(str(int(search.secret)))
    return wheres, values


def _as_revised(connection: sqlite3.Connection, entries: list[Entry]) -> list[Kept]:
    """Apply the revisions of some entries, oldest first."""
    known = {entry.id: Kept(entry) for entry in entries}
    places = ", ".join("?" * len(known))
    query = f"SELECT id, entry, time, what FROM revision WHERE entry IN ({places}) ORDER BY number"  # noqa: S608 - question marks
    for revision_id, entry_id, time, what in connection.execute(query, list(known)):
        head = {"id": revision_id, "entry": entry_id, "time": time}
        revision = msgspec.convert({**msgspec.json.decode(what, type=dict[str, Any]), **head}, Revision)
        known[entry_id] = known[entry_id].revised(revision)
    return list(known.values())


def _insert(new: Entry | Revision | Naming) -> tuple[str, tuple[Any, ...]]:
    """Make the statement that adds an entry, a revision or a name."""
    match new:
        case Entry():
            return f"INSERT INTO entry({NAMES}) VALUES ({PLACES}) ON CONFLICT(id) DO NOTHING", _row(new)  # noqa: S608 - constants
        case Revision():
            what = {name: value for name, value in msgspec.to_builtins(new).items() if name in new.changes}
            row = (new.id, new.entry, new.time, msgspec.json.encode(what).decode())
            return "INSERT INTO revision(id, entry, time, what) VALUES (?, ?, ?, ?) ON CONFLICT(id) DO NOTHING", row
        case Naming():
            names = (new.id, new.session, new.time, new.name)
            return "INSERT INTO naming(id, session, time, name) VALUES (?, ?, ?, ?) ON CONFLICT(id) DO NOTHING", names


def _follow(connection: sqlite3.Connection, new: Entry | Revision | Naming) -> None:
    """Keep the line of an entry as the entry and its revisions leave it."""
    if isinstance(new, Naming):
        return
    _renew_line(connection, new.id if isinstance(new, Entry) else new.entry)


def _renew_line(connection: sqlite3.Connection, entry_id: str) -> None:
    """Make the line of an entry anew."""
    rows = connection.execute(f"SELECT {COLUMNS} FROM entry WHERE id = ?", [entry_id]).fetchall()  # noqa: S608 - constants
    for kept in _as_revised(connection, [_entry(row) for row in rows]):
        _put_line(connection, kept.entry)


def _put_line(connection: sqlite3.Connection, entry: Entry) -> None:
    """Write the line of an entry, in the place that its time gives it."""
    old = connection.execute("SELECT number FROM line WHERE entry = ?", [entry.id]).fetchone()
    number = old[0] if old else _place(connection, entry.time)
    a, b = (*characters_of(entry.draft), "")[:2]
    words = " ".join(["", *tokens(words_of(entry))])
    row = (number, entry.id, entry.session, a, b, entry.grade or "", int(entry.secret), words)
    connection.execute("REPLACE INTO line VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def _place(connection: sqlite3.Connection, time: int) -> int:
    """Give the next free number of a millisecond."""
    first = max(0, min(time, LATEST)) * IN_A_MILLISECOND
    query = "SELECT max(number) FROM line WHERE number BETWEEN ? AND ?"
    last = connection.execute(query, [first, first + IN_A_MILLISECOND - 1]).fetchone()[0]
    return first if last is None else int(last) + 1


def _row(entry: Entry) -> tuple[Any, ...]:
    """Spell an entry as the values of a row."""
    draft, request, house, dice = (
        msgspec.json.encode(part).decode() for part in (entry.draft, entry.request, entry.house, entry.dice)
    )
    words = words_of(entry).casefold()
    head = (entry.id, entry.batch, entry.session, entry.time, entry.system, entry.draft.character)
    return (*head, words, draft, request, house, dice, int(entry.by_hand), int(entry.secret))


def _entry(row: tuple[Any, ...]) -> Entry:
    """Read a row back."""
    entry_id, batch, session, time, system, _, _, draft, request, house, dice, by_hand, secret = row
    return Entry(
        id=entry_id,
        batch=batch,
        session=session,
        time=time,
        system=system,
        draft=msgspec.json.decode(draft, type=Draft),
        request=msgspec.json.decode(request, type=Request),
        house=msgspec.json.decode(house, type=House),
        dice=msgspec.json.decode(dice, type=DiceThrown),
        by_hand=bool(by_hand),
        secret=bool(secret),
    )


def _words(error: Exception) -> str:
    """Say what the disk or the database found wrong, without its numbers."""
    return error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
