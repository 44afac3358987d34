"""What was read from a text: stat blocks, and the stretches of which nothing was understood."""

from msgspec import Struct

from gm_desk.core.roster import Character


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
