"""Sizes of paper and the positions of cards on it, in tenths of a point."""

from typing import Literal, Protocol

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPageSize, QPainter

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
