"""Checks of a journal: the meaning of errors, missing pages, and damaged rows."""

import sqlite3
from collections.abc import Callable, Iterator

from gm_desk.store.journal.entries import marks_of
from gm_desk.store.journal.index import IN_A_MILLISECOND, LAST, LineIndex, place_of
from gm_desk.store.journal.rows import (
    ENTRY,
    EVENING,
    LINE,
    NAMING,
    REVISION,
    DamagedError,
    JournalTable,
    Row,
    encodes_event,
    stored_entry_of,
    whole,
)

BUSY, LOCKED, NO_ACCESS, FULL, NOT_OPENED = 5, 6, 3, 13, 14
READ_ONLY, DISK_ERROR, CORRUPT, NOT_A_DATABASE = 8, 10, 11, 26
WORDS = {
    BUSY: "another program is using it",
    LOCKED: "another program is using it",
    FULL: "the disk is full",
    NOT_OPENED: "it cannot be opened",
    READ_ONLY: "it is read-only",
    DISK_ERROR: "the disk reports an error",
}


def sqlite_in_words(error: Exception) -> str:
    """Return the problem in an error of the disk or the database, without its numbers."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return WORDS.get(_code(error), str(error))


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Return whether an error means that the file is damaged."""
    if isinstance(error, DamagedError | sqlite3.IntegrityError):
        return True
    return _code(error) in {CORRUPT, NOT_A_DATABASE} or (
        _code(error) == sqlite3.SQLITE_ERROR and "no such" in str(error)
    )


def is_locked(error: Exception) -> bool:
    """Return whether another program has the file locked."""
    return _code(error) in {BUSY, LOCKED}


def closed_to(error: Exception) -> bool:
    """Return whether a file or its folder is read-only."""
    return isinstance(error, OSError) or _code(error) in {READ_ONLY, NO_ACCESS, NOT_OPENED}


def _code(error: Exception) -> int:
    """Return SQLite's error code, or 0."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


MAGIC = b"SQLite format 3\0"
LOCK_BYTE = 2**30
"""The page with this byte is never used."""
Page = Callable[[int], bytes]


def lacks_pages(page: Page, size: int) -> bool:
    """Return whether a file is shorter than its header says, or has empty pages that are not free."""
    head = page(1)
    if head[:16] != MAGIC or len(head) != size:
        return True
    unused = {LOCK_BYTE // size + 1, *_free(page, _number(head, 32))}
    lacking = (number for number in range(1, _number(head, 28) + 1) if not _is_written(page(number), size))
    return any(number not in unused for number in lacking)


def _free(page: Page, trunk: int) -> set[int]:
    """Return the free pages: trunk pages, each of which lists some and the next trunk."""
    free: set[int] = set()
    while trunk and trunk not in free and (content := page(trunk)):
        named = min(_number(content, 4), len(content) // 4 - 2)
        free |= {trunk, *(_number(content, 8 + 4 * place) for place in range(named))}
        trunk = _number(content, 0)
    return free


def _is_written(content: bytes, size: int) -> bool:
    return len(content) == size and any(content)


def _number(content: bytes, at: int) -> int:
    return int.from_bytes(content[at : at + 4], "big")


AT_ONCE = 64


class Inspection:
    """A check of every row, newest first: its hash, its index entries, and its line.

    Lines with outdated marks are written again; everything else that is wrong is damage.
    """

    def __init__(self, lines: LineIndex) -> None:
        """Start with the newest row."""
        self._lines = lines
        self._connection = lines.connection
        self._changes = self._connection.total_changes
        self._counted: dict[int, Row] = {}
        self._walk = self._all()

    def step(self, rows: int) -> bool:
        """Check some rows; return whether there are more. Raise sqlite3.DatabaseError if there is damage."""
        return all(next(self._walk, None) is not None for _ in range(rows))

    def _all(self) -> Iterator[Row]:
        """Check every row, lazily."""
        for table, check in (
            (ENTRY, self._check_entry),
            (REVISION, self._check_revision),
            (NAMING, self._check_naming),
            (LINE, self._check_line),
        ):
            for row in self._rows(table):
                check(row)
                yield row
        if self._connection.total_changes == self._changes:
            self._check_evenings()

    def _rows(self, table: JournalTable) -> Iterator[Row]:
        """Yield the rows of a table, newest first."""
        below = LAST
        query = f"SELECT {table.listed} FROM {table.name} WHERE number < ? ORDER BY number DESC LIMIT ?"  # noqa: S608 - constants
        while rows := self._connection.execute(query, [below, AT_ONCE]).fetchall():
            yield from whole(rows, table)
            below = rows[-1][0]

    def _check_entry(self, row: Row) -> None:
        """Check that a roll has its line, with its revisions applied, and can be found by it."""
        self._check_id(ENTRY, row)
        query = f"SELECT {REVISION.listed} FROM revision WHERE entry = ? ORDER BY number"  # noqa: S608 - constants
        revisions = whole(self._connection.execute(query, [row[1]]), REVISION)
        query = f"SELECT {LINE.listed} FROM line WHERE entry = ?"  # noqa: S608 - constants
        found = whole(self._connection.execute(query, [row[0]]), LINE)
        kept = stored_entry_of(row, revisions, self._lines.unknown if found else set())
        if kept is None:
            return
        if not found:
            raise DamagedError("a line is missing")
        if found[0][3] != marks_of(kept.entry):
            before = self._connection.total_changes
            self._lines.renew(kept.entry.id)
            self._changes += self._connection.total_changes - before
        elif not self._lines.full_text.finds(found[0]):
            raise DamagedError("the index of words is damaged")

    def _check_revision(self, row: Row) -> None:
        self._check_id(REVISION, row)
        query = "SELECT 1 FROM revision INDEXED BY revision_entry WHERE entry = ? AND number = ?"
        if self._connection.execute(query, [row[2], row[0]]).fetchone() is None:
            raise DamagedError("an index is damaged")

    def _check_naming(self, row: Row) -> None:
        self._check_id(NAMING, row)

    def _check_line(self, row: Row) -> None:
        """Check that a line belongs to a roll of its time and evening, and count it for its evening."""
        query = "SELECT time, session, request FROM line INDEXED BY line_evening JOIN entry ON entry.number = line.entry WHERE evening = ? AND line.number = ?"  # noqa: E501
        found = self._connection.execute(query, [row[2], row[0]]).fetchone()
        if found is None or place_of(found[0]) // IN_A_MILLISECOND != row[0] // IN_A_MILLISECOND:
            raise DamagedError("a line is damaged")
        old = self._counted.get(row[2])
        ended, last, rolls = (found[0], row[0], 0) if old is None else (old[2], old[4], old[5])
        self._counted[row[2]] = (found[1], found[0], ended, row[0], last, rolls + (not encodes_event(found[2])))

    def _check_id(self, table: JournalTable, row: Row) -> None:
        """Check that a row can be found by its id."""
        query = f"SELECT number FROM {table.name} WHERE id = ?"  # noqa: S608 - constants
        found = self._connection.execute(query, [row[1]]).fetchone()
        if found is None or found[0] != row[0]:
            raise DamagedError("an index is damaged")

    def _check_evenings(self) -> None:
        """Check evenings against their lines, unless rolls were added meanwhile."""
        rows = whole(self._connection.execute(f"SELECT {EVENING.listed} FROM evening"), EVENING)  # noqa: S608 - constants
        if {row[0]: row[1:-1] for row in rows} != self._counted:
            raise DamagedError("an evening is damaged")
