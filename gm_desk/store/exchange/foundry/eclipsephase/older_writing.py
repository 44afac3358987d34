"""A writer of actors for the Foundry system eclipsephase as it was before its version 1.5.

Values are written under `system`, the only key that Foundry reads since version 10; older versions read `data`.
"""

import msgspec

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.core.notation.attack_values import write_said
from gm_desk.core.notation.lists import write_specialisations
from gm_desk.store.exchange.foreign_data import marked_up
from gm_desk.store.exchange.foundry.actors import keep_rest
from gm_desk.store.exchange.foundry.eclipsephase.bodies import speed_of
from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase
from gm_desk.store.exchange.foundry.eclipsephase.terms import (
    APTITUDES,
    ARMOR_PIERCING,
    BODY_TYPES,
    MUSE,
    POOLS,
    SLOTS,
    movement_type,
)
from gm_desk.store.exchange.foundry.eclipsephase.write_parts import (
    NEAR,
    THROWN,
    Data,
    an_id,
    fill_slot,
    gear_items,
    muse_line,
    name_actor,
    new_item,
    skill_item,
    told_notes,
    weapon_kind,
    write_aptitudes,
    write_health,
    write_thresholds,
)
from gm_desk.store.shipped import resource


def older_eclipsephase_of(character: Character) -> Data:
    """Return the actor of a character, with each value in its field of the sheet.

    Values without a field in the sheet (tags, quantity, an attack's own rating) are kept in flags for GM Desk.
    """
    return keep_rest(_actor(character), character, from_eclipsephase)


def _actor(character: Character) -> Data:
    """Return the sheet with its items."""
    shape: Data = msgspec.json.decode(resource("foundry/eclipsephase-old.json").read_bytes())
    actor: Data = shape["actor"]
    name_actor(actor, character)
    system = actor["system"]
    for write in (_numbers, _health, _points, _morph, _ego):
        write(system, character)
    items = (*_skills(system, character), *_things(character))
    actor["items"] = [_item(shape, character, place, item) for place, item in enumerate(items)]
    return actor


def _numbers(system: Data, character: Character) -> None:
    """Write aptitudes, their checks, and derived values."""
    write_aptitudes(system, character)
    for key, ours in APTITUDES.items():
        if ours in character.checks:
            system["aptitudes"][key]["roll"] = character.checks[ours]
    system["initiative"]["value"] = character.stats.get("INIT")
    write_thresholds(system, character.stats)


def _health(system: Data, character: Character) -> None:
    """Write damage and the like; this sheet has no value in place of 0."""
    write_health(system, character.health, zero=None)


def _points(system: Data, character: Character) -> None:
    """Write the pools: the maximum at the morph, and the points left."""
    for key in POOLS:
        points = character.points.get(key)
        if points is not None:
            system["bodies"]["morph1"][key] = points.max
            system["pools"][key]["value"] = None if points.now == points.max else points.now
    threat = character.points.get("threat")
    if threat is not None:
        system["threatLevel"] = {"current": threat.now, "total": threat.max}


def _morph(system: Data, character: Character) -> None:
    """Write the morph with its movement."""
    dur, kind = character.stats.get("DUR"), BODY_TYPES[character.body]
    morph = system["bodies"]["morph1"]
    morph |= {"name": character.morph, "type": kind, "dur": "" if dur is None else str(dur)}
    system["bodyType"]["value"] = kind
    for place, way in enumerate(character.movement):
        at = str(place + 1) if place else ""
        morph |= {f"movement{at}": speed_of(way), f"movetype{at}": movement_type(way.name)}


def _ego(system: Data, character: Character) -> None:
    """Write the descriptive fields: lines of the notes with the name of a field go there, the rest is the biography."""
    split_notes, ego = told_notes(character.notes), system["ego"]
    ego |= split_notes.ego
    ego["ids"]["id1"]["name"] = split_notes.known or ego["ids"]["id1"]["name"]
    system["biography"] = split_notes.biography
    for place, motivation in enumerate(character.motivations):
        ego["motivations"][f"motivation{place + 1}"] = motivation
    networks = ego["ids"]["id1"]["rep"]
    favors = {key: False for key in networks["@-rep"] if key != "value"}
    for network, score in character.rep.items():
        networks[f"{network}-rep"] = {"value": str(score), **favors}
    system["muse"]["name"] = muse_line(character.gear).removeprefix(MUSE)
    if character.stress_test:
        system["stresstest"] = character.stress_test


def _skills(system: Data, character: Character) -> list[Data]:
    """Write the skills that every sheet has a slot for, and return items for the others."""
    items = []
    for skill in character.skills:
        slot = SLOTS.get(skill.name.casefold())
        line = system[slot.group][slot.key] if slot else None
        times = slot.times if slot else 1
        written = {
            "value": skill.rating - times * character.stats.get(skill.aptitude, 0),
            "specname": write_specialisations(skill.specialisations),
        }
        if slot is None or line is None or line["value"] is not None or skill.aptitude != slot.aptitude:
            written["value"] = skill.rating - character.stats.get(skill.aptitude, 0)
            items.append(skill_item(skill, written))
            continue
        fill_slot(line, written, skill.note)
    return items


def _things(character: Character) -> list[Data]:
    """Return items for armor, attacks, ware, gear and traits."""
    items = [_armor(armor, additional=place > 0) for place, armor in enumerate(character.armor)]
    items += map(_attack, character.attacks)
    items += (new_item("ware", name) for name in character.ware)
    items += gear_items(character.gear)
    items += (new_item("trait", name) for name in character.traits)
    return items


def _armor(armor: Armor, *, additional: bool) -> Data:
    """Return the item of armor; armor worn over other armor is additional."""
    values = {kind: str(armor.values.get(kind, "")) for kind in ("energy", "kinetic")}
    return new_item("armor", armor.name, {**values, "slotType": "additional" if additional else "main"})


def _attack(attack: Attack) -> Data:
    """Write an attack as a weapon of the kind for its skill."""
    description = ", ".join(filter(None, (write_said(attack, ARMOR_PIERCING), attack.notes)))
    system = {"dv": attack.damage, "description": marked_up(description)}
    kind = weapon_kind(attack.skill, aimed=bool(attack.modes or attack.range))
    if kind == NEAR:
        return new_item(kind, attack.name, system)
    if kind == THROWN:
        return new_item(kind, attack.name, system | {"quantity": attack.ammo.max if attack.ammo else None})
    ammo = {"ammoMin": str(attack.ammo.now), "ammoMax": attack.ammo.max} if attack.ammo else {}
    return new_item(kind, attack.name, {**system, **ammo, "range": attack.range, "firingMode": attack.modes})


def _item(shape: Data, character: Character, place: int, item: Data) -> Data:
    """Return an item with all the fields that Foundry requires."""
    system = {**shape["items"][item["type"]], **item["system"]}
    return {**shape["item"], **item, "_id": an_id(f"{character.id} {place}"), "system": system}
