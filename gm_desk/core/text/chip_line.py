"""A modifier as a person types it: "Smoke −30", or the number alone."""

from gm_desk.core.errors import BadModifierError
from gm_desk.core.rules.modifiers import STEP, parse_modifier
from gm_desk.core.text.number_at_end import split_at_number


def parse_chip_line(text: str, step: int = STEP) -> tuple[str, int]:
    """Read a label, which may be empty, and a multiple of the step; raises BadModifierError with the reason."""
    found = split_at_number(text)
    if found is None:
        raise BadModifierError("modifier", "the number is missing: type a label and a number, like “Smoke −30”")
    label, number = found
    return label, parse_modifier(number, step)
