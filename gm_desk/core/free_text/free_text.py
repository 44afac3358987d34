"""Free text: the stat blocks that a text contains if it is read as such, in one column or in two."""

import re
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from msgspec import Struct

from gm_desk.core.characters.roster import NewId
from gm_desk.core.free_text.blocks import BlockFinder
from gm_desk.core.free_text.items import LineScanner
from gm_desk.core.free_text.lexicon import BlockWords
from gm_desk.core.free_text.lines import with_names_of_attacks
from gm_desk.core.free_text.reader import FreeSpan, read_free
from gm_desk.core.free_text.titles import SystemJudge
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.ep2 import labels_of
from gm_desk.core.stat_blocks.lines import lines_of
from gm_desk.core.stat_blocks.sections import Labels
from gm_desk.core.stat_blocks.source import Block, SourceText, Span
from gm_desk.core.systems.definition import System, SystemKey

VERB = re.compile(r"^\s*(?:has|with)\b")
"""The word between a name and its values."""
GAP = re.compile(r"(?<=\S)[ \t\u00a0]{2,}(?=\S)")
FEWEST = 3
"""Minimum number of lines with text in both columns."""
MOST_LINES = 4000
LONGEST_LINE = 1000
WIDE_GAP = re.compile(r"(?<=\S)(?:[ \u00a0]{3,}|[ ]?\t{1,6}[ ]?)(?=\S)")
LABEL = re.compile(r"[^\W\d_]{2,}")
WORDS_A_LINE = 3
FEWEST_MIXED = 2
MOST_ACROSS = 0.25
"""The largest part of the lines that may run across the gutter."""
LEAST_ALIKE = 0.6
"""The smallest part of the lines with a gap whose right part begins in the same place."""
LEFT_OF = 2
"""Minimum number of spaces before the right column."""


class PartedText(Struct, frozen=True):
    """A text with its right column moved below the left one; `places` are the positions in the original."""

    text: str
    places: Sequence[int]

    def spans(self, span: Span) -> list[Span]:
        """Return the spans of the original for a span of this text, one a line."""
        found: list[Span] = []
        start = span.start
        for line in self.text[span.start : span.end].split("\n"):
            end = start + len(line)
            if line.strip():
                found.append(Span(self.places[start], self.places[end - 1] + 1))
            start = end + 1
        return found

    def cover(self, span: Span) -> Span:
        """Return the span of the original from the first to the last line of a span of this text."""
        found = self.spans(span)
        return Span(min(one.start for one in found), max(one.end for one in found)) if found else Span(0, 0)


def parted(text: str, scanner: LineScanner, finder: BlockFinder) -> PartedText | None:
    """Return a text with its columns one below the other, or None if it is not in two columns of stat blocks."""
    lines = text.split("\n")
    if not FEWEST <= len(lines) <= MOST_LINES:
        return None
    several = _gutters(lines)
    if len(several) > 1:
        columns = [[line[start:end] for line in lines] for start, end in pairwise([0, *several, None])]
        if all(_has_blocks("\n".join(column), scanner, finder) for column in columns):
            return _parted_at(lines, [several if _is_free_at(line, several) else None for line in lines])
    gutter = _gutter(lines)
    places = [gutter if _is_free(line, gutter) else None for line in lines] if gutter is not None else _gaps(lines)
    if places is None:
        return None
    left = [line[:place] for line, place in zip(lines, places, strict=True)]
    right = [line[place:] for line, place in zip(lines, places, strict=True) if place is not None]
    halves = [_has_blocks("\n".join(half), scanner, finder) for half in (left, right)]
    prose = any(halves) and any(_is_prose(half, scanner) for half in (left, right))
    gutters = [None if place is None else (place,) for place in places]
    return _parted_at(lines, gutters) if all(halves) or prose else None


def is_mixed(text: str, scanner: LineScanner) -> bool:
    """Return whether lines contain the same number twice, like two columns without a gutter."""
    return sum(_repeats(line, scanner) for line in text.split("\n")[:MOST_LINES]) >= FEWEST_MIXED


def _repeats(line: str, scanner: LineScanner) -> bool:
    """Return whether a line has a number or a skill twice, with different values."""
    words = LABEL.findall(line.casefold())
    if len(line) > LONGEST_LINE or len(set(words)) == len(words):
        return False
    items = [item for item in scanner.items(TextSpan(line)) if item.counts and item.kind != "move"]
    values: dict[str, str] = {}
    return any(values.setdefault(item.key.casefold(), item.value.words) != item.value.words for item in items)


def _gaps(lines: Sequence[str]) -> list[int | None] | None:
    """Return where the right column begins in each line, if almost all lines have one wide gap or one tab."""
    found = [list(WIDE_GAP.finditer(line)) for line in lines]
    written_lines = sum(bool(line.strip()) for line in lines)
    single = sum(len(gaps) == 1 for gaps in found)
    if single < FEWEST or single < LEAST_ALIKE * written_lines or any(len(gaps) > 1 for gaps in found):
        return None
    return [gaps[0].end() if gaps else len(line) for gaps, line in zip(found, lines, strict=True)]


def _is_prose(half: Sequence[str], scanner: LineScanner) -> bool:
    """Return whether a column consists of lines of prose."""
    written_lines = [line.strip() for line in half if line.strip()]
    words = sum(len(line.split()) for line in written_lines)
    plain = not any(map(scanner.counted.begins, written_lines)) and not any(
        any(map(str.isdigit, line)) for line in written_lines
    )
    return len(written_lines) >= FEWEST and plain and words >= WORDS_A_LINE * len(written_lines)


def _gutters(lines: Sequence[str]) -> tuple[int, ...]:
    """Return the positions where the columns begin after the first, if almost all lines have the same ones."""
    starts = Counter(gap.end() for line in lines for gap in GAP.finditer(line))
    written_lines = sum(bool(line.strip()) for line in lines)
    return tuple(sorted(place for place, many in starts.items() if many >= max(FEWEST, LEAST_ALIKE * written_lines)))


def _is_free_at(line: str, gutters: Sequence[int]) -> bool:
    """Return whether a line has nothing in any of the gutters."""
    return all(_is_free(line, place) for place in gutters)


def _gutter(lines: Sequence[str]) -> int | None:
    """Return the position where the right column begins, or None."""
    gaps = [[gap.end() for gap in GAP.finditer(line)] for line in lines]
    starts = Counter(end for ends in gaps for end in set(ends))
    starts += Counter(len(line) - len(line.lstrip()) for line in lines if line.strip() and line[:8].isspace())
    for place, many in starts.most_common(6):
        across = sum(not _is_free(line, place) for line in lines)
        broad = sum(len(line.rstrip()) > place for line in lines)
        alike = many / max(1, broad)
        if many >= FEWEST and across <= MOST_ACROSS * len(lines) and alike >= LEAST_ALIKE:
            return place
    return None


def _is_free(line: str, gutter: int) -> bool:
    """Return whether a line has nothing in the gutter."""
    return not line[max(0, gutter - LEFT_OF) : gutter].strip()


def _parted_at(lines: Sequence[str], gutters: Sequence[tuple[int, ...] | None]) -> PartedText:
    """Return the lines split at the gutters; lines across them stay between the columns above and below."""
    text, places = list[str](), list[int]()
    many = max((len(one) for one in gutters if one is not None), default=1) + 1
    columns = [list[tuple[str, int]]() for _ in range(many)]

    def add(rows: list[tuple[str, int]]) -> None:
        for row, place in rows:
            text.append(row + "\n")
            places.extend(range(place, place + len(row) + 1))
        rows.clear()

    start = 0
    for line, gutter in zip(lines, gutters, strict=True):
        if gutter is not None:
            for column, (first, last) in zip(columns, pairwise([0, *gutter, len(line)]), strict=True):
                column.append((line[first:last].rstrip(), start + min(first, len(line))))
        else:
            for column in columns:
                add(column)
            add([(line, start)])
        start += len(line) + 1
    for number, column in enumerate(columns):
        if number:
            text.append("\n")
            places.append(max(0, start - 1))
        add(column)
    whole = "".join(text).rstrip("\n")
    return PartedText(whole, [*places[: len(whole)], max(0, start - 1)])


def _has_blocks(text: str, scanner: LineScanner, finder: BlockFinder) -> bool:
    """Return whether a column has a block of its own: a name with values below it, or on its line."""
    lines = lines_of(text)
    return not (lines and scanner.counted.begins(lines[0].text)) and any(one.name for one in finder.blocks(lines))


FEWEST_KEYS = 4
"""The fewest aptitudes of a line that is their heading, or that lists them."""
WORD = re.compile(r"[^\W_]+")


def names_first(text: str, keys: Container[str], is_name: Callable[[str], bool]) -> PartedText | None:
    """Return a text that begins with aptitudes with each name above those directly above it, or None for any other."""
    lines = text.split("\n")
    written = [number for number, line in enumerate(lines) if line.strip()]
    first = [lines[number] for number in written[:3]]
    if not first or len(lines) > MOST_LINES or not _lines_of_aptitudes(first, keys):
        return None
    tables = _aptitudes([lines[number] for number in written], keys)
    order = list(range(len(lines)))
    for table in tables:
        above, below = written[: table.start][-1:], written[table.stop : table.stop + 1]
        if below and is_name(lines[below[0]]) and not any(is_name(lines[number]) for number in above):
            order.remove(below[0])
            order.insert(order.index(written[table.start]), below[0])
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    places = [place for number in order for place in range(starts[number], starts[number + 1])]
    moved = order != sorted(order)
    return PartedText("\n".join(lines[number] for number in order), places) if moved else None


def _aptitudes(lines: Sequence[str], keys: Container[str]) -> list[range]:
    """Return the ranges of lines that consist of aptitudes: a heading and a row of numbers, or a list."""
    found, place = list[range](), 0
    while place < len(lines):
        many = _lines_of_aptitudes(lines[place : place + 3], keys)
        found += [range(place, place + many)] * bool(many)
        place += many or 1
    return found


def _lines_of_aptitudes(lines: Sequence[str], keys: Container[str]) -> int:
    """Return the number of lines with aptitudes alone at the beginning of some lines."""
    first, *below = ([word.upper() for word in WORD.findall(line)] for line in lines)
    if len(first) >= 2 * FEWEST_KEYS and all(map(str.isdigit, first[1::2])):
        return int(all(one in keys for one in first[::2]))
    ruled = bool(below and not below[0])
    row = below[ruled] if len(below) > ruled else []
    heads = len(first) >= FEWEST_KEYS and all(one in keys for one in first)
    return 2 + ruled if heads and len(row) == len(first) and all(map(str.isdigit, row)) else 0


MOST_SEARCHED = 100_000
"""Maximum number of characters of a text that are searched for blocks in free text."""


class FreeText(Struct, frozen=True):
    """A reader of free text, with the words by which blocks are found and their system is determined."""

    judge: SystemJudge
    finder: BlockFinder
    scanner: LineScanner
    labels: Mapping[str, Labels]
    """The labels of printed stat blocks, by system."""
    aptitudes: frozenset[str]

    def parted(self, text: str) -> PartedText | None:
        """Return a text in two columns with the right one below the left one, or None for any other text."""
        return parted(text[:MOST_SEARCHED], self.scanner, self.finder) if len(text) <= MOST_SEARCHED else None

    def names_first(self, text: str) -> PartedText | None:
        """Return a text that begins with aptitudes with each name above its aptitudes, or None for any other."""
        return names_first(text, self.aptitudes, self.finder.is_name) if len(text) <= MOST_SEARCHED else None

    def is_mixed(self, text: str) -> bool:
        """Return whether a text seems to be two columns, mixed line by line."""
        return is_mixed(text, self.scanner)

    def parted_spans(self, text: str) -> list[FreeSpan]:
        """Return the spans of the blocks in a text in two columns; none for any other text."""
        columns = self.parted(text)
        return self.spans(columns.text) if columns is not None else []

    def spans(self, text: str, *, few: bool = False) -> list[FreeSpan]:
        """Return the spans of the blocks in a cleaned text; with `few`, one value makes a block."""
        searched = text[:MOST_SEARCHED]
        return self.finder.blocks(with_names_of_attacks(lines_of(searched), TextSpan(searched)), few=few)

    def read(
        self, source: SourceText, pasted: str, place: FreeSpan, span: Span, new_id: NewId, system: str = ""
    ) -> Block:
        """Read a block as one of the given system, or else of the likeliest one."""
        text = source.text[place.name.end if place.name and place.inline else place.start : place.end]
        name = system if system in self.judge.words else self.judge.system_of(VERB.sub("", text))
        return read_free(source, pasted, place, span, self.judge.words[name], new_id)


def free_text(systems: Sequence[System]) -> FreeText:
    """Return a reader of free text for some systems, made once for each of the last choices."""
    return _free_text(*map(SystemKey, systems))


@lru_cache(maxsize=8)
def _free_text(*keys: SystemKey) -> FreeText:
    systems = [key.system for key in keys]
    lexicon = BlockWords(systems)
    scanner = LineScanner(lexicon, plain_damage=any(one.base_damage for one in systems))
    labels = {one.id: labels_of(one) for one in systems}
    aptitudes = frozenset(key for one in systems for key in one.aptitudes)
    return FreeText(SystemJudge(systems), BlockFinder(lexicon, scanner), scanner, labels, aptitudes)
