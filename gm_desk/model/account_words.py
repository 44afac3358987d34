"""What became of a character that was imported, in words: what came in, and what was left out and why."""

from collections.abc import Iterable, Sequence

from gm_desk.model.arrival_model import Arrival
from gm_desk.store.formats.incoming import Brought
from gm_desk.store.formats.report import report_of


def told(arrival: Arrival) -> str:
    """Tell what became of one."""
    what = arrival.what
    return report_of(what, arrival.file) if isinstance(what, Brought) else f"{arrival.name}\nNot read: {what.why}."


def told_all(arrivals: Sequence[Arrival]) -> str:
    """Tell what became of all."""
    return "\n\n\n".join(map(told, arrivals))


def summed(arrivals: Iterable[Arrival]) -> str:
    """Say how many came, and how much was not read."""
    found = list(arrivals)
    came = sum(isinstance(one.what, Brought) for one in found)
    refused = len(found) - came
    said = "1 character" if came == 1 else f"{came:,} characters"
    return said + (f", {refused:,} {'part' if refused == 1 else 'parts'} not read" if refused else "")
