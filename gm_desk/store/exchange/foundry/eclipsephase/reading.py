"""A reader for actors of the Foundry system eclipsephase, both exported and from packs."""

from typing import Any

from msgspec import structs

from gm_desk.core.characters.roster import Character, Kind, NewId, Skill
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import Account, ImportedCharacter
from gm_desk.store.exchange.foreign_data import EMPTY, FieldCursor, lines_of, mapping, number, text
from gm_desk.store.exchange.foundry.actors import data_key, system_named_by
from gm_desk.store.exchange.foundry.eclipsephase.animals import (
    animal_aptitudes,
    animal_derived,
    animal_health,
    animal_movement,
    animal_points,
    armor_pair,
    described,
    leave_trade,
    strikes,
)
from gm_desk.store.exchange.foundry.eclipsephase.items import Items
from gm_desk.store.exchange.foundry.eclipsephase.movement import morph_ways
from gm_desk.store.exchange.foundry.eclipsephase.sheet import (
    aptitudes,
    checks,
    derived,
    ego_lines,
    health,
    motivations,
    pools,
    rep,
    strain_lines,
)
from gm_desk.store.exchange.foundry.eclipsephase.skills import Maker, in_order, sheet_skills
from gm_desk.store.exchange.foundry.eclipsephase.terms import BODIES, BOOKKEEPING, MUSE, SKILL_GROUPS
from gm_desk.store.exchange.foundry.kept import restored

KIND = "Foundry actor (eclipsephase)"
SYSTEM_ID = "eclipsephase"
SHEETS = ("character", "npc", "goon")
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
    "max": BY_ITSELF, "roll": BY_ITSELF, "templates": BOOKKEEPING, "display": BY_ITSELF,
}  # fmt: skip
RESTS = "which rests were taken"
WORN = "the morph in use"


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
    """Import an actor, with an account of every field; of data that `is_eclipsephase` refuses, little but the name."""
    account = Account(raw)
    top = FieldCursor(account)
    body = top.below(data_key(raw))
    read = _animal if mapping(raw).get("type") == ANIMAL else _sheet
    character = restored(top, read(top, body, system, new_id), new_id)
    for key in top.names():
        if key in LEFT:
            top.leave((key,), LEFT[key])
    top.sweep(KNOWN)
    return ImportedCharacter(character, system.id, KIND, tuple(account.came), tuple(account.left))


def _sheet(top: FieldCursor, body: FieldCursor, system: System, new_id: NewId) -> Character:
    """Import a character, an NPC or a goon."""
    name, worn = top.name(), _worn(body)
    morph = body.below(*worn)
    stats = aptitudes(body)
    maker = Maker(system, new_id, stats, totals=top.peek("type") == "goon")
    items = Items(maker, data_key(top.peek()), worn[-1])
    skills: list[Skill | None] = list(sheet_skills(body, maker))
    items.take(top.below("items"))
    stats |= derived(body, morph)
    muse, muse_told = _muse(body)
    morph_name = morph.words(("name",), "morph")
    return Character(
        id=new_id(),
        name=name,
        kind=_kind(top),
        morph=morph_name,
        body=BODIES.get(_body_type(body, morph), ""),
        stats=stats,
        checks=checks(body, stats),
        health=health(body, stats),
        points=pools(body, morph),
        armor=(*items.armor, *armor_pair(body.below("bodies", "armor"), "energy", "kinetic")),
        movement=tuple(morph_ways(morph)),
        attacks=tuple(items.attacks),
        skills=in_order([*skills, *items.skills]),
        rep=rep(body),
        ware=tuple(items.ware),
        gear=(*muse, *items.gear),
        traits=tuple(items.traits),
        motivations=motivations(body),
        stress_test=body.words(("stresstest",), "stress test"),
        notes=_notes(body, morph, worn[-1], ego_lines(body, name), muse_told),
    )


def _notes(body: FieldCursor, morph: FieldCursor, worn: str, ego: str, muse: str) -> str:
    """Compose the notes from the descriptive fields of a character."""
    biography = body.prose(("biography",), "notes")
    told = morph.prose(("description",), "notes on the morph")
    description = body.prose(("description",), "notes")
    body.leave(("rest",), RESTS)
    about = f"Morph: {told}" if told else ""
    return lines_of([ego, biography, description, about, muse, *_other_morphs(body, worn), strain_lines(body)])


def _animal(top: FieldCursor, body: FieldCursor, system: System, new_id: NewId) -> Character:
    """Import an animal, a robot or a vehicle."""
    stats = animal_aptitudes(body)
    maker = Maker(system, new_id, stats, totals=True)
    items = Items(maker, data_key(top.peek()), "morph1")
    skills = [maker.of_line(body.below("skills", key)) for key in body.names("skills")]
    items.take(top.below("items"))
    ware, notes = described(body)
    leave_trade(body)
    kind = body.words(("type",), "tag")
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
        notes=notes,
    )
    return with_natural_attacks(character, new_id)


def with_natural_attacks(character: Character, new_id: NewId) -> Character:
    """Return a creature with the natural weapons that its notes mention as attacks."""
    skill = character.skill_named("Melee")
    attacks = strikes(character.notes, skill.name if skill else "", new_id)
    return structs.replace(character, attacks=(*character.attacks, *attacks))


def _kind(top: FieldCursor) -> Kind:
    """Return the kind of character: a player's, with a friendly token, or an NPC."""
    for key in ("prototypeToken", "token"):
        if top.peek("type") == SHEETS[0] and (number(top.peek(key, "disposition")) or 0) > 0:
            top.came((key, "disposition"), "friendly: a player character")
            return "pc"
    return "npc"


def _worn(body: FieldCursor) -> tuple[str, ...]:
    """Return the path of the morph in use; the oldest sheets have only one morph."""
    active = text(body.peek("bodies", "activeMorph"))
    if active:
        body.came(("bodies", "activeMorph"), WORN)
    key = active if isinstance(body.peek("bodies", active), dict) else "morph1"
    has_none = body.peek("bodies", key, "dur") is None and not body.peek("bodies", key, "name")
    return ("morph",) if has_none and text(body.peek("morph", "name")) else ("bodies", key)


def _body_type(body: FieldCursor, morph: FieldCursor) -> str:
    """Return the kind of body that a morph is."""
    said = morph.words(("type",), "body") or body.words(("bodyType", "value"), "body")
    for kind in body.names("bodyTypes"):
        body.leave(("bodyTypes", kind), "what the sheet calls a kind of body")
    return said.casefold()


def _other_morphs(body: FieldCursor, worn: str) -> list[str]:
    """List the names of the morphs that are not in use."""
    lines = []
    for key in body.names("bodies"):
        morph = body.below("bodies", key)
        if key in {worn, "activeMorph", "armor"} or not isinstance(morph.peek(), dict):
            continue
        name = morph.words(("name",), "another morph")
        lines.append(f"Another morph: {name}" if name else "")
        morph.leave((), "a morph that is not in use" if name else "no morph")
    return lines


def _muse(body: FieldCursor) -> tuple[tuple[str, ...], str]:
    """Import the muse: its name as gear, and its description."""
    name = body.words(("muse", "name"), "muse")
    told = body.prose(("muse", "description"), "notes on the muse")
    skills = body.peek("muse", "skills")
    if skills not in EMPTY:
        body.leave(("muse", "skills"), "what muses know")
    return ((f"{MUSE}{name}",) if name else ()), (f"Muse: {told}" if told else "")
