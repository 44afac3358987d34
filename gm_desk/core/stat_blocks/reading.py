"""A reader for pasted texts: finds the stat blocks, and the system and the contents of each."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, structs

from gm_desk.core.characters.roster import NewId
from gm_desk.core.free_text.free_text import FreeText, PartedText, free_text
from gm_desk.core.free_text.lines import without_messages
from gm_desk.core.free_text.reader import FreeSpan
from gm_desk.core.notation.numbers import plain_numbers
from gm_desk.core.stat_blocks.account import TOKEN
from gm_desk.core.stat_blocks.ep1 import read_ep1
from gm_desk.core.stat_blocks.ep2 import read_ep2
from gm_desk.core.stat_blocks.losses import (
    APTITUDES,
    MARGIN,
    NUMBER,
    SWALLOWED,
    cost_of,
    is_complete,
    is_orderly,
    is_printed,
    lost_numbers,
    oddities,
)
from gm_desk.core.stat_blocks.own_markdown import OURS, is_ours, own_system, read_ours
from gm_desk.core.stat_blocks.sections import Labels
from gm_desk.core.stat_blocks.source import TAGS, Block, Column, Failed, Pasted, SourceText, Span, cleaned, without
from gm_desk.core.stat_blocks.splitting import BASED_ON_ANOTHER, MOST_BLOCKS, BlockSpan, block_spans
from gm_desk.core.systems.definition import System
from gm_desk.core.tables.filling import NO_NAME
from gm_desk.core.tables.grid import as_markdown
from gm_desk.core.tables.reading import TableBlocks, TableSearch

Reader = Callable[[SourceText, str, Span, System, NewId], Block]

IN_COLUMNS = "The text was in two columns: the right one was read after the left one"
MIXED = "it seems to be two columns, mixed line by line: copy one column at a time"
READERS: Mapping[str, Callable[..., Block]] = {"ep1": read_ep1, "ep2": read_ep2}
MOST_READ = 400_000
"""Maximum number of characters of a text that are searched; the rest is reported as belonging to no block."""
STRUCK = re.compile(r"[^:\n]{3,60}(?:\bDV\b|[0-9]d[0-9])")
"""An attack that was left for the notes."""
MOST_GLANCED = 100_000
GUTTER = "\t\t\t\t"
"""Tabs between two columns of text, which is then not a table with unknown headings."""
MOST_TOLD = 60
"""Maximum number of characters of a failed block's first line that are quoted."""
EP1 = {"COO", "SPD", "MOX"}
WORD = re.compile(r"[^\W\d_]{2}")
NEXT = re.compile(r"^#{1,6} ", re.MULTILINE)
SIGNS = re.compile(
    r"\b(?:WT|DUR|DR|AV|COG|SOM|WIL|Initiative|INIT|Durability|Insight|Threat|Armou?r)\b|\b(?:as|but|except|skills)\b",
    re.IGNORECASE,
)
TAG = re.compile(rf"</?(?:{TAGS})\b[^<>]{{0,1000}}>|&#?\w{{1,20}};", re.IGNORECASE)
CUT = (
    f"The text is longer than {MOST_READ:,} characters, or has more than {MOST_BLOCKS:,} blocks: the rest was not read"
)


def read_blocks(
    text: str, systems: Sequence[System], new_id: NewId, system: str = "", assigned: Mapping[str, str] | None = None
) -> Pasted:
    """Read the stat blocks and tables of a text, each by the likeliest system, or all by the given one.

    `assigned` are the meanings of columns whose headings are not known, by heading in lower case. Of a very long text
    only the beginning is read; the last block then has a doubt that says so.
    """
    wanted = _Wanted({one.id: one for one in systems}, free_text(systems), new_id, system, assigned)
    if is_ours(text[:MOST_READ]):
        return _read(text, wanted)
    plain = f"{_plain(text[:MOST_READ])}{text[MOST_READ:]}"
    pasted = _read_columns(plain, wanted)
    return pasted if plain == text else _as_written(pasted, text)


def _plain(text: str) -> str:
    """Return a text of the same length without the marks of chats and wikis."""
    return plain_numbers(as_markdown(without_messages(text)))


def _as_written(pasted: Pasted, text: str) -> Pasted:
    """Return what was read with the text as it was pasted."""
    blocks = (
        structs.replace(
            block, character=structs.replace(block.character, source=text[block.span.start : block.span.end])
        )
        for block in pasted.blocks
    )
    return structs.replace(pasted, text=text, blocks=tuple(blocks))


def _read_columns(text: str, wanted: "_Wanted") -> Pasted:
    """Read a text, of which a part may be in two columns, or in which names may stand below aptitudes."""
    named = wanted.reader.names_first(text[:MOST_READ])
    if named is not None and not wanted.tables(text[:MOST_GLANCED]):
        return _as_written(_put_back(_read(named.text, wanted), named, text), text)
    columns = wanted.reader.parted(text[:MOST_READ])
    if columns is None or wanted.tables(text[:MOST_GLANCED]):
        return _read(text, wanted)
    pasted = _read(columns.text, wanted)
    return _put_back(pasted, columns, text, IN_COLUMNS) if pasted.blocks else _read(text, wanted)


class _Wanted(Struct, frozen=True):
    """The settings of a reading: systems by id, the reader of free text, the system if known, and assigned columns."""

    known: Mapping[str, System]
    reader: FreeText
    new_id: NewId
    system: str
    assigned: Mapping[str, str] | None

    def tables(self, text: str, *, force: bool = False) -> list[TableBlocks]:
        """Return the tables of a text; unless forced, tables of mostly unnamed characters are left to other readers."""
        search = TableSearch(list(self.known.values()), self.new_id, self.system, self.assigned)
        found = search.tables(text, force=force)
        return [one for one in found if force or _is_named(one)]


def _is_named(table: TableBlocks) -> bool:
    """Return whether at least half of a table's characters have a name."""
    named = [block for block in table.blocks if NO_NAME not in block.doubts]
    return bool(named) and 2 * len(named) >= len(table.blocks)


def _read(text: str, wanted: _Wanted) -> Pasted:
    """Read the stat blocks and tables of a text in one column."""
    pasted = text[:MOST_READ]
    work = _BlockCollector(pasted, wanted.new_id)
    for span, name in _ours(pasted, wanted.known, wanted.system):
        work.read(read_ours, SourceText("", (0,)), span, wanted.known[name])
    columns = work.read_tables(wanted)
    source = cleaned(without(pasted, work.spans))
    for passage in _passages(source.text, wanted.reader, wanted.system if wanted.system in wanted.known else ""):
        if len(work.blocks) >= MOST_BLOCKS:
            break
        _read_passage(passage, source, work, wanted.known, wanted.system)
    if not work.blocks and not work.failed and len(pasted) <= MOST_GLANCED and GUTTER not in pasted:
        columns = work.read_tables(wanted, force=True)
    blocks = sorted(work.blocks, key=lambda block: block.span)
    if (len(text) > MOST_READ or len(blocks) == MOST_BLOCKS) and blocks:
        blocks[-1] = structs.replace(blocks[-1], doubts=(*blocks[-1].doubts, CUT))
    return Pasted(text, tuple(blocks), tuple(_beside(text, blocks)), tuple(work.failed), columns)


def _put_back(pasted: Pasted, columns: PartedText, text: str, *doubts: str) -> Pasted:
    """Return what was read from a text in another order with its spans in the original text, and doubts about that."""
    blocks = [
        structs.replace(
            block,
            span=columns.cover(block.span),
            left=tuple(sorted(one for span in block.left for one in columns.spans(span))),
        )
        for block in pasted.blocks
    ]
    if blocks:
        blocks[0] = structs.replace(blocks[0], doubts=(*blocks[0].doubts, *doubts))
    beside = sorted(one for span in pasted.beside for one in columns.spans(span))
    failed = (structs.replace(one, span=columns.cover(one.span)) for one in pasted.failed)
    return Pasted(text, tuple(blocks), tuple(beside), tuple(failed))


class _BlockCollector:
    """The blocks read so far; one that fails is reported, and the others are still read."""

    def __init__(self, pasted: str, new_id: NewId) -> None:
        self.blocks: list[Block] = []
        self.failed: list[Failed] = []
        self.pasted, self._new_id = pasted, new_id

    def first_line(self, span: Span) -> str:
        """Return the beginning of a span, to name it."""
        return self.pasted[span.start : span.end].strip().partition("\n")[0][:MOST_TOLD].strip(" #*_")

    def trial(self) -> "_BlockCollector":
        """Return an empty collector for the same text."""
        return _BlockCollector(self.pasted, self._new_id)

    def add(self, other: "_BlockCollector") -> None:
        """Add what another one collected."""
        self.blocks += other.blocks
        self.failed += other.failed

    def read_free(self, reader: FreeText, source: SourceText, place: FreeSpan, span: Span, system: str) -> None:
        """Read one block in free text."""
        self._try(span, lambda: reader.read(source, self.pasted, place, span, self._new_id, system))

    @property
    def spans(self) -> list[Span]:
        """The spans that were read or that failed."""
        return sorted({*(block.span for block in self.blocks), *(one.span for one in self.failed)})

    def read_tables(self, wanted: "_Wanted", *, force: bool = False) -> tuple[Column, ...]:
        """Read the tables of characters, and return their columns."""
        found = wanted.tables(without(self.pasted, self.spans), force=force)
        self.blocks += [block for table in found for block in table.blocks]
        return tuple(column for table in found for column in table.columns)

    def read(self, reader: Reader, source: SourceText, span: Span, system: System, doubts: Sequence[str] = ()) -> None:
        """Read one block."""
        self._try(span, lambda: reader(source, self.pasted, span, system, self._new_id), doubts)

    def _try(self, span: Span, read: Callable[[], Block], doubts: Sequence[str] = ()) -> None:
        """Read a block, or note why it could not be read."""
        try:
            block = read()
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one block, the others are read
            self.failed.append(Failed(span, self.first_line(span), str(error) or type(error).__name__))
        else:
            self.blocks.append(structs.replace(block, doubts=(*block.doubts, *doubts)))


class _Passage(Struct, frozen=True):
    """A part of a text whose blocks were found in two ways: in the layouts of the books, and as free text."""

    start: int
    end: int
    printed: tuple[BlockSpan, ...]
    free: tuple[FreeSpan, ...]
    reader: FreeText

    @property
    def inline(self) -> bool:
        """Whether it consists of blocks on the lines of their names."""
        return bool(self.free) and all(one.inline for one in self.free)

    @property
    def plain(self) -> bool:
        """Whether it has too few of the numbers that books print to be read as printed, if free text loses nothing."""
        return self.inline or (bool(self.free) and not any(is_printed(one.keys) for one in self.printed))


def _passages(text: str, reader: FreeText, system: str) -> Iterator[_Passage]:
    """Yield the parts of a cleaned text with blocks; those that overlap are one part."""
    printed = [one for one in block_spans(text, Labels()) if one.enough or system in READERS]
    found: list[BlockSpan | FreeSpan] = [*printed, *reader.spans(text, few=bool(system))]
    group: list[BlockSpan | FreeSpan] = []
    end = 0
    for one in sorted(found, key=lambda one: (one.start, one.end)):
        if group and one.start >= end:
            yield _passage(group, reader)
            group = []
        group.append(one)
        end = max(end, one.end)
    if group:
        yield _passage(group, reader)


def _passage(group: Sequence[BlockSpan | FreeSpan], reader: FreeText) -> _Passage:
    """Return the passage that some spans cover."""
    printed = tuple(one for one in group if isinstance(one, BlockSpan))
    free = tuple(one for one in group if isinstance(one, FreeSpan))
    return _Passage(group[0].start, max(one.end for one in group), printed, free, reader)


def _read_passage(
    passage: _Passage, source: SourceText, work: _BlockCollector, known: Mapping[str, System], system: str
) -> None:
    """Read the blocks of a passage in the way that loses less of it; if both lose the same, as printed."""
    span = Span(_span(source, work.pasted, passage).start, source.places[passage.end])
    if passage.reader.is_mixed(source.text[passage.start : passage.end]):
        work.failed.append(Failed(span, work.first_line(span), MIXED))
        return
    free = work.trial()
    if passage.plain and not _is_based_on_another(passage, source.text):
        _read_free(passage, source, free, system)
        if not cost_of(free.blocks, span, work.pasted):  # what is printed could only be as good
            work.add(free)
            return
    printed = work.trial()
    _read_printed(passage, source, printed, known, system)
    if len(printed.failed) or _is_set_in_print(passage, source.text, printed.blocks, span, work.pasted):
        work.add(printed)
        return
    orderly = not passage.inline and all(map(is_orderly, printed.blocks))
    lost = oddities(printed.blocks, work.pasted, orderly=orderly) + cost_of(printed.blocks, span, work.pasted)
    margin = MARGIN if orderly and all(one.system == "ep2" for one in printed.blocks) else 0
    if printed.blocks and orderly and lost <= margin:  # free text cannot lose so much less
        work.add(printed)
        return
    if not free.blocks:
        sure = "ep1" if "ep1" in known and all(len(one.keys & EP1) > 1 for one in passage.printed) else ""
        _read_free(passage, source, free, system or sure)
    gain = lost - cost_of(free.blocks, span, work.pasted)
    better = gain > margin if orderly else gain >= 0
    work.add(free if free.blocks and (better or not printed.blocks) else printed)


def _read_printed(
    passage: _Passage, source: SourceText, work: _BlockCollector, known: Mapping[str, System], system: str
) -> None:
    """Read the blocks of a passage in the layouts of the books."""
    for one in passage.printed[:MOST_BLOCKS]:
        name = system or system_of(one, source.text, passage.reader)
        reader = READERS.get(name)
        if reader is not None and name in known:
            aids = {"keys": passage.reader.judge.words[name].numbers} if reader is read_ep1 else {}
            reader = partial(reader, labels=passage.reader.labels[name], **aids)
            work.read(reader, source, _span(source, work.pasted, one), known[name], _doubts(one))


def _read_free(passage: _Passage, source: SourceText, work: _BlockCollector, system: str) -> None:
    """Read the blocks of a passage as free text."""
    for place in passage.free[:MOST_BLOCKS]:
        work.read_free(passage.reader, source, place, _span(source, work.pasted, place), system)


def _is_based_on_another(passage: _Passage, text: str) -> bool:
    """Return whether a passage describes another block with some changes."""
    words = text[passage.start : passage.end]
    return any("as" in one.keys for one in passage.printed) or BASED_ON_ANOTHER.search(words[:600]) is not None


def _is_set_in_print(passage: _Passage, text: str, blocks: Sequence[Block], span: Span, pasted: str) -> bool:
    """Return whether a passage has the layout of the books: complete, or another block with some changes."""
    if _is_based_on_another(passage, text):
        return True
    left = (pasted[one.start : one.end] for block in blocks for one in block.left)
    if not blocks or passage.inline or not all(map(is_complete, blocks)) or any(map(STRUCK.match, left)):
        return False
    if any(SWALLOWED.search(attack.notes) for block in blocks for attack in block.character.attacks):
        return False
    return lost_numbers(blocks, span, pasted) * 4 < len(NUMBER.findall(pasted[span.start : span.end]))


def looks_like_blocks(text: str, systems: Sequence[System]) -> bool:
    """Return whether a pasted text contains a stat block and needs a preview; prose, a skill or a number does not."""
    glanced = text[:MOST_GLANCED]
    if is_ours(glanced):
        return True
    glanced = _plain(glanced)
    plain = cleaned(glanced).text
    signs = len(SIGNS.findall(glanced)) > 1  # a block without a name has at least two values
    if signs and any(span.enough for span in block_spans(plain, Labels())):
        return True
    reader = free_text(systems)
    return any(one.name or signs for one in (*reader.spans(plain), *reader.parted_spans(plain)))


def _doubts(span: BlockSpan) -> list[str]:
    """Return a doubt about numbers that may belong to another creature."""
    which = ", ".join(sorted(span.late))
    return [f"{which} below its skills may belong to another creature whose name is missing"] if which else []


def _ours(pasted: str, known: Mapping[str, System], system: str) -> Iterator[tuple[Span, str]]:
    """Yield the spans of our own stat blocks, each up to the next heading, with the system of each."""
    for found in OURS.finditer(pasted) if is_ours(pasted) else ():
        follows = OURS.search(pasted, found.end()) if found[0][0] != "#" else NEXT.search(pasted, found.end())
        name = system or own_system(found[0], list(known.values()))
        if name in known:
            yield Span(found.start(), follows.start() if follows else len(pasted)), name


def system_of(span: BlockSpan, text: str, reader: FreeText) -> str:
    """Return the system of a printed stat block, determined by its numbers, or else by its skills."""
    if span.keys & (EP1 | APTITUDES):
        return "ep1" if span.keys & EP1 else "ep2"
    return reader.judge.system_of(text[span.start : span.end], ("ep2", "ep1")) or "ep2"


def _span(source: SourceText, pasted: str, span: BlockSpan | FreeSpan | _Passage) -> Span:
    """Return the span of the pasted text that a block covers, with the marks before its first line."""
    line = source.text.rfind("\n", 0, span.start) + 1
    start = source.places[line - 1] + 1 if line else 0
    if WORD.search(source.text, line, span.start):  # another block is before it on its line
        return source.span(span.start, span.end)
    while start < source.places[line] and pasted[start].isspace():
        start += 1
    return Span(start, source.places[span.end])


def _beside(text: str, blocks: Sequence[Block]) -> list[Span]:
    """Return the spans between the blocks that contain any words."""
    edges = [0, *(place for block in blocks for place in (block.span.start, block.span.end)), len(text)]
    spans = (Span(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True))
    return [span for span in spans if TOKEN.search(TAG.sub("", text[span.start : span.end]))]
