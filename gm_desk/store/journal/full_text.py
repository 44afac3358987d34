"""The full-text index of the journal, by which SQLite finds the lines with some marks without reading all of them."""

import sqlite3
from collections.abc import Mapping

from gm_desk.store.journal.entries import PREFIX, Alternatives
from gm_desk.store.journal.rows import Row

MERGED_AT_ONCE = 8
"""Pages of the full-text index merged at once while the log is idle."""
SETTINGS = {"automerge": 0, "crisismerge": 1900, "usermerge": 16}
"""The settings that keep FTS5 from merging during a write before 1900 segments, not 16; `tidy` merges when idle."""
UNTIL_MADE = {"automerge": 0, "crisismerge": 16}
INDEX = """
CREATE VIRTUAL TABLE IF NOT EXISTS found USING fts5(
    marks, content='', detail=none, columnsize=0, prefix='1 2 3 4 5 6 7 8 10 12 16', tokenize="ascii tokenchars '.'"
)
"""
PUT = "INSERT INTO found(rowid, marks) VALUES (?, ?)"
TAKE = "INSERT INTO found(found, rowid, marks) VALUES ('delete', ?, ?)"


def as_match(asked: list[Alternatives]) -> str:
    """Return required marks as a query of FTS5."""
    return " AND ".join(f"({' OR '.join(map(_quoted, alternatives))})" for alternatives in asked)


def _quoted(mark: str) -> str:
    return f'"{mark.removesuffix(PREFIX)}"{PREFIX * mark.endswith(PREFIX)}'


class FullTextIndex:
    """The index of the marks of lines; while it is not `used`, it is only noted that it is outdated."""

    def __init__(self, connection: sqlite3.Connection, *, used: bool) -> None:
        """Use the index of a connection, if this SQLite has FTS5."""
        self._connection = connection
        self.used = used and _has_fts5(connection)

    def is_behind(self) -> bool:
        """Return whether the index is missing or outdated."""
        return bool(self._connection.execute("SELECT behind FROM about").fetchone()[0])

    def is_set(self) -> bool:
        """Return whether the index has the settings of this version."""
        rows = self._connection.execute("SELECT k, v FROM found_config")
        return {name: value for name, value in rows if name in SETTINGS} == SETTINGS

    def set_up(self, settings: Mapping[str, int] = SETTINGS) -> None:
        """Set the merge settings of the index."""
        self._connection.executemany("INSERT INTO found(found, rank) VALUES (?, ?)", settings.items())

    def make(self) -> None:
        """Create the index again, in a transaction of the caller."""
        self._connection.execute("DROP TABLE IF EXISTS found")
        self._connection.execute(INDEX)
        self.set_up(UNTIL_MADE)
        self._connection.execute("INSERT INTO found(rowid, marks) SELECT number, marks FROM line ORDER BY number")
        self._connection.execute("INSERT INTO found(found) VALUES ('optimize')")
        self.set_up()
        self._connection.execute("UPDATE about SET behind = 0")

    def give_up(self) -> None:
        """Stop using the index if it is outdated and cannot be updated."""
        self.used = self.used and not self.is_behind()

    def update(self, number: int, marks: str, before: str) -> None:
        """Index the marks of a line in place of those `before`, or note that the index is outdated."""
        if not self.used:
            self._connection.execute("UPDATE about SET behind = 1 WHERE behind = 0")
            return
        if before:
            self._connection.execute(TAKE, (number, before))
        self._connection.execute(PUT, (number, marks))

    def tidy(self) -> bool:
        """Merge a part of the index; return whether there may be more."""
        if not self.used:
            return False
        before = self._connection.total_changes
        self._connection.execute("INSERT INTO found(found, rank) VALUES ('merge', ?)", [MERGED_AT_ONCE])
        return self._connection.total_changes - before > 1  # FTS5 counts one change if nothing was merged

    def finds(self, line: Row) -> bool:
        """Return whether a line is found by each of its marks."""
        if not self.used:
            return True
        match = as_match([(mark,) for mark in line[3].split()])
        query = "SELECT 1 FROM found WHERE found MATCH ? AND rowid = ?"
        return self._connection.execute(query, [match, line[0]]).fetchone() is not None


def _has_fts5(connection: sqlite3.Connection) -> bool:
    """Return whether this SQLite has FTS5."""
    modules = {name for (name,) in connection.execute("SELECT name FROM pragma_module_list")}
    return "fts5" in modules
