"""PDF files for tests, drawn by Qt."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QFont, QPainter, QPdfWriter

DOTS = 1200
POINT = DOTS // 72
Piece = tuple[float, float, str]
"""The left edge and the baseline of a text in points, and the text."""


def write_pdf(
    path: Path, *pages: Iterable[Piece], size: float = 9, draw: Callable[[QPainter], None] | None = None
) -> Path:
    """Write a PDF file with texts at their places on each page, and what `draw` draws on the last."""
    writer = QPdfWriter(str(path))
    writer.setResolution(DOTS)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    font = QFont()
    font.setPixelSize(round(size * POINT))
    painter.setFont(font)
    for number, page in enumerate(pages):
        if number:
            writer.newPage()
        for left, base, text in page:
            painter.drawText(round(left * POINT), round(base * POINT), text)
    if draw is not None:
        draw(painter)
    painter.end()
    return path


def column(left: float, top: float, text: str, leading: float = 12) -> list[Piece]:
    """Return the lines of a text below one another."""
    return [(left, top + number * leading, line) for number, line in enumerate(text.splitlines()) if line]


def rows(lefts: Iterable[float], top: float, table: Iterable[Iterable[str]], leading: float = 14) -> list[Piece]:
    """Return the cells of a table, each column at its left edge."""
    places = list(lefts)
    return [
        (left, top + number * leading, cell)
        for number, row in enumerate(table)
        for left, cell in zip(places, row, strict=False)
        if cell
    ]
