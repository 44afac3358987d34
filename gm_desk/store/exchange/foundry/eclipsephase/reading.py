"""A reader for actors of the Foundry system eclipsephase, both exported and from packs."""

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from gm_desk.core.characters.roster import Character, CharacterKind, NewId, Skill
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import Account, ImportedCharacter
from gm_desk.store.exchange.foreign_data import FieldCursor, joined_lines, mapping, number
from gm_desk.store.exchange.foundry.actors import data_key, system_named_by, with_kept_values
from gm_desk.store.exchange.foundry.eclipsephase.animals import (
    animal_aptitudes,
    animal_derived,
    animal_health,
    animal_movement,
    animal_points,
    armor_pair,
    described,
    leave_trade,
    passenger_line,
    strikes,
)
from gm_desk.store.exchange.foundry.eclipsephase.bodies import SheetMorph, bodies_of, read_morph, spare_lines
from gm_desk.store.exchange.foundry.eclipsephase.items import ImportedIds, Items, read_ids
from gm_desk.store.exchange.foundry.eclipsephase.sheet import (
    aptitudes,
    armor_bonus,
    checks,
    counted_lines,
    derived,
    ego_lines,
    health,
    motivations,
    muse_lines,
    pools,
    strain_lines,
)
from gm_desk.store.exchange.foundry.eclipsephase.skills import Maker, effects_on, in_order, sheet_skills
from gm_desk.store.exchange.foundry.eclipsephase.terms import BODIES, BOOKKEEPING, IN_USE, MUSE, SKILL_GROUPS

KIND = "Foundry actor (eclipsephase)"
SYSTEM_ID = "eclipsephase"
GOON = "goon"
GOON = "goon"
SHEETS = ("character", "npc", GOON)
ANIMAL = "vehicle"
BY_ITSELF = "worked out by the sheet"
LEFT = {
    "_id": "its id in Foundry", "img": "a picture in the folder of Foundry", "token": "its token on a map",
    "prototypeToken": "its token on a map", "effects": "effects that Foundry applies", "folder": BOOKKEEPING,
    "sort": BOOKKEEPING, "permission": "who may see it in Foundry", "ownership": "who may see it in Foundry",
    "flags": BOOKKEEPING, "_stats": BOOKKEEPING, "type": "what kind of sheet it has",
}  # fmt: skip
KNOWN = {
    "label": "what the sheet calls it", "name": "what the sheet calls it", "img": LEFT["img"], "min": BY_ITSELF,
    "max": BY_ITSELF, "roll": BY_ITSELF, "templates": BOOKKEEPING, "display": BY_ITSELF, "active": IN_USE,
    "calc": BY_ITSELF, "derived": BY_ITSELF, "total": BY_ITSELF, "specialized": BY_ITSELF, "updated": BOOKKEEPING,
    "hasPsi": BY_ITSELF, "hasGear": BY_ITSELF, "hasAmmo": BY_ITSELF, "chiMultiplier": BY_ITSELF,
    "psiMultiplier": BY_ITSELF, "number": "what the sheet calls it", "activeJam": "which drone the ego steers",
    "idSelected": "the ID in use", "activeID": "the ID in use", "homebrew": BOOKKEEPING, "editAll": BOOKKEEPING,
    "totalFlex": BY_ITSELF, "totalInsight": BY_ITSELF, "totalMoxie": BY_ITSELF, "totalVigor": BY_ITSELF,
}  # fmt: skip
RESTS = "which rests were taken"
STRAY = "a stray copy of the threat level, which the sheet does not show"


def is_eclipsephase(raw: Any) -> bool:
    """Return whether plain data are an actor of this system, and of no other."""
    if not isinstance(raw, dict) or raw.get("type") not in (*SHEETS, ANIMAL):
        return False
    named, body = system_named_by(raw), mapping(raw.get(data_key(raw)))
    if named is not None:
        return named == SYSTEM_ID and bool(body)
    if raw["type"] == ANIMAL:
        return all(key in body for key in ("dur", "skills", "slotType")) and ("aptitudes" in body or "cog" in body)
    return "aptitudes" in body and any(key in body for key in SKILL_GROUPS)


def from_eclipsephase(raw: Any, system: System, new_id: NewId) -> ImportedCharacter:
    """Import an actor, with an account of every field; of data that `is_eclipsephase` refuses, little but its name."""
    account = Account(raw)
    top = FieldCursor(account)
    body = top.below(data_key(raw))
    read = _animal if mapping(raw).get("type") == ANIMAL else _sheet
    character = with_kept_values(top, read(top, body, system, new_id), new_id)
    for key in top.names():
        if key in LEFT:
            top.leave((key,), LEFT[key])
    top.sweep(KNOWN)
    return ImportedCharacter(character, system.id, KIND, tuple(account.came), tuple(account.left))


def _sheet(top: FieldCursor, body: FieldCursor, system: System, new_id: NewId) -> Character:
    """Import a character, an NPC or a goon."""
    name, bodies = top.name(), bodies_of(top, body)
    effects = effects_on(top, body, bodies.elsewhere)
    changes, newer = effects.changes, bodies.worn.item is not None
    morph = read_morph(bodies.worn)
    ids = read_ids(top, body, name)
    stats = aptitudes(body)
    goon = top.peek("type") == GOON
    maker = Maker(system, new_id, stats, totals=goon, newer=newer, changes=changes)
    items = Items(maker, body, bodies, all_worn=newer and top.peek("type") != SHEETS[0])
    skills: list[Skill | None] = list(sheet_skills(body, maker))
    items.take(top.below("items"))
    stats |= derived(body, morph, stats, changes)
    others = list(spare_lines(bodies, items.elsewhere))
    muse, muse_told = _muse(body)
    own = armor_pair(body.below("bodies", "armor"), "energy", "kinetic") if not newer else ()
    return Character(
        id=new_id(),
        name=name,
        kind=_kind(top),
        morph=morph.name,
        body=BODIES.get(_body_type(body, morph), ""),
        stats=stats,
        checks=checks(body, stats, changes),
        health=health(body, stats, changes),
        points=pools(body, morph, changes),
        armor=(*items.armor, *own, *armor_bonus(body, effects)),
        movement=morph.ways,
        attacks=tuple(items.attacks),
        skills=in_order([*skills, *items.skills]),
        rep=ids.rep,
        ware=tuple(items.ware),
        gear=(*muse, *items.gear),
        traits=tuple(items.traits),
        motivations=motivations(body),
        stress_test=body.words(("stresstest",), "stress test"),
        notes=_notes(body, ids, morph, [*muse_told, *others, *counted_lines(body, effects), *items.vehicles]),
    )


def _notes(body: FieldCursor, ids: ImportedIds, morph: SheetMorph, more: Sequence[str]) -> str:
    """Compose the notes from the descriptive fields of a character."""
    biography = body.prose(("biography",), "notes")
    description = body.prose(("description",), "notes")
    body.leave(("rest",), RESTS)
    if body.holds(("threatlevel",)):
        body.leave(("threatlevel",), STRAY)
    about = f"Morph: {morph.description}" if morph.description else ""
    return joined_lines([*ego_lines(body), *ids.lines, biography, description, about, *more, strain_lines(body)])


def _animal(top: FieldCursor, body: FieldCursor, system: System, new_id: NewId) -> Character:
    """Import an animal, a robot or a vehicle."""
    stats = animal_aptitudes(body)
    maker = Maker(system, new_id, stats, totals=True)
    items = Items(maker, body, None)
    skills = [maker.of_line(body.below("skills", key)) for key in body.names("skills")]
    items.take(top.below("items"))
    ware, notes = described(body)
    leave_trade(body)
    kind = body.words(("chassisType",), "tag") or body.words(("type",), "tag")
    found = in_order([*skills, *items.skills])
    character = Character(
        id=new_id(),
        name=top.name(),
        tags=(kind,) if kind else (),
        stats=stats | animal_derived(body),
        checks=checks(body, stats),
        health=animal_health(body),
        points=animal_points(body),
        armor=(*items.armor, *armor_pair(body.below("armor"), "energy", "kinetic")),
        movement=animal_movement(body),
        attacks=tuple(items.attacks),
        skills=found,
        ware=(*ware, *items.ware),
        gear=tuple(items.gear),
        traits=tuple(items.traits),
        notes=joined_lines([notes, *passenger_line(body)]),
    )
    return with_natural_attacks(character, new_id)


def with_natural_attacks(character: Character, new_id: NewId) -> Character:
    """Return a creature with the natural weapons that its notes mention as attacks."""
    skill = character.skill_named("Melee")
    attacks = strikes(character.notes, skill.name if skill else "", new_id)
    return structs.replace(character, attacks=(*character.attacks, *attacks))


def _kind(top: FieldCursor) -> CharacterKind:
    """Return the kind of character: a PC, which has a friendly token, or an NPC."""
    for key in ("prototypeToken", "token"):
        if top.peek("type") == SHEETS[0] and (number(top.peek(key, "disposition")) or 0) > 0:
            top.came((key, "disposition"), "friendly: a player character")
            return "pc"
    return "npc"


def _body_type(body: FieldCursor, morph: SheetMorph) -> str:
    """Return the kind of body that a morph is."""
    text = morph.kind or body.words(("bodyType", "value"), "body")
    for kind in body.names("bodyTypes"):
        body.leave(("bodyTypes", kind), "what the sheet calls a kind of body")
    return text.casefold()


def _muse(body: FieldCursor) -> tuple[tuple[str, ...], list[str]]:
    """Import the muse: its name as gear, and lines about it."""
    name = body.words(("muse", "name"), "muse")
    notes = body.prose(("muse", "description"), "notes on the muse")
    lines = [f"Muse: {notes}" if notes else "", *muse_lines(body)]
    return ((f"{MUSE}{name}",) if name else ()), lines
