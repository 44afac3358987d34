"""A reader for one stat block in free text, of any system; wrapped lines and rows of skills are joined first."""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, NewId
from gm_desk.core.free_text.counted import Item
from gm_desk.core.free_text.items import AttackNotes
from gm_desk.core.free_text.lexicon import LISTS
from gm_desk.core.free_text.lines import with_names_of_attacks
from gm_desk.core.free_text.titles import LEVEL_ALONE, THREAT_POINTS, SystemWords, level_in, without_concept
from gm_desk.core.free_text.values import FreeValues
from gm_desk.core.notation.attack_list import listed_attacks
from gm_desk.core.notation.book_attack import with_skills
from gm_desk.core.notation.skill import read_book_ratings, skill_named
from gm_desk.core.notation.text import TextSpan, closing, is_within
from gm_desk.core.stat_blocks.account import Claim, unclaimed
from gm_desk.core.stat_blocks.ep1 import NOTES, add_tables, doubt_rows, from_gear, from_notes, share_moxie, sort_numbers
from gm_desk.core.stat_blocks.ep1_tables import tables, upright_tables
from gm_desk.core.stat_blocks.lines import BlockLine, is_open, lines_of
from gm_desk.core.stat_blocks.sections import LabelledValue
from gm_desk.core.stat_blocks.source import UNNAMED, Block, SourceText, Span, kept

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
    """A row of a table of skills: the name, its rating, its aptitude, and the other numbers."""

    name: TextSpan
    value: TextSpan
    aptitude: TextSpan
    others: tuple[TextSpan, ...]


def columns_of(text: str) -> list[str]:
    """Return the numeric columns in the heading of a table of skills; none for any other line."""
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
    """Return the index of the rating in a row: the total, which is last if cells are empty."""
    place = next((number for number, name in enumerate(columns) if name in COUNTS), len(columns) - 1)
    if many == len(columns):
        return place
    return many - 1 if place == len(columns) - 1 else None


def joined_lines(lines: list[BlockLine], block: TextSpan, awaits: Callable[[str, str], bool]) -> list[BlockLine]:
    """Join wrapped lines: after an open end, and where a line begins like the middle of a sentence.

    `awaits` returns whether the end of a line and the beginning of the next one belong together.
    """
    whole: list[BlockLine] = []
    for line in lines:
        before = whole[-1] if whole else None
        if before is not None and len(before.text) < LONGEST and _continues(before, line, awaits):
            gap = block.cut(before.part.end - block.start, line.part.start - block.start).text
            gap = gap if before.text.endswith(":") else " " * len(gap)
            part = TextSpan(f"{before.text}{gap}{line.text}", before.part.start)
            whole[-1] = BlockLine(part, before.level, before.bullet, before.gap)
        else:
            whole.append(line)
    return whole


def _continues(before: BlockLine, line: BlockLine, awaits: Callable[[str, str], bool]) -> bool:
    """Return whether a line continues the one before it."""
    if line.level or line.bullet or line.gap or before.level:
        return False
    first = line.text[0]
    if awaits(before.text, line.text):
        return True
    wrapped = first.islower() and not line.text[:12].rstrip(":").islower() and LOWER_LABEL.match(line.text) is None
    return is_open(before.text) or first in "([)]" or wrapped


JOINING = {"and", "or", "with", "has", "wears", "wearing", "carries", "carrying"}
"""Words between values that are not kept in the notes."""
NO_NAME, BROKEN_OFF = "It has no name", "It ends in the middle of a line"
MOST_LINES = 600
MOST_LETTERS = 40_000
LONGEST_LINE = 3000


class FreeSpan(Struct, frozen=True):
    """The span of a block in a cleaned text, its name, and how many of it there are.

    `name_spans` are the spans of name and number, which need no note. `inline` is whether its values are on the line
    of its name. `about` is a line below the name that describes who it is.
    """

    start: int
    end: int
    name: TextSpan | None = None
    number: int = 1
    name_spans: tuple[TextSpan, ...] = ()
    inline: bool = False
    about: TextSpan | None = None


def read_free(source: SourceText, pasted: str, place: FreeSpan, span: Span, words: SystemWords, new_id: NewId) -> Block:
    """Read a stat block in free text; anything without a field goes to the notes, word for word."""
    part = TextSpan(source.text[place.start : place.end], place.start)
    reader, system = _Reader(part, place, words, new_id), words.system
    reader.read()
    values = reader.values
    skills = tuple(values.skills.values())
    character = Character(
        id=new_id(),
        name=_name_of(place),
        **values.fields,
        attacks=with_skills(values.attacks, skills, system),
        skills=skills,
        source=pasted[span.start : span.end],
    )
    claims = [*values.claims, *(Claim(numbers, "stats") for numbers in reader.done), *map(Claim, place.name_spans)]
    left = [*values.left, *unclaimed(part, claims, values.left, character, system)]
    left = [one for one in left if one.part.words.casefold() not in JOINING and any(map(str.isalnum, one.part.text))]
    spans, notes = kept(source, pasted, left)
    doubts = [*values.doubts, *([] if place.name else [NO_NAME]), *([BROKEN_OFF] if is_open(part.text) else [])]
    return Block(structs.replace(character, notes=notes), system.id, span, spans, tuple(doubts))


def _name_of(place: FreeSpan) -> str:
    """Return the name of a block; that of several is without the words in brackets after it."""
    if place.name is None:
        return UNNAMED
    return without_concept(place.name.words)[0] if place.number > 1 else place.name.words


class _Reader:
    """A reader of the lines of a block; `done` are the spans that were read as tables."""

    def __init__(self, part: TextSpan, place: FreeSpan, words: SystemWords, new_id: NewId) -> None:
        self._whole, self._part = part, part.cut(0, MOST_LETTERS)
        self._place, self._system, self._new_id = place, words.system, new_id
        self._scanner, self._lexicon, self._numbers = words.scanner, words.lexicon, words.numbers
        self.values = FreeValues(words.system, words.lexicon, new_id)
        self.done: list[TextSpan] = []
        self._open, self._heading, self._fresh, self._columns = "", "", False, list[str]()

    def read(self) -> None:
        """Read tables first, then all other lines."""
        if self._place.number > 1:
            self.values.fields["number"] = self._place.number
            _, concept = without_concept(self._place.name.words if self._place.name else "")
            self.values.fields |= {"concept": concept} if concept else {}
        if self._place.about is not None:
            self.values.fields.setdefault("concept", self._place.about.trimmed(" *_").words)
            self.values.claims.append(Claim(self._place.about))
        behind = self._place.name_spans.index(self._place.name) + 1 if self._place.name else 0
        for more in self._place.name_spans[behind:]:
            self.values.leave(more)
        for level in filter(level_in, self._place.name_spans):
            if self._system.threat_levels:
                self.values.fields["threat_level"] = level_in(level)
            else:
                self.values.leave(level)
        found = [*upright_tables(self._part, self._numbers), *tables(self._part, self._numbers)]
        add_tables(found, self.values)
        self.done = sorted((numbers.whole for numbers in found), key=lambda one: one.start)
        lines = self._lines()
        for line in lines[:MOST_LINES]:
            self._line(line)
        for line in lines[MOST_LINES:]:
            self.values.leave(line.part)
        self.values.leave(self._whole.cut(MOST_LETTERS))
        self.values.add_struck()
        share_moxie(self.values)
        sort_numbers(self.values)
        if "SPD" in self._lexicon.keys:
            from_notes([left.part for left in self.values.left if NOTES.match(left.part.text)], self.values)
            from_gear(self.values)
        doubt_rows(self.values)

    def _lines(self) -> list[BlockLine]:
        """Return the lines, joined where they were wrapped, without tables, names and numbers that were read."""
        found = [line for line in map(self._bare, lines_of(self._part.text)) if line.text.strip(" *_")]
        about = self._place.about
        found = [line for line in found if about is None or line.part.start != about.start]
        found = [line for line in found if not is_within(line.part.start, self.done)]
        found = with_names_of_attacks(found, self._part)
        return joined_lines(found, self._part, self._lexicon.is_parted)

    def _bare(self, line: BlockLine) -> BlockLine:
        """Return a line with its position in the whole text, without a name and number at its beginning."""
        part = TextSpan(line.text, line.part.start + self._part.start)
        for span in sorted(self._place.name_spans, key=lambda one: one.start):
            if span.start < part.end and part.start < span.end:
                part = _behind(part.cut(max(0, span.end - part.start)))
        return structs.replace(line, part=part)

    def _line(self, line: BlockLine) -> None:
        """Read one line."""
        if len(line.text) > LONGEST_LINE:
            self.values.leave(line.part)
            self.values.doubts.append(f"A line is longer than {LONGEST_LINE} characters and was skipped")
            return
        if columns := columns_of(line.text):
            self._columns, self._open = columns, "skills"
            self.values.claims.append(Claim(line.part))
            return
        if (self._open == "skills" or self._columns) and self._row(line):
            return
        if self._typed_attacks(line.part):
            return
        if line.gap and not line.bullet and not self._fresh and self._open not in {"skills", "attacks"}:
            self._open = ""
        others: list[Item] = []
        noting = AttackNotes(line.part)
        for item in self._scanner.items(line.part, self._open):
            if item.kind == "other":
                if noting.takes(item) and self.values.note_attack(item.value):
                    continue
                others.append(item)
                continue
            self._leave(line.part, others)
            others = []
            noting.follow(item)
            self.values.add(item, self._heading)
            if item.kind in LISTS and not (line.bullet and not item.label.text):
                heads = not item.value.text.strip() or item.kind in {"skills", "attacks"}
                self._open, self._heading = (item.kind, item.label.words) if heads else ("", "")
                self._columns = []
            self._fresh = item.kind in LISTS and not item.value.text.strip()
        self._leave(line.part, others)

    def _leave(self, line: TextSpan, others: Sequence[Item]) -> None:
        """Leave consecutive items without a meaning for the notes, unless they are a threat level beside points."""
        if not others:
            return
        part = line.cut(others[0].value.start - line.start, others[-1].value.end - line.start)
        level = LEVEL_ALONE.fullmatch(part.text) if THREAT_POINTS.search(line.text) else None
        if level is not None and self._system.threat_levels:
            self.values.claims.append(Claim(part))
            self.values.take(LabelledValue("level", "level", part.cut(0, 0), part.cut(*level.span("level"))))
        else:
            self.values.leave(part)

    def _typed_attacks(self, line: TextSpan) -> bool:
        """Read attacks in typed notation ("Attacks: Cudgel, Strike 4, 6 blow"), and return whether they are all.

        Without that title they need a comma before and after the skill.
        """
        head = ATTACKS.match(line.text)
        if head is None and self._open != "attacks" and line.text.count(",") < LEAST_COMMAS:
            return False
        part = line.cut(head.end() if head else 0)
        found = listed_attacks(part, self._system, self._new_id)
        if not found or any(map(self._heads, part.split(";"))):
            return False
        if head is not None:
            self.values.claims.append(Claim(line.cut(0, head.end())))
        for piece, attack in found:
            self.values.take_attack(piece, attack)
        self._open, self._heading, self._fresh = "attacks", "", False
        return True

    def _heads(self, part: TextSpan) -> bool:
        """Return whether a value of a block or the title of a list begins with a part of a line."""
        return self._scanner.at(part, 0, "").kind not in {"attack", "note", "other"}

    def _row(self, line: BlockLine) -> bool:
        """Read a row of a table of skills; return whether it is one."""
        row = skill_row(line.part, self._columns)
        if row is None or not (self._columns or self._lexicon.is_skill(row.name.words)):
            return False
        ratings = read_book_ratings(row.value)
        if ratings is None:
            return False
        skill = skill_named(row.name.words, ratings, self._system, self._new_id)
        linked = [row.aptitude] if row.aptitude.text == skill.aptitude else []
        self.values.claims += [Claim(one, "skills") for one in (row.name, row.value, *linked)]
        self.values.add_skill(skill, line.part)
        for other in row.others:
            self.values.leave(other, row.name.words)
        return True


def _behind(part: TextSpan) -> TextSpan:
    """Return the text after a name, without the signs between them and without brackets around all of it."""
    found = SIGNS.match(part.text)
    rest = part.cut(found.end() if found else 0)
    closes = len(rest.text.rstrip(" .")) - 1
    opened = "" if found is None else {")": "(", "]": "["}.get(rest.text[closes : closes + 1], "")
    if found and opened and opened in found[0] and closing(f"{opened}{rest.text}") == closes + 1:
        rest = rest.cut(0, closes)
    return rest.trimmed(" \n")


LOWER_LABEL = re.compile(r"[^\W\d_]{3,20}:[ ]")
LEAST_COMMAS = 2
ATTACKS = re.compile(r"[ *_]*(?:attacks?|weapons?)[ *_]*:[ *_]*", re.IGNORECASE)
SIGNS = re.compile(r"(?:[ ]+(?:has|with)\b)?[\s,;:•·|→➜⇒»>~—–\-.*_)\]=(\[]*")
