"""The lines of a text with what was found in each, in which blocks of free text are searched for."""

from msgspec import Struct, structs

from gm_desk.core.free_text.items import Item
from gm_desk.core.notation.spans import TextSpan
from gm_desk.core.stat_blocks.ep1_tables import VALUES
from gm_desk.core.stat_blocks.lines import BlockLine


class SeenLine(Struct, frozen=True, gc=False):
    """A line and its parts: a name, the number of such characters, and items of a stat block."""

    line: BlockLine
    items: tuple[Item, ...] = ()
    name: TextSpan | None = None
    number: int = 1
    name_spans: tuple[TextSpan, ...] = ()

    @property
    def counted(self) -> list[str]:
        """Return the labels of its numbers and skills."""
        return [one.key.casefold() for one in self.items if one.counts or one.kind in {"several", "heading"}]

    @property
    def is_attack(self) -> bool:
        """Return whether it contains no more than an attack: a skill and damage."""
        return (
            self.strikes
            and all(one.kind in {"skill", "attack", "other"} for one in self.items)
            and len(self.counted) <= 1
        )

    @property
    def strikes(self) -> bool:
        """Return whether it contains an attack."""
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
