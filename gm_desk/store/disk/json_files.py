"""Word what a validating decoder says, and where, for people."""

import codecs
import json
import re
from pathlib import Path
from typing import Any

import msgspec

from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.disk.files import bounded_bytes
from gm_desk.store.disk.limits import MIB, MOST_DEPTH, MOST_MARKS, MOST_ROSTER_BYTES

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
}
PLAIN = (
    (r"Object missing required field `(\w+)`", r"“\1” is missing"),
    (r"Expected `int(?: \| null)?`, got `(\w+)`", "a whole number is expected here"),
    (r"Expected `bool`, got `(\w+)`", "true or false is expected here"),
    (r"Expected `str`, got `(\w+)`", "text is expected here"),
    (r"Expected `array`, got `(\w+)`", "a list is expected here"),
    (r"Expected `object`, got `(\w+)`", "this is not in the shape of a {kind}"),
    (r"Expected `int` >= (-?\d+)", r"the number is below \1"),
    (r"Expected `int` <= (-?\d+)", r"the number is above \1"),
    (r"Expected `str` matching regex .*", "it is empty"),
    (r"Expected `str` of length >= 1", "it is empty"),
    (r"Expected `str` of length <= (\d+)", r"it is longer than \1 letters"),
    (r"Invalid enum value (['\"])(.{0,60})\1\Z", r"“\2” is not known here"),
    (r"Invalid enum value ['\"](.{60}).*", r"“\1…” is not known here"),
    (r"Number out of range|Integer value out of range", "a number is too large"),
    (r"Input data was truncated", "it is not complete JSON"),
    (r"JSON is malformed: trailing characters", "something stands behind its end"),
    (r"JSON is malformed: trailing comma", "there is a comma with nothing behind it"),
    (r"JSON is malformed: expected ','", "a comma is missing there"),
    (r"JSON is malformed: object keys must be strings", "a key without double quotes stands there"),
    (r"JSON is malformed: invalid number", "this is no number"),
    (r"JSON is malformed", "it is not JSON from there on"),
)


def problem_in_words(message: str, inside: str = "") -> str:
    """Say what a decoder found wrong, as a clause; `inside` is as in `place_in_words`."""
    said, path = _said_and_path(message)
    for pattern, words in PLAIN:
        found = re.match(pattern, said, re.DOTALL)
        if found:
            return found.expand(words.replace("{kind}", _kind_at(inside + path)))
    return said[:1].lower() + said[1:]


def place_in_words(message: str, raw: Any, inside: str = "") -> str:
    """Say where in the file it is: "character 4 “Lao Qing”, skill 2 “Guns”, rating".

    `inside` is the place of the part that was decoded, as a decoder spells it (".characters[3]").
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
    """Name what is expected at a path: the roster itself, one of a list, or values by their names."""
    one = re.search(r"(\w+)\[(?:\d+|\.\.\.)\]\Z", path)
    if one:
        return ONE_OF.get(one[1], one[1])
    return "list of names with values" if path else "roster"


def _said_and_path(message: str) -> tuple[str, str]:
    """Split a decoder's message into what is wrong and the path to it, which stands last."""
    said, _, path = message.rpartition(" - at `$")
    return (said, path.removesuffix("`")) if said else (message, "")


def _name_of(value: Any) -> str:
    """Quote the name of a thing in a file, where it has one."""
    name = value.get("name") if isinstance(value, dict) else None
    return f" “{name[:60]}”" if isinstance(name, str) and name.strip() else ""


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
