"""A writer of the ego and the body of a Foundry actor (ep2e)."""

import re
from collections.abc import Iterator
from typing import Any

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.notation.movement import movement_in_words
from gm_desk.store.exchange.foreign_data import marked_up, number
from gm_desk.store.exchange.foundry.ep2e.items import UNARMED
from gm_desk.store.exchange.foundry.ep2e.terms import (
    APTITUDES,
    BODY_LINES,
    COMMON_SKILLS,
    DOUBLED,
    EGO_LINES,
    FIELD_CATEGORIES,
    FIELD_SKILLS,
    OPPOSES,
    POOLS,
    SIZES,
    SUPPORTS,
    THREAT_LEVELS,
    key_of_words,
)
from gm_desk.store.exchange.foundry.movements import USUAL, likely_body, on_the_list

LINE = re.compile(r"([A-Z][a-z ]+): (\S.*)")
PSI, SLEIGHTS = "Psi: ", "Psi sleights: "
STRESS = re.compile(r"SV (\S.*?)(?:/(half|[0-9]{1,4}))?(?: \((.*)\))?")
USUAL_BONUS = 10


class SplitNotes:
    """The notes, separated into lines with a field of their own, and the rest."""

    def __init__(self, notes: str) -> None:
        """Remove the known lines from the beginning of the notes, in the order in which they are imported."""
        self.lines = notes.split("\n") if notes else []
        self.ego = dict(self._take(EGO_LINES))
        self.body: dict[str, str] = {}

    def take_body(self) -> None:
        """Remove the lines about the body."""
        self.body = dict(self._take(BODY_LINES))

    def psi(self) -> dict[str, Any] | None:
        """Remove the line of an async, and return its fields."""
        if not self.lines or not self.lines[0].startswith(PSI):
            return None
        strain, name, level = "", "", ""
        for part in self.lines.pop(0).removeprefix(PSI).split(", "):
            if part.endswith(" strain"):
                strain = part.removesuffix(" strain")
            elif re.fullmatch(r"level [0-9]", part):
                level = part[-1]
            else:
                name = part
        return {"name": name, "system": {"strain": strain, "level": int(level or 1)}}

    def sleights(self) -> list[str]:
        """Remove the line of the sleights, and return their names."""
        if not self.lines or not self.lines[0].startswith(SLEIGHTS):
            return []
        return [name for name in self.lines.pop(0).removeprefix(SLEIGHTS).split(", ") if name.strip()]

    def description(self, beyond: list[str]) -> str:
        """Return the remaining notes, and the lines in `beyond`, as HTML."""
        return marked_up("\n".join([*self.lines, *beyond]))

    def _take(self, labels: dict[str, Any]) -> Iterator[tuple[str, str]]:
        """Remove and yield the lines with these labels, as long as they are in order."""
        order = list(labels)
        while self.lines:
            found = LINE.fullmatch(self.lines[0])
            if found is None or found[1] not in order:
                return
            order = order[order.index(found[1]) + 1 :]
            self.lines.pop(0)
            yield found[1], found[2]


def write_ego(ego: dict[str, Any], character: Character, split_notes: SplitNotes, ids: Iterator[str]) -> None:
    """Fill in the ego."""
    for key in APTITUDES:
        ego["aptitudes"][key.lower()] = character.stats.get(key, 0)
    for skill in character.skills:
        _skill(ego, skill, character, ids)
    for network, score in character.rep.items():
        if f"{network}Rep" in ego["reps"]:
            ego["reps"][f"{network}Rep"] |= {"score": score, "track": True}
    ego["motivations"] = [_motivation(one, next(ids)) for one in character.motivations]
    _details(ego, character, split_notes)
    _threat(ego, character)
    health, pools = character.health, character.points
    ego["mentalHealth"] |= {"damage": health.stress, "wounds": health.traumas}
    for name in pools.keys() & ego["spentPools"].keys():
        ego["spentPools"][name] = pools[name].max - pools[name].now
    for name in pools.keys() & {"flex", "threat"}:
        ego[name] = pools[name].max
    ego["settings"]["useThreat"] = "threat" in pools


def _details(ego: dict[str, Any], character: Character, split_notes: SplitNotes) -> None:
    """Fill in the short descriptive fields; the concept is the career if there is a type of ego too."""
    for label, value in split_notes.ego.items():
        *inside, key = EGO_LINES[label]
        (ego[inside[0]] if inside else ego)[key] = value
    if "Ego type" in split_notes.ego:
        ego["characterDetails"]["career"] = character.concept
    else:
        ego["egoType"] = character.concept


def _threat(ego: dict[str, Any], character: Character) -> None:
    """Fill in the threat level and the stress test."""
    details, level = ego["threatDetails"], character.threat_level.lower()
    if level in THREAT_LEVELS:
        details["level"] = level
    if character.number > 1 and not details["numbers"]:
        details["numbers"] = str(character.number)
    found = STRESS.fullmatch(character.stress_test)
    if found:
        value, least, notes = found.groups()
        option = "none" if not least else "half" if least == "half" else "value"
        details["stress"] |= {"sv": value, "minStressOption": option, "notes": notes or ""}
        details["stress"]["minSV"] = int(least) if option == "value" else 1
    else:
        details["stress"]["notes"] = character.stress_test
    ego["settings"]["threatDetails"] = bool(level or character.stress_test or details["niche"] or details["numbers"])


def _motivation(words: str, key: str) -> dict[str, Any]:
    """Return a motivation, whose sign is its stance."""
    opposed = words.startswith((OPPOSES, "-", "\N{EN DASH}"))
    cause = words[1:] if opposed or words.startswith(SUPPORTS) else words
    return {"cause": cause, "stance": "oppose" if opposed else "support", "goals": [], "id": key}


def _skill(ego: dict[str, Any], skill: Skill, character: Character, ids: Iterator[str]) -> None:
    """Write a skill as points added to its aptitude; one that Foundry does not have becomes an exotic skill."""
    special = skill.specialisations[0].name if skill.specialisations else ""
    common = next((key for key, (name, _) in COMMON_SKILLS.items() if name.casefold() == skill.name.casefold()), "")
    if common and not ego["skills"][common]["points"]:
        aptitude = COMMON_SKILLS[common][1]
        share = character.stats.get(aptitude, 0) * (2 if common in DOUBLED else 1)
        ego["skills"][common] = {"points": skill.rating - share, "specialization": special}
        return
    stem, _, field = skill.name.partition(":")
    known = next((key for key, (name, _) in FIELD_SKILLS.items() if name.casefold() == stem.strip().casefold()), "")
    key, field = (known, field.strip()) if known else ("exotic", skill.name)
    usual = FIELD_SKILLS[key][1] or APTITUDES[0]
    aptitude = skill.aptitude if skill.aptitude in APTITUDES else usual
    ego["fieldSkills"][key].append(
        {
            "points": skill.rating - character.stats.get(aptitude, 0),
            "specialization": special,
            "field": field,
            "linkedAptitude": aptitude.lower(),
            "category": FIELD_CATEGORIES[key],
            "id": next(ids),
        }
    )


def beyond(character: Character) -> list[str]:
    """Return the values that Foundry has no field for, for its description."""
    lines = [f"{skill.name} {skill.rating}: {_more(skill)}" for skill in character.skills if _more(skill)]
    if character.checks:
        lines.append(f"Checks: {', '.join(f'{key} {value}' for key, value in character.checks.items())}")
    unnamed = [way for way in character.movement if not on_the_list(way)]
    lines += [f"Movement: {movement_in_words(way)}" for way in unnamed]
    if character.tags:
        lines.append(f"Tags: {', '.join(character.tags)}")
    return lines


def _more(skill: Skill) -> str:
    """Return the parts of a skill without a field: its note, further specialisations, and their unusual ratings."""
    special = [
        one.name if one.rating is None else f"{one.name} {one.rating}"
        for place, one in enumerate(skill.specialisations)
        if place or one.rating not in {None, skill.rating + USUAL_BONUS}
    ]
    return ", ".join([*special, *filter(None, [skill.note])])


KINDS = {"biomorph": "biological", "synthmorph": "synthetic", "infomorph": "infomorph"}


def kind_of(character: Character) -> str:
    """Return Foundry's kind of body for a character; one without a description of a body has none."""
    body, bare = likely_body(character), any(map(is_unarmed, character.attacks))
    if body and not (body == "infomorph" and (bare or character.movement)):
        return KINDS[body]
    if character.movement or bare:
        return "biological"
    health, pools = character.health, character.points.keys() & {"insight", "moxie", "vigor"}
    return "infomorph" if "DUR" in character.stats or character.morph or health.damage or health.wounds or pools else ""


def is_unarmed(attack: Attack) -> bool:
    """Return whether an attack is without a weapon, which is part of the body in Foundry."""
    return attack.name == UNARMED and attack.skill == "Melee" and bool(attack.damage)


def armor_of_body(character: Character) -> bool:
    """Return whether the first armor is part of the body: that of a shell, unless it is ware or gear."""
    if kind_of(character) != "synthetic" or not character.armor:
        return False
    first = character.armor[0]
    return first.name not in (*character.ware, *character.gear) and any(first.values.values())


def write_body(body: dict[str, Any], character: Character, split_notes: SplitNotes, ids: Iterator[str]) -> None:
    """Fill in the body."""
    health = body["physicalHealth" if "physicalHealth" in body else "meshHealth"]
    health["baseDurability"] = character.stats.get("DUR", 0)
    health |= {"damage": character.health.damage, "wounds": character.health.wounds}
    for name in POOLS:
        body["pools"][name] = character.points[name].max if name in character.points and name != "flex" else 0
    if "movementRates" not in body:
        return
    body["movementRates"] = [
        {"type": key_of_words(name), "base": way.base or 0, "full": way.full or 0, "id": next(ids)}
        for way in character.movement
        for name in on_the_list(way) or [USUAL]
    ]
    bare = next(filter(is_unarmed, character.attacks), None)
    body["unarmedDV"] = bare.damage if bare else "0"
    if armor_of_body(character):
        first = character.armor[0]
        values = {kind: first.values.get(kind, 0) for kind in ("energy", "kinetic")}
        body["inherentArmor"] = {**values, "source": first.name}
    split_notes.take_body()
    for label, words in split_notes.body.items():
        _set_description(body, BODY_LINES[label], words)


def _set_description(body: dict[str, Any], key: str, words: str) -> None:
    """Set a descriptive field, with the type that it has."""
    old = body.get(key)
    if isinstance(old, bool):
        body[key] = words == "yes"
    elif isinstance(old, int):
        body[key] = number(words) or old
    elif old is not None:
        size = key_of_words(words.title())
        body[key] = words if key != "size" else size if size in SIZES else old
