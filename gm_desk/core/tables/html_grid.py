"""Tables of HTML, as browsers and office programs copy them."""

import html
import re
from collections.abc import Iterator

from gm_desk.core.tables.grid import LONGEST_CELL, MOST_COLUMNS, MOST_ROWS, Row, TableCell, TableGrid

TABLE = re.compile(
    r"<table\b[^<>]{0,2000}>(?P<inside>(?:(?!</?table\b).)*?)(?:</table\s*>|\Z)", re.IGNORECASE | re.DOTALL
)
PART = re.compile(
    r"<(?P<row>tr)\b[^<>]{0,2000}>|<(?P<cell>td|th)\b(?P<spans>[^<>]{0,2000})>|</(?P<ends>td|th|tr|table|tbody|thead)\s*>",
    re.IGNORECASE,
)
SPAN = re.compile(r"\b(?P<way>col|row)span\s*=\s*[\"']?(?P<many>[0-9]{1,4})", re.IGNORECASE)
BREAK = re.compile(r"<(?:br|/p|/div|/li)\s*/?>", re.IGNORECASE)
TAG = re.compile(r"<[^<>]{0,2000}>")
MOST_SPANNED = 100


def html_grids(text: str) -> Iterator[TableGrid]:
    """Yield the tables of HTML in a text; a cell over several rows stands in the first of them."""
    for found in TABLE.finditer(text):
        yield TableGrid(tuple(_rows(text, *found.span("inside"))), *found.span())


def _rows(text: str, start: int, end: int) -> list[Row]:
    """Return the rows of a table between two positions."""
    rows, row = list[Row](), list[TableCell]()
    below: dict[int, int] = {}
    opened: tuple[int, dict[str, int]] | None = None
    for part in PART.finditer(text, start, end):
        if opened is not None:
            _close(text, part.start(), opened, row, below)
            opened = None
        if part["cell"]:
            opened = part.end(), {one["way"].casefold(): int(one["many"]) for one in SPAN.finditer(part["spans"])}
        elif row and (part["row"] or (part["ends"] or "").casefold() not in {"td", "th"}):
            rows.append(tuple(row))
            row = []
            below.update({column: many - 1 for column, many in below.items()})
        if len(rows) >= MOST_ROWS:
            break
    if opened is not None:
        _close(text, end, opened, row, below)
    return [*rows, tuple(row)] if row else rows


def _close(
    text: str, end: int, opened: tuple[int, dict[str, int]], row: list[TableCell], below: dict[int, int]
) -> None:
    """Append a cell that ends at a position, with empty cells for what it covers and what covers it."""
    start, spans = opened
    while below.get(len(row), 0) > 0 and len(row) < MOST_COLUMNS:
        row.append(TableCell("", start, start))
    column, raw = len(row), text[start:end][:LONGEST_CELL]
    plain = html.unescape(TAG.sub("", BREAK.sub("\n", " ".join(raw.split())))).replace("\u00a0", " ")
    covered = min(spans.get("col", 1), MOST_SPANNED) - 1
    row.append(TableCell("\n".join(filter(None, (line.strip() for line in plain.split("\n")))), start, end))
    row += [TableCell("", end, end)] * covered
    for number in range(column, column + covered + 1):
        below[number] = spans.get("row", 1)
