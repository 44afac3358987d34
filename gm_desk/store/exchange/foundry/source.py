"""A Foundry actor that is taken apart with an account of every field."""

from collections.abc import Iterable, Iterator
from typing import Any

from gm_desk.store.exchange.accounts import Account, Key, Path
from gm_desk.store.exchange.foreign_data import EMPTY, NOTHING, hollow, mapping, quoted, text, why_not, within
from gm_desk.store.exchange.foundry.ep2e.terms import FOREIGN


class ActorSource(Account):
    """Take numbers and texts out of an actor by their paths, and say what became of each."""

    def data_key(self, *path: Key) -> str:
        """Tell under which key the values of an actor or an item stand: "system", or "data" in older files."""
        return "system" if isinstance(self.peek(*path, "system"), dict) else "data"

    def holds(self, path: Path) -> bool:
        """Tell whether there is such a field."""
        inside, key = self.peek(*path[:-1]), path[-1]
        return key in inside if isinstance(inside, dict) else isinstance(inside, list) and key in range(len(inside))

    def number(self, path: Path, bounds: tuple[int, int], says: str) -> int | None:
        """Take a whole number within bounds; what is none is left out with the reason."""
        value = self.peek(*path)
        found = within(value, *bounds)
        if found is not None:
            self.came_in(path, f"{says} {found}")
        elif self.holds(path):
            self.leave(path, why_not(value, *bounds))
        return found

    def words(self, path: Path, says: str = "") -> str:
        """Take a text; what is none, or empty, is left out with the reason."""
        value = self.peek(*path)
        found = text(value)
        if found:
            self.came_in(path, f"{says}: {quoted(found)}" if says else quoted(found))
        elif self.holds(path):
            self.leave(path, NOTHING if value in EMPTY else f"no text: {quoted(value)}")
        return found

    def leave_all(self, path: Path, keys: Iterable[str], why: str) -> None:
        """Leave fields out for one reason, those that are there."""
        there = mapping(self.peek(*path))
        for key in keys:
            if key in there:
                self.leave((*path, key), NOTHING if hollow(there[key]) else why)

    def sweep(self) -> None:
        """Leave out whatever nothing was said of, as high up as it can be said."""
        said = {field.path for field in (*self.came, *self.left)}
        inside = {path[:length] for path in said for length in range(len(path))}
        for path, value in _unsaid(self.raw, (), said, inside):
            self.leave(path, NOTHING if hollow(value) else f"{FOREIGN}: {quoted(value)}")


def _unsaid(part: Any, path: Path, said: set[Path], inside: set[Path]) -> Iterator[tuple[Path, Any]]:
    """Give the highest fields of which nothing was said, nor of anything in them."""
    if path in said:
        return
    if path not in inside or not isinstance(part, dict | list):
        yield path, part
        return
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        yield from _unsaid(value, (*path, key), said, inside)
