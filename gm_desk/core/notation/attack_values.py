"""The values of an attack that all its notations share: damage, firing modes, ammunition, armor-piercing and bonus.

A new text value, like the range, needs one line in `TEXTS`. Any other new value has its pattern and its parser here;
`attack` and `book_attack` say where in a line it may be.
"""

import re
from collections.abc import Mapping
from typing import Any

from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.numbers import minus
from gm_desk.core.notation.points import of_all
from gm_desk.core.rules.dice import Expression

MODE = "(?:SS|SA|BF|FA)"
MODES = re.compile(f"{MODE}(?:/{MODE})*")
TEXTS: Mapping[str, re.Pattern[str] | None] = {"modes": MODES, "range": None}
"""The text values by field, each with the pattern by which it is recognised without its label, or None."""
LABELS = {"dv": "damage", "damage": "damage", **{field: field for field in TEXTS}}
"""The labels of values that are not recognisable by themselves, and the field of each."""
WITH_WORDS = re.compile(r"(.*[0-9])[\s,;(]+[^\W\d_][^0-9+*×/−-]*")
"""Dice with words after them: "2d10+3 energy", "1d6 (kinetic)"."""
BASE = re.compile(r"([0-9]{1,4})(?:[\s,;(]+[^\W\d_][^0-9]*)?")
"""Damage that is a number, with or without words after it: "6", "6 cut"."""
ARMOR_PIERCING = r"(?i:armou?r[-–\s]*piercing)"
PIERCES = "armor-piercing"
AP = r"AP\s?:?\s?[-–−]?\s?"
"""The label of an AP number: "AP −", "AP: "."""
AP_NUMBER = re.compile(rf"\b{AP}([0-9]{{1,3}})\b")
"""An AP number among other words."""
MARK = re.compile(rf"{AP}(?P<number>[0-9]{{1,4}})|(?P<piercing>AP|{ARMOR_PIERCING})|(?P<bonus>(?i:\+\s*DB))")
"""Armor-piercing with or without its number, or the mark for an added damage bonus."""


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


def base_of(damage: str) -> int | None:
    """Return base damage, which is a number (Kaiser), or None."""
    found = BASE.fullmatch(damage.strip())
    return int(found[1]) if found else None


def read_mark(text: str) -> dict[str, Any]:
    """Return the fields for armor-piercing or the damage bonus that a text sets; empty for any other text."""
    found = MARK.fullmatch(text)
    if found is None:
        return {}
    if found["number"]:
        return {"penetration": int(found["number"])}
    return {"armor_piercing": True} if found["piercing"] else {"damage_bonus": True}


def write_marks(attack: Attack, piercing: str = "AP") -> tuple[str, ...]:
    """Return the marks of an attack after its dice: "AP", "AP −5", "+DB"; `piercing` is the word for armor-piercing."""
    number = f"AP {minus(-attack.penetration)}" if attack.penetration else ""
    return tuple(filter(None, (piercing * attack.armor_piercing, number, "+DB" * attack.damage_bonus)))


def in_words(attack: Attack, piercing: str = "AP") -> tuple[str, ...]:
    """Return the values of an attack other than skill and damage: "SA/BF", "range 30", "AP", "ammo 9/12"."""
    texts = (label(field, getattr(attack, field), bare=shows is not None) for field, shows in TEXTS.items())
    ammo = f"ammo {of_all(attack.ammo)}" if attack.ammo else ""
    return tuple(filter(None, (*texts, *write_marks(attack, piercing), ammo)))


def label(name: str, text: str, *, bare: bool = False) -> str:
    """Return a value after its label, or alone if it is `bare`; nothing for an empty one."""
    return text if bare or not text else f"{name} {text}"
