"""Points, rep, harm and modifiers as people and books write them: "2/3"; "c-rep 40"; "12 kinetic"; "Smoke −30"."""

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, structs

from gm_desk.core.characters.roster import clean
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Points
from gm_desk.core.errors import BadHarmError, BadModifierError, BadRatingError
from gm_desk.core.notation.lists import parts_of
from gm_desk.core.notation.markdown import bare, reads_as, spell, unlike
from gm_desk.core.notation.numbers import (
    MARKDOWN_NUMBER,
    NONE,
    read_amount,
    read_markdown_number,
    read_number,
    split_at_number,
)
from gm_desk.core.notation.spans import TextSpan, is_nothing
from gm_desk.core.rules.modifiers import STEP, TRUE_MINUS, parse_modifier
from gm_desk.core.systems.definition import System


def write_points(points: Points) -> str:
    """Write how many points are left, and of how many where some are spent ("3", "2/3")."""
    return str(points.max) if points.now == points.max else of_all(points)


def of_all(points: Points) -> str:
    """Write how many points are left, and of how many in any case ("3/3"), as ammunition is."""
    return f"{points.now}/{points.max}"


def read_points(text: str, old: Points | None = None, most: int | None = None) -> Points:
    """Read how many points are left, and of how many; one number alone says what is left, and raises the most to it.

    Raises BadRatingError with the reason.
    """
    before, limit = old or Points(), MOST_AMOUNT if most is None else most
    left, slash, of = text.partition("/")
    now = read_number("points", left, limit)
    whole = read_number("points", of, limit) if slash else max(now, before.max)
    if now > whole:
        raise BadRatingError("points", f"{now} of {whole} are more than all")
    return structs.replace(before, now=now, max=whole)


def read_markdown_points(text: str) -> Points:
    """Read points of our Markdown; one number alone is all of them."""
    now, slash, most = text.partition("/")
    left = read_markdown_number(now, MOST_AMOUNT)
    return Points(now=left, max=read_markdown_number(most, MOST_AMOUNT) if slash else left)


NAMED = re.compile(r"\s*((?:[^\W\d_]|@).*?)\s*[:=]?\s*([0-9]+(?:\s*/\s*[0-9]+)?)\s*")


def is_amounts_line(text: str) -> bool:
    """Return whether a text names what its amounts are of, at least in one part."""
    return any(NAMED.fullmatch(part) for part in parts_of(clean(text)))


def read_amounts(text: str, names: Mapping[str, str]) -> dict[str, str]:
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


NUMBERED = re.compile(rf"(.*?) ?((?:{MARKDOWN_NUMBER}|{NONE})(?: ?/ ?[0-9]+)?)", re.DOTALL)
NAME_MARKS = ",;()"


def write_markdown_amount(name: str, known: Mapping[str, str], value: str) -> str:
    """Write a key and its value in our Markdown ("Insight 2/3"); `known` are names, and the keys they stand for."""
    called = next((said for said, key in known.items() if key == name), None)
    if called is not None:
        return f"{called} {value}"
    plain = f"{spell(name, NAME_MARKS)} {value}"
    clear = bool(name) and reads_as(plain, lambda text: read_markdown_amount(text, known), (name, value))
    return plain if clear else f"{unlike(name, NAME_MARKS)} {value}"


def read_markdown_amount(text: str, known: Mapping[str, str]) -> tuple[str, str]:
    """Read a key of our Markdown and what stands behind it, a number or two with a slash between them."""
    found = NUMBERED.fullmatch(text)
    if found is None or not found[1]:
        raise BadRatingError("number", f"“{bare(text)}” is no name and number")
    plain = found[1].strip(" ")
    key = next((key for said, key in known.items() if said.casefold() == plain.casefold()), bare(plain))
    return key, found[2]


REP = re.compile(r"(?P<name>[@\w]+?)(?:[-‑–— ]?rep)?[\s:]*(?P<score>[0-9]{1,4})", re.IGNORECASE)  # noqa: RUF001 - dashes


def read_book_rep(
    part: TextSpan, system: System, old: Mapping[str, int]
) -> tuple[dict[str, int], list[tuple[TextSpan, bool]]]:
    """Return the rep scores by network, `old` ones first, and what names none or is `old` otherwise, told by True."""
    rep, left = dict(old), list[tuple[TextSpan, bool]]()
    for item in [] if is_nothing(part) else part.split():
        found = REP.fullmatch(item.text)
        network = next((one for one in system.networks if found and one.casefold() == found["name"].casefold()), None)
        if found is None or network is None or int(found["score"]) > MOST_AMOUNT:
            left.append((item, False))
        elif rep.setdefault(network, int(found["score"])) != int(found["score"]):
            left.append((item, True))
    return rep, left


Way = Literal["deal", "heal", "set"]

HARM_HINT = "7 or −7 deals 7, +7 heals 7, =12 sets it to 12; “7 kinetic” first takes that armor off"
"""What can be typed on a track, for its tool tip."""

LINE = re.compile(r"([=+-]|h(?:eal)?)?\s*([0-9]+)[\s,]*([^0-9=+-]*)", re.ASCII | re.IGNORECASE)
WAYS: dict[str, Way] = {"": "deal", "-": "deal", "+": "heal", "h": "heal", "=": "set"}


class TypedHarm(Struct, frozen=True):
    """What is typed on a track: the `amount`, 0 to 9999, and what to do with it.

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
    return TypedHarm(way, read_amount(found[2], "harm", BadHarmError), armor)


def read_chip(text: str, step: int = STEP) -> tuple[str, int]:
    """Read a label, which may be empty, and a multiple of the step; raises BadModifierError with the reason."""
    found = split_at_number(text)
    if found is None:
        raise BadModifierError("modifier", "the number is missing: type a label and a number, like “Smoke −30”")
    label, number = found
    return label, parse_modifier(number, step)
