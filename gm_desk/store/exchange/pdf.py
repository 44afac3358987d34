"""The text of PDF files, page by page."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from gm_desk.core.tables.page_text import PageWord, text_of_page
from gm_desk.store.disk.files import (
    MOST_FOREIGN_BYTES,
    MOST_PAGES,
    MOST_SECONDS_OF_PDF,
    MOST_TEXT_CHARACTERS,
    UnreadableFileError,
    bounded_bytes,
)

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage

PDF_SIGN = b"%PDF-"
MOST_BEFORE = 1024
"""Maximum number of bytes before the signature of a PDF."""
MOST_ON_PAGE = 60_000
"""Maximum number of characters of a page that are read."""
SPACE = 0.17
"""The gap between letters, in font sizes, from which they belong to two words; PDFium splits letter-spaced ones."""
OF_BOX = 0.87
"""The font size, as a part of the height of the letters' boxes."""
SCAN = "it has no text, only pictures, as a scan has: a program for text recognition (OCR) can add it"
OUR_CREATOR = "GM Desk"
OUR_PRINT = "it was printed by GM Desk: import the roster itself instead, or its Markdown or CSV"
ONE_AT_A_TIME = threading.Lock()
"""PDFium has one state for the whole process, and must not be called by two threads at once."""


def is_pdf(content: bytes) -> bool:
    """Return whether the content of a file is a PDF."""
    return PDF_SIGN in content[: MOST_BEFORE + len(PDF_SIGN)]


class PdfPage(Struct, frozen=True):
    """The text of a page of a PDF, and the number of pages."""

    text: str
    page_count: int


def each_page(path: Path) -> Iterator[PdfPage]:
    """Yield the pages of a PDF file; raise UnreadableFileError if it cannot be read, or at its end if it has no text.

    Pages without text are empty. Of a very long file only the beginning is read; the last page then says so.
    """
    return pages_of(bounded_bytes(path, MOST_FOREIGN_BYTES), path)


def pages_of(content: bytes, path: Path) -> Iterator[PdfPage]:
    """Yield the pages of the content of a PDF file, as `each_page` does."""
    from pypdfium2 import PdfDocument, PdfiumError

    with ONE_AT_A_TIME:
        try:
            document = PdfDocument(content)
        except PdfiumError as error:
            protected = "password" in str(error).casefold()
            why = "it is protected by a password" if protected else "it is damaged, or not a PDF"
            raise UnreadableFileError(path, why) from error
        said = False
        try:
            if document.get_metadata_value("Creator") == OUR_CREATOR:
                raise UnreadableFileError(path, OUR_PRINT)
            for text in _pages(document):
                said = said or bool(text.strip())
                yield PdfPage(text, len(document))
        except PdfiumError as error:
            raise UnreadableFileError(path, "it is damaged: its pages cannot be read") from error
        finally:
            document.close()
    if not said:
        raise UnreadableFileError(path, SCAN)


def _pages(document: "PdfDocument") -> Iterator[str]:
    """Yield the text of pages, within the limits of time and size."""
    letters, ends = 0, time.monotonic() + MOST_SECONDS_OF_PDF
    many = len(document)
    for number in range(many):
        if number >= MOST_PAGES or letters >= MOST_TEXT_CHARACTERS or time.monotonic() > ends:
            yield f"The PDF has {many:,} pages: from page {number + 1:,} on it was not read."
            return
        page = document[number]
        text_page = page.get_textpage()
        text = text_of_page(list(_words(text_page)))
        text_page.close()
        page.close()
        letters += len(text)
        yield text


def _words(page: "PdfTextPage") -> Iterator[PageWord]:
    """Yield the words of a page with their positions; rotated letters, such as those of watermarks, are left out."""
    word, last = "", PageWord("", 0, 0, 0, 0)
    start = last
    for one in _letters(page):
        gap, step = one.left - last.right, abs(one.base - last.base)
        joined = word and one.text and step < 0.1 * last.size and -last.size < gap < SPACE * last.size
        if joined and abs(one.size - last.size) < 0.2 * last.size:
            word += one.text
        else:
            if word:
                yield PageWord(word, start.left, last.right, start.base, start.size)
            word, start = one.text, one
        last = one
    if word:
        yield PageWord(word, start.left, last.right, start.base, start.size)


def _letters(page: "PdfTextPage") -> Iterator[PageWord]:
    """Yield the letters of a page as words of one letter; a space is an empty word."""
    import ctypes

    from pypdfium2 import raw

    x, y, box, handle = ctypes.c_double(), ctypes.c_double(), raw.FS_RECTF(), page.raw
    for number in range(min(page.count_chars(), MOST_ON_PAGE)):
        letter = chr(raw.FPDFText_GetUnicode(handle, number))
        if letter == "\ufffe":
            letter = "-"
        if raw.FPDFText_IsGenerated(handle, number) == 1:
            continue
        if letter.isspace() or not letter.isprintable():
            yield PageWord("", 0, 0, 0, 0)
            continue
        angle = raw.FPDFText_GetCharAngle(handle, number)
        if 0.1 < angle < 6.18 or not raw.FPDFText_GetCharOrigin(handle, number, x, y):  # noqa: PLR2004 - radians
            continue
        raw.FPDFText_GetLooseCharBox(handle, number, box)
        yield PageWord(letter, box.left, box.right, y.value, max(1.0, (box.top - box.bottom) * OF_BOX))
