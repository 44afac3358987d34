"""Files of JSON: read with bounds, and refused in words that name the line."""

import codecs
import json
import re
from pathlib import Path
from typing import Any

import msgspec

from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.limits import MIB, MOST_DEPTH, MOST_MARKS, MOST_ROSTER_BYTES
from gm_desk.store.problems import problem_in_words
from gm_desk.store.reading import bounded_bytes

BRANCHES = {dict, list}
LARGE = 8 * MIB
TOO_DEEP = "it is nested too deeply"
TOO_MANY = f"it holds more than {MOST_MARKS:,} values, as no roster and no pack does"
MARKS = (b",", b":", b"[", b"{")
HALF = re.compile(
    rb"(?<!\\)(?:\\\\)*(\\u[dD](?:[89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F][0-9a-fA-F]{2}))"
)
"""Half of a letter that takes two escapes."""
STRANGE = {
    b"NaN": "“NaN” is no number",
    b"Infinity": "“Infinity” is no number",
    b"//": "a comment stands there",
    b"/*": "a comment stands there",
    b"#": "a comment stands there",
}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],]|-?[0-9][0-9.eE+-]*+')


class _DoubledError(ValueError):
    """An object has two values for one key."""


def bytes_of(path: Path) -> bytes:
    """Read a file of a bearable size; raises UnreadableFileError."""
    return bounded_bytes(path, MOST_ROSTER_BYTES)


def json_of(content: bytes, path: Path, *, doubled: bool = False) -> Any:
    """Read JSON in which no key stands twice, unless `doubled`; raises UnreadableFileError, whose place is the line.

    The mark by which some editors begin UTF-8 text is no part of it. Of a doubled key the last value counts; not to
    look for them takes half the time.
    """
    content = content.removeprefix(codecs.BOM_UTF8)
    if holds_too_many(content):
        raise UnreadableFileError(path, TOO_MANY)
    try:
        text = content.decode()  # a JSON decoder's own UnicodeDecodeError counts from the start of a string
        raw = msgspec.json.decode(content)
        if not doubled:
            large = len(content) > LARGE
            raw = None if large else raw  # both at once would take twice the memory
            json.loads(text, object_pairs_hook=_once_each)
            raw = msgspec.json.decode(content) if large else raw
    except UnicodeDecodeError as error:
        raise UnreadableFileError(path, "it is not UTF-8 text", _line(content, error.start)) from error
    except (RecursionError, msgspec.ValidationError, _DoubledError) as error:
        place, problem = _first_trouble(content.decode())
        raise UnreadableFileError(path, problem or problem_in_words(str(error)), place) from error
    except msgspec.DecodeError as error:
        offset, problem = _malformed(content, str(error))
        raise UnreadableFileError(path, problem, _line(content, offset)) from error
    if is_deep(raw):
        place, problem = _first_trouble(text)
        raise UnreadableFileError(path, problem, place)
    return raw


def holds_too_many(content: bytes) -> bool:
    """Return whether JSON has more values than can be held, counted without making any of them."""
    return sum(map(content.count, MARKS)) > MOST_MARKS


def is_deep(raw: Any) -> bool:
    """Tell whether data are nested deeper than can be walked through and written again."""
    level = [raw] if type(raw) in BRANCHES else []
    for _ in range(MOST_DEPTH + 1):
        parts = (one.values() if type(one) is dict else one for one in level)
        level = [inner for part in parts for inner in part if type(inner) in BRANCHES]
        if not level:
            return False
    return True


def _once_each(pairs: list[tuple[str, Any]]) -> None:
    """Raise _DoubledError where a decoder would drop a key; nothing is made of the others, which are read already."""
    if len({key for key, _ in pairs}) != len(pairs):
        raise _DoubledError


def _first_trouble(text: str) -> tuple[str, str]:
    """Find what is wrong with text that is JSON all the same: its line, and the problem."""
    keys: list[set[str] | None] = []
    before = ""
    for found in TOKEN.finditer(text):
        piece = found[0]
        problem = ""
        if piece in {"{", "["}:
            keys.append(set() if piece == "{" else None)
            problem = TOO_DEEP if len(keys) > MOST_DEPTH else ""
        elif piece in {"}", "]"}:
            keys.pop()
        elif piece[0] == '"' and keys and keys[-1] is not None and before in {"{", ","}:
            problem = _problem_of_key(piece, keys[-1])
        elif piece[0] in "-0123456789":
            problem = _problem_of_number(piece)
        if problem:
            return f"line {text.count(chr(10), 0, found.start()) + 1}", problem
        before = piece
    return "", ""


def _problem_of_key(piece: str, known: set[str]) -> str:
    """Say that a key stands twice, or remember it."""
    key = json.loads(piece)
    if key in known:
        return f"“{key[:60]}” stands there twice"
    known.add(key)
    return ""


def _problem_of_number(piece: str) -> str:
    """Say that a number is beyond all bounds."""
    try:
        msgspec.json.decode(piece)
    except msgspec.ValidationError as error:
        return problem_in_words(str(error))
    return ""


def _malformed(content: bytes, said: str) -> tuple[int, str]:
    """Find where text is no JSON, and word what is wrong there; a decoder names a byte, or says that all is read."""
    half = HALF.search(content)
    if half and ("surrogate" in said or ("truncated" in said and _is_complete(content))):
        return half.start(1), f"“{half[1].decode()}” is half of a letter"
    byte = re.search(r"\(byte ([0-9]+)\)", said)
    if not byte:
        return len(content), problem_in_words(said)
    offset = int(byte[1]) - ("trailing characters" in said)  # of these it names the second
    rest = content[offset : offset + 9]
    for start, problem in STRANGE.items():
        if rest.startswith(start):
            return offset, problem
    if rest and rest[0] < ord(" "):
        return offset, "a control character stands there"
    return offset, problem_in_words(said)


def _is_complete(content: bytes) -> bool:
    """Tell whether text is JSON but for halves of letters."""
    try:
        json.loads(content)
    except ValueError:
        return False
    return True


def _line(content: bytes, offset: int) -> str:
    """Word an offset as a line number."""
    newlines = content.count(b"\n", 0, offset)
    return f"line {newlines + 1}"
