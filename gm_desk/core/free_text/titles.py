"""The title of a block in free text: its name, how many of it there are, and its threat level."""

import re

from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.lines import BlockLine
from gm_desk.core.stat_blocks.names import KINDS, VALUED, is_generic

COUNT = r"[0-9]{1,3}"
COUNTED_BEFORE = re.compile(
    rf"(?:[x×][ ]?(?P<times>{COUNT})[ ]+|(?P<number>{COUNT})(?:[ ]?[x×][ ]*|[ ]+))(?=[^\W\d_])", re.IGNORECASE
)
COUNTED_BEHIND = re.compile(
    rf"[ ]*(?:[(\[][ ]*[x×]?[ ]*(?P<inside>{COUNT})[ ]*(?:[x×]|of[ ]them)?[ ]*[)\]]|[x×][ ]?(?P<bare>{COUNT})"
    rf"|[:,][ ]*(?P<them>{COUNT})[ ]of[ ]them)[ ]*$",
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
"""Question marks behind a name that is not settled: "Captain ???"."""
DESCRIPTION = re.compile(r"[^\W\d_][^0-9.:;!?()\[\]|=]{2,58}[^\W\d_]")
MOST_DESCRIPTION = 5
ANOTHER = re.compile(r"\b(?:and|plus)[ ]+(?:[0-9]|an?\b)|\+[ ]*[0-9]", re.IGNORECASE)
"""Somebody else beside those of a number: "3 Thugs and 1 Boss"."""
LEVELS = r"(?P<level>yellow|orange|red|ultraviolet)"
LEVEL_BEFORE = re.compile(rf"{LEVELS}[ -]threat(?:[ ]level)?[ ]*[:–—-][ ]*(?=[^\W_])", re.IGNORECASE)
LEVEL_BEHIND = re.compile(
    rf"[ ]*[(\[][ ]*(?:{LEVELS}[ -]threat(?:[ ]level)?"
    rf"|threat(?:[ ]level)?[ :]+{LEVELS.replace('level', 'behind')})[ ]*[)\]]$",
    re.IGNORECASE,
)
"""The threat level beside a name; a color alone may be anything."""


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
        number, counts = int(behind["inside"] or behind["bare"] or behind["them"]), (name.cut(behind.start()),)
        name = name.cut(0, behind.start())
    if not level:
        level, name = _level(name)
    name = name.trimmed(NAME_EDGES)
    if LABELLED.search(name.text) or not name.text or not any(map(str.isalpha, name.text)) or not number >= 1:
        return None, 1, ()
    return name, number, (*level, *label, *counts, name)


def without_concept(name: str) -> tuple[str, str]:
    """Return the name of several characters without the words in brackets behind it, and those: "Thug", "muscle"."""
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
