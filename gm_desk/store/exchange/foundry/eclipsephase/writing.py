"""A writer of actors for the Foundry system eclipsephase since its version 1.5, where morphs and IDs are items."""

import copy
from typing import Any

import msgspec

from gm_desk.core.characters.roster import Character
from gm_desk.core.notation.lists import write_specialisations
from gm_desk.core.notation.movement import movement_in_words
from gm_desk.core.rules.dice import half_up
from gm_desk.store.exchange.foreign_data import marked_up
from gm_desk.store.exchange.foundry.actors import keep_rest
from gm_desk.store.exchange.foundry.eclipsephase.bodies import ACTIVE_MORPH, MORPH
from gm_desk.store.exchange.foundry.eclipsephase.items import ID
from gm_desk.store.exchange.foundry.eclipsephase.reading import GOON, from_eclipsephase
from gm_desk.store.exchange.foundry.eclipsephase.skills import SOFTWARE
from gm_desk.store.exchange.foundry.eclipsephase.terms import (
    BODY_TYPES,
    INFOMORPH,
    MUSE,
    POOLS,
    SLOTS,
    movement_type,
)
from gm_desk.store.exchange.foundry.eclipsephase.write_parts import (
    ID_TYPES,
    Data,
    an_id,
    fill_slot,
    gear_items,
    muse_line,
    name_actor,
    new_item,
    skill_item,
    thing_items,
    told_notes,
    write_aptitudes,
    write_health,
    write_thresholds,
)
from gm_desk.store.exchange.foundry.movements import likely_body, on_the_list
from gm_desk.store.shipped import resource

NPC, CHARACTER = "npc", "character"
MOST_WAYS = 10
MOST_MOTIVATIONS = 3


def eclipsephase_of(character: Character) -> Data:
    """Return the actor of a character, with each value in its field of the sheet or of an item.

    Values without a field in either (tags, quantity, an attack's own rating) are kept in flags for GM Desk.
    """
    return keep_rest(_actor(character), character, from_eclipsephase)


def sheet_of(character: Character) -> str:
    """Return the type of sheet for a character: that of goons has threat, that of characters a muse and rep."""
    if character.kind == "pc":
        return CHARACTER
    if "threat" in character.points or character.stress_test:
        return GOON
    return CHARACTER if character.rep or muse_line(character.gear) else NPC


def _actor(character: Character) -> Data:
    """Return the sheet with its items."""
    shape: Data = msgspec.json.decode(resource("foundry/eclipsephase.json").read_bytes())
    sheet = sheet_of(character)
    actor: Data = shape["actor"]
    system: Data = shape["actors"][sheet]
    name_actor(actor, character)
    actor |= {"type": sheet, "system": system}
    for write in (_numbers, _health, _points, _ego):
        write(system, character)
    items = [*_skills(system, character, totals=sheet == GOON), *_places(system, character, shape)]
    bound = system["activeMorph"] if sheet == CHARACTER else ACTIVE_MORPH
    items += thing_items(character, bound if system["activeMorph"] else None)
    items += gear_items(character.gear)
    actor["items"] = [_item(shape, character, place, item) for place, item in enumerate(items)]
    return actor


def _numbers(system: Data, character: Character) -> None:
    """Write aptitudes, their checks, and as modifiers derived values that differ from those of the sheet."""
    stats = character.stats
    write_aptitudes(system, character)
    write_thresholds(system, stats)
    system["initiative"]["value"] = stats.get("INIT")
    mods = system["mods"]
    if {"REF", "INT", "INIT"} <= stats.keys():
        system["initiative"]["value"] = None
        mods["iniMod"] = stats["INIT"] - half_up(stats["REF"] + stats["INT"], 5)
    if "WIL" in stats:
        lucidity = stats.get("LUC", 2 * stats["WIL"])
        mods["lucmod"] = lucidity - 2 * stats["WIL"]
        mods["ttMod"] = stats.get("TT", half_up(lucidity, 5)) - half_up(lucidity, 5)
        system["mental"] |= {"luc": None, "tt": None}


def _health(system: Data, character: Character) -> None:
    """Write damage and the like."""
    write_health(system, character.health, zero=0)


def _points(system: Data, character: Character) -> None:
    """Write the points left; the maximum of a pool is the morph's."""
    for key in POOLS:
        if key in character.points:
            system["pools"][key]["value"] = character.points[key].now
    threat = character.points.get("threat")
    if threat is not None and "threatLevel" in system:
        system["threatLevel"] = {"current": threat.now, "total": threat.max}


def _ego(system: Data, character: Character) -> None:
    """Write the descriptive fields, including the ways to move without a name in the sheet."""
    split_notes = told_notes(character.notes)
    system["ego"] |= split_notes.ego
    unnamed = [way for way in character.movement if not on_the_list(way)]
    system["biography"] = split_notes.biography + marked_up(
        "\n".join(f"Movement: {movement_in_words(way)}" for way in unnamed)
    )
    for place, motivation in enumerate(character.motivations[:MOST_MOTIVATIONS]):
        system["ego"]["motivations"][f"motivation{place + 1}"] = motivation
    if "muse" in system:
        system["muse"]["name"] = muse_line(character.gear).removeprefix(MUSE)
    if "stresstest" in system:
        system["stresstest"] = character.stress_test


def _skills(system: Data, character: Character, *, totals: bool) -> list[Data]:
    """Write the skills that every sheet has a slot for, and return items for the others; goons have totals."""
    items = []
    for skill in character.skills:
        slot = SLOTS.get(skill.name.casefold())
        line = system[slot.group][slot.key] if slot else None
        fits = slot is not None and line is not None and line["value"] is None and skill.aptitude == slot.aptitude
        times = slot.times if slot and fits else 1
        share = 0 if totals else times * character.stats.get(skill.aptitude, 0)
        written = {"value": skill.rating - share, "specname": write_specialisations(skill.specialisations)}
        if line is None or not fits:
            item = skill_item(skill, written)
            item["system"]["aptitude"] = item["system"]["aptitude"] or SOFTWARE
            items.append(item)
            continue
        fill_slot(line, written, skill.note)
    return items


def _places(system: Data, character: Character, shape: Data) -> list[Data]:
    """Return the items of the morph and of the ID, and write which are in use."""
    items = []
    values = _morph(character, shape)
    if values is not None:
        system["activeMorph"] = an_id(f"{character.id} {MORPH}")
        items.append(new_item(MORPH, character.morph or character.name, values))
    known = told_notes(character.notes).known
    scores = {f"{network}-rep": score for network, score in character.rep.items()}
    if known or scores:
        system["activeID"] = system["ego"]["idSelected"] = an_id(f"{character.id} {ID}")
        rep = copy.deepcopy(shape["items"][ID]["rep"])
        for network in rep.keys() & scores.keys():
            rep[network]["value"] = scores[network]
        items.append(new_item(ID, known or character.name, {"rep": rep}))
    return items


def _morph(character: Character, shape: Data) -> Data | None:
    """Return the values of the morph, or None for a character without any."""
    dur, pools = character.stats.get("DUR"), character.points.keys() & set(POOLS)
    if dur is None and not (character.morph or character.body or pools or character.movement):
        return None
    movement = copy.deepcopy(shape["items"][MORPH]["movement"])
    ways = [(name, way) for way in character.movement for name in on_the_list(way) or [""]]
    for slot, (name, way) in zip(movement.values(), ways[:MOST_WAYS], strict=False):
        slot |= {"type": movement_type(name) or "none", "base": way.base, "full": way.full}
    body = likely_body(character)
    kind: Any = INFOMORPH if body == "infomorph" else BODY_TYPES[body or "biomorph"]
    return {"type": kind, "dur": dur, **{key: character.points[key].max for key in pools}, "movement": movement}


def _item(shape: Data, character: Character, place: int, item: Data) -> Data:
    """Return an item with all the fields that Foundry requires."""
    kind = item["type"]
    key = an_id(f"{character.id} {kind if kind in ID_TYPES else place}")
    name = item["name"].strip() or kind.capitalize()
    system = {**shape["items"][kind], **item["system"]}
    return {**shape["item"], **item, "name": name, "_id": key, "system": system}
