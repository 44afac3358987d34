"""A skill as a person types it: "Guns 65", "Know: Triads 60"."""

import re

from gm_desk.core.errors import BadRatingError
from gm_desk.core.roster import MOST_RATING, valid_name


def parse_skill_line(text: str) -> tuple[str, int]:
    """Read a skill's name and its rating, 0 to 150, from one line.

    Raises EmptyNameError or BadRatingError with the reason.
    """
    found = re.fullmatch(r"(.*?)\s*([-+\N{MINUS SIGN}]?[0-9]+)\s*", text, re.DOTALL)
    name = valid_name(found[1] if found else text)
    if found is None:
        raise BadRatingError("rating", "the rating is missing: type a name and a number, like “Guns 65”")
    return name, parse_number("rating", found[2], MOST_RATING)


def parse_number(key: str, text: str, largest: int) -> int:
    """Read a whole number from 0 to `largest`; raises BadRatingError with the reason."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise BadRatingError(key, f"“{digits}” is not a whole number from 0 to {largest}")
    if len(digits) > len(str(largest)) or int(digits) > largest:
        raise BadRatingError(key, f"{digits} is beyond 0 to {largest}")
    return int(digits)
