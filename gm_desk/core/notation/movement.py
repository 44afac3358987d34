"""Movement rates as users and books write them: "4/20", "Walker 4/20; Thruster (Fast) 8/40"."""

import re
from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.characters.stat_block import MOST_AMOUNT, Movement
from gm_desk.core.errors import BadMovementError
from gm_desk.core.notation.lists import one_piece, read_pieces, write_pieces
from gm_desk.core.notation.numbers import NONE, read_amount
from gm_desk.core.notation.text import TextSpan, bare, is_nothing, lazy_pattern, spell, unlike, with_words

RATE = f"(?:[0-9]+|-|{NONE})"
LINE = lazy_pattern(rf"([^()/]*?) ?(?:\(([^()]*)\))? ?(?:(?<![^ ])({RATE}(?: ?/ ?{RATE})?))?", re.ASCII)
MOVEMENT_HINT = "4/20 is the base and the full rate; Walker 4/20 names it, Walker (Fast) 4/20 says how fast it is"
"""The notation of movement rates, for the tool tip."""


def write_rates(way: Movement) -> str:
    """Return the rates of a way to move: "4/20", "4", "–/20", or nothing."""
    base, full = (NONE if rate is None else str(rate) for rate in (way.base, way.full))
    return f"{base}/{full}" if way.full is not None else base if way.base is not None else ""


def read_rates(text: str) -> tuple[int | None, int | None]:
    """Read the base and the full rate; a dash or nothing means None. Raise BadMovementError."""
    base, _, full = text.partition("/")
    return _rate(base.strip(" ")), _rate(full.strip(" "))


def _rate(digits: str) -> int | None:
    """Read one rate."""
    return read_amount(digits, "movement", BadMovementError) if digits.isdecimal() else None


def movement_in_words(way: Movement) -> str:
    """Return one way to move with its name unchanged: "Walker (Medium) 4/20"."""
    return _joined(way.name, way.speed, write_rates(way))


def _joined(name: str, speed: str, rates: str) -> str:
    """Return the name, speed and rates of a way to move, as far as it has them."""
    return " ".join(filter(None, [name, f"({speed})" if speed else "", rates]))


def write_movement(ways: Sequence[Movement]) -> str:
    """Return all ways to move on one line."""
    return write_pieces(map(_written, ways))


def read_movement(text: str, old: Sequence[Movement] = ()) -> tuple[Movement, ...]:
    """Read a typed line of ways to move; one typed exactly as an `old` one is written is that one.

    Raise BadMovementError with the reason.
    """
    return read_pieces(text, old, _written, _read)


def _written(way: Movement) -> str:
    """Return one way to move as typed."""
    return _joined(one_piece(way.name), one_piece(way.speed), write_rates(way))


def _read(piece: str) -> Movement:
    """Read one way to move."""
    found = LINE.fullmatch(piece)
    if found is None:
        raise BadMovementError("movement", f"“{piece}” is not a movement: {MOVEMENT_HINT}")
    name, speed, rates = (part or "" for part in found.groups())
    base, full = read_rates(rates)
    return Movement(name=name.strip(), speed=speed.strip(), base=base, full=full)


RATES = lazy_pattern(r"(?<![0-9/])(?<![0-9][.,])([0-9]+)\s*/\s*([0-9]+)(?![0-9/]|[.,][0-9])\s*(?:m(?:eters|etres)?\b)?")
SPEED = lazy_pattern(r"\b(?:very\s+)?(slow|medium|fast)\b", re.IGNORECASE)
WAY = lazy_pattern(
    r"(?:walk|roll|wheel|track|hover|hop|jump|leap|wing|fly|flight|rotor|thrust|swim|submarine|microlight|ionic|snake"
    r"|slither|crawl|climb|jet|boat|burrow|dig|glid|float|immobile|stationary)",
    re.IGNORECASE,
)
BETWEEN = lazy_pattern(r"\)\s*(?:or|and|plus|&)\s+(?=[A-Z])")
DECIMAL = lazy_pattern(r"(?<![0-9/])([0-9]{1,2}),(?=[0-9]{1,2}\s*/)")
"""The decimal comma of a rate, which has no field: "2,5/10"."""
LONGEST = len(str(MOST_AMOUNT))


class MovementReading(Struct, frozen=True):
    """The ways to move that were read, and the other spans."""

    movement: tuple[Movement, ...] = ()
    left: tuple[TextSpan, ...] = ()


def read_book_movement(part: TextSpan) -> MovementReading:
    """Read ways to move with their rates; words without rates count only if they name a known way."""
    found, left = list[Movement](), list[TextSpan]()
    part = TextSpan(DECIMAL.sub(r"\1.", part.text), part.start)
    for piece in [] if is_nothing(part) else _pieces(part):
        way, more = _way(piece)
        found += [way] if way else []
        left += more
    return MovementReading(tuple(found), tuple(left))


def _pieces(part: TextSpan) -> list[TextSpan]:
    """Split at commas and the like, but keep "Walker, Slow, 4/12" as one way."""
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
    """Read one way to move; return it with the spans that have no field."""
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
    text = "" if speed is None else " ".join(speed[0].split())
    rest = (inside,) if speed is None else _around(inside, SPEED.search(inside.text))
    after = part.cut(rates.end()).trimmed(" \n,;)(]")
    if not text and SPEED.fullmatch(after.text):
        text, after = after.words, after.cut(len(after.text))
    if not name.trimmed(" \n,;:(").text and WAY.match(after.text) and after.text.isalpha():
        name, after = after, after.cut(len(after.text))  # "8/40 (Flight)"
    way = Movement(name=name.trimmed(" \n,;:(").words, speed=text, base=int(rates[1]), full=int(rates[2]))
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
    """Return the spans before and after a match."""
    return (part,) if found is None else (part.cut(0, found.start()), part.cut(found.end()))


MARKDOWN_WAY = lazy_pattern(
    rf"""([^()]*?)
    (?:\ ?\((?P<speed>.*?)(?:(?<!\()\ (?P<inner>[0-9]+\ ?/\ ?[0-9]+))?\))?
    (?:(?:^|\ )(?P<rates>[0-9]+(?:\ ?/\ ?[0-9]+)?|{NONE}\ ?/\ ?[0-9]+))?""",
    re.VERBOSE | re.DOTALL,
)
MARKS = ";()"


def write_markdown_movement(way: Movement) -> str:
    """Return one way to move in our Markdown: "Walker (Medium) 4/20"."""
    name = _unlike_rates(way.name, f"[0-9{NONE}]$")
    return _joined(name, _unlike_rates(way.speed, "[0-9]$"), write_rates(way)) or NONE


def read_markdown_movement(text: str) -> Movement:
    """Read one way to move of our Markdown; the rates may be in the brackets, as in the books."""
    if text == NONE:
        return Movement()
    found = MARKDOWN_WAY.fullmatch(text)
    if found is None:
        raise BadMovementError("movement", f"“{bare(text)}” is not a movement")
    base, full = read_rates(found["rates"] or found["inner"] or "")
    return Movement(name=bare(found[1]), speed=bare(found["speed"] or ""), base=base, full=full)


def _unlike_rates(text: str, ends: str) -> str:
    """Escape a name or a speed; one that `ends` like rates is escaped so that it is not read as rates."""
    plain = spell(text, MARKS) if text else ""
    return unlike(text, MARKS) if re.search(ends, plain) else plain
