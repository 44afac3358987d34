"""Points as a person types them: "2/3", "3"."""

from msgspec import structs

from gm_desk.core.errors import BadRatingError
from gm_desk.core.stat_block import MOST_AMOUNT, Points
from gm_desk.core.text.skill_line import parse_number


def parse_points(text: str, old: Points | None = None, most: int | None = None) -> Points:
    """Read how many points are left, and of how many; one number alone says what is left, and raises the most to it.

    Raises BadRatingError with the reason.
    """
    before, limit = old or Points(), MOST_AMOUNT if most is None else most
    left, slash, of = text.partition("/")
    now = parse_number("points", left, limit)
    whole = parse_number("points", of, limit) if slash else max(now, before.max)
    if now > whole:
        raise BadRatingError("points", f"{now} of {whole} are more than all")
    return structs.replace(before, now=now, max=whole)
