"""The words of a table that are neither in a cell of a character nor a known heading, so that none is lost."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from gm_desk.core.stat_blocks.account import TOKEN
from gm_desk.core.stat_blocks.source import TAGS, Block, Span
from gm_desk.core.tables.grid import TableCell, TableGrid
from gm_desk.core.tables.layout import NAMING_LABELS, PARTS_OF_NUMBERS, LabelledCell, Laid, TableReader
from gm_desk.core.tables.synonyms import GENERIC

TAG = re.compile(rf"</?(?:{TAGS})\b[^<>]{{0,2000}}>|<!--.{{0,2000}}?-->|&#?\w{{1,20}};", re.IGNORECASE)
MOST = 400
"""Maximum number of passages that are examined; a table has few, and a longer text is not a table."""
DIGIT = re.compile("[0-9]")


class Remainder(Struct, frozen=True):
    """A passage of a table that is in no cell of a character."""

    span: Span
    words: str


def verbatim(notes: str, text: str, one: LabelledCell, words: str) -> tuple[str, Span]:
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
    heads = {one.text for one in laid.headings if one.text in valued or DIGIT.search(one.text) is None}
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
