"""The values of our own Markdown, each written and read in one place: points, armor, movement, skills, attacks.

What is read is shielded (spelling). Every reader raises a RulesError for what is no such value.
"""

import re
from collections.abc import Mapping

from gm_desk.core.blocks.spelling import bare, number, parts, reads_as, spell, unlike
from gm_desk.core.errors import BadArmorError, BadMovementError, BadRatingError
from gm_desk.core.stat_block import MOST_AMOUNT, Armor, Movement, Points

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
