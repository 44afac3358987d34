"""Ways to move as people and books write them: "4/20", "Walker 4/20; Thruster (Fast) 8/40"."""

import re
from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.characters.stat_block import MOST_AMOUNT, Movement
from gm_desk.core.errors import BadMovementError
from gm_desk.core.notation.parts import one_piece, read_pieces, write_pieces
from gm_desk.core.notation.spans import TextSpan, is_nothing, with_words

LINE = re.compile(r"([^()/]*?) ?(?:\(([^()]*)\))? ?(?:(?<![^ )])([0-9]+|-|–)(?: ?/ ?([0-9]+|-|–))?)?", re.ASCII)
UNSAID = "–"
MOVEMENT_HINT = "4/20 is the base and the full rate; Walker 4/20 names it, Walker (Fast) 4/20 says how fast it is"
"""What can be typed, for the tool tip."""


def write_movement(ways: Sequence[Movement]) -> str:
    """Write all ways to move on one line."""
    return write_pieces(map(_written, ways))


def read_movement(text: str, old: Sequence[Movement] = ()) -> tuple[Movement, ...]:
    """Read a line of ways to move; what it leaves as it was written stays as it was.

    Raises BadMovementError with the reason.
    """
    return read_pieces(text, old, _written, _read)


def _written(way: Movement) -> str:
    """Write one way to move."""
    base, full = (UNSAID if rate is None else str(rate) for rate in (way.base, way.full))
    rates = "" if way.base is None and way.full is None else base if way.full is None else f"{base}/{full}"
    speed = one_piece(way.speed)
    return " ".join(part for part in (one_piece(way.name), f"({speed})" if speed else "", rates) if part)


def _read(piece: str) -> Movement:
    """Read one way to move."""
    found = LINE.fullmatch(piece)
    if found is None:
        raise BadMovementError("movement", f"“{piece}” is no movement: {MOVEMENT_HINT}")
    name, speed, base, full = (part or "" for part in found.groups())
    return Movement(name=name.strip(), speed=speed.strip(), base=_rate(base), full=_rate(full))


def _rate(typed: str) -> int | None:
    """Read a rate; digits without end are refused unread."""
    if not typed or not typed.isdigit():
        return None
    digits = typed.lstrip("0") or "0"
    if len(digits) > len(str(MOST_AMOUNT)):
        raise BadMovementError("movement", f"{digits[:9]} is beyond 0 to {MOST_AMOUNT}")
    return int(digits)


RATES = re.compile(r"(?<![0-9/])([0-9]+)\s*/\s*([0-9]+)(?![0-9/])\s*(?:m(?:eters|etres)?\b)?")
SPEED = re.compile(r"\b(?:very\s+)?(slow|medium|fast)\b", re.IGNORECASE)
WAY = re.compile(
    r"(?:walk|roll|wheel|track|hover|hop|jump|leap|wing|fly|flight|rotor|thrust|swim|submarine|microlight|ionic|snake"
    r"|slither|crawl|climb|jet|boat|burrow|dig|glid|float|immobile|stationary)",
    re.IGNORECASE,
)
BETWEEN = re.compile(r"\)\s*(?:or|and|plus|&)\s+(?=[A-Z])")
LONGEST = len(str(MOST_AMOUNT))


class MovementReading(Struct, frozen=True):
    """Hold the ways to move that were read, and the stretches that are none."""

    movement: tuple[Movement, ...] = ()
    left: tuple[TextSpan, ...] = ()


def read_book_movement(part: TextSpan) -> MovementReading:
    """Read ways to move, each with how far; words without rates are a way only where they name a known one."""
    found, left = list[Movement](), list[TextSpan]()
    for piece in [] if is_nothing(part) else _pieces(part):
        way, more = _way(piece)
        found += [way] if way else []
        left += more
    return MovementReading(tuple(found), tuple(left))


def _pieces(part: TextSpan) -> list[TextSpan]:
    """Split at commas and their like, but "Walker, Slow, 4/12" is one way."""
    pieces = list[TextSpan]()
    for piece in (one for whole in part.split() for one in _both(whole)):
        bare = not WAY.search(piece.text) and (RATES.match(piece.text) or SPEED.match(piece.text))
        if pieces and bare and not RATES.search(pieces[-1].text):
            piece = part.cut(pieces.pop().start - part.start, piece.end - part.start)  # noqa: PLW2901 - joined
        pieces.append(piece)
    return pieces


def _both(part: TextSpan) -> list[TextSpan]:
    """Split "Walker (4/20) or Hopper (8/32)"."""
    found = list(BETWEEN.finditer(part.text))
    starts = [0, *(one.end() for one in found)]
    ends = [*(one.start() + 1 for one in found), len(part.text)]
    return [part.cut(start, end) for start, end in zip(starts, ends, strict=True)]


def _way(part: TextSpan) -> tuple[Movement | None, tuple[TextSpan, ...]]:
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


def _named(part: TextSpan) -> tuple[Movement | None, tuple[TextSpan, ...]]:
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


def _around(part: TextSpan, found: re.Match[str] | None) -> tuple[TextSpan, ...]:
    """Give what stands before and behind a match."""
    return (part,) if found is None else (part.cut(0, found.start()), part.cut(found.end()))
