"""The values of an attack that all its notations share: damage, firing modes, ammunition, armor-piercing and bonus.

A new text value, like the range, needs one line in `TEXTS`. Any other new value has its pattern and its parser here;
`attack` and `book_attack` say where in a line it may be. All are written in `core/characters/stat_block.py`.
"""

import re
from collections.abc import Mapping
from typing import Any

from gm_desk.core.characters.stat_block import Area, Attack, write_marks
from gm_desk.core.errors import BadAttackError, RulesError
from gm_desk.core.notation.text import lazy_pattern
from gm_desk.core.rules.dice import Expression

MODE = "(?:SS|SA|BF|FA)"
MODES = lazy_pattern(f"{MODE}(?:/{MODE})*")
ARMOR_KINDS = lazy_pattern("energy|kinetic", re.IGNORECASE)
TEXTS: Mapping[str, re.Pattern[str] | None] = {"against": ARMOR_KINDS, "modes": MODES, "range": None}
"""The text values by field, each with the pattern by which it is recognised without a label, or None."""
TRAIT = "trait"
LABELS = {"dv": "damage", "damage": "damage", TRAIT: "traits", **{field: field for field in TEXTS}}
"""The labels of values that are not recognised without one, and their fields."""
WITH_WORDS = lazy_pattern(r"(.*[0-9])[\s,;(]+[^\W\d_][^0-9+*×/−-]*")
"""Dice with words after them: "2d10+3 energy", "1d6 (kinetic)"."""
BASE = lazy_pattern(r"([0-9]{1,4})(?:[\s,;(]+[^\W\d_][^0-9]*)?")
"""Damage that is a number, with or without words after it: "6", "6 cut"."""
ARMOR_PIERCING = r"(?i:armou?r[-–\s]*piercing)"
PIERCES = "armor-piercing"
AP = r"AP\s?:?\s?[-–−]?\s?"
"""The label of an AP number: "AP −", "AP: "."""
AP_NUMBER = lazy_pattern(rf"\b{AP}([0-9]{{1,3}})\b")
"""An AP number among other words."""
MARK = lazy_pattern(rf"{AP}(?P<number>[0-9]{{1,4}})|(?P<piercing>AP|{ARMOR_PIERCING})|(?P<bonus>(?i:\+\s*DB))")
"""Armor-piercing with or without a number, or the mark of an attack to which the damage bonus is added."""
AREAS: Mapping[str, Area] = {"blast": "blast", "uniform": "uniform", "uniform blast": "uniform", "cone": "cone"}
"""The terms for the areas of attacks."""
METRES = r"(?P<radius>[0-9]{1,4})(?:\s?m|\s(?:meters|metres))?"
AREA = lazy_pattern(
    rf"(?:area:?\s)?(?P<area>{'|'.join(sorted(AREAS, reverse=True))})(?:\s(?:area|effect))?"
    rf"(?:,?\s\(?(?:radius\s)?{METRES}\)?)?",
    re.IGNORECASE,
)
RADIUS = lazy_pattern(rf"radius:?\s{METRES}", re.IGNORECASE)
IN_PROSE = lazy_pattern(
    r"\b(?:injects?|inflicts?|inflicting|deals?|dealing|takes?|taking|suffers?|suffering|caus(?:es?|ing)|who|which|that"
    r"|each|every|targets?|victims?|if|when|until|additional|extra|heals?|regains?|repairs?)\b[^.;]*$",
    re.IGNORECASE,
)
"""Words before damage that make it part of a sentence rather than the weapon's damage."""
TRAITS = (
    *("blinding", "broken", "concealable", "entangling", "fixed", "knockdown", "laser sight", "long", "no close"),
    *("no point-blank", "no smartlink", "pain", "reach", "shock", "single-use", "smartlink", "steady", "stun"),
    *("thrown", "touch-only", "two-handed"),
)
"""The traits of attacks that are recognised without a label."""

ROLLED = r"(?:(?:dv|damage)\s+)?[0-9]+d[0-9]+(?:[+−-][0-9]+)?"
LISTED = rf"{ROLLED}|{AP}[0-9]{{1,4}}|{MODE}(?:/{MODE})*|ammo\s+[0-9]+(?:\s*/\s*[0-9]+)?|\+\s*DB"
IN_NAME = lazy_pattern(rf"[^,;\"]*[^\s,;\"]\s+{ROLLED}(?!\w)", re.IGNORECASE)
"""A name with dice after it, where a comma is missing."""
WITHOUT_COMMAS = lazy_pattern(
    rf"(?P<name>[^,;\"]*?[^\s,;\"])(?P<values>(?:\s+(?:{LISTED})(?=[\s,;]|$))(?:\s+(?:{LISTED}|energy|kinetic)(?=[\s,;]|$))*)"
    rf"\s*(?=[,;]|$)",
    re.IGNORECASE,
)
"""A name and values after it with nothing but spaces between them."""
WITH_COMMAS = "put commas between its values, as in “Heavy pistol, Guns, 2d10, SA, ammo 12”"

BEFORE_VALUE = lazy_pattern(
    r"(?<=[0-9a-zA-Z%)])(?<!DV)(?<!damage)(?<!AP)(?<!Ammo)(?<!Range)\s+"
    rf"(?=AP\s*[-−–]?\s*[0-9]|{MODE}\b|(?:range|ammo)\b(?=[ :]*[0-9])|DV\b(?=[\s:=+]*[0-9])|[0-9]*d[0-9]+(?!\s*DV))"
    rf"|(?<=\bAP)\s+(?={MODE}\b)|(?<=\b{MODE})\s+(?=[0-9]{{1,4}}(?:\s?(?:rounds?|shots?|rnds?)\b|\s*(?:$|[,;)])))",
    re.IGNORECASE,
)
"""A space before a value of an attack, in place of a comma."""
DASH = lazy_pattern(
    r"(?P<minus>d[0-9]{1,3}(?:[ ]?[+−–-][ ]?[0-9]{1,3})?)?(?<=[\w%)])[ ][-–—→⇒➜][ ]"
    r"(?=(?P<dice>[0-9]*d[0-9])|DV\b|(?:SS|SA|BF|FA|AP)\b|range\b|ammo\b|[0-9]{1,4}[ ]?(?:rounds?|shots?|rnds?)\b"
    r"|[0-9]{1,3}%"
    r"|(?<=(?:SS|SA|BF|FA)[ ].[ ])[0-9])",
    re.IGNORECASE,
)
"""A dash before a value of an attack; before a bare number only after firing modes."""
SLASHED = lazy_pattern(
    r"(?:(?<=[0-9)\]])|(?<=\bAP)|(?<=\b(?:SS|SA|BF|FA))) / "
    r"(?=AP\b|(?:SS|SA|BF|FA)\b|range\b|ammo\b|[0-9]{1,4}[ ]?(?:rounds?|shots?|rnds?|rds)\b)",
    re.IGNORECASE,
)
"""A slash before a value of an attack."""
IN_BRACKETS = lazy_pattern(r"(?<=\S)\s*\(((?:SS|SA|BF|FA)(?:\s*/\s*(?:SS|SA|BF|FA))*|AP\s*[^()]{0,6})\)")


def parted_values(text: str) -> str:
    """Insert commas between the values of an attack: "45 2d10 SA/BF AP -2", "2d6 (BF)", "2d6 / AP -2"."""
    return BEFORE_VALUE.sub(", ", IN_BRACKETS.sub(r", \1", SLASHED.sub(" , ", " ".join(text.split()))))


def parted_by_dashes(text: str) -> str:
    """Return a text of the same length with commas for the dashes between the values of an attack: "35 - 1d6 - SA".

    A dash between dice stays, since it may be a minus.
    """
    return DASH.sub(lambda found: found[0] if found["dice"] and found["minus"] else f"{found['minus'] or ''} , ", text)


def dice_in(damage: str) -> str:
    """Return damage without an AP number, and without the words after its dice ("2d10+3 energy")."""
    text = re.sub(rf"[\s,;(]{{0,3}}{AP_NUMBER.pattern}\)?", "", damage).strip()
    found = WITH_WORDS.fullmatch(text)
    return found[1] if found else text


def dice_of(damage: str) -> Expression | None:
    """Return the dice of damage, without the words after them, or None if it has none.

    Raise BadExpressionError with the reason.
    """
    text = dice_in(damage)
    return Expression.parse(text) if text else None


def is_dice(damage: str) -> bool:
    """Return whether damage can be rolled."""
    try:
        return dice_of(damage) is not None
    except RulesError:
        return False


def lacks_commas(text: str) -> bool:
    """Return whether a name is followed by dice without a comma."""
    return IN_NAME.match(text) is not None


def with_commas(text: str) -> str:
    """Return the line of an attack with commas where a name is followed by values without them.

    Raise BadAttackError if the dice in a name are among words that are no values.
    """
    if not lacks_commas(text):
        return text
    found = WITHOUT_COMMAS.match(text)
    if found is None or found["name"][-1].isdigit() or lacks_commas(found["name"]):
        raise BadAttackError("attack", WITH_COMMAS)
    values = re.findall(rf"(?:{LISTED}|energy|kinetic)(?=\s|$)", found["values"], re.IGNORECASE)
    return ", ".join([found["name"], *values]) + text[found.end() :]


def is_modes(text: str) -> bool:
    """Return whether a text is firing modes, typed in small letters or in capitals."""
    return MODES.fullmatch(text.upper()) is not None


def base_of(damage: str) -> int | None:
    """Return base damage, which is a number (Kaiser), or None."""
    found = BASE.fullmatch(damage.strip())
    return int(found[1]) if found else None


def read_mark(text: str) -> dict[str, Any]:
    """Read an AP mark, the mark of the damage bonus, an area or a trait, by field; nothing for other text."""
    found = MARK.fullmatch(text)
    if found is None:
        return _area(text) or ({"traits": (trait,)} if (trait := known_trait(text)) else {})
    if found["number"]:
        return {"penetration": int(found["number"])}
    return {"armor_piercing": True} if found["piercing"] else {"damage_bonus": True}


def known_trait(text: str) -> str:
    """Return the usual spelling of a trait that needs no label, "" for others ("Two handed" is "two-handed")."""
    plain = text.casefold().replace("-", " ").replace("\N{EN DASH}", " ")
    return next((trait for trait in TRAITS if trait.replace("-", " ") == plain), "")


def merged(found: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of an attack with new ones, which replace the old ones except for traits."""
    traits = (*found.get("traits", ()), *new.get("traits", ()))
    return {**found, **new, **({"traits": traits} if traits else {})}


def repeated(found: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return a field of the new values that is already set, or ""; an attack may have many traits."""
    return next((field for field in new if field in found and field != "traits"), "")


def read_said(notes: str) -> tuple[dict[str, Any], str]:
    """Read the comma-separated parts of a note that are values of an attack, and return the rest of it."""
    found: dict[str, Any] = {}
    left = []
    for part in re.split(r"\s*,\s+", notes) if notes else []:
        plain = part.strip()
        new = {"against": plain.casefold()} if ARMOR_KINDS.fullmatch(plain) else read_mark(plain)
        if new and not repeated(found, new):
            found = merged(found, new)
        else:
            left.append(part)
    return found, ", ".join(left) if found else notes


def write_said(attack: Attack, piercing: str = PIERCES) -> str:
    """Write the values of an attack that `read_said` reads, and other traits, with commas between."""
    return ", ".join(filter(None, (attack.against, *write_marks(attack, piercing), *attack.traits)))


def _area(text: str) -> dict[str, Any]:
    """Read an area with or without its radius, or a radius alone ("uniform blast 10 m", "radius 5")."""
    found = AREA.fullmatch(text) or RADIUS.fullmatch(text)
    if found is None:
        return {}
    named = found.groupdict()
    area = {"area": AREAS[named["area"].casefold()]} if named.get("area") else {}
    return area | ({"radius": int(named["radius"])} if named["radius"] else {})


def label(name: str, text: str, *, bare: bool = False) -> str:
    """Return a value after its label, or alone if it is `bare`; nothing for an empty one."""
    return text if bare or not text else f"{name} {text}"
