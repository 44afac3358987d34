"""A pasted text without its formatting, with the spans of its blocks and of unrecognised text."""

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.notation.text import TextSpan

UNNAMED = "Unnamed"
"""The name of a character whose stat block has none."""


class Span(Struct, frozen=True, order=True):
    """A span of a text: its first position, and the position after its last."""

    start: int
    end: int


class Block(Struct, frozen=True):
    """A stat block that was read, and its span in the pasted text.

    `left` are the spans of the pasted text, in order, for which the character has no field; they are in its notes, word
    for word. Each of the `doubts` is a sentence about something that the GM should check: a value given twice, a block
    that is cut off. The character has the text of the block as its `source`.
    """

    character: Character
    system: str
    span: Span
    left: tuple[Span, ...] = ()
    doubts: tuple[str, ...] = ()


class Failed(Struct, frozen=True):
    """The span of a stat block that could not be read, its name, and the reason."""

    span: Span
    name: str
    why: str


class Column(Struct, frozen=True):
    """A column of a table that was read: its heading, the id of its meaning ("" if not known), and some values."""

    heading: str
    meaning: str
    system: str
    examples: tuple[str, ...] = ()


class Pasted(Struct, frozen=True):
    """The result of reading a text: its blocks in order, those that failed, and the spans that belong to no block.

    `columns` are those of its tables.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    beside: tuple[Span, ...] = ()
    failed: tuple[Failed, ...] = ()
    columns: tuple[Column, ...] = ()


def with_all(pasted: Pasted) -> Pasted:
    """Return the result with nothing left out: spans that belong to no block go to notes, word for word.

    They go to the notes of the block before them, or else of the first block.
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
    """Return a block with more spans in its notes."""
    words = [text[span.start : span.end].strip() for span in more]
    notes = "\n\n".join(filter(None, [block.character.notes, *words]))
    left = tuple(sorted([*block.left, *more]))
    return structs.replace(block, character=structs.replace(block.character, notes=notes), left=left)


TAGS = (
    "a|abbr|article|b|big|blockquote|body|br|caption|center|code|col|dd|del|details|div|dl|dt|em|figcaption|figure|font"
    "|footer|h[1-6]|head|header|hr|html|i|img|ins|kbd|li|main|mark|nobr|ol|p|pre|q|s|section|small|span|strike|strong"
    "|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|wbr"
)
"""HTML tags for formatting; any other text between "<" and ">" is content."""
BB_CODES = (
    "b|i|u|s|quote|code|color|colour|size|font|list|center|left|right|h[1-6]|table|tr|td|th|spoiler|url|hr|ul|ol|li"
    "|indent"
)
FORMATTING = re.compile(
    rf"""(?P<sup><sup>\s{{0,9}}(?P<raised>[^<>]{{0,20}}?)\s{{0,9}}</sup>)    # a check above the line
    |(?P<wiki_link>\[\[(?:[^\[\]|\n]{{0,80}}\|)?(?P<wiki>[^\[\]|\n]{{1,80}})\]\])    # a link of a note
    |(?P<link>\[(?!/?(?i:{BB_CODES})\])        # a link, of which the words stay
      (?P<link_text>[^\[\]]*)\]\([^()\s]*\))
    |(?P<soft>\u00ad\s*|(?<=[a-z])-\r?\n[ \t]*(?=[a-z]))      # a word parted at the end of a line
    |(?P<end>\r\n?|(?<=[^\s\]])\[\*\]|(?i:<br)\s*/?>|[\u2028\u2029\x0b\x0c]|(?i:\[/tr\])(?=[^\s])
      |(?i:</(?:p|div|li|h[1-6]|dd|tr|caption|blockquote)\s*>)    # more text on the line of a paragraph's end
      (?:[ ]{{0,9}}(?i:</?(?:{TAGS})\b[^<>]{{0,200}}>)){{0,3}}(?=[ ]{{0,9}}[^\s<]))
    |(?P<term>(?i:</dt\s*>))
    |(?P<gap>(?i:</t[dh]\s*>|\[/t[dh]\]))
    |(?P<nothing>\[/?(?i:{BB_CODES}|\*)(?:=[^\[\]\n]{{0,60}})?\]
    |\[![A-Za-z]{{2,20}}\][-+]?|\\(?=[-*_.\#+!()\[\]>~`])|\b(?:skill|stat|attr|attribute|aptitude|pool)_(?=[a-z])
    |<!--|-->|</?(?i:{TAGS})\b[^<>]{{0,2000}}>|\*\*|__|'{{2,5}}|`+|(?<![\w*])[*](?=[^\W\d])|(?<=[\w:.)])[*](?![\w*])|[\u200b\u2060\ufeff])
    |(?P<sign>&\#?\w{{1,20}};)
    |(?P<letters>[\ufb00-\ufb06])    # letters set as one
    |(?P<digits>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)""",
    re.VERBOSE | re.DOTALL,
)
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
WRITTEN = str.maketrans(
    dict.fromkeys("\t\u00a0\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B))), " ")
    | {"\u2010": "-", "\u2011": "-", "\u2044": "/", "\u2215": "/"}
)
"""The usual letter for kinds of spaces, hyphens and slashes."""
CHECK = "^"
"""The mark before a superscript number: "45^90"."""


class SourceText(Struct, frozen=True):
    """A cleaned text; `places` is the position in the pasted text of each character, and of the end."""

    text: str
    places: Sequence[int]

    def span(self, start: int, end: int) -> Span:
        """Return the span of the pasted text for a span of this one."""
        return Span(self.places[start], self.places[end - 1] + 1 if end > start else self.places[start])


def cleaned(pasted: str) -> SourceText:
    """Remove Markdown, HTML, hyphens at line ends, and unusual spaces from a text.

    Dashes and signs stay as they were written. A superscript number is written after "^".
    """
    text: list[str] = []
    places: list[int] = []
    last = 0
    pasted = _without_quotes(pasted.translate(WRITTEN))
    pasted = TEMPLATE.sub(_infobox, pasted) if "{{" in pasted else pasted
    pasted = IN_SLASHES.sub(lambda run: BETWEEN.sub(";", run[0]), pasted) if "/" in pasted else pasted
    for found in FORMATTING.finditer(pasted):
        text.append(pasted[last : found.start()])
        places += range(last, found.start())
        stays, first = _stays(found)
        text.append(stays)
        linked = found["link"] or found["wiki_link"]
        places += range(first, first + len(stays)) if linked else [found.start()] * len(stays)
        last = found.end()
    text.append(pasted[last:])
    places += range(last, len(pasted) + 1)
    return SourceText("".join(text), places)


QUOTED_KEY = re.compile(r'"[^"\n]{1,40}"\s{0,9}:')
OBJECT_END = re.compile(r"\}(?=\s{0,99},\s{0,99}\{)")
LAST_COMMA = re.compile(r",(?=[ ]{0,9}\n)")
NO_SIGNS = str.maketrans('"{}[]', "     ")


def _without_quotes(text: str) -> str:
    """Return notes in the manner of JSON without its signs, each object on its own lines; other texts unchanged."""
    if "{" not in text or len(QUOTED_KEY.findall(text[:MOST_GLANCED])) < FEWEST_KEYS:
        return text
    return LAST_COMMA.sub(" ", OBJECT_END.sub("\n", text)).translate(NO_SIGNS)


FEWEST_KEYS, MOST_GLANCED = 2, 10_000
TEMPLATE = re.compile(r"\{\{(?:[^{}]{1,2000}+|\{\{[^{}]{0,200}+\}\}){1,200}+\}\}")
PARAMETER = re.compile(r"\|[ \t]*[^\W\d_][^|={}\n]{0,40}=")
INNER = re.compile(r"\{\{[^{}]*\}\}|\[\[[^\[\]]*\]\]")


VALUE = (
    r"[^\W\d_][^/,;|\n0-9]{1,60}[0-9]{1,4}(?:/[0-9]{1,4}){0,2}"
    r"(?:(?<=[0-9])d[0-9]{1,3}(?:[ ]?[+−–-][ ]?[0-9]{1,3})?|%)?"
)
IN_SLASHES = re.compile(rf"\b{VALUE}(?:/{VALUE}){{2,40}}(?:/(?=[^\W\d_]))?")
"""Three values or more with nothing but slashes between them: "DUR 30/AV 4/6/Guns 50"."""
BETWEEN = re.compile(r"/(?=[^\W\d_]|$)")


def _infobox(found: re.Match[str]) -> str:
    """Return a template of a wiki with its parameters on a line each, if it has several: "{{NPC | name = Ash …}}"."""
    text = found[0]
    if len(PARAMETER.findall(text)) < FEWEST_KEYS:
        return text
    inner = INNER.sub(lambda one: " " * len(one[0]), text[2:-2])  # the bars of links and templates part nothing
    bars = [place + 2 for place, letter in enumerate(inner) if letter == "|"]
    made = [*text[:-2], *"  "]
    for bar in bars:
        begins_line = not text[text.rfind("\n", 0, bar) + 1 : bar].strip()
        if not begins_line and bar == bars[0]:
            made[:bar] = " " * bar
        if not begins_line:
            made[bar - 1 : bar + 1] = "\n|" if made[bar - 1] == " " else f"{made[bar - 1]}\n"
    return "".join(made)


def _stays(found: re.Match[str]) -> tuple[str, int]:
    """Return the part of a markup span that is kept, and where it begins."""
    match found.lastgroup:
        case "sup" | "raised":
            return f"{CHECK}{found['raised']}", found.start()
        case "link" | "link_text":
            return found["link_text"], found.start("link_text")
        case "wiki_link" | "wiki":
            return found["wiki"], found.start("wiki")
        case "end":
            return "\n", found.start()
        case "term":
            return ": ", found.start()
        case "gap":
            return " ", found.start()
        case "sign":
            return html.unescape(found[0]).replace("\u00a0", " "), found.start()
        case "letters":
            return unicodedata.normalize("NFKC", found[0]), found.start()
        case "digits":
            return f"{CHECK}{found['digits'].translate(RAISED)}", found.start()
    return "", found.start()


def without(pasted: str, spans: Sequence[Span]) -> str:
    """Return a text with some spans replaced by spaces, so that all positions stay the same."""
    parts, last = list[str](), 0
    for span in spans:
        parts += [pasted[last : span.start], re.sub(r"[^\n]", " ", pasted[span.start : span.end])]
        last = span.end
    return "".join([*parts, pasted[last:]])


OPENED = re.compile(r"(?:\*{1,2}|__|'{2,5}|`+|\[|<[a-zA-Z]+>)*\Z")
CLOSED = re.compile(r"(?:\*{1,2}|__|'{2,5}|`+|\]\([^()\s]*\)|</[a-zA-Z]+>)*")


class Left(Struct, frozen=True, gc=False):
    """A span without a field; `label` says where in the block it was, unless the span says so itself."""

    part: TextSpan
    label: str = ""


def verbatim(source: SourceText, pasted: str, part: TextSpan) -> Span:
    """Return the span of the pasted text for a part, with the formatting that belongs to it."""
    span = source.span(part.start, part.end)
    if part.text and pasted[span.end - 1 : span.end] != part.text[-1]:
        # written differently: "&amp;", "<sup>45</sup>"
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
    """Return the spans without a field, in order and without repetition, and the notes made of them."""
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
