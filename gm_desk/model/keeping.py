"""What keeps files as things are: written by values alone, so that it can be done beside the GUI thread."""

from collections.abc import Callable
from pathlib import Path

from gm_desk.core.roster import Roster
from gm_desk.store.files import refuse_lost_folder
from gm_desk.store.rosters import write_roster
from gm_desk.store.state import State


def keep_roster(path: Path, roster: Roster, guard: Callable[[], None], *, was_there: bool) -> None:
    """Write a roster; the folder of one that was there is not made anew, since it may come back with the old one.

    `guard` first keeps a copy of what is written over, where there must be one. Raises UnwritableFileError.
    """
    if was_there:
        refuse_lost_folder(path)
    guard()
    write_roster(path, roster)


class StateWrite:
    """Write what changed of the state, on the same terms; `merged` is what its file holds then."""

    def __init__(self, path: Path, base: State, ours: State, *, was_there: bool) -> None:
        """Take what was written last, and the state as it is now."""
        self._path = path
        self._base = base
        self._was_there = was_there
        self.ours = ours
        self.merged = ours

    def __call__(self) -> None:
        """Write it; raises UnwritableFileError."""
        from gm_desk.store.state_merge import merge_state

        if self._was_there:
            refuse_lost_folder(self._path)
        self.merged = merge_state(self._path, self._base, self.ours)


def write_nothing() -> None:
    """Leave the disk as it is."""
