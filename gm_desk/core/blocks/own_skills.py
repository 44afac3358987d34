"""Skills and attacks as our own Markdown has them, written and read in one place."""

import re
from typing import Any

from gm_desk.core.blocks.own_values import COUNT, NONE, read_points
from gm_desk.core.blocks.spelling import bare, number, parts, reads_as, signed, spell, unlike
from gm_desk.core.errors import BadRatingError, EmptyNameError
from gm_desk.core.roster import LEAST_RATING, MOST_RATING, NewId, Skill
from gm_desk.core.stat_block import MOST_AMOUNT, Attack, Specialisation
from gm_desk.core.systems.system import System

SKILL = re.compile(rf"([^()]*?) ({COUNT})(?: ?\((.*)\))?", re.DOTALL)
RATED = re.compile(rf"(.*?) ?({COUNT})", re.DOTALL)
NUMBERS = re.compile("[0-9]+(?:/[0-9]+)*")
FOLLOWED = re.compile(rf"(.*?) ?\(({COUNT})\)", re.DOTALL)
FOLLOWS = "follows"
SAID = re.compile("(note|linked to|category) (.*)", re.DOTALL)
WORDS = {"note": "note", "linked to": "aptitude", "category": "category"}
MODES = re.compile("(?:SS|SA|BF|FA)(?:/(?:SS|SA|BF|FA))*")
PIECE = re.compile("(dv|damage|modes|range|ammo) (.*)", re.DOTALL | re.IGNORECASE)
FIELDS = {"modes": "modes", "range": "range", "ammo": "ammo"}
PIERCING = "armor-piercing"
SPECIAL_MARKS, SKILL_MARKS = ",;", ",;()"


def write_skill(skill: Skill, system: System) -> str:
    """Write a skill: "Guns 65 (Pistols 75, Rifles, linked to COG)"."""
    kind = system.skill_kind(skill.name)
    usual = {"aptitude": kind.aptitude, "category": kind.category} if kind else {}
    inside = [_special(one) for one in skill.specialisations]
    for word, field in WORDS.items():
        said: str = getattr(skill, field)
        if said != usual.get(field, ""):
            alone = field == "note" and NUMBERS.fullmatch(said)
            inside.append(said if alone else f"{word} {spell(said, SPECIAL_MARKS)}")
    plain = f"{spell(skill.name, SKILL_MARKS)} {signed(skill.rating)}"
    return f"{plain} ({', '.join(inside)})" if inside else plain


def read_skill(text: str, system: System, new_id: NewId) -> Skill:
    """Read a skill; its aptitude and category are the usual ones where nothing else is said."""
    found = SKILL.fullmatch(text)
    if found is None:
        raise BadRatingError("rating", f"“{bare(text)}” is no skill with a rating")
    name = bare(found[1])
    if not name.strip():
        raise EmptyNameError("name", f"“{bare(text)}” has no name")
    kind = system.skill_kind(name)
    fields: dict[str, Any] = {"aptitude": kind.aptitude, "category": kind.category} if kind else {}
    special: list[Specialisation] = []
    for part in parts(found[3] or "", ","):
        meant = _inside(part.text)
        if isinstance(meant, Specialisation):
            special.append(meant)
        else:
            fields |= meant
    rating = number(found[2], MOST_RATING, LEAST_RATING)
    return Skill(id=new_id(), name=name, rating=rating, specialisations=tuple(special), **fields)


def _special(one: Specialisation) -> str:
    """Write a specialisation so that it is not taken for what else stands in the brackets."""
    rating = "" if one.rating is None else f" {one.rating}"
    plain = f"{spell(one.name, SPECIAL_MARKS)}{rating}"
    clear = reads_as(plain, _inside, Specialisation(name=one.name, rating=one.rating))
    return plain if clear else f"{unlike(one.name, SPECIAL_MARKS)}{rating}"


def _inside(text: str) -> Specialisation | dict[str, str]:
    """Say what stands in the brackets behind a skill: a specialisation, or a field of the skill itself."""
    if NUMBERS.fullmatch(text):
        return {"note": text}
    said = SAID.fullmatch(text)
    if said:
        return {WORDS[said[1]]: bare(said[2])}
    found = RATED.fullmatch(text)
    if found and found[1]:
        return Specialisation(name=bare(found[1]), rating=number(found[2], MOST_AMOUNT))
    return Specialisation(name=bare(text))


def write_attack(attack: Attack, system: System, follows: int | None = None) -> str:
    """Write what stands behind an attack's name: "Guns 65, DV 2d10, SA/BF, range 30, ammo 9/12; loud".

    The rating that it `follows` where it has none of its own stands in brackets: "Guns (65)".
    """
    ammo = attack.ammo
    found = [
        _strike(attack, follows),
        f"{system.damage} {spell(attack.damage, SPECIAL_MARKS)}" if attack.damage else "",
        attack.modes if MODES.fullmatch(attack.modes) else _labelled("modes", attack.modes),
        _labelled("range", attack.range),
        f"ammo {ammo.now}/{ammo.max}" if ammo else "",
        PIERCING if attack.armor_piercing else "",
    ]
    notes = f"; {spell(attack.notes)}" if attack.notes else ""
    return (", ".join(filter(None, found)) or NONE) + notes


def read_attack(name: str, text: str, new_id: NewId) -> tuple[Attack, bool]:
    """Read an attack from what stands behind its name; what is no value of it is a note.

    The second value says whether its rating is the one of its skill, and only told.
    """
    head, notes = _halves(text)
    fields: dict[str, Any] = {}
    beside = []
    for part in parts(head, ","):
        meant = {} if part.text == NONE else _meant(part.text)
        if meant.keys() & fields.keys():
            beside.append(bare(part.text))
        else:
            fields |= meant
    said = "; ".join(filter(None, [", ".join(beside), bare(notes)]))
    follows = fields.pop(FOLLOWS, False)
    return Attack(id=new_id(), name=name, notes=said, **fields), follows


def _halves(text: str) -> tuple[str, str]:
    """Part what counts from the notes, at the first semicolon that is not in brackets."""
    end = next((part.end for part in parts(f"-{text}", ";")), 0) - 1
    place = text.find(";", end)
    return (text, "") if place < 0 else (text[:place], text[place + 1 :])


def _strike(attack: Attack, follows: int | None) -> str:
    """Write the skill that strikes and its rating, so that they are not taken for something else."""
    rating = "" if attack.rating is None else signed(attack.rating)
    rating = rating if follows is None else f"({signed(follows)})"
    if not attack.skill:
        return rating
    meant: dict[str, Any] = {"skill": attack.skill, "rating": attack.rating if follows is None else follows}
    meant |= {} if follows is None else {FOLLOWS: True}
    plain = f"{spell(attack.skill, SPECIAL_MARKS)} {rating}".rstrip(" ")
    clear = plain != NONE and reads_as(plain, _meant, meant)
    return plain if clear else f"{unlike(attack.skill, SPECIAL_MARKS)} {rating}".rstrip(" ")


def _meant(text: str) -> dict[str, Any]:
    """Say what a piece of an attack sets; what has no label is the skill."""
    if text == PIERCING:
        return {"armor_piercing": True}
    if MODES.fullmatch(text):
        return {"modes": text}
    found = PIECE.fullmatch(text)
    if found:
        field = FIELDS.get(found[1].casefold(), "damage")
        return {field: read_points(found[2]) if field == "ammo" else bare(found[2])}
    follows = FOLLOWED.fullmatch(text)
    if follows:
        return {"skill": bare(follows[1]), "rating": number(follows[2], MOST_AMOUNT, -MOST_AMOUNT), FOLLOWS: True}
    rated = RATED.fullmatch(text)
    rating = number(rated[2], MOST_AMOUNT, -MOST_AMOUNT) if rated else None
    return {"skill": bare(rated[1] if rated else text), "rating": rating}


def _labelled(label: str, text: str) -> str:
    """Write a value behind what it is."""
    return f"{label} {spell(text, SPECIAL_MARKS)}" if text else ""
