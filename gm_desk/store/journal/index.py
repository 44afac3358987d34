"""The index of the journal: the order of rolls, the words by which they are found, their pages and evenings."""

import contextlib
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gm_desk.store.journal.entries import (
    DICELESS,
    STRUCK,
    Alternatives,
    Evening,
    Naming,
    Revision,
    Search,
    StoredEntry,
    asked_for,
    has,
    marks_of,
    pattern,
)
from gm_desk.store.journal.full_text import FullTextIndex, as_match
from gm_desk.store.journal.rows import (
    ENTRY,
    EVENING,
    LINE,
    NAMING,
    REVISION,
    DamagedError,
    News,
    Row,
    encoded_row,
    stored_entry_of,
    table_of,
    whole,
)


def as_like(asked: list[Alternatives]) -> tuple[list[str], list[str]]:
    """Return required marks as LIKE conditions with their values."""
    wheres = [" OR ".join(["line.marks LIKE ?"] * len(alternatives)) for alternatives in asked]
    return [f"({where})" for where in wheres], [f"%{pattern(one)}%" for alternatives in asked for one in alternatives]


IN_A_MILLISECOND = 2**20
"""The numbers available in each millisecond; rolls are numbered by their time."""
LATEST = 2**43 - 1
LAST = 2**63 - 1


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the body in a transaction; the first error is raised, even if the rollback fails as well."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # a full disk ends some transactions by itself
            connection.execute("ROLLBACK")
        raise


class LineIndex:
    """The lines of a journal, by which rolls are found."""

    def __init__(self, connection: sqlite3.Connection, *, indexed: bool = True) -> None:
        """Open the index of a connection; if it is not `indexed`, searches read all lines."""
        self.connection = connection
        self.unknown: set[str] = set()
        self.full_text = FullTextIndex(connection, used=indexed)

    def catch_up(self) -> None:
        """Create the full-text index if it is missing or outdated."""
        if self.full_text.used and (self.full_text.is_behind() or not self.full_text.is_set()):
            with transaction(self.connection):
                if self.full_text.is_behind():
                    self.full_text.make()
                else:
                    self.full_text.set_up()

    def renew(self, entry_id: str) -> None:
        """Write the line of a roll again, from the roll and its revisions."""
        rows = self.connection.execute(f"SELECT {ENTRY.listed} FROM entry WHERE id = ?", [entry_id]).fetchall()  # noqa: S608 - constants
        for row in whole(rows, ENTRY):
            kept = stored_entry_of(row, self._revisions(entry_id))
            if kept is not None:
                self._put(row[0], kept)

    def renew_all(self) -> None:
        """Write all lines again, in a transaction of the caller."""
        for table in ("line", "evening"):
            self.connection.execute(f"DELETE FROM {table}")  # noqa: S608 - constants
        used, self.full_text.used = self.full_text.used, False
        for (entry_id,) in self.connection.execute("SELECT id FROM entry ORDER BY time, number").fetchall():
            self.renew(entry_id)
        self.full_text.used = used
        self.connection.execute("UPDATE about SET behind = 1")
        if used:
            self.full_text.make()

    def not_understood(self) -> int:
        """Return how many rolls and revisions of other versions could not be understood so far.

        Rolls without a line are known at once; for those with a line, only those read so far.
        """
        last = self.connection.execute("SELECT max(number) FROM entry").fetchone()[0] or 0
        if last != (self.connection.execute("SELECT sum(rolls) FROM evening").fetchone()[0] or 0):
            query = "SELECT count(*) FROM entry WHERE NOT EXISTS (SELECT 1 FROM line WHERE line.entry = entry.number)"
            return len(self.unknown) + int(self.connection.execute(query).fetchone()[0])
        return len(self.unknown)

    def rows(self, limit: int, span: tuple[int, int], asked: list[Alternatives], evening: int = 0) -> list[Row]:
        """Return lines with their rolls, newest first, as the columns of both, with numbers in `span`."""
        tables, wheres = "line", ["line.number BETWEEN ? AND ?"]
        values: list[Any] = [*span]
        if asked and self.full_text.used:
            tables = "found LEFT JOIN line ON line.number = found.rowid"
            wheres, values = ["found MATCH ?", "found.rowid BETWEEN ? AND ?"], [as_match(asked), *span]
        elif asked:
            likes, patterns = as_like(asked)
            wheres += likes
            values += patterns
        if evening:
            wheres.append("line.evening = ?")
            values.append(evening)
        order = "found.rowid" if asked and self.full_text.used else "line.number"
        query = f"SELECT {LINE.listed}, {ENTRY.listed} FROM {tables} LEFT JOIN entry ON entry.number = line.entry WHERE {' AND '.join(wheres)} ORDER BY {order} DESC LIMIT ?"  # noqa: S608, E501
        return self.connection.execute(query, [*values, limit]).fetchall()

    def number_of(self, entry_id: str) -> int:
        """Return the number of a roll's line; without a line, one below all others."""
        query = "SELECT line.number FROM entry JOIN line ON line.entry = entry.number WHERE entry.id = ?"
        found = self.connection.execute(query, [entry_id]).fetchone()
        return int(found[0]) if found else 0

    def evenings(self, only: str = "", *, strict: bool = True) -> list[Row]:
        """Return the rows of all evenings, or of one, latest first."""
        where, values = ("WHERE id = ?", [only]) if only else ("", [])
        query = f"SELECT {EVENING.listed} FROM evening {where} ORDER BY last DESC"  # noqa: S608 - constants
        return whole(self.connection.execute(query, values), EVENING, strict=strict)

    def uncounted(self) -> dict[int, int]:
        """Return the number of rolls struck out or without dice by the number of their evening, if there are any."""
        asked: list[Alternatives] = [(STRUCK, DICELESS)]
        if self.full_text.used:
            tables, where, values = "found JOIN line ON line.number = found.rowid", "found MATCH ?", [as_match(asked)]
        else:
            likes, values = as_like(asked)
            tables, where = "line", likes[0]
        query = f"SELECT evening, count(*) FROM {tables} WHERE {where} GROUP BY evening"  # noqa: S608 - constants
        return dict(self.connection.execute(query, values).fetchall())

    def _put(self, entry: int, kept: StoredEntry) -> None:
        """Write the line of an entry, in the order of its time."""
        marks = marks_of(kept.entry)
        query = f"SELECT {LINE.listed} FROM line WHERE entry = ?"  # noqa: S608 - constants
        old = next(iter(whole(self.connection.execute(query, [entry]), LINE)), None)
        if old is None:
            number = self._place(kept.entry.time)
            rolls = int(kept.entry.event is None)
            evening = self._add_to_evening(kept.entry.session, kept.entry.time, number, rolls=rolls)
        elif old[3] == marks:
            return
        else:
            number, _, evening, *_ = old
        line = LINE.hashed((number, entry, evening, marks))
        self.connection.execute(f"{'REPLACE' if old else 'INSERT'} INTO line VALUES (?, ?, ?, ?, ?)", line)
        self.full_text.update(number, marks, old[3] if old else "")

    def _add_to_evening(self, session: str, time: int, line: int, *, rolls: int) -> int:
        """Add an entry with `rolls` rolls to its evening; return the evening's number."""
        query = f"SELECT {EVENING.listed} FROM evening WHERE id = ?"  # noqa: S608 - constants
        old = next(iter(whole(self.connection.execute(query, [session]), EVENING)), None)
        if old is None:
            query = "SELECT coalesce(max(number), 0) + 1 FROM evening"
            number = int(self.connection.execute(query).fetchone()[0])
            now = (number, session, time, time, line, line, rolls)
        else:
            number, _, began, ended, first, last, before, _ = old
            rolls += before
            now = (number, session, min(began, time), max(ended, time), min(first, line), max(last, line), rolls)
        self.connection.execute("REPLACE INTO evening VALUES (?, ?, ?, ?, ?, ?, ?, ?)", EVENING.hashed(now))
        return number

    def _revisions(self, entry_id: str) -> list[Row]:
        query = f"SELECT {REVISION.listed} FROM revision WHERE entry = ? ORDER BY number"  # noqa: S608 - constants
        return whole(self.connection.execute(query, [entry_id]), REVISION)

    def _place(self, time: int) -> int:
        """Return the next free number of a millisecond."""
        first = place_of(time)
        end = (first // IN_A_MILLISECOND + 1) * IN_A_MILLISECOND
        query = "SELECT max(number) FROM line WHERE number BETWEEN ? AND ?"
        last = self.connection.execute(query, [first, end - 1]).fetchone()[0]
        return first if last is None else int(last) + 1


def place_of(time: int) -> int:
    """Return the first number of a millisecond."""
    return max(1, max(0, min(time, LATEST)) * IN_A_MILLISECOND)


def add(lines: LineIndex, news: Sequence[News]) -> None:
    """Add rows, all or none; existing ones are unchanged. Raise sqlite3.Error or UnfitRowError."""
    with transaction(lines.connection):
        fresh = [one for one in news if _insert(lines, one)]
        touched = [one.entry if isinstance(one, Revision) else one.id for one in fresh if not isinstance(one, Naming)]
        for entry_id in dict.fromkeys(touched):
            lines.renew(entry_id)


def _insert(lines: LineIndex, new: News) -> bool:
    """Add a row; return whether it is new."""
    table = table_of(new)
    last = lines.connection.execute(f"SELECT max(number) FROM {table.name}").fetchone()[0]  # noqa: S608 - constants
    return lines.connection.execute(table.insert, encoded_row(new, (last or 0) + 1)).rowcount > 0


AT_ONCE = 500
Numbered = tuple[int, StoredEntry]


def page(
    lines: LineIndex, limit: int, before: str, search: Search, without: Collection[str], *, strict: bool
) -> list[StoredEntry]:
    """Return rolls that match, newest first.

    If `strict`, damaged rows raise DamagedError; otherwise they are left out.
    """
    reader = PageReader(lines, asked_for(search), strict=strict)
    top = lines.number_of(before) - 1 if before else LAST
    if not search.session and not without:
        return [kept for _, kept in reader.some(limit, 0, top)]
    found: list[Numbered] = []
    for number, session, _, _, first, last, _, _ in lines.evenings(search.session, strict=strict):
        if len(found) >= limit and found[-1][0] > last:
            break
        if session not in without and first <= top:
            found += reader.some(limit, first, min(last, top), number)
            found = sorted(found, key=lambda pair: -pair[0])[:limit]
    return [kept for _, kept in found]


def one_kept(connection: sqlite3.Connection, entry_id: str, *, strict: bool) -> StoredEntry | None:
    """Return one roll by id, or None."""
    rows = connection.execute(f"SELECT {ENTRY.listed} FROM entry WHERE id = ?", [entry_id])  # noqa: S608 - constants
    found = whole(rows, ENTRY, strict=strict)
    return stored_entry_of(found[0], revisions_of(connection, [entry_id], strict=strict)[entry_id]) if found else None


def evenings(lines: LineIndex, *, strict: bool) -> list[Evening]:
    """Return the evenings with their names, latest first; rolls struck out or without dice do not count."""
    query = f"SELECT {NAMING.listed} FROM naming ORDER BY number"  # noqa: S608 - constants
    names = {row[2]: row[4] for row in whole(lines.connection.execute(query), NAMING, strict=strict)}
    rows, uncounted = lines.evenings(strict=strict), lines.uncounted()
    return [
        Evening(row[1], names.get(row[1], ""), began=row[2], ended=row[3], rolls=row[6] - uncounted.get(row[0], 0))
        for row in rows
    ]


def revisions_of(connection: sqlite3.Connection, entry_ids: Iterable[str], *, strict: bool) -> dict[str, list[Row]]:
    """Return the revisions of some rolls, oldest first."""
    found: dict[str, list[Row]] = {entry_id: [] for entry_id in entry_ids}
    places = ", ".join("?" * len(found))
    query = f"SELECT {REVISION.listed} FROM revision WHERE entry IN ({places}) ORDER BY number"  # noqa: S608 - constants
    for row in whole(connection.execute(query, list(found)), REVISION, strict=strict):
        found[row[2]].append(row)
    return found


class PageReader:
    """A reader of the rolls with some marks."""

    def __init__(self, lines: LineIndex, asked: list[Alternatives], *, strict: bool) -> None:
        """Set the lines and the marks."""
        self._lines = lines
        self._asked = asked
        self._strict = strict

    def some(self, limit: int, first: int, top: int, evening: int = 0) -> list[Numbered]:
        """Return rolls whose lines have numbers in a span, newest first; unreadable rows do not count."""
        found: list[Numbered] = []
        while len(found) < limit:
            wanted = min(AT_ONCE, limit - len(found))
            rows = self._lines.rows(wanted, (first, top), self._asked, evening)
            found += self._read(rows)
            if len(rows) < wanted:
                break
            top = min((row[0] for row in rows if row[0] is not None), default=first) - 1
        return found

    def _read(self, rows: list[Row]) -> list[Numbered]:
        """Read lines with their rolls, and the rolls' revisions."""
        pairs = [pair for pair in map(self._parted, rows) if pair is not None]
        revisions = revisions_of(self._lines.connection, [entry[1] for _, entry in pairs], strict=self._strict)
        read = ((line[0], stored_entry_of(entry, revisions[entry[1]], self._lines.unknown)) for line, entry in pairs)
        return [(number, kept) for number, kept in read if kept is not None]

    def _parted(self, row: Row) -> tuple[Row, Row] | None:
        """Split a row into line and roll, or return None if one is damaged or they do not belong together."""
        behind = len(LINE.columns) + 1
        line, entry = row[:behind], row[behind:]
        if None not in row and LINE.holds(line) and ENTRY.holds(entry) and has(line[3], self._asked):
            return line, entry
        if self._strict:
            raise DamagedError("a line is damaged")
        return None
