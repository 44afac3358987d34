"""Convert a character to another system; anything without a counterpart there goes to the notes as text."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import structs

from gm_desk.core.characters.harm import KINDS, SCALES, TrackKind
from gm_desk.core.characters.roster import Character, NewId, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, values_in_words
from gm_desk.core.notation.armor import armor_in_words
from gm_desk.core.notation.attack_values import PIERCES
from gm_desk.core.notation.lists import write_specialisation
from gm_desk.core.notation.movement import movement_in_words
from gm_desk.core.notation.skill import usual_links
from gm_desk.core.systems.definition import Section, System
from gm_desk.core.wording.phrases import minus

EDITIONS = ("ep1", "ep2")
PAIRS = (
    ("Kinetic Weapons", "Guns"),
    ("Beam Weapons", "Guns"),
    ("Seeker Weapons", "Guns"),
    ("Spray Weapons", "Guns"),
    ("Gunnery", "Guns"),
    ("Blades", "Melee"),
    ("Clubs", "Melee"),
    ("Unarmed Combat", "Melee"),
    ("Exotic Melee Weapon", "Exotic Skill"),
    ("Exotic Ranged Weapon", "Exotic Skill"),
    ("Climbing", "Athletics"),
    ("Freerunning", "Athletics"),
    ("Swimming", "Athletics"),
    ("Flight", "Athletics"),
    ("Throwing Weapons", "Athletics"),
    ("Deception", "Deceive"),
    ("Impersonation", "Deceive"),
    ("Infiltration", "Infiltrate"),
    ("Perception", "Perceive"),
    ("Persuasion", "Persuade"),
    ("Intimidation", "Provoke"),
    ("Interfacing", "Interface"),
    ("Programming", "Program"),
    ("Academics", "Know"),
    ("Interest", "Know"),
    ("Profession", "Know"),
    ("Art", "Know"),
    ("Language", "Know"),
    ("Control", "Psi"),
    ("Sense", "Psi"),
    ("Psi Assault", "Psi"),
)
"""The skills of the first edition with those of the second; of several, the first one is used the other way round."""

WITHOUT_PAIR = (
    *("Animal Handling", "Demolitions", "Disguise", "Investigation", "Navigation", "Palming", "Protocol"),
    *("Psychosurgery", "Scrounging"),
)
"""Skills of the first edition without a counterpart in the second."""


def named_in(name: str, own: System, other: System) -> str:
    """Return the name of a skill in the other edition, with its field; "" if it has none there."""
    if (own.id, other.id) not in {EDITIONS, EDITIONS[::-1]} or own.skill_kind(name) is None:
        return ""
    stem, _, field = name.partition(":")
    here = EDITIONS.index(own.id)
    found = next((pair[1 - here] for pair in PAIRS if pair[here].casefold() == stem.strip().casefold()), "")
    text = f"{found}: {field.strip()}" if found and field.strip() else found
    return text if text and other.skill_kind(text) is not None else ""


COUNTS: Mapping[TrackKind, tuple[str, ...]] = {
    "damage": ("damage", "wounds", "ignored_wounds"),
    "stress": ("stress", "traumas", "ignored_traumas"),
    "fatigue": ("fatigue",),
}
LISTS = ("ware", "gear", "traits")
RENAMED = "Skills under another name"

Left = tuple[Character, list[str]]


def convert(character: Character, from_system: System, to_system: System, new_id: NewId) -> Left:
    """Convert a character for a roster of another system, in no group and with new ids.

    Return the copy, and what was not converted as lines like "Skills: Guns 65, Fray 60", which are also appended to
    its notes. Within one system everything is copied. Numbers are copied only if both systems count modifiers in
    the same steps. Dismissed findings of the prep check are not copied to another system.
    """
    copy, left = structs.replace(character.copied(character.name, new_id), group=""), list[str]()
    if from_system.id == to_system.id:
        return copy, left
    for part in (_head, _stats, _health, _points, _armor, _movement, _attacks, _skills, _rep, _lists):
        copy, lines = part(copy, from_system, to_system)
        left += lines
    copy = structs.replace(copy, dismissed=())
    if not left:
        return copy, left
    kept = "\n".join([f"Only in {from_system.name}:", *left])
    return structs.replace(copy, notes=f"{copy.notes}\n\n{kept}" if copy.notes else kept), left


def unconverted_parts(lines: Iterable[str]) -> str:
    """Return the subjects of the lines ("skills, rep") without those about new names."""
    subjects = (line.partition(":")[0].lower() for line in lines if not line.startswith(RENAMED))
    return ", ".join(dict.fromkeys(subjects))


def renamed_skills(lines: Iterable[str]) -> str:
    """Return the skills with a new name: "Perception 45 is Perceive"."""
    return next((line.removeprefix(f"{RENAMED}: ") for line in lines if line.startswith(RENAMED)), "")


def _head(copy: Character, _: System, to: System) -> Left:
    """Copy morph and kind of body, threat level, and stress test."""
    fits = {
        "morph": bool(to.bodies),
        "body": copy.body in to.bodies,
        "threat_level": copy.threat_level in {level.name for level in to.threat_levels},
        "stress_test": "stress" in _tracks(to),
    }
    lost = [name for name, fit in fits.items() if not fit and getattr(copy, name)]
    left = [_line(name.replace("_", " ").capitalize(), [getattr(copy, name)]) for name in lost]
    return structs.replace(copy, **dict.fromkeys(lost, "")), left


def _stats(copy: Character, own: System, to: System) -> Left:
    """Copy the stats that have the same key in both systems."""
    names = _names(to) if own.step == to.step else {}
    stays = {key: value for key, value in copy.stats.items() if key in names and _names(own).get(key) == names[key]}
    lost = [f"{key} {value}" for key, value in copy.stats.items() if key not in stays]
    checks = {key: value for key, value in copy.checks.items() if key in stays and own.check == to.check}
    odd = [f"{key} {value}" for key, value in copy.checks.items() if key not in checks]
    none = tuple(key for key in copy.none if key in names)
    return structs.replace(copy, stats=stays, checks=checks, none=none), _some("Numbers", lost) + _some("Checks", odd)


def _health(copy: Character, own: System, to: System) -> Left:
    """Copy damage and stress on tracks that both systems have."""
    stays = _tracks(to) if own.step == to.step else set()
    counts = [count for kind in KINDS if kind not in stays for count in COUNTS[kind]]
    lost = [f"{count.replace('_', ' ')} {value}" for count in counts if (value := getattr(copy.health, count))]
    health = structs.replace(copy.health, **dict.fromkeys(counts, 0))
    return structs.replace(copy, health=health), _some("Health", lost)


def _points(copy: Character, own: System, to: System) -> Left:
    """Copy points that are spent on the same tests in both systems."""
    names = {kind.id: kind.name for kind in own.points}
    stays = {
        key: points for key, points in copy.points.items() if any(k.id == key and k in own.points for k in to.points)
    }
    lost = [f"{names.get(key, key)} {_of(points)}" for key, points in copy.points.items() if key not in stays]
    return structs.replace(copy, points=stays), _some("Pools", lost)


def _armor(copy: Character, own: System, to: System) -> Left:
    """Copy armor if its points mean the same."""
    if own.step == to.step and _section(to, "armor"):
        return copy, []
    return structs.replace(copy, armor=()), _some("Armor", map(_armor_in_words, copy.armor), "; ")


def _movement(copy: Character, own: System, to: System) -> Left:
    """Copy movement rates if a turn means the same."""
    if own.step == to.step and _section(to, "movement"):
        return copy, []
    return structs.replace(copy, movement=()), _some("Movement", map(_movement_in_words, copy.movement), "; ")


def _attacks(copy: Character, own: System, to: System) -> Left:
    """Copy attacks if ratings and damage mean the same."""
    if own.step == to.step and _section(to, "attacks"):
        return copy, []
    return structs.replace(copy, attacks=()), _some("Attacks", map(_attack_in_words, copy.attacks), "; ")


def _skills(copy: Character, own: System, to: System) -> Left:
    """Copy the skills that the other system lists and those that neither lists; linked as the other system does.

    A skill that has another name in the other edition gets that name; of several, the one with the highest rating.
    """
    copy, renamed = _renamed(copy, own, to)
    stays, lost, links = [], [], []
    for skill in copy.skills:
        known = to.skill_kind(skill.name) or own.skill_kind(skill.name) is None
        if own.step != to.step or not known or skill.rating < to.least_rating:
            lost.append(_skill_in_words(skill, own))
            continue
        linked = _linked(skill, own, to)
        stays.append(linked)
        if skill.aptitude not in {usual_links(skill.name, own)[0], linked.aptitude}:
            links.append(f"{skill.name} with {skill.aptitude}")
    left = _some("Skills", lost) + _some(RENAMED, renamed) + _some("Links of skills", links)
    return structs.replace(copy, skills=tuple(stays)), left


def _renamed(copy: Character, own: System, to: System) -> Left:
    """Return a character with its skills renamed for the other edition, and text that lists the changes."""
    names = {one.name.casefold(): named_in(one.name, own, to) for one in copy.skills if to.skill_kind(one.name) is None}
    best: dict[str, Skill] = {}
    for skill in copy.skills:
        name = names.get(skill.name.casefold(), "").casefold()
        if name and copy.skill_named(name) is None and (name not in best or skill.rating > best[name].rating):
            best[name] = skill
    chosen = {skill.id: names[skill.name.casefold()] for skill in best.values()}
    usual = {skill.name.casefold(): names[skill.name.casefold()] for skill in best.values()}
    skills = tuple(_under(skill, chosen[skill.id], own, to) if skill.id in chosen else skill for skill in copy.skills)
    attacks = tuple(structs.replace(one, skill=usual.get(one.skill.casefold(), one.skill)) for one in copy.attacks)
    words = [f"{_skill_in_words(skill, own)} is {chosen[skill.id]}" for skill in copy.skills if skill.id in chosen]
    return structs.replace(copy, skills=skills, attacks=attacks), words


def _under(skill: Skill, name: str, own: System, to: System) -> Skill:
    """Return a skill under the name of the other edition, with its usual links there unless it had others."""
    (aptitude, category), (new, sort) = usual_links(skill.name, own), usual_links(name, to)
    return structs.replace(
        skill,
        name=name,
        aptitude=new if skill.aptitude == aptitude else skill.aptitude,
        category=sort if skill.category == category else skill.category,
    )


def _rep(copy: Character, own: System, to: System) -> Left:
    """Copy the rep in networks that the other system has."""
    networks = to.networks if own.step == to.step else ()
    stays = {network: score for network, score in copy.rep.items() if network in networks}
    lost = [f"{network} {score}" for network, score in copy.rep.items() if network not in stays]
    return structs.replace(copy, rep=stays), _some("Rep", lost)


def _lists(copy: Character, own: System, to: System) -> Left:
    """Copy the lists that the other system has a section for."""
    lost = [name for name in LISTS if getattr(copy, name) and not _section(to, "list", name)]
    left = []
    for name in lost:
        section = _section(own, "list", name)
        left.append(_line(section.name if section else name.capitalize(), getattr(copy, name)))
    return structs.replace(copy, **dict.fromkeys(lost, ())), left


def _linked(skill: Skill, own: System, to: System) -> Skill:
    """Link a skill as the other system does, unless it was linked differently by hand."""
    (aptitude, category), there = usual_links(skill.name, own), to.skill_kind(skill.name)
    new = there.aptitude if there else ""
    if skill.aptitude not in {aptitude, ""} and skill.aptitude in to.aptitudes:
        new = skill.aptitude
    sort = there.category if there and skill.category in {category, ""} else skill.category
    return structs.replace(skill, aptitude=new, category=sort)


def _names(system: System) -> dict[str, str]:
    """Return the names of a system's stats by their keys."""
    sections = (section for section in system.sections if section.kind == "numbers")
    return {stat.key: stat.name for section in sections for stat in section.stats}


def _tracks(system: System) -> set[TrackKind]:
    """Return what is counted on the tracks of a system."""
    sections = (section for section in system.sections if section.kind == "tracks")
    return {SCALES[stat.key].kind for section in sections for stat in section.stats}


def _section(system: System, kind: str, section_id: str = "") -> Section | None:
    """Return a section of the stat block, or None."""
    fitting = (one for one in system.sections if one.kind == kind and section_id in {"", one.id})
    return next(fitting, None)


def _some(name: str, parts: Iterable[str], between: str = ", ") -> list[str]:
    """Return a line that lists the parts that were not converted, or no line if there are none."""
    parts = list(parts)
    return [_line(name, parts, between)] if parts else []


def _line(name: str, parts: Iterable[str], between: str = ", ") -> str:
    return f"{name}: {between.join(parts)}"


def _of(points: Points) -> str:
    return f"{points.now} of {points.max}{_more(points.extra)}"


def _more(extra: Mapping[str, Any]) -> str:
    """Return unknown keys of the file as text."""
    return f" {msgspec.json.encode(extra).decode()}" if extra else ""


def _skill_in_words(skill: Skill, own: System) -> str:
    """Return a skill as text: "Guns 65 (Pistols 75)", with an unusual link or category."""
    special = [write_specialisation(one) + _more(one.extra) for one in skill.specialisations]
    aptitude, category = usual_links(skill.name, own)
    odd = [skill.aptitude * (skill.aptitude != aptitude), skill.category * (skill.category != category), skill.note]
    words = f"{skill.name} {minus(skill.rating)}" + (f" ({', '.join(special)})" if special else "")
    return " – ".join([words, *filter(None, odd)]) + _more(skill.extra)


def _armor_in_words(worn: Armor) -> str:
    return armor_in_words(worn) + _more(worn.extra)


def _movement_in_words(way: Movement) -> str:
    return movement_in_words(way) + _more(way.extra)


def _attack_in_words(attack: Attack) -> str:
    """Return an attack as text with all its numbers."""
    skill = " ".join(filter(None, [attack.skill, "" if attack.rating is None else minus(attack.rating)]))
    parts = [attack.name, skill, attack.damage, *values_in_words(attack, PIERCES), attack.notes]
    return ", ".join(filter(None, parts)) + _more(attack.ammo.extra if attack.ammo else {}) + _more(attack.extra)
