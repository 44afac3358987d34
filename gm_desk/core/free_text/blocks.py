"""The search for stat blocks in free text: one line per mook, or a name with its values below it."""

import itertools
import re
from collections.abc import Iterator, Sequence

from msgspec import structs

from gm_desk.core.free_text.items import LineScanner
from gm_desk.core.free_text.lexicon import COUNTED, BlockWords
from gm_desk.core.free_text.lines import SeenLine
from gm_desk.core.free_text.named_lines import FEWEST, FEWEST_NAMED, NamedLines
from gm_desk.core.free_text.reader import FreeSpan, columns_of
from gm_desk.core.free_text.titles import (
    LABELLED,
    LEVEL_WITH_POINTS,
    LONGEST_NAME,
    is_description,
    is_kind_within,
    is_title,
    name_in,
    says_name,
)
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.lines import BlockLine, announces, is_open, lines_of
from gm_desk.core.stat_blocks.names import is_generic

MOST_ABOVE = 12
"""Maximum number of lines from the title of a block down to its first values."""
SLASHED = re.compile(r"[0-9]/[0-9]")


class BlockFinder:
    """A finder of stat blocks in lines of free text."""

    def __init__(self, lexicon: BlockWords, scanner: LineScanner) -> None:
        """Search by the words of a lexicon."""
        self._lexicon, self._scanner = lexicon, scanner
        self._lines = NamedLines(lexicon, scanner)

    def blocks(self, lines: Sequence[BlockLine], *, few: bool = False) -> list[FreeSpan]:
        """Return the blocks of some lines, in order."""
        seen = self._lines.seen(lines)
        groups = self._with_subtitles(seen, list(self._groups(seen)))
        limits = [*(first for first, _, _ in groups[1:]), len(seen)]
        found = (self._span(seen, group, limit, few=few) for group, limit in zip(groups, limits, strict=False))
        return [one for one in found if one is not None]

    def is_name(self, text: str) -> bool:
        """Return whether a line can be the name of a block that stands alone."""
        for line in lines_of(text):
            name = name_in(line.part)[0]
            title = is_title(line) and not is_generic(line) and not line.text[0].islower()
            return title and name is not None and self._lines.may_name(name)
        return False

    def _with_subtitles(
        self, seen: Sequence[SeenLine], groups: Sequence[tuple[int, int, int]]
    ) -> list[tuple[int, int, int]]:
        """Return groups that begin with the upper of two titles: a name, then a line about it ("Gang muscle").

        If any other block has only one, the upper line is the title of a scene or of a chapter.
        """
        titled = [place for place, (_, _, named) in enumerate(groups) if named >= 0 and seen[named].name is None]
        floors = [groups[place - 1][1] + 1 if place else 0 for place in range(len(groups))]
        above = {place: self._title_above(seen, groups[place][2], floors[place]) for place in titled}
        if not titled or not all(above.values()) or len(titled) < len(groups):
            return list(groups)
        return [(first - 1, last, named - 1) for first, last, named in groups]

    def _title_above(self, seen: Sequence[SeenLine], place: int, floor: int) -> bool:
        """Return whether the line directly above a title is one as well, with a gap above it."""
        upper, lower = seen[place - 1] if place > floor else None, seen[place].line
        if upper is None or upper.items or lower.gap or lower.level or lower.bullet or says_name(lower.text):
            return False
        if upper.line.bullet or not (upper.line.gap or place - 1 == floor) or ":" in lower.text:
            return False
        name = None if announces(upper.line) else name_in(upper.line.part)[0]
        plain = name_in(lower.part)[1] == 1 and not any(map(str.isdigit, lower.text))
        return (
            plain
            and name is not None
            and self._lines.may_name(name)
            and is_title(upper.line)
            and not is_generic(upper.line)
        )

    def _groups(self, seen: Sequence[SeenLine]) -> Iterator[tuple[int, int, int]]:
        """Yield the first, the last and the naming line of each block; the naming line is -1 if there is none."""
        current: tuple[int, int, int] | None = None
        keys, inline = set[str](), False
        for number, one in enumerate(seen):
            if not one.items:
                continue
            title = None if one.name else self._title(seen, number, current[1] + 1 if current else 0)
            listed = title is not None and seen[title].line.bullet
            below = itertools.takewhile(lambda one: one.items, seen[number : number + MOST_ABOVE]) if listed else (one,)
            again = any(keys & set(one.counted) for one in below)
            if current is not None and not self._begins_new(seen, number, title, again=again, inline=inline):
                current = (current[0], number, current[2])
                keys |= set(one.counted)
                continue
            if current is not None:
                yield current
            named = number if one.name else -1 if title is None else title
            current = (number if title is None else title, number, named)
            keys, inline = set(one.counted), one.name is not None
        if current is not None:
            yield current

    def _begins_new(
        self, seen: Sequence[SeenLine], number: int, title: int | None, *, again: bool, inline: bool
    ) -> bool:
        """Return whether a line with items begins another block."""
        one = seen[number]
        if one.name is not None:
            return inline or one.line.gap or not one.is_attack
        if title is not None:
            between = seen[title]
            return bool(again or between.line.level or between.line.gap or (inline and between.line.text[-1:] == ":"))
        headed = one.is_attack and is_generic(seen[number - 1].line)
        return inline and one.line.gap and not headed

    def _title(self, seen: Sequence[SeenLine], number: int, floor: int) -> int | None:
        """Return the line above a line with items that is the name of its block, or None."""
        above_it = range(number - 1, max(floor, number - MOST_ABOVE) - 1, -1)
        said = next((above for above in above_it if seen[above].items or says_name(seen[above].line.text)), None)
        if said is not None and not seen[said].items and not any(one.line.gap for one in seen[said + 1 : number + 1]):
            return said
        for above in above_it:
            one = seen[above]
            if one.items:
                return None
            if is_generic(one.line) or columns_of(one.line.text) or is_kind_within(one.line, first=above == floor):
                continue
            line = structs.replace(one.line, part=self._bare_title(one.line.part))
            name, _, _ = name_in(line.part)
            if name is not None and self._lines.may_name(name) and is_title(line):
                above -= self._is_subtitle(seen, above, floor)  # noqa: PLW2901 - the line above is the name
                line, before = seen[above].line, seen[above - 1].line if above > floor else None
                wrapped = before is not None and is_open(before.text) and not announces(before)
                return above if not wrapped or line.gap or says_name(line.text) else None
            labelled = LABELLED.search(one.line.text) is not None
            if one.line.gap and above < number - 1 and not labelled:
                return None
        return None

    def _is_subtitle(self, seen: Sequence[SeenLine], place: int, floor: int) -> bool:
        """Return whether a line is a second title below a name in capitals."""
        above = seen[place - 1] if place > floor else None
        text = seen[place].line.text
        if above is None or above.items or seen[place].line.gap or text.isupper() or says_name(text):
            return False
        if name_in(seen[place].line.part)[1] > 1:  # "Zip (x3)" is a name
            return False
        name = name_in(above.line.part)[0] if above.line.text.isupper() and is_title(above.line) else None
        return name is not None and self._lines.may_name(name) and not is_generic(above.line)

    def _span(self, seen: Sequence[SeenLine], group: tuple[int, int, int], limit: int, *, few: bool) -> FreeSpan | None:
        """Return the span of a block up to the next one, or None if there is too little for a block."""
        first, last, named = group
        inside = seen[first : last + 1]
        counted = {key for one in inside for key in one.counted}
        strikes = any(one.strikes for one in inside)
        name, number, name_spans = None, 1, tuple[TextSpan, ...]()
        if named >= 0:
            of_line = seen[named].name, seen[named].number, seen[named].name_spans
            name, number, name_spans = of_line if of_line[0] else name_in(self._bare_title(seen[named].line.part))
        few = few or (named >= 0 and seen[named].listed)
        if len(counted) + strikes < (1 if few else FEWEST_NAMED if name else FEWEST):
            return None
        end = self._end(seen, last, limit)
        inline = named >= 0 and seen[named].name is not None
        below = seen[named + 1].line if named >= 0 and not inline and named + 1 < last else None
        about = below.part if below is not None and is_description(below) and not seen[named + 1].items else None
        return FreeSpan(seen[first].line.part.start, seen[end].line.part.end, name, number, name_spans, inline, about)

    def _bare_title(self, part: TextSpan) -> TextSpan:
        """Return a title without the values after it: "Wolf Rider (LV 3)", "Hedge Knight LV 3"."""
        if not any(map(str.isdigit, part.text)):
            return part
        opened, threatens = part.text.find("("), LEVEL_WITH_POINTS.search(part.text, 1)
        begins = opened > 0 and (
            self._scanner.counted.begins(part.text, opened + 1) or SLASHED.search(part.text, opened)
        )
        if threatens or begins:
            return part.cut(0, threatens.start() if threatens else opened)
        spaces = (place for place, letter in enumerate(part.text) if letter == " ")
        words = ((place, self._lexicon.label(part.text, place + 1)) for place in spaces)
        ends = (
            place
            for place, word in words
            if word is not None and word.kind in COUNTED and self._scanner.counted.begins(part.text, place + 1)
        )
        end = next(ends, len(part.text))
        end = next((place for place in (part.text.find(sign) for sign in (" • ", " | ")) if 0 < place < end), end)
        return part.cut(0, opened if 0 < opened < end < len(part.text) and ")" not in part.text[:end] else end)

    def _end(self, seen: Sequence[SeenLine], last: int, limit: int) -> int:
        """Return the last line of a block: those below its items that are formatted like a part of it."""
        end, opened = last, _opens(seen[last])
        for place in range(last + 1, limit):
            line = seen[place].line
            if seen[place].items or line.level:
                break
            word = self._lexicon.label(line.text, 0)
            labelled = (
                word is not None or ":" in line.text[:LONGEST_NAME] or line.bullet or is_open(seen[place - 1].line.text)
            )
            heads = word is not None and (word.colon or word.end == len(line.text))
            if line.gap and not (opened or heads):
                break
            if not labelled and not opened and is_title(line) and not self._counts(line):
                break
            opened = _opens(seen[place])
            end = place
        return end

    def _counts(self, line: BlockLine) -> bool:
        """Return whether a line contains a number or a skill."""
        return any(item.counts for item in self._scanner.items(line.part))


def _opens(one: SeenLine) -> bool:
    """Return whether the line below a line is part of a list."""
    return is_open(one.line.text) or is_generic(one.line) or bool(columns_of(one.line.text))
