"""The account of an import: for every field of a foreign character, its imported value or why it was left out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from gm_desk.core.characters.roster import Character
from gm_desk.core.stat_blocks.source import Block
from gm_desk.core.wording.phrases import one_line

Key = str | int
Path = tuple[Key, ...]


class FieldAccount(Struct, frozen=True, gc=False):  # hundreds of thousands, none in a reference cycle
    """The account of a field of the source and all below it: the imported value ("COG 5"), or why it was left out."""

    path: Path
    says: str

    @property
    def place(self) -> str:
        """The path as text: "system.aptitudes.cog", "items[3].name"."""
        keys = (f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.path)
        return "".join(keys).removeprefix(".")


class Account:
    """Plain data with a record for each field."""

    def __init__(self, raw: Any) -> None:
        """Start with all fields unaccounted for."""
        self.raw = raw
        self.came: list[FieldAccount] = []
        self.left: list[FieldAccount] = []

    def peek(self, *path: Key) -> Any:
        """Return the value at a path, or None, without accounting for it."""
        return at(self.raw, path)

    def came_in(self, path: Path, value: str) -> None:
        """Record the value as which a field, with all below it, was imported."""
        self.came.append(FieldAccount(path, value))

    def leave(self, path: Path, why: str) -> None:
        """Record why a field, with all below it that was not imported, was left out."""
        self.left.append(FieldAccount(path, why))

    def unaccounted(self, *, whole: bool = False) -> list[Path]:
        """Return the fields without a record; after a complete import there are none.

        Each is as deep as possible; with `whole`, a branch without any record is listed once.
        """
        paths = {field.path for field in (*self.came, *self.left)}
        inside = {path[:length] for path in paths for length in range(len(path))} if whole else None
        return list(_fields_without_record(self.raw, (), paths, inside))


def at(part: Any, path: Path) -> Any:
    """Return the value at a path in plain data, or None."""
    for key in path:
        kind = type(part)  # called a million times by an import: isinstance takes three times as long
        if kind is not dict and kind is not list:
            return None
        if key not in (part if kind is dict else range(len(part))):
            return None
        part = part[key]
    return part


def _fields_without_record(part: Any, path: Path, paths: set[Path], inside: set[Path] | None) -> Iterator[Path]:
    """Yield the fields without a record below a path; a branch that is not `inside`, if given, is yielded as one."""
    if path in paths:
        return
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    if not inner or not part or (inside is not None and path not in inside):
        yield path
        return
    for key, value in inner:
        yield from _fields_without_record(value, (*path, key), paths, inside)


class ImportedCharacter(Struct, frozen=True):
    """An imported character: its `system` ("ep2"), and the account of every field of its source.

    `kind` is the kind of source ("Foundry actor (ep2e)"); a stat block read from text has its `block` instead of
    fields.
    """

    character: Character
    system: str
    kind: str
    came: tuple[FieldAccount, ...] = ()
    left: tuple[FieldAccount, ...] = ()
    block: Block | None = None


class Refused(Struct, frozen=True):
    """The part of a file that was not read ("line 3", "actor “Guard Dog”"; empty for the whole file), and why."""

    place: str
    why: str


Incoming = ImportedCharacter | Refused


WHOLE = "the whole"


def account_text(imported: ImportedCharacter, file: str = "") -> str:
    """Return the full account of an imported character."""
    return "\n\n".join(filter(None, _parts(imported, file)))


def in_brief(imported: ImportedCharacter) -> str:
    """Return one line about the number of fields imported, and one line for each doubt about a stat block."""
    counts = "read"
    if imported.came or imported.left:
        counts = f"{len(imported.came):,} fields imported, {len(imported.left):,} left out"
    doubts = imported.block.doubts if imported.block else ()
    return "\n".join(
        (f"{one_line(imported.character.name)} ({imported.kind}): {counts}", *(f"  {one}" for one in doubts))
    )


def _parts(imported: ImportedCharacter, file: str) -> Iterator[str]:
    where = " from ".join(filter(None, (imported.kind, file)))
    yield "\n".join(filter(None, (imported.character.name, where)))
    if imported.block is not None:
        yield _listed("To check", imported.block.doubts)
        yield _listed("No field on the card: kept in the notes, word for word", _left(imported))
    yield _listed("Imported", [f"{field.place or WHOLE}: {field.says}" for field in imported.came])
    yield _listed("Left out", list(_by_reason(imported.left)), len(imported.left))


def _left(imported: ImportedCharacter) -> list[str]:
    """Return the passages of a block without a field."""
    block, text = imported.block, imported.character.source
    if block is None:
        return []
    start = block.span.start
    return [one_line(text[span.start - start : span.end - start]) for span in block.left]


def _by_reason(fields: Iterable[FieldAccount]) -> Iterator[str]:
    """Yield each reason once, with everything left out for it: "nothing in it (2): img, items[3].flags"."""
    reasons: dict[str, list[str]] = {}
    for field in fields:
        reason, _, value = field.says.partition(": ")
        reasons.setdefault(reason, []).append(" ".join(filter(None, (field.place or WHOLE, value))))
    for reason, places in reasons.items():
        yield f"{reason}{f' ({len(places):,})' if len(places) > 1 else ''}: {', '.join(places)}"


def _listed(name: str, lines: Sequence[str], count: int | None = None) -> str:
    """Return a heading with its count, and the lines below it; nothing if there are no lines."""
    many = len(lines) if count is None else count
    return "\n".join([f"{name} ({many:,})", *(f"  {line}" for line in lines)]) if lines else ""
