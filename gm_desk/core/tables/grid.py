"""Tables in a text: Markdown, wikis, HTML as browsers copy it, and cells between tabs, semicolons, commas or spaces."""

import html
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

LONGEST_CELL = 5000
MOST_COLUMNS = 300
MOST_ROWS = 3000
"""Maximum number of rows of a table that are read; the others still belong to it."""
LONGEST_TITLE = 60
"""Maximum number of characters of a line between the rows of a table."""
MARKS = ("\t", ";", ",")
PIPE_CELL = re.compile(r"(?:[^|\\\n]|\\.)*")
RULE = re.compile(r"[\s:|+=-]*-[\s:|+=-]*")
BOX_RULE = re.compile(r"[ ]*[+├┌└╔╠╚][-=+─┼┬┴═╪╦╩╬╤╧]+[+┤┐┘╗╣╝][ ]*")
"""A line between the rows of a table that is drawn."""
BARS = str.maketrans("│┃║", "|||")
SPACES = re.compile(r"\S+(?: \S+)*")
NEXT_LINE = re.compile(r"\r\n?|\n")


class TableCell(Struct, frozen=True, gc=False):
    """A cell: its content, and its first position in the text and the position after its last."""

    text: str
    start: int
    end: int


Row = tuple[TableCell, ...]


class TableGrid(Struct, frozen=True):
    """The rows of a table, and its span in the text; `spaced` if its cells are separated only by spaces."""

    rows: tuple[Row, ...]
    start: int
    end: int
    spaced: bool = False


def trimmed_cell(text: str, start: int) -> TableCell:
    """Return a cell without the white space around it."""
    bare = text.strip()
    begin = start + len(text) - len(text.lstrip()) if bare else start
    return TableCell(bare, begin, begin + len(bare))


def lines_of(text: str) -> list[tuple[int, int]]:
    """Return the spans of all lines, without their ends."""
    found, start = list[tuple[int, int]](), 0
    for end in NEXT_LINE.finditer(text):
        found.append((start, end.start()))
        start = end.end()
    return [*found, (start, len(text))]


def piped(text: str) -> Iterator[TableGrid]:
    """Yield the tables of Markdown, with or without a bar at either end of a line."""
    rows, last = list[Row](), -1
    start, text = 0, text.translate(BARS)
    for begin, end in lines_of(text) if "|" in text else ():
        line = text[begin:end]
        if "|" in line:
            start = begin if not rows else start
            if len(rows) < MOST_ROWS and RULE.fullmatch(line) is None:
                rows.append(_piped_row(line, begin))
            last = end
        elif rows and BOX_RULE.fullmatch(line) is None:
            yield TableGrid(tuple(rows), start, last)
            rows = []
    if rows:
        yield TableGrid(tuple(rows), start, last)


def _piped_row(line: str, start: int) -> Row:
    """Return the cells of a line of Markdown."""
    cells, place = list[TableCell](), 0
    while place <= len(line) and len(cells) < MOST_COLUMNS:
        found = PIPE_CELL.match(line, place)
        end = found.end() if found else place
        cell = trimmed_cell(line[place:end], start + place)
        cells.append(TableCell(cell.text.replace("\\|", "|"), cell.start, cell.end))
        place = end + 1
    if cells and not cells[0].text and line.lstrip(" \t>").startswith("|"):
        cells = cells[1:]
    if cells and not cells[-1].text and line.rstrip().endswith("|"):
        cells = cells[:-1]
    return tuple(cells)


def separated(text: str, mark: str) -> Iterator[TableGrid]:
    """Yield the runs of lines whose cells are separated by a mark; cells in quotes may have several lines.

    A blank line, or a short one without the mark, is part of a run if rows follow it.
    """
    if mark not in text:
        return
    cell = re.compile(
        rf'[ ]*"((?:[^"]|""){{0,{LONGEST_CELL}}})"[ ]*(?={re.escape(mark)}|\r|\n|\Z)|([^{re.escape(mark)}\r\n]*)'
    )
    rows, start, last, place = list[Row](), 0, 0, 0
    titles = list[Row]()
    while place <= len(text):
        if len(rows) >= MOST_ROWS:
            last = place = _end_of_run(text, place, mark)
            yield TableGrid(tuple(rows), start, last)
            rows, titles = [], []
        row, end = _row(text, place, mark, cell)
        if len(row) > 1:
            start = place if not rows else start
            rows += [*titles, row]
            titles, last = [], end
        elif rows and len(titles) < 2 and len(row[0].text) <= LONGEST_TITLE and "\n" not in row[0].text:  # noqa: PLR2004 - lines
            titles.append(row if row[0].text else ())
        elif rows:
            yield TableGrid(tuple(rows), start, last)
            rows, titles = [], []
        place = end + (2 if text[end : end + 2] == "\r\n" else 1)
    if rows:
        yield TableGrid(tuple(rows), start, last)


def _end_of_run(text: str, place: int, mark: str) -> int:
    """Return the end of the lines with a mark from a position on."""
    while mark in text[place : _line_end(text, place)]:
        place = _line_end(text, place) + 1
    return min(place, len(text))


def _line_end(text: str, place: int) -> int:
    """Return the end of the line at a position."""
    end = text.find("\n", place)
    return end if end >= 0 else len(text)


def _row(text: str, place: int, mark: str, pattern: re.Pattern[str]) -> tuple[Row, int]:
    """Return the cells of the record at a position, and its end; a record with too many cells is not a row."""
    cells = list[TableCell]()
    while len(cells) <= MOST_COLUMNS:
        found = pattern.match(text, place)
        if found is None:
            return (*cells, TableCell("", place, place)), place
        quoted = found[1]
        if quoted is None:
            cells.append(trimmed_cell(found[2], found.start(2)))
        else:
            cells.append(TableCell(quoted.replace('""', '"').strip(), *found.span(1)))
        place = found.end()
        if text[place : place + 1] != mark:
            return tuple(cells), place
        place += 1
    return (trimmed_cell(text[cells[0].start : place], cells[0].start),), _line_end(text, place)


def spaced_grids(text: str) -> Iterator[TableGrid]:
    """Yield the runs of lines whose cells are separated by two spaces or more."""
    rows, start, last = list[Row](), 0, 0
    for begin, end in lines_of(text) if "  " in text else ():
        line = text[begin:end]
        found = SPACES.finditer(line) if "  " in line.strip() else ()
        row = tuple(TableCell(one[0], begin + one.start(), begin + one.end()) for one in found)
        if len(row) > 2:  # noqa: PLR2004 - a name and two numbers
            start = begin if not rows else start
            rows += [row] * (len(rows) < MOST_ROWS)
            last = end
        elif rows and (line.strip() or rows[-1]):
            yield TableGrid(tuple(rows), start, last, spaced=True)
            rows = []
    if rows:
        yield TableGrid(tuple(rows), start, last, spaced=True)


def width_of(rows: Sequence[Row]) -> int:
    """Return the number of columns, at most `MOST_COLUMNS`."""
    return min(MOST_COLUMNS, max((len(row) for row in rows), default=0))


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
BB_TAG = re.compile(r"\[(/?(?:table|tr|td|th))\]", re.IGNORECASE)
"""A tag of a table in a forum; in HTML it is as long."""


def html_grids(text: str) -> Iterator[TableGrid]:
    """Yield the tables of HTML in a text; a cell that spans several rows is in the first of them."""
    if "[/td]" in text or "[/TD]" in text:
        text = BB_TAG.sub(r"<\1>", text)
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
    """Append a cell that ends at a position, with empty cells for column and row spans."""
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


CELL_STYLE = re.compile(r"[|!][^\n|!\[\]]{0,200}=[^\n|!\[\]]{0,200}\|(?!\|)")
"""The style of a cell before its text."""
DOUBLE_ROW = re.compile(r"^\|\|.*\|\|[ \t\r]*$", re.MULTILINE)
"""A row with double bars between its cells."""
DOUBLE_BAR = re.compile(r"\|\|~?")
WIKI_HEADING = re.compile(r"^\++(?=[ ])", re.MULTILINE)
WIKI_TITLE = re.compile(r"^(={2,6})([ \t]*[^=\s](?:[^=\n]*[^=\s])?[ \t]*)\1(?=[ \t\r]*$)", re.MULTILINE)
"""A heading between equals signs."""


def as_markdown(text: str) -> str:
    """Return a text of the same length with tables and headings of wikis written as in Markdown."""
    if "{|" in text:
        text = _without_braces(text)
    if "||" in text and DOUBLE_ROW.search(text):
        text = DOUBLE_ROW.sub(lambda row: DOUBLE_BAR.sub(lambda bar: f"{' |':<{len(bar[0])}}", row[0]), text)
        text = WIKI_HEADING.sub(lambda found: "#" * len(found[0]), text)
    return WIKI_TITLE.sub(lambda title: f"{'#' * len(title[1])} {title[2].strip()}".ljust(len(title[0])), text)


def _without_braces(text: str) -> str:
    """Return a text with the tables between lines of braces in Markdown, each row on one line."""
    written = list[str]()
    inside = filled = False
    for line in text.split("\n"):
        inside = inside or line.startswith("{|")
        is_cell = inside and line.startswith(("|", "!")) and not line.startswith(("|-", "|+", "|}"))
        written += [
            " " if is_cell and filled else "\n",
            _wiki_cells(line) if is_cell else _wiki_frame(line) if inside else line,
        ]
        filled = is_cell
        inside = inside and not line.startswith("|}")
    return "".join(written[1:])


def _wiki_cells(line: str) -> str:
    """Return a line of cells."""
    style = CELL_STYLE.match(line)
    start = style.end() if style else 1
    cells = f"|{' ' * (start - 1)}{line[start:]}".replace("||", " |")
    return cells.replace("!!", " |") if line.startswith("!") else cells


def _wiki_frame(line: str) -> str:
    """Return a line of a table without cells: its edges, its title, or the rule between two rows."""
    if line.startswith("|+"):
        return f"  {line[2:]}"
    if line.startswith("|-"):
        return f"|-{' ' * (len(line) - 2)}"
    return " " * len(line) if line.startswith(("{|", "|}")) else line
