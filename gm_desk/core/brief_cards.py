"""A card said in less room, for small cards: skills run on, and what is a number stands in lines."""

from msgspec import structs

from gm_desk.core.cards import Block, Card, Figure, Figures, Run, Table, Words

DOT = " · "


def briefly(card: Card) -> Card:
    """Say a card in less room; only the aptitudes of skills and usual checks are said no more."""
    blocks, numbers = list[Block](), list[str]()
    for block in card.blocks:
        match block:
            case Table(columns=True):
                blocks.append(Run(block.heading, block.rows, essential=block.essential))
            case Table():
                blocks.append(structs.replace(block, heading=""))
            case Figures(essential=False):
                numbers.append(block.brief or DOT.join(_said(cell) for cell in block.cells if not cell.boxes))
                boxed = tuple(cell for cell in block.cells if cell.boxes)
                blocks += [structs.replace(block, cells=boxed)] if boxed else []
            case _:
                blocks.append(block)
    line = DOT.join(filter(None, numbers))
    at = next((place for place, block in enumerate(blocks) if isinstance(block, Table | Run)), len(blocks))
    return structs.replace(card, blocks=(*blocks[:at], *([Words("", line)] if line else []), *blocks[at:]))


def skills_first(card: Card) -> Card:
    """Put the skills before the attacks, for a character of so many attacks that both do not fit."""
    runs = [block for block in card.blocks if isinstance(block, Run)]
    others = [block for block in card.blocks if not isinstance(block, Run)]
    at = next((place for place, block in enumerate(others) if isinstance(block, Table)), len(others))
    return structs.replace(card, blocks=(*others[:at], *runs, *others[at:]))


def _said(cell: Figure) -> str:
    """Say a number in a line."""
    detail = f"\u00a0({cell.detail})" if cell.detail else ""
    return f"{cell.name}\u00a0{cell.value}{detail}"
