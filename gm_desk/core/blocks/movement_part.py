"""Ways to move of a stat block: "Walker (Medium 4/20), Thrust Vector (Fan Duct, Slow 4/12), may hover"."""

import re

from msgspec import Struct

from gm_desk.core.blocks.parts import Part, is_nothing, with_words
from gm_desk.core.stat_block import MOST_AMOUNT, Movement

RATES = re.compile(r"(?<![0-9/])([0-9]+)\s*/\s*([0-9]+)(?![0-9/])\s*(?:m(?:eters|etres)?\b)?")
SPEED = re.compile(r"\b(?:very\s+)?(slow|medium|fast)\b", re.IGNORECASE)
WAY = re.compile(
    r"(?:walk|roll|wheel|track|hover|hop|jump|leap|wing|fly|flight|rotor|thrust|swim|submarine|microlight|ionic|snake"
    r"|slither|crawl|climb|jet|boat|burrow|dig|glid|float|immobile|stationary)",
    re.IGNORECASE,
)
BETWEEN = re.compile(r"\)\s*(?:or|and|plus|&)\s+(?=[A-Z])")
LONGEST = len(str(MOST_AMOUNT))


class Ways(Struct, frozen=True):
    """Hold the ways to move that were read, and the stretches that are none."""

    movement: tuple[Movement, ...] = ()
    left: tuple[Part, ...] = ()


def read_movement(part: Part) -> Ways:
    """Read ways to move, each with how far; words without rates are a way only where they name a known one."""
    found, left = list[Movement](), list[Part]()
    for piece in [] if is_nothing(part) else _pieces(part):
        way, more = _way(piece)
        found += [way] if way else []
        left += more
    return Ways(tuple(found), tuple(left))


def _pieces(part: Part) -> list[Part]:
    """Split at commas and their like, but "Walker, Slow, 4/12" is one way."""
    pieces = list[Part]()
    for piece in (one for whole in part.split() for one in _both(whole)):
        bare = not WAY.search(piece.text) and (RATES.match(piece.text) or SPEED.match(piece.text))
        if pieces and bare and not RATES.search(pieces[-1].text):
            piece = part.cut(pieces.pop().start - part.start, piece.end - part.start)  # noqa: PLW2901 - joined
        pieces.append(piece)
    return pieces


def _both(part: Part) -> list[Part]:
    """Split "Walker (4/20) or Hopper (8/32)"."""
    found = list(BETWEEN.finditer(part.text))
    starts = [0, *(one.end() for one in found)]
    ends = [*(one.start() + 1 for one in found), len(part.text)]
    return [part.cut(start, end) for start, end in zip(starts, ends, strict=True)]


def _way(part: Part) -> tuple[Movement | None, tuple[Part, ...]]:
    """Read one way to move, and what stands with it and has no field."""
    rates = RATES.search(part.text)
    if rates is None or max(len(rates[1]), len(rates[2])) > LONGEST:
        return _named(part)
    before = part.cut(0, rates.start())
    opened = before.text.find("(")
    name = before if opened < 0 else before.cut(0, opened)
    inside = before.cut(len(before.text)) if opened < 0 else before.cut(opened + 1)
    speed = SPEED.search(inside.text) or SPEED.search(name.text)
    if opened < 0 and speed:
        name, inside = before.cut(0, speed.start()), before.cut(speed.start())
    said = "" if speed is None else " ".join(speed[0].split())
    rest = (inside,) if speed is None else _around(inside, SPEED.search(inside.text))
    after = part.cut(rates.end()).trimmed(" \n,;)(]")
    if not said and SPEED.fullmatch(after.text):
        said, after = after.words, after.cut(len(after.text))
    way = Movement(name=name.trimmed(" \n,;:(").words, speed=said, base=int(rates[1]), full=int(rates[2]))
    return way, with_words(*rest, after)


def _named(part: Part) -> tuple[Movement | None, tuple[Part, ...]]:
    """Read a way without rates."""
    if WAY.match(part.text) is None or not part.text[:1].isupper() or any(letter.isdigit() for letter in part.text):
        return None, with_words(part)
    opened = part.text.find("(")
    if opened < 0:
        return Movement(name=part.words), ()
    speed = SPEED.fullmatch(part.cut(opened).unwrapped().text)
    if speed is None:
        return Movement(name=part.cut(0, opened).trimmed().words), with_words(part.cut(opened).unwrapped())
    return Movement(name=part.cut(0, opened).trimmed().words, speed=speed[0]), ()


def _around(part: Part, found: re.Match[str] | None) -> tuple[Part, ...]:
    """Give what stands before and behind a match."""
    return (part,) if found is None else (part.cut(0, found.start()), part.cut(found.end()))
