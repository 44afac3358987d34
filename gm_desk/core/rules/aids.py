"""Modifiers that follow from the situation, and whose rating a group rolls (rules, "Modifiers and the cap")."""

from collections.abc import Sequence

HELPER = 10
MOST_HELP = 30
RETRY = -10
SPECIALISATION = 10


def teamwork(helpers: int) -> int:
    """Give the modifier of helpers: ten each, thirty at most."""
    return min(MOST_HELP, HELPER * helpers)


def retry(failures: int) -> int:
    """Give the modifier of earlier failures of the same test by the same character."""
    return RETRY * failures


def group_rating(ratings: Sequence[int], *, hindrance: bool = False) -> int:
    """Give the rating a group rolls once: the highest, or the lowest where the group is the hindrance."""
    return min(ratings) if hindrance else max(ratings)
