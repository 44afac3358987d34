"""Rosters as JSON files: read whole, checked, and written whole.

What a file says beyond what is known here travels in `extra` and is written back where it stood.
"""

import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from gm_desk.assets import resource
from gm_desk.core.roster import FORMAT, Roster
from gm_desk.core.rules.house import House
from gm_desk.core.systems import RULES
from gm_desk.store.errors import UnreadableFileError, UnwritableFileError
from gm_desk.store.files import write_atomically
from gm_desk.store.problems import place_in_words, problem_in_words

MOST_BYTES = 64 * 1024 * 1024
UNPROVED = "what would be written could not be read again"
NESTED = ("groups", "characters", "skills")

_Value = TypeVar("_Value", bound=Struct)


class _KnownHouse(House, frozen=True, forbid_unknown_fields=False):
    """Check the house rules that are known; those of a newer GM Desk may stand beside them."""


class _Settings(Struct, frozen=True):
    """Check what the roster itself carries as plain data."""

    house: _KnownHouse = _KnownHouse()


def read_roster(path: Path) -> Roster:
    """Read a roster; raises UnreadableFileError naming the place and the problem, and leaves the file as it is."""
    return decode_roster(_bytes_of(path), path)


def write_roster(path: Path, roster: Roster) -> None:
    """Write a roster whole; raises UnwritableFileError, and then the old file stands."""
    write_atomically(path, _proved(roster, path))


def read_sample(system_id: str) -> Roster:
    """Read the shipped sample roster of a system ("ep2")."""
    return read_roster(resource(f"samples/{system_id}.json"))


def encode_roster(roster: Roster) -> bytes:
    """Give the bytes of a roster's file: the same value always gives the same bytes."""
    data = msgspec.to_builtins(roster)
    for level in list(_levels(data)):
        level.update(level.pop("extra", None) or {})
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def decode_roster(content: bytes, path: Path) -> Roster:
    """Read the bytes of a roster's file; `path` is named in errors (UnreadableFileError)."""
    raw = _json_of(content, path)
    if isinstance(raw, dict) and isinstance(raw.get("format"), int) and raw["format"] > FORMAT:
        raise UnreadableFileError(path, "it was written by a newer GM Desk, which this one cannot read yet")
    try:
        roster = msgspec.convert(raw, Roster)
        msgspec.convert(raw, _Settings)
    except msgspec.ValidationError as error:
        problem, place = problem_in_words(str(error)), place_in_words(str(error), raw)
        raise UnreadableFileError(path, problem, place) from error
    if roster.system not in RULES:
        raise UnreadableFileError(path, f"this version does not know the system “{roster.system}”")
    _refuse_double_ids(roster, path)
    return _with_extra(roster, raw)


def _proved(roster: Roster, path: Path) -> bytes:
    """Give the bytes of a roster's file, once they have been read again and say the same."""
    try:
        content = encode_roster(roster)
        if decode_roster(content, path) == roster:
            return content
    except (ValueError, RecursionError, UnreadableFileError) as error:
        raise UnwritableFileError(path, UNPROVED) from error
    raise UnwritableFileError(path, UNPROVED)


def _bytes_of(path: Path) -> bytes:
    """Read a file of a bearable size; a device would have no end, a pipe no beginning."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise UnreadableFileError(path, "it is not a file")
        if found.st_size > MOST_BYTES:
            raise UnreadableFileError(path, f"it is larger than {MOST_BYTES // 1024 // 1024} MB")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or str(error)).lower()) from error


def _json_of(content: bytes, path: Path) -> Any:
    """Read JSON; the place of what is wrong is its line."""
    try:
        content.decode()  # a JSON decoder's own UnicodeDecodeError counts from the start of a string
        return msgspec.json.decode(content)
    except UnicodeDecodeError as error:
        raise UnreadableFileError(path, "it is not UTF-8 text", _line(content, error.start)) from error
    except RecursionError as error:
        raise UnreadableFileError(path, "it is nested too deeply") from error
    except msgspec.DecodeError as error:
        said = str(error)
        raise UnreadableFileError(path, problem_in_words(said), _line_said(content, said)) from error


def _line_said(content: bytes, said: str) -> str:
    """Word the line of which a decoder speaks: it names a byte, or the end, or nothing."""
    byte = re.search(r"\(byte ([0-9]+)\)", said)
    if byte:
        return _line(content, int(byte[1]))
    return _line(content, len(content)) if "truncated" in said else ""


def _line(content: bytes, offset: int) -> str:
    """Word an offset as a line number."""
    newlines = content.count(b"\n", 0, offset)
    return f"line {newlines + 1}"


def _refuse_double_ids(roster: Roster, path: Path) -> None:
    """Refuse a file in which two things share an id, because a change would hit both."""
    for things in ((one.id, one.name) for one in roster.groups), ((one.id, one.name) for one in roster.characters):
        _refuse_doubles(things, path)
    for character in roster.characters:
        _refuse_doubles(((skill.id, skill.name) for skill in character.skills), path)


def _refuse_doubles(things: Iterable[tuple[str, str]], path: Path) -> None:
    """Refuse ids, each with the name of its thing, of which two are the same."""
    seen: dict[str, str] = {}
    for thing_id, name in things:
        if thing_id in seen:
            raise UnreadableFileError(path, f"they share the id “{thing_id}”", f"“{seen[thing_id]}” and “{name}”")
        seen[thing_id] = name


def _levels(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Walk over everything in the plain data of a roster that may carry unknown keys."""
    yield data
    for name in NESTED:
        for item in data.get(name, ()):
            yield from _levels(item)


def _with_extra(value: _Value, raw: dict[str, Any]) -> _Value:
    """Give a value, and everything in it, the keys that its type does not know."""
    changes: dict[str, Any] = {}
    for name in NESTED:
        if name in value.__struct_fields__ and raw.get(name):
            changes[name] = tuple(map(_with_extra, getattr(value, name), raw[name]))
    unknown = {key: item for key, item in raw.items() if key not in value.__struct_fields__ or key == "extra"}
    return structs.replace(value, **changes, extra=unknown)
