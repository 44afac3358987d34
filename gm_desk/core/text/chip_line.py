"""A modifier as a person types it: "Smoke −30", or the number alone."""

import re

from gm_desk.core.errors import BadModifierError
from gm_desk.core.roster import clean
from gm_desk.core.rules.modifiers import parse_modifier

NUMBER_AT_END = re.compile(r"(.*?)\s*([-+\N{MINUS SIGN}]?\s?[0-9]+)\s*", re.DOTALL)


def parse_chip_line(text: str) -> tuple[str, int]:
    """Read a label, which may be empty, and a multiple of ten; raises BadModifierError with the reason."""
    found = NUMBER_AT_END.fullmatch(text)
    if found is None:
        raise BadModifierError("modifier", "the number is missing: type a label and a number, like “Smoke −30”")
    return " ".join(clean(found[1]).split()), parse_modifier(found[2])
