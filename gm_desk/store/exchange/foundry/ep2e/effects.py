"""Effects of items on the numbers of a Foundry actor (ep2e), and the numbers that Foundry computes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from gm_desk.core.rules.dice import half_up, up
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import FieldCursor, listed, mapping, text, within
from gm_desk.store.exchange.foundry.actors import data_key

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
    level = within(state.get("level", 0), 0, len(listed(item.get("levels"))) - 1)
    if level is not None:
        yield from _entries(source, (*here, "levels", level, "effects"))


def _entries(source: FieldCursor, path: Path) -> Iterator[Path]:
    """Yield the paths of the effects in a list."""
    return ((*path, index) for index, _ in enumerate(listed(source.peek(*path))))


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
    """Return how many wounds or traumas are ignored."""
    return min(MOST_IGNORED, max(0, changes[kind, "woundsIgnored"]))
