"""A reader for the creatures, bots, vehicles and morphs of EP2-Data, a collection for the second edition in JSON."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from gm_desk.core.characters.roster import (
    MOST_APTITUDE,
    MOST_CHECK,
    MOST_RATING,
    MOST_STAT,
    Body,
    Character,
    NewId,
    Skill,
)
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Movement, Points
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.lists import read_foreign_specialisations, split_last_bracket
from gm_desk.core.notation.skill import read_rated_name, usual_links
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import Account, ImportedCharacter
from gm_desk.store.exchange.foreign_data import FieldCursor, joined_lines, mapping, number, quoted, text, within
from gm_desk.store.exchange.foundry.eclipsephase.animals import NONE_OF_IT, armor_pair
from gm_desk.store.exchange.foundry.eclipsephase.reading import with_natural_attacks
from gm_desk.store.exchange.foundry.eclipsephase.skills import in_order
from gm_desk.store.exchange.foundry.eclipsephase.terms import NO_MOVEMENT, USUAL_CHECK, skill_name

KIND = "EP2-Data creature"
MACHINE, MORPH = "EP2-Data bot or vehicle", "EP2-Data morph"
APTITUDES = {
    "cognition": "COG", "intuition": "INT", "reflexes": "REF", "savvy": "SAV", "somatics": "SOM", "willpower": "WIL",
}  # fmt: skip
DERIVED = {
    "initiative": "INIT", "durability": "DUR", "wound_threshold": "WT", "death_rating": "DR", "lucidity": "LUC",
    "trauma_threshold": "TT", "insanity_rating": "IR",
}  # fmt: skip
LEFT = {
    "complexity/gp": "what it costs",
    "resource": "the book it is from",
    "reference": "its page in the book",
    "id": "its id in the collection",
}
LEFT_OF_MORPH = {
    **LEFT,
    "cost": "what it costs",
    "availability": "how easily it is had",
    "book": "the book it is from",
    "image": "the name of a picture",
}
BODIES: Mapping[str, Body] = {
    "biomorph": "biomorph",
    "pod": "biomorph",
    "synthmorph": "synthmorph",
    "flexbot": "synthmorph",
}
"""The bodies by the kinds of morphs."""
MORPH_NOTES = ("notes", "common_extras", "common_shape_adjustments")
USUAL = "the usual three times the aptitude"
POOLS = ("insight", "moxie", "vigor", "flex")
SIZES = {"VS": "Very small", "S": "Small", "M": "Medium", "L": "Large", "VL": "Very large"}
NOTED = {"vigor2": "Vigor, second number", "passengers": "Passengers"}
"""The numbers of a machine that go to the notes, and their labels there."""
ENERGY, KINETIC = "armor_energy", re.compile("a[mr]+or+_kinetic")


def is_ep2_data(raw: Any) -> bool:
    """Return whether plain data are one creature, bot, vehicle or morph of the collection."""
    if not isinstance(raw, dict) or "movement_rate" not in raw:
        return False
    return "cognition" in mapping(raw.get("attributes")) or _is_machine(raw) or _is_morph(raw)


def _is_morph(raw: dict[str, Any]) -> bool:
    """Return whether plain data are a morph, which has pools in a part of their own."""
    return "durability" in raw and isinstance(raw.get("pools"), dict) and "morph_traits" in raw


def _is_machine(raw: dict[str, Any]) -> bool:
    """Return whether plain data are a bot or a vehicle, whose numbers are at the top level."""
    return "attributes" not in raw and "durability" in raw and any(map(KINETIC.fullmatch, filter(_is_text, raw)))


def _is_text(key: object) -> bool:
    return isinstance(key, str)


def from_ep2_data(raw: Any, system: System, new_id: NewId) -> ImportedCharacter:
    """Import a creature, a bot, a vehicle or a morph, with an account of every field."""
    account = Account(raw)
    top = FieldCursor(account)
    if isinstance(raw, dict) and _is_morph(raw):
        character = _morph(top, new_id)
        _leave(top, LEFT_OF_MORPH)
        return ImportedCharacter(character, system.id, MORPH, tuple(account.came), tuple(account.left))
    machine = isinstance(raw, dict) and _is_machine(raw)
    numbers = top if machine else top.below("attributes")
    character = with_natural_attacks(_creature(top, numbers, system, new_id, machine=machine), new_id)
    _leave(top, LEFT)
    kind = MACHINE if machine else KIND
    return ImportedCharacter(character, system.id, kind, tuple(account.came), tuple(account.left))


def _leave(top: FieldCursor, known: Mapping[str, str]) -> None:
    """Leave out the fields that no stat block has."""
    for key in top.names():
        if key in known:
            top.leave((key,), f"{known[key]}: {quoted(top.peek(key))}" if text(top.peek(key)) else "nothing in it")
    top.sweep()


def _morph(top: FieldCursor, new_id: NewId) -> Character:
    """Return a body without an ego."""
    name, kind = top.name(), top.words(("type",), "body")
    traits = top.peek("morph_traits")
    return Character(
        id=new_id(),
        name=name,
        tags=(kind,) if kind else (),
        morph=name,
        body=BODIES.get(kind.casefold(), ""),
        stats=_derived(top),
        points=_pools(top.below("pools")),
        movement=tuple(_movement(top)),
        ware=_texts(top, "ware"),
        traits=tuple(_traits(top, len(traits) if isinstance(traits, list) else 0)),
        notes=joined_lines(
            [*(line for key in MORPH_NOTES for line in _texts(top, key)), top.prose(("description",), "notes")]
        ),
    )


def _traits(top: FieldCursor, many: int) -> Iterable[str]:
    """Import the traits of a morph with their levels."""
    for place in range(many):
        part = top.below("morph_traits", place)
        name = part.words(("name",), "trait")
        level = number(part.peek("level"))
        if level:
            part.came(("level",), f"level {level}")
        if name:
            yield f"{name} (Level {level})" if level else name


def _creature(top: FieldCursor, numbers: FieldCursor, system: System, new_id: NewId, *, machine: bool) -> Character:
    """Return a creature or a machine without its attacks."""
    name = top.name()
    stats = {ours: numbers.number((key,), 0, MOST_APTITUDE, ours) for key, ours in APTITUDES.items()}
    aptitudes = {key: value for key, value in stats.items() if value is not None}
    machine_lines = _of_machine(top) if machine else []
    return Character(
        id=new_id(),
        name=name,
        tags=tuple(tag for tag in (top.words((key,), "tag") for key in ("category", "subcategory")) if tag),
        body="synthmorph" if machine else "",
        stats=aptitudes | _derived(numbers),
        checks=_checks(numbers, aptitudes),
        points=_pools(top) if machine else _threat(numbers),
        armor=_armor(numbers),
        movement=tuple(_movement(top)),
        skills=in_order(_skills(top, system, new_id)),
        ware=_texts(top, "ware"),
        traits=_texts(top, "traits"),
        notes=joined_lines([top.prose(("notes",), "notes"), top.prose(("description",), "notes"), *machine_lines]),
    )


def _pools(top: FieldCursor) -> dict[str, Points]:
    """Import the pools of a machine; zero means that it has none."""
    found: dict[str, Points] = {}
    for key in POOLS:
        if number(top.peek(key)) == 0:
            top.leave((key,), NONE_OF_IT)
            continue
        value = top.number((key,), 0, MOST_AMOUNT, key)
        found |= {} if value is None else {key: Points(now=value, max=value)}
    return found


def _of_machine(top: FieldCursor) -> list[str]:
    """Import the values of a machine without a field in a stat block, one line each."""
    lines = []
    size = text(top.peek("size"))
    if size:
        top.came(("size",), f"size {size}")
        lines.append(f"Size: {SIZES.get(size.upper(), size)}")
    for key, label in NOTED.items():
        if number(top.peek(key)):
            lines.append(f"{label}: {top.words((key,), label)}")
    for key, ours in DERIVED.items():
        beyond = number(top.peek(key))
        if beyond is not None and beyond > MOST_STAT:
            top.came((key,), f"{ours} {beyond}, which is too large for the field: in the notes")
            lines.append(f"{ours}: {beyond}")
    return lines


def _derived(numbers: FieldCursor) -> dict[str, int]:
    """Import the derived values; zero means that there is none, except for initiative."""
    found: dict[str, int] = {}
    for key, ours in DERIVED.items():
        if ours != "INIT" and number(numbers.peek(key)) == 0:
            numbers.leave((key,), NONE_OF_IT)
            continue
        value = numbers.number((key,), 0, MOST_STAT, ours)
        found |= {} if value is None else {ours: value}
    return found


def _checks(numbers: FieldCursor, stats: dict[str, int]) -> dict[str, int]:
    """Import the checks that are not the usual multiple of their aptitude."""
    found: dict[str, int] = {}
    for key, ours in APTITUDES.items():
        path = (f"{key}_check",)
        written = number(numbers.peek(*path))
        if written is not None and ours in stats and written == USUAL_CHECK * stats[ours]:
            numbers.leave(path, f"{ours} check {written}: {USUAL}")
            continue
        value = numbers.number(path, 0, MOST_CHECK, f"{ours} check")
        found |= {} if value is None else {ours: value}
    return found


def _threat(numbers: FieldCursor) -> dict[str, Points]:
    """Import the threat pool."""
    value = numbers.number(("tp",), 0, MOST_AMOUNT, "threat")
    return {} if value is None else {"threat": Points(now=value, max=value)}


def _armor(numbers: FieldCursor) -> tuple[Armor, ...]:
    """Import the armor, including the misspelt key of one creature."""
    kinetic = next((key for key in numbers.names() if KINETIC.fullmatch(key)), "armor_kinetic")
    return armor_pair(numbers, ENERGY, kinetic)


def _movement(top: FieldCursor) -> Iterable[Movement]:
    """Import the ways to move."""
    ways = top.peek("movement_rate")
    for index in range(len(ways) if isinstance(ways, list) else 0):
        way = top.below("movement_rate", index)
        name = text(way.peek("movement_type"))
        base, full = (within(way.peek(key), 0, MOST_AMOUNT) for key in ("base", "full"))
        if name.casefold() in NO_MOVEMENT and not (base or full):
            way.leave((), "it does not move")
            continue
        name = way.words(("movement_type",), "movement")
        base = way.number(("base",), 0, MOST_AMOUNT, f"{name}: base")
        full = way.number(("full",), 0, MOST_AMOUNT, f"{name}: full")
        if name or base is not None or full is not None:
            yield Movement(name=name, base=base, full=full)


def _skills(top: FieldCursor, system: System, new_id: NewId) -> Iterable[Skill]:
    """Import the skills ("Provoke 30 (Intimidate 40)")."""
    lines = top.peek("skills")
    for index, line in enumerate(lines if isinstance(lines, list) else []):
        words = text(line) if isinstance(line, str) else ""
        before, inside = split_last_bracket(words) or (words, "")
        try:
            name, rating = read_rated_name(before)
        except RulesError:
            top.leave(("skills", index), f"{quoted(line)} is not a skill with a rating from 0 to {MOST_RATING}")
            continue
        spelt = skill_name(name, system)
        aptitude, category = usual_links(spelt, system)
        top.came(("skills", index), words)
        yield Skill(
            id=new_id(),
            name=spelt,
            rating=rating,
            aptitude=aptitude,
            category=category,
            specialisations=read_foreign_specialisations(inside),
        )


def _texts(top: FieldCursor, key: str) -> tuple[str, ...]:
    """Import a list of texts."""
    lines = top.peek(key)
    places = range(len(lines) if isinstance(lines, list) else 0)
    found = (top.words((key, place), key) for place in places)
    return tuple(line for line in found if line)
