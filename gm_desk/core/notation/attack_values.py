"""The values of an attack, which all notations of an attack share: damage, firing modes, ammunition, and its marks.

A new value that is a text, as the range is, takes one line in `TEXTS`. A value of another kind has its pattern and its
reading here; `attack` and `book_attack` say where in a line it stands.
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
"""The values that are texts, by field, and how each shows without its label; None where it always has one."""
LABELS = {"dv": "damage", "damage": "damage", **{field: field for field in TEXTS}}
"""What stands before a value where it does not show, and the field of the value."""
WITH_WORDS = re.compile(r"(.*[0-9])[\s,;(]+[^\W\d_][^0-9+*×/−-]*")
"""Dice with words behind them: "2d10+3 energy", "1d6 (kinetic)"."""
BASE = re.compile(r"([0-9]{1,4})(?:[\s,;(]+[^\W\d_][^0-9]*)?")
"""Damage that is a number, with words behind it or without: "6", "6 cut"."""
ARMOR_PIERCING = r"(?i:armou?r[-–\s]*piercing)"
PIERCES = "armor-piercing"
AP = r"AP\s?:?\s?[-–−]?\s?"
"""What stands before an AP number: "AP −", "AP: "."""
AP_NUMBER = re.compile(rf"\b{AP}([0-9]{{1,3}})\b")
"""An AP number among other words."""
MARK = re.compile(rf"{AP}(?P<number>[0-9]{{1,4}})|(?P<piercing>AP|{ARMOR_PIERCING})|(?P<bonus>(?i:\+\s*DB))")
"""Armor-piercing, with its number or without, or the mark of an attack to which the damage bonus is added."""


def dice_in(damage: str) -> str:
    """Return damage without an AP number, and without the words behind its dice ("2d10+3 energy")."""
    text = re.sub(rf"[\s,;(]{{0,3}}{AP_NUMBER.pattern}\)?", "", damage).strip()
    found = WITH_WORDS.fullmatch(text)
    return found[1] if found else text


def dice_of(damage: str) -> Expression | None:
    """Read the dice of damage, without words behind them; None where it has none.

    Raises BadExpressionError with the reason.
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
    """Return base damage, which is a number (Kaiser); None where it is none."""
    found = BASE.fullmatch(damage.strip())
    return int(found[1]) if found else None


def read_mark(text: str) -> dict[str, Any]:
    """Read what lowers armor or adds to the damage, by field; nothing where it is something else."""
    found = MARK.fullmatch(text)
    if found is None:
        return {}
    if found["number"]:
        return {"penetration": int(found["number"])}
    return {"armor_piercing": True} if found["piercing"] else {"damage_bonus": True}


def write_marks(attack: Attack, piercing: str = "AP") -> tuple[str, ...]:
    """Write what an attack does beside its dice: "AP", "AP −5", "+DB"; `piercing` is the word for armor-piercing."""
    number = f"AP {minus(-attack.penetration)}" if attack.penetration else ""
    return tuple(filter(None, (piercing * attack.armor_piercing, number, "+DB" * attack.damage_bonus)))


def in_words(attack: Attack, piercing: str = "AP") -> tuple[str, ...]:
    """Word what an attack is beside who strikes and what damage it does: "SA/BF", "range 30", "AP", "ammo 9/12"."""
    texts = (label(field, getattr(attack, field), bare=shows is not None) for field, shows in TEXTS.items())
    ammo = f"ammo {of_all(attack.ammo)}" if attack.ammo else ""
    return tuple(filter(None, (*texts, *write_marks(attack, piercing), ammo)))


def label(name: str, text: str, *, bare: bool = False) -> str:
    """Write a value behind what it is, unless it stands `bare`; nothing for none."""
    return text if bare or not text else f"{name} {text}"
