"""Reading pages of the journal, single rolls, and the evenings."""

import sqlite3
from collections.abc import Collection, Iterable

from gm_desk.store.journal.entries import Alternatives, Evening, Kept, Search, asked_for, has
from gm_desk.store.journal.index import LAST, LineIndex
from gm_desk.store.journal.rows import ENTRY, LINE, NAMING, REVISION, DamagedError, Row, kept_of, whole

AT_ONCE = 500
Numbered = tuple[int, Kept]


def page(
    lines: LineIndex, limit: int, before: str, search: Search, without: Collection[str], *, strict: bool
) -> list[Kept]:
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


def one_kept(connection: sqlite3.Connection, entry_id: str, *, strict: bool) -> Kept | None:
    """Return one roll by id, or None."""
    rows = connection.execute(f"SELECT {ENTRY.listed} FROM entry WHERE id = ?", [entry_id])  # noqa: S608 - constants
    found = whole(rows, ENTRY, strict=strict)
    return kept_of(found[0], revisions_of(connection, [entry_id], strict=strict)[entry_id]) if found else None


def evenings(lines: LineIndex, *, strict: bool) -> list[Evening]:
    """Return the evenings with their names, latest first."""
    query = f"SELECT {NAMING.listed} FROM naming ORDER BY number"  # noqa: S608 - constants
    names = {row[2]: row[4] for row in whole(lines.connection.execute(query), NAMING, strict=strict)}
    rows = lines.evenings(strict=strict)
    return [Evening(row[1], names.get(row[1], ""), began=row[2], ended=row[3], rolls=row[6]) for row in rows]


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
        read = ((line[0], kept_of(entry, revisions[entry[1]], self._lines.unknown)) for line, entry in pairs)
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
