"""A roster of which some parts cannot be read: the others are, and these are carried along as they stand."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import structs

from gm_desk.core.roster import STAND_IN, Answers, Character, Group, Name, Roster, Unread
from gm_desk.store.checks import (
    converted,
    refuse_bad_character,
    refuse_bad_house,
    refuse_doubles,
    refuse_too_many,
    roster_of,
)
from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.pieces import Broken

Reads = Callable[[Any], bool]

HEAD = ("format", "id", "name", "system")
"""Without these a roster is none; only the name may be anything."""


class Sieve:
    """Part what can be read of a roster's data from what cannot; `problems` says of each why not, and where."""

    def __init__(self, raw: dict[str, Any], path: Path) -> None:
        """Read the data; raises UnreadableFileError where too little is left of them to be a roster."""
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
        self._sift_answers()
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

    def _sift_answers(self) -> None:
        """Leave the remembered answers out as a whole where they cannot be read."""
        if "answers" in self._good:
            try:
                converted(self._good["answers"], Answers, self._raw, self._path, ".answers")
            except UnreadableFileError as problem:
                self._set_aside(("answers",), self._good.pop("answers"), problem)

    def _sift_list(self, key: str, kind: type[Group | Character]) -> None:
        """Leave out of a list what cannot be read, or has the id of another before it."""
        good: list[Any] = []
        first: dict[str, Any] = {}
        for index, item in enumerate(self._sound(key, list)):
            if isinstance(item, Broken):
                self._set_aside((key, index), item.text, item.problem)
                continue
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
    for key in ("groups", "characters"):
        aside = [(one.place[1], one.raw) for one in roster.unread if one.place[0] == key and len(one.place) > 1]
        if aside:
            data[key] = _Merger(data[key], aside, partial(_reads, roster.system, key)).merged()
    for one in roster.unread:
        match one.place:
            case ("house", str(key)):
                data["house"][_free(key, data["house"])] = one.raw
            case (str(key),):
                empty = not data.get(key) or (key, data[key]) == ("name", STAND_IN)
                data[key if empty else _free(key, data)] = one.raw


class _Merger:
    """Put parts back into a list: each where it stood, but one that reads behind the good one whose id it has."""

    def __init__(self, good: Sequence[dict[str, Any]], aside: Iterable[tuple[Any, Any]], reads: Reads) -> None:
        """Take the good ones, and the others, each with its index, in their order."""
        self._good = good
        self._aside = deque(aside)
        self._reads = reads
        self._to_come = {one["id"] for one in good}
        self._behind: dict[str, list[Any]] = {}
        self._merged: list[Any] = []

    def merged(self) -> list[Any]:
        """Give all in one list."""
        for one in self._good:
            while self._aside and self._aside[0][0] <= len(self._merged):
                self._put(self._aside.popleft()[1])
            self._to_come.discard(one["id"])
            self._merged += [one, *self._behind.pop(one["id"], [])]
        return [*self._merged, *(raw for _, raw in self._aside)]

    def _put(self, raw: Any) -> None:
        """Put a part into the list, or let it wait for the good one that must come first."""
        twin = raw.get("id") if isinstance(raw, dict) else None
        if isinstance(twin, str) and twin in self._to_come and self._reads(raw):
            self._behind.setdefault(twin, []).append(raw)
        else:
            self._merged.append(raw)


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
