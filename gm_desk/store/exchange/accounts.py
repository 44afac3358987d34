"""An account of what became of a foreign character: every field of its source came in, or was left out for a reason."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from gm_desk.core.characters.roster import Character
from gm_desk.core.stat_blocks.source import Block
from gm_desk.core.wording.one_line import one_line

Key = str | int
Path = tuple[Key, ...]


class FieldAccount(Struct, frozen=True, gc=False):  # there are hundreds of thousands, and never a ring of them
    """Say of a field of the source, and of all below it, what became of it: "COG 5", or why it was left out."""

    path: Path
    says: str

    @property
    def place(self) -> str:
        """Spell the path: "system.aptitudes.cog", "items[3].name"."""
        keys = (f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.path)
        return "".join(keys).removeprefix(".")


class Account:
    """Take fields out of plain data, and remember what became of each."""

    def __init__(self, raw: Any) -> None:
        """Begin with all fields unaccounted for."""
        self.raw = raw
        self.came: list[FieldAccount] = []
        self.left: list[FieldAccount] = []

    def peek(self, *path: Key) -> Any:
        """Return what stands at a path, or None, without accounting for it."""
        return at(self.raw, path)

    def came_in(self, path: Path, says: str) -> None:
        """Note that a field, with all below it, came in as something."""
        self.came.append(FieldAccount(path, says))

    def leave(self, path: Path, why: str) -> None:
        """Note why a field, with all below it that did not come in, was left out."""
        self.left.append(FieldAccount(path, why))

    def unaccounted(self, *, whole: bool = False) -> list[Path]:
        """List the fields of which nothing was said: what must be empty in the end.

        Each is as deep as can be; or the `whole` of what nothing was said of, nor of anything in it.
        """
        said = {field.path for field in (*self.came, *self.left)}
        inside = {path[:length] for path in said for length in range(len(path))} if whole else None
        return list(_unsaid(self.raw, (), said, inside))


def at(part: Any, path: Path) -> Any:
    """Return what stands at a path in plain data, or None."""
    for key in path:
        kind = type(part)  # an import looks a million times: isinstance takes thrice as long
        if kind is not dict and kind is not list:
            return None
        if key not in (part if kind is dict else range(len(part))):
            return None
        part = part[key]
    return part


def _unsaid(part: Any, path: Path, said: set[Path], inside: set[Path] | None) -> Iterator[Path]:
    """Walk over the fields below a path that nothing was said of, and into those alone that are `inside`, if given."""
    if path in said:
        return
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    if not inner or not part or (inside is not None and path not in inside):
        yield path
        return
    for key, value in inner:
        yield from _unsaid(value, (*path, key), said, inside)


class Brought(Struct, frozen=True):
    """Hold a character that came in: the `system` it is of ("ep2"), and what became of every field of its source.

    `kind` says what it was ("Foundry actor (ep2e)"); a stat block read from text has its `block` instead of fields.
    """

    character: Character
    system: str
    kind: str
    came: tuple[FieldAccount, ...] = ()
    left: tuple[FieldAccount, ...] = ()
    block: Block | None = None


class Refused(Struct, frozen=True):
    """Say which part of a file was not read ("line 3", "actor “Guard Dog”"; nothing for the whole file), and why."""

    place: str
    why: str


Incoming = Brought | Refused


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


def _by_reason(fields: Iterable[FieldAccount]) -> Iterator[str]:
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
