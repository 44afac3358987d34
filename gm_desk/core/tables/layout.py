"""The layout of a table: where its headings are, the labelled cells of each character, and whether a word was lost."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.free_text.reader import columns_of
from gm_desk.core.notation.skill import OTHER_NAMES
from gm_desk.core.stat_blocks.account import BETWEEN, IGNORING, OF_ATTACKS, PIERCING, words_in
from gm_desk.core.stat_blocks.source import cleaned
from gm_desk.core.tables.grid import MOST_COLUMNS, Row, TableCell, TableGrid, width_of
from gm_desk.core.tables.headings import NAME, Headings, Meaning
from gm_desk.core.tables.synonyms import GENERIC

FEWEST = 3
"""Minimum number of headings by which a table is recognised, one of them the name."""
MOST_DISTINCT = 6000
"""Maximum number of different words of a text that are looked up as headings."""
MOST_BELOW = 60
"""The number of rows below a heading that are examined to see what its column contains."""
TOTALS = {"total", "totals", "sum", "average", "mean"}
"""The names of rows that are not characters."""
NAMING = {"kind", "concept"}
"""The columns that are taken for the names if no other is: "Type", "Role"."""
NAMING_LABELS = {
    *("values", "total", "linked", "aptitude", "linked aptitude", "apt", "linked apt", "category", "field type", "%"),
    *("skill rating", "ratings", "level", "specialization", "specialisation", "specializations", "specialisations"),
}
"""Other words over columns that only describe what is below them."""
VALUES = {"number", "aptitude", "pool", "skill", "hp", "several", "av", "armor", "check"}
VALUE_IN_WORDS = re.compile(r"(?<![0-9])[0-9]{2,}|[0-9]/[0-9]")
"""A value in a cell with words, which is then not a heading."""
PARTS_OF_NUMBERS = re.compile(r"(?:base|bonus|morph|total|ego|value|rating|modified|current|gear|implants?)\b")
"""The beginnings of rows that are not characters, but the parts of one character's numbers."""


class Heading(Struct, frozen=True):
    """A heading as it is written, and its meaning, None if it is not known."""

    text: str
    meaning: Meaning | None


class LabelledCell(Struct, frozen=True):
    """A cell of a character, with the heading of its column."""

    heading: Heading
    cell: TableCell


class Record(Struct, frozen=True):
    """The cells of one character, and its span in the text; `title` stands above it in the table.

    `by_row` is whether they are a row, below the headings of all characters.
    """

    cells: tuple[LabelledCell, ...]
    start: int
    end: int
    title: str = ""
    by_row: bool = False


class Laid(Struct, frozen=True):
    """A table that was recognised: its characters, its headings, and how many of them are known."""

    records: tuple[Record, ...]
    headings: tuple[Heading, ...]
    score: int
    by_row: bool = False


class TableReader:
    """A reader of the layout of tables, by the headings of a system and those assigned by the GM."""

    def __init__(self, headings: Headings, assigned: dict[str, Meaning]) -> None:
        """Look headings up among the assigned ones first."""
        self._known, self._assigned = headings, assigned
        self._seen: dict[str, Heading] = {}

    def laid(self, grid: TableGrid, *, force: bool = False) -> Laid | None:
        """Return the layout of a table, or None if it is not a table of characters.

        With `force`, a table with unknown headings is read if there are numbers below them.
        """
        if grid.rows and columns_of(" ".join(cell.text for cell in grid.rows[0])):
            return None
        by_row = self._by_rows(grid)
        if by_row is not None:
            return by_row
        by_column = None if grid.spaced else self._by_columns(grid)
        if by_column is None and force and _has_numbers(grid):
            return self._laid_rows(grid, [0], implicit=True)
        return by_column

    def heading(self, text: str) -> Heading:
        """Return a heading with its meaning."""
        found = self._seen.get(text)
        if found is None:
            plain = (cleaned(text).text.replace("\n", " ") if "<" in text else text).strip("*_`~ ")
            known = self._known.meaning(plain) if len(self._seen) < MOST_DISTINCT else None
            found = self._seen[text] = Heading(plain, self._assigned.get(plain.casefold()) or known)
        return found

    def parts(self, grid: TableGrid) -> Iterator[TableGrid]:
        """Yield the tables of a run of rows: each begins with headings below an empty row."""
        starts, rows = [0], grid.rows
        heads = [place for place, row in enumerate(rows) if self._is_head(row, grid, place)]
        for place in heads[1:]:
            above = place - 1 - (len([cell for cell in rows[place - 1] if cell.text]) == 1)
            if above > starts[-1] and not any(cell.text for cell in rows[above]):
                starts.append(above + 1)
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            own = rows[start:end]
            yield TableGrid(
                own,
                own[0][0].start if start else grid.start,
                rows[end][0].start if end < len(rows) else grid.end,
                grid.spaced,
            )

    def _by_rows(self, grid: TableGrid) -> Laid | None:
        """Return the layout with one character a row, or None."""
        heads = [place for place, row in enumerate(grid.rows) if self._is_head(row, grid, place)]
        return self._laid_rows(grid, heads) if heads else None

    def _is_head(self, row: Row, grid: TableGrid, place: int) -> bool:
        """Return whether a row consists of the headings of a table with one character a row."""
        texts = [cell.text for cell in row if cell.text]
        if not 2 <= len(texts) <= MOST_COLUMNS or not _may_be_heads(texts):  # noqa: PLR2004 - a name and one more
            return False
        found = [self.heading(text).meaning for text in texts]
        known = sum(one is not None for one in found)
        counted = sum(one is not None and one.kind in VALUES for one in found)
        if NAME in found:
            return known >= FEWEST or (known == 2 and counted == 1 and len(texts) <= FEWEST)  # noqa: PLR2004
        if grid.spaced or counted < 2 or known * 2 < len(texts):  # noqa: PLR2004
            return False
        rows = [one for one in grid.rows[place + 1 : place + 3] if len([cell for cell in one if cell.text]) > 1]
        at = self._name_column(row, rows)
        if at is None or not _digits([cell for number, cell in enumerate(rows[0]) if number != at]):
            return False
        below = rows[0][at].text
        return PARTS_OF_NUMBERS.match(below.casefold()) is None and self.heading(below).meaning is None

    def _name_column(self, row: Row, below: Sequence[Row]) -> int | None:
        """Return the column of the names if no heading says so: the first one with words below it, or None."""
        for place in range(len(row) if below else 0):
            meaning = self.heading(row[place].text).meaning if row[place].text else None
            cells = [one[place].text for one in below if place < len(one) and one[place].text]
            if cells and (meaning is None or meaning.kind in NAMING) and not any(map(is_number, cells)):
                return place
            if meaning is None or meaning.kind not in {"count", "note"}:
                break
        return None

    def _laid_rows(self, grid: TableGrid, heads: Sequence[int], *, implicit: bool = False) -> Laid | None:
        """Return the rows below each row of headings as characters."""
        records, score = list[Record](), 0
        named: dict[str, Heading] = {}
        for place, behind in zip(heads, [*heads[1:], len(grid.rows)], strict=True):
            columns = self._columns(grid.rows[place:behind])
            score += sum(one.meaning is not None for one in columns)
            named |= {one.text: one for one in columns if one.text}
            records += _records(grid, columns, place, behind)
        return Laid(tuple(records), tuple(named.values()), 0 if implicit else score, by_row=True) if records else None

    def _columns(self, rows: Sequence[Row]) -> list[Heading]:
        """Return the headings of all columns; if none is the name, the first with words below it is."""
        columns = [self.heading(cell.text) if cell.text else Heading("", None) for cell in rows[0]]
        columns += [Heading("", None)] * (width_of(rows) - len(columns))
        if columns and all(one.meaning != NAME for one in columns):
            filled = [row for row in rows[1:4] if len([cell for cell in row if cell.text]) > 1]
            place = self._name_column(rows[0], filled) or 0
            columns[place] = Heading(columns[place].text or "Name", NAME)
        return columns

    def _by_columns(self, grid: TableGrid) -> Laid | None:
        """Return the layout with one character a column and the labels in the first one, or None."""
        if len(grid.rows) < FEWEST and sum(map(len, grid.rows)) < 2 * FEWEST:
            return None
        rows = [row for row in _folded(grid.rows, self) if row]
        labels = [self.heading(row[0].text) for row in rows]
        known = [one for one in labels if one.text and one.meaning is not None]
        if any(is_number(one.text) or self._heads_values(row) for one, row in zip(labels, rows, strict=True)):
            return None
        if sum(map(self._is_parted, rows)) > 1:
            return None
        width = width_of(rows)
        named = next((place for place, one in enumerate(labels) if one.meaning == NAME), None)
        corner = labels[0].text.casefold() if labels else ""
        if named is None and labels and (labels[0].meaning is None or corner in GENERIC) and not _digits(rows[0][1:]):
            named = 0
        counted = sum(one.meaning is not None and one.meaning.kind in VALUES for one in labels)
        numbers = sum(one.meaning is not None and one.meaning.kind in VALUES - {"skill"} for one in labels)
        if named is None and numbers < FEWEST:
            return None
        if named is not None and sum(self._is_rated(cell.text) for cell in rows[named]) > 1:
            return None
        if len(known) < FEWEST or counted < 2 or len(known) * 2 < sum(bool(one.text) for one in labels) or width < 2:  # noqa: PLR2004
            return None
        headings = [
            Heading(label.text, NAME if place == named else label.meaning) for place, label in enumerate(labels)
        ]
        records = tuple(_column_records(headings, rows, grid))
        heads = {one.text: one for place, one in enumerate(labels) if one.text and place != named}
        return Laid(records, tuple(heads.values()), len(known)) if records else None

    def _heads_values(self, row: Row) -> bool:
        """Return whether a row consists of labels with values below them."""
        others = [cell.text for cell in row[1:] if cell.text]
        return len(others) > 1 and all(map(self.is_label, others))

    def _is_parted(self, row: Row) -> bool:
        """Return whether a label continues in the second cell, so that tabs are only spaces: "Wound", "Threshold"."""
        more = row[1].text if len(row) > 1 else ""
        return more.isalpha() and self.is_label(row[0].text + " " + more)

    def _is_rated(self, text: str) -> bool:
        """Return whether a cell is a known label with its value, as in a list of skills, but not in a row of names."""
        return text[-1:].isdigit() and self.is_label(text.rstrip("0123456789").rstrip())

    def is_label(self, text: str) -> bool:
        """Return whether a cell is a known label."""
        return bool(text) and self.heading(text).meaning is not None


def _folded(rows: Sequence[Row], reader: TableReader) -> Iterator[Row]:
    """Yield rows; one with alternating labels and values becomes one row for each pair."""
    for row in rows:
        labels = [reader.is_label(cell.text) for cell in row]
        pairs = len(row) > FEWEST and len(row) % 2 == 0 and all(labels[::2]) and not any(labels[1::2])
        if pairs and _digits(row[1::2]):
            yield from (row[place : place + 2] for place in range(0, len(row), 2))
        else:
            yield row


def _column_records(headings: Sequence[Heading], rows: Sequence[Row], grid: TableGrid) -> Iterator[Record]:
    """Yield the character of each column but the first, which has the `headings` of its cells."""
    for column in range(1, width_of(rows)):
        cells = [
            LabelledCell(heading, row[column]) for heading, row in zip(headings, rows, strict=True) if column < len(row)
        ]
        kept = [one for one in cells if one.heading.meaning != NAME or not _is_generic(one.cell.text)]
        if any(one.cell.text for one in kept):
            yield Record(tuple(kept), grid.start, grid.end)


def _records(grid: TableGrid, columns: Sequence[Heading], place: int, behind: int) -> Iterator[Record]:
    """Yield the characters between two rows of headings; a row without a name belongs to the one above it."""
    named = next(number for number, one in enumerate(columns) if one.meaning == NAME)
    head = [one.text for one in columns if one.text]
    above = _titles(grid.rows[:place])
    cells, titles = list[LabelledCell](), above
    unused = list[TableCell]()
    start = (above[0] if above else grid.rows[place][0]).start if place else grid.start
    for row in grid.rows[place + 1 : behind]:
        filled = [cell for cell in row if cell.text]
        if not filled or [cell.text for cell in filled] == head:
            continue
        name = row[named].text if named < len(row) else ""
        alone = len(filled) == 1 and bool(row[0].text) and len(columns) > FEWEST
        alone |= name.casefold() in TOTALS or (len(row) == 1 and len(columns) >= FEWEST)
        if cells and (name or alone):
            yield _record(cells, start, filled[0].start, titles)
            start, cells = filled[0].start, []
        if alone:
            unused.append(filled[0])
            continue
        titles, unused = ([*above, *unused] if unused else titles), []
        cells += [LabelledCell(heading, cell) for heading, cell in zip(columns, row, strict=False) if cell.text]
    if cells:
        end = grid.rows[behind][0].start if behind < len(grid.rows) else grid.end
        yield _record(cells, start, end, titles)


def _record(cells: Sequence[LabelledCell], start: int, end: int, titles: Sequence[TableCell]) -> Record:
    """Return a record with the titles above it."""
    return Record(tuple(cells), start, end, "\n".join(one.text for one in titles), by_row=True)


def _titles(rows: Sequence[Row]) -> list[TableCell]:
    """Return the cells that are alone in their rows above a row of headings."""
    found = list[TableCell]()
    for row in reversed(rows):
        filled = [cell for cell in row if cell.text]
        if len(filled) > 1:
            break
        found = [*filled, *found]
    return found


def _may_be_heads(texts: Sequence[str]) -> bool:
    """Return whether no cell is a number or too long for a heading."""
    return not any(is_number(text) or len(text) > 60 for text in texts)  # noqa: PLR2004 - characters of a heading


def is_number(text: str) -> bool:
    """Return whether a cell is a value rather than a word."""
    return text[:1].isdigit() or (text[:1] in "-–−+" and text[1:2].isdigit())


def _digits(cells: Sequence[TableCell]) -> bool:
    """Return whether any of the cells is a number."""
    return any(is_number(cell.text) for cell in cells)


def _is_generic(text: str) -> bool:
    """Return whether words only announce the values below them."""
    return text.casefold().strip(" :.") in GENERIC | {"values"}


def _has_numbers(grid: TableGrid) -> bool:
    """Return whether there are rows of numbers below a row of words."""
    if grid.spaced or len(grid.rows) < 2 or not grid.rows[0] or width_of(grid.rows) < FEWEST:  # noqa: PLR2004
        return False
    below = [cell for row in grid.rows[1:MOST_BELOW] for cell in row[1:] if cell.text]
    if any(VALUE_IN_WORDS.search(cell.text) for cell in grid.rows[0]):
        return False
    return not _digits(grid.rows[0]) and sum(map(is_number, (one.text for one in below))) * 2 > len(below) > 0


def with_both_armors(cells: Sequence[LabelledCell]) -> list[LabelledCell]:
    """Return the cells in order; energy or kinetic armor without the other becomes unknown."""
    kinds = {one.heading.meaning.key for one in cells if one.heading.meaning and one.heading.meaning.kind == "av"}
    if len(kinds) != 1 or not kinds & {"energy", "kinetic"}:
        return list(cells)
    return [
        structs.replace(one, heading=structs.replace(one.heading, meaning=None))
        if one.heading.meaning is not None and one.heading.meaning.kind == "av"
        else one
        for one in cells
    ]


WITHOUT_WORDS = {"0", "x", "npc", "pc", "player", "players", "character", "bio", "synth", "yes", "no"}
"""Words of cells that are not repeated in any field."""


def words_missing(character: Character, notes: str, cells: Sequence[tuple[LabelledCell, str]]) -> list[LabelledCell]:
    """Return the cells with words that are neither in the character nor in its notes, each with these words."""
    parts = {word for leaf in _leaves(msgspec.to_builtins(character)) for word in words_in(leaf)}
    parts |= {word for other, name in OTHER_NAMES.items() if name.casefold() in parts for word in words_in(other)}
    parts |= {*words_in(notes), *BETWEEN, *OF_ATTACKS, *PIERCING, *IGNORING, *WITHOUT_WORDS}
    parts |= {str(character.number), f"x{character.number}", f"{character.number}x"}
    checks = {str(value * 3) for value in character.stats.values()}
    return [one for one, text in cells if _is_missing(one, text, parts, checks)]


def _is_missing(one: LabelledCell, text: str, parts: set[str], checks: set[str]) -> bool:
    """Return whether a cell has a word that is in no field."""
    meaning = one.heading.meaning
    words = set(words_in(text)) - parts
    if meaning is not None and meaning.kind in {"aptitude", "group", "check"}:
        words -= checks
        words -= {word for word in words if word.isalpha() and meaning.kind == "group"}
    return bool(words)


def _leaves(value: Any) -> Iterator[str]:
    """Yield every text, number and key within plain data."""
    if isinstance(value, dict):
        inner: Iterable[Any] = (part for key, one in value.items() if key != "id" for part in (str(key), one))
    elif isinstance(value, list | tuple):
        inner = value
    else:
        yield str(value)
        return
    for one in inner:
        yield from _leaves(one)
