"""The bodies of a Foundry actor (eclipsephase), items of a newer sheet or parts of an older one, and their movement."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from gm_desk.core.characters.roster import MOST_STAT
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Movement
from gm_desk.core.notation.movement import movement_in_words, read_rates, write_rates
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import EMPTY, FieldCursor, as_list, text
from gm_desk.store.exchange.foundry.eclipsephase.terms import (
    BODY_WORDS,
    NO_MOVEMENT,
    POOLS,
    accounted_item,
    movement_name,
)

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
    words = text(part.peek(*speed))
    if words in NO_MOVEMENT:
        if part.peek(*kind) not in EMPTY:
            part.leave(kind, NO_SPEED)
        return None
    name = _name(part, kind)
    part.came(speed, f"{name or 'movement'} {words}")
    return movement_of(words, name)


def _name(part: FieldCursor, kind: Path) -> str:
    """Import the name of a way to move."""
    name = movement_name(text(part.peek(*kind)))
    if name:
        part.came(kind, name)
    return name


MORPH, VEHICLE = "morph", "vehicle"
ACTIVE_MORPH, ACTIVE_VEHICLE, STASH = "activeMorph", "activeVehicle", "stash"
WORN = "the morph in use"
OLDER_PLACE = "where older sheets had the morph"
NUMBERED = re.compile(r"morph\d+")


class BodyPlace(Struct, frozen=True):
    """The place of a body: its values, and the item if it is one; items belong to a body by its `key`."""

    key: str
    values: FieldCursor
    item: FieldCursor | None = None

    @property
    def named(self) -> FieldCursor:
        """The part with the name."""
        return self.item or self.values


class Bodies(Struct, frozen=True):
    """The body in use, the `spare` ones, and the keys of vehicles."""

    worn: BodyPlace
    spare: tuple[BodyPlace, ...] = ()
    vehicles: frozenset[str] = frozenset()

    def elsewhere(self, key: str) -> bool:
        """Return whether an item with this key belongs to a body that is not in use."""
        if key in {"", self.worn.key, ACTIVE_MORPH}:
            return False
        others = {ACTIVE_VEHICLE, STASH, *self.vehicles, *(one.key for one in self.spare)}
        return key in others or NUMBERED.fullmatch(key) is not None


class SheetMorph(Struct, frozen=True):
    """The values of a body: its name, its kind as the sheet spells it, DUR, pools, ways to move and description."""

    name: str = ""
    kind: str = ""
    dur: int | None = None
    pools: Mapping[str, int] = {}
    ways: tuple[Movement, ...] = ()
    description: str = ""


def bodies_of(top: FieldCursor, body: FieldCursor) -> Bodies:
    """Return the bodies of an actor; if there are items, the fields of older sheets are ignored."""
    items = _of_kind(top, body, MORPH)
    vehicles = frozenset(one.key for one in _of_kind(top, body, VEHICLE) if one.key)
    if not items:
        return _older(body, vehicles)
    active = text(body.peek(ACTIVE_MORPH))
    worn = next((one for one in items if active and one.key == active), items[0])
    if body.holds((ACTIVE_MORPH,)):
        body.leave((ACTIVE_MORPH,), WORN)
    for key in ("bodies", "bodyType", MORPH):
        if body.holds((key,)):
            body.leave((key,), OLDER_PLACE)
    return Bodies(worn, tuple(one for one in items if one is not worn), vehicles)


def values_key(item: FieldCursor, body: FieldCursor) -> str:
    """Return the key of an item's values, which is that of the actor unless only the other one exists."""
    own = str(body.base[-1])
    other = "data" if own == "system" else "system"
    return own if isinstance(item.peek(own), dict) or not item.holds((other,)) else other


def read_morph(place: BodyPlace) -> SheetMorph:
    """Import a body."""
    with accounted_item(place.item, place.values.base):
        values = place.values
        pools = {key: values.number((key,), 0, MOST_AMOUNT, key.capitalize()) for key in POOLS}
        ways = numbered_ways(values.below("movement")) if place.item else morph_ways(values)
        return SheetMorph(
            name=place.named.words(("name",), "morph"),
            kind=values.words(("type",), "body").casefold(),
            dur=values.number(("dur",), 0, MOST_STAT, "DUR"),
            pools={key: value for key, value in pools.items() if value is not None},
            ways=tuple(ways),
            description=values.prose(("description",), "notes on the morph"),
        )


def spare_lines(bodies: Bodies, things: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Import the bodies that are not in use, one line each with their numbers and the `things` that belong to them."""
    for place in bodies.spare:
        morph = read_morph(place)
        pools = [f"{key} {value}" for key, value in morph.pools.items() if value]
        numbers = [BODY_WORDS.get(morph.kind, ""), f"DUR {morph.dur}" if morph.dur else "", *pools]
        parts = (
            ", ".join(filter(None, [*numbers, *map(movement_in_words, morph.ways)])),
            ", ".join(things.get(place.key, ())),
        )
        words = "; ".join(filter(None, parts))
        if morph.name or words:
            yield f"Another morph: {morph.name or 'unnamed'}" + (f" ({words})" if words else "")
        if place.item is None:
            place.values.leave((), "a morph that is not in use" if morph.name else "no morph")
    known = {place.key for place in bodies.spare}
    others = [name for key, names in things.items() if key not in known for name in names]
    if others:
        yield f"On another body: {', '.join(others)}"


def _of_kind(top: FieldCursor, body: FieldCursor, kind: str) -> list[BodyPlace]:
    """Return the items of a kind."""
    found = []
    for index, item in enumerate(as_list(top.peek("items"))):
        if isinstance(item, dict) and item.get("type") == kind:
            here = top.below("items", index)
            found.append(BodyPlace(text(item.get("_id")), here.below(values_key(here, body)), here))
    return found


def _older(body: FieldCursor, vehicles: frozenset[str]) -> Bodies:
    """Return the bodies of an older sheet; the oldest have only one."""
    active = text(body.peek("bodies", ACTIVE_MORPH))
    if active:
        body.came(("bodies", ACTIVE_MORPH), WORN)
    key = active if isinstance(body.peek("bodies", active), dict) else "morph1"
    has_none = body.peek("bodies", key, "dur") is None and not body.peek("bodies", key, "name")
    path: Path = (MORPH,) if has_none and text(body.peek(MORPH, "name")) else ("bodies", key)
    others = [one for one in body.names("bodies") if one not in {path[-1], ACTIVE_MORPH, "armor"}]
    spare = [BodyPlace(one, body.below("bodies", one)) for one in others if isinstance(body.peek("bodies", one), dict)]
    return Bodies(BodyPlace(str(path[-1]), body.below(*path)), tuple(spare), vehicles)
