"""Page breaks of a text document: no heading, and no single line of a paragraph, is left at the end of a page."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument, QTextFormat, QTextTable

FEW_LINES = 5
"""A last page with no more lines than these gets some of the one before."""
SHARES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.84, 0.8, 0.75)
"""The shares of a page's height that are tried for that."""
MOST_WHOLE = 6
"""A paragraph with no more lines than these moves to the next page if its last line would be alone there."""
CLOSE = 0.5
BREAK = QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore


class Passage(Struct, frozen=True):
    """A paragraph, a list item, a heading or a table: tops and bottoms of its lines without page breaks."""

    number: int
    lines: tuple[tuple[float, float], ...]
    heading: bool = False
    table: bool = False

    @property
    def top(self) -> float:
        """The top of the first line."""
        return self.lines[0][0]


class Pagination(Struct):
    """The number of pages, the number of lines on the last one, and the passages that begin a page."""

    count: int = 1
    last: int = 0
    breaks: list[int] = []


def paginate(document: QTextDocument, width: float, height: float) -> float:
    """Lay a document out on pages of at most the given height; return their height."""
    document.setTextWidth(width)
    passages = _passages(document)
    share, pages = _evened(passages, height)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()  # one layout, at the end
    for number in pages.breaks:
        _break_before(document.findBlockByNumber(number))
    cursor.endEditBlock()
    return share * height


def _evened(passages: Sequence[Passage], height: float) -> tuple[float, Pagination]:
    """Return a share of the height at which the last page has more than a few lines, and the pages."""
    whole = _pages(passages, height)
    for share in SHARES if whole.count > 1 else ():
        pages = _pages(passages, height * share)
        if pages.count > whole.count:
            break
        if pages.last > FEW_LINES:
            return share, pages
    return 1.0, whole


def _passages(document: QTextDocument) -> list[Passage]:
    """Return the passages of a document that was laid out without pages."""
    layout, passages = document.documentLayout(), list[Passage]()
    block = document.begin()
    while block.isValid():
        table = QTextCursor(block).currentTable()
        if table is not None:
            passages.append(_table(document, table))
            block = table.lastCursorPosition().block().next()
            continue
        own, top = block.layout(), layout.blockBoundingRect(block).top()
        lines = [own.lineAt(number) for number in range(own.lineCount())]
        found = tuple((top + line.y(), top + line.y() + line.height()) for line in lines)
        heading = block.blockFormat().headingLevel() > 0
        passages += [Passage(block.blockNumber(), found, heading)] if found else []
        block = block.next()
    return passages


def _table(document: QTextDocument, table: QTextTable) -> Passage:
    """Return a table as a passage, with its rows as lines."""
    layout, cells = document.documentLayout(), [table.cellAt(row, 0) for row in range(table.rows())]
    rows = [layout.blockBoundingRect(cell.firstCursorPosition().block()) for cell in cells]
    around = layout.frameBoundingRect(table).height() - (rows[-1].bottom() - rows[0].top())
    tops = [row.top() - around / 2 for row in rows]
    bottoms = [*tops[1:], rows[-1].bottom() + around / 2]
    number = table.firstCursorPosition().block().blockNumber()
    return Passage(number, tuple(zip(tops, bottoms, strict=True)), table=True)


def _pages(passages: Sequence[Passage], height: float) -> Pagination:
    """Return the pages of a height."""
    pages, place, first, line = Pagination(breaks=[]), 0, 0, 0
    start = passages[0].top if passages else 0.0
    while place < len(passages):
        passage = passages[place]
        fits = sum(bottom <= start + height + CLOSE for _, bottom in passage.lines[line:])
        if line + fits == len(passage.lines):
            pages.last += fits
            place, line = place + 1, 0
            continue
        group = _group(passages, place, first)
        pages.count, pages.last = pages.count + 1, 0
        if line == 0 and group > first and _goes_whole(passage, fits, height):
            pages.breaks.append(passages[group].number)
            place = first = group
            start = passages[group].top
        else:
            line, first = line + max(fits, 1), place
            start = passage.lines[line][0] if line < len(passage.lines) else passage.lines[-1][1]
            place, line = (place, line) if line < len(passage.lines) else (place + 1, 0)
    return pages


def _group(passages: Sequence[Passage], place: int, first: int) -> int:
    """Return the place of a passage, or of the headings right above it on the same page."""
    while place > first and passages[place - 1].heading:
        place -= 1
    return place


def _goes_whole(passage: Passage, fits: int, height: float) -> bool:
    """Return whether a passage of which some lines fit goes to the next page as a whole."""
    if passage.table:
        return passage.lines[-1][1] - passage.top <= height
    alone = len(passage.lines) - fits == 1 and len(passage.lines) <= MOST_WHOLE
    return fits <= 1 or alone


def _break_before(block: QTextBlock) -> None:
    """Begin a page with a block, or with the table that it begins."""
    cursor = QTextCursor(block)
    table = cursor.currentTable()
    if table is not None:
        form = table.format().toTableFormat()
        form.setPageBreakPolicy(BREAK)
        form.setTopMargin(0)
        table.setFormat(form)
        return
    made = block.blockFormat()
    made.setPageBreakPolicy(BREAK)
    made.setTopMargin(0)
    cursor.setBlockFormat(made)
