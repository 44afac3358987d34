"""The journal of a roster: every roll, in SQLite, on the disk before its line is painted.

Entries are only added, and revised by adding. What an entry means is worked out anew from its request, house rules and
dice.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from gm_desk.core.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import Request
from gm_desk.store.entries import DiceThrown, Entry, Revision, words_of
from gm_desk.store.errors import UnreadableFileError, UnwritableFileError

APPLICATION_ID = 0x474D4445
VERSION = 2
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
STEPS = (SCHEMA, REVISIONS)
"""What each version of the schema added, the first one first."""
COLUMNS = "id, batch, session, time, system, character, words, draft, request, house, dice, by_hand, secret"
PLACES = ", ".join("?" * len(COLUMNS.split(",")))


class Journal:
    """Keep the rolls of one roster in one file; the file is made with the first roll."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Name the file; it is opened when it is first needed."""
        self.path = path
        self._read_only = read_only
        self._connection: sqlite3.Connection | None = None

    def add(self, news: Iterable[Entry | Revision]) -> None:
        """Add rolls and revisions, all or none, on the disk when this returns; what is there already stays as it is.

        Raises UnwritableFileError.
        """
        try:
            connection = self._open()
            with connection:
                for new in news:
                    connection.execute(*(_insert(new) if isinstance(new, Entry) else _insert_revision(new)))
        except (sqlite3.Error, OSError) as error:
            raise UnwritableFileError(self.path, _words(error)) from error

    def page(self, limit: int, before: str = "", words: str = "") -> list[Entry]:
        """Give entries, newest first: older than the one with the id `before`, with all the words in who or what.

        Each is as its revisions leave it. Raises UnreadableFileError.
        """
        asked = words.casefold().split()
        where = ["words LIKE ? ESCAPE '\\'"] * len(asked)
        if before:
            where.append("number < (SELECT number FROM entry WHERE id = ?)")
        query = f"SELECT {COLUMNS} FROM entry WHERE {' AND '.join(where) or 'TRUE'} ORDER BY number DESC LIMIT ?"  # noqa: S608
        values = [*map(_like, asked), *([before] if before else []), limit]
        try:
            if not self.path.exists():
                return []
            connection = self._open()
            entries = [_entry(row) for row in connection.execute(query, values)]
            return _as_revised(connection, entries)
        except (sqlite3.Error, OSError, msgspec.MsgspecError) as error:
            raise UnreadableFileError(self.path, _words(error)) from error

    def close(self) -> None:
        """Close the file, with everything in it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection:
        """Open the file, and make it where there is none."""
        if self._connection is None:
            if not self._read_only:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(f"{self.path.as_uri()}?{self._mode()}", uri=True, timeout=2)
            try:
                _prepare(connection, read_only=self._read_only)
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


def _prepare(connection: sqlite3.Connection, *, read_only: bool) -> None:
    """Make a connection durable, a new file a journal, and an older journal one of this version."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise sqlite3.DatabaseError("it was written by a newer GM Desk")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA synchronous = FULL")
    if version == 0:
        connection.execute("PRAGMA journal_mode = WAL")
    if version < VERSION and not read_only:
        steps = " ".join(STEPS[version:])
        connection.executescript(
            f"BEGIN; {steps} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT;"
        )


def _like(word: str) -> str:
    """Make a word a LIKE pattern that finds it anywhere, taken literally."""
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _as_revised(connection: sqlite3.Connection, entries: list[Entry]) -> list[Entry]:
    """Apply the revisions of some entries, oldest first."""
    if connection.execute("PRAGMA user_version").fetchone()[0] == 1:
        return entries
    known = {entry.id: entry for entry in entries}
    places = ", ".join("?" * len(known))
    query = f"SELECT id, entry, time, what FROM revision WHERE entry IN ({places}) ORDER BY number"  # noqa: S608 - question marks
    for revision_id, entry_id, time, what in connection.execute(query, list(known)):
        head = {"id": revision_id, "entry": entry_id, "time": time}
        revision = msgspec.convert({**msgspec.json.decode(what, type=dict[str, Any]), **head}, Revision)
        known[entry_id] = known[entry_id].revised(revision)
    return list(known.values())


def _insert(entry: Entry) -> tuple[str, tuple[Any, ...]]:
    """Make the statement that adds an entry."""
    return f"INSERT INTO entry({COLUMNS}) VALUES ({PLACES}) ON CONFLICT(id) DO NOTHING", _row(entry)  # noqa: S608 - constants


def _insert_revision(revision: Revision) -> tuple[str, tuple[Any, ...]]:
    """Make the statement that adds a revision."""
    what = {name: value for name, value in msgspec.to_builtins(revision).items() if name in revision.changes}
    row = (revision.id, revision.entry, revision.time, msgspec.json.encode(what).decode())
    return "INSERT INTO revision(id, entry, time, what) VALUES (?, ?, ?, ?) ON CONFLICT(id) DO NOTHING", row


def _row(entry: Entry) -> tuple[Any, ...]:
    """Spell an entry as the values of a row."""
    draft, request, house, dice = (
        msgspec.json.encode(part).decode() for part in (entry.draft, entry.request, entry.house, entry.dice)
    )
    words = words_of(entry.draft)
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
