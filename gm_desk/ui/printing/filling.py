"""Cards filled with strips: what does not fit a card goes on to the next one, and nothing is left out."""

from collections.abc import Sequence

from msgspec import Struct, structs
from PySide6.QtCore import QRectF, QSizeF

from gm_desk.core.cards.cards import Block, Card, Words, briefly, skills_first
from gm_desk.ui.printing.lettering import Lettering, Style, lettering
from gm_desk.ui.printing.marks import Cell, Grid, Mark, Part, Said, Strip, in_columns, lowest
from gm_desk.ui.printing.setting import Setter

LARGE = ((0.94, False), (0.88, False))
WAYS: dict[int, tuple[tuple[float, bool], ...]] = {
    1: LARGE,
    2: LARGE,
    4: (*LARGE, (1.0, True), (0.94, True), (0.88, True)),
    8: ((0.94, False), (1.0, True), (0.94, True), (0.9, True), (0.86, True)),
}
"""How much smaller letters may be and whether all is said briefly, by the number of cards on a page."""
SMALL_CARDS = (8,)
"""So many on a page are so small that what is needed at the table comes first."""
PICTURE = 2.1
"""The side of a portrait, in heights of the title."""


class CardFace(Struct):
    """Hold what is printed on one card: the marks from its inner corner, which part of how many, and a portrait.

    `used` is the height that is taken, `scale` that of the letters. `brief` says that the card is said briefly, and
    `needed` that something stands here that is needed at the table.
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
    """Lay a card out on as many faces of a size as it needs: smaller and briefer where that saves one.

    Of small cards that need several the first one holds as much as it can of what is needed at the table.
    """
    best = _laid_out(card, per_page, room, lettering(per_page), pictured=pictured)
    brief = briefly(card)
    for scale, close in WAYS[per_page] if len(best) > 1 else ():
        said = brief if close else card
        found = _laid_out(said, per_page, room, lettering(per_page, scale), pictured=pictured, close=close)
        if _rank(found, per_page) < _rank(best, per_page):
            best = _marked(found, scale, brief=close)
    if _rank(best, per_page)[0] == 1:
        return best
    scale, said = WAYS[per_page][-1][0], skills_first(brief)
    found = _laid_out(said, per_page, room, lettering(per_page, scale), pictured=pictured, close=True)
    return _marked(found, scale, brief=True)


def _marked(faces: list[CardFace], scale: float, *, brief: bool) -> list[CardFace]:
    """Say on each face how it was laid out."""
    for face in faces:
        face.scale, face.brief = scale, brief
    return faces


def _rank(faces: Sequence[CardFace], per_page: int) -> tuple[int, int]:
    """Tell how good a layout is, the lower the better: on how many cards what is needed stands, and on how many all."""
    needed = max((number for number, face in enumerate(faces, 1) if face.needed), default=1)
    return (needed if per_page in SMALL_CARDS else 1, len(faces))


def _laid_out(
    card: Card, per_page: int, room: QSizeF, letters: Lettering, *, pictured: bool, close: bool = False
) -> list[CardFace]:
    filler = Filler(letters, room)
    small = per_page in SMALL_CARDS
    about = next((one for one in card.blocks[:1] if isinstance(one, Words) and not one.label), None)
    told = filler.begin(card, about.text if about else "", pictured=pictured, brief=small)
    blocks = [block for block in (card.essentials_first if small else card.blocks) if block is not about or not told]
    if about is not None and not told:  # a small card has better things to say first
        blocks = [*(block for block in blocks if block is not about), about]
    setter = Setter(letters, room.width(), close=close)
    for block in blocks:
        filler.fill(setter.block(block))
        filler.need(block)
    return _numbered(card, filler.faces, letters, room.width())


class Filler:
    """Put strips below each other, card after card."""

    def __init__(self, letters: Lettering, room: QSizeF) -> None:
        """Begin with an empty card of a size."""
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
        """Put the title on the first card, with a portrait beside it, and who this is; tells whether that is told.

        A `brief` head tells it behind the title, or not at all.
        """
        letters, width = self._letters, self._room.width()
        side = letters.height(Style.TITLE) * (PICTURE - brief) if pictured else 0.0
        inner = width - side - letters.em if pictured else width
        setter = Setter(letters, inner)
        tail = letters.width("00 of 00", Style.LABEL) + letters.em
        title = setter.text(card.title, Style.TITLE, inner - tail)
        beside = self._beside(card.title, about, inner - tail)
        told = bool(about) and (not brief or beside is not None)
        if brief and beside is not None:
            title = [structs.replace(title[0], marks=(*title[0].marks, beside))]
        self._strips(title)
        if told and not brief:
            self._strips(setter.words("", about))
        if pictured and len(self.faces) == 1:
            self._face.portrait = card.portrait
            self._face.picture = QRectF(width - side, 0, side, side)
            self._face.used = max(self._face.used, side)
        return told

    def _beside(self, title: str, about: str, room: float) -> Said | None:
        """Set who somebody is behind the title, if there is room."""
        letters = self._letters
        x = letters.width(title, Style.TITLE) + letters.em
        width = letters.width(about, Style.PROSE) + 1
        fits = about and x + width <= room
        return Said(about, Style.PROSE, x, letters.ascent(Style.TITLE), width) if fits else None

    def fill(self, parts: Sequence[Part]) -> None:
        """Put parts in their order; what is to be kept with the next one goes on with it."""
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
        """Say whether what was just put is needed at the table."""
        self._face.needed = self._face.needed or block.essential

    def _strips(self, strips: Sequence[Strip]) -> None:
        for place, strip in enumerate(strips):
            wanted = strip.above + strip.height
            if strip.keep and place + 1 < len(strips):
                wanted += strips[place + 1].above + strips[place + 1].height
            if wanted > self._left and not self._fresh:
                self._next()
            self._put(strip)

    def _put(self, strip: Strip) -> None:
        """Put a strip below what is there."""
        above = 0.0 if self._fresh else strip.above
        self._face.marks += strip.moved(0, self._face.used + above)
        self._face.used += above + strip.height

    @property
    def _fresh(self) -> bool:
        """Tell whether nothing is on the card yet but its head."""
        return self._face.used <= self._top

    def _next(self) -> None:
        """Go on with another card, below its head."""
        self._top = self._head
        self.faces.append(CardFace([], used=self._top))

    def _grid(self, grid: Grid) -> None:
        """Put cells into columns of one height, as low as they can be, and go on with the rest."""
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
            if not count:  # a cell higher than a card is parted between its lines
                self._strips(cells.pop(0))
            self._put_columns(taken, grid)
            cells = cells[count:]
            heading = _again(grid.heading)

    def _put_columns(self, columns: Sequence[Sequence[Cell]], grid: Grid) -> None:
        start, lowest = self._face.used, self._face.used
        for place, column in enumerate(columns):
            y = start
            for strip in (strip for cell in column for strip in cell):
                self._face.marks += strip.moved(place * (grid.width + grid.gap), y)
                y += strip.height
            lowest = max(lowest, y)
        self._face.used = lowest


def _again(heading: Strip) -> Strip:
    """Say that a table goes on."""
    marks = [structs.replace(mark, again=True) if isinstance(mark, Said) else mark for mark in heading.marks]
    return structs.replace(heading, marks=tuple(marks))


def _numbered(card: Card, faces: list[CardFace], letters: Lettering, width: float) -> list[CardFace]:
    """Say on each of several cards which one it is."""
    if len(faces) == 1:
        return faces
    for number, face in enumerate(faces, 1):
        face.part, face.parts = number, len(faces)
        tail = f"{number} of {len(faces)}"
        if number == 1:
            x = width - (face.picture.width() + letters.em if face.portrait else 0.0)
            room = letters.width(tail, Style.LABEL) + 1
            base = letters.ascent(Style.TITLE)
            face.marks.append(Said(tail, Style.LABEL, x - room, base, room, right=True, again=True))
            continue
        end = f", {tail}"
        name = letters.elided(card.title, Style.STRONG, width - letters.width(end, Style.STRONG) - 1)
        text = f"{name}{end}"
        face.marks.append(Said(text, Style.STRONG, 0, letters.ascent(Style.STRONG), width, again=True))
    return faces
