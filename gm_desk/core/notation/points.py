"""Points, amounts, harm and modifiers as people type them: "2/3"; "c-rep 40, g-rep 60"; "12 kinetic"; "Smoke −30"."""

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, structs

from gm_desk.core.characters.roster import clean
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Points
from gm_desk.core.errors import BadHarmError, BadModifierError, BadRatingError
from gm_desk.core.notation.parts import parts_of, split_at_number
from gm_desk.core.notation.skill import parse_number
from gm_desk.core.rules.modifiers import STEP, TRUE_MINUS, parse_modifier


def parse_points(text: str, old: Points | None = None, most: int | None = None) -> Points:
    """Read how many points are left, and of how many; one number alone says what is left, and raises the most to it.

    Raises BadRatingError with the reason.
    """
    before, limit = old or Points(), MOST_AMOUNT if most is None else most
    left, slash, of = text.partition("/")
    now = parse_number("points", left, limit)
    whole = parse_number("points", of, limit) if slash else max(now, before.max)
    if now > whole:
        raise BadRatingError("points", f"{now} of {whole} are more than all")
    return structs.replace(before, now=now, max=whole)


NAMED = re.compile(r"\s*((?:[^\W\d_]|@).*?)\s*[:=]?\s*([0-9]+(?:\s*/\s*[0-9]+)?)\s*")


def is_amounts_line(text: str) -> bool:
    """Return whether a text names what its amounts are of, at least in one part."""
    return any(NAMED.fullmatch(part) for part in parts_of(clean(text)))


def parse_amounts(text: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the amount that was typed for each key; `names` says which key a name means, in lower case.

    Raises BadRatingError where a part is no named amount, names something unknown, or names it again.
    """
    found: dict[str, str] = {}
    for part in parts_of(clean(text)):
        named = NAMED.fullmatch(part)
        if named is None:
            raise BadRatingError("amount", f"“{part}” is no name with a number behind it")
        key = names.get(named[1].casefold())
        if key is None:
            known = ", ".join(dict.fromkeys(names.values()))
            raise BadRatingError("amount", f"“{named[1]}” is not known here: {known}")
        if key in found:
            raise BadRatingError("amount", f"{named[1]} is named twice")
        found[key] = named[2]
    return found


Way = Literal["deal", "heal", "set"]

HARM_HINT = "7 or −7 deals 7, +7 heals 7, =12 sets it to 12; “7 kinetic” first takes that armor off"
"""What can be typed on a track, for its tool tip."""

LINE = re.compile(r"([=+-]|h(?:eal)?)?\s*([0-9]+)[\s,]*([^0-9=+-]*)", re.ASCII | re.IGNORECASE)
WAYS: dict[str, Way] = {"": "deal", "-": "deal", "+": "heal", "h": "heal", "=": "set"}


class TypedHarm(Struct, frozen=True):
    """Hold what is typed on a track: the `amount`, 0 to 9999, and what to do with it.

    `armor` are the kinds of armor that stand against it, as they were typed: whole words, or how they begin.
    """

    way: Way
    amount: int
    armor: tuple[str, ...] = ()


def read_harm(text: str) -> TypedHarm:
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
    return TypedHarm(way, _amount(found[2]), armor)


def _amount(digits: str) -> int:
    """Read an amount; what is longer is larger, and may be longer than Python reads."""
    number = digits.lstrip("0") or "0"
    if len(number) > len(str(MOST_AMOUNT)):
        raise BadHarmError("harm", f"{number[:9]} is beyond 0 to {MOST_AMOUNT}")
    return int(number)


def parse_chip_line(text: str, step: int = STEP) -> tuple[str, int]:
    """Read a label, which may be empty, and a multiple of the step; raises BadModifierError with the reason."""
    found = split_at_number(text)
    if found is None:
        raise BadModifierError("modifier", "the number is missing: type a label and a number, like “Smoke −30”")
    label, number = found
    return label, parse_modifier(number, step)
