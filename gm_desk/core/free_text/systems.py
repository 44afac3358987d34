"""The system of a stat block in free text, determined by its labels and skills."""

import re
from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.free_text.items import Item, LineScanner
from gm_desk.core.free_text.lexicon import COUNTED, BlockWords
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.ep1_tables import NumberKeys
from gm_desk.core.systems.definition import System

NATIVE, ALIAS = 4, 3
"""The weight of a skill under the system's own name for it, and under another edition's name."""
MOST_LINES = 120
LONGEST_LINE = 2000
SIGNS = {"ep1": re.compile(r"\b(?:mobility system|speed modifier|aptitude maximum|cp cost)\b", re.IGNORECASE)}
"""Words that only one edition prints, by system."""
ORDER = ("ep2", "ep1", "kaiser")
"""The systems in the order in which they are preferred."""


class SystemWords(Struct, frozen=True):
    """A system with the words of its stat blocks, and the scanner that finds them in a line."""

    system: System
    lexicon: BlockWords
    scanner: LineScanner
    numbers: NumberKeys
    names: frozenset[str]
    """The names of the skills without fields, in lower case."""


class SystemJudge:
    """A classifier that determines the system of a text by the words of each system."""

    def __init__(self, systems: Sequence[System]) -> None:
        """Collect the words of the systems."""
        ordered = sorted(systems, key=lambda one: ORDER.index(one.id) if one.id in ORDER else len(ORDER))
        self.words = {one.id: _words_of(one) for one in ordered}

    def system_of(self, text: str, among: Sequence[str] = ()) -> str:
        """Return the id of the system that has most of a text's labels and skills; the first one of several."""
        lines = [line for line in text.split("\n")[:MOST_LINES] if any(map(str.isdigit, line))]
        lines += [line for line in text.split("\n")[:MOST_LINES] if line.isupper() and len(line) < 80]  # noqa: PLR2004
        scores = {
            one.system.id: _score(one, lines) for one in self.words.values() if not among or one.system.id in among
        }
        return max(scores, key=lambda one: scores[one]) if scores else ""


def _words_of(system: System) -> SystemWords:
    """Return a system with its words."""
    lexicon = BlockWords([system])
    scanner = LineScanner(lexicon, plain_damage=system.base_damage)
    names = frozenset(kind.name.casefold() for kind in system.skills if not kind.fields)
    return SystemWords(system, lexicon, scanner, NumberKeys(system), names)


def _score(words: SystemWords, lines: Sequence[str]) -> int:
    """Return how much of a text a system has a field for."""
    system = words.system
    keys = {stat.key for section in system.sections for stat in section.stats} | {kind.id for kind in system.points}
    found = NATIVE * sum(len(SIGNS[system.id].findall(line)) for line in lines) if system.id in SIGNS else 0
    for line in lines:
        items = list(words.scanner.items(TextSpan(line[:LONGEST_LINE])))
        worth = [_worth(item, words, keys) for item in items]
        found += sum(worth) + _behind_colon(words, line, items, worth, keys)
        found += sum(NATIVE for word in line.split() if word in keys) if not any(map(str.isdigit, line)) else 0
    return found


def _behind_colon(words: SystemWords, line: str, items: Sequence[Item], worth: Sequence[int], keys: set[str]) -> int:
    """Return how much the text behind the first colon of a line says about the system, read by itself.

    Where its items are those of the line, they are not read again.
    """
    place = line.find(":") + 1
    if not place:
        return 0
    known = {item.end: number for number, item in enumerate(items)}
    found = 0
    for item in words.scanner.items(TextSpan(line[place:LONGEST_LINE])):
        found += _worth(item, words, keys)
        if (number := known.get(place + item.end)) is not None and items[number].kind == item.kind:
            return found + sum(worth[number + 1 :])
    return found


def _worth(item: Item, words: SystemWords, keys: set[str]) -> int:
    """Return the weight of an item as evidence for a system."""
    if item.kind == "skill":
        plain = " ".join(item.key.split()).casefold()
        return NATIVE if plain in words.names or words.system.skill_kind(plain) is not None else ALIAS
    if item.kind == "several":
        return sum(NATIVE for one in item.key.split("/") if one.partition(":")[2] in keys)
    return NATIVE if item.kind in COUNTED and item.key in keys else 0
