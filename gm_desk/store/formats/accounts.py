"""An account of what became of a foreign character: every field of its source came in, or was left out for a reason."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

Key = str | int
Path = tuple[Key, ...]


class Field(Struct, frozen=True, gc=False):  # there are hundreds of thousands, and never a ring of them
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
        self.came: list[Field] = []
        self.left: list[Field] = []

    def peek(self, *path: Key) -> Any:
        """Give what stands at a path, or None, without accounting for it."""
        part = self.raw
        for key in path:
            kind = type(part)  # an import looks a million times: isinstance takes thrice as long
            if kind is not dict and kind is not list:
                return None
            if key not in (part if kind is dict else range(len(part))):
                return None
            part = part[key]
        return part

    def came_in(self, path: Path, says: str) -> None:
        """Note that a field, with all below it, came in as something."""
        self.came.append(Field(path, says))

    def leave(self, path: Path, why: str) -> None:
        """Note why a field, with all below it that did not come in, was left out."""
        self.left.append(Field(path, why))

    def unaccounted(self) -> list[Path]:
        """List the fields of which nothing was said, each as deep as it must be: what must be empty in the end."""
        said = {field.path for field in (*self.came, *self.left)}
        return list(_unsaid(self.raw, (), said))


def _unsaid(part: Any, path: Path, said: set[Path]) -> Iterator[Path]:
    """Walk over the leaves below a path that nothing was said of."""
    if path in said:
        return
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    if not inner or not part:
        yield path
    for key, value in inner:
        yield from _unsaid(value, (*path, key), said)
