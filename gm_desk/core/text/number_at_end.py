"""A line that ends in a number, as a person types it."""

import re

from gm_desk.core.roster import clean

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
