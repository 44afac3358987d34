"""The movement of a Foundry actor (eclipsephase): "4/20" and "walker", in one of several fields."""

import re
from collections.abc import Iterator

from gm_desk.core.characters.stat_block import MOST_AMOUNT, Movement
from gm_desk.core.notation.movement import read_rates, write_rates
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import EMPTY, FieldCursor, text
from gm_desk.store.exchange.foundry.eclipsephase.terms import NO_MOVEMENT, movement_name

RATES = re.compile(r"(?:(.+) )?((?:[0-9]{1,4}|[-–]) ?(?:/ ?(?:[0-9]{1,4}|[-–]))?)(?: ?m)?", re.ASCII)
NO_SPEED = "a way to move without a speed"
MOST_WAYS = 9


def movement_of(speed: str, name: str) -> Movement:
    """Read a speed ("4/20", "Fast 4/20", "by the wind")."""
    found = RATES.fullmatch(speed)
    if found is None:
        return Movement(name=name, speed=speed)
    base, full = read_rates(found[2])
    return Movement(name=name, speed=found[1] or "", base=base, full=full)


def speed_of(way: Movement) -> str:
    """Return a speed as `movement_of` reads it."""
    return " ".join(filter(None, (way.speed, write_rates(way))))


def numbered_ways(ways: FieldCursor) -> Iterator[Movement]:
    """Import the ways to move that have mappings of their own ("move1", "1"): a speed or two rates, and a type."""
    for key in ways.names():
        way = _way(ways.below(key))
        if way:
            yield way


def morph_ways(morph: FieldCursor) -> Iterator[Movement]:
    """Import the ways a morph moves: "movement" and "movetype", then the same with numbers."""
    for number in ("", *map(str, range(1, MOST_WAYS + 1))):
        key = f"movement{number}"
        if isinstance(morph.peek(key), dict):
            way = _way(morph.below(key))
        else:
            way = _taken(morph, (key,), (f"movetype{number}",))
        if way:
            yield way


def _way(way: FieldCursor) -> Movement | None:
    """Import a way to move whose rates are separate or in one text."""
    if way.peek("speed") is not None or (way.peek("base") is None and way.peek("full") is None):
        return _taken(way, ("speed",), ("type",))
    name = _name(way, ("type",))
    base = way.number(("base",), 0, MOST_AMOUNT, f"{name or 'movement'}: base")
    full = way.number(("full",), 0, MOST_AMOUNT, f"{name or 'movement'}: full")
    return Movement(name=name, base=base, full=full) if base or full or name else None


def _taken(part: FieldCursor, speed: Path, kind: Path) -> Movement | None:
    """Import a way to move, if there is a speed."""
    said = text(part.peek(*speed))
    if said in NO_MOVEMENT:
        if part.peek(*kind) not in EMPTY:
            part.leave(kind, NO_SPEED)
        return None
    name = _name(part, kind)
    part.came(speed, f"{name or 'movement'} {said}")
    return movement_of(said, name)


def _name(part: FieldCursor, kind: Path) -> str:
    """Import the name of a way to move."""
    name = movement_name(text(part.peek(*kind)))
    if name:
        part.came(kind, name)
    return name
