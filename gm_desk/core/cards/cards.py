"""A character as a card to be printed: what stands on it, block by block, for any system, without a word of layout."""

from typing import Literal

from msgspec import Struct, structs

Size = Literal["large", "small"]


class Figure(Struct, frozen=True):
    """Hold a number at a glance: what it is called, the number, and what stands below it.

    `boxes` are to be ticked off, and so many are `ticked` already. One that is `derived` stands in no stat block.
    """

    name: str
    value: str
    detail: str = ""
    boxes: int = 0
    ticked: int = 0
    derived: bool = False


class Figures(Struct, frozen=True):
    """Hold numbers that stand side by side; those that `essential` is true of come first where there is little room.

    `brief` says all of them in a line.
    """

    cells: tuple[Figure, ...]
    size: Size = "large"
    essential: bool = False
    brief: str = ""


class HarmLine(Struct, frozen=True):
    """Hold a line to write damage on, with boxes for the wounds; `now` is what was suffered before.

    `name` says what is written, `most` of how much ("of 35"), and `injury` what the boxes are ("Wounds, WT 7").
    """

    name: str
    now: str = ""
    most: str = ""
    injury: str = ""
    boxes: int = 0
    ticked: int = 0
    essential: bool = True


class CardRow(Struct, frozen=True):
    """Hold a line of a table: a name, a number at its end, and what may stand between and below."""

    name: str
    value: str = ""
    middle: str = ""
    detail: str = ""


class CardTable(Struct, frozen=True):
    """Hold rows below a heading; `columns` says that they are short and may stand side by side."""

    heading: str
    rows: tuple[CardRow, ...]
    columns: bool = False
    essential: bool = True


class Run(Struct, frozen=True):
    """Hold rows that follow each other in lines, behind a label; what stands in the middle is left out."""

    label: str
    rows: tuple[CardRow, ...]
    essential: bool = True


class Words(Struct, frozen=True):
    """Hold text behind a label; its paragraphs stay paragraphs."""

    label: str
    text: str
    essential: bool = False


Block = Figures | HarmLine | CardTable | Run | Words


class Card(Struct, frozen=True):
    """Hold all that is printed of a character: the title, the hash of a portrait, and the blocks in their order."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    portrait: str = ""

    @property
    def essentials_first(self) -> tuple[Block, ...]:
        """Give the blocks with those first that a GM needs at the table."""
        return tuple(sorted(self.blocks, key=lambda block: not block.essential))


DOT = " · "


def briefly(card: Card) -> Card:
    """Say a card in less room; only the aptitudes of skills and usual checks are said no more."""
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
    """Put the skills before the attacks, for a character of so many attacks that both do not fit."""
    runs = [block for block in card.blocks if isinstance(block, Run)]
    others = [block for block in card.blocks if not isinstance(block, Run)]
    at = next((place for place, block in enumerate(others) if isinstance(block, CardTable)), len(others))
    return structs.replace(card, blocks=(*others[:at], *runs, *others[at:]))


def _said(cell: Figure) -> str:
    """Say a number in a line."""
    detail = f"\u00a0({cell.detail})" if cell.detail else ""
    return f"{cell.name}\u00a0{cell.value}{detail}"
