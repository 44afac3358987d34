"""The content of a printed card in blocks, for any system and without layout."""

from typing import Literal

from msgspec import Struct, structs

Size = Literal["large", "small"]


class Figure(Struct, frozen=True):
    """A number: its name, its value, and a note below it.

    `boxes` are to be ticked, and `ticked` of them already are. A `derived` number is not in the stat block.
    """

    name: str
    value: str
    detail: str = ""
    boxes: int = 0
    ticked: int = 0
    derived: bool = False


class Figures(Struct, frozen=True):
    """Numbers side by side; `essential` ones come first if there is little room.

    `brief` is all of them in one line.
    """

    cells: tuple[Figure, ...]
    size: Size = "large"
    essential: bool = False
    brief: str = ""


class HarmLine(Struct, frozen=True):
    """A line for damage, with boxes for the wounds; `now` is the damage so far.

    `name` is its label, `most` its length ("of 35"), and `injury` the label of the boxes ("Wounds, WT 7").
    """

    name: str
    now: str = ""
    most: str = ""
    injury: str = ""
    boxes: int = 0
    ticked: int = 0
    essential: bool = True


class CardRow(Struct, frozen=True):
    """A row of a table: a name, a number, and optional text between and below."""

    name: str
    value: str = ""
    middle: str = ""
    detail: str = ""


class CardTable(Struct, frozen=True):
    """Rows below a heading; with `columns` they are short and may be set side by side."""

    heading: str
    rows: tuple[CardRow, ...]
    columns: bool = False
    essential: bool = True


class Run(Struct, frozen=True):
    """Rows set one after another after a label, without their middle text."""

    label: str
    rows: tuple[CardRow, ...]
    essential: bool = True


class Words(Struct, frozen=True):
    """Text after a label, with its paragraphs."""

    label: str
    text: str
    essential: bool = False


Block = Figures | HarmLine | CardTable | Run | Words


class Card(Struct, frozen=True):
    """Everything printed about a character: title, hash of the portrait, and the blocks in order."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    portrait: str = ""

    @property
    def essentials_first(self) -> tuple[Block, ...]:
        """The blocks, with those first that a GM needs at the table."""
        return tuple(sorted(self.blocks, key=lambda block: not block.essential))


DOT = " · "


def briefly(card: Card) -> Card:
    """Return a shorter card, without the aptitudes of skills and the usual checks."""
    blocks, numbers = list[Block](), list[str]()
    for block in card.blocks:
        match block:
            case CardTable(columns=True):
                blocks.append(Run(block.heading, block.rows, essential=block.essential))
            case CardTable():
                blocks.append(structs.replace(block, heading=""))
            case Figures(essential=False):
                numbers.append(block.brief or DOT.join(_said(cell) for cell in block.cells if not cell.boxes))
                boxed = tuple(cell for cell in block.cells if cell.boxes)
                blocks += [structs.replace(block, cells=boxed)] if boxed else []
            case _:
                blocks.append(block)
    line = DOT.join(filter(None, numbers))
    at = next((place for place, block in enumerate(blocks) if isinstance(block, CardTable | Run)), len(blocks))
    return structs.replace(card, blocks=(*blocks[:at], *([Words("", line)] if line else []), *blocks[at:]))


def skills_first(card: Card) -> Card:
    """Return the card with the skills before the attacks, for a character with too many attacks for both to fit."""
    runs = [block for block in card.blocks if isinstance(block, Run)]
    others = [block for block in card.blocks if not isinstance(block, Run)]
    at = next((place for place, block in enumerate(others) if isinstance(block, CardTable)), len(others))
    return structs.replace(card, blocks=(*others[:at], *runs, *others[at:]))


def _said(cell: Figure) -> str:
    """Return a number as one line."""
    detail = f"\u00a0({cell.detail})" if cell.detail else ""
    return f"{cell.name}\u00a0{cell.value}{detail}"
