"""Lines of several parts: cut at commas and semicolons outside brackets, and at a number that ends them."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from gm_desk.core.characters.roster import clean

PARTING = ",;\n"
OPENING, CLOSING = "(", ")"


def parts_of(text: str) -> list[str]:
    """Split a text into its parts, trimmed, and leave out the empty ones; a bracket left open holds to the end."""
    parts, depth = [""], 0
    for letter in "\n".join(text.splitlines()):
        depth = max(0, depth + (letter == OPENING) - (letter == CLOSING))
        if letter in PARTING and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in map(str.strip, parts) if part]


def split_last_bracket(text: str) -> tuple[str, str] | None:
    """Split a text that ends in a bracket into what stands before it and in it; None where it ends otherwise.

    Brackets may stand in brackets ("Pistols (light)"); a bracket that was never opened is no bracket.
    """
    line, depth = text.strip(), 0
    for place in range(len(line) - 1, -1, -1):
        depth += (line[place] == CLOSING) - (line[place] == OPENING)
        if not depth:
            return (line[:place].strip(), line[place + 1 : -1]) if line[place] == OPENING else None
    return None


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


LINE = re.compile(
    r"""(.*?)\ ?
    (?<![-+−0-9])                     # a number begins where signs and digits begin
    ([-+−]*\ ?(?:[0-9]+[-+−.,])*[0-9]+)""",
    re.VERBOSE,
)


def split_at_number(text: str) -> tuple[str, str] | None:
    """Split a line into what stands before its last number, which may be nothing, and that number as it was typed.

    None where the line does not end in a number. "1.5", "--10" and "10-20" are split off too, for whoever reads the
    number to refuse.
    """
    found = LINE.fullmatch(" ".join(clean(text).split()))
    return (found[1], found[2]) if found else None
