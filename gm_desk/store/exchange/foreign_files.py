"""Files to be imported: recognised by their content, and split into their parts."""

import codecs
import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.disk.files import (
    MOST_FOREIGN_BYTES,
    MOST_LINES,
    MOST_TEXT_BYTES,
    MOST_TEXT_CHARACTERS,
    bounded_bytes,
)
from gm_desk.store.disk.json_files import json_of
from gm_desk.store.exchange.pdf import is_pdf, pages_of

MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
SIGN = re.compile(rb"\S")
BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


class PackedObject(Struct, frozen=True):
    """An object of a pack, on a line of its own; `number` is that of the line, counted from 1."""

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
    """Return the content of a file, by its kind; raise UnreadableFileError if it is not JSON, text or PDF."""
    content = bounded_bytes(path, MOST_FOREIGN_BYTES)
    if is_pdf(content):
        return PdfPages(tuple(page.text for page in pages_of(content, path)))
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
    """Return the text of a file; raise UnreadableFileError if it is not text, or too long."""
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
    if len(content) > MOST_TEXT_BYTES or len(text) > MOST_TEXT_CHARACTERS:
        raise UnreadableFileError(
            path, f"it has more than {MOST_TEXT_CHARACTERS:,} characters, too many for a text of stat blocks"
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
