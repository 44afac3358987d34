"""The title of a block in free text (name, number, threat level), and the system that its labels and skills show."""

import re
from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.free_text.counted import Item
from gm_desk.core.free_text.items import LineScanner
from gm_desk.core.free_text.lexicon import COUNTED, BlockWords
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.ep1_tables import NumberKeys
from gm_desk.core.stat_blocks.lines import BlockLine
from gm_desk.core.stat_blocks.names import KINDS, VALUED, is_generic
from gm_desk.core.systems.definition import System

COUNT = r"[0-9]{1,3}"
COUNTED_BEFORE = re.compile(
    rf"(?:[x×][ ]?(?P<times>{COUNT})[ ]+|(?P<number>{COUNT})(?:[ ]?[x×][ ]*|[ ]+))(?=[^\W\d_])", re.IGNORECASE
)
COUNTED_BEHIND = re.compile(
    rf"[ ]*(?:[(\[][ ]*[x×]?[ ]*(?P<inside>{COUNT})[ ]*(?:[x×]|of[ ]them)?[ ]*[)\]]|[x×][ ]?(?P<bare>{COUNT})"
    rf"|[(\[](?:squad|group|team|pack|gang|crew) of (?P<many>{COUNT})[)\]]|[:,][ ]*(?P<them>{COUNT})[ ]of[ ]them)[ ]*$",
    re.IGNORECASE,
)
LABELLED = re.compile(r":[ ]+[^ ]")
LONGEST_NAME = 60
MOST_WORDS = 7
SAYS_NAME = re.compile(r"(?:npc|name|character)[ ]*[:|=][ ]*", re.IGNORECASE)
SAYS_KIND = re.compile(rf"(?:muse|{KINDS})[ ]*:[ ]*", re.IGNORECASE)
"""The kind of somebody before the name, on the line above the values."""
NAME_EDGES = " \n:*_#,;–—-•·▪‣|=→➜⇒»>~"
DESCRIBED = re.compile(r"(?P<name>[^()]{2,}?)[ ]*\((?P<concept>[^\W\d_][^()0-9]{1,60})\)")
"""A name with words about it in brackets: "Thug (muscle)"."""
DESCRIBED_AS = re.compile(r"[A-Z][^\s,]*(?: [A-Z][^\s,]*){0,3}(?= (?:is|was) an? )")
"""A name before a sentence about it: "Ash is a clerk"."""
NAME_END = re.compile(r"[^0-9,;.:|=()\[\]]{0,60}(?:\([^()0-9]{1,40}\))?(?P<sign>:|[ ]?[(\[])[ ]*")
"""The rest of a name up to a colon or a bracket."""
ARTICLE = re.compile(
    r"(?:the|an?|this|that|each|every|his|her|its|their|your|my|our|it|he|she|they|who|all)\b", re.IGNORECASE
)
"""The first word of a sentence that is not a name."""
OPEN_QUESTION = re.compile(r"(?:[ ]\?|\?{2,})+$")
"""Question marks after a name that is not settled: "Captain ???"."""
DESCRIPTION = re.compile(r"[^\W\d_][^0-9.:;!?()\[\]|=]{2,58}[^\W\d_]")
MOST_DESCRIPTION = 5
ANOTHER = re.compile(r"\b(?:and|plus)[ ]+(?:[0-9]|an?\b)|\+[ ]*[0-9]", re.IGNORECASE)
"""Somebody else besides those who are counted: "3 Thugs and 1 Boss"."""
LEVELS = r"(?P<level>yellow|orange|red|ultraviolet)"
LEVEL_BEFORE = re.compile(rf"{LEVELS}[ -]threat(?:[ ]level)?[ ]*[:–—-][ ]*(?=[^\W_])", re.IGNORECASE)
LEVEL_BEHIND = re.compile(
    rf"[ ]*[(\[][ ]*(?:{LEVELS}[ -]threat(?:[ ]level)?"
    rf"|threat(?:[ ]level)?[ :]+{LEVELS.replace('level', 'behind')})[ ]*[)\]]$",
    re.IGNORECASE,
)
"""The threat level beside a name; a color alone may be anything."""
LEVEL_ALONE = re.compile(rf"{LEVELS}(?:[ -]threat(?:[ ]level)?)?", re.IGNORECASE)
THREAT_POINTS = re.compile(r"\b(?:TP|Threat)[ :]+[0-9]")
LEVEL_WITH_POINTS = re.compile(
    rf"[ ]*[(\[][ ]*{LEVEL_ALONE.pattern}[ ]*[)\],;/]+[ ]*{THREAT_POINTS.pattern}", re.IGNORECASE
)
"""The threat level in brackets after a name, with the threat points within or after them: "[Red] TP 3"."""


def name_in(part: TextSpan) -> tuple[TextSpan | None, int, tuple[TextSpan, ...]]:
    """Return the name in a span, the number of such characters, and the spans of both."""
    part = part.trimmed(NAME_EDGES)
    matched = SAYS_NAME.match(part.text) or SAYS_KIND.match(part.text)
    label = (part.cut(0, matched.end()),) if matched else ()
    name = _unquoted(part.cut(matched.end())) if matched else part
    level, name = _level(name)
    number, counts = 1, tuple[TextSpan, ...]()
    before, behind = COUNTED_BEFORE.match(name.text), COUNTED_BEHIND.search(name.text)
    if before is not None and ANOTHER.search(name.text) is None:
        number, counts = int(before["number"] or before["times"]), (name.cut(0, before.end()),)
        name = name.cut(before.end())
    elif behind is not None and behind.start():
        number, counts = int(next(filter(None, behind.groups()))), (name.cut(behind.start()),)
        name = name.cut(0, behind.start())
    if not level:
        level, name = _level(name)
    name = name.trimmed(NAME_EDGES)
    if LABELLED.search(name.text) or not name.text or not any(map(str.isalpha, name.text)) or not number >= 1:
        return None, 1, ()
    return name, number, (*level, *label, *counts, name)


def without_concept(name: str) -> tuple[str, str]:
    """Return the name of several characters without the words in brackets after it, and those: "Thug", "muscle"."""
    found = DESCRIBED.fullmatch(name)
    return (found["name"], found["concept"]) if found else (name, "")


def says_name(text: str) -> bool:
    """Return whether a line says that it is a name: "Name: Ash"."""
    return SAYS_NAME.match(text.lstrip(NAME_EDGES)) is not None


def is_kind_within(line: BlockLine, *, first: bool) -> bool:
    """Return whether a line names a companion of a character, such as "Muse: Pip", rather than a block of its own."""
    return not (first or line.gap) and SAYS_KIND.match(line.text) is not None


def _unquoted(name: TextSpan) -> TextSpan:
    """Return a name without the quotes around all of it."""
    quoted = len(name.text) > 2 and name.text[0] == name.text[-1] == '"' and name.text.count('"') == 2  # noqa: PLR2004
    return name.cut(1, -1) if quoted else name


def _level(name: TextSpan) -> tuple[tuple[TextSpan, ...], TextSpan]:
    """Return the span of the threat level beside a name, if there is one, and the name without it."""
    before, behind = LEVEL_BEFORE.match(name.text), LEVEL_BEHIND.search(name.text)
    if before is not None:
        return (name.cut(0, before.end()),), name.cut(before.end())
    if behind is not None and behind.start():
        return (name.cut(behind.start()),), name.cut(0, behind.start())
    return (), name


def level_in(span: TextSpan) -> str:
    """Return the threat level that a span beside a name says, or nothing."""
    found = LEVEL_BEFORE.match(f"{span.text} x") or LEVEL_BEHIND.match(span.text)
    return str(found.groupdict().get("behind") or found["level"]).capitalize() if found else ""


def is_title(line: BlockLine) -> bool:
    """Return whether a line is set like a name: a few words, none of them the end of a sentence."""
    text = OPEN_QUESTION.sub("", line.text.strip(" *_:"))
    if not text or len(text) > LONGEST_NAME or len(text.split()) > MOST_WORDS or text[-1] in ".,;!?":
        return False
    if " = " in text and not says_name(text):
        return False
    if VALUED.search(text) is not None:
        return False
    return not text[0].islower() or line.gap or line.level > 0 or says_name(text)


def is_description(line: BlockLine) -> bool:
    """Return whether a line below a name describes who it is: a few words without a value or a label."""
    text = line.text.strip(" *_")
    plain = not (line.level or line.bullet or line.gap) and DESCRIPTION.fullmatch(text) is not None
    return plain and len(text.split()) <= MOST_DESCRIPTION and not is_generic(line)


def end_of_name(text: str) -> int:
    """Return where a name ends before words about it ("Ash, the clerk of ...") or values without a label, or -1."""
    if said := DESCRIBED_AS.match(text):
        return said.end()
    bar = text.find("|")
    if bar > 0 and any(map(str.isdigit, text[bar:])):
        return bar
    return text.find(",") if len(text.split()) > MOST_WORDS else -1


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
    """Return how much the text after the first colon of a line, read by itself, says about the system.

    If its items are those of the line, they are not read again.
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
