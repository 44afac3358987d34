"""What keeps files as things are: written by values alone, so that it can be done beside the GUI thread."""

from collections.abc import Callable
from pathlib import Path

from gm_desk.core.roster import Roster
from gm_desk.store.files import refuse_lost_folder
from gm_desk.store.rosters import write_roster
from gm_desk.store.state import State, write_state


def keep_roster(path: Path, roster: Roster, guard: Callable[[], None], *, was_there: bool) -> None:
    """Write a roster; the folder of one that was there is not made anew, since it may come back with the old one.

    `guard` first keeps a copy of what is written over, where there must be one. Raises UnwritableFileError.
    """
    if was_there:
        refuse_lost_folder(path)
    guard()
    write_roster(path, roster)


def keep_state(path: Path, state: State, *, was_there: bool) -> None:
    """Write the state, on the same terms; raises UnwritableFileError."""
    if was_there:
        refuse_lost_folder(path)
    write_state(path, state)


def write_nothing() -> None:
    """Leave the disk as it is."""
