"""Read a file of JSON in which some characters are no JSON: the others are cut out and read one by one."""

import hashlib
import re
from pathlib import Path
from typing import Any

from msgspec import Struct

from gm_desk.store.checks import too_many
from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.json_files import holds_too_many, json_of
from gm_desk.store.limits import MOST_CHARACTERS

LIST = "characters"
PIECE = re.compile(rb'"(?:[^"\\]|\\.)*+"|[{}\[\],]', re.DOTALL)
INSIDE = 2
"""How deep the list is in the file."""
OPENS, CLOSES = {b"{", b"["}, {b"}", b"]"}


class Broken(Struct, frozen=True):
    """Hold the text of a character that is no JSON, byte for byte, and what is wrong with it."""

    text: bytes
    problem: UnreadableFileError


def json_in_pieces(content: bytes, path: Path) -> Any:
    """Read JSON; where only characters are none, they are `Broken` in the data; raises UnreadableFileError."""
    try:
        return json_of(content, path)
    except UnreadableFileError:
        if holds_too_many(content):
            raise
        spans = _spans(content)
        if len(spans) > MOST_CHARACTERS:
            raise UnreadableFileError(path, too_many(LIST, len(spans))) from None
        broken = _all_broken(content, spans, path)
        if not broken:
            raise
        try:
            raw = json_of(_without(content, [spans[place] for place in broken]), path)
        except UnreadableFileError:
            raw = None
        if not isinstance(raw, dict) or not isinstance(raw.get(LIST), list) or len(raw[LIST]) != len(spans):
            raise
        raw[LIST] = [broken.get(place, one) for place, one in enumerate(raw[LIST])]
        return raw


def stood_in_for(data: dict[str, Any]) -> dict[bytes, bytes]:
    """Put a text of JSON in the place of each character of which only bytes are known; gives those by the texts."""
    listed = data[LIST]
    if not isinstance(listed, list):
        return {}
    texts = {place: one for place, one in enumerate(listed) if isinstance(one, bytes)}
    mark = hashlib.sha256(b"".join(texts.values())).hexdigest()
    names = {place: f"{mark} {place}" for place in texts}
    data[LIST] = [names.get(place, one) for place, one in enumerate(listed)]
    return {f'"{names[place]}"'.encode(): text for place, text in texts.items()}


def with_texts(texts: dict[bytes, bytes], encoded: bytes) -> bytes:
    """Put the bytes back where they were stood in for."""
    if not texts:
        return encoded
    mark = next(iter(texts)).partition(b" ")[0]
    return re.sub(re.escape(mark) + rb' [0-9]+"', lambda found: texts.get(found[0], found[0]), encoded)


def _spans(content: bytes) -> list[tuple[int, int]]:
    """Find where each element of the list of characters begins and ends, by brackets outside of strings."""
    spans: list[tuple[int, int]] = []
    depth, start, before = 0, -1, b""
    for found in PIECE.finditer(content):
        piece = found[0]
        depth += (piece in OPENS) - (piece in CLOSES)
        if start < 0:
            if piece == b"[" and depth == INSIDE and before == b'"characters"':
                start = found.end()
        elif depth < INSIDE or (depth == INSIDE and piece == b","):
            spans.append(_stripped(content, start, found.start()))
            start = found.end()
            if depth < INSIDE:
                break
        before = piece
    return spans


def _stripped(content: bytes, start: int, end: int) -> tuple[int, int]:
    """Narrow a span to what is no white space."""
    text = content[start:end]
    start += len(text) - len(text.lstrip(b" \t\r\n"))
    return start, max(start, start + len(text.strip(b" \t\r\n")))


def _all_broken(content: bytes, spans: list[tuple[int, int]], path: Path) -> dict[int, Broken]:
    """Return the elements that are no JSON by their places; lines are counted once, however many there are."""
    found: dict[int, Broken] = {}
    lines = counted = 0
    for place, (start, end) in enumerate(spans):
        text = content[start:end]
        try:
            json_of(text, path)
        except UnreadableFileError as error:
            lines += content.count(b"\n", counted, start)
            counted = start
            line = lines + int(error.place.removeprefix("line ") or 1)
            problem = UnreadableFileError(path, error.problem, f"character {place + 1}, line {line}")
            found[place] = Broken(text, problem)
    return found


def _without(content: bytes, spans: list[tuple[int, int]]) -> bytes:
    """Give the content with nothing in the place of some elements."""
    parts, end = [], 0
    for start, after in spans:
        parts += [content[end:start], b"null"]
        end = after
    return b"".join([*parts, content[end:]])
