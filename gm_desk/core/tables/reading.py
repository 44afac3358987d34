"""The tables of a text, each with its characters and the meanings of its columns; words in no cell go to the notes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, structs

from gm_desk.core.characters.roster import NewId
from gm_desk.core.stat_blocks.account import TOKEN
from gm_desk.core.stat_blocks.sections import Labels
from gm_desk.core.stat_blocks.source import TAGS, Block, Column, Span
from gm_desk.core.systems.definition import System
from gm_desk.core.tables.attack_cells import may_strike
from gm_desk.core.tables.filling import Filled, RecordReader
from gm_desk.core.tables.grid import MARKS, TableCell, TableGrid, html_grids, piped, separated, spaced_grids
from gm_desk.core.tables.headings import headings_of, meaning_of
from gm_desk.core.tables.layout import NAMING_LABELS, PARTS_OF_NUMBERS, LabelledCell, Laid, Record, TableReader
from gm_desk.core.tables.sheets import sheets
from gm_desk.core.tables.synonyms import GENERIC

DISTINCT = 0.5
"""The additional weight of a heading that only one system has."""
LONGEST_SOURCE = 20_000
MOST_SEARCHED = 8_000
"""Maximum number of rows of a text that are searched for tables."""
LONGEST_SHEETS = 100_000
MOST_RECORDS = 1000
ORDER = ("ep2", "ep1", "kaiser")
"""The systems by how likely a table without a specific sign belongs to them."""
GLANCED = 60
MOST_EXAMPLES = 4
LABELLED = re.compile(r"[^\W\d_]\s[0-9]")
"""The end of a label and the beginning of its number, in a cell that has several."""
FINDERS: tuple[Callable[[str], Iterator[TableGrid]], ...] = (
    *(html_grids, piped),
    *(partial(separated, mark=mark) for mark in MARKS),
    spaced_grids,
)
TAG = re.compile(rf"</?(?:{TAGS})\b[^<>]{{0,2000}}>|<!--.{{0,2000}}?-->|&#?\w{{1,20}};", re.IGNORECASE)
MOST = 400
"""Maximum number of passages that are examined; a table has few, and a longer text is not a table."""
NUMBERED = re.compile(r"[^0-9]*[0-9]")
"""A heading of one of several columns: "Attack 2"."""
DIGIT = re.compile("[0-9]")


class TableBlocks(Struct, frozen=True):
    """The characters of a table as blocks, its span, and its columns."""

    span: Span
    blocks: tuple[Block, ...]
    columns: tuple[Column, ...]


class TableSearch:
    """A search for the tables of characters in a text."""

    def __init__(
        self, systems: Sequence[System], new_id: NewId, system: str = "", assigned: Mapping[str, str] | None = None
    ) -> None:
        """Prepare to read tables as of one system, or of any; `assigned` are meanings by heading, in lower case."""
        wanted = [one for one in systems if not system or one.id == system]
        self._systems = sorted(wanted, key=lambda one: ORDER.index(one.id) if one.id in ORDER else len(ORDER))
        self._new_id = new_id
        meanings = {text: meaning_of(one) for text, one in (assigned or {}).items()}
        self._force = bool(meanings)
        self._headings = {one.id: headings_of(one) for one in self._systems}
        self._readers = {one.id: TableReader(self._headings[one.id], meanings) for one in self._systems}
        self._labels = {one.id: Labels(kind.name for kind in one.skills if not kind.fields) for one in self._systems}

    def tables(self, text: str, *, force: bool = False) -> list[TableBlocks]:
        """Return the tables of a text, in order; with `force` also one with unknown headings."""
        found, rows = list(self._sheets(text)), 0
        for grids in FINDERS:
            spans = [one.span for one in found]
            for grid in grids(text):
                if any(grid.start < span.end and span.start < grid.end for span in spans):
                    continue
                rows += len(grid.rows)
                if rows > MOST_SEARCHED:
                    break
                for part in self._parts(grid):
                    laid = self._laid(part, force=force or self._force)
                    if laid is not None:
                        found.append(self._read(text, part, *laid, [part]))
        return sorted(found, key=lambda one: one.span)

    def _sheets(self, text: str) -> Iterator[TableBlocks]:
        """Yield the creatures of a text that consists of nothing but names and tables."""
        for grids in FINDERS[:-1] if len(text) <= LONGEST_SHEETS else ():
            several = list(grids(text))
            laid_out = [laid[0] for laid in map(self._laid, several) if laid]
            alone = len(several) == 1 and any(one.by_row for one in laid_out)
            if alone or any(len(one.records) > 1 for one in laid_out):
                return
            found = [(sheets(text, several, self._readers[one.id]), one) for one in self._systems]
            laid = [(one, system) for one, system in found if one is not None]
            if laid:
                best, system = max(laid, key=lambda one: one[0].score + self._own(*one))
                whole = TableGrid((), min(one.cells[0].cell.start for one in best.records), several[-1].end)
                yield self._read(text, whole, best, system, several)
                return

    def has_table(self, text: str) -> bool:
        """Return whether a text contains a table of characters."""
        return any(self._laid(grid) is not None for find in FINDERS for grid in find(text)) or any(self._sheets(text))

    def _parts(self, grid: TableGrid) -> list[TableGrid]:
        """Return the tables of a run of rows, as read by the system that knows most of their headings."""
        if all(any(cell.text for cell in row) for row in grid.rows):
            return [grid]
        parts = [list(reader.parts(grid)) for reader in self._readers.values()]
        return max(parts, key=len, default=[grid])

    def _laid(self, grid: TableGrid, *, force: bool = False) -> tuple[Laid, System] | None:
        """Return the layout of a table and its system: the one that has most of its headings."""
        found = list[tuple[float, int, Laid, System]]()
        for place, system in enumerate(self._systems):
            laid = self._readers[system.id].laid(grid, force=force)
            if laid is not None:
                found.append((laid.score + self._own(laid, system), -place, laid, system))
        if not found:
            return None
        best = max(found, key=lambda one: one[:2])
        return best[2], best[3]

    def _own(self, laid: Laid, system: System) -> float:
        """Return the additional weight of a layout for skills and numbers in its cells that only one system has."""
        score, names = 0.0, {one.name.casefold() for one in system.skills}
        worded = {
            cell.heading.text
            for record in laid.records[:GLANCED]
            for cell in record.cells
            if cell.cell.text.replace(" ", "").isalpha()
        }
        for one in laid.headings:
            if one.text in worded and one.meaning is not None and one.meaning.kind == "number":
                score -= 1  # "fast" below "Speed" is not a number
                continue
            counted = one.meaning is not None and one.meaning.kind in {"number", "aptitude", "skill", "field", "pool"}
            score += DISTINCT * counted
        for record in laid.records[:GLANCED]:
            for cell in record.cells:
                if cell.heading.meaning is not None and cell.heading.meaning.kind == "skills":
                    text = re.split(r"[,;:\n/]|\s*\(?[0-9]+", cell.cell.text.casefold())
                    score += DISTINCT * sum(one.strip() in names for one in text)
        return score

    def _read(self, text: str, grid: TableGrid, laid: Laid, system: System, parts: Sequence[TableGrid]) -> TableBlocks:
        """Read the characters of a table; `parts` are the tables of its rows."""
        blocks = list[Block]()
        records = laid.records[:MOST_RECORDS]
        for record in records:
            filled = RecordReader(system, self._new_id, self._labels[system.id]).read(record)
            blocks.append(_block(text, Span(record.start, record.end), filled, system, record))
        columns = tuple(_columns(laid, system))
        span = Span(grid.start, grid.end)
        last = max((row[-1].end for part in parts for row in part.rows if row), default=grid.start)
        inside = Span(grid.start, min(grid.end, last, blocks[-1].span.end))
        blocks = with_leftovers(text, inside, parts, laid, self._readers[system.id], blocks)
        return TableBlocks(span, tuple(_doubted(blocks, columns, len(laid.records))), columns)


def _block(text: str, span: Span, filled: Filled, system: System, record: Record) -> Block:
    """Return a block with the text of its rows as its source."""
    inside = span.end - span.start <= LONGEST_SOURCE
    source = text[span.start : span.end] if inside else _lines(record)
    notes, spans = filled.character.notes, set[Span]()
    for one, words in filled.left if inside else ():
        notes, where = verbatim_notes(notes, text, one, words)
        spans.add(where)
    character = structs.replace(filled.character, source=source, notes=notes)
    return Block(character, system.id, span, tuple(sorted(spans)), filled.doubts)


def _lines(record: Record) -> str:
    """Return a record as lines of headings and values."""
    return "\n".join(f"{one.heading.text}: {one.cell.text}" for one in record.cells)[:LONGEST_SOURCE]


def _columns(laid: Laid, system: System) -> Iterator[Column]:
    """Yield the columns of a table, with a few of their values."""
    examples: dict[str, list[str]] = {}
    for record in laid.records[:GLANCED]:
        for one in record.cells:
            some = examples.setdefault(one.heading.text, [])
            if len(some) < MOST_EXAMPLES and one.cell.text:
                some.append(one.cell.text[:40])
    for heading in laid.headings:
        values = tuple(examples.get(heading.text, ()))
        text = "group" if values and all(len(LABELLED.findall(one)) > 1 for one in values) else ""
        struck = not laid.by_row and bool(values) and all(may_strike(heading.text, one) for one in values)
        meaning = heading.meaning.id if heading.meaning else "weapon" if struck else text
        yield Column(heading.text, meaning, system.id, values)


def _doubted(blocks: Sequence[Block], columns: Iterable[Column], total: int) -> Iterator[Block]:
    """Yield blocks, the first with a doubt about unknown columns, the last with one about rows that were not read."""
    unknown = [f"“{one.heading}”" for one in columns if not one.meaning]
    for number, block in enumerate(blocks):
        doubts = list(block.doubts)
        if unknown and not number:
            which = f"column {unknown[0]} is" if len(unknown) == 1 else f"columns {', '.join(unknown)} are"
            doubts.append(f"The {which} not recognised, and in the notes")
        if number + 1 == len(blocks) < total:
            doubts.append(f"The table has {total:,} rows; only the first {len(blocks):,} were read")
        yield structs.replace(block, doubts=tuple(doubts))


class Remainder(Struct, frozen=True):
    """A passage of a table that is in no cell of a character."""

    span: Span
    words: str


def verbatim_notes(notes: str, text: str, one: LabelledCell, words: str) -> tuple[str, Span]:
    """Return notes with the words of a cell as written in the text, and the span of these words in the text."""
    start, end = one.cell.start, one.cell.end
    found = re.search(r"\s+".join(map(re.escape, words.split())), text[start:end])
    if found is None:
        return notes, Span(start, end)
    label = f"{one.heading.text}: "
    plain = label + " ".join(words.split(" "))
    return notes.replace(plain, label + found[0], 1), Span(start + found.start(), start + found.end())


def with_leftovers(
    text: str, span: Span, grids: Sequence[TableGrid], laid: Laid, reader: TableReader, blocks: Sequence[Block]
) -> list[Block]:
    """Return the blocks of a table with text that is in none of their cells added to their notes, word for word."""
    found = list(blocks)
    for one in _remainders(text, span, _said(grids, laid, reader)) if blocks and span.end > span.start else ():
        inside = (number for number, block in enumerate(found) if block.span.start <= one.span.start < block.span.end)
        place = next(inside, len(found) - 1)
        block = found[place]
        notes = "\n".join(filter(None, [block.character.notes, one.words]))
        character = structs.replace(block.character, notes=notes)
        found[place] = structs.replace(block, character=character, left=tuple(sorted([*block.left, one.span])))
    return found


def _said(grids: Sequence[TableGrid], laid: Laid, reader: TableReader) -> Iterator[tuple[int, int]]:
    """Yield the spans of a table that are already covered: cells of characters, their titles, and headings."""
    yield from ((one.cell.start, one.cell.end) for record in laid.records for one in record.cells)
    titles = {line for record in laid.records for line in record.title.split("\n")}
    valued = {one.heading.text for record in laid.records for one in record.cells if one.cell.text}
    heads = {
        one.text
        for one in laid.headings
        if DIGIT.search(one.text) is None
        or (one.text in valued and (one.meaning is None or NUMBERED.fullmatch(one.text)))
    }
    for grid in grids:
        for row in grid.rows:
            yield from ((one.start, one.end) for one in row if one.text in titles or _heads(one, heads, reader))


def _heads(cell: TableCell, heads: set[str], reader: TableReader) -> bool:
    """Return whether a cell only describes other cells."""
    plain = reader.heading(cell.text)
    if plain.text in heads:
        return True
    words = plain.text.casefold().strip(" :.")
    if DIGIT.search(words):
        return False
    return (
        words in GENERIC | NAMING_LABELS or plain.meaning is not None or PARTS_OF_NUMBERS.fullmatch(words) is not None
    )


def _remainders(text: str, span: Span, taken: Iterator[tuple[int, int]]) -> Iterator[Remainder]:
    """Yield the passages of a span that are not covered, line by line."""
    masked = bytearray(max(0, span.end - span.start))
    marks = ((one.start() + span.start, one.end() + span.start) for one in TAG.finditer(text[span.start : span.end]))
    for start, end in (*taken, *marks):
        first, last = max(0, start - span.start), max(0, min(len(masked), end - span.start))
        masked[first:last] = b"\1" * max(0, last - first)
    many, run = 0, list[re.Match[str]]()
    for token in TOKEN.finditer(text, span.start, span.end):
        covered = masked[token.start() - span.start]
        if run and (covered or "\n" in text[run[-1].end() : token.start()]):
            yield _remainder(text, run)
            many, run = many + 1, []
        if many >= MOST:
            return
        if not covered:
            run.append(token)
    if run:
        yield _remainder(text, run)


def _remainder(text: str, run: Sequence[re.Match[str]]) -> Remainder:
    """Return the passage from the first to the last of some words."""
    start, end = run[0].start(), run[-1].end()
    return Remainder(Span(start, end), text[start:end])
