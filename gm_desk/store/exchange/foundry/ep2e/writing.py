"""A writer of actors and their items for Foundry's ep2e system, in the structure that the system declares."""

import copy
import hashlib
import itertools
import re
import string
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.core.notation.attack_values import write_said
from gm_desk.core.rules.dice import half_up, up
from gm_desk.store.exchange.foreign_data import number
from gm_desk.store.exchange.foundry.actors import OURS, keep_rest
from gm_desk.store.exchange.foundry.ep2e import write_character
from gm_desk.store.exchange.foundry.ep2e.items import EXOTIC
from gm_desk.store.exchange.foundry.ep2e.reading import SYSTEM, from_ep2e
from gm_desk.store.exchange.foundry.ep2e.terms import MODES
from gm_desk.store.exchange.foundry.ep2e.write_character import armor_of_body, is_unarmed, kind_of
from gm_desk.store.shipped import resource

Item = dict[str, Any]
Shapes = Mapping[str, Any]

WEAPONS = {"guns": "firearm", "athletics": "thrownWeapon", "infosec": "software"}
WARE = {"biological": "bioware", "synthetic": "hardware"}
OTHER_WARE = "cyberware"
TRAITS = ("blinding", "entangling", "knockdown", "pain", "shock", "stun")
"""The traits of attacks that Foundry has a key for."""
MESH = "mesh damage"
"""The note of every attack by software."""

LEVEL = re.compile(r"(.*\S) \(Level ([1-9])\)", re.DOTALL)
NUMBERS = "Numbers of the stat block"


def items_of(character: Character, shapes: Shapes, sleights: list[str]) -> list[Item]:
    """Return all items: ware and gear, with the armor and the attacks of the same names, then the others."""
    armor = list(character.armor[armor_of_body(character) :])
    bare = next(filter(is_unarmed, character.attacks), None) if kind_of(character) != "infomorph" else None
    attacks = [attack for attack in character.attacks if attack is not bare]
    items = []
    for names, ware in ((character.ware, WARE.get(kind_of(character), OTHER_WARE)), (character.gear, "")):
        items += [_named(name, ware, armor, attacks, shapes) for name in names]
    items += [_armor(one, shapes) for one in armor]
    items += [_weapon(attack, shapes) for attack in attacks]
    items += [_trait(name, shapes) for name in character.traits]
    items += [_item("sleight", name, shapes) for name in sleights]
    return [*items, *_numbers(character, shapes)]


def _item(kind: str, name: str, shapes: Shapes) -> Item:
    """Return a new item of a kind."""
    return {"name": name, "type": kind, "system": copy.deepcopy(shapes[kind])}


def _named(name: str, ware: str, armor: list[Armor], attacks: list[Attack], shapes: Shapes) -> Item:
    """Return ware or gear; if armor or an attack has its name, it becomes that and is removed from the list."""
    worn = next((one for one in armor if one.name == name), None) if ware else None
    used = next((one for one in attacks if one.name == name and bool(ware) != _is_software(one)), None)
    if worn is not None:
        armor.remove(worn)
        item = _armor(worn, shapes)
    elif used is not None:
        attacks.remove(used)
        item = _weapon(used, shapes)
    else:
        item = _item("physicalTech", name, shapes)
    if "wareType" in item["system"]:
        item["system"]["wareType"] = ware
    return item


def _armor(armor: Armor, shapes: Shapes) -> Item:
    """Return the item of worn armor."""
    item = _item("armor", armor.name, shapes)
    item["system"]["armorValues"] |= {kind: armor.values.get(kind, 0) for kind in ("energy", "kinetic")}
    return item


def _is_software(attack: Attack) -> bool:
    return attack.skill.casefold() == "infosec"


def _weapon(attack: Attack, shapes: Shapes) -> Item:
    """Return the item of an attack: a weapon of the kind for its skill."""
    kind = WEAPONS.get(attack.skill.casefold(), "meleeWeapon")
    item = _item(kind, attack.name, shapes)
    system = item["system"]
    primary = system["primaryAttack"]
    primary |= {"damageFormula": attack.damage, "notes": _notes(attack, piercing="armorPiercing" in primary)}
    if "attackTraits" in primary:
        primary["attackTraits"] = [trait for trait in attack.traits if trait in TRAITS]
    if "armorPiercing" in primary:
        primary["armorPiercing"] = attack.armor_piercing
    stem, _, field = attack.skill.partition(": ")
    if kind == "meleeWeapon" and stem == EXOTIC:
        system["exoticSkill"] = field
    if kind == "thrownWeapon":
        system["quantity"] = attack.ammo.now if attack.ammo else 1
    if kind == "firearm":
        _firearm(system, attack)
    return item


def _firearm(system: Item, attack: Attack) -> None:
    """Fill in the fields that only guns have."""
    keys = {words: key for key, words in MODES.items()}
    modes = [keys[word] for word in attack.modes.split("/") if word in keys]
    system["primaryAttack"]["firingModes"] = modes or system["primaryAttack"]["firingModes"]
    system["range"] = number(attack.range) or 0
    if attack.ammo:
        system["ammo"] |= {"value": attack.ammo.now, "max": attack.ammo.max}


def _notes(attack: Attack, *, piercing: bool) -> str:
    """Write the notes of an attack, with everything without another field."""
    other = tuple(trait for trait in attack.traits if trait not in TRAITS)
    unsaid = structs.replace(attack, armor_piercing=attack.armor_piercing and not piercing, traits=other)
    skill = "" if attack.skill.casefold() in {*WEAPONS, "melee"} or attack.skill.startswith(EXOTIC) else attack.skill
    own = f"{attack.skill} {attack.rating}" if attack.rating is not None else skill
    notes = attack.notes.removesuffix(MESH).removesuffix("; ") if _is_software(attack) else attack.notes
    return "; ".join(filter(None, (notes, own, write_said(unsaid, "armor piercing"))))


def _trait(name: str, shapes: Shapes) -> Item:
    """Return a trait with its number of levels."""
    found = LEVEL.fullmatch(name)
    level = int(found[2]) if found else 1
    item = _item("trait", found[1] if found else name, shapes)
    count = max(2, level) if found else 1
    item["system"]["levels"] = [{"cost": 0, "effects": [], "id": f"level{one}"} for one in range(1, count + 1)]
    item["system"]["state"]["level"] = level - 1
    return item


def _numbers(character: Character, shapes: Shapes) -> Iterator[Item]:
    """Yield an item that corrects the numbers that Foundry computes to those of the stat block, if necessary."""
    effects = list(_effects(character))
    if not effects:
        return
    item = _trait(NUMBERS, shapes)
    item["system"]["levels"][0]["effects"] = [
        {**effect, "id": f"effect{place}"} for place, effect in enumerate(effects)
    ]
    yield {**item, "flags": {OURS: {"numbers": True}}}


def _effects(character: Character) -> Iterator[Item]:
    """Yield the effects that must be added to Foundry's numbers."""
    stats, health = character.stats, character.health
    dur, lucidity = stats.get("DUR", 0), 2 * stats.get("WIL", 0)
    body = "mesh" if kind_of(character) == "infomorph" else "physical"
    halves = 3 if kind_of(character) == "biological" else 4
    usual = {
        "WT": (max(1, up(dur, 5)), body, "woundThreshold"),
        "DR": (up(dur * halves, 2), body, "deathRating"),
        "LUC": (lucidity, "mental", "durability"),
        "TT": (max(1, up(lucidity, 5)), "mental", "woundThreshold"),
        "IR": (2 * lucidity, "mental", "deathRating"),
    }
    init = half_up(stats.get("REF", 0) + stats.get("INT", 0), 5)
    if stats.get("INIT", init) != init:
        yield {"type": "initiative", "modifier": stats["INIT"] - init}
    for key, (value, kind, stat) in usual.items():
        if stats.get(key, value) != value:
            yield {"type": "health", "health": kind, "stat": stat, "modifier": stats[key] - value}
    for kind, count in ((body, health.ignored_wounds), ("mental", health.ignored_traumas)):
        if count:
            yield {"type": "health", "health": kind, "stat": "woundsIgnored", "modifier": count}


LETTERS = string.ascii_letters + string.digits
LONG = 16
"""The length of an id in Foundry."""

IMAGE = "icons/svg/mystery-man.svg"


def ep2e_of(character: Character) -> dict[str, Any]:
    """Return the actor of a character; values without a field are kept in flags for GM Desk."""
    return keep_rest(_actor(character), character, from_ep2e)


def _actor(character: Character) -> dict[str, Any]:
    """Return the actor with ego, body and items."""
    shapes = msgspec.json.decode(resource("foundry/ep2e.json").read_bytes())
    ids = _ids(character)
    ego = copy.deepcopy(shapes["ego"])
    split_notes = write_character.SplitNotes(character.notes)
    write_character.write_ego(ego, character, split_notes, ids)
    flags: dict[str, Any] = {}
    sleeve = write_character.kind_of(character)
    if sleeve:
        body = copy.deepcopy(shapes[sleeve])
        write_character.write_body(body, character, split_notes, ids)
        flags[sleeve] = {**_document(character.morph or character.name, sleeve, next(ids)), "system": body, "items": []}
    psi = split_notes.psi()
    if psi:
        flags["psi"] = {**_document(psi["name"], "psi", next(ids)), "system": {**shapes["psi"], **psi["system"]}}
    items = items_of(character, shapes["items"], sleights=split_notes.sleights())
    ego["description"] = split_notes.description(write_character.beyond(character))
    return {
        **_document(character.name, "character", next(ids)),
        "flags": {SYSTEM: flags},
        "system": ego,
        "items": [{**_document(item["name"], item["type"], next(ids)), **item} for item in items],
        "prototypeToken": {"name": character.name},
        "_stats": {"systemId": SYSTEM},
    }


def _document(name: str, kind: str, key: str) -> dict[str, Any]:
    """Return the fields of every document of Foundry."""
    return {"_id": key, "name": name, "type": kind, "img": IMAGE, "effects": [], "flags": {}}


def _ids(character: Character) -> Iterator[str]:
    """Yield ids in Foundry's format; the same character always has the same."""
    for count in itertools.count():
        digest = hashlib.sha256(f"{character.id} {count}".encode(errors="replace")).digest()
        yield "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:LONG])
