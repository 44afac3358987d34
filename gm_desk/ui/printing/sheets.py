"""Cards and the recap of the log laid out on sheets of paper, and drawn on any device: screen, printer or PDF."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QLineF, QMarginsF, QObject, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QImage,
    QPainter,
    QPalette,
    QPen,
    QPixmap,
    QTextCursor,
    QTextDocument,
    QTextLength,
    QTextTable,
    QTextTableCell,
)

from gm_desk.core.cards.cards import Card
from gm_desk.ui.printing.card_layout import SMALL_CARDS, CardFace, faces_of
from gm_desk.ui.printing.marks import CardFonts, Mark, Rule, Style, TextMark, Tick, card_fonts
from gm_desk.ui.printing.page_breaks import paginate
from gm_desk.ui.printing.page_view import MARGIN, PADDING, POINT, Paper, size_of, slots

Pictures = Callable[[str], QPixmap | None]
HAIR, FRAME, CROSS = 0.35 * POINT, 0.5 * POINT, 0.9 * POINT
BLACK = QColor(0, 0, 0)


def no_pictures(_portrait: str) -> None:
    """Return no portrait."""


class CardSheets:
    """Cards laid out on pages; the parts of a card follow each other.

    If small cards take several pages, the first parts of all cards come first, because the GM needs them at the table.
    """

    def __init__(self, cards: Sequence[Card], per_page: int, paper: Paper, pictures: Pictures = no_pictures) -> None:
        """Lay out that many cards on each page."""
        self.paper = paper
        self._pictures = pictures
        self._slots = slots(paper, per_page)
        self._per_page = per_page
        inner = self.inner(0).size()
        laid_out = [self._faces(card, inner) for card in cards]
        faces = [face for found in laid_out for face in found]
        if per_page in SMALL_CARDS and len(faces) > per_page:
            faces.sort(key=lambda face: face.part > 1)
        self.pages = [faces[first : first + per_page] for first in range(0, len(faces), per_page)]

    @property
    def count(self) -> int:
        """The number of pages."""
        return len(self.pages)

    def inner(self, slot: int) -> QRectF:
        """Return the area inside the frame of a card."""
        padding = PADDING[self._per_page]
        return self._slots[slot].adjusted(padding, padding, -padding, -padding)

    def draw(self, painter: QPainter, page: int) -> None:
        """Draw a page in black on a transparent background."""
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for slot, face in enumerate(self.pages[page]):
            painter.save()
            if len(self._slots) > 1:
                painter.setPen(QPen(BLACK, FRAME))
                painter.drawRect(self._slots[slot])
            inner = self.inner(slot)
            painter.setClipRect(self._slots[slot])
            painter.translate(inner.topLeft())
            self._draw_face(painter, face)
            painter.restore()

    def _faces(self, card: Card, room: QSizeF) -> list[CardFace]:
        pictured = bool(card.portrait) and self._pictures(card.portrait) is not None
        return faces_of(card, self._per_page, room, pictured=pictured)

    def _draw_face(self, painter: QPainter, face: CardFace) -> None:
        picture = self._pictures(face.portrait) if face.portrait else None
        if picture is not None:
            grey = picture.toImage().convertToFormat(QImage.Format.Format_Grayscale8)
            painter.drawImage(face.picture, grey)
        letters = card_fonts(self._per_page, face.scale)
        for mark in face.marks:
            _draw_mark(painter, mark, letters)


def _draw_mark(painter: QPainter, mark: Mark, letters: CardFonts) -> None:
    match mark:
        case TextMark():
            painter.setPen(BLACK)
            painter.setFont(letters.fonts[mark.style])
            left = mark.x + mark.width - letters.width(mark.text, mark.style) if mark.right else mark.x
            painter.drawText(QPointF(left, mark.y), mark.text)
        case Rule():
            painter.setPen(QPen(BLACK, HAIR))
            painter.drawLine(QLineF(mark.x, mark.y, mark.x + mark.width, mark.y))
        case Tick():
            box = QRectF(mark.x, mark.y, mark.side, mark.side)
            painter.setPen(QPen(BLACK, FRAME))
            painter.drawRect(box)
            if mark.ticked:
                painter.setPen(QPen(BLACK, CROSS))
                painter.drawLine(QLineF(box.topLeft(), box.bottomRight()))
                painter.drawLine(QLineF(box.topRight(), box.bottomLeft()))


SIDES, TOP, FOOT = 2.0 * MARGIN, 1.6 * MARGIN, 1.0 * MARGIN
TABLE_LINE = 0.4 * POINT
LETTERS = (10.5, 9.75, 9.0)
"""The sizes of the text, in points; a smaller one is used if it saves one of a few pages."""
FEW_PAGES = 4
NARROW, LETTER, AROUND = 3, 0.5, 1.0
"""Maximum number of columns of a table below the full width; in a cell to tick, the ems of a letter and around it."""
FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class RecapSheets:
    """A Markdown text laid out on pages."""

    def __init__(self, text: str, paper: Paper, parent: QObject | None = None) -> None:
        """Lay out the text; the document belongs to the parent, if there is one."""
        self.paper = paper
        self._size = size_of(paper)
        self._room = QSizeF(self._size.width() - 2 * SIDES, self._size.height() - 2 * TOP - FOOT)
        self._document, self._last = self._laid_out(text, LETTERS[0])
        for letters in LETTERS[1:]:
            if 1 < self.count <= FEW_PAGES:
                document, last = self._laid_out(text, letters)
                if document.pageCount() < self.count:
                    self._document, self._last = document, last
        self._document.setParent(parent)
        self._room = self._document.pageSize()

    def _laid_out(self, text: str, letters: float) -> tuple[QTextDocument, int]:
        """Return the text on pages, with letters of a size, and the number of lines on the last page."""
        document = _document(text, letters * POINT)
        height, last = paginate(document, self._room.width(), self._room.height())
        document.setPageSize(QSizeF(self._room.width(), height))
        return document, last

    @property
    def document(self) -> QTextDocument:
        """The text as it is laid out."""
        return self._document

    @property
    def lines_on_last(self) -> int:
        """The number of lines on the last page."""
        return self._last

    @property
    def count(self) -> int:
        """The number of pages."""
        return self._document.pageCount()

    def draw(self, painter: QPainter, page: int) -> None:
        """Draw a page with its number at the bottom."""
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.save()
        shown = QRectF(QPointF(0, page * self._room.height()), self._room)
        painter.translate(SIDES, TOP - shown.top())
        painter.setClipRect(shown.marginsAdded(QMarginsF(SIDES / 2, 0, SIDES / 2, 0)))
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.Link, QPalette.ColorRole.LinkVisited):
            palette.setColor(role, BLACK)
        context.palette = palette
        context.clip = shown
        self._document.documentLayout().draw(painter, context)
        painter.restore()
        self._draw_number(painter, page, card_fonts(2))

    def _draw_number(self, painter: QPainter, page: int, letters: CardFonts) -> None:
        text = f"{page + 1} / {self.count}"
        painter.setPen(BLACK)
        painter.setFont(letters.fonts[Style.LABEL])
        middle = (self._size.width() - letters.width(text, Style.LABEL)) / 2
        painter.drawText(QPointF(middle, self._size.height() - TOP), text)


def _document(text: str, em: float) -> QTextDocument:
    """Return a Markdown text as a document for paper, with letters of a size."""
    document = QTextDocument()
    font = QFont()
    font.setPixelSize(round(em))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    document.setIndentWidth(2 * em)
    document.setMarkdown(text, FEATURES)
    _set_margins(document, em)
    return document


def _set_margins(document: QTextDocument, em: float) -> None:
    """Set the margins of blocks and tables for paper; Qt's defaults are for screens."""
    whole, block = QTextCursor(document), document.begin()
    whole.beginEditBlock()  # one layout, at the end
    while block.isValid():
        cursor, made = QTextCursor(block), block.blockFormat()
        heading = made.headingLevel() > 0
        if cursor.currentTable() is None:
            made.setTopMargin(em * (1.2 if heading and block.blockNumber() else 0.0))
            made.setBottomMargin(em * (0.25 if block.textList() else 0.5))
            cursor.setBlockFormat(made)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _set_table(frame, em)
    whole.endEditBlock()


def _set_table(table: QTextTable, em: float) -> None:
    """Set the lines and margins of a table; one with many columns, to write on, takes the whole width."""
    form = table.format().toTableFormat()
    form.setBorderCollapse(True)
    form.setBorder(TABLE_LINE)
    form.setBorderBrush(BLACK)
    form.setCellPadding(em * 0.35)
    form.setTopMargin(em)
    columns = range(table.columns())
    if len(columns) > NARROW:
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setColumnWidthConstraints([_column_width(table, column, em) for column in columns])
        for row in range(1, table.rows()):
            for column in columns:
                _make_room(table.cellAt(row, column), em * 0.6)
    table.setFormat(form)


def _column_width(table: QTextTable, column: int, em: float) -> QTextLength:
    """Return the width of a column; one to be ticked, headed by a number, is as narrow as possible."""
    head, *cells = [table.cellAt(row, column).firstCursorPosition().block().text() for row in range(table.rows())]
    if not head.strip().isdigit():
        return QTextLength()
    longest = max(map(len, (head, *cells)))
    return QTextLength(QTextLength.Type.FixedLength, (longest * LETTER + AROUND) * em)


def _make_room(cell: QTextTableCell, room: float) -> None:
    """Make room for a pen above and below the text of a cell."""
    form = cell.format().toTableCellFormat()
    form.setTopPadding(room)
    form.setBottomPadding(room)
    cell.setFormat(form)
