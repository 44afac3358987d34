"""The items of a Foundry actor (ep2e): armor, attacks, ware, gear, traits and sleights."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import structs

from gm_desk.core.characters.roster import NewId
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Area, Armor, Attack, Points, of_all
from gm_desk.core.notation.attack_values import known_trait
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import (
    NO_PLACE,
    NOTHING,
    FieldCursor,
    as_list,
    mapping,
    number,
    plain,
    quoted,
    text,
    within,
)
from gm_desk.store.exchange.foundry.actors import OURS, data_key
from gm_desk.store.exchange.foundry.ep2e import body
from gm_desk.store.exchange.foundry.ep2e.body import BodyPaths, Changes, armor_values
from gm_desk.store.exchange.foundry.ep2e.terms import ITEM_REST, MODES, PAGE, TWICE, words_of_key

EXOTIC = "Exotic Skill"
SKILLS = {
    "meleeWeapon": "Melee",
    "firearm": "Guns",
    "railgun": "Guns",
    "beamWeapon": "Guns",
    "sprayWeapon": "Guns",
    "seekerWeapon": "Guns",
    "thrownWeapon": "Athletics",
    "explosive": "Athletics",
    "software": "Infosec",
}
ALWAYS = SKILLS.keys() - {"software"}
AREAS: Mapping[str, Area] = {"blast": "blast", "centered": "blast", "uniform": "uniform", "cone": "cone"}
AMMUNITION = {
    "firearm": ("ammo", "value", "max"),
    "railgun": ("ammo", "value", "max"),
    "sprayWeapon": ("ammo", "value", "max"),
    "beamWeapon": ("battery", "charge", "max"),
}
"""The fields for the rounds left and the maximum."""

UNARMED = "Unarmed"


def attacks_of(source: FieldCursor, path: Path, skills: Collection[str], new_id: NewId) -> Iterator[Attack]:
    """Import the attacks of one item: one, or two if it has a second mode of use."""
    base = (*path, data_key(source.peek(*path)))
    item, kind = mapping(source.peek(*base)), text(source.peek(*path, "type"))
    for key in ("primaryAttack", "secondaryAttack"):
        given = mapping(item.get(key))
        second = key == "secondaryAttack"
        wanted = item.get("hasSecondaryAttack") is True or item.get("hasSecondaryMode") is True or kind == "software"
        damage = text(given.get("damageFormula"))
        if (second and not wanted) or (not damage and (second or kind not in ALWAYS)):
            continue
        attack = Attack(
            id=new_id(),
            name=_name(source, path, given, second=second),
            skill=_skill(kind, item, skills),
            damage=damage,
            modes=_modes(item, given),
            range=_range(item),
            ammo=_ammo(kind, item),
            armor_piercing=given.get("armorPiercing") is True,
            area=AREAS.get(text(given.get("areaEffect")), ""),
            radius=within(given.get("areaEffectRadius"), 1, MOST_AMOUNT) if given.get("areaEffect") else None,
            traits=tuple(_traits(given)),
            notes="; ".join(_notes(item, given)),
        )
        source.came((*base, key), f"attack: {attack.name} {attack.damage}".strip())
        _record(source, base, attack)
        yield attack


def unarmed(source: FieldCursor, sleeve: BodyPaths, new_id: NewId) -> Iterator[Attack]:
    """Import the attack of the body without a weapon."""
    path = (*sleeve.base, "unarmedDV")
    damage = text(source.peek(*path))
    if damage in {"", "0"}:
        source.leave_all(sleeve.base, ["unarmedDV"], "no damage without a weapon")
        return
    source.came(path, f"attack: {UNARMED} {damage}")
    yield Attack(id=new_id(), name=UNARMED, skill="Melee", damage=damage)


def _record(source: FieldCursor, base: Path, attack: Attack) -> None:
    """Record the fields of an item that were imported with its attack."""
    for key, value in (("range", attack.range), ("ammo", attack.ammo), ("battery", attack.ammo)):
        if value and source.holds((*base, key)):
            words = of_all(value) if isinstance(value, Points) else value
            source.came((*base, key), f"{key} {words}")


def _name(source: FieldCursor, path: Path, given: Mapping[str, Any], *, second: bool) -> str:
    """Return the name of an attack: that of its item, with its label if it has one."""
    name = text(source.peek(*path, "name")) or "Attack"
    label = text(given.get("label")) or ("second attack" if second else "")
    return f"{name} ({label})" if label else name


def _skill(kind: str, item: Mapping[str, Any], skills: Collection[str]) -> str:
    """Return the name of the skill; an exotic one counts only if the character has it."""
    field = text(item.get("exoticSkill"))
    exotic = f"{EXOTIC}: {field}"
    return exotic if field and exotic.casefold() in skills else SKILLS.get(kind, "")


def _modes(item: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """Return the firing modes: "SA/BF"."""
    modes = as_list(given.get("firingModes")) or [item.get("firingMode")]
    return "/".join(MODES[mode] for mode in modes if isinstance(mode, str) and mode in MODES)


def _range(item: Mapping[str, Any]) -> str:
    """Return the range; "none" becomes nothing."""
    reach = item.get("range") if "range" in item else mapping(item.get("primaryAmmo")).get("range")
    return text(reach) if number(reach) != 0 else ""


def _ammo(kind: str, item: Mapping[str, Any]) -> Points | None:
    """Return the rounds left, or for thrown weapons the quantity."""
    if kind in {"thrownWeapon", "explosive"}:
        now = most = within(item.get("quantity"), 0, MOST_AMOUNT)
    elif kind in AMMUNITION:
        place, loaded, full = AMMUNITION[kind]
        holder = mapping(item.get(place))
        now, most = (within(holder.get(key), 0, MOST_AMOUNT) for key in (loaded, full))
    else:
        return None
    return Points(now=most if now is None else now, max=most) if most is not None else None


def _traits(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the traits of an attack."""
    yield from (known_trait(trait) or trait for trait in _spaced(given.get("attackTraits")))


def _spaced(words: Any) -> Iterator[str]:
    """Yield keys as words."""
    yield from filter(None, (words_of_key(text(word)).lower() for word in as_list(words)))


def _notes(item: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the other properties of an attack as notes."""
    yield from filter(None, (text(given.get("notes")),))
    yield from _spaced(item.get("accessories"))
    area = text(given.get("areaEffect"))
    if area and area not in AREAS:
        yield f"{words_of_key(area).lower()} area"
    harmed = text(given.get("damageType"))
    if harmed in {"mesh", "mental"}:
        yield f"{harmed} damage"


MOST_LEVEL = 9
MOST_DESCRIPTION = 300
"""Maximum number of characters of a description that is imported."""
LEVEL = re.compile(r"\(Level [0-9]+\)", re.IGNORECASE)
KNOWN_ITEMS = SKILLS.keys() | {
    *("armor", "physicalTech", "physicalService", "substance", "firearmAmmo", "trait", "sleight", "psi")
}


class ImportedItems:
    """The parts of a stat block that come from the items of an actor."""

    def __init__(self) -> None:
        """Start empty."""
        self.armor: list[Armor] = []
        self.attacks: list[Attack] = []
        self.ware: list[str] = []
        self.gear: list[str] = []
        self.traits: list[str] = []
        self.sleights: list[str] = []
        self.note_lines: list[str] = []
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
    return ((*path, index) for index, item in enumerate(as_list(source.peek(*path))) if isinstance(item, dict))


def _take(source: FieldCursor, path: Path, found: ImportedItems, skills: Collection[str], new_id: NewId) -> None:
    """Import one item by its kind."""
    kind, name = text(source.peek(*path, "type")), text(source.peek(*path, "name"))
    base = (*path, data_key(source.peek(*path)))
    body.count(source, path, found.changes)
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
    found.note_lines += [line] if line not in found.note_lines else []
    return attacks


def _put(source: FieldCursor, path: Path, kept: list[str], words: str, value: str) -> None:
    """Add the name of an item to a list."""
    if words:
        kept.append(words)
        source.came(path, f"{value}: {words}")


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
    levels = as_list(source.peek(*base, "levels"))
    level = within(source.peek(*base, "state", "level"), 0, MOST_LEVEL)
    if name and level is not None and len(levels) > 1 and not LEVEL.search(name):
        source.came((*base, "state", "level"), f"level {level + 1}")
        return f"{name} (Level {level + 1})"
    if plain(source.peek(*base, "description")) or not levels:
        return name
    does = [text(mapping(effect).get("description")) for effect in as_list(mapping(levels[0]).get("effects"))]
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
