"""The lines of a stat block, without bullets and heading marks; wrapped lines are joined."""

import re

from msgspec import Struct

from gm_desk.core.characters.roster import MOST_CHECK
from gm_desk.core.notation.armor import WORN_ALONE
from gm_desk.core.notation.movement import RATES, WAY
from gm_desk.core.notation.text import CLOSING, OPENING, TextSpan
from gm_desk.core.stat_blocks.sections import COUNTED, LONGEST_ENTRY, Labels

MARK = re.compile(
    r"[ >]{0,40}(?:\[[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ ][AaPp][Mm])?\][ ]*(?:<?\w{1,20}>?:[ ](?=[^:\n]{1,60}:))?)?"
    r"(?:(?P<hash>\#{1,6})[ ]*"
    r"|(?P<bullet>[•·▪◦‣●■□▶►○◆\ue000-\uf8ff\u2600-\u27bf\U0001f000-\U0001faff]\ufe0f?[ ]*"
    r"|(?:[-=]?>|[-*+–]|[0-9]{1,2}[.)])[ ]+|→[ ]*)(?:\[[ xX]\][ ]+)?"
    r"|(?P<cell>\|)[ ]*)?"
)
RULE = re.compile(r"(?=(?:[ >|:]*[-*_=—–|:]){3})[ >|:*_=—–-]*")
UNKNOWN = re.compile(
    r"(?![0-9]+ +[A-Z]{3}\b)[*_]{0,2}[A-Z0-9“\"'][^:.;,()\[\]\n•·|]{0,50}(?:\([^()\n]{0,40}\))?[*_]{0,3}:(?=[\s*_]|$)"
)
LABELLED = re.compile(r"[*_]{0,2}[“\"']?[^\W_][^:;()\[\]\n]{0,60}(?:\([^()\n]{0,40}\))?[*_]{0,3}:(?=[\s*_]|$)")
"""A possible label in a line with a bullet, into which nothing was wrapped."""
BARE = re.compile(
    r"[A-Z][^0-9:,;.()\n]{1,40} (?:[0-9]{1,3}[,;(]? .{0,200}?\bDV\b|\(?[0-9]{1,3}%?\)?[,;]? (?:DV )?[0-9]{1,2}d[0-9])",
    re.DOTALL,
)
DICED = re.compile(
    r"(?:[0-9]{1,2}[ ]?[x×][ ]+)?[A-Z][^0-9:,;.()\n]{1,40}(?: [x×][0-9]{1,2}| \([0-9]\))?"
    r",?(?: [-–—])? \(?(?:DV )?[0-9]{1,2}d[0-9]"
)
"""The name of an attack with its damage."""
DASHED = re.compile(
    r"[^\W\d_][^0-9:,;.()\n]{0,60} [-–—] [^\W\d_][^0-9,;()\n]{1,40} [0-9]{1,3}%? [-–—] (?:DV )?[0-9]{0,2}d[0-9]"
)
"""An attack with dashes between its values: "Stunner - Guns 35 - 1d6 - SA"."""
STRIKING = re.compile(r" *(?:[0-9]{1,3}%?[,;] *)?DV\b")
WITHIN = re.compile(
    r"(?:toxin|onset time|time|duration|application|addiction|range|ammo|effects?|dv|modes?)\b", re.IGNORECASE
)
OPEN = re.compile(
    r"(?:[,;:/(•·+&–—-]|\b(?:and|or|of|the|to|a|with|for|in|on|per|by|from|vs\.?|Range|Ammo|(?<![0-9] )DV))$"
)
NONE_SAID = re.compile(r"(?:^|[•·|;,:.\n]) *[A-Za-z][A-Za-z ]{1,20}:? *[—–-]$")
"""A label followed by a dash, which means that there is no value."""
LISTED = {
    "skills",
    "active skills",
    "knowledge skills",
    "implants",
    "ware",
    "enhancements",
    "gear",
    "equipment",
    "traits",
}
HEADINGS = {*LISTED, "attacks", "weapons", "know skills", "pools", "aptitudes", "rep", "reputation", "derived stats"}
"""The titles of parts of a block that may be on lines of their own."""
STRIKING_HEADS = {"attacks", "weapons"}
"""The titles of attacks, each on a line of its own."""
MOST_OPEN = 600
"""Maximum number of characters before the end that are searched for an open bracket."""
SIGNED = re.compile(r" *(?:\+ *[0-9]|[-–] *[0-9]+(?:d[0-9]+)?(?:[,;).]|$))")
"""A line that begins with a modifier to the number before it, and not with a bullet."""
MODIFIER_SIGNS = ("+", "-", "–")
HALF_NAMED = re.compile(r"; [A-Z][^\W\d_]*$")
DICE_END = re.compile(r"\bd?[0-9]+d[0-9]+$")
CLOSES = re.compile(r"[^()]{0,80}\)")
UNCHECKED = re.compile(r"\b[A-Z]{3}:?\s+[0-9]{1,2} [0-9]{2,3}\b.*\b[A-Z]{3}:?\s+(?P<value>[0-9]{1,2})$", re.DOTALL)
AWAITS = re.compile(
    r"\b(?:Range|Ammo|DV|Initiative|INIT|Fray|Perceive|WT|DUR|DR|AV|Pool|Insight|Moxie|Vigor|Flex|Threat"
    r"|COG|INT|REF|SAV|SOM|WIL)$"
)
DICE = re.compile(r"\b[0-9]{0,2}d[0-9]")
NUMBER_END = re.compile(r"[0-9][ ]?[m%)\]]{0,2}$")
OF_ATTACK = re.compile(r"(?:ammo|range|damage|wounds?)[ ]*:", re.IGNORECASE)
VALUE_ALONE = re.compile(r"[A-Z][^0-9:,;()\n]{2,40} [0-9]{1,3}%?")
"""A number after its name, and nothing else."""
RATE_END = re.compile(r"[0-9][ ]?/[ ]?[0-9]{1,4}[ ]?m?[)\]]?$")
PAGE = re.compile(r"(?:page |p\. ?|▶ ?)?[0-9]{1,4}|[0-9]{1,4} [|•·] (?-i:[A-Z]{2})[^0-9]*", re.IGNORECASE)
"""The number of a page, with or without a title of its chapter in capitals."""


class BlockLine(Struct, frozen=True, gc=False):
    """A line without its mark: the `level` of a heading or 0, whether it has a bullet, and whether it follows a gap."""

    part: TextSpan
    level: int = 0
    bullet: bool = False
    gap: bool = False

    @property
    def text(self) -> str:
        """The text of the line, unchanged."""
        return self.part.text


def lines_of(text: str) -> list[BlockLine]:
    """Return the lines of a text that are not empty."""
    lines, gap, start = list[BlockLine](), True, 0
    for whole in text.split("\n"):
        mark = None if _is_signed(whole, lines, gap=gap) else MARK.match(whole)
        part = TextSpan(whole, start).cut(mark.end() if mark else 0).trimmed(" #|" if mark and mark["hash"] else " |")
        start += len(whole) + 1
        if not part.text or RULE.fullmatch(whole):
            gap = True
            continue
        level = len(mark["hash"] or "") if mark else 0
        lines.append(BlockLine(part, level, bool(mark and (mark["bullet"] or mark["cell"])), gap))
        gap = False
    return _underlined(lines, text)


def _is_signed(line: str, before: list[BlockLine], *, gap: bool) -> bool:
    """Return whether a line begins with the sign of a modifier to the number before it, because it was wrapped."""
    if gap or not before or line.lstrip()[:1] not in MODIFIER_SIGNS:
        return False
    ends = before[-1].text[-20:]
    added = SIGNED.match(line) is not None and ends[-1:].isdigit()
    return added or (line.lstrip().startswith("+ ") and DICE_END.search(ends) is not None)


def unwrapped(lines: list[BlockLine], text: str, labels: Labels, fields: set[str]) -> list[BlockLine]:
    """Join wrapped lines; `fields` are skills that are written "Know: Triads", in any case."""
    whole = list[BlockLine]()
    for line in lines:
        if whole and len(whole[-1].text) <= LONGEST_ENTRY and _continues(whole[-1], line, labels, fields):
            first = whole[-1]
            part = TextSpan(text[first.part.start : line.part.end], first.part.start)
            whole[-1] = BlockLine(part, first.level, first.bullet, first.gap)
        else:
            whole.append(line)
    return whole


FEWEST_WORDS = 3
"""The fewest words of a line that announces a block."""


def is_open(text: str) -> bool:
    """Return whether a text is incomplete: it ends with a comma, within brackets, or before a necessary word."""
    last = text[-MOST_OPEN:]
    opened = sum(map(last.count, OPENING)) > sum(map(last.count, CLOSING))
    tail = text[-40:].rstrip(" *_")
    return opened or (OPEN.search(tail) is not None and NONE_SAID.search(tail) is None)


def announces(line: BlockLine) -> bool:
    """Return whether the first line of a text says that a block follows: "here is the guy for tonight:"."""
    return line.part.start == 0 and line.text.endswith(":") and len(line.text.split()) >= FEWEST_WORDS


def heads_a_list(line: BlockLine) -> bool:
    """Return whether a line is only the title of the list below it."""
    return line.text.casefold().strip(" :*_") in LISTED


def header_values(line: str) -> list[TextSpan]:
    """Split a line of numbers below a line of labels: "15 20 —", "15 (45) | 20 (60)"."""
    pattern = r"[0-9]+(?: ?\^[0-9]+| ?\([0-9]+\)|/[0-9]+)?|[—–−-]+"
    found = list(re.finditer(pattern, line))
    rest = re.sub(pattern, "", line)
    return [] if any(letter.isalnum() for letter in rest) else [TextSpan(one[0], one.start()) for one in found]


def _underlined(lines: list[BlockLine], text: str) -> list[BlockLine]:
    """Turn lines with a rule of "=" or "-" directly below into headings."""
    found = []
    for line in lines:
        end = text.find("\n", line.part.end, line.part.end + 90)
        if end < 0 or text[end + 1 : end + 2] not in {"=", "-"}:
            found.append(line)
            continue
        below = text[line.part.end : line.part.end + 90].split("\n", 2)
        ruled = len(below) > 1 and not below[0].strip() and re.fullmatch(r"(?:={3,}|-{3,}) *", below[1])
        short = len(line.text) < 70 and ":" not in line.text and line.text[-1] != "."  # noqa: PLR2004 - a name
        heading = ruled and not line.level and not line.bullet and short
        found.append(BlockLine(line.part, 1 if below[1][0] == "=" else 2, gap=line.gap) if heading else line)
    return found


def _continues(before: BlockLine, line: BlockLine, labels: Labels, fields: set[str]) -> bool:
    """Return whether a line continues the one before it."""
    if line.level or line.bullet or (_is_heading(line) and not is_open(before.text)):
        return False
    if before.text.casefold().strip(" :*_") in STRIKING_HEADS:
        return False
    if before.level or line.gap:
        return heads_a_list(before) and not PAGE.fullmatch(line.text) and not _is_headed(line, labels)
    if labels.header(line.text) or (labels.header(before.text) and header_values(line.text)):
        return False
    if PAGE.fullmatch(line.text):
        return is_open(before.text) or awaits(before.text, line.text)
    if CLOSES.match(line.text) and _is_within(before.text):
        return True
    if _is_field(before.text, line.text, fields):
        return True
    label = labels.at(line.text)
    if label is not None:
        in_list = before.text[:8].casefold().startswith("skills") and label.kind == "skill" and not label.colon
        first = labels.at(before.text) if label.kind in COUNTED else None
        return in_list or (not label.colon and is_open(before.text) and (first is None or first.kind not in COUNTED))
    return not (_begins(before, line, labels, fields) or _is_past_values(before, line, labels))


def _is_past_values(before: BlockLine, line: BlockLine, labels: Labels) -> bool:
    """Return whether a line below a complete skill, armor or movement is about something else."""
    if len(before.text) > MOST_OPEN or NUMBER_END.search(before.text[-20:]) is None:
        return False
    entries = labels.entries(before.part)
    kind = entries[-1].kind if entries else ""
    if kind in COUNTED | {"skill"} and WORN_ALONE.fullmatch(line.text):
        return True
    if kind == "skill":
        return (VALUE_ALONE.fullmatch(line.text) or OF_ATTACK.match(line.text)) is not None
    if RATE_END.search(before.text[-20:]) is None:
        return False
    if kind == "armor":
        return DICE.search(line.text) is not None
    return kind == "move" and RATES.search(line.text) is None and WAY.match(line.text) is None


def _is_heading(line: BlockLine) -> bool:
    """Return whether a line is only the title of a part of a block: "Attacks"."""
    words = line.text.strip(" :*_")
    return words[:1].isupper() and words.casefold() in HEADINGS


def _is_field(before: str, line: str, fields: set[str]) -> bool:
    """Return whether a skill with a field is split between two lines: "Exotic" and "Skill: Whips"."""
    named, ends = line[:30].partition(":")[0].casefold(), before[-30:].casefold()
    parted = (field[: -len(named) - 1] for field in fields if field.endswith(f" {named}"))
    return any(ends.endswith(one) for one in parted)


def _begins(before: BlockLine, line: BlockLine, labels: Labels, fields: set[str]) -> bool:
    """Return whether a line without a known label starts something new."""
    unknown = UNKNOWN.match(line.text)
    if unknown is None:
        parted = is_open(before.text) or HALF_NAMED.search(before.text[-40:]) is not None
        strikes = BARE.match(line.text) or DICED.match(line.text) or DASHED.match(line.text)
        return strikes is not None and not WITHIN.match(line.text) and not parted
    named = unknown[0].partition(":")[0].strip(" *_").casefold()
    if named in fields:
        return _is_ended(before, labels)
    if WITHIN.match(line.text):
        return False
    return not is_open(before.text) or STRIKING.match(line.text, unknown.end()) is not None


def _is_ended(before: BlockLine, labels: Labels) -> bool:
    """Return whether a line ends with a number, armor or a skill of its own: the skills below it are another line."""
    first = labels.at(before.text)
    if first is None or first.kind not in COUNTED | {"skill"} or is_open(before.text):
        return False
    return labels.entries(before.part)[-1].kind in COUNTED | {"skill"}


def _is_within(text: str) -> bool:
    """Return whether a bracket is still open at the end of a text."""
    tail = text[-200:]
    return any(tail.count(opening) > tail.count(closing) for opening, closing in zip(OPENING, CLOSING, strict=True))


def awaits(text: str, number: str) -> bool:
    """Return whether a number is missing at the end of a text: of a skill, an attack or a check, or after a label."""
    if text[-1:].isalpha():
        return text[:8].casefold().startswith(("skills", "rep")) or AWAITS.search(text) is not None
    found = UNCHECKED.search(text[-60:])
    return found is not None and number.isdigit() and int(found["value"]) <= int(number) <= MOST_CHECK


def _is_headed(line: BlockLine, labels: Labels) -> bool:
    """Return whether a line begins with a label other than a skill."""
    label = labels.at(line.text)
    return label is not None and label.kind != "skill"
