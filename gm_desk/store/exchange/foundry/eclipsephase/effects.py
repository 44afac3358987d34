"""Active effects of a Foundry actor (eclipsephase) on the numbers of its sheet."""

import re
from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import Struct, field

from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import FieldCursor, listed, mapping, number, quoted, text, within
from gm_desk.store.exchange.foundry.eclipsephase.terms import ADD_MODE, ADDITION, INFECTED, WORN_TO_COUNT

MOST_CHANGE = 999
CHI = re.compile(r"[cC]hiMod$")
CHANGED = re.compile(
    r"mods\.(?:(?:dur|luc)mod|(?:tt|ini|wound|trauma|energy|kinetic)Mod|(?:dur|luc|tt|ini|wound|trauma)ChiMod)"
    r"|(?:pools|aptitudes|skillsIns|skillsMox|skillsVig)\.[a-z ]{2,12}\.(?:mod|chiMod)"
)
"""The fields of a sheet to which an effect adds that is part of a stat block."""
SPELT = {"mods.durMod": "mods.durmod", "mods.lucMod": "mods.lucmod"}
ONLY_ADDED = "GM Desk counts effects that add a number to the stat block"

MELEE = "mods.meleeDamageMod"
ARMOR_KEYS = ("mods.energyMod", "mods.kineticMod")

Changes = Counter[str]
"""The sum of all effects by the field of the sheet: "mods.durmod", "pools.vigor.mod"."""


class Effects(Struct, frozen=True):
    """The effects on a sheet: the sum of each change, what adds dice to melee damage, and what changes the armor."""

    changes: Changes = field(default_factory=Changes)
    melee: tuple[str, ...] = ()
    armor: tuple[str, ...] = ()


def effects_on(top: FieldCursor, body: FieldCursor, elsewhere: Callable[[str], bool]) -> Effects:
    """Import the effects on the actor and of its items; `elsewhere` says whether a key is of a body not in use."""
    changes, melee, armor = Changes(), list[str](), list[str]()
    times = 2 if (number(body.peek("psiStrain", "infection")) or 0) >= INFECTED else 1
    for effect in _in_force(top, body, elsewhere):
        name = text(effect.peek("name")) or text(effect.peek("label"))
        for change in _changes(effect):
            key = text(change.peek("key")).removeprefix("system.").removeprefix("data.")
            if key == MELEE:
                bonus = change.words(("value",), "melee damage")
                melee += [f"{bonus} ({name})" if name else bonus] if bonus else []
            elif CHANGED.fullmatch(key):
                _count(change, key, changes, times)
                armor += [name] if key in ARMOR_KEYS and name and name not in armor else []
    return Effects(changes, tuple(melee), tuple(armor))


def _in_force(top: FieldCursor, body: FieldCursor, elsewhere: Callable[[str], bool]) -> Iterator[FieldCursor]:
    """Yield the effects that Foundry applies; one that was copied from an item to the actor counts once."""
    copied = set()
    for effect in _effects(top):
        yield effect
        copied.add(text(effect.peek("origin")).rpartition(".")[2])
    items = top.below("items")
    for index, item in enumerate(listed(items.peek())):
        here = items.below(index)
        if isinstance(item, dict) and text(item.get("_id")) not in copied and _counts(here, body, elsewhere):
            yield from (effect for effect in _effects(here) if effect.peek("transfer") is not False)


def changed(body: FieldCursor, path: Path, changes: Changes) -> int:
    """Return the modifier in a field of the sheet, with the effects on it."""
    return (within(body.peek(*path), -MOST_CHANGE, MOST_CHANGE) or 0) + changes[".".join(map(str, path))]


def _effects(holder: FieldCursor) -> Iterator[FieldCursor]:
    """Yield the effects of an actor or an item that are switched on."""
    for index, effect in enumerate(listed(holder.peek("effects"))):
        if isinstance(effect, dict) and effect.get("disabled") is not True:
            yield holder.below("effects", index)


def _counts(item: FieldCursor, body: FieldCursor, elsewhere: Callable[[str], bool]) -> bool:
    """Return whether the effects of an item count: it belongs to the body in use, and is worn if it must be."""
    values = mapping(item.peek(body.base[-1]))
    if elsewhere(text(values.get("boundTo"))):
        return False
    return values.get("active") is True or text(item.peek("type")) not in WORN_TO_COUNT


def _changes(effect: FieldCursor) -> Iterator[FieldCursor]:
    """Yield the changes of an effect."""
    place: Path = ("changes",) if isinstance(effect.peek("changes"), list) else ("system", "changes")
    for index, change in enumerate(listed(effect.peek(*place))):
        if isinstance(change, dict):
            yield effect.below(*place, index)


def _count(change: FieldCursor, key: str, found: Changes, times: int) -> None:
    """Add one change to the sums."""
    adds = change.peek("mode") in (None, ADD_MODE) and change.peek("type") in (None, ADDITION)
    value = within(change.peek("value"), -MOST_CHANGE, MOST_CHANGE)
    if not adds or value is None:
        change.leave((), f"{ONLY_ADDED}: {quoted(change.peek('value'))} for {key}")
        return
    added = value * (times if CHI.search(key) else 1)
    target = CHI.sub("mod" if ".chiMod" in key else "Mod", key)
    found[SPELT.get(target, target)] += added
    change.came((), f"{key} {added:+}")
