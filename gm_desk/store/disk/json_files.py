"""Decoding of JSON files, with readable errors."""

import re
from pathlib import Path
from typing import Any

import msgspec

from gm_desk.store.disk.files import MIB, MOST_DEPTH, MOST_MARKS, MOST_ROSTER_BYTES, UnreadableFileError, bounded_bytes

ONE_OF = {
    "groups": "group",
    "characters": "character",
    "skills": "skill",
    "specialisations": "specialisation",
    "attacks": "attack",
    "motivations": "motivation",
    "tags": "tag",
    "traits": "trait",
    "dismissed": "dismissed finding",
    "conditions": "condition",
    "scenes": "scene",
    "fighters": "fighter",
    "markers": "marker",
    "clocks": "clock",
    "pinned": "pinned modifier",
    "past": "earlier moment",
    "ahead": "later moment",
    "thrown": "turn with dice",
}
PLAIN = (
    (r"Object missing required field `(\w+)`", r"“\1” is missing"),
    (r"Expected `int(?: \| null)?`, got `(\w+)`", "a whole number is expected here"),
    (r"Expected `bool`, got `(\w+)`", "true or false is expected here"),
    (r"Expected `str`, got `(\w+)`", "text is expected here"),
    (r"Expected `array`, got `(\w+)`", "a list is expected here"),
    (r"Expected `object(?: \| null)?`, got `(\w+)`", "this is not in the shape of a {kind}"),
    (r"Expected `int` >= (-?\d+)", r"the number is below \1"),
    (r"Expected `int` <= (-?\d+)", r"the number is above \1"),
    (r"Expected `str` matching regex .*", "it is empty"),
    (r"Expected `str` of length >= 1", "it is empty"),
    (r"Expected `str` of length <= (\d+)", r"it is longer than \1 letters"),
    (r"Invalid enum value (['\"])(.{0,60})\1\Z", r"“\2” is not known here"),
    (r"Invalid enum value ['\"](.{60}).*", r"“\1…” is not known here"),
    (r"Number out of range|Integer value out of range", "a number is too large"),
    (r"Input data was truncated", "it is not complete JSON"),
    (r"JSON is malformed: trailing characters", "there is more text after its end"),
    (r"JSON is malformed: trailing comma", "there is a comma with nothing after it"),
    (r"JSON is malformed: expected ','", "a comma is missing there"),
    (r"JSON is malformed: object keys must be strings", "a key has no double quotes there"),
    (r"JSON is malformed: invalid number", "this is not a number"),
    (r"JSON is malformed", "it is not JSON from there on"),
)


def decoder_problem(message: str, inside: str = "") -> str:
    """Return the problem in a decoder's message as a clause; `inside` is as in `place_in_words`."""
    problem, path = _said_and_path(message)
    for pattern, words in PLAIN:
        found = re.match(pattern, problem, re.DOTALL)
        if found:
            return found.expand(words.replace("{kind}", _kind_at(inside + path)))
    return problem[:1].lower() + problem[1:]


def place_in_words(message: str, raw: Any, inside: str = "") -> str:
    """Return the place in the file as text: "character 4 “Lao Qing”, skill 2 “Guns”, rating".

    `inside` is the path of the decoded part, as in decoder messages (".characters[3]").
    """
    parts: list[str] = []
    value = raw
    for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", inside + _said_and_path(message)[1]):
        if key:
            value = value.get(key) if isinstance(value, dict) else None
            parts.append(key)
        else:
            value = value[int(index)] if isinstance(value, list) else None
            parts[-1] = f"{ONE_OF.get(parts[-1], parts[-1])} {int(index) + 1}{_name_of(value)}"
    return ", ".join(parts)


def _kind_at(path: str) -> str:
    """Return the type expected at a path: the roster itself, an item of a list, or values by name."""
    one = re.search(r"(\w+)\[(?:\d+|\.\.\.)\]\Z", path)
    if one:
        return ONE_OF.get(one[1], one[1])
    return "list of names with values" if path else "roster"


def _said_and_path(message: str) -> tuple[str, str]:
    """Split a decoder's message into the problem and the path, which comes last."""
    problem, _, path = message.rpartition(" - at `$")
    return (problem, path.removesuffix("`")) if problem else (message, "")


def _name_of(value: Any) -> str:
    """Return the quoted name of an object in a file, if it has one."""
    name = value.get("name") if isinstance(value, dict) else None
    return f" “{name[:60]}”" if isinstance(name, str) and name.strip() else ""


BRANCHES = {dict, list}
LARGE = 8 * MIB
TOO_DEEP = "it is nested too deeply"
TOO_MANY = f"it contains more than {MOST_MARKS:,} values, more than any roster or pack"
MARKS = (b",", b":", b"[", b"{")
HALF = (
    rb"(?<!\\)(?:\\\\)*(\\u[dD](?:[89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F][0-9a-fA-F]{2}))"
)
"""A lone surrogate in an escape sequence."""
STRANGE = {
    b"NaN": "“NaN” is not a number",
    b"Infinity": "“Infinity” is not a number",
    b"//": "there is a comment",
    b"/*": "there is a comment",
    b"#": "there is a comment",
}
PIECE = r'"(?:[^"\\]|\\.)*+"|[{}\[\],]|-?[0-9][0-9.eE+-]*+'


class _DoubledError(ValueError):
    """An object has two values for one key."""


def bytes_of(path: Path) -> bytes:
    """Return the bytes of a file within the size limit; raise UnreadableFileError."""
    return bounded_bytes(path, MOST_ROSTER_BYTES)


def json_of(content: bytes, path: Path, *, doubled: bool = False) -> Any:
    """Return decoded JSON without duplicate keys; raise UnreadableFileError, whose place is the line.

    A byte order mark is skipped. With `doubled` duplicate keys are allowed and the last value counts; not checking
    them takes half the time.
    """
    import codecs
    import json

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
        raise UnreadableFileError(path, problem or decoder_problem(str(error)), place) from error
    except msgspec.DecodeError as error:
        offset, problem = _malformed(content, str(error))
        raise UnreadableFileError(path, problem, _line(content, offset)) from error
    if is_deep(raw):
        place, problem = _first_trouble(text)
        raise UnreadableFileError(path, problem, place)
    return raw


def holds_too_many(content: bytes) -> bool:
    """Return whether JSON has too many values, counted without decoding it."""
    return marks_in(content) > MOST_MARKS


def marks_in(content: bytes) -> int:
    """Return how many values JSON has at most, counted by its marks; parts that follow each other add up."""
    return sum(map(content.count, MARKS))


def is_deep(raw: Any) -> bool:
    """Return whether data are nested too deeply to be traversed and written again."""
    level = [raw] if type(raw) in BRANCHES else []
    for _ in range(MOST_DEPTH + 1):
        parts = (one.values() if type(one) is dict else one for one in level)
        level = [inner for part in parts for inner in part if type(inner) in BRANCHES]
        if not level:
            return False
    return True


def _once_each(pairs: list[tuple[str, Any]]) -> None:
    """Raise _DoubledError if a key occurs twice; the values are discarded, as they are decoded already."""
    if len({key for key, _ in pairs}) != len(pairs):
        raise _DoubledError


def _first_trouble(text: str) -> tuple[str, str]:
    """Return the line and the problem of text that is valid JSON but not allowed."""
    keys: list[set[str] | None] = []
    before = ""
    for found in re.finditer(PIECE, text):
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
    """Return the problem of a duplicate key, or "" after adding it to the known ones."""
    import json

    key = json.loads(piece)
    if key in known:
        return f"“{key[:60]}” is there twice"
    known.add(key)
    return ""


def _problem_of_number(piece: str) -> str:
    """Return the problem of a number that is out of range."""
    try:
        msgspec.json.decode(piece)
    except msgspec.ValidationError as error:
        return decoder_problem(str(error))
    return ""


def _malformed(content: bytes, text: str) -> tuple[int, str]:
    """Return the offset and problem of invalid JSON; decoders report a byte, or the end of the text."""
    half = re.search(HALF, content)
    if half and ("surrogate" in text or ("truncated" in text and _is_complete(content))):
        return half.start(1), f"“{half[1].decode()}” is only half of a character"
    byte = re.search(r"\(byte ([0-9]+)\)", text)
    if not byte:
        return len(content), decoder_problem(text)
    offset = int(byte[1]) - ("trailing characters" in text)  # for these it names the second
    rest = content[offset : offset + 9]
    for start, problem in STRANGE.items():
        if rest.startswith(start):
            return offset, problem
    if rest and rest[0] < ord(" "):
        return offset, "there is a control character"
    return offset, decoder_problem(text)


def _is_complete(content: bytes) -> bool:
    """Return whether text is valid JSON except for lone surrogates."""
    import json

    try:
        json.loads(content)
    except ValueError:
        return False
    return True


def _line(content: bytes, offset: int) -> str:
    """Return the line of an offset as text ("line 3")."""
    newlines = content.count(b"\n", 0, offset)
    return f"line {newlines + 1}"
