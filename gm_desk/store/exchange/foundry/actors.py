"""The parts that actors of all Foundry systems share, and values kept in an actor's flags."""

import hashlib
import itertools
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import structs

from gm_desk.core.characters.roster import Character, NewId
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.store.exchange.foreign_data import FieldCursor, mapping
from gm_desk.store.shipped import load_system

SYSTEM, DATA = "system", "data"


def data_key(document: Any) -> str:
    """Return the key of an actor's or item's values: "system", or "data" in older files."""
    own = mapping(document)
    return DATA if not isinstance(own.get(SYSTEM), dict) and isinstance(own.get(DATA), dict) else SYSTEM


def system_named_by(actor: Any) -> Any:
    """Return the system that an actor names, or None."""
    return mapping(mapping(actor).get("_stats")).get("systemId") or None


OURS = "gm-desk"
STAYS = {"id", "group", "portrait", "dismissed", "extra"}
"""Fields that belong to the roster, and are not exported with a character."""

Reader = Callable[[Any, System, NewId], ImportedCharacter]
FIELDS = tuple(name for name in Character.__struct_fields__ if name not in STAYS)


def keep_rest(actor: dict[str, Any], character: Character, read: Reader) -> dict[str, Any]:
    """Return an actor that also keeps every value that `read` would not restore, with a mark of the related field."""
    numbers = map(str, itertools.count())
    own, other = _bare(character), _bare(read(actor, load_system("ep2"), lambda: next(numbers)).character)
    kept = {name: {"was": _mark(other[name]), "is": own[name]} for name in FIELDS if own[name] != other[name]}
    return {**actor, "flags": {**actor["flags"], OURS: {"kept": kept}}} if kept else actor


def with_kept_values(source: FieldCursor, read: Character, new_id: NewId) -> Character:
    """Return a character with the kept values restored, wherever the related field has not been changed in Foundry."""
    path = ("flags", OURS, "kept")
    kept = mapping(source.peek(*path))
    other = _bare(read) if kept else {}
    raw = {}
    for name, entry in kept.items():
        if name not in FIELDS or mapping(entry).get("was") != _mark(other[name]):
            source.leave((*path, name), "changed in Foundry since GM Desk wrote it")
        elif "is" in entry:
            raw[name] = entry["is"]
    if not raw:
        return read
    try:
        found = msgspec.convert({"id": read.id, "name": read.name, **raw}, Character)
    except (msgspec.ValidationError, RecursionError, ValueError) as error:
        source.leave(path, f"cannot be read: {error}")
        return read
    for name in raw:
        source.came((*path, name), f"{name}, which GM Desk kept here")
    return _with_ids(structs.replace(read, **{name: getattr(found, name) for name in raw}), new_id)


def _bare(character: Character) -> Mapping[str, Any]:
    """Return a character as plain data with all its fields, but without ids."""
    raw = {name: msgspec.to_builtins(getattr(character, name)) for name in FIELDS}
    for name in ("skills", "attacks"):
        raw[name] = [{**one, "id": "-"} for one in raw[name]]
    return raw


def _with_ids(character: Character, new_id: NewId) -> Character:
    """Return a character with new ids for its skills and attacks."""
    skills = tuple(structs.replace(skill, id=new_id()) for skill in character.skills)
    attacks = tuple(structs.replace(attack, id=new_id()) for attack in character.attacks)
    return structs.replace(character, skills=skills, attacks=attacks)


def _mark(value: Any) -> str:
    """Return a mark that changes with a value."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()[:16]
