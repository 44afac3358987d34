"""A scrolling preview of pages, the sizes of paper, and the positions of cards on it."""

from typing import Literal, Protocol

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPageSize, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

Paper = Literal["a4", "letter"]

POINT = 10.0
PER_INCH = int(72 * POINT)
MARGIN = 28 * POINT
PADDING = {1: 9 * POINT, 2: 9 * POINT, 4: 8 * POINT, 8: 6 * POINT}
"""The padding inside the frame of a card, by the number of cards on a page."""
PAPERS: dict[Paper, QPageSize.PageSizeId] = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}
GRIDS: dict[int, tuple[int, int]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 8: (2, 4)}
"""Columns and rows of cards, by the number of cards on a page."""


class Sheets(Protocol):
    """Pages that can be drawn on any device."""

    @property
    def paper(self) -> Paper:
        """The size of the paper."""

    @property
    def count(self) -> int:
        """The number of pages."""

    def draw(self, painter: QPainter, page: int) -> None:
        """Draw a page, counted from 0, in tenths of a point from its upper left corner."""


def size_of(paper: Paper) -> QSizeF:
    """Return the size of a sheet."""
    return QPageSize.size(PAPERS[paper], QPageSize.Unit.Point) * POINT


def slots(paper: Paper, per_page: int) -> list[QRectF]:
    """Return the rectangles of the cards on a page, row by row; they touch, so that one cut separates two."""
    columns, rows = GRIDS[per_page]
    size = size_of(paper)
    width, height = (size.width() - 2 * MARGIN) / columns, (size.height() - 2 * MARGIN) / rows
    return [
        QRectF(MARGIN + column * width, MARGIN + row * height, width, height)
        for row in range(rows)
        for column in range(columns)
    ]


GAP = 14
SHADOW = QColor(0, 0, 0, 90)


class Pages(QWidget):
    """The widget that paints the visible pages."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self._sheets: Sheets | None = None
        self._page = QSize()

    def show_sheets(self, sheets: Sheets, page: QSize) -> None:
        """Show pages at a size in pixels."""
        self._sheets, self._page = sheets, page
        self.setFixedHeight(GAP + sheets.count * (page.height() + GAP))
        self.setMinimumWidth(page.width() + 2 * GAP)
        self.update()

    def place(self, page: int) -> QRect:
        """Return the rectangle of a page."""
        left = (self.width() - self._page.width()) // 2
        return QRect(QPoint(left, GAP + page * (self._page.height() + GAP)), self._page)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._sheets is None:
            return
        painter = QPainter(self)
        for page in range(self._sheets.count):
            place = self.place(page)
            if not place.intersects(event.rect()):
                continue
            painter.fillRect(place, Qt.GlobalColor.white)
            painter.setPen(QPen(SHADOW, 1))
            painter.drawRect(place)
            painter.save()
            painter.setClipRect(place)
            painter.translate(place.topLeft())
            scale = place.width() / size_of(self._sheets.paper).width()
            painter.scale(scale, scale)
            self._sheets.draw(painter, page)
            painter.restore()
        painter.end()


class PageView(QScrollArea):
    """The scroll area of the pages, which fits a whole page or its width."""

    page_changed = Signal(int)

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.wide = False
        self._sheets: Sheets | None = None
        self._page = 0
        self.pages = Pages()
        self.setWidget(self.pages)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Preview of the pages")
        self.viewport().setBackgroundRole(QPalette.ColorRole.Mid)
        self.pages.setBackgroundRole(QPalette.ColorRole.Mid)
        self.verticalScrollBar().valueChanged.connect(self._update_page)

    @property
    def page(self) -> int:
        """The page that takes most of the view, counted from 0."""
        return self._page

    def show_sheets(self, sheets: Sheets) -> None:
        """Show pages from the first one."""
        self._sheets = sheets
        self._fit()
        self.go_to(0)
        self._update_page()

    def set_wide(self, wide: bool) -> None:
        """Fit the width of a page, or the whole page."""
        page = self.page
        self.wide = wide
        self._fit()
        self.go_to(page)

    def go_to(self, page: int) -> None:
        """Scroll to the top of a page."""
        if self._sheets is not None:
            page = max(0, min(page, self._sheets.count - 1))
            self.verticalScrollBar().setValue(self.pages.place(page).top() - GAP)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_PageDown if not self.wide:
                self.go_to(self.page + 1)
            case Qt.Key.Key_PageUp if not self.wide:
                self.go_to(self.page - 1)
            case Qt.Key.Key_Home:
                self.go_to(0)
            case Qt.Key.Key_End if self._sheets is not None:
                self.go_to(self._sheets.count - 1)
            case _:
                super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        page = self.page
        self._fit()
        self.go_to(page)

    def _fit(self) -> None:
        """Scale the pages to fit."""
        if self._sheets is None:
            return
        room = self.viewport().size() - QSize(2 * GAP, 2 * GAP)
        whole = size_of(self._sheets.paper)
        scale = room.width() / whole.width()
        if not self.wide:
            scale = min(scale, room.height() / whole.height())
        page = (whole * max(scale, 0.01)).toSize()
        self.pages.show_sheets(self._sheets, page)
        self.pages.resize(self.viewport().width(), self.pages.height())

    def _update_page(self) -> None:
        """Emit the page that is visible now."""
        if self._sheets is None or not self._sheets.count:
            return
        height = self.pages.place(0).height() + GAP
        self._page = min(self._sheets.count - 1, (self.verticalScrollBar().value() + height // 2) // height)
        self.page_changed.emit(self._page)
