"""The values of our own Markdown, each written and read in one place."""

import re
from collections.abc import Mapping
from typing import Any

from gm_desk.core.characters.roster import LEAST_RATING, MOST_RATING, NewId, Skill
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.errors import BadArmorError, BadMovementError, BadRatingError, EmptyNameError
from gm_desk.core.notation.markdown import bare, number, parts, reads_as, signed, spell, unlike
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.systems.definition import System

NONE = "–"
COUNT = r"[-−–]?[0-9]+"
NUMBERED = re.compile(rf"(.*?) ?((?:{COUNT}|{NONE})(?: ?/ ?[0-9]+)?)", re.DOTALL)
ARMOR = re.compile(r"([^()]*?)(?: ?\((.*)\))?", re.DOTALL)
SLASHED = re.compile(r"[0-9]+(?: ?/ ?[0-9]+)*")
MOVEMENT = re.compile(
    rf"""([^()]*?)
    (?:\ ?\((?P<speed>.*?)(?:(?<!\()\ (?P<inner>[0-9]+\ ?/\ ?[0-9]+))?\))?
    (?:(?:^|\ )(?P<rates>[0-9]+(?:\ ?/\ ?[0-9]+)?|{NONE}\ ?/\ ?[0-9]+))?""",
    re.VERBOSE | re.DOTALL,
)


def write_points(points: Points) -> str:
    """Write how many there are, and of how many where not all are left ("3", "2/3")."""
    return str(points.max) if points.now == points.max else f"{points.now}/{points.max}"


def read_points(text: str) -> Points:
    """Read how many there are; one number alone is all of them."""
    now, slash, most = text.partition("/")
    left = number(now, MOST_AMOUNT)
    return Points(now=left, max=number(most, MOST_AMOUNT) if slash else left)


def write_named(name: str, known: Mapping[str, str], value: str) -> str:
    """Write a key and its value ("Insight 2/3"); `known` are names, and the keys they stand for."""
    called = next((said for said, key in known.items() if key == name), None)
    if called is not None:
        return f"{called} {value}"
    plain = f"{spell(name, ',;()')} {value}"
    clear = bool(name) and reads_as(plain, lambda text: read_named(text, known), (name, value))
    return plain if clear else f"{unlike(name, ',;()')} {value}"


def read_named(text: str, known: Mapping[str, str]) -> tuple[str, str]:
    """Read a key and what stands behind it, a number or two with a slash between them."""
    found = NUMBERED.fullmatch(text)
    if found is None or not found[1]:
        raise BadRatingError("number", f"“{bare(text)}” is no name and number")
    return key_of(found[1], known), found[2]


def key_of(name: str, known: Mapping[str, str]) -> str:
    """Find the key that a name stands for, whatever its case; another name is its own."""
    plain = name.strip(" ")
    return next((key for said, key in known.items() if said.casefold() == plain.casefold()), bare(plain))


def write_armor(armor: Armor, kinds: tuple[str, ...]) -> str:
    """Write one piece of armor: "6/12 (vest)", "Cut 5, Heat 2 (coat)"."""
    if armor.values and set(armor.values) == set(kinds):
        values = "/".join(str(armor.values[kind]) for kind in kinds)
    else:
        known = {kind: kind for kind in kinds}
        values = ", ".join(write_named(key, known, str(value)) for key, value in armor.values.items())
    name = f"({spell(armor.name, ';')})" if armor.name else ""
    return " ".join(filter(None, [values, name])) or NONE


def read_armor(text: str, kinds: tuple[str, ...]) -> Armor:
    """Read one piece of armor; a lone number stands for every kind."""
    found = ARMOR.fullmatch(text)
    if found is None:
        raise BadArmorError("armor", f"“{bare(text)}” is no armor")
    name = bare(found[2] or "")
    if found[1] in {"", NONE}:
        return Armor(name=name)
    if not SLASHED.fullmatch(found[1]):
        known = {kind: kind for kind in kinds}
        named = [read_named(part.text, known) for part in parts(found[1], ",")]
        return Armor(values={key: number(value, MOST_AMOUNT) for key, value in named}, name=name)
    values = [number(value, MOST_AMOUNT) for value in found[1].split("/")]
    if len(values) == 1:
        values *= len(kinds)
    if len(values) != len(kinds) or not kinds:
        raise BadArmorError("armor", f"“{bare(text)}” does not say {len(kinds)} values")
    return Armor(values=dict(zip(kinds, values, strict=True)), name=name)


def write_movement(way: Movement) -> str:
    """Write one way to move: "Walker (Medium) 4/20"."""
    name = spell(way.name, "();") if way.name else ""
    if re.search(f"([0-9]|{NONE})$", name):
        name = unlike(way.name, "();")
    speed = f"({_speed(way.speed)})" if way.speed else ""
    base = NONE if way.base is None else str(way.base)
    rates = "" if way.base is None and way.full is None else base if way.full is None else f"{base}/{way.full}"
    return " ".join(filter(None, [name, speed, rates])) or NONE


def _speed(speed: str) -> str:
    """Write a speed; one that ends in a number is not taken for rates."""
    plain = spell(speed, ";()")
    return unlike(speed, ";()") if re.search("[0-9]$", plain) else plain


def read_movement(text: str) -> Movement:
    """Read one way to move; the rates may stand in the brackets, as in the book."""
    if text == NONE:
        return Movement()
    found = MOVEMENT.fullmatch(text)
    if found is None:
        raise BadMovementError("movement", f"“{bare(text)}” is no movement")
    base, _, full = (found["rates"] or found["inner"] or "").partition("/")
    return Movement(name=bare(found[1]), speed=bare(found["speed"] or ""), base=_rate(base), full=_rate(full))


def _rate(text: str) -> int | None:
    """Read a rate, where there is one."""
    typed = text.strip(" ")
    return None if typed in {"", NONE} else number(typed, MOST_AMOUNT)


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
PENETRATION = re.compile(f"AP [{TRUE_MINUS}-]?([0-9]{{1,4}})")
BONUS = "+DB"
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
        f"AP {TRUE_MINUS}{attack.penetration}" if attack.penetration else "",
        BONUS if attack.damage_bonus else "",
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
    if text == BONUS:
        return {"damage_bonus": True}
    pierced = PENETRATION.fullmatch(text)
    if pierced:
        return {"penetration": number(pierced[1], MOST_AMOUNT)}
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
