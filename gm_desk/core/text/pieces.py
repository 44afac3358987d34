"""Lines of several things with semicolons between them, read back without losing what was not touched."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from gm_desk.core.roster import clean

BETWEEN = ";"

Thing = TypeVar("Thing")


def read_pieces(
    text: str, old: Iterable[Thing], write: Callable[[Thing], str], read: Callable[[str], Thing]
) -> tuple[Thing, ...]:
    """Read the pieces of a line; one that is still as `write` wrote an old thing is that thing, whole.

    What `write` has no words for stays, behind the others.
    """
    left = [(" ".join(write(one).split()), one) for one in old]
    found = []
    for piece in filter(None, (" ".join(clean(part).split()) for part in text.split(BETWEEN))):
        place = next((place for place, (written, _) in enumerate(left) if written == piece), None)
        found.append(read(piece) if place is None else left.pop(place)[1])
    return (*found, *(one for written, one in left if not written))


def write_pieces(pieces: Iterable[str]) -> str:
    """Write pieces on one line."""
    return f"{BETWEEN} ".join(filter(None, pieces))


def one_piece(text: str) -> str:
    """Give a name as it can stand within one piece, on one line."""
    return " ".join(clean(text).replace(BETWEEN, ",").split())
