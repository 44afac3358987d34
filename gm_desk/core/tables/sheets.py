"""Tables of one creature: its name, then rows of labels with their values below or beside them."""

import re
from collections.abc import Iterator, Sequence

from gm_desk.core.stat_blocks.names import is_generic_title
from gm_desk.core.tables.grid import LONGEST_TITLE, Row, TableCell, TableGrid, lines_of, trimmed_cell
from gm_desk.core.tables.headings import NAME, NOTE, Meaning
from gm_desk.core.tables.layout import (
    PARTS_OF_NUMBERS,
    VALUE_IN_WORDS,
    Heading,
    LabelledCell,
    Laid,
    Record,
    TableReader,
    is_number,
)
from gm_desk.core.tables.synonyms import GENERIC

UNNAMED = Heading("", Meaning("plain"))
"""The heading of titles that are not the name."""
MOST_GAP = 3
"""Maximum number of lines of text between the tables of one creature."""
TITLE = re.compile(r"[#*_=>\s-]*(?P<name>[^\W\d_][^|\t:;.]*?)[*_:=#\s-]*")
DESCRIBES = re.compile(r"(?:an?|the|this|these|some)\s+[a-z]|(?:\S+\s+){6}", re.IGNORECASE)
"""The beginning of a line that describes a creature."""
RATED = {"rating", "total", "value", "score", "%", "skill", "level", "ratings", "skill rating"}
LINKED = {"linked", "aptitude", "linked aptitude", "apt", "linked apt", "category", "type", "field type"}
"""The columns of tables of skills: the ratings, and columns that the system already knows."""
TOTAL = re.compile(r"total\b", re.IGNORECASE)


def sheets(text: str, grids: Sequence[TableGrid], reader: TableReader) -> Laid | None:
    """Return the creatures of a text that consists of nothing but names and tables, or None."""
    if not grids or any(grid.spaced for grid in grids):
        return None
    cells, records, known = list[LabelledCell](), list[Record](), list[LabelledCell]()
    start = last = 0
    for grid in grids:
        titles = _titles(text, last, grid.start)
        found = list(_labelled(grid, reader))
        if titles is None or not found or None in found:
            return None
        for one in [*_titled(titles), *filter(None, found)]:
            if one.heading.meaning == NAME and is_generic_title(one.cell.text):
                continue
            if one.heading.meaning == NAME and cells:
                records.append(Record(tuple(cells), start, one.cell.start))
                start, cells = one.cell.start, []
            cells.append(one)
            known.append(one)
        last = grid.end
    records.append(Record(tuple(cells), start, last))
    score = sum(one.heading.meaning is not None for one in known)
    if _titles(text, last, len(text)) != [] or score < MOST_GAP or not all(_has_name(one) for one in records):
        return None
    headings = {one.heading.text: one.heading for one in known if one.heading.meaning != NAME and one.heading.text}
    return Laid(tuple(records), tuple(headings.values()), score)


def _names(titles: Sequence[TableCell]) -> Sequence[TableCell]:
    """Return the title that is the name, if there is any: the last one that is not a description."""
    named = [one for one in titles if DESCRIBES.match(one.text) is None]
    return (named or titles)[-1:]


def _titled(titles: Sequence[TableCell]) -> Iterator[LabelledCell]:
    """Yield the name among the titles of a table, and the other titles for the notes."""
    named = _names(titles)
    yield from (LabelledCell(Heading("Name", NAME), title) for title in named)
    yield from (LabelledCell(UNNAMED, title) for title in titles if title not in named)


def _has_name(record: Record) -> bool:
    """Return whether a record has a name and something else."""
    return record.cells[0].heading.meaning == NAME and len(record.cells) > 1


def _titles(text: str, start: int, end: int) -> list[TableCell] | None:
    """Return the names in the lines between two tables, or None if there is other text."""
    found = list[TableCell]()
    for begin, behind in lines_of(text[start:end]):
        line = text[start + begin : start + behind]
        title = TITLE.fullmatch(line)
        values = len(re.findall("[0-9]+", line)) >= MOST_GAP
        if line.strip() and (title is None or values or len(line) > LONGEST_TITLE or len(found) == MOST_GAP):
            return None
        if title is not None:
            found.append(trimmed_cell(title["name"], start + begin + title.start("name")))
    return found


def _labelled(grid: TableGrid, reader: TableReader) -> Iterator[LabelledCell | None]:
    """Yield the labelled cells of a table; None if a row is not understood."""
    rows, place = [row for row in grid.rows if any(cell.text for cell in row)], 0
    while place < len(rows):
        row = rows[place]
        filled = [cell for cell in row if cell.text]
        below = rows[place + 1 :]
        if len(filled) == 1 and not is_number(filled[0].text) and below:
            yield LabelledCell(Heading("Name", NAME), filled[0])
            place += 1
        elif (kind := _listing(row, reader)) and below:
            many = _values_of_list(below, reader)
            yield from _listed(row, below[:many], reader, kind)
            place += 1 + many
        elif _is_band(row, below, reader):
            many = _values(row, below, reader)
            yield from _band(row, below[:many], reader)
            place += 1 + many
        elif all(cell.text.casefold() in GENERIC | {"skill", "skills", "rating", "aptitude"} for cell in filled):
            place += 1
        else:
            yield from _pairs(filled, reader)
            place += 1


def _listing(row: Row, reader: TableReader) -> str:
    """Return "weapon" or "skills" for the headings of a table of attacks or skills, "" for any other row."""
    filled = [cell.text for cell in row if cell.text]
    meaning = reader.heading(filled[0]).meaning
    if len(filled) < 2 or any(map(is_number, filled)) or meaning is None:  # noqa: PLR2004 - a name and a value
        return ""
    if meaning.kind == "weapon":
        return "weapon" if any(_is_kind(text, reader, "damage") for text in filled[1:]) else ""
    rated = any(text.casefold() in RATED for text in filled[1:])
    return "skills" if rated and (meaning.kind == "skills" or filled[0].casefold() in {"skill", "skills"}) else ""


def _is_kind(text: str, reader: TableReader, kind: str) -> bool:
    """Return whether a heading means a kind of value."""
    meaning = reader.heading(text).meaning
    return meaning is not None and meaning.kind == kind


def _values_of_list(below: Sequence[Row], reader: TableReader) -> int:
    """Return how many rows belong to a list of attacks or skills: those up to the next row of headings."""
    ends = (
        place for place, row in enumerate(below) if _listing(row, reader) or _is_band(row, below[place + 1 :], reader)
    )
    return next(ends, len(below))


def _listed(row: Row, below: Sequence[Row], reader: TableReader, kind: str) -> Iterator[LabelledCell]:
    """Yield the attacks of a table by their parts, or the ratings of skills by their names."""
    if kind == "weapon":
        for one in below:
            yield from (
                LabelledCell(reader.heading(head.text), cell) for head, cell in zip(row, one, strict=False) if cell.text
            )
        return
    rated = next(place for place, cell in enumerate(row) if place and cell.text.casefold() in RATED)
    for one in below:
        for place, cell in enumerate(one[1:], 1):
            known = place == rated or not cell.text
            head = one[0].text if known else f"{one[0].text} {row[place].text if place < len(row) else ''}".strip()
            linked = place < len(row) and row[place].text.casefold() in LINKED
            if cell.text and not linked:
                yield LabelledCell(reader.heading(head) if known else Heading(head, NOTE), cell)


def _is_band(row: Row, below: Sequence[Row], reader: TableReader) -> bool:
    """Return whether a row consists of labels with a row of values below it."""
    labels = [cell.text for cell in row if cell.text]
    known = sum(reader.is_label(text) for text in labels)
    return (
        len(labels) > 1
        and known * 2 > len(labels)
        and not any(map(is_number, labels))
        and _values(row, below, reader) > 0
    )


def _values(row: Row, below: Sequence[Row], reader: TableReader) -> int:
    """Return the number of rows of values below a row of labels."""
    many = 0
    for one in below:
        texts = [cell.text for cell in one if cell.text]
        head = one[0].text.casefold() if one else ""
        fits = len(one) <= len(row) and any(is_number(text) for text in texts[:2]) and not reader.is_label(texts[0])
        if not fits or (many and not PARTS_OF_NUMBERS.match(head)):
            break
        many += 1
    return many


def _band(row: Row, below: Sequence[Row], reader: TableReader) -> Iterator[LabelledCell]:
    """Yield the values below labels, from the row of totals if there are several; the others are for the notes."""
    counts = next((one for one in below if TOTAL.match(one[0].text)), below[0])
    for one in below:
        named = one[0].text if PARTS_OF_NUMBERS.match(one[0].text.casefold()) else ""
        for label, cell in list(zip(row, one, strict=False))[bool(named) :]:
            if one is counts:
                yield LabelledCell(reader.heading(label.text), cell)
            elif cell.text:
                yield LabelledCell(Heading(f"{label.text} {named}".strip(), NOTE), cell)


def _pairs(filled: Sequence[TableCell], reader: TableReader) -> Iterator[LabelledCell | None]:
    """Yield labels with the values beside them."""
    if len(filled) % 2 or any(is_number(one.text) or VALUE_IN_WORDS.search(one.text) for one in filled[::2]):
        yield None
        return
    for label, value in zip(filled[::2], filled[1::2], strict=True):
        yield LabelledCell(reader.heading(label.text), value)
