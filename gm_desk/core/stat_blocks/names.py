"""The name of a stat block: the line above its numbers, with other lines possibly between them."""

import re

from msgspec import structs

from gm_desk.core.notation.skill import spelled
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.stat_blocks.lines import LABELLED, PAGE, UNKNOWN, BlockLine, announces, is_open
from gm_desk.core.stat_blocks.sections import APTITUDES, COUNTED, KNOWN, Labels
from gm_desk.core.systems.definition import System

HEAD = {"stress", "morph", "level", "concept", "motivations", "count", "rep"}
"""The labels that may be between a name and the numbers."""
TAIL = {"skills", "ware", "gear", "traits", "move", "attacks"}
"""The labels that follow the numbers, so never a name."""
GENERIC = {"stats", "statistics", "stat block", "aptitudes", "pools", "attributes", "derived stats", "skills", "ego"}
"""The headings of parts of a stat block."""
PARTS = {
    *(
        "stats",
        "statistics",
        "weapons",
        "attacks",
        "skills",
        "abilities",
        "traits",
        "gear",
        "ware",
        "pools",
        "aptitudes",
        "characteristics",
        "resistances",
    ),
    *("attributes", "values", "info", "information", "details", "notes", "combat", "health", "sanity", "damage"),
    "movement",
    *("defense", "defenses", "defence", "vitals", "numbers", "overview", "ranged", "melee", "equipment", "implants"),
}
"""The last words of headings of parts of a stat block."""
COLUMNS = {
    *("aptitude", "aptitudes", "attribute", "stat", "stats", "skill", "skills", "base", "bonus", "morph", "total"),
    *(
        "value",
        "score",
        "rating",
        "check",
        "linked",
        "apt",
        "final",
        "mod",
        "modifier",
        "ego",
        "rank",
        "ranks",
        "points",
    ),
}
"""The words of headings above the numbers of aptitudes and skills."""
DETAIL = re.compile(
    r"(?:(?:background|career|faction|interest|gender|sex|age|pronouns|aliases)[ ]+[^ ]|languages[ ]+[^ ])",
    re.IGNORECASE,
)
"""A line that begins with a label about a character, without a colon."""
LONGEST_NAME = 70
MOST_TITLE = 6
"""Maximum number of words of a name that a paragraph may follow."""
MOST_PROSE, MOST_WRAPPED, MOST_ABOVE = 12, 4, 60
LISTED_KINDS = {"gear", "ware", "traits"}
NAMED_LIKE = re.compile(r"[A-Z][^\W\d_]*(?: [A-Z][^\W\d_]*){1,2}")
"""A few words that each begin with a capital."""
SHORT = re.compile(r"[^\W\d_][^\d.,;:!?]{0,25}")
"""A name in lower case, with nothing directly above it."""
KINDS = r"(?:drone|robot|bot|vehicle|ship|creature|fork|enemy|opponent)"
SAYS_NAME = re.compile(rf"(?:name\s*[:|=]|{KINDS}[ ]*:)\s*", re.IGNORECASE)
NAME_SAID = re.compile(r"name\s*[:|=]\s*[^\W\d_]", re.IGNORECASE)
RATED = re.compile(r"[A-Z][^\W\d_][^0-9,;.]{0,60}[\s:]+[0-9]{1,3}%?(?:\s*[(\[].*[)\]])?", re.DOTALL)
UNRATED = re.compile(r"[\s:]*[0-9].*", re.DOTALL)
"""The rating of a skill and the text after it."""
LISTED = re.compile(r"[0-9)%\]]\s*[,;•·|]")
FEWEST_RATED = 2
MOST_LABEL = 5
"""Maximum number of words of a label; more are a sentence with a colon."""


def without_introduction(part: TextSpan) -> TextSpan:
    """Return the span of a name without the words that introduce it."""
    matched = SAYS_NAME.match(part.text)
    return part.cut(matched.end()) if matched else part


def is_generic(line: BlockLine) -> bool:
    """Return whether a line is the heading of a part of a stat block, and therefore not a name."""
    return is_generic_title(line.part.words)


def is_generic_title(title: str) -> bool:
    """Return whether words are the heading of a part of a stat block."""
    words = title.casefold().replace("|", " ").strip(" :*_")
    heads = " " in words and set(words.split()) <= COLUMNS | APTITUDES.keys()
    return (
        heads
        or DETAIL.match(words) is not None
        or words in GENERIC
        or words in KNOWN
        or words.rpartition(" ")[2] in PARTS
    )


THREATENS = re.compile(
    r"(?<=\w)[ ]*(?:[(\[]|[,;•·|][ ]+|[ ][–—-][ ]+)(?P<role>[^()\[\]]{0,60}?)[ ,;•·|–—)\]-]*"
    r"\b(?P<label>Threat(?:[ ]Pool)?|TP)[ :]+(?P<value>[0-9]{1,2})(?![0-9])[ ]*[)\]]?"
)
"""The threat points after a name, with words before them."""
VALUED = re.compile(r"[0-9], |[0-9]/[0-9]|[^\W\d_]:[0-9]|^[A-Z] ?[0-9]{1,3}%?(?: [A-Z] ?[0-9]{1,3}%?)+$")
"""Values within words, which are then not a name."""


def lists_skills(text: str) -> bool:
    """Return whether a line lists names, each with a number after it, like skills."""
    if LISTED.search(text) is None:
        return False
    pieces = [piece.text for piece in TextSpan(text.rstrip(" .")).split(",;•·|")]
    counted = any(piece.rstrip(" 0123456789%:").casefold() in KNOWN for piece in pieces)
    return len(pieces) >= FEWEST_RATED and not counted and all(map(RATED.fullmatch, pieces))


def lists_known_skills(text: str, system: System, *, all_known: bool) -> bool:
    """Return whether a line is a list of skills without a label, of which the system has at least one.

    With `all_known`, and if nothing but line ends separates them, the system must have them all.
    """
    pieces = [piece.text for piece in TextSpan(text.rstrip(" .")).split(",;•·|\n")]
    names = (UNRATED.sub("", piece) for piece in pieces)
    known = [system.skill_kind(spelled(one, system)[0]) is not None for one in names]
    if lists_skills(text) and not all_known:
        return any(known)
    return all(known) and all(map(RATED.fullmatch, pieces)) and (":" in text or "," in text)


def name_above(lines: list[BlockLine], place: int, floor: int, labels: Labels, *, again: bool = False) -> int | None:
    """Return the index of the line with the name of a block whose numbers are in line `place`, or None.

    The name is the nearest heading, or the line above the lines that may precede the numbers. If the block has these
    numbers already (`again`), the line before the name need not be complete.
    """
    if (said := _said_above(lines, place, floor)) is not None:
        return said
    heading = next((one for one in range(place - 1, floor - 1, -1) if _is_heading(lines[one])), None)
    for find in (_name_right_above, _name_above_labels, _title_above):
        found = (
            find(lines, place, floor, labels) if heading is None or _is_ended(lines, heading, place, labels) else None
        )
        if found is not None and (again or _is_free(lines, found)):
            return found if heading is None or _is_ended(lines, heading, found, labels) else heading
    return heading


def _said_above(lines: list[BlockLine], place: int, floor: int) -> int | None:
    """Return the line that says the name of a block, if there is no gap between it and the numbers."""
    for below in range(place, max(floor, place - MOST_ABOVE), -1):
        if lines[below].gap:
            return None
        if NAME_SAID.match(lines[below - 1].text):
            return below - 1
    return None


def _is_heading(line: BlockLine) -> bool:
    """Return whether a line is a heading that may be a name."""
    return line.level > 0 and not is_generic(line)


def _is_ended(lines: list[BlockLine], first: int, last: int, labels: Labels) -> bool:
    """Return whether the text after numbers is between two rules, as at the end of a block."""
    found = (labels.at(line.text) for line in lines[first + 1 : last])
    return any(label is not None and label.kind in TAIL for label in found)


def _name_right_above(lines: list[BlockLine], place: int, floor: int, labels: Labels) -> int | None:
    """Return the line above the lines that may precede the numbers, if it is a name."""
    above = head_of(lines, place, floor, labels) - 1
    while above > floor and is_generic(lines[above]):
        above -= 1
    if above < floor or not may_name(lines[above], labels):
        return _name_above_prose(lines, above, floor, labels)
    subtitled = above > floor and not lines[above].gap and is_name(lines[above - 1].text)
    if subtitled and (lines[above - 1].gap or above == 1) and not labels.at(lines[above - 1].text):
        above -= 1
    return above


def _name_above_labels(lines: list[BlockLine], place: int, floor: int, labels: Labels) -> int | None:
    """Return the name above lines with a label, whatever the label: "Faction: Nomads"."""
    for above in range(place - 1, max(floor, place - MOST_ABOVE) - 1, -1):
        line = lines[above]
        if _is_headline(line, labels, apart=above == 0 or line.gap or above == place - 1) or may_name(line, labels):
            capitals = above > floor and lines[above - 1].text.isupper() and not line.text.isupper()
            return above - (capitals and not line.gap and may_name(lines[above - 1], labels))
        goes_on = above > floor and _continues(lines[above - 1], line)
        if not (is_generic(line) or _is_said(line, labels) or _is_table(line, labels) or goes_on):
            return None
    return None


def _title_above(lines: list[BlockLine], place: int, floor: int, labels: Labels) -> int | None:
    """Return the nearest line that is set apart like a title, with prose between it and the numbers."""
    for above in range(place - 1, max(floor, place - MOST_ABOVE) - 1, -1):
        line, label = lines[above], labels.at(lines[above].text)
        if label is not None and label.kind in TAIL:
            return None
        apart = line.gap or line.text.isupper() or labels.header(lines[above + 1].text)
        if apart and is_short_name(line) and may_name(line, labels) and not line.bullet:
            return above
    return None


def _is_free(lines: list[BlockLine], place: int) -> bool:
    """Return whether the line before a name is complete."""
    before = lines[place - 1] if place else None
    return before is None or lines[place].gap or announces(before) or not is_open(before.text)


def may_name(line: BlockLine, labels: Labels) -> bool:
    """Return whether a line can be the name of a block, judging by its text."""
    if (labels.at(line.text) and not _is_called_like_a_list(line, labels)) or lists_skills(line.text):
        return False
    if is_generic(line) or _is_table(line, labels):
        return False
    return is_name(line.text) or bool(line.gap and SHORT.fullmatch(line.text))


def _is_called_like_a_list(line: BlockLine, labels: Labels) -> bool:
    """Return whether a line apart from others is a name that begins like a list without a colon: "Gear Head"."""
    label = labels.at(line.text)
    plain = line.gap and not line.bullet and NAMED_LIKE.fullmatch(line.text.strip(" :*_")) is not None
    return label is not None and label.kind in LISTED_KINDS and not label.colon and plain


def _is_headline(line: BlockLine, labels: Labels, *, apart: bool) -> bool:
    """Return whether a line is a name with nothing after its colon ("Ash Monk:")."""
    name = structs.replace(line, part=line.part.trimmed(" :*_"))
    return apart and line.text.endswith(":") and may_name(name, labels)


def _is_table(line: BlockLine, labels: Labels) -> bool:
    """Return whether a line consists of table headings or numbers."""
    return bool(labels.header(line.text, fewest=2)) or not any(map(str.isalpha, line.text))


def _is_said(line: BlockLine, labels: Labels) -> bool:
    """Return whether a line has a label that may be between a name and the numbers."""
    label = labels.at(line.text)
    if label is not None:
        return label.kind not in TAIL | COUNTED
    found = LABELLED.match(line.text)
    return found is not None and len(found[0].split()) <= MOST_LABEL


def _name_above_prose(lines: list[BlockLine], place: int, floor: int, labels: Labels) -> int | None:
    """Return the name above a paragraph that precedes the numbers; `place` is the last line of the paragraph."""
    if place <= floor or lines[place].text[-1:] not in ".:!?" or labels.at(lines[place].text):
        return None
    above = place
    while above > max(floor, place - MOST_PROSE) and not lines[above].gap:
        above -= 1
    if above > floor and not is_short_name(lines[above]):
        above -= 1
    apart = above == 0 or lines[above].gap
    named = is_short_name(lines[above]) and may_name(lines[above], labels)
    return above if apart and above < place and named else None


def is_short_name(line: BlockLine) -> bool:
    """Return whether a line is a few words, like a name and unlike a sentence."""
    return is_name(line.text) and len(line.text.split()) <= MOST_TITLE and not is_open(line.text)


def head_of(lines: list[BlockLine], place: int, floor: int, labels: Labels) -> int:
    """Return the first of the lines before the numbers of a block that belong to it."""
    while place > floor:
        above = place - 1
        label = labels.at(lines[above].text)
        while label is None and above > max(floor, place - MOST_WRAPPED) and _continues(lines[above - 1], lines[above]):
            above -= 1
            label = labels.at(lines[above].text)
        if label is None or label.kind not in HEAD:
            break
        place = above
    return place


def _continues(before: BlockLine, line: BlockLine) -> bool:
    """Return whether a line looks like the continuation of the one before it."""
    return not (line.gap or line.bullet or before.level) and (not line.text[0].isupper() or is_open(before.text))


def is_name(text: str) -> bool:
    """Return whether words can be the name of a block."""
    words = without_introduction(TextSpan(text)).text.strip(" *_")
    if not words or len(words) > LONGEST_NAME or words[-1] in ".,;:!?" or PAGE.fullmatch(words):
        return False
    if VALUED.search(words) is not None:
        return False
    return (words[0].isupper() or words[0] in "“\"'" or words[0].isdigit()) and UNKNOWN.match(words) is None
