"""Rosters as JSON files: read whole, checked, and written whole.

What a file says beyond what is known here travels in `extra` and is written back where it stood.
"""

import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from gm_desk.assets import resource
from gm_desk.core.errors import BadHouseError
from gm_desk.core.roster import FORMAT, Character, Roster
from gm_desk.core.rules.house import parse_known_house
from gm_desk.core.systems import RULES
from gm_desk.store.errors import UnreadableFileError, UnwritableFileError
from gm_desk.store.files import write_atomically
from gm_desk.store.problems import place_in_words, problem_in_words

MOST_BYTES = 64 * 1024 * 1024
KAISER = "kaiser"
UNPROVED = "what would be written could not be read again"


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
    _spread_extra(roster, data)
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def decode_roster(content: bytes, path: Path) -> Roster:
    """Read the bytes of a roster's file; `path` is named in errors (UnreadableFileError)."""
    raw = _json_of(content, path)
    if isinstance(raw, dict) and isinstance(raw.get("format"), int) and raw["format"] > FORMAT:
        raise UnreadableFileError(path, "it was written by a newer GM Desk, which this one cannot read yet")
    try:
        roster = msgspec.convert(raw, Roster)
    except msgspec.ValidationError as error:
        problem, place = problem_in_words(str(error)), place_in_words(str(error), raw)
        raise UnreadableFileError(path, problem, place) from error
    if roster.system not in RULES:
        raise UnreadableFileError(path, f"this version does not know the system “{roster.system}”")
    _refuse_bad_house(roster, path)
    _refuse_confusion(roster, path)
    whole: Roster = _with_extra(roster, raw)
    return whole


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


def _refuse_bad_house(roster: Roster, path: Path) -> None:
    """Refuse a house rule with a value that it cannot have; one that is not known yet may stand there."""
    try:
        parse_known_house(roster.system, roster.house)
    except BadHouseError as error:
        raise UnreadableFileError(path, problem_in_words(error.problem), error.key.replace(".", ", ")) from error


def _refuse_confusion(roster: Roster, path: Path) -> None:
    """Refuse a file in which two things share an id, because a change would hit both, or a rating is none."""
    for things in ((one.id, one.name) for one in roster.groups), ((one.id, one.name) for one in roster.characters):
        _refuse_doubles(things, path)
    for character in roster.characters:
        _refuse_low_ratings(character, roster, path)
        _refuse_doubles(((skill.id, skill.name) for skill in character.skills), path)
        _refuse_doubles(((attack.id, attack.name) for attack in character.attacks), path)


def _refuse_low_ratings(character: Character, roster: Roster, path: Path) -> None:
    """Refuse a rating below zero, which only Kaiser knows."""
    if roster.system == KAISER:
        return
    for place, skill in enumerate(character.skills, 1):
        if skill.rating < 0:
            number = roster.characters.index(character) + 1
            where = f"character {number} “{character.name}”, skill {place} “{skill.name}”, rating"
            raise UnreadableFileError(path, "the number is below 0", where)


def _refuse_doubles(things: Iterable[tuple[str, str]], path: Path) -> None:
    """Refuse ids, each with the name of its thing, of which two are the same."""
    seen: dict[str, str] = {}
    for thing_id, name in things:
        if thing_id in seen:
            raise UnreadableFileError(path, f"they share the id “{thing_id}”", f"“{seen[thing_id]}” and “{name}”")
        seen[thing_id] = name


def _parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Walk over the parts of a value that may hold unknown keys, each with its name or place."""
    if isinstance(value, Struct):
        parts: Iterable[tuple[Any, Any]] = ((name, getattr(value, name)) for name in value.__struct_fields__)
    else:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
    return ((key, part) for key, part in parts if part and key != "extra" and isinstance(part, (Struct, dict, tuple)))


def _spread_extra(value: Any, data: Any) -> None:
    """Put the unknown keys of a value, and of everything in it, back where they stood in its plain data."""
    for key, part in _parts(value):
        if not isinstance(data, dict) or key in data:
            _spread_extra(part, data[key])
    if isinstance(value, Struct):
        data.update(data.pop("extra", None) or {})


def _with_extra(value: Any, raw: Any) -> Any:
    """Give a value, and everything in it, the keys that its type does not know."""
    parts = {key: _with_extra(part, raw[key]) for key, part in _parts(value) if isinstance(raw, list) or key in raw}
    if isinstance(value, Struct):
        unknown = {key: item for key, item in raw.items() if key not in value.__struct_fields__ or key == "extra"}
        return structs.replace(value, **parts, extra=unknown) if parts or unknown else value
    if isinstance(value, dict):
        return {**value, **parts}
    return tuple(parts.get(place, part) for place, part in enumerate(value))
