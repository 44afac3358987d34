"""A reader for stat blocks of Eclipse Phase 2e in the layout of the books."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import structs

from gm_desk.core.characters.roster import Character, NewId, Skill, valid_name
from gm_desk.core.errors import EmptyNameError
from gm_desk.core.free_text.lines import with_names_of_attacks
from gm_desk.core.free_text.titles import LEVEL_ALONE, is_description, name_in, without_concept
from gm_desk.core.notation.armor import WORN_ALONE
from gm_desk.core.notation.attack import listed_attack
from gm_desk.core.notation.attack_list import (
    BARE,
    DICED,
    RATED,
    listed_attacks,
    may_be_rated,
    may_strike,
    named_before_skill,
    parted_attacks,
    several_attacks,
    strikes,
    with_plain_skill,
)
from gm_desk.core.notation.attack_title import ORDINAL, read_titled_attack
from gm_desk.core.notation.attack_values import SLASHED, parted_by_dashes
from gm_desk.core.notation.book_attack import with_skills
from gm_desk.core.notation.skill import Ratings, skill_named
from gm_desk.core.notation.text import TextSpan, has_words, is_within
from gm_desk.core.stat_blocks.account import Claim, doubts_about, unclaimed
from gm_desk.core.stat_blocks.ep2_values import Values
from gm_desk.core.stat_blocks.lines import (
    DASHED,
    LABELLED,
    STRIKING_HEADS,
    UNKNOWN,
    BlockLine,
    header_values,
    lines_of,
    unwrapped,
)
from gm_desk.core.stat_blocks.names import KINDS, THREATENS, is_generic_title, lists_known_skills
from gm_desk.core.stat_blocks.sections import LONGEST_ENTRY, LabelledValue, Labels
from gm_desk.core.stat_blocks.source import UNNAMED, Block, Left, SourceText, Span, kept
from gm_desk.core.stat_blocks.splitting import block_spans
from gm_desk.core.systems.definition import System

RATING = re.compile(r"\s*[0-9]{1,3}(?![0-9d])")
BEHIND = {"aptitude", "skills", "move", "ware", "gear", "traits", "rep"}
"""The labels that follow the attacks."""
NAME_LABEL = re.compile(rf"\b(?:name|{KINDS})[\s*_]*[:|][\s*_]*$", re.IGNORECASE)
NUMBERED = {"aptitude", "number"}
GROUPS = {"mind", "body", "mental", "physical", "social", "core"}
"""Titles of numbers or skills that are none in a name."""
MOST_LINES = 2000
GAP = re.compile(r"(?<=\S)[ ]{2,}(?=[^\W\d_][^:\n]{0,30}:)")
"""A wide gap before a label."""
MOST_LETTERS = 60_000
"""Maximum number of characters of a block that are read; the rest goes to the notes."""


def read_ep2(
    source: SourceText, pasted: str, span: Span, system: System, new_id: NewId, labels: Labels | None = None
) -> Block:
    """Read the stat block in a span of the pasted text.

    Anything without a field goes to the notes, word for word; missing values stay empty.
    """
    start, end = (bisect_left(source.places, place) for place in (span.start, span.end))
    part = TextSpan(source.text[start:end], start).trimmed(" \n")
    reader = BlockReader(part, system, new_id, labels=labels)
    reader.read()
    values = reader.values
    attacks = with_skills(values.attacks, tuple(values.skills.values()), system)
    character = Character(
        id=new_id(),
        name=reader.name,
        **values.fields,
        attacks=attacks,
        skills=tuple(values.skills.values()),
        source=pasted[span.start : span.end],
    )
    return reader.block(character, source, pasted, span, values.left)


def labels_of(system: System) -> Labels:
    """Return the labels of a system's stat blocks."""
    return Labels(kind.name for kind in system.skills if not kind.fields)


class BlockReader:
    """A reader of one block that assigns each line to its field."""

    def __init__(
        self,
        part: TextSpan,
        system: System,
        new_id: NewId,
        done: Sequence[TextSpan] = (),
        labels: Labels | None = None,
    ) -> None:
        """Find the name; the spans in `done` have been read already. `labels` are those of the system, if known."""
        self._done = sorted(done, key=lambda one: one.start)
        self._whole, self._system = part, system
        self._beyond = part.cut(MOST_LETTERS)
        part = part.cut(0, MOST_LETTERS)
        self._part = part
        self._new_id = new_id
        self._labels = labels or labels_of(system)
        self._fields = {kind.name.casefold() for kind in system.skills if kind.fields}
        self.values = Values(system, new_id)
        self._place = "head"
        self._struck: list[Skill] = []
        found = next(iter(block_spans(part.text, self._labels)), None)
        self._name = found.name if found else None
        self.name = _name_in(self._name)
        self.named = bool(self.name)
        self.name = self.name or UNNAMED
        self._take_threat()
        self._count()

    def _take_threat(self) -> None:
        """Take the threat points and the role after a name: "Ash (boss, Threat 4)"."""
        behind = THREATENS.search(self._name.text) if self._name else None
        if behind is None or self._name is None:
            return
        whole = TextSpan(self._name.text, self._name.start + self._part.start)
        role, label, value = (whole.cut(*behind.span(group)) for group in ("role", "label", "value"))
        self.name = valid_name(f"{whole.text[: behind.start()]}{whole.text[behind.end() :]}")
        self.values.take(LabelledValue("pool", "threat", label, value))
        level = LEVEL_ALONE.fullmatch(role.text)
        if level is not None:
            self.values.claims.append(Claim(role))
            self.values.take(LabelledValue("level", "level", role.cut(0, 0), role.cut(*level.span("level"))))
        elif has_words(role):
            self.values.fields["concept"] = role.words
            self.values.claims.append(Claim(role))

    def _count(self) -> None:
        """Take how many there are from the name: "5x Thug (muscle)" are five of "Thug", whose concept is "muscle"."""
        name, number, _ = name_in(TextSpan(self.name))
        if name is not None and number > 1:
            self.name, concept = without_concept(name.words)
            self.values.fields |= {"number": number} | ({"concept": concept} if concept else {})

    def block(self, character: Character, source: SourceText, pasted: str, span: Span, left: Sequence[Left]) -> Block:
        """Return a block with its character; its notes contain what is `left` and any other text without a field."""
        claims = [*self.values.claims, *(Claim(part, "stats") for part in self._done)]
        if self._name is not None:
            claims.append(
                Claim(
                    TextSpan(self._name.text, self._name.start + self._part.start),
                    "name" * (self.named and self.values.fields.get("number", 1) == 1),
                )
            )
            matched = NAME_LABEL.search(self._whole.text[: self._name.start])
            claims += [Claim(self._whole.cut(matched.start(), matched.end()))] if matched else []
        left = [*left, *unclaimed(self._whole, claims, left, character, self._system)]
        spans, notes = kept(source, pasted, left)
        doubts = (*self.values.doubts, *doubts_about(character, self._whole.text, self._system, named=self.named))
        return Block(structs.replace(character, notes=notes), self._system.id, span, spans, doubts)

    def read(self) -> None:
        """Read all lines."""
        lines = self._without_concept(self._lines())
        for number, line in enumerate(lines[:MOST_LINES]):
            values = header_values(lines[number + 1].text) if number + 1 < len(lines) else []
            before = header_values(line.text)
            header = self._labels.header(line.text) if values else []
            if header and len(header) != len(values):
                heads = ", ".join(one.key for one in header)
                self.values.doubts.append(f"{len(header)} headings ({heads}) for {len(values)} numbers")
            if header and len(header) == len(values):
                self._table(line, lines[number + 1], values)
            elif not (number and before and len(self._labels.header(lines[number - 1].text)) == len(before)):
                self._line(line)
        for line in lines[MOST_LINES:]:
            self.values.leave(line.part)
        self.values.leave(self._beyond)
        for skill in self._struck:  # a skill that only an attack names
            self.values.skills.setdefault(skill.name.casefold(), skill)

    def _without_concept(self, lines: list[BlockLine]) -> list[BlockLine]:
        """Return the lines without a line that describes who it is directly below the name, which is the concept."""
        first = next(iter(lines), None)
        follows = self._name is not None and first is not None and first.part.start > self._name.end + self._part.start
        if not (self.named and first and follows and is_description(first)) or self._labels.header(first.text):
            return lines
        before = self._whole.cut(self._name.end if self._name else 0, first.part.start - self._whole.start).text
        if self._labels.at(first.text) or before.count("\n") != 1 or "concept" in self.values.fields:
            return lines
        self.values.fields["concept"] = first.part.trimmed(" *_").words
        self.values.claims.append(Claim(first.part))
        return lines[1:]

    def _lines(self) -> list[BlockLine]:
        """Return the lines without the name, each with its position in the whole text."""
        lines = with_names_of_attacks(lines_of(self._part.text), TextSpan(self._part.text))
        if self._name is not None:
            lines = list(filter(None, (_without(line, self._name) for line in lines)))
        lines = [line for line in lines if not self._is_done(line.part.start + self._part.start)]
        return [
            structs.replace(line, part=TextSpan(line.text, line.part.start + self._part.start))
            for line in unwrapped(lines, self._part.text, self._labels, self._fields)
        ]

    def _is_done(self, place: int) -> bool:
        """Return whether a position is in a span that has been read already."""
        return is_within(place, self._done)

    def _line(self, line: BlockLine) -> None:
        """Read one line."""
        if len(line.text) > LONGEST_ENTRY:
            self.values.leave(line.part)
            self.values.doubts.append(f"A line is longer than {LONGEST_ENTRY} characters and was skipped")
            return
        if line.text.casefold().strip(" :*_") in STRIKING_HEADS:
            self._place = "attacks"
            self.values.claims.append(Claim(line.part))
            return
        rows = line.part.split("\n")
        if len(rows) > 1 and any(listed_attack(row.text, self._system, self._new_id) for row in rows):
            for row in rows:
                self._line(structs.replace(line, part=row))
            return
        label = self._labels.at(line.text)
        bare = label is None or (label.kind == "skill" and self._place != "attacks")
        if bare and lists_known_skills(line.text, self._system, all_known=self._place == "attacks"):
            self.values.take(LabelledValue("skills", "skills", line.part.cut(0, 0), line.part))
            return
        for part in self._apart(line.part):
            if self._typed_attack(part):
                continue
            entries = self._labels.entries(part)
            for entry in entries:
                self._entry(entry)
            if not entries:
                self._other(structs.replace(line, part=part))

    def _apart(self, part: TextSpan) -> Iterator[TextSpan]:
        """Yield the parts of a line with wide gaps: each begins with a label and a colon."""
        start = 0
        for gap in GAP.finditer(part.text):
            label = self._labels.at(part.text[gap.end() :])
            if label is not None and label.colon and label.kind not in {"note", "skill"}:
                yield part.cut(start, gap.start())
                start = gap.end()
        yield part.cut(start)

    def _attacks(self, entry: LabelledValue) -> None:
        """Read the value of "Attacks:": an attack without a name, several attacks, or none if they follow below."""
        self._place = "attacks"
        self.values.claims.append(Claim(entry.label))
        if RATED.match(entry.value.text):
            self._attack(entry.label, entry.value)
            return
        pieces = entry.value.split(";") if has_words(entry.value) else []
        for several in pieces:
            if not self._typed_attack(several):
                for piece in parted_attacks(several, self._system):
                    self._attack_or_left(piece, entry.label.words)

    def _table(self, line: BlockLine, below: BlockLine, values: list[TextSpan]) -> None:
        """Read a line of labels with a line of values below it."""
        for label, value in zip(self._labels.header(line.text), values, strict=True):
            part = TextSpan(value.text, below.part.start + value.start)
            self._entry(LabelledValue(label.kind, label.key, line.part.cut(label.start, label.end), part))

    def _entry(self, entry: LabelledValue) -> None:
        """Read a labelled value."""
        if entry.kind == "attacks":
            self._attacks(entry)
            return
        if entry.kind == "skill" and self._place == "attacks" and "DV" in entry.value.text:
            self._attack(entry.label, entry.value)
            rating = RATING.match(entry.value.text)
            if rating is not None:
                self.values.take(structs.replace(entry, value=entry.value.cut(0, rating.end())))
            return
        self._place = _place_after(entry, self._place)
        if entry.kind == "group" and not has_words(entry.value):
            self.values.claims.append(Claim(entry.label))
            return
        self.values.take(entry)

    def _other(self, line: BlockLine) -> None:
        """Read a line without a known label: as an attack where attacks are expected, otherwise for the notes."""
        if several := several_attacks(line.part, among=self._place == "attacks"):
            for piece in several:
                self._other(structs.replace(line, part=piece))
            return
        if WORN_ALONE.fullmatch(line.text):
            self.values.take(LabelledValue("armor", "AV", line.part.cut(0, 0), line.part))
            return
        if counted := ORDINAL.match(line.text):
            self._place = "attacks"
            self.values.claims.append(Claim(line.part.cut(0, counted.end())))
            line = structs.replace(line, part=line.part.cut(counted.end()))
        unknown = (LABELLED if line.bullet else UNKNOWN).match(line.text)
        if unknown is None or line.level:
            self._attack_or_left(line.part)
            return
        name = line.part.cut(0, unknown.end()).trimmed(" :*_")
        value = line.part.cut(unknown.end()).trimmed(" \n*_")
        if self._is_group(name, value):
            return
        skilled = named_before_skill(name, self._system) if self._place == "attacks" else None
        if skilled is not None:
            self._attack(skilled[0], TextSpan(f"{skilled[1].text}, {value.text}", skilled[1].start))
            return
        if may_strike(name.text, value.text) if self._place == "attacks" else strikes(name.text, value.text):
            self._attack(name, value)
        else:
            self.values.leave(line.part)

    def _is_group(self, name: TextSpan, value: TextSpan) -> bool:
        """Read the numbers or skills after a title ("Health: DUR 35, WT 7"); return whether it has any."""
        known = is_generic_title(name.words) or name.words.casefold() in GROUPS
        titles = known and not any(map(str.isdigit, name.text))
        inner = self._labels.entries(value.trimmed())
        if not inner or not (len(inner) > 1 or titles):
            return False
        if all(entry.kind in NUMBERED for entry in inner):
            found = inner
        elif len(value.split(",;•·|")) > 1 and lists_known_skills(value.text, self._system, all_known=True):
            found = [LabelledValue("skills", "skills", value.cut(0, 0), value)]
        else:
            return False
        if titles:
            self.values.claims.append(Claim(name))
        else:
            self.values.leave(name)
        for entry in found:
            self._entry(entry)
        return True

    def _typed_attack(self, part: TextSpan) -> bool:
        """Read attacks in typed notation ("Pistol, Guns, 2d10"), where attacks are expected."""
        found = listed_attacks(part, self._system, self._new_id) if self._place == "attacks" else []
        for piece, attack in found:
            self.values.claims.append(Claim(piece, "attacks", len(self.values.attacks), attack.name))
            self.values.attacks.append(attack)
        return bool(found)

    def _attack_or_left(self, part: TextSpan, label: str = "") -> None:
        """Read an attack whose name has no colon ("Claws 60, DV 1d10"), where attacks are expected."""
        if self._typed_attack(part):
            return
        unknown = UNKNOWN.match(part.text)
        found = BARE.match(part.text) or DICED.match(part.text)
        found = found if found and may_be_rated(found["name"], part.text[found.end() :]) else None
        skilled = named_before_skill(part, self._system) if "|" not in part.text else None
        if skilled is not None and (self._place == "attacks" or DASHED.match(part.text)):
            name, value = skilled
            self._attack(name, TextSpan(parted_by_dashes(value.text), value.start))
            struck = self.values.attacks[-1]
            if DASHED.match(part.text) and struck.rating is not None:
                self._struck.append(skill_named(struck.skill, Ratings(struck.rating), self._system, self._new_id))
        elif self._place == "attacks" and unknown:
            self._attack(part.cut(0, unknown.end()).trimmed(" :*_"), part.cut(unknown.end()).trimmed(" \n*_"))
        elif self._place == "attacks" and found and len(found["name"].split()) < 6:  # noqa: PLR2004 - words of a name
            value = part.cut(found.end())
            self._attack(part.cut(0, found.end("name")), TextSpan(parted_by_dashes(value.text), value.start))
        else:
            self.values.leave(part, label)

    def _attack(self, name: TextSpan, value: TextSpan) -> None:
        place, name = len(self.values.attacks), name.trimmed(" \n|")
        value = with_plain_skill(value, self._system) or value
        value = TextSpan(SLASHED.sub(" , ", value.text), value.start)
        self.values.claims += [Claim(part, "attacks", place, name.words) for part in (name, value)]
        self.values.attacks.append(read_titled_attack(name.words, value, self._new_id()))


def _place_after(entry: LabelledValue, place: str) -> str:
    """Return the part of the block after an entry: attacks are between health or pools, and perception."""
    if place == "head":
        begins = entry.kind in {"armor", "pool"} or entry.key in {"WT", "DUR", "DR"}
        return "attacks" if begins else place
    ends = entry.kind in BEHIND or entry.key.casefold().startswith("perce")
    return "tail" if ends else place


def _name_in(part: TextSpan | None) -> str:
    """Return the name in a span, or nothing if it has no visible character, like a bullet."""
    try:
        return valid_name(re.sub(r"\s*\{[^{}]*\}$", "", part.words).strip(" :*_")) if part else ""
    except EmptyNameError:
        return ""


def _without(line: BlockLine, name: TextSpan) -> BlockLine | None:
    """Return a line without the name; None if nothing is left."""
    if not line.part.start <= name.start < line.part.end:
        return line
    rest = line.part.cut(name.end - line.part.start).trimmed(" \n,;:•·|—–-(#*_")
    return structs.replace(line, part=rest, level=0) if has_words(rest) else None
