"""The search for stat blocks in free text: one line per mook, or a name with its values below it."""

import itertools
import re
from collections.abc import Iterator, Sequence

from msgspec import structs

from gm_desk.core.free_text.items import SHORT_GROUP, Item, LineScanner
from gm_desk.core.free_text.lexicon import (
    ALONE,
    BRACKET,
    COUNTED,
    LAST_IN_PROSE,
    PARTS,
    SHORT_VALUES,
    SKIPPED,
    UNKNOWN_FIRST,
    BlockWords,
)
from gm_desk.core.free_text.lines import SeenLine, with_rows
from gm_desk.core.free_text.reader import FreeSpan, columns_of
from gm_desk.core.free_text.strikes import STRIKES
from gm_desk.core.free_text.titles import (
    ARTICLE,
    LABELLED,
    LEVEL_WITH_POINTS,
    LONGEST_NAME,
    MOST_WORDS,
    NAME_END,
    end_of_name,
    is_description,
    is_kind_within,
    is_title,
    name_in,
    says_name,
)
from gm_desk.core.notation.text import OPENING, TextSpan
from gm_desk.core.stat_blocks.lines import PAGE, BlockLine, announces, is_open
from gm_desk.core.stat_blocks.names import is_generic

STRONG_SEPARATOR = re.compile(r"[:|=–—]|\.{3}|\b(?:has|with)\s|-(?=\s)|\s{2}")
"""A sign that occurs only after a name."""
SEPARATOR = re.compile(
    r"[ ]*:[ ]*|[ ]*\.{3,}[ ]*|[ ]+(?:has|with)[ ]+|[ ]+[-–—=|][ ]+|[ ]*[—|][ ]*|"
    r"[ ]*,(?:[ ]+|(?=[^\W\d_]))|[ ]*[(\[]|\.[ ]+|[ ]*;[ ]*|[ ]{2,}|[ ]+(?=[^\W_])"
)
MOST_UNKNOWN = 6
"""Maximum number of unknown values between a name and the first known one."""
FEWEST_NAMED, FEWEST = 2, 3
"""Minimum number of values of a block with a clear name, and of any other."""
MOST_ABOVE = 12
"""Maximum number of lines from the title of a block down to its first values."""
MOST_STRIKE = 16
"""Maximum number of words of a line that is an attack rather than prose."""
LONGEST_GROUP = 30
"""Maximum number of characters from the title of a group of numbers to the first of them."""
LONGEST_SEEN = 3000
"""The longest line that is searched for values."""
SENTENCE = re.compile(
    r"(?:[.;|/]+[ ]+|,?[ ]+(?:while|whereas|and|but)[ ]+|[ ]+[–—][ ]+)(?=[^\W_][^0-9]{2,60}[0-9]+\D{2,}[0-9])",
    re.IGNORECASE,
)
"""What may stand between two characters on one line."""
MOST_SENTENCES = 20
LONGEST_OPEN, MOST_OPEN = 300, 100
"""The longest line that may continue below, and the most such lines in a text."""
DASH = re.compile(r"[ ]+[-–—][ ]+")
SLASHED = re.compile(r"[0-9]/[0-9]")
SHORTENED = re.compile(r"\b[A-Z][a-z]{1,3}\.$")
"""A title before a name: "Lt."."""
MOST_TRIED = 3
"""Maximum number of positions in a line that are tried as the end of a name."""
MOST_WRAPPED = 3
"""Maximum number of lines between a name and the values of its block, if each of these lines is incomplete."""


class BlockFinder:
    """A finder of stat blocks in lines of free text."""

    def __init__(self, lexicon: BlockWords, scanner: LineScanner) -> None:
        """Search by the words of a lexicon."""
        self._lexicon, self._scanner = lexicon, scanner

    def blocks(self, lines: Sequence[BlockLine], *, few: bool = False) -> list[FreeSpan]:
        """Return the blocks of some lines, in order."""
        seen = with_rows([one for line in lines for one in self._several(self._seen(line))])
        for place in itertools.islice(filter(lambda one: self._may_go_on(seen, one), range(len(seen))), MOST_OPEN):
            seen[place] = self._wrapped(seen, place)
        groups = self._with_subtitles(seen, list(self._groups(seen)))
        limits = [*(first for first, _, _ in groups[1:]), len(seen)]
        found = (self._span(seen, group, limit, few=few) for group, limit in zip(groups, limits, strict=False))
        return [one for one in found if one is not None]

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
            plain and name is not None and self._may_name(name) and is_title(upper.line) and not is_generic(upper.line)
        )

    def _seen(self, line: BlockLine) -> SeenLine:
        """Return a line with its name, number and items."""
        part = line.part
        if headings := self._lexicon.headings(part.text):
            return SeenLine(line, tuple(Item("heading", key, part.cut(0, 0), part, 0) for key in headings))
        if len(part.text) > LONGEST_SEEN or not any(map(str.isdigit, part.text)):
            return SeenLine(line)
        if columns_of(part.text):
            return SeenLine(line)
        if self._scanner.begins(part.text) or self._scanner.heads(part.text):
            return SeenLine(line, tuple(self._scanner.items(part, "")))
        if line.level == 0 and (named := self._named(line)):
            return named
        if len(part.text.split()) <= MOST_STRIKE and self._scanner.attack_at(part, 0):
            return SeenLine(line, tuple(self._scanner.items(part, "")))
        return SeenLine(line)

    def _several(self, one: SeenLine) -> list[SeenLine]:
        """Return the parts of a line of which each begins with a name of its own: "Thug Guns 40. Boss Guns 60"."""
        part = one.line.part
        if one.name is None:
            return [one]
        ends = SENTENCE.finditer(part.text, one.name.end - part.start)
        for end in itertools.islice(ends, MOST_SENTENCES):
            before = self._named(structs.replace(one.line, part=part.cut(0, end.start())))
            if before is None or before.name != one.name:
                continue
            follows = structs.replace(one.line, part=part.cut(end.end()), gap=False, bullet=False)
            behind = self._named(follows, sure=True)
            behind = behind if behind and len(set(behind.counted)) >= FEWEST_NAMED else self._named(follows)
            if behind is not None and set(before.counted) & set(behind.counted):
                return [before, *self._several(behind)]
        return [one]

    def _wrapped(self, seen: Sequence[SeenLine], place: int) -> SeenLine:
        """Return a line with its name if the values of its block continue in the lines below."""
        one, part = seen[place], seen[place].line.part
        for below in seen[place + 1 : place + 1 + MOST_WRAPPED]:
            line = below.line
            if not is_open(part.text) or line.gap or line.bullet or line.level:
                break
            part = TextSpan(f"{part.text}{' ' * (line.part.start - part.end)}{line.text}", part.start)
            if self._scanner.begins(part.text) or self._scanner.heads(part.text):
                break
            found = self._named(structs.replace(one.line, part=part))
            if found is not None:
                return structs.replace(found, line=one.line)
        return one

    def _may_go_on(self, seen: Sequence[SeenLine], place: int) -> bool:
        """Return whether a line may be a name with a value, and is not complete."""
        text = seen[place].line.text
        if seen[place].items or len(text) > LONGEST_OPEN or text.endswith(":") or not any(map(str.isdigit, text)):
            return False
        found = (one.end() for one in SEPARATOR.finditer(text, 1, LONGEST_NAME))
        return is_open(text) and any(self._scanner.begins(text, end) for end in found)

    def _named(self, line: BlockLine, *, sure: bool = False) -> SeenLine | None:
        """Return a line that begins with a name, followed by the values of a block: two if `sure`."""
        part = line.part
        separators = (
            one
            for one in SEPARATOR.finditer(part.text, 1, LONGEST_NAME + 20)
            if name_in(part.cut(0, one.start()))[0] is not None
        )
        found = (one for one in separators if self._goes_on(part.text, one.end()) and not self._is_within(one))
        named = (self._named_before(line, one, sure=sure) for one in itertools.islice(found, MOST_TRIED))
        return next(filter(None, named), None)

    def _is_within(self, found: re.Match[str]) -> bool:
        """Return whether a space is within a name before a colon or a bracket: "Dock Guard: Guns 50, pistol 2d10"."""
        text, place = found.string, found.end()
        pool, dash = self._lexicon.label(text, place), DASH.search(text, place)
        if pool is not None and pool.kind == "pool" and dash and dash.start() == pool.end:
            return self._scanner.begins(text, dash.end())
        inside = found[0].isspace() or SHORTENED.search(text[: found.start() + 1]) is not None
        ends = NAME_END.match(text, place) if inside and not self._scanner.begins(text, place) else None
        if ends is None:
            return False
        rated = self._scanner.at(TextSpan(text), ends.end(), "")
        if not rated.counts:
            return ends["sign"].strip() == ":" and rated.kind == "attack" and rated.value.text[:1].isalpha()
        behind = SKIPPED.match(text, rated.end)
        several = behind is not None and self._scanner.begins(text, behind.end())
        return several if ends["sign"].strip() in {"(", "["} else STRIKES.match(text, rated.end) is None

    def _named_before(self, line: BlockLine, found: re.Match[str], *, sure: bool) -> SeenLine | None:
        """Return a line with its name before a separator, if there are enough values after it."""
        part = line.part
        name, number, name_spans = name_in(part.cut(0, found.start()))
        more = -1 if name is None else end_of_name(name.text)
        if name is not None and more > 0:
            behind = name.start - part.start + more
            name, number, name_spans = name_in(part.cut(0, behind))
            name_spans = (*name_spans, part.cut(behind, found.start()))
        verb = found[0].strip() in {"has", "with"} and name is not None and ARTICLE.match(name.text)
        if name is None or verb or not self._may_name(name) or self._says_value(name.words):
            return None
        one = SeenLine(line, tuple(self._scanner.items(part.cut(found.end()), "")), name, number, name_spans)
        sure = sure or number > 1
        clear = sure or STRONG_SEPARATOR.search(part.text[: found.end()], name.end - part.start) is not None
        fewest = FEWEST_NAMED - one.strikes if clear else FEWEST
        fewest -= SHORT_VALUES.match(part.text, found.end()) is not None
        return one if len(one.counted) >= max(1, fewest) else None

    def _says_value(self, words: str) -> bool:
        """Return whether an item begins within words: "Marko has Guns 50"."""
        return any(self._scanner.begins(words, place + 1) for place, letter in enumerate(words) if letter == " ")

    def _goes_on(self, text: str, place: int) -> bool:
        """Return whether an item of a block begins at a position."""
        headed = self._scanner.heads(text[place:])
        word = self._lexicon.label(text, place) if says_name(text) else None
        if self._scanner.begins(text, place) or (word and word.colon) or (headed and ":" in text[place : place + 30]):
            return True
        group = SHORT_GROUP.search(text, place, place + LONGEST_GROUP) if headed else None
        if group is not None and text[place : group.start()].isalpha():
            return True
        short = SHORT_VALUES.match(text, place)
        if short is not None and self._scanner.begins(text, short.end()):
            return True
        behind = place
        for _ in range(MOST_UNKNOWN if text[:place].rstrip().endswith(":") else 0):
            unknown = UNKNOWN_FIRST.match(text, behind)
            if unknown is None:
                break
            behind = unknown.end()
            if self._scanner.begins(text, behind):
                return True
        if text[:place].rstrip()[-1:] in OPENING and not any(
            map(str.isdigit, BRACKET.split(text[place:], maxsplit=1)[0])
        ):
            return False
        item = self._scanner.attack_at(TextSpan(text), place) if place else None
        return item is not None and item.value.text[:1].isalpha() and "d" in item.value.text

    def _may_name(self, name: TextSpan) -> bool:
        """Return whether words can be the name of a block."""
        words = name.words
        word = self._lexicon.label(words, 0)
        last = words.rpartition(" ")[2]
        prose = last.casefold() in PARTS | LAST_IN_PROSE and not (len(last) == 1 and last.isupper() and last != words)
        titled = (word is not None and word.end >= len(words)) or words.casefold() in ALONE
        if titled or prose or self._lexicon.is_skill(words) or self._scanner.begins(words):
            return False
        return 0 < len(words) <= LONGEST_NAME and len(words.split()) <= MOST_WORDS and PAGE.fullmatch(words) is None

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
        for above in range(number - 1, max(floor, number - MOST_ABOVE) - 1, -1):
            one = seen[above]
            if one.items:
                return None
            if is_generic(one.line) or columns_of(one.line.text) or is_kind_within(one.line, first=above == floor):
                continue
            line = structs.replace(one.line, part=self._bare_title(one.line.part))
            name, _, _ = name_in(line.part)
            if name is not None and self._may_name(name) and is_title(line):
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
        return name is not None and self._may_name(name) and not is_generic(above.line)

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
        begins = opened > 0 and (self._scanner.begins(part.text, opened + 1) or SLASHED.search(part.text, opened))
        if threatens or begins:
            return part.cut(0, threatens.start() if threatens else opened)
        spaces = (place for place, letter in enumerate(part.text) if letter == " ")
        words = ((place, self._lexicon.label(part.text, place + 1)) for place in spaces)
        ends = (
            place
            for place, word in words
            if word is not None and word.kind in COUNTED and self._scanner.begins(part.text, place + 1)
        )
        end = next(ends, len(part.text))
        end = next((place for place in (part.text.find(sign) for sign in (" • ", " | ")) if 0 < place < end), end)
        return part.cut(0, opened if 0 < opened < end < len(part.text) and ")" not in part.text[:end] else end)

    def _end(self, seen: Sequence[SeenLine], last: int, limit: int) -> int:
        """Return the last line of a block: those below its items that are formatted like a part of it."""
        end, opened = last, self._opens(seen[last])
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
            opened = self._opens(seen[place])
            end = place
        return end

    def _counts(self, line: BlockLine) -> bool:
        """Return whether a line contains a number or a skill."""
        return any(item.counts for item in self._scanner.items(line.part))

    def _opens(self, one: SeenLine) -> bool:
        """Return whether the line below a line is part of a list."""
        return is_open(one.line.text) or is_generic(one.line) or bool(columns_of(one.line.text))
