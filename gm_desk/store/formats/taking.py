"""Take what stands in a foreign sheet, each field with an account of what became of it."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from gm_desk.store.formats.accounts import Account, Key, Path
from gm_desk.store.formats.foreign import EMPTY, NOTHING, plain, quoted, text, why_not, within

NO_PLACE = "GM Desk has no place for it"
UNTICKED = "not ticked"
UNNAMED = "Unnamed character"
NOTHING_KNOWN: Mapping[str, str] = MappingProxyType({})


class Taking:
    """Read fields of a part of plain data, and note in the account what became of each."""

    def __init__(self, account: Account, base: Path = (), part: Any = None) -> None:
        """Begin at a part of the data, which stands at a path; without a path, at the whole."""
        self.account = account
        self.base = base
        self.part = part if base else account.raw

    def below(self, *path: Key) -> "Taking":
        """Go deeper into the data."""
        return Taking(self.account, (*self.base, *path), self.peek(*path))

    def peek(self, *path: Key) -> Any:
        """Look at a field without accounting for it."""
        part = self.part
        for key in path:
            if isinstance(part, dict):
                part = part.get(key)
            elif isinstance(part, list) and isinstance(key, int) and 0 <= key < len(part):
                part = part[key]
            else:
                return None
        return part

    def names(self, *path: Key) -> list[str]:
        """List the keys of a mapping, none where there is no mapping."""
        part = self.peek(*path)
        return [key for key in part if isinstance(key, str)] if isinstance(part, dict) else []

    def came(self, path: Path, says: str) -> None:
        """Note that a field came in."""
        self.account.came_in((*self.base, *path), says)

    def leave(self, path: Path, why: str) -> None:
        """Note why a field was left out."""
        self.account.leave((*self.base, *path), why)

    def number(self, path: Path, least: int, most: int, what: str) -> int | None:
        """Take a whole number between bounds; another value is left out, with the reason."""
        value = self.peek(*path)
        if value is None:
            return None
        found = within(value, least, most)
        if found is None:
            self.leave(path, why_not(value, least, most))
        else:
            self.came(path, f"{what} {found}")
        return found

    def words(self, path: Path, what: str) -> str:
        """Take a text on one line."""
        value = self.peek(*path)
        found = text(value) if isinstance(value, str | int | float) else ""
        if found:
            self.came(path, f"{what}: {found}")
        return found

    def prose(self, path: Path, what: str) -> str:
        """Take a text that may be HTML."""
        value = self.peek(*path)
        found = plain(value) if isinstance(value, str) else ""
        if found:
            self.came(path, what)
        return found

    def name(self, path: Path = ("name",)) -> str:
        """Take the name of a character, or give it one."""
        return self.words(path, "named") or UNNAMED

    def sweep(self, known: Mapping[str, str] = NOTHING_KNOWN) -> None:
        """Leave out what nothing was said of yet; of some fields it is `known` by their keys what they are for."""
        for path in self.account.unaccounted():
            value, key = self.account.peek(*path), path[-1] if path else ""
            self.account.leave(path, _why_left(value, known.get(str(key), "")))


def lines_of(parts: Iterable[str]) -> str:
    """Join what goes to the notes, each part on lines of its own."""
    return "\n".join(part for part in parts if part)


def _why_left(value: Any, known: str) -> str:
    """Say why a field that nothing asked for was left out."""
    if value is False:
        return UNTICKED
    if value in EMPTY:
        return NOTHING
    return known or f"{NO_PLACE}: {quoted(value)}"
