"""The body of a Foundry actor (ep2e), its effects on numbers, and the numbers that Foundry computes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from gm_desk.core.characters.roster import MOST_STAT, Body
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Movement, Points
from gm_desk.core.notation.armor import write_armor
from gm_desk.core.rules.dice import half_up, up
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import NOTHING, FieldCursor, as_list, mapping, number, text, within
from gm_desk.store.exchange.foundry.actors import data_key
from gm_desk.store.exchange.foundry.ep2e.terms import BODY_LINES, POOLS, USUAL_SIZE, words_of_key

MOST_CHANGE = 999
MOST_IGNORED = 3
HEALTH = {"durability", "deathRating", "woundThreshold", "woundsIgnored", "derived"}
IN_WORDS = {
    ("physical", "durability"): "DUR",
    ("physical", "deathRating"): "DR",
    ("physical", "woundThreshold"): "WT",
    ("physical", "woundsIgnored"): "wounds ignored",
    ("mental", "durability"): "LUC",
    ("mental", "deathRating"): "IR",
    ("mental", "woundThreshold"): "TT",
    ("mental", "woundsIgnored"): "traumas ignored",
    ("initiative", ""): "INIT",
}

Changes = Counter[tuple[str, str]]
"""The sum of all effects, by the kind of number and its name: ("physical", "deathRating"), ("pool", "insight")."""


def effects_of(source: FieldCursor, path: Path) -> Iterator[Path]:
    """Yield the paths of an item's active effects."""
    data = data_key(source.peek(*path))
    here = (*path, data)
    item, state = mapping(source.peek(*here)), mapping(source.peek(*here, "state"))
    if state.get("equipped") is False or state.get("disabled") is True:
        return
    for key in ("passiveEffects", "effects"):
        yield from _entries(source, (*here, key))
    if state.get("activated") is True:
        yield from _entries(source, (*here, "activatedEffects"))
    if text(item.get("triggers")) and not state.get("triggered"):
        return
    level = within(state.get("level", 0), 0, len(as_list(item.get("levels"))) - 1)
    if level is not None:
        yield from _entries(source, (*here, "levels", level, "effects"))


def _entries(source: FieldCursor, path: Path) -> Iterator[Path]:
    """Yield the paths of the effects in a list."""
    return ((*path, index) for index, _ in enumerate(as_list(source.peek(*path))))


def count(source: FieldCursor, path: Path, changes: Changes) -> None:
    """Add an item's effects on the numbers of the stat block to `changes`."""
    name = text(source.peek(*path, "name"))
    for place in effects_of(source, path):
        effect = mapping(source.peek(*place))
        key, change = _key(effect), within(effect.get("modifier"), -MOST_CHANGE, MOST_CHANGE)
        if key is not None and change:
            changes[key] += change
            source.came(place, f"{IN_WORDS.get(key, key[1])} {change:+} from {name}")


def _key(effect: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the number that an effect changes, or None if it is not in the stat block."""
    kind = effect.get("type")
    if kind == "initiative":
        return "initiative", ""
    if kind == "pool":
        return "pool", text(effect.get("pool"))
    stat = text(effect.get("stat"))
    return (text(effect.get("health")), stat) if kind == "health" and stat in HEALTH else None


def thresholds(base: int, halves: int, kind: str, changes: Changes) -> dict[str, int]:
    """Return durability, threshold and death rating as Foundry computes them, from a durability and `halves` of it."""
    derived = base + changes[kind, "derived"]
    durability = max(0, derived + changes[kind, "durability"])
    return {
        "durability": durability,
        "threshold": max(1, up(derived, 5) + changes[kind, "woundThreshold"]),
        "death": max(durability, up(derived * halves, 2) + changes[kind, "deathRating"]),
    }


def initiative(stats: Mapping[str, int], changes: Changes) -> int | None:
    """Return INIT as Foundry computes it."""
    if "REF" not in stats or "INT" not in stats:
        return None
    return max(0, half_up(stats["REF"] + stats["INT"], 5) + changes["initiative", ""])


def ignored(kind: str, changes: Changes) -> int:
    """Return the number of ignored wounds or traumas."""
    return min(MOST_IGNORED, max(0, changes[kind, "woundsIgnored"]))


AMOUNTS = (0, MOST_AMOUNT)
STATS = (0, MOST_STAT)


class BodyKind(Struct, frozen=True):
    """A kind of body: our name for it, the key of its health, and how many halves of DUR its DR has."""

    body: Body
    health: str
    halves: int
    changed: str


KINDS = {
    "biological": BodyKind("biomorph", "physicalHealth", 3, "physical"),
    "synthetic": BodyKind("synthmorph", "physicalHealth", 4, "physical"),
    "infomorph": BodyKind("", "meshHealth", 4, "mesh"),
}


class BodyPaths(Struct, frozen=True):
    """The place of a body in an actor, and of its values."""

    path: Path
    base: Path
    kind: BodyKind


def sleeve_of(source: FieldCursor) -> BodyPaths | None:
    """Return the body, which is the actor itself or in its flags, or None."""
    own = source.peek("type")
    if isinstance(own, str) and own in KINDS:
        return BodyPaths((), (data_key(source.peek()),), KINDS[own])
    for name, kind in KINDS.items():
        path = ("flags", "ep2e", name)
        if isinstance(source.peek(*path), dict):
            return BodyPaths(path, (*path, data_key(source.peek(*path))), kind)
    return None


def numbers_of_body(source: FieldCursor, sleeve: BodyPaths, changes: Changes) -> dict[str, int]:
    """Import DUR, and compute WT (a swarm has none) and DR as Foundry does."""
    path = (*sleeve.base, sleeve.kind.health, "baseDurability")
    base = source.number(path, *STATS, "DUR")
    if base is None:
        return {}
    found = thresholds(base, sleeve.kind.halves, sleeve.kind.changed, changes)
    numbers = {"DUR": found["durability"], "WT": found["threshold"], "DR": found["death"]}
    if source.peek(*sleeve.base, "isSwarm") is True:
        del numbers["WT"]
    return _worked_out(source, path, numbers, f"from {base} and what items add")


def numbers_of_ego(source: FieldCursor, base: Path, stats: Mapping[str, int], changes: Changes) -> dict[str, int]:
    """Compute INIT, and LUC, TT and IR if the actor has stress, as Foundry does."""
    numbers = {}
    init = initiative(stats, changes)
    if init is not None:
        numbers = _worked_out(source, (*base, "aptitudes", "ref"), {"INIT": init}, "from REF, INT and what items add")
    if "WIL" not in stats or source.peek(*base, "settings", "trackMentalHealth") is False:
        return numbers
    found = thresholds(2 * stats["WIL"], 4, "mental", changes)
    mental = {"LUC": found["durability"], "TT": found["threshold"], "IR": found["death"]}
    return numbers | _worked_out(source, (*base, "aptitudes", "wil"), mental, "from WIL and what items add")


def _worked_out(source: FieldCursor, path: Path, numbers: Mapping[str, int], how: str) -> dict[str, int]:
    """Record the computed numbers, and leave out those that a stat block cannot contain."""
    kept = {key: value for key, value in numbers.items() if 0 <= value <= MOST_STAT}
    if kept:
        source.came(path, f"{', '.join(f'{key} {value}' for key, value in kept.items())}, worked out {how}")
    return kept


def points(source: FieldCursor, base: Path, sleeve: BodyPaths | None, changes: Changes) -> dict[str, Points]:
    """Import the pools: those of the body, with Flex of the ego, less the points spent; and Threat."""
    found: dict[str, Points] = {}
    for name in POOLS:
        inside = (*sleeve.base, "pools", name) if sleeve else None
        most = _pool(source, inside, name) if inside else 0
        most += _pool(source, (*base, "flex"), "flex") if name == "flex" else 0
        _put(found, source, base, name, most + changes["pool", name])
    shared = source.peek(*base, "settings", "useThreat") is True
    _put(
        found,
        source,
        base,
        "threat",
        _pool(source, (*base, "threat"), "threat") + changes["pool", "threat"],
        shared=shared,
    )
    return found


def _pool(source: FieldCursor, path: Path, name: str) -> int:
    """Import one number of a pool; a missing one is zero."""
    return _amount(source, path, AMOUNTS, f"{name} pool")


def _amount(source: FieldCursor, path: Path, bounds: tuple[int, int], value: str) -> int:
    """Import a number that is absent if zero."""
    if number(source.peek(*path)) == 0:
        source.leave(path, NOTHING)
        return 0
    return source.number(path, *bounds, value) or 0


def _put(
    found: dict[str, Points], source: FieldCursor, base: Path, name: str, most: int, *, shared: bool = False
) -> None:
    """Add a pool with the points left, unless its maximum is zero."""
    path = (*base, "spentPools", name)
    spent = _amount(source, path, (-MOST_AMOUNT, MOST_AMOUNT), f"{name} spent")
    if (most or spent or shared) and 0 <= most <= MOST_AMOUNT:
        found[name] = Points(now=min(MOST_AMOUNT, max(0, most - spent)), max=most)


def own_armor(source: FieldCursor, sleeve: BodyPaths) -> tuple[Armor, ...]:
    """Import the armor that is part of the body, unless it is zero."""
    path = (*sleeve.base, "inherentArmor")
    values = armor_values(source.peek(*path))
    if not any(values.values()):
        return ()
    armor = Armor(values=values, name=text(source.peek(*path, "source")))
    source.came(path, f"armor {write_armor([armor], tuple(values))}")
    return (armor,)


def armor_values(value: Any) -> dict[str, int]:
    """Read the values of armor, by kind of damage."""
    return {kind: within(mapping(value).get(kind), *AMOUNTS) or 0 for kind in ("energy", "kinetic")}


def movement(source: FieldCursor, sleeve: BodyPaths) -> tuple[Movement, ...]:
    """Import the ways to move."""
    ways = []
    for index, entry in enumerate(map(mapping, as_list(source.peek(*sleeve.base, "movementRates")))):
        name, path = text(entry.get("type")), (*sleeve.base, "movementRates", index)
        base, full = (within(entry.get(key), *AMOUNTS) for key in ("base", "full"))
        if not name and base is None and full is None:
            continue
        ways.append(Movement(name=words_of_key(name), base=base, full=full))
        for key, value in (("type", name and ways[-1].name), ("base", base), ("full", full)):
            if value not in {"", None}:
                source.came((*path, key), f"movement {key} {value}")
        source.leave_all(path, ["id"], "bookkeeping of the program it comes from")
    return tuple(ways)


def harm_of(source: FieldCursor, path: Path, names: tuple[str, str]) -> tuple[int, int]:
    """Import damage and wounds, or stress and traumas."""
    damage, wounds = (
        source.number((*path, key), *AMOUNTS, name) or 0 for key, name in zip(("damage", "wounds"), names, strict=True)
    )
    return damage, wounds


def told_of_body(source: FieldCursor, sleeve: BodyPaths, known: str) -> list[str]:
    """Import the descriptive fields of the body, one line each, except for one equal to `known`."""
    lines = []
    for label, key in BODY_LINES.items():
        path = (*sleeve.base, key)
        value = source.peek(*path)
        words = {True: "yes", False: ""}[value] if isinstance(value, bool) else text(value)
        words = words_of_key(words).capitalize() if key == "size" else words
        usual = number(value) == 0 or value == USUAL_SIZE or words == known or (key == "passengers" and value == 1)
        if words and not usual:
            lines.append(f"{label}: {words}")
            source.came(path, lines[-1])
        elif source.holds(path):
            source.leave(path, "the same as another field, or the usual value")
    return lines
