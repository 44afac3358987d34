"""Files that somebody brings: told apart by what is in them, and cut into their parts."""

import codecs
import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.disk.files import bounded_bytes
from gm_desk.store.disk.json_files import json_of
from gm_desk.store.disk.limits import MIB, MOST_FOREIGN_BYTES, MOST_LINES, MOST_TEXT_BYTES

MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
SIGN = re.compile(rb"\S")
BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


class PackedObject(Struct, frozen=True):
    """Hold an object of a pack, in a line of its own: `number` is the line's, counted from 1."""

    number: int
    content: bytes


class Pack(Struct, frozen=True):
    """Hold a pack: a file with an object a line."""

    lines: tuple[PackedObject, ...]


class Plain(Struct, frozen=True):
    """Hold a file of text."""

    text: str


class Data(Struct, frozen=True):
    """Hold a file of JSON: its bytes, and what they say."""

    content: bytes
    raw: Any


Foreign = Pack | Plain | Data


def read_foreign(path: Path) -> Foreign:
    """Read a file by what is in it; raises UnreadableFileError where that is neither JSON nor text."""
    content = bounded_bytes(path, MOST_FOREIGN_BYTES)
    bare = content.removeprefix(codecs.BOM_UTF8)
    first = _begins(bare)
    if not first:
        raise UnreadableFileError(path, "it is empty")
    if first not in {b"{", b"["}:
        return Plain(_text(content, path))
    if _is_pack(bare):
        count = bare.count(b"\n") + 1
        if count > MOST_LINES:
            raise UnreadableFileError(path, f"it has {count:,} lines, and a pack of at most {MOST_LINES:,} is read")
        lines = enumerate(bare.split(b"\n"), 1)
        return Pack(tuple(PackedObject(number, line.strip()) for number, line in lines if line.strip()))
    return Data(content, json_of(content, path))


def text_of(content: bytes) -> str:
    """Decode a text of Unicode, or of an older Windows."""
    marked = next((name for mark, name in MARKS.items() if content.startswith(mark)), "utf-8")
    try:
        return content.decode(marked).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _text(content: bytes, path: Path) -> str:
    """Decode a file of text of a bearable size."""
    if BINARY.search(text := text_of(content[: MOST_TEXT_BYTES // 2 * 2])):
        raise UnreadableFileError(path, "it is neither text nor JSON")
    if len(content) > MOST_TEXT_BYTES:
        raise UnreadableFileError(path, f"it is larger than {MOST_TEXT_BYTES // MIB} MB, as no text of stat blocks is")
    return text


def _is_pack(content: bytes) -> bool:
    """Tell whether the first line is an object as a whole, and what follows begins like another."""
    end = content.find(b"\n", _begin(content))
    try:
        msgspec.json.decode(content[: end if end >= 0 else None], type=dict[str, msgspec.Raw])
    except (ValueError, RecursionError):
        return False
    return end >= 0 and _begins(content, end) == b"{"


def _begins(content: bytes, place: int = 0) -> bytes:
    """Give the first byte from a place on that is no space; a large file is not copied for it."""
    start = _begin(content, place)
    return content[start : start + 1]


def _begin(content: bytes, place: int = 0) -> int:
    """Find the first byte from a place on that is no space."""
    found = SIGN.search(content, place)
    return found.start() if found else len(content)
