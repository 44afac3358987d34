"""Partial reading inside scenes and characters: a bad clock or condition costs no more than itself."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, Unread
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.scenes.scene import Clock, Fighter, Marker, Moment, Scene, TurnThrows
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.disk.json_files import place_in_words
from gm_desk.store.rosters.checks import converted, refuse_doubles

LISTS_IN: Mapping[type[Struct], Mapping[str, type[Struct]]] = {
    Scene: {
        "fighters": Fighter,
        "markers": Marker,
        "clocks": Clock,
        "pinned": Chip,
        "past": Moment,
        "ahead": Moment,
        "thrown": TurnThrows,
    },
    Character: {"conditions": ActiveCondition},
}
"""The lists in elements of a roster whose own elements are read one by one."""
WHOLES_IN: Mapping[type[Struct], tuple[str, ...]] = {
    Scene: ("name", "notes", "now", "health", "picture", "caption"),
    Character: (),
}
"""The keys of elements of a roster that are set aside as a whole if they cannot be read."""
KIND_OF: Mapping[str, type[Struct]] = {"scenes": Scene, "characters": Character}
OF_AN_ELEMENT = 2
"""The length of the place of a whole element; that of a part inside it is longer."""


@cache
def _types_in(kind: type[Struct]) -> dict[str, Any]:
    """Return the types of the fields of a struct, which take long to work out."""
    return {field.name: field.type for field in structs.fields(kind)}


Item = TypeVar("Item", Scene, Character)


class InnerSieve:
    """A filter that separates the readable parts of one scene or character from the others.

    `good` has the readable parts, `unread` the others with their places, and `problems` the reasons.
    """

    def __init__(self, item: dict[str, Any], key: str, index: int, raw: dict[str, Any], path: Path) -> None:
        """Filter an element of the list `key` in the `raw` data of a file; its id must be readable."""
        self.good = dict(item)
        self.unread: list[Unread] = []
        self.problems: list[UnreadableFileError] = []
        self._item, self._raw, self._path = item, raw, path
        self._place = key, str(item["id"])
        self._inside = f".{key}[{index}]"
        self._where = f"{place_in_words('', raw, self._inside)}, "
        kind = KIND_OF[key]
        types = _types_in(kind)
        for name in WHOLES_IN[kind]:
            self._sift_whole(name, types[name])
        for name, each in LISTS_IN[kind].items():
            self._sift_list(name, each)

    def _sift_whole(self, name: str, kind: Any) -> None:
        if name in self.good:
            try:
                self._converted(self.good[name], kind, f".{name}")
            except UnreadableFileError as problem:
                self._set_aside((name,), self.good.pop(name), problem)

    def _sift_list(self, name: str, kind: type[Struct]) -> None:
        """Set aside the elements of a list that cannot be read, or repeat an id; or all, if it is no list."""
        self._sift_whole(name, list[Any])
        good: list[Any] = []
        first: dict[str, Fighter | Marker | Clock] = {}
        for at, one in enumerate(self.good.get(name, ())):
            try:
                value = self._converted(one, kind, f".{name}[{at}]")
                if isinstance(value, Fighter | Marker | Clock):
                    twins = (first[value.id], value) if value.id in first else ()
                    refuse_doubles(twins, self._path, self._where)
                    first[value.id] = value
            except UnreadableFileError as problem:
                self._set_aside((name, at), one, problem)
            else:
                good.append(one)
        if name in self.good:
            self.good[name] = good

    def _converted(self, part: Any, kind: Any, within: str) -> Any:
        return converted(part, kind, self._raw, self._path, self._inside + within)

    def _set_aside(self, place: tuple[str | int, ...], raw: Any, problem: UnreadableFileError) -> None:
        self.unread.append(Unread((*self._place, *place), raw))
        self.problems.append(problem)


def can_be_sifted(item: Any, key: str) -> bool:
    """Return whether an element of the list `key` of a file can be read in part."""
    return key in KIND_OF and isinstance(item, dict) and isinstance(item.get("id"), str)


def inner_parts(unread: Iterable[Unread], key: str) -> dict[str, list[Unread]]:
    """Return the unread parts inside the elements of the list `key`, by the ids of the elements."""
    found: dict[str, list[Unread]] = {}
    for one in unread:
        if one.place[0] == key and len(one.place) > OF_AN_ELEMENT:
            found.setdefault(str(one.place[1]), []).append(one)
    return found


def readable_part(key: str, name: str, raw: Any) -> bool:
    """Return whether an element of the list `name`, in an element of the list `key`, can be read by itself."""
    try:
        converted(raw, LISTS_IN[KIND_OF[key]][name], raw, Path())
    except UnreadableFileError:
        return False
    return True


def as_written(read: Iterable[Item], written: Iterable[Item], key: str, unread: Iterable[Unread]) -> tuple[Item, ...]:
    """Return the elements read back without those parts that were unread in `written` and have become readable."""
    parts, before = inner_parts(unread, key), {one.id: one for one in written}
    return tuple(_as_written(one, before[one.id], key) if one.id in parts else one for one in read if one.id in before)


def _as_written(read: Item, written: Item, key: str) -> Item:
    """Return an element read back with the parts that were written as readable ones."""
    lists: dict[str, Any] = {}
    for name, kind in LISTS_IN[KIND_OF[key]].items():
        if "id" in kind.__struct_fields__:
            ids = {one.id for one in getattr(written, name)}
            lists[name] = tuple(one for one in getattr(read, name) if one.id in ids)
    extra = {name: value for name, value in read.extra.items() if name in written.extra}
    return structs.replace(read, extra=extra, **lists)
