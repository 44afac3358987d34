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
    QTextTableFormat,
)

from gm_desk.core.cards.cards import Card
from gm_desk.ui.printing.card_layout import SMALL_CARDS, CardFace, faces_of
from gm_desk.ui.printing.marks import CardFonts, Mark, Rule, Style, TextMark, Tick, lettering
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
        letters = lettering(self._per_page, face.scale)
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
LETTERS = 10.5
"""The size of the text, in points."""
EM, TABLE_LINE = LETTERS * POINT, 0.4 * POINT
NARROW, TO_TICK = 3, 3.4 * EM
"""A table with more columns than these takes the whole width; the width of a column to tick, headed by a number."""
FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class RecapSheets:
    """A Markdown text laid out on pages."""

    def __init__(self, text: str, paper: Paper, parent: QObject | None = None) -> None:
        """Lay out the text; the document belongs to the parent, if there is one."""
        self.paper = paper
        self._size = size_of(paper)
        self._room = QSizeF(self._size.width() - 2 * SIDES, self._size.height() - 2 * TOP - FOOT)
        self._document = QTextDocument(parent)
        font = QFont()
        font.setPixelSize(round(EM))
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        self._document.setDefaultFont(font)
        self._document.setDocumentMargin(0)
        self._document.setIndentWidth(2 * EM)
        self._document.setMarkdown(text, FEATURES)
        self._set_margins()
        height, self._last = paginate(self._document, self._room.width(), self._room.height())
        self._room.setHeight(height)
        self._document.setPageSize(self._room)

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
        self._draw_number(painter, page, lettering(2))

    def _set_margins(self) -> None:
        """Set the margins of blocks and tables for paper; Qt's defaults are for screens."""
        whole, block = QTextCursor(self._document), self._document.begin()
        whole.beginEditBlock()  # one layout, at the end
        while block.isValid():
            cursor, made = QTextCursor(block), block.blockFormat()
            heading = made.headingLevel() > 0
            if cursor.currentTable() is None:
                made.setTopMargin(EM * (1.2 if heading and block.blockNumber() else 0.0))
                made.setBottomMargin(EM * (0.25 if block.textList() else 0.5))
                cursor.setBlockFormat(made)
            block = block.next()
        for frame in self._document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                table = frame.format().toTableFormat()
                table.setBorderCollapse(True)
                table.setBorder(TABLE_LINE)
                table.setBorderBrush(BLACK)
                table.setCellPadding(EM * 0.35)
                table.setTopMargin(EM)
                if frame.columns() > NARROW:
                    _spread(table, frame)
                frame.setFormat(table)
        whole.endEditBlock()

    def _draw_number(self, painter: QPainter, page: int, letters: CardFonts) -> None:
        text = f"{page + 1} / {self.count}"
        painter.setPen(BLACK)
        painter.setFont(letters.fonts[Style.LABEL])
        middle = (self._size.width() - letters.width(text, Style.LABEL)) / 2
        painter.drawText(QPointF(middle, self._size.height() - TOP), text)


def _spread(form: QTextTableFormat, table: QTextTable) -> None:
    """Spread a table to write on over the whole width, in rows with room for a pen."""
    form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    form.setCellPadding(EM * 0.6)
    heads = [table.cellAt(0, column).firstCursorPosition().block().text() for column in range(table.columns())]
    fixed, free = QTextLength(QTextLength.Type.FixedLength, TO_TICK), QTextLength()
    form.setColumnWidthConstraints([fixed if head.strip().isdigit() else free for head in heads])
