"""Cards laid out on sheets of paper, and drawn on any device: screen, printer or PDF."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap

from gm_desk.core.cards.cards import Card
from gm_desk.ui.printing.card_fonts import CardFonts, lettering
from gm_desk.ui.printing.card_layout import SMALL_CARDS, CardFace, faces_of
from gm_desk.ui.printing.marks import Mark, Rule, TextMark, Tick
from gm_desk.ui.printing.paper import PADDING, POINT, Paper, slots

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
