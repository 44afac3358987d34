"""Words for what became of a damaged log."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm_desk.store.recovery import Recovered


def recovered_words(recovered: "Recovered") -> str:
    """Say how much of a damaged log was recovered, and how much is lost, as far as that is known."""
    rolls = "1 roll was" if recovered.rolls == 1 else f"{recovered.rolls or 'no'} rolls were"
    return f"The log was damaged: {rolls} recovered, {_lost(recovered)}; the damaged file is kept as {recovered.copy}."


def _lost(recovered: "Recovered") -> str:
    if recovered.lost:
        return f"{'at least ' if recovered.more else ''}{recovered.lost} could not be"
    return "how many were lost is not known" if recovered.more else "none is known to be lost"
