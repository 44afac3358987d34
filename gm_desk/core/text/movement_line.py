"""Ways to move as a person types them: "4/20", "Walker 4/20; Thruster (Fast) 8/40"."""

import re
from collections.abc import Sequence

from gm_desk.core.errors import BadMovementError
from gm_desk.core.stat_block import MOST_AMOUNT, Movement
from gm_desk.core.text.pieces import one_piece, read_pieces, write_pieces

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
