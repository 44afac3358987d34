"""The stat blocks that a text contains if it is read as free text."""

from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.characters.roster import NewId
from gm_desk.core.free_text.blocks import BlockFinder
from gm_desk.core.free_text.columns import PartedText, is_mixed, parted
from gm_desk.core.free_text.items import LineScanner
from gm_desk.core.free_text.lexicon import BlockWords
from gm_desk.core.free_text.reader import FreeSpan, read_free
from gm_desk.core.free_text.systems import SystemJudge
from gm_desk.core.stat_blocks.lines import lines_of
from gm_desk.core.stat_blocks.source import Block, SourceText, Span
from gm_desk.core.systems.definition import System

MOST_SEARCHED = 100_000
"""How many characters of a text are searched for blocks in free text."""


class FreeText(Struct, frozen=True):
    """A reader of free text, with the words by which blocks are found and judged."""

    judge: SystemJudge
    finder: BlockFinder
    scanner: LineScanner

    def parted(self, text: str) -> PartedText | None:
        """Return a text in two columns with the right one below the left one, None for any other."""
        return parted(text[:MOST_SEARCHED], self.scanner, self.finder) if len(text) <= MOST_SEARCHED else None

    def is_mixed(self, text: str) -> bool:
        """Return whether a text seems to be two columns, mixed line by line."""
        return is_mixed(text, self.scanner)

    def parted_spans(self, text: str) -> list[FreeSpan]:
        """List the spans of the blocks in a text in two columns; none for any other text."""
        columns = self.parted(text)
        return self.spans(columns.text) if columns is not None else []

    def spans(self, text: str, *, few: bool = False) -> list[FreeSpan]:
        """List the spans of the blocks in a cleaned text; with `few`, one value makes a block."""
        return self.finder.blocks(lines_of(text[:MOST_SEARCHED]), few=few)

    def read(
        self, source: SourceText, pasted: str, place: FreeSpan, span: Span, new_id: NewId, system: str = ""
    ) -> Block:
        """Read a block, of a system or of the one that it seems to be of."""
        text = source.text[place.start : place.end]
        name = system if system in self.judge.words else self.judge.system_of(text)
        return read_free(source, pasted, place, span, self.judge.words[name], new_id)


def free_text(systems: Sequence[System]) -> FreeText:
    """Return a reader of free text for some systems."""
    lexicon = BlockWords(systems)
    scanner = LineScanner(lexicon, plain_damage=any(one.base_damage for one in systems))
    return FreeText(SystemJudge(systems), BlockFinder(lexicon, scanner), scanner)
