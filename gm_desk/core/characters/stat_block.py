"""The parts of a stat block other than stats and skills: points, armor, movement, attacks, specialisations.

The values of an attack are written here for all notations, and read in `core/notation/attack_values.py`.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from gm_desk.core.wording.phrases import minus

MOST_AMOUNT = 9999

Amount = Annotated[int, Meta(ge=0, le=MOST_AMOUNT)]
Area = Literal["", "blast", "uniform", "cone"]
"""How an attack reaches several targets at once, "" if it does not."""
AREA_WORDS: Mapping[Area, str] = {"blast": "blast", "uniform": "uniform blast", "cone": "cone"}
"""The areas as they are written."""


class Points(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Points that are spent and restored: a pool, Threat, Moxie, ammunition."""

    now: Amount = 0
    max: Amount = 0
    extra: Mapping[str, Any] = {}


class Specialisation(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A specialisation of a skill; without a rating of its own it adds the usual bonus."""

    name: str
    rating: Annotated[int, Meta(ge=0, le=MOST_AMOUNT)] | None = None
    extra: Mapping[str, Any] = {}


class Armor(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Armor: `values` by the kind of damage ("energy", "kinetic", or Kaiser's own), and its source."""

    values: Mapping[str, Amount] = {}
    name: str = ""
    extra: Mapping[str, Any] = {}


class Movement(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A movement rate: its kind ("Walker", "Medium"), and its base and full rate in metres a turn."""

    name: str = ""
    speed: str = ""
    base: Amount | None = None
    full: Amount | None = None
    extra: Mapping[str, Any] = {}


class Attack(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An attack: `skill` is the name of its skill, `damage` a dice expression, or a number (Kaiser).

    `against` is the kind of armor that counts ("energy", "kinetic"), "" for the usual one. `penetration` is its AP
    number, and `damage_bonus` says whether the damage bonus is added to its dice (EP1). `radius` is its area's, in
    metres.
    """

    id: str
    name: str
    skill: str = ""
    rating: Annotated[int, Meta(ge=-MOST_AMOUNT, le=MOST_AMOUNT)] | None = None
    damage: str = ""
    against: str = ""
    modes: str = ""
    range: str = ""
    ammo: Points | None = None
    armor_piercing: bool = False
    penetration: Amount = 0
    damage_bonus: bool = False
    area: Area = ""
    radius: Amount | None = None
    traits: tuple[str, ...] = ()
    notes: str = ""
    extra: Mapping[str, Any] = {}


def of_all(points: Points) -> str:
    """Return the points left and the maximum even if none are spent ("3/3"), as for ammunition."""
    return f"{points.now}/{points.max}"


def write_marks(attack: Attack, piercing: str = "AP") -> tuple[str, ...]:
    """Write the marks of an attack besides its dice: "AP", "AP −5", "+DB", "uniform blast", "radius 10".

    `piercing` is the text for armor-piercing.
    """
    number = f"AP {minus(-attack.penetration)}" if attack.penetration else ""
    radius = "" if attack.radius is None else f"radius {attack.radius}"
    marks = (piercing * attack.armor_piercing, number, "+DB" * attack.damage_bonus)
    return tuple(filter(None, (*marks, AREA_WORDS.get(attack.area, ""), radius)))


def values_in_words(attack: Attack, piercing: str = "AP") -> tuple[str, ...]:
    """Return the values of an attack other than skill and damage: "SA/BF", "range 30", "AP", "ammo 9/12"."""
    reach = f"range {attack.range}" if attack.range else ""
    ammo = f"ammo {of_all(attack.ammo)}" if attack.ammo else ""
    return tuple(
        filter(None, (attack.against, attack.modes, reach, *write_marks(attack, piercing), *attack.traits, ammo))
    )
