"""The lines of a document that is laid out on pages."""

from collections.abc import Iterator

from PySide6.QtGui import QTextDocument


def lines_on_last(document: QTextDocument) -> int:
    """Return the number of lines on the last page; those of a row of a table count once."""
    height, last = document.pageSize().height(), document.pageCount() - 1
    return len({round(top) for top in _tops(document) if int((top + 1) // height) == last})


def _tops(document: QTextDocument) -> Iterator[float]:
    """Yield the top of each line."""
    block = document.begin()
    while block.isValid():
        top, lines = document.documentLayout().blockBoundingRect(block).top(), block.layout()
        yield from (top + lines.lineAt(number).y() for number in range(lines.lineCount()))
        block = block.next()
