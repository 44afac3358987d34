"""A list as a person types it: "Smoke grenade, Nanobandage (2, old)"."""

from collections.abc import Iterable

from gm_desk.core.roster import clean
from gm_desk.core.text.brackets import parts_of


def parse_items(text: str) -> tuple[str, ...]:
    """Read the items of a list, parted by commas, semicolons or line ends; one that shows nothing is none."""
    items = (" ".join(part.split()) for part in parts_of(clean(text)))
    return tuple(item for item in items if any(letter.isprintable() for letter in item if letter != " "))


def write_items(items: Iterable[str]) -> str:
    """Write items as one line."""
    return ", ".join(items)
