"""What superior results are spent on (EP2, superior results): two different things, or one doubled."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from gm_desk.core.errors import BadPicksError
from gm_desk.core.systems.system import SuperiorUse


def possible_picks(uses: Sequence[SuperiorUse], superior: int) -> list[tuple[str, ...]]:
    """List what so many superior results may buy, by the ids of the uses; one that is doubled stands twice."""
    return list(combinations_with_replacement([use.id for use in uses], superior))


def check_picks(picks: Sequence[str], uses: Sequence[SuperiorUse], superior: int) -> None:
    """Raise BadPicksError where picks are unknown, or more than the superior results."""
    unknown = set(picks) - {use.id for use in uses}
    if unknown:
        raise BadPicksError("picks", f"superior results buy no “{min(unknown)}”")
    if len(picks) > superior:
        raise BadPicksError("picks", f"{len(picks)} are picked, the roll gives {superior}")


def picked(picks: tuple[str, ...], use: str, superior: int) -> tuple[str, ...]:
    """Give the picks after one use is clicked: picked, doubled where there is room, then let go of.

    Where all superior results are spent, another use takes the place of the first.
    """
    others = tuple(pick for pick in picks if pick != use)
    if use not in picks:
        return (*picks, use)[-superior:]
    return (*picks, use) if len(picks) < superior else others
