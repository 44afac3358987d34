"""The layout of strips on cards; content that does not fit continues on another card, and nothing is left out."""

from collections.abc import Sequence

from msgspec import Struct, structs
from PySide6.QtCore import QRectF, QSizeF

from gm_desk.core.cards.cards import Block, Card, Words, briefly, skills_first
from gm_desk.ui.printing.marks import (
    CardFonts,
    Cell,
    Grid,
    Mark,
    Part,
    Strip,
    Style,
    TextMark,
    card_fonts,
    in_columns,
    lowest,
)
from gm_desk.ui.printing.typesetting import TextSetter, Typesetter

LARGE = ((0.94, False), (0.88, False))
COMPACT = (*LARGE, (1.0, True), (0.94, True), (0.88, True))
WAYS: dict[int, tuple[tuple[float, bool], ...]] = {
    1: (*COMPACT, (0.82, True)),
    2: (*COMPACT, (0.82, True)),
    4: (*COMPACT, (0.82, True)),
    8: ((0.94, False), (1.0, True), (0.94, True), (0.9, True), (0.86, True)),
}
"""The scales of the text to try, and whether to use the brief wording, by the number of cards on a page."""
SMALL_CARDS = (8,)
"""The numbers of cards on a page for which essential content comes first."""
FEW_LINES = 5
"""A last face with no more lines than these gets some of the one before."""
SHARES = (0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5)
"""The shares of the height that are tried for that."""
PICTURE = 2.1
"""The side of a portrait, in heights of the title."""


class CardFace(Struct):
    """One printed card: its marks, relative to the inner corner, its number among the parts, and a portrait.

    `used` is the height in use, `scale` the scale of the text. `brief` is whether the brief wording is used, `needed`
    whether the card has essential content.
    """

    marks: list[Mark]
    used: float = 0.0
    portrait: str = ""
    picture: QRectF = QRectF()
    part: int = 1
    parts: int = 1
    scale: float = 1.0
    brief: bool = False
    needed: bool = False


def faces_of(card: Card, per_page: int, room: QSizeF, *, pictured: bool = False) -> list[CardFace]:
    """Return the faces that a card needs at a size; smaller text or brief wording is used if that saves a face.

    Small cards with several faces have as much essential content as possible on the first one.
    """
    best = _laid_out(card, per_page, room, card_fonts(per_page), pictured=pictured)
    brief = briefly(card)
    for scale, close in WAYS[per_page] if len(best) > 1 else ():
        card_text = brief if close else card
        found = _laid_out(card_text, per_page, room, card_fonts(per_page, scale), pictured=pictured, close=close)
        if _rank(found, per_page) < _rank(best, per_page):
            best = _with_settings(found, scale, brief=close)
    if per_page not in SMALL_CARDS and len(best) > 1 and lines_on(best[-1]) <= FEW_LINES:
        return _evened(card, per_page, room, best, pictured=pictured)
    if _rank(best, per_page)[0] == 1:
        return best
    scale, card_text = WAYS[per_page][-1][0], skills_first(brief)
    found = _laid_out(card_text, per_page, room, card_fonts(per_page, scale), pictured=pictured, close=True)
    return _with_settings(found, scale, brief=True)


def lines_on(face: CardFace) -> int:
    """Return the number of lines on a face below its head."""
    return len({round(mark.y) for mark in face.marks if isinstance(mark, TextMark) and not mark.again})


def _evened(card: Card, per_page: int, room: QSizeF, best: list[CardFace], *, pictured: bool) -> list[CardFace]:
    """Return the same number of faces with more lines on the last one, if that had only a few."""
    scale, brief = best[0].scale, best[0].brief
    letters, card_text = card_fonts(per_page, scale), briefly(card) if brief else card
    for share in SHARES:
        shorter = QSizeF(room.width(), room.height() * share)
        found = _laid_out(card_text, per_page, shorter, letters, pictured=pictured, close=brief)
        if len(found) > len(best):
            break
        if lines_on(found[-1]) > FEW_LINES:
            return _with_settings(found, scale, brief=brief)
    return best


def _with_settings(faces: list[CardFace], scale: float, *, brief: bool) -> list[CardFace]:
    """Set scale and wording of faces, and return them."""
    for face in faces:
        face.scale, face.brief = scale, brief
    return faces


def _rank(faces: Sequence[CardFace], per_page: int) -> tuple[int, int]:
    """Return the rank of a layout, lower is better: the number of faces with essential content, and of all faces."""
    needed = max((number for number, face in enumerate(faces, 1) if face.needed), default=1)
    return (needed if per_page in SMALL_CARDS else 1, len(faces))


def _laid_out(
    card: Card, per_page: int, room: QSizeF, letters: CardFonts, *, pictured: bool, close: bool = False
) -> list[CardFace]:
    filler = CardBuilder(letters, room)
    small = per_page in SMALL_CARDS
    about = next((one for one in card.blocks[:1] if isinstance(one, Words) and not one.label), None)
    description_placed = filler.begin(card, about.text if about else "", pictured=pictured, brief=small)
    blocks = [
        block
        for block in (card.essentials_first if small else card.blocks)
        if block is not about or not description_placed
    ]
    if about is not None and not description_placed:  # on a small card it comes last
        blocks = [*(block for block in blocks if block is not about), about]
    setter = Typesetter(letters, room.width(), close=close)
    for block in blocks:
        filler.fill(setter.block(block))
        filler.need(block)
    return _numbered(card, filler.faces, letters, room.width())


class CardBuilder:
    """A builder that places strips below each other, face after face."""

    def __init__(self, letters: CardFonts, room: QSizeF) -> None:
        """Start with an empty face of a size."""
        self._letters = letters
        self._room = room
        self._head = letters.height(Style.STRONG) + letters.em * 0.4
        self.faces = [CardFace([])]
        self._top = 0.0

    @property
    def _face(self) -> CardFace:
        return self.faces[-1]

    @property
    def _left(self) -> float:
        return self._room.height() - self._face.used

    def begin(self, card: Card, about: str, *, pictured: bool, brief: bool) -> bool:
        """Place title, portrait and description on the first face; return whether the description was placed.

        A `brief` head has the description after the title if it fits, or not at all.
        """
        letters, width = self._letters, self._room.width()
        side = letters.height(Style.TITLE) * (PICTURE - brief) if pictured else 0.0
        inner = width - side - letters.em if pictured else width
        setter = TextSetter(letters, inner)
        tail = letters.width("00 of 00", Style.LABEL) + letters.em
        title = setter.text(card.title, Style.TITLE, inner - tail)
        beside = self._description_mark(card.title, about, inner - tail)
        description_placed = bool(about) and (not brief or beside is not None)
        if brief and beside is not None:
            title = [structs.replace(title[0], marks=(*title[0].marks, beside))]
        self._strips(title)
        if description_placed and not brief:
            self._strips(setter.words("", about))
        if pictured and len(self.faces) == 1:
            self._face.portrait = card.portrait
            self._face.picture = QRectF(width - side, 0, side, side)
            self._face.used = max(self._face.used, side)
        return description_placed

    def _description_mark(self, title: str, about: str, room: float) -> TextMark | None:
        """Return the description placed after the title, or None if it does not fit."""
        letters = self._letters
        x = letters.width(title, Style.TITLE) + letters.em
        width = letters.width(about, Style.PROSE) + 1
        fits = about and x + width <= room
        return TextMark(about, Style.PROSE, x, letters.ascent(Style.TITLE), width) if fits else None

    def fill(self, parts: Sequence[Part]) -> None:
        """Place parts in order; strips to keep are placed with the next ones."""
        strips = list[Strip]()
        for part in parts:
            if isinstance(part, Strip):
                strips.append(part)
                continue
            self._strips(strips)
            strips = []
            self._grid(part)
        self._strips(strips)

    def need(self, block: Block) -> None:
        """Mark the face as needed if the block is essential."""
        self._face.needed = self._face.needed or block.essential

    def _strips(self, strips: Sequence[Strip]) -> None:
        for place, strip in enumerate(strips):
            if self._wanted(strips, place) > self._left and not self._fresh:
                self._next()
            self._put(strip)

    def _wanted(self, strips: Sequence[Strip], place: int) -> float:
        """Return the height of a strip and of those kept with it, as far as they fit on a card."""
        wanted, room = strips[place].above + strips[place].height, self._room.height() - self._head
        while strips[place].keep and place + 1 < len(strips):
            place += 1
            more = strips[place].above + strips[place].height
            if wanted + more > room:
                break
            wanted += more
        return wanted

    def _put(self, strip: Strip) -> None:
        """Place a strip below the content."""
        above = 0.0 if self._fresh else strip.above
        self._face.marks += strip.moved(0, self._face.used + above)
        self._face.used += above + strip.height

    @property
    def _fresh(self) -> bool:
        """Whether the face is empty except for its head."""
        return self._face.used <= self._top

    def _next(self) -> None:
        """Start another face, below its head."""
        self._top = self._head
        self.faces.append(CardFace([], used=self._top))

    def _grid(self, grid: Grid) -> None:
        """Place cells in columns of equal height, as low as possible, and continue with the rest on a further face."""
        cells, heading = list(grid.cells), grid.heading
        while cells:
            above = 0.0 if self._fresh else heading.above
            room = self._left - above - heading.height
            taken = in_columns(cells, grid.columns, min(room, lowest(cells, grid.columns)))
            count = sum(map(len, taken))
            if not count and not self._fresh:
                self._next()
                continue
            self._put(heading)
            if not count:  # split a cell that is higher than a card
                self._strips(cells.pop(0))
            self._put_columns(taken, grid)
            cells = cells[count:]
            heading = _continued(grid.heading)

    def _put_columns(self, columns: Sequence[Sequence[Cell]], grid: Grid) -> None:
        start, lowest = self._face.used, self._face.used
        for place, column in enumerate(columns):
            y = start
            for strip in (strip for cell in column for strip in cell):
                self._face.marks += strip.moved(place * (grid.width + grid.gap), y)
                y += strip.height
            lowest = max(lowest, y)
        self._face.used = lowest


def _continued(heading: Strip) -> Strip:
    """Return the heading of a table that continues."""
    marks = [structs.replace(mark, again=True) if isinstance(mark, TextMark) else mark for mark in heading.marks]
    return structs.replace(heading, marks=tuple(marks))


def _numbered(card: Card, faces: list[CardFace], letters: CardFonts, width: float) -> list[CardFace]:
    """Return the faces with "2 of 3" added to each if there are several."""
    if len(faces) == 1:
        return faces
    for number, face in enumerate(faces, 1):
        face.part, face.parts = number, len(faces)
        tail = f"{number} of {len(faces)}"
        if number == 1:
            x = width - (face.picture.width() + letters.em if face.portrait else 0.0)
            room = letters.width(tail, Style.LABEL) + 1
            base = letters.ascent(Style.TITLE)
            face.marks.append(TextMark(tail, Style.LABEL, x - room, base, room, right=True, again=True))
            continue
        end = f", {tail}"
        name = letters.elided(card.title, Style.STRONG, width - letters.width(end, Style.STRONG) - 1)
        text = f"{name}{end}"
        face.marks.append(TextMark(text, Style.STRONG, 0, letters.ascent(Style.STRONG), width, again=True))
    return faces
