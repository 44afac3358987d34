"""PDF files for tests, drawn by Qt."""

import hashlib
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


def protected_pdf(words: str = "secret") -> bytes:
    """Return a PDF that opens only with a password, as the first standard for that has it (RC4, 40 bits)."""
    owner, first, permits = b"o" * 32, b"gm-desk-password", (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5((words.encode() + PADDING)[:32] + owner + permits + first, usedforsecurity=False).digest()[:5]
    user = _rc4(key, PADDING)
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
        b"<</Filter/Standard/V 1/R 2/O<%s>/U<%s>/P -4>>" % (owner.hex().encode(), user.hex().encode()),
    ]
    content, places = b"%PDF-1.4\n", list[int]()
    for number, part in enumerate(parts, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    ids = b"<%s><%s>" % (first.hex().encode(), first.hex().encode())
    trailer = b"trailer\n<</Size 5/Root 1 0 R/Encrypt 4 0 R/ID[%s]>>\n" % ids
    start = len(content)
    return content + b"xref\n0 5\n0000000000 65535 f \n" + table + trailer + b"startxref\n%d\n%%%%EOF\n" % start


PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
"""What the standard appends to passwords."""


def _rc4(key: bytes, data: bytes) -> bytes:
    """Encrypt data with RC4."""
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    found, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        found.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(found)
