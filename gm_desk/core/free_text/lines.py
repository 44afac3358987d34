"""The lines of free text, without the marks of chats, and with what was found in each."""

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, structs

from gm_desk.core.free_text.counted import Item
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.ep1_tables import VALUES
from gm_desk.core.stat_blocks.lines import BlockLine
from gm_desk.core.stat_blocks.names import is_generic

TIME = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ ]?[AaPp]\.?[Mm]\.?)?"
DATE = r"(?:[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}|today|yesterday)"
WHEN = rf"(?:{DATE},?[ ](?:at[ ])?)?{TIME}"
HEADER = re.compile(
    rf"^(?:[^\n,\[\]]{{1,40}},[ ]\[{WHEN}\]|[^\n]{{1,40}}?[ ]+[—–-][ ]+{WHEN})[ \t\r]*$", re.MULTILINE | re.IGNORECASE
)
"""A line above a message: "Ott, [12.03.2026 20:14]", "ott — Today at 20:14"."""
STAMP = re.compile(
    rf"^(?P<stamp>[>* \t]{{0,4}}(?:\[{WHEN}\]|\({WHEN}\)|{DATE},?[ ]{TIME}|{TIME}(?=[ ]+<))(?:[ ]-)?[ ]+)"
    r"(?:(?P<speaker>(?:[^\W_]|[_.@+-]){1,30}(?:[ ][^\W\d_]{1,20})?)(?P<colon>[ ]?:[ ]+)"
    r"|(?P<nick><[@+~&%]?[\w.-]{1,32}>[ ]+))?",
    re.MULTILINE | re.IGNORECASE,
)
"""The beginning of a message on one line: "[20:14] ott: ", "12.03.26, 20:14 - Ott: "."""
NICK = re.compile(r"^<(?P<nick>[@+~&%]?[\w.-]{1,32})>[ ]+", re.MULTILINE)
SMALL = re.compile(r"^-#[ ]", re.MULTILINE)
SYMBOL = re.compile(r"(?<![\w:]):[a-z][a-z0-9_+-]{1,30}:(?![\w:])")
"""The name of a symbol: ":shield:"."""
ORDINAL = re.compile(r"(?<=[ ])(?P<number>[1-9])\)[ ]")
"""The number of an item in a list on one line: "1) pistol 2) knife"."""
LONGEST_LIST = 2000
"""The longest line that may contain such a list."""
LETTER_BULLET = re.compile(r"^(?P<gap>[ \t]+)o(?=[ \t]+[^\W_])", re.MULTILINE)
"""The bullet of an inner list that a word processor copies as a letter."""
SEVERAL = 2
"""The fewest lines on which a name is that of somebody who writes messages."""


def without_messages(text: str) -> str:
    """Return a text of the same length without the marks of chats, and with bullets for the letters in their place."""
    text = LETTER_BULLET.sub(r"\g<gap>•", text)
    if HEADER.search(text) or STAMP.search(text):
        text = HEADER.sub(_spaces, text)
        speakers = Counter(found["speaker"] for found in STAMP.finditer(text) if found["speaker"])
        text = STAMP.sub(lambda found: _without_stamp(found, speakers), text)
    if "<" in text:
        nicks = Counter(found["nick"] for found in NICK.finditer(text))
        text = NICK.sub(lambda found: _spaces(found) if nicks[found["nick"]] >= SEVERAL else found[0], text)
    if " 1) " in text and " 2) " in text:
        text = "\n".join(map(_without_numbers, text.split("\n")))
    return SYMBOL.sub(_spaces, SMALL.sub(_spaces, text))


def _without_numbers(line: str) -> str:
    """Return a line with semicolons for the numbers of the items of a list, if they count from 1."""
    marks = [int(one["number"]) for one in ORDINAL.finditer(line[:LONGEST_LIST])]
    if len(marks) < SEVERAL or len(line) > LONGEST_LIST or marks != list(range(1, len(marks) + 1)):
        return line
    return ORDINAL.sub(lambda one: ";  " if one["number"] != "1" else "   ", line)


def _spaces(found: re.Match[str]) -> str:
    """Return as many spaces as a match is long."""
    return " " * len(found[0])


def _without_stamp(found: re.Match[str], speakers: Counter[str]) -> str:
    """Return the beginning of a message without its time, and without who sent it if that is not a stat block."""
    speaker = found["speaker"]
    if not speaker:
        return _spaces(found)
    line = found.string[found.end() : found.end() + 200].partition("\n")[0]
    said = speakers[speaker] >= SEVERAL or not any(map(str.isdigit, line))
    return _spaces(found) if said else f"{' ' * len(found['stamp'])}{speaker}{found['colon']}"


ABOVE = re.compile(r"[^\W\d_][^0-9:;,.()\[\]|=]{2,40}")
"""The name of an attack on a line of its own."""
DAMAGE = re.compile(r"[(]?(?:(?:DV|damage|dmg)[ :]*)?\+?[0-9]{1,2}d[0-9]", re.IGNORECASE)


def with_names_of_attacks(lines: Sequence[BlockLine], part: TextSpan) -> list[BlockLine]:
    """Return the lines of a part of a text with the name of an attack joined to the line below it with its damage.

    A name begins no block: the line above it has a value.
    """
    found: list[BlockLine] = []
    for line in lines:
        name, before = (found[-1], found[-2]) if len(found) > 1 else (None, None)
        joins = name is not None and before is not None and not (line.level or name.level or name.gap or line.gap)
        if joins and name and before and DAMAGE.match(line.text) and ABOVE.fullmatch(name.text) and _has_value(before):
            whole = part.cut(name.part.start - part.start, line.part.end - part.start)
            found[-1] = BlockLine(TextSpan(_on_one_line(whole.text), whole.start), 0, name.bullet, gap=False)
        else:
            found.append(line)
    return found


def _has_value(line: BlockLine) -> bool:
    """Return whether a line has a number, or is the title of a list."""
    return any(map(str.isdigit, line.text)) or (line.text.endswith(":") or is_generic(line))


def _on_one_line(text: str) -> str:
    """Return a text of the same length without its line end and the marks after it."""
    return re.sub(r"\n[ \t]*[-*•·]?", lambda found: " " * len(found[0]), text)


class SeenLine(Struct, frozen=True, gc=False):
    """A line and its parts: a name, the number of such characters, and items of a stat block.

    One that is `listed` is set like a line beside it with a name, so that one value is enough.
    """

    line: BlockLine
    items: tuple[Item, ...] = ()
    name: TextSpan | None = None
    number: int = 1
    name_spans: tuple[TextSpan, ...] = ()
    listed: bool = False

    @property
    def counted(self) -> list[str]:
        """The labels of its numbers and skills."""
        return [one.key.casefold() for one in self.items if one.counts or one.kind in {"several", "heading"}]

    @property
    def is_attack(self) -> bool:
        """Whether it contains no more than an attack: a skill and damage."""
        return (
            self.strikes
            and all(one.kind in {"skill", "attack", "other"} for one in self.items)
            and len(self.counted) <= 1
        )

    @property
    def strikes(self) -> bool:
        """Whether it contains an attack."""
        return any(one.kind == "attack" for one in self.items)


def with_rows(seen: list[SeenLine]) -> list[SeenLine]:
    """Return lines with rows of numbers below headings as parts of a block, without headings that have none."""
    headed = False
    for number, one in enumerate(seen):
        row = headed and not one.items and VALUES.fullmatch(one.line.text) is not None
        headed = row or _is_heading(one)
        if row:
            seen[number] = structs.replace(one, items=(Item("row", "", one.line.part, one.line.part, 0),))
    filled = False
    for number, one in reversed(list(enumerate(seen))):
        if _is_heading(one) and not filled:
            seen[number] = structs.replace(one, items=())
        filled = bool(one.items) and (one.items[0].kind == "row" or (filled and _is_heading(one)))
    return seen


def _is_heading(one: SeenLine) -> bool:
    """Return whether a line consists of the headings of numbers."""
    return bool(one.items) and one.items[0].kind == "heading"
