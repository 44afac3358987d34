"""The items of a Foundry actor (ep2e): armor, attacks, ware, gear, traits and sleights."""

import re
from collections.abc import Collection, Iterator

from msgspec import structs

from gm_desk.core.characters.roster import NewId
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import (
    NO_PLACE,
    NOTHING,
    FieldCursor,
    listed,
    mapping,
    plain,
    quoted,
    text,
    within,
)
from gm_desk.store.exchange.foundry.actors import OURS, data_key
from gm_desk.store.exchange.foundry.ep2e import effects
from gm_desk.store.exchange.foundry.ep2e.attacks import SKILLS, attacks_of
from gm_desk.store.exchange.foundry.ep2e.body import BodyPaths, armor_values
from gm_desk.store.exchange.foundry.ep2e.effects import Changes
from gm_desk.store.exchange.foundry.ep2e.terms import ITEM_REST, PAGE, TWICE

MOST_LEVEL = 9
MOST_DESCRIPTION = 300
"""The most characters of a description that is imported."""
LEVEL = re.compile(r"\(Level [0-9]+\)", re.IGNORECASE)
KNOWN_ITEMS = SKILLS.keys() | {
    *("armor", "physicalTech", "physicalService", "substance", "firearmAmmo", "trait", "sleight", "psi")
}


class ImportedItems:
    """What the items of an actor add to a stat block."""

    def __init__(self) -> None:
        """Start empty."""
        self.armor: list[Armor] = []
        self.attacks: list[Attack] = []
        self.ware: list[str] = []
        self.gear: list[str] = []
        self.traits: list[str] = []
        self.sleights: list[str] = []
        self.told: list[str] = []
        self.changes: Changes = Changes()


def belongings(source: FieldCursor, sleeve: BodyPaths | None, skills: Collection[str], new_id: NewId) -> ImportedItems:
    """Import all items of the actor, and those of its body that the actor itself does not have."""
    found = ImportedItems()
    named = set()
    for path in _places(source, ("items",)):
        named.add((text(source.peek(*path, "type")), text(source.peek(*path, "name"))))
        _take(source, path, found, skills, new_id)
    inner = _places(source, (*sleeve.path, "items")) if sleeve and sleeve.path else ()
    for path in inner:
        if (text(source.peek(*path, "type")), text(source.peek(*path, "name"))) in named:
            source.leave(path, TWICE)
        else:
            _take(source, path, found, skills, new_id)
    return found


def _places(source: FieldCursor, path: Path) -> Iterator[Path]:
    """Yield the paths of the items in a list; anything else is left to the sweep."""
    return ((*path, index) for index, item in enumerate(listed(source.peek(*path))) if isinstance(item, dict))


def _take(source: FieldCursor, path: Path, found: ImportedItems, skills: Collection[str], new_id: NewId) -> None:
    """Import one item by its kind."""
    kind, name = text(source.peek(*path, "type")), text(source.peek(*path, "name"))
    base = (*path, data_key(source.peek(*path)))
    effects.count(source, path, found.changes)
    if source.peek(*path, "flags", OURS, "numbers") is True:
        source.leave(path, "numbers of the stat block, which GM Desk wrote as an item")
        return
    item = mapping(source.peek(*base))
    if kind == "armor":
        _armor(source, path, base, found)
    attacks = list(attacks_of(source, path, skills, new_id)) if kind in SKILLS else []
    found.attacks += _described(source, base, name, attacks, found)
    ware = text(item.get("wareType"))
    if ware:
        _put(source, (*path, "name"), found.ware, _counted(item, name), "ware")
        source.came((*base, "wareType"), f"{ware}, so it is ware")
    elif kind == "trait":
        _put(source, (*path, "name"), found.traits, _trait(source, base, name), "trait")
    elif kind == "sleight":
        _put(source, (*path, "name"), found.sleights, name, "sleight")
    elif kind == "armor" or kind in SKILLS.keys() - {"software"}:
        source.came((*path, "name"), name)
    else:
        _put(source, (*path, "name"), found.gear, _counted(item, name), "gear")
    _rest(source, path, base, kind)


def _described(source: FieldCursor, base: Path, name: str, attacks: list[Attack], found: ImportedItems) -> list[Attack]:
    """Import an item's description if it is short and not from a book; return its attacks, the first with it."""
    path = (*base, "description")
    words, page = " ".join(plain(source.peek(*path)).split()), text(source.peek(*base, "reference"))
    if page or len(words) > MOST_DESCRIPTION:
        why = f"the source is named as {quoted(page)}" if page else f"{len(words)} letters are too many for notes"
        source.leave_all(base, ["description"], f"its description; {why}")
        return attacks
    if not words:
        source.leave_all(base, ["description"], NOTHING)
        return attacks
    source.came(path, f"notes: {quoted(words)}")
    if attacks:
        notes = "; ".join(filter(None, (attacks[0].notes, words)))
        return [structs.replace(attacks[0], notes=notes), *attacks[1:]]
    line = f"{name}: {words}" if name else words
    found.told += [line] if line not in found.told else []
    return attacks


def _put(source: FieldCursor, path: Path, kept: list[str], words: str, says: str) -> None:
    """Add the name of an item to a list."""
    if words:
        kept.append(words)
        source.came(path, f"{says}: {words}")


def _armor(source: FieldCursor, path: Path, base: Path, found: ImportedItems) -> None:
    """Import armor: as armor if it is worn, otherwise as gear."""
    name, state = text(source.peek(*path, "name")), mapping(source.peek(*base, "state"))
    active = state.get("activated") is True and source.peek(*base, "hasActiveState") is True
    place = (*base, "activeArmor" if active else "armorValues")
    values = armor_values(source.peek(*place))
    says = f"{values['energy']}/{values['kinetic']}"
    if state.get("equipped") is False or state.get("disabled") is True:
        source.leave(place, f"{says}, but not worn")
        _put(source, (*path, "name"), found.gear, name, "gear")
        return
    source.came(place, f"armor {says} {name}".strip())
    found.armor.append(Armor(values=values, name=name))


def _counted(item: dict[str, object], name: str) -> str:
    """Return the name of an item, with the quantity if it is more than one."""
    quantity = within(item.get("quantity"), 2, 10**6)
    return f"{name} ({quantity})" if name and quantity else name


def _trait(source: FieldCursor, base: Path, name: str) -> str:
    """Return the name of a trait, with its level if it has several, and its description if it is not from a book."""
    levels = listed(source.peek(*base, "levels"))
    level = within(source.peek(*base, "state", "level"), 0, MOST_LEVEL)
    if name and level is not None and len(levels) > 1 and not LEVEL.search(name):
        source.came((*base, "state", "level"), f"level {level + 1}")
        return f"{name} (Level {level + 1})"
    if plain(source.peek(*base, "description")) or not levels:
        return name
    does = [text(mapping(effect).get("description")) for effect in listed(mapping(levels[0]).get("effects"))]
    words = "; ".join(filter(None, does))
    if words and name:
        source.came((*base, "levels"), f"what it does: {quoted(words)}")
    return f"{name} ({words})" if words and name else name


def _rest(source: FieldCursor, path: Path, base: Path, kind: str) -> None:
    """Leave out the other fields of an item."""
    notes = text(source.peek(*base, "notes"))
    if notes:
        source.leave((*base, "notes"), f"{NO_PLACE}: {quoted(notes)}")
    source.leave_all(base, ["reference"], PAGE)
    if kind in KNOWN_ITEMS:
        source.leave(path, ITEM_REST)
    else:
        source.leave(path, f"{ITEM_REST}; {quoted(kind)} is a kind of item that GM Desk does not know")
