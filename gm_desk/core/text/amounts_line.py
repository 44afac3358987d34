"""Several named amounts on one line: `c-rep 40, g-rep 60`, `Insight 2/3, Vigor 1`."""

import re
from collections.abc import Mapping

from gm_desk.core.errors import BadRatingError
from gm_desk.core.roster import clean
from gm_desk.core.text.brackets import parts_of

NAMED = re.compile(r"\s*((?:[^\W\d_]|@).*?)\s*[:=]?\s*([0-9]+(?:\s*/\s*[0-9]+)?)\s*")


def is_amounts_line(text: str) -> bool:
    """Return whether a text names what its amounts are of, at least in one part."""
    return any(NAMED.fullmatch(part) for part in parts_of(clean(text)))


def parse_amounts(text: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the amount that was typed for each key; `names` says which key a name means, in lower case.

    Raises BadRatingError where a part is no named amount, names something unknown, or names it again.
    """
    found: dict[str, str] = {}
    for part in parts_of(clean(text)):
        named = NAMED.fullmatch(part)
        if named is None:
            raise BadRatingError("amount", f"“{part}” is no name with a number behind it")
        key = names.get(named[1].casefold())
        if key is None:
            known = ", ".join(dict.fromkeys(names.values()))
            raise BadRatingError("amount", f"“{named[1]}” is not known here: {known}")
        if key in found:
            raise BadRatingError("amount", f"{named[1]} is named twice")
        found[key] = named[2]
    return found
