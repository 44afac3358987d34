"""What goes wrong with a journal's file: its kinds, and the words for them."""

import sqlite3

from gm_desk.store.journal_rows import DamagedError

BUSY, LOCKED, NO_ACCESS, FULL, NOT_OPENED = 5, 6, 3, 13, 14
READ_ONLY, DISK_ERROR, CORRUPT, NOT_A_DATABASE = 8, 10, 11, 26
WORDS = {
    BUSY: "another program holds it",
    LOCKED: "another program holds it",
    FULL: "the disk is full",
    NOT_OPENED: "it cannot be opened",
    READ_ONLY: "it is read-only",
    DISK_ERROR: "the disk reports an error",
}


def in_words(error: Exception) -> str:
    """Say what the disk or the database found wrong, without its numbers."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return WORDS.get(_code(error), str(error))


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Tell whether an error means that the file is not what was written."""
    if isinstance(error, DamagedError | sqlite3.IntegrityError):
        return True
    return _code(error) in {CORRUPT, NOT_A_DATABASE} or (
        _code(error) == sqlite3.SQLITE_ERROR and "no such" in str(error)
    )


def held(error: Exception) -> bool:
    """Tell whether another program holds the file."""
    return _code(error) in {BUSY, LOCKED}


def closed_to(error: Exception) -> bool:
    """Tell whether a file or its folder may not be written to, so that it can only be read."""
    return isinstance(error, OSError) or _code(error) in {READ_ONLY, NO_ACCESS, NOT_OPENED}


def _code(error: Exception) -> int:
    """Give the number that SQLite has for a kind of error, 0 for none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
