"""Rosters as JSON files: read, checked and written atomically, with what is known of a file that others share.

Unknown parts of a file are kept in `extra`, and unreadable ones in `unread`; both are written back to their places. No
other program's change is ever overwritten.
"""

import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from gm_desk.core.characters.roster import FORMAT, Answers, Character, Group, OwnModifiers, Roster
from gm_desk.core.scenes.conditions import OwnCondition
from gm_desk.core.scenes.scene import Scene
from gm_desk.store.disk.files import (
    MOST_ROSTER_BYTES,
    UnreadableFileError,
    UnwritableFileError,
    bounded_bytes,
    holds_too_many,
    is_deep,
    write_atomically,
)
from gm_desk.store.rosters.checks import refuse_bad_values, roster_of, spread_extra
from gm_desk.store.shipped import resource

EXTRA = b'"extra":'
"""The key of unknown keys; within a JSON string its quotation marks would be escaped."""


class _RosterFile(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The keys of a roster's file, in this order; empty ones may be omitted."""

    format: int
    id: str
    name: str
    system: str
    house: Mapping[str, Any]
    groups: tuple[Group, ...]
    characters: tuple[Character, ...]
    answers: Answers = {}
    modifiers: OwnModifiers | None = None
    conditions: tuple[OwnCondition, ...] = ()
    scenes: tuple[Scene, ...] = ()
    stage: str = ""
    picture: str = ""
    caption: str = ""


ABSENT = ("answers", "modifiers", "conditions", "scenes", "stage", "picture", "caption")
"""The keys that are omitted if they are empty."""


def encode_known(roster: Roster) -> bytes | None:
    """Return the bytes of a roster's file, or None if it has unknown or unread parts."""
    if roster.unread or roster.extra:
        return None
    encoded = encode_plain(roster, roster.characters)
    return None if EXTRA in encoded else msgspec.json.format(encoded, indent=1) + b"\n"


def encode_plain(roster: Roster, characters: Iterable[Any]) -> bytes:
    """Return a roster without unknown and unread parts as JSON in one line, with these values as its characters."""
    parts = {name: getattr(roster, name) for name in _RosterFile.__struct_fields__}
    parts["modifiers"] = None if roster.modifiers == OwnModifiers() else roster.modifiers
    return msgspec.json.encode(_RosterFile(**{**parts, "characters": tuple(characters)}))


def decode_known(content: bytes, path: Path) -> Roster | None:
    """Return the roster whose file has exactly these bytes, or None for any other bytes.

    Equal bytes prove that no key is duplicate and none was dropped.
    """
    roster = _decode_plain(content, path)
    try:
        return roster if roster is not None and encode_known(roster) == content else None
    except (ValueError, RecursionError):
        return None


def _decode_plain(content: bytes, path: Path) -> Roster | None:
    """Return the roster in bytes that have no unknown keys, or None if anything in it cannot be read."""
    if holds_too_many(content):
        return None
    try:
        roster = msgspec.json.decode(content, type=Roster)
        if roster.format != FORMAT or is_deep({"house": roster.house}):
            return None
        refuse_bad_values(roster, path)
    except (ValueError, RecursionError, UnreadableFileError):
        return None
    return roster


NEWER = "it was written by a newer GM Desk, and this one cannot read it"
UNPROVED = "what would be written could not be read again"


class RosterReading(Struct, frozen=True):
    """A roster as far as its file could be read, with the place of and the reason for each unreadable part.

    A `newer` file is of a later format, and must not be written by this version; an `older` one has been migrated.
    """

    roster: Roster
    problems: tuple[UnreadableFileError, ...] = ()
    newer: bool = False
    older: bool = False


def bytes_of(path: Path) -> bytes:
    """Return the bytes of a file within the size limit; raise UnreadableFileError."""
    return bounded_bytes(path, MOST_ROSTER_BYTES)


def read_roster(path: Path) -> Roster:
    """Return a complete roster; raise UnreadableFileError with place and problem. The file is not changed."""
    return decode_roster(bytes_of(path), path)


def read_in_part(path: Path) -> RosterReading:
    """Return a roster as far as it can be read; raise UnreadableFileError if nothing can."""
    return decode_in_part(bytes_of(path), path)


def write_roster(path: Path, roster: Roster) -> None:
    """Write a roster atomically; raise UnwritableFileError, in which case the old file is unchanged."""
    write_atomically(path, encode_proved(roster, path))


def read_sample(system_id: str) -> Roster:
    """Return the shipped sample roster of a system ("ep2")."""
    return read_roster(resource(f"samples/{system_id}.json"))


def encode_roster(roster: Roster) -> bytes:
    """Return the bytes of a roster's file; the same value always gives the same bytes."""
    known = encode_known(roster)
    return _encode_unknown(roster) if known is None else known


def _encode_unknown(roster: Roster) -> bytes:
    """Return the bytes of a roster's file, including its unknown and unread parts."""
    from gm_desk.store.rosters.repair import insert_placeholders, put_back, with_texts

    data = msgspec.to_builtins(structs.replace(roster, unread=()))
    del data["unread"]
    for key in ABSENT:
        if not data[key]:
            del data[key]
    spread_extra(roster, data)
    put_back(roster, data)
    texts = insert_placeholders(data)
    return with_texts(texts, msgspec.json.format(msgspec.json.encode(data), indent=1)) + b"\n"


def decode_roster(content: bytes, path: Path) -> Roster:
    """Return the roster in the bytes of a file; raise UnreadableFileError, which names `path`."""
    known = decode_known(content, path)
    if known is not None:
        return known
    from gm_desk.store.disk.json_files import json_of

    raw, _ = _newest(json_of(content, path))
    if _is_newer(raw):
        raise UnreadableFileError(path, NEWER)
    return roster_of(raw, path)


def decode_in_part(content: bytes, path: Path) -> RosterReading:
    """Return a roster as far as the bytes of its file can be read; raise UnreadableFileError if nothing can."""
    known = decode_known(content, path)
    return _decode_unknown(content, path) if known is None else RosterReading(known)


def _decode_unknown(content: bytes, path: Path) -> RosterReading:
    """Return a roster as far as it can be read from bytes in another layout than ours; raise UnreadableFileError."""
    from gm_desk.store.rosters.repair import PartialReader, json_in_pieces

    raw, older = _newest(json_in_pieces(content, path))
    newer = _is_newer(raw)
    try:
        return RosterReading(roster_of(raw, path), newer=newer, older=older)
    except UnreadableFileError:
        if not isinstance(raw, dict):
            raise
    try:
        reader = PartialReader(raw, path)
    except UnreadableFileError as error:
        raise UnreadableFileError(path, NEWER if newer else error.problem, "" if newer else error.place) from error
    return RosterReading(reader.roster, tuple(reader.problems), newer, older)


def _newest(raw: Any) -> tuple[Any, bool]:
    """Return the data of a file in the newest format, and whether they were in an older one."""
    from gm_desk.store.rosters.migrations import OF_ROSTERS, migrated

    if not isinstance(raw, dict):
        return raw, False
    newest = migrated(raw, OF_ROSTERS, FORMAT)
    return newest, newest is not raw


def _is_newer(raw: Any) -> bool:
    """Return whether data are in a format newer than ours."""
    return isinstance(raw, dict) and type(raw.get("format")) is int and raw["format"] > FORMAT


def encode_proved(roster: Roster, path: Path) -> bytes:
    """Return the bytes of a roster's file, after reading them back and comparing.

    Raise UnwritableFileError, which names `path`, if they differ.
    """
    try:
        known = encode_known(roster)
        content = _encode_unknown(roster) if known is None else known
        plain = None if known is None else _decode_plain(content, path)
        reading = _decode_unknown(content, path) if plain is None else RosterReading(plain)
        if not reading.newer and _says_all(reading.roster, roster, content):
            return content
    except (ValueError, RecursionError, UnreadableFileError) as error:
        raise UnwritableFileError(path, UNPROVED) from error
    raise UnwritableFileError(path, UNPROVED)


def _says_all(read: Roster, roster: Roster, content: bytes) -> bool:
    """Return whether the roster read back equals the one written; of unread parts, more may be readable than before."""
    from gm_desk.store.rosters.inner_repair import as_written

    if not roster.unread:
        return read == roster
    known = structs.replace(
        read,
        house={key: value for key, value in read.house.items() if key in roster.house},
        groups=_those_of(roster.groups, read.groups),
        characters=as_written(read.characters, roster.characters, "characters", roster.unread),
        conditions=_those_of(roster.conditions, read.conditions),
        scenes=as_written(read.scenes, roster.scenes, "scenes", roster.unread),
        extra={key: value for key, value in read.extra.items() if key in roster.extra},
        unread=roster.unread,
    )
    return known == roster and encode_roster(read) == content


_Item = TypeVar("_Item", Group, OwnCondition)


def _those_of(written: Iterable[_Item], read: Iterable[_Item]) -> tuple[_Item, ...]:
    """Return the items read back that were written as readable ones, by their ids."""
    ids = {one.id for one in written}
    return tuple(one for one in read if one.id in ids)


Digest = tuple[int, int] | None
"""The length and hash of a content, None for a missing file; it lives as long as the process.

Python's own 64-bit hash is sufficient, and a start does not have to import OpenSSL for `hashlib`.
"""

Home = tuple[int, int]
"""The identity of a folder, whatever its path: device and inode number."""


class Known(Struct, frozen=True):
    """The contents that a file may have, by digest; its time is not used, because sync clients set it at will.

    After a write that may have failed, both the old and the new content are known. `home` is the folder of the file.
    """

    digests: frozenset[Digest]
    home: Home | None = None

    def knows(self, content: bytes | None) -> bool:
        """Return whether a content was read or written by us; None stands for a missing file."""
        return _digest(content) in self.digests

    def expecting(self, content: bytes) -> "Known":
        """Return a copy that also knows a content about to be written."""
        return Known(self.digests | {_digest(content)}, self.home)

    def is_away(self, path: Path) -> bool:
        """Return whether the folder of a file is gone, or replaced by another one as when a drive is unplugged."""
        return self.home is not None and home_of(path) != self.home


UNKNOWN = Known(frozenset())
"""A value that knows no content."""


def knowing(content: bytes | None, home: Home | None = None) -> Known:
    """Return a value that knows only this content; None stands for a missing file."""
    return Known(frozenset({_digest(content)}), home)


class FileAsKnown(Struct, frozen=True):
    """A file to be checked, and its known state."""

    path: Path
    known: Known


class FileState(Struct, frozen=True):
    """The result of a check: the content of a file and its folder, or why it cannot be read now.

    A file is `away` if it is gone together with its folder.
    """

    content: bytes | None = None
    home: Home | None = None
    error: OSError | None = None
    away: bool = False


def file_state(look: FileAsKnown) -> FileState:
    """Return the current state of a file; may run in any thread."""
    try:
        content = content_of(look.path)
        if content is None:
            return FileState(away=look.known.is_away(look.path))
        return FileState(content, home_of(look.path))
    except OSError as error:
        return FileState(error=error)


def content_of(path: Path) -> bytes | None:
    """Return the content of a file, or None if it does not exist; raise OSError if that cannot be determined."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(f"{path} is not a file")
        return path.read_bytes()
    except FileNotFoundError:
        return None


def known_of(path: Path) -> Known:
    """Return what is known of a file now; call it before the file is read, so that a change in between is noticed."""
    try:
        return knowing(content_of(path), home_of(path))
    except OSError:
        return knowing(None)


def home_of(path: Path) -> Home | None:
    """Return the folder of a file, with links resolved; None if it is gone or does not answer."""
    try:
        found = Path(os.path.realpath(path)).parent.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _digest(content: bytes | None) -> Digest:
    """Return the digest of a content."""
    return None if content is None else (len(content), hash(content))
