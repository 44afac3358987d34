"""A reader for our own Markdown, which may have been edited by hand."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, get_args

from msgspec import structs

from gm_desk.core.characters.roster import MOST_CHECK, MOST_STAT, Character, NewId, clean
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Attack
from gm_desk.core.drafts.abilities import rating_of
from gm_desk.core.errors import BadLineError, BadRatingError, RulesError
from gm_desk.core.notation.armor import kinds_of, read_markdown_armor
from gm_desk.core.notation.attack import read_markdown_attack
from gm_desk.core.notation.lists import read_markdown_list
from gm_desk.core.notation.movement import read_markdown_movement
from gm_desk.core.notation.numbers import MARKDOWN_NUMBER, NONE, read_markdown_number
from gm_desk.core.notation.points import read_markdown_amount, read_markdown_points
from gm_desk.core.notation.skill import read_markdown_skill
from gm_desk.core.notation.text import SPACE, TextSpan, bare, parts, shielded
from gm_desk.core.rules.health import BodyState, Health, MindState
from gm_desk.core.stat_blocks import write_markdown
from gm_desk.core.stat_blocks.source import UNNAMED, Block, SourceText, Span
from gm_desk.core.stat_blocks.write_markdown import BREAK, QUOTE, runs_on
from gm_desk.core.systems.definition import System

MOST_MANY = 9999
NUMBER = re.compile(rf"({MARKDOWN_NUMBER}|{NONE})(?: ?/ ?([0-9]+))?(?: ?\(([0-9]+)\))?")
COUNTED = re.compile(r"([0-9]+)(?: of ([0-9]+))?(?: \(([^()]*)\))?")
COST = re.compile("[-−–][0-9]+")
STATES = frozenset([*get_args(BodyState), *get_args(MindState)])
SEVERAL = ("points", "pools", "armor", "av", "movement", "move", "movement rate", "skills", "rep", "other values")
BODIES = ("biomorph", "synthmorph")

Broken = list[tuple[TextSpan, str]]
"""Spans that could not be read, each with the reason."""


class Fields:
    """The fields of a character, collected from labels and values."""

    def __init__(self, system: System, new_id: NewId) -> None:
        """Collect the labels of a system."""
        self.found: dict[str, Any] = {}
        self._system, self._new_id = system, new_id
        self._lists = {name.casefold(): field for field, name in write_markdown.owned_names(system).items()}
        self._lists |= {field: field for field in write_markdown.OWNED}
        self._lists |= {label.casefold(): field for label, field in write_markdown.LISTS.items()}
        self._texts = {label.casefold(): field for label, field in write_markdown.TEXTS.items()} | {
            "stress test": "stress_test"
        }
        self.lengths: dict[str, tuple[str, int]] = {}
        """The length of each track in the text, by its label, with the key of its number."""
        self._tracks = {
            stat.name.casefold(): stat.key
            for section in system.sections
            if section.kind == "tracks"
            for stat in section.stats
        }
        self._counts = {label.casefold(): field for label, field in write_markdown.COUNTS.items()}
        self._stats = {
            stat.key.casefold(): stat.key for part in write_markdown.number_sections(system) for stat in part.stats
        }

    def many(self, text: str) -> dict[str, int]:
        """Return the field for the number of such characters, read from a text."""
        return {"number": read_markdown_number(text, MOST_MANY, 1)}

    def knows(self, label: str) -> bool:
        """Return whether a label has a meaning."""
        name = label.strip(" :").casefold()
        return any(name in known for known in (self._texts, self._lists, self._counts, self._stats, SEVERAL))

    def read(self, label: str, value: TextSpan) -> Broken:
        """Read a labelled value; return the parts that could not be read, or raise a RulesError if none could."""
        name, text = bare(label).strip(" :").casefold(), value.text
        if name in self._texts:
            return self._set(self._texts[name], _body(bare(text)) if name == "body" else bare(text))
        if name in self._lists:
            return self._set(self._lists[name], read_markdown_list(text))
        if name in self._counts:
            return self._count(self._counts[name], name, text)
        if name in self._stats:
            return self._number(self._stats[name], text)
        return self._several(name, value)

    def _set(self, field: str, value: Any) -> Broken:
        """Set a field; raise BadLineError if it is set already."""
        if field in self.found:
            raise BadLineError(field, "appears twice")
        self.found[field] = value
        return []

    def _count(self, field: str, label: str, text: str) -> Broken:
        """Read damage or stress ("12 of 45 (−10)"); the length of the track and the modifier are computed instead."""
        found = COUNTED.fullmatch(text.strip(" "))
        if found is None or (found[3] and found[3] not in STATES and not COST.fullmatch(found[3])):
            raise BadRatingError(field, f"“{bare(text)}” is not a whole number")
        health = self.found.setdefault("health", {})
        if field in health:
            raise BadLineError(field, "appears twice")
        health[field] = read_markdown_number(found[1], MOST_AMOUNT)
        if found[2]:
            self.lengths[label] = (self._tracks.get(label, ""), read_markdown_number(found[2], MOST_STAT))
        return []

    def _number(self, key: str, text: str) -> Broken:
        """Read a number of the stat block, with its check: "15 (45)", "25/95"."""
        found = NUMBER.fullmatch(text)
        if found is None:
            raise BadRatingError(key, f"“{bare(text)}” is not a whole number")
        value = None if found[1] == NONE else read_markdown_number(found[1], MOST_STAT)
        if found[2] is not None and found[3] is not None:
            raise BadRatingError(key, f"“{bare(text)}” has two checks")
        check = None if found[2] is None else read_markdown_number(found[2], MOST_CHECK)
        if found[3] is not None and (value is None or int(found[3][:9]) != value * self._system.check):
            check = read_markdown_number(found[3], MOST_CHECK)
        self._put(key, value, check)
        return []

    def _put(self, key: str, value: int | None, check: int | None) -> None:
        """Set a number and its check; a dash for both marks the number as absent."""
        if value is None and check is None:
            self.found["none"] = (*self.found.get("none", ()), key)
        for field, one in (("stats", value), ("checks", check)):
            if one is not None:
                self._into(field, key, one)

    def _into(self, field: str, key: str, value: Any) -> None:
        """Set a key in one of the fields with keys."""
        into = self.found.setdefault(field, {})
        if key in into:
            raise BadLineError(field, f"{key} appears twice")
        into[key] = value

    def _several(self, name: str, value: TextSpan) -> Broken:
        """Read a label with several values, each separately."""
        match name:
            case "points" | "pools":
                return self._each(value, ",", self._points)
            case "armor" | "av":
                kinds = kinds_of(self._system)
                return self._each(value, ";", lambda text: self._add("armor", read_markdown_armor(text, kinds)))
            case "movement" | "move" | "movement rate":
                return self._each(value, ";", lambda text: self._add("movement", read_markdown_movement(text)))
            case "skills":
                return self._each(value, ",", self._skill)
            case "rep":
                return self._each(value, ",", self._rep)
            case "other values":
                return self._each(value, ",", self._other)
        raise BadLineError(name, "is not known")

    def _each(self, value: TextSpan, mark: str, read: Callable[[str], None]) -> Broken:
        """Read every part of a value; return those that could not be read."""
        broken: Broken = []
        for part in parts(value.text, mark, value.start):
            try:
                read(part.text)
            except RulesError as error:
                broken.append((part, error.problem))
        return broken

    def _add(self, field: str, value: Any) -> None:
        """Append to one of the fields that are lists."""
        self.found[field] = (*self.found.get(field, ()), value)

    def _skill(self, text: str) -> None:
        self._add("skills", read_markdown_skill(text, self._system, self._new_id))

    def _points(self, text: str) -> None:
        key, points = read_markdown_amount(text, write_markdown.point_names(self._system))
        self._into("points", key, read_markdown_points(points))

    def _rep(self, text: str) -> None:
        key, score = read_markdown_amount(text, write_markdown.rep_names(self._system))
        self._into("rep", key, read_markdown_number(score, MOST_AMOUNT))

    def _other(self, text: str) -> None:
        key, words = read_markdown_amount(text, {})
        value, slash, check = words.partition("/")
        plain = None if value.strip(" ") == NONE else read_markdown_number(value, MOST_STAT)
        self._put(key, plain, read_markdown_number(check, MOST_CHECK) if slash else None)


def _body(text: str) -> str:
    """Read a kind of body."""
    if text not in BODIES:
        raise BadLineError("body", f"“{text}” is not a type of body: {' or '.join(BODIES)}")
    return text


HEADING = re.compile(r"(?:#{1,6}(?: +|$))?(.*)")
KIND = re.compile(r"\*?(PC|NPC)(?: × ([0-9]+))? · ([^*\n]*)\*?")
OURS = re.compile(rf"^{HEADING.pattern}\n\s{{0,9}}{KIND.pattern}\s{{0,9}}$", re.MULTILINE)
PART = re.compile(r"(?:\*\*)?(Attacks|Notes):?(?:\*\*)?:?", re.IGNORECASE)
LABELLED = re.compile(r"(?:[-*+•] +)?\*\*")
PLAIN = re.compile(r"(?:^(?:[-*+•] +)?|(?<=• ))([^\W\d_][^:•]{0,60}):(?= |$)")
"""A label without its asterisks, as it is displayed."""
LABEL = re.compile(r"\*\*(.+?)\*\*:?", re.DOTALL)
NUMBERED = re.compile("&#[0-9]{1,7};")
ATTACK = "attack"
"""The label before the name of each attack in plain text."""


def is_ours(text: str) -> bool:
    """Return whether a text contains a stat block in our own format."""
    return OURS.search(text.replace("\r", "")) is not None


def own_system(text: str, systems: Sequence[System]) -> str:
    """Return the system named by the first of our stat blocks in a text, or nothing."""
    found = OURS.search(text.replace("\r", ""))
    system_name = found[4] if found else ""
    return next((system.id for system in systems if system.name == system_name.strip()), "")


def read_ours(source: SourceText, pasted: str, span: Span, system: System, new_id: NewId) -> Block:  # noqa: ARG001 - all readers of blocks have one signature
    """Read a stat block that we wrote; text that was added by hand and has no field goes to the notes."""
    return _Reader(pasted, span, system, new_id).read()


class _Reader:
    """A reader of the lines of one stat block, in order."""

    def __init__(self, pasted: str, span: Span, system: System, new_id: NewId) -> None:
        self._pasted, self._span, self._system, self._new_id = pasted, span, system, new_id
        self._fields = Fields(system, new_id)
        self._found: dict[str, Any] = {}
        self._notes: list[str] = []
        self._section = ""
        self._quoted = False
        self._left: list[Span] = []
        self._follow: set[str] = set()
        self._said: dict[str, TextSpan] = {}
        self._doubts: list[str] = []

    def read(self) -> Block:
        """Read every line."""
        for line in self._lines():
            if line.text.strip(" \t") or (self._notes and not self._quoted):
                self._line(line)
        while self._notes and not self._quoted and not self._notes[-1].strip(" \t"):
            self._notes.pop()
        return Block(self._character(), self._system.id, self._span, tuple(self._left), tuple(self._doubts))

    def _lines(self) -> Iterator[TextSpan]:
        """Yield the lines, each with its position in the pasted text."""
        start = self._span.start
        for line in self._pasted[self._span.start : self._span.end].split("\n"):
            yield TextSpan(line.removesuffix("\r"), start)
            start += len(line) + 1

    def _line(self, line: TextSpan) -> None:
        """Read one line."""
        text = line.text.strip(" \t")
        heading, kind, part = HEADING.fullmatch(text), KIND.fullmatch(text), PART.fullmatch(text)
        if heading and "name" not in self._found:
            self._found["name"] = bare(shielded(heading[1]))
        elif kind and "kind" not in self._found:
            self._found["kind"] = kind[1].casefold()
            self._try_reading(line, lambda: self._found.update(self._fields.many(kind[2] or "1")))
        elif part:
            self._section = part[1].casefold()
        elif line.text.startswith(QUOTE) and self._section == "notes":
            self._quoted = True
            self._notes.append(line.text[1:].removeprefix(" "))
        elif LABELLED.match(text):
            self._labelled(line, LABEL)
        elif self._section == "notes" and not self._quoted:
            self._notes.append(line.text)
        elif (plain := PLAIN.match(text)) and (self._section == "attacks" or self._knows(plain[1])):
            self._labelled(line, PLAIN)
        else:
            self._leave(line.trimmed(SPACE))

    def _knows(self, label: str) -> bool:
        """Return whether a label has a meaning."""
        return label.casefold() == ATTACK or self._fields.knows(label)

    def _labelled(self, line: TextSpan, pattern: re.Pattern[str]) -> None:
        """Read the values of a line, each after its label."""
        text = shielded(line.text)
        labels = list(pattern.finditer(text))
        if not labels:
            self._leave(line.trimmed(SPACE))
        elif self._section == "attacks":
            name = bare(labels[0][1].removesuffix(":"))
            self._try_reading(line, lambda: self._add_attack(name, text[labels[0].end() :].strip(" ")))
        elif labels[0][1].casefold() == ATTACK:
            named = text[labels[0].end() :]
            head = next(iter(parts(named, ":")), TextSpan(""))
            rest = named[head.end :].lstrip(" ").removeprefix(":")
            self._try_reading(line, lambda: self._add_attack(bare(head.text), rest.strip(" ")))
        else:
            ends = [label.start() for label in labels[1:]]
            for label, end in zip(labels, [*ends, len(text)], strict=True):
                value = text[label.end() : end].rstrip(" ")
                value = value.removesuffix("•") if end < len(text) else value
                whole = TextSpan(text[label.start() : end], line.start + label.start())
                self._value(whole, label[1], TextSpan(value, line.start + label.end()))

    def _value(self, whole: TextSpan, label: str, value: TextSpan) -> None:
        """Read one labelled value, as far as possible."""
        try:
            broken = self._fields.read(label, value.trimmed(SPACE))
            self._said[bare(label).strip(" :").casefold()] = whole
        except RulesError as error:
            self._doubts.append(f"{bare(label)} {error.problem}")
            self._leave(whole)
        else:
            for part, problem in broken:
                self._doubts.append(f"{bare(label)} {problem}")
                self._leave(part)

    def _add_attack(self, name: str, text: str) -> None:
        """Add an attack."""
        attack, follows = read_markdown_attack(name, text, self._new_id)
        if follows:
            self._follow.add(attack.id)
        self._found["attacks"] = (*self._found.get("attacks", ()), attack)

    def _try_reading(self, line: TextSpan, read: Callable[[], None]) -> None:
        """Read a line; if that fails, leave it for the notes with a doubt."""
        try:
            read()
        except RulesError as error:
            self._doubts.append(error.problem)
            self._leave(line.trimmed(SPACE))

    def _leave(self, part: TextSpan) -> None:
        """Leave a span for the notes."""
        self._left.append(Span(part.start, part.end))

    def _character(self) -> Character:
        """Return the character with all values that were read."""
        if not self._found.get("name", "").strip():
            self._doubts.append("the block has no name")
            self._found["name"] = UNNAMED
        for label, (key, length) in self._fields.lengths.items():
            if self._fields.found.get("stats", {}).get(key) != length:
                self._doubts.append(f"{label} has a maximum of {length}, which does not match any number of the block")
                self._leave(self._said[label].trimmed(f"{SPACE}•"))
        self._left.sort()
        beside = [clean(self._pasted[span.start : span.end]).strip() for span in self._left]
        notes = "\n".join([_said(self._notes), *beside] if self._notes else beside)
        fields = self._fields.found
        health = Health(**fields.pop("health", {}))
        source = self._pasted[self._span.start : self._span.end]
        made = Character(id=self._new_id(), notes=notes, health=health, source=source, **self._found, **fields)
        return structs.replace(made, attacks=tuple(self._rated(one, made) for one in made.attacks))

    def _rated(self, attack: Attack, character: Character) -> Attack:
        """Return an attack without the rating that it shares with its skill; one that was edited is kept."""
        alone = structs.replace(attack, rating=None)
        follows = attack.id in self._follow and rating_of(alone, character, self._system) == attack.rating
        return alone if follows else attack


def _said(lines: list[str]) -> str:
    """Return notes as they were before they were quoted."""
    ends = [*lines[1:], ""]
    plain = [
        line.removesuffix(BREAK) if runs_on(line, follows) else line for line, follows in zip(lines, ends, strict=True)
    ]
    return "\n".join(NUMBERED.sub(lambda found: bare(shielded(found[0])), line) for line in plain)
