"""A reader for pasted texts: finds the stat blocks, and the system and the contents of each."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import structs

from gm_desk.core.characters.roster import NewId
from gm_desk.core.stat_blocks.account import TOKEN
from gm_desk.core.stat_blocks.ep1 import read_ep1
from gm_desk.core.stat_blocks.ep2 import read_ep2
from gm_desk.core.stat_blocks.own_markdown import OURS, is_ours, own_system, read_ours
from gm_desk.core.stat_blocks.sections import Labels
from gm_desk.core.stat_blocks.source import TAGS, Block, Failed, Pasted, SourceText, Span, cleaned
from gm_desk.core.stat_blocks.splitting import BlockSpan, stretches
from gm_desk.core.systems.definition import System

Reader = Callable[[SourceText, str, Span, System, NewId], Block]

READERS: Mapping[str, Reader] = {"ep1": read_ep1, "ep2": read_ep2}
MOST_READ = 1_000_000
"""How many characters of a text are searched; the rest is reported as belonging to no block."""
MOST_GLANCED = 100_000
MOST_BLOCKS = 1000
MOST_TOLD = 60
"""How many characters of a failed block's first line are quoted."""
EP1 = {"COO", "SPD", "MOX"}
NEXT = re.compile(r"^#{1,6} ", re.MULTILINE)
SIGNS = re.compile(
    r"\b(?:WT|DUR|DR|AV|COG|SOM|WIL|Initiative|INIT|Durability|Insight|Threat|Armou?r)\b|\b(?:as|but|except|skills)\b",
    re.IGNORECASE,
)
TAG = re.compile(rf"</?(?:{TAGS})\b[^<>]{{0,1000}}>|&#?\w{{1,20}};", re.IGNORECASE)
CUT = f"The text is longer than {MOST_READ:,} letters, or holds more than {MOST_BLOCKS:,} blocks: the rest was not read"


def read_blocks(text: str, systems: Sequence[System], new_id: NewId, system: str = "") -> Pasted:
    """Read the stat blocks of a text, each as the system it seems to be of, or all as of one system.

    Of a very long text only the beginning is read; the last block then has a doubt that says so.
    """
    pasted = text[:MOST_READ]
    known = {one.id: one for one in systems}
    work = _BlockCollector(pasted, new_id)
    for span, name in _ours(pasted, known, system):
        work.read(read_ours, SourceText("", (0,)), span, known[name])
    source = cleaned(_without(pasted, [*(block.span for block in work.blocks), *(one.span for one in work.failed)]))
    for stretch in stretches(source.text, Labels()):
        name = system or system_of(stretch)
        reader = READERS.get(name)
        if len(work.blocks) >= MOST_BLOCKS:
            break
        if reader is None or name not in known or not (stretch.enough or system):
            continue
        work.read(reader, source, _span(source, pasted, stretch), known[name], _doubts(stretch))
    blocks = sorted(work.blocks, key=lambda block: block.span)
    if (len(text) > MOST_READ or len(blocks) == MOST_BLOCKS) and blocks:
        blocks[-1] = structs.replace(blocks[-1], doubts=(*blocks[-1].doubts, CUT))
    return Pasted(text, tuple(blocks), tuple(_beside(text, blocks)), tuple(work.failed))


class _BlockCollector:
    """The blocks read so far; one that fails is reported, and the others are still read."""

    def __init__(self, pasted: str, new_id: NewId) -> None:
        self.blocks: list[Block] = []
        self.failed: list[Failed] = []
        self._pasted, self._new_id = pasted, new_id

    def read(self, reader: Reader, source: SourceText, span: Span, system: System, doubts: Sequence[str] = ()) -> None:
        """Read one block."""
        try:
            block = reader(source, self._pasted, span, system, self._new_id)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one block, the others are read
            first = self._pasted[span.start : span.end].strip().partition("\n")[0][:MOST_TOLD].strip(" #*_")
            self.failed.append(Failed(span, first, str(error) or type(error).__name__))
        else:
            self.blocks.append(structs.replace(block, doubts=(*block.doubts, *doubts)))


def looks_like_blocks(text: str) -> bool:
    """Return whether a pasted text contains a stat block and needs a preview; prose, a skill or a number does not."""
    glanced = text[:MOST_GLANCED]
    if is_ours(glanced):
        return True
    if len(SIGNS.findall(glanced)) < 2:  # noqa: PLR2004 - a block says two things
        return False
    return any(stretch.enough for stretch in stretches(cleaned(glanced).text, Labels()))


def _doubts(stretch: BlockSpan) -> list[str]:
    """Return a doubt about numbers that may belong to another creature."""
    which = ", ".join(sorted(stretch.late))
    return [f"{which} below its skills may be of another creature, the name of which is missing"] if which else []


def _ours(pasted: str, known: Mapping[str, System], system: str) -> Iterator[tuple[Span, str]]:
    """Yield the spans of our own stat blocks, each up to the next heading, with the system of each."""
    for found in OURS.finditer(pasted) if is_ours(pasted) else ():
        follows = OURS.search(pasted, found.end()) if found[0][0] != "#" else NEXT.search(pasted, found.end())
        name = system or own_system(found[0], list(known.values()))
        if name in known:
            yield Span(found.start(), follows.start() if follows else len(pasted)), name


def _without(pasted: str, spans: Sequence[Span]) -> str:
    """Return a text with some spans replaced by spaces, so that all positions stay the same."""
    parts, last = list[str](), 0
    for span in spans:
        parts += [pasted[last : span.start], re.sub(r"[^\n]", " ", pasted[span.start : span.end])]
        last = span.end
    return "".join([*parts, pasted[last:]])


def system_of(stretch: BlockSpan) -> str:
    """Return the system of a stat block, judging by its numbers."""
    return "ep1" if stretch.keys & EP1 else "ep2"


def _span(source: SourceText, pasted: str, stretch: BlockSpan) -> Span:
    """Return the span of the pasted text that a block covers, with the marks before its first line."""
    line = source.text.rfind("\n", 0, stretch.start) + 1
    start = source.places[line - 1] + 1 if line else 0
    while start < source.places[line] and pasted[start].isspace():
        start += 1
    return Span(start, source.places[stretch.end])


def _beside(text: str, blocks: Sequence[Block]) -> list[Span]:
    """List the spans between the blocks that contain any words."""
    edges = [0, *(place for block in blocks for place in (block.span.start, block.span.end)), len(text)]
    spans = (Span(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True))
    return [span for span in spans if TOKEN.search(TAG.sub("", text[span.start : span.end]))]
