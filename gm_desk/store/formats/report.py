"""What became of a character's source, in lines to be read: what came in, and what was left out and why."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from gm_desk.store.formats.accounts import Field
from gm_desk.store.formats.incoming import Brought


def report_of(brought: Brought, *, full: bool = False) -> list[str]:
    """Tell in a few lines what came of a character; the full report names every field."""
    return list(_full(brought) if full else _short(brought))


def _short(brought: Brought) -> Iterator[str]:
    """Tell it in one line, and one more for each doubt about a stat block."""
    yield f"{_head(brought)}: {_counts(brought)}"
    if brought.block:
        yield from (f"  {doubt}" for doubt in brought.block.doubts)


def _full(brought: Brought) -> Iterator[str]:
    yield _head(brought)
    if brought.came:
        yield "  Came in:"
        yield from (f"    {field.place}: {field.says}" for field in brought.came)
    if brought.left:
        yield "  Left out:"
        yield from (f"    {why}: {places}" for why, places in _by_reason(brought.left))
    if brought.block:
        yield from (f"  {doubt}" for doubt in brought.block.doubts)
        lines = [line for line in brought.character.notes.splitlines() if line.strip()]
        yield from ["  In the notes:", *(f"    {line}" for line in lines)] if lines else []


def _head(brought: Brought) -> str:
    return f"{brought.character.name} ({brought.kind})"


def _counts(brought: Brought) -> str:
    """Count what came in and what was left out; of a stat block all came in."""
    if not (brought.came or brought.left):
        return "read"
    return f"{len(brought.came)} fields came in, {len(brought.left)} left out"


def _by_reason(fields: Iterable[Field]) -> list[tuple[str, str]]:
    """Gather the places of what was left out by the reason why."""
    places: dict[str, list[str]] = defaultdict(list)
    for field in fields:
        places[field.says].append(field.place)
    return [(why, ", ".join(found)) for why, found in places.items()]
