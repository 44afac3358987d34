"""What is put on a card: texts, boxes to tick, hairlines; and strips of them, which are never parted."""

from collections.abc import Sequence

from msgspec import Struct, structs

from gm_desk.ui.printing.lettering import Style

ROUNDING = 0.01


class Said(Struct, frozen=True):
    """Hold a text on one line, its left end, its base line, and the width it may take.

    `right` sets it at the right end of its room. `again` marks what the layout says beyond the card: "2 of 3".
    """

    text: str
    style: Style
    x: float
    y: float
    width: float
    right: bool = False
    again: bool = False


class Tick(Struct, frozen=True):
    """Hold a box to tick, from its upper left corner."""

    x: float
    y: float
    side: float
    ticked: bool = False


class Rule(Struct, frozen=True):
    """Hold a hairline."""

    x: float
    y: float
    width: float


Mark = Said | Tick | Rule


class Strip(Struct, frozen=True):
    """Hold marks that stay together, from the upper left of the strip.

    `above` is free room that falls away at the top of a card; one to `keep` does not end a card.
    """

    height: float
    marks: tuple[Mark, ...]
    above: float = 0.0
    keep: bool = False

    def moved(self, x: float, y: float) -> list[Mark]:
        """Give the marks where the strip lies."""
        return [structs.replace(mark, x=mark.x + x, y=mark.y + y) for mark in self.marks]


Cell = tuple[Strip, ...]


class Grid(Struct, frozen=True):
    """Hold cells that go down one column after another; `heading` stands above, and again where they go on."""

    heading: Strip
    cells: tuple[Cell, ...]
    columns: int
    width: float
    gap: float

    @property
    def height(self) -> float:
        """Give the height of the columns where there is room for all of them."""
        return lowest(self.cells, self.columns)


Part = Strip | Grid


def height_of(cell: Cell) -> float:
    """Give the height of a cell."""
    return sum(strip.height for strip in cell)


def lowest(cells: Sequence[Cell], columns: int) -> float:
    """Give the lowest height of columns that hold all cells."""
    heights = [height_of(cell) for cell in cells]
    height = max(*heights, sum(heights) / columns)
    while sum(map(len, in_columns(cells, columns, height))) < len(cells):
        height += min(heights) / 2
    return height


def in_columns(cells: Sequence[Cell], columns: int, height: float) -> list[list[Cell]]:
    """Fill columns of a height with cells, one after the other, as far as they go."""
    waiting = list(cells)[::-1]
    found = list[list[Cell]]()
    for _ in range(columns):
        column, used = list[Cell](), 0.0
        while waiting and used + height_of(waiting[-1]) <= height + ROUNDING:
            used += height_of(waiting[-1])
            column.append(waiting.pop())
        found.append(column)
    return found


def in_rows(widths: Sequence[float], gap: float, room: float) -> list[int]:
    """Tell how many to put in each row of a width: evenly if that needs no more rows, else as many as fit."""
    rows, used = list[int](), 0.0
    for width in widths:
        if rows and used + width <= room:
            rows[-1] += 1
        else:
            rows.append(1)
            used = 0.0
        used += width + gap
    for most in range(-(-len(widths) // max(1, len(rows))), max(rows, default=0)):
        even = [widths[first : first + most] for first in range(0, len(widths), most)]
        if len(even) == len(rows) and all(sum(row) + gap * (len(row) - 1) <= room for row in even):
            return list(map(len, even))
    return rows
