"""Words for what became of a damaged log, and for what is not understood in one."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm_desk.store.recovery import Recovered


def recovered_words(recovered: "Recovered") -> str:
    """Say how much of a damaged log was recovered, and how much is lost, as far as that is known."""
    rolls = "1 roll was" if recovered.rolls == 1 else f"{recovered.rolls or 'no'} rolls were"
    return f"The log was damaged: {rolls} recovered, {_lost(recovered)}; the damaged file is kept as {recovered.copy}."


def rows_words(rows: int) -> str:
    """Say how many entries of a log this version cannot read, or nothing where it can read all."""
    if not rows:
        return ""
    what = "1 entry of the log was" if rows == 1 else f"{rows} entries of the log were"
    shown = "is not shown; it stays" if rows == 1 else "are not shown; they stay"
    return f"{what} written by another version of GM Desk in a way that this one cannot read, and {shown} in the file."


def _lost(recovered: "Recovered") -> str:
    if recovered.lost:
        return f"{'at least ' if recovered.more else ''}{recovered.lost} could not be"
    return "how many were lost is not known" if recovered.more else "none is known to be lost"
