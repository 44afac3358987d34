"""The typesetting of a card's blocks as strips of marks."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec import structs

from gm_desk.core.cards.cards import Block, CardRow, CardTable, Figure, Figures, HarmLine, Run, Words
from gm_desk.ui.printing.marks import ROUNDING, CardFonts, Grid, Mark, Part, Rule, Strip, Style, TextMark, Tick, in_rows

Piece = tuple[str, Style, float]
"""A text, its style, and the space before it within a line."""


def run_in(run: Run, letters: CardFonts, width: float) -> list[Strip]:
    """Return rows one after another on as few lines as possible; only a row wider than a line is split."""
    lines, used = [list[Mark]()], 0.0
    for pieces in [[(run.label, Style.STRONG, 0.0)], *(_pieces(row, letters) for row in run.rows)]:
        taken = sum(before + letters.width(text, style) for text, style, before in pieces)
        if used and used + taken > width:
            lines.append([])
            used = 0.0
        for text, style, before in pieces:
            used = _put(lines, text, style, used + before if used else 0.0, letters, width)
        used += letters.em * (0.6 if pieces[0][1] is Style.STRONG else 1.0)
    return [Strip(letters.height(Style.SKILL) * 1.04, tuple(marks)) for marks in lines if marks]


def _pieces(row: CardRow, letters: CardFonts) -> list[Piece]:
    """Return the pieces of a row: its name, its number, and the rest in smaller type."""
    gap = letters.em * 0.4
    pieces = [(row.name, Style.SKILL, 0.0), (row.value, Style.RATING, gap), (row.detail, Style.PROSE, gap)]
    return [piece for piece in pieces if piece[0]]


def _put(lines: list[list[Mark]], text: str, style: Style, x: float, letters: CardFonts, width: float) -> float:
    """Add a text to the last line, or to new lines if it does not fit; return the position of its end."""
    for line, start in _broken(text, style, x, letters, width):
        if start < x or (not start and lines[-1]):
            lines.append([])
        taken = letters.width(line, style)
        lines[-1].append(TextMark(line, style, start, letters.ascent(Style.SKILL), min(taken + 1, width - start)))
        x = start + taken
    return x


def _broken(text: str, style: Style, x: float, letters: CardFonts, width: float) -> Iterator[tuple[str, float]]:
    """Yield the lines of a text, each with its start, broken if the rest of the line is too short."""
    if x + letters.width(text, style) + 1 <= width:
        yield text, x
        return
    for line in letters.lines(text, style, width):
        yield line, 0.0


AIR, INDENT = 0.55, 0.8
"""In ems: the space between blocks, and the indent of text below a row."""
CLOSE = 0.5
"""The space between lines to write on, as a share of the space between blocks."""
BELOW = 0.25
"""The space between two rows of figures, in ems."""
WIDEST_LABEL = 0.4
"""The widest label as a share of the width; a wider one has a line of its own."""
MOST_COLUMNS = 4
LEAST_CELL = 7.5
"""Minimum width of a skill's cell, in heights of its text."""
WORTH = 0.85
"""The share of the height that a further column, in which names may break, must reduce the table to."""
LONG_ROW = 8
"""A row with more lines than these may continue on another card."""
LEAST_LINE = 5.0
"""Minimum length of the line for damage, in ems."""
BOX, BETWEEN = 0.78, 0.28
"""The side of a tick box and the gap after it, in heights of a line of skills."""


class TextSetter:
    """A typesetter for text in a width."""

    def __init__(self, letters: CardFonts, width: float) -> None:
        """Use these fonts."""
        self.letters = letters
        self.width = width

    def text(self, text: str, style: Style, width: float, x: float = 0.0) -> list[Strip]:
        """Return a text in as many lines as it takes."""
        return [self.line(line, style, width, x) for line in self.letters.lines(text, style, width)]

    def words(self, label: str, text: str) -> list[Strip]:
        """Return text after its label, or below a wide label."""
        letters, width = self.letters, self.width
        taken = letters.width(label, Style.STRONG) + 0.6 * letters.em if label else 0.0
        paragraphs = text.split("\n")
        if taken > width * WIDEST_LABEL:
            above = [structs.replace(strip, keep=True) for strip in self.text(label, Style.STRONG, width)]
            return above + self._paragraphs(paragraphs)
        head, *rest = letters.lines(paragraphs[0], Style.PROSE, width, taken) or [""]
        first = self.line(head, Style.PROSE, width - taken, taken)
        if label:
            name = TextMark(label, Style.STRONG, 0, letters.ascent(Style.PROSE), taken)
            first = structs.replace(first, marks=(name, *first.marks))
        others = [self.line(line, Style.PROSE, width) for line in rest]
        return [*_no_line_alone([first, *others]), *self._paragraphs(paragraphs[1:])]

    def _paragraphs(self, paragraphs: Iterable[str]) -> list[Strip]:
        broken = (self.text(one, Style.PROSE, self.width) for one in paragraphs)
        return [strip for lines in broken for strip in _no_line_alone(lines)]

    def line(self, text: str, style: Style, width: float, x: float = 0.0) -> Strip:
        """Return a text in one line."""
        letters = self.letters
        return Strip(letters.height(style), (TextMark(text, style, x, letters.ascent(style), width),))


class TickBoxes:
    """The tick boxes of a card, as large as the letters beside them."""

    def __init__(self, letters: CardFonts) -> None:
        """Use these fonts."""
        self.side = letters.height(Style.SKILL) * BOX
        self.step = self.side * (1 + BETWEEN)

    def row(self, x: float, y: float, count: int, ticked: int) -> list[Mark]:
        """Return tick boxes side by side."""
        return [Tick(x + place * self.step, y, self.side, place < ticked) for place in range(count)]


class FigureSetter:
    """A typesetter for figures, side by side in even rows."""

    def __init__(self, text: TextSetter, *, close: bool) -> None:
        """Set figures in the width of a text, with boxes beside them if `close`."""
        self._text = text
        self._letters = text.letters
        self._boxes = TickBoxes(text.letters)
        self._close = close

    def rows(self, figures: Figures) -> list[Strip]:
        """Return figures side by side in even rows; one wider than a row becomes text."""
        style = Style.FIGURE if figures.size == "large" else Style.NUMBER
        strips, row = list[Strip](), list[Figure]()
        for cell in figures.cells:
            if self._cell_width(cell, style) <= self._text.width:
                row.append(cell)
                continue
            strips += self._even_rows(row, style)
            strips += self._text.words(cell.name, f"{cell.value} {cell.detail}".strip())
            row = []
        return [*strips, *self._even_rows(row, style)]

    def _even_rows(self, cells: Sequence[Figure], style: Style) -> list[Strip]:
        """Return figures in as few rows as possible, equally many in each if that fits."""
        gap = self._letters.em * 1.3
        widths = [self._cell_width(cell, style) for cell in cells]
        rows = in_rows(widths, gap, self._text.width)
        strips, first = list[Strip](), 0
        for count in rows:
            places = accumulate((width + gap for width in widths[first : first + count - 1]), initial=0.0)
            row = self._row(list(zip(cells[first : first + count], places, strict=True)), style)
            first += count
            parted = self._letters.em * BELOW if first < len(cells) else 0.0
            strips.append(structs.replace(row, height=row.height + parted))
        return strips

    def _cell_width(self, cell: Figure, style: Style) -> float:
        letters = self._letters
        boxes = cell.boxes * self._boxes.step
        label, below = (letters.width(text, Style.LABEL) for text in (cell.name, cell.detail))
        value = letters.width(cell.value, Style.SKILL if cell.derived else style)
        if self._close and cell.boxes:
            return max(label, below, value + letters.em * 0.4 + boxes) + 1
        return max(label, below, value, boxes) + 1

    def _row(self, row: Sequence[tuple[Figure, float]], style: Style) -> Strip:
        letters = self._letters
        label, value = letters.height(Style.LABEL), letters.height(style)
        marks, below = list[Mark](), 0.0
        for cell, x in row:
            width = self._cell_width(cell, style)
            marks.append(TextMark(cell.name, Style.LABEL, x, letters.ascent(Style.LABEL), width))
            own = Style.SKILL if cell.derived else style
            marks.append(TextMark(cell.value, own, x, label + letters.ascent(style), width))
            if cell.detail:
                marks.append(TextMark(cell.detail, Style.LABEL, x, label + value + letters.ascent(Style.LABEL), width))
                below = max(below, label)
            if cell.boxes and self._close:
                right, top = x + letters.width(cell.value, style) + letters.em * 0.4, (value - self._boxes.side) / 2
                marks += self._boxes.row(right, label + top, cell.boxes, cell.ticked)
            elif cell.boxes:
                marks += self._boxes.row(x, label + value, cell.boxes, cell.ticked)
                below = max(below, self._boxes.side * 1.15)
        return Strip(label + value + below, tuple(marks))


class HarmSetter:
    """A typesetter for the lines on which damage is written."""

    def __init__(self, text: TextSetter) -> None:
        """Set lines in the width of a text."""
        self._text = text
        self._letters = text.letters
        self._boxes = TickBoxes(text.letters)

    def rows(self, harm: HarmLine) -> list[Strip]:
        """Return a line to write on, with its boxes beside it or below."""
        em, step = self._letters.em, self._boxes.step
        wounds = self._letters.width(harm.injury, Style.PROSE) + em * 0.6 + harm.boxes * step if harm.injury else 0
        least = em * (LEAST_LINE + 1) + sum(
            self._letters.width(text, Style.STRONG) for text in (harm.name, harm.now, harm.most)
        )
        if wounds > self._text.width:
            return [self._damage_line(harm, self._text.width), *self._box_rows(harm)]
        if least + wounds > self._text.width:
            return [self._damage_line(harm, self._text.width), self._wounds(harm, 0)]
        line = self._damage_line(harm, self._text.width - wounds - em if wounds else min(self._text.width, em * 30))
        if not wounds:
            return [line]
        beside = self._wounds(harm, self._text.width - wounds)
        return [Strip(line.height, (*line.marks, *beside.marks))]

    def _box_rows(self, harm: HarmLine) -> list[Strip]:
        """Return boxes on several lines, below their description."""
        step = self._boxes.step
        fit = max(1, int(self._text.width // step))
        rows = [
            Strip(step, tuple(self._boxes.row(0, 0, min(fit, harm.boxes - first), harm.ticked - first)))
            for first in range(0, harm.boxes, fit)
        ]
        return [*self._text.text(harm.injury, Style.PROSE, self._text.width), *rows]

    def _damage_line(self, harm: HarmLine, width: float) -> Strip:
        """Return "Damage 12 ______ of 35" in a width."""
        letters, em = self._letters, self._letters.em
        height = max(letters.height(Style.SKILL), self._boxes.side) * 1.1
        base, x = letters.ascent(Style.SKILL), 0.0
        marks = list[Mark]()
        for text in (harm.name, harm.now):
            if text:
                taken = letters.width(text, Style.STRONG) + 1
                marks.append(TextMark(text, Style.STRONG, x, base, taken))
                x += taken + em * 0.5
        end = letters.width(harm.most, Style.PROSE) + 1 if harm.most else 0.0
        if harm.most:
            marks.append(TextMark(harm.most, Style.PROSE, width - end, base, end))
        marks.append(Rule(x, base + em * 0.15, max(1.0, width - end - x - em * 0.4)))
        return Strip(height, tuple(marks))

    def _wounds(self, harm: HarmLine, x: float) -> Strip:
        """Return "Wounds (WT 7)" followed by its boxes."""
        letters = self._letters
        height = max(letters.height(Style.SKILL), self._boxes.side) * 1.1
        base, taken = letters.ascent(Style.SKILL), letters.width(harm.injury, Style.PROSE) + 1
        top = base - self._boxes.side * 0.84
        boxes = self._boxes.row(x + taken + letters.em * 0.5, top, harm.boxes, harm.ticked)
        return Strip(height, (TextMark(harm.injury, Style.PROSE, x, base, taken), *boxes))


class TableSetter:
    """A typesetter for rows with a number on the right, in one column or several."""

    def __init__(self, text: TextSetter) -> None:
        """Set rows in the width of a text."""
        self._text = text
        self._letters = text.letters

    def grid(self, heading: Strip, rows: Sequence[CardRow]) -> Grid:
        """Return short rows in columns; more columns, with broken names, if that makes the table much lower."""
        natural, gap = max(map(self._natural_width, rows)), self._letters.em * 1.8
        least = self._letters.height(Style.SKILL) * LEAST_CELL
        most = min(MOST_COLUMNS, len(rows), max(1, int((self._text.width + gap) // (least + gap))))
        whole = min(most, max(1, int((self._text.width + gap) // (natural + gap))))
        best = self._columns(heading, rows, whole)
        for columns in range(whole + 1, most + 1):
            if self._breaks_words(rows, columns):
                break
            tried = self._columns(heading, rows, columns)
            if tried.height < best.height * WORTH:
                best = tried
        return best

    def _breaks_words(self, rows: Sequence[CardRow], columns: int) -> bool:
        """Return whether a word of a name is too wide for its cell with that many columns."""
        letters, em = self._letters, self._letters.em
        width = (self._text.width - em * 1.8 * (columns - 1)) / columns
        return any(
            letters.width(word, Style.SKILL) > width - self._value_width(row) - em * 0.5 - ROUNDING
            for row in rows
            for word in row.name.split()
        )

    def _columns(self, heading: Strip, rows: Sequence[CardRow], columns: int) -> Grid:
        gap = self._letters.em * 1.8
        width = (self._text.width - gap * (columns - 1)) / columns
        return Grid(heading, tuple(tuple(self.row(row, width, ruled=True)) for row in rows), columns, width, gap)

    def _natural_width(self, row: CardRow) -> float:
        name = self._letters.width(row.name, Style.SKILL)
        return name + self._value_width(row) + self._letters.width(row.middle, Style.LABEL) + 1.6 * self._letters.em

    def _value_width(self, row: CardRow) -> float:
        letters = self._letters
        return max(letters.width(row.value, Style.RATING), letters.width("100", Style.RATING)) + 1

    def row(self, row: CardRow, width: float, *, ruled: bool = False) -> list[Strip]:
        """Return a row: its name, the number on the right, and further text beside it or below."""
        letters, em = self._letters, self._letters.em
        between = Style.LABEL if ruled else Style.STRONG
        value = self._value_width(row)
        middle = letters.width(row.middle, between) + 1 if row.middle else 0.0
        longest = max((letters.width(word, Style.SKILL) for word in row.name.split()), default=0.0) + ROUNDING
        roomy = value + middle + em < min(width * 0.6, width - longest)
        room = width - value - em * 0.5 - (middle + em * 0.5 if roomy else 0.0)
        first, *others = self._text.text(row.name, Style.SKILL, room)
        base, marks = letters.ascent(Style.SKILL), list[Mark]()
        if row.middle and roomy:
            x = width - value - em * 0.5 - middle
            marks.append(TextMark(row.middle, between, x, base, middle, right=True))
        if row.value:
            marks.append(TextMark(row.value, Style.RATING, width - value, base, value, right=True))
        below = [row.middle] if row.middle and not roomy else []
        if row.detail and not below and not others and (beside := self._detail_mark(row, room)):
            marks.append(beside)
        elif row.detail:
            below.append(row.detail)
        strips = [structs.replace(first, marks=(*first.marks, *marks)), *others]
        for text in below:
            strips += self._text.text(text, Style.PROSE, width - em * INDENT, em * INDENT)
        return self._kept_together(strips, width if ruled else 0.0)

    def _detail_mark(self, row: CardRow, room: float) -> TextMark | None:
        """Return the detail of a row placed after its name, or None if it does not fit."""
        letters = self._letters
        x = letters.width(row.name, Style.SKILL) + letters.em * 0.7
        width = letters.width(row.detail, Style.PROSE) + 1
        return TextMark(row.detail, Style.PROSE, x, letters.ascent(Style.SKILL), width) if x + width <= room else None

    def _kept_together(self, strips: Sequence[Strip], ruled: float) -> list[Strip]:
        """Return the strips of a row kept together, long ones at both ends, with a rule below the last if `ruled`."""
        *before, last = strips
        if ruled:
            height = last.height + self._letters.em * 0.16
            last = structs.replace(last, height=height, marks=(*last.marks, Rule(0, height, ruled)))
        if len(before) < LONG_ROW:
            return [*(structs.replace(strip, keep=True) for strip in before), last]
        return _no_line_alone([*before, last])


class Typesetter:
    """A typesetter for blocks in a width."""

    def __init__(self, letters: CardFonts, width: float, *, close: bool = False) -> None:
        """Use these fonts, with less space if `close`."""
        self._text = TextSetter(letters, width)
        self._figures = FigureSetter(self._text, close=close)
        self._harm = HarmSetter(self._text)
        self._tables = TableSetter(self._text)
        self._space = letters.em * AIR * (CLOSE if close else 1.0)

    def block(self, block: Block) -> list[Part]:
        """Return a block as parts, with space above."""
        match block:
            case Words():
                return self._spaced(self._text.words(block.label, block.text))
            case Figures():
                return self._spaced(self._figures.rows(block))
            case HarmLine():
                return self._spaced(self._harm.rows(block), CLOSE)
            case Run():
                return self._spaced(run_in(block, self._text.letters, self._text.width))
            case CardTable(columns=True):
                return [self._tables.grid(self._heading(block.heading), block.rows)]
            case CardTable():
                rows = [strip for row in block.rows for strip in self._tables.row(row, self._text.width)]
                return [self._heading(block.heading), *rows] if block.heading else self._spaced(rows)

    def _spaced(self, strips: Sequence[Strip], of: float = 1.0) -> list[Part]:
        return [structs.replace(strip, above=0.0 if place else self._space * of) for place, strip in enumerate(strips)]

    def _heading(self, text: str) -> Strip:
        """Return a heading with a rule below; it is kept with the strip that follows."""
        strip = self._text.line(text, Style.STRONG, self._text.width)
        height = strip.height + 0.15 * self._text.letters.em
        rule = Rule(0, height - 0.1 * self._text.letters.em, self._text.width)
        return Strip(height, (*strip.marks, rule), self._space, keep=True)


def _no_line_alone(strips: Sequence[Strip]) -> list[Strip]:
    """Return the lines of a paragraph, with the first and the last kept together with their neighbours."""
    ends = {0, len(strips) - 2} if len(strips) > 1 else set[int]()
    return [structs.replace(strip, keep=strip.keep or place in ends) for place, strip in enumerate(strips)]
