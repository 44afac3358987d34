"""The differences between two rosters, or two states of one roster, as short texts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, Group, Roster, Skill
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.rules.health import Health

MOST_LINES = 12
MOST_PARTS = 6
LONGEST = 24
"""Maximum number of characters of a text that is quoted; for a longer one only the field is named."""

NAMES = {
    "house": "house rules",
    "modifiers": "common modifiers",
    "scenes": "scenes",
    "stage": "the scene on stage",
    "none": "values it does not have",
    "picture": "the picture for the players",
    "caption": "its caption",
    "unread": "parts that could not be read",
    "extra": "other parts of the file",
}
UNQUOTED = {"group", "notes", "portrait", "source", "stage", "picture", "caption"}
"""Fields whose text is meaningless or too long in a list."""

WHOLE = ("modifiers", "conditions", "scenes", "stage", "picture", "caption", "unread", "extra")
"""Fields of a roster that are only named."""

GONE = "–"

DifferenceKind = Literal["added", "removed", "changed"]


class Difference(Struct, frozen=True):
    """Something that was added, removed or changed, with the `parts` that changed: "Guns 60 → 65", "notes"."""

    kind: DifferenceKind
    what: str
    parts: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The difference as a line: "Lao Qing: Guns 60 → 65, notes"."""
        return (
            f"{self.what}: {', '.join(at_most(self.parts, MOST_PARTS))}" if self.parts else f"{self.what} {self.kind}"
        )


def differences(before: Roster, after: Roster) -> list[Difference]:
    """Return the differences of the roster itself, its groups and its characters."""
    top = [part for name in ("name", "system", "format") for part in _plain(name, before, after)]
    top += _keys(before.house, after.house, "house rule ")
    top += _keys(before.answers, after.answers, "answer to ")
    top += [_named(name) for name in WHOLE if getattr(before, name) != getattr(after, name)]
    top += _order("groups", before.groups, after.groups) + _order("characters", before.characters, after.characters)
    found = [Difference("changed", "Roster", tuple(top))] if top else []
    return found + _things("Group ", before.groups, after.groups) + _things("", before.characters, after.characters)


def differences_in_words(found: Sequence[Difference], most: int = MOST_LINES) -> list[str]:
    """Return the differences as at most `most` lines; the last one then counts the rest."""
    return at_most([one.words for one in found], most)


def at_most(lines: Sequence[str], most: int) -> list[str]:
    """Return the first lines, and a line with the number of the rest."""
    return list(lines) if len(lines) <= most else [*lines[: most - 1], f"and {len(lines) - most + 1} more"]


def _things(
    kind: str, before: Sequence[Group] | Sequence[Character], after: Sequence[Group] | Sequence[Character]
) -> list[Difference]:
    """Return the groups or characters that are new, removed or changed, by id."""
    old, new = {one.id: one for one in before}, {one.id: one for one in after}
    found = [Difference("removed", f"{kind}{_cut(one.name)}") for one in before if one.id not in new]
    found += [Difference("added", f"{kind}{_cut(one.name)}") for one in after if one.id not in old]
    changed = ((one, new[one.id]) for one in before if one.id in new and new[one.id] != one)
    return found + [
        Difference("changed", f"{kind}{_cut(one.name)}", tuple(_parts(one, other))) for one, other in changed
    ]


def _parts(before: Struct, after: Struct) -> list[str]:
    """Return the fields that differ as text."""
    names = [name for name in before.__struct_fields__ if getattr(before, name) != getattr(after, name)]
    return [part for name in names for part in _part(name, before, after)]


def _part(name: str, before: Struct, after: Struct) -> list[str]:
    old, new = getattr(before, name), getattr(after, name)
    match old, new:
        case Health(), Health():
            return _parts(old, new)
        case Points(), Points():
            return [f"{_named(name)} {_points(old)} → {_points(new)}"]
        case (Mapping(), Mapping()) if name != "extra":
            return _keys(old, new, "check of " if name == "checks" else "")
        case (tuple(), tuple()) if name == "skills":
            return _skills(old, new)
        case _:
            return _plain(name, before, after)


def _plain(name: str, before: Struct, after: Struct) -> list[str]:
    """Return a field that differs, with both values if they are numbers or short texts."""
    old, new = getattr(before, name), getattr(after, name)
    if old == new:
        return []
    is_quoted = name not in UNQUOTED and all(isinstance(one, int) or _is_short(one) for one in (old, new))
    return [f"{_named(name)} {_value(old)} → {_value(new)}" if is_quoted else _named(name)]


def _keys(before: Mapping[str, Any], after: Mapping[str, Any], kind: str = "") -> list[str]:
    """Return the keys that differ: "COG 15 → 20", with a dash for a missing value."""
    names = [key for key in {**before, **after} if (key in before, before.get(key)) != (key in after, after.get(key))]
    return [f"{kind}{_cut(key)} {_at(before, key)} → {_at(after, key)}".lstrip() for key in names]


def _skills(before: Sequence[Skill], after: Sequence[Skill]) -> list[str]:
    """Return the skills that are new, removed or changed."""
    old, new = {one.id: one for one in before}, {one.id: one for one in after}
    parts = [f"{_cut(one.name)} removed" for one in before if one.id not in new]
    parts += [f"{_rated(one)} added" for one in after if one.id not in old]
    for one in before:
        other = new.get(one.id, one)
        if structs.replace(other, rating=one.rating) != one:
            parts.append(
                f"{_rated(one)} → {_rated(other)}" if _rated(one) != _rated(other) else f"details of {_cut(one.name)}"
            )
        elif other != one:
            parts.append(f"{_rated(one)} → {_value(other.rating)}")
    return parts + _order("skills", before, after)


def _order(name: str, before: Iterable[Any], after: Iterable[Any]) -> list[str]:
    """Return the field if its items are in a different order."""
    old, new = [one.id for one in before], [one.id for one in after]
    moved = [one for one in old if one in set(new)] != [one for one in new if one in set(old)]
    return [f"the order of the {name}"] if moved else []


def _at(values: Mapping[str, Any], key: str) -> str:
    return _value(values[key]) if key in values else GONE


def _value(value: Any) -> str:
    """Return a value as short text."""
    from gm_desk.core.wording.phrases import minus

    match value:
        case bool() | None:
            return {True: "yes", False: "no", None: "none"}[value]
        case int():
            return minus(value)
        case str():
            return f"“{_cut(value)}”"
        case Points():
            return _points(value)
        case _:
            return "…"


def _points(points: Points) -> str:
    return f"{points.now} of {points.max}"


def _rated(skill: Skill) -> str:
    return f"{_cut(skill.name)} {_value(skill.rating)}"


def _named(name: str) -> str:
    return NAMES.get(name, name.replace("_", " "))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST].rstrip()}…"


def _is_short(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and "\n" not in value


_Value = TypeVar("_Value")


def carried_over(before: _Value, after: _Value, now: _Value) -> _Value:
    """Return `now` with the changes from `before` to `after`; if both changed the same value, `after` wins.

    Structs are merged by field, mappings by key, and sequences of items with ids by id.
    """
    if now is before or now == before:
        return after
    if after is before or after == before:
        return now
    merged: _Value = _merged(before, after, now)
    return merged


def _merged(before: Any, after: Any, now: Any) -> Any:
    """Merge two changes of a value by its parts; a value without parts is that of `after`."""
    many = (before, after, now)
    if isinstance(after, Struct) and all(type(one) is type(after) for one in many):
        fields = after.__struct_fields__
        parts = {name: carried_over(*(getattr(one, name) for one in many)) for name in fields}
        return structs.replace(now, **parts)
    if all(isinstance(one, Mapping) for one in many):
        return _merged_by_key(before, after, now)
    if all(isinstance(one, tuple) and all(hasattr(item, "id") for item in one) for one in many):
        old, wanted, here = ({item.id: item for item in one} for one in many)
        order = [*wanted, *(key for key in here if key not in wanted)]
        found = _merged_by_key(old, wanted, here)
        return tuple(found[key] for key in order if key in found)
    return after


def _merged_by_key(before: Mapping[Any, Any], after: Mapping[Any, Any], now: Mapping[Any, Any]) -> dict[Any, Any]:
    """Merge two changes of a mapping by key; a key removed by either change is removed."""
    keys: Sequence[Any] = [*now, *(key for key in after if key not in now)]
    gone = {key for key in before if key not in after or key not in now}
    return {key: _under(key, before, after, now) for key in keys if key not in gone}


def _under(key: Any, before: Mapping[Any, Any], after: Mapping[Any, Any], now: Mapping[Any, Any]) -> Any:
    """Return the merged value of a key that may be missing in any of the mappings."""
    if key in before:
        return carried_over(before[key], after[key], now[key])
    return after[key] if key in after else now[key]
