"""Partial reading of damaged rosters: the readable parts are used, and the damaged ones are kept and written back."""

import hashlib
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from gm_desk.core.characters.roster import STAND_IN, Answers, Character, Group, Name, OwnModifiers, Roster, Unread
from gm_desk.core.scenes.conditions import OwnCondition
from gm_desk.core.scenes.scene import Scene
from gm_desk.store.disk.files import MOST_CHARACTERS, UnreadableFileError, holds_too_many
from gm_desk.store.disk.json_files import json_of
from gm_desk.store.rosters.checks import (
    converted,
    refuse_bad_character,
    refuse_bad_house,
    refuse_bad_scene,
    refuse_doubles,
    refuse_too_many,
    roster_of,
    too_many,
)
from gm_desk.store.rosters.inner_repair import OF_AN_ELEMENT, InnerSieve, can_be_sifted, inner_parts, readable_part

LIST = "characters"
PIECE = re.compile(rb'"(?:[^"\\]|\\.)*+"|[{}\[\],]', re.DOTALL)
INSIDE = 2
"""The nesting depth of the list in the file."""
OPENS, CLOSES = {b"{", b"["}, {b"}", b"]"}


LISTS = ("groups", "characters", "conditions", "scenes")
"""The lists of a file whose elements are read one by one."""


class Broken(Struct, frozen=True):
    """The text of a character that is not JSON, byte for byte, and the problem with it."""

    text: bytes
    problem: UnreadableFileError


def json_in_pieces(content: bytes, path: Path) -> Any:
    """Read JSON; a character that is not JSON becomes a `Broken` in the data. Raise UnreadableFileError."""
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


def insert_placeholders(data: dict[str, Any]) -> dict[bytes, bytes]:
    """Replace each character of raw bytes with a unique placeholder; return the bytes by encoded placeholder."""
    listed = data[LIST]
    if not isinstance(listed, list):
        return {}
    texts = {place: one for place, one in enumerate(listed) if isinstance(one, bytes)}
    mark = hashlib.sha256(b"".join(texts.values())).hexdigest()
    names = {place: f"{mark} {place}" for place in texts}
    data[LIST] = [names.get(place, one) for place, one in enumerate(listed)]
    return {f'"{names[place]}"'.encode(): text for place, text in texts.items()}


def with_texts(texts: dict[bytes, bytes], encoded: bytes) -> bytes:
    """Return encoded JSON with the placeholders replaced by their bytes."""
    if not texts:
        return encoded
    mark = next(iter(texts)).partition(b" ")[0]
    return re.sub(re.escape(mark) + rb' [0-9]+"', lambda found: texts.get(found[0], found[0]), encoded)


def _spans(content: bytes) -> list[tuple[int, int]]:
    """Return beginning and end of each element in the list of characters, by the brackets outside strings."""
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
    """Return a span without the white space at its ends."""
    text = content[start:end]
    start += len(text) - len(text.lstrip(b" \t\r\n"))
    return start, max(start, start + len(text.strip(b" \t\r\n")))


def _all_broken(content: bytes, spans: list[tuple[int, int]], path: Path) -> dict[int, Broken]:
    """Return the elements that are not JSON, by index; line numbers are computed in one pass."""
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
    """Return the content with some elements replaced by null."""
    parts, end = [], 0
    for start, after in spans:
        parts += [content[end:start], b"null"]
        end = after
    return b"".join([*parts, content[end:]])


Reads = Callable[[Any], bool]

HEAD = ("format", "id", "name", "system")
"""The keys that a roster must have; only the name may have any value."""


class PartialReader:
    """A filter that separates the readable parts of a roster's data from the others; `problems` has the reasons."""

    def __init__(self, raw: dict[str, Any], path: Path) -> None:
        """Filter the data; raise UnreadableFileError if too little for a roster remains."""
        refuse_too_many(raw, path)
        self._raw = raw
        self._path = path
        self._good = dict(raw)
        self._unread: list[Unread] = []
        self.problems: list[UnreadableFileError] = []
        head = {key: STAND_IN if key == "name" else raw[key] for key in HEAD if key in raw}
        self._system = roster_of(head, path).system
        self._sift_name()
        self._sift_house()
        self._sift_whole("answers", Answers)
        self._sift_whole("modifiers", OwnModifiers)
        self._sift_list("groups", Group)
        self._sift_list("characters", Character)
        self._sift_list("conditions", OwnCondition)
        self._sift_list("scenes", Scene)
        for key in ("stage", "picture", "caption"):
            self._sift_whole(key, str)
        self.roster = structs.replace(roster_of(self._good, path), unread=tuple(self._unread))

    def _sift_name(self) -> None:
        """Replace an invalid name with a default."""
        try:
            converted(self._raw["name"], Name, self._raw, self._path, ".name")
        except UnreadableFileError as problem:
            self._set_aside(("name",), self._raw["name"], problem)
            self._good["name"] = STAND_IN

    def _sift_house(self) -> None:
        """Set the unreadable house rules aside, so that those of the book apply."""
        house = self._checked("house", dict)
        for key, value in house.items():
            try:
                refuse_bad_house(self._system, {key: value}, self._path)
            except UnreadableFileError as problem:
                self._set_aside(("house", key), value, problem)
                self._good["house"] = {name: one for name, one in self._good["house"].items() if name != key}

    def _sift_whole(self, key: str, kind: Any) -> None:
        """Set a part aside as a whole if it cannot be read."""
        if key in self._good:
            try:
                converted(self._good[key], kind, self._raw, self._path, f".{key}")
            except UnreadableFileError as problem:
                self._set_aside((key,), self._good.pop(key), problem)

    def _sift_list(self, key: str, kind: type[Group | Character | OwnCondition | Scene]) -> None:
        """Set aside the elements of a list that cannot be read, or repeat an id."""
        good: list[Any] = []
        first: dict[str, Any] = {}
        for index, item in enumerate(self._checked(key, list)):
            if isinstance(item, Broken):
                self._set_aside((key, index), item.text, item.problem)
                continue
            try:
                value, sieve = self._readable(item, key, index, kind)
                refuse_doubles((first[value.id], value) if value.id in first else (), self._path)
            except UnreadableFileError as problem:
                self._set_aside((key, index), item, problem)
            else:
                first[value.id] = value
                good.append(item if sieve is None else sieve.good)
                self._unread += [] if sieve is None else sieve.unread
                self.problems += [] if sieve is None else sieve.problems
        if key in self._good:
            self._good[key] = good

    def _readable(self, item: Any, key: str, index: int, kind: type[Any]) -> tuple[Any, InnerSieve | None]:
        """Return the value of an element, and the sieve if parts of it cannot be read.

        Raise UnreadableFileError if too little of it remains.
        """
        try:
            return self._element(item, key, index, kind), None
        except UnreadableFileError:
            if not can_be_sifted(item, key):
                raise
            sieve = InnerSieve(item, key, index, self._raw, self._path)
            return self._element(sieve.good, key, index, kind), sieve

    def _element(self, item: Any, key: str, index: int, kind: type[Any]) -> Any:
        """Return the value of an element of a list; raise UnreadableFileError."""
        value = converted(item, kind, self._raw, self._path, f".{key}[{index}]")
        if isinstance(value, Character):
            refuse_bad_character(value, index + 1, self._system, self._path)
        if isinstance(value, Scene):
            refuse_bad_scene(value, index + 1, self._path)
        return value

    def _checked(self, key: str, kind: type[Any]) -> Any:
        """Return the value of a key if it has the right type; else set it aside as a whole and return an empty one."""
        try:
            return converted(self._raw.get(key, kind()), kind, self._raw, self._path, f".{key}")
        except UnreadableFileError as problem:
            self._set_aside((key,), self._good.pop(key), problem)
            return kind()

    def _set_aside(self, place: tuple[str | int, ...], raw: Any, problem: UnreadableFileError) -> None:
        self._unread.append(Unread(place, raw))
        self.problems.append(problem)


def put_back(roster: Roster, data: dict[str, Any]) -> None:
    """Put the unread parts back in their places, beside the current content."""
    for key in LISTS:
        _put_back_inside(roster, data, key)
        places = [one for one in roster.unread if one.place[0] == key and len(one.place) == OF_AN_ELEMENT]
        aside = [(one.place[1], one.raw) for one in places]
        if aside:
            data[key] = _Merger(data.get(key) or [], aside, partial(_reads, roster.system, key)).merged()
    wholes = [(str(one.place[0]), one.raw) for one in roster.unread if len(one.place) == 1]
    _put_wholes(wholes, data, {key for key, value in data.items() if value and (key, value) != ("name", STAND_IN)})
    rules = [(str(one.place[1]), one.raw) for one in roster.unread if one.place[0] == "house" and len(one.place) > 1]
    if rules:
        _put_wholes(rules, data["house"], set(data["house"]))


def _put_wholes(wholes: Sequence[tuple[str, Any]], data: dict[str, Any], used: Collection[str]) -> None:
    """Put unread values back under their keys, first those whose keys are `used` now, under new ones.

    These will be read as unknown keys, which are written before unread ones.
    """
    for key, raw in sorted(wholes, key=lambda one: one[0] not in used):
        data[_free(key, data) if key in used else key] = raw


def _put_back_inside(roster: Roster, data: dict[str, Any], key: str) -> None:
    """Put the unread parts of scenes or characters back into them; those of removed ones are gone with them."""
    parts = inner_parts(roster.unread, key)
    for item in data.get(key, ()) if parts else ():
        lists: dict[str, list[tuple[Any, Any]]] = {}
        wholes: list[tuple[str, Any]] = []
        for one in parts.get(item["id"], ()):
            match one.place[OF_AN_ELEMENT:]:
                case (str(name), at):
                    lists.setdefault(name, []).append((at, one.raw))
                case (name,):
                    wholes.append((str(name), one.raw))
        for name, aside in lists.items():
            item[name] = _Merger(item.get(name) or [], aside, partial(readable_part, key, name)).merged()
        _put_wholes(wholes, item, set(item))


class _Merger:
    """A merge of unread parts into a list: at their old indexes, but a readable duplicate after the one with its id."""

    def __init__(self, good: Sequence[dict[str, Any]], aside: Iterable[tuple[Any, Any]], reads: Reads) -> None:
        """Start with the readable elements; the others are given with their indexes, in order."""
        self._good = good
        self._aside = deque(aside)
        self._reads = reads
        self._to_come = {one.get("id") for one in good}
        self._behind: dict[str, list[Any]] = {}
        self._merged: list[Any] = []

    def merged(self) -> list[Any]:
        """Return all elements in one list."""
        for one in self._good:
            while self._aside and self._aside[0][0] <= len(self._merged):
                self._put(self._aside.popleft()[1])
            self._to_come.discard(one.get("id"))
            self._merged += [one, *self._behind.pop(one.get("id", ""), [])]
        return [*self._merged, *(raw for _, raw in self._aside)]

    def _put(self, raw: Any) -> None:
        """Add an element, or keep it until the one with its id, which must come first, has been added."""
        twin = raw.get("id") if isinstance(raw, dict) else None
        if isinstance(twin, str) and twin in self._to_come and self._reads(raw):
            self._behind.setdefault(twin, []).append(raw)
        else:
            self._merged.append(raw)


def _reads(system: str, key: str, raw: Any) -> bool:
    """Return whether a group or a character could be read by itself."""
    try:
        roster_of({"id": "-", "name": "-", "system": system, key: [raw]}, Path())
    except UnreadableFileError:
        return False
    return True


def _free(key: str, data: dict[str, Any]) -> str:
    """Return the key, or if it is in use, a new one with the same meaning."""
    while key in data:
        key = f"unread {key}"
    return key
