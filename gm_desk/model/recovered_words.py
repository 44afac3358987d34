"""Words for what became of a log that was damaged or half replaced, and for what is not understood in one."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm_desk.store.log_exchange import Settled
    from gm_desk.store.recovery import Recovered

REFUSED = "Until then its log is not written to. GM Desk tries again when the roster is opened."


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


def settled_words(settled: "Iterable[Settled]") -> str:
    """Say what became of imports that were interrupted, each in a sentence or two."""
    return " ".join(map(_settled_words, settled))


def _settled_words(settled: "Settled") -> str:
    before = f"GM Desk ended while a campaign was being imported as “{settled.roster.name}”."
    if settled.problem:
        return f"{before} The import can be neither completed nor undone: {settled.problem}. {REFUSED}"
    if settled.complete:
        return f"{before} The import is complete now."
    return f"{before} The import was undone: roster and log are as they were before. Import the campaign again."
