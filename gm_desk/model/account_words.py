"""What became of a character that was imported, in words: what was left out and why, and what came in."""

from collections.abc import Iterable, Sequence

from gm_desk.core.text.one_line import one_line
from gm_desk.model.arrival_model import Arrival
from gm_desk.store.formats.accounts import Field
from gm_desk.store.formats.incoming import Brought


def told(arrival: Arrival) -> str:
    """Tell what became of one."""
    what = arrival.what
    if not isinstance(what, Brought):
        return f"{arrival.name}\nNot read: {what.why}."
    where = " from ".join(filter(None, (what.kind, arrival.file)))
    parts = ["\n".join(filter(None, (what.character.name, where)))]
    if what.block is not None:
        parts.append(_listed("To look at", what.block.doubts))
        parts.append(_listed("No field on the card, so in the notes word for word", _left(what)))
    parts.append(_listed("Left out", _fields(what.left)))
    parts.append(_listed("Came in", _fields(what.came)))
    return "\n\n".join(filter(None, parts))


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


def _left(what: Brought) -> list[str]:
    """Give the words of a block that were not understood."""
    block = what.block
    text = block.character.source if block else ""
    return (
        [one_line(text[span.start - block.span.start : span.end - block.span.start]) for span in block.left]
        if block
        else []
    )


def _fields(fields: Sequence[Field]) -> list[str]:
    return [f"{field.place or 'the whole'}: {field.says}" for field in fields]


def _listed(name: str, lines: Sequence[str]) -> str:
    """Give a heading with its count, and the lines below it; without lines nothing."""
    return "\n".join([f"{name} ({len(lines):,})", *(f"  {line}" for line in lines)]) if lines else ""
