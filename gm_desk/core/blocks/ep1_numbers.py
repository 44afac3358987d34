"""The numbers of a stat block of the first edition: tables of headings over numbers, and lists like "COG 15, COO 10"."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from gm_desk.core.blocks.parts import Part
from gm_desk.core.roster import MOST_CHECK, MOST_STAT
from gm_desk.core.systems.system import System

BETWEEN = r"[\s|•·,;:]"
NUMBER = r"(?P<value>[0-9]{1,3}|[-–—]+|n/a)(?:\s?[(^/]\s?(?P<check>[0-9]{1,3})\)?)?(?![0-9d/])"
CELL = re.compile(r"[-+−–]?[0-9]{1,3}(?:\s?[(^/]\s?[0-9]{1,3}\)?)?|[-–—]+|n/a", re.IGNORECASE)
VALUES = re.compile(
    rf"{BETWEEN}*(?:(?P<label>[A-Za-z][A-Za-z ()]*?){BETWEEN}+)?(?P<cells>(?:(?:{CELL.pattern})(?:{BETWEEN}+|$))+)",
    re.IGNORECASE,
)
RULE = re.compile(r"[\s|:+-]*-{3}[\s|:+-]*")
TOTAL = re.compile(r"total|sum|modified|final", re.IGNORECASE)
BULLETS = " \t•·*-|#"


class Value(Struct, frozen=True):
    """Hold a number by its key, None where a dash says that there is none, with the check it may have of its own."""

    key: str
    value: int | None
    check: int | None = None


class Numbers(Struct, frozen=True):
    """Hold the numbers of a stretch, and what in it is none; the stretch itself is understood."""

    whole: Part
    values: tuple[Value, ...] = ()
    left: tuple[Part, ...] = ()
    doubts: tuple[str, ...] = ()


class Keys:
    """Know the keys of a system's numbers, and what they are called."""

    def __init__(self, system: System) -> None:
        """Gather the keys and names."""
        stats = [stat for section in system.sections if section.kind == "numbers" for stat in section.stats]
        self._keys = {said.casefold(): stat.key for stat in stats for said in (stat.name, stat.key)}
        self._aptitudes, self._times = system.aptitudes, system.check
        words = "|".join(sorted((re.escape(word) for word in self._keys), key=len, reverse=True))
        self.pair = re.compile(rf"(?<![\w:])(?P<key>{words})(?:\s*[:=]\s*|\s+){NUMBER}", re.IGNORECASE)
        self._headings = re.compile(rf"{BETWEEN}*(?:(?:{words})(?:{BETWEEN}+|$))+", re.IGNORECASE)
        self._key = re.compile(words, re.IGNORECASE)

    def headings(self, line: str) -> list[str]:
        """List the keys of a line that holds nothing else."""
        if not self._headings.fullmatch(line):
            return []
        return [self._keys[found[0].casefold()] for found in self._key.finditer(line)]

    def pairs(self, text: str) -> list[tuple[re.Match[str], Value | None]]:
        """Find keys with numbers behind them; None for a number that cannot be one."""
        return [(found, self._value(found["key"], found)) for found in self.pair.finditer(text)]

    def value(self, key: str, cell: str) -> Value | None:
        """Read a cell of a table."""
        found = re.fullmatch(NUMBER, cell, re.IGNORECASE)
        return self._value(key, found) if found else None

    def _value(self, said: str, found: re.Match[str]) -> Value | None:
        """Read a number and what stands behind it: its usual check, or one of its own."""
        key = self._keys.get(said.casefold(), said)
        if not found["value"].isdigit():
            return None if found["check"] else Value(key, None)
        value, check = int(found["value"]), int(found["check"]) if found["check"] else None
        if value > MOST_STAT or (check is not None and (key not in self._aptitudes or check > MOST_CHECK)):
            return None
        if check is not None and found[0].rstrip().endswith(")") and check != value * self._times:
            return None
        return Value(key, value, None if check == value * self._times else check)


def lines_of(part: Part) -> list[Part]:
    """Split a stretch into its lines; empty ones are left out."""
    found, start = [], 0
    for line in part.text.split("\n"):
        found.append(Part(line, part.start + start))
        start += len(line) + 1
    return [line for line in found if line.text.strip()]


def tables(part: Part, keys: Keys) -> Iterator[Numbers]:
    """Find the tables of a stretch: lines of headings with lines of numbers below them, either of them wrapped."""
    lines = lines_of(part)
    place = 0
    while place < len(lines):
        start, headings = place, list[str]()
        while place < len(lines) and (more := keys.headings(lines[place].text)):
            headings += more
            place += 1
        rows, place = _rows(lines, place, len(headings)) if len(headings) > 1 else ([], max(place, start + 1))
        if rows:
            whole = part.cut(lines[start].start - part.start, lines[place - 1].end - part.start)
            yield _table(whole, headings, rows, keys)


class Row(Struct, frozen=True):
    """Hold the cells of a row, what it is called, and its lines."""

    label: str
    cells: tuple[Part, ...]
    lines: Part


def _rows(lines: Sequence[Part], place: int, wide: int) -> tuple[list[Row], int]:
    """Gather rows of so many cells, however they are wrapped."""
    rows = list[Row]()
    label, cells, first = "", list[Part](), place
    while place < len(lines):
        line = lines[place]
        found = VALUES.fullmatch(line.text)
        if found is None and not RULE.fullmatch(line.text):
            break
        if found is not None:
            if not cells:
                label, first = found["label"] or "", place
            start = found.start("cells")
            cells += [line.cut(start + one.start(), start + one.end()) for one in CELL.finditer(found["cells"])]
        place += 1
        if len(cells) >= wide:
            rows.append(Row(label, tuple(cells), _joined(lines[first:place])))
            cells = []
    if cells:
        if rows:
            return rows, first
        rows.append(Row(label, tuple(cells), _joined(lines[first:place])))
    return rows, place


def _joined(lines: Sequence[Part]) -> Part:
    """Give the stretch of several lines; only its ends count."""
    return Part("\n".join(line.text.ljust(len(line.text)) for line in lines), lines[0].start)


def _table(whole: Part, headings: list[str], rows: list[Row], keys: Keys) -> Numbers:
    """Read the row that counts: the total, or else the first one; the others are left."""
    counts = next((row for row in rows if TOTAL.search(row.label)), rows[0])
    if len(counts.cells) != len(headings):
        doubt = f"{len(headings)} headings ({', '.join(headings)}) stand over {len(counts.cells)} numbers"
        return Numbers(whole, left=(whole,), doubts=(doubt,))
    found = [keys.value(key, cell.text) for key, cell in zip(headings, counts.cells, strict=True)]
    values = tuple(one for one in found if one is not None)
    unread = tuple(cell for cell, one in zip(counts.cells, found, strict=True) if one is None)
    doubts = [
        f"{key} “{cell.words}” is not clear"
        for key, cell, one in zip(headings, counts.cells, found, strict=True)
        if one is None
    ]
    others = tuple(row.lines for row in rows if row is not counts)
    doubts += ["the rows of numbers beside the one that counts are left in the notes"] if others else []
    return Numbers(whole, values, (*unread, *others), tuple(doubts))
