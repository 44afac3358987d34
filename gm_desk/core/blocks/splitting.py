"""Where in a text stat blocks stand, and what they are called."""

import re
from collections.abc import Iterator

from msgspec import Struct

from gm_desk.core.blocks.ep1_numbers import VALUES
from gm_desk.core.blocks.lines import PAGE, UNKNOWN, Line, awaits, header_values, heads_a_list, is_open, lines_of
from gm_desk.core.blocks.parts import Part
from gm_desk.core.blocks.sections import COUNTED, Labels

HEAD = {"stress", "morph", "level", "concept", "motivations", "count", "rep"}
"""What may stand between a name and the numbers."""
GENERIC = {"stats", "statistics", "stat block", "aptitudes", "pools", "attributes", "derived stats", "skills"}
OVERRIDES = re.compile(
    r"\b(?:as|like|same as|use)\b.{2,80}?\b(?:but|except|with|plus|changes?)\b", re.IGNORECASE | re.DOTALL
)
ENOUGH, ENOUGH_IF_NAMED = 5, 2
IN_LINE = 4
LONGEST_NAME = 70
MOST_TITLE = 6
"""More words than these are no name that a paragraph may follow."""
MOST_PROSE, MOST_WRAPPED = 12, 4
SHORT = re.compile(r"[^\W\d_][^\d.,;:!?]{0,25}")
"""A name in small letters, where nothing stands right above it."""
NUMBERS = re.compile(r"[0-9]+|[—–]")
FEWEST_HEADINGS = 3
MOST_VALUES = 12
HEADED = re.compile(r"[A-Z]{2,4}")
"""A heading of a table that stands in a line of its own."""
HEADER = re.compile(r"\b(?:COG|INIT|DUR|Initiative|COO|WT)\b", re.IGNORECASE)


class Stretch(Struct, frozen=True):
    """Hold where a stat block stands in a cleaned text, its name, and the keys of its numbers."""

    start: int
    end: int
    name: Part | None
    keys: frozenset[str]

    @property
    def enough(self) -> bool:
        """Tell whether it says enough to be a stat block."""
        return len(self.keys) >= (ENOUGH_IF_NAMED if self.name else ENOUGH)


class _Start(Struct):
    """Hold where a block begins, while it is read."""

    line: int
    name: Part | None
    level: int
    keys: set[str]
    last: int


def stretches(text: str, labels: Labels) -> list[Stretch]:
    """Find the stat blocks of a text, in order."""
    lines = lines_of(text)
    starts, behind = list[_Start](), 0
    for place in range(len(lines)):
        if place < behind:
            continue
        keys, name, behind = _keys(lines, place, labels)
        if not keys:
            continue
        current = starts[-1] if starts else None
        if current is not None and name is not None and _is_variant(lines[place], current, name):
            continue
        floor = current.last + 1 if current else 0
        above = _name_above(lines, place, floor, labels) if name is None else place
        if current is None or _is_new(lines, place, current, keys, above):
            line = place if above is None else above
            level = lines[line].level
            called = name or (_called(lines[line].part) if above is not None else None)
            starts.append(
                _Start(_head(lines, place, floor, labels) if above is None else line, called, level, keys, behind - 1)
            )
        else:
            current.keys |= keys
            current.last = behind - 1
    return list(_ended(lines, starts))


def _keys(lines: list[Line], place: int, labels: Labels) -> tuple[set[str], Part | None, int]:
    """Give the keys of the numbers in a line, the name that stands before them in it, and where the next line is."""
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
        before = Part(text, lines[place].part.start).cut(0, chain[0].start if chain else 0)
        named = before.trimmed(" \n,;:•·|—–-(")
        if len(chain) >= IN_LINE and _is_name(named.text) and before.text.rstrip()[-1:] in set(":•·|—–-("):
            return {label.key for label in chain}, named, behind
    if _overrides(lines, place):
        follows = behind < len(lines) and labels.at(lines[behind].text) is not None
        return ({"as", "but"} if follows else {"as"}), None, behind
    return set(), None, behind


def _headings(lines: list[Line], place: int, labels: Labels) -> tuple[set[str], int]:
    """Gather the labels that head a table, in one line or in several, and say where the next line is."""
    keys, below = set[str](), place
    while below < min(place + MOST_VALUES, len(lines)) and (below == place or HEADED.fullmatch(lines[below].text)):
        keys |= {label.key for label in labels.header(lines[below].text, fewest=1)}
        below += 1
    return (keys, below) if len(keys) >= FEWEST_HEADINGS else (set(), below)


def _values_end(lines: list[Line], place: int) -> int:
    """Say where the lines of numbers below headings end, the labels of which may be wrapped; 0 without any."""
    end = 0
    for number in range(place, min(place + MOST_VALUES, len(lines))):
        text = lines[number].text
        if VALUES.fullmatch(text) or header_values(text):
            end = number + 1
        elif end or number > place + 2 or any(letter.islower() or letter.isdigit() for letter in text):
            break
    return end


def _is_variant(line: Line, current: _Start, name: Part) -> bool:
    """Tell whether numbers behind a name are a line of the block before them, such as a variant of it."""
    inline = current.name is not None and current.last == current.line
    return name.words.casefold().endswith("variant") or (not line.gap and not inline)


def _called(part: Part) -> Part:
    """Take off what says that a name is one."""
    said = re.match(r"name\s*[:|]\s*", part.text, re.IGNORECASE)
    return part.cut(said.end()) if said else part


def _overrides(lines: list[Line], place: int) -> bool:
    """Tell whether a line below a heading says that a block is as another one, but for some of it."""
    return place > 0 and lines[place - 1].level > 0 and OVERRIDES.match(lines[place].text) is not None


def _is_new(lines: list[Line], place: int, current: _Start, keys: set[str], above: int | None) -> bool:
    """Tell whether numbers belong to another block than the one before them."""
    if above is None:
        return len(keys & current.keys) > 1 and lines[place].gap
    level = lines[above].level
    if level and current.level and level <= current.level:
        return True
    return bool(keys & current.keys) or (level > 0 and not current.level)


def _name_above(lines: list[Line], place: int, floor: int, labels: Labels) -> int | None:
    """Find the line with the name of a block: the nearest heading, or the line above what may stand before numbers."""
    for above in range(place - 1, floor - 1, -1):
        if lines[above].level and lines[above].part.words.casefold().strip(" :") not in GENERIC:
            return above
    above = _head(lines, place, floor, labels) - 1
    while above > floor and lines[above].text.casefold().strip(" :") in GENERIC:
        above -= 1
    named = above >= floor and (
        _is_name(lines[above].text) or (lines[above].gap and SHORT.fullmatch(lines[above].text))
    )
    if not named or labels.at(lines[above].text):
        return _name_above_prose(lines, above, floor, labels)
    subtitled = above > floor and not lines[above].gap and _is_name(lines[above - 1].text)
    if subtitled and (lines[above - 1].gap or above == 1) and not labels.at(lines[above - 1].text):
        above -= 1
    free = lines[above].gap or above == 0 or not is_open(lines[above - 1].text)
    return above if free else None


def _name_above_prose(lines: list[Line], place: int, floor: int, labels: Labels) -> int | None:
    """Find a name with a paragraph between it and the numbers, of which `place` is the last line."""
    if place <= floor or lines[place].text[-1:] not in ".:!?" or labels.at(lines[place].text):
        return None
    above = place
    while above > max(floor, place - MOST_PROSE) and not lines[above].gap:
        above -= 1
    if above > floor and not _is_title(lines[above]):
        above -= 1
    apart = above == 0 or lines[above].gap
    return above if apart and above < place and _is_title(lines[above]) and not labels.at(lines[above].text) else None


def _is_title(line: Line) -> bool:
    """Tell whether a line is a few words, as names are and sentences are not."""
    return _is_name(line.text) and len(line.text.split()) <= MOST_TITLE and not is_open(line.text)


def _head(lines: list[Line], place: int, floor: int, labels: Labels) -> int:
    """Find the first of the lines that stand before the numbers of a block and belong to it."""
    while place > floor:
        above = place - 1
        label = labels.at(lines[above].text)
        while label is None and above > max(floor, place - MOST_WRAPPED) and _goes_on(lines[above - 1], lines[above]):
            above -= 1
            label = labels.at(lines[above].text)
        if label is None or label.kind not in HEAD:
            break
        place = above
    return place


def _goes_on(before: Line, line: Line) -> bool:
    """Tell whether a line looks as if the one before it had been wrapped."""
    return not (line.gap or line.bullet or before.level) and (not line.text[0].isupper() or is_open(before.text))


def _is_name(text: str) -> bool:
    """Tell whether words can be the name of a block."""
    words = _called(Part(text)).text.strip(" *_")
    if not words or len(words) > LONGEST_NAME or words[-1] in ".,;:!?" or PAGE.fullmatch(words):
        return False
    return (words[0].isupper() or words[0] in "“\"'" or words[0].isdigit()) and UNKNOWN.match(words) is None


def _ended(lines: list[Line], starts: list[_Start]) -> Iterator[Stretch]:
    """Say where blocks end: before the next one, the next heading, or prose that stands apart."""
    for number, start in enumerate(starts):
        limit = starts[number + 1].line if number + 1 < len(starts) else len(lines)
        end = start.last + 1
        while end < limit and not _is_behind(lines, end, start):
            end += 1
        while end > start.last + 1 and _is_page(lines[end - 2], lines[end - 1]):
            end -= 1
        last = lines[end - 1].part.end
        yield Stretch(lines[start.line].part.start, last, start.name, frozenset(start.keys))


def _is_page(before: Line, line: Line) -> bool:
    """Tell whether a line is the number of a page, and not one that is missing in the line before it."""
    missing = not line.gap and (is_open(before.text) or awaits(before.text, line.text))
    return PAGE.fullmatch(line.text) is not None and not missing


def _is_behind(lines: list[Line], place: int, start: _Start) -> bool:
    """Tell whether a line stands behind a block: a heading as high as its own, or without one, words apart from it."""
    line = lines[place]
    if line.level:
        return line.level <= (start.level or 6)
    if start.level or not line.gap or line.bullet or _is_labelled(line):
        return False
    return not (is_open(lines[place - 1].text) or heads_a_list(lines[place - 1]))


def _is_labelled(line: Line) -> bool:
    """Tell whether a line begins with words and a colon, or a list that is known by its name."""
    known = re.match(
        r"(?:skills|ware|implants|enhancements|gear|traits|notes?|move|movement|perceive|special)\b",
        line.text,
        re.IGNORECASE,
    )
    return known is not None or UNKNOWN.match(line.text) is not None
