"""A skill as a person types it: "Guns 65", "Know: Triads 60"."""

from gm_desk.core.errors import BadRatingError
from gm_desk.core.roster import MOST_RATING, valid_name
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.text.number_at_end import split_at_number


def parse_skill_line(text: str, least: int = 0) -> tuple[str, int]:
    """Read a skill's name and its rating, from `least` to 150, from one line.

    Raises EmptyNameError or BadRatingError with the reason.
    """
    found = split_at_number(text)
    name = valid_name(found[0] if found else text)
    if found is None:
        raise BadRatingError("rating", "the rating is missing: type a name and a number, like “Guns 65”")
    return name, parse_number("rating", found[1], MOST_RATING, least)


def parse_number(key: str, text: str, largest: int, least: int = 0) -> int:
    """Read a whole number from `least` to `largest`; raises BadRatingError with the reason."""
    typed = text.strip()
    plain = typed.replace(TRUE_MINUS, "-").replace("- ", "-") if least < 0 else typed
    digits = plain.removeprefix("-") if least < 0 else plain
    span = f"{least} to {largest}".replace("-", TRUE_MINUS)
    if not (digits.isascii() and digits.isdigit()):
        raise BadRatingError(key, f"“{typed}” is not a whole number from {span}")
    number = digits.lstrip("0") or "0"  # what is longer is larger, and may be longer than Python reads
    if len(number) <= len(str(largest)):
        value = -int(number) if digits != plain else int(number)
        if least <= value <= largest:
            return value
    raise BadRatingError(key, f"{typed} is beyond {span}")
