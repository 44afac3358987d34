"""Conversion of plain data to a roster, with checks; errors name the place and the problem."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, Group, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.errors import BadHouseError
from gm_desk.core.rules.house import parse_known_house
from gm_desk.core.scenes.conditions import OwnCondition
from gm_desk.core.scenes.scene import Clock, Fighter, Marker, Scene
from gm_desk.core.systems.registry import RULES
from gm_desk.store.disk.files import MOST_CHARACTERS, MOST_GROUPS, MOST_POINTS, UnreadableFileError

OURS = {"extra", "unread"}
"""Fields that are not keys of a file; such keys in a file are treated as unknown."""


def spread_extra(value: Any, data: Any) -> None:
    """Move the unknown keys of a value, and of everything in it, back to their places in its plain data."""
    for key, part in _parts(value):
        if not isinstance(data, dict) or key in data:
            spread_extra(part, data[key])
    if isinstance(value, Struct):
        data.update(data.pop("extra", None) or {})


def with_extra(value: Any, raw: Any) -> Any:
    """Return a value with the unknown keys of its plain data, at all levels; without any, the value itself."""
    parts = {}
    for key, part in _parts(value):
        if isinstance(raw, list) or key in raw:
            whole = with_extra(part, raw[key])
            if whole is not part:
                parts[key] = whole
    if isinstance(value, Struct):
        unknown = _unknown(value, raw)
        return structs.replace(value, **parts, **unknown) if parts or unknown else value
    if not parts:
        return value
    if isinstance(value, dict):
        return {**value, **parts}
    return tuple(parts.get(place, part) for place, part in enumerate(value))


def _unknown(value: Struct, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that a value's type does not have, as its `extra`, if the type has that field."""
    fields = value.__struct_fields__
    if raw.keys() <= _known(type(value)):
        return {}
    unknown = {key: item for key, item in raw.items() if key not in fields or key in OURS}
    return {"extra": unknown} if unknown and "extra" in fields else {}


@cache
def _known(kind: type[Struct]) -> frozenset[str]:
    """Return the keys of a type."""
    return frozenset(kind.__struct_fields__) - OURS


def _parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the parts of a value that may have unknown keys, each with its key or index."""
    if isinstance(value, Struct):
        parts: Iterable[tuple[Any, Any]] = ((name, getattr(value, name)) for name in value.__struct_fields__)
    else:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
    return ((key, part) for key, part in parts if part and key not in OURS and isinstance(part, (Struct, dict, tuple)))


KAISER = "kaiser"
MOST = {"groups": MOST_GROUPS, "characters": MOST_CHARACTERS}

Thing = Group | Character | Skill | Attack | Scene | Fighter | Marker | Clock | OwnCondition


def roster_of(raw: Any, path: Path) -> Roster:
    """Return the roster for plain data; raise UnreadableFileError, which names `path`, if any part is wrong."""
    refuse_too_many(raw, path)
    known = {key: value for key, value in raw.items() if key not in OURS} if isinstance(raw, dict) else raw
    roster: Roster = converted(known, Roster, raw, path)
    refuse_bad_values(roster, path)
    whole: Roster = with_extra(roster, raw)
    return whole


def refuse_too_many(raw: Any, path: Path) -> None:
    """Raise UnreadableFileError for more groups or characters than can be listed."""
    for key, most in MOST.items() if isinstance(raw, dict) else ():
        listed = raw.get(key)
        if isinstance(listed, (list, tuple)) and len(listed) > most:
            raise UnreadableFileError(path, too_many(key, len(listed)))


def too_many(key: str, count: int) -> str:
    """Return the message that there are more groups or characters than can be listed."""
    return f"it has {count:,} {key}, and at most {MOST[key]:,} can be shown"


def refuse_bad_values(roster: Roster, path: Path) -> None:
    """Raise UnreadableFileError for values that are valid each by itself but not together."""
    refuse_bad_roster(roster, path)
    for number, character in enumerate(roster.characters, 1):
        refuse_bad_character(character, number, roster.system, path)


def refuse_bad_roster(roster: Roster, path: Path) -> None:
    """Raise UnreadableFileError for such values of a roster, except for those within a character."""
    if roster.system not in RULES:
        raise UnreadableFileError(path, f"this version does not know the system “{roster.system}”")
    refuse_bad_house(roster.system, roster.house, path)
    refuse_too_many({"groups": roster.groups, "characters": roster.characters}, path)
    for things in roster.groups, roster.characters, roster.scenes, roster.conditions:
        refuse_doubles(things, path)
    for number, scene in enumerate(roster.scenes, 1):
        refuse_bad_scene(scene, number, path)


def converted(part: Any, kind: Any, raw: Any, path: Path, inside: str = "") -> Any:
    """Convert plain data at the place `inside` of a file to a type; raise UnreadableFileError."""
    try:
        return msgspec.convert(part, kind)
    except msgspec.ValidationError as error:
        from gm_desk.store.disk.json_files import decoder_problem, place_in_words

        problem, place = decoder_problem(str(error), inside), place_in_words(str(error), raw, inside)
        raise UnreadableFileError(path, problem, place) from error


def refuse_bad_house(system: str, house: Mapping[str, Any], path: Path) -> None:
    """Raise UnreadableFileError for a house rule with an impossible value; unknown house rules are allowed."""
    try:
        parse_known_house(system, house)
    except BadHouseError as error:
        from gm_desk.store.disk.json_files import decoder_problem

        raise UnreadableFileError(path, decoder_problem(error.problem), error.key.replace(".", ", ")) from error


def refuse_bad_character(character: Character, number: int, system: str, path: Path) -> None:
    """Raise UnreadableFileError for a character with a duplicate id, or with a negative rating unless in Kaiser."""
    where = f"character {number} “{character.name}”"
    if len(character.points) > MOST_POINTS:
        found = f"it has {len(character.points):,} kinds of points, and at most {MOST_POINTS} can be shown"
        raise UnreadableFileError(path, found, where)
    for things in character.skills, character.attacks:
        refuse_doubles(things, path, f"{where}, ")
    if system == KAISER:
        return
    for place, skill in enumerate(character.skills, 1):
        if skill.rating < 0:
            raise UnreadableFileError(path, "the number is below 0", f"{where}, skill {place} “{skill.name}”, rating")


def refuse_bad_scene(scene: Scene, number: int, path: Path) -> None:
    """Raise UnreadableFileError for a scene in which two fighters, two markers or two clocks share an id."""
    for things in scene.fighters, scene.markers, scene.clocks:
        refuse_doubles(things, path, f"scene {number} “{scene.name}”, ")


def refuse_doubles(items: Sequence[Thing], path: Path, where: str = "") -> None:
    """Raise UnreadableFileError if two items share an id, because a change would affect both."""
    if len({thing.id for thing in items}) == len(items):
        return
    seen: dict[str, str] = {}
    for thing in items:
        if thing.id in seen:
            place = f"{where}“{seen[thing.id]}” and “{_name_of(thing)}”"
            raise UnreadableFileError(path, f"they share the id “{thing.id}”", place)
        seen[thing.id] = _name_of(thing)


def _name_of(thing: Thing) -> str:
    return thing.text if isinstance(thing, Marker) else thing.name
