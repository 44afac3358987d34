"""Our own Markdown, read back; somebody may have edited it by hand."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import structs

from gm_desk.core.attacking import rating_of
from gm_desk.core.blocks.found import Block, Span
from gm_desk.core.blocks.markdown import BREAK, QUOTE, joined
from gm_desk.core.blocks.own_fields import Fields
from gm_desk.core.blocks.own_skills import read_attack
from gm_desk.core.blocks.parts import Part
from gm_desk.core.blocks.source import Source
from gm_desk.core.blocks.spelling import SPACE, bare, parts, shielded
from gm_desk.core.errors import RulesError
from gm_desk.core.roster import Character, NewId, clean
from gm_desk.core.rules.health import Health
from gm_desk.core.stat_block import Attack
from gm_desk.core.systems.system import System

HEADING = re.compile(r"(?:#{1,6}(?: +|$))?(.*)")
KIND = re.compile(r"\*?(PC|NPC)(?: × ([0-9]+))? · ([^*\n]*)\*?")
OURS = re.compile(rf"^{HEADING.pattern}\n\s{{0,9}}{KIND.pattern}\s{{0,9}}$", re.MULTILINE)
PART = re.compile(r"(?:\*\*)?(Attacks|Notes):?(?:\*\*)?:?", re.IGNORECASE)
LABELLED = re.compile(r"(?:[-*+•] +)?\*\*")
PLAIN = re.compile(r"(?:^(?:[-*+•] +)?|(?<=• ))([^\W\d_][^:•]{0,60}):(?= |$)")
"""A label without its stars, as a page shows it."""
LABEL = re.compile(r"\*\*(.+?)\*\*:?", re.DOTALL)
NUMBERED = re.compile("&#[0-9]{1,7};")
UNNAMED = "Unnamed"
ATTACK = "attack"
"""What stands before the name of each attack in plain text."""


def is_ours(text: str) -> bool:
    """Tell whether a text holds a stat block as we write it."""
    return OURS.search(text.replace("\r", "")) is not None


def own_system(text: str, systems: Sequence[System]) -> str:
    """Say which system the first of our stat blocks in a text names, or nothing."""
    found = OURS.search(text.replace("\r", ""))
    said = found[4] if found else ""
    return next((system.id for system in systems if system.name == said.strip()), "")


def read_ours(source: Source, pasted: str, span: Span, system: System, new_id: NewId) -> Block:  # noqa: ARG001 - all readers of blocks have one face
    """Read a stat block that we wrote; what was written into it by hand and has no field goes to the notes."""
    return _Reader(pasted, span, system, new_id).read()


class _Reader:
    """Read the lines of one stat block, in order."""

    def __init__(self, pasted: str, span: Span, system: System, new_id: NewId) -> None:
        self._pasted, self._span, self._system, self._new_id = pasted, span, system, new_id
        self._fields = Fields(system, new_id)
        self._found: dict[str, Any] = {}
        self._notes: list[str] = []
        self._section = ""
        self._quoted = False
        self._left: list[Span] = []
        self._follow: set[str] = set()
        self._said: dict[str, Part] = {}
        self._doubts: list[str] = []

    def read(self) -> Block:
        """Read every line."""
        for line in self._lines():
            if line.text.strip() or (self._notes and not self._quoted):
                self._line(line)
        while self._notes and not self._quoted and not self._notes[-1].strip():
            self._notes.pop()
        return Block(self._character(), self._system.id, self._span, tuple(self._left), tuple(self._doubts))

    def _lines(self) -> Iterator[Part]:
        """Give the lines, and where each stands in the pasted text."""
        start = self._span.start
        for line in self._pasted[self._span.start : self._span.end].split("\n"):
            yield Part(line.removesuffix("\r"), start)
            start += len(line) + 1

    def _line(self, line: Part) -> None:
        """Read one line."""
        text = line.text.strip(" \t")
        heading, kind, part = HEADING.fullmatch(text), KIND.fullmatch(text), PART.fullmatch(text)
        if heading and "name" not in self._found:
            self._found["name"] = bare(shielded(heading[1]))
        elif kind and "kind" not in self._found:
            self._found["kind"] = kind[1].casefold()
            self._tried(line, lambda: self._found.update(self._fields.many(kind[2] or "1")))
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
        """Return whether a label means anything."""
        return label.casefold() == ATTACK or self._fields.knows(label)

    def _labelled(self, line: Part, pattern: re.Pattern[str]) -> None:
        """Read the values of a line, each behind its label."""
        text = shielded(line.text)
        labels = list(pattern.finditer(text))
        if not labels:
            self._leave(line.trimmed(SPACE))
        elif self._section == "attacks":
            name = bare(labels[0][1].removesuffix(":"))
            self._tried(line, lambda: self._add_attack(name, text[labels[0].end() :].strip(" ")))
        elif labels[0][1].casefold() == ATTACK:
            named = text[labels[0].end() :]
            head = next(iter(parts(named, ":")), Part(""))
            rest = named[head.end :].lstrip(" ").removeprefix(":")
            self._tried(line, lambda: self._add_attack(bare(head.text), rest.strip(" ")))
        else:
            ends = [label.start() for label in labels[1:]]
            for label, end in zip(labels, [*ends, len(text)], strict=True):
                value = text[label.end() : end].rstrip(" ")
                value = value.removesuffix("•") if end < len(text) else value
                whole = Part(text[label.start() : end], line.start + label.start())
                self._value(whole, label[1], Part(value, line.start + label.end()))

    def _value(self, whole: Part, label: str, value: Part) -> None:
        """Read one labelled value, as far as it can be read."""
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
        attack, follows = read_attack(name, text, self._new_id)
        if follows:
            self._follow.add(attack.id)
        self._found["attacks"] = (*self._found.get("attacks", ()), attack)

    def _tried(self, line: Part, read: Callable[[], None]) -> None:
        """Read a line; one that cannot be read is doubted, and left."""
        try:
            read()
        except RulesError as error:
            self._doubts.append(error.problem)
            self._leave(line.trimmed(SPACE))

    def _leave(self, part: Part) -> None:
        """Leave a stretch to the notes."""
        self._left.append(Span(part.start, part.end))

    def _character(self) -> Character:
        """Make the character of what was found."""
        if not self._found.get("name", "").strip():
            self._doubts.append("the block has no name")
            self._found["name"] = UNNAMED
        for label, (key, length) in self._fields.lengths.items():
            if self._fields.found.get("stats", {}).get(key) != length:
                self._doubts.append(f"{label} is said to be of {length}, which no number of the block says")
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
        """Return an attack without the rating that is its skill's; one that was changed by hand is its own."""
        alone = structs.replace(attack, rating=None)
        follows = attack.id in self._follow and rating_of(alone, character, self._system) == attack.rating
        return alone if follows else attack


def _said(lines: list[str]) -> str:
    """Give notes as they were before they became a quotation."""
    ends = [*lines[1:], ""]
    plain = [
        line.removesuffix(BREAK) if joined(line, follows) else line for line, follows in zip(lines, ends, strict=True)
    ]
    return "\n".join(NUMBERED.sub(lambda found: bare(shielded(found[0])), line) for line in plain)
