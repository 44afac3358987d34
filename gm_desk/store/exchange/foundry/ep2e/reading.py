"""A reader for actors of Foundry's ep2e system (Eclipse Phase 2e): one actor is one character."""

from typing import Any

from gm_desk.core.characters.roster import Character, NewId
from gm_desk.core.rules.health import Health
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import Account, ImportedCharacter, Path
from gm_desk.store.exchange.foreign_data import FieldCursor, mapping, text
from gm_desk.store.exchange.foundry.actors import OURS, data_key, system_named_by, with_kept_values
from gm_desk.store.exchange.foundry.ep2e import body, ego
from gm_desk.store.exchange.foundry.ep2e.body import KINDS, BodyPaths
from gm_desk.store.exchange.foundry.ep2e.items import ImportedItems, belongings, unarmed
from gm_desk.store.exchange.foundry.ep2e.terms import BODY_REST, BODY_TEXT, BOOKKEEPING, CLOCK, DRAWING, SETTINGS

SYSTEM = "ep2e"
KIND = "Foundry actor (ep2e)"
NAMELESS = "Unnamed actor"


def is_ep2e(raw: Any) -> bool:
    """Return whether plain data are an actor of this system: by the system it names, or by its structure."""
    actor = mapping(raw)
    if actor.get("type") not in ("character", *KINDS):
        return False
    says = system_named_by(actor)
    if isinstance(says, str):
        return says == SYSTEM
    if isinstance(mapping(actor.get("flags")).get(SYSTEM), dict):
        return True
    base = mapping(actor.get(data_key(actor)))
    if actor["type"] != "character":
        return "baseDurability" in mapping(base.get(KINDS[actor["type"]].health))
    skills = mapping(base.get("skills"))
    return "points" in mapping(skills.get("athletics")) and isinstance(base.get("fieldSkills"), dict)


def from_ep2e(raw: Any, system: System, new_id: NewId) -> ImportedCharacter:
    """Import an actor, with an account of every field; unexpected values never raise."""
    source = FieldCursor(Account(raw))
    sleeve = body.sleeve_of(source)
    base: Path = (data_key(source.peek()),)
    character = with_kept_values(source, _character(source, base, sleeve, system, new_id), new_id)
    _leave_the_rest(source, base, sleeve)
    source.sweep(whole=True)
    return ImportedCharacter(character, system.id, KIND, tuple(source.account.came), tuple(source.account.left))


def _character(source: FieldCursor, base: Path, sleeve: BodyPaths | None, system: System, new_id: NewId) -> Character:
    """Return the character of an actor."""
    stats = ego.aptitudes(source, base)
    skills = ego.skills(source, base, stats, system, new_id)
    items = belongings(source, sleeve, {skill.name.casefold() for skill in skills}, new_id)
    name = source.words(("name",), "name")
    of_body = body.numbers_of_body(source, sleeve, items.changes) if sleeve else {}
    of_ego = body.numbers_of_ego(source, base, stats, items.changes)
    career = source.words((*base, "characterDetails", "career"), "concept")
    concept = career or source.words((*base, "egoType"), "concept")
    bare_hands = tuple(unarmed(source, sleeve, new_id)) if sleeve else ()
    return Character(
        id=new_id(),
        name=name or NAMELESS,
        concept=concept,
        morph=_morph(source, sleeve, name),
        body=sleeve.kind.body if sleeve else "",
        threat_level=ego.threat_level(source, base),
        number=ego.how_many(source, base),
        motivations=ego.motivations(source, base),
        stats={**stats, **of_ego, **of_body},
        health=_health(source, base, sleeve, items),
        points=body.points(source, base, sleeve, items.changes),
        armor=(*(body.own_armor(source, sleeve) if sleeve else ()), *items.armor),
        movement=body.movement(source, sleeve) if sleeve else (),
        attacks=(*items.attacks, *bare_hands),
        skills=skills,
        rep=ego.rep(source, base),
        ware=tuple(items.ware),
        gear=tuple(items.gear),
        traits=tuple(items.traits),
        stress_test=ego.stress_test(source, base),
        notes=_notes(source, base, sleeve, items, career=bool(career), concept=concept),
    )


def _morph(source: FieldCursor, sleeve: BodyPaths | None, name: str) -> str:
    """Return the name of the body, unless it is the name of the character."""
    if not sleeve or not sleeve.path:
        return ""
    path = (*sleeve.path, "name")
    if name and text(source.peek(*path)) == name:
        source.leave(path, "named like the character")
        return ""
    return source.words(path, "morph")


def _health(source: FieldCursor, base: Path, sleeve: BodyPaths | None, items: ImportedItems) -> Health:
    """Import damage and the like, and the number of ignored wounds and traumas."""
    stress, traumas = body.harm_of(source, (*base, "mentalHealth"), ("stress", "traumas"))
    damage = wounds = ignored = 0
    if sleeve:
        path = (*sleeve.base, sleeve.kind.health)
        damage, wounds = body.harm_of(source, path, ("damage", "wounds"))
        ignored = body.ignored(sleeve.kind.changed, items.changes)
    return Health(
        damage=damage,
        wounds=wounds,
        stress=stress,
        traumas=traumas,
        ignored_wounds=ignored,
        ignored_traumas=body.ignored("mental", items.changes),
    )


def _notes(
    source: FieldCursor, base: Path, sleeve: BodyPaths | None, items: ImportedItems, *, career: bool, concept: str
) -> str:
    """Compose the notes: short fields, psi, and the description of the ego, or else of the body."""
    lines = ego.note_lines(source, base, career=career)
    if sleeve:
        lines += body.told_of_body(source, sleeve, concept)
    lines += _psi(source)
    if items.sleights:
        lines.append(f"Psi sleights: {', '.join(items.sleights)}")
    lines += items.note_lines
    written = ego.description(source, (*base, "description"))
    if sleeve and sleeve.path:
        path = (*sleeve.base, "description")
        if written:
            source.leave_all(sleeve.base, ["description"], BODY_TEXT)
        else:
            written = ego.description(source, path)
    return "\n".join(filter(None, (*lines, written)))


def _psi(source: FieldCursor) -> list[str]:
    """Import the strain and the level of an async."""
    path = ("flags", SYSTEM, "psi")
    psi = (*path, data_key(source.peek(*path)))
    strain, level = source.words((*psi, "strain"), "psi"), text(source.peek(*psi, "level"))
    name = source.words((*path, "name"), "psi")
    if not (strain or name):
        return []
    source.came((*psi, "level"), f"psi level {level}")
    parts = [word for word in (strain and f"{strain} strain", name, level and f"level {level}") if word]
    return [f"Psi: {', '.join(parts)}"]


def _leave_the_rest(source: FieldCursor, base: Path, sleeve: BodyPaths | None) -> None:
    """Leave out all fields without a place in a stat block, each with its reason."""
    top = ("_id", "_key", "type", "sort", "folder", "ownership", "permission", "_stats", "effects", "img")
    source.leave_all((), top, BOOKKEEPING)
    source.leave_all((), ("prototypeToken", "token"), DRAWING)
    source.leave_all(("flags",), ("exportSource", "core", "SharedVision", OURS), BOOKKEEPING)
    clocks = ("shortRecharge", "longRecharge", "accumulatedTimeStart", "tasks", "temporary", "combatState")
    source.leave_all(base, (*clocks, "purchaseLog", "favoriteItems", "assets", "network", "homeDevice"), CLOCK)
    source.leave_all(base, ("reference", "fakeId"), BOOKKEEPING)
    source.leave_all(base, ("settings",), SETTINGS)
    source.leave_all(base, ("points",), "points to build characters with, which are no part of a stat block")
    timed = ("log", "naturalHealAttempts", "lastGainedStressTime", "damageRepair", "woundRepair")
    source.leave_all(
        (*base, "mentalHealth"),
        (*timed, "aidedHealTickStartTime", "ownHealTickStartTime"),
        "how Foundry heals by the clock",
    )
    if sleeve and sleeve.path:
        source.leave_all(sleeve.path, ("prototypeToken", "token"), DRAWING)
        source.leave(sleeve.path, BODY_REST)
    psi = ("flags", SYSTEM, "psi")
    if isinstance(source.peek(*psi), dict):
        source.leave(psi, "the text of the book about this strain, and what its infection does")
