"""The rolls that the log holds in memory, and what their rows say: as many as are looked at, read again at need."""

from collections import OrderedDict
from collections.abc import Callable

from gm_desk.model.log_line import Column, Line, line_of
from gm_desk.model.unsaved_rolls import Logged

MOST = 1000
GONE = Line(("",) * len(Column), {}, None, (), (), struck=False, by_hand=False)


class Held:
    """Hold the rolls looked at last, and their lines."""

    def __init__(self, read: Callable[[str], Logged | None], most: int = MOST) -> None:
        """Hold nothing yet; `read` gives a roll by its id."""
        self._read = read
        self._most = most
        self._logged: OrderedDict[str, Logged] = OrderedDict()
        self._lines: dict[str, Line] = {}
        self.unsaved: dict[str, None] = {}

    def clear(self) -> None:
        """Hold nothing."""
        self._logged.clear()
        self._lines.clear()
        self.unsaved.clear()

    def put(self, logged: Logged) -> None:
        """Take a roll as it is now."""
        entry_id = logged.entry.id
        self._logged[entry_id] = logged
        self._logged.move_to_end(entry_id)
        self._lines.pop(entry_id, None)
        self.unsaved.pop(entry_id, None)
        if not logged.saved:
            self.unsaved[entry_id] = None
        if len(self._logged) > self._most:
            oldest, _ = self._logged.popitem(last=False)
            self._lines.pop(oldest, None)

    def logged(self, entry_id: str) -> Logged | None:
        """Give a roll, read again where it is held no longer."""
        if entry_id not in self._logged and (found := self._read(entry_id)):
            self.put(found)
        return self._logged.get(entry_id)

    def line(self, entry_id: str) -> Line:
        """Give what the row of a roll says."""
        if entry_id not in self._lines:
            logged = self.logged(entry_id)
            if logged is None:
                return GONE
            self._lines[entry_id] = line_of(logged)
        return self._lines[entry_id]

    def mark_saved(self) -> list[str]:
        """Read the rolls again that were not on the disk; returns their ids."""
        waiting = list(self.unsaved)
        for entry_id in waiting:
            self.unsaved.pop(entry_id)
            if logged := self._read(entry_id):
                self.put(logged)
        return waiting
