"""The marks on a card (texts, tick boxes, rules), and strips and grids of them, which are not split."""

from collections.abc import Sequence

from msgspec import Struct, structs

from gm_desk.ui.printing.card_fonts import Style

ROUNDING = 0.01


class TextMark(Struct, frozen=True):
    """A text on one line, with its left end, its baseline and the width available.

    `right` aligns it to the right. `again` marks text that only the layout adds: "2 of 3".
    """

    text: str
    style: Style
    x: float
    y: float
    width: float
    right: bool = False
    again: bool = False


class Tick(Struct, frozen=True):
    """A box to tick, from its upper left corner."""

    x: float
    y: float
    side: float
    ticked: bool = False


class Rule(Struct, frozen=True):
    """A thin horizontal line."""

    x: float
    y: float
    width: float


Mark = TextMark | Tick | Rule


class Strip(Struct, frozen=True):
    """Marks that stay together, relative to the upper left of the strip.

    `above` is space that is dropped at the top of a card; with `keep`, the strip is never the last on a card.
    """

    height: float
    marks: tuple[Mark, ...]
    above: float = 0.0
    keep: bool = False

    def moved(self, x: float, y: float) -> list[Mark]:
        """Return the marks translated to a position."""
        return [structs.replace(mark, x=mark.x + x, y=mark.y + y) for mark in self.marks]


Cell = tuple[Strip, ...]


class Grid(Struct, frozen=True):
    """Cells in columns, filled one after another; `heading` stands above, and again where the grid continues."""

    heading: Strip
    cells: tuple[Cell, ...]
    columns: int
    width: float
    gap: float

    @property
    def height(self) -> float:
        """The height of the columns if there is room for all cells."""
        return lowest(self.cells, self.columns)


Part = Strip | Grid


def height_of(cell: Cell) -> float:
    """Return the height of a cell."""
    return sum(strip.height for strip in cell)


def lowest(cells: Sequence[Cell], columns: int) -> float:
    """Return the least height at which the columns take all cells."""
    heights = [height_of(cell) for cell in cells]
    height = max(*heights, sum(heights) / columns)
    while sum(map(len, in_columns(cells, columns, height))) < len(cells):
        height += min(heights) / 2
    return height


def in_columns(cells: Sequence[Cell], columns: int, height: float) -> list[list[Cell]]:
    """Return as many cells as fit, distributed to columns of a height."""
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
    """Return how many items to put in each row: equally many if that needs no more rows, otherwise as many as fit."""
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
