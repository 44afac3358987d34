"""Importing characters from files of all kinds: our own, Foundry's, EP2-Data's, and stat blocks and tables in text."""

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gm_desk.core.characters.roster import NewId
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import one_line
from gm_desk.store.disk.files import (
    MOST_ENTRIES,
    MOST_FOREIGN_BYTES,
    MOST_LINES,
    MOST_TEXT_BYTES,
    MOST_TEXT_CHARACTERS,
    UnreadableFileError,
    bounded_bytes,
)
from gm_desk.store.disk.json_files import json_of
from gm_desk.store.exchange.accounts import ImportedCharacter, Incoming, Refused
from gm_desk.store.exchange.pdf import is_pdf, pages_of
from gm_desk.store.rosters.files import decode_in_part

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
        return Plain(decoded_text(content, path))
    if _is_pack(bare):
        count = bare.count(b"\n") + 1
        if count > MOST_LINES:
            raise UnreadableFileError(path, f"it has {count:,} lines, and a pack of at most {MOST_LINES:,} is read")
        lines = enumerate(bare.split(b"\n"), 1)
        return Pack(tuple(PackedObject(number, line.strip()) for number, line in lines if line.strip()))
    return Data(content, json_of(content, path))


def read_text(path: Path) -> str:
    """Return the text of a file; raise UnreadableFileError if it is not text, or too long."""
    return decoded_text(bounded_bytes(path, MOST_TEXT_BYTES), path)


def decoded_text(content: bytes, path: Path) -> str:
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


OURS = "GM Desk"
TEXT = "stat block"
BESIDE = "it is not part of a stat block; skipped"
LONGEST_LEFT_OUT = 200
"""Maximum number of characters of a passage that are quoted."""
EP2 = "ep2"
ACTORS = "actors"
"""The key of the list in a file of several actors."""
READABLE = (
    "GM Desk reads Foundry actors (ep2e, eclipsephase), creatures, bots, vehicles and morphs of EP2-Data, its own "
    "rosters, and stat blocks and tables in text and PDF files"
)
PAGES_BETWEEN = "\n\n"
Part = Callable[[], Incoming]


class FileImport:
    """A file that is imported part by part: each step reads one part, so the caller can do other work in between."""

    def __init__(self, parts: Sequence[Part]) -> None:
        """Start with a function for each part."""
        self._parts = parts
        self.done = 0

    @property
    def total(self) -> int:
        """The number of parts in the file."""
        return len(self._parts)

    def __iter__(self) -> Iterator[Incoming]:
        """Yield the parts that have not been read yet."""
        while self.done < self.total:
            self.done += 1
            try:
                part = self._parts[self.done - 1]()
            except UnreadableFileError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one part, the others are read
                part = Refused(f"part {self.done}", f"it could not be read: {error or type(error).__name__}")
            yield part


class PackLine(Struct):
    """The identity of an object in a pack: of several lines with the same identity, the last one counts."""

    id: str = msgspec.field(default="", name="_id")
    deleted: bool = msgspec.field(default=False, name="$$deleted")


def bring(
    path: Path, systems: Sequence[System], new_id: NewId, system: str = "", *, all_text: bool = False
) -> FileImport:
    """Open a file of characters; raise UnreadableFileError for any other file.

    `systems` are the possible systems of its characters; text is read as of the one with the id `system`, if given.
    With `all_text` nothing of a text is left out: passages that belong to no stat block go to the notes of the one
    before them. A part is read only when it is requested.
    """
    match read_foreign(path):
        case Plain(text):
            parts = _of_text(text, path, systems, new_id, system, all_text=all_text)
        case PdfPages(texts):
            parts = _of_text(PAGES_BETWEEN.join(texts), path, systems, new_id, system, all_text=all_text, pages=texts)
        case Pack(lines):
            parts = _of_lines(lines, path, systems, new_id)
        case Data(content, raw):
            parts = _of_data(content, raw, path, systems, new_id)
    return FileImport(parts)


def _of_text(
    text: str,
    path: Path,
    systems: Sequence[System],
    new_id: NewId,
    system: str,
    *,
    all_text: bool,
    pages: Sequence[str] = (),
) -> list[Part]:
    """Return parts for the stat blocks and tables of a text, and for the passages outside them."""
    from gm_desk.core.stat_blocks.reading import read_blocks
    from gm_desk.core.stat_blocks.source import with_all

    pasted = read_blocks(text, systems, new_id, system)
    if not pasted.blocks and not pasted.failed:
        raise UnreadableFileError(path, f"no stat block was found in its text. {READABLE}")
    place = partial(_page_of, pages) if pages else partial(_line_of, text)
    pasted = with_all(pasted) if all_text else pasted
    parts: list[Part] = [
        partial(ImportedCharacter, one.character, one.system, TEXT, block=one) for one in pasted.blocks
    ]
    parts += [partial(Refused, place(one.span.start), f"“{one.name}”: {one.why}") for one in pasted.failed]
    failed = [one.span for one in pasted.failed]
    for span in pasted.beside:
        if not any(one.start <= span.start and span.end <= one.end for one in failed):
            words = one_line(" ".join(text[span.start : span.end].split()), LONGEST_LEFT_OUT)
            parts.append(partial(Refused, place(span.start), f"{BESIDE}: “{words}”"))
    return parts


def _line_of(text: str, place: int) -> str:
    """Return the line of a position as text, or that of the first word after it."""
    word = place + len(text[place:]) - len(text[place:].lstrip())
    return f"line {text.count(chr(10), 0, word) + 1}"


def _page_of(pages: Sequence[str], place: int) -> str:
    """Return the page of a position as text."""
    ends = accumulate(len(page) + len(PAGES_BETWEEN) for page in pages)
    return f"page {next((number for number, end in enumerate(ends, 1) if place < end), len(pages))}"


def _of_lines(lines: Sequence[PackedObject], path: Path, systems: Sequence[System], new_id: NewId) -> list[Part]:
    """Return parts for a pack; of lines about the same object the last one counts, and deleted objects are left out."""
    last: dict[str, tuple[PackedObject, bool]] = {}
    for line in lines:
        try:
            head = msgspec.json.decode(line.content, type=PackLine)
        except (ValueError, RecursionError):
            head = PackLine()
        key = head.id or f"line {line.number}"
        last.pop(key, None)
        last[key] = (line, head.deleted)
    _refuse_too_many(sum(not deleted for _, deleted in last.values()), path)
    return [partial(_of_line, line, path, systems, new_id) for line, deleted in last.values() if not deleted]


def _of_line(line: PackedObject, path: Path, systems: Sequence[System], new_id: NewId) -> Incoming:
    try:
        raw = json_of(line.content, path, doubled=True)  # Foundry's database may repeat keys
    except UnreadableFileError as error:
        return Refused(f"line {line.number}", error.problem)
    return _of_raw(raw, f"line {line.number}", systems, new_id)


def _of_data(content: bytes, raw: Any, path: Path, systems: Sequence[System], new_id: NewId) -> list[Part]:
    """Return parts for a roster, an actor, or a list of actors."""
    if isinstance(raw, dict) and "characters" in raw and "system" in raw:
        return _of_roster(content, path)
    several = raw[ACTORS] if isinstance(raw, dict) and isinstance(raw.get(ACTORS), list) else raw
    if not isinstance(several, list):
        return [partial(_of_raw, several, "", systems, new_id)]
    _refuse_too_many(len(several), path)
    return [partial(_of_raw, one, f"entry {number}", systems, new_id) for number, one in enumerate(several, 1)]


def _refuse_too_many(entries: int, path: Path) -> None:
    """Raise UnreadableFileError for more entries than can be listed, before any is read."""
    if entries > MOST_ENTRIES:
        raise UnreadableFileError(path, f"it has {entries:,} entries, and at most {MOST_ENTRIES:,} can be listed")


def _of_roster(content: bytes, path: Path) -> list[Part]:
    """Return parts for a roster file, as far as it can be read."""
    reading = decode_in_part(content, path)
    imported: list[Part] = [
        partial(ImportedCharacter, one, reading.roster.system, OURS) for one in reading.roster.characters
    ]
    return [*imported, *(partial(Refused, problem.place, problem.problem) for problem in reading.problems)]


def _of_raw(raw: Any, place: str, systems: Sequence[System], new_id: NewId) -> Incoming:
    """Import one character from another program's data."""
    from gm_desk.store.exchange.ep2_data import from_ep2_data, is_ep2_data
    from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase, is_eclipsephase
    from gm_desk.store.exchange.foundry.ep2e.reading import from_ep2e, is_ep2e

    readers = ((is_ep2e, from_ep2e), (is_eclipsephase, from_eclipsephase), (is_ep2_data, from_ep2_data))
    system = next(one for one in systems if one.id == EP2)
    for fits, read in readers:
        if fits(raw):
            return read(raw, system, new_id)
    name = raw.get("name") if isinstance(raw, dict) else None
    who = f"“{name[:60]}”" if isinstance(name, str) and name.strip() else ""
    return Refused(" ".join(filter(None, (place, who))), _why_not(raw))


def _why_not(raw: Any) -> str:
    """Return the reason why foreign data cannot be imported, with what they say they are."""
    stats = raw.get("_stats") if isinstance(raw, dict) else None
    game = stats.get("systemId") if isinstance(stats, dict) else None
    if isinstance(game, str) and game:
        return f"it is a Foundry actor of another game, “{game[:40]}”. {READABLE}"
    return f"it is not a character of a known format. {READABLE}"
