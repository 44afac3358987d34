"""Tables of numbers in stat blocks: headings with a row of numbers below; both may be wrapped."""

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct, structs

from gm_desk.core.characters.roster import MOST_CHECK
from gm_desk.core.notation.text import TextSpan, any_of
from gm_desk.core.stat_blocks.source import Left
from gm_desk.core.systems.definition import System

BETWEEN = r"[\s|•·,;:]"
CELLED = re.compile(
    r"(?P<value>[0-9]{1,3}|[-–—−]+|n/a)(?:\s?(?P<sign>[(^/])\s?(?P<behind>[0-9]{1,3})\)?)?", re.IGNORECASE
)
CELL = re.compile(r"[-+−–]?[0-9]{1,3}(?:\s?[(^/]\s?[0-9]{1,3}\)?)?|[-–—−]+|n/a", re.IGNORECASE)
BONUS = re.compile(r"(?:[0-9]{1,3}\s+)?\+\s?[0-9]{1,3}\s?\(\s?(?P<total>[0-9]{1,3})\s?\)")
"""A bonus with the total after it: "+5 (20)"."""
VALUES = re.compile(
    rf"{BETWEEN}*(?:(?P<label>[A-Za-z][A-Za-z ()]*?){BETWEEN}+)?(?P<cells>(?:(?:{CELL.pattern})(?:{BETWEEN}+|$))+)",
    re.IGNORECASE,
)
ARMOR = "AV"
RULE = re.compile(r"(?=[^-]*---)[\s|:+-]*")
TOTAL = re.compile(r"total|sum|modified|final", re.IGNORECASE)
FEWEST_HEADINGS = 3
TITLED = re.compile(
    r"^[\s|*_]*(?:apts?|aptitudes?|attributes?|stat(?:istic)?s?)[\s|:]+(?=[A-Z]{3}[\s|])", re.IGNORECASE
)
"""The word above the names of the rows."""


UPRIGHT = re.compile(
    r"\W*(?:apts?|aptitudes?|attributes?|stats?)\W+(?:(?:base|bonus|morph|ego|mod|modifier|ranks?|points)\W+){1,4}"
    r"(?:total|final|value|score)\W*",
    re.IGNORECASE,
)
"""The headings of a table with one number a row."""
UPRIGHT_ROW = re.compile(r"(?P<name>[^\W\d_]{2,12})(?:[\s|:]+(?:[+−–-]?[0-9]{1,3}|[—–−-])){1,4}[\s|]+[0-9]{1,3}[\s|]*")


class NumberValue(Struct, frozen=True):
    """A number with its key, None for a dash, and its own check if it has one.

    It is `odd` if other text follows it. `armor` are the values of armor, which is not a number.
    """

    key: str
    value: int | None
    check: int | None = None
    odd: bool = False
    armor: tuple[int, ...] = ()


class Numbers(Struct, frozen=True):
    """The numbers of a span, and the other spans in it; the span itself goes to no notes."""

    whole: TextSpan
    values: tuple[NumberValue, ...] = ()
    left: tuple[Left, ...] = ()
    doubts: tuple[str, ...] = ()


class NumberKeys:
    """The keys of a system's numbers, by their names."""

    def __init__(self, system: System) -> None:
        """Collect the keys and names."""
        stats = [stat for section in system.sections if section.kind == "numbers" for stat in section.stats]
        self._keys = {label.casefold(): stat.key for stat in stats for label in (stat.name, stat.key)}
        self._keys |= {} if "av" in self._keys else dict.fromkeys(("av", "armor", "armour"), ARMOR)
        self._aptitudes, self._times = system.aptitudes, system.check
        words = any_of(self._keys)
        self._headings = re.compile(rf"{BETWEEN}*(?:(?:{words})(?:{BETWEEN}+|$))+", re.IGNORECASE)
        self._key = re.compile(words, re.IGNORECASE)

    def headings(self, line: str) -> list[str]:
        """Return the keys that the headings of a line stand for; empty if the line has any other word."""
        line = TITLED.sub("", line)
        if not self._headings.fullmatch(line):
            return []
        return [self._keys[found[0].casefold()] for found in self._key.finditer(line)]

    def value(self, key: str, cell: str) -> NumberValue | None:
        """Read a cell of a table; None if it is not a value for this number."""
        if key == ARMOR:
            numbers = cell.split("/")
            plain = all(one.strip().isdigit() for one in numbers)
            return NumberValue(key, None, armor=tuple(map(int, numbers)) if plain else ())
        total = BONUS.fullmatch(cell)
        if total is not None:
            return NumberValue(key, int(total["total"]))
        found = CELLED.fullmatch(cell)
        if found is None or not found["value"].isdigit():
            return NumberValue(key, None) if found else None
        value = int(found["value"])
        if found["behind"] is None:
            return NumberValue(key, value)
        behind, usual = int(found["behind"]), value * self._times
        if key not in self._aptitudes or behind > MOST_CHECK or (found["sign"] == "(" and behind != usual):
            return NumberValue(key, value, odd=True)
        return NumberValue(key, value, None if behind == usual else behind)


def lines_of(part: TextSpan) -> list[TextSpan]:
    """Split a span into its lines, without empty ones."""
    found, start = [], 0
    for line in part.text.split("\n"):
        found.append(TextSpan(line, part.start + start))
        start += len(line) + 1
    return [line for line in found if line.text.strip()]


def tables(part: TextSpan, keys: NumberKeys) -> Iterator[Numbers]:
    """Yield the tables of a span: lines of headings with lines of numbers below them; both may be wrapped."""
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
        elif len(headings) >= FEWEST_HEADINGS:
            whole = part.cut(lines[start].start - part.start, lines[place - 1].end - part.start)
            yield _refused(whole, f"The headings {', '.join(headings)} have no numbers below them")


def upright_tables(part: TextSpan, keys: NumberKeys) -> Iterator[Numbers]:
    """Yield the tables with one number a row, of which the last column is the total: "COG 15 5 20"."""
    lines, place = lines_of(part), 0
    while place < len(lines):
        headed = UPRIGHT.fullmatch(lines[place].text) is not None
        behind = lines[place + headed :]
        fits = partial(_is_upright, keys=keys, headed=headed)
        rows = list(itertools.takewhile(fits, behind))
        if len(rows) > 1:
            whole = part.cut((lines[place] if headed else rows[0]).start - part.start, rows[-1].end - part.start)
            cells = [(keys.headings(row.text[: row.text.index(" ")])[0], _cells(row)) for row in rows]
            values = tuple(NumberValue(key, int(all_[-1].text)) for key, all_ in cells)
            left = tuple(Left(one, key) for key, all_ in cells for one in all_[:-1])
            yield Numbers(whole, values, left)
        place += max(1, headed + len(rows))


def _is_upright(line: TextSpan, keys: NumberKeys, *, headed: bool) -> bool:
    """Return whether a line is a number with a total after it; without headings, one that adds up."""
    found = UPRIGHT_ROW.fullmatch(line.text)
    if found is None or len(keys.headings(found["name"])) != 1:
        return False
    numbers = [int(cell.text.lstrip("+−–-")) for cell in _cells(line)]
    return headed or (len(numbers) > 2 and sum(numbers[:-1]) == numbers[-1])  # noqa: PLR2004 - base, bonus and total


def _cells(row: TextSpan) -> list[TextSpan]:
    """Return the numbers of a row."""
    return [row.cut(one.start(), one.end()) for one in re.finditer(r"[+−–-]?[0-9]+", row.text)]


class NumberRow(Struct, frozen=True):
    """The cells of a row, its name, and its lines."""

    label: str
    cells: tuple[TextSpan, ...]
    first: TextSpan
    last: TextSpan


def _rows(lines: Sequence[TextSpan], place: int, wide: int) -> tuple[list[NumberRow], int]:
    """Collect rows of `wide` cells, however they are wrapped; return them, and the index of the line after them."""
    rows, behind = list[NumberRow](), place
    label, cells, first = "", list[TextSpan](), place
    for number in range(place, len(lines)):
        line = lines[number]
        if RULE.fullmatch(line.text):
            continue
        found = VALUES.fullmatch(line.text)
        if found is None:
            break
        if cells and found["label"] and len(cells) < wide:  # a row of which some cells are empty
            rows.append(NumberRow(label, tuple(cells), lines[first], lines[number - 1]))
            cells = []
        if not cells:
            label, first = found["label"] or "", number
        start = found.start("cells")
        cells += [line.cut(start + one.start(), start + one.end()) for one in CELL.finditer(found["cells"])]
        if len(cells) >= wide:
            rows.append(NumberRow(label, tuple(cells), lines[first], line))
            cells, behind = [], number + 1
    if cells and not rows:
        behind = first + 1
        rows.append(NumberRow(label, tuple(cells), lines[first], lines[first]))
    return rows, behind


def _table(whole: TextSpan, headings: list[str], rows: list[NumberRow], keys: NumberKeys) -> Numbers:
    """Read one row of a table: the total, or else the first; the others are left for the notes."""
    counts = next((row for row in rows if TOTAL.search(row.label)), rows[0])
    counts = structs.replace(counts, cells=_with_bonuses(whole, counts.cells))
    if len(set(headings)) != len(headings):
        return _refused(whole, f"The headings {', '.join(headings)} appear twice: the table was not read")
    if len(counts.cells) != len(headings):
        return _refused(whole, f"{len(headings)} headings ({', '.join(headings)}) for {len(counts.cells)} numbers")
    found = [(key, cell, keys.value(key, cell.text)) for key, cell in zip(headings, counts.cells, strict=True)]
    odd = [(key, cell) for key, cell, value in found if value is None or value.odd]
    left = [Left(cell, key) for key, cell in odd]
    left += [Left(_lines(whole, row)) for row in rows if row.first != counts.first]
    doubts = [f"{key} “{cell.words}” is not clear" for key, cell in odd]
    if len(rows) > 1:
        doubts.append("The other rows of numbers are in the notes")
    return Numbers(whole, tuple(value for _, _, value in found if value), tuple(left), tuple(doubts))


def _with_bonuses(whole: TextSpan, cells: tuple[TextSpan, ...]) -> tuple[TextSpan, ...]:
    """Return the cells, with "15 +5 (20)" as one cell."""
    joined = list[TextSpan]()
    for cell in cells:
        if BONUS.fullmatch(cell.text) and cell.text[0] == "+" and joined and joined[-1].text.isdigit():
            joined[-1] = whole.cut(joined[-1].start - whole.start, cell.end - whole.start)
        else:
            joined.append(cell)
    return tuple(joined)


def _refused(whole: TextSpan, doubt: str) -> Numbers:
    """Return a refused table, all of which is left for the notes."""
    return Numbers(whole, left=(Left(whole),), doubts=(doubt,))


def _lines(whole: TextSpan, row: NumberRow) -> TextSpan:
    """Return the span of a row's lines."""
    return whole.cut(row.first.start - whole.start, row.last.end - whole.start)
