"""What became of a character that was imported, in words: what came in, and what was left out and why."""

from collections.abc import Iterable, Sequence

from gm_desk.core.text.one_line import one_line
from gm_desk.model.arrival_model import Arrival
from gm_desk.store.formats.incoming import Brought
from gm_desk.store.formats.report import report_of

NAMED = 3
"""Files without anybody that are named."""


def told(arrival: Arrival) -> str:
    """Tell what became of one."""
    what = arrival.what
    return report_of(what, arrival.file) if isinstance(what, Brought) else f"{arrival.name}\nNot read: {what.why}."


def told_all(arrivals: Sequence[Arrival]) -> str:
    """Tell what became of all."""
    return "\n\n\n".join(map(told, arrivals))


def without(arrivals: Iterable[Arrival]) -> str:
    """Name the files that brought nobody: "“a.json” brings nobody. "."""
    files: dict[str, bool] = {}
    for one in arrivals:
        files[one.file] = files.get(one.file, False) or isinstance(one.what, Brought)
    empty = [f"“{one_line(file, 40)}”" for file, brings in files.items() if file and not brings]
    if not empty:
        return ""
    more = f" and {len(empty) - NAMED:,} more" if len(empty) > NAMED else ""
    return f"{', '.join(empty[:NAMED])}{more} {'brings' if len(empty) == 1 else 'bring'} nobody. "


def summed(arrivals: Iterable[Arrival]) -> str:
    """Say how many came, and how much was not read."""
    found = list(arrivals)
    came = sum(isinstance(one.what, Brought) for one in found)
    refused = len(found) - came
    said = "1 character" if came == 1 else f"{came:,} characters"
    return said + (f", {refused:,} {'part' if refused == 1 else 'parts'} not read" if refused else "")
