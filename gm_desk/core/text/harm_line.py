"""Harm as a person types it on a track: "-7", "7", "+7", "=12", "12 kinetic"."""

import re
from typing import Literal

from msgspec import Struct

from gm_desk.core.errors import BadHarmError
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.stat_block import MOST_AMOUNT

Way = Literal["deal", "heal", "set"]

HARM_HINT = "7 or −7 deals 7, +7 heals 7, =12 sets it to 12; “7 kinetic” first takes that armor off"
"""What can be typed on a track, for its tool tip."""

LINE = re.compile(r"([=+-]|h(?:eal)?)?\s*([0-9]+)[\s,]*([^0-9=+-]*)", re.ASCII | re.IGNORECASE)
WAYS: dict[str, Way] = {"": "deal", "-": "deal", "+": "heal", "h": "heal", "=": "set"}


class Harm(Struct, frozen=True):
    """Hold what is typed on a track: the `amount`, 0 to 9999, and what to do with it.

    `armor` are the kinds of armor that stand against it, as they were typed: whole words, or how they begin.
    """

    way: Way
    amount: int
    armor: tuple[str, ...] = ()


def read_harm(text: str) -> Harm:
    """Read what is typed on a track of damage, stress or fatigue.

    A minus takes from the character, as from hit points: "-7" (also with U+2212) deals 7, and so does the bare "7".
    "+7" gives back, as "heal 7" and "h7" do. "=12" sets the track and works no wounds out. Words behind what is dealt
    name armor. Raises BadHarmError with the reason.
    """
    plain = text.strip().replace(TRUE_MINUS, "-")
    found = LINE.fullmatch(plain)
    if found is None:
        said = f"“{plain}” is no damage" if plain else "nothing is typed"
        raise BadHarmError("harm", f"{said}: {HARM_HINT}")
    way = WAYS[(found[1] or "")[:1].casefold()]
    armor = tuple(found[3].replace(",", " ").split())
    if armor and way != "deal":
        raise BadHarmError("harm", f"armor stands against what is dealt alone: {HARM_HINT}")
    return Harm(way, _amount(found[2]), armor)


def _amount(digits: str) -> int:
    """Read an amount; what is longer is larger, and may be longer than Python reads."""
    number = digits.lstrip("0") or "0"
    if len(number) > len(str(MOST_AMOUNT)):
        raise BadHarmError("harm", f"{number[:9]} is beyond 0 to {MOST_AMOUNT}")
    return int(number)
