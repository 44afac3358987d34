"""Lines of free text: wrapped ones joined, and rows of tables of skills."""

import re

from msgspec import Struct

from gm_desk.core.notation.spans import TextSpan
from gm_desk.core.stat_blocks.lines import BlockLine, is_open

HEADER = re.compile(
    r"[ *_]*(?:(?:active|knowledge|know|combat|other)[ ]+)?skills?\b(?P<columns>[^0-9\n]{3,90})$", re.IGNORECASE
)
COLUMN = re.compile(
    r"total|final|rating|score|base|bonus|mod(?:ifier)?|morph|apt(?:itude)?|linked|ranks?|points|spec\w*|value",
    re.IGNORECASE,
)
COUNTS = {"total", "final", "rating", "score", "value"}
NO_NUMBERS = ("apt", "linked", "spec")
ROW = re.compile(
    r"""(?P<name>[A-Z][^0-9|\n+]{1,60}?)[ |.:]+(?:(?P<apt>[A-Z]{3})[ |:]+)?
    (?P<cells>(?:[+−–-]?[0-9]{1,3}%?|[-–—−])(?:[ |]+(?:[+−–-]?[0-9]{1,3}%?|[-–—−]))*)(?P<rest>[ |]+[^0-9\n].*)?""",
    re.VERBOSE,
)
CELL = re.compile(r"[+−–-]?[0-9]{1,3}|[-–—−]")
LONGEST = 2500


class SkillRow(Struct, frozen=True):
    """A row of a table of skills: the name, the number that counts, its aptitude, and the other numbers."""

    name: TextSpan
    value: TextSpan
    aptitude: TextSpan
    others: tuple[TextSpan, ...]


def columns_of(text: str) -> list[str]:
    """Return the numeric columns of the heading of a table of skills; none for another line."""
    found = HEADER.match(text)
    if found is None:
        return []
    columns = [one[0].casefold() for one in COLUMN.finditer(found["columns"])]
    rest = re.sub(rf"{COLUMN.pattern}|skills?|name", "", found["columns"], flags=re.IGNORECASE)
    if any(map(str.isalnum, rest)):
        return []
    return [one for one in columns if not one.startswith(NO_NUMBERS)]


def skill_row(line: TextSpan, columns: list[str]) -> SkillRow | None:
    """Return a row of a table of skills, or None; without headings it must add up ("45 5 50")."""
    found = ROW.fullmatch(line.text)
    if found is None:
        return None
    start = found.start("cells")
    cells = [line.cut(start + one.start(), start + one.end()) for one in CELL.finditer(found["cells"])]
    numbers = [int(cell.text.lstrip("+−–—-") or 0) for cell in cells]
    place = _counting(columns, len(cells)) if columns else None
    if place is None and len(numbers) > 2 and sum(numbers[:-1]) == numbers[-1]:  # noqa: PLR2004 - base, bonus and total
        place = len(numbers) - 1
    if place is None or not any(map(str.isdigit, cells[place].text)):
        return None
    before, behind = line.cut(start, cells[place].start - line.start), line.cut(cells[place].end - line.start)
    others = [part.trimmed(" |") for part in (before, behind) if any(map(str.isalnum, part.text))]
    aptitude = line.cut(found.start("apt"), found.end("apt")) if found["apt"] else line.cut(0, 0)
    return SkillRow(line.cut(0, found.end("name")).trimmed(" |.:"), cells[place], aptitude, tuple(others))


def _counting(columns: list[str], many: int) -> int | None:
    """Return which of the numbers of a row counts: the total, which is last where cells are empty."""
    place = next((number for number, name in enumerate(columns) if name in COUNTS), len(columns) - 1)
    if many == len(columns):
        return place
    return many - 1 if place == len(columns) - 1 else None


def joined_lines(lines: list[BlockLine], text: str) -> list[BlockLine]:
    """Join wrapped lines: after an open end, and where a line begins like the middle of a sentence."""
    whole: list[BlockLine] = []
    for line in lines:
        before = whole[-1] if whole else None
        if before is not None and len(before.text) < LONGEST and _continues(before, line):
            part = TextSpan(text[before.part.start : line.part.end], before.part.start)
            whole[-1] = BlockLine(part, before.level, before.bullet, before.gap)
        else:
            whole.append(line)
    return whole


def _continues(before: BlockLine, line: BlockLine) -> bool:
    """Return whether a line continues the one before it."""
    if line.level or line.bullet or line.gap or before.level:
        return False
    first = line.text[0]
    return is_open(before.text) or first in "([)]" or (first.islower() and not line.text[:12].rstrip(":").islower())
