"""What became of a character's source, in words: what came in, and what was left out and why."""

from collections.abc import Iterable, Iterator, Sequence

from gm_desk.core.text.one_line import one_line
from gm_desk.store.formats.accounts import Field
from gm_desk.store.formats.incoming import Brought

WHOLE = "the whole"


def report_of(brought: Brought, file: str = "") -> str:
    """Tell of every field what became of it."""
    return "\n\n".join(filter(None, _parts(brought, file)))


def in_brief(brought: Brought) -> str:
    """Tell in a line how much came in, with a line more for each doubt about a stat block."""
    counts = "read"
    if brought.came or brought.left:
        counts = f"{len(brought.came):,} fields came in, {len(brought.left):,} were left out"
    doubts = brought.block.doubts if brought.block else ()
    return "\n".join(
        (f"{one_line(brought.character.name)} ({brought.kind}): {counts}", *(f"  {one}" for one in doubts))
    )


def _parts(brought: Brought, file: str) -> Iterator[str]:
    where = " from ".join(filter(None, (brought.kind, file)))
    yield "\n".join(filter(None, (brought.character.name, where)))
    if brought.block is not None:
        yield _listed("To look at", brought.block.doubts)
        yield _listed("No field on the card, so in the notes word for word", _left(brought))
    yield _listed("Came in", [f"{field.place or WHOLE}: {field.says}" for field in brought.came])
    yield _listed("Left out", list(_by_reason(brought.left)), len(brought.left))


def _left(brought: Brought) -> list[str]:
    """Give the words of a block that have no field."""
    block, text = brought.block, brought.character.source
    if block is None:
        return []
    start = block.span.start
    return [one_line(text[span.start - start : span.end - start]) for span in block.left]


def _by_reason(fields: Iterable[Field]) -> Iterator[str]:
    """Name each reason once, with all that was left out for it: "nothing in it (2): img, items[3].flags"."""
    reasons: dict[str, list[str]] = {}
    for field in fields:
        reason, _, value = field.says.partition(": ")
        reasons.setdefault(reason, []).append(" ".join(filter(None, (field.place or WHOLE, value))))
    for reason, places in reasons.items():
        yield f"{reason}{f' ({len(places):,})' if len(places) > 1 else ''}: {', '.join(places)}"


def _listed(name: str, lines: Sequence[str], count: int | None = None) -> str:
    """Give a heading with its count, and the lines below it; without lines nothing."""
    many = len(lines) if count is None else count
    return "\n".join([f"{name} ({many:,})", *(f"  {line}" for line in lines)]) if lines else ""
