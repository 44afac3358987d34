"""The search for stat blocks in a text: where each begins and ends, and its name."""

import re
from collections.abc import Iterator

from msgspec import Struct

from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.ep1_tables import VALUES
from gm_desk.core.stat_blocks.lines import (
    PAGE,
    UNKNOWN,
    BlockLine,
    awaits,
    header_values,
    heads_a_list,
    is_open,
    lines_of,
)
from gm_desk.core.stat_blocks.names import (
    TAIL,
    head_of,
    is_name,
    is_short_name,
    lists_skills,
    may_name,
    name_above,
    without_introduction,
)
from gm_desk.core.stat_blocks.sections import COUNTED, Labels

BASED_ON_ANOTHER = re.compile(
    r"\b(?:as|like|same as|use)\b.{2,80}?\b(?:but|except|with|plus|changes?)\b", re.IGNORECASE | re.DOTALL
)
MOST_BLOCKS = 300
"""Maximum number of blocks of a text that are read."""
ENOUGH, ENOUGH_IF_NAMED = 5, 2
IN_LINE = 4
NUMBERS = re.compile(r"[0-9]+|[—–]")
FEWEST_HEADINGS = 3
MOST_VALUES = 12
MOST_AHEAD = 12
NOWHERE = 1 << 60
OWNED = {"ware", "gear", "traits"}
OFTEN_LATE = {"AV", "MOX"}
"""Numbers that some blocks have after the skills."""
HEADED = re.compile(r"[A-Z]{2,4}")
"""A heading of a table on a line of its own."""
SKILLS = re.compile(r"\bskills\b", re.IGNORECASE)
SHORT_LABEL = re.compile(r"\b[A-Z]{2,4}\b")
HEADER = re.compile(r"\b(?:COG|INIT|DUR|Initiative|COO|WT)\b", re.IGNORECASE)


class BlockSpan(Struct, frozen=True):
    """The lines of a stat block in a cleaned text, its name, and the keys of its numbers.

    The numbers in `late` come after its skills without a name of their own: they may belong to another creature.
    """

    start: int
    end: int
    name: TextSpan | None
    keys: frozenset[str]
    late: frozenset[str] = frozenset()

    @property
    def enough(self) -> bool:
        """Whether it has enough values for a stat block."""
        return len(self.keys) >= (ENOUGH_IF_NAMED if self.name else ENOUGH)


class _Start(Struct):
    """The beginning of a block, while the search goes on.

    `skills` and `owned` are the first lines with its skills and its gear; lines before `seen` have been
    searched.
    """

    line: int
    name: TextSpan | None
    level: int
    keys: set[str]
    last: int
    late: set[str]
    seen: int
    skills: int = NOWHERE
    owned: int = NOWHERE

    def look(self, lines: list[BlockLine], place: int, labels: Labels) -> None:
        """Search the lines up to a position, each only once."""
        for number in range(self.seen, place):
            if self.skills == NOWHERE and _lists_skills(lines[number : number + 1]):
                self.skills = number
            label = labels.at(lines[number].text) if self.owned == NOWHERE else None
            if label is not None and label.kind in OWNED:
                self.owned = number
        self.seen = max(self.seen, place)


def block_spans(text: str, labels: Labels) -> list[BlockSpan]:
    """Return the stat blocks of a text in order, at most `MOST_BLOCKS`."""
    lines = lines_of(text)
    starts, behind = list[_Start](), 0
    for place in range(len(lines)):
        if len(starts) > MOST_BLOCKS:
            break
        if place < behind:
            continue
        keys, name, behind = _keys(lines, place, labels)
        if not keys:
            continue
        current = starts[-1] if starts else None
        if current is not None and name is not None and _is_variant(lines[place], current, name):
            continue
        floor = current.last + 1 if current else 0
        if current is not None:
            current.look(lines, place, labels)
        again = _repeated_keys(lines, place, current, keys, labels) if current else set[str]()
        above = name_above(lines, place, floor, labels, again=len(again) > 1) if name is None else place
        if current is None or _is_new(lines, place, current, again, above, labels):
            first = head_of(lines, place, floor, labels) if above is None else above
            whose = name or (without_introduction(lines[above].part) if above is not None else None)
            level = lines[place if above is None else above].level
            starts.append(_Start(first, whose, level, keys, behind - 1, set(), first))
        else:
            if _lists_skills(lines[current.last : place]) and not is_open(lines[place - 1].text):
                current.late |= {key for key in keys if key.isupper() and key not in OFTEN_LATE}
            current.keys |= keys
            current.last = behind - 1
    return list(_ended(lines, starts, labels))[:MOST_BLOCKS]


def _repeated_keys(lines: list[BlockLine], place: int, current: _Start, keys: set[str], labels: Labels) -> set[str]:
    """Return the keys of numbers that a block has already and that occur again.

    After the skills of the block, keys further below count too: together they begin another block.
    """
    if current.skills >= place:
        return keys & current.keys
    ahead, number = set(keys), place + 1
    while number < min(place + MOST_AHEAD, len(lines)) and not _lists_skills(lines[number : number + 1]):
        more, _, number = _keys(lines, number, labels)
        ahead |= more
    return ahead & current.keys


def _keys(lines: list[BlockLine], place: int, labels: Labels) -> tuple[set[str], TextSpan | None, int]:
    """Return the keys of the numbers in a line, the name before them in the line, and the index of the next line."""
    text, behind = lines[place].text, place + 1
    found = [entry for entry in labels.entries(lines[place].part) if entry.kind in COUNTED]
    if found:
        return {entry.key for entry in found}, None, behind
    if HEADER.search(text) and not NUMBERS.search(text):
        keys, below = _headings(lines, place, labels)
        values = _values_end(lines, below) if keys else 0
        return (keys, None, values) if values else (set(), None, below)
    if len(NUMBERS.findall(text[:1000])) >= IN_LINE:
        chain = labels.chain(text)
        before = TextSpan(text, lines[place].part.start).cut(0, chain[0].start if chain else 0)
        named = before.trimmed(" \n,;:•·|—–-(")
        if len(chain) >= IN_LINE and is_name(named.text) and before.text.rstrip()[-1:] in set(":•·|—–-("):
            return {label.key for label in chain}, named, behind
    if _is_based_on_another(lines, place):
        follows = behind < len(lines) and labels.at(lines[behind].text) is not None
        return ({"as", "but"} if follows else {"as"}), None, behind
    return set(), None, behind


def _headings(lines: list[BlockLine], place: int, labels: Labels) -> tuple[set[str], int]:
    """Return the labels that are the headings of a table, on one or more lines, and the index of the next line."""
    keys, below = set[str](), place
    while below < min(place + MOST_VALUES, len(lines)) and (below == place or HEADED.fullmatch(lines[below].text)):
        keys |= {label.key for label in labels.header(lines[below].text, fewest=1)}
        below += 1
    return (keys, below) if len(keys) >= FEWEST_HEADINGS else (set(), below)


def _values_end(lines: list[BlockLine], place: int) -> int:
    """Return the end of the lines of numbers below headings, whose labels may be wrapped; 0 if there are none."""
    end = 0
    for number in range(place, min(place + MOST_VALUES, len(lines))):
        text = lines[number].text
        if VALUES.fullmatch(text) or header_values(text):
            end = number + 1
        elif _heads_table(text) or end or number > place + 2:
            break  # another table: the one above has no numbers
        elif any(letter.islower() or letter.isdigit() for letter in text):
            break
    return end


def _heads_table(text: str) -> bool:
    """Return whether a line consists of the headings of a table."""
    return len(SHORT_LABEL.findall(text)) > 1 and HEADER.search(text) is not None


def _is_variant(line: BlockLine, current: _Start, name: TextSpan) -> bool:
    """Return whether numbers after a name belong to the block before them, such as those of a variant."""
    inline = current.name is not None and current.last == current.line
    return name.words.casefold().endswith("variant") or (not line.gap and not inline)


def _is_based_on_another(lines: list[BlockLine], place: int) -> bool:
    """Return whether a line below a heading says that the block is another one with some changes."""
    return place > 0 and lines[place - 1].level > 0 and BASED_ON_ANOTHER.match(lines[place].text) is not None


def _is_new(
    lines: list[BlockLine], place: int, current: _Start, again: set[str], above: int | None, labels: Labels
) -> bool:
    """Return whether numbers begin a new block.

    Below a name they do if the name is a heading, if the block has such numbers already, or if its skills or its end
    have been reached: numbers of one creature must never be on the card of another.
    """
    listed = min(current.skills, current.owned) < (place if above is None else above)
    if above is None:
        apart = lines[place].gap or (listed and not is_open(lines[place - 1].text))
        return len(again) > 1 and (apart or bool(labels.header(lines[place].text)))
    line = lines[above]
    if line.level or again:
        return True
    heads_table = above == place - 1 and bool(labels.header(lines[place].text))
    return (listed or heads_table or (line.gap and not current.level)) and not any(map(str.isdigit, line.text))


def _lists_skills(lines: list[BlockLine]) -> bool:
    """Return whether any of the lines is a list of skills."""
    return any(SKILLS.search(line.text) or lists_skills(line.text) for line in lines)


def _ended(lines: list[BlockLine], starts: list[_Start], labels: Labels) -> Iterator[BlockSpan]:
    """Yield the blocks with their ends: before the next block, the next heading, or a separate paragraph of prose."""
    for number, start in enumerate(starts):
        limit = starts[number + 1].line if number + 1 < len(starts) else len(lines)
        end = further = _end(lines, start.last + 1, limit, start, labels)
        while further < limit and not (
            _is_apart(lines[further], start, labels) or _names_another(lines, further, start, labels)
        ):
            further += 1
            if _is_part(lines[further - 1], labels):
                end = further = _end(lines, further, limit, start, labels)
        while end > start.last + 1 and _is_page(lines[end - 2], lines[end - 1]):
            end -= 1
        last = lines[end - 1].part.end
        yield BlockSpan(lines[start.line].part.start, last, start.name, frozenset(start.keys), frozenset(start.late))


def _end(lines: list[BlockLine], place: int, limit: int, start: _Start, labels: Labels) -> int:
    """Return the first line from a position on that is after the block."""
    behind = (
        number
        for number in range(place, limit)
        if _is_behind(lines, number, start) or _names_another(lines, number, start, labels)
    )
    return next(behind, limit)


def _names_another(lines: list[BlockLine], place: int, start: _Start, labels: Labels) -> bool:
    """Return whether a line is the name of another creature that has too few values for a block of its own."""
    line, below = lines[place], lines[place + 1].text if place + 1 < len(lines) else ""
    if not (HEADER.search(below) or SKILLS.search(below)) or is_open(lines[place - 1].text):
        return False
    if any(map(str.isdigit, line.text)) or not (is_short_name(line) and may_name(line, labels)):
        return False
    start.look(lines, place, labels)
    label = labels.at(below)
    skills = label is not None and label.kind == "skills" and start.skills < place
    return skills or bool(labels.header(below))


def _is_apart(line: BlockLine, start: _Start, labels: Labels) -> bool:
    """Return whether a line begins something that is not part of a block."""
    if line.level:
        return line.level <= (start.level or 6)
    return line.gap and is_short_name(line) and may_name(line, labels)


def _is_part(line: BlockLine, labels: Labels) -> bool:
    """Return whether a line belongs to a block even after prose: its skills, ware, or movement."""
    label = labels.at(line.text)
    return lists_skills(line.text) if label is None else label.kind in TAIL


def _is_page(before: BlockLine, line: BlockLine) -> bool:
    """Return whether a line is a page number, and not a number that is missing in the line before it."""
    missing = not line.gap and (is_open(before.text) or awaits(before.text, line.text))
    return PAGE.fullmatch(line.text) is not None and not missing


def _is_behind(lines: list[BlockLine], place: int, start: _Start) -> bool:
    """Return whether a line is after a block: a heading of the same level or, if the block has none, separate text."""
    line = lines[place]
    if line.level:
        return line.level <= (start.level or 6)
    if start.level or not line.gap or line.bullet or _is_labelled(line):
        return False
    return not (is_open(lines[place - 1].text) or heads_a_list(lines[place - 1]))


def _is_labelled(line: BlockLine) -> bool:
    """Return whether a line begins with words and a colon, or is a list with a known title."""
    known = re.match(
        r"(?:skills|ware|implants|enhancements|gear|traits|notes?|move|movement|perceive|special)\b",
        line.text,
        re.IGNORECASE,
    )
    return known is not None or UNKNOWN.match(line.text) is not None
