"""A pasted text, cleaned of its formatting, with the spans of its blocks and of what was not understood."""

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.notation.spans import TextSpan


class Span(Struct, frozen=True, order=True):
    """Hold a stretch of a text, from its first letter to behind its last."""

    start: int
    end: int


class Block(Struct, frozen=True):
    """Hold a stat block that was read, and the stretch of the pasted text it stands in.

    `left` are the stretches of that text, in order, for which the character has no field; they stand in its notes, word
    for word. `doubts` say, each in a sentence, what a GM should look at: a value given twice, a block that breaks off.
    The character carries the text of the block as its `source`.
    """

    character: Character
    system: str
    span: Span
    left: tuple[Span, ...] = ()
    doubts: tuple[str, ...] = ()


class Failed(Struct, frozen=True):
    """Hold the stretch of a stat block that could not be read, what it is called, and why."""

    span: Span
    name: str
    why: str


class Pasted(Struct, frozen=True):
    """Hold what was read from a text: its blocks in order, those that failed, and the stretches that belong to none."""

    text: str
    blocks: tuple[Block, ...] = ()
    beside: tuple[Span, ...] = ()
    failed: tuple[Failed, ...] = ()


def with_all(pasted: Pasted) -> Pasted:
    """Return a text that was read with nothing left out: what belongs to no block goes to the notes, word for word.

    They are the notes of the block before it, or of the first one.
    """
    if not pasted.blocks:
        return pasted
    beside: dict[int, list[Span]] = {}
    for span in pasted.beside:
        before = sum(block.span.end <= span.start for block in pasted.blocks)
        beside.setdefault(max(0, before - 1), []).append(span)
    blocks = (_with(block, beside.get(place, []), pasted.text) for place, block in enumerate(pasted.blocks))
    return structs.replace(pasted, blocks=tuple(blocks), beside=())


def _with(block: Block, more: list[Span], text: str) -> Block:
    """Return a block with more stretches in its notes."""
    words = [text[span.start : span.end].strip() for span in more]
    notes = "\n\n".join(filter(None, [block.character.notes, *words]))
    left = tuple(sorted([*block.left, *more]))
    return structs.replace(block, character=structs.replace(block.character, notes=notes), left=left)


TAGS = (
    "a|abbr|article|b|big|blockquote|body|br|caption|center|code|col|dd|del|details|div|dl|dt|em|figcaption|figure|font"
    "|footer|h[1-6]|head|header|hr|html|i|img|ins|kbd|li|main|mark|nobr|ol|p|pre|q|s|section|small|span|strike|strong"
    "|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|wbr"
)
"""HTML that only formats; what else stands between "<" and ">" are somebody's words."""
FORMATTING = re.compile(
    rf"""(?P<sup><sup>\s{{0,9}}(?P<raised>[^<>]{{0,20}}?)\s{{0,9}}</sup>)    # a check above the line
    |(?P<link>\[(?P<said>[^\[\]]*)\]\([^()\s]*\))             # a link, of which the words stay
    |(?P<soft>\u00ad\s*|(?<=[a-z])-\r?\n[ \t]*(?=[a-z]))      # a word parted at the end of a line
    |(?P<end>\r\n?|(?i:<br)\s*/?>|[\u2028\u2029\x0b\x0c])
    |(?P<nothing><!--|-->|</?(?i:{TAGS})\b[^<>]{{0,2000}}>|\*\*|__|`+|[\u200b\u2060\ufeff])
    |(?P<sign>&\#?\w{{1,20}};)
    |(?P<space>[\t\u00a0\u2000-\u200a\u202f\u205f\u3000])
    |(?P<letters>[\ufb00-\ufb06\u2010\u2011\u2044\u2215])    # letters set as one, and kinds of "-" and "/"
    |(?P<digits>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)""",
    re.VERBOSE | re.DOTALL,
)
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
WRITTEN = {"\u2010": "-", "\u2011": "-", "\u2044": "/", "\u2215": "/"}
CHECK = "^"
"""What stands before a number that was above the line: "45^90"."""


class SourceText(Struct, frozen=True):
    """Hold a text as it reads; `places` says for each letter, and for the end, where it stood in what was pasted."""

    text: str
    places: Sequence[int]

    def span(self, start: int, end: int) -> Span:
        """Give the stretch of the pasted text that a stretch of this one came from."""
        return Span(self.places[start], self.places[end - 1] + 1 if end > start else self.places[start])


def cleaned(pasted: str) -> SourceText:
    """Take markdown, HTML, hyphens at the ends of lines, and spaces of all kinds out of a text.

    Dashes and signs stay as they were written. A number above the line stands behind "^".
    """
    text: list[str] = []
    places: list[int] = []
    last = 0
    for found in FORMATTING.finditer(pasted):
        text.append(pasted[last : found.start()])
        places += range(last, found.start())
        stays, first = _stays(found)
        text.append(stays)
        places += range(first, first + len(stays)) if found["link"] else [found.start()] * len(stays)
        last = found.end()
    text.append(pasted[last:])
    places += range(last, len(pasted) + 1)
    return SourceText("".join(text), places)


def _stays(found: re.Match[str]) -> tuple[str, int]:
    """Say what stays of a stretch that formats, and where it begins."""
    match found.lastgroup:
        case "sup" | "raised":
            return f"{CHECK}{found['raised']}", found.start()
        case "link" | "said":
            return found["said"], found.start("said")
        case "end":
            return "\n", found.start()
        case "sign":
            return html.unescape(found[0]).replace("\u00a0", " "), found.start()
        case "space":
            return " ", found.start()
        case "letters":
            return WRITTEN.get(found[0]) or unicodedata.normalize("NFKC", found[0]), found.start()
        case "digits":
            return f"{CHECK}{found['digits'].translate(RAISED)}", found.start()
    return "", found.start()


OPENED = re.compile(r"(?:\*\*|__|`+|\[|<[a-zA-Z]+>)*\Z")
CLOSED = re.compile(r"(?:\*\*|__|`+|\]\([^()\s]*\)|</[a-zA-Z]+>)*")


class Left(Struct, frozen=True):
    """Hold a stretch without a field; `label` says where it stood, unless the stretch says so itself."""

    part: TextSpan
    label: str = ""


def verbatim(source: SourceText, pasted: str, part: TextSpan) -> Span:
    """Give the stretch of the pasted text that a part is, with the format that belongs to it."""
    span = source.span(part.start, part.end)
    if part.text and pasted[span.end - 1 : span.end] != part.text[-1]:
        # what is written otherwise: "&amp;", "<sup>45</sup>"
        end = part.end
        while source.places[end] == span.end - 1 and end < len(source.text):
            end += 1
        span = Span(span.start, source.places[end])
    before = source.places[part.start - 1] + 1 if part.start else 0
    opened = OPENED.search(pasted[before : span.start])
    closed = CLOSED.match(pasted[span.end : source.places[part.end]])
    start = span.start - (len(opened[0]) if opened else 0)
    return Span(start, span.end + (len(closed[0]) if closed else 0))


def kept(source: SourceText, pasted: str, left: Iterable[Left]) -> tuple[tuple[Span, ...], str]:
    """Return the stretches without a field, in order and each once, and the notes that they make."""
    spans, lines = list[Span](), list[str]()
    for one in sorted(left, key=lambda one: (one.part.start, -one.part.end)):
        span = verbatim(source, pasted, one.part)
        last = spans[-1].end if spans else 0
        if span.end <= last:
            continue
        span = Span(max(span.start, last), span.end)
        words = pasted[span.start : span.end]
        spans.append(span)
        lines.append(f"{one.label}: {words}" if one.label else words)
    return tuple(spans), "\n".join(lines)
