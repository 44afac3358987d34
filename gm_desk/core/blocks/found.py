"""What was read from a text: stat blocks, and the stretches of which nothing was understood."""

from msgspec import Struct, structs

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
