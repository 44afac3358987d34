"""Finding rows of a journal in a damaged file, trusting only their hashes.

The file is searched page by page, and so is the write-ahead log: everything that looks like a row header is read as a
row, and accepted if its hash is correct (SQLite's file format, "B-tree Pages", "Record Format", "The Write-Ahead Log").
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from gm_desk.store.journal.checks import MAGIC, lacks_pages
from gm_desk.store.journal.rows import (
    ENTRY,
    ENTRY_VERSION_3,
    EVENING,
    HASH_BYTES,
    LINE,
    WRITTEN,
    JournalTable,
    Row,
    from_version_3,
)

WAL_MAGICS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
WAL_HEAD, FRAME_HEAD = 32, 24
SIZES = tuple(2**power for power in (12, 13, 14, 15, 16, 11, 10, 9))
"""Possible page sizes, the likely one first."""
HASH_TYPE = 2 * HASH_BYTES + 12
HEAD = re.compile(rb"(?=[\x05-\x7f]\x00)", re.DOTALL)
"""The start of a row header: its length, and NULL for the number, which is stored before it."""
LONGEST_NUMBER = 9
MOST_PAGES, MOST_CHAINS = 400, 64
INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
SOUGHT = (*WRITTEN, ENTRY_VERSION_3, LINE, EVENING)
TABLES = {
    len(table.columns) + 1: tuple(one for one in SOUGHT if len(one.columns) == len(table.columns)) for table in SOUGHT
}
"""Tables by the number of values in a row."""


class Frame(Struct, frozen=True):
    """A page in the write-ahead log; `salt` identifies its generation, `commits` marks the end of a transaction."""

    page: int
    salt: bytes
    commits: bool
    content: bytes


class Salvage(Struct):
    """The rows found, by table and id, and the minimum number of rolls there were.

    `more` means that pages are missing, so that the number is unknown.
    """

    rows: dict[str, dict[str, Row]]
    known: int = 0
    more: bool = False

    @property
    def lost(self) -> int:
        """The number of rolls known to be lost: they were numbered from 1."""
        return max(0, self.known - len(self.rows[ENTRY.name]))


class DamagedFile:
    """A damaged file with its write-ahead log, read with one page size."""

    def __init__(self, main: bytes, wal: bytes, size: int) -> None:
        """Set the content of both files."""
        self._main = main
        self._size = size
        self.frames = list(_frames(wal, size))
        self._of_page: dict[int, list[bytes]] = {}
        for frame in self.frames:
            self._of_page.setdefault(frame.page, []).insert(0, frame.content)

    def salvage(self) -> Salvage:
        """Return all rows; of two with the same id, the one written last."""
        found = Salvage({table.name: {} for table in WRITTEN}, more=lacks_pages(self.latest, self._size))
        evenings: dict[str, int] = {}
        for content in itertools.chain(self._pages(), (frame.content for frame in self.frames)):
            for table, row in self.rows_on(content):
                if table is LINE:
                    found.known = max(found.known, row[1])
                elif table is EVENING:
                    evenings[row[1]] = max(evenings.get(row[1], 0), row[6])
                else:
                    rows = found.rows[table.name]
                    if row[1] not in rows or rows[row[1]][0] < row[0]:
                        rows[row[1]] = from_version_3(row) if table is ENTRY_VERSION_3 else row
        numbers = (row[0] for row in found.rows[ENTRY.name].values())
        found.known = max([found.known, *numbers, sum(evenings.values())])
        return found

    def rows_on(self, page: bytes) -> Iterator[tuple[JournalTable, Row]]:
        """Yield the intact rows that start on a page."""
        for match in HEAD.finditer(page):
            start = match.start()
            end = start + page[start]
            if end <= len(page) and page[end - 1] == HASH_TYPE:
                types = _varints(page, start + 1, end)
                tables = TABLES.get(len(types), ())
                if tables:
                    yield from self._rows_at(page, start, types, tables)

    def _rows_at(
        self, page: bytes, start: int, types: Sequence[int], tables: Sequence[JournalTable]
    ) -> Iterator[tuple[JournalTable, Row]]:
        """Yield the bytes that start with a header as a row of each possible table."""
        length = page[start] + sum(map(_bytes_of, types))
        for number in _numbers_before(page, start, length):
            for payload in itertools.islice(self._payloads(page, start, length), MOST_CHAINS):
                values = _values(payload, types)
                if values is None:
                    continue
                for table in tables:
                    row = (number, *values[1:])
                    if table.holds(row):
                        yield table, row
                        return

    def _payloads(self, page: bytes, start: int, length: int) -> Iterator[bytes]:
        """Yield the possible contents of a row, including its overflow pages."""
        here = _bytes_on_page(length, self._size)
        content = page[start : start + here]
        if here == length:
            yield content
        elif (length - here) // (self._size - 4) < MOST_PAGES:
            follows = int.from_bytes(page[start + here : start + here + 4], "big")
            for rest in self._chains(follows, length - here):
                yield content + rest

    def _chains(self, number: int, missing: int) -> Iterator[bytes]:
        """Yield the contents of a chain of overflow pages, in each version of each page."""
        for page in self._versions(number):
            content = page[4 : 4 + missing]
            if len(content) == missing:
                yield content
            elif len(content) == self._size - 4:
                for rest in self._chains(int.from_bytes(page[:4], "big"), missing - len(content)):
                    yield content + rest

    def latest(self, number: int) -> bytes:
        """Return the latest version of a page."""
        return next(self._versions(number), b"")

    def _versions(self, number: int) -> Iterator[bytes]:
        """Yield the versions of a page: in the write-ahead log, latest first, and in the file."""
        yield from dict.fromkeys(self._of_page.get(number, ()))
        if number > 0:
            yield self._main[(number - 1) * self._size : number * self._size]

    def _pages(self) -> Iterator[bytes]:
        for start in range(0, len(self._main), self._size):
            yield self._main[start : start + self._size]


def salvage(path: Path, wal: Path) -> Salvage:
    """Return all rows in a file and its write-ahead log, either of which may be missing; raise OSError."""
    main, log = _content(path), _content(wal)
    found = Salvage({table.name: {} for table in WRITTEN}, more=True)
    for size in page_sizes(main, log):
        found = DamagedFile(main, log, size).salvage()
        if any(found.rows.values()):
            break
    return found


def damaged_file_of(path: Path, wal: Path) -> DamagedFile:
    """Read a file with its write-ahead log, with the page size stated in both; raise OSError."""
    main, log = _content(path), _content(wal)
    return DamagedFile(main, log, page_sizes(main, log)[0])


def page_sizes(main: bytes, wal: bytes) -> list[int]:
    """Return the possible page sizes, likely ones first."""
    sizes = []
    if main[:16] == MAGIC:
        sizes.append(int.from_bytes(main[16:18], "big"))
    if wal[:4] in WAL_MAGICS:
        sizes.append(int.from_bytes(wal[8:12], "big"))
    sizes = [2**16 if size == 1 else size for size in sizes]
    return list(dict.fromkeys([*(size for size in sizes if size in SIZES), *SIZES]))


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _frames(wal: bytes, size: int) -> Iterator[Frame]:
    """Yield the pages of a write-ahead log, oldest first, whatever their checksums."""
    for start in range(WAL_HEAD, len(wal) - FRAME_HEAD, FRAME_HEAD + size):
        head = wal[start : start + FRAME_HEAD]
        content = wal[start + FRAME_HEAD : start + FRAME_HEAD + size]
        commits = head[4:8] != bytes(4) and len(content) == size
        yield Frame(int.from_bytes(head[:4], "big"), head[8:16], commits, content)


def _bytes_on_page(length: int, size: int) -> int:
    """Return how much of a row is on its own page."""
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    if length <= most:
        return length
    here = least + (length - least) % (size - 4)
    return here if here <= most else least


def _numbers_before(page: bytes, start: int, length: int) -> Iterator[int]:
    """Yield the possible numbers of a row, which are stored after its length and before its header."""
    for place in range(start - 2, max(-1, start - 2 * LONGEST_NUMBER), -1):
        header_size, behind = _varint(page, place)
        if header_size == length and behind < start:
            number, end = _varint(page, behind)
            if end == start:
                yield number


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Decode a varint; return it with the offset after it."""
    value = 0
    for place in range(at, min(at + LONGEST_NUMBER - 1, len(data))):
        byte = data[place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the highest bit says that more follows
            return value, place + 1
    last = at + LONGEST_NUMBER - 1
    return (value << 8 | data[last], last + 1) if last < len(data) else (value, len(data))


def _varints(data: bytes, at: int, end: int) -> list[int]:
    found = []
    while at < end:
        value, at = _varint(data, at)
        found.append(value)
    return found


def _bytes_of(kind: int) -> int:
    """Return the size of a value of a type."""
    return INTEGER_BYTES[kind] if kind < len(INTEGER_BYTES) else max(0, kind - 12) // 2


def _values(payload: bytes, types: Sequence[int]) -> list[Any] | None:
    """Return the values of a row, or None if they have types that a journal does not use."""
    values: list[Any] = []
    at = payload[0]
    for kind in types:
        size = _bytes_of(kind)
        content, at = payload[at : at + size], at + size
        if kind <= 6:  # noqa: PLR2004 - 1 to 6 are integers
            values.append(int.from_bytes(content, "big", signed=True) if kind else None)
        elif kind in {8, 9}:
            values.append(kind - 8)
        elif kind < 12:  # noqa: PLR2004 - reserved
            return None
        elif kind % 2:
            try:
                values.append(content.decode())
            except UnicodeDecodeError:
                return None
        else:
            values.append(content)
    return values
