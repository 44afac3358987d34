"""A skill as a person types it: "Guns 65", "Know: Triads 60"."""

from gm_desk.core.errors import BadRatingError
from gm_desk.core.roster import MOST_RATING, valid_name
from gm_desk.core.text.number_at_end import split_at_number


def parse_skill_line(text: str) -> tuple[str, int]:
    """Read a skill's name and its rating, 0 to 150, from one line.

    Raises EmptyNameError or BadRatingError with the reason.
    """
    found = split_at_number(text)
    name = valid_name(found[0] if found else text)
    if found is None:
        raise BadRatingError("rating", "the rating is missing: type a name and a number, like “Guns 65”")
    return name, parse_number("rating", found[1], MOST_RATING)


def parse_number(key: str, text: str, largest: int) -> int:
    """Read a whole number from 0 to `largest`; raises BadRatingError with the reason."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise BadRatingError(key, f"“{digits}” is not a whole number from 0 to {largest}")
    number = digits.lstrip("0") or "0"  # what is longer is larger, and may be longer than Python reads
    if len(number) > len(str(largest)) or int(number) > largest:
        raise BadRatingError(key, f"{digits} is beyond 0 to {largest}")
    return int(number)
