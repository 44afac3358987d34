"""Lines of free text with the names that begin them and the values after those, of several names on a line too."""

import itertools
import re
from collections.abc import Sequence

from msgspec import structs

from gm_desk.core.free_text.counted import Item
from gm_desk.core.free_text.items import SHORT_GROUP, LineScanner
from gm_desk.core.free_text.lexicon import (
    ALONE,
    BRACKET,
    COUNTED,
    DICE,
    LAST_IN_PROSE,
    PARTS,
    SHORT_VALUES,
    SKIPPED,
    UNKNOWN_FIRST,
    BlockWords,
)
from gm_desk.core.free_text.lines import SeenLine, with_rows
from gm_desk.core.free_text.reader import columns_of
from gm_desk.core.free_text.strikes import STRIKES
from gm_desk.core.free_text.titles import (
    ARTICLE,
    LONGEST_NAME,
    MOST_WORDS,
    NAME_END,
    end_of_name,
    name_in,
    says_name,
)
from gm_desk.core.notation.text import OPENING, TextSpan
from gm_desk.core.stat_blocks.lines import PAGE, BlockLine, is_open
from gm_desk.core.stat_blocks.names import is_generic_title

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
SHORTENED = re.compile(r"\b[A-Z][a-z]{1,3}\.$")
"""A title before a name: "Lt."."""
MOST_TRIED = 3
"""Maximum number of positions in a line that are tried as the end of a name."""
MOST_WRAPPED = 3
"""Maximum number of lines between a name and the values of its block, if each of these lines is incomplete."""


class NamedLines:
    """The lines of a text as they are seen by a search: with their items, and the names that stand before them."""

    def __init__(self, lexicon: BlockWords, scanner: LineScanner) -> None:
        """Read lines by the words of a lexicon."""
        self._lexicon, self._scanner = lexicon, scanner

    def seen(self, lines: Sequence[BlockLine]) -> list[SeenLine]:
        """Return lines with their names and items; one with several names is several."""
        seen = with_rows([one for line in lines for one in self._several(self._seen(line))])
        for place in itertools.islice(filter(lambda one: self._may_go_on(seen, one), range(len(seen))), MOST_OPEN):
            seen[place] = self._wrapped(seen, place)
        for place in (*range(len(seen)), *reversed(range(len(seen)))):
            if seen[place].name is None and any(map(_has_dash, seen[max(0, place - 1) : place + 2])):
                seen[place] = self._listed(seen[place])
        return seen

    def _listed(self, one: SeenLine) -> SeenLine:
        """Return a line below or above a name, a dash and values with its name, if it is set the same and has a value.

        "Supervisor – no combat stats, Persuade 50"
        """
        part, found = one.line.part, DASH.search(one.line.text, 1, LONGEST_NAME)
        if found is None or one.line.level or one.line.bullet or DICE.search(part.text, found.end()):
            return one
        name, number, name_spans = name_in(part.cut(0, found.start()))
        if name is None or not name.text[0].isupper() or not self.may_name(name) or self._says_value(name.words):
            return one
        if is_generic_title(name.words) or self._lexicon.label(name.words, 0) is not None:
            return one
        named = SeenLine(one.line, tuple(self._scanner.items(part.cut(found.end()))), name, number, name_spans, True)
        return named if named.counted and not self._scanner.counted.begins(part.text) else one

    def _seen(self, line: BlockLine) -> SeenLine:
        """Return a line with its name, number and items."""
        part = line.part
        if headings := self._lexicon.headings(part.text):
            return SeenLine(line, tuple(Item("heading", key, part.cut(0, 0), part, 0) for key in headings))
        if len(part.text) > LONGEST_SEEN or not any(map(str.isdigit, part.text)):
            return SeenLine(line)
        if columns_of(part.text):
            return SeenLine(line)
        if self._scanner.counted.begins(part.text) or self._scanner.heads(part.text):
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
            if self._scanner.counted.begins(part.text) or self._scanner.heads(part.text):
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
        return is_open(text) and any(self._scanner.counted.begins(text, end) for end in found)

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
            return self._scanner.counted.begins(text, dash.end())
        inside = found[0].isspace() or SHORTENED.search(text[: found.start() + 1]) is not None
        ends = NAME_END.match(text, place) if inside and not self._scanner.counted.begins(text, place) else None
        if ends is None:
            return False
        rated = self._scanner.at(TextSpan(text), ends.end(), "")
        if not rated.counts:
            return ends["sign"].strip() == ":" and rated.kind == "attack" and rated.value.text[:1].isalpha()
        behind = SKIPPED.match(text, rated.end)
        several = behind is not None and self._scanner.counted.begins(text, behind.end())
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
        if name is None or verb or not self.may_name(name) or self._says_value(name.words):
            return None
        one = SeenLine(line, tuple(self._scanner.items(part.cut(found.end()), "")), name, number, name_spans)
        sure = sure or number > 1
        clear = sure or STRONG_SEPARATOR.search(part.text[: found.end()], name.end - part.start) is not None
        fewest = FEWEST_NAMED - one.strikes if clear else FEWEST
        fewest -= SHORT_VALUES.match(part.text, found.end()) is not None
        return one if len(one.counted) >= max(1, fewest) else None

    def _says_value(self, words: str) -> bool:
        """Return whether an item begins within words: "Marko has Guns 50"."""
        return any(
            self._scanner.counted.begins(words, place + 1) for place, letter in enumerate(words) if letter == " "
        )

    def _goes_on(self, text: str, place: int) -> bool:
        """Return whether an item of a block begins at a position."""
        headed = self._scanner.heads(text[place:])
        word = self._lexicon.label(text, place) if says_name(text) else None
        if (
            self._scanner.counted.begins(text, place)
            or (word and word.colon)
            or (headed and ":" in text[place : place + 30])
        ):
            return True
        group = SHORT_GROUP.search(text, place, place + LONGEST_GROUP) if headed else None
        if group is not None and text[place : group.start()].isalpha():
            return True
        short = SHORT_VALUES.match(text, place)
        if short is not None and self._scanner.counted.begins(text, short.end()):
            return True
        behind = place
        for _ in range(MOST_UNKNOWN if text[:place].rstrip().endswith(":") else 0):
            unknown = UNKNOWN_FIRST.match(text, behind)
            if unknown is None:
                break
            behind = unknown.end()
            if self._scanner.counted.begins(text, behind):
                return True
        if text[:place].rstrip()[-1:] in OPENING and not any(
            map(str.isdigit, BRACKET.split(text[place:], maxsplit=1)[0])
        ):
            return False
        item = self._scanner.attack_at(TextSpan(text), place) if place else None
        return item is not None and item.value.text[:1].isalpha() and "d" in item.value.text

    def may_name(self, name: TextSpan) -> bool:
        """Return whether words can be the name of a block."""
        words = name.words
        word = self._lexicon.label(words, 0)
        last = words.rpartition(" ")[2]
        prose = last.casefold() in PARTS | LAST_IN_PROSE and not (len(last) == 1 and last.isupper() and last != words)
        titled = (word is not None and word.end >= len(words)) or words.casefold() in ALONE
        valued = word is not None and word.kind in COUNTED and words[word.end :].lstrip(" :=")[:1].isdigit()
        if titled or valued or prose or self._lexicon.is_skill(words) or self._scanner.counted.begins(words):
            return False
        return 0 < len(words) <= LONGEST_NAME and len(words.split()) <= MOST_WORDS and PAGE.fullmatch(words) is None


def _has_dash(one: SeenLine) -> bool:
    """Return whether a line has a name, and a dash between that and its values."""
    return one.name is not None and DASH.match(one.line.text, one.name.end - one.line.part.start) is not None
