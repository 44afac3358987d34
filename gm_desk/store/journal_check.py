"""Walk through a journal in small slices, and see whether it still holds what was written into it."""

from collections.abc import Iterator

from gm_desk.store.journal_lines import IN_A_MILLISECOND, LAST, Lines, place_of
from gm_desk.store.journal_marks import marks_of
from gm_desk.store.journal_rows import (
    ENTRY,
    EVENING,
    LINE,
    NAMING,
    REVISION,
    DamagedError,
    Row,
    Table,
    is_event,
    kept_of,
    whole,
)

AT_ONCE = 64


class Inspection:
    """Check every row, the newest first: its hash, the indexes it is in, and its line.

    Lines that later rules would mark otherwise are made anew; all else that is wrong is damage.
    """

    def __init__(self, lines: Lines) -> None:
        """Begin at the newest row."""
        self._lines = lines
        self._connection = lines.connection
        self._changes = self._connection.total_changes
        self._counted: dict[int, Row] = {}
        self._walk = self._all()

    def step(self, rows: int) -> bool:
        """Check some rows; tells whether there are more. Raises sqlite3.DatabaseError where there is damage."""
        return all(next(self._walk, None) is not None for _ in range(rows))

    def _all(self) -> Iterator[Row]:
        """Check every row as it is asked for."""
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

    def _rows(self, table: Table) -> Iterator[Row]:
        """Give the rows of a table, the newest first."""
        below = LAST
        query = f"SELECT {table.listed} FROM {table.name} WHERE number < ? ORDER BY number DESC LIMIT ?"  # noqa: S608 - constants
        while rows := self._connection.execute(query, [below, AT_ONCE]).fetchall():
            yield from whole(rows, table)
            below = rows[-1][0]

    def _check_entry(self, row: Row) -> None:
        """Check that a roll has its line, as its revisions leave it, and is found by it."""
        self._check_id(ENTRY, row)
        query = f"SELECT {REVISION.listed} FROM revision WHERE entry = ? ORDER BY number"  # noqa: S608 - constants
        revisions = whole(self._connection.execute(query, [row[1]]), REVISION)
        query = f"SELECT {LINE.listed} FROM line WHERE entry = ?"  # noqa: S608 - constants
        found = whole(self._connection.execute(query, [row[0]]), LINE)
        kept = kept_of(row, revisions, self._lines.unknown if found else set())
        if kept is None:
            return
        if not found:
            raise DamagedError("a line is missing")
        if found[0][3] != marks_of(kept.entry):
            before = self._connection.total_changes
            self._lines.renew(kept.entry.id)
            self._changes += self._connection.total_changes - before
        elif not self._lines.finds(found[0]):
            raise DamagedError("the index of words is damaged")

    def _check_revision(self, row: Row) -> None:
        self._check_id(REVISION, row)
        query = "SELECT 1 FROM revision INDEXED BY revision_entry WHERE entry = ? AND number = ?"
        if self._connection.execute(query, [row[2], row[0]]).fetchone() is None:
            raise DamagedError("an index is damaged")

    def _check_naming(self, row: Row) -> None:
        self._check_id(NAMING, row)

    def _check_line(self, row: Row) -> None:
        """Check that a line belongs to a roll of its time and evening; it is counted among its evening's."""
        query = "SELECT time, session, request FROM line INDEXED BY line_evening JOIN entry ON entry.number = line.entry WHERE evening = ? AND line.number = ?"  # noqa: E501
        found = self._connection.execute(query, [row[2], row[0]]).fetchone()
        if found is None or place_of(found[0]) // IN_A_MILLISECOND != row[0] // IN_A_MILLISECOND:
            raise DamagedError("a line is damaged")
        old = self._counted.get(row[2])
        ended, last, rolls = (found[0], row[0], 0) if old is None else (old[2], old[4], old[5])
        self._counted[row[2]] = (found[1], found[0], ended, row[0], last, rolls + (not is_event(found[2])))

    def _check_id(self, table: Table, row: Row) -> None:
        """Check that a row is found by its id."""
        query = f"SELECT number FROM {table.name} WHERE id = ?"  # noqa: S608 - constants
        found = self._connection.execute(query, [row[1]]).fetchone()
        if found is None or found[0] != row[0]:
            raise DamagedError("an index is damaged")

    def _check_evenings(self) -> None:
        """Check evenings against their lines, where nothing was added meanwhile."""
        rows = whole(self._connection.execute(f"SELECT {EVENING.listed} FROM evening"), EVENING)  # noqa: S608 - constants
        if {row[0]: row[1:-1] for row in rows} != self._counted:
            raise DamagedError("an evening is damaged")
