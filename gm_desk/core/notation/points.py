"""Points, rep, harm and modifiers as users and books write them: "2/3"; "c-rep 40"; "12 kinetic"; "Smoke −30"."""

import re
from collections.abc import Mapping

from msgspec import structs

from gm_desk.core.characters.harm import HARM_HINT, TypedHarm, Way
from gm_desk.core.characters.roster import clean
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Points, of_all
from gm_desk.core.errors import BadHarmError, BadModifierError, BadRatingError
from gm_desk.core.notation.lists import parts_of
from gm_desk.core.notation.numbers import (
    MARKDOWN_NUMBER,
    NONE,
    read_amount,
    read_markdown_number,
    read_number,
    split_at_number,
)
from gm_desk.core.notation.text import BETWEEN, TextSpan, bare, is_nothing, lazy_pattern, reads_as, spell, unlike
from gm_desk.core.rules.modifiers import STEP, TRUE_MINUS, parse_modifier
from gm_desk.core.systems.definition import System


def write_points(points: Points) -> str:
    """Return the points left, with the maximum if some are spent ("3", "2/3")."""
    return str(points.max) if points.now == points.max else of_all(points)


def read_points(text: str, old: Points | None = None, most: int | None = None) -> Points:
    """Read the points left, and the maximum; a single number is the points left, and raises a lower maximum to it.

    Raise BadRatingError with the reason.
    """
    before, limit = old or Points(), MOST_AMOUNT if most is None else most
    left, slash, of = text.partition("/")
    now = read_number("points", left, limit)
    whole = read_number("points", of, limit) if slash else max(now, before.max)
    if now > whole:
        raise BadRatingError("points", f"{now} of {whole} is more than the maximum")
    return structs.replace(before, now=now, max=whole)


def read_markdown_points(text: str) -> Points:
    """Read points of our Markdown; a single number is the maximum, with none spent."""
    now, slash, most = text.partition("/")
    left = read_markdown_number(now, MOST_AMOUNT)
    return Points(now=left, max=read_markdown_number(most, MOST_AMOUNT) if slash else left)


NAMED = lazy_pattern(r"\s*((?:[^\W\d_]|@).*?)\s*[:=]?\s*([0-9]+(?:\s*/\s*[0-9]+)?)\s*")


def is_amounts_line(text: str) -> bool:
    """Return whether at least one part of a text has a name with its amount."""
    return any(NAMED.fullmatch(part) for part in parts_of(clean(text)))


def read_amounts(text: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the typed amount for each key; `names` maps names, in lower case, to keys.

    Raise BadRatingError if a part is not a named amount, has an unknown name, or repeats one.
    """
    found: dict[str, str] = {}
    for part in parts_of(clean(text)):
        named = NAMED.fullmatch(part)
        if named is None:
            raise BadRatingError("amount", f"“{part}” is not a name with a number")
        key = names.get(named[1].casefold())
        if key is None:
            known = ", ".join(dict.fromkeys(names.values()))
            raise BadRatingError("amount", f"“{named[1]}” is not known here: {known}")
        if key in found:
            raise BadRatingError("amount", f"{named[1]} is named twice")
        found[key] = named[2]
    return found


NUMBERED = lazy_pattern(rf"(.*?) ?((?:{MARKDOWN_NUMBER}|{NONE})(?: ?/ ?[0-9]+)?)", re.DOTALL)
NAME_MARKS = ",;()"


def write_markdown_amount(name: str, known: Mapping[str, str], value: str) -> str:
    """Return a name and its value in our Markdown ("Insight 2/3"); `known` maps names to keys."""
    called = next((word for word, key in known.items() if key == name), None)
    if called is not None:
        return f"{called} {value}"
    plain = f"{spell(name, NAME_MARKS)} {value}"
    clear = bool(name) and reads_as(plain, lambda text: read_markdown_amount(text, known), (name, value))
    return plain if clear else f"{unlike(name, NAME_MARKS)} {value}"


def read_markdown_amount(text: str, known: Mapping[str, str]) -> tuple[str, str]:
    """Read a name of our Markdown and its value, which is a number, or two with a slash; return key and value."""
    found = NUMBERED.fullmatch(text)
    if found is None or not found[1]:
        raise BadRatingError("number", f"“{bare(text)}” is not a name and a number")
    plain = found[1].strip(" ")
    key = next((key for word, key in known.items() if word.casefold() == plain.casefold()), bare(plain))
    return key, found[2]


REP = lazy_pattern(r"(?P<name>[@\w]+?)(?:[-‑–— ]?rep)?[\s:]*(?P<score>[0-9]{1,4})", re.IGNORECASE)  # noqa: RUF001 - dashes


def read_book_rep(
    part: TextSpan, system: System, old: Mapping[str, int]
) -> tuple[dict[str, int], list[tuple[TextSpan, bool]]]:
    """Return the rep scores by network, starting with the `old` ones, and the spans that were not used.

    Each span is paired with True if it contradicts a score, or False if it names no network.
    """
    rep, left = dict(old), list[tuple[TextSpan, bool]]()
    for item in [] if is_nothing(part) else part.split(f"{BETWEEN}/"):
        found = REP.fullmatch(item.text)
        network = next((one for one in system.networks if found and one.casefold() == found["name"].casefold()), None)
        if found is None or network is None or int(found["score"]) > MOST_AMOUNT:
            left.append((item, False))
        elif rep.setdefault(network, int(found["score"])) != int(found["score"]):
            left.append((item, True))
    return rep, left


LINE = lazy_pattern(r"([=+-]|h(?:eal)?)?\s*([0-9]+)[\s,]*([^0-9=+-]*)", re.ASCII | re.IGNORECASE)
WAYS: dict[str, Way] = {"": "deal", "-": "deal", "+": "heal", "h": "heal", "=": "set"}


def read_harm(text: str) -> TypedHarm:
    """Read a line typed on a track of damage, stress or fatigue.

    "-7" deals 7, as does "7" (a minus subtracts, as from hit points; it may be U+2212). "+7", "heal 7" and "h7" heal 7.
    "=12" sets the track without wounds. Words after damage name armor. Raise BadHarmError with the reason.
    """
    plain = text.strip().replace(TRUE_MINUS, "-")
    found = LINE.fullmatch(plain)
    if found is None:
        words = f"“{plain}” is not damage" if plain else "nothing is typed"
        raise BadHarmError("harm", f"{words}: {HARM_HINT}")
    way = WAYS[(found[1] or "")[:1].casefold()]
    armor = tuple(found[3].replace(",", " ").split())
    if armor and way != "deal":
        raise BadHarmError("harm", f"armor only reduces damage: {HARM_HINT}")
    return TypedHarm(way, read_amount(found[2], "harm", BadHarmError), armor)


def read_chip(text: str, step: int = STEP) -> tuple[str, int]:
    """Read a label, which may be empty, and a multiple of the step; raise BadModifierError with the reason."""
    found = split_at_number(text)
    if found is None:
        raise BadModifierError("modifier", "the number is missing: type a label and a number, like “Smoke −30”")
    label, number = found
    return label, parse_modifier(number, step)
