"""Files to be imported: recognised by their content, and split into their parts; PDF files page by page."""

import codecs
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from gm_desk.core.tables.page_text import PageWord, text_of_page
from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.disk.files import (
    MOST_FOREIGN_BYTES,
    MOST_LINES,
    MOST_PAGES,
    MOST_SECONDS_OF_PDF,
    MOST_TEXT_BYTES,
    MOST_TEXT_LETTERS,
    bounded_bytes,
)
from gm_desk.store.disk.json_files import json_of

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage

PDF_SIGN = b"%PDF-"
MOST_BEFORE = 1024
"""How many bytes may stand before the sign."""
MOST_ON_PAGE = 60_000
"""How many characters of one page are read."""
SPACE = 0.17
"""The gap between two letters, in their size, from which they are of two words: PDFium parts spaced ones."""
OF_BOX = 0.87
"""The size of letters, as a part of the height of their boxes."""
SCAN = "it has no text, only pictures, as a scan has: a program for text recognition (OCR) can add it"
OUR_CREATOR = "GM Desk"
OUR_PRINT = "it was printed by GM Desk: import the roster itself instead, or its Markdown or CSV"
ONE_AT_A_TIME = threading.Lock()
"""PDFium has one state for the whole process, and must not be called by two threads at once."""


def is_pdf(content: bytes) -> bool:
    """Return whether the content of a file is a PDF."""
    return PDF_SIGN in content[: MOST_BEFORE + len(PDF_SIGN)]


class PdfPage(Struct, frozen=True):
    """The text of a page of a PDF, and how many pages there are."""

    text: str
    many: int


def read_pdf(path: Path) -> tuple[str, ...]:
    """Return the text of each page of a PDF file; raise UnreadableFileError if it has none, or cannot be read."""
    return tuple(page.text for page in each_page(path))


def each_page(path: Path) -> Iterator[PdfPage]:
    """Yield the pages of a PDF file; raise UnreadableFileError if it cannot be read, or at its end if it has no text.

    Pages without text are empty. Of a very long file only the beginning is read; the last page then says so.
    """
    return _each_page(bounded_bytes(path, MOST_FOREIGN_BYTES), path)


def _each_page(content: bytes, path: Path) -> Iterator[PdfPage]:
    """Yield the pages of the content of a PDF file."""
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
    """Yield the text of pages, as far as there is time and room."""
    letters, ends = 0, time.monotonic() + MOST_SECONDS_OF_PDF
    many = len(document)
    for number in range(many):
        if number >= MOST_PAGES or letters >= MOST_TEXT_LETTERS or time.monotonic() > ends:
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
    """Yield the words of a page with their places; turned letters, such as those of watermarks, are left out."""
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
    """Yield the letters of a page as words of one letter; a space is an empty one."""
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


MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
SIGN = re.compile(rb"\S")
BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


class PackedObject(Struct, frozen=True):
    """An object of a pack, which has a line of its own: `number` is the line's, counted from 1."""

    number: int
    content: bytes


class Pack(Struct, frozen=True):
    """A pack: a file with one object on each line."""

    lines: tuple[PackedObject, ...]


class Plain(Struct, frozen=True):
    """A text file."""

    text: str


class PdfPages(Struct, frozen=True):
    """A PDF file: the text of each page."""

    texts: tuple[str, ...]


class Data(Struct, frozen=True):
    """A JSON file: its bytes, and the data in them."""

    content: bytes
    raw: Any


Foreign = Pack | Plain | PdfPages | Data


def read_foreign(path: Path) -> Foreign:
    """Return the content of a file, by its kind; raise UnreadableFileError if it is no JSON, text or PDF."""
    content = bounded_bytes(path, MOST_FOREIGN_BYTES)
    if is_pdf(content):
        return PdfPages(tuple(page.text for page in _each_page(content, path)))
    bare = content.removeprefix(codecs.BOM_UTF8)
    first = _begins(bare)
    if not first:
        raise UnreadableFileError(path, "it is empty")
    if first not in {b"{", b"["}:
        return Plain(text_of(content, path))
    if _is_pack(bare):
        count = bare.count(b"\n") + 1
        if count > MOST_LINES:
            raise UnreadableFileError(path, f"it has {count:,} lines, and a pack of at most {MOST_LINES:,} is read")
        lines = enumerate(bare.split(b"\n"), 1)
        return Pack(tuple(PackedObject(number, line.strip()) for number, line in lines if line.strip()))
    return Data(content, json_of(content, path))


def read_text(path: Path) -> str:
    """Return the text of a file; raise UnreadableFileError if it is no text, or too long."""
    return text_of(bounded_bytes(path, MOST_TEXT_BYTES), path)


def text_of(content: bytes, path: Path) -> str:
    """Decode text as Unicode or as Windows-1252, with the same checks as `read_text`."""
    marked = next((name for mark, name in MARKS.items() if content.startswith(mark)), "")
    bounded = content[:MOST_TEXT_BYTES]
    try:
        text = bounded.decode(marked or "utf-8", "replace" if marked or len(content) > MOST_TEXT_BYTES else "strict")
    except UnicodeDecodeError:
        text = bounded.decode("cp1252", "replace")
    text = text.removeprefix("\ufeff")
    if BINARY.search(text):
        raise UnreadableFileError(path, "it is neither text nor JSON")
    if len(content) > MOST_TEXT_BYTES or len(text) > MOST_TEXT_LETTERS:
        raise UnreadableFileError(
            path, f"it has more than {MOST_TEXT_LETTERS:,} letters, too many for a text of stat blocks"
        )
    return text


def _is_pack(content: bytes) -> bool:
    """Return whether the first line is a complete object, and the next begins like one."""
    end = content.find(b"\n", _begin(content))
    try:
        msgspec.json.decode(content[: end if end >= 0 else None], type=dict[str, msgspec.Raw])
    except (ValueError, RecursionError):
        return False
    return end >= 0 and _begins(content, end) == b"{"


def _begins(content: bytes, place: int = 0) -> bytes:
    """Return the first byte from a position on that is not white space, without copying a large file."""
    start = _begin(content, place)
    return content[start : start + 1]


def _begin(content: bytes, place: int = 0) -> int:
    """Return the position of the first byte that is not white space."""
    found = SIGN.search(content, place)
    return found.start() if found else len(content)
