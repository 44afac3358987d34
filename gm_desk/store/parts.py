"""A roster of which some parts cannot be read: the others are, and these are carried along as they stand."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import structs

from gm_desk.core.roster import STAND_IN, Character, Group, Name, Roster, Unread
from gm_desk.store.checks import converted, refuse_bad_character, refuse_bad_house, refuse_doubles, roster_of
from gm_desk.store.errors import UnreadableFileError

HEAD = ("format", "id", "name", "system")
"""Without these a roster is none; only the name may be anything."""


class Sieve:
    """Part what can be read of a roster's data from what cannot; `problems` says of each why not, and where."""

    def __init__(self, raw: dict[str, Any], path: Path) -> None:
        """Read the data; raises UnreadableFileError where too little is left of them to be a roster."""
        self._raw = raw
        self._path = path
        self._good = dict(raw)
        self._unread: list[Unread] = []
        self.problems: list[UnreadableFileError] = []
        head = {key: STAND_IN if key == "name" else raw[key] for key in HEAD if key in raw}
        self._system = roster_of(head, path).system
        self._sift_name()
        self._sift_house()
        self._sift_list("groups", Group)
        self._sift_list("characters", Character)
        self.roster = structs.replace(roster_of(self._good, path), unread=tuple(self._unread))

    def _sift_name(self) -> None:
        """Let a name that is none be stood in for."""
        try:
            converted(self._raw["name"], Name, self._raw, self._path, ".name")
        except UnreadableFileError as problem:
            self._set_aside(("name",), self._raw["name"], problem)
            self._good["name"] = STAND_IN

    def _sift_house(self) -> None:
        """Leave out the house rules that cannot be read, so that they are as in the book."""
        house = self._sound("house", dict)
        for key, value in house.items():
            try:
                refuse_bad_house(self._system, {key: value}, self._path)
            except UnreadableFileError as problem:
                self._set_aside(("house", key), value, problem)
                self._good["house"] = {name: one for name, one in self._good["house"].items() if name != key}

    def _sift_list(self, key: str, kind: type[Group | Character]) -> None:
        """Leave out of a list what cannot be read, or has the id of another before it."""
        good: list[Any] = []
        first: dict[str, Any] = {}
        for index, item in enumerate(self._sound(key, list)):
            try:
                value = converted(item, kind, self._raw, self._path, f".{key}[{index}]")
                if isinstance(value, Character):
                    refuse_bad_character(value, index + 1, self._system, self._path)
                refuse_doubles((first[value.id], value) if value.id in first else (), self._path)
            except UnreadableFileError as problem:
                self._set_aside((key, index), item, problem)
            else:
                first[value.id] = value
                good.append(item)
        if key in self._good:
            self._good[key] = good

    def _sound(self, key: str, kind: type[Any]) -> Any:
        """Give what stands under a key if it is of a kind, else nothing; what is not is left out as a whole."""
        try:
            return converted(self._raw.get(key, kind()), kind, self._raw, self._path, f".{key}")
        except UnreadableFileError as problem:
            self._set_aside((key,), self._good.pop(key), problem)
            return kind()

    def _set_aside(self, place: tuple[str | int, ...], raw: Any, problem: UnreadableFileError) -> None:
        self._unread.append(Unread(place, raw))
        self.problems.append(problem)


def put_back(roster: Roster, data: dict[str, Any]) -> None:
    """Put what could not be read back where it stood, and beside what has taken its place since."""
    for one in roster.unread:
        match one.place:
            case (str(key), int(index)):
                data[key] = items = [*data[key]]
                items.insert(_place_in(items, index, one.raw, partial(_reads, roster.system, key)), one.raw)
            case ("house", str(key)):
                data["house"][_free(key, data["house"])] = one.raw
            case (str(key),):
                empty = not data.get(key) or (key, data[key]) == ("name", STAND_IN)
                data[key if empty else _free(key, data)] = one.raw


def _place_in(items: list[Any], index: int, raw: Any, reads: Callable[[Any], bool]) -> int:
    """Find the place for what could not be read: where it stood, but behind a good one whose id it has taken."""
    there = min(index, len(items))
    twin = raw.get("id") if isinstance(raw, dict) else None
    after = (item["id"] for item in items[there:] if isinstance(item, dict) and "id" in item)
    if twin is None or twin not in after or not reads(raw):
        return there
    return next(place for place, item in enumerate(items) if isinstance(item, dict) and item.get("id") == twin) + 1


def _reads(system: str, key: str, raw: Any) -> bool:
    """Tell whether a group or a character would be read, stood it alone."""
    try:
        roster_of({"id": "-", "name": "-", "system": system, key: [raw]}, Path())
    except UnreadableFileError:
        return False
    return True


def _free(key: str, data: dict[str, Any]) -> str:
    """Give the key, or where it is taken, one that says what it holds."""
    while key in data:
        key = f"unread {key}"
    return key
