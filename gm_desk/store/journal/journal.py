"""The journal of a roster: every roll, in SQLite, on disk before it is shown.

Entries are only added, and changed by adding revisions. The outcome of an entry is calculated from its request, house
rules and dice. A damaged file is copied, and its intact rows are kept in a new one.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from gm_desk.store.disk.files import (
    HeldFileError,
    UnfitRollError,
    UnreadableFileError,
    UnwritableFileError,
    make_folder,
)
from gm_desk.store.disk.places import marker_of
from gm_desk.store.journal.checks import Inspection, closed_to, is_damage, is_locked, sqlite_in_words
from gm_desk.store.journal.copies import Identity, back_up_log, identity_of, news_in, write_again
from gm_desk.store.journal.entries import Evening, Search, StoredEntry
from gm_desk.store.journal.index import LineIndex, add, evenings, one_kept, page
from gm_desk.store.journal.recovery import Recovered, finish, open_to_writing, recover, waiting_in_wal, wal_of
from gm_desk.store.journal.rows import DamagedError, News, UnfitRowError
from gm_desk.store.journal.schema import prepared

EVERYTHING = Search()
WAIT = 0.25
"""Seconds to wait for another program that is writing: the window is blocked meanwhile, and rolls are retried."""
MOST_RECOVERIES = 3
"""The number of recoveries after which a disk that keeps damaging the file is given up."""
SMALLEST_PAGE = 512
IMPORTING = "the import of a campaign over it has not finished"
Found = TypeVar("Found")


class Journal:
    """The rolls of one roster in one file, which is created with the first roll.

    `recovered` is the result of the last recovery; whoever has reported it resets it.
    """

    def __init__(self, path: Path, *, read_only: bool = False, indexed: bool = True) -> None:
        """Set the file, which is opened when it is first needed; if it is not `indexed`, searches read all lines."""
        self.path = path
        self.recovered: Recovered | None = None
        self._read_only = read_only
        self._indexed = indexed
        self._recoveries = 0
        self._connection: sqlite3.Connection | None = None
        self._lines: LineIndex | None = None
        self._file: Identity | None = None
        self._inspection: Inspection | None = None

    def add(self, news: Iterable[News]) -> None:
        """Add rolls, revisions and names, all or none, on disk when this returns; existing ones are unchanged.

        Raise UnwritableFileError, and UnfitRollError if one of them cannot be stored in any file.
        """
        whole_news = list(news)
        try:
            self._keep_place()
            self._healing(lambda lines: add(lines, whole_news))
        except UnfitRowError as error:
            raise UnfitRollError(self.path, f"this cannot be stored: {error}") from error
        except (sqlite3.Error, OSError) as error:
            if closed_to(error):  # a read-only file is opened for writing as soon as that is possible
                self.close()
            raise UnwritableFileError(self.path, sqlite_in_words(error)) from error

    def page(
        self, limit: int, before: str = "", search: Search = EVERYTHING, without: Collection[str] = ()
    ) -> list[StoredEntry]:
        """Return rolls that match, newest first, with their revisions applied.

        They are older than the one with the id `before`, and not from the sessions `without`. Raise
        UnreadableFileError.
        """
        return self._read(lambda lines, strict: page(lines, limit, before, search, without, strict=strict), [])

    def kept(self, entry_id: str) -> StoredEntry | None:
        """Return one roll by id, or None; raise UnreadableFileError."""
        return self._read(lambda lines, strict: one_kept(lines.connection, entry_id, strict=strict), None)

    def evenings(self) -> list[Evening]:
        """Return the sessions, latest first; raise UnreadableFileError."""
        return self._read(lambda lines, strict: evenings(lines, strict=strict), [])

    def back_up(self, folder: Path, now: datetime) -> bool:
        """Copy the log to a folder of backups if it exists and is larger than the newest copy.

        Return whether it was copied. Raise UnwritableFileError.
        """
        if self._read_only:
            return False
        try:
            self._keep_place()
            return self._there and self._healing(lambda lines: back_up_log(folder, lines.connection, now))
        except (sqlite3.Error, OSError) as error:
            raise UnwritableFileError(self.path, sqlite_in_words(error)) from error

    def not_understood(self) -> int:
        """Return how many rows of other versions could not be understood so far.

        Raise UnreadableFileError.
        """
        return self._read(lambda lines, _: lines.not_understood(), 0)

    def check(self, rows: int) -> bool:
        """Check some more rows, starting again after the last; return whether there are more in this round.

        Damage is recovered. Raise UnreadableFileError.
        """
        if self._read_only:
            return False
        try:
            self._keep_place()
            return self._there and self._healing(lambda lines: self._inspect(lines, rows))
        except (sqlite3.Error, OSError) as error:
            raise self._unreadable(error) from error

    def tidy(self) -> bool:
        """Merge a part of the full-text index; return whether there may be more to do."""
        if self._connection is not None and self._lines is not None and not self._read_only:
            with contextlib.suppress(sqlite3.Error):
                more = self._lines.full_text.tidy()
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
                return more
        return False

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(OSError, sqlite3.Error):
            self._keep_place()
        self._inspection = self._lines = None
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with contextlib.suppress(sqlite3.DatabaseError):
                connection.close()

    def _inspect(self, lines: LineIndex, rows: int) -> bool:
        inspection = self._inspection or Inspection(lines)
        self._inspection = None
        if inspection.step(rows):
            self._inspection = inspection
        return self._inspection is not None

    @property
    def _there(self) -> bool:
        """Whether the file exists; raise OSError."""
        return self.path.exists() or wal_of(self.path).exists()

    def _read(self, ask: Callable[[LineIndex, bool], Found], default: Found) -> Found:
        """Query the file, if there is one; `ask` gets whether rows must be intact. Read-only ones are not recovered."""
        try:
            self._keep_place()
            return self._healing(lambda lines: ask(lines, not self._read_only)) if self._there else default
        except (sqlite3.Error, OSError) as error:
            if self._read_only or self._lines is not None or not closed_to(error):
                raise self._unreadable(error) from error
        with contextlib.closing(Journal(self.path, read_only=True, indexed=self._indexed)) as only_read:
            return only_read._read(ask, default)  # noqa: SLF001 - its own kind

    def _unreadable(self, error: Exception) -> UnreadableFileError:
        return (HeldFileError if is_locked(error) else UnreadableFileError)(self.path, sqlite_in_words(error))

    def _healing(self, act: Callable[[LineIndex], Found]) -> Found:
        """Run an action, and again if the file was damaged and has been recovered."""
        try:
            return act(self._open())
        except sqlite3.DatabaseError as error:
            if self._read_only or self._recoveries == MOST_RECOVERIES or not is_damage(error):
                self._let_go()
                raise
        self._recoveries += 1
        found = recover(self.path, self.close)
        before = self.recovered
        self.recovered = found.after(before) if before else found
        return act(self._open())

    def _let_go(self) -> None:
        """Close a file that could not be opened completely."""
        if self._lines is None:
            self.close()

    def _open(self) -> LineIndex:
        """Open the file, or create it."""
        if self._lines is None:
            waiting = None
            if not self._read_only:
                make_folder(self.path.parent)
                if marker_of(self.path).exists():
                    raise OSError(IMPORTING)
                finish(self.path)
                open_to_writing(self.path)
                waiting = waiting_in_wal(self.path)
            self._connection = _connected(self.path, read_only=self._read_only)
            self._connection = prepared(self._connection, read_only=self._read_only)
            if waiting is not None and waiting.lost(self._connection):
                raise DamagedError("what was written last is damaged")
            lines = LineIndex(self._connection, indexed=self._indexed)
            if self._read_only:
                lines.full_text.give_up()
            else:
                lines.catch_up()
            self._lines, self._file = lines, identity_of(self.path)
        return self._lines

    def _keep_place(self) -> None:
        """Write the journal again if its file has been removed or replaced."""
        connection = self._connection
        if connection is None or self._lines is None or self._read_only or identity_of(self.path) == self._file:
            return
        if not self.path.exists():
            write_again(connection, self.path)
            news = []
        else:
            news = news_in(connection)
        self._inspection = self._lines = self._connection = None
        connection.close()
        if news:
            add(self._open(), news)


def _connected(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open a file; a read-only one without creating SQLite's files beside it."""
    if not read_only:
        if _size(wal_of(path)) and _size(path) < SMALLEST_PAGE:  # SQLite would delete the write-ahead log beside it
            raise DamagedError("the file is empty")
        return _connection(path, "mode=rwc")
    if wal_of(path).exists():
        connection = _connection(path, "mode=ro")
        try:
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError as error:  # the write-ahead log cannot be read in a read-only folder
            connection.close()
            if not closed_to(error):
                raise
        else:
            return connection
    return _connection(path, "immutable=1")


def _connection(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, timeout=WAIT, isolation_level=None)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
