"""The text of a printed page from the positions of its words, so that columns and tables are preserved."""

from collections.abc import Iterator, Sequence
from statistics import fmean, median

from msgspec import Struct

CELL_GAP = 1.1
"""The smallest gap between words of different cells on a line, in font sizes."""
SAME_LINE = 0.4
"""The largest difference between baselines of one line, in sizes of the larger font."""
RAISED = 0.8
"""The largest font size of superscripts, relative to the line."""
PARAGRAPH = 1.75
"""The distance of two baselines, in font sizes, from which an empty line is put between them."""
GUTTER = 0.6
FEWEST_LINES = 4
NARROWEST = 0.18
"""The smallest width of a column, as a part of the page."""
FULL = 0.35
"""The part of a column that its lines fill on average if they are text, not the cells of a table."""
FEWEST_WORDS = 3
"""The smallest average number of words per line of lines that are text, not the cells of a table."""
MOSTLY = 0.6
"""The smallest part of a column's lines that are text; the others may be rows of a small table."""
MOST_BANDS = 24


class PageWord(Struct, frozen=True, gc=False):
    """A word on a page: its edges, its baseline, measured upwards, and its font size."""

    text: str
    left: float
    right: float
    base: float
    size: float


class PageLine(Struct, frozen=True, gc=False):
    """Words on one baseline without a wide gap between them."""

    text: str
    left: float
    right: float
    base: float
    size: float

    @property
    def top(self) -> float:
        """The upper edge of its letters."""
        return self.base + self.size * 0.75

    @property
    def bottom(self) -> float:
        """The lower edge of its letters."""
        return self.base - self.size * 0.2


def text_of_page(words: Sequence[PageWord]) -> str:
    """Return the text of a page, column by column; a tab separates the cells of a line."""
    pieces = list(_pieces(words))
    if not pieces:
        return ""
    width = max(one.right for one in pieces) - min(one.left for one in pieces)
    return "\n\n".join(_lines_of(region) for region in _regions(pieces, width))


def _pieces(words: Sequence[PageWord]) -> Iterator[PageLine]:
    """Yield the words of each baseline, joined unless a wide gap is between them."""
    for line in _baselines(words):
        start, last, text = line[0], line[0], line[0].text
        for word in line[1:]:
            gap = word.left - last.right
            if gap > CELL_GAP * max(word.size, last.size):
                yield PageLine(text, start.left, last.right, start.base, start.size)
                start, text = word, word.text
            elif word.size < last.size * RAISED and word.base > last.base + last.size * 0.15 and gap < word.size:
                text += f"^{word.text}"
                continue
            else:
                text += f" {word.text}"
            last = word
        yield PageLine(text, start.left, last.right, start.base, start.size)


def _baselines(words: Sequence[PageWord]) -> list[list[PageWord]]:
    """Return the words of each line, from the top of the page down and from left to right."""
    lines: list[list[PageWord]] = []
    for word in sorted(words, key=lambda one: (-one.base, one.left)):
        line = lines[-1] if lines else []
        size = max(word.size, line[0].size) if line else 0.0
        if line and max(one.base for one in line[-3:]) - word.base <= SAME_LINE * size:
            line.append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda one: one.left) for line in lines]


def _regions(pieces: Sequence[PageLine], width: float) -> list[Sequence[PageLine]]:
    """Return the parts of a page that are read one after another: its columns, and what spans them."""
    bands = _bands(pieces)
    if len(bands) > 1 and _is_page_number(bands[-1]):
        return [*_regions(_joined(bands[:-1]), width), bands[-1]]
    if len(bands) > 1 and _is_page_number(bands[0]):
        return [bands[0], *_regions(_joined(bands[1:]), width)]
    halves = _parted(pieces, width)
    if halves is not None:
        return [region for half in halves for region in _regions(half, width)]
    for size in range(len(bands) - 1, 0, -1):
        for first in range(len(bands) - size + 1):
            inner = _joined(bands[first : first + size])
            if len(inner) >= 2 * FEWEST_LINES and _parted(inner, width) is not None:
                parts = filter(None, (_joined(bands[:first]), inner, _joined(bands[first + size :])))
                return [region for part in parts for region in _regions(part, width)]
    return [pieces]


def _parted(pieces: Sequence[PageLine], width: float) -> tuple[list[PageLine], list[PageLine]] | None:
    """Return the two sides of a gutter between columns of text, or None if there is none."""
    if len(pieces) < 2 * FEWEST_LINES:
        return None
    ordered = sorted(pieces, key=lambda one: one.left)
    reached, usual = ordered[0].right, median(one.size for one in pieces)
    for place, one in enumerate(ordered[1:], 1):
        if one.left - reached >= GUTTER * usual:
            left, right = ordered[:place], ordered[place:]
            if _is_column(left, width) and _is_column(right, width):
                return left, right
        reached = max(reached, one.right)
    return None


def _is_column(pieces: Sequence[PageLine], width: float) -> bool:
    """Return whether lines fill a column of a page, rather than being the cells of a table."""
    own = max(one.right for one in pieces) - min(one.left for one in pieces)
    rows = _rows(pieces)
    texts = [row for row in rows if len(row) == 1 or all(len(one.text.split()) >= FEWEST_WORDS for one in row)]
    lines = _joined(texts)
    if len(lines) < FEWEST_LINES or len(texts) < MOSTLY * len(rows) or own < NARROWEST * width:
        return False
    wide, words = fmean(one.right - one.left for one in lines), fmean(len(one.text.split()) for one in lines)
    return wide >= FULL * own and words >= FEWEST_WORDS


def _joined(bands: Sequence[Sequence[PageLine]]) -> list[PageLine]:
    """Return the pieces of several bands."""
    return [one for band in bands for one in band]


def _is_page_number(band: Sequence[PageLine]) -> bool:
    """Return whether a band is a short number without words."""
    text = band[0].text
    return len(band) == 1 and len(text) < 6 and any(map(str.isdigit, text)) and not any(map(str.isalpha, text))  # noqa: PLR2004 - "– 12 –"


def _bands(pieces: Sequence[PageLine]) -> list[list[PageLine]]:
    """Return the pieces from the top down, divided at white space, or only at the widest gaps."""
    ordered = sorted(pieces, key=lambda one: -one.top)
    gaps, bottom = list[tuple[float, int]](), ordered[0].bottom
    for place, one in enumerate(ordered[1:], 1):
        if bottom > one.top:
            gaps.append((bottom - one.top, place))
        bottom = min(bottom, one.bottom)
    cuts = sorted(place for _, place in sorted(gaps, reverse=True)[: MOST_BANDS - 1])
    return [ordered[start:end] for start, end in zip([0, *cuts], [*cuts, len(ordered)], strict=True)]


def _lines_of(pieces: Sequence[PageLine]) -> str:
    """Return the lines of a region, with an empty line in each wide gap between two."""
    text, before = list[str](), list[PageLine]()
    for line in _rows(pieces):
        if before and before[0].base - line[0].base > PARAGRAPH * max(one.size for one in (*before, *line)):
            text.append("")
        text.append("\t".join(one.text for one in line))
        before = line
    return "\n".join(text)


def _rows(pieces: Sequence[PageLine]) -> list[list[PageLine]]:
    """Return the pieces of each line of a region."""
    rows: list[list[PageLine]] = []
    for one in sorted(pieces, key=lambda piece: (-piece.base, piece.left)):
        if rows and rows[-1][0].base - one.base <= SAME_LINE * max(one.size, rows[-1][0].size):
            rows[-1].append(one)
        else:
            rows.append([one])
    return [sorted(row, key=lambda piece: piece.left) for row in rows]
