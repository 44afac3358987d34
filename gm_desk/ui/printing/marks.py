"""The marks on a card (texts, tick boxes, rules), their fonts, and strips and grids of them, which are not split."""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct, structs
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from gm_desk.ui.printing.page_view import POINT

TABULAR = QFont.Tag("tnum")
ROUNDING = 1.0
"""The tolerance when a line breaks, in tenths of a point."""


class Style(StrEnum):
    """The use of a text."""

    TITLE = "title"
    FIGURE = "figure"
    NUMBER = "number"
    LABEL = "label"
    PROSE = "prose"
    STRONG = "strong"
    SKILL = "skill"
    RATING = "rating"


SIZES: dict[int, dict[Style, float]] = {
    1: {Style.TITLE: 21, Style.FIGURE: 19, Style.SKILL: 13.5, Style.PROSE: 10.5},
    2: {Style.TITLE: 17, Style.FIGURE: 16, Style.SKILL: 12, Style.PROSE: 9},
    4: {Style.TITLE: 14, Style.FIGURE: 14, Style.SKILL: 11, Style.PROSE: 8.5},
    8: {Style.TITLE: 11, Style.FIGURE: 11.5, Style.SKILL: 9.5, Style.PROSE: 7},
}
"""Sizes in points, by the number of cards on a page; skills must be readable at arm's length."""
BOLD = {Style.TITLE, Style.FIGURE, Style.NUMBER, Style.STRONG, Style.RATING}
TALL = {Style.PROSE: 1.06, Style.STRONG: 1.06}
SMALL = 0.84


class CardFonts:
    """The fonts for cards of one size, and the measures of text in them."""

    def __init__(self, per_page: int, scale: float = 1.0) -> None:
        """Create the fonts, at a scale."""
        sizes = SIZES[per_page]
        own = {
            **sizes,
            Style.NUMBER: sizes[Style.SKILL],
            Style.LABEL: sizes[Style.PROSE] * SMALL,
            Style.STRONG: sizes[Style.PROSE],
            Style.RATING: sizes[Style.SKILL],
        }
        self.fonts = {style: _font(size * scale, bold=style in BOLD) for style, size in own.items()}
        self._metrics = {style: QFontMetricsF(font) for style, font in self.fonts.items()}
        self.em = sizes[Style.PROSE] * scale * POINT

    def width(self, text: str, style: Style) -> float:
        """Return the width of a text on one line."""
        return self._metrics[style].horizontalAdvance(text)

    def height(self, style: Style) -> float:
        """Return the height of a line."""
        metrics = self._metrics[style]
        return (metrics.ascent() + metrics.descent()) * TALL.get(style, 1.0)

    def ascent(self, style: Style) -> float:
        """Return the distance from the top of a line to its baseline."""
        return self._metrics[style].ascent()

    def elided(self, text: str, style: Style, width: float) -> str:
        """Return a text elided to a width."""
        from PySide6.QtCore import Qt

        return self._metrics[style].elidedText(text, Qt.TextElideMode.ElideRight, width)

    def lines(self, text: str, style: Style, width: float, first: float = 0.0) -> list[str]:
        """Return a paragraph broken into lines, between words where possible; the first is shorter by `first`."""
        if not first and self.width(text, style) <= width:
            return [text]
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = QTextLayout(text, self.fonts[style])
        layout.setTextOption(option)
        layout.beginLayout()
        found, room = list[str](), width - first
        letters = text.encode("utf-16-le", "surrogatepass")  # Qt counts UTF-16 code units
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1.0, room - ROUNDING))
            start, length = 2 * line.textStart(), 2 * line.textLength()
            found.append(letters[start : start + length].decode("utf-16-le", "replace").strip())
            room = width
        layout.endLayout()
        return found


@lru_cache(maxsize=32)
def card_fonts(per_page: int, scale: float = 1.0) -> CardFonts:
    """Return the fonts for cards of a size; they are cached."""
    return CardFonts(per_page, scale)


def _font(points: float, *, bold: bool) -> QFont:
    font = QFont()
    font.setPixelSize(round(points * POINT))
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(TABULAR, 1)
    return font


CLOSE = 0.01


class TextMark(Struct, frozen=True):
    """A text on one line, with its left end, its baseline and the available width.

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
    """Cells in columns, filled one after another; `heading` is above them, and repeated where the grid continues."""

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
        while waiting and used + height_of(waiting[-1]) <= height + CLOSE:
            used += height_of(waiting[-1])
            column.append(waiting.pop())
        found.append(column)
    return found


def in_rows(widths: Sequence[float], gap: float, room: float) -> list[int]:
    """Return the number of items in each row: equal numbers if that needs no more rows, otherwise as many as fit."""
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
